//! What belief does to judgements.

use super::sheet::{Line, Sheet};
use super::{MOST_ROWS, paged};
use crate::Report;
use peirast_decimals::{percent_decimals, signed};
use peirast_figure::{
    Butterfly, Data, Estimate, Figure, Point, Slope, SlopeRow, ValidityBelief, Wings,
};

/// Lines of one figure of slopes.
const MOST_SLOPES: usize = 12;
const CONGRUENT: &str = "logic and belief agree";
const INCONGRUENT: &str = "logic and belief differ";

/// Accuracy of a subject where belief agrees with logic, and where it does not: real words only,
/// valid and invalid conclusions alike.
fn accuracies(line: Line<'_>) -> Option<(f64, f64)> {
    let accepted = |column: &str| line.number(column);
    let (vb, vu, ib, iu) = (accepted("VB")?, accepted("VU")?, accepted("IB")?, accepted("IU")?);
    Some((f64::midpoint(vb, 1.0 - iu), f64::midpoint(vu, 1.0 - ib)))
}

/// The rows of subjects, with both accuracies.
fn subjects(report: &Report) -> Vec<(Line<'_>, f64, f64)> {
    let sheet = Sheet::find(report, "belief-bias");
    let lines = sheet.into_iter().flat_map(Sheet::subjects);
    lines.filter_map(|line| accuracies(line).map(|(a, b)| (line, a, b))).collect()
}

/// Both accuracies of each subject, on two wings.
pub fn butterfly(report: &Report) -> Vec<Figure> {
    let wings = |(line, left, right): &(Line<'_>, f64, f64)| {
        let points = |column| line.number(column).map(|x: f64| signed(percent_decimals(x, 0)));
        let remark = match (points("belief"), points("low"), points("high")) {
            (Some(effect), Some(low), Some(high)) => format!("{effect} [{low}, {high}]"),
            (Some(effect), ..) => effect,
            _ => String::new(),
        };
        Wings {
            name: line.text("subject").to_owned(),
            left: Some(Estimate::exactly(*left)),
            right: Some(Estimate::exactly(*right)),
            remark,
        }
    };
    let rows: Vec<Wings> = subjects(report).iter().map(wings).collect();
    let caption = "Accuracy where the believability of a conclusion agrees with its validity, and where it \
                   does not; real words, valid and invalid conclusions alike. At the right the effect of \
                   belief, the one less the other in percentage points, with its 95 % interval.";
    let data = |rows| {
        let (left, right) = (CONGRUENT.to_owned(), INCONGRUENT.to_owned());
        Data::Butterfly(Butterfly { left, right, measure: "accuracy".to_owned(), rows })
    };
    paged("belief-bias", "Belief bias", caption, &rows, MOST_ROWS, data)
}

/// The same as slopes.
pub fn slope(report: &Report) -> Vec<Figure> {
    let row = |(line, first, second): &(Line<'_>, f64, f64)| SlopeRow {
        name: line.text("subject").to_owned(),
        first: *first,
        second: *second,
    };
    let rows: Vec<SlopeRow> = subjects(report).iter().map(row).collect();
    let caption = "Accuracy of each subject where the believability of a conclusion agrees with its \
                   validity, and where it does not. A level line: belief makes no difference.";
    let data = |rows| {
        let (first, second) = (CONGRUENT.to_owned(), INCONGRUENT.to_owned());
        Data::Slope(Slope { first, second, measure: "accuracy".to_owned(), rows })
    };
    paged("congruence", "From congruent to incongruent", caption, &rows, MOST_SLOPES, data)
}

/// How judgements follow validity, and how they follow belief.
pub fn validity(report: &Report) -> Vec<Figure> {
    let sheet = Sheet::find(report, "accuracy");
    let point = |line: Line<'_>| {
        Some(Point {
            name: line.text("subject").to_owned(),
            x: Estimate::exactly(line.number("believability_real")?),
            y: line.estimate("accuracy", "low", "high")?,
        })
    };
    let points: Vec<Point> =
        sheet.into_iter().flat_map(Sheet::subjects).filter_map(point).collect();
    let caption = "The share of verdicts that agree with the believability of the conclusion (real words) \
                   and the share that agree with its validity (all words), with 95 % intervals. Above the \
                   diagonal logic rules, below it belief.";
    let data = |points| Data::ValidityBelief(ValidityBelief { points });
    paged("validity-belief", "Validity and believability", caption, &points, MOST_ROWS, data)
}
