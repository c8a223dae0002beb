//! Random choices under a seed: splitmix64, so that the same seed gives the same words for years.

pub(crate) struct Stream(u64);

impl Stream {
    pub fn new(seed: u64) -> Stream {
        Stream(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    /// A number below `bound`; 0 when `bound` is 0. The bias is below one in 2^50 for any bound
    /// that words come in.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound.max(1) as u64;
        usize::try_from(self.next() % bound).unwrap_or(0)
    }

    /// One of the items, or `None` of none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// All items in random order.
    pub fn shuffled<'a, T>(&mut self, items: &'a [T]) -> Vec<&'a T> {
        let mut order: Vec<&T> = items.iter().collect();
        for at in 0..order.len() {
            let other = at + self.below(order.len() - at);
            order.swap(at, other);
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_draws_never_change() {
        // A changed value here changes the words of every problem: a new version, not a fix.
        let mut stream = Stream::new(42);
        let draws: Vec<usize> = (0..5).map(|_| stream.below(1000)).collect();
        assert_eq!(draws, GOLDEN);
    }

    const GOLDEN: [usize; 5] = [413, 291, 858, 764, 250];
}
