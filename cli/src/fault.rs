//! What ends a command early: a message for people and an exit code.

use std::io;

use statewalk::catalog::entry::Failure;
use statewalk::catalog::params::ParamError;
use statewalk::pdb::PdbError;
use statewalk::search::layers::checkpoint::CheckpointError;
use statewalk::search::limits::Limit;
use statewalk::search::outcome::SearchError;

use crate::exit::Exit;
use crate::suggest;

/// Why a command ended early.
#[derive(Debug)]
pub(crate) enum Fault {
    /// This is to be said on standard error.
    Said {
        /// How the program ends.
        exit: Exit,
        /// What is wrong, without a full stop.
        message: String,
        /// What would help.
        hint: Option<String>,
    },
    /// The reader of standard output went away: nothing is left to say.
    ClosedPipe,
}

/// What a command hands back.
pub(crate) type Outcome<T = Exit> = Result<T, Fault>;

impl Fault {
    /// Bad usage or bad input.
    pub(crate) fn bad(message: impl Into<String>) -> Self {
        Self::said(Exit::Bad, message)
    }

    /// This message with this exit code.
    pub(crate) fn said(exit: Exit, message: impl Into<String>) -> Self {
        Self::Said {
            exit,
            message: message.into(),
            hint: None,
        }
    }

    /// The same fault with something that would help.
    pub(crate) fn with_hint(mut self, more: Option<String>) -> Self {
        if let (Self::Said { hint, .. }, Some(more)) = (&mut self, more) {
            *hint = Some(more);
        }
        self
    }

    /// The same fault with the name that was probably meant.
    pub(crate) fn meant(self, near: Option<&str>) -> Self {
        self.with_hint(near.map(|near| format!("did you mean `{near}`?")))
    }

    /// A name that does not exist, with the nearest that does and the list of all.
    pub(crate) fn unknown(what: &str, name: &str, known: &[&str]) -> Self {
        let near = suggest::nearest(name, known.iter().copied());
        let all = if known.is_empty() {
            "none".to_owned()
        } else {
            known.join(", ")
        };
        let name = name.escape_debug();
        Self::bad(format!("there is no {what} `{name}`; known: {all}")).meant(near)
    }

    /// A failure of a puzzle on the input called `source`.
    pub(crate) fn from_failure(failure: &Failure, source: Option<&str>) -> Self {
        match failure {
            Failure::Input(error) => {
                let place = place(source, error.line, error.column);
                let (found, expected) = (&error.found, &error.expected);
                Self::bad(format!("{place}found {found}, expected {expected}"))
            }
            Failure::Param(ParamError::Unknown { name, known }) => {
                let near = suggest::nearest(name, known.split(", "));
                Self::bad(failure.to_string()).meant(near)
            }
            Failure::Param(ParamError::Value {
                value, expected, ..
            }) => {
                let choices = expected.split(" or ").map(|name| name.trim_matches('`'));
                let near = suggest::nearest(value, choices);
                Self::bad(failure.to_string()).meant(near)
            }
            Failure::NotOffered { name, offered, .. } => {
                let near = suggest::nearest(name, offered.split(", "));
                Self::bad(failure.to_string()).meant(near)
            }
            Failure::Limit(limit) => {
                let exit = match limit {
                    Limit::Cancelled => Exit::Interrupted,
                    _ => Exit::Limit,
                };
                let place = place(source, 0, 0);
                Self::said(exit, format!("{place}{failure}"))
            }
            Failure::Search(SearchError::CostAboveMax { .. }) => {
                Self::said(Exit::Broken, failure.to_string())
            }
            Failure::Checkpoint(error) => {
                let exit = match error {
                    CheckpointError::Io { .. } => Exit::Broken,
                    CheckpointError::Memory(_) => Exit::Limit,
                    _ => Exit::Bad,
                };
                let hint = match error {
                    CheckpointError::Other { .. } => {
                        Some("give it a folder of its own, or ask for what the checkpoint is of")
                    }
                    CheckpointError::Broken { .. } => {
                        Some("delete it to begin anew, or give --checkpoint another folder")
                    }
                    _ => None,
                };
                Self::said(exit, failure.to_string()).with_hint(hint.map(str::to_owned))
            }
            Failure::Database(error) => {
                let (exit, hint) = match error {
                    PdbError::Broken { .. } | PdbError::Other { .. } | PdbError::Size { .. } => {
                        let hint =
                            "delete it to have it built anew, or give --databases another folder";
                        (Exit::Bad, Some(hint.to_owned()))
                    }
                    PdbError::Io { what, .. } if *what != "read" && *what != "make" => {
                        (Exit::Broken, None)
                    }
                    PdbError::Limit(Limit::Cancelled) => (Exit::Interrupted, None),
                    PdbError::Limit(_) => (Exit::Limit, None),
                    _ => (Exit::Bad, None),
                };
                Self::said(exit, failure.to_string()).with_hint(hint)
            }
            Failure::TooLarge { less, growing, .. } => {
                let hint = grows(growing).filter(|_| less.is_empty());
                Self::said(Exit::Limit, failure.to_string()).with_hint(hint)
            }
            Failure::NotNumbered { growing, .. } => {
                Self::said(Exit::Limit, failure.to_string()).with_hint(grows(growing))
            }
            Failure::NoQuestion { .. } => {
                let place = place(source, 0, 0);
                Self::bad(format!("{place}{failure}"))
            }
            Failure::Param(_)
            | Failure::Search(_)
            | Failure::Moves(_)
            | Failure::NoCheckpoints { .. }
            | Failure::NoMaxima { .. }
            | Failure::NotTogether { .. }
            | Failure::Cannot { .. } => Self::bad(failure.to_string()),
        }
    }
}

/// What stores that grow with what is reached can do where others do not fit.
fn grows(stores: &[&'static str]) -> Option<String> {
    let first = stores.first()?;
    Some(format!(
        "--store {first} keeps only what is reached: it shows the layers that fit, or those up to --max-states"
    ))
}

/// `source:line:column: `, as far as these are known.
pub(crate) fn place(source: Option<&str>, line: usize, column: usize) -> String {
    let mut place = String::new();
    if let Some(source) = source {
        place.push_str(source);
        place.push(':');
        for number in [line, column].into_iter().take_while(|&number| number > 0) {
            place.push_str(&number.to_string());
            place.push(':');
        }
        place.push(' ');
    }
    place
}

/// Errors of the standard library are met only where output is written; reading names its file.
impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ClosedPipe
        } else {
            Self::said(Exit::Broken, format!("cannot write the output: {error}"))
        }
    }
}

impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}

impl From<ParamError> for Fault {
    fn from(error: ParamError) -> Self {
        Self::from_failure(&error.into(), None)
    }
}
