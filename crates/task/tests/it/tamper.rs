//! Made problems, changed in every way that a file can be changed: if `verify` accepts a change,
//! the problem must have the same meaning as before.

mod change;

use change::{Change, changes, harmless};
use peirast_record::{Problem, Profile, Versions};
use peirast_task::{Design, Erotetic, Items, Making, Options, problem_in, verified};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// Makes problems of a variant in these versions.
fn made(
    variant: &str,
    profile: Profile,
    count: u32,
    versions: &[(&str, &str)],
    options: &Options,
) -> Vec<Problem> {
    let design = Design { seed: 11, profile };
    let versions: Versions = versions.iter().copied().collect();
    let maker = Erotetic::named(variant, &design, &versions).unwrap().with(options);
    maker.put(&maker.corpus(&Making::new(count)).unwrap().problems).unwrap()
}

/// Problems of every variant and profile, kind, order and inquiry.
fn items() -> Vec<Problem> {
    let plain = Options::default();
    let all_orders = [("order", "all"), ("kind", "fallacy")];
    let asking = [
        ("inquiry", "none"),
        ("inquiry", "curing"),
        ("inquiry", "idle"),
        ("order", "original"),
        ("order", "reversed"),
        ("kind", "fallacy"),
    ];
    let other = Options {
        sizes: vec![4, 5],
        premises: Some((2, 3)),
        fallacies: Some(0.5),
        any_conclusion: true,
    };
    let mut items = Vec::new();
    let mut take = |count: usize, all: Vec<Problem>| {
        // From the end: small and plain ones come first.
        let from = all.len().saturating_sub(count);
        items.extend(all.into_iter().skip(from));
    };
    take(3, made("open", Profile::Balanced, 3, &[], &plain));
    take(3, made("yes-no", Profile::Balanced, 4, &[], &plain));
    take(3, made("choice", Profile::Balanced, 5, &[], &plain));
    take(2, made("open", Profile::Balanced, 2, &all_orders, &plain));
    take(4, made("open", Profile::Balanced, 8, &asking, &plain));
    take(2, made("open", Profile::Paper2025, 2, &[], &plain));
    take(1, made("yes-no", Profile::Paper2025, 2, &[("order", "reversed")], &plain));
    take(1, made("choice", Profile::Paper2025, 3, &[], &plain));
    take(2, made("open", Profile::Balanced, 4, &[], &other));
    let mut seen = BTreeSet::new();
    items.retain(|item| seen.insert((source(item).to_owned(), item.id.clone())));
    items
}

/// Returns the profile of a problem.
fn source(problem: &Problem) -> &str {
    &problem.worded.as_deref().unwrap().argument.profile
}

/// Returns true if a line is accepted with the others of its file.
fn passes<'l>(lines: impl IntoIterator<Item = &'l str>) -> bool {
    let mut items = Items::default();
    lines.into_iter().enumerate().all(|(at, line)| {
        problem_in(line.as_bytes()).is_ok_and(|problem| {
            verified(&problem).is_ok_and(|differences| differences.is_empty())
                && items.take(&problem, at.to_string()).is_ok()
        })
    })
}

/// Returns true if a change leaves all statements of the problem true, and its question and
/// judgement unchanged.
fn is_harmless(item: &Problem, change: &Change) -> bool {
    match (change.path.as_str(), change.kind) {
        // A probe is asked about only in a yes/no question, and its claim about another conclusion
        // was worked out.
        (
            "/worded/argument/probe/conclusion",
            "another letter" | "letters turned" | "a letter less",
        ) => item.variant != "yes-no",
        // The same problem, made without a search for curing questions.
        ("/factors/curable", "left out") => item.factors.get("inquiry") == Some("none"),
        _ => false,
    }
}

#[test]
fn whatever_is_changed_in_a_file_is_refused() {
    let items = items();
    assert!(items.len() > 18, "{}", items.len());
    let lines: Vec<String> =
        items.iter().map(|item| serde_json::to_string(item).unwrap()).collect();
    let all: Vec<(usize, Change)> = items
        .iter()
        .enumerate()
        .flat_map(|(at, item)| changes(item).into_iter().map(move |change| (at, change)))
        .collect();
    let is_passed = |(at, change): &&(usize, Change)| {
        let family = |other: &usize| (source(&items[*other]), &items[*other].item);
        let others = (0..items.len()).filter(|other| other != at && family(other) == family(at));
        let others: Vec<&str> = others.map(|other| lines[other].as_str()).collect();
        // Only lines that are accepted alone are compared with the others of their item.
        let own = change.line.as_str();
        passes([own]) && passes([own].into_iter().chain(others))
    };
    let passed: Vec<&(usize, Change)> = all.par_iter().filter(is_passed).collect();
    let (harmless, wrong): (Vec<_>, Vec<_>) =
        passed.into_iter().partition(|(at, change)| is_harmless(&items[*at], change));
    let told = |list: &[&(usize, Change)]| -> String {
        let line = |(at, change): &&(usize, Change)| {
            format!("{}: {} of {}\n", items[*at].id, change.kind, change.path)
        };
        list.iter().map(line).collect()
    };
    println!(
        "{} changes of {} problems, {} of them harmless:\n{}",
        all.len(),
        items.len(),
        harmless.len(),
        told(&harmless)
    );
    assert!(wrong.is_empty(), "{} of {} pass:\n{}", wrong.len(), all.len(), told(&wrong));
    assert!(harmless.len() < 50 && all.len() > 50_000, "{} of {}", harmless.len(), all.len());
}

#[test]
fn what_means_the_same_passes() {
    for item in items() {
        for change in harmless(&item) {
            assert!(
                passes([change.line.as_str()]),
                "{}: {} of {}",
                item.id,
                change.kind,
                change.path
            );
        }
    }
}
