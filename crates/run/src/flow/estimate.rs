//! An estimate: the tokens that a question will use, before it is put.

use super::mean::Mean;
use peirast_record::Usage;

/// Tokens per byte of a question, until answers tell: four characters of English are about one.
const PER_BYTE: f64 = 0.25;
/// Tokens of an answer whose length nothing bounds, until answers tell.
const ANSWER: f64 = 500.0;

/// Tokens per question, learnt from the answers so far. Good enough to pace a run: what was charged
/// too much or too little is corrected with the answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Estimate {
    per_byte: Mean<16>,
    answer: Mean<16>,
}

impl Estimate {
    /// The tokens of a question of `bytes` with an answer of at most `most` tokens.
    pub(crate) fn of(&self, bytes: usize, most: Option<u32>) -> u64 {
        let most = most.map_or(f64::INFINITY, f64::from);
        // A limit that was not reached so far says little about the next answer.
        let unknown = if most.is_finite() { most } else { ANSWER };
        let answer = self.answer.get().unwrap_or(unknown).min(most);
        (bytes as f64 * self.per_byte.get().unwrap_or(PER_BYTE) + answer).ceil() as u64
    }

    /// Takes note of what a question used.
    pub(crate) fn learn(&mut self, bytes: usize, usage: Usage) {
        // What a server counts is not to be trusted with our arithmetic.
        let sane = |tokens: f64| tokens.min(1e9);
        if let Some(tokens) = usage.input_tokens.filter(|_| bytes > 0) {
            self.per_byte.note(sane(tokens as f64 / bytes as f64));
        }
        if let Some(tokens) = usage.output_tokens {
            self.answer.note(sane(tokens as f64));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usage(input: u64, output: u64) -> Usage {
        Usage { input_tokens: Some(input), output_tokens: Some(output), ..Usage::default() }
    }

    #[test]
    fn answers_teach_it() {
        let mut estimate = Estimate::default();
        assert_eq!(estimate.of(400, None), 600);
        assert_eq!(estimate.of(400, Some(50)), 150);
        for _ in 0..100 {
            estimate.learn(400, usage(200, 20));
        }
        assert_eq!(estimate.of(400, Some(50)), 220);
        assert_eq!(estimate.of(800, None), 420);
        estimate.learn(0, usage(u64::MAX, u64::MAX));
        assert!(estimate.of(400, None) < 100_000_000, "and a lie does little harm");
    }
}
