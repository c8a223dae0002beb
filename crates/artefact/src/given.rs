//! The clauses of a claim that simple premises settle without inference.

use crate::cue::is_negation;
use crate::parts::Parts;

/// Words of sentences that say more than which clauses hold.
const COMPLEX: [&str; 18] = [
    "or",
    "nor",
    "if",
    "then",
    "unless",
    "either",
    "neither",
    "only",
    "all",
    "some",
    "every",
    "each",
    "any",
    "no",
    "everything",
    "something",
    "everyone",
    "someone",
];

/// A clause without its negation, and whether it is affirmed.
type Clause = (Vec<String>, bool);

/// The numbers of clauses of a claim that simple premises state and deny.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    pub stated: usize,
    pub denied: usize,
    clauses: usize,
}

impl Given {
    pub fn of(claim: &[String], parts: &Parts) -> Self {
        let simple = parts.premises.iter().filter(|sentence| is_simple(sentence));
        let known: Vec<Clause> = simple.flat_map(|sentence| clauses(sentence)).collect();
        let said = clauses(claim);
        let count = |holds: bool| {
            let is_known = |(words, affirmed): &&Clause| {
                known.iter().any(|(own, is)| own == words && (is == affirmed) == holds)
            };
            said.iter().filter(is_known).count()
        };
        Self { stated: count(true), denied: count(false), clauses: said.len() }
    }

    pub fn features(self) -> Vec<String> {
        let Self { stated, denied, clauses } = self;
        vec![
            format!("stated {stated}"),
            format!("denied {denied}"),
            format!("of {clauses}: stated {stated}, denied {denied}"),
        ]
    }
}

fn is_simple(sentence: &[String]) -> bool {
    !sentence.iter().any(|word| COMPLEX.contains(&word.as_str()))
}

/// Splits a sentence at its connectives. A clause without a subject has that of the clause before
/// it: *the ace is red and is old*.
fn clauses(sentence: &[String]) -> Vec<Clause> {
    let words = sentence.iter().filter(|word| *word != "either" && *word != "both");
    let words: Vec<&String> = words.collect();
    let mut subject: Vec<String> = Vec::new();
    let mut found = Vec::new();
    for part in words.split(|word| ["and", "or"].contains(&word.as_str())) {
        let Some(verb) = part.iter().position(|word| word.as_str() == "is") else { continue };
        let (before, said) = part.split_at(verb);
        if !before.is_empty() {
            subject = before.iter().map(|word| (*word).clone()).collect();
        }
        let affirmed = !said.iter().any(|word| is_negation(word));
        let rest = said.iter().filter(|word| !is_negation(word)).map(|word| (*word).clone());
        found.push((subject.iter().cloned().chain(rest).collect(), affirmed));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn clauses_have_their_subjects_and_signs() {
        let found = clauses(&words("the ace is red and is not old or the king is red"));
        let expected =
            [("the ace is red", true), ("the ace is old", false), ("the king is red", true)];
        let expected: Vec<Clause> =
            expected.iter().map(|(text, affirmed)| (words(text), *affirmed)).collect();
        assert_eq!(found, expected);
        assert!(is_simple(&words("the ace is red and is old")));
        assert!(!is_simple(&words("either the ace is red or it is old")));
        assert!(!is_simple(&words("some card is red")));
    }
}
