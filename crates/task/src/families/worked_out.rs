//! The right answer of a problem, worked out again from its text.

use peirast_logic::categorical::{Categorical, CategoricalVerdict, Import, decide};
use peirast_record::{Answer, Problem};

/// What a family works out from the text of a problem, whatever the problem records.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkedOut {
    /// The right answer.
    pub answer: Answer,
    /// The answer that the bias under test leads to.
    pub lure: Answer,
    /// Levels of factors that follow from the right answer, such as `validity`.
    pub levels: Vec<(&'static str, String)>,
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

/// Whether the conclusion follows from two premises, even if terms are empty; `None` if they are not
/// about three terms.
pub(super) fn follows(premises: [Categorical; 2], conclusion: Categorical) -> Option<bool> {
    let all = [premises[0], premises[1], conclusion];
    let terms = all.iter().flat_map(|one| [one.subject, one.predicate]).max()? + 1;
    let verdict = (terms == 3).then(|| decide(&premises, conclusion, Import::Modern))?.ok()?;
    Some(matches!(verdict, CategoricalVerdict::Entailed(_)))
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
                        for (factor, level) in out.levels {
                            assert_eq!(problem.factors.get(factor), Some(&*level), "{id}");
                        }
                    }
                }
            }
        }
    }
}
