//! Puzzles that are whole spaces of permutations and the like, all against the same independent truths: a
//! new one adds rows.

#[path = "spaces/agreement.rs"]
mod agreement;
#[path = "spaces/deepening.rs"]
mod deepening;
#[path = "spaces/depths.rs"]
mod depths;
#[path = "spaces/heuristics.rs"]
mod heuristics;
#[path = "spaces/instances.rs"]
mod instances;
#[path = "spaces/korf.rs"]
mod korf;
#[path = "spaces/large_tiles.rs"]
mod large_tiles;
#[path = "spaces/laws.rs"]
mod laws;
#[path = "spaces/maxima.rs"]
mod maxima;
#[path = "spaces/naive.rs"]
mod naive;
#[path = "spaces/nonsense.rs"]
mod nonsense;
#[path = "spaces/patterns.rs"]
mod patterns;
#[path = "spaces/predecessors.rs"]
mod predecessors;
#[path = "spaces/profiles.rs"]
mod profiles;
