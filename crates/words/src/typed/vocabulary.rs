//! The words that sentences are built with, and words that they may not have.

/// Words that open a condition, and the word that opens a bare supposition.
pub(super) const IF: [&str; 5] = ["if", "when", "whenever", "provided", "assuming"];
pub(super) const SUPPOSING: &str = "supposing";

/// Auxiliary verbs, which are recognised without knowing the clause.
pub(super) const AUXILIARIES: [&str; 7] = ["is", "are", "am", "has", "have", "does", "do"];

/// Pronouns for somebody who was named.
pub(super) const PRONOUNS: [&str; 4] = ["he", "she", "it", "they"];

/// Words for all, for some and for none, that are a whole subject.
pub(super) const EVERYBODY: [&str; 5] =
    ["everyone", "everybody", "everything", "anyone", "anything"];
pub(super) const SOMEBODY: [&str; 3] = ["someone", "somebody", "something"];
pub(super) const NOBODY: [&str; 2] = ["nobody", "nothing"];

/// Words for those who talk to each other: a view does not know who they are.
pub(super) const ADDRESSED: [&str; 4] = ["you", "we", "us", "me"];

/// Determiners of one particular thing.
pub(super) const DEFINITE: [&str; 8] = ["the", "this", "that", "my", "your", "his", "her", "their"];

/// Predicates of the weather, whose *it* stands for nobody.
pub(super) const WEATHER: [&str; 14] = [
    "rains", "snows", "raining", "snowing", "sunny", "cloudy", "windy", "foggy", "wet", "cold",
    "warm", "hot", "dark", "late",
];

/// Prepositions before the second argument of a relation.
pub(super) const PREPOSITIONS: [&str; 28] = [
    "than", "to", "of", "with", "from", "by", "at", "near", "like", "in", "on", "under", "over",
    "above", "below", "behind", "beside", "as", "into", "through", "onto", "for", "about", "after",
    "before", "around", "against", "between",
];

/// Words that open a sentence and have no place in a view.
pub(super) const OPENINGS: [&str; 3] = ["also", "moreover", "furthermore"];

/// Words in front of a possibility.
pub(super) const HEDGES: [&str; 3] = ["perhaps", "maybe", "possibly"];

/// Words that open a conclusion.
pub(super) const CONCLUDING: [&str; 5] = ["so", "therefore", "thus", "hence", "consequently"];

/// Phrases that may follow *there is an ace* and add nothing: in a game of cards there is no other
/// place.
pub(super) const IN_THE_HAND: [&[&str]; 4] =
    [&["in", "the", "hand"], &["in", "hand"], &["present"], &["here"]];

/// Sentences that are read, for messages.
pub(super) const EXAMPLE: &str = "sentences are like *Mary has an ace*, *Socrates is a man*, *John loves Mary*, *there is a \
     king*, *every man is mortal*, *it rains*";

const PRESENT: &str = "a view says what is so: write *is*, *has* or another verb in the present";
const POSSIBLE: &str = "a view says what is so, in the present; a possibility has *perhaps* in front: *perhaps Mary has \
     an ace*";
const MOST_OF: &str = "a view has no *most* or *few*: of quantifiers *every*, *all*, *some* and *no* are read; write \
     *some men are mortal* or *not every man is mortal*";
const NUMBERS: &str = "a view has no numbers: of quantifiers *every*, *all*, *some* and *no* are read; write *some* for \
     *at least one*, or name each: *Anna and Ben are tall*";
const ONE_CONDITION: &str = "a sentence has one condition: *If A, then B.* and *If B, then C.* are two sentences, *If A \
     and B, then C.* is one";
const BOTH_WAYS: &str = "*A if and only if B* is two sentences: *If A, then B. If B, then A.*";
const ONE_SENTENCE: &str = "write a sentence for each: *A. B.*";
pub(super) const NO_CONCLUSION: &str = "a conclusion is no part of a premise: ask whether people accept it, with `peirast etr follows \
     'PREMISE' --target 'CONCLUSION'`";

/// Help for a word that a clause cannot have; `None` for other words.
pub(super) fn refusal(word: &str) -> Option<&'static str> {
    Some(match word {
        "could" | "may" | "might" | "possibly" | "perhaps" | "maybe" => POSSIBLE,
        "can" | "must" | "should" | "will" | "would" | "shall" | "cannot" | "was" | "were"
        | "had" | "did" | "been" | "probably" | "likely" | "never" | "always" | "usually"
        | "often" | "sometimes" => PRESENT,
        "most" | "many" | "few" | "several" | "half" | "almost" => MOST_OF,
        "exactly" | "least" | "two" | "three" | "four" | "five" | "more" | "less" | "fewer" => {
            NUMBERS
        }
        "if" | "unless" | "when" | "whenever" | "then" | "supposing" | "implies" => ONE_CONDITION,
        "iff" => BOTH_WAYS,
        "because" | "since" | "although" | "while" | "whereas" | "however" => ONE_SENTENCE,
        "therefore" | "thus" | "hence" | "consequently" => NO_CONCLUSION,
        _ => return None,
    })
}

/// Phrases of quantifiers; the whole of one is repeated where one of its words is refused.
const QUANTIFIERS: [&[&str]; 12] = [
    &["at", "least", "one"],
    &["at", "least", "two"],
    &["at", "least", "three"],
    &["at", "least"],
    &["at", "most"],
    &["more", "than"],
    &["less", "than"],
    &["fewer", "than"],
    &["almost", "all"],
    &["almost", "every"],
    &["a", "few"],
    &["half", "of"],
];

/// The words from `at` on, or from the one before, that are one phrase of a quantifier: the place
/// of its first word, and the number of its words.
pub(super) fn quantifier_phrase(low: &[&str], at: usize) -> Option<(usize, usize)> {
    [at.saturating_sub(1), at].into_iter().find_map(|start| {
        let phrase = QUANTIFIERS.iter().find(|phrase| low[start..].starts_with(phrase))?;
        Some((start, phrase.len()))
    })
}

/// True for *everyone*, *something*, *nobody* and the like.
pub(super) fn is_quantifying(word: &str) -> bool {
    EVERYBODY.contains(&word) || SOMEBODY.contains(&word) || NOBODY.contains(&word)
}

/// Words that no noun, adjective or name is.
pub(super) fn is_function_word(word: &str) -> bool {
    const WORDS: [&str; 39] = [
        "am", "a", "an", "the", "and", "or", "but", "nor", "not", "no", "every", "each", "all",
        "any", "some", "is", "are", "has", "have", "does", "do", "that", "who", "which", "there",
        "it", "he", "she", "they", "either", "neither", "both", "only", "else", "if", "then", "of",
        "what", "whom",
    ];
    WORDS.contains(&word)
}

/// Words that a noun comes after.
pub(super) fn is_determiner(word: &str) -> bool {
    matches!(word, "the" | "this" | "that" | "my" | "every" | "each" | "some" | "no" | "all")
}
