//! What stored answers teach about a subject: how its tokens are counted, how long its answers are.

use crate::calibration::{Calibration, Ratio};
use crate::{Counter, Mean, Moments, TokenCount, Tokens};
use peirast_record::Usage;
use serde::Serialize;
use std::collections::BTreeMap;

/// Answers to a protocol from which its length of answers is taken; with fewer, that of the subject.
const ENOUGH: u64 = 10;
/// Tokens of an answer of which nothing is known: a guess.
pub const ASSUMED_TOKENS: u64 = 500;
/// The least bound of an answer without a limit of tokens.
pub const LEAST_BOUND: u64 = 4096;
/// How many times the longest answer so far an answer without a limit may be.
const TIMES_LONGEST: u64 = 2;

/// How a count of input tokens came about.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum Kind {
    /// By the model's own tokenizer, with what is documented to frame messages.
    Exact,
    /// By a tokenizer, corrected by what the provider reported for answers.
    Calibrated {
        /// Reported over estimated tokens.
        ratio: Ratio,
    },
    /// By the tokenizer of other models and a factor.
    Estimated {
        /// By how much it may differ, as a share.
        error: f64,
    },
}

/// Input tokens before they are sent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// How many.
    pub tokens: u64,
    /// The fewest to be expected.
    pub low: u64,
    /// The most: of an estimate no less than the bounds of its prompts together, which a budget sets aside.
    pub high: u64,
    /// How this came about.
    #[serde(flatten)]
    pub kind: Kind,
}

/// Output tokens of one answer before it came.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Length {
    /// So many are expected, with their interval; as of no answers where nothing is known.
    pub expected: Mean,
    /// The most that one answer may have.
    pub most: u64,
    /// Whether a limit that is sent along holds it to that.
    pub is_limited: bool,
}

/// What the answers of one subject have shown so far.
#[derive(Clone, Debug, Default)]
pub struct Experience {
    calibration: Calibration,
    outputs: BTreeMap<String, Moments>,
    all: Moments,
    /// The longest answer that was longer than the limit that was sent with its question.
    beyond: Option<u64>,
    /// The longest of which nothing else is known.
    longest: u64,
}

impl Experience {
    /// Takes in an answer to `protocol`, with the limit that was sent along; with what was counted of
    /// its prompt, if that is at hand.
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

    /// Takes in what was reported of an attempt of which not all is known, or that failed: how long the longest
    /// answer may be follows from it, and nothing else.
    pub fn note_failed(&mut self, max_tokens: Option<u32>, usage: Usage) {
        let Some(output) = usage.output_tokens else { return };
        self.longest = self.longest.max(output);
        if max_tokens.is_some_and(|limit| output > u64::from(limit)) {
            self.beyond = self.beyond.max(Some(output));
        }
    }

    /// Takes in how long answers to `protocol` were, which reported it, with the limit that was sent along.
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

    /// Compares what was counted of a prompt with what was reported for it, if anything was.
    pub fn compare(&mut self, counter: Counter, prompt: TokenCount, usage: Usage) {
        if let Some(Tokens { input, .. }) = Tokens::reported(usage) {
            self.calibration.add(counter.tokens(prompt), input);
        }
    }

    /// The longest answer so far, in tokens.
    pub fn longest(&self) -> u64 {
        self.all.largest().max(self.longest)
    }

    /// The longest answer that was longer than the limit that was sent along, if any was: then that
    /// limit holds no answer of this subject.
    pub fn beyond(&self) -> Option<u64> {
        self.beyond
    }

    /// The most tokens that an answer should have under a limit. One that answers went beyond, or none,
    /// bounds nothing: then it is an assumption.
    pub fn most_output(&self, max_tokens: Option<u32>) -> u64 {
        let assumed = bound_without_limit(self.longest());
        match (max_tokens.map(u64::from), self.beyond) {
            (Some(limit), None) => limit,
            (Some(limit), Some(_)) => assumed.max(limit),
            (None, _) => assumed,
        }
    }

    /// Answers that reported their length.
    pub fn answers(&self) -> u64 {
        self.all.n()
    }

    /// Input tokens of many prompts.
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

    /// How input tokens of this subject are known. A count that should be exact is so no longer once
    /// the provider reported others.
    pub fn kind(&self, counter: Counter) -> Kind {
        match self.calibration.ratio() {
            Some(_) if counter.is_exact() && self.calibration.is_exact() => Kind::Exact,
            Some(ratio) => Kind::Calibrated { ratio },
            None if counter.is_exact() => Kind::Exact,
            None => Kind::Estimated { error: counter.error() },
        }
    }

    /// The most that the input tokens of one prompt should be.
    pub fn most_input(&self, counter: Counter, counted: TokenCount) -> u64 {
        let plain = counter.tokens(counted);
        match self.calibration.most(plain) {
            Some(most) if !counter.is_exact() => most,
            Some(most) => most.max(counter.most(plain)),
            // Few answers correct nothing, but they can show that a margin is too small.
            None => counter.most(plain).max(self.calibration.widest(plain)),
        }
    }

    /// How long an answer to `protocol` may be, among `answers` of them, under a limit of tokens.
    pub fn length(&self, protocol: &str, answers: u64, max_tokens: Option<u32>) -> Length {
        let limit = max_tokens.map(u64::from).filter(|_| self.beyond.is_none());
        let own = self.outputs.get(protocol).filter(|own| own.n() >= ENOUGH).unwrap_or(&self.all);
        let assumed = ASSUMED_TOKENS as f64;
        let expected =
            own.expected(answers).unwrap_or(Mean { mean: assumed, low: 0.0, high: assumed, n: 0 });
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

/// The most tokens that an answer is taken to have whose question carries no limit: 4,096, or twice
/// the longest answer so far if that is more.
///
/// ```
/// use peirast_cost::bound_without_limit;
/// assert_eq!((bound_without_limit(0), bound_without_limit(3000)), (4096, 6000));
/// ```
pub fn bound_without_limit(longest: u64) -> u64 {
    longest.saturating_mul(TIMES_LONGEST).max(LEAST_BOUND)
}
