//! Categorical propositions in English, as in data sets.

use super::Quantity;

/// A sentence read as a categorical proposition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// Its kind.
    pub quantity: Quantity,
    /// The subject, in a form that is the same for the same term.
    pub subject: String,
    /// The predicate, in the same form.
    pub predicate: String,
    /// The assumption that the reading needed, such as that a bare plural means all.
    pub assumed: Option<&'static str>,
}

/// Words at the start of a sentence, with the quantifier that they mean.
const QUANTIFIERS: [(&str, Opening); 12] = [
    ("not all ", Opening::NotAll),
    ("not every ", Opening::NotAll),
    ("all ", Opening::All),
    ("every ", Opening::All),
    ("each ", Opening::All),
    ("any ", Opening::All),
    ("none of the ", Opening::No),
    ("no ", Opening::No),
    ("there are some ", Opening::Some),
    ("at least some ", Opening::Some),
    ("at least one ", Opening::Some),
    ("some ", Opening::Some),
];

/// The start of a sentence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opening {
    All,
    NotAll,
    No,
    Some,
    Bare,
}

/// The words that divide a sentence, the part of them that belongs to the predicate, and `true` for
/// a denial.
const COPULAS: [(&str, &str, bool); 14] = [
    (" are not ", "", true),
    (" is not ", "", true),
    (" aren't ", "", true),
    (" isn't ", "", true),
    (" do not need ", "need ", true),
    (" does not need ", "need ", true),
    (" do not have ", "have ", true),
    (" does not have ", "have ", true),
    (" are ", "", false),
    (" is ", "", false),
    (" need ", "need ", false),
    (" needs ", "need ", false),
    (" have ", "have ", false),
    (" has ", "have ", false),
];

/// Words before a clause that names a term: "things that are smoked" means the smoked ones. Words
/// for people are not in the list, because "people who are rich" does not mean all rich things.
const CARRIERS: [&str; 6] = [
    "things that are ",
    "things which are ",
    "thing that is ",
    "things that ",
    "ones that are ",
    "those that are ",
];

/// Words in the subject that change the meaning of a sentence: quantifiers of other kinds, and
/// denials.
const OTHER_KINDS: [&str; 46] = [
    "nobody",
    "nothing",
    "everything",
    "everybody",
    "everyone",
    "someone",
    "somebody",
    "something",
    "anyone",
    "anybody",
    "anything",
    "few",
    "many",
    "most",
    "almost",
    "nearly",
    "only",
    "none",
    "not",
    "neither",
    "nor",
    "hardly",
    "barely",
    "never",
    "several",
    "at",
    "exactly",
    "less",
    "more",
    "half",
    "one",
    "two",
    "three",
    "there",
    "it",
    "don't",
    "doesn't",
    "do",
    "does",
    "cannot",
    "can't",
    "can",
    "won't",
    "if",
    "and",
    "or",
];

/// The length of the longest sentence, in bytes.
const LONGEST: usize = 400;

impl Sentence {
    /// Reads a sentence such as "All A are B.", "Therefore, some A are not B" or "Cars need oil.".
    /// `None` if it cannot be read.
    ///
    /// ```
    /// use peirast_logic::categorical::{Quantity, Sentence};
    /// let read = Sentence::read("Therefore, some rich people are not millionaires.").unwrap();
    /// assert_eq!(read.quantity, Quantity::SomeNot);
    /// assert_eq!(read.predicate, "millionaire");
    /// let bare = Sentence::read("Cigarettes are smoked.").unwrap();
    /// assert!(bare.assumed.is_some());
    /// assert_eq!(Sentence::read("It depends."), None);
    /// ```
    pub fn read(text: &str) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        let text = plain(text);
        let (opening, rest) = QUANTIFIERS
            .iter()
            .find_map(|(word, opening)| Some((*opening, text.strip_prefix(word)?)))
            .unwrap_or((Opening::Bare, text.as_str()));
        let (subject, predicate, denied) = divided(rest)?;
        let is_other = subject.split(' ').any(|word| OTHER_KINDS.contains(&word));
        let hedges = ["not ", "always ", "usually ", "often ", "rarely ", "sometimes ", "all "];
        if is_other || hedges.iter().any(|word| predicate.starts_with(word)) {
            return None;
        }
        let quantity = match (opening, denied) {
            (Opening::All | Opening::Bare, false) => Quantity::All,
            // "All A are not B" and "A are not B" may mean that no A is B, or that some A are not
            // B.
            (Opening::All | Opening::Bare | Opening::No | Opening::NotAll, true) => return None,
            (Opening::No, false) => Quantity::No,
            (Opening::Some, false) => Quantity::Some,
            (Opening::Some, true) | (Opening::NotAll, false) => Quantity::SomeNot,
        };
        let assumed = match opening {
            Opening::Bare if is_one(rest) => Some("one thing of a kind stands for its kind"),
            Opening::Bare => Some("a sentence without a quantifier speaks of all"),
            _ => None,
        };
        let (subject, predicate) = (term(&subject), term(&predicate));
        let is_empty = subject.is_empty() || predicate.is_empty();
        (!is_empty).then_some(Self { quantity, subject, predicate, assumed })
    }
}

/// The text in lower case, with single spaces, without "therefore" and the full stop.
fn plain(text: &str) -> String {
    let lower = text.to_lowercase().replace('’', "'");
    let words: Vec<&str> = lower.split_whitespace().collect();
    let text = words.join(" ");
    let text = text.trim_end_matches(['.', '!']).trim();
    let lead = ["therefore, ", "therefore ", "thus, ", "thus ", "hence, ", "hence ", "so, ", "so "];
    let stripped = lead.iter().find_map(|word| text.strip_prefix(word));
    stripped.unwrap_or(text).to_owned()
}

/// Subject, predicate, and `true` for a denial. The main verb is the last one outside of a clause
/// with "that", "who" or "with".
fn divided(text: &str) -> Option<(String, String, bool)> {
    let in_clause = |before: &str| {
        let words: Vec<&str> = before.split(' ').collect();
        matches!(words.last(), Some(&("that" | "which" | "who")))
    };
    let found = COPULAS.iter().filter_map(|(words, kept, denies)| {
        let at = text.match_indices(words).map(|(at, _)| at).find(|at| !in_clause(&text[..*at]))?;
        let predicate = format!("{kept}{}", &text[at + words.len()..]);
        Some((at, words.len(), text[..at].to_owned(), predicate, *denies))
    });
    // The first copula. If two begin at the same position, the longer one, which contains "not".
    let best = found.min_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)))?;
    Some((best.2, best.3, best.4))
}

/// True if a sentence begins with an article, as in "a boat is a car".
fn is_one(text: &str) -> bool {
    text.starts_with("a ") || text.starts_with("an ")
}

/// A term in the form for comparisons: without articles, carriers and plural endings.
fn term(text: &str) -> String {
    let mut text = text.trim().trim_matches(['"', '\'']).to_owned();
    for article in ["a ", "an ", "the "] {
        if let Some(rest) = text.strip_prefix(article) {
            text = rest.to_owned();
        }
    }
    if let Some(rest) = CARRIERS.iter().find_map(|carrier| text.strip_prefix(carrier)) {
        text = rest.to_owned();
    }
    if let Some(rest) = text.strip_prefix("things with ") {
        text = format!("have {rest}");
    }
    let article = |word: &str| ["a", "an", "the"].contains(&word);
    let mut words: Vec<&str> = text.split(' ').filter(|word| !article(word)).collect();
    if words.is_empty() {
        // A letter as a term: "all A are B".
        words = text.split(' ').collect();
    }
    words.into_iter().map(singular).collect::<Vec<_>>().join(" ")
}

/// A noun without its plural ending, as far as the spelling shows it. The result need only be the
/// same for every occurrence of a word.
fn singular(word: &str) -> String {
    let irregular =
        [("women", "woman"), ("men", "man"), ("people", "person"), ("children", "child")];
    if let Some((_, one)) = irregular.iter().find(|(many, _)| *many == word) {
        return (*one).to_owned();
    }
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 2) {
        return format!("{stem}y");
    }
    let hissing = ["ches", "shes", "sses", "xes", "zes"];
    if let Some(ending) = hissing.iter().find(|ending| word.ends_with(**ending)) {
        let _ = ending;
        return word[..word.len() - 2].to_owned();
    }
    match word.strip_suffix('s') {
        Some(stem) if stem.len() > 2 && !stem.ends_with(['s', 'u', 'i']) => stem.to_owned(),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_of_every_kind() {
        for (text, letter, subject, predicate) in [
            ("All calculators are machines.", 'A', "calculator", "machine"),
            ("No furniture is attractive", 'E', "furniture", "attractive"),
            ("Some tables are attractive.", 'I', "table", "attractive"),
            ("Therefore, some tables are not furniture.", 'O', "table", "furniture"),
            ("So all cats are pets.", 'A', "cat", "pet"),
            ("Hence some tables are attractive", 'I', "table", "attractive"),
            ("Every boat is a vehicle", 'A', "boat", "vehicle"),
            ("Not all swans are white.", 'O', "swan", "white"),
            (
                "All things that are smoked are bad for your health.",
                'A',
                "smoked",
                "bad for your health",
            ),
            ("Cigarettes are smoked.", 'A', "cigarette", "smoked"),
            ("All things with an engine need oil.", 'A', "have engine", "need oil"),
            ("Therefore, cars have engines.", 'A', "car", "have engine"),
            ("No people who are rich are happy.", 'E', "person who are rich", "happy"),
            ("Some churches are old buildings.", 'I', "church", "old building"),
            ("No grass is a cactus", 'E', "grass", "cactus"),
        ] {
            let read = Sentence::read(text).unwrap();
            let found = (read.quantity.letter(), read.subject.as_str(), read.predicate.as_str());
            assert_eq!(found, (letter, subject, predicate), "{text}");
        }
    }

    #[test]
    fn what_is_no_categorical_sentence() {
        for text in [
            "",
            "All",
            "All are",
            "It depends",
            "All swans are not white",
            "are",
            "Dogs are not friendly.",
            "A boat is not a car.",
            "Dogs are always friendly",
            "Some animals don't have wings.",
            "Nobody here is a mammal.",
            "Few dogs are cats.",
            "Almost all dogs are pets.",
            "Only dogs are pets",
            "At most three dogs are pets",
            "Not one dog is a cat",
            "Cats never need water",
            "There are some dogs that are cats and have wings",
        ] {
            assert_eq!(Sentence::read(text), None, "{text}");
        }
        assert_eq!(Sentence::read(&format!("All A are {}", "that are B ".repeat(500))), None);
    }
}
