//! Checks of pairs and tests: lost pairs, and tests that could not have found anything.

use super::{Case, Looked, NO_TESTS, by_model};
use crate::group::once_each;
use crate::reach::{self, best_p, has_few_discordant};
use crate::wording::{abridged, part, plain_method, range, share};
use crate::{Finding, Report, ResultRow};
use peirast_decimals::{counted, grouped, percent_decimals};
use peirast_record::{Direction, Event};
use peirast_stats::Alternative;

/// From this share of right answers on, there is hardly room above; from 1 less it on, below.
const NEARLY_ALL: f64 = 0.95;

/// The tests of each subject that are meant, among those that count.
fn tests(
    report: &Report,
    counts: impl Fn(&ResultRow) -> bool,
    is_meant: impl Fn(&ResultRow) -> bool,
) -> Vec<Case> {
    by_model(report, |model| {
        let rows = || rows(report, model).filter(|row| counts(row));
        let (count, of) =
            (rows().filter(|row| is_meant(row)).count() as u64, rows().count() as u64);
        (count, of, format!("{} of {}", grouped(count), counted(of, "test", "tests")))
    })
}

fn rows<'a>(report: &'a Report, model: &'a str) -> impl Iterator<Item = &'a ResultRow> {
    report.rows.iter().filter(move |row| row.model == model)
}

pub(super) fn recorded_grades(report: &Report) -> Looked {
    let cases = by_model(report, |model| {
        let count = rows(report, model).map(|row| row.recorded_grades).sum();
        let members = rows(report, model).map(|row| 2 * row.n).sum();
        let words = format!(
            "{} of {} in pairs ({})",
            grouped(count),
            counted(members, "answer", "answers"),
            share(count, members)
        );
        (count, members, words)
    });
    let meaning = "Peirast cannot apply the rule that graded them to their texts. They count as their source graded them, \
                   unchecked.";
    Looked::at_tests(report, cases, meaning)
}

pub(super) fn lost(report: &Report) -> Looked {
    let cases = by_model(report, |model| {
        let rows = || rows(report, model);
        let lost: u64 = rows().map(|row| row.lost.total()).sum();
        let pairs = lost + rows().map(|row| row.n).sum::<u64>();
        let losing = rows().filter(|row| row.lost.total() > 0);
        let worst = losing.max_by(|a, b| lost_share(a).total_cmp(&lost_share(b)));
        let worst = worst.filter(|_| rows().count() > 1).map_or(String::new(), |row| {
            let all = row.n + row.lost.total();
            let method = plain_method(&row.method);
            format!(", most in {} ({method}): {}", row.hypothesis, share(row.lost.total(), all))
        });
        (lost, pairs, part(lost, pairs, "pair", "pairs") + &worst)
    });
    let bounds = match report.rows.iter().any(|row| row.bounds.is_some()) {
        true => {
            " The table of tests gives, for each test, the range of p-values that they could have caused."
        }
        false => "",
    };
    let meaning = format!(
        "A pair counts only if both of its members have a verdict. If lost pairs differ from the others, effects are \
         biased.{bounds}"
    );
    if cases.is_empty() && !report.conduct.unasked.is_empty() {
        return Looked::Not("some questions were put to some subjects only");
    }
    Looked::at_tests(report, cases, meaning)
}

/// The share of a row's pairs that is lost.
fn lost_share(row: &ResultRow) -> f64 {
    let lost = row.lost.total() as f64;
    lost / (lost + row.n as f64)
}

pub(super) fn open(report: &Report) -> Looked {
    if report.settings.sequential.is_some() && !report.rows.is_empty() {
        return Looked::Not("comparisons with early stopping have no such bounds");
    }
    let is_open = |row: &ResultRow| row.bounds.is_some_and(|bounds| bounds.is_open());
    let meaning = "Some possible verdicts of the lost answers lead to one decision, others to the opposite one. This holds \
                   for any reason of the loss.";
    Looked::at_tests(report, tests(report, ResultRow::is_tested, is_open), meaning)
}

pub(super) fn treatment(report: &Report) -> Looked {
    let differs = |row: &ResultRow| {
        let other = report.other_rows.iter().find(|other| other.is_same(row));
        other.is_some_and(|other| other.reject != row.reject)
    };
    let (chosen, other) = (report.settings.treatment.as_str(), report.other_treatment.as_str());
    let meaning = format!(
        "Answers without a verdict are treated as `{chosen}`. Treated as `{other}`, they would change the decision."
    );
    Looked::at_tests(report, tests(report, ResultRow::is_tested, differs), meaning)
}

pub(super) fn few_pairs(report: &Report) -> Looked {
    let too_few = |row: &ResultRow| best_p(row, row.n) > report.settings.alpha;
    // One without any pair is none that could be made.
    let lacks_clusters = |row: &&ResultRow| too_few(row) && row.clusters.is_some();
    let more = match report.rows.iter().any(|row| lacks_clusters(&row)) {
        true => "Ask items of more clusters.",
        false => "Ask more items.",
    };
    let rows = report.rows.iter().filter(|row| too_few(row));
    let meaning = format!(
        "Such a test cannot reject for any answers, so it is no evidence that there is no effect.{}{} {more}",
        tests_of(rows.clone()),
        needed(report, rows)
    );
    Looked::at_tests(report, tests(report, |_| true, too_few), meaning)
}

/// The most hypotheses that are named.
const MOST_NAMES: usize = 8;

/// A sentence, after a space, on the hypotheses of these tests; empty without one.
fn tests_of<'a>(rows: impl Iterator<Item = &'a ResultRow>) -> String {
    let names = once_each(rows.map(|row| row.hypothesis.as_str()));
    match names.is_empty() {
        true => String::new(),
        false => format!(" Hypotheses: {}.", abridged(&names, MOST_NAMES)),
    }
}

/// A sentence, after a space, on the fewest discordant pairs with which these tests can reject; empty if none
/// can, or if their clusters count.
fn needed<'a>(report: &Report, rows: impl Iterator<Item = &'a ResultRow>) -> String {
    let of_pairs: Vec<&ResultRow> = rows.filter(|row| row.clusters.is_none()).collect();
    let fewest = |is_two_sided: bool| {
        let own = of_pairs
            .iter()
            .filter(|row| (row.alternative == Alternative::TwoSided) == is_two_sided);
        range(own.filter_map(|row| reach::fewest(report, row)))
    };
    let fewest = match (fewest(false), fewest(true)) {
        (one, two) if one.is_empty() && two.is_empty() => return String::new(),
        (one, two) if one == two || two.is_empty() => one,
        (one, two) if one.is_empty() => two,
        (one, two) => format!("{one} (one-sided) or {two} (two-sided)"),
    };
    format!(
        " To reject, such a test needs at least {fewest} discordant pairs, all of one kind (p not adjusted)."
    )
}

pub(super) fn few_discordant(report: &Report) -> Looked {
    let few = |row: &ResultRow| has_few_discordant(report, row);
    let rows = || report.rows.iter().filter(|row| row.is_tested() && few(row));
    let ends = rows().filter_map(|row| {
        let interval = row.difference?.interval;
        Some(interval.low.abs().max(interval.high.abs()))
    });
    let widest = ends.fold(0.0, f64::max);
    let found = reach::found(report, rows());
    let found = found.map_or_else(String::new, |sentence| format!(" {sentence}"));
    let (these, are, intervals) = match rows().count() {
        1 => ("This test", "it is", "Its interval says"),
        _ => ("These tests", "they are", "Their intervals say"),
    };
    let meaning = format!(
        "{these} could not have rejected even if all discordant pairs pointed one way, so {are} no evidence of equal \
         performance.{}{} {intervals} which effects are possible: differences of up to {} points (95 % intervals, not \
         adjusted).{found}",
        tests_of(rows()),
        needed(report, rows()),
        percent_decimals(widest, 1)
    );
    Looked::at_tests(report, tests(report, ResultRow::is_tested, few), meaning)
}

pub(super) fn no_room(report: &Report) -> Looked {
    if report.findings.is_empty() {
        return Looked::Not(NO_TESTS);
    }
    let cases = by_model(report, |model| {
        let findings = || report.findings.iter().filter(|one| one.model == model && one.tests > 0);
        let count = findings().filter(|one| !has_room(report, one)).count() as u64;
        let of = findings().count() as u64;
        (count, of, format!("{} of {}", grouped(count), counted(of, "comparison", "comparisons")))
    });
    let is_of_fallacies = report.findings.iter().any(|one| one.event == Event::NoFallacy);
    let meaning = format!(
        "The predicted effect could hardly show. Where a plus is predicted, at least {} % of the originals were \
         already counted as right{}; where a minus is predicted, at most {} %; where neither is, both members were at the \
         ceiling (nearly all counted as right) or both at the floor (nearly none). A comparison that found an effect does \
         not count here. Harder or easier problems would tell more.",
        percent_decimals(NEARLY_ALL, 0),
        if is_of_fallacies { " (without the predicted fallacy)" } else { "" },
        percent_decimals(1.0 - NEARLY_ALL, 0)
    );
    Looked::at(cases, meaning)
}

/// True if the expected effect could have shown. An effect expected in either direction could,
/// unless both members are at the same end.
fn has_room(report: &Report, finding: &Finding) -> bool {
    let Some((original, perturbed)) = finding.accuracy_original.zip(finding.accuracy_perturbed)
    else {
        return true;
    };
    let (high, low) = (|share: f64| share >= NEARLY_ALL, |share: f64| share <= 1.0 - NEARLY_ALL);
    let claim = report.claims.iter().find(|claim| claim.hypothesis == finding.hypothesis);
    match claim.map_or(Direction::Either, |claim| claim.direction) {
        // An effect that showed had room.
        _ if finding.rejected > 0 => true,
        Direction::PerturbedBetter => !high(original),
        Direction::OriginalBetter => !low(original),
        Direction::Either => {
            !((high(original) && high(perturbed)) || (low(original) && low(perturbed)))
        }
    }
}
