//! An argument in words: what the names in it are called, and in which order it is put.

use crate::Argument;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The views behind the text of a problem, and how the text was made of them: enough to read an
/// answer to it as a view, to judge that view, and to check the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worded {
    /// The argument as it was generated.
    pub argument: Argument,
    /// The places, from 0, that the premises have in the argument, in the order in which they are
    /// shown.
    pub order: Vec<usize>,
    /// What is asked after the first premise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inquiry: Option<Inquiry>,
    /// What is asked about, as view strings: nothing in an open question, the conclusion in one for
    /// yes or no, one for each option but the last in a choice, whose last is that none of them
    /// follows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<String>,
    /// The theme that the words are from.
    pub theme: String,
    /// What the names are called.
    pub lexicon: Lexicon,
}

/// Questions that a reader is to raise, and what comes of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inquiry {
    /// Whether each of these holds, as view strings.
    pub questions: Vec<String>,
    /// What people are predicted to conclude then, as a view string; `{0}` if nothing.
    pub conclusion: String,
}

impl Worded {
    /// The premises in the order in which they are shown, as view strings.
    pub fn premises(&self) -> Vec<&str> {
        let at = |place: &usize| self.argument.premises.get(*place).map(String::as_str);
        self.order.iter().filter_map(at).collect()
    }
}

/// What the names of an argument are called.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lexicon {
    /// What one of the things is called: *card*.
    pub one: String,
    /// What several are called: *cards*.
    pub many: String,
    /// Constants: *the ace*.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub objects: BTreeMap<String, String>,
    /// Predicates of one thing: *red*.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub predicates: BTreeMap<String, String>,
    /// Predicates of two things: *heavier than*.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub relations: BTreeMap<String, String>,
    /// Predicates of nothing, as the clauses that affirm and deny them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub facts: BTreeMap<String, [String; 2]>,
}
