//! States as rows of words: atom `n` is in the state if bit `n` is set.
//!
//! Rows of different lengths meet when a view was made before the lexicon grew: missing words are
//! zero.

use crate::bits::ones;
use crate::lexicon::AtomId;
use smallvec::SmallVec;

/// A state by itself.
pub(crate) type StateRow = SmallVec<[u64; 4]>;

/// The state of these atoms.
#[inline]
pub(crate) fn from_atoms(atoms: impl IntoIterator<Item = AtomId>, width: usize) -> StateRow {
    let mut row = StateRow::from_elem(0, width);
    atoms.into_iter().for_each(|atom| row[atom.word()] |= atom.mask());
    row
}

#[inline]
pub(crate) fn is_empty(row: &[u64]) -> bool {
    row.iter().all(|word| *word == 0)
}

#[inline]
pub(crate) fn is_subset(part: &[u64], whole: &[u64]) -> bool {
    if let ([part], [whole]) = (part, whole) {
        return part & !whole == 0;
    }
    part.iter().enumerate().all(|(at, word)| word & !whole.get(at).copied().unwrap_or(0) == 0)
}

#[inline]
pub(crate) fn intersects(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(x, y)| x & y != 0)
}

#[inline]
pub(crate) fn shared(a: &[u64], b: &[u64]) -> u32 {
    a.iter().zip(b).map(|(x, y)| (x & y).count_ones()).sum()
}

#[inline]
pub(crate) fn equal(a: &[u64], b: &[u64]) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    short == &long[..short.len()] && is_empty(&long[short.len()..])
}

#[inline]
pub(crate) fn contains(row: &[u64], atom: AtomId) -> bool {
    row.get(atom.word()).is_some_and(|word| word & atom.mask() != 0)
}

/// Adds every atom of `more`, which must not be longer than `row`.
#[inline]
pub(crate) fn unite(row: &mut [u64], more: &[u64]) {
    for (word, bits) in row.iter_mut().zip(more) {
        *word |= bits;
    }
}

#[inline]
pub(crate) fn subtract(row: &mut [u64], less: &[u64]) {
    for (word, bits) in row.iter_mut().zip(less) {
        *word &= !bits;
    }
}

/// The atoms of a row, in the order of their identifiers.
#[inline]
pub(crate) fn atoms(row: &[u64]) -> impl Iterator<Item = AtomId> + '_ {
    row.iter()
        .enumerate()
        .flat_map(|(at, word)| ones(*word).map(move |bit| AtomId::from_bit(at as u32 * 64 + bit)))
}
