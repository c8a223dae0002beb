//! Wrong options in columns next to the right answer: `distractor1` and so on, or a list in
//! `incorrect_answers`. The options are then the right answer and the wrong ones.

use super::{ANSWER, ChoiceColumns, Column, ColumnFinder, QUESTION, options_with};
use crate::choices::Choices;
use crate::names::folded;
use crate::value;
use peirast_record::Key;
use peirast_rows::DataRow;
use serde_json::Value;
use std::collections::BTreeSet;

/// Names of columns with one wrong option each, before a number or a letter; or with an `s`, of a
/// column with all of them.
const WRONG: [&str; 11] = [
    "distractor",
    "incorrectanswer",
    "incorrectoption",
    "incorrectchoice",
    "incorrect",
    "wronganswer",
    "wrongoption",
    "wrongchoice",
    "wrong",
    "falseanswer",
    "foil",
];

impl ColumnFinder<'_> {
    /// The columns of wrong options, if the file has any.
    pub(super) fn wrong_options(&mut self) -> Option<ChoiceColumns> {
        let left: Vec<(String, Column)> =
            self.left().map(|name| (folded(name), Column::top(name))).collect();
        let is_list = |column: &Column| {
            let mut cells = self.file.rows.iter().filter_map(|row| column.value(row));
            cells.any(|cell| list(cell).len() > 1)
        };
        let found = WRONG.iter().find_map(|wrong| {
            let is_one = |name: &str| {
                let rest = name.strip_prefix(wrong).unwrap_or_default();
                let mut signs = rest.chars();
                let is_letter = signs.next().is_some_and(|c| c.is_ascii_alphabetic() && c != 's');
                !rest.is_empty()
                    && (rest.chars().all(|c| c.is_ascii_digit())
                        || is_letter && signs.next().is_none())
            };
            let one = left.iter().filter(|(name, _)| is_one(name));
            let each: Vec<Column> = one.map(|(_, column)| column.clone()).collect();
            let all = left.iter().find(|(name, _)| *name == format!("{wrong}s"));
            let all = all.map(|(_, column)| column.clone()).filter(is_list);
            (!each.is_empty()).then_some(each).or_else(|| Some(vec![all?]))
        })?;
        // Without the right answer there are no options.
        self.candidates(&ANSWER).next()?;
        found.iter().for_each(|column| self.take(column));
        Some(ChoiceColumns::Wrong(found))
    }

    /// Columns of one option each that are called answers, `answerA` and so on, next to a column
    /// that names the right one.
    pub(super) fn answer_options(&mut self) -> Option<ChoiceColumns> {
        let left: Vec<(String, Column)> =
            self.left().map(|name| (folded(name), Column::top(name))).collect();
        let each = options_with("answer", &left)?;
        // `answer_a` next to `question_a` is the answer of a version.
        let is_of_version = |label: &str| {
            let label = label.to_lowercase();
            let is_question = |name: &str| {
                QUESTION.usual.iter().any(|question| *name == format!("{question}{label}"))
            };
            left.iter().any(|(name, _)| is_question(name))
        };
        let answer = self.candidates(&ANSWER).next()?;
        let names_option = |row: &DataRow| {
            let Some(answer) = answer.value(row).and_then(value::text) else { return true };
            let is_place = answer.parse::<usize>().is_ok_and(|place| place <= each.len());
            is_place
                || each.iter().any(|(label, option)| {
                    label.eq_ignore_ascii_case(&answer)
                        || option.text(row).is_some_and(|text| text.eq_ignore_ascii_case(&answer))
                })
        };
        if each.iter().any(|(label, _)| is_of_version(label))
            || !self.file.rows.iter().all(names_option)
        {
            return None;
        }
        each.iter().for_each(|(_, column)| self.take(column));
        Some(ChoiceColumns::Each(each))
    }
}

/// The options of a row: its right answers and its wrong ones. Their order depends on the texts
/// alone, so that versions with the same options have them in the same order, and the right one has
/// no place of its own.
pub(crate) fn with_right(columns: &[Column], answer: Option<&Value>, row: &DataRow) -> Choices {
    let right: Vec<String> = match answer {
        Some(Value::Array(several)) => several.iter().filter_map(value::text).collect(),
        Some(one) => value::text(one).into_iter().collect(),
        None => Vec::new(),
    };
    let wrong = |column: &Column| match columns.len() {
        1 => column.value(row).map(list).unwrap_or_default(),
        _ => column.text(row).into_iter().collect(),
    };
    if right.is_empty() {
        return Choices::default();
    }
    let all: BTreeSet<String> = right.into_iter().chain(columns.iter().flat_map(wrong)).collect();
    let together = all.iter().map(String::as_str).collect::<Vec<_>>().join("\n");
    let place = |text: &String| {
        Key::from_bytes("place of an option", format!("{text}\n\n{together}").as_bytes())
            .to_string()
    };
    let mut texts: Vec<String> = all.iter().filter(|text| !text.is_empty()).cloned().collect();
    texts.sort_by_cached_key(place);
    match texts.len() {
        0 | 1 => Choices::default(),
        _ => Choices { texts, ..Choices::default() },
    }
}

/// The texts of a cell with one text or several.
fn list(cell: &Value) -> Vec<String> {
    match value::list(cell, &['|', ';', '\n']) {
        Some(list) => list.iter().filter_map(value::text).collect(),
        None => value::text(cell).into_iter().collect(),
    }
}
