//! Experience: token counts and answer lengths of a subject, learned from stored answers.

use crate::calibration::{Calibration, Ratio};
use crate::moments::{Mean, Moments};
use crate::{Counter, TokenCount, Tokens};
use peirast_record::Usage;
use serde::Serialize;
use std::collections::BTreeMap;

/// The fewest answers to a protocol for its own answer length. With fewer, the length of the
/// subject is used.
const ENOUGH: u64 = 10;
/// Assumed tokens of an answer without any experience, without thinking.
const ASSUMED_TOKENS: f64 = 500.0;
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
    /// Expected tokens with their interval; based on 0 answers if nothing is known.
    pub expected: Mean,
    /// Most tokens of one answer.
    pub most: u64,
    /// True if a limit sent with the question guarantees `most`.
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
    /// Longest answer, with those of failed attempts.
    longest: u64,
    /// Tokens of thinking that are assumed for an answer without any experience.
    thinking: u64,
}

impl Experience {
    /// Assumes that answers of unknown length use up their budget of thinking, in tokens: a forecast is then
    /// rather too high than too low.
    ///
    /// ```
    /// use peirast_cost::Experience;
    /// let none = Experience::default().with_thinking(2_000);
    /// assert_eq!(none.length("baseline", 10, Some(6_000)).expected.mean, 2_500.0);
    /// assert_eq!(none.length("baseline", 10, Some(1_000)).expected.mean, 1_000.0, "no more than the limit");
    /// ```
    #[must_use]
    pub fn with_thinking(mut self, budget: u64) -> Self {
        self.thinking = budget;
        self
    }

    /// Adds an answer to `protocol`, with its output limit and, if known, its prompt's tokens.
    pub fn add(
        &mut self,
        counter: Counter,
        prompt: Option<TokenCount>,
        protocol: &str,
        max_tokens: Option<u32>,
        usage: Usage,
    ) {
        self.note_failed(max_tokens, usage);
        let Some(Tokens { input, output, .. }) = Tokens::reported(usage) else { return };
        if let Some(counted) = prompt {
            self.calibration.add(counter.tokens(counted), input);
        }
        self.all.add(output);
        self.outputs.entry(protocol.to_owned()).or_default().add(output);
    }

    /// Adds the usage of a failed attempt, or of an answer with a partial report.
    pub fn note_failed(&mut self, max_tokens: Option<u32>, usage: Usage) {
        let Some(output) = usage.output_tokens else { return };
        self.longest = self.longest.max(output);
        if max_tokens.is_some_and(|limit| output > u64::from(limit)) {
            self.beyond = self.beyond.max(Some(output));
        }
    }

    /// Returns the longest answer beyond its limit, if any. Then limits do not bound answers.
    pub fn beyond(&self) -> Option<u64> {
        self.beyond
    }

    /// Returns the most tokens that an answer should have with a limit. If there is no limit, or
    /// answers exceeded it, the result is an assumption: 4,096, or twice the longest answer so far
    /// if that is more.
    pub fn most_output(&self, max_tokens: Option<u32>) -> u64 {
        let assumed = self.longest.saturating_mul(TIMES_LONGEST).max(LEAST_BOUND);
        match (max_tokens.map(u64::from), self.beyond) {
            (Some(limit), None) => limit,
            (Some(limit), Some(_)) => assumed.max(limit),
            (None, _) => assumed,
        }
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

    /// Returns the method of counting this subject's input tokens. An exact count is no longer
    /// exact after the provider reported another number.
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
            // A few answers do not calibrate, but they can show that a margin is too small.
            None => counter.most(plain).max(self.calibration.widest(plain)),
        }
    }

    /// Forecasts the length of one of `answers` answers to `protocol` with an output limit.
    pub fn length(&self, protocol: &str, answers: u64, max_tokens: Option<u32>) -> Length {
        let limit = max_tokens.map(u64::from).filter(|_| self.beyond.is_none());
        let lengths =
            self.outputs.get(protocol).filter(|one| one.n() >= ENOUGH).unwrap_or(&self.all);
        let mean = ASSUMED_TOKENS + self.thinking as f64;
        let assumed = Mean { mean, low: 0.0, high: mean, n: 0 };
        let expected = lengths.expected(answers).unwrap_or(assumed);
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
