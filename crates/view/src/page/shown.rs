//! Small elements that several pages use.

use crate::index::{Row, Standing};
use maud::{Markup, html};
use peirast_decimals::{percent_decimals, signed};
use peirast_record::Grade;
use peirast_report::{ResultRow, odds, p_value, typeset};

/// Renders a share in percent; a dash if there is none.
pub(crate) fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_owned(), |share| percent_decimals(share, 1) + " %")
}

/// Renders the state of a question: a sign and a word, so that no meaning depends on colour.
pub(crate) fn grade(standing: Standing) -> Markup {
    let (class, sign) = match standing {
        Standing::Graded(Grade::Correct) => ("good", "✓"),
        Standing::Graded(Grade::Wrong) => ("bad", "✗"),
        Standing::Graded(Grade::Unscored) => ("none", "?"),
        Standing::Open => ("none", "…"),
    };
    html! { span class=(class) { span aria-hidden="true" { (sign) " " } (standing.words()) } }
}

/// Returns the answer of a row; a dash if there is none.
pub(crate) fn answer<'a>(row: &Row<'a>) -> &'a str {
    if row.answer.is_empty() { "–" } else { row.answer }
}

/// Renders the difference between the members of pairs, with its interval, in percentage points.
pub(crate) fn difference(row: &ResultRow) -> String {
    let points = |x: f64| signed(percent_decimals(x, 1));
    row.difference.map_or_else(
        || "–".to_owned(),
        |found| {
            let [value, low, high] =
                [found.estimate, found.interval.low, found.interval.high].map(points);
            typeset(&format!("{value} [{low}, {high}]"))
        },
    )
}

/// Renders a p-value; a dash if there is none.
pub(crate) fn p_shown(p: Option<f64>) -> String {
    dashed(p_value(p))
}

/// Renders the odds ratio with its interval; a dash if there is none.
pub(crate) fn odds_ratio(row: &ResultRow) -> String {
    dashed(odds(row))
}

/// Returns the dash of these pages for that of a terminal, which stands for a missing number.
fn dashed(text: String) -> String {
    if text == "-" { "–".to_owned() } else { text }
}

/// Renders the head of a table; the name of a numeric column begins with `#`.
pub(crate) fn head(names: &[&str]) -> Markup {
    html! { thead { tr { @for name in names { @match name.strip_prefix('#') {
        Some(name) => th.number scope="col" { (name) },
        None => th scope="col" { (name) },
    } } } } }
}

/// Renders names and values.
pub(crate) fn entries<'a>(all: impl IntoIterator<Item = (&'a str, String)>) -> Markup {
    html! { dl { @for (name, value) in all { dt { (name) } dd { (value) } } } }
}
