//! What is done where no strategy is named: it settles the instances that the field measures itself by.

use crate::run;

/// A text, the options, how it is solved, and the costs.
type Row = (
    &'static str,
    &'static [&'static str],
    &'static str,
    &'static [u32],
);

const TILES: &str = "by ida-star on stack with pdb:5-5-5";
const PANCAKE: &str = "by astar on interned with gap";

/// Costs of the 15-puzzle are those that Korf published in 1985; the others are small enough to be counted by hand, or were
/// found by searches without estimates.
const SOLVED: &[Row] = &[
    (
        "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n\
         13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6\n\
         14 7 8 2 13 11 10 4 9 12 5 0 3 6 1 15\n\
         5 12 10 7 15 11 14 0 8 2 1 13 3 4 9 6\n\
         4 7 14 13 10 3 9 12 11 5 6 15 1 2 8 0\n",
        &[],
        TILES,
        &[57, 55, 59, 56, 56],
    ),
    (
        "3\n8 6 7\n2 5 4\n3 0 1\n3\n6 4 7\n8 5 0\n3 2 1\n",
        &["blank=last"],
        TILES,
        &[31, 31],
    ),
    ("1 4\n1 2 0 3\n2\n1 0\n2 3\n", &[], TILES, &[2, 1]),
    ("3 1 0 4 2 10 5 6 8 11 9 7\n", &["size=4x3"], TILES, &[32]),
    (
        "5\n1 2 0 3 4\n5 6 7 8 9\n10 11 12 13 14\n15 16 17 18 19\n20 21 22 23 24\n",
        &[],
        TILES,
        &[2],
    ),
    ("2 1\n3 1 4 2\n1\n", &[], PANCAKE, &[1, 4, 0]),
    (
        "3 7 16 1 12 5 14 9 2 11 6 15 4 13 8 10\n",
        &[],
        PANCAKE,
        &[17],
    ),
];

#[test]
fn the_defaults_settle_what_the_field_asks() {
    for (text, options, by, costs) in SOLVED {
        let mut words = vec!["solve", "-q", "--no-plan", "--no-timing", "--optimal", "-"];
        words.extend(options.iter().flat_map(|option| ["-p", option]));
        let told = run(&words, *text);
        assert_eq!(told.code, Some(0), "{}{}", told.stdout, told.stderr);
        let (heading, rest) = told.stdout.split_once('\n').unwrap();
        assert!(heading.contains(by), "{heading}");
        for (line, cost) in rest.lines().zip(*costs) {
            let expected = format!(": solved, cost {cost}, proved optimal");
            assert!(line.ends_with(&expected), "{line}: {expected}");
        }
        assert_eq!(rest.lines().count(), costs.len() + 1, "{rest}");
    }
}
