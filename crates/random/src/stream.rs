//! Streams of random choices.

use crate::{ChaCha8, Generator, SplitMix64};

/// Context of the hash of names. Any change here changes every generated problem.
const CONTEXT: &str = "peirast 2026 random stream v1";

/// A stream of random choices.
///
/// ```
/// use peirast_random::Stream;
/// let draw = |name| Stream::named(7, &[name, "17"]).below(1000);
/// assert_eq!(draw("bio"), draw("bio"));
/// ```
#[derive(Debug, Clone)]
pub struct Stream<G = ChaCha8>(G);

impl Stream<ChaCha8> {
    /// The stream of this name under this seed. A name has parts, so different names never join to
    /// the same text.
    ///
    /// ```
    /// use peirast_random::Stream;
    /// let draw = |name: &[&str]| Stream::named(1, name).below(1 << 20);
    /// assert_ne!(draw(&["a", "bc"]), draw(&["ab", "c"]));
    /// ```
    pub fn named(seed: u64, name: &[&str]) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key(CONTEXT);
        hasher.update(&seed.to_le_bytes());
        for part in name {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        Self(ChaCha8::new(*hasher.finalize().as_bytes(), 0))
    }

    /// The stream of this number under this seed. Streams of different contexts are independent. No
    /// hash is computed, since a search may start a million of these.
    ///
    /// ```
    /// use peirast_random::Stream;
    /// let draw = |number| Stream::keyed(b"an example of a context.", 7, number).below(1 << 20);
    /// assert_ne!(draw(1), draw(2));
    /// ```
    pub fn keyed(context: &[u8; 24], seed: u64, number: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..].copy_from_slice(context);
        Self(ChaCha8::new(key, number))
    }
}

impl Stream<SplitMix64> {
    /// The stream of this seed from the faster generator.
    ///
    /// ```
    /// use peirast_random::Stream;
    /// let words = ["token", "chip", "card"];
    /// assert_eq!(Stream::split_mix(7).choose(&words), Stream::split_mix(7).choose(&words));
    /// ```
    pub const fn split_mix(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }
}

impl<G: Generator> Stream<G> {
    /// A uniform number below `bound`, without bias. If `bound` is 0 or 1, the number is 0, and
    /// nothing is drawn.
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

    /// Returns true if an event of this probability happens.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// A fair coin.
    pub fn coin(&mut self) -> bool {
        self.0.next_u64() & 1 == 1
    }

    /// Drops one draw.
    pub fn skip(&mut self) {
        self.0.next_u64();
    }

    /// One of the items; `None` if there are none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// The index of one of the weights, drawn in proportion to them; `None` if all are 0.
    pub fn weighted(&mut self, weights: &[u32]) -> Option<usize> {
        let total: usize = weights.iter().map(|weight| *weight as usize).sum();
        let mut left = self.below(total);
        weights.iter().position(|weight| match left.checked_sub(*weight as usize) {
            Some(less) => {
                left = less;
                false
            }
            None => true,
        })
    }

    /// The first `count` of the items in a uniform random order.
    pub fn sample<'a, T>(&mut self, items: &'a [T], count: usize) -> Vec<&'a T> {
        let mut order: Vec<&T> = items.iter().collect();
        let count = count.min(order.len());
        for at in 0..count {
            let other = at + self.below(order.len() - at);
            order.swap(at, other);
        }
        order.truncate(count);
        order
    }

    /// Puts the items in a uniform random order. It draws from the end, where
    /// [`sample`](Self::sample) draws from the beginning, so that the orders of the two differ.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws<G: Generator>(mut stream: Stream<G>) -> [usize; 5] {
        [(); 5].map(|()| stream.below(1000))
    }

    #[test]
    fn the_first_draws_never_change() {
        // A changed value here changes every generated problem: a new version, not a fix.
        assert_eq!(draws(Stream::named(42, &["golden"])), [426, 486, 596, 121, 738]);
        let keyed = |seed, number| draws(Stream::keyed(b"peirast fallacy stream 1", seed, number));
        assert_eq!(keyed(42, 7), [827, 662, 585, 66, 292]);
        assert_ne!(keyed(42, 8), keyed(42, 7));
        assert_ne!(keyed(43, 7), keyed(42, 7));
        assert_eq!(draws(Stream::split_mix(42)), [413, 291, 858, 764, 250]);
    }

    #[test]
    fn streams_of_different_names_differ() {
        let named = |name: &[&str]| draws(Stream::named(1, name));
        assert_eq!(named(&["a", "bc"]), named(&["a", "bc"]));
        assert_ne!(named(&["a", "bc"]), named(&["ab", "c"]), "names are not just concatenated");
    }

    #[test]
    fn below_is_uniform() {
        let mut stream = Stream::named(3, &["uniform"]);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[stream.below(6)] += 1;
        }
        // Six standard deviations of a binomial with n = 60,000 and p = 1/6.
        assert!(counts.iter().all(|c| c.abs_diff(10_000) < 550), "{counts:?}");
    }

    #[test]
    fn weights_are_kept_to() {
        let mut stream = Stream::keyed(b"peirast fallacy stream 1", 1, 1);
        let mut counts = [0u32; 3];
        for _ in 0..40_000 {
            counts[stream.weighted(&[1, 0, 3]).expect("a weight")] += 1;
        }
        // Six standard deviations of a binomial with n = 40,000 and p = 1/4.
        assert!(counts[0].abs_diff(10_000) < 520 && counts[1] == 0, "{counts:?}");
        assert_eq!(stream.weighted(&[0, 0]), None);
    }

    #[test]
    fn a_sample_and_a_shuffle_have_no_repeats() {
        let items: Vec<u32> = (0..10).collect();
        let mut stream = Stream::named(5, &["s"]);
        let mut drawn: Vec<u32> = stream.sample(&items, 10).into_iter().copied().collect();
        stream.shuffle(&mut drawn);
        drawn.sort_unstable();
        assert_eq!(drawn, items);
    }
}
