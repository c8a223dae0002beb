//! Generators: the sources of random bits of streams.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A source of uniform random bits.
pub trait Generator {
    /// The next 64 bits.
    fn next_u64(&mut self) -> u64;
}

/// ChaCha with 8 rounds: Bernstein (2008), *ChaCha, a variant of Salsa20*.
///
/// Streams with different keys or numbers are independent, which small seeds and names require.
#[derive(Debug, Clone)]
pub struct ChaCha8(ChaCha8Rng);

impl ChaCha8 {
    /// The generator with this key and stream number.
    pub(crate) fn new(key: [u8; 32], number: u64) -> Self {
        let mut generator = ChaCha8Rng::from_seed(key);
        generator.set_stream(number);
        Self(generator)
    }
}

impl Generator for ChaCha8 {
    fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }
}
