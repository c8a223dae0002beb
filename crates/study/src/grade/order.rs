//! The order of outcomes, which are read in another order.

use peirast_record::Outcome;

/// Permutation from the order in which answers were read to the order of the trials' keys.
#[derive(Debug, Default)]
pub struct Order(Vec<u32>);

impl Order {
    /// Computes the permutation that sorts these outcomes by their trials' keys.
    pub(crate) fn new(outcomes: &[Outcome]) -> Self {
        if outcomes.is_sorted_by(|one, next| one.trial <= next.trial) {
            return Self::default();
        }
        // Keys are hashes: their first digits nearly always distinguish them, and are contiguous in
        // memory.
        let beginning = |one: &Outcome| one.trial.text().as_bytes().first_chunk::<8>().copied();
        let key = |at: u32| outcomes.get(at as usize).map(|one| &one.trial);
        let mut places: Vec<_> = outcomes.iter().map(beginning).zip(0_u32..).collect();
        places.sort_unstable_by(|(one, at), (other, there)| match (one, other) {
            (Some(one), Some(other)) if one != other => one.cmp(other),
            _ => key(*at).cmp(&key(*there)),
        });
        Self(places.into_iter().map(|(_, at)| at).collect())
    }

    /// Permutes a list with an item for each outcome from the order of reading to that of the keys.
    pub fn arrange<T>(&self, things: &mut [T]) {
        for (place, from) in self.0.iter().enumerate() {
            // An item from an earlier place was swapped away: follow the swaps.
            let mut from = *from as usize;
            while from < place {
                from = self.0.get(from).map_or(place, |next| *next as usize);
            }
            if from < things.len() {
                things.swap(place, from);
            }
        }
    }
}
