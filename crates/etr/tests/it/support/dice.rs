//! Cheap random choices, all from one seed.

/// SplitMix64.
pub struct Dice(pub u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// True in `part` of `whole` cases.
    pub fn chance(&mut self, part: usize, whole: usize) -> bool {
        self.below(whole) < part
    }

    pub fn pick<T: Copy, const N: usize>(&mut self, all: [T; N]) -> T {
        all[self.below(N)]
    }

    pub fn shuffle<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            all.swap(at, self.below(at + 1));
        }
    }
}
