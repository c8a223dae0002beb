//! The words that sentences are built with, and words that they may not have.

use crate::answer::slips;

/// What opens a condition, and what a bare supposition.
pub(super) const IF: [&str; 5] = ["if", "when", "whenever", "provided", "assuming"];
pub(super) const SUPPOSING: &str = "supposing";

/// Verbs that are told by themselves.
pub(super) const AUXILIARIES: [&str; 6] = ["is", "are", "has", "have", "does", "do"];

/// What stands for somebody who was named.
pub(super) const PRONOUNS: [&str; 4] = ["he", "she", "it", "they"];

/// Determiners of one particular thing.
pub(super) const DEFINITE: [&str; 8] = ["the", "this", "that", "my", "your", "his", "her", "their"];

/// What is said of the weather, for which *it* stands for nobody.
pub(super) const WEATHER: [&str; 14] = [
    "rains", "snows", "raining", "snowing", "sunny", "cloudy", "windy", "foggy", "wet", "cold",
    "warm", "hot", "dark", "late",
];

/// What goes before the name that a relation is to.
pub(super) const PREPOSITIONS: [&str; 28] = [
    "than", "to", "of", "with", "from", "by", "at", "near", "like", "in", "on", "under", "over",
    "above", "below", "behind", "beside", "as", "into", "through", "onto", "for", "about", "after",
    "before", "around", "against", "between",
];

/// Words that open a sentence and say nothing that a view could hold.
pub(super) const OPENINGS: [&str; 7] =
    ["so", "therefore", "thus", "hence", "also", "moreover", "furthermore"];

/// Words in front of what may be so.
pub(super) const HEDGES: [&str; 3] = ["perhaps", "maybe", "possibly"];

/// Where what there is may be said to be: in a game of cards there is no other place.
pub(super) const IN_THE_HAND: [&[&str]; 4] =
    [&["in", "the", "hand"], &["in", "hand"], &["present"], &["here"]];

/// Sentences that are read, for messages.
pub(super) const EXAMPLE: &str = "sentences are like *Mary has an ace*, *Socrates is a man*, *John loves Mary*, *there is a \
     king*, *every man is mortal*, *it rains*";

/// The word that a misspelt one was perhaps meant to be: *has* for *hsa*.
pub(super) fn meant(word: &str) -> Option<&'static str> {
    const MEANT: [&str; 11] =
        ["has", "have", "does", "is", "are", "not", "every", "some", "there", "neither", "either"];
    let letters: Vec<char> = word.chars().take(12).collect();
    let is_near = |known: &&&str| {
        let known: Vec<char> = known.chars().collect();
        letters.len() > 2 && known.len() > 2 && slips(&letters, &known, 1) == Some(1)
    };
    MEANT.iter().find(is_near).copied()
}

const PRESENT: &str = "a view says what is so: write *is*, *has* or another verb in the present";
const POSSIBLE: &str = "a view says what is so, in the present; what may be so has *perhaps* in front: *perhaps Mary has \
     an ace*";
const QUANTIFIERS: &str = "of quantifiers *every*, *all*, *some* and *no* are read";
const ONE_CONDITION: &str = "a sentence has one condition: *If A, then B.* and *If B, then C.* are two sentences, *If A \
     and B, then C.* is one";
const BOTH_WAYS: &str = "*A if and only if B* is two sentences: *If A, then B. If B, then A.*";
const ONE_SENTENCE: &str = "write a sentence for each: *A. B.*";

/// Why a word cannot stand in a clause, if so: what to write instead.
pub(super) fn refusal(word: &str) -> Option<&'static str> {
    Some(match word {
        "could" | "may" | "might" | "possibly" | "perhaps" | "maybe" => POSSIBLE,
        "can" | "must" | "should" | "will" | "would" | "shall" | "cannot" | "was" | "were"
        | "had" | "did" | "been" | "probably" | "likely" | "never" | "always" | "usually"
        | "often" | "sometimes" => PRESENT,
        "most" | "many" | "few" | "several" | "exactly" | "least" | "two" | "three" | "half"
        | "almost" | "more" | "less" => QUANTIFIERS,
        "if" | "unless" | "when" | "whenever" | "then" | "supposing" | "implies" => ONE_CONDITION,
        "iff" => BOTH_WAYS,
        "because" | "since" | "although" | "while" | "whereas" | "however" => ONE_SENTENCE,
        _ => return None,
    })
}

/// Words that no noun, adjective or name is.
pub(super) fn is_function_word(word: &str) -> bool {
    const WORDS: [&str; 38] = [
        "a", "an", "the", "and", "or", "but", "nor", "not", "no", "every", "each", "all", "any",
        "some", "is", "are", "has", "have", "does", "do", "that", "who", "which", "there", "it",
        "he", "she", "they", "either", "neither", "both", "only", "else", "if", "then", "of",
        "what", "whom",
    ];
    WORDS.contains(&word)
}

/// Words that a noun comes after.
pub(super) fn is_determiner(word: &str) -> bool {
    matches!(word, "the" | "this" | "that" | "my" | "every" | "each" | "some" | "no" | "all")
}
