//! Temperatures by tier: the effect of temperature on the accuracy of better and of worse subjects.

use crate::settings::{Block, blocks, complete};
use crate::table::{Record, table};
use crate::{Accuracy, Judgement, Setting, Tier};
use peirast_stats::{Error, TestResult, bootstrap, descriptives, result};
use peirast_table::{Table, Value};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The accuracy of a tier at one temperature, or over all of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TierTemperature {
    /// The tier, by accuracy over everything; `None` for all subjects.
    pub tier: Option<Tier>,
    /// Number of subjects of the tier that were asked at every temperature under some strategy.
    pub subjects: u64,
    /// Number of blocks (subjects under one strategy) behind the means.
    pub blocks: u64,
    /// The temperature, and the accuracy at it.
    pub at: AtTemperature,
}

/// Accuracy at one temperature, or over all of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AtTemperature {
    /// At one temperature.
    One {
        /// The temperature, as its level says.
        temperature: String,
        /// The mean accuracy of blocks.
        mean: f64,
        /// The standard deviation over blocks; `None` for one block.
        sd: Option<f64>,
    },
    /// Over all temperatures.
    All {
        /// The mean of the temperatures' means.
        mean: f64,
        /// The standard deviation of the temperatures' means. Its square, in percentage points, is
        /// the variance that the benchmark prints.
        sd: Option<f64>,
        /// Friedman's test of differences between temperatures over blocks.
        test: Box<TestResult>,
    },
}

/// The tiers at each temperature; empty with fewer than two temperatures. A tier without subjects
/// has no rows.
///
/// # Errors
/// Only a bug: accuracies are finite, and blocks have equal lengths.
pub fn tier_temperatures(
    judgements: &[Judgement],
    accuracies: &[Accuracy],
) -> Result<Vec<TierTemperature>, Error> {
    let (blocks, levels) = blocks(judgements, Setting::Temperature);
    if levels.len() < 2 {
        return Ok(Vec::new());
    }
    let tier = |row: &Accuracy| {
        let subject = row.group.subject.clone().filter(|_| row.group.is_subject())?;
        Some((subject, Tier::new(row.accuracy?.value)))
    };
    let tiers: BTreeMap<String, Tier> = accuracies.iter().filter_map(tier).collect();
    let all = complete(&blocks, &levels);
    let mut rows = Vec::new();
    for tier in Tier::ALL.map(Some).into_iter().chain([None]) {
        let is_in =
            |[subject, _]: &Block<'_>| tier.is_none() || tiers.get(*subject).copied() == tier;
        let own: Vec<(&str, &[f64])> = all
            .iter()
            .filter(|(block, _)| is_in(block))
            .map(|([subject, _], accuracies)| (*subject, accuracies.as_slice()))
            .collect();
        if !own.is_empty() {
            rows.extend(tier_rows(tier, &own, &levels)?);
        }
    }
    Ok(rows)
}

/// The rows of one tier, from the accuracies of its blocks at each temperature.
fn tier_rows(
    tier: Option<Tier>,
    blocks: &[(&str, &[f64])],
    levels: &[&str],
) -> Result<Vec<TierTemperature>, Error> {
    let subjects = blocks.iter().map(|(subject, _)| subject).collect::<BTreeSet<_>>().len() as u64;
    let row = |at| TierTemperature { tier, subjects, blocks: blocks.len() as u64, at };
    let (mut rows, mut means) = (Vec::new(), Vec::new());
    for (place, level) in levels.iter().enumerate() {
        let accuracies: Vec<f64> = blocks.iter().map(|(_, accuracies)| accuracies[place]).collect();
        let found = descriptives::describe(&accuracies)?;
        means.push(found.mean);
        let (temperature, mean, sd) = ((*level).to_owned(), found.mean, found.sd.ok());
        rows.push(row(AtTemperature::One { temperature, mean, sd }));
    }
    let accuracies: Vec<&[f64]> = blocks.iter().map(|(_, accuracies)| *accuracies).collect();
    rows.push(row(AtTemperature::All {
        mean: bootstrap::mean(&means),
        sd: descriptives::describe(&means)?.sd.ok(),
        test: Box::new(result::friedman(&accuracies)?),
    }));
    Ok(rows)
}

/// The table of tiers at each temperature.
pub fn tier_table(rows: &[TierTemperature]) -> Table<'static> {
    let record = |row: &TierTemperature| {
        let (temperature, mean, sd, sd_of_means, test) = match &row.at {
            AtTemperature::One { temperature, mean, sd } => {
                (temperature.as_str(), *mean, *sd, None, None)
            }
            AtTemperature::All { mean, sd, test } => ("all", *mean, None, *sd, Some(test.as_ref())),
        };
        let why = test.and_then(|test| test.p.err());
        Record::new(false)
            .cell("tier", row.tier.map_or("all", Tier::name))
            .cell("temperature", temperature)
            .count("subjects", row.subjects)
            .count("blocks", row.blocks)
            .share("accuracy", mean)
            .share("sd", sd)
            .share("sd_of_means", sd_of_means)
            .number("F", test.and_then(|test| test.statistic.value.ok()))
            .p("p", test.and_then(|test| test.p.ok()))
            .cell("undefined", Value::from_option(why, |why| why.to_string().into()))
    };
    table(
        "temperature-tiers",
        "Temperatures by tier",
        "The mean accuracy of subjects of each tier at each temperature. A block is one subject \
         under one strategy, if it was asked at every temperature. The tiers are those of the \
         ranking: accuracy over everything above 95 %, from 70 to 95 %, and below 70 %. In rows \
         over all temperatures, `sd_of_means` is the standard deviation of the temperatures' \
         means (its square, in percentage points, is the published variance), and F and p are \
         those of Friedman's test over blocks (Iman and Davenport's form). Blocks of one subject \
         depend on one another, so p is too small if the effect of temperature differs between \
         subjects.",
        rows.iter().map(record),
    )
}
