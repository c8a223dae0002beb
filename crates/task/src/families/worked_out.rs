//! The right answer of a problem, worked out again from its text.

use peirast_record::{Answer, Problem, Segment};

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

/// Works out the right answer of a problem from its text; `None` if the text is not one that the
/// family makes, so that its right answer is not known.
pub type WorkOut = fn(&Problem) -> Option<WorkedOut>;

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
                        let out = (family.work_out)(&problem).unwrap_or_else(|| panic!("{id}"));
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
