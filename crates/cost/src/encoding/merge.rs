//! Merges the bytes of a piece into tokens.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Counts the tokens of a piece. As long as two neighbours make a token, the pair whose token has
/// the lowest rank is merged, and the first of equal ones. The time is proportional to n log n for
/// n bytes.
pub(super) fn count(piece: &[u8], rank: impl Fn(&[u8]) -> Option<u32>) -> u64 {
    let mut parts = Parts::new(piece.len());
    let mut pairs = BinaryHeap::new();
    for at in 0..piece.len().saturating_sub(1) {
        if let Some(rank) = rank(&piece[at..at + 2]) {
            pairs.push(Reverse((rank, at, at + 2)));
        }
    }
    while let Some(Reverse((_, at, end))) = pairs.pop() {
        if !parts.is_pair(at, end) {
            continue;
        }
        parts.merge(at);
        let neighbours = [Some(at), parts.before(at)];
        for at in neighbours.into_iter().flatten() {
            let Some(end) = parts.end_of_pair(at) else { continue };
            if let Some(rank) = rank(&piece[at..end]) {
                pairs.push(Reverse((rank, at, end)));
            }
        }
    }
    parts.count
}

/// The parts of a piece, indexed by their first bytes.
struct Parts {
    /// End of the part that begins here; 0 if none begins here.
    ends: Vec<usize>,
    /// Beginning of the part that ends here.
    starts: Vec<usize>,
    count: u64,
}

impl Parts {
    /// Creates a part of every byte.
    fn new(bytes: usize) -> Self {
        let starts = (0..=bytes).map(|end| end.saturating_sub(1)).collect();
        Self { ends: (1..=bytes).collect(), starts, count: bytes as u64 }
    }

    /// Returns the end of the pair of parts whose first begins at `at`.
    fn end_of_pair(&self, at: usize) -> Option<usize> {
        let end = *self.ends.get(at).filter(|end| **end > 0)?;
        self.ends.get(end).copied().filter(|end| *end > 0)
    }

    /// Returns true if two parts fill this span. The parts may have changed since the pair was
    /// queued, but the bytes, and so the token, are the same.
    fn is_pair(&self, at: usize, end: usize) -> bool {
        self.end_of_pair(at) == Some(end)
    }

    /// Returns the beginning of the part before this one.
    fn before(&self, at: usize) -> Option<usize> {
        if at == 0 { None } else { self.starts.get(at).copied() }
    }

    /// Merges the part that begins at `at` with the next.
    fn merge(&mut self, at: usize) {
        let (Some(middle), Some(end)) = (self.ends.get(at).copied(), self.end_of_pair(at)) else {
            return;
        };
        self.ends[at] = end;
        self.ends[middle] = 0;
        self.starts[end] = at;
        self.count -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The ranks of a small vocabulary over `a` and `b`.
    fn rank(bytes: &[u8]) -> Option<u32> {
        [&b"ab"[..], b"aa", b"bab", b"aab", b"abab", b"ba", b"bb", b"aabab"]
            .iter()
            .position(|token| *token == bytes)
            .map(|rank| rank as u32)
    }

    /// A direct implementation of the rule.
    fn slow(piece: &[u8]) -> u64 {
        let mut parts: Vec<Vec<u8>> = piece.iter().map(|byte| vec![*byte]).collect();
        loop {
            let ranks = parts.windows(2).enumerate();
            let ranks = ranks.filter_map(|(at, pair)| Some((rank(&pair.concat())?, at)));
            let Some((_, at)) = ranks.min() else { return parts.len() as u64 };
            let next = parts.remove(at + 1);
            parts[at].extend(next);
        }
    }

    #[test]
    fn nothing_is_no_token() {
        assert_eq!(count(b"", rank), 0);
        assert_eq!(count(b"a", rank), 1);
    }

    #[test]
    fn long_pieces_take_no_longer_than_they_must() {
        let piece = vec![b'a'; 1_000_000];
        assert_eq!(count(&piece, rank), 500_000);
    }

    proptest! {
        #[test]
        fn merging_follows_the_rule(piece in "[ab]{0,40}") {
            prop_assert_eq!(count(piece.as_bytes(), rank), slow(piece.as_bytes()));
        }
    }
}
