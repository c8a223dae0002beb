//! Differences between two studies, field by field.

use super::{Departure, DepartureKind};
use crate::wording::listed;
use peirast_record::{FamilyPlan, Hypothesis, Study};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;

/// The most characters of a value that a departure shows.
const MOST_LETTERS: usize = 80;

/// Fields that other comparisons cover: the settings of the tests and the reader count as the
/// analysis used them, and lists are compared entry by entry.
const ELSEWHERE: [&str; 8] =
    ["alpha", "rule", "treatment", "adjust_over", "reader", "subjects", "family", "hypothesis"];

/// The departures of a study from a registered one. Both name data files without folders.
pub(super) fn differences(registered: &Study, own: &Study) -> Vec<Departure> {
    let mut found = Vec::new();
    fields(&json(registered), &json(own), &mut found);
    subjects(registered, own, &mut found);
    families(registered, own, &mut found);
    hypotheses(registered, own, &mut found);
    found
}

fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// Compares all fields that are no lists of parts.
fn fields(registered: &Value, own: &Value, found: &mut Vec<Departure>) {
    for name in names(registered, own).iter().filter(|name| !ELSEWHERE.contains(&name.as_str())) {
        let (kind, words) = match name.as_str() {
            "id" => (DepartureKind::Study, "Study"),
            "title" => (DepartureKind::Wording, "Title"),
            "about" => (DepartureKind::Wording, "Description"),
            "bias" => (DepartureKind::Wording, "Name of the bias"),
            "seed" => (DepartureKind::Seed, "Seed"),
            "profile" => (DepartureKind::Design, "Design of the stimuli"),
            "ask" => (DepartureKind::Design, "Combinations of problem and protocol"),
            "strategy" => (DepartureKind::Design, "Strategies"),
            "repeats" => (DepartureKind::Repetition, "Answers per question"),
            "voting" => (DepartureKind::Repetition, "Voting rule"),
            "aa" => (DepartureKind::Repetition, "Share of A/A controls"),
            "sampling" => (DepartureKind::Sampling, "Sampling"),
            "temperatures" => (DepartureKind::Sampling, "Temperatures"),
            "if_taken" => (DepartureKind::Sampling, "Settings sent where they are accepted"),
            "sequential" => (DepartureKind::Stopping, "Tests while answers arrive"),
            "models" => (DepartureKind::Model, "Servers"),
            other => (DepartureKind::Other, other),
        };
        leaves(kind, words, registered.get(name), own.get(name), found);
    }
}

/// The names of the fields of two objects.
fn names(one: &Value, other: &Value) -> BTreeSet<String> {
    let own = |value: &Value| {
        let fields = value.as_object().map(|fields| fields.keys().cloned().collect::<Vec<_>>());
        fields.unwrap_or_default()
    };
    own(one).into_iter().chain(own(other)).collect()
}

/// Compares two values, and the fields of two objects one by one.
fn leaves(
    kind: DepartureKind,
    words: &str,
    registered: Option<&Value>,
    own: Option<&Value>,
    found: &mut Vec<Departure>,
) {
    let is_object = |value: Option<&Value>| value.is_some_and(Value::is_object);
    match (registered, own) {
        (Some(one), Some(other)) if is_object(registered) && is_object(own) => {
            for name in names(one, other) {
                let field = format!("{words}, {}", name.replace('_', " "));
                leaves(kind, &field, one.get(&name), other.get(&name), found);
            }
        }
        (one, other) if one != other => {
            found.push(Departure::values(kind, words, &shown(one), &shown(other)));
        }
        _ => {}
    }
}

/// A value in a few characters.
fn shown(value: Option<&Value>) -> String {
    let text = match value {
        None | Some(Value::Null) => return "none".to_owned(),
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(Value::Array(values)) if values.iter().all(|one| !one.is_object()) => {
            let all: Vec<String> = values.iter().map(|one| shown(Some(one))).collect();
            listed(&all)
        }
        Some(other) => other.to_string(),
    };
    match text.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{} ...", text.get(..end).unwrap_or_default().trim_end()),
        None if text.is_empty() => "none".to_owned(),
        None => text,
    }
}

fn subjects(registered: &Study, own: &Study, found: &mut Vec<Departure>) {
    let (before, now) = (&registered.subjects, &own.subjects);
    for missing in before.iter().filter(|name| !now.contains(name)) {
        let sentence = format!("Model {missing} was registered and not asked");
        found.push(Departure::missing(DepartureKind::Model, missing, sentence));
    }
    for added in now.iter().filter(|name| !before.contains(name)) {
        let sentence = format!("Model {added} was asked and not registered");
        found.push(Departure::added(DepartureKind::Model, added, sentence));
    }
}

/// The name of an entry of problems, with the variants that distinguish it from others.
fn family_name(plan: &FamilyPlan) -> String {
    match plan.variants.as_slice() {
        [] => plan.name.clone(),
        [one] => format!("{} (variant {one})", plan.name),
        several => format!("{} (variants {})", plan.name, listed(several)),
    }
}

fn families(registered: &Study, own: &Study, found: &mut Vec<Departure>) {
    let is_same = |one: &FamilyPlan, other: &FamilyPlan| {
        (&one.name, &one.variants, &one.versions) == (&other.name, &other.variants, &other.versions)
    };
    for plan in &registered.families {
        let name = family_name(plan);
        let Some(now) = own.families.iter().find(|now| is_same(plan, now)) else {
            let sentence = format!("Problems of {name} were registered and not asked in this form");
            found.push(Departure::missing(DepartureKind::Items, &name, sentence));
            continue;
        };
        let items = |n: u32| if n == 0 { "all".to_owned() } else { n.to_string() };
        if plan.n != now.n {
            let words = format!("Items per variant of {name}");
            let kind = DepartureKind::SampleSize;
            found.push(Departure::values(kind, &words, &items(plan.n), &items(now.n)));
        }
        let words = format!("File of {name}");
        let (before, after) = (json(&plan.data), json(&now.data));
        leaves(DepartureKind::Items, &words, Some(&before), Some(&after), found);
    }
    for plan in &own.families {
        if !registered.families.iter().any(|before| is_same(before, plan)) {
            let name = family_name(plan);
            let sentence = format!("Problems of {name} were asked and not registered");
            found.push(Departure::added(DepartureKind::Items, &name, sentence));
        }
    }
}

fn hypotheses(registered: &Study, own: &Study, found: &mut Vec<Departure>) {
    let named = |study: &Study, id: &str| -> Option<Hypothesis> {
        study.hypotheses.iter().find(|one| one.id == id).cloned()
    };
    for before in &registered.hypotheses {
        let Some(now) = named(own, &before.id) else {
            let sentence = format!("Hypothesis {} was registered and is missing", before.id);
            found.push(Departure::missing(DepartureKind::Hypothesis, &before.id, sentence));
            continue;
        };
        // Methods are compared test by test.
        let without_methods =
            |one: &Hypothesis| Hypothesis { protocols: Vec::new(), ..one.clone() };
        let (before, now) = (json(&without_methods(before)), json(&without_methods(&now)));
        for name in names(&before, &now) {
            let kind = match name.as_str() {
                "title" | "claim" => DepartureKind::Wording,
                _ => DepartureKind::Hypothesis,
            };
            let id = before.get("id").and_then(Value::as_str).unwrap_or_default();
            let words = format!("Hypothesis {id}, {}", name.replace('_', " "));
            leaves(kind, &words, before.get(&name), now.get(&name), found);
        }
    }
    for now in &own.hypotheses {
        if named(registered, &now.id).is_none() {
            let sentence =
                format!("Hypothesis {} was not registered: its tests are exploratory", now.id);
            found.push(Departure::added(DepartureKind::Hypothesis, &now.id, sentence));
        }
    }
}
