//! What the machine has, and how it refuses more.

use std::env;
use std::num::NonZeroUsize;

use serde::Serialize;
use statewalk::memory::Memory;
use sysinfo::{CpuRefreshKind, MemoryRefreshKind, System};

use crate::json::Number;

/// Of the memory that is left, one part of so many is for what no account counts: code, stacks, buffers.
const UNCOUNTED: u64 = 16;

/// An account with what memory the machine, or the group of processes that this one is confined to, has left now.
///
/// Without a limit, a search would be ended by the system, and others with it, where it should say that it does
/// not fit.
pub(crate) fn memory() -> Memory {
    let mut system = System::new();
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    let left = system.available_memory();
    // What a group has in use counts cached files, which make room when it is asked for; so what it has of its own.
    let group = (left > 0).then(|| system.cgroup_limits()).flatten();
    let group = group.map(|group| group.total_memory.saturating_sub(group.rss));
    match group.map_or(left, |group| left.min(group)) {
        // A system of which nothing is known.
        0 => Memory::unlimited(),
        left => Memory::limited(left - left / UNCOUNTED),
    }
}

/// From now on, a file that would pass the limit on the size of files is an error of the write that met it. Without
/// this, the system ends the process at once, with nothing said.
#[cfg(unix)]
pub(crate) fn outlive_limits_on_files() {
    // Where the signal cannot be caught, the process ends as it always would. Nobody asks whether it came.
    let came = std::sync::Arc::default();
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, came);
}

/// Other systems have no such signal.
#[cfg(not(unix))]
pub(crate) fn outlive_limits_on_files() {}

/// What times depend on.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Machine {
    /// How many threads can work at once.
    processors: usize,
    /// The name of the processor, as far as the system tells.
    processor: String,
    /// Bytes of physical memory.
    memory: Number,
    /// The system and the architecture.
    system: String,
}

/// This machine; `processors` as far as that is known.
pub(crate) fn about(processors: Option<NonZeroUsize>) -> Machine {
    let mut system = System::new();
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    system.refresh_cpu_list(CpuRefreshKind::nothing());
    let processor = system.cpus().first().map(|cpu| cpu.brand().trim());
    Machine {
        processors: processors.map_or(1, NonZeroUsize::get),
        processor: processor.unwrap_or_default().to_owned(),
        memory: system.total_memory().into(),
        system: format!("{} {}", env::consts::OS, env::consts::ARCH),
    }
}
