//! What stands above the tables of a space.

use statewalk::catalog::params::Params;

/// Parameters as they were given, each after a space.
pub(crate) fn given(params: &Params) -> String {
    let told = String::new();
    params
        .iter()
        .fold(told, |told, (name, value)| told + " " + name + "=" + value)
}

/// Which space it is, if there are several.
pub(crate) fn numbered(index: usize, all: usize) -> String {
    if all > 1 {
        format!(", space {}", index + 1)
    } else {
        String::new()
    }
}
