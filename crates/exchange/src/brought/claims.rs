//! Hypotheses about answers that another tool collected: those of built-in studies about such
//! problems.

use crate::{ExchangeError, built_in};
use peirast_pairs::hypotheses_of;
use peirast_record::{Hypothesis, Problem, Strategy, Study, Task};
use peirast_task::{Family, Narrowed, Plan, Protocol};
use std::collections::BTreeSet;

/// The studies with the hypotheses.
const SOURCES: [&str; 4] = ["token-bias", "belief-bias", "etr", "twenty-five-horses"];

/// Selects hypotheses for the answers:
///
/// - hypotheses of built-in studies that vary the problem and not the prompt, if these problems
///   contain pairs for them;
/// - the hypothesis that versions of other people's items are answered correctly as often as the
///   original.
///
/// The methods of the hypotheses are the strategies.
///
/// # Errors
/// If a built-in study cannot be read.
pub fn claims(study: &Study, problems: &[Problem]) -> Result<Vec<Hypothesis>, ExchangeError> {
    let mut claims = Vec::new();
    for source in SOURCES {
        let source = Study { strategies: study.strategies.clone(), ..built_in::study(source)? };
        let of_problems = |hypothesis: &Hypothesis| {
            let sides = [&hypothesis.original, &hypothesis.perturbed, &hypothesis.given];
            !sides.iter().any(|side| side.iter().any(|(name, _)| Protocol::has_factor(name)))
        };
        let hypotheses = source.hypotheses.iter().filter(|one| of_problems(one)).cloned().collect();
        let narrowed = Narrowed::new(&Study { hypotheses, ..source }, problems).study;
        claims.extend(narrowed.hypotheses);
    }
    let is_foreign = |problem: &&Problem| Family::named(&problem.family).is_err();
    let foreign: Vec<Problem> = problems.iter().filter(is_foreign).cloned().collect();
    claims.extend(hypotheses_of(&foreign, &[]));
    let asked = |mut hypothesis: Hypothesis| {
        hypothesis.protocols = methods(&hypothesis, problems, &study.strategies);
        let alone = Study { hypotheses: vec![hypothesis.clone()], ..study.clone() };
        // Hypotheses without pairs are left out; the answers are still imported.
        let can_be_tested = !hypothesis.protocols.is_empty()
            && Plan::with_problems(&alone, problems.to_vec()).is_ok();
        can_be_tested.then_some(hypothesis)
    };
    Ok(claims.into_iter().filter_map(asked).collect())
}

/// The strategies that put the problems of a hypothesis.
fn methods(hypothesis: &Hypothesis, problems: &[Problem], all: &[Strategy]) -> Vec<String> {
    let is_over = |problem: &&Problem| {
        let variant = format!("{}/{}", problem.family, problem.variant);
        hypothesis.over.iter().any(|over| *over == problem.family || *over == variant)
    };
    let tasks: BTreeSet<Task> = problems.iter().filter(is_over).map(|one| one.task).collect();
    let fits = |strategy: &&Strategy| {
        strategy.task.is_none_or(|task| tasks.len() == 1 && tasks.contains(&task))
    };
    all.iter().filter(fits).map(|strategy| strategy.name.clone()).collect()
}
