//! The stores that `encodings` advises where memory is short.

use crate::{run, run_line};

/// Where memory is short, the store that is advised is one of those there are, and what would fit is named.
#[test]
fn advice_is_right_where_memory_is_short() {
    let tiles = "encodings -q --no-timing --encoding parts tiles w=3 h=3 --memory";
    for (memory, told) in [
        // Neither the table nor the declared moves fit; every action costs 1 all the same.
        (
            "10kB",
            "store: packed hash: the 2-bit table would need 45 kB; there is room for at least 232 states\n",
        ),
        (
            "30kB",
            "there is room for at least 708 states; without distances, a 1-bit table takes 23 kB\n",
        ),
        (
            "100",
            "store: 2-bit table, 45 kB: every action can be undone and costs 1; the budget of 100 bytes is too small",
        ),
    ] {
        let run = run_line(&format!("{tiles} {memory}"), "");
        assert_eq!(run.code, Some(3), "{memory}");
        assert!(run.stdout.contains(told), "{memory}: {}", run.stdout);
    }
    for (memory, code, told) in [
        (
            "1KB",
            0,
            "store: packed hash: the 2-bit table would need 60 MB; there is room for at least 17 states\n",
        ),
        (
            "40MB",
            0,
            "; without distances, a 1-bit table takes 30 MB\n",
        ),
        (
            "100",
            3,
            "; the budget of 100 bytes is too small for any store\n",
        ),
    ] {
        let fields = [
            "--fields",
            "cell 12, permutation 11 even",
            "--memory",
            memory,
        ];
        let run = run(&[&["encodings"], &fields[..]].concat(), "");
        assert_eq!(run.code, Some(code), "{memory}");
        assert!(run.stdout.ends_with(told), "{memory}: {}", run.stdout);
    }
}
