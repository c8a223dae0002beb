//! The case bank: worked examples of the theory, with what they answer.

use crate::batch::{Call, Row};
use crate::reading::Reading;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::LazyLock;

static BANK: &str = include_str!("../data/cases.toml");

/// A test reads the bank, and all 132 cases are there: there is nothing that could go wrong here.
static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| read(BANK).unwrap_or_default());

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bank {
    case: Vec<Case>,
}

fn read(text: &str) -> Result<Vec<Case>, toml::de::Error> {
    toml::from_str::<Bank>(text).map(|bank| bank.case)
}

/// A worked example: a phenomenon, and the calls that show it.
///
/// The bank holds the 132 cases of PyETR 1.0.0, most of them numbered examples of *Reason and
/// Inquiry* (Koralus, 2022), under the names that they have there.
///
/// ```
/// use peirast_etr::{Case, Reading};
///
/// let case = Case::named("e1").expect("the illusory inference");
/// assert_eq!(case.chapter, Some(2));
/// let answers = case.run(Reading::SOUND);
/// assert_eq!(answers[0].answered, Ok("{LookingAtTV(Jane())}".into()));
/// assert!(answers.iter().all(|answer| answer.passed));
/// ```
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
pub struct Case {
    /// Its name, `e17` for example 17.
    pub id: String,
    /// The chapter of *Reason and Inquiry* that it is from; none for cases that PyETR added.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chapter: Option<u8>,
    /// The phenomenon that it shows.
    pub shows: String,
    /// Its calls, one after another.
    #[serde(rename(deserialize = "call"))]
    pub calls: Vec<CaseCall>,
}

/// A call of a case with its recorded answer.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
pub struct CaseCall {
    /// The call.
    #[serde(flatten)]
    pub call: Call,
    /// The answer of PyETR 1.0.0.
    pub out: Value,
    /// The comparison: `exact`, or `alpha` for up to the names of arbitrary objects.
    #[serde(default = "exact")]
    pub cmp: String,
}

fn exact() -> String {
    "exact".to_owned()
}

/// The answer to a call of a case.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseAnswer<'c> {
    /// The call.
    pub call: &'c Call,
    /// The recorded answer.
    pub expected: &'c Value,
    /// The computed answer: a value, or an error's message.
    pub answered: Result<Value, String>,
    /// True if that is what was recorded.
    pub passed: bool,
}

impl Case {
    /// All cases, in the order of the book.
    pub fn all() -> &'static [Case] {
        &CASES
    }

    /// The case of this name, in capitals or small letters, and with or without the letter of a
    /// numbered example: `e28`, `E28` and `28` are one case.
    ///
    /// ```
    /// use peirast_etr::Case;
    ///
    /// assert_eq!(Case::named("28"), Case::named("e28"));
    /// assert_eq!(Case::named("27"), None);
    /// ```
    pub fn named(id: &str) -> Option<&'static Case> {
        let id = Case::plain_name(id);
        Case::all().iter().find(|case| case.id.eq_ignore_ascii_case(&id))
    }

    /// A name as it was asked for, without space around it and with the letter that numbered
    /// examples have.
    pub fn plain_name(id: &str) -> String {
        let id = id.trim();
        let numbered = id.starts_with(|first: char| first.is_ascii_digit());
        if numbered { format!("e{id}") } else { id.to_ascii_lowercase() }
    }

    /// Makes every call of the case under a reading and compares the answers with the recorded
    /// ones.
    pub fn run(&self, reading: Reading) -> Vec<CaseAnswer<'_>> {
        self.calls.iter().map(|call| call.run(reading)).collect()
    }
}

impl CaseCall {
    fn run(&self, reading: Reading) -> CaseAnswer<'_> {
        let row = Row::new(self.call.clone(), &self.cmp);
        let (answered, passed) = row.compare(reading, &self.out);
        CaseAnswer { call: &self.call, expected: &self.out, answered, passed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The calls that a reading answers otherwise than recorded, by case.
    fn differing(reading: Reading) -> Vec<String> {
        let mut differing = Vec::new();
        for case in Case::all() {
            for answer in case.run(reading).iter().filter(|answer| !answer.passed) {
                differing.push(format!(
                    "{}: {} gives {:?}, not {}",
                    case.id, answer.call.op, answer.answered, answer.expected
                ));
            }
        }
        differing
    }

    #[test]
    fn the_bank_reads_and_holds_every_case_once() {
        let cases = read(BANK).unwrap();
        let names: BTreeSet<&str> = cases.iter().map(|case| case.id.as_str()).collect();
        assert_eq!((cases.len(), names.len()), (132, 132));
        assert_eq!(cases.iter().map(|case| case.calls.len()).sum::<usize>(), 323);
        assert_eq!(Case::all(), cases);
    }

    #[test]
    fn every_case_says_what_it_shows_and_computes_something() {
        for case in Case::all() {
            assert!(case.shows.ends_with('.') && case.shows.len() > 20, "{}", case.id);
            assert!(case.calls.iter().any(|call| call.call.op != "equiv"), "{}", case.id);
            assert!(case.chapter.is_none_or(|chapter| (2..=6).contains(&chapter)), "{}", case.id);
        }
    }

    #[test]
    fn pyetr_answers_every_case_as_recorded() {
        assert_eq!(differing(Reading::PYETR_1_0_0), [""; 0]);
    }

    /// None of its repairs touches a case: a call that should come to differ needs an answer of
    /// its own in the bank.
    #[test]
    fn the_default_reading_answers_every_case_as_recorded() {
        assert_eq!(differing(Reading::SOUND), [""; 0]);
    }

    /// Chapter 4 has a query add 0 only where it is supported by no alternative at all.
    #[test]
    fn the_book_as_printed_differs_where_a_query_is_supported_in_part() {
        let differing = differing(Reading::BOOK);
        for id in ["e25ii", "e25iii", "e64i", "e71"] {
            assert!(differing.iter().any(|one| one.starts_with(id)), "{id}: {differing:#?}");
        }
    }

    #[test]
    fn a_case_is_found_by_name_only() {
        assert_eq!(Case::named("e26_does_it_follow").map(|case| case.calls.len()), Some(1));
        for case in Case::all() {
            assert_eq!(Case::named(&case.id.to_uppercase()), Some(case));
            let number = case
                .id
                .strip_prefix('e')
                .filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
            assert!(number.is_none_or(|number| Case::named(number) == Some(case)), "{}", case.id);
        }
        for unknown in ["e27", "27", "e", "", "ee28", "028"] {
            assert_eq!(Case::named(unknown), None, "{unknown}");
        }
    }
}
