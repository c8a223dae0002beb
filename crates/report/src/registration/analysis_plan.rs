//! Tests, criteria, exclusions and missing data.

use super::Registration;
use super::design_plan::entry;
use super::document::{Cited, RegistrationPart};
use crate::methods::reference;
use crate::wording::listed;
use peirast_decimals::counted;
use peirast_record::{AdjustOver, Direction, Standing, Treatment};
use std::collections::BTreeMap;

/// The section on the analysis.
pub(super) fn parts(own: &Registration, cited: &mut Cited) -> Vec<RegistrationPart> {
    vec![
        models(own, cited),
        RegistrationPart::new(
            "Transformations",
            ["None. The outcome is binary. Where a question has several answers, their majority counts, and a tie has \
              no verdict."
                .to_owned()],
        ),
        inference(own, cited),
        exclusion(own),
        missing(own, cited),
        exploratory(own),
    ]
}

fn models(own: &Registration, cited: &mut Cited) -> RegistrationPart {
    if own.tests.is_empty() {
        let none = "The study declares no test. Tables show shares with 95 % intervals; tests in them are exploratory.";
        return RegistrationPart::new("Statistical models", [none.to_owned()]);
    }
    cited.insert(reference::MCNEMAR);
    let test = match own.study.sequential {
        Some(_) => "an e-process of the discordant pairs".to_owned(),
        None => format!("McNemar's test for matched pairs ({})", reference::MCNEMAR.citation),
    };
    let clusters: Vec<String> = own
        .study
        .hypotheses
        .iter()
        .filter_map(|one| Some(format!("{} (clusters: {})", one.id, one.cluster.as_ref()?)))
        .collect();
    let clusters = match clusters.is_empty() {
        true => String::new(),
        false => format!(
            "Items of one cluster are related. These tests flip the signs of whole clusters instead of single pairs: {}.",
            listed(&clusters)
        ),
    };
    RegistrationPart::new(
        "Statistical models",
        [
            format!(
                "Each subject, hypothesis and protocol has one test: {test}. Under the null hypothesis both kinds of \
                 discordant pair, n12 and n21, are equally likely."
            ),
            rule(own),
            clusters,
            format!("{} per subject:", counted(own.tests.len() as u64, "test", "tests")),
        ],
    )
    .with_entries(tests(own))
}

/// The form of the test.
fn rule(own: &Registration) -> String {
    if own.study.sequential.is_some() {
        return String::new();
    }
    let words = match own.study.rule.as_str() {
        "exact" => "the exact binomial form, for any number of discordant pairs",
        "mid-p" => "the mid-p form of the binomial test, for any number of discordant pairs",
        "normal" => "the normal approximation without continuity correction",
        "published-2024" => {
            "the exact form below 25 discordant pairs, and the normal approximation from there on"
        }
        "published-icml" => {
            "the two-sided chi-square form with continuity correction below 10 discordant pairs, and the normal \
             approximation from there on"
        }
        _ => "the form of that name",
    };
    format!("The rule {} is used: {words}.", own.study.rule)
}

/// The tests by hypothesis, each with its alternative, its family and its pairs.
fn tests(own: &Registration) -> Vec<String> {
    let one = |hypothesis: &peirast_record::Hypothesis| {
        let tests: Vec<String> = own
            .tests
            .iter()
            .filter(|test| test.hypothesis == hypothesis.id)
            .map(|test| format!("{} ({})", test.method, counted(test.pairs, "pair", "pairs")))
            .collect();
        let alternative = match hypothesis.direction {
            Direction::PerturbedBetter => "one-sided, n21 > n12",
            Direction::OriginalBetter => "one-sided, n12 > n21",
            Direction::Either => "two-sided",
        };
        (!tests.is_empty()).then(|| format!("{}, {alternative}: {}", hypothesis.id, listed(&tests)))
    };
    own.study.hypotheses.iter().filter_map(one).collect()
}

fn inference(own: &Registration, cited: &mut Cited) -> RegistrationPart {
    let study = &own.study;
    if own.tests.is_empty() {
        let none = "No hypothesis is decided. Intervals have a confidence of 95 %.";
        return RegistrationPart::new("Inference criteria", [none.to_owned()]);
    }
    let whose = match study.adjust_over {
        AdjustOver::OneSubject => "of one subject",
        AdjustOver::AllSubjects => "of all subjects",
    };
    let criterion = match study.sequential {
        Some(_) => {
            cited.insert(reference::WANG_RAMDAS);
            format!(
                "A test rejects if e-BH ({}) rejects it at level {} within its family.",
                reference::WANG_RAMDAS.citation,
                study.alpha
            )
        }
        None => {
            cited.insert(reference::BENJAMINI_HOCHBERG);
            format!(
                "A test rejects if its p-value, adjusted within its family ({}), is at most {}.",
                reference::BENJAMINI_HOCHBERG.citation,
                study.alpha
            )
        }
    };
    let mut families: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for test in &own.tests {
        let ids = families.entry(&test.test_family).or_default();
        if !ids.contains(&test.hypothesis.as_str()) {
            ids.push(&test.hypothesis);
        }
    }
    let family = |(name, ids): (&str, Vec<&str>)| {
        let size = counted(own.family_size(name), "test", "tests");
        if ids == [name] {
            format!("{name}: {size}")
        } else {
            format!("{name} ({}): {size}", listed(&ids))
        }
    };
    RegistrationPart::new(
        "Inference criteria",
        [
            criterion,
            format!("A family is all tests {whose} that the list below puts together. Families:"),
        ],
    )
    .with_entries(families.into_iter().map(family).collect())
}

fn exclusion(own: &Registration) -> RegistrationPart {
    let excluded = match own.study.treatment {
        Treatment::Exclude => {
            "A pair with a member that has no verdict (refused, empty, cut off, not readable, tied or unanswered) leaves \
             its test and is counted as lost, by cause."
        }
        Treatment::AsWrong => {
            "An answer without a verdict (refused, empty, cut off or not readable) counts as wrong. A pair with an \
             unanswered or tied member leaves its test and is counted as lost."
        }
    };
    RegistrationPart::new(
        "Data exclusion",
        [
            excluded.to_owned(),
            "No other answer, item or subject is excluded, and there are no outliers among binary outcomes.".to_owned(),
        ],
    )
}

fn missing(own: &Registration, cited: &mut Cited) -> RegistrationPart {
    if own.tests.is_empty() {
        let counted = "Answers without a verdict are counted, by cause, next to each share.";
        return RegistrationPart::new("Missing data", [counted.to_owned()]);
    }
    let other = match own.study.treatment {
        Treatment::Exclude => "count as wrong",
        Treatment::AsWrong => "are left out with their pairs",
    };
    let bounds = match own.study.sequential {
        Some(_) => String::new(),
        None => {
            cited.insert(reference::MANSKI);
            format!(
                "No value is imputed. Each p-value of a family with lost pairs has bounds: the smallest and the largest value \
                 over all possible verdicts of the lost answers ({}). A decision that changes within the bounds is \
                 reported as open.",
                reference::MANSKI.citation
            )
        }
    };
    RegistrationPart::new(
        "Missing data",
        [
            bounds,
            format!(
                "As a sensitivity analysis, all tests are repeated in the other treatment, in which answers without a \
                 verdict {other}."
            ),
        ],
    )
}

fn exploratory(own: &Registration) -> RegistrationPart {
    let declared = own.study.hypotheses.iter().filter(|one| one.standing == Standing::Exploratory);
    let entries: Vec<String> = declared.map(|one| entry(own, one)).collect();
    let intro = match entries.is_empty() {
        true => String::new(),
        false => "Comparisons that the study declares as exploratory:".to_owned(),
    };
    RegistrationPart::new(
        "Exploratory analysis",
        [
            "Everything else in the report is exploratory: pooled tests over methods and subjects, tables of measures, \
             figures, and tests that are added later."
                .to_owned(),
            intro,
        ],
    )
    .with_entries(entries)
    .with_gap("further analyses that you plan without a prediction.")
}
