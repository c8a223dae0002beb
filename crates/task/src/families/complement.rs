//! Terms that deny another term, or contain its words.
//!
//! The logic of a syllogism treats its terms as independent. "Things that are not metals" is the
//! complement of "metals", and "eats metals" is related to metals: with both among its terms, an
//! argument may be valid although its form is not.

use std::collections::BTreeSet;

/// Returns true if one of the terms denies another one, or makes an exception of it: "things that
/// are not metals", "non-metals" or "everything but metals" together with "metals".
pub(super) fn deny_each_other<T: AsRef<str>>(terms: &[T]) -> bool {
    let said: Vec<Said> = terms.iter().map(|term| Said::new(term.as_ref())).collect();
    said.iter().enumerate().any(|(at, one)| {
        said.iter().enumerate().any(|(place, other)| place != at && one.denies(other))
    })
}

/// Returns the first term that denies another one or is equivalent to it, with that one.
pub(super) fn first_denying<'t>(terms: &[&'t str]) -> Option<(&'t str, &'t str)> {
    first_pair(terms, |one, other| one.denies(other) || one.all == other.all)
}

/// Returns the first term that contains all words of another one, with that one.
pub(super) fn first_containing<'t>(terms: &[&'t str]) -> Option<(&'t str, &'t str)> {
    first_pair(terms, Said::contains)
}

/// Classes that may include nearly any other class, in the singular.
const WIDEST: [&str; 12] = [
    "thing",
    "object",
    "entity",
    "being",
    "creature",
    "animal",
    "organism",
    "living thing",
    "people",
    "person",
    "everything",
    "item",
];

/// Returns true for a class that may include nearly any other one: "animals", "things".
pub(super) fn is_widest(term: &str) -> bool {
    let lower = term.to_lowercase();
    let words = lower.split_whitespace().filter(|word| !is_one_of(GLUE, word)).map(singular);
    WIDEST.contains(&&*words.collect::<Vec<_>>().join(" "))
}

fn first_pair<'t>(
    terms: &[&'t str],
    relates: fn(&Said, &Said) -> bool,
) -> Option<(&'t str, &'t str)> {
    let mut said: Vec<(Said, &str)> = Vec::new();
    for term in terms {
        let one = Said::new(term);
        for (other, name) in &said {
            if relates(&one, other) {
                return Some((term, name));
            }
            if relates(other, &one) {
                return Some((name, term));
            }
        }
        said.push((one, term));
    }
    None
}

/// Words that deny or except the words after them.
const DENIALS: &str = "not no never none non nor neither without but except excepting excluding exclusive \
    other apart besides lacking minus unlike opposite complement cannot outside instead rather anything save \
    barring aside fail fails failing isnt arent dont doesnt wasnt werent didnt";

/// Words that do not name a kind of things.
const FILLERS: &str = "a an the all any every each some thing something everything that which who whom whose \
    what is are was were be been being do does did have has had of to in than from for as those these one ones \
    person people everyone everybody somebody someone being kind sort type it they only";

/// Words without content.
const GLUE: &str = "a an the is are was were be been being";

/// Prefixes that negate a word.
const PREFIXES: [&str; 9] = ["non", "un", "in", "im", "il", "ir", "dis", "anti", "mis"];

/// Number of letters of the shortest word that they can negate: "insects" is not a negation of
/// "sects".
const SHORTEST: usize = 5;

/// The content of a term.
struct Said {
    /// Its words for kinds of things, without plural endings.
    words: BTreeSet<String>,
    /// All its words except articles and forms of "be".
    all: BTreeSet<String>,
    denies: bool,
}

impl Said {
    fn new(term: &str) -> Self {
        let lower = term.to_lowercase().replace(['\'', '’'], "");
        let words = || lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let is_filler =
            |word: &str| is_one_of(FILLERS, word) || is_one_of(FILLERS, &singular(word));
        let says = |word: &&str| !is_one_of(DENIALS, word) && !is_filler(word);
        Self {
            words: words().filter(says).map(singular).collect(),
            all: words().filter(|word| !is_one_of(GLUE, word)).map(singular).collect(),
            denies: words().any(|word| is_one_of(DENIALS, word)),
        }
    }

    /// Returns true if this term says that things are not the other.
    fn denies(&self, other: &Self) -> bool {
        let says = |word: &String| self.words.contains(word);
        let opposes = |word: &String| {
            word.len() >= SHORTEST
                && PREFIXES.iter().any(|prefix| self.words.contains(&format!("{prefix}{word}")))
        };
        let is_all =
            !other.words.is_empty() && other.words.iter().all(|word| says(word) || opposes(word));
        is_all && (self.denies != other.denies || other.words.iter().any(|word| !says(word)))
    }

    /// Returns true if this term has all words of the other: things that are red are things.
    fn contains(&self, other: &Self) -> bool {
        let has_words = !other.words.is_empty() && other.words.is_subset(&self.words);
        has_words || other.all.is_subset(&self.all)
    }
}

fn is_one_of(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|one| one == word)
}

/// Returns a word without its plural ending, as far as a comparison needs.
fn singular(word: &str) -> String {
    let endings = [("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x")];
    for (plural, ending) in endings {
        if let Some(stem) = word.strip_suffix(plural) {
            return format!("{stem}{ending}");
        }
    }
    match word.strip_suffix('s') {
        Some(stem) if stem.len() > 1 && !stem.ends_with('s') => stem.to_owned(),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{deny_each_other, first_containing, first_denying};

    #[test]
    fn a_term_that_denies_another_is_known() {
        for [one, other] in [
            ["things that are not things picked by lottery", "things picked by lottery"],
            ["things not picked by lottery", "Things picked by lottery"],
            ["things that aren't metals", "metals"],
            ["non-metals", "metals"],
            ["nonmetals", "metals"],
            ["unmarried people", "married people"],
            ["everything but cities", "cities"],
            ["things other than birds", "birds"],
            ["animals without wings", "wings"],
            ["people who never smoke", "people who smoke"],
            ["inanimate things", "animate things"],
            ["all except foxes", "foxes"],
        ] {
            assert!(deny_each_other(&[one, "otters", other]), "{one}, {other}");
            assert!(deny_each_other(&[other, one, "otters"]), "{one}, {other}");
        }
    }

    #[test]
    fn a_term_with_another_among_its_words_is_known() {
        for [one, other] in [
            ["are insects", "insects"],
            ["heavy metals", "metals"],
            ["are an Insect", "insects"],
            ["eat insects", "insects"],
            ["things that are not metals", "metals"],
        ] {
            for terms in [["otters", one, other], [other, one, "otters"]] {
                let found = first_containing(&terms).expect("related terms");
                assert!([(one, other), (other, one)].contains(&found), "{one}");
            }
        }
        assert_eq!(
            first_containing(&["things that fly", "things"]),
            Some(("things that fly", "things"))
        );
        assert_eq!(first_containing(&["adults", "people", "were raised by wolves"]), None);
        assert_eq!(first_containing(&["insects", "sects", "are red", "fly"]), None);
    }

    #[test]
    fn a_term_that_says_the_same_as_another_is_known() {
        assert_eq!(
            first_denying(&["otters", "an insect", "insects"]),
            Some(("insects", "an insect"))
        );
        assert_eq!(first_denying(&["silk scarves", "scarves"]), None);
    }

    #[test]
    fn other_terms_are_independent() {
        for [one, other] in [
            ["metals", "heavy metals"],
            ["things that are not metals", "otters"],
            ["things that do not fly", "things that do not swim"],
            ["things that are not red metals", "things that are not metals"],
            ["insects", "sects"],
            ["units", "its"],
            ["things", "things that are not metals"],
            ["members of group seven", "things that Tom photographed"],
        ] {
            assert!(!deny_each_other(&[one, other]), "{one}, {other}");
        }
    }
}
