//! Counts the tokens of prompts: exactly if the tokenizer is public, otherwise with a factor.

use crate::{Encoding, Pattern, host_of, model_of};
use peirast_record::{Message, Prompt};
use rayon::prelude::*;
use serde::Deserialize;
use std::sync::LazyLock;

/// Tokens that a bound allows for the frame of messages, in addition to a factor's error.
const SLACK: u64 = 16;
/// Tokens per prompt by which a sum of bounds may exceed a bound of the sum, because of rounding.
const ROUNDED: u64 = 3;
/// Relative error of an exact count at a server that is not the developer's. It may frame messages
/// differently or serve another model with the same name.
const ELSEWHERE: f64 = 0.3;

/// The built-in families.
static FAMILIES: LazyLock<Vec<Family>> = LazyLock::new(|| {
    #[derive(Deserialize)]
    struct FamilyTable {
        family: Vec<Family>,
    }
    // A test reads the file. Without families, every model is counted as an unknown one.
    let document: Result<FamilyTable, _> = toml::from_str(include_str!("../data/tokenizers.toml"));
    document.map(|document| document.family).unwrap_or_default()
});

/// Rules for counting the tokens of a family of models.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Family {
    /// Name of the family.
    pub name: String,
    models: Vec<Pattern>,
    encoding: Encoding,
    /// True if counts are exact at the named hosts.
    #[serde(default)]
    pub exact: bool,
    #[serde(default)]
    hosts: Vec<Pattern>,
    /// Tokens of the model per token of the encoding.
    #[serde(default = "one")]
    pub factor: f64,
    /// Relative error of a total.
    #[serde(default)]
    pub error: f64,
    per_message: u64,
    per_request: u64,
    /// Source of these numbers.
    pub source: String,
}

fn one() -> f64 {
    1.0
}

/// The token count of one or many prompts in one encoding, before any factor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TokenCount {
    /// Number of tokens of the texts.
    pub text: u64,
    /// Number of messages.
    pub messages: u64,
    /// Number of prompts.
    pub prompts: u64,
}

impl TokenCount {
    /// Returns the sum of two counts.
    #[must_use]
    pub fn plus(self, more: Self) -> Self {
        Self {
            text: self.text + more.text,
            messages: self.messages + more.messages,
            prompts: self.prompts + more.prompts,
        }
    }

    /// Returns the count for another number of prompts of the same mean size.
    #[must_use]
    pub fn scaled_to(self, prompts: u64) -> Self {
        let scale = |count: u64| {
            let scaled = u128::from(count) * u128::from(prompts) / u128::from(self.prompts.max(1));
            u64::try_from(scaled).unwrap_or(u64::MAX)
        };
        Self { text: scale(self.text), messages: scale(self.messages), prompts }
    }
}

/// Counts the tokens of prompts for one model.
///
/// ```
/// use peirast_cost::Counter;
/// use peirast_record::{Message, Prompt};
/// let prompt = Prompt::new("q", "baseline", vec![Message::user("tiktoken is great!")]);
/// // Six tokens of text, four that frame the message, three before the answer.
/// let counter = Counter::for_subject("openai:gpt-4o");
/// assert_eq!((counter.tokens(counter.count(&prompt.messages)), counter.is_exact()), (13, true));
/// assert!(!Counter::for_subject("openai:claude-3-opus").is_exact());
/// assert!(!counter.at("http://localhost:8000/v1").is_exact());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Counter {
    family: &'static Family,
    is_elsewhere: bool,
}

impl Counter {
    /// Creates the counter of a subject's model, at its developer's own server.
    pub fn for_subject(subject: &str) -> Self {
        let model = model_of(subject);
        // A router puts the developer before the model.
        let last = model.rsplit('/').next().unwrap_or(model);
        let weight = |family: &Family| {
            let fitting = family.models.iter().filter(|p| p.matches(last) || p.matches(model));
            fitting.map(Pattern::weight).max()
        };
        // If weights are equal, the last of the reversed list is taken.
        let fitting = FAMILIES.iter().rev().filter_map(|one| Some((weight(one)?, one)));
        let best = fitting.max_by_key(|(weight, _)| *weight);
        Self { family: best.map_or(&*UNKNOWN, |(_, family)| family), is_elsewhere: false }
    }

    /// Returns the counter at an endpoint. Counts are exact only at the developer's own hosts.
    #[must_use]
    pub fn at(self, endpoint: &str) -> Self {
        let host = host_of(endpoint);
        Self { is_elsewhere: !self.family.hosts.iter().any(|one| one.matches(host)), ..self }
    }

    /// Returns the family of its model.
    pub fn family(self) -> &'static Family {
        self.family
    }

    /// Returns the encoding of its texts. Models with one encoding can share counts.
    pub fn encoding(self) -> Encoding {
        self.family.encoding
    }

    /// Returns true if its counts are exact.
    pub fn is_exact(self) -> bool {
        self.family.exact && !self.is_elsewhere
    }

    /// Returns the relative error of a total.
    pub fn error(self) -> f64 {
        if self.family.exact && self.is_elsewhere { ELSEWHERE } else { self.family.error }
    }

    /// Counts one prompt.
    pub fn count(self, messages: &[Message]) -> TokenCount {
        count(self.encoding(), messages)
    }

    /// Returns the number of tokens that the model's provider should count.
    pub fn tokens(self, counted: TokenCount) -> u64 {
        let framed =
            counted.messages * self.family.per_message + counted.prompts * self.family.per_request;
        (counted.text as f64 * self.family.factor).round() as u64 + framed
    }

    /// Returns the most tokens of one prompt, from an estimate that may be calibrated.
    pub fn most(self, estimate: u64) -> u64 {
        (estimate as f64 * (1.0 + self.error())).ceil() as u64 + SLACK
    }

    /// Returns the tokens that the bounds of this number of prompts allow for frames and rounding.
    pub fn slack(prompts: u64) -> u64 {
        prompts.saturating_mul(SLACK + ROUNDED)
    }
}

/// Counts the messages of one prompt.
fn count(encoding: Encoding, messages: &[Message]) -> TokenCount {
    let text = messages.iter().map(|message| encoding.count(&message.content)).sum();
    TokenCount { text, messages: messages.len() as u64, prompts: 1 }
}

/// Counts prompts on all cores, in order.
pub fn count_all<P: AsRef<Prompt> + Sync>(encoding: Encoding, prompts: &[P]) -> Vec<TokenCount> {
    prompts.par_iter().map(|prompt| count(encoding, &prompt.as_ref().messages)).collect()
}

/// The family of models that no other family matches.
static UNKNOWN: LazyLock<Family> = LazyLock::new(|| Family {
    name: "unknown".to_owned(),
    models: Vec::new(),
    encoding: Encoding::O200k,
    exact: false,
    hosts: Vec::new(),
    factor: 1.2,
    error: 0.4,
    per_message: 4,
    per_request: 8,
    source: "a guess".to_owned(),
});
