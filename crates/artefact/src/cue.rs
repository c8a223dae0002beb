//! The cues that guessers use.

use crate::given::Given;
use crate::parts::Parts;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;

/// A cue, the only feature of a problem that a guesser sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cue {
    /// The position of an option.
    Position,
    /// The longer option; the lengths of the conclusion and the premises.
    Length,
    /// The number of connectives of a claim: *and*, *or*, *if*.
    Connectives,
    /// The number of negations of a claim.
    Negations,
    /// The words that a claim shares with the premises, as a number and as a share.
    Overlap,
    /// One sentence of the premises has all words of a claim, or no sentence has any.
    Restating,
    /// The clauses of a claim that a simple premise states, and those that it denies.
    Given,
    /// The sentences that share words, and the order of these words in each.
    Order,
    /// Quantifiers, connectives and negations, each with its sentence.
    FunctionWords,
    /// Words and pairs of words of only the options or the conclusion.
    ClaimWords,
    /// Words and pairs of words of only the premises.
    PremiseWords,
    /// Words and pairs of words of the whole text.
    AllWords,
}

impl Cue {
    /// All cues, the simplest first.
    pub const ALL: [Self; 12] = [
        Self::Position,
        Self::Length,
        Self::Connectives,
        Self::Negations,
        Self::Overlap,
        Self::Restating,
        Self::Given,
        Self::Order,
        Self::FunctionWords,
        Self::ClaimWords,
        Self::PremiseWords,
        Self::AllWords,
    ];

    /// Returns its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Length => "length",
            Self::Connectives => "connectives",
            Self::Negations => "negations",
            Self::Overlap => "overlap",
            Self::Restating => "restating",
            Self::Given => "given",
            Self::Order => "order",
            Self::FunctionWords => "function-words",
            Self::ClaimWords => "claim-words",
            Self::PremiseWords => "premise-words",
            Self::AllWords => "all-words",
        }
    }

    /// Returns the features of each possible answer; `None` if the cue does not apply.
    /// For the answers yes and no, only yes has features.
    pub(crate) fn features(self, parts: &Parts) -> Option<Vec<Vec<String>>> {
        if parts.is_verdict() {
            let yes = self.of_verdict(parts)?;
            return Some(vec![yes, Vec::new()]);
        }
        self.of_options(parts)
    }

    fn of_verdict(self, parts: &Parts) -> Option<Vec<String>> {
        let claim = parts.claims.first()?;
        let mut features = match self {
            Self::Position => return None,
            Self::Length => {
                let length = parts.lengths.first()?;
                vec![
                    format!("claim {}", length / 8),
                    format!("premises {}", parts.premise_length / 16),
                ]
            }
            Self::Connectives => counted(parts, &CONNECTIVES),
            Self::Negations => counted(parts, &NEGATIONS),
            Self::Overlap => {
                let shared = shared(claim, parts);
                vec![format!("words {shared}"), format!("share {}", tenth(shared, claim.len()))]
            }
            Self::Restating => vec![restating(claim, parts).to_owned()],
            Self::Given => Given::of(claim, parts).features(),
            Self::Order => shared_order(parts),
            Self::FunctionWords => function_words(parts),
            Self::ClaimWords => grams(claim),
            Self::PremiseWords => {
                parts.premises.iter().flat_map(|sentence| grams(sentence)).collect()
            }
            Self::AllWords => parts.premises.iter().chain([claim]).flat_map(|s| grams(s)).collect(),
        };
        features.push(BIAS.to_owned());
        Some(features)
    }

    fn of_options(self, parts: &Parts) -> Option<Vec<Vec<String>>> {
        let number = |of: &dyn Fn(&[String]) -> usize| ranks(parts.claims.iter().map(|c| of(c)));
        let each =
            |of: &dyn Fn(&[String]) -> Vec<String>| parts.claims.iter().map(|c| of(c)).collect();
        let stem = || parts.premises.iter().flat_map(|sentence| grams(sentence));
        Some(match self {
            Self::Position => (0..parts.answers).map(|place| vec![place.to_string()]).collect(),
            Self::Length => ranks(parts.lengths.iter().copied()),
            Self::Connectives => number(&|claim| count(claim, &CONNECTIVES)),
            Self::Negations => number(&|claim| count(claim, &NEGATIONS)),
            Self::Overlap => {
                let numbers = number(&|claim| shared(claim, parts));
                let shares = number(&|claim| 1000 * shared(claim, parts) / claim.len().max(1));
                let both = numbers.into_iter().zip(shares);
                both.map(|(n, share)| {
                    n.into_iter().chain(share.into_iter().map(|s| format!("share {s}"))).collect()
                })
                .collect()
            }
            Self::Restating => each(&|claim| vec![restating(claim, parts).to_owned()]),
            Self::Given => {
                let ranked = ranks(parts.claims.iter().map(|claim| Given::of(claim, parts).stated));
                let each = parts.claims.iter().map(|claim| Given::of(claim, parts).features());
                each.zip(ranked).map(|(own, rank)| [own, rank].concat()).collect()
            }
            Self::Order => return None,
            Self::FunctionWords => {
                each(&|claim| claim.iter().filter(|word| is_function_word(word)).cloned().collect())
            }
            Self::ClaimWords => each(&grams),
            Self::PremiseWords => (0..parts.answers)
                .map(|at| stem().map(|gram| format!("{at} {gram}")).collect())
                .collect(),
            Self::AllWords => {
                let claims = parts.claims.iter().enumerate();
                claims
                    .map(|(at, claim)| {
                        grams(claim)
                            .into_iter()
                            .chain(stem().map(|gram| format!("{at} {gram}")))
                            .collect()
                    })
                    .collect()
            }
        })
    }
}

impl fmt::Display for Cue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Position => "place of the option",
            Self::Length => "length",
            Self::Connectives => "connectives",
            Self::Negations => "negations",
            Self::Overlap => "overlap with the premises",
            Self::Restating => "restating a premise",
            Self::Given => "clauses that a simple premise states or denies",
            Self::Order => "order of repeated words",
            Self::FunctionWords => "function words by sentence",
            Self::ClaimWords => "words of options or conclusion alone",
            Self::PremiseWords => "words of the premises alone",
            Self::AllWords => "words of the whole text",
        })
    }
}

/// The feature that every yes has.
const BIAS: &str = "yes";

// Including the connectives of purpose.
const CONNECTIVES: [&str; 15] = [
    "and", "or", "nor", "if", "then", "unless", "but", "because", "both", "either", "neither",
    "while", "although", "so", "to",
];

const PRONOUNS: [&str; 14] = [
    "he",
    "she",
    "they",
    "it",
    "him",
    "her",
    "them",
    "his",
    "their",
    "its",
    "himself",
    "herself",
    "themselves",
    "itself",
];

const NEGATIONS: [&str; 12] = [
    "not", "no", "never", "none", "nobody", "nothing", "neither", "nor", "without", "cannot",
    "false", "untrue",
];

/// Other words that show the form of a sentence.
const QUANTIFIERS: [&str; 21] = [
    "a",
    "an",
    "the",
    "of",
    "number",
    "subset",
    "exception",
    "all",
    "some",
    "every",
    "each",
    "any",
    "most",
    "few",
    "only",
    "everything",
    "something",
    "everyone",
    "someone",
    "there",
    "least",
];

pub(crate) fn is_negation(word: &str) -> bool {
    NEGATIONS.contains(&word) || word.ends_with("n't") || word.ends_with("n’t")
}

fn is_function_word(word: &str) -> bool {
    is_negation(word) || CONNECTIVES.contains(&word) || QUANTIFIERS.contains(&word)
}

fn count(words: &[String], of: &[&str]) -> usize {
    let negations = of == NEGATIONS;
    words.iter().filter(|w| of.contains(&w.as_str()) || negations && is_negation(w)).count()
}

/// Counts such words in the conclusion and in the premises.
fn counted(parts: &Parts, of: &[&str]) -> Vec<String> {
    let claim: usize = parts.claims.iter().map(|claim| count(claim, of)).sum();
    let premises: usize = parts.premises.iter().map(|sentence| count(sentence, of)).sum();
    vec![
        format!("claim {claim}"),
        format!("premises {premises}"),
        format!("both {claim} {premises}"),
    ]
}

/// Counts the words of a claim, without function words and pronouns, that also occur in the
/// premises.
fn shared(claim: &[String], parts: &Parts) -> usize {
    let known: BTreeSet<&String> = parts.premise_words().collect();
    let said = claim.iter().filter(|w| !is_function_word(w) && !PRONOUNS.contains(&w.as_str()));
    said.filter(|word| known.contains(word)).count()
}

fn tenth(part: usize, of: usize) -> usize {
    10 * part / of.max(1)
}

fn restating(claim: &[String], parts: &Parts) -> &'static str {
    let content = || claim.iter().filter(|word| !is_function_word(word));
    let holds = |sentence: &Vec<String>| claim.iter().all(|word| sentence.contains(word));
    if shared(claim, parts) == 0 || content().all(|word| !parts.premise_words().any(|w| w == word))
    {
        return "none";
    }
    if parts.premises.iter().any(holds) { "restated" } else { "new" }
}

/// Returns the order in which each sentence has its shared words: "1 and 3, then 1 and 2".
fn shared_order(parts: &Parts) -> Vec<String> {
    let sentences: Vec<&Vec<String>> = parts.premises.iter().chain(&parts.claims).collect();
    let homes = |word: &String| -> Vec<usize> {
        (0..sentences.len())
            .filter(|at| sentences.get(*at).is_some_and(|s| s.contains(word)))
            .collect()
    };
    let mut features = Vec::new();
    for (at, sentence) in sentences.iter().enumerate() {
        let shared = sentence.iter().filter(|word| !is_function_word(word)).map(homes);
        let mut order: Vec<Vec<usize>> =
            shared.filter(|homes| homes.len() > 1 && homes.len() < sentences.len()).collect();
        order.dedup();
        features.push(format!("{at}: {order:?}"));
        features.push(format!("{at} begins: {:?}", order.first()));
    }
    features.push(features.join(", "));
    features
}

/// Returns the function words by sentence, each separately and all together.
fn function_words(parts: &Parts) -> Vec<String> {
    let mut features = Vec::new();
    for (at, sentence) in parts.premises.iter().chain(&parts.claims).enumerate() {
        let words: Vec<&str> =
            sentence.iter().filter(|w| is_function_word(w)).map(String::as_str).collect();
        features.extend(words.iter().map(|word| format!("{at} {word}")));
        features.push(format!("{at}: {}", words.join(" ")));
    }
    features
}

/// Returns words and pairs of neighbouring words.
fn grams(words: &[String]) -> Vec<String> {
    let pairs = words.windows(2).map(|pair| pair.join(" "));
    words.iter().cloned().chain(pairs).collect()
}

/// Returns for each number the numbers of smaller and of larger ones.
fn ranks(numbers: impl Iterator<Item = usize>) -> Vec<Vec<String>> {
    let numbers: Vec<usize> = numbers.collect();
    let rank = |number: &usize| {
        let smaller = numbers.iter().filter(|other| *other < number).count();
        let larger = numbers.iter().filter(|other| *other > number).count();
        vec![format!("above {smaller}"), format!("below {larger}")]
    };
    numbers.iter().map(rank).collect()
}
