//! A syllogism read back from the text of a problem.

use crate::families::worked_out::{Terms, WorkedOut, follows, only, validity};
use peirast_logic::categorical::{Categorical, Import, Quantity};
use peirast_logic::syllogism::Reading;
use peirast_record::{Answer, Problem};

/// Whether the conclusion of a text follows, by the logic engine, and what belief tempts to.
///
/// Texts of a data set, which are not in our words, are read as far as no assumption is needed.
pub(super) fn work_out(problem: &Problem) -> Option<WorkedOut> {
    let valid = match only(problem, "premise-1") {
        Some(_) => imported(problem)?,
        None => made(problem)?,
    };
    let believed = match (problem.factors.get("content"), problem.factors.get("belief")) {
        (Some("real"), Some("believable")) => true,
        (Some("real"), Some("unbelievable")) => false,
        _ => valid,
    };
    Some(WorkedOut {
        answer: Answer::Valid(valid),
        lure: Answer::Valid(believed),
        levels: vec![validity(valid)],
    })
}

fn made(problem: &Problem) -> Option<bool> {
    /// Three labels, and three sentences of four stretches.
    const SEGMENTS: usize = 15;
    if problem.segments.len() != SEGMENTS {
        return None;
    }
    let mut terms = Terms::default();
    let mut sentence = |number: u8| {
        let part = |part: &str| only(problem, &format!("{part}-{number}"));
        let term = |text: &str| text.trim().trim_end_matches('.').to_owned();
        let quantifier = part("quantifier")?.trim().to_lowercase();
        let quantifier = quantifier.strip_prefix("therefore, ").unwrap_or(&quantifier);
        let quantity = match (quantifier, part("copula")?.trim()) {
            ("all", "are") => Quantity::All,
            ("no", "are") => Quantity::No,
            ("some", "are") => Quantity::Some,
            ("some", "are not") => Quantity::SomeNot,
            _ => return None,
        };
        let (a, b) = (
            only(problem, &format!("term-{number}a"))?,
            only(problem, &format!("term-{number}b"))?,
        );
        let (subject, predicate) = (terms.number(&term(a)), terms.number(&term(b)));
        Some(Categorical { quantity, subject, predicate })
    };
    follows([sentence(1)?, sentence(2)?], sentence(3)?)
}

fn imported(problem: &Problem) -> Option<bool> {
    let said = |role: &str, label: &str| only(problem, role)?.strip_prefix(label);
    let (first, second) = (said("premise-1", "Premise 1: ")?, said("premise-2", "Premise 2: ")?);
    let reading = Reading::new(first, second, said("conclusion", "Conclusion: ")?).ok()?;
    reading.assumed.is_empty().then(|| reading.form.is_valid(Import::Modern))
}
