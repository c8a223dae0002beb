//! Strategies of imported problems, and hypotheses about the answers.

use crate::{ExchangeError, built_in, recorded};
use peirast_record::{ArgumentKind, Event, Factors, Hypothesis, Problem, Strategy, Task};
use std::collections::{BTreeMap, BTreeSet};

/// The strategy of a document in the original's layout: its text is the whole question.
pub fn published(task: Task, cot: bool) -> Strategy {
    let manner = if cot { "thinking" } else { "at_once" };
    let question = if task == Task::YesNo { "_yes_no" } else { "" };
    recorded::strategy(format!("published_{manner}{question}"), Some(task), "{problem}", cot)
}

/// The hypothesis that the order of the premises changes nothing, if there are problems in both
/// orders.
///
/// # Errors
/// If the built-in study lacks the hypothesis.
pub fn hypotheses(
    problems: &[Problem],
    strategies: &[Strategy],
) -> Result<Vec<Hypothesis>, ExchangeError> {
    let order = built_in::study("etr")?.hypotheses.into_iter().find(|one| one.factor == "order");
    let lacking = || ExchangeError::layout("the built-in study etr has no hypothesis about order");
    let order = order.ok_or_else(lacking)?;
    let mut hypotheses = Vec::new();
    for (variant, task) in
        [("open", Task::Conclusion), ("yes-no", Task::YesNo), ("choice", Task::Choice)]
    {
        let of_task = strategies.iter().filter(|one| one.task == Some(task));
        let protocols: Vec<String> = of_task.map(|strategy| strategy.name.clone()).collect();
        if protocols.is_empty() || !in_both_orders(problems, variant) {
            continue;
        }
        let is_open = variant == "open";
        hypotheses.push(Hypothesis {
            id: if is_open { order.id.clone() } else { format!("{}-{variant}", order.id) },
            over: vec![format!("etr/{variant}")],
            cluster: None,
            given: Factors::from_iter([("kind", "fallacy"), ("inquiry", "none")]),
            protocols,
            event: if is_open { order.event } else { Event::Correct },
            ..order.clone()
        });
    }
    Ok(hypotheses)
}

fn in_both_orders(problems: &[Problem], variant: &str) -> bool {
    let mut orders: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let is_fallacy = |problem: &&Problem| {
        let worded = problem.worded.as_deref();
        problem.variant == variant
            && problem.factors.get("inquiry") == Some("none")
            && worded.is_some_and(|worded| worded.argument.kind == ArgumentKind::Fallacy)
    };
    for problem in problems.iter().filter(is_fallacy) {
        let order = problem.factors.get("order").unwrap_or_default();
        orders.entry(&problem.item).or_default().insert(order);
    }
    orders.values().any(|orders| orders.contains("original") && orders.contains("reversed"))
}
