//! Macros of a puzzle: found, kept, read back and proved.

use crate::run;

fn list(words: &[&str], stdin: &str) -> crate::Run {
    run(&[&["list"], words].concat(), stdin)
}

#[test]
fn a_table_that_was_found_is_proved_when_it_is_read() {
    for (words, head) in [
        (
            &["tiles", "--macros"][..],
            "# 30 patterns: 20 with a macro, replayed, and proved to be the cheapest; 10 proved to have none; the table is complete\nmacros tiles\n",
        ),
        (
            &["tiles", "--macros", "w=2", "h=2"],
            "# 5 patterns: 2 with a macro, replayed, and proved to be the cheapest; 3 proved to have none; the table is complete\nmacros tiles h=2 w=2\n",
        ),
        // With one empty block, two kings of an even side pass each other, with diagonals or without.
        (
            &["kings", "--macros"],
            "# 5 patterns: 5 with a macro, replayed, and proved to be the cheapest; the table is complete\nmacros kings\n",
        ),
        (
            &["topspin", "--macros", "n=6", "k=4"],
            "# 55 patterns: 55 with a macro, replayed, and proved to be the cheapest; the table is complete\nmacros topspin k=4 n=6\n",
        ),
    ] {
        let found = list(words, "");
        assert_eq!(
            (found.code, found.stderr.as_str()),
            (Some(0), ""),
            "{found:?}"
        );
        assert!(found.stdout.starts_with(head), "{}", found.stdout);
        let read = list(&["--macros", "--from", "-"], &found.stdout);
        assert_eq!(read.code, Some(0), "{read:?}");
        // A file proves its macros, and nothing of what is not in it.
        let is_macro = |line: &&str| line.starts_with("macro ") || line.starts_with("  ");
        let macros = |text: &str| text.lines().filter(is_macro).collect::<Vec<_>>().join("\n");
        assert_eq!(macros(&read.stdout), macros(&found.stdout));
        assert!(!read.stdout.contains("proved"), "{}", read.stdout);
    }
}

#[test]
fn what_does_not_replay_is_refused_with_its_place() {
    let table = list(&["tiles", "--macros", "w=2", "h=2"], "").stdout;
    let first = table
        .lines()
        .position(|line| line.starts_with("macro "))
        .expect("a macro")
        + 1;
    let at = |line: usize, words: &str| format!("standard input:{line}: {words}");
    for (text, told) in [
        (
            table.replacen("macro cycle-1-2-3", "macro cycle-1-3-2", 1),
            at(first, "found `cycle-1-3-2`"),
        ),
        (
            table.replacen("macro cycle-1-2-3", "macro cycle-9-9-9", 1),
            "expected the name of a pattern".to_owned(),
        ),
        (
            table.replacen("\n  up\n", "\n  down\n", 1),
            "expected an action that is applicable there".to_owned(),
        ),
        (
            table.replacen("\n  up\n", "\n  jump\n", 1),
            "found `jump`, expected where the blank goes".to_owned(),
        ),
        (
            table.replacen("w=2", "w=7", 1),
            "the parameter `w` is `7`".to_owned(),
        ),
        (
            table.replacen("macros tiles", "macros tails", 1),
            "tails".to_owned(),
        ),
        (
            table.replacen("macros tiles", "macros magic", 1),
            "magic cannot find macros".to_owned(),
        ),
        (
            String::new(),
            "found the end of the input, expected `macros`".to_owned(),
        ),
    ] {
        let refused = list(&["--macros", "--from", "-"], &text);
        assert_eq!(
            (refused.code, refused.stdout.as_str()),
            (Some(2), ""),
            "{told}: {refused:?}"
        );
        assert!(refused.stderr.contains(&told), "{told}: {}", refused.stderr);
    }
    let other = list(&["topspin", "--macros", "--from", "-"], &table);
    assert!(
        other
            .stderr
            .contains("found macros of tiles, expected those of topspin"),
        "{other:?}"
    );
}

#[test]
fn limits_leave_patterns_open() {
    let words = ["tiles", "--macros", "w=3", "h=3", "--max-expansions", "20"];
    let open = list(&words, "");
    assert_eq!(open.code, Some(3), "{open:?}");
    assert!(open.stdout.contains(" open\n"), "{}", open.stdout);
    assert!(!open.stdout.contains("complete"), "{}", open.stdout);
    let json = list(&["tiles", "--macros", "--json", "w=2", "h=2"], "");
    let document: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    let table = &document["macros"];
    assert_eq!(
        (table["puzzle"].as_str(), table["complete"].as_bool()),
        (Some("tiles"), Some(true))
    );
    let patterns = table["patterns"].as_array().unwrap();
    let findings: Vec<_> = patterns
        .iter()
        .map(|p| p["finding"].as_str().unwrap())
        .collect();
    assert_eq!(
        findings,
        ["impossible", "impossible", "impossible", "macro", "macro"]
    );
    let nothing = list(&["--macros"], "");
    assert_eq!(nothing.code, Some(2), "{nothing:?}");
}
