//! What a store needs of a space, for who asks for one that a puzzle does not offer.

/// What the store of that name needs, if it does not serve every space.
fn needed(store: &str) -> Option<&'static str> {
    Some(match store {
        "bits" | "ranked" | "u8" | "u16" => {
            "states that an encoding numbers, within 64 bits, with a known start or goal"
        }
        "residues" => "numbered states, and an action of cost 1 back for every action of cost 1",
        "planes" => "actions of cost 1 that are declared on ranks (`RankActions`)",
        "plane-residues" => {
            "actions of cost 1 that are declared on ranks (`RankActions`), and one back for each"
        }
        "weighted" => "numbered states, and actions of other costs than 1",
        _ => return None,
    })
}

/// The same as a remark behind a name.
pub(super) fn remark(name: &str) -> String {
    match needed(name) {
        Some(needs) => format!(" (which needs {needs})"),
        None => String::new(),
    }
}
