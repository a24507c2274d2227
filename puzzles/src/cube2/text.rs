//! Cubes as text: the letters of 24 stickers, or the turns that made them.

use statewalk::catalog::text::InputError;
use statewalk::catalog::text::lines::Line;

use super::corners::Corners;
use super::geometry::{FACES, FIXED, Sticker, axes, corners, face_of, stickers, turned};
use super::rules::Cube;

/// The most words of a line.
pub(super) const MOST_WORDS: usize = 10_000;

/// The letters of the stickers, in the order in which they are written.
type Letters = [u8; 24];

/// What a line shows: a cube, or nothing that turns can make.
pub(super) enum Shown {
    /// A cube.
    Cube(Cube),
    /// The corners are those of a cube, but one is twisted.
    Twisted,
}

/// The cube of a line; the inner error is that of a line that can be read and shows no cube.
pub(super) fn read(line: &Line<'_>) -> Result<Result<Shown, InputError>, InputError> {
    let is_letters = line.words().any(|word| word.len() > 2);
    let letters = if is_letters {
        letters(line)?
    } else {
        scrambled(line)?
    };
    Ok(shown(&letters).map_err(|why| line.error_at(0, why)))
}

/// Whether a line is meant to be a cube: most of its words are turns or stickers, the first among them.
pub(super) fn is_meant(line: &Line<'_>) -> bool {
    let is_letter = |letter: &u8| FACES.iter().any(|face| face.letter == *letter);
    let is_right = |word: &&[u8]| match word {
        [first, b'\'' | b'2'] => is_letter(first),
        // Among stickers one letter may be wrong.
        word => word.iter().filter(|letter| !is_letter(letter)).count() <= word.len() / 4,
    };
    let right = line.words().filter(is_right).count();
    line.words().next().is_some_and(|word| is_right(&word)) && 2 * right >= line.len()
}

/// The letters of a line: 24, in one word or in six.
fn letters(line: &Line<'_>) -> Result<Letters, InputError> {
    let mut found = Vec::new();
    for (index, word) in line.words().enumerate() {
        let known = |letter: &u8| FACES.iter().any(|face| face.letter == *letter);
        if !word.iter().all(known) {
            return Err(line.error_at(index, "stickers: the letters U, R, F, D, L and B"));
        }
        found.extend_from_slice(word);
        if found.len() > 24 {
            return Err(line.error_at(index, "24 stickers in all"));
        }
    }
    let letters = found.try_into();
    letters.map_err(|_| line.error_at(line.len(), "24 stickers in all"))
}

/// The solved cube after the turns of a line.
fn scrambled(line: &Line<'_>) -> Result<Letters, InputError> {
    let all = stickers();
    let mut letters = all.map(|sticker| FACES[face_of(sticker)].letter);
    for (index, word) in line.words().enumerate() {
        let face = FACES
            .iter()
            .position(|face| word.first() == Some(&face.letter));
        let quarters = match word.get(1..) {
            Some(b"") => Some(1),
            Some(b"2") => Some(2),
            Some(b"'") => Some(3),
            _ => None,
        };
        let (Some(face), Some(quarters)) = (face, quarters) else {
            let expected = "a turn (U, R, F, D, L or B, alone or with 2 or '), or 24 stickers";
            return Err(line.error_at(index, expected));
        };
        for _ in 0..quarters {
            let before = letters;
            for (sticker, letter) in all.iter().zip(before) {
                let after = turned(*sticker, face);
                if let Some(place) = all.iter().position(|other| *other == after) {
                    letters[place] = letter;
                }
            }
        }
    }
    Ok(letters)
}

/// The letters of a corner's stickers, clockwise, beginning with that above or below.
fn at(letters: &Letters, all: &[Sticker; 24], corner: [i8; 3]) -> [u8; 3] {
    axes(corner).map(|axis| {
        let place = all
            .iter()
            .position(|other| *other == Sticker { corner, axis });
        place.map_or(0, |place| letters[place])
    })
}

/// The cube that shows these letters, after the whole is turned so that the fixed corner is right.
fn shown(letters: &Letters) -> Result<Shown, &'static str> {
    let opposite = |letter: u8| {
        let place = FACES.iter().position(|face| face.letter == letter);
        place.map_or(0, |place| FACES[(place + 3) % 6].letter)
    };
    let all = stickers();
    // The letters of the fixed corner are called as in the solved cube, and their opposites too: that turns the
    // whole cube. (A cube that is painted in mirror image is called by its mirrored names.)
    let fixed = at(letters, &all, FIXED);
    let solved = all.map(|sticker| FACES[face_of(sticker)].letter);
    let names = at(&solved, &all, FIXED);
    let renamed = |letter: u8| {
        let pairs = fixed.iter().zip(names);
        let pair = pairs.clone().find(|(known, _)| **known == letter);
        let other = pairs.clone().find(|(known, _)| **known == opposite(letter));
        match (pair, other) {
            (Some((_, name)), _) => name,
            (None, Some((_, name))) => opposite(name),
            (None, None) => 0,
        }
    };
    let mut found = Corners::SOLVED;
    let mut seen = [false; 7];
    let places = corners();
    for (place, &corner) in places.iter().enumerate() {
        let here = at(letters, &all, corner).map(renamed);
        let which = places.iter().enumerate().find_map(|(home, &corner)| {
            let right = at(&solved, &all, corner);
            let turned = |twist: usize| [0, 1, 2].map(|step| here[(step + twist) % 3]) == right;
            Some((home, (0..3).find(|&twist| turned(twist))?))
        });
        let Some((home, twist)) = which else {
            return Err("the stickers of a cube: these corners are not its corners");
        };
        if std::mem::replace(&mut seen[home], true) {
            return Err("the stickers of a cube: a corner is there twice");
        }
        found.order[place] = home.to_le_bytes()[0];
        found.twist[place] = twist.to_le_bytes()[0];
    }
    Ok(found.cube().map_or(Shown::Twisted, Shown::Cube))
}

/// The letters that a cube shows, with its corners twisted once more by `more`.
pub(super) fn painted(cube: Cube, more: [u8; 7]) -> Letters {
    let all = stickers();
    let solved = all.map(|sticker| FACES[face_of(sticker)].letter);
    let mut letters = solved;
    let (found, places) = (Corners::of(cube), corners());
    for (place, &corner) in places.iter().enumerate() {
        let home = at(&solved, &all, places[usize::from(found.order[place]) % 7]);
        let twist = usize::from(found.twist[place] + more[place]);
        for (step, axis) in axes(corner).into_iter().enumerate() {
            if let Some(at) = all
                .iter()
                .position(|other| *other == Sticker { corner, axis })
            {
                letters[at] = home[(step + 3 - twist % 3) % 3];
            }
        }
    }
    letters
}

/// Appends the stickers in a line, face by face.
pub(super) fn write_line(letters: &[u8; 24], out: &mut String) {
    for (index, &letter) in letters.iter().enumerate() {
        let is_first = index > 0 && index % 4 == 0;
        if is_first {
            out.push(' ');
        }
        out.push(char::from(letter));
    }
    out.push('\n');
}

/// Appends the stickers as a net: U above F, D below it, L, F, R and B side by side.
pub(super) fn write_net(letters: &[u8; 24], out: &mut String) {
    let rows: [&[usize]; 3] = [&[0], &[4, 2, 1, 5], &[3]];
    for faces in rows {
        for half in [0, 2] {
            out.push_str(if faces.len() == 1 { "   " } else { "" });
            for (index, face) in faces.iter().enumerate() {
                out.push_str(if index > 0 { " " } else { "" });
                for place in [0, 1] {
                    out.push(char::from(letters[face * 4 + half + place]));
                }
            }
            out.push('\n');
        }
    }
}
