//! The pocket cube in space: where its 24 stickers are, and what a turn of a face does to them.
//!
//! The axes point right, up and to the front. A corner is named by three signs, a sticker by its corner and
//! the axis it looks along. Everything else (which turn brings which corner where, and how it is twisted)
//! is computed from rotations.

/// A point or a direction: right, up, front.
type Vector = [i8; 3];

/// A face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Face {
    /// The letter it is called by.
    pub(super) letter: u8,
    /// The axis it looks along.
    axis: usize,
    sign: i8,
}

/// The faces in the order in which their stickers are written.
pub(super) const FACES: [Face; 6] = [
    face(b'U', 1, 1),
    face(b'R', 0, 1),
    face(b'F', 2, 1),
    face(b'D', 1, -1),
    face(b'L', 0, -1),
    face(b'B', 2, -1),
];

const fn face(letter: u8, axis: usize, sign: i8) -> Face {
    Face { letter, axis, sign }
}

/// A sticker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sticker {
    /// Its corner.
    pub(super) corner: Vector,
    /// The axis it looks along.
    pub(super) axis: usize,
}

/// The 24 stickers in the order in which they are written: face by face, each in reading order from
/// outside; U with the back above, D with the front above, the others with U above.
pub(super) fn stickers() -> [Sticker; 24] {
    // For each face: what is above and what is to the right for someone who looks at it.
    const VIEWS: [[Vector; 2]; 6] = [
        [[0, 0, -1], [1, 0, 0]],
        [[0, 1, 0], [0, 0, -1]],
        [[0, 1, 0], [1, 0, 0]],
        [[0, 0, 1], [1, 0, 0]],
        [[0, 1, 0], [0, 0, 1]],
        [[0, 1, 0], [-1, 0, 0]],
    ];
    std::array::from_fn(|index| {
        let (face, [above, right]) = (FACES[index / 4], VIEWS[index / 4]);
        let up = if index % 4 < 2 { 1 } else { -1 };
        let across = if index % 2 == 0 { -1 } else { 1 };
        let mut corner = [0, 1, 2].map(|axis| up * above[axis] + across * right[axis]);
        corner[face.axis] = face.sign;
        Sticker {
            corner,
            axis: face.axis,
        }
    })
}

/// The face that a sticker is on.
pub(super) fn face_of(sticker: Sticker) -> usize {
    let sign = sticker.corner[sticker.axis];
    let is_it = |face: &Face| face.axis == sticker.axis && face.sign == sign;
    FACES.iter().position(is_it).unwrap_or(0)
}

/// Where a sticker is after a quarter turn of a face, clockwise for someone who looks at it.
pub(super) fn turned(sticker: Sticker, face: usize) -> Sticker {
    let Face { axis, sign, .. } = FACES[face];
    if sticker.corner[axis] != sign {
        return sticker;
    }
    // Seen from the tip of an axis, a clockwise turn brings the second of the other two, in cyclic order, to
    // the first: on R, the front goes up; on U, the right goes to the front; on F, up goes to the right.
    let (first, second) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut corner = sticker.corner;
    corner[first] = sign * sticker.corner[second];
    corner[second] = -sign * sticker.corner[first];
    let along = match sticker.axis {
        same if same == axis => same,
        other if other == first => second,
        _ => first,
    };
    Sticker {
        corner,
        axis: along,
    }
}

/// The corner behind, below and to the left, which stays where it is.
pub(super) const FIXED: Vector = [-1, -1, -1];

/// The axes of the stickers of a corner, clockwise, beginning with that above or below.
pub(super) fn axes(corner: Vector) -> [usize; 3] {
    if corner[0] * corner[1] * corner[2] > 0 {
        [1, 0, 2]
    } else {
        [1, 2, 0]
    }
}

/// The corners that move, in a fixed order.
pub(super) fn corners() -> [Vector; 7] {
    std::array::from_fn(|index| {
        let sign = |bit: usize| if index >> bit & 1 == 0 { 1 } else { -1 };
        [sign(0), sign(1), sign(2)]
    })
}

#[cfg(test)]
mod tests {
    use super::{FACES, FIXED, Sticker, axes, corners, face_of, stickers, turned};

    fn named(sticker: Sticker) -> String {
        let letter = |axis: usize| {
            let sticker = Sticker { axis, ..sticker };
            char::from(FACES[face_of(sticker)].letter)
        };
        let others = [0, 1, 2].into_iter().filter(|&axis| axis != sticker.axis);
        let mut others: Vec<_> = others.map(letter).collect();
        others.sort_unstable();
        format!("{}{}", letter(sticker.axis), String::from_iter(others))
    }

    /// The stickers as the field numbers them.
    #[test]
    fn stickers_are_in_the_usual_order() {
        let names = stickers().map(named);
        let expected = [
            "UBL", "UBR", "UFL", "UFR", "RFU", "RBU", "RDF", "RBD", "FLU", "FRU", "FDL", "FDR",
            "DFL", "DFR", "DBL", "DBR", "LBU", "LFU", "LBD", "LDF", "BRU", "BLU", "BDR", "BDL",
        ];
        assert_eq!(names, expected);
    }

    /// Where each face sends what lies on its four sides.
    #[test]
    fn turns_are_clockwise() {
        for (face, cycle) in [
            ("U", "FLBR"),
            ("R", "FUBD"),
            ("F", "URDL"),
            ("D", "FRBL"),
            ("L", "FDBU"),
            ("B", "ULDR"),
        ] {
            let is_it = |letter: u8| move |face: &super::Face| face.letter == letter;
            let at = FACES.iter().position(is_it(face.as_bytes()[0])).unwrap();
            for sticker in stickers() {
                let after = turned(sticker, at);
                let (from, to) = (FACES[face_of(sticker)], FACES[face_of(after)]);
                let on_face = sticker.corner[FACES[at].axis] == FACES[at].sign;
                if !on_face || from == FACES[at] {
                    assert_eq!(from, to);
                    continue;
                }
                let place = cycle
                    .bytes()
                    .position(|letter| letter == from.letter)
                    .unwrap();
                assert_eq!(to.letter, cycle.as_bytes()[(place + 1) % 4], "{face}");
            }
        }
    }

    #[test]
    fn seven_corners_move_and_their_stickers_are_told_clockwise() {
        let mut all = corners().to_vec();
        assert!(!all.contains(&FIXED));
        all.push(FIXED);
        // A turn of the face above keeps the order of a corner's stickers.
        for corner in all {
            for face in 0..6 {
                let after = axes(corner).map(|axis| turned(Sticker { corner, axis }, face));
                let order = axes(after[0].corner);
                let begin = order
                    .iter()
                    .position(|&axis| axis == after[0].axis)
                    .unwrap();
                let told = [0, 1, 2].map(|step| order[(begin + step) % 3]);
                assert_eq!(after.map(|sticker| sticker.axis), told);
            }
        }
    }
}
