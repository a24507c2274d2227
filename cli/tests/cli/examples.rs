//! The examples in the help of every subcommand, run as they stand there.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use crate::{root, run};

const SUBCOMMANDS: [&str; 10] = [
    "solve",
    "plans",
    "generate",
    "explore",
    "encodings",
    "audit",
    "compare",
    "check",
    "list",
    "completions",
];

/// The lines below `Examples:`.
fn examples(help: &str) -> Vec<&str> {
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    lines.map(str::trim).collect()
}

#[test]
fn every_example_runs() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    symlink(root().join("puzzles"), here.join("puzzles")).unwrap();
    fs::create_dir(here.join("bin")).unwrap();
    symlink(
        env!("CARGO_BIN_EXE_statewalk"),
        here.join("bin").join("statewalk"),
    )
    .unwrap();
    for shell in [
        ".local/share/bash-completion/completions",
        ".config/fish/completions",
    ] {
        fs::create_dir_all(here.join(shell)).unwrap();
    }
    let boards = run(&["generate", "magic", "n=5", "boards=2"], "").stdout;
    fs::write(here.join("boards.txt"), boards).unwrap();
    let all = SUBCOMMANDS.map(|name| run(&[name, "--help"], "").stdout);
    let whole = run(&["--help"], "").stdout;
    for (name, help) in [""]
        .iter()
        .chain(&SUBCOMMANDS)
        .zip([whole].iter().chain(&all))
    {
        let examples = examples(help);
        assert!(examples.len() > 1, "{name}: {help}");
        for example in examples {
            // A smaller space will do.
            let line = example.replace("w=3 h=4", "w=3 h=2");
            let output = Command::new("sh")
                .args(["-c", &line])
                .current_dir(here)
                .env("HOME", here)
                .env(
                    "PATH",
                    format!("{}:/usr/bin:/bin", here.join("bin").display()),
                )
                .output()
                .unwrap();
            // An instance of the project has a question that is settled without a plan.
            let code = output.status.code();
            assert!(code.is_some_and(|code| code < 2), "{example}: {output:?}");
        }
    }
}
