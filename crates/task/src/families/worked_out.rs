//! The right answer of a problem, worked out again from its text.

use super::complement::{first_containing, first_denying, is_widest};
use peirast_logic::categorical::{Categorical, CategoricalVerdict, Import, decide};
use peirast_record::{Answer, Problem, Segment, first_alike, looks_at_a_glance};
use thiserror::Error;

/// The result of working out a problem from its text, independent of the recorded values.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkedOut {
    /// The right answer.
    pub answer: Answer,
    /// The answer that the bias under test leads to.
    pub lure: Answer,
    /// Levels of factors that follow from the text, such as `validity` and `form`.
    pub levels: Vec<(&'static str, String)>,
    /// The logical form; `None` if the text does not show it.
    pub form: Option<String>,
    /// The text as the family writes it, compared without regard to case; `None` if the words are
    /// another author's.
    pub segments: Option<Vec<Segment>>,
}

/// The reason why the right answer of a problem is not worked out from its text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotWorkedOut {
    /// The family does not make such a text.
    #[error("its text is not one that its family makes")]
    OtherText,
    /// Two different terms of an argument that a reader takes for one.
    #[error(
        "its terms `{}` and `{}` differ for Peirast, but not for a reader: write one term always \
         in the same letters and words, and different terms differently",
        .0.escape_default(),
        .1.escape_default()
    )]
    AlikeTerms(String, String),
    /// A term of an argument that describes another term, so that the form does not decide.
    #[error(
        "its term `{}` denies `{}` or has it among its words: then the form does not tell what follows; \
         write terms of which none is made of another",
        .term.escape_default(),
        .other.escape_default()
    )]
    RelatedTerms {
        /// The term.
        term: String,
        /// The other term.
        other: String,
    },
    /// A class of an argument that may include another one, so that the argument may be valid
    /// although its form is not.
    #[error(
        "its term `{}` may hold all that `{}` names: then the conclusion follows by the meaning of the terms, \
         and not by the form; write a narrower term",
        .term.escape_default(),
        .other.escape_default()
    )]
    WideTerm {
        /// The class.
        term: String,
        /// A class that it may include.
        other: String,
    },
    /// A term that is more than one plain phrase.
    #[error(
        "its term `{}` has `{}`, so that it may say a sentence of its own: write one plain phrase",
        .term.escape_default(),
        .word.escape_default()
    )]
    ManyClauses {
        /// The term.
        term: String,
        /// The word or the mark.
        word: String,
    },
    /// An event of a conjunction that is not plain, positive and single.
    #[error(
        "its event `{}` has `{}`, which {fault}",
        .event.escape_default(),
        .word.escape_default()
    )]
    NotPlain {
        /// The event.
        event: String,
        /// The word or the mark.
        word: String,
        /// Its effect on the event.
        fault: Unplain,
    },
    /// A text before the question that may ask something else, or say how to answer.
    #[error(
        "its text has `{}` before the question, and so may ask something else or tell how to answer: tell \
         the story in statements without that word, and leave the question to its own line",
        .0.escape_default()
    )]
    OtherQuestion(String),
}

/// The effect of a word on an event because of which the longer option may not say more; with
/// advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unplain {
    /// It denies the event, or asserts the contrary.
    #[error("denies it or makes it rare: write what is the case")]
    Denies,
    /// It leaves open if the event is true.
    #[error("leaves open whether it is the case: write what is the case")]
    Doubts,
    /// It expresses what could or should be.
    #[error("says what could be, and not what is: write what is the case")]
    Modal,
    /// It excludes other things or persons.
    #[error("may say that nothing else is the case: leave it out")]
    Excludes,
    /// It counts or compares.
    #[error("gives an amount, speaks of all or few, or compares: write the event without it")]
    Counts,
    /// It begins a condition or an alternative.
    #[error("begins a condition or an alternative: write one event alone")]
    Conditions,
    /// It begins another clause, or joins another event.
    #[error("begins another clause or another event: write one event alone")]
    Clause,
    /// It is a mark between words.
    #[error("is a mark that plain events do not need: leave it out")]
    Mark,
    /// After it, an event is not asserted.
    #[error("begins an infinitive, which need not be the case: write what is the case")]
    Infinitive,
    /// It is a comment by the speaker.
    #[error("is a remark of the writer: write about somebody else")]
    Speaks,
    /// It belongs to another language, or is spelt in letters that look alike.
    #[error("is not known as English: write the event in English")]
    OtherLanguage,
    /// All of it is in capitals, which hide names; or it is empty.
    #[error("is written in capitals alone, which hide names: write it in small letters")]
    Capitals,
    /// It is in the position of the subject or the verb of a plain event.
    #[error(
        "is not a plain verb that Peirast knows, or is before one: write a name or a noun with its \
         article, and directly after it a verb such as `is`, `has`, `plays` or `went`"
    )]
    NoVerb,
    /// It is an adverb, or in the position of one.
    #[error("may be an adverb that denies or narrows the event: leave it out")]
    Adverb,
    /// It is a verb after which "to" may not introduce the purpose.
    #[error(
        "may form one phrase with `to`: write a deed and its object before it, such as `went to the bank`"
    )]
    Purpose,
    /// It may be part of a number or of a phrase that the connective divides.
    #[error(
        "begins the added event and is no verb, so that the connective may cut a number or a phrase in \
         two, such as `rock and roll`: begin with a verb, such as `plays` or `is`"
    )]
    Split,
}

/// Works out the right answer of a problem from its text.
pub type WorkOut = fn(&Problem) -> Result<WorkedOut, NotWorkedOut>;

/// Returns the text of the segment with a role; `None` if there is none, or several.
pub(super) fn only<'p>(problem: &'p Problem, role: &str) -> Option<&'p str> {
    let mut all = problem.segments.iter().filter(|segment| segment.role == role);
    match (all.next(), all.next()) {
        (Some(segment), None) => Some(&segment.text),
        _ => None,
    }
}

/// The terms of an argument, numbered in the order of their occurrence.
#[derive(Default)]
pub(super) struct Terms(Vec<String>);

impl Terms {
    /// Returns the number of a term, without regard to case.
    pub(super) fn number(&mut self, term: &str) -> usize {
        let term = term.trim().to_lowercase();
        self.0.iter().position(|known| *known == term).unwrap_or_else(|| {
            self.0.push(term);
            self.0.len() - 1
        })
    }
}

/// Refuses different terms that a reader takes for one: they differ in letters that look alike, in
/// invisible characters, or by an article. Case does not matter.
///
/// # Errors
/// [`NotWorkedOut::AlikeTerms`] for the first two such terms.
pub(super) fn check_terms<'t>(
    terms: impl IntoIterator<Item = &'t str>,
) -> Result<(), NotWorkedOut> {
    let terms: Vec<String> = terms.into_iter().map(|term| term.trim().to_lowercase()).collect();
    match first_alike(terms.iter().map(String::as_str), term_at_a_glance) {
        Some((first, second)) => {
            Err(NotWorkedOut::AlikeTerms(terms[first].clone(), terms[second].clone()))
        }
        None => Ok(()),
    }
}

/// Refuses terms whose relation the form of an argument does not show: a term that denies another
/// or is equivalent to it, and a term that is more than a plain phrase. Case does not matter.
///
/// # Errors
/// [`NotWorkedOut`] for the first such term.
pub(super) fn check_independent(terms: &[&str]) -> Result<(), NotWorkedOut> {
    for term in terms {
        if let Some(word) = clause_word(term) {
            return Err(NotWorkedOut::ManyClauses { term: (*term).to_owned(), word });
        }
    }
    related(first_denying(terms))
}

/// Refuses a term that contains the words of another, as "are insects" contains "insects".
///
/// # Errors
/// [`NotWorkedOut::RelatedTerms`] for the first such term.
pub(super) fn check_apart(terms: &[&str]) -> Result<(), NotWorkedOut> {
    related(first_containing(terms))
}

/// Refuses an argument about classes that is not valid by its form, but may be by the meaning of
/// its terms: one of them contains the words of another, or may include all of the others. An
/// argument that is valid by its form stays so for all meanings of the terms. Terms are numbered by
/// the sentences.
///
/// # Errors
/// [`NotWorkedOut`] for the first such terms.
pub(super) fn check_by_meaning(
    premises: &[Categorical],
    conclusion: Categorical,
    terms: &[&str],
) -> Result<(), NotWorkedOut> {
    let follows = |premises: &[Categorical], import| {
        matches!(decide(premises, conclusion, import), Ok(CategoricalVerdict::Entailed(_)))
    };
    if follows(premises, Import::Modern) {
        return Ok(());
    }
    check_apart(terms)?;
    for (wide, term) in terms.iter().enumerate().filter(|(_, term)| is_widest(term)) {
        let mut others = (0..terms.len()).filter(|at| *at != wide);
        let held = others.clone().map(|at| Categorical::all(at, wide));
        let more: Vec<Categorical> = premises.iter().copied().chain(held).collect();
        // It is assumed that things of the named kinds exist.
        if let Some(other) = others.next().filter(|_| follows(&more, Import::Traditional)) {
            let (term, other) = ((*term).to_owned(), terms[other].to_owned());
            return Err(NotWorkedOut::WideTerm { term, other });
        }
    }
    Ok(())
}

fn related(found: Option<(&str, &str)>) -> Result<(), NotWorkedOut> {
    match found {
        Some((term, other)) => {
            Err(NotWorkedOut::RelatedTerms { term: term.to_owned(), other: other.to_owned() })
        }
        None => Ok(()),
    }
}

/// Words that begin a clause, or join a further sentence.
const CLAUSE_WORDS: &str = "\
    all every each any no some none most many few both either neither everything everyone everybody nothing \
    nobody if unless whenever whereas because although though but and or nor so therefore hence thus then \
    provided providing supposing assuming lest whether i you he she it we they";

/// Words of time, after which "every" refers to no other class.
const TIMES: &str = "day night week month year morning evening summer winter spring autumn";

/// Verbs of a clause, unless they are first or after "that".
const COPULAS: &str = "is are was were";

/// Words of a relative clause, of which a plain phrase has at most one.
pub(super) const RELATIVE_WORDS: &str = "that which who whom whose where";

/// Returns the first word or mark because of which a term is not a plain phrase; `None` if it is
/// one.
pub(super) fn clause_word(term: &str) -> Option<String> {
    let is_plain = |c: char| c.is_alphanumeric() || " -'’".contains(c);
    if let Some(mark) = term.chars().find(|c| !is_plain(*c)) {
        return Some(mark.to_string());
    }
    let lower = term.to_lowercase();
    let is_one_of = |list: &str, word: &str| list.split_whitespace().any(|one| one == word);
    let words: Vec<&str> = lower.split_whitespace().collect();
    let begins_clause = |at: usize| {
        let word = words[at];
        let is_time =
            word == "every" && words.get(at + 1).is_some_and(|next| is_one_of(TIMES, next));
        let before = at.checked_sub(1).map(|at| words[at]);
        let has_subject = before.is_some_and(|before| !is_one_of(RELATIVE_WORDS, before));
        (is_one_of(CLAUSE_WORDS, word) && !is_time) || (is_one_of(COPULAS, word) && has_subject)
    };
    let begins = (0..words.len()).find(|at| begins_clause(*at)).map(|at| words[at]);
    let relative = || words.iter().copied().filter(|word| is_one_of(RELATIVE_WORDS, word)).nth(1);
    begins.or_else(relative).map(str::to_owned)
}

/// Returns a term as a reader sees it, word by word and without the article before it.
fn term_at_a_glance(term: &str) -> String {
    let words = term.split_whitespace().map(looks_at_a_glance).filter(|word| !word.is_empty());
    let is_article = |word: &String| ["the", "a", "an"].contains(&word.as_str());
    words.skip_while(is_article).collect::<Vec<_>>().join(" ")
}

/// Returns the level of the factor `validity`.
pub(super) fn validity(valid: bool) -> (&'static str, String) {
    ("validity", if valid { "valid" } else { "invalid" }.to_owned())
}

#[cfg(test)]
mod tests {
    use super::clause_word;
    use crate::{Design, FAMILIES};

    #[test]
    fn a_term_is_one_plain_phrase() {
        for (term, word) in [
            ("fly. all birds are bees", "."),
            ("fly; all birds are bees", ";"),
            ("fly if they are bees", "if"),
            ("fly, they are bees", ","),
            ("fly and all birds are bees", "and"),
            ("fly (birds are bees)", "("),
            ("fly when bees are asleep", "are"),
            ("fly as bees are birds", "are"),
            ("are red bees are birds", "are"),
            ("fly\nbees are red", "\n"),
            ("say that bees know wasps that fly", "that"),
            ("are no bees", "no"),
        ] {
            assert_eq!(clause_word(term).as_deref(), Some(word), "{term}");
        }
        for term in
            ["things that are not metals", "fly every day", "full-grown bees", "are full-grown"]
        {
            assert_eq!(clause_word(term), None, "{term}");
        }
    }

    #[test]
    fn every_family_works_out_what_it_made() {
        for family in FAMILIES {
            for profile in family.profiles {
                let design = Design { seed: 11, profile: *profile };
                for variant in family.variants {
                    let made = family.make(&design, variant.name, 24).expect("problems");
                    for problem in made {
                        let id = &problem.id;
                        let out =
                            (family.work_out)(&problem).unwrap_or_else(|why| panic!("{id}: {why}"));
                        assert_eq!(out.answer, problem.truth.answer, "{id}");
                        assert_eq!(out.lure, problem.truth.lure, "{id}");
                        if let Some(form) = out.form {
                            assert_eq!(form, problem.truth.form, "{id}");
                        }
                        for (factor, level) in out.levels {
                            assert_eq!(problem.factors.get(factor), Some(&*level), "{id}");
                        }
                    }
                }
            }
        }
    }
}
