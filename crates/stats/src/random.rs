//! Reproducible random numbers: a counter, scrambled.
//!
//! Every number is a function of a seed, a stream and a place in the stream. Streams are
//! independent of one another and of who asks for them when, so that work divided over any number
//! of threads gives the same result. Not for secrets.

/// One stream of random numbers.
///
/// Method: the finaliser of Steele, Lea & Flood (2014), *Fast splittable pseudorandom number
/// generators*, OOPSLA, applied to a counter that starts at a place given by seed and stream.
///
/// ```
/// use peirast_stats::Stream;
/// let draw = |stream| Stream::new(7, stream).next_u64();
/// assert_eq!(draw(1), draw(1));
/// assert_ne!(draw(1), draw(2));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stream {
    state: u64,
}

/// 2^64 over the golden ratio, made odd: steps of this size never return before 2^64 of them.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Stream {
    /// The stream of this number under this seed.
    ///
    /// ```
    /// use peirast_stats::Stream;
    /// assert_eq!(Stream::new(1, 2), Stream::new(1, 2));
    /// ```
    #[must_use]
    pub const fn new(seed: u64, stream: u64) -> Self {
        Self { state: scramble(scramble(seed ^ STEP).wrapping_add(stream.wrapping_mul(STEP))) }
    }

    /// The next 64 bits.
    ///
    /// ```
    /// use peirast_stats::Stream;
    /// let mut stream = Stream::new(0, 0);
    /// assert_ne!(stream.next_u64(), stream.next_u64());
    /// ```
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        scramble(self.state)
    }

    /// A whole number from 0 to `bound` - 1; 0 if `bound` is 0. Its bias is below `bound`/2^64.
    ///
    /// ```
    /// use peirast_stats::Stream;
    /// let mut stream = Stream::new(3, 0);
    /// assert!((0..100).all(|_| stream.below(6) < 6));
    /// ```
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next_u64() as u128 * bound as u128) >> 64) as usize
    }

    /// A number strictly between 0 and 1, uniform in steps of 2^-53.
    ///
    /// ```
    /// use peirast_stats::Stream;
    /// let u = Stream::new(3, 0).uniform();
    /// assert!(0.0 < u && u < 1.0);
    /// ```
    pub fn uniform(&mut self) -> f64 {
        ((self.next_u64() >> 11) as f64 + 0.5) / 9_007_199_254_740_992.0
    }

    /// True with probability `p`.
    ///
    /// ```
    /// use peirast_stats::Stream;
    /// let mut stream = Stream::new(3, 0);
    /// assert!(stream.chance(1.0) && !stream.chance(0.0));
    /// ```
    pub fn chance(&mut self, p: f64) -> bool {
        self.uniform() < p
    }

    /// A standard normal number, by the inverse of the distribution function.
    ///
    /// ```
    /// use peirast_stats::Stream;
    /// assert!(Stream::new(3, 0).normal().abs() < 9.0);
    /// ```
    pub fn normal(&mut self) -> f64 {
        crate::dist::normal_quantile(self.uniform())
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
    fn draws_are_even() {
        let mut counts = [0_u32; 10];
        for stream in 0..100 {
            let mut draws = Stream::new(11, stream);
            (0..1000).for_each(|_| counts[draws.below(10)] += 1);
        }
        // Ten thousand each, with a standard deviation of 95.
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 500), "{counts:?}");
        assert_eq!(Stream::new(1, 1).below(0), 0);
    }
}
