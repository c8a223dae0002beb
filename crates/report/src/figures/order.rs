//! The same problems with their premises in another order.

use super::sheet::{Line, Sheet};
use super::{MOST_ROWS, paged};
use crate::Report;
use peirast_figure::{Data, Figure, OrderRow, PremiseOrder};

/// Accuracy on syllogisms with their premises as given and switched, and predicted fallacies with
/// premises as given and reversed.
pub fn dumbbells(report: &Report) -> Vec<Figure> {
    let mut figures = switched(report);
    figures.extend(reversed(report));
    figures
}

fn switched(report: &Report) -> Vec<Figure> {
    let row = |line: Line<'_>, words: &str, first: &str, second: &str| OrderRow {
        name: format!("{}, {words}", line.text("subject")),
        first: line.number(first),
        second: line.number(second),
    };
    let both =
        |line: Line<'_>| [row(line, "real words", "N", "O"), row(line, "made-up words", "X", "OX")];
    let sheet = Sheet::find(report, "variants");
    let rows = sheet.into_iter().flat_map(Sheet::subjects).flat_map(both);
    let rows: Vec<OrderRow> = rows.filter(is_shown).collect();
    let caption = "Accuracy with the premises as given and switched, over all items of a version; at the \
                   right the change in percentage points. The logic is the same.";
    let data = |rows| pairs("as given", "switched", "accuracy", rows);
    paged("premise-order", "Order of premises", caption, &rows, MOST_ROWS, data)
}

fn reversed(report: &Report) -> Vec<Figure> {
    let row = |line: Line<'_>| {
        let pairs = line.number("pairs").filter(|pairs| *pairs > 0.0)?;
        let share = |column| line.number(column).map(|count| count / pairs);
        Some(OrderRow {
            name: line.text("subject").to_owned(),
            first: share("original"),
            second: share("reversed"),
        })
    };
    let sheet = Sheet::find(report, "reversal");
    let rows = sheet.into_iter().flat_map(Sheet::subjects).filter_map(row);
    let rows: Vec<OrderRow> = rows.filter(is_shown).collect();
    let caption = "Of the problems answered in both orders of premises, the share answered with the \
                   fallacy that the theory predicts for the order as given; at the right the change in \
                   percentage points.";
    let data = |rows| pairs("as given", "reversed", "predicted fallacies", rows);
    paged("reversal", "Premises reversed", caption, &rows, MOST_ROWS, data)
}

fn is_shown(row: &OrderRow) -> bool {
    row.first.is_some() || row.second.is_some()
}

fn pairs(first: &str, second: &str, measure: &str, rows: Vec<OrderRow>) -> Data {
    let [first, second, measure] = [first, second, measure].map(str::to_owned);
    Data::PremiseOrder(PremiseOrder { first, second, measure, rows })
}
