//! Tests: their hypotheses and methods, and the adjustment of p-values.

use super::Sentences;
use super::reference;
use crate::wording::{counted_range, in_words, listed, range};
use crate::{Claim, Report, ResultRow};
use peirast_decimals::{counted, grouped};
use peirast_record::{AdjustOver, Event, Standing};
use peirast_stats::{Alternative, Method};
use peirast_words::capitalised;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn write(report: &Report, text: &mut Sentences) {
    let tested: Vec<&ResultRow> = report.rows.iter().filter(|row| row.is_tested()).collect();
    if tested.is_empty() {
        return;
    }
    text.say(how_many(report, &tested));
    let mcnemar = text.cite(reference::MCNEMAR);
    text.say(format!(
        "Each pair falls into one cell of a 2 x 2 table. In n12 pairs only the original member was answered {right}, \
         in n21 pairs only the perturbed one. Under the null hypothesis of equal performance both kinds of \
         discordant pair are equally likely ({mcnemar}).",
        right = good(report)
    ));
    text.say(by_method(&tested));
    text.say(sides(&tested));
    adjusted(report, &tested, text);
}

/// The words for a good answer.
fn good(report: &Report) -> &'static str {
    let events: BTreeSet<Event> =
        report.claims.iter().map(|claim| claim.definition.event).collect();
    match events.iter().copied().collect::<Vec<_>>()[..] {
        [Event::NoFallacy] => "without the predicted fallacy",
        [Event::Correct, Event::NoFallacy] => {
            "correctly (or, where a hypothesis says so, without the predicted fallacy)"
        }
        _ => "correctly",
    }
}

/// Hypotheses by standing, tests, pairs.
fn how_many(report: &Report, tested: &[&ResultRow]) -> String {
    let of = |standing: Standing, one: &str, many: &str| {
        let own = |claim: &&Claim| {
            claim.standing == standing
                && tested.iter().any(|row| row.hypothesis == claim.hypothesis)
        };
        let count = report.claims.iter().filter(own).count() as u64;
        (count > 0).then(|| (count, in_words(count, one, many)))
    };
    let kinds = [
        of(Standing::Confirmatory, "hypothesis", "hypotheses"),
        of(Standing::Control, "control", "controls"),
        of(Standing::Exploratory, "exploratory comparison", "exploratory comparisons"),
    ];
    let (counts, kinds): (Vec<u64>, Vec<String>) = kinds.into_iter().flatten().unzip();
    let kinds = if kinds.is_empty() { "comparisons".to_owned() } else { listed(&kinds) };
    let were = if counts.iter().sum::<u64>() == 1 { "was" } else { "were" };
    let (separately, each) = match tested.len() {
        1 => ("", ""),
        _ => (", separately for each subject and method", " each"),
    };
    let pairs = counted_range(tested.iter().map(|row| row.n), "pair", "pairs");
    format!(
        "{} {were} tested{separately}: {} of {pairs}{each}.",
        capitalised(&kinds),
        counted(tested.len() as u64, "test", "tests")
    )
}

/// The methods of the p-values, from the rows.
fn by_method(tested: &[&ResultRow]) -> String {
    let mut methods: BTreeMap<&'static str, (Method, u64)> = BTreeMap::new();
    for method in tested.iter().filter_map(|row| row.method_used) {
        methods.entry(method.name()).or_insert((method, 0)).1 += 1;
    }
    let methods: Vec<(Method, u64)> = methods.into_values().collect();
    match methods.as_slice() {
        [(only, _)] => format!("P-values are {}.", words(*only)),
        several => {
            let one = |(method, count): &(Method, u64)| {
                format!("{} in {}", words(*method), counted(*count, "test", "tests"))
            };
            format!("P-values are {}.", listed(&several.iter().map(one).collect::<Vec<_>>()))
        }
    }
}

fn words(method: Method) -> &'static str {
    match method {
        Method::Exact => "those of the exact binomial test",
        Method::MidP => "mid-p-values of the binomial test",
        Method::Normal => "those of the normal approximation without continuity correction",
        Method::NormalCorrected => "those of the normal approximation with continuity correction",
        Method::ChiSquare => "those of the chi-square approximation",
        Method::ChiSquareCorrected => {
            "those of the chi-square approximation with continuity correction"
        }
        Method::EProcess => "one over an e-value, valid for any stopping rule",
        Method::SignFlip => "exact over the signs of the clusters of related items",
    }
}

/// One-sided and two-sided tests.
fn sides(tested: &[&ResultRow]) -> String {
    let two = tested.iter().filter(|row| row.alternative == Alternative::TwoSided).count();
    match (tested.len() - two, two) {
        (_, 0) => {
            "All tests are one-sided, in the direction that the hypothesis declares.".to_owned()
        }
        (0, _) => "All tests are two-sided.".to_owned(),
        (one, two) => format!(
            "{} one-sided, in the direction that the hypothesis declares, and {} two-sided.",
            counted(one as u64, "test is", "tests are"),
            grouped(two as u64)
        ),
    }
}

/// The correction for several tests, and the level.
fn adjusted(report: &Report, tested: &[&ResultRow], text: &mut Sentences) {
    let sizes: BTreeMap<&str, u64> =
        tested.iter().map(|row| (row.test_family.as_str(), row.family_size as u64)).collect();
    let families = match sizes.len() {
        1 => "is one family".to_owned(),
        many => format!("are {} families", grouped(many as u64)),
    };
    let size = range(sizes.values().copied());
    let alpha = report.settings.alpha;
    if let Some(block) = report.settings.sequential {
        let (ramdas, wang) = (text.cite(reference::RAMDAS), text.cite(reference::WANG_RAMDAS));
        text.say(format!(
            "Comparisons were evaluated after every {} of a variant, and each stopped once it was decided ({ramdas}).",
            counted(block.into(), "item", "items")
        ));
        text.say(what_a_family_is(report, &families, &size));
        text.say(format!(
            "Rejections are those of e-BH ({wang}) at level {alpha} within each family."
        ));
        return;
    }
    text.say(what_a_family_is(report, &families, &size));
    if size == "1" {
        text.say(format!(
            "With one test in each family there is nothing to adjust: the adjusted p-value equals the p-value. The null \
             hypothesis is rejected if it is at most {alpha}."
        ));
        return;
    }
    let reference = text.cite(reference::BENJAMINI_HOCHBERG);
    text.say(format!(
        "Within a family p-values were adjusted ({reference}), which controls the expected share of false positives \
         among its rejections. The null hypothesis is rejected if the adjusted p-value is at most {alpha}."
    ));
}

/// The tests that are adjusted together.
fn what_a_family_is(report: &Report, families: &str, size: &str) -> String {
    let tests = if size == "1" { "test" } else { "tests" };
    let each = if families.ends_with("families") { " each" } else { "" };
    let whose = match report.settings.adjust_over {
        AdjustOver::OneSubject => "of one subject, so no decision depends on the other subjects",
        AdjustOver::AllSubjects => "of all subjects, so a decision depends on the other subjects",
    };
    format!(
        "A family of tests is all tests of a hypothesis, or of hypotheses that the study declares as one family, over all \
         methods, {whose}. There {families}, of {size} {tests}{each}."
    )
}
