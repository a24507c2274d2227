//! The orders in which SPFA takes up the nodes that wait.

/// The order in which waiting nodes are taken up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variant {
    /// First in, first out.
    #[default]
    Fifo,
    /// A node that is cheaper than the next one is put before it.
    SmallLabelFirst,
    /// Nodes above the average are put off.
    LargeLabelLast,
    /// Both.
    SmallFirstLargeLast,
}

impl Variant {
    /// All four, for comparisons.
    pub const ALL: [Self; 4] = [
        Self::Fifo,
        Self::SmallLabelFirst,
        Self::LargeLabelLast,
        Self::SmallFirstLargeLast,
    ];

    #[inline]
    pub(super) fn small_label_first(self) -> bool {
        matches!(self, Self::SmallLabelFirst | Self::SmallFirstLargeLast)
    }

    #[inline]
    pub(super) fn large_label_last(self) -> bool {
        matches!(self, Self::LargeLabelLast | Self::SmallFirstLargeLast)
    }
}
