//! Runs in processes of their own: this program, called by itself for one question. What it leaves behind in memory, and
//! how it ends, touches no other run.

use std::env;
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use statewalk::catalog::entry::Offer;
use statewalk::search::limits::Cancel;

use crate::args::{Bounds, Tuning};
use crate::compare::answer::{Answer, Verdict};
use crate::compare::instances::Source;
use crate::compare::runs::Job;
use crate::exit::Exit;
use crate::fault::{Fault, Outcome};

/// A run keeps its time limit itself. If it has not ended so long after that, and after a quarter of the limit more, it
/// is ended.
const GRACE: Duration = Duration::from_secs(5);

/// An interrupt and the clock are looked at so often while a run goes on.
const TICK: Duration = Duration::from_millis(20);

/// An interrupt reaches all processes of a terminal, in any order; within so many looks it has reached this one.
const LOOKS: u32 = 25;

/// So much of what a process says is told as the reason why it has no answer.
const MOST_SAID: usize = 300;

/// How the program is called for each run.
#[derive(Debug)]
pub(super) struct Program<'a> {
    pub(super) bounds: &'a Bounds,
    /// The bytes that a run may use.
    pub(super) memory: u64,
    pub(super) tuning: &'a Tuning,
    pub(super) seed: u64,
    pub(super) repeat: u32,
}

impl Program<'_> {
    /// The words of the command line of a run; the file is its standard input.
    fn words(&self, source: &Source<'_>, job: &Job) -> Vec<String> {
        let Offer {
            strategy,
            store,
            heuristic,
            ..
        } = source.offers[job.offer];
        let number = source.questions[job.question].number + 1;
        let mut words: Vec<String> = ["solve", "-", "--quiet", "--json", "--no-plan"]
            .map(str::to_owned)
            .into();
        let mut say = |option: &str, value: String| words.extend([format!("--{option}"), value]);
        say("format", source.puzzle().to_owned());
        say("question", number.to_string());
        say("strategy", strategy.to_owned());
        say("store", store.to_owned());
        if let Some(heuristic) = heuristic {
            say("heuristic", heuristic.to_owned());
        }
        say("weight", self.tuning.weight.to_string());
        say("width", self.tuning.width.to_string());
        if let Some(table) = self.tuning.table {
            say("table", table.to_string());
        }
        say("seed", self.seed.to_string());
        say("threads", self.threads().to_string());
        if self.memory < u64::MAX {
            say("memory", self.memory.to_string());
        }
        if let Some(time) = self.bounds.time {
            say("time", format!("{}ns", time.as_nanos()));
        }
        if let Some(states) = self.bounds.max_states {
            say("max-states", states.to_string());
        }
        if let Some(expansions) = self.bounds.max_expansions {
            say("max-expansions", expansions.to_string());
        }
        for option in &source.options {
            say("option", option.clone());
        }
        words
    }

    /// On how many threads a run works.
    pub(super) fn threads(&self) -> usize {
        self.bounds.threads_given().unwrap_or(1)
    }

    /// Does a run; `None` if an interrupt ended it.
    pub(super) fn answer(
        &self,
        source: &Source<'_>,
        job: &Job,
        cancel: &Cancel,
    ) -> Outcome<Option<Answer>> {
        if cancel.is_cancelled() {
            return Ok(None);
        }
        let program = env::current_exe().map_err(|error| {
            Fault::said(
                Exit::Broken,
                format!("cannot find this program to run it: {error}"),
            )
        })?;
        let begin = Instant::now();
        let deadline = self.bounds.time.and_then(|time| {
            let more = GRACE.checked_add(time / 4)?;
            begin.checked_add(time.checked_add(more)?)
        });
        let mut command = Command::new(program);
        command.args(self.words(source, job));
        if let Some(folder) = &self.tuning.databases {
            command.arg("--databases").arg(folder);
        }
        let mut answer = match started(&mut command) {
            Ok(child) => judged(&ended(child, &source.text, deadline, cancel), cancel),
            Err(error) => {
                let reason = format!("cannot start it: {error}");
                Some(Answer::without(Verdict::Died, reason))
            }
        };
        if let Some(answer) = &mut answer {
            answer.times.process = begin.elapsed();
        }
        Ok(answer)
    }
}

fn started(command: &mut Command) -> std::io::Result<Child> {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
}

/// How a process ended.
struct Ended {
    /// `None` if that cannot be told.
    status: Option<ExitStatus>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    /// Whether it was ended since its time was up.
    late: bool,
}

/// Gives `text` to a process and waits for its end; ends it after the deadline, or on an interrupt.
fn ended(mut child: Child, text: &[u8], deadline: Option<Instant>, cancel: &Cancel) -> Ended {
    let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let all = |pipe: Option<&mut dyn Read>| {
        let mut bytes = Vec::new();
        // What could be read before an error is what there is.
        let _ = pipe.map(|pipe| pipe.read_to_end(&mut bytes));
        bytes
    };
    thread::scope(|scope| {
        let (stdin, mut stdout, mut stderr) = pipes;
        let (sender, over) = channel::<()>();
        // A process that reads nothing may be gone already.
        scope.spawn(move || stdin.map(|mut pipe| pipe.write_all(text)));
        let stderr = scope.spawn(move || all(stderr.as_mut().map(|pipe| pipe as &mut dyn Read)));
        let stdout = scope.spawn(move || {
            let bytes = all(stdout.as_mut().map(|pipe| pipe as &mut dyn Read));
            drop(sender);
            bytes
        });
        let mut late = false;
        while over.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            late = deadline.is_some_and(|deadline| Instant::now() > deadline);
            if late || cancel.is_cancelled() {
                // It may have ended by itself just now.
                let _ = child.kill();
                break;
            }
        }
        let status = child.wait().ok();
        Ended {
            status,
            stdout: stdout.join().unwrap_or_default(),
            stderr: stderr.join().unwrap_or_default(),
            late,
        }
    })
}

/// What it means that a process ended so; `None` if that was an interrupt of this program.
fn judged(ended: &Ended, cancel: &Cancel) -> Option<Answer> {
    let answer = Answer::read(&ended.stdout);
    let code = ended.status.and_then(|status| status.code());
    let interrupted = Some(i32::from(Exit::Interrupted.code()));
    if answer.as_ref().is_some_and(Answer::is_cancelled) || code == interrupted {
        for _ in 0..LOOKS {
            if cancel.is_cancelled() {
                break;
            }
            thread::sleep(TICK);
        }
    }
    if cancel.is_cancelled() {
        return None;
    }
    if let Some(answer) = answer {
        return Some(answer);
    }
    let told = |exit: Exit| code == Some(i32::from(exit.code()));
    let said = said(&ended.stderr);
    Some(if ended.late {
        let reason = "it went on after its time was up, and was ended".to_owned();
        Answer::without(Verdict::Killed, reason)
    } else if told(Exit::Limit) {
        Answer::without(Verdict::Limit, said)
    } else if told(Exit::Bad) {
        Answer::without(Verdict::Refused, said)
    } else {
        let end = ended
            .status
            .map_or("cannot be told".to_owned(), |status| status.to_string());
        let colon = if said.is_empty() { "" } else { ": " };
        Answer::without(
            Verdict::Died,
            format!("its process ended ({end}){colon}{said}"),
        )
    })
}

/// The first lines that a process said, on one line, without its name.
fn said(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let text = lines.take(2).collect::<Vec<_>>().join(" ");
    let own = env::current_exe().ok();
    let own = own.as_ref().and_then(|path| path.file_stem()?.to_str());
    let named = own.and_then(|own| text.strip_prefix(own)?.strip_prefix(": "));
    let text = named.unwrap_or(&text);
    let text = text.strip_prefix("standard input: ").unwrap_or(text);
    text.chars().take(MOST_SAID).collect()
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;
    use std::time::{Duration, Instant};

    use statewalk::search::limits::Cancel;

    use super::{Verdict, ended, judged, started};

    fn shell(script: &str, deadline: Option<Instant>, cancel: &Cancel) -> super::Ended {
        let child = started(Command::new("sh").args(["-c", script])).unwrap();
        ended(child, b"text\n", deadline, cancel)
    }

    #[test]
    fn what_goes_on_after_its_time_is_ended() {
        let near = Instant::now() + Duration::from_millis(30);
        let ended = shell("exec sleep 1000", Some(near), &Cancel::default());
        assert!(ended.late);
        let answer = judged(&ended, &Cancel::default()).unwrap();
        assert_eq!(answer.verdict, Verdict::Killed);
    }

    #[test]
    fn an_interrupt_ends_it_without_an_answer() {
        let cancel = Cancel::default();
        cancel.cancel();
        let ended = shell("exec sleep 1000", None, &cancel);
        assert!(!ended.late && judged(&ended, &cancel).is_none());
    }

    #[test]
    fn how_it_ended_is_told() {
        let cancel = Cancel::default();
        let cases = [
            ("kill -9 $$", Verdict::Died, "signal: 9"),
            ("cat >/dev/null; exit 7", Verdict::Died, "exit status: 7"),
            ("echo oh no >&2; exit 2", Verdict::Refused, "oh no"),
            ("echo '{}'; exit 0", Verdict::Died, "exit status: 0"),
            (
                "echo out of time >&2; exit 3",
                Verdict::Limit,
                "out of time",
            ),
        ];
        for (script, verdict, reason) in cases {
            let answer = judged(&shell(script, None, &cancel), &cancel).unwrap();
            assert_eq!(answer.verdict, verdict, "{script}");
            let told = answer.reason.unwrap();
            assert!(told.contains(reason), "{script}: {told}");
        }
    }
}
