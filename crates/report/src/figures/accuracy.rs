//! Rates of right answers, and of predicted fallacies.

use super::sheet::{Line, Sheet};
use super::{MOST_ROWS, items, paged};
use crate::wording::{listed, plain_method, range};
use crate::{ProtocolSummary, Report};
use peirast_figure::{
    BoxPlot, BoxRow, Data, Estimate, Figure, HeatCell, HeatMap, HeatRow, Ranked, Ranking,
};
use peirast_stats::descriptives::describe;
use std::collections::{BTreeMap, BTreeSet};

/// Columns of one map.
const MOST_COLUMNS: usize = 40;

/// A share of each subject under each of several conditions.
#[derive(Default)]
struct Shares {
    columns: Vec<String>,
    rows: Vec<(String, BTreeMap<String, HeatCell>)>,
}

impl Shares {
    fn put(&mut self, row: &str, column: &str, share: HeatCell) {
        if !self.columns.iter().any(|own| own == column) {
            self.columns.push(column.to_owned());
        }
        let place = match self.rows.iter().position(|(own, _)| own == row) {
            Some(at) => at,
            None => {
                self.rows.push((row.to_owned(), BTreeMap::new()));
                self.rows.len() - 1
            }
        };
        if let Some((_, cells)) = self.rows.get_mut(place) {
            cells.insert(column.to_owned(), share);
        }
    }

    /// The numbers of answers of the shares.
    fn counts(&self) -> impl Iterator<Item = u64> {
        self.rows.iter().flat_map(|(_, cells)| cells.values()).filter_map(|cell| cell.n)
    }

    /// Maps of it; none if there is only one cell.
    fn maps(&self, name: &str, title: &str, caption: &str, measure: &str) -> Vec<Figure> {
        if self.columns.len() * self.rows.len() < 2 {
            return Vec::new();
        }
        let mut figures = Vec::new();
        for columns in self.columns.chunks(MOST_COLUMNS) {
            let row = |(name, cells): &(String, BTreeMap<String, HeatCell>)| HeatRow {
                name: name.clone(),
                cells: columns.iter().map(|column| cells.get(column).copied()).collect(),
            };
            let rows: Vec<HeatRow> = self.rows.iter().map(row).collect();
            let data = |rows| {
                let (measure, columns) = (measure.to_owned(), columns.to_vec());
                Data::HeatMap(HeatMap { measure, columns, rows })
            };
            figures.extend(paged(name, title, caption, &rows, MOST_ROWS, data));
        }
        figures
    }
}

/// Accuracy by subject and protocol, over everything that was asked under it; by strategy where there are
/// several.
pub fn by_condition(report: &Report) -> Vec<Figure> {
    let by_strategy = by_strategy(report);
    if by_strategy.is_empty() { by_protocol(report) } else { by_strategy }
}

fn by_protocol(report: &Report) -> Vec<Figure> {
    let mut shares = Shares::default();
    let mut cells: Vec<&ProtocolSummary> = report.protocols.iter().collect();
    // Stable: within a set by subject and name.
    cells.sort_by_key(|cell| cell.problem_set);
    for cell in cells {
        if let Some(accuracy) = cell.accuracy() {
            let n = Some(cell.correct + cell.wrong);
            shares.put(
                &cell.model,
                &plain_method(&cell.protocol),
                HeatCell { share: Estimate { value: accuracy, interval: cell.interval }, n },
            );
        }
    }
    let same = match report.protocols.iter().all(|own| own.same_problems) {
        true => "Each subject was asked the same problems under all protocols.".to_owned(),
        false => format!(
            "Protocols are asked of different problems. Compare only protocols that were asked the same: {}.",
            sets(report)
        ),
    };
    let caption = format!(
        "The percentage of right answers among the n answers that were right or wrong ({} for each subject \
         and protocol), with 95 % intervals in brackets that take the item as the unit; answers without a verdict are \
         left out. {same}{}",
        range(shares.counts()),
        match report.protocol_key(report.protocols.iter().map(|own| own.protocol.as_str())) {
            key if key.is_empty() => key,
            key => format!(" {key}"),
        }
    );
    shares.maps("accuracy", "Accuracy by subject and protocol", &caption, "accuracy")
}

/// The protocols that were asked the same problems, set by set.
fn sets(report: &Report) -> String {
    let protocols =
        report.protocols.iter().map(|own| (own.problem_set, plain_method(&own.protocol)));
    let mut sets: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    for (set, protocol) in protocols {
        sets.entry(set).or_default().insert(protocol);
    }
    let names = |set: &BTreeSet<String>| listed(&set.iter().collect::<Vec<_>>());
    sets.values().map(names).collect::<Vec<_>>().join("; ")
}

/// A column of a table with its interval, by subject and strategy.
fn strategies(report: &Report, table: &str, columns: [&str; 3]) -> Shares {
    let [value, low, high] = columns;
    let mut shares = Shares::default();
    let is_of_strategy = |line: &Line<'_>| {
        !line.is_all("subject") && !line.is_all("strategy") && line.is_all("temperature")
    };
    let lines = Sheet::find(report, table).into_iter().flat_map(Sheet::lines);
    for line in lines.filter(is_of_strategy) {
        if let Some(share) = line.estimate(value, low, high) {
            let n = line.number("incorrect").map(|n| n as u64);
            let strategy = plain_method(line.text("strategy"));
            shares.put(line.text("subject"), &strategy, HeatCell { share, n });
        }
    }
    shares
}

/// Accuracy by subject and strategy, over temperatures.
fn by_strategy(report: &Report) -> Vec<Figure> {
    let shares = strategies(report, "accuracy", ["accuracy", "low", "high"]);
    let temperatures = match Sheet::find(report, "accuracy").map(Sheet::pooled_over) {
        Some(over) if over.contains("temperatures") => ", over all temperatures",
        _ => "",
    };
    let caption = format!(
        "The percentage of verdicts that are right{temperatures}, with 95 % intervals in brackets that take \
         the item as the unit ({}).",
        items(report)
    );
    shares.maps("accuracy-strategies", "Accuracy by subject and strategy", &caption, "accuracy")
}

/// Predicted fallacies by subject and strategy.
pub fn fallacies(report: &Report) -> Vec<Figure> {
    let shares = strategies(report, "fallacy-rates", ["rate", "rate_low", "rate_high"]);
    let caption = format!(
        "The percentage of answers that the theory predicts among the open answers that do not follow from the \
         premises ({} for each cell), with 95 % intervals in brackets. A subject whose answers all follow \
         has no rate.",
        range(shares.counts())
    );
    let title = "Predicted fallacies among wrong answers";
    shares.maps("fallacy-rates", title, &caption, "fallacies among wrong answers")
}

/// Subjects by accuracy.
pub fn ranking(report: &Report) -> Vec<Figure> {
    let Some(sheet) = Sheet::find(report, "ranking") else { return Vec::new() };
    let pooled = sheet.lines().filter(|line| line.is_all("strategy") && line.is_all("temperature"));
    let row = |line: Line<'_>| {
        Some(Ranked {
            name: line.text("subject").to_owned(),
            rank: line.number("rank")?,
            accuracy: line.estimate("accuracy", "low", "high")?,
        })
    };
    let rows: Vec<Ranked> = pooled.filter_map(row).collect();
    if rows.len() < 2 {
        return Vec::new();
    }
    let caption = format!(
        "Subjects ranked by the share of their verdicts that are right{}, with 95 % intervals that take the \
         item as the unit ({}). Where intervals overlap, ranks are not settled.",
        sheet.pooled_over(),
        items(report)
    );
    let data = |rows| Data::Ranking(Ranking { rows });
    paged("ranking", "Subjects ranked by accuracy", &caption, &rows, MOST_ROWS, data)
}

/// The accuracies of configurations as boxes, by strategy and by temperature; fewer than two
/// configurations make no figure.
pub fn boxes(report: &Report) -> Vec<Figure> {
    let Some(sheet) = Sheet::find(report, "accuracy") else { return Vec::new() };
    let factors = ["strategy", "temperature"];
    let is_configuration = |line: &Line<'_>| {
        !line.is_all("subject") && factors.iter().all(|factor| !line.is_all(factor))
    };
    let own: Vec<Line<'_>> = sheet.lines().filter(is_configuration).collect();
    let mut rows = Vec::new();
    for factor in factors {
        let mut levels: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for line in &own {
            levels.entry(line.text(factor)).or_default().extend(line.number("accuracy"));
        }
        if levels.len() > 1 {
            let all = levels.iter().filter_map(|(level, values)| boxed(factor, level, values));
            rows.extend(all);
        }
    }
    let few = match rows.iter().any(|row| row.n < FEWEST_FOR_BOX as u64) {
        true => " Fewer than 5 values are all shown as rings.",
        false => "",
    };
    let caption = format!(
        "The accuracy of configurations, each a subject under one strategy at one temperature. A box reaches from the \
         lower to the upper quartile, with a line at the median; whiskers reach to the furthest value within 1.5 times its \
         width, and rings are values beyond.{few} n: configurations."
    );
    let data = |rows| Data::BoxPlot(BoxPlot { measure: "accuracy".to_owned(), rows });
    paged("accuracy-boxes", "Accuracy of configurations", &caption, &rows, MOST_ROWS, data)
}

/// The longest reach of whiskers, in widths of the box (Tukey, 1977).
const REACH: f64 = 1.5;

/// A box of fewer values would hide that they are few.
const FEWEST_FOR_BOX: usize = 5;

/// The box of some values, or the points of few; none of no value.
fn boxed(group: &str, name: &str, values: &[f64]) -> Option<BoxRow> {
    let row = |five: Option<[f64; 5]>, points: Vec<f64>| BoxRow {
        group: group.to_owned(),
        name: plain_method(name),
        n: values.len() as u64,
        five,
        points,
    };
    if values.len() < FEWEST_FOR_BOX {
        return (!values.is_empty()).then(|| row(None, values.to_vec()));
    }
    let all = describe(values).ok()?;
    let [lower, median, upper] = [0.25, 0.5, 0.75].map(|p| all.quantile(p).ok());
    let (lower, median, upper) = (lower?, median?, upper?);
    let reach = REACH * (upper - lower);
    let (inside, beyond): (Vec<f64>, Vec<f64>) =
        values.iter().partition(|value| (lower - reach..=upper + reach).contains(*value));
    // Quartiles lie between values, so the furthest one may lie within the box.
    let low = inside.iter().copied().fold(lower, f64::min);
    let high = inside.iter().copied().fold(upper, f64::max);
    Some(row(Some([low, lower, median, upper, high]), beyond))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whiskers_end_at_values_and_never_within_the_box() {
        let values = [0.1, 0.5, 0.55, 0.6, 0.65, 0.7];
        let row = boxed("strategy", "a", &values).expect("a box");
        // Quartiles 0.5125 and 0.6375: whiskers may reach from 0.325 to 0.825.
        assert_eq!((row.n, row.points), (6, vec![0.1]));
        for (found, expected) in
            row.five.expect("quartiles").iter().zip([0.5, 0.5125, 0.575, 0.6375, 0.7])
        {
            assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
        }
        let row = boxed("strategy", "a", &[0.0, 0.9, 0.9, 0.9, 0.9]).expect("a box");
        let is_sorted = row.five.is_some_and(|five| five.is_sorted());
        assert!(is_sorted && row.points == [0.0], "{row:?}");
        let few = boxed("strategy", "a", &[0.2, 0.4, 0.6, 0.8]).expect("points");
        assert_eq!((few.n, few.five, few.points), (4, None, vec![0.2, 0.4, 0.6, 0.8]));
        assert_eq!(boxed("strategy", "a", &[]), None);
    }
}
