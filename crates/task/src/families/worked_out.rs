//! The right answer of a problem, worked out again from its text.

use peirast_record::{Answer, Problem, Segment, first_alike, looks_at_a_glance};
use thiserror::Error;

/// What a family works out from the text of a problem, whatever the problem records.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkedOut {
    /// The right answer.
    pub answer: Answer,
    /// The answer that the bias under test leads to.
    pub lure: Answer,
    /// Levels of factors that follow from the text, such as `validity` and `form`.
    pub levels: Vec<(&'static str, String)>,
    /// The logical form; `None` where the text alone does not tell how it was written.
    pub form: Option<String>,
    /// The text as the family writes it, compared whatever its capitals; `None` where the words are
    /// somebody else's.
    pub segments: Option<Vec<Segment>>,
}

/// Why the right answer of a problem is not worked out from its text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotWorkedOut {
    /// The text is not one that the family makes.
    #[error("its text is not one that its family makes")]
    OtherText,
    /// Two terms of an argument that a reader takes for one.
    #[error(
        "its terms `{}` and `{}` are two to Peirast, and one to a reader: write one term in the same \
         letters and words wherever it stands, and another in others",
        .0.escape_default(),
        .1.escape_default()
    )]
    AlikeTerms(String, String),
}

/// Works out the right answer of a problem from its text.
pub type WorkOut = fn(&Problem) -> Result<WorkedOut, NotWorkedOut>;

/// The text of the segment with a role; `None` if there is none, or several.
pub(super) fn only<'p>(problem: &'p Problem, role: &str) -> Option<&'p str> {
    let mut all = problem.segments.iter().filter(|segment| segment.role == role);
    match (all.next(), all.next()) {
        (Some(segment), None) => Some(&segment.text),
        _ => None,
    }
}

/// The terms of an argument, numbered as they come.
#[derive(Default)]
pub(super) struct Terms(Vec<String>);

impl Terms {
    /// The number of a term, whatever its capitals.
    pub(super) fn number(&mut self, term: &str) -> usize {
        let term = term.trim().to_lowercase();
        self.0.iter().position(|known| *known == term).unwrap_or_else(|| {
            self.0.push(term);
            self.0.len() - 1
        })
    }
}

/// Refuses terms that differ, and that a reader takes for one: they differ in letters that look alike,
/// in characters that nobody sees, or by an article. Capitals make no difference to anybody.
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

/// A term as it looks at a glance, word by word and without the article before it.
fn term_at_a_glance(term: &str) -> String {
    let words = term.split_whitespace().map(looks_at_a_glance).filter(|word| !word.is_empty());
    let is_article = |word: &String| ["the", "a", "an"].contains(&word.as_str());
    words.skip_while(is_article).collect::<Vec<_>>().join(" ")
}

/// The level of the factor `validity`.
pub(super) fn validity(valid: bool) -> (&'static str, String) {
    ("validity", if valid { "valid" } else { "invalid" }.to_owned())
}

#[cfg(test)]
mod tests {
    use crate::{Design, FAMILIES};

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
