//! Heads of columns for people: words in place of the names that files have.

use crate::measured::ShownColumn;
use peirast_table::Table;
use peirast_words::capitalised;

/// The head of a column of a table, with the sign of its interval.
pub(crate) fn head(of: &Table<'_>, column: &ShownColumn) -> String {
    match is_as_published(of, column) {
        true => AS_PUBLISHED.to_owned(),
        false => label(&column.head(of)),
    }
}

/// The same without the sign of its interval.
pub(crate) fn named_head(of: &Table<'_>, column: &ShownColumn) -> String {
    match is_as_published(of, column) {
        true => AS_PUBLISHED.to_owned(),
        false => label(column.name(of)),
    }
}

/// The head of an effect of this run by a published definition.
const AS_PUBLISHED: &str = "Effect by the published definition";

/// True if a column has an effect of this run that is defined as in a publication.
fn is_as_published(of: &Table<'_>, column: &ShownColumn) -> bool {
    of.name == "belief-bias" && column.name(of) == "published"
}

/// A text in which the columns of a table have the heads that a page shows.
pub(crate) fn headed(of: &Table<'_>, text: &str) -> String {
    let mut text = text.to_owned();
    for column in &of.columns {
        let head = label(&column.name);
        text = text.replace(&format!("`{}`", column.name), &head);
        if column.name.contains('_') {
            text = replaced_word(&text, &column.name, &head);
        }
    }
    text
}

/// A text in which a word is another, where it is no part of a longer word.
fn replaced_word(text: &str, word: &str, by: &str) -> String {
    let is_inner = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '`';
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(word) {
        let (before, after) = (&rest[..at], &rest[at + word.len()..]);
        let is_part = before.ends_with(is_inner) || after.starts_with(is_inner);
        shown.push_str(before);
        shown.push_str(if is_part { word } else { by });
        rest = after;
    }
    shown + rest
}

/// Heads of columns whose names are no words.
const HEADS: [(&str, &str); 10] = [
    ("p_holm", "p (Holm)"),
    ("p_bh", "p (Benjamini-Hochberg)"),
    ("p_pearson", "p (Pearson)"),
    ("rmse", "RMSE"),
    ("beyond_p", "p of beyond logic"),
    ("people_2012", "People (Khemlani 2012)"),
    ("people_2016", "People (Ragni 2016)"),
    ("people_2018", "People (Veser 2018)"),
    ("people_2023", "People (Brand 2023)"),
    ("d_z", "d_z"),
];

/// The head of a column for people: words, the first one capitalised. A statistic keeps its letter: `p`, `n`.
pub(crate) fn label(name: &str) -> String {
    let (bare, interval) = match name.strip_suffix(" [95 %]") {
        Some(bare) => (bare, " [95 %]"),
        None => (name, ""),
    };
    if let Some((_, head)) = HEADS.iter().find(|(own, _)| *own == bare) {
        return format!("{head}{interval}");
    }
    let words = name.replace('_', " ").replace("usd", "USD");
    match words.split(' ').next() {
        Some(first) if first.chars().count() > 1 => capitalised(&words),
        _ => words,
    }
}

#[cfg(test)]
mod tests {
    use super::{label, replaced_word};

    #[test]
    fn a_word_is_replaced_where_it_is_whole() {
        let of = |text: &str| replaced_word(text, "p_x", "P x");
        assert_eq!(of("p_x, up_x, p_x_low (p_x)"), "P x, up_x, p_x_low (P x)");
        assert_eq!(of("`p_x`"), "`p_x`", "code stays");
    }

    #[test]
    fn heads_are_words() {
        for (name, words) in [
            ("all_right", "All right"),
            ("p_adjusted", "p adjusted"),
            ("n", "n"),
            ("N-X", "N-X"),
            ("rate [95 %]", "Rate [95 %]"),
            ("unsure_usd", "Unsure USD"),
            ("usd", "USD"),
        ] {
            assert_eq!(label(name), words);
        }
    }
}
