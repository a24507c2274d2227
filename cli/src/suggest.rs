//! The nearest right name for a wrong one.

/// What the field calls some searches for short.
const SHORT: [(&str, &str); 4] = [
    ("bfs", "breadth-first"),
    ("dijkstra", "uniform-cost"),
    ("ucs", "uniform-cost"),
    ("a*", "astar"),
];

/// The name among `known` that `wrong` was most likely meant to be, if one is near.
pub(crate) fn nearest<'a>(wrong: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if let Some((_, long)) = SHORT.iter().find(|(short, _)| *short == wrong) {
        let mut known = known;
        return known.find(|name| name == long);
    }
    // Distances take quadratic time, and nothing near is as long as this.
    let wrong: String = wrong.chars().take(64).collect::<String>().to_lowercase();
    let near = |name: &'a str| {
        let distance = strsim::damerau_levenshtein(&wrong, &name.to_lowercase());
        let begins = wrong.chars().count() >= 2 && name.starts_with(&wrong);
        let close = distance <= (name.chars().count() / 3).max(1);
        (begins || close).then_some((distance, name))
    };
    known.filter_map(near).min().map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let known = ["huarong", "kings", "magic", "breadth-first"];
        let cases = [
            ("magc", Some("magic")),
            ("MAGIC", Some("magic")),
            ("king", Some("kings")),
            ("haurong", Some("huarong")),
            ("breadth", Some("breadth-first")),
            ("bfs", Some("breadth-first")),
            ("ucs", None),
            ("tiles", None),
            ("", None),
        ];
        for (wrong, right) in cases {
            assert_eq!(nearest(wrong, known.into_iter()), right, "{wrong}");
        }
    }
}
