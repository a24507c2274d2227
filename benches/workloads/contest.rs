//! Contests: one job, done by the engine, by a loop written for it, and by peers.

use std::fmt;
use std::hint::black_box;

use cpu_time::ProcessTime;

/// One job and the ways to do it. The first contestant is the engine.
#[derive(Debug)]
pub struct Contest {
    /// What every contestant must return.
    pub answer: u64,
    /// What the job of the engine consists of, in one word, and how many of these there are, where that is told.
    pub pieces: Option<(&'static str, u64)>,
    /// The engine first.
    pub contestants: Vec<Contestant>,
}

/// One way to do the job.
pub struct Contestant {
    /// Who does it.
    pub name: &'static str,
    /// Returns the answer and the milliseconds of processor time without what it took to read the answer
    /// off the result.
    job: Box<dyn Fn() -> (u64, f64)>,
}

impl Contest {
    /// A contest without contestants.
    #[must_use]
    pub fn new(answer: u64) -> Self {
        Self {
            answer,
            pieces: None,
            contestants: Vec::new(),
        }
    }

    /// The same, a job of so many of these pieces.
    #[must_use]
    pub fn counting(mut self, piece: &'static str, count: u64) -> Self {
        self.pieces = Some((piece, count));
        self
    }

    /// The same with one contestant more.
    #[must_use]
    pub fn with(self, name: &'static str, job: impl Fn() -> u64 + 'static) -> Self {
        self.with_result(name, job, |&answer| answer)
    }

    /// The same with one contestant more, whose result is large: `answer` reads the answer off it, and neither
    /// that nor giving the result back to the allocator counts as time.
    #[must_use]
    pub fn with_result<T>(
        mut self,
        name: &'static str,
        job: impl Fn() -> T + 'static,
        answer: impl Fn(&T) -> u64 + 'static,
    ) -> Self {
        let job = Box::new(move || {
            let start = ProcessTime::now();
            let result = black_box(job());
            let time = 1e3 * start.elapsed().as_secs_f64();
            (answer(&result), time)
        });
        self.contestants.push(Contestant { name, job });
        self
    }
}

impl Contestant {
    /// Does the job once.
    pub fn run(&self, answer: u64) {
        let _ = self.milliseconds(answer);
    }

    /// Does the job once and returns the processor time that it took.
    #[must_use]
    pub fn milliseconds(&self, answer: u64) -> f64 {
        let (told, time) = (self.job)();
        assert_eq!(told, answer, "{}", self.name);
        time
    }
}

impl fmt::Debug for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The middle one of the values.
#[must_use]
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
