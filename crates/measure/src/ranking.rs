//! Ranking: subjects by accuracy, with shared ranks and tiers.

use crate::Accuracy;
use crate::name::names;
use crate::table::{Record, table};
use peirast_stats::shares::Share;
use peirast_table::{Table, Value};
use serde::Serialize;

/// The rank of a subject.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ranked {
    /// The strategy; `None` if pooled.
    pub strategy: Option<String>,
    /// The temperature; `None` if pooled.
    pub temperature: Option<String>,
    /// The subject.
    pub subject: String,
    /// Its rank; equal accuracies share the mean of their ranks.
    pub rank: f64,
    /// Number of other subjects whose interval overlaps with its own.
    pub overlapping: usize,
    /// Its accuracy.
    pub accuracy: Share,
    /// Its tier.
    pub tier: Tier,
}

/// The tiers of the benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tier {
    /// Above 95 %.
    Top,
    /// From 70 to 95 %.
    Middle,
    /// Below 70 %.
    Lower,
}

impl Tier {
    /// The tier of an accuracy.
    ///
    /// ```
    /// use peirast_measure::Tier;
    /// assert_eq!([0.951, 0.95, 0.7, 0.69].map(Tier::new), [Tier::Top, Tier::Middle, Tier::Middle, Tier::Lower]);
    /// ```
    pub fn new(accuracy: f64) -> Self {
        match accuracy {
            a if a > 0.95 => Self::Top,
            a if a >= 0.7 => Self::Middle,
            _ => Self::Lower,
        }
    }
}

names!(Tier, Top => "top", Middle => "middle", Lower => "lower");

/// The rankings, pooled and for each strategy and temperature.
pub fn rankings(accuracies: &[Accuracy]) -> Vec<Ranked> {
    let scored = accuracies.iter().filter_map(|row| {
        let subject = row.group.subject.as_deref()?;
        Some(((&row.group.strategy, &row.group.temperature), subject, row.accuracy?))
    });
    let mut scored: Vec<_> = scored.collect();
    scored.sort_by(|a, b| a.0.cmp(&b.0).then(b.2.value.total_cmp(&a.2.value)).then(a.1.cmp(b.1)));
    let mut ranked = Vec::new();
    for board in scored.chunk_by(|a, b| a.0 == b.0) {
        for ((strategy, temperature), subject, accuracy) in board {
            let above = board.iter().filter(|other| other.2.value > accuracy.value).count();
            let equal = board.iter().filter(|other| other.2.value == accuracy.value).count();
            let (own, mut overlapping) = (accuracy.interval, 0);
            for other in board.iter().filter(|other| other.1 != *subject) {
                let theirs = other.2.interval;
                overlapping += usize::from(theirs.low <= own.high && own.low <= theirs.high);
            }
            ranked.push(Ranked {
                strategy: (*strategy).clone(),
                temperature: (*temperature).clone(),
                subject: (*subject).to_owned(),
                rank: above as f64 + (equal as f64 + 1.0) / 2.0,
                overlapping,
                accuracy: *accuracy,
                tier: Tier::new(accuracy.value),
            });
        }
    }
    ranked
}

/// The table of rankings.
pub fn ranking_table(rows: &[Ranked]) -> Table<'static> {
    let name = |part: &Option<String>| Value::from(part.as_deref().unwrap_or("all"));
    let record = |row: &Ranked| {
        Record::new(row.strategy.is_some() || row.temperature.is_some())
            .cell("strategy", name(&row.strategy))
            .cell("temperature", name(&row.temperature))
            .number("rank", row.rank)
            .cell("subject", row.subject.as_str())
            .estimate(["accuracy", "low", "high"], Some(row.accuracy))
            .cell("tier", row.tier.name())
            .cell("overlapping", row.overlapping)
    };
    table(
        "ranking",
        "Ranking",
        "Subjects by accuracy; equal accuracies share the mean of their ranks. \"Overlapping\" \
         counts the other subjects whose interval overlaps; the order of such subjects is not \
         certain. Tiers as published: top above 95 %, lower below 70 %.",
        rows.iter().map(record),
    )
}
