//! Arguments in views: premises, and the conclusion that the Erotetic Theory of Reasoning predicts.

use serde::{Deserialize, Serialize};

/// A complete argument of the theory. Everything about it can be computed again from its premises.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Argument {
    /// The version of the generator.
    pub version: u32,
    /// The name of the profile.
    pub profile: String,
    /// The name of the reading of the theory.
    pub reading: String,
    /// The seed of the corpus.
    pub seed: u64,
    /// The number in the corpus, from 0; a control has the number of its fallacy.
    pub number: u64,
    /// Its purpose.
    pub kind: ArgumentKind,
    /// The premises in their order, as view strings.
    pub premises: Vec<String>,
    /// The predicted conclusion of people, as a view string; `{0}` if nothing.
    pub conclusion: String,
    /// True if the predicted conclusion follows.
    pub entailed: bool,
    /// True if it is a single alternative.
    pub categorical: bool,
    /// Number of different literals in the conclusion.
    pub conclusion_atoms: usize,
    /// Number of different literals in each premise, added up.
    pub atoms: usize,
    /// For a control, the change that made it from its fallacy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matched: Option<Match>,
    /// A conclusion for a closed question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probe: Option<Probe>,
}

/// The purposes of problems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArgumentKind {
    /// The predicted conclusion does not follow.
    Fallacy,
    /// The predicted conclusion follows.
    ControlValid,
    /// No longer a fallacy: after a change, the predicted conclusion is nothing, or it follows.
    ControlBlocked,
}

impl ArgumentKind {
    /// The purpose of premises from elsewhere: of which people conclude something or not, and the
    /// conclusion follows or not.
    ///
    /// ```
    /// use peirast_record::ArgumentKind;
    ///
    /// assert_eq!(ArgumentKind::of(true, false), ArgumentKind::Fallacy);
    /// assert_eq!(ArgumentKind::of(false, true), ArgumentKind::ControlBlocked);
    /// ```
    pub fn of(is_concluded: bool, is_entailed: bool) -> Self {
        match (is_concluded, is_entailed) {
            (false, _) => Self::ControlBlocked,
            (true, true) => Self::ControlValid,
            (true, false) => Self::Fallacy,
        }
    }
}

/// The change that made a control from a fallacy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Match {
    /// The change.
    pub change: Change,
    /// The fallacious conclusion of the original problem. It does not follow here either, unless
    /// the control is a valid one.
    pub fallacy: String,
    /// True if people asked about that conclusion are predicted to say that it follows, up to marks
    /// and names.
    pub accepted: bool,
}

/// The change of one premise that made a control.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// Its place, from 0.
    pub place: usize,
    /// The original premise, as a view string.
    pub was: String,
}

/// A conclusion for the question: does it follow?
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probe {
    /// The conclusion, as a view string.
    pub conclusion: String,
    /// True if it follows.
    pub entailed: bool,
    /// True if people are predicted to say that it does, up to marks and names.
    pub predicted: bool,
}
