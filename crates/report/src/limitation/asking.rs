//! Checks of the asking: kinds of subjects, sampling, early stopping.

use super::{Case, Looked, NO_TESTS, names};
use crate::wording::{listed, share};
use crate::{Material, Report, SubjectProvenance};
use peirast_decimals::{counted, fixed_decimals, grouped, percent_decimals};
use peirast_record::is_simulated;
use std::collections::BTreeSet;

const NOT_RECORDED: &str = "it was not recorded with the answers";
const SIMULATED: &str = "all subjects are simulated";

/// The subjects that are no programs of ours.
fn models(report: &Report) -> Vec<&SubjectProvenance> {
    let subjects = report.provenance.subjects.iter();
    subjects.filter(|subject| !is_simulated(&subject.model)).collect()
}

pub(super) fn simulated(report: &Report) -> Looked {
    let all: Vec<&str> = report.subjects.iter().map(|subject| subject.model.as_str()).collect();
    let own: Vec<&str> = all.iter().copied().filter(|name| is_simulated(name)).collect();
    let (count, of) = (own.len() as u64, all.len() as u64);
    let words =
        format!("{} of {} ({})", grouped(count), counted(of, "subject", "subjects"), names(&own));
    let meaning = "Programs with known behaviour check the method. They say nothing about any language model. \
                   `peirast subjects` tells what each does.";
    Looked::at(Case::of_all(count, of, words), meaning)
}

/// With fewer items than this, one of them changes a share by more than five points.
const FEW_ITEMS: u64 = 20;

pub(super) fn few_items(report: &Report) -> Looked {
    if report.conduct.materials.is_empty() {
        return Looked::Not("nothing was asked");
    }
    let few = report.conduct.materials.iter().filter(|own| own.items < FEW_ITEMS);
    let case = |own: &Material| {
        let words = format!("{} of {}", counted(own.items, "item", "items"), own.family);
        Case { subject: None, count: own.items, of: None, words }
    };
    let meaning = "With so few items, a single item moves a share by more than five points, and other items could give \
                   another result. Ask more items.";
    Looked::at(few.map(case).collect(), meaning)
}

pub(super) fn noise(report: &Report) -> Looked {
    if report.noise.is_empty() {
        return Looked::Not("no question was put twice as an A/A control");
    }
    let flipping = report.noise.iter().filter(|noise| noise.flips() > 0);
    let case = |own: &peirast_measure::Noise| {
        let interval = match own.interval() {
            Ok(Some(one)) => {
                format!(" [{}, {}]", percent_decimals(one.low, 1), percent_decimals(one.high, 1))
            }
            _ => String::new(),
        };
        let words = format!(
            "{} of {} graded differently the second time ({}{interval})",
            grouped(own.flips()),
            counted(own.scored, "question", "questions"),
            share(own.flips(), own.scored)
        );
        Case { subject: Some(own.subject.clone()), count: own.flips(), of: Some(own.scored), words }
    };
    let meaning = "The two questions were identical, so chance changed these grades. Chance changes about as many grades within \
                   pairs, as often in one direction as in the other. This can hide a small effect, and a single pair \
                   proves nothing.";
    Looked::at(flipping.map(case).collect(), meaning)
}

pub(super) fn single_draw(report: &Report) -> Looked {
    let models = models(report);
    let plan = match (&report.conduct.plan, models.is_empty()) {
        (_, true) => return Looked::Not(SIMULATED),
        (None, _) => return Looked::Not(NOT_RECORDED),
        (Some(plan), _) => plan,
    };
    if report.conduct.most_answers > 1 {
        return Looked::Clear;
    }
    let case = |subject: &SubjectProvenance| {
        let sent = |name: &str| !subject.not_sent.iter().any(|own| own == name);
        let own = plan.sampling.temperature.filter(|_| sent("temperature"));
        let mut warm = plan.temperatures.iter().copied().filter(|_| sent("temperature"));
        let temperature = match own {
            Some(cold) if cold <= 0.0 => return None,
            Some(own) => format!("temperature {own}"),
            None if plan.temperatures.is_empty() || !sent("temperature") => {
                "its provider's own temperature".to_owned()
            }
            None => format!("temperature {}", warm.find(|one| *one > 0.0)?),
        };
        let seed = match plan.sampling.seed.filter(|_| sent("seed")) {
            Some(seed) => format!("seed {seed}"),
            None => "no seed sent".to_owned(),
        };
        Some(Case {
            subject: Some(subject.model.clone()),
            count: subject.answers,
            of: None,
            words: format!("one answer per question, {temperature}, {seed}"),
        })
    };
    let meaning = "A subject that samples may give another answer next time. The tests allow for this, so an effect on \
                   accuracy remains an effect; a statement about a single problem may not hold.";
    Looked::at(models.into_iter().filter_map(case).collect(), meaning)
}

pub(super) fn not_sent(report: &Report) -> Looked {
    let subjects = report.provenance.subjects.iter().filter(|subject| !subject.not_sent.is_empty());
    let case = |subject: &SubjectProvenance| Case {
        subject: Some(subject.model.clone()),
        count: subject.not_sent.len() as u64,
        of: None,
        words: listed(&subject.not_sent),
    };
    let meaning = "The subject does not accept this setting, so its provider's default was used, and it was not asked as the \
                   other subjects were.";
    Looked::at(subjects.map(case).collect(), meaning)
}

pub(super) fn versions(report: &Report) -> Looked {
    let models = models(report);
    if models.is_empty() {
        return Looked::Not(SIMULATED);
    }
    let case = |subject: &SubjectProvenance| {
        let (served, marks) = (subject.served_as.len(), subject.fingerprints.len());
        let words = match (served, marks) {
            (0, _) => "its server named no model".to_owned(),
            (1, 0 | 1) => return None,
            (1, marks) => {
                format!("{} of one model", counted(marks as u64, "configuration", "configurations"))
            }
            _ => format!("served as {}", listed(&subject.served_as)),
        };
        let subject = Some(subject.model.clone());
        Some(Case { subject, count: served.max(marks) as u64, of: None, words })
    };
    let meaning = "The model behind a name changes with time. If it changed during the run, answers of different models are \
                   pooled. If it is unknown, nobody can repeat the run for certain.";
    Looked::at(models.into_iter().filter_map(case).collect(), meaning)
}

pub(super) fn early_stopping(report: &Report) -> Looked {
    let (count, of) = (report.rows.iter().filter(|row| row.reject).count(), report.rows.len());
    let words = format!(
        "{} of {} stopped by a rejection",
        grouped(count as u64),
        counted(of as u64, "comparison", "comparisons")
    );
    let case = Case { subject: None, count: count as u64, of: Some(of as u64), words };
    let cases = Vec::from_iter(report.settings.sequential.is_some().then_some(case));
    let meaning = "The level of the tests holds for any stopping rule. Effects of comparisons that stopped early are \
                   overestimated on average, and the intervals of their differences assume a fixed number of pairs.";
    Looked::at_tests(report, cases, meaning)
}

pub(super) fn many_families(report: &Report) -> Looked {
    let tested = report.rows.iter().filter(|row| row.is_tested());
    let families: BTreeSet<&str> = tested.map(|row| row.test_family.as_str()).collect();
    match families.len() {
        0 => return Looked::Not(NO_TESTS),
        1 => return Looked::Clear,
        _ => {}
    }
    let count = families.len() as u64;
    let alpha = report.settings.alpha;
    let words = format!("{}, each at level {alpha}", grouped(count));
    let case = Case { subject: None, count, of: None, words };
    let meaning = format!(
        "P-values are adjusted within a family of tests, not between families. If no effect were real, at most {} of \
         these families would have a false positive on average.",
        fixed_decimals(alpha * count as f64, 1)
    );
    Looked::at(vec![case], meaning)
}
