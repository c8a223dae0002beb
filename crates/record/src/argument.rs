//! Arguments in views: premises, and what the Erotetic Theory of Reasoning predicts people to
//! conclude from them.

use serde::{Deserialize, Serialize};

/// An argument of the theory, complete: everything about it can be worked out again from its
/// premises.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Argument {
    /// The version of the generator.
    pub version: u32,
    /// The name of the profile.
    pub profile: String,
    /// The name of the reading by which the theory was followed.
    pub reading: String,
    /// The seed of the corpus.
    pub seed: u64,
    /// The number in the corpus, from 0; controls have that of their fallacy.
    pub number: u64,
    /// What it is for.
    pub kind: ArgumentKind,
    /// The premises in their order, as view strings.
    pub premises: Vec<String>,
    /// What people are predicted to conclude, as a view string; `{0}` if nothing.
    pub conclusion: String,
    /// Does the predicted conclusion follow?
    pub entailed: bool,
    /// Is it a single alternative?
    pub categorical: bool,
    /// How many different literals the conclusion has.
    pub conclusion_atoms: usize,
    /// How many different literals the premises have, each counted for itself.
    pub atoms: usize,
    /// For a control, how it was made of its fallacy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matched: Option<Match>,
    /// A conclusion for a closed question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probe: Option<Probe>,
}

/// What a problem is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArgumentKind {
    /// The predicted conclusion does not follow.
    Fallacy,
    /// The predicted conclusion follows.
    ControlValid,
    /// A fallacy no longer: after a change nothing is predicted to be concluded, or what follows.
    ControlBlocked,
}

/// How a control was made of a fallacy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Match {
    /// What was changed.
    pub change: Change,
    /// The fallacious conclusion of the other, which does not follow here either unless the control
    /// is a valid one.
    pub fallacy: String,
    /// Asked whether that follows, are people predicted to say yes, marks and names aside?
    pub accepted: bool,
}

/// What was changed to make a control: one premise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// Its place, from 0.
    pub place: usize,
    /// What it was, as a view string.
    pub was: String,
}

/// A conclusion to ask about: does it follow?
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probe {
    /// The conclusion, as a view string.
    pub conclusion: String,
    /// Does it follow?
    pub entailed: bool,
    /// Are people predicted to say that it does, marks and names aside?
    pub predicted: bool,
}
