//! Named random streams: the same name and seed give the same choices on every machine.
//!
//! Every item of every family draws from a stream of its own, so that item 17 is the same
//! whether 20 or 20,000 items are made, and in whatever order.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const CONTEXT: &str = "peirast 2026 random stream v1";

/// A stream of random choices.
///
/// ```
/// use peirast_task::Stream;
/// let draw = |name| Stream::new(7, &[name, "17"]).below(1000);
/// assert_eq!(draw("bio"), draw("bio"));
/// ```
#[derive(Debug)]
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The stream of this name under this seed.
    pub fn new(seed: u64, name: &[&str]) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key(CONTEXT);
        hasher.update(&seed.to_le_bytes());
        for part in name {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        Self(ChaCha8Rng::from_seed(*hasher.finalize().as_bytes()))
    }

    /// A uniform number below `bound`; 0 when `bound` is 0 or 1. Free of modulo bias.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        if bound <= 1 {
            return 0;
        }
        // Reject the top of the range that would make small numbers likelier.
        let limit = u64::MAX - u64::MAX % bound;
        loop {
            let draw = self.0.next_u64();
            if draw < limit {
                return usize::try_from(draw % bound).unwrap_or(0);
            }
        }
    }

    /// A uniform number in [0, 1) with 53 random bits.
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Whether an event of this probability happens.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// A fair coin.
    pub fn coin(&mut self) -> bool {
        self.0.next_u64() & 1 == 1
    }

    /// One of the items, or `None` of none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// The first `count` of the items in a uniform random order.
    pub fn sample<'a, T>(&mut self, items: &'a [T], count: usize) -> Vec<&'a T> {
        let mut order: Vec<&T> = items.iter().collect();
        let count = count.min(order.len());
        for i in 0..count {
            let j = i + self.below(order.len() - i);
            order.swap(i, j);
        }
        order.truncate(count);
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_of_different_names_differ() {
        let draws = |name: &[&str]| {
            let mut stream = Stream::new(1, name);
            (0..8).map(|_| stream.below(1 << 20)).collect::<Vec<_>>()
        };
        assert_eq!(draws(&["a", "bc"]), draws(&["a", "bc"]));
        assert_ne!(draws(&["a", "bc"]), draws(&["ab", "c"]), "names are not just concatenated");
    }

    #[test]
    fn the_first_draws_never_change() {
        // A changed value here changes every generated problem: a new version, not a fix.
        let mut stream = Stream::new(42, &["golden"]);
        let draws: Vec<usize> = (0..5).map(|_| stream.below(1000)).collect();
        assert_eq!(draws, GOLDEN);
    }

    const GOLDEN: [usize; 5] = [426, 486, 596, 121, 738];

    #[test]
    fn below_is_uniform() {
        let mut stream = Stream::new(3, &["uniform"]);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[stream.below(6)] += 1;
        }
        // Six standard deviations of a binomial with n = 60,000 and p = 1/6.
        assert!(counts.iter().all(|c| c.abs_diff(10_000) < 550), "{counts:?}");
    }

    #[test]
    fn a_sample_has_no_repeats() {
        let items: Vec<u32> = (0..10).collect();
        let mut drawn: Vec<u32> =
            Stream::new(5, &["s"]).sample(&items, 10).into_iter().copied().collect();
        drawn.sort_unstable();
        assert_eq!(drawn, items);
    }
}
