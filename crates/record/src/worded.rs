//! Arguments in words: the words for their names, and the order of their premises.

use crate::Argument;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The views behind the text of a problem, and the construction of the text from them. A reader
/// needs this to read an answer as a view, to judge that view, and to check the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worded {
    /// The argument as it was generated.
    pub argument: Argument,
    /// The indices, from 0, of the premises in the argument, in the order in which they are shown.
    pub order: Vec<usize>,
    /// The question after the first premise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inquiry: Option<Inquiry>,
    /// The conclusions in the question, as view strings: none in an open question, one in a yes/no
    /// question, and one for each option but the last in a choice, whose last option is that none
    /// of them follows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<String>,
    /// The theme of the words.
    pub theme: String,
    /// The words for the names.
    pub lexicon: Lexicon,
}

/// Questions that a reader is to raise, and the resulting prediction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inquiry {
    /// Views about which the question asks, as view strings.
    pub questions: Vec<String>,
    /// The conclusion that people are then predicted to draw, as a view string; `{0}` if nothing.
    pub conclusion: String,
}

impl Worded {
    /// The premises in the order in which they are shown, as view strings.
    pub fn premises(&self) -> Vec<&str> {
        let at = |place: &usize| self.argument.premises.get(*place).map(String::as_str);
        self.order.iter().filter_map(at).collect()
    }
}

/// The words for the names of an argument.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lexicon {
    /// The noun for one of the things: *card*.
    pub one: String,
    /// The noun for several: *cards*.
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
    /// Predicates without things, as the clauses that affirm and deny them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub facts: BTreeMap<String, [String; 2]>,
}
