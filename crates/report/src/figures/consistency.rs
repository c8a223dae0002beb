//! Consistency of judgements of one problem's versions.

use super::scatter::{FEWEST, caption, scatter};
use super::sheet::{Line, Sheet};
use super::{MOST_ROWS, items, paged};
use crate::Report;
use crate::group::once_each;
use peirast_figure::{
    Axis, Consistency, ConsistencyRow, Data, Estimate, Figure, Point, VariantCorrelation,
    VariantCorrelations,
};

/// Columns of the table with the ends of their intervals, and what they are.
const MEASURES: [([&str; 3], &str); 5] = [
    (["N-X", "N-X_low", "N-X_high"], "other words (N–X)"),
    (["O-OX", "O-OX_low", "O-OX_high"], "other words, switched (O–OX)"),
    (["N-O", "N-O_low", "N-O_high"], "premises switched (N–O)"),
    (["X-OX", "X-OX_low", "X-OX_high"], "premises switched, made-up words (X–OX)"),
    (["all_four", "all_four_low", "all_four_high"], "all four alike"),
];

/// Shares of versions that are judged alike.
pub fn shares(report: &Report) -> Vec<Figure> {
    let row = |line: Line<'_>| ConsistencyRow {
        name: line.text("subject").to_owned(),
        remark: line.number("items").map_or(String::new(), |n| format!("n = {n}")),
        shares: MEASURES.map(|([share, low, high], _)| line.estimate(share, low, high)).into(),
    };
    let sheet = Sheet::find(report, "consistency");
    let rows: Vec<ConsistencyRow> = sheet.into_iter().flat_map(Sheet::subjects).map(row).collect();
    let caption = format!(
        "The share of pairs of versions that are judged alike, where both have a verdict: real or made-up words, \
         premises as given or switched; with 95 % intervals that take the item as the unit ({}). n: sets of four versions \
         that all have a verdict; an item has one for each strategy and temperature. A subject that always gives the same \
         answer is consistent too.",
        items(report)
    );
    let data = |rows| {
        let measures = MEASURES.map(|(_, name)| name.to_owned()).into();
        Data::Consistency(Consistency { measures, rows })
    };
    paged("consistency", "Consistency over versions of an item", &caption, &rows, MOST_ROWS, data)
}

/// Accuracy by consistency, of whole subjects; fewer than three make no figure.
pub fn accuracy(report: &Report) -> Vec<Figure> {
    let Some(sheet) = Sheet::find(report, "accuracy-consistency") else { return Vec::new() };
    let point = |line: Line<'_>| {
        Some(Point {
            name: line.text("subject").to_owned(),
            x: Estimate::exactly(line.number("consistency")?),
            y: line.estimate("accuracy", "low", "high")?,
        })
    };
    let whole = sheet.lines().filter(|line| line.is_all("strategy"));
    let points: Vec<Point> = whole.filter_map(point).collect();
    if points.len() < 3 {
        return Vec::new();
    }
    let is_own = |line: &Line<'_>| {
        line.is_all("strategy")
            && [line.text("first"), line.text("second")] == ["accuracy", "consistency"]
    };
    let correlations = Sheet::find(report, "subject-correlations");
    let own = correlations.and_then(|sheet| sheet.lines().find(is_own));
    let correlation = own.map(|line| line.spearman("spearman")).unwrap_or_default();
    let (x, y) = (Axis::of_shares("consistency (%)"), Axis::of_shares("accuracy (%)"));
    let data = scatter(x, y, points, correlation);
    let words = format!(
        "The share of verdicts that are right, with 95 % intervals that take the item as the unit ({}), against the share \
         of pairs of versions (N–X, O–OX) that are judged alike. A subject that always gives the same answer is \
         consistent without being right.",
        items(report)
    );
    vec![Figure {
        name: "accuracy-consistency".to_owned(),
        title: "Accuracy and consistency".to_owned(),
        caption: caption(words, &data, "The line is the least-squares line."),
        data: Data::AccuracyConsistency(data),
    }]
}

/// Correlations between versions over items: over all subjects, or of the only one.
pub fn variants(report: &Report) -> Vec<Figure> {
    let Some(sheet) = Sheet::find(report, "variant-correlations") else { return Vec::new() };
    let pooled = |line: &Line<'_>| {
        ["subject", "strategy", "temperature"].iter().all(|column| line.is_all(column))
    };
    let subjects = Sheet::find(report, "accuracy").into_iter().flat_map(Sheet::subjects).count();
    let over = match subjects > 1 {
        true => format!("the mean accuracy of {subjects} subjects"),
        false => "the accuracy".to_owned(),
    };
    let all: u64 = report.conduct.materials.iter().map(|own| own.items).sum();
    let few = if (all as f64) < ENOUGH { FEW } else { "" };
    let caption = format!(
        "Pearson's correlation, over {}, between {over} on one version and on another: real words (N, O) or made-up \
         ones (X, OX), premises as given (N, X) or switched (O, OX).{few}",
        items(report)
    );
    let lines = sheet.lines().filter(pooled);
    matrix("variant-correlations", "Correlations between versions over items", &caption, lines)
}

/// Correlations over subjects: the name in the table, the title, and the meaning of the values.
const FACETS: [(&str, &str, &str); 3] = [
    (
        "variants",
        "Versions, correlated over subjects",
        "the accuracy of a subject on one version and on another: real words (N, O) or made-up ones (X, \
         OX), premises as given (N, X) or switched (O, OX)",
    ),
    (
        "belief",
        "Conditions of belief, correlated over subjects",
        "the accuracy of a subject on valid (V) or invalid (I) conclusions that are believable (B), \
         unbelievable (U) or of made-up words (X)",
    ),
    (
        "measures",
        "Measures, correlated over subjects",
        "measures of a subject; belief is its effect, accuracy where logic and belief agree minus that \
         where they differ",
    ),
];

/// Correlations over subjects, with all of their answers; fewer than [`FEWEST`] make no figure.
pub fn over_subjects(report: &Report) -> Vec<Figure> {
    let Some(sheet) = Sheet::find(report, "subject-correlations") else { return Vec::new() };
    let figure = |(of, title, values): (&str, &str, &str)| {
        let is_own = |line: &Line<'_>| line.is_all("strategy") && line.text("of") == of;
        let lines: Vec<Line<'_>> = sheet.lines().filter(is_own).collect();
        let most = lines.iter().filter_map(|line| line.number("subjects")).fold(0.0, f64::max);
        if most < FEWEST as f64 {
            return Vec::new();
        }
        let few = match most < ENOUGH {
            true => FEW,
            false => "",
        };
        let caption = format!("Pearson's correlation over {most} subjects: {values}.{few}");
        matrix(&format!("subject-correlations-{of}"), title, &caption, lines.into_iter())
    };
    FACETS.into_iter().flat_map(figure).collect()
}

/// What a correlation over few subjects or items is worth, after a space.
const FEW: &str = " Over so few of them, chance alone gives large correlations.";
/// Over fewer subjects or items than this, independent measures often correlate by 0.5 and more.
const ENOUGH: f64 = 15.0;

/// True if a correlation is over fewer subjects than are shown.
fn is_of_few(line: &Line<'_>) -> bool {
    line.number("subjects").is_some_and(|subjects| subjects < FEWEST as f64)
}

/// Pearson's correlations as a matrix; none of a single value.
fn matrix<'a>(
    name: &str,
    title: &str,
    caption: &str,
    lines: impl Iterator<Item = Line<'a>>,
) -> Vec<Figure> {
    let pair = |line: &Line<'_>| VariantCorrelation {
        first: line.text("first").to_owned(),
        second: line.text("second").to_owned(),
        correlation: line.number("pearson").filter(|_| !is_of_few(line)),
    };
    let lines: Vec<Line<'_>> = lines.collect();
    let pairs: Vec<VariantCorrelation> = lines.iter().map(pair).collect();
    let names = pairs.iter().flat_map(|pair| [&pair.first, &pair.second]);
    let variants = once_each(names.cloned());
    if variants.len() < 2 {
        return Vec::new();
    }
    let few = match lines.iter().any(is_of_few) {
        true => format!(", or fewer than {FEWEST} subjects have both"),
        false => String::new(),
    };
    let caption = match pairs.iter().any(|pair| pair.correlation.is_none()) {
        true => format!("{caption} A dash: not defined, because a value does not vary{few}."),
        false => caption.to_owned(),
    };
    let measure = "Pearson's r".to_owned();
    vec![Figure {
        name: name.to_owned(),
        title: title.to_owned(),
        caption,
        data: Data::VariantCorrelations(VariantCorrelations { measure, variants, pairs }),
    }]
}
