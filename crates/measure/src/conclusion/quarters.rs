//! Subjects by quarters of their measures, and of their capability.

use super::capability::{correlated_subjects, is_excluded};
use super::{Capability, FallacyRate, Measure, Options};
use crate::table::{Record, table};
use peirast_stats::{Descriptives, descriptives};
use peirast_table::Table;
use serde::Serialize;

/// The distribution of a measure over subjects.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Distribution {
    /// The measure.
    pub measure: Measure,
    /// Number of subjects with the measure.
    pub subjects: u64,
    /// Its mean.
    pub mean: f64,
    /// The standard deviation; `None` for one subject.
    pub sd: Option<f64>,
    /// The smallest value, the three quartiles, and the largest value.
    pub quartiles: [f64; 5],
}

/// The places of the five numbers of a distribution.
const PLACES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

fn five_numbers(found: &Descriptives) -> Option<[f64; 5]> {
    let numbers: Vec<f64> =
        PLACES.into_iter().map(|place| found.quantile(place)).collect::<Result<_, _>>().ok()?;
    numbers.try_into().ok()
}

/// The distributions of all measures over whole subjects; measures that no subject has are left
/// out.
pub(crate) fn distributions(rates: &[FallacyRate], options: &Options<'_>) -> Vec<Distribution> {
    let subjects: Vec<&FallacyRate> =
        rates.iter().filter(|row| row.group.is_subject() && !is_excluded(row, options)).collect();
    let of = |measure: Measure| {
        let shares = subjects.iter().filter_map(|row| measure.share(row));
        let values: Vec<f64> = shares.map(|share| share.value).collect();
        let found = descriptives::describe(&values).ok()?;
        Some(Distribution {
            measure,
            subjects: found.n,
            mean: found.mean,
            sd: found.sd.ok(),
            quartiles: five_numbers(&found)?,
        })
    };
    Measure::ALL.into_iter().filter_map(of).collect()
}

/// A measure of the subjects of one quarter by capability.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Quarter {
    /// The name of the capability's column.
    pub capability: String,
    /// The measure.
    pub measure: Measure,
    /// The quarter, from 1 (least capable) to 4.
    pub quarter: u8,
    /// Number of its subjects.
    pub subjects: u64,
    /// The smallest and the largest score among them.
    pub scores: [f64; 2],
    /// The mean of the measure.
    pub mean: f64,
    /// The standard deviation; `None` for one subject.
    pub sd: Option<f64>,
}

/// The quarters of subjects by every capability; empty with fewer than four subjects.
pub(crate) fn quarters(capabilities: &[Capability]) -> Vec<Quarter> {
    let enough = |row: &&Capability| row.subjects.len() >= 4;
    correlated_subjects(capabilities).filter(enough).flat_map(quarters_of).collect()
}

fn quarters_of(row: &Capability) -> Vec<Quarter> {
    let scores: Vec<f64> = row.subjects.iter().map(|own| own.score).collect();
    let Ok(found) = descriptives::describe(&scores) else { return Vec::new() };
    let Some([_, cuts @ .., _]) = five_numbers(&found) else { return Vec::new() };
    // A subject at a cut belongs to the lower quarter.
    let place = |score: f64| 1 + cuts.iter().filter(|cut| score > **cut).count() as u8;
    let quarter = |quarter: u8| {
        let own = row.subjects.iter().filter(|own| place(own.score) == quarter);
        let (scores, shares): (Vec<f64>, Vec<f64>) =
            own.map(|own| (own.score, own.share.value)).unzip();
        // If many subjects have the same score, a quarter may be empty.
        let shares = descriptives::describe(&shares).ok()?;
        let scores = descriptives::describe(&scores).ok()?;
        Some(Quarter {
            capability: row.capability.clone(),
            measure: row.measure,
            quarter,
            subjects: shares.n,
            scores: [scores.min, scores.max],
            mean: shares.mean,
            sd: shares.sd.ok(),
        })
    };
    (1..=4).filter_map(quarter).collect()
}

/// The table of distributions.
pub(crate) fn distribution_table(rows: &[Distribution]) -> Table<'static> {
    let record = |row: &Distribution| {
        let [min, lower, median, upper, max] = row.quartiles;
        Record::new(false)
            .cell("measure", row.measure.name())
            .count("subjects", row.subjects)
            .share("mean", row.mean)
            .share("sd", row.sd)
            .share("min", min)
            .share("lower_quartile", lower)
            .share("median", median)
            .share("upper_quartile", upper)
            .share("max", max)
    };
    table(
        "subject-distribution",
        "Measures over subjects",
        "Distributions of measures over whole subjects, each subject counted once: mean, standard \
         deviation, and quartiles (linear interpolation). Subjects that lost too many answers are \
         left out. A subject without errors has no fallacy rate.",
        rows.iter().map(record),
    )
}

/// The table of quarters by capability.
pub(crate) fn quarter_table(rows: &[Quarter]) -> Table<'static> {
    let record = |row: &Quarter| {
        Record::new(false)
            .cell("capability", row.capability.as_str())
            .cell("measure", row.measure.name())
            .count("quarter", u64::from(row.quarter))
            .count("subjects", row.subjects)
            .number("from", row.scores[0])
            .number("to", row.scores[1])
            .share("mean", row.mean)
            .share("sd", row.sd)
    };
    table(
        "capability-quarters",
        "Quarters by capability",
        "Subjects with a score and the measure, in four parts by the quartiles of their scores (a \
         subject at a quartile belongs to the part below it), and the mean of the measure in each \
         part, each subject counted once. Quarter 1 has the smallest scores. The parts show how \
         the measure changes; the correlations, which use all scores, show how sure that is.",
        rows.iter().map(record),
    )
}
