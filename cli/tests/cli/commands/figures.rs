//! What explorations are told to take, against what they take.

use serde_json::Value;

use crate::run_line;

/// The least and the most memory that an exploration is told to take.
fn told(store: &str, space: &str) -> (u64, u64) {
    let line = format!("explore -q --forecast --json --no-timing --store {store} {space}");
    let run = run_line(&line, "");
    assert_eq!(run.code, Some(0), "{line}: {}", run.stderr);
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    let bytes = |name: &str| document["forecasts"][0][name].as_u64().unwrap();
    (bytes("least_bytes"), bytes("most_bytes"))
}

#[test]
fn what_is_told_to_be_needed_suffices_and_less_is_refused() {
    let spaces = ["tiles w=3 h=3", "pancake n=7", "topspin n=7 k=4", "cube2"];
    let stores = ["planes", "plane-residues", "ranked", "residues", "bits"];
    for space in spaces {
        for store in stores {
            let (least, most) = told(store, space);
            let explore = |bytes: u64| {
                let line = format!("explore -q --json --store {store} --memory {bytes} {space}");
                let run = run_line(&line, "");
                (run.code, run.stdout, format!("{line}: {}", run.stderr))
            };
            let (code, stdout, why) = explore(most);
            assert_eq!(code, Some(0), "{why}");
            assert!(stdout.contains("\"complete\": true"), "{why}: {stdout}");
            // With the least it begins, and is broken off if anything.
            let (code, stdout, why) = explore(least);
            assert!(matches!(code, Some(0 | 3)), "{why}");
            let document: Value = serde_json::from_str(&stdout).expect(&why);
            let profile = document["spaces"][0]["profile"].as_array().expect(&why);
            assert!(!profile.is_empty(), "{why}");
            let (code, stdout, why) = explore(least - 1);
            assert_eq!((code, &*stdout), (Some(3), ""), "{why}");
            assert!(why.contains(&format!("takes {least} bytes")), "{why}");
        }
    }
}
