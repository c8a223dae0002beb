//! Tables of comparisons. `docs/columns.md` explains their columns.

use crate::sentence::verdict;
use crate::{DiscordantItem, RunComparison, RunComparisons};
use peirast_report::{columns_table, dictionary};
use peirast_table::{Cell, Column, Row, Table, Unit};

/// The tables: `comparisons`, one row for each comparison; `discordant-items`, the items on which
/// runs differ; and `columns`, the meanings of the columns of both.
pub fn comparison_tables<'a>(of: &'a RunComparisons<'_>) -> Vec<Table<'a>> {
    let mut tables = vec![comparisons(of), discordant_items(of)];
    tables.retain(|table| !table.rows.is_empty());
    tables.push(columns_table(&tables));
    for table in &mut tables {
        table.origin = origin(of);
    }
    tables
}

fn origin(of: &RunComparisons<'_>) -> Vec<(String, String)> {
    let mut origin = vec![
        ("version".to_owned(), env!("CARGO_PKG_VERSION").to_owned()),
        ("seed".to_owned(), of.options.seed.to_string()),
        ("settings".to_owned(), serde_json::to_string(&of.options).unwrap_or_default()),
    ];
    for run in of.runs {
        let sources = run.sources.iter().map(|one| format!("{} {}", one.digest, one.path));
        origin.push((format!("run {}", run.name), sources.collect::<Vec<_>>().join("; ")));
    }
    origin
}

/// A column of a table: its name, and a function that makes the cell of a row. A name that begins
/// with `+` marks a detail.
type ColumnMaker<'a, T> = (&'static str, fn(&'a T) -> Cell<'a>);

fn made<'a, T>(
    name: &str,
    title: &str,
    note: &str,
    columns: &[ColumnMaker<'a, T>],
    rows: impl Iterator<Item = &'a T>,
) -> Table<'a> {
    let column = |(column, _): &ColumnMaker<'a, T>| {
        let bare = column.trim_start_matches('+');
        let (unit, meaning) = (dictionary().unit(name, bare), dictionary().meaning(name, bare));
        let own = Column::new(bare, unit, meaning.unwrap_or_default());
        if column.starts_with('+') { own.detail() } else { own }
    };
    let row = |row: &'a T| Row::new(columns.iter().map(|(_, cell)| cell(row)).collect());
    let (head, rows) = (columns.iter().map(column).collect(), rows.map(row).collect());
    Table { note: note.to_owned(), ..Table::new(name, title, head, rows) }
}

fn comparisons<'a>(of: &'a RunComparisons<'_>) -> Table<'a> {
    let columns: &[ColumnMaker<'a, RunComparison<'_>>] = &[
        ("task", |row| row.tasks.name().into()),
        ("metric", |row| row.metric.as_str().into()),
        ("a", |row| row.a.into()),
        ("b", |row| row.b.into()),
        ("n", |row| row.n.into()),
        ("+n11", |row| row.counts.map(|table| table.n11).into()),
        ("+n12", |row| row.counts.map(|table| table.n12).into()),
        ("+n21", |row| row.counts.map(|table| table.n21).into()),
        ("+n22", |row| row.counts.map(|table| table.n22).into()),
        ("score_a", |row| row.score_a.estimate.into()),
        ("+score_a_low", |row| row.score_a.low.into()),
        ("+score_a_high", |row| row.score_a.high.into()),
        ("score_b", |row| row.score_b.estimate.into()),
        ("+score_b_low", |row| row.score_b.low.into()),
        ("+score_b_high", |row| row.score_b.high.into()),
        ("difference", |row| row.difference.estimate.into()),
        ("low", |row| row.difference.low.into()),
        ("high", |row| row.difference.high.into()),
        ("+interval", |row| row.interval.into()),
        ("+difference_of_task_means", |row| row.macro_difference.into()),
        ("method", |row| row.test.name().into()),
        ("p", |row| row.p.into()),
        ("p_mid", |row| row.p_mid.into()),
        ("p_wilcoxon", |row| row.p_wilcoxon.into()),
        ("p_adjusted", |row| row.p_adjusted.into()),
        ("+family", |row| row.family_name().into()),
        ("+tests", |row| row.family.into()),
        ("p_equivalence", |row| row.p_equivalence.into()),
        ("+p_inferiority", |row| row.p_inferiority.into()),
        ("+clusters", |row| row.clusters.into()),
        ("+unscored_a", |row| row.unscored.0.into()),
        ("+unscored_b", |row| row.unscored.1.into()),
        ("+only_a", |row| row.matching.only_a.into()),
        ("+only_b", |row| row.matching.only_b.into()),
        ("verdict", |row| verdict(row).into()),
    ];
    let note = "The difference is the second run minus the first, on the items of both. p is two-sided; p_adjusted \
                is adjusted over all tasks and pairs of runs, main metrics apart from others.";
    let mut table = made("comparisons", "Comparisons of runs", note, columns, of.rows.iter());
    // Readers see shares in percent, if every score is a share.
    if of.rows.iter().all(|row| row.are_shares) {
        for column in &mut table.columns {
            match column.name.as_str() {
                name if name.starts_with("score_") => column.unit = Unit::Share,
                "difference" | "low" | "high" | "difference_of_task_means" => {
                    column.unit = Unit::Points
                }
                _ => {}
            }
        }
    }
    table
}

fn discordant_items<'a>(of: &'a RunComparisons<'_>) -> Table<'a> {
    let name = "discordant-items";
    let cells = |row: &'a RunComparison<'_>, item: &'a DiscordantItem<'_>| {
        Row::new(vec![
            row.tasks.name().into(),
            row.metric.as_str().into(),
            row.a.into(),
            row.b.into(),
            item.a.id.to_string().into(),
            item.scores.0.into(),
            item.scores.1.into(),
            item.a.texts().question.as_str().into(),
            item.a.texts().target.as_str().into(),
            item.a.texts().answer.as_str().into(),
            item.b.texts().answer.as_str().into(),
        ])
    };
    let head = [
        "task", "metric", "a", "b", "item", "score_a", "score_b", "question", "target", "answer_a",
        "answer_b",
    ];
    let column = |column: &str| {
        let (unit, meaning) = (dictionary().unit(name, column), dictionary().meaning(name, column));
        Column::new(column, unit, meaning.unwrap_or_default())
    };
    let rows = of
        .rows
        .iter()
        .filter(|row| !row.tasks.is_pooled())
        .flat_map(|row| row.discordant.iter().map(move |item| cells(row, item)));
    let note =
        "Items with different scores in the two runs. Items that the second run lost come first.";
    Table {
        note: note.to_owned(),
        ..Table::new(name, "Items on which runs differ", head.map(column).into(), rows.collect())
    }
}
