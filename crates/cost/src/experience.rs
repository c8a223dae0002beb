//! Experience: token counts and answer lengths of a subject, learned from stored answers.

use crate::calibration::{Calibration, Ratio};
use crate::{Counter, Mean, Moments, TokenCount, Tokens};
use peirast_record::Usage;
use serde::Serialize;
use std::collections::BTreeMap;

/// Fewest answers to a protocol from which its answer length is taken; with fewer, that of the
/// subject.
const ENOUGH: u64 = 10;
/// Assumed tokens of an answer without any experience: a guess.
pub const ASSUMED_TOKENS: u64 = 500;
/// Least bound in tokens of an answer without a limit.
pub const LEAST_BOUND: u64 = 4096;
/// Bound of an answer without a limit, as a multiple of the longest answer so far.
const TIMES_LONGEST: u64 = 2;

/// The method behind a count of input tokens.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum Kind {
    /// The model's own tokenizer, with the documented frame of messages.
    Exact,
    /// A tokenizer, calibrated by the tokens that the provider reported.
    Calibrated {
        /// Reported over estimated tokens.
        ratio: Ratio,
    },
    /// The tokenizer of other models and a factor.
    Estimated {
        /// Relative error.
        error: f64,
    },
}

/// An estimate of input tokens before they are sent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Expected tokens.
    pub tokens: u64,
    /// Fewest expected tokens.
    pub low: u64,
    /// Most tokens; for an uncalibrated estimate, at least the sum of its prompts' bounds, which a
    /// budget reserves.
    pub high: u64,
    /// Method of the count.
    #[serde(flatten)]
    pub kind: Kind,
}

/// A forecast of the output tokens of one answer.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Length {
    /// Expected tokens with their interval; based on 0 answers where nothing is known.
    pub expected: Mean,
    /// Most tokens of one answer.
    pub most: u64,
    /// Whether a limit sent with the question guarantees `most`.
    pub is_limited: bool,
}

/// The experience with one subject's answers so far.
#[derive(Clone, Debug, Default)]
pub struct Experience {
    calibration: Calibration,
    outputs: BTreeMap<String, Moments>,
    all: Moments,
    /// Longest answer that exceeded the limit sent with its question.
    beyond: Option<u64>,
    /// Longest answer whose usage is known only in part.
    longest: u64,
}

impl Experience {
    /// Adds an answer to `protocol`, with its output limit and, if at hand, the token count of its
    /// prompt.
    pub fn add(
        &mut self,
        counter: Counter,
        prompt: Option<TokenCount>,
        protocol: &str,
        max_tokens: Option<u32>,
        usage: Usage,
    ) {
        let Some(Tokens { output, .. }) = Tokens::reported(usage) else {
            return self.note_failed(max_tokens, usage);
        };
        if let Some(counted) = prompt {
            self.compare(counter, counted, usage);
        }
        let mut moments = Moments::default();
        moments.add(output);
        self.add_lengths(protocol, max_tokens, &moments);
    }

    /// Adds the usage of a failed attempt, or of an answer reported in part, which affects only the
    /// longest answer.
    pub fn note_failed(&mut self, max_tokens: Option<u32>, usage: Usage) {
        let Some(output) = usage.output_tokens else { return };
        self.longest = self.longest.max(output);
        if max_tokens.is_some_and(|limit| output > u64::from(limit)) {
            self.beyond = self.beyond.max(Some(output));
        }
    }

    /// Adds the lengths of answers to `protocol` under an output limit.
    pub fn add_lengths(&mut self, protocol: &str, max_tokens: Option<u32>, lengths: &Moments) {
        if max_tokens.is_some_and(|limit| lengths.largest() > u64::from(limit)) {
            self.beyond = self.beyond.max(Some(lengths.largest()));
        }
        self.all.merge(lengths);
        match self.outputs.get_mut(protocol) {
            Some(moments) => moments.merge(lengths),
            None => {
                self.outputs.insert(protocol.to_owned(), *lengths);
            }
        }
    }

    /// Calibrates the counter by the count of a prompt and its reported tokens, if there are any.
    pub fn compare(&mut self, counter: Counter, prompt: TokenCount, usage: Usage) {
        if let Some(Tokens { input, .. }) = Tokens::reported(usage) {
            self.calibration.add(counter.tokens(prompt), input);
        }
    }

    /// Returns the longest answer so far, in tokens.
    pub fn longest(&self) -> u64 {
        self.all.largest().max(self.longest)
    }

    /// Returns the longest answer that exceeded its limit, if there is one: then limits do not
    /// bound this subject's answers.
    pub fn beyond(&self) -> Option<u64> {
        self.beyond
    }

    /// Returns the most tokens that an answer should have under a limit. A limit that answers
    /// exceeded, or none, does not bound them; then the result is an assumption.
    pub fn most_output(&self, max_tokens: Option<u32>) -> u64 {
        let assumed = bound_without_limit(self.longest());
        match (max_tokens.map(u64::from), self.beyond) {
            (Some(limit), None) => limit,
            (Some(limit), Some(_)) => assumed.max(limit),
            (None, _) => assumed,
        }
    }

    /// Returns the number of answers with a known length.
    pub fn answers(&self) -> u64 {
        self.all.n()
    }

    /// Estimates the input tokens of many prompts.
    pub fn input(&self, counter: Counter, counted: TokenCount) -> Estimate {
        let plain = counter.tokens(counted);
        let kind = self.kind(counter);
        let times = |factor: f64| (plain as f64 * factor).round() as u64;
        let (tokens, low, high) = match kind {
            Kind::Exact => (plain, plain, plain),
            Kind::Calibrated { ratio } => (times(ratio.ratio), times(ratio.low), times(ratio.high)),
            Kind::Estimated { error } => {
                let most = times(1.0 + error).max(self.calibration.widest(plain));
                let high = most.saturating_add(Counter::slack(counted.prompts));
                (plain, times((1.0 - error).max(0.0)), high)
            }
        };
        Estimate { tokens, low, high, kind }
    }

    /// Returns the method of counting this subject's input tokens. An exact count stops being exact
    /// once the provider reports another number.
    pub fn kind(&self, counter: Counter) -> Kind {
        match self.calibration.ratio() {
            Some(_) if counter.is_exact() && self.calibration.is_exact() => Kind::Exact,
            Some(ratio) => Kind::Calibrated { ratio },
            None if counter.is_exact() => Kind::Exact,
            None => Kind::Estimated { error: counter.error() },
        }
    }

    /// Returns the most input tokens that one prompt should have.
    pub fn most_input(&self, counter: Counter, counted: TokenCount) -> u64 {
        let plain = counter.tokens(counted);
        match self.calibration.most(plain) {
            Some(most) if !counter.is_exact() => most,
            Some(most) => most.max(counter.most(plain)),
            // Few answers do not calibrate, but they can show that a margin is too small.
            None => counter.most(plain).max(self.calibration.widest(plain)),
        }
    }

    /// Forecasts the length of an answer to `protocol`, among `answers` of them, under an output
    /// limit.
    pub fn length(&self, protocol: &str, answers: u64, max_tokens: Option<u32>) -> Length {
        let limit = max_tokens.map(u64::from).filter(|_| self.beyond.is_none());
        let lengths =
            self.outputs.get(protocol).filter(|one| one.n() >= ENOUGH).unwrap_or(&self.all);
        let assumed = ASSUMED_TOKENS as f64;
        let expected = lengths.expected(answers).unwrap_or(Mean {
            mean: assumed,
            low: 0.0,
            high: assumed,
            n: 0,
        });
        let at_most = |tokens: f64| limit.map_or(tokens, |limit| tokens.min(limit as f64));
        let expected = Mean {
            mean: at_most(expected.mean),
            low: at_most(expected.low),
            high: at_most(expected.high),
            n: expected.n,
        };
        Length { expected, most: self.most_output(max_tokens), is_limited: limit.is_some() }
    }
}

/// Returns the assumed most tokens of an answer without a limit: 4,096, or twice the longest answer
/// so far if that is more.
///
/// ```
/// use peirast_cost::bound_without_limit;
/// assert_eq!((bound_without_limit(0), bound_without_limit(3000)), (4096, 6000));
/// ```
pub fn bound_without_limit(longest: u64) -> u64 {
    longest.saturating_mul(TIMES_LONGEST).max(LEAST_BOUND)
}
