//! The tokens of an encoding, by their bytes.

use super::merge;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher as _;

/// Tokens in order of rank, read from the program's data without copies.
pub(super) struct Vocabulary {
    tokens: &'static [u8],
    /// Beginning of each token, by rank.
    places: Vec<u32>,
    ranks: HashTable<u32>,
}

impl Vocabulary {
    /// Reads a list of tokens, each with a leading byte for its length.
    pub(super) fn new(tokens: &'static [u8]) -> Self {
        let (mut places, mut at) = (Vec::new(), 0);
        while let Some(length) = tokens.get(at) {
            places.push(at as u32);
            at += 1 + usize::from(*length);
        }
        let mut vocabulary = Self { tokens, ranks: HashTable::with_capacity(places.len()), places };
        for rank in 0..vocabulary.places.len() as u32 {
            let hash = hash_of(vocabulary.token(rank));
            let (tokens, places) = (vocabulary.tokens, &vocabulary.places);
            vocabulary
                .ranks
                .insert_unique(hash, rank, |rank| hash_of(token_at(tokens, places, *rank)));
        }
        vocabulary
    }

    /// Returns the rank of a token, if these bytes are one.
    pub(super) fn rank(&self, bytes: &[u8]) -> Option<u32> {
        self.ranks.find(hash_of(bytes), |rank| self.token(*rank) == bytes).copied()
    }

    /// Counts the tokens of a piece.
    pub(super) fn count(&self, piece: &[u8]) -> u64 {
        match piece.len() {
            0 => 0,
            1 => 1,
            _ if self.rank(piece).is_some() => 1,
            _ => merge::count(piece, |bytes| self.rank(bytes)),
        }
    }

    fn token(&self, rank: u32) -> &'static [u8] {
        token_at(self.tokens, &self.places, rank)
    }
}

fn token_at(tokens: &'static [u8], places: &[u32], rank: u32) -> &'static [u8] {
    let token = places.get(rank as usize).and_then(|at| {
        let (length, rest) = tokens.get(*at as usize..)?.split_first()?;
        rest.get(..usize::from(*length))
    });
    token.unwrap_or_default()
}

fn hash_of(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_and_every_token_has_its_rank() {
        for tokens in [
            &include_bytes!("../../data/cl100k_base.tokens")[..],
            &include_bytes!("../../data/o200k_base.tokens")[..],
        ] {
            let vocabulary = Vocabulary::new(tokens);
            assert!((0..=u8::MAX).all(|byte| vocabulary.rank(&[byte]).is_some()));
            for rank in 0..vocabulary.places.len() as u32 {
                assert_eq!(vocabulary.rank(vocabulary.token(rank)), Some(rank));
            }
        }
    }

    #[test]
    fn vocabularies_are_as_large_as_published() {
        let size = |tokens| Vocabulary::new(tokens).places.len();
        assert_eq!(size(include_bytes!("../../data/cl100k_base.tokens")), 100_256);
        assert_eq!(size(include_bytes!("../../data/o200k_base.tokens")), 199_998);
    }
}
