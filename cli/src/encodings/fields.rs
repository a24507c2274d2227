//! Fields of a state as they are written on the command line: `cell 12, permutation 11 even`.

use std::iter::Peekable;
use std::mem;
use std::vec::IntoIter;

use statewalk::encoding::builder::{Builder, BuilderError, Field};

use crate::fault::{Fault, Outcome, place};
use crate::suggest;

/// The kinds of fields, and how each is written.
const KINDS: [(&str, &str); 8] = [
    ("permutation", "permutation ITEMS [even|linear]"),
    ("arrangement", "arrangement PLACES of ITEMS"),
    ("combination", "combination CHOSEN of ITEMS"),
    ("multiset", "multiset COUNT COUNT ..."),
    ("orientation", "orientation PIECES of WAYS"),
    ("cell", "cell CELLS"),
    ("direction", "direction DIRECTIONS"),
    ("integer", "integer BOUND"),
];

/// What was declared, in its order.
#[derive(Debug)]
pub(super) struct Declared {
    pub(super) builder: Builder,
    pub(super) fields: Vec<Written>,
}

/// A field, as it was written.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) name: String,
    /// The words behind the name, one space apart.
    pub(super) words: String,
    pub(super) field: Field,
    /// Where it begins: a line and a column, from 1 on.
    at: (usize, usize),
}

impl Declared {
    /// Reads fields, separated by commas, each with `NAME:` before it if it is to have a name.
    pub(super) fn parse(text: &str) -> Outcome<Self> {
        let mut fields: Vec<Written> = Vec::new();
        for words in split(text) {
            let field = words.field(fields.len() + 1)?;
            if fields.iter().any(|known| known.name == field.name) {
                let name = field.name.escape_debug();
                let found = format!("the name `{name}` once more");
                return Err(wrong(field.at, &found, "a name of its own"));
            }
            fields.push(field);
        }
        let builder = fields.iter().fold(Builder::new(), |builder, written| {
            builder.field(written.name.clone(), written.field.clone())
        });
        Ok(Self { builder, fields })
    }

    /// What is wrong with the numbers of a field, at its place.
    pub(super) fn refused(&self, error: &BuilderError) -> Fault {
        let at = match error {
            BuilderError::Field { name, .. } => {
                let mut fields = self.fields.iter();
                fields.find(|field| field.name == *name)
            }
            BuilderError::Together(_) => None,
        };
        let (line, column) = at.map_or((0, 0), |field| field.at);
        Fault::bad(format!("{}{error}", place(SOURCE, line, column)))
    }
}

impl Declared {
    /// A field of this name has no values, so that there is no state.
    pub(super) fn without_values(&self, name: &str) -> Fault {
        let mut fields = self.fields.iter();
        let field = fields.find(|field| field.name == name);
        let (at, words) = field.map_or(((0, 0), ""), |field| (field.at, &field.words));
        wrong(
            at,
            &format!("`{words}`, which has no values"),
            "one at least",
        )
    }
}

const SOURCE: Option<&str> = Some("--fields");

fn wrong((line, column): (usize, usize), found: &str, expected: &str) -> Fault {
    let place = place(SOURCE, line, column);
    Fault::bad(format!("{place}found {found}, expected {expected}"))
}

/// A word, and at which byte of the text it begins.
type Word<'a> = (usize, &'a str);

/// The words between commas.
struct Words<'a> {
    text: &'a str,
    rest: Peekable<IntoIter<Word<'a>>>,
    /// The byte behind the field.
    end: usize,
}

/// The fields of a text.
fn split(text: &str) -> Vec<Words<'_>> {
    let mut fields = Vec::new();
    let mut words = Vec::new();
    let mut begun = None;
    for (at, c) in text.char_indices().chain([(text.len(), ',')]) {
        if c != ',' && !c.is_whitespace() {
            begun.get_or_insert(at);
            continue;
        }
        let word = begun
            .take()
            .and_then(|begun| Some((begun, text.get(begun..at)?)));
        words.extend(word);
        if c == ',' {
            fields.push(Words {
                text,
                rest: mem::take(&mut words).into_iter().peekable(),
                end: at,
            });
        }
    }
    fields
}

impl<'a> Words<'a> {
    /// Where a word stands; without one, where the next would.
    fn place(&self, word: Option<Word<'a>>) -> (usize, usize) {
        let at = word.map_or(self.end, |(at, _)| at);
        let before = self.text.get(..at).unwrap_or(self.text);
        let line = before.rsplit('\n').next().unwrap_or(before);
        (before.matches('\n').count() + 1, line.chars().count() + 1)
    }

    fn wrong(&self, word: Option<Word<'a>>, expected: &str) -> Fault {
        let found = match word {
            None => "the end of the field".to_owned(),
            Some((_, word)) => {
                let short: String = word.chars().take(40).collect();
                format!("`{}`", short.escape_debug())
            }
        };
        wrong(self.place(word), &found, expected)
    }

    /// A number that fits `T`.
    fn number<T: TryFrom<u64>>(&mut self, what: &str) -> Outcome<T> {
        let word = self.rest.next();
        let number = word.and_then(|(_, word)| word.replace('_', "").parse::<u64>().ok());
        number
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| self.wrong(word, what))
    }

    /// `A of B`.
    fn pair(&mut self, few: &str, many: &str) -> Outcome<(usize, usize)> {
        let first = self.number(few)?;
        match self.rest.next() {
            Some((_, "of")) => Ok((first, self.number(many)?)),
            word => Err(self.wrong(word, "`of`")),
        }
    }

    fn field(mut self, number: usize) -> Outcome<Written> {
        let first = self.rest.next();
        let at = self.place(first);
        let (name, kind) = match first.and_then(|(_, word)| word.strip_suffix(':')) {
            Some("") => return Err(self.wrong(first, "a name before the colon")),
            Some(name) => (name.to_owned(), self.rest.next()),
            None => (number.to_string(), first),
        };
        let all = kind.into_iter().chain(self.rest.clone());
        let words: Vec<_> = all.map(|(_, word)| word).collect();
        let field = self.kind(kind)?;
        if let Some(word) = self.rest.next() {
            return Err(self.wrong(Some(word), "a comma or the end"));
        }
        Ok(Written {
            name,
            words: words.join(" "),
            field,
            at,
        })
    }

    fn kind(&mut self, kind: Option<Word<'a>>) -> Outcome<Field> {
        Ok(match kind.map(|(_, word)| word) {
            Some("permutation") => {
                let items = self.number("how many items there are")?;
                match self.rest.next() {
                    None => Field::Permutation { items },
                    Some((_, "even")) => Field::EvenPermutation { items },
                    Some((_, "linear")) => Field::MyrvoldRuskey { items },
                    word => return Err(self.wrong(word, "`even`, `linear` or the end")),
                }
            }
            Some("arrangement") => {
                let (chosen, items) = self.pair("how many places", "how many items")?;
                Field::Arrangement { items, chosen }
            }
            Some("combination") => {
                let (chosen, items) = self.pair("how many are chosen", "how many items")?;
                Field::Combination { items, chosen }
            }
            Some("multiset") => {
                let mut counts = vec![self.number("how many pieces of the first kind")?];
                while self.rest.peek().is_some() {
                    counts.push(self.number("how many pieces of the next kind")?);
                }
                Field::Multiset { counts }
            }
            Some("orientation") => {
                let (pieces, values) = self.pair("how many pieces", "how many ways")?;
                Field::Orientation { pieces, values }
            }
            Some("cell") => Field::Cell {
                cells: self.number("how many cells there are")?,
            },
            Some("direction") => Field::Direction {
                directions: self.number("how many directions there are")?,
            },
            Some("integer") => Field::Integer {
                bound: self.number("a number that is above all values")?,
            },
            word => {
                let known = KINDS.map(|(name, _)| name);
                let near = word.and_then(|word| suggest::nearest(word, known.into_iter()));
                let kinds = KINDS.map(|(_, form)| format!("`{form}`")).join(", ");
                let expected = format!("a field: {kinds}");
                return Err(self.wrong(kind, &expected).meant(near));
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use statewalk::encoding::builder::Field;

    use super::Declared;
    use crate::fault::Fault;

    fn message(text: &str) -> String {
        match Declared::parse(text) {
            Err(Fault::Said { message, hint, .. }) => {
                message + &hint.map_or_else(String::new, |hint| format!(" ({hint})"))
            }
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn every_kind_is_read() {
        let text = "permutation 11, permutation 11 even,permutation 11 linear, top: arrangement 2 of 5,\n\
                    combination 4 of 12, multiset 3 3 2, orientation 7 of 3, cell 12, direction 8, integer 1_000";
        let declared = Declared::parse(text).unwrap();
        let fields: Vec<_> = { declared.fields.iter() }
            .map(|written| (written.name.as_str(), written.field.clone()))
            .collect();
        let expected = [
            ("1", Field::Permutation { items: 11 }),
            ("2", Field::EvenPermutation { items: 11 }),
            ("3", Field::MyrvoldRuskey { items: 11 }),
            (
                "top",
                Field::Arrangement {
                    items: 5,
                    chosen: 2,
                },
            ),
            (
                "5",
                Field::Combination {
                    items: 12,
                    chosen: 4,
                },
            ),
            (
                "6",
                Field::Multiset {
                    counts: vec![3, 3, 2],
                },
            ),
            (
                "7",
                Field::Orientation {
                    pieces: 7,
                    values: 3,
                },
            ),
            ("8", Field::Cell { cells: 12 }),
            ("9", Field::Direction { directions: 8 }),
            ("10", Field::Integer { bound: 1000 }),
        ];
        assert_eq!(fields, expected);
        assert_eq!(declared.fields[3].words, "arrangement 2 of 5");
        let built: Vec<_> = declared.builder.fields().map(|(name, _)| name).collect();
        assert_eq!(built.len(), 10);
    }

    #[test]
    fn errors_name_the_place() {
        let cases = [
            (
                "",
                "--fields:1:1: found the end of the field, expected a field: ",
            ),
            (
                "cell 12,",
                "--fields:1:9: found the end of the field, expected a field: ",
            ),
            ("cell 12,, cell 3", "--fields:1:9: found the end"),
            (
                "cell 12,\n  cel 3",
                "--fields:2:3: found `cel`, expected a field: ",
            ),
            (
                "cell",
                "--fields:1:5: found the end of the field, expected how many cells",
            ),
            (
                "cell -1",
                "--fields:1:6: found `-1`, expected how many cells",
            ),
            (
                "cell 99999999999999999999",
                "--fields:1:6: found `99999999999999999999`",
            ),
            (
                "permutation 9 odd",
                "--fields:1:15: found `odd`, expected `even`, `linear`",
            ),
            (
                "orientation 7 x 3",
                "--fields:1:15: found `x`, expected `of`",
            ),
            (
                "cell 3 4",
                "--fields:1:8: found `4`, expected a comma or the end",
            ),
            (
                "multiset 2 x",
                "--fields:1:12: found `x`, expected how many pieces of the next",
            ),
            (": cell 3", "--fields:1:1: found `:`, expected a name"),
            (
                "a: cell 3, a: cell 4",
                "--fields:1:12: found the name `a` once more",
            ),
            ("é: cell x", "--fields:1:9: found `x`"),
        ];
        for (text, expected) in cases {
            let message = message(text);
            assert!(message.starts_with(expected), "{text:?}: {message}");
        }
        assert!(message("orientaton 7 of 3").ends_with("(did you mean `orientation`?)"));
    }

    #[test]
    fn wrong_numbers_are_told_at_their_field() {
        let refused = |text: &str| {
            let declared = Declared::parse(text).unwrap();
            let error = declared.builder.size().unwrap_err();
            match declared.refused(&error) {
                Fault::Said { message, .. } => message,
                Fault::ClosedPipe => String::new(),
            }
        };
        assert_eq!(
            refused("cell 3, arrangement 6 of 5"),
            "--fields:1:9: field `2`: 6 of 5 items cannot be chosen"
        );
        assert_eq!(
            refused("permutation 60"),
            "--fields: together, 2^128 or more states are more than 2^64 - 1"
        );
    }
}
