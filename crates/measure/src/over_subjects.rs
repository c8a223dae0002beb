//! Correlations over subjects between results in different conditions.

use crate::correlated::{Correlated, correlated};
use crate::name::names;
use crate::table::{Record, table};
use crate::{Accuracy, Bias, Consistency, Group, Variant, Variants};
use peirast_stats::shares::Share;
use peirast_stats::{Correction, Error};
use peirast_table::Table;
use serde::Serialize;
use std::collections::BTreeSet;

/// The groups of values that are correlated pairwise over subjects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Facet {
    /// Accuracy on the versions of items.
    Variants,
    /// Accuracy on valid and invalid conclusions that are believable, unbelievable, or of made-up
    /// words.
    Belief,
    /// Accuracy, precision, recall, consistency and the effect of belief.
    Measures,
}

names!(Facet, Variants => "variants", Belief => "belief", Measures => "measures");

/// The measures of one subject.
#[derive(Clone, Copy)]
pub(crate) struct Measured<'a> {
    pub accuracy: &'a Accuracy,
    pub belief: &'a Bias,
    pub consistency: &'a Consistency,
    pub variants: &'a Variants,
}

impl Measured<'_> {
    pub fn group(&self) -> &Group {
        &self.accuracy.group
    }
}

impl Facet {
    /// The values of a subject, each with its name.
    fn values(self, subject: &Measured<'_>) -> Vec<(&'static str, Option<f64>)> {
        let right = |share: Option<Share>| share.map(|share| share.value);
        let rejected = |share: Option<Share>| share.map(|share| 1.0 - share.value);
        let (acceptance, confusion) = (&subject.belief.acceptance, &subject.accuracy.confusion);
        match self {
            Self::Variants => {
                let variants = Variant::ALL.into_iter().zip(subject.variants.accuracy);
                variants.map(|(variant, share)| (variant.name(), right(share))).collect()
            }
            Self::Belief => vec![
                ("VB", right(acceptance.valid_believable)),
                ("VU", right(acceptance.valid_unbelievable)),
                ("VX", right(acceptance.valid_nonsense)),
                ("IB", rejected(acceptance.invalid_believable)),
                ("IU", rejected(acceptance.invalid_unbelievable)),
                ("IX", rejected(acceptance.invalid_nonsense)),
            ],
            Self::Measures => vec![
                ("accuracy", right(subject.accuracy.accuracy)),
                ("precision", confusion.precision()),
                ("recall", confusion.recall()),
                ("consistency", subject.consistency.overall()),
                ("belief", subject.belief.belief.map(|belief| belief.value)),
            ],
        }
    }
}

/// The correlation of two values over subjects.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SubjectCorrelation {
    /// The strategy; `None` for all of them together.
    pub strategy: Option<String>,
    /// The group of values.
    pub facet: Facet,
    /// The first value.
    pub first: &'static str,
    /// The second value.
    pub second: &'static str,
    /// Number of subjects with both.
    pub subjects: u64,
    /// The coefficients; `None` with fewer than three subjects, or if one value is constant.
    pub correlation: Option<Correlated>,
    /// p of Spearman's coefficient, adjusted by Benjamini and Hochberg's method over the pairs of
    /// the same facet under the same strategy.
    pub p_adjusted: Option<f64>,
}

/// The fewest subjects for a correlation: two points always lie on a line.
const FEWEST: usize = 3;

/// The correlations over subjects, pooled and under each strategy; empty with fewer than three
/// subjects.
///
/// # Errors
/// Only a bug: p-values are probabilities.
pub(crate) fn subject_correlations(
    measured: &[Measured<'_>],
) -> Result<Vec<SubjectCorrelation>, Error> {
    let subjects = measured
        .iter()
        .filter(|own| own.group().subject.is_some() && own.group().temperature.is_none());
    let subjects: Vec<&Measured<'_>> = subjects.collect();
    let strategies: BTreeSet<Option<&str>> =
        subjects.iter().map(|own| own.group().strategy.as_deref()).collect();
    let mut rows = Vec::new();
    for strategy in strategies {
        let is_own = |own: &&&Measured<'_>| own.group().strategy.as_deref() == strategy;
        let own: Vec<&Measured<'_>> = subjects.iter().filter(is_own).copied().collect();
        if own.len() >= FEWEST {
            for facet in Facet::ALL {
                rows.extend(facet_correlations(facet, strategy, &own)?);
            }
        }
    }
    Ok(rows)
}

fn facet_correlations(
    facet: Facet,
    strategy: Option<&str>,
    subjects: &[&Measured<'_>],
) -> Result<Vec<SubjectCorrelation>, Error> {
    let values: Vec<_> = subjects.iter().map(|subject| facet.values(subject)).collect();
    let names: Vec<&'static str> =
        values.first().into_iter().flatten().map(|(name, _)| *name).collect();
    let mut rows = Vec::new();
    for (at, first) in names.iter().enumerate() {
        for (other, second) in names.iter().enumerate().skip(at + 1) {
            let both = values.iter().filter_map(|own| own[at].1.zip(own[other].1));
            let (x, y): (Vec<f64>, Vec<f64>) = both.unzip();
            rows.push(SubjectCorrelation {
                strategy: strategy.map(str::to_owned),
                facet,
                first,
                second,
                subjects: x.len() as u64,
                correlation: correlated(&x, &y),
                p_adjusted: None,
            });
        }
    }
    let raw: Vec<Option<f64>> =
        rows.iter().map(|row| row.correlation.and_then(|found| found.spearman.p)).collect();
    let adjusted = Correction::BenjaminiHochberg.adjust_present(&raw)?;
    for (row, p) in rows.iter_mut().zip(adjusted) {
        row.p_adjusted = p;
    }
    Ok(rows)
}

/// The table of correlations over subjects.
pub(crate) fn subject_correlation_table(rows: &[SubjectCorrelation]) -> Table<'static> {
    let record = |row: &SubjectCorrelation| {
        let found = row.correlation;
        Record::new(row.strategy.is_some())
            .cell("strategy", row.strategy.as_deref().unwrap_or("all"))
            .cell("of", row.facet.name())
            .cell("first", row.first)
            .cell("second", row.second)
            .count("subjects", row.subjects)
            .coefficient(["spearman", "low", "high", "p"], found.map(|found| found.spearman))
            .p("p_adjusted", row.p_adjusted)
            .coefficient(
                ["pearson", "+pearson_low", "+pearson_high", "p_pearson"],
                found.map(|found| found.pearson),
            )
    };
    table(
        "subject-correlations",
        "Correlations over subjects",
        "Subjects are the unit, with all of their answers or with those under one strategy (in the \
         files). Variants: accuracy on real words (N, O) or made-up ones (X, OX), premises as \
         given (N, X) or switched (O, OX). Belief: accuracy on valid (V) and invalid (I) \
         conclusions that are believable (B), unbelievable (U) or of made-up words (X). Measures: \
         accuracy, precision and recall, overall consistency and the effect of belief, from their \
         own tables. Accuracy, precision, recall and consistency come from the same answers, so \
         part of their correlation is arithmetic. Spearman's p is exact for up to ten subjects, \
         and adjusted over the pairs of the same kind (Benjamini and Hochberg). A correlation is \
         undefined if a value is the same for all subjects.",
        rows.iter().map(record),
    )
}
