//! What comparisons of pairs show: discordant counts, odds ratios, p-values.

use super::{MOST_ROWS, paged};
use crate::group::in_groups;
use crate::{Report, ResultRow};
use peirast_figure::{
    Data, Estimate, Figure, Forest, ForestRow, PValue, PValues, PairedBar, PairedBars, PairedPanel,
};
use peirast_stats::{Alternative, OddsRatio};
use std::collections::BTreeMap;

/// Bars of one figure.
const MOST_BARS: usize = 120;
/// A family of fewer tests needs no figure.
const FEWEST_TESTS: usize = 3;

/// The rows of each hypothesis of which something was tested, in order.
pub fn by_hypothesis(report: &Report) -> Vec<(&str, Vec<&ResultRow>)> {
    let tested = report.rows.iter().filter(|row| row.is_tested());
    in_groups(tested.map(|row| (row.hypothesis.as_str(), row)))
}

fn titled(report: &Report, id: &str) -> String {
    let claim = report.claims.iter().find(|claim| claim.hypothesis == id);
    let title = claim.map_or("", |claim| claim.title.as_str());
    if title.is_empty() { id.to_owned() } else { format!("{id}: {title}") }
}

/// The discordant counts of each hypothesis, the form of Figure 3 of the paper on token bias.
pub fn paired_bars(report: &Report) -> Vec<Figure> {
    let of = |(id, rows): (&str, Vec<&ResultRow>)| {
        let caption = "Pairs of which only the original was answered rightly (n₁₂), and pairs of which \
                       only the perturbed version was (n₂₁), by subject and method. Who reasons has no \
                       preference; a star marks a rejected null hypothesis.";
        let panels = panels(&rows);
        let widest = panels.iter().map(|panel| panel.bars.len()).max().unwrap_or(1);
        let expected = expected(&rows);
        let data = |panels| {
            let members = ["original", "perturbed"].map(str::to_owned);
            Data::PairedBars(PairedBars { panels, members, expected: expected.to_owned() })
        };
        let name = format!("pairs-{id}");
        paged(&name, &titled(report, id), caption, &panels, (MOST_BARS / widest).max(1), data)
    };
    by_hypothesis(report).into_iter().flat_map(of).collect()
}

fn panels(rows: &[&ResultRow]) -> Vec<PairedPanel> {
    let bar = |row: &&ResultRow| PairedBar {
        method: row.method.clone(),
        n12: row.n12,
        n21: row.n21,
        n: row.n,
        is_rejected: row.reject,
    };
    let panels = in_groups(rows.iter().map(|row| (row.model.clone(), bar(row))));
    panels.into_iter().map(|(subject, bars)| PairedPanel { subject, bars }).collect()
}

/// What the alternative of all rows says; nothing where they differ.
fn expected(rows: &[&ResultRow]) -> &'static str {
    let first = rows.first().map(|row| row.alternative);
    match first.filter(|first| rows.iter().all(|row| row.alternative == *first)) {
        Some(Alternative::Greater) => "n₁₂ < n₂₁",
        Some(Alternative::Less) => "n₁₂ > n₂₁",
        Some(Alternative::TwoSided) | None => "",
    }
}

/// The odds ratios of each hypothesis.
pub fn forests(report: &Report) -> Vec<Figure> {
    let interval = if report.settings.sequential.is_some() {
        "intervals that hold at all times together"
    } else {
        "exact 95 % intervals"
    };
    let caption = format!(
        "Odds ratios n₂₁/n₁₂ of matched pairs with {interval}: above 1 the perturbed version is answered \
         rightly more often. Filled marks: the null hypothesis is rejected."
    );
    let row = |row: &&ResultRow| ForestRow {
        group: row.model.clone(),
        name: row.method.clone(),
        ratio: ratio(&row.odds_ratio),
        remark: String::new(),
        is_rejected: row.reject,
        is_pooled: false,
    };
    let data =
        |rows| Data::Forest(Forest { rows, measure: "odds ratio n₂₁/n₁₂".to_owned() });
    let of = |(id, rows): (&str, Vec<&ResultRow>)| {
        let rows: Vec<ForestRow> = rows.iter().map(row).collect();
        paged(&format!("odds-{id}"), &titled(report, id), &caption, &rows, MOST_ROWS, data)
    };
    by_hypothesis(report).into_iter().flat_map(of).collect()
}

fn ratio(odds: &OddsRatio) -> Option<Estimate> {
    let interval = odds.low.value().zip(odds.high.value());
    Some(Estimate { value: odds.ratio.value()?, interval })
}

/// The p-values of each family of tests.
pub fn p_values(report: &Report) -> Vec<Figure> {
    let mut families: BTreeMap<&str, Vec<&ResultRow>> = BTreeMap::new();
    for row in report.rows.iter().filter(|row| row.is_tested()) {
        families.entry(&row.test_family).or_default().push(row);
    }
    let alpha = report.settings.alpha;
    let of = |(family, rows): (&str, Vec<&ResultRow>)| {
        let one_hypothesis = rows.iter().all(|row| row.hypothesis == rows[0].hypothesis);
        let value = |row: &&ResultRow| {
            let name = if one_hypothesis {
                row.method.clone()
            } else {
                format!("{} {}", row.hypothesis, row.method)
            };
            let p = row.p.unwrap_or(1.0);
            PValue { name, group: row.model.clone(), p, is_rejected: row.reject }
        };
        let kind = if report.settings.sequential.is_some() { "p = 1/e" } else { "p-values" };
        Figure {
            name: format!("p-{family}"),
            title: format!("Family of tests {family}"),
            caption: format!(
                "The {kind} of {} tests that are adjusted together, by rank, with the line of Benjamini \
                 and Hochberg at level {alpha}: those up to the last one on or below it are rejected.",
                rows.len()
            ),
            data: Data::PValues(PValues { values: rows.iter().map(value).collect(), alpha }),
        }
    };
    families.into_iter().filter(|(_, rows)| rows.len() >= FEWEST_TESTS).map(of).collect()
}
