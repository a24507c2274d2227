//! What explorations are told to take, against what they take.

use serde_json::Value;

use crate::run_line;

/// What an exploration is told to take, in the field `name`.
fn told(store: &str, space: &str, name: &str) -> Option<u64> {
    let line = format!("explore -q --forecast --json --no-timing --store {store} {space}");
    let run = run_line(&line, "");
    assert_eq!(run.code, Some(0), "{line}: {}", run.stderr);
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    document["forecasts"][0][name].as_u64()
}

/// Explores within so much memory, and shows how that ended.
fn explored(store: &str, space: &str, bytes: u64) -> (Option<i32>, String, String) {
    let line = format!("explore -q --json --store {store} --memory {bytes} {space}");
    let run = run_line(&line, "");
    (run.code, run.stdout, format!("{line}: {}", run.stderr))
}

/// Says that a document tells of a whole space, and returns what it took.
fn whole(document: &str, why: &str) -> u64 {
    assert!(document.contains("\"complete\": true"), "{why}: {document}");
    let document: Value = serde_json::from_str(document).expect(why);
    let maxima = &document["spaces"][0]["local_maxima"];
    assert!(maxima.get("limit").is_none_or(Value::is_null), "{why}");
    let took = &document["spaces"][0]["stats"]["peak_bytes"];
    took.as_u64().expect(why)
}

#[test]
fn what_is_told_to_be_needed_suffices_and_less_is_refused() {
    let by_rank = ["ranked", "residues", "bits"];
    let all = ["planes", "plane-residues", "ranked", "residues", "bits"];
    // Towers of three pegs and the magic board are deeper than a byte can tell.
    let spaces: [(&str, &[&str]); 15] = [
        ("tiles w=3 h=3", &all),
        ("pancake n=7", &all),
        ("topspin n=7 k=4", &all),
        ("cube2", &all),
        ("hanoi pegs=3 disks=7", &by_rank),
        ("hanoi pegs=3 disks=8", &by_rank),
        ("hanoi pegs=3 disks=10", &by_rank),
        ("hanoi pegs=3 disks=11", &["ranked"]),
        ("hanoi pegs=4 disks=6", &by_rank),
        ("magic n=3", &["ranked", "bits"]),
        ("magic n=252", &["ranked", "bits"]),
        ("magic n=300", &["ranked", "bits"]),
        ("--local-maxima=20 hanoi pegs=3 disks=9", &["ranked"]),
        ("--backward hanoi pegs=3 disks=9", &["ranked"]),
        ("--backward magic n=260", &["ranked"]),
    ];
    for (space, stores) in spaces {
        for store in stores {
            let bytes = |name| told(store, space, name).expect(name);
            let (least, most) = (bytes("least_bytes"), bytes("most_bytes"));
            // With the least it comes to its end as with the most.
            for memory in [least, u64::midpoint(least, most), most, 2 * most] {
                let (code, stdout, why) = explored(store, space, memory);
                assert_eq!(code, Some(0), "{why}");
                assert!(whole(&stdout, &why) <= memory, "{why}");
            }
            let (code, stdout, why) = explored(store, space, least - 1);
            assert_eq!((code, &*stdout), (Some(3), ""), "{why}");
            assert!(why.contains(&format!("takes {least} bytes")), "{why}");
        }
    }
}

#[test]
fn a_refusal_names_what_is_enough_however_little_there_is() {
    // One plane of these does not fit, and less than all that it takes is never named.
    for (space, memory) in [("tiles w=7 h=2", 5 << 30), ("tiles w=4 h=3", 1000)] {
        let needed = told("planes", space, "least_bytes").unwrap();
        for memory in [memory, needed - 1] {
            let (code, _, why) = explored("planes", space, memory);
            assert_eq!(code, Some(3), "{why}");
            assert!(why.contains(&format!("takes {needed} bytes")), "{why}");
        }
    }
}

#[test]
fn weighted_sweeps_are_refused_before_they_start() {
    // Of the board of huarong it is known only when it was prepared, which can be done with less where there is less.
    let spaces = [
        ("graph", 1),
        ("--backward graph", 1),
        ("--backward huarong n=60 m=60", 100_000),
        ("--backward huarong n=60 m=60", 376_000),
    ];
    for (space, less) in spaces {
        let least = told("weighted", space, "least_bytes").expect(space);
        assert_eq!(told("weighted", space, "most_bytes"), None);
        assert!(told("weighted", space, "ranks") > Some(1), "{space}");
        let (code, stdout, why) = explored("weighted", space, least - less);
        assert_eq!((code, &*stdout), (Some(3), ""), "{why}");
        let (_, needed) = why.split_once("takes at least ").expect(&why);
        let (needed, _) = needed.split_once(" bytes").expect(&why);
        assert!(needed.parse::<u64>().unwrap() > least - less, "{why}");
        // Not much more is enough here.
        let (code, stdout, why) = explored("weighted", space, 2 * least);
        assert_eq!(code, Some(0), "{why}");
        assert!(whole(&stdout, &why) + less >= least, "{why}");
    }
}
