//! Estimate of the number of tokens of a request before it is sent.

use crate::moving_average::MovingAverage;
use peirast_record::Usage;

/// Tokens per byte of a prompt before the first answer: about four English characters a token.
const DEFAULT_PER_BYTE: f64 = 0.25;
/// Tokens of an answer without a length limit, before the first answer.
const DEFAULT_ANSWER: f64 = 500.0;
/// Upper bound on a reported count, so that a wrong report cannot overflow the arithmetic.
const MAX_REPORTED: f64 = 1e9;

/// An estimate of tokens per request, learned from the answers so far.
///
/// It only has to pace a run: when the answer arrives, the token bucket corrects the difference.
#[derive(Clone, Debug, Default)]
pub(crate) struct TokenEstimate {
    per_byte: MovingAverage<16>,
    answer: MovingAverage<16>,
}

impl TokenEstimate {
    /// Returns the estimated tokens of a prompt of `bytes` bytes and an answer of at most
    /// `max_output` tokens.
    pub(crate) fn tokens(&self, bytes: usize, max_output: Option<u32>) -> u64 {
        let max_output = max_output.map_or(f64::INFINITY, f64::from);
        let unknown = if max_output.is_finite() { max_output } else { DEFAULT_ANSWER };
        let answer = self.answer.get().unwrap_or(unknown).min(max_output);
        (bytes as f64 * self.per_byte.get().unwrap_or(DEFAULT_PER_BYTE) + answer).ceil() as u64
    }

    /// Learns from the usage that the server reports for a prompt of `bytes` bytes.
    pub(crate) fn learn(&mut self, bytes: usize, usage: Usage) {
        if let Some(tokens) = usage.input_tokens.filter(|_| bytes > 0) {
            self.per_byte.add((tokens as f64 / bytes as f64).min(MAX_REPORTED));
        }
        if let Some(tokens) = usage.output_tokens {
            self.answer.add((tokens as f64).min(MAX_REPORTED));
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
    fn the_estimate_learns_from_answers() {
        let mut estimate = TokenEstimate::default();
        assert_eq!(estimate.tokens(400, None), 600);
        assert_eq!(estimate.tokens(400, Some(50)), 150);
        for _ in 0..100 {
            estimate.learn(400, usage(200, 20));
        }
        assert_eq!(estimate.tokens(400, Some(50)), 220);
        assert_eq!(estimate.tokens(800, None), 420);
        estimate.learn(0, usage(u64::MAX, u64::MAX));
        assert!(estimate.tokens(400, None) < 100_000_000, "and a lie does little harm");
    }
}
