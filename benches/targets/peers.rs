//! The program itself beside straightforward contest programs in C++, whole processes on the same
//! generated files. Outputs are compared, times are only told: see `benches/peers/README.md`.
//!
//! Where there is no C++ compiler (`c++` or `g++`), it says so and measures nothing.

use std::env;
use std::error::Error;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use statewalk_benches::contest::median;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Pairs of runs; the median counts.
const ROUNDS: usize = 9;

/// A file to be made, and who reads it beside the program.
struct Race {
    peer: &'static str,
    generate: &'static [&'static str],
}

const RACES: [Race; 2] = [
    Race {
        peer: "magic",
        generate: &["magic", "n=1000", "--seed", "1"],
    },
    Race {
        peer: "huarong",
        generate: &["huarong", "n=30", "m=30", "q=500", "--seed", "1"],
    },
];

fn compiler() -> Option<&'static str> {
    ["c++", "g++"].into_iter().find(|name| {
        let asked = Command::new(name)
            .arg("--version")
            .stdout(Stdio::null())
            .status();
        asked.is_ok_and(|status| status.success())
    })
}

/// Builds the program as a release and returns its path, beside which this benchmark lies.
fn program() -> Outcome<PathBuf> {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let built = Command::new(cargo)
        .args([
            "build",
            "--release",
            "--quiet",
            "--package",
            "statewalk-cli",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status()?;
    if !built.success() {
        return Err("the program cannot be built".into());
    }
    let here = env::current_exe()?;
    let release = here.ancestors().nth(2).ok_or("no folder of builds")?;
    Ok(release
        .join("statewalk")
        .with_extension(env::consts::EXE_EXTENSION))
}

fn compile(compiler: &str, peer: &str, folder: &Path) -> Outcome<PathBuf> {
    let source = format!("{}/peers/{peer}.cpp", env!("CARGO_MANIFEST_DIR"));
    let binary = folder.join(peer);
    let compiled = Command::new(compiler)
        .args(["-O2", "-std=c++17", "-o"])
        .arg(&binary)
        .arg(source)
        .status()?;
    if compiled.success() {
        Ok(binary)
    } else {
        Err(format!("{peer}.cpp cannot be compiled").into())
    }
}

/// What a command prints, and the seconds that it takes.
fn timed(command: &mut Command) -> Outcome<(Vec<u8>, f64)> {
    let start = Instant::now();
    let output = command.output()?;
    Ok((output.stdout, start.elapsed().as_secs_f64()))
}

#[expect(clippy::print_stdout, reason = "a benchmark tells what it measured")]
fn race(race: &Race, program: &Path, compiler: &str, folder: &Path) -> Outcome<()> {
    let peer = compile(compiler, race.peer, folder)?;
    let made = Command::new(program)
        .arg("generate")
        .args(race.generate)
        .output()?;
    let file = folder.join(race.peer).with_extension("txt");
    fs::write(&file, &made.stdout)?;
    let mut solve = Command::new(program);
    solve.arg("solve").arg(&file).args(["--output", "contest"]);
    let (mut ours, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (answer, our) = timed(&mut solve)?;
        let (expected, their) = timed(Command::new(&peer).stdin(File::open(&file)?))?;
        if answer.is_empty() || answer != expected {
            return Err(format!("{}: the outputs differ", race.peer).into());
        }
        ours.push(our);
        theirs.push(their);
        ratios.push(our / their);
    }
    let (ours, theirs, ratio) = (median(ours), median(theirs), median(ratios));
    let file = race.generate.join(" ");
    println!(
        "{file}: {ours:.3} s, {}.cpp {theirs:.3} s, ratio {ratio:.3}",
        race.peer
    );
    Ok(())
}

#[expect(clippy::print_stdout, reason = "a benchmark tells what it measured")]
fn main() -> Outcome<()> {
    let Some(compiler) = compiler() else {
        println!("skipped: there is no C++ compiler (c++ or g++)");
        return Ok(());
    };
    let (program, folder) = (program()?, tempfile::tempdir()?);
    for each in &RACES {
        race(each, &program, compiler, folder.path())?;
    }
    Ok(())
}
