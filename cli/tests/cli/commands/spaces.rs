//! Spaces that are explored and instances that are generated, by name and by file.

use std::fs;

use super::Stdout::{Has, Is};
use super::{check, row};
use crate::{run, run_line};

#[test]
fn exploring() {
    check(&[
        row(
            "explore -q magic n=3 --output csv",
            "",
            0,
            Is(
                "space,depth,states,direction\n1,0,1,forward\n1,1,6,forward\n1,2,17,forward\n\
                1,3,25,forward\n1,4,20,forward\n1,5,3,forward\n",
            ),
            &[],
        ),
        row(
            "explore -q puzzles/instances/huarong/noip2013.txt",
            "",
            0,
            Is(
                "# huarong, explored on interned, depths from the start of question 1\n\
                depth  states\n\
                \x20   0       1\n    1       1\n    2       2\n    3       2\n    4       4\n\
                \x20   5       2\n    6       4\n    7       1\n    8       1\n\
                18 states, the deepest at depth 8\n1 state of 1 at depth 8:\n\n\
                \x20 #oo.\n  #o@#\n  #o##\n",
            ),
            &[],
        ),
        row(
            "explore -q kings n=3 k=3 --json --no-timing",
            "",
            0,
            Has(&["\"states\": 24", "\"complete\": true"]),
            &[],
        ),
        row(
            "explore -q --deepest 0 --store bits magic n=5",
            "",
            0,
            Has(&["200 states"]),
            &[],
        ),
        row(
            "explore -q mgic n=3",
            "",
            2,
            Is(""),
            &["did you mean `magic`?"],
        ),
        row(
            "explore -q magic m=3",
            "",
            2,
            Is(""),
            &["no parameter `m`", "did you mean `n`?"],
        ),
        row("explore -q magic n=0", "", 2, Is(""), &["`n` is `0`"]),
        row(
            "explore -q magic --store interend",
            "",
            2,
            Is(""),
            &["no store `interend`"],
        ),
        row(
            "explore -q puzzles/instances/huarong/noip2013.txt n=3",
            "",
            2,
            Is(""),
            &["-p"],
        ),
    ]);
}

#[test]
fn local_maxima() {
    const PLANES: &str =
        "the store `planes`; these can: plane-residues, ranked, residues, interned";
    check(&[
        // The first store that can is taken.
        row(
            "explore -q --deepest 0 --local-maxima=0 tiles w=3 h=2",
            "",
            0,
            Has(&[
                "explored on plane-residues",
                "depth  states  local maxima\n    0       1             0\n",
            ]),
            &[],
        ),
        row(
            "explore -q --deepest 0 --local-maxima --backward magic n=3",
            "",
            0,
            Has(&["1 of them drawn\n\nat depth "]),
            &[],
        ),
        row(
            "explore -q --local-maxima --store planes tiles",
            "",
            2,
            Is(""),
            &[PLANES],
        ),
        row(
            "explore -q --local-maxima --store bits magic n=3",
            "",
            2,
            Is(""),
            &["the store `bits`; these can: ranked"],
        ),
        row(
            "explore -q --local-maxima --checkpoint folder --store planes tiles",
            "",
            2,
            Is(""),
            &["on the store `planes`; these can: plane-residues, ranked, residues\n"],
        ),
        row(
            "explore -q --checkpoint folder --store interned tiles",
            "",
            2,
            Is(""),
            &[
                "on the store `interned`; these can: planes, plane-residues, ranked, bits, residues\n",
            ],
        ),
        row(
            "explore -q --checkpoint folder puzzles/instances/huarong/noip2013.txt",
            "",
            2,
            Is(""),
            &["huarong makes no checkpoints on the store `interned`; none of its stores can\n"],
        ),
        row(
            "explore -q --local-maxima=0 --output csv --store ranked puzzles/instances/magic/two-boards.txt --max-states 9",
            "",
            3,
            Is(
                "space,depth,states,direction,local_maxima\n1,0,1,forward,0\n1,1,4,forward,0\n1,2,3,forward,3\n\
                2,0,1,forward,\n2,1,6,forward,\n",
            ),
            &[],
        ),
        // What lines of CSV cannot tell is told beside them.
        row(
            "explore --output csv --no-timing --store ranked puzzles/instances/magic/two-boards.txt --max-states 9",
            "",
            3,
            Has(&["1,0,1,forward\n1,1,4,forward\n"]),
            &["space 2: not the whole space: the limit of 9 states was reached"],
        ),
        row(
            "explore -q --local-maxima=2 --output csv magic n=1",
            "",
            0,
            Is(
                "space,depth,states,direction,local_maxima,kind,state\n1,0,1,forward,1,layer,\n\
                1,0,,forward,,deepest,\"1\"\n1,0,,forward,,local_maximum,\"1\"\n",
            ),
            &[],
        ),
        row(
            "explore -q --local-maxima=2 --json --no-timing magic n=2",
            "",
            0,
            Has(&[
                "\"local_maxima\": {\n        \"count\": 3,",
                "\"state\": \"4 3\\n2 1\\n\"",
            ]),
            &[],
        ),
    ]);
}

#[test]
fn states_in_csv() {
    check(&[
        // Two of the three that are deepest, as the text shows them.
        row(
            "explore -q --backward --deepest 2 --output csv magic n=3",
            "",
            0,
            Is(
                "space,depth,states,direction,kind,state\n1,0,1,backward,layer,\n1,1,6,backward,layer,\n\
                1,2,17,backward,layer,\n1,3,25,backward,layer,\n1,4,20,backward,layer,\n1,5,3,backward,layer,\n\
                1,5,,backward,deepest,\"9 3 6\n7 1 4\n8 2 5\"\n1,5,,backward,deepest,\"3 9 6\n1 7 4\n2 8 5\"\n",
            ),
            &[],
        ),
        row(
            "explore -q --deepest 0 --output csv magic n=1",
            "",
            0,
            Is("space,depth,states,direction\n1,0,1,forward\n"),
            &[],
        ),
        // Of several spaces, of which one is not seen whole.
        row(
            "explore -q --local-maxima --deepest 0 --output csv --store ranked puzzles/instances/magic/two-boards.txt --max-states 9",
            "",
            3,
            Is(
                "space,depth,states,direction,local_maxima,kind,state\n1,0,1,forward,0,layer,\n\
                1,1,4,forward,0,layer,\n1,2,3,forward,3,layer,\n1,2,,forward,,local_maximum,\"3 4\n1 2\"\n\
                2,0,1,forward,,layer,\n2,1,6,forward,,layer,\n",
            ),
            &[],
        ),
    ]);
}

#[test]
fn histograms() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("profile.svg");
    let path = path.to_str().unwrap();
    let drawn = run(
        &[
            "explore",
            "tiles",
            "w=3",
            "h=2",
            "--no-timing",
            "--local-maxima=2",
            "--svg",
            path,
        ],
        "",
    );
    assert_eq!(drawn.code, Some(0), "{}", drawn.stderr);
    assert!(drawn.stderr.contains("profile.svg is written"));
    let chart = fs::read_to_string(path).unwrap();
    assert!(chart.starts_with("<svg ") && chart.ends_with("</svg>\n"));
    for part in [
        "tiles h=2 w=3: depth profile",
        "360 states",
        "<title>21: 1</title>",
        ">1 state of 1 at depth 21<",
        ">47 local maxima, 2 of them drawn<",
        "<title>16: 10</title>",
        ">at depth 18<",
        ">_ 3 4<",
        ">at depth 20<",
    ] {
        assert!(chart.contains(part), "{part}");
    }
    // Depths 0 to 21, and those of local maxima: 7, 8, and 10 to 21.
    assert_eq!(chart.matches("class=\"bar\"").count(), 22 + 14);
    // The deepest state is the last of the three, and the one that the text shows.
    let board = drawn.stdout.split("at depth 21:\n\n").nth(1).unwrap();
    for line in board.lines().take(2) {
        let line = line.trim_start();
        assert!(chart.contains(&format!(">{line}</text>")), "{line}");
    }
    check(&[row(
        "explore -q magic n=3 --svg no/such/folder/profile.svg",
        "",
        4,
        // A picture that cannot be written costs no answer.
        Has(&["72 states, the deepest at depth 5"]),
        &["no/such/folder/profile.svg: cannot write it"],
    )]);
}

#[test]
fn exploring_backward() {
    check(&[
        row(
            "explore -q --backward --deepest 3 magic n=3",
            "",
            0,
            Has(&[
                "# magic n=3, explored on ranked, depths to the goal\n",
                "3 states of 3 at depth 5:",
            ]),
            &[],
        ),
        row(
            "explore -q --backward --json --no-timing kings n=3 k=2",
            "",
            0,
            Has(&["\"direction\": \"backward\"", "\"origin\": \"the goal\""]),
            &[],
        ),
        row(
            "explore -q --backward --output csv magic n=1",
            "",
            0,
            Is("space,depth,states,direction\n1,0,1,backward\n"),
            &[],
        ),
        row(
            "explore -q --backward puzzles/instances/huarong/noip2013.txt",
            "",
            0,
            Has(&["# huarong, explored on weighted, depths to the goal\n"]),
            &[],
        ),
        row(
            "explore -q --backward --store bits magic",
            "",
            2,
            Is(""),
            &["no backward store `bits`", "it offers: ranked"],
        ),
        row(
            "explore -q --store residues magic",
            "",
            2,
            Is(""),
            &[
                "magic has no store `residues` (which needs numbered states, and an action of cost 1 back for every action of cost 1); it offers: ",
            ],
        ),
    ]);
}

#[test]
fn generating() {
    let once = run_line("generate magic n=4 boards=3 --seed 5", "");
    assert_eq!(once.code, Some(0));
    assert_eq!(once, run_line("generate magic n=4 boards=3 --seed 5", ""));
    assert_ne!(
        once.stdout,
        run_line("generate magic n=4 boards=3 --seed 6", "").stdout
    );
    let solved = run_line("solve -q --output contest -", once.stdout);
    assert_eq!((solved.code, solved.stdout.lines().count()), (Some(0), 3));

    let folder = tempfile::tempdir().unwrap();
    let into = folder.path().join("new/instances");
    let words = [
        "generate", "kings", "n=5", "k=4", "--count", "3", "--seed", "9", "--into",
    ];
    let words = [&words[..], &[into.to_str().unwrap()]].concat();
    let made = run(&words, "");
    assert_eq!(made.code, Some(0));
    assert!(made.stderr.contains("kings-11.txt is written"), "{made:#?}");
    let again = run(&words, "");
    assert_eq!(again.code, Some(2));
    assert!(
        again.stderr.contains("kings-9.txt: found a file"),
        "{again:#?}"
    );
    assert_eq!(run(&[&words[..], &["--force"]].concat(), "").code, Some(0));
    let two = [10, 11].map(|seed| {
        let file = fs::read_to_string(into.join(format!("kings-{seed}.txt"))).unwrap();
        let line = format!("generate kings n=5 k=4 --seed {seed}");
        assert_eq!(file, run_line(&line, "").stdout);
        file
    });
    assert_ne!(two[0], two[1]);
    check(&[
        row(
            "generate magic --solvable n=2",
            "",
            0,
            Has(&["1\n2\n"]),
            &[],
        ),
        row("generate kings n=4", "", 0, Has(&["4 4\n"]), &[]),
        row(
            "generate kings n=3 k=4 --solvable --seed 2",
            "",
            0,
            Has(&["3 4\n"]),
            &[],
        ),
        row("generate magik", "", 2, Is(""), &["did you mean `magic`?"]),
        row(
            "generate magic size=3",
            "",
            2,
            Is(""),
            &["no parameter `size`; known: n"],
        ),
        row("generate magic n", "", 2, Is(""), &["key=value"]),
        row("generate magic n=3 n=4", "", 2, Is(""), &["given twice"]),
        row("generate magic --count 0", "", 2, Is(""), &["--count"]),
        row(
            "generate kings n=4 --count 2",
            "",
            2,
            Is(""),
            &["a file of kings holds one", "--into FOLDER"],
        ),
        row(
            "generate magic boards=600000 n=1 --count 2",
            "",
            2,
            Is(""),
            &["--count 2: found too many instances"],
        ),
        row(
            "generate magic --into /proc/nowhere",
            "",
            4,
            Is(""),
            &["cannot write"],
        ),
    ]);
}

#[test]
fn forecasts_tell_size_memory_and_disk_and_explore_nothing() {
    const SIZES: &str = "\"ranks\": 239500800,\n      \"least_bytes\": 239503203,";
    check(&[
        row(
            "explore --forecast magic n=10 --store bits",
            "",
            0,
            Has(&["# magic n=10, forecast on bits, forward\n800 ranks\n1373 bytes"]),
            &["about ", "measured on 800 states"],
        ),
        row(
            "explore --forecast --no-timing --store ranked --backward tiles w=4 h=3 --json",
            "",
            0,
            Has(&[
                SIZES,
                "\"disk_bytes\": 598930972",
                "\"direction\": \"backward\"",
            ]),
            &[],
        ),
        row(
            "explore -q --forecast tiles w=4 h=3",
            "",
            0,
            Has(&["239500800 ranks", "checkpoints take at most "]),
            &[],
        ),
        row(
            "explore -q --forecast tiles w=7 h=2",
            "",
            0,
            Has(&["forecast on planes", "43589145600 ranks"]),
            &[],
        ),
        row(
            "explore --forecast tiles w=3 h=3",
            "",
            0,
            Has(&["181440 ranks"]),
            &["on one thread (the whole space was swept to measure it: 181440 states)"],
        ),
        row(
            "explore --forecast --store plane-residues tiles w=3 h=3",
            "",
            0,
            Has(&["181440 ranks"]),
            &["on one thread"],
        ),
        row(
            "explore -q --forecast --memory 1MB --store ranked --json --no-timing tiles w=4 h=3",
            "",
            3,
            Has(&["\"fits\": false"]),
            &[],
        ),
        row(
            "explore -q --forecast --memory 1MB tiles w=4 h=3",
            "",
            3,
            Has(&["it does not fit: there is room for 1000000 bytes"]),
            &[],
        ),
    ]);
}

#[test]
fn forecasts_of_what_no_machine_holds_come_at_once() {
    check(&[
        // Their moves would take far longer than the sweeps of other tests, and all that the machine has.
        row(
            "explore -q --forecast --memory 1e18 pancake n=16",
            "",
            0,
            Has(&["20922789888000 ranks", "at least "]),
            &[],
        ),
        row(
            "explore -q --forecast topspin n=20 k=20",
            "",
            3,
            Has(&["2432902008176640000 ranks", "it does not fit: "]),
            &[],
        ),
        row(
            "explore --forecast --memory 1GB tiles w=4 h=4",
            "",
            3,
            Has(&["10461394944000 ranks", "it does not fit"]),
            &[
                " on one thread if every rank is reached, over some ",
                "(measured on chunks of planes)",
            ],
        ),
        row(
            "explore -q --forecast kings n=4 k=2",
            "",
            0,
            Has(&["size and memory are not known beforehand"]),
            &[],
        ),
        row(
            "explore --forecast --output csv magic",
            "",
            2,
            Is(""),
            &["a forecast is written as text or JSON"],
        ),
    ]);
}

/// The verdicts and costs of all questions of `file`.
fn answers(file: String) -> Vec<[String; 2]> {
    let words = "solve --json --no-timing --no-plan -";
    let solved = run_line(words, file);
    assert!(matches!(solved.code, Some(0 | 1)), "{solved:#?}");
    let document: serde_json::Value = serde_json::from_str(&solved.stdout).unwrap();
    let questions = document["questions"].as_array().unwrap();
    let told =
        |question: &serde_json::Value| ["verdict", "cost"].map(|field| question[field].to_string());
    questions.iter().map(told).collect()
}

/// What `generate` writes as one file, `solve` reads as one: every instance, in the order of the seeds.
#[test]
fn generated_files_of_several_instances_are_read() {
    let mut refused = Vec::new();
    let all = statewalk_puzzles::PUZZLES.iter();
    // Boards of tiles that are no squares have a form of their own.
    let lines = all.map(|entry| format!("generate {}", entry.card().name));
    for line in lines.chain(["generate tiles w=3 h=2".to_owned()]) {
        let three = run_line(&format!("{line} --count 3 --seed 5"), "");
        if three.code != Some(0) {
            assert!(three.stdout.is_empty() && three.stderr.contains("--into"));
            refused.push(line);
            continue;
        }
        let alone = [5, 6, 7].map(|seed| run_line(&format!("{line} --seed {seed}"), "").stdout);
        let alone: Vec<_> = alone.into_iter().flat_map(answers).collect();
        assert_eq!(answers(three.stdout), alone, "{line}");
    }
    assert_eq!(
        refused,
        [
            "generate graph",
            "generate grid",
            "generate huarong",
            "generate kings"
        ]
    );
}
