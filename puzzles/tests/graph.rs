//! Graphs from files, against truths that share no code with them: Bellman and Ford's rounds by hand, petgraph, and
//! files of answers.

#[path = "graph/agreement.rs"]
mod agreement;
#[path = "graph/files.rs"]
mod files;
#[path = "graph/naive.rs"]
mod naive;
#[path = "graph/nonsense.rs"]
mod nonsense;
#[path = "graph/spaces.rs"]
mod spaces;
