//! Sampling: the settings with which a subject generates its answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Sampling settings of a subject. Settings without a value are not sent, and the provider's
/// default applies.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sampling {
    /// Softmax temperature, at least 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Nucleus mass, in (0, 1].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top_p: Option<f64>,
    /// The sampling seed sent to the provider.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The most tokens per answer, including reasoning if the provider counts it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u32>,
    /// The effort of a reasoning model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning_effort: Option<Effort>,
    /// The most tokens of thinking, less than `max_tokens`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thinking_budget: Option<u32>,
    /// Request the log-probability of every token of the answer, and this number of alternatives
    /// per token, at most 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logprobs: Option<u8>,
}

/// The most alternatives to a token that any provider reports.
const MOST_ALTERNATIVES: u8 = 20;

/// The error for an impossible sampling.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SamplingError {
    /// A temperature below 0, or no number.
    #[error("temperature {0}: must be a number from 0, for example 0.7")]
    Temperature(f64),
    /// A nucleus mass outside (0, 1].
    #[error("top_p {0}: must be above 0 and at most 1, for example 0.95")]
    TopP(f64),
    /// An answer of no tokens.
    #[error("max_tokens 0: leaves no room for an answer")]
    NoTokens,
    /// A budget of thinking that may take all tokens.
    #[error(
        "thinking_budget {budget}: leaves no room for an answer within max_tokens {most}, which \
         counts both; 2400 of 3000, for example"
    )]
    Budget {
        /// The budget.
        budget: u32,
        /// `max_tokens`.
        most: u32,
    },
    /// Two settings for the amount of thinking.
    #[error("reasoning_effort and thinking_budget: say how much to think in one way, not in both")]
    TwoWays,
    /// More alternatives than any provider reports.
    #[error("logprobs {0}: at most 20 alternatives to a token are reported")]
    Alternatives(u8),
}

impl Sampling {
    /// Checks that some provider could take every value.
    ///
    /// # Errors
    /// The first impossible value.
    pub fn check(&self) -> Result<(), SamplingError> {
        match (self.temperature, self.top_p) {
            (Some(t), _) if !(t >= 0.0 && t.is_finite()) => {
                return Err(SamplingError::Temperature(t));
            }
            (_, Some(p)) if !(p > 0.0 && p <= 1.0) => return Err(SamplingError::TopP(p)),
            _ => {}
        }
        match (self.max_tokens, self.thinking_budget) {
            (Some(0), _) => return Err(SamplingError::NoTokens),
            (Some(most), Some(budget)) if budget >= most => {
                return Err(SamplingError::Budget { budget, most });
            }
            (_, Some(_)) if self.reasoning_effort.is_some() => return Err(SamplingError::TwoWays),
            _ => {}
        }
        match self.logprobs {
            Some(n) if n > MOST_ALTERNATIVES => Err(SamplingError::Alternatives(n)),
            _ => Ok(()),
        }
    }

    /// The settings that have a value, in the order of [`Setting::ALL`].
    ///
    /// ```
    /// use peirast_record::{Sampling, Setting};
    /// let sampling = Sampling { seed: Some(1), temperature: Some(0.0), ..Sampling::default() };
    /// assert_eq!(sampling.set(), [Setting::Temperature, Setting::Seed]);
    /// assert_eq!(sampling.without(&[Setting::Seed]).set(), [Setting::Temperature]);
    /// ```
    pub fn set(&self) -> Vec<Setting> {
        Setting::ALL.into_iter().filter(|setting| self.has(*setting)).collect()
    }

    /// Returns true if a setting has a value.
    pub fn has(&self, setting: Setting) -> bool {
        self.value(setting).is_some()
    }

    /// The value of a setting, if it has one.
    pub fn value(&self, setting: Setting) -> Option<Value> {
        match setting {
            Setting::Temperature => self.temperature.map(Value::from),
            Setting::TopP => self.top_p.map(Value::from),
            Setting::Seed => self.seed.map(Value::from),
            Setting::MaxTokens => self.max_tokens.map(Value::from),
            Setting::ReasoningEffort => self.reasoning_effort.map(|it| it.as_str().into()),
            Setting::ThinkingBudget => self.thinking_budget.map(Value::from),
            Setting::Logprobs => self.logprobs.map(Value::from),
        }
    }

    /// The same sampling without these settings.
    #[must_use]
    pub fn without(&self, settings: &[Setting]) -> Self {
        let keep = |setting| !settings.contains(&setting);
        Self {
            temperature: self.temperature.filter(|_| keep(Setting::Temperature)),
            top_p: self.top_p.filter(|_| keep(Setting::TopP)),
            seed: self.seed.filter(|_| keep(Setting::Seed)),
            max_tokens: self.max_tokens.filter(|_| keep(Setting::MaxTokens)),
            reasoning_effort: self.reasoning_effort.filter(|_| keep(Setting::ReasoningEffort)),
            thinking_budget: self.thinking_budget.filter(|_| keep(Setting::ThinkingBudget)),
            logprobs: self.logprobs.filter(|_| keep(Setting::Logprobs)),
        }
    }
}

/// A setting of the sampling, by its name in files of providers and in messages.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Setting {
    /// `temperature`.
    Temperature,
    /// `top_p`.
    TopP,
    /// `seed`.
    Seed,
    /// `max_tokens`.
    MaxTokens,
    /// `reasoning_effort`.
    ReasoningEffort,
    /// `thinking_budget`.
    ThinkingBudget,
    /// `logprobs`.
    Logprobs,
}

impl Setting {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Temperature,
        Self::TopP,
        Self::Seed,
        Self::MaxTokens,
        Self::ReasoningEffort,
        Self::ThinkingBudget,
        Self::Logprobs,
    ];

    /// The name in provider files; study files write `_` for `-`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Temperature => "temperature",
            Self::TopP => "top-p",
            Self::Seed => "seed",
            Self::MaxTokens => "max-tokens",
            Self::ReasoningEffort => "reasoning-effort",
            Self::ThinkingBudget => "thinking-budget",
            Self::Logprobs => "logprobs",
        }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Effort of a reasoning model, in the words that providers share. Each provider documents the
/// words that a model accepts.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// No reasoning.
    None,
    /// Minimal effort.
    Minimal,
    /// Low effort.
    Low,
    /// Medium effort.
    Medium,
    /// High effort.
    High,
    /// Very high effort.
    Xhigh,
    /// Maximum effort.
    Max,
}

impl Effort {
    /// All of them, the least first.
    pub const ALL: [Self; 7] =
        [Self::None, Self::Minimal, Self::Low, Self::Medium, Self::High, Self::Xhigh, Self::Max];

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Minimal => "minimal",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Xhigh => "xhigh",
            Self::Max => "max",
        }
    }
}

/// The error for an unknown effort.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no effort `{0}`: there are none, minimal, low, medium, high, xhigh, max")]
pub struct UnknownEffort(String);

impl FromStr for Effort {
    type Err = UnknownEffort;

    /// Reads a word.
    ///
    /// ```
    /// use peirast_record::Effort;
    /// assert_eq!("low".parse(), Ok(Effort::Low));
    /// assert!("some".parse::<Effort>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.into_iter().find(|effort| effort.as_str() == text);
        known.ok_or_else(|| UnknownEffort(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn none() -> Sampling {
        Sampling::default()
    }

    #[test]
    fn what_no_provider_could_take_is_refused() {
        for (sampling, words) in [
            (Sampling { temperature: Some(-0.1), ..none() }, "temperature -0.1"),
            (Sampling { temperature: Some(f64::NAN), ..none() }, "temperature NaN"),
            (Sampling { top_p: Some(0.0), ..none() }, "top_p 0"),
            (Sampling { top_p: Some(1.1), ..none() }, "top_p 1.1"),
            (Sampling { max_tokens: Some(0), ..none() }, "max_tokens 0"),
            (
                Sampling { max_tokens: Some(2400), thinking_budget: Some(2400), ..none() },
                "no room for an answer within max_tokens 2400",
            ),
            (
                Sampling {
                    thinking_budget: Some(1),
                    reasoning_effort: Some(Effort::Low),
                    ..none()
                },
                "one way, not in both",
            ),
            (Sampling { logprobs: Some(21), ..none() }, "logprobs 21"),
        ] {
            let error = sampling.check().expect_err(words).to_string();
            assert!(error.contains(words), "{error}");
        }
        let published = Sampling { max_tokens: Some(3000), thinking_budget: Some(2400), ..none() };
        assert_eq!(published.check(), Ok(()));
        assert_eq!(none().check(), Ok(()));
    }

    #[test]
    fn settings_and_fields_are_the_same() {
        let all = Sampling {
            temperature: Some(1.0),
            top_p: Some(1.0),
            seed: Some(1),
            max_tokens: Some(2),
            reasoning_effort: Some(Effort::Low),
            thinking_budget: Some(1),
            logprobs: Some(1),
        };
        assert_eq!(all.set(), Setting::ALL);
        assert_eq!(all.without(&Setting::ALL), none());
        for setting in Setting::ALL {
            let left = all.without(&[setting]);
            assert!(!left.has(setting), "{setting}");
            assert_eq!(left.set().len(), 6, "{setting}");
            let name = serde_json::to_value(setting).expect("a name");
            assert_eq!(name, setting.as_str());
        }
    }

    #[test]
    fn a_study_file_names_them() {
        let text = r#"{"temperature":0.0,"reasoning_effort":"xhigh","thinking_budget":2400}"#;
        let sampling: Sampling = serde_json::from_str(text).expect("a sampling");
        assert_eq!(sampling.reasoning_effort, Some(Effort::Xhigh));
        assert_eq!(serde_json::to_string(&sampling).expect("JSON"), text);
        assert!(serde_json::from_str::<Sampling>(r#"{"thinking":1}"#).is_err());
    }
}
