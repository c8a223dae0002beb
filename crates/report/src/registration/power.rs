//! The power of the planned tests.

use super::Registration;
use super::document::RegistrationPart;
use crate::alternative;
use crate::reach::{BROKEN, POWER};
use crate::wording::listed;
use peirast_decimals::{counted, percent_decimals};
use peirast_record::Hypothesis;
use peirast_stats::{Alternative, Design, Discordance, Rule};
use std::collections::BTreeMap;

/// The difference for which the power is stated, as a share.
const DIFFERENCE: f64 = 0.1;

/// Tests of the same size and kind: their pairs, whether they are two-sided, and the tests of their
/// family.
type TestSize = (u64, bool, u64);

/// The reason for the sample size, as far as power is one.
pub(super) fn rationale(own: &Registration) -> RegistrationPart {
    let gap =
        "why these numbers were chosen, for example costs, or the smallest effect of interest.";
    let part = |paragraphs: Vec<String>, entries: Vec<String>| {
        RegistrationPart::new("Sample size rationale", paragraphs)
            .with_entries(entries)
            .with_gap(gap)
    };
    if own.tests.is_empty() {
        return part(
            vec!["The study declares no test, so there is no power to state.".to_owned()],
            Vec::new(),
        );
    }
    let Ok(rule) = own.study.rule.parse::<Rule>() else { return part(Vec::new(), Vec::new()) };
    let percent = |share: f64| percent_decimals(share, 0);
    let mut paragraphs = vec![format!(
        "Power of a single test by the rule {} at level {}, divided by the number of tests in its family (Bonferroni). \
         The tests are adjusted by a method that rejects everything that Bonferroni rejects, so their power is this or \
         more. Assumption: {} % of the pairs change against the effect.",
        rule.name(),
        own.study.alpha,
        percent(BROKEN)
    )];
    if own.study.hypotheses.iter().any(|one| one.cluster.is_some()) {
        paragraphs.push(
            "The power is that of independent pairs. Clusters of related items lower it."
                .to_owned(),
        );
    }
    if own.study.sequential.is_some() {
        paragraphs.push(
            "The power is that of a test after all planned pairs. Tests while answers arrive have less."
                .to_owned(),
        );
    }
    let entries = sizes(own).into_iter().map(|(size, ids)| entry(own, rule, size, &ids)).collect();
    part(paragraphs, entries)
}

/// The tests of each size, with the ids of their hypotheses.
fn sizes(own: &Registration) -> BTreeMap<TestSize, Vec<String>> {
    let mut sizes: BTreeMap<TestSize, Vec<String>> = BTreeMap::new();
    let hypothesis =
        |id: &str| -> Option<&Hypothesis> { own.study.hypotheses.iter().find(|one| one.id == id) };
    for test in &own.tests {
        let Some(hypothesis) = hypothesis(&test.hypothesis) else { continue };
        let is_two_sided = alternative(hypothesis.direction) == Alternative::TwoSided;
        let ids = sizes
            .entry((test.pairs, is_two_sided, own.family_size(&test.test_family)))
            .or_default();
        if !ids.contains(&test.hypothesis) {
            ids.push(test.hypothesis.clone());
        }
    }
    sizes
}

/// The test of one size: at the study's level, divided by the number of tests in its family.
fn design(own: &Registration, rule: Rule, (_, is_two_sided, tests): TestSize) -> Option<Design> {
    // A test for a loss has the power of a test for a gain of the same size.
    let side = if is_two_sided { Alternative::TwoSided } else { Alternative::Greater };
    Design::new(rule, side, own.study.alpha).ok().map(|design| design.one_of(tests))
}

/// The hypotheses of the sizes for which no difference has the wanted power.
pub(super) fn lacking(own: &Registration) -> Vec<String> {
    let Ok(rule) = own.study.rule.parse::<Rule>() else { return Vec::new() };
    let lacks = |size: TestSize| {
        design(own, rule, size)
            .is_some_and(|one| one.detectable_gain(size.0, BROKEN, POWER).is_err())
    };
    let sizes = sizes(own).into_iter().filter(|(size, _)| lacks(*size));
    sizes
        .map(|(size, ids)| format!("{} ({})", listed(&ids), counted(size.0, "pair", "pairs")))
        .collect()
}

fn entry(own: &Registration, rule: Rule, size: TestSize, ids: &[String]) -> String {
    let (pairs, is_two_sided, tests) = size;
    let words = if is_two_sided { "two-sided" } else { "one-sided" };
    let head = format!(
        "{} ({}, {words}, {} in the family)",
        listed(ids),
        counted(pairs, "pair", "pairs"),
        counted(tests, "test", "tests")
    );
    let Some(design) = design(own, rule, size) else { return head };
    let percent = |share: f64| percent_decimals(share, 1);
    let smallest = match design.detectable_gain(pairs, BROKEN, POWER) {
        Ok(gain) => format!(
            "a power of {} % for a difference of {} percentage points",
            percent_decimals(POWER, 0),
            percent(gain)
        ),
        Err(_) => format!("no difference has a power of {} %", percent_decimals(POWER, 0)),
    };
    let at = Discordance::new(BROKEN, BROKEN + DIFFERENCE).map(|at| design.power(pairs, &at));
    let at = at.map_or_else(
        |_| String::new(),
        |power| format!("; {} % for {} points", percent(power), percent_decimals(DIFFERENCE, 0)),
    );
    format!("{head}: {smallest}{at}")
}
