//! Distinguishes columns of questions from those of levels and notes by their cells.

use super::{Column, ColumnFinder};
use std::collections::BTreeSet;

/// Fewest characters of a long text. Most filled cells of a column of question texts have a long
/// text of several words.
const TEXT_LENGTH: usize = 12;

/// Signs at the end of a question or of an equation to be completed.
const ASKS: [char; 5] = ['?', '=', '？', '؟', '_'];

/// Signs at the end of a sentence.
const ENDS: [char; 9] = ['.', '?', '!', '…', '。', '？', '！', '"', '”'];

impl ColumnFinder<'_> {
    /// The filled cells of a column.
    fn texts(&self, column: &Column) -> Vec<String> {
        self.file.rows.iter().filter_map(|row| column.text(row)).collect()
    }

    /// Returns true if a column holds texts of questions, and not names of levels.
    pub(crate) fn is_text(&self, column: &Column) -> bool {
        let is_long = |text: &str| text.chars().count() >= TEXT_LENGTH && text.contains(' ');
        most(&self.texts(column), is_long)
    }

    /// Returns true if a column holds texts that may be short questions: most of them different, of
    /// several words or with a question mark, and no numbers. Only a name that is certainly one of
    /// questions is enough with it.
    pub(crate) fn is_short_question(&self, column: &Column) -> bool {
        let texts = self.texts(column);
        let asks = |text: &str| {
            text.ends_with(ASKS) || text.contains(' ') && text.contains(char::is_alphabetic)
        };
        let distinct: BTreeSet<&String> = texts.iter().collect();
        most(&texts, asks) && 2 * distinct.len() > texts.len()
    }

    /// Returns true if most texts of a column end as a question or an equation does. This is enough
    /// without any name.
    pub(crate) fn asks(&self, column: &Column) -> bool {
        most(&self.texts(column), |text| text.ends_with(ASKS))
    }

    /// Returns true if a column holds what can stand before a question: sentences, however short,
    /// and not names of levels, such as `high school`.
    pub(crate) fn is_context(&self, column: &Column) -> bool {
        let texts = self.texts(column);
        let distinct: BTreeSet<&String> = texts.iter().collect();
        let has_words = most(&texts, |text| text.contains(char::is_whitespace));
        let are_levels =
            !most(&texts, |text| text.ends_with(ENDS)) && 4 * distinct.len() <= texts.len();
        self.is_text(column) || has_words && !are_levels
    }

    /// The share of different texts among the filled cells of a column.
    pub(crate) fn variety(&self, column: &Column) -> f64 {
        let texts = self.texts(column);
        let distinct: BTreeSet<&String> = texts.iter().collect();
        distinct.len() as f64 / texts.len().max(1) as f64
    }

    /// Returns true if at least half of the cells of a column are filled.
    pub(crate) fn is_mostly_filled(&self, column: &Column) -> bool {
        2 * self.texts(column).len() >= self.file.rows.len()
    }
}

/// Returns true if more than half of some texts, and at least one, have a property.
fn most(texts: &[String], has: impl Fn(&str) -> bool) -> bool {
    2 * texts.iter().filter(|text| has(text)).count() > texts.len()
}
