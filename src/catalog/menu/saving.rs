//! Where explorations make checkpoints.

use std::path::PathBuf;
use std::time::Duration;

/// Where an exploration makes checkpoints, from which it goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saving {
    /// The folder, which is made if it is missing.
    pub folder: PathBuf,
    /// What is explored, for people; a checkpoint of something else is refused.
    pub name: String,
    /// How often, whatever it costs; otherwise they take at most a twentieth of the time.
    pub every: Option<Duration>,
}

impl Saving {
    /// The same for the space of this number, from 0, among so many: where there are several, each has a folder of its
    /// own in the folder.
    #[must_use]
    pub fn for_space(&self, number: usize, spaces: usize) -> Self {
        let mut saving = self.clone();
        if spaces > 1 {
            saving.folder.push((number + 1).to_string());
        }
        saving
    }
}
