//! The same problems with their premises in another order.

use super::sheet::{Line, Sheet};
use super::{MOST_ROWS, items, paged};
use crate::Report;
use peirast_figure::{Data, Estimate, Figure, OrderRow, PremiseOrder};

/// Accuracy on syllogisms with their premises as given and switched, and answers without the predicted
/// fallacy with premises as given and reversed.
pub fn dumbbells(report: &Report) -> Vec<Figure> {
    let mut figures = switched(report);
    figures.extend(reversed(report));
    figures
}

fn switched(report: &Report) -> Vec<Figure> {
    let share = |line: Line<'_>, version: &str| {
        line.estimate(version, &format!("{version}_low"), &format!("{version}_high"))
    };
    let row = |line: Line<'_>, words: &str, first: &str, second: &str| OrderRow {
        group: line.text("subject").to_owned(),
        name: words.to_owned(),
        first: share(line, first),
        second: share(line, second),
        remark: String::new(),
    };
    let both =
        |line: Line<'_>| [row(line, "real words", "N", "O"), row(line, "made-up words", "X", "OX")];
    let sheet = Sheet::find(report, "variants");
    let rows = sheet.into_iter().flat_map(Sheet::subjects).flat_map(both);
    let rows: Vec<OrderRow> = rows.filter(is_shown).collect();
    let caption = format!(
        "Accuracy with the premises as given and switched, with 95 % intervals that take the item as the unit ({}); on \
         the right, the change in percentage points. The logic is the same.",
        items(report)
    );
    let data = |rows| pairs("as given", "switched", "accuracy", rows);
    paged("premise-order", "Accuracy by order of premises", &caption, &rows, MOST_ROWS, data)
}

fn reversed(report: &Report) -> Vec<Figure> {
    let row = |line: Line<'_>| {
        let pairs = line.number("pairs").filter(|pairs| *pairs > 0.0)?;
        // The table counts the answers with the fallacy; tests and figure count the others, so that an effect
        // has the same sign everywhere.
        let share = |order: &str| {
            let [low, high] = ["low", "high"].map(|end| line.number(&format!("{order}_{end}")));
            let value = 1.0 - line.number(&format!("fallacies_{order}_order"))? / pairs;
            Some(Estimate {
                value,
                interval: low.zip(high).map(|(low, high)| (1.0 - high, 1.0 - low)),
            })
        };
        Some(OrderRow {
            group: String::new(),
            name: line.text("subject").to_owned(),
            first: share("original"),
            second: share("reversed"),
            remark: format!("n = {pairs}"),
        })
    };
    let sheet = Sheet::find(report, "reversal");
    let rows = sheet.into_iter().flat_map(Sheet::subjects).filter_map(row);
    let rows: Vec<OrderRow> = rows.filter(is_shown).collect();
    let caption = "The share of answers without the fallacy that the theory predicts for the premises as given, over \
                   the n pairs of answers to both orders of the same premises, with 95 % intervals that take the item \
                   as the unit; on the right, reversed minus as given, in percentage points: above 0 if reversing \
                   removes fallacies, as in the tests and in the table.";
    let title = "Answers without the predicted fallacy, by order of premises";
    let data = |rows| pairs("as given", "reversed", "without the predicted fallacy", rows);
    paged("reversal", title, caption, &rows, MOST_ROWS, data)
}

fn is_shown(row: &OrderRow) -> bool {
    row.first.is_some() || row.second.is_some()
}

fn pairs(first: &str, second: &str, measure: &str, rows: Vec<OrderRow>) -> Data {
    let [first, second, measure] = [first, second, measure].map(str::to_owned);
    Data::PremiseOrder(PremiseOrder { first, second, measure, rows })
}
