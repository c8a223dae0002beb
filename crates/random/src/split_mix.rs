//! SplitMix64: a scrambled counter.

use crate::Generator;

/// A stream of random numbers for resampling and simulation.
///
/// Every number is a function of a seed, the number of the stream and the place in it.
///
/// Method: the finaliser of Steele, Lea & Flood (2014), *Fast splittable pseudorandom number
/// generators*, OOPSLA, applied to a counter that starts at a place given by seed and stream.
///
/// ```
/// use peirast_random::SplitMix64;
/// let draw = |stream| SplitMix64::numbered(7, stream).next_u64();
/// assert_eq!(draw(1), draw(1));
/// assert_ne!(draw(1), draw(2));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SplitMix64 {
    state: u64,
}

/// 2^64 over the golden ratio, made odd: steps of this size never return before 2^64 of them.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Generator for SplitMix64 {
    fn next_u64(&mut self) -> u64 {
        SplitMix64::next_u64(self)
    }
}

impl SplitMix64 {
    /// The generator whose counter starts at this seed. [`numbered`](Self::numbered) scrambles seed
    /// and number first, so that streams of neighbouring numbers are independent.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The stream of this number under this seed.
    ///
    /// ```
    /// use peirast_random::SplitMix64;
    /// assert_eq!(SplitMix64::numbered(1, 2), SplitMix64::numbered(1, 2));
    /// ```
    #[must_use]
    pub const fn numbered(seed: u64, stream: u64) -> Self {
        Self { state: scramble(scramble(seed ^ STEP).wrapping_add(stream.wrapping_mul(STEP))) }
    }

    /// The next 64 bits.
    ///
    /// ```
    /// use peirast_random::SplitMix64;
    /// let mut stream = SplitMix64::numbered(0, 0);
    /// assert_ne!(stream.next_u64(), stream.next_u64());
    /// ```
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        scramble(self.state)
    }

    /// A whole number from 0 to `bound` - 1; 0 if `bound` is 0. Its bias is below `bound`/2^64.
    ///
    /// ```
    /// use peirast_random::SplitMix64;
    /// let mut stream = SplitMix64::numbered(3, 0);
    /// assert!((0..100).all(|_| stream.below(6) < 6));
    /// ```
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next_u64() as u128 * bound as u128) >> 64) as usize
    }

    /// Fills a slice with whole numbers from 0 to `bound` - 1 (0 if `bound` is 0), without bias.
    ///
    /// One word of 64 bits gives 8 numbers up to a bound of 128, 4 up to 16384, 3 up to 416127, 2
    /// up to 2^28, and otherwise 1: the upper halves of repeated products with the bound. The few
    /// words that would make some numbers likelier (fewer than 1 in 256 for bounds up to 2^56) are
    /// drawn again. Numbers beyond the end of the slice are dropped. Source: Brackett-Rozinsky &
    /// Lemire (2024), *Batched ranged random integer generation*, arXiv:2408.06213.
    ///
    /// ```
    /// use peirast_random::SplitMix64;
    /// let mut places = [0; 100];
    /// SplitMix64::numbered(3, 0).fill_below(6, &mut places);
    /// assert!(places.iter().all(|place| *place < 6) && places.contains(&5));
    /// ```
    pub fn fill_below(&mut self, bound: usize, places: &mut [usize]) {
        match bound {
            0 => places.fill(0),
            1..=128 => self.fill::<8>(bound as u64, places),
            129..=16_384 => self.fill::<4>(bound as u64, places),
            16_385..=416_127 => self.fill::<3>(bound as u64, places),
            416_128..=268_435_456 => self.fill::<2>(bound as u64, places),
            _ => self.fill::<1>(bound as u64, places),
        }
    }

    fn fill<const MANY: usize>(&mut self, bound: u64, places: &mut [usize]) {
        let product = (1..MANY).fold(bound, |product, _| product * bound);
        let least = product.wrapping_neg() % product;
        let (whole, rest) = places.as_chunks_mut::<MANY>();
        whole.iter_mut().for_each(|chunk| *chunk = self.some(bound, least));
        let last: [usize; MANY] = if rest.is_empty() { [0; MANY] } else { self.some(bound, least) };
        rest.iter_mut().zip(last).for_each(|(place, one)| *place = one);
    }

    /// The numbers that one word gives.
    fn some<const MANY: usize>(&mut self, bound: u64, least: u64) -> [usize; MANY] {
        loop {
            let mut word = self.next_u64();
            let mut places = [0; MANY];
            for place in &mut places {
                let product = u128::from(word) * u128::from(bound);
                *place = (product >> 64) as usize;
                word = product as u64;
            }
            if word >= least {
                return places;
            }
        }
    }

    /// A number strictly between 0 and 1, uniform in steps of 2^-53.
    ///
    /// ```
    /// use peirast_random::SplitMix64;
    /// let u = SplitMix64::numbered(3, 0).uniform();
    /// assert!(0.0 < u && u < 1.0);
    /// ```
    pub fn uniform(&mut self) -> f64 {
        ((self.next_u64() >> 11) as f64 + 0.5) / 9_007_199_254_740_992.0
    }

    /// True with probability `p`.
    ///
    /// ```
    /// use peirast_random::SplitMix64;
    /// let mut stream = SplitMix64::numbered(3, 0);
    /// assert!(stream.chance(1.0) && !stream.chance(0.0));
    /// ```
    pub fn chance(&mut self, p: f64) -> bool {
        self.uniform() < p
    }
}

const fn scramble(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_draws_never_change() {
        // A changed value here changes every bootstrap interval: a new version, not a fix.
        let mut stream = SplitMix64::numbered(42, 7);
        assert_eq!([(); 5].map(|()| stream.below(1000)), [442, 943, 631, 333, 892]);
        let mut places = [0; 5];
        SplitMix64::numbered(42, 7).fill_below(1000, &mut places);
        assert_eq!(places, [442, 557, 831, 939, 943]);
    }

    #[test]
    fn draws_are_even() {
        let mut counts = [0_u32; 10];
        for stream in 0..100 {
            let mut draws = SplitMix64::numbered(11, stream);
            (0..1000).for_each(|_| counts[draws.below(10)] += 1);
        }
        // Ten thousand each, with a standard deviation of 95.
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 500), "{counts:?}");
        assert_eq!(SplitMix64::numbered(1, 1).below(0), 0);
    }

    #[test]
    fn many_draws_are_even() {
        for bound in [2, 7, 128, 129, 1000] {
            let mut counts = vec![0_u32; bound];
            for stream in 0..100 {
                let mut places = vec![0; 10 * bound];
                SplitMix64::numbered(12, stream).fill_below(bound, &mut places);
                places.iter().for_each(|place| counts[*place] += 1);
            }
            // A thousand each, with a standard deviation of at most 32.
            assert!(counts.iter().all(|count| count.abs_diff(1000) < 160), "{bound} {counts:?}");
        }
        for bound in [1, 16_384, 16_385, 416_127, 416_128, 268_435_456, 268_435_457, usize::MAX] {
            let mut places = [usize::MAX; 41];
            SplitMix64::numbered(12, 0).fill_below(bound, &mut places);
            assert!(places.iter().all(|place| *place < bound), "{bound}");
            // Halves are as likely, and neighbours differ.
            let low = places.iter().filter(|place| **place < bound / 2).count();
            assert!(bound == 1 || (5..36).contains(&low), "{bound} {low}");
        }
    }

    /// Each pair of numbers comes from equally many of the words that are kept.
    #[test]
    fn words_that_would_favour_some_are_dropped() {
        let (bound, many) = (6_u64, 36_u64);
        let least = many.wrapping_neg() % many;
        assert_eq!(least, ((1_u128 << 64) % 36) as u64);
        // Words just below and above the edge between two pairs.
        let pair = |word: u64| {
            let first = u128::from(word) * u128::from(bound);
            let second = u128::from(first as u64) * u128::from(bound);
            ((first >> 64) * 6 + (second >> 64), second as u64)
        };
        for at in 1..many {
            let edge = ((u128::from(at) << 64).div_ceil(u128::from(many))) as u64;
            assert_eq!((pair(edge).0, pair(edge - 1).0), (u128::from(at), u128::from(at) - 1));
            assert_eq!(pair(edge).1, edge.wrapping_mul(many));
        }
    }
}
