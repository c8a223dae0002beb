//! Numbered random streams: the same seed and number give the same choices on every machine.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A changed word here changes every problem: a new version, not a fix.
const CONTEXT: &[u8; 24] = b"peirast fallacy stream 1";

/// A stream of random choices of its own for each problem, so that problem 17 is the same whether
/// 20 or 20,000 are made, and by however many threads.
#[derive(Debug, Clone)]
pub(crate) struct Stream(ChaCha8Rng);

/// What random choices are for, other than the making of problems.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Answers of simulated reasoners.
    Reasoner,
    /// Closed questions.
    Closed,
    /// The places of options.
    Letters,
    /// Orders of premises.
    Order,
    /// Answers that are parts of premises.
    Parts,
}

impl Stream {
    /// The stream of this number under this seed.
    pub(crate) fn new(seed: u64, number: u64) -> Stream {
        Stream::within(CONTEXT, seed, number)
    }

    /// The same for another purpose: it has nothing in common with the stream by which the problem
    /// of that number was made.
    pub(crate) fn apart(purpose: Purpose, seed: u64, number: u64) -> Stream {
        let context = match purpose {
            Purpose::Reasoner => b"peirast fallacy answer 1",
            Purpose::Closed => b"peirast fallacy closed 1",
            Purpose::Letters => b"peirast fallacy letter 1",
            Purpose::Order => b"peirast fallacy orders 1",
            Purpose::Parts => b"peirast fallacy excerpt1",
        };
        Stream::within(context, seed, number)
    }

    fn within(context: &[u8; 24], seed: u64, number: u64) -> Stream {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..].copy_from_slice(context);
        let mut generator = ChaCha8Rng::from_seed(key);
        generator.set_stream(number);
        Stream(generator)
    }

    /// A uniform number below `bound`; 0 when `bound` is 0 or 1. Free of modulo bias.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        if bound <= 1 {
            return 0;
        }
        let limit = u64::MAX - u64::MAX % bound;
        loop {
            let draw = self.0.next_u64();
            if draw < limit {
                return usize::try_from(draw % bound).unwrap_or(0);
            }
        }
    }

    /// A fair coin.
    pub(crate) fn coin(&mut self) -> bool {
        self.0.next_u64() & 1 == 1
    }

    /// One of the items, or `None` of none.
    pub(crate) fn choose<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())).copied()
    }

    /// The place of one of the weights, as likely as it is heavy; `None` if all are 0.
    pub(crate) fn weighted(&mut self, weights: &[u32]) -> Option<usize> {
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

    /// Puts the items in a uniform random order.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Purpose, Stream};

    #[test]
    fn the_first_draws_never_change() {
        let draws = |seed, number| {
            let mut stream = Stream::new(seed, number);
            [(); 5].map(|()| stream.below(1000))
        };
        assert_eq!(draws(42, 7), GOLDEN);
        assert_ne!(draws(42, 8), GOLDEN);
        assert_ne!(draws(43, 7), GOLDEN);
    }

    #[test]
    fn purposes_have_nothing_in_common() {
        let draws = |mut stream: Stream| [(); 5].map(|()| stream.below(1000));
        let purposes =
            [Purpose::Reasoner, Purpose::Closed, Purpose::Letters, Purpose::Order, Purpose::Parts];
        let all = purposes.map(|purpose| draws(Stream::apart(purpose, 42, 7)));
        let different = std::collections::BTreeSet::from(all);
        assert_eq!(different.len(), purposes.len());
        assert!(!all.contains(&draws(Stream::new(42, 7))));
    }

    const GOLDEN: [usize; 5] = [827, 662, 585, 66, 292];

    #[test]
    fn weights_are_kept_to() {
        let mut stream = Stream::new(1, 1);
        let mut counts = [0u32; 3];
        for _ in 0..40_000 {
            counts[stream.weighted(&[1, 0, 3]).expect("a weight")] += 1;
        }
        // Six standard deviations of a binomial with n = 40,000 and p = 1/4.
        assert!(counts[0].abs_diff(10_000) < 520, "{counts:?}");
        assert_eq!(counts[1], 0, "{counts:?}");
        assert_eq!(stream.weighted(&[0, 0]), None);
    }
}
