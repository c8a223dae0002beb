//! Strategies compared pair by pair.

use super::paged;
use super::sheet::{Line, Sheet};
use crate::Report;
use crate::group::in_groups;
use crate::wording::{counted_range, plain_method};
use peirast_figure::{Data, Figure, PairedBar, PairedBars, PairedPanel};

/// Panels of one figure.
const MOST_PANELS: usize = 12;

/// The judgements that are right under one strategy of a pair alone, over all subjects and temperatures.
pub fn discordant(report: &Report) -> Vec<Figure> {
    let Some(sheet) = Sheet::find(report, "strategies") else { return Vec::new() };
    let is_own = |line: &Line<'_>| {
        line.is_all("subject")
            && line.is_all("temperature")
            && line.text("statistic") == "chi-square"
            && !line.is_all("first")
    };
    let alpha = report.settings.alpha;
    let count = |line: Line<'_>, column: &str| Some(line.number(column)? as u64);
    let bar = |line: Line<'_>| {
        let bar = PairedBar {
            method: plain_method(line.text("second")),
            n12: count(line, "only_first")?,
            n21: count(line, "only_second")?,
            n: count(line, "n")?,
            is_rejected: line.number("p_holm").is_some_and(|p| p <= alpha),
        };
        Some((plain_method(line.text("first")), bar))
    };
    let panels = in_groups(sheet.lines().filter(is_own).filter_map(bar));
    let panels: Vec<PairedPanel> =
        panels.into_iter().map(|(subject, bars)| PairedPanel { subject, bars }).collect();
    let pairs = || panels.iter().flat_map(|panel| &panel.bars);
    let temperatures = match Sheet::find(report, "accuracy").map(Sheet::pooled_over) {
        Some(over) if over.contains("temperatures") => " and temperatures",
        _ => "",
    };
    let test =
        format!("p ≤ {alpha} by McNemar's chi-square with continuity correction, adjusted by Holm");
    let caption = format!(
        "Judgements of the same version of an item under two strategies, over all subjects{temperatures} ({} \
         for each comparison): right only under the strategy above a panel (n₁₂), or only under that \
         below the bars (n₂₁). {} As published, the test takes judgements as independent.",
        counted_range(pairs().map(|bar| bar.n), "pair", "pairs"),
        match pairs().any(|bar| bar.is_rejected) {
            true => format!("A star marks {test}."),
            false => format!("No comparison has {test}."),
        }
    );
    let data = |panels| {
        let members = ["strategy above", "strategy below"].map(str::to_owned);
        let outcome = "right".to_owned();
        Data::PairedBars(PairedBars { panels, members, outcome, expected: String::new() })
    };
    paged(
        "strategy-pairs",
        "Strategies compared pair by pair",
        &caption,
        &panels,
        MOST_PANELS,
        data,
    )
}
