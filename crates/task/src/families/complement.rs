//! Terms of which one denies another.
//!
//! The logic of a syllogism takes its terms for independent. "Things that are not metals" is the complement
//! of "metals": with both among its terms, an argument may be valid although its form is not.

use std::collections::BTreeSet;

/// True if one of the terms denies, or makes an exception of, all that another one says: "things that are
/// not metals", "non-metals" or "everything but metals" beside "metals".
pub(super) fn deny_each_other<T: AsRef<str>>(terms: &[T]) -> bool {
    let said: Vec<Said> = terms.iter().map(|term| Said::new(term.as_ref())).collect();
    said.iter().enumerate().any(|(at, one)| {
        said.iter().enumerate().any(|(place, other)| place != at && one.denies(other))
    })
}

/// Words that deny, or except, what comes with them.
const DENIALS: &str = "not no never none non nor neither without but except excepting excluding exclusive \
    other apart besides lacking minus unlike opposite complement cannot outside instead rather anything save \
    barring aside fail fails failing isnt arent dont doesnt wasnt werent didnt";

/// Words that say nothing of a kind of things.
const FILLERS: &str = "a an the all any every each some thing something everything that which who whom whose \
    what is are was were be been being do does did have has had of to in than from for as those these one ones \
    person people everyone everybody somebody someone being kind sort type it they only";

/// Syllables that make a word deny itself.
const PREFIXES: [&str; 9] = ["non", "un", "in", "im", "il", "ir", "dis", "anti", "mis"];

/// Letters of the shortest word that they can deny: insects are no denied sects.
const SHORTEST: usize = 5;

/// What a term says.
struct Said {
    /// Its words for kinds of things, without endings of the plural.
    words: BTreeSet<String>,
    denies: bool,
}

impl Said {
    fn new(term: &str) -> Self {
        let lower = term.to_lowercase().replace(['\'', '’'], "");
        let words = || lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let is_one_of = |list: &str, word: &str| list.split_whitespace().any(|one| one == word);
        let is_filler =
            |word: &str| is_one_of(FILLERS, word) || is_one_of(FILLERS, &singular(word));
        let says = |word: &&str| !is_one_of(DENIALS, word) && !is_filler(word);
        Self {
            words: words().filter(says).map(singular).collect(),
            denies: words().any(|word| is_one_of(DENIALS, word)),
        }
    }

    /// True if this says of things that they are not the other.
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
}

/// A word without the ending of the plural, as far as a comparison needs.
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
    use super::deny_each_other;

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
