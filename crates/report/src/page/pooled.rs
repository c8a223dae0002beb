//! Pooled hypotheses on the page.

use super::prose::{in_paragraphs, typeset, typeset_cell};
use super::tests_table::shown_p;
use crate::pooled::{difference, interval, ratio};
use crate::{PooledRow, Report};
use maud::{Markup, html};
use peirast_decimals::counted;

/// Hypotheses over all their methods, if any has several methods or subjects; the tests in words are
/// folded.
pub(super) fn pooled(report: &Report) -> Markup {
    let rows = &report.pooled;
    html! {
        @if has_pools(report) {
            h3 { "Pooled over methods" }
            p {
                "Each row counts all pairs of a hypothesis in one table. Pairs of one item under several "
                "protocols are not independent of each other, and neither are pairs of one subject. The naive "
                "test treats them as independent, which usually makes its interval too narrow; the clustered test does "
                "not. The last column is the ratio of the two standard errors. Where it is below 1, pairs of one item differ "
                "more than independent pairs would: the clustered p-value uses that, but its interval is no narrower "
                "than for independent pairs. These p-values are not adjusted."
                @if rows.iter().all(|row| row.methods <= 1) {
                    " With one protocol, only the rows over all subjects pool anything. Where the ratio is 1, the two "
                    "intervals differ only because they are computed by different methods."
                }
            }
            details.more {
            summary { (counted(rows.len() as u64, "pooled test", "pooled tests")) }
            div.wide tabindex="0" { table {
                thead { tr {
                    th { "Hypothesis" } th { "Subject" } th.number { "methods" }
                    th.number { "items" } th.number { "n" } th.number { "n12" } th.number { "n21" }
                    th.number { "difference" } th.number { "naive [95 %]" } th.number { "p naive" }
                    th.number { "clustered [95 %]" } th.number { "p clustered" } th { "clusters" }
                    th.number { "SE ratio" }
                } }
                tbody { @for row in rows { (table_row(row)) } }
            } }
            details { summary { "The same in sentences" }
                @for row in rows { div.note {
                    p.small { strong { (row.hypothesis) ", " (row.who()) } }
                    @for part in in_paragraphs(&row.sentence) { p.small { (typeset(&part)) } }
                } }
            }
            }
        }
    }
}

/// True if any hypothesis has several methods or subjects to pool.
pub(super) fn has_pools(report: &Report) -> bool {
    report.pooled.iter().any(|row| row.methods > 1 || row.model.is_none())
}

fn table_row(row: &PooledRow) -> Markup {
    html! {
        tr {
            td { (row.hypothesis) } td { (row.who()) } td.number { (row.methods) }
            td.number { (row.items) } td.number { (row.n) }
            td.number { (row.table.n12) } td.number { (row.table.n21) }
            td.number { (typeset_cell(&difference(row))) } td.number { (typeset_cell(&interval(&row.naive))) }
            td.number { (shown_p(row.naive.p)) } td.number { (typeset_cell(&interval(&row.clustered))) }
            td.number { (shown_p(row.clustered.p)) } td { (row.by.name()) }
            td.number { (typeset_cell(&ratio(row))) }
        }
    }
}
