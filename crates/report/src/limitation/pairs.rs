//! Checks of pairs and tests: what was lost, and what could have been found at all.

use super::{Case, Looked};
use crate::reach::{self, best_p, has_few_discordant};
use crate::wording::{counted, grouped, listed, share};
use crate::{Finding, Report, ResultRow};
use peirast_record::Direction;

/// From this share of right answers on, there is hardly room above; from 1 less it on, below.
const NEARLY_ALL: f64 = 0.95;

/// Why checks of tests are not made.
const NO_TESTS: &str = "no hypothesis was tested";

/// The tests of each subject: how many are meant, of how many, with their words.
fn by_subject(
    report: &Report,
    is_meant: impl Fn(&ResultRow) -> bool,
    words: impl Fn(u64, u64) -> String,
) -> Vec<Case> {
    among(report, ResultRow::is_tested, is_meant, words)
}

/// The same among those tests that count.
fn among(
    report: &Report,
    counts: impl Fn(&ResultRow) -> bool,
    is_meant: impl Fn(&ResultRow) -> bool,
    words: impl Fn(u64, u64) -> String,
) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for subject in &report.subjects {
        let own = || report.rows.iter().filter(|row| row.model == subject.model && counts(row));
        let (count, of) = (own().filter(|row| is_meant(row)).count() as u64, own().count() as u64);
        if count > 0 {
            let subject = Some(subject.model.clone());
            cases.push(Case { subject, count, of: Some(of), words: words(count, of) });
        }
    }
    cases
}

/// `3 of 40 tests`.
fn of_tests(count: u64, of: u64) -> String {
    format!("{} of {}", grouped(count), counted(of, "test", "tests"))
}

pub(super) fn recorded_grades(report: &Report) -> Looked {
    if report.rows.is_empty() {
        return Looked::Not(NO_TESTS);
    }
    let case = |subject: &str| {
        let own = report.rows.iter().filter(|row| row.model == subject);
        let (count, members) = own.fold((0, 0), |(count, members), row| {
            (count + row.recorded_grades, members + 2 * row.n)
        });
        let words = format!(
            "{} of {} in pairs ({})",
            grouped(count),
            counted(members, "answer", "answers"),
            share(count, members)
        );
        Case { subject: Some(subject.to_owned()), count, of: Some(members), words }
    };
    let cases = report.subjects.iter().map(|one| case(&one.model)).filter(|case| case.count > 0);
    Looked::of(cases.collect(), |_| {
        "The rule that graded them cannot be applied to their texts alone: they count as their source graded \
         them, and nobody can check that here."
            .to_owned()
    })
}

pub(super) fn lost(report: &Report) -> Looked {
    if report.rows.is_empty() {
        return Looked::Not(NO_TESTS);
    }
    let case = |subject: &str| {
        let own = || report.rows.iter().filter(|row| row.model == subject);
        let lost: u64 = own().map(|row| row.lost.total()).sum();
        let pairs = lost + own().map(|row| row.n).sum::<u64>();
        let worst =
            own().filter(|row| row.lost.total() > 0).max_by(|a, b| part(a).total_cmp(&part(b)));
        let worst = worst.filter(|_| own().count() > 1).map_or(String::new(), |row| {
            let all = row.n + row.lost.total();
            format!(", most in {} {}: {}", row.hypothesis, row.method, share(row.lost.total(), all))
        });
        let words = format!(
            "{} of {} ({}){worst}",
            grouped(lost),
            counted(pairs, "pair", "pairs"),
            share(lost, pairs)
        );
        Case { subject: Some(subject.to_owned()), count: lost, of: Some(pairs), words }
    };
    let cases = report.subjects.iter().map(|one| case(&one.model)).filter(|case| case.count > 0);
    Looked::of(cases.collect(), |_| {
        let bounds = match report.rows.iter().any(|row| row.bounds.is_some()) {
            true => {
                " What p-values they could have made, whatever they were, stands beside each test."
            }
            false => "",
        };
        format!(
            "A pair counts only if both of its members have a verdict. If those that are lost differ from those that \
             are left, effects are biased.{bounds}"
        )
    })
}

/// The share of a row's pairs that is lost.
fn part(row: &ResultRow) -> f64 {
    let lost = row.lost.total() as f64;
    lost / (lost + row.n as f64)
}

pub(super) fn open(report: &Report) -> Looked {
    match () {
        () if report.rows.is_empty() => return Looked::Not(NO_TESTS),
        () if report.settings.sequential.is_some() => {
            return Looked::Not("comparisons that stop when they are decided have no such bounds");
        }
        () => {}
    }
    let is_open = |row: &ResultRow| row.bounds.is_some_and(|bounds| bounds.is_open());
    Looked::of(by_subject(report, is_open, of_tests), |_| {
        "Had the lost answers come out in one way the decision would be one thing, in another way the opposite. \
         Nothing is supposed about why they were lost."
            .to_owned()
    })
}

pub(super) fn treatment(report: &Report) -> Looked {
    if report.rows.is_empty() {
        return Looked::Not(NO_TESTS);
    }
    let differs = |row: &ResultRow| {
        let other = report.other_rows.iter().find(|other| other.is_same(row));
        other.is_some_and(|other| other.reject != row.reject)
    };
    Looked::of(by_subject(report, differs, of_tests), |_| {
        let (own, other) = (report.settings.treatment.as_str(), report.other_treatment.as_str());
        format!(
            "Answers without a verdict are treated as `{own}`; treated as `{other}`, the decision would be another."
        )
    })
}

pub(super) fn few_pairs(report: &Report) -> Looked {
    if report.rows.is_empty() {
        return Looked::Not(NO_TESTS);
    }
    let too_few = |row: &ResultRow| best_p(report, row, row.n) > report.settings.alpha;
    // One without any pair is none that could be made.
    Looked::of(among(report, |_| true, too_few, of_tests), |_| {
        "Such a test could not have rejected anything, whatever had been answered: it is no evidence that there is \
         no effect. Ask more items."
            .to_owned()
    })
}

pub(super) fn few_discordant(report: &Report) -> Looked {
    if report.rows.is_empty() {
        return Looked::Not(NO_TESTS);
    }
    let few = |row: &ResultRow| has_few_discordant(report, row);
    let own = || report.rows.iter().filter(|row| row.is_tested() && few(row));
    let ends = own().filter_map(|row| {
        let interval = row.difference?.interval;
        Some(interval.low.abs().max(interval.high.abs()))
    });
    let widest = ends.fold(0.0, f64::max);
    Looked::of(by_subject(report, few, of_tests), |_| {
        let found = reach::found(report, own());
        let found = match found.is_empty() {
            true => String::new(),
            false => format!(
                " Were one pair in ten broken whatever was done, such tests would find, with a power of 80 %, {}.",
                listed(&found)
            ),
        };
        format!(
            "Even if all of these pairs had fallen one way the test could not have rejected: that it does not is no \
             evidence of equal performance. What it leaves room for is in its interval: differences of up to {:.1} \
             points, by 95 % intervals that are not adjusted.{found}",
            100.0 * widest
        )
    })
}

pub(super) fn no_room(report: &Report) -> Looked {
    if report.findings.is_empty() {
        return Looked::Not(NO_TESTS);
    }
    let mut cases: Vec<Case> = Vec::new();
    for subject in &report.subjects {
        let own =
            || report.findings.iter().filter(|one| one.model == subject.model && one.tests > 0);
        let count = own().filter(|one| !has_room(report, one)).count() as u64;
        let of = own().count() as u64;
        if count > 0 {
            let words =
                format!("{} of {}", grouped(count), counted(of, "hypothesis", "hypotheses"));
            cases.push(Case { subject: Some(subject.model.clone()), count, of: Some(of), words });
        }
    }
    Looked::of(cases, |_| {
        format!(
            "At least {:.0} % of the answers were right already, or at most {:.0} %, so that what was looked for could \
             hardly have shown: problems that are harder, or easier, would tell more.",
            100.0 * NEARLY_ALL,
            100.0 * (1.0 - NEARLY_ALL)
        )
    })
}

/// Whether the expected effect could have shown. Expected either way, it could unless both members are
/// at the same end.
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
