//! How much of the running time checkpoints may take.

use std::time::Duration;

/// The share of the running time that checkpoints take at most, unless one is asked for every so often.
const SHARE: f64 = 0.05;

/// Bytes a second that a disk is taken to write before it was measured, and at most.
const FIRST_RATE: f64 = (256 << 20) as f64;

/// What one is taken to cost before any was made, beside its bytes: a file that is made and waited for.
const FIRST_COST: Duration = Duration::from_millis(50);

/// The time of fewer bytes says how long a file takes to be made, not how fast it is written.
const LEAST_MEASURED: u64 = 16 << 20;

/// When checkpoints are made. Moments are counted from its beginning.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ration {
    every: Option<Duration>,
    /// How long all of them took.
    spent: Duration,
    /// When the last one ended.
    end: Duration,
    /// How long the last one took, and its bytes.
    last: Option<(Duration, u64)>,
}

impl Ration {
    /// One whenever so much time has passed, whatever it costs.
    pub(super) fn every(pause: Duration) -> Self {
        Self {
            every: Some(pause),
            ..Self::default()
        }
    }

    /// When the next one is due, if it has at most so many bytes: as soon as its end is expected to find all of them
    /// within their share.
    pub(super) fn due(&self, bytes: u64) -> Duration {
        if let Some(pause) = self.every {
            return self.end.saturating_add(pause);
        }
        let cost = self.guess(bytes);
        let all = self.spent.saturating_add(cost).as_secs_f64() / SHARE;
        let end = Duration::try_from_secs_f64(all).unwrap_or(Duration::MAX);
        end.saturating_sub(cost)
    }

    /// How long so many bytes will take.
    #[expect(clippy::cast_precision_loss, reason = "a rate, not a count")]
    fn guess(&self, bytes: u64) -> Duration {
        let (cost, written) = self.last.unwrap_or((FIRST_COST, 0));
        let rate = if written < LEAST_MEASURED {
            FIRST_RATE
        } else {
            (written as f64 / cost.as_secs_f64()).min(FIRST_RATE)
        };
        let more = Duration::try_from_secs_f64(bytes.saturating_sub(written) as f64 / rate);
        cost.saturating_add(more.unwrap_or(Duration::MAX))
    }

    /// Notes one of so many bytes.
    pub(super) fn note(&mut self, begin: Duration, end: Duration, bytes: u64) {
        let cost = end.saturating_sub(begin);
        self.spent = self.spent.saturating_add(cost);
        self.end = end;
        self.last = Some((cost, bytes));
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{FIRST_COST, FIRST_RATE, Ration, SHARE};

    const BYTES: [u64; 5] = [0, 300_000, 32 << 20, 200 << 20, 40 << 30];

    /// Lets a clock run until 40 checkpoints were made, on a disk that takes so long for each and for each byte,
    /// with files that grow to `most` bytes. Returns the share that they took at each of their ends.
    #[expect(clippy::cast_precision_loss, reason = "a time, not a count")]
    fn shares((each, a_byte): (f64, f64), most: u64) -> Vec<f64> {
        let mut ration = Ration::default();
        let mut spent = Duration::ZERO;
        let mut now = Duration::ZERO;
        let files = (1..=40).map(|file| {
            let bytes = most / 40 * file;
            // Parts that are expanded are done before a checkpoint is made.
            now = now.max(ration.due(most)) + Duration::from_millis(3);
            let cost = Duration::from_secs_f64(each + a_byte * bytes as f64);
            ration.note(now, now + cost, bytes);
            now += cost;
            spent += cost;
            spent.as_secs_f64() / now.as_secs_f64()
        });
        files.collect()
    }

    #[test]
    fn checkpoints_take_no_more_than_their_share() {
        for most in BYTES {
            for each in [0.0, 0.001, 0.05] {
                for a_byte in [0.0, 0.1 / FIRST_RATE, 1.0 / FIRST_RATE] {
                    let shares = shares((each, a_byte), most);
                    assert!(
                        shares.iter().all(|&share| share <= SHARE),
                        "{most} bytes, {each} s and {a_byte} s a byte: {shares:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_slow_disk_is_learned_from() {
        for most in BYTES {
            let shares = shares((0.5, 20.0 / FIRST_RATE), most);
            let late = &shares[20..];
            assert!(
                late.iter().all(|&share| share <= SHARE * 1.05),
                "{most} bytes: {late:?}"
            );
        }
    }

    #[test]
    fn the_first_is_due_when_it_would_be_a_twentieth() {
        let due = |bytes| Ration::default().due(bytes).as_secs_f64();
        let expected = |cost: f64| cost / SHARE - cost;
        let first = FIRST_COST.as_secs_f64();
        // A space that is swept in less has none.
        assert!((due(0) - expected(first)).abs() < 1e-6);
        // A part of a second counts.
        assert!((due(32 << 20) - expected(first + 0.125)).abs() < 1e-6);
        assert!(due(u64::MAX) > 1e9);
    }

    #[test]
    fn whoever_asks_for_more_gets_it() {
        let second = Duration::from_secs(1);
        let mut ration = Ration::every(second);
        assert_eq!(ration.due(u64::MAX), second);
        ration.note(second, second * 9, 1 << 30);
        assert_eq!(ration.due(u64::MAX), second * 10);
    }
}
