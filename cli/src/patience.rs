//! A reader that stops waiting at a deadline, for input that may never come.

use std::io::{self, Cursor, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Input that is there at once is read even where no time is given at all, so that each of its
/// questions gets its verdict.
const GRACE: Duration = Duration::from_millis(100);

/// So much is handed over at once.
const PIECE: usize = 1 << 16;

/// Reads what another thread reads from a source. After the deadline it fails with
/// [`io::ErrorKind::TimedOut`]; the thread stays behind, blocked, until the process ends.
pub(crate) struct Patience {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: Cursor<Vec<u8>>,
    deadline: Instant,
}

impl Patience {
    /// Begins to read `source`.
    pub(crate) fn new(mut source: impl Read + Send + 'static, deadline: Instant) -> Self {
        let (sender, pieces) = sync_channel(2);
        thread::spawn(move || {
            loop {
                let mut piece = vec![0; PIECE];
                let read = source.read(&mut piece);
                let over = !matches!(read, Ok(1..));
                let sent = sender.send(read.map(|length| {
                    piece.truncate(length);
                    piece
                }));
                if over || sent.is_err() {
                    return;
                }
            }
        });
        Self {
            pieces,
            piece: Cursor::new(Vec::new()),
            deadline: deadline.max(Instant::now() + GRACE),
        }
    }
}

impl Read for Patience {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.piece.read(buffer)?;
        if read > 0 {
            return Ok(read);
        }
        let left = self.deadline.saturating_duration_since(Instant::now());
        match self.pieces.recv_timeout(left) {
            Ok(piece) => {
                self.piece = Cursor::new(piece?);
                self.piece.read(buffer)
            }
            Err(RecvTimeoutError::Timeout) => Err(io::ErrorKind::TimedOut.into()),
            // The thread has told the end before.
            Err(RecvTimeoutError::Disconnected) => Ok(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read};
    use std::time::{Duration, Instant};

    use super::Patience;

    /// Gives one byte, then nothing and no end.
    struct Stuck(bool);

    impl Read for Stuck {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0 {
                loop {
                    std::thread::park();
                }
            }
            self.0 = true;
            buffer[0] = b'1';
            Ok(1)
        }
    }

    #[test]
    fn it_reads_all_or_stops_waiting() {
        let far = Instant::now() + Duration::from_secs(3600);
        let bytes = vec![7; 200_000];
        let mut read = Vec::new();
        let source = io::Cursor::new(bytes.clone());
        Patience::new(source, far).read_to_end(&mut read).unwrap();
        assert_eq!(read, bytes);

        let near = Instant::now() + Duration::from_millis(50);
        let mut read = Vec::new();
        let stuck = Patience::new(Stuck(false), near).read_to_end(&mut read);
        assert_eq!(stuck.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }
}
