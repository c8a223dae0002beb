//! Manipulated and measured variables.

use super::Registration;
use super::design_plan::good;
use super::document::RegistrationPart;
use crate::wording::listed;
use peirast_record::{Event, Hypothesis};
use std::collections::{BTreeMap, BTreeSet};

/// The section on variables.
pub(super) fn parts(own: &Registration) -> Vec<RegistrationPart> {
    vec![manipulated(own), measured(own), indices(own)]
}

fn manipulated(own: &Registration) -> RegistrationPart {
    let mut levels: BTreeMap<&str, (BTreeSet<&str>, Vec<&str>)> = BTreeMap::new();
    for one in &own.study.hypotheses {
        let (known, ids) = levels.entry(one.factor.as_str()).or_default();
        known.extend(
            [one.original.get(&one.factor), one.perturbed.get(&one.factor)].into_iter().flatten(),
        );
        ids.push(&one.id);
    }
    let entry = |(factor, (levels, ids)): (&str, (BTreeSet<&str>, Vec<&str>))| {
        let levels: Vec<&str> = levels.into_iter().collect();
        format!("{factor}: {} ({})", listed(&levels), listed(&ids))
    };
    let mut entries: Vec<String> = levels.into_iter().map(entry).collect();
    let methods: BTreeSet<&str> = own.tests.iter().map(|test| test.method.as_str()).collect();
    let methods: Vec<&str> = methods.into_iter().collect();
    if !methods.is_empty() {
        entries.push(format!("protocol (each makes a test of its own): {}", listed(&methods)));
    }
    if own.study.temperatures.len() > 1 {
        let all: Vec<String> = own.study.temperatures.iter().map(f64::to_string).collect();
        entries.push(format!("temperature: {}", listed(&all)));
    }
    RegistrationPart::new("Manipulated variables", ["Factors and their levels:".to_owned()])
        .with_entries(entries)
}

fn measured(own: &Registration) -> RegistrationPart {
    let events: BTreeSet<&str> =
        own.study.hypotheses.iter().map(|one: &Hypothesis| good(one.event)).collect();
    let events: Vec<&str> = events.into_iter().collect();
    let counts = match events.as_slice() {
        [] => "correctly".to_owned(),
        several => several.join(", or, where a hypothesis says so, "),
    };
    RegistrationPart::new(
        "Measured variables",
        [
            format!(
                "Outcome: whether a subject answers a problem {counts} (yes, no, or no verdict). The answer is read from the \
                 text of the response by {}.",
                own.reader
            ),
            "A response has no verdict if it is refused, empty, cut off before a verdict, or cannot be read.".to_owned(),
        ],
    )
}

fn indices(own: &Registration) -> RegistrationPart {
    if own.tests.is_empty() {
        let share = "Accuracy: the share of right answers among those with a verdict.";
        return RegistrationPart::new("Indices", [share.to_owned()]);
    }
    let fallacy = own.study.hypotheses.iter().any(|one| one.event == Event::NoFallacy);
    let right = if fallacy { "answered as the hypothesis counts" } else { "answered correctly" };
    RegistrationPart::new(
        "Indices",
        [format!(
            "Each test counts n pairs. In n12 pairs only the original member is {right}, in n21 pairs only the perturbed \
             one. The effect is the difference of shares (n21 - n12)/n; the odds ratio is n21/n12."
        )],
    )
}
