//! Slow and plain ways to the same numbers, each straight from its definition.

/// All sequences of `length` numbers below `base`, in lexicographic order.
pub(crate) fn sequences(base: u8, length: usize) -> impl Iterator<Item = Vec<u8>> {
    let mut next = (base > 0 || length == 0).then(|| vec![0; length]);
    std::iter::from_fn(move || {
        let current = next.take()?;
        let mut after = current.clone();
        if let Some(place) = (0..length).rev().find(|&i| after[i] + 1 < base) {
            after[place] += 1;
            after[place + 1..].fill(0);
            next = Some(after);
        }
        Some(current)
    })
}

/// Whether no number occurs twice.
pub(crate) fn all_differ(sequence: &[u8]) -> bool {
    (0..sequence.len()).all(|i| !sequence[..i].contains(&sequence[i]))
}

/// How many pairs stand in descending order; its parity is that of the permutation.
pub(crate) fn inversions(sequence: &[u8]) -> usize {
    (0..sequence.len())
        .map(|i| sequence[..i].iter().filter(|&a| *a > sequence[i]).count())
        .sum()
}

/// The lexicographic rank of `k` of `n` items: at each place, the unused smaller items times what
/// can follow each.
pub(crate) fn arrangement_rank(n: u64, sequence: &[u8]) -> u128 {
    let k = sequence.len() as u64;
    (0u64..)
        .zip(sequence)
        .map(|(place, &item)| {
            let used = &sequence[..usize::try_from(place).unwrap()];
            let smaller = (0..item).filter(|other| !used.contains(other)).count();
            let follow: u128 = (place + 1..k).map(|i| u128::from(n - i)).product();
            smaller as u128 * follow
        })
        .sum()
}

/// `rank1` of Myrvold and Ruskey (2001), word for word.
pub(crate) fn rank1(n: usize, permutation: &mut [u8], inverse: &mut [u8]) -> u64 {
    if n == 1 {
        return 0;
    }
    let s = permutation[n - 1];
    permutation.swap(n - 1, usize::from(inverse[n - 1]));
    inverse.swap(usize::from(s), n - 1);
    u64::from(s) + n as u64 * rank1(n - 1, permutation, inverse)
}

/// `unrank1` of Myrvold and Ruskey (2001), word for word; starts from the identity.
pub(crate) fn unrank1(n: usize, rank: u64, permutation: &mut [u8]) {
    if n > 0 {
        let m = n as u64;
        permutation.swap(n - 1, usize::try_from(rank % m).unwrap());
        unrank1(n - 1, rank / m, permutation);
    }
}

/// The permutation that undoes `permutation`.
pub(crate) fn inverse(permutation: &[u8]) -> Vec<u8> {
    let mut inverse = vec![0; permutation.len()];
    for (place, &item) in (0..).zip(permutation) {
        inverse[usize::from(item)] = place;
    }
    inverse
}
