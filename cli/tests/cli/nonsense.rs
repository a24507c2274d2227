//! Broken input: whatever comes in, the program says what is wrong and does not panic.

use std::fs;

use crate::{root, run};

/// A small generator of numbers (Steele, Lea and Flood 2014, `SplitMix64`), so that failures repeat.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        usize::try_from(z % end.max(1) as u64).unwrap()
    }
}

fn instances() -> Vec<Vec<u8>> {
    let mut found = vec![
        b"3 2\n1 0 0\n0 0 0\n2 0 0\n2 0 0\n0 0 0\n1 0 0\n".to_vec(),
        b"question 1 (line 2): solved, cost 1, 1 action\n  right\n".to_vec(),
        b"{\"puzzle\": \"magic\", \"questions\": [{\"number\": 1, \"plan\": [\"right\"]}]}"
            .to_vec(),
    ];
    let mut folders = vec![root().join("puzzles/instances")];
    while let Some(folder) = folders.pop() {
        let mut entries: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|e| e.unwrap().path())
            .collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                folders.push(path);
            } else if fs::metadata(&path).unwrap().len() < 2000 {
                found.push(fs::read(path).unwrap());
            }
        }
    }
    found
}

fn mutated(text: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    const PIECES: [&[u8]; 14] = [
        b"\0",
        b"\r\n",
        b"\t",
        b"-1",
        b"99999999999999999999",
        b"1000000000",
        b"\xEF\xBB\xBF",
        b"\xFF",
        b" ",
        b"1e9",
        b"0",
        b"\n\n",
        b"\x1b[",
        b"\"",
    ];
    let mut text = text.to_vec();
    for _ in 0..=numbers.below(3) {
        let at = numbers.below(text.len() + 1);
        let piece = PIECES[numbers.below(PIECES.len())];
        match numbers.below(5) {
            0 => text.truncate(at),
            1 => drop(text.splice(at..at, piece.iter().copied())),
            2 => {
                let end = (at + piece.len()).min(text.len());
                drop(text.splice(at..end, piece.iter().copied()));
            }
            3 => {
                let end = (at + numbers.below(8)).min(text.len());
                drop(text.drain(at..end));
            }
            _ => {
                let end = (at + numbers.below(20)).min(text.len());
                let copy = text[at..end].to_vec();
                drop(text.splice(at..at, copy));
            }
        }
    }
    text
}

/// The program ends by itself, with a code of its own, and with words if the code is bad.
fn survives(words: &[&str], text: &[u8]) {
    let run = run(words, text);
    let code = run.code.unwrap_or(-1);
    let shown = text[..text.len().min(300)].escape_ascii();
    assert!(
        [0, 1, 2, 3].contains(&code),
        "{words:?} on {shown}: {run:#?}"
    );
    let said = !run.stderr.is_empty() || !run.stdout.is_empty();
    assert!(said || code < 2, "{words:?} says nothing about {shown}");
}

const LIMITS: [&str; 6] = ["-q", "--time", "5s", "--memory", "64MiB", "-"];

#[test]
fn mutated_instances() {
    let mut numbers = Numbers(1);
    let instances = instances();
    for round in 0..240 {
        let text = mutated(&instances[round % instances.len()], &mut numbers);
        let words: &[&str] = match round % 8 {
            0 => &["solve", "--output", "contest"],
            1 => &["solve", "--json"],
            2 => &["explore"],
            3 => &["solve", "--format", "magic"],
            4 => &["solve", "--format", "kings"],
            5 => &["solve", "--format", "huarong"],
            _ => &["solve"],
        };
        survives(&[words, &LIMITS[..]].concat(), &text);
    }
}

#[test]
fn mutated_plans() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("boards.txt");
    fs::write(&path, "2\n2\n2 1\n4 3\n2\n1 2\n3 4\n").unwrap();
    let path = path.to_str().unwrap();
    let plans = [
        run(&["solve", path], ""),
        run(&["solve", "--json", path], ""),
    ];
    let mut numbers = Numbers(2);
    for round in 0..120 {
        let text = mutated(plans[round % 2].stdout.as_bytes(), &mut numbers);
        survives(&["check", "-q", path, "-"], &text);
        if round % 3 == 0 {
            let contest = mutated(b"TAK\n1\n1 1 2\n", &mut numbers);
            survives(&["check", "-q", path, "-"], &contest);
        }
    }
}

#[test]
fn random_bytes() {
    let mut numbers = Numbers(3);
    for round in 0..60 {
        let alphabet: &[u8] = match round % 3 {
            0 => &[],
            1 => b"0123456789 \n",
            _ => b"01 \n\r\t-",
        };
        let length = numbers.below(200);
        let text: Vec<u8> = (0..length)
            .map(|_| match alphabet {
                [] => u8::try_from(numbers.below(256)).unwrap(),
                _ => alphabet[numbers.below(alphabet.len())],
            })
            .collect();
        survives(&[&["solve"], &LIMITS[..]].concat(), &text);
    }
}

#[test]
fn every_prefix_of_an_instance() {
    for text in instances() {
        for end in (0..text.len()).step_by(1 + text.len() / 25) {
            survives(&[&["solve"], &LIMITS[..]].concat(), &text[..end]);
        }
    }
}

#[test]
fn headers_that_promise_too_much() {
    let headers = [
        "1000000\n",
        "999999 999999 999999\n",
        "1\n5000\n1",
        "1000 1000 1000000\n",
        "2000 1000000\n",
        "2000 2\n0",
        "18446744073709551616\n",
        "4294967297 1\n",
        "1\n4294967297\n",
        "p sp 4294967294 4294967294\n",
        "p sp 4294967294 1\na 4294967294 1 1\n",
        "p sp 1048576 0\np aux sp ss 4294967294\ns 1\ns 2\n",
    ];
    for header in headers {
        survives(&[&["solve"], &LIMITS[..]].concat(), header.as_bytes());
    }
}
