//! The pages for readers show what the program prints: every `console` block is run and compared.
//!
//! A line `$ COMMAND` is run in the root of the repository, and the lines below it are what it must
//! print to standard output. A command is `statewalk ...` (or `cargo run --release -- ...`, which
//! stands for the same), or `printf 'TEXT'`, joined by ` | `; `2>&1` at its end shows standard
//! error too, behind standard output, and `echo $?` the exit code of the command before it.
//! Counters change whenever a search gets better, so numbers in remarks (lines that begin with `#`)
//! and in the `stats` of JSON are not compared. Bytes depend on whether the system gives addresses away (see
//! `docs/cli.md`); where it does not, the tables that have a column of them are compared without their
//! numbers. `STATEWALK_REWRITE_PAGES=1 cargo test -p
//! statewalk-cli --test console_blocks` writes into the pages what is printed now.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A command of a page, and what the page says that it prints.
struct Shown {
    /// The index of the command's line; what it prints stands below it.
    line: usize,
    command: String,
    output: Vec<String>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the package lies in the repository")
}

/// All pages: in the root, and below `docs`.
fn pages() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in [root().to_owned(), root().join("docs")] {
        for entry in fs::read_dir(folder).expect("the folder can be listed") {
            let path = entry.expect("the folder can be listed").path();
            if path.extension().is_some_and(|extension| extension == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn shown(page: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let mut inside = false;
    for (line, text) in page.lines().enumerate() {
        if text.starts_with("```") {
            inside = text == "```console";
        } else if let Some(command) = text.strip_prefix("$ ").filter(|_| inside) {
            found.push(Shown {
                line,
                command: command.to_owned(),
                output: Vec::new(),
            });
        } else if let Some(last) = found.last_mut().filter(|_| inside) {
            last.output.push(text.to_owned());
        }
    }
    found
}

/// The words of a command; single quotes keep blanks together.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quoted = false;
    for c in command.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.extend((!word.is_empty()).then(|| std::mem::take(&mut word))),
            _ => word.push(c),
        }
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

/// Runs a command and returns what it printed and its exit code.
fn run(command: &str) -> Result<(String, i32), String> {
    let (command, both) = match command.strip_suffix(" 2>&1") {
        Some(command) => (command, true),
        None => (command, false),
    };
    let mut input = Vec::new();
    let mut code = 0;
    let stages: Vec<_> = command.split(" | ").collect();
    for (index, stage) in stages.iter().enumerate() {
        let stage = stage.replace("cargo run --release --", "statewalk");
        let words = words(&stage);
        match words.split_first() {
            Some((name, rest)) if name == "printf" => {
                input = rest.concat().replace("\\n", "\n").into_bytes();
            }
            Some((name, rest)) if name == "statewalk" => {
                let mut child = Command::new(env!("CARGO_BIN_EXE_statewalk"))
                    .args(rest)
                    .current_dir(root())
                    .stdin(Stdio::piped())
                    .stdout(Stdio::piped())
                    .stderr(Stdio::piped())
                    .spawn()
                    .map_err(|error| error.to_string())?;
                // A program that reads nothing closes the pipe, which is no fault of the page.
                let mut pipe = child.stdin.take().ok_or("no standard input")?;
                let _ = pipe.write_all(&input);
                drop(pipe);
                let output = child.wait_with_output().map_err(|e| e.to_string())?;
                input = output.stdout;
                if both && index + 1 == stages.len() {
                    input.extend(output.stderr);
                }
                code = output.status.code().unwrap_or(-1);
            }
            _ => return Err(format!("no command of this program: {stage}")),
        }
    }
    let text = String::from_utf8(input).map_err(|error| error.to_string())?;
    Ok((text, code))
}

/// A line as it is compared.
fn comparable(line: &str) -> String {
    const COUNTERS: [&str; 6] = [
        "\"expanded\":",
        "\"generated\":",
        "\"reopened\":",
        "\"duplicates\":",
        "\"stored\":",
        "\"peak_bytes\":",
    ];
    let counts = |counter: &str| line.trim_start().starts_with(counter);
    if !line.starts_with('#') && !COUNTERS.iter().any(|counter| counts(counter)) {
        return line.to_owned();
    }
    let pieces = line.split(|c: char| c.is_ascii_digit());
    let pieces: Vec<_> = pieces.filter(|piece| !piece.is_empty()).collect();
    pieces.join("0")
}

/// Whether addresses are limited or counted as memory, so that lists grow in other steps than on the pages.
fn are_addresses_counted() -> bool {
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let mut limits = limits.lines();
    let free =
        limits.any(|line| line.starts_with("Max address space  ") && line.contains(" unlimited "));
    let policy = fs::read_to_string("/proc/sys/vm/overcommit_memory").unwrap_or_default();
    !free || policy.trim() == "2"
}

/// A row of a table without its numbers, and without the blanks that align them.
fn without_numbers(line: &str) -> String {
    let words = line.split_whitespace();
    let words = words.filter(|word| word.parse::<f64>().is_err());
    words.collect::<Vec<_>>().join(" ")
}

/// Compares what the commands of a page print with what it shows, and returns the page as it should
/// be.
fn compare(name: &str, page: &str, faults: &mut Vec<String>) -> String {
    let mut last_code = 0;
    let mut all = Vec::new();
    for shown in shown(page) {
        let place = format!("{name}:{}: {}", shown.line + 1, shown.command);
        let printed = if shown.command == "echo $?" {
            last_code.to_string()
        } else {
            match run(&shown.command) {
                Ok((printed, code)) => {
                    last_code = code;
                    printed
                }
                Err(why) => {
                    faults.push(format!("{place}: {why}"));
                    continue;
                }
            }
        };
        let printed: Vec<_> = printed.lines().map(str::to_owned).collect();
        let pairs = printed.iter().zip(&shown.output);
        let has_bytes = printed.iter().any(|line| line.contains("peak bytes"));
        let compared: fn(&str) -> String = if has_bytes && are_addresses_counted() {
            without_numbers
        } else {
            comparable
        };
        let alike = printed.len() == shown.output.len()
            && pairs.into_iter().all(|(a, b)| compared(a) == compared(b));
        if !alike {
            faults.push(format!("{place}\nprints\n{}", printed.join("\n")));
        }
        all.push((shown, printed));
    }
    let mut lines: Vec<_> = page.lines().map(str::to_owned).collect();
    for (shown, printed) in all.into_iter().rev() {
        let begin = shown.line + 1;
        lines.splice(begin..begin + shown.output.len(), printed);
    }
    lines.join("\n") + "\n"
}

#[test]
fn pages_show_what_the_program_prints() {
    let rewrite = std::env::var_os("STATEWALK_REWRITE_PAGES").is_some();
    let has_other_bytes = rewrite && are_addresses_counted();
    assert!(
        !has_other_bytes,
        "the bytes of the pages are those of a system that gives addresses away"
    );
    let mut faults = Vec::new();
    let mut count = 0;
    for path in pages() {
        let page = fs::read_to_string(&path).expect("a page can be read");
        let name = path.strip_prefix(root()).unwrap_or(&path).display();
        count += shown(&page).len();
        let right = compare(&name.to_string(), &page, &mut faults);
        if rewrite && right != page {
            fs::write(&path, right).expect("a page can be written");
        }
    }
    assert!(count > 0, "no page shows a command");
    assert!(rewrite || faults.is_empty(), "\n{}", faults.join("\n"));
}
