//! The effect of belief on judgements.

use super::sheet::{Line, Sheet};
use super::{MOST_ROWS, items, paged};
use crate::Report;
use peirast_decimals::percent_decimals;
use peirast_figure::{Butterfly, Data, Figure, Point, ValidityBelief, Wings};

const AGREE: &str = "logic and belief agree";
const DIFFER: &str = "logic and belief differ";

/// Both accuracies of each subject, on two wings: real words only, valid and invalid conclusions alike.
pub fn butterfly(report: &Report) -> Vec<Figure> {
    let wings = |line: Line<'_>| {
        let left = line.estimate("agree", "agree_low", "agree_high")?;
        let right = line.estimate("differ", "differ_low", "differ_high")?;
        let points = |column| line.number(column).map(points);
        let remark = match (points("belief"), points("low"), points("high")) {
            (Some(effect), Some(low), Some(high)) => format!("{effect} [{low}, {high}]"),
            (Some(effect), ..) => effect,
            _ => String::new(),
        };
        let name = line.text("subject").to_owned();
        Some(Wings { name, left: Some(left), right: Some(right), remark })
    };
    let sheet = Sheet::find(report, "belief-bias");
    let rows: Vec<Wings> = sheet.into_iter().flat_map(Sheet::subjects).filter_map(wings).collect();
    let caption = "Accuracy where the believability of a conclusion agrees with its validity, and where it \
                   differs; real words, valid and invalid conclusions weighted alike, with 95 % intervals. On \
                   the right, the effect of belief: the first accuracy minus the second, in percentage points, \
                   with its 95 % interval.";
    let data = |rows| {
        let (left, right) = (AGREE.to_owned(), DIFFER.to_owned());
        Data::Butterfly(Butterfly { left, right, measure: "accuracy".to_owned(), rows })
    };
    let title = "Belief bias: accuracy where logic and belief agree and where they differ";
    paged("belief-bias", title, caption, &rows, MOST_ROWS, data)
}

/// A difference in percentage points, with its sign.
fn points(difference: f64) -> String {
    match percent_decimals(difference, 0) {
        shown if shown.starts_with('-') => shown.replace('-', "−"),
        shown if shown == "0" => shown,
        shown => format!("+{shown}"),
    }
}

/// Judgements that follow validity, and judgements that follow belief.
pub fn validity(report: &Report) -> Vec<Figure> {
    let sheet = Sheet::find(report, "accuracy");
    let point = |line: Line<'_>| {
        Some(Point {
            name: line.text("subject").to_owned(),
            x: line.estimate(
                "believability_real",
                "believability_real_low",
                "believability_real_high",
            )?,
            y: line.estimate("accuracy_real", "accuracy_real_low", "accuracy_real_high")?,
        })
    };
    let points: Vec<Point> =
        sheet.into_iter().flat_map(Sheet::subjects).filter_map(point).collect();
    let caption = format!(
        "The share of verdicts that agree with the believability of the conclusion, and the share that agree with its \
         validity, with 95 % intervals that take the item as the unit ({}). Both are over the same arguments: real \
         words, with a believable or an unbelievable conclusion. Above the diagonal a subject follows logic more than \
         belief, below it belief more than logic; where intervals reach the diagonal, these answers do not decide.",
        items(report)
    );
    let data = |points| Data::ValidityBelief(ValidityBelief { points });
    paged(
        "validity-belief",
        "Verdicts that follow validity or belief",
        &caption,
        &points,
        MOST_ROWS,
        data,
    )
}
