//! Capability: correlations of subjects' measures with their scores elsewhere.

use super::grouped::adjust_all;
use super::{Bounds, FallacyRate, Options};
use crate::correlated::Coefficient;
use crate::name::names;
use crate::table::{Record, table};
use crate::{Benchmarks, Scored};
use peirast_stats::Alternative;
use peirast_stats::correlation::{self, SpearmanInterval};
use peirast_stats::shares::Share;
use peirast_table::{Table, Value};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The measure of a subject that is correlated with its capability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Fallacies among incorrect answers.
    Rate,
    /// Correct answers, as published.
    Correct,
    /// Fallacies among all answers.
    Absolute,
    /// Informative correct answers.
    Informative,
}

/// The kinds of coefficient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CoefficientKind {
    /// Pearson's, with equal weights.
    Pearson,
    /// Spearman's, with equal weights.
    Spearman,
    /// Pearson's, weighted by the number of answers behind each subject's share.
    WeightedPearson,
    /// Pearson's of ranks, with the same weights.
    WeightedSpearman,
}

/// The correlation of one measure of subjects with one capability.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Capability {
    /// The name of the capability's column.
    pub capability: String,
    /// The measure.
    pub measure: Measure,
    /// The coefficient.
    pub kind: CoefficientKind,
    /// The subjects that enter, with their capability and their measure.
    pub subjects: Vec<Scored>,
    /// Subjects without a score.
    pub unmatched: Vec<String>,
    /// Subjects with a score but without the measure: a subject without errors has no fallacy rate.
    pub unmeasured: Vec<String>,
    /// Subjects left out because they lost too many answers.
    pub excluded: Vec<String>,
    /// The coefficient; `None` with fewer than three subjects, or if one variable is constant.
    pub found: Option<Coefficient>,
    /// The reason why the coefficient or its p-value is missing.
    pub why_none: Option<&'static str>,
    /// p adjusted for all capabilities and measures with this coefficient.
    pub p_adjusted: Option<f64>,
    /// The smallest and the largest coefficient when one family of subjects is left out.
    pub without_family: Option<Bounds>,
    /// Number of families among the subjects.
    pub families: u64,
}

names!(
    Measure,
    Rate => "fallacy rate",
    Correct => "correct",
    Absolute => "absolute fallacies",
    Informative => "informative",
);

impl Measure {
    pub(super) fn share(self, row: &FallacyRate) -> Option<Share> {
        match self {
            Self::Rate => row.rate,
            Self::Correct => row.correct,
            Self::Absolute => row.absolute,
            Self::Informative => row.informative,
        }
    }
}

names!(
    CoefficientKind,
    Pearson => "pearson",
    Spearman => "spearman",
    WeightedPearson => "weighted pearson",
    WeightedSpearman => "weighted spearman",
);

impl CoefficientKind {
    /// The coefficient of subjects. Intervals are Fisher's; for Spearman's rho those of Bonett &
    /// Wright, for weighted coefficients with Kish's effective number. p-values are Student's; for
    /// Spearman's rho exact up to ten subjects.
    fn coefficient(self, points: &[Scored], level: f64) -> Option<Coefficient> {
        if points.len() < 3 {
            // Two points always lie on a line.
            return None;
        }
        let (x, y, weights) = columns(points);
        let two = Alternative::TwoSided;
        match self {
            Self::Pearson => {
                let found = correlation::pearson(&x, &y).ok()?;
                let (value, interval) = (found.r, found.interval(level).ok());
                Some(Coefficient { value, interval, p: Some(found.p(two)).filter(|_| bent(value)) })
            }
            Self::Spearman => {
                let found = correlation::spearman(&x, &y).ok()?;
                let interval = found.interval(SpearmanInterval::BonettWright, level).ok();
                let p = found.exact_p(two).or_else(|_| found.p(two)).ok();
                Some(Coefficient { value: found.rho, interval, p })
            }
            Self::WeightedPearson | Self::WeightedSpearman => {
                let weighted = match self {
                    Self::WeightedPearson => correlation::weighted_pearson,
                    _ => correlation::weighted_spearman,
                };
                let found = weighted(&x, &y, &weights).ok()?;
                let (value, interval) = (found.r, found.interval(level).ok());
                Some(Coefficient { value, interval, p: found.p(two).ok().filter(|_| bent(value)) })
            }
        }
    }
}

/// Returns true if points lie off a line by more than rounding. On a line, Student's p is
/// undefined.
fn bent(coefficient: f64) -> bool {
    coefficient.abs() < 1.0 - 1e-12
}

fn columns(points: &[Scored]) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
    let column = |number: fn(&Scored) -> f64| points.iter().map(number).collect();
    (column(|p| p.score), column(|p| p.share.value), column(|p| p.share.of as f64))
}

/// Correlates every measure with every capability, over subjects.
pub(crate) fn capabilities(rates: &[FallacyRate], options: &Options<'_>) -> Vec<Capability> {
    let Some(scores) = options.capabilities else { return Vec::new() };
    let rates: Vec<&FallacyRate> = rates.iter().filter(|row| row.group.is_subject()).collect();
    let mut rows = Vec::new();
    for column in 0..scores.names.len() {
        for measure in Measure::ALL {
            rows.extend(correlations(&rates, scores, column, measure, options));
        }
    }
    // The four coefficients are answers to one question, not four questions.
    for kind in CoefficientKind::ALL {
        let family = rows.iter_mut().filter(|row| row.kind == kind);
        adjust_all(family.filter_map(|row| Some((row.found?.p?, &mut row.p_adjusted))));
    }
    rows
}

/// Returns true if a subject lost too many answers to be compared.
pub(super) fn is_excluded(row: &FallacyRate, options: &Options<'_>) -> bool {
    options.exclusion.is_some_and(|most| row.lost().is_some_and(|lost| lost > most))
}

fn correlations(
    rates: &[&FallacyRate],
    scores: &Benchmarks,
    column: usize,
    measure: Measure,
    options: &Options<'_>,
) -> Vec<Capability> {
    let (mut points, mut unmatched) = (Vec::new(), Vec::new());
    let (mut unmeasured, mut excluded) = (Vec::new(), Vec::new());
    for row in rates {
        let Some(subject) = row.group.subject.clone() else { continue };
        match (scores.score(&subject, column), measure.share(row)) {
            _ if is_excluded(row, options) => excluded.push(subject),
            (Some(score), Some(share)) => points.push(Scored { subject, score, share }),
            (Some(_), None) => unmeasured.push(subject),
            (None, _) => unmatched.push(subject),
        }
    }
    let families = families(&points, options);
    let correlate = |kind: CoefficientKind| Capability {
        capability: scores.names[column].clone(),
        measure,
        kind,
        subjects: points.clone(),
        unmatched: unmatched.clone(),
        unmeasured: unmeasured.clone(),
        excluded: excluded.clone(),
        found: kind.coefficient(&points, options.level),
        why_none: why_none(&points, kind.coefficient(&points, options.level)),
        p_adjusted: None,
        without_family: without_family(&points, &families, kind, options.level),
        families: families.values().collect::<BTreeSet<_>>().len() as u64,
    };
    CoefficientKind::ALL.map(correlate).into()
}

/// The reason why the coefficient or its p-value is missing.
fn why_none(points: &[Scored], found: Option<Coefficient>) -> Option<&'static str> {
    let (x, y, _) = columns(points);
    let is_constant = |values: &[f64]| values.windows(2).all(|two| two[0] == two[1]);
    match found {
        Some(found) if found.p.is_some() => None,
        Some(_) => Some("no p: the subjects lie on a line"),
        None if points.len() < 3 => Some("fewer than three subjects"),
        None if is_constant(&x) => Some("all have the same score"),
        None if is_constant(&y) => Some("all have the same share"),
        None => Some("undefined for these numbers"),
    }
}

/// The family of each subject; a subject without a family is its own.
fn families<'a>(points: &'a [Scored], options: &'a Options<'_>) -> BTreeMap<&'a str, &'a str> {
    // Names match as those of scores do: with or without the provider in front.
    let bare = |subject: &'a str| subject.split_once([':', '/']).map_or(subject, |(_, bare)| bare);
    let of = |name: &str| options.families.get(name).map(String::as_str);
    let family = |subject: &'a str| of(subject).or_else(|| of(bare(subject))).unwrap_or(subject);
    points.iter().map(|point| (point.subject.as_str(), family(&point.subject))).collect()
}

fn without_family(
    points: &[Scored],
    families: &BTreeMap<&str, &str>,
    kind: CoefficientKind,
    level: f64,
) -> Option<Bounds> {
    let left_out = families.values().collect::<BTreeSet<_>>();
    let values = left_out.into_iter().filter_map(|family| {
        let is_other = |point: &&Scored| families.get(point.subject.as_str()) != Some(family);
        let rest: Vec<Scored> = points.iter().filter(is_other).cloned().collect();
        kind.coefficient(&rest, level).map(|found| found.value)
    });
    let values: Vec<f64> = values.collect();
    let low = values.iter().copied().reduce(f64::min)?;
    let high = values.iter().copied().reduce(f64::max)?;
    Some(Bounds { low, high })
}

/// The table of capabilities.
pub(crate) fn capability_table(rows: &[Capability]) -> Table<'static> {
    let record = |row: &Capability| {
        Record::new(false)
            .cell("capability", row.capability.as_str())
            .cell("measure", row.measure.name())
            .cell("coefficient", row.kind.name())
            .cell("subjects", row.subjects.len())
            .coefficient(["value", "low", "high", "p"], row.found)
            .p("p_adjusted", row.p_adjusted)
            .count("families", row.families)
            .number("least_without_one", row.without_family.map(|bounds| bounds.low))
            .number("most_without_one", row.without_family.map(|bounds| bounds.high))
            .cell("why_none", Value::from_option(row.why_none, Value::from))
            .cell("unmatched", row.unmatched.join(", "))
            .cell("unmeasured", row.unmeasured.join(", "))
            .cell("excluded", row.excluded.join(", "))
    };
    table(
        "capability",
        "Fallacies and capability",
        "Over subjects: correlations of shares of answers with the capabilities that you gave. \
         Names of subjects must be equal. Unweighted coefficients treat a share of ten answers \
         like one of three hundred. Weighted ones weight each subject by the number of answers \
         behind its share (for the fallacy rate, the incorrect ones); their intervals and \
         p-values are for the effective number of subjects (approximate). p is two-sided, by \
         Student's approximation (Spearman's is exact up to ten subjects), and adjusted over \
         capabilities and measures for each coefficient (Benjamini-Hochberg). Why_none gives the \
         reason for a missing coefficient or p. Unmatched: subjects without a score. Unmeasured: \
         subjects with a score but without the measure; a subject without errors has no fallacy \
         rate. Excluded: subjects that lost too many answers. Subjects of one family resemble \
         each other and are not independent; the last columns show the coefficients when one \
         family is left out.",
        rows.iter().map(record),
    )
}

/// One row for each capability and measure: all coefficients of one measure have the same subjects.
pub(super) fn correlated_subjects(rows: &[Capability]) -> impl Iterator<Item = &Capability> {
    rows.iter().filter(|row| row.kind == CoefficientKind::Pearson)
}

/// The table of the values that are correlated.
pub(crate) fn capability_scores_table(rows: &[Capability]) -> Table<'static> {
    let record = |row: &Capability, subject: &Scored| {
        Record::new(false)
            .cell("capability", row.capability.as_str())
            .cell("subject", subject.subject.as_str())
            .number("score", subject.score)
            .estimate(["value", "low", "high"], Some(subject.share))
            .cell("measure", row.measure.name())
    };
    table(
        "capability-scores",
        "Capabilities and measures",
        "The values behind the correlations with capabilities: the scores that you gave, and each \
         measure of a subject with its interval.",
        correlated_subjects(rows)
            .flat_map(|row| row.subjects.iter().map(move |subject| record(row, subject))),
    )
}
