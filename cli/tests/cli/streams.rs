//! Pipes that close, disks that are full, interrupts, colours: the world around the program.

use std::fs;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};

use crate::{Run, program, root, run, run_line};

const INSTANCE: &str = "puzzles/instances/huarong/noip2013.txt";

/// A search that would take hours.
const ENDLESS: &str = "9 12\n\
    1 0 2 0 3 0 0 0 0\n0 0 0 0 0 0 0 0 0\n4 0 5 0 6 0 0 0 0\n0 0 0 0 0 0 0 0 0\n7 0 8 0 9 0 0 0 0\n\
    0 0 0 0 0 0 0 0 0\n10 0 11 0 12 0 0 0 0\n0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0\n\
    12 0 11 0 10 0 0 0 0\n0 0 0 0 0 0 0 0 0\n9 0 8 0 7 0 0 0 0\n0 0 0 0 0 0 0 0 0\n6 0 5 0 4 0 0 0 0\n\
    0 0 0 0 0 0 0 0 0\n3 0 2 0 1 0 0 0 0\n0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0\n";

fn start(words: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_statewalk"));
    command.current_dir(root()).args(words);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.spawn().unwrap()
}

#[test]
fn the_same_bytes_every_time() {
    let commands = [
        format!("solve -q --json --no-timing {INSTANCE}"),
        format!("solve -q {INSTANCE}"),
        format!("explore -q --json --no-timing --deepest 5 {INSTANCE}"),
        "generate magic n=6 boards=2 --seed 3".to_owned(),
        "generate kings n=7 k=9 --seed 3".to_owned(),
        "explore -q magic n=9".to_owned(),
        "list --json".to_owned(),
    ];
    for command in commands {
        let once = run_line(&command, "");
        assert!(once.code.is_some_and(|code| code < 2), "{command}");
        assert_eq!(once, run_line(&command, ""), "{command}");
        if command.starts_with("solve") || command.starts_with("explore") {
            let threads = run_line(&format!("{command} --threads 3"), "");
            assert_eq!(once, threads, "{command}");
        }
    }
}

#[test]
fn colours_are_used_only_where_they_are_wanted() {
    let colored = |run: Run| run.stdout.contains('\x1b');
    assert!(!colored(run(&["solve", INSTANCE], "")));
    assert!(!colored(run(&["solve", "--color", "never", INSTANCE], "")));
    assert!(colored(run(&["solve", "--color", "always", INSTANCE], "")));
    assert!(!colored(run(
        &["solve", "--color", "always", "--json", INSTANCE],
        ""
    )));
    let no_color = program()
        .env("NO_COLOR", "1")
        .env("CLICOLOR_FORCE", "1")
        .args(["solve", INSTANCE])
        .output();
    assert!(!colored(no_color.unwrap().into()));
}

#[test]
fn quiet_says_nothing_and_timing_can_be_left_out() {
    let quiet = run(&["solve", "-q", INSTANCE], "");
    assert_eq!(quiet.stderr, "");
    let loud = run(&["solve", INSTANCE], "");
    assert!(loud.stderr.contains("solved in"));
    assert_eq!(loud.stdout, quiet.stdout);
    let untimed = run(&["solve", "--no-timing", INSTANCE], "");
    assert!(!untimed.stderr.contains("solved in"));
    let timed = run(&["solve", "--json", INSTANCE], "");
    assert!(timed.stdout.contains("\"timing\""));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for words in [
        &["explore", "-q", "magic", "n=400", "--output", "json"][..],
        &["generate", "magic", "n=300"],
        &["list"],
        &["completions", "zsh"],
        &["--help"],
    ] {
        let mut child = start(words);
        drop(child.stdin.take());
        let mut first = [0];
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut first).unwrap();
        drop(stdout);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{words:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words:?}");
    }
}

#[test]
fn files_with_strange_names_and_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("-two \u{e9} boards.txt");
    fs::write(&path, "1\n1\n1\n").unwrap();
    let solved = run(
        &["solve", "-q", path.to_str().unwrap(), "--output", "contest"],
        "",
    );
    assert_eq!((solved.code, solved.stdout.as_str()), (Some(0), "0\n"));
    let wide: Vec<u8> = "1\n1\n1\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let refused = run(&["solve", "-"], [&b"\xFF\xFE"[..], &wide].concat());
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("UTF-16"), "{}", refused.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said() {
    for words in [
        &["solve", "-q", INSTANCE][..],
        &["list"],
        &["--help"],
        &["generate", "magic"],
        &["explore", "-q", "magic"],
    ] {
        let full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_statewalk"));
        let output = command
            .current_dir(root())
            .args(words)
            .stdout(full)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(4), "{words:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            said.contains("cannot write the output"),
            "{words:?}: {said}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_never_ends_is_refused_from_its_beginning() {
    let run = run(&["solve", "/dev/zero"], "");
    assert_eq!(run.code, Some(2));
    assert!(
        run.stderr.contains("/dev/zero:1:1: found"),
        "{}",
        run.stderr
    );
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_what_is_known() {
    let mut child = start(&["solve", "--optimal", "--json", "--memory", "256MiB", "-"]);
    let id = child.id().to_string();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(ENDLESS.as_bytes())
        .unwrap();
    // The remark is said when the file was read, just before the search begins.
    let mut stderr = child.stderr.take().unwrap();
    stderr.read_exact(&mut [0; 20]).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(100));
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["questions"][0]["limit"], "cancelled");
}

#[cfg(unix)]
#[test]
fn an_interrupt_while_reading_ends_at_once() {
    let mut child = start(&["solve", "-"]);
    let stdin = child.stdin.take();
    std::thread::sleep(std::time::Duration::from_millis(300));
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(stdin);
}

#[test]
fn input_that_does_not_come_is_not_waited_for_past_the_time() {
    let mut child = start(&["solve", "--time", "200ms", "-"]);
    // The pipe stays open, and nothing is ever written into it.
    let stdin = child.stdin.take();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    drop(stdin);
}

#[cfg(target_os = "linux")]
#[test]
fn a_chart_goes_where_the_answer_goes() {
    const LINE: &str = "explore -q magic n=3 --svg /dev/stdout";
    let text = run_line("explore -q magic n=3", "").stdout;
    let whole = |found: &str| {
        let chart = found.strip_prefix(&text).expect("the answer is first");
        assert!(
            chart.starts_with("<svg ") && chart.ends_with("</svg>\n"),
            "{chart}"
        );
    };
    // A pipe, and a file, which is open and so not to be replaced.
    let piped = run_line(LINE, "");
    assert_eq!((piped.code, piped.stderr.as_str()), (Some(0), ""));
    whole(&piped.stdout);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("both");
    let mut command = Command::new(env!("CARGO_BIN_EXE_statewalk"));
    command.current_dir(root()).args(LINE.split_whitespace());
    let ended = command.stdout(fs::File::create(&path).unwrap()).status();
    assert_eq!(ended.unwrap().code(), Some(0));
    whole(&fs::read_to_string(&path).unwrap());
}
