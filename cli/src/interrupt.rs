//! Interrupts: the first one stops a search, which then says what it knows; the second ends the
//! program.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use statewalk::search::limits::Cancel;

use crate::exit::Exit;

/// What an interrupt does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt {
    cancel: Cancel,
    searching: Arc<AtomicBool>,
}

impl Interrupt {
    /// Listens for interrupts from now on.
    pub(crate) fn listen() -> Self {
        let interrupt = Self::default();
        let Self { cancel, searching } = interrupt.clone();
        let handler = move || {
            if cancel.is_cancelled() || !searching.load(Ordering::Relaxed) {
                process::exit(i32::from(Exit::Interrupted.code()));
            }
            cancel.cancel();
        };
        // Where no handler can be set, the system's own ends the program, as it always would.
        let _ = ctrlc::set_handler(handler);
        interrupt
    }

    /// The switch that stops a search.
    pub(crate) fn cancel(&self) -> Cancel {
        self.cancel.clone()
    }

    /// Runs `search`, which stops by the switch.
    pub(crate) fn during<T>(&self, search: impl FnOnce() -> T) -> T {
        self.searching.store(true, Ordering::Relaxed);
        let result = search();
        self.searching.store(false, Ordering::Relaxed);
        result
    }

    /// `exit`, or worse if there was an interrupt.
    pub(crate) fn worst(&self, exit: Exit) -> Exit {
        if self.cancel.is_cancelled() {
            exit.max(Exit::Interrupted)
        } else {
            exit
        }
    }
}
