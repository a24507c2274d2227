//! Broken graphs are refused with their place, and nothing panics.

use proptest::prelude::*;
use statewalk::catalog::params::Params;
use statewalk_puzzles::puzzle;

/// A text, options, and what is said of it.
const REFUSED: &[(&str, &[&str], &str)] = &[
    (
        "",
        &[],
        "line 1, column 1: found the end of the input, expected the line `p sp` with the numbers of nodes and arcs",
    ),
    (
        "c nothing else\n",
        &[],
        "line 2, column 1: found the end of the input, expected the line `p sp` with the numbers of nodes and arcs",
    ),
    (
        "a 1 2 3\np sp 2 1\n",
        &[],
        "line 1, column 1: found `a`, expected the line `p sp` with the numbers of nodes and arcs before it",
    ),
    (
        "q 1 2\n",
        &[],
        "line 1, column 1: found `q`, expected the line `p sp` with the numbers of nodes and arcs before it",
    ),
    (
        "p\n",
        &[],
        "line 1, column 2: found the end of the line, expected `sp` or `aux`",
    ),
    (
        "p cnf 3 2\n",
        &[],
        "line 1, column 3: found `cnf`, expected `sp` or `aux`",
    ),
    (
        "p sp\n3 3\n",
        &[],
        "line 1, column 5: found the end of the line, expected the number of nodes",
    ),
    (
        "p sp 0 0\n",
        &[],
        "line 1, column 6: found `0`, expected the number of nodes (1 to 4294967294)",
    ),
    (
        "p sp 4294967295 0\n",
        &[],
        "line 1, column 6: found `4294967295`, expected the number of nodes (1 to 4294967294)",
    ),
    (
        "p sp 4294967294 0\n",
        &[],
        "line 1, column 6: found `4294967294`, expected at most 1048576 nodes in a graph of 0 arcs",
    ),
    (
        "p sp 1048577 1\na 1 1048577 1\n",
        &[],
        "line 1, column 6: found `1048577`, expected at most 1048576 nodes in a graph of 1 arc",
    ),
    (
        "p sp 3 -1\n",
        &[],
        "line 1, column 8: found `-1`, expected the number of arcs (0 to 4294967294)",
    ),
    (
        "p sp 3 1 7\n",
        &[],
        "line 1, column 10: found `7`, expected the end of the line",
    ),
    (
        "p sp 3 0\np sp 3 0\n",
        &[],
        "line 2, column 3: found `sp`, expected no second graph: a file holds one line `p sp`",
    ),
    (
        "p aux sp xx 3\n",
        &[],
        "line 1, column 10: found `xx`, expected `p2p` or `ss`",
    ),
    (
        "p aux\n",
        &[],
        "line 1, column 6: found the end of the line, expected `sp`",
    ),
    (
        "p sp 3 1\na 0 1 1\n",
        &[],
        "line 2, column 3: found `0`, expected the node that the arc comes from (1 to 3)",
    ),
    (
        "p sp 3 1\na 1 4 1\n",
        &[],
        "line 2, column 5: found `4`, expected the node that the arc leads to (1 to 3)",
    ),
    (
        "p sp 3 1\na 1 4 1\n",
        &["header=any"],
        "line 2, column 5: found `4`, expected the node that the arc leads to (1 to 3)",
    ),
    (
        "p sp 3 1\na 1 2\n",
        &[],
        "line 2, column 6: found the end of the line, expected the cost of the arc",
    ),
    (
        "p sp 3 1\na 1 2",
        &[],
        "line 2, column 6: found the end of the input, expected the cost of the arc",
    ),
    (
        "p sp 3 1\na 1 2 1.5\n",
        &[],
        "line 2, column 7: found `1.5`, expected the cost of the arc (a whole number, -9223372036854775808 to 9223372036854775807)",
    ),
    (
        "p sp 3 1\na 1 2 9223372036854775808\n",
        &[],
        "line 2, column 7: found `9223372036854775808`, expected the cost of the arc (a whole number, -9223372036854775808 to 9223372036854775807)",
    ),
    (
        "p sp 3 1\na 1 2 3 4\n",
        &[],
        "line 2, column 9: found `4`, expected the end of the line",
    ),
    (
        "p sp 3 1\ne 1 2 3\n",
        &[],
        "line 2, column 1: found `e`, expected a line that begins with `c`, `p`, `a`, `q` or `s`",
    ),
    (
        "p sp 3 1\na1 2 3\n",
        &[],
        "line 2, column 1: found `a1`, expected a line that begins with `c`, `p`, `a`, `q` or `s`",
    ),
    (
        "p sp 3 0\nq 1\n",
        &[],
        "line 2, column 4: found the end of the line, expected the node to end at",
    ),
    (
        "p sp 3 0\ns 1 2\n",
        &[],
        "line 2, column 5: found `2`, expected the end of the line",
    ),
    (
        "p sp 3 0\n",
        &["from=4"],
        "the parameter `from` is `4`, expected nodes from 1 to 3",
    ),
    (
        "p sp 3 0\n",
        &["to=0"],
        "the parameter `to` is `0`, expected nodes from 1 on, joined by commas, `last` or `all`",
    ),
    (
        "p sp 3 0\n",
        &["to=1,,2"],
        "the parameter `to` is `1,,2`, expected nodes from 1 on, joined by commas, `last` or `all`",
    ),
    (
        "p sp 2000 0\n",
        &["from=all", "to=all"],
        "the parameter `to` is `all`, expected at most 2000000 questions; these are 4000000",
    ),
    (
        "p sp 3 0\n",
        &["header=maybe"],
        "the parameter `header` is `maybe`, expected exact or any",
    ),
    (
        "p sp 3 0\n",
        &["blank=first"],
        "there is no parameter `blank`; known: from, to, header",
    ),
];

#[test]
fn broken_files_are_refused_by_the_place() {
    for (text, options, expected) in REFUSED {
        let options = Params::parse(options).unwrap();
        let error = puzzle("graph").unwrap().read(text.as_bytes(), &options);
        assert_eq!(error.unwrap_err().to_string(), *expected, "{text:?}");
    }
}

/// Two million questions are enough: a line `s` asks one for each node.
#[test]
fn too_many_questions_are_refused() {
    let text = "p sp 1000000 0\ns 1\ns 2\ns 3\n";
    let error = puzzle("graph")
        .unwrap()
        .read(text.as_bytes(), &Params::default());
    assert_eq!(
        error.unwrap_err().to_string(),
        "line 4, column 1: found `s`, expected at most 2000000 questions, of which a line `s` asks one for each node"
    );
}

#[test]
fn other_texts_are_not_taken_for_graphs() {
    let entry = puzzle("graph").unwrap();
    for text in [
        "",
        "p\n",
        "p cnf 3 2\n",
        "a 1 2 3\n",
        "3 3\n",
        "p aux sp p2p 1\n",
        "q 1 2\n",
        "\u{0}",
    ] {
        assert!(!entry.sniff(text.as_bytes()), "{text:?}");
    }
    for text in [
        "p sp 3 3\n",
        "c\n",
        "c p\nc\n\np sp",
        "\u{feff}\r\nc x\r\np\tsp\r\n",
    ] {
        assert!(entry.sniff(text.as_bytes()), "{text:?}");
    }
}

#[test]
fn plans_that_are_none_are_refused() {
    let text = "p sp 4 5\na 1 2 4\na 1 2 4\na 1 2 7\na 2 3 1\na 3 4 1\n";
    let options = Params::parse(&["to=3"]).unwrap();
    let entry = puzzle("graph").unwrap();
    for (plan, said) in [
        ("2\n3", "Right { cost: 5, steps: 2 }"),
        ("2 cost 4\n 3 ", "Right { cost: 5, steps: 2 }"),
        ("2 cost 4 number 2\n3 cost 1", "Right { cost: 5, steps: 2 }"),
        ("2 cost 7 number 1\n3", "Right { cost: 8, steps: 2 }"),
        (
            "2 cost 4 number 3\n3",
            "action 1: found `2 cost 4 number 3`, expected one of the arcs from node 1 to node 2, of which there are 3",
        ),
        ("2 cost 4 number 0\n3", "expected one of the arcs"),
        ("2 cost 5\n3", "expected one of the arcs"),
        ("2 cost x\n3", "expected one of the arcs"),
        (
            "2 4\n3",
            "expected a node, or `NODE cost COST`, or `NODE cost COST number N`",
        ),
        (
            "3",
            "action 1: found `3`, expected a node that an arc leads to from node 1",
        ),
        ("0", "expected a node from 1 to 4"),
        ("5", "expected a node from 1 to 4"),
        ("", "not in a goal"),
        ("2\n3\n4", "not in a goal"),
    ] {
        let checked = entry.check(text.as_bytes(), &options, &vec![Some(plan.to_owned())]);
        let found = format!("{:?}", checked.unwrap()[0].finding);
        assert!(found.contains(said), "{plan:?}: {found}");
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in "[cpaqs 0-9\\-\n\t\r.]{0,80}", cut in 0usize..60) {
        let entry = puzzle("graph").unwrap();
        let none = Params::default();
        let whole = "p sp 3 3\na 1 2 3\na 2 3 1\na 1 3 9\np aux sp p2p 1\nq 1 3\n";
        for text in [text.clone(), format!("{}{text}", &whole[..cut.min(whole.len())])] {
            let _ = (entry.sniff(text.as_bytes()), entry.read(text.as_bytes(), &none));
        }
    }
}
