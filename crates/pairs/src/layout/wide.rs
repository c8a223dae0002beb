//! Versions in columns of their own.

use super::ONLY;
use crate::columns::{ANSWER, CHOICES, Column, ColumnFinder, Columns};
use crate::names::folded;
use std::collections::BTreeSet;

/// Words in the names of columns with another wording of the question.
const REWORDED: [&str; 12] = [
    "paraphrase",
    "paraphrased",
    "perturbed",
    "rewritten",
    "reworded",
    "modified",
    "changed",
    "counterfactual",
    "noop",
    "adversarial",
    "contrast",
    "altered",
];

/// Words next to `question` in the names of columns that are about questions, and no questions.
const ABOUT: [&str; 30] = [
    "id",
    "ids",
    "uid",
    "key",
    "number",
    "no",
    "nr",
    "index",
    "idx",
    "count",
    "length",
    "tokens",
    "type",
    "kind",
    "category",
    "topic",
    "subject",
    "domain",
    "concept",
    "level",
    "difficulty",
    "source",
    "author",
    "language",
    "lang",
    "date",
    "title",
    "name",
    "notes",
    "comment",
];

/// Names of columns of objects with versions by their names.
const VERSIONS: [&str; 4] = ["versions", "variants", "questions", "prompts"];

/// A version with its own columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WideVersion {
    pub(super) name: String,
    pub(super) question: Column,
    pub(super) choices: Option<Column>,
    pub(super) answer: Option<Column>,
}

/// The versions of a file with a column each. Their names join a usual name of questions and
/// another word, or name another wording next to the question. If no question is recognised, all
/// remaining columns of texts are versions.
pub(super) fn wide(finder: &mut ColumnFinder<'_>, columns: &Columns) -> Vec<WideVersion> {
    // One column whose objects have the versions by their names.
    let objects = finder.left().find(|name| VERSIONS.contains(&folded(name).as_str()));
    if let (Some(name), None) = (objects, &columns.question)
        && let Ok(versions) = finder.versions_within(name, &Column::top(name))
        && versions.len() > 1
    {
        let version = |(name, column): (String, Column)| wide_version(finder, &name, column);
        return versions.into_iter().map(version).collect();
    }
    // A question that is an object is replaced by its text.
    let text = |column: Column| match finder.unfolded(&column) {
        Some(unfolded) => unfolded.text,
        None => Some(column),
    };
    let all: Vec<Column> = finder.left().map(Column::top).filter_map(text).collect();
    // Next to a question of some length, a column of short texts is about it.
    let may_be_short = columns.question.as_ref().is_none_or(|question| !finder.is_text(question));
    let holds_questions = |column: &&Column| {
        finder.is_text(column)
            || may_be_short && !is_about(column.head()) && finder.is_short_question(column)
    };
    let named = all.iter().filter(holds_questions);
    let mut versions: Vec<(String, Column)> =
        named.clone().filter_map(|column| Some((ending(column.head())?, column.clone()))).collect();
    let reworded = named.filter(|column| is_reworded(column.head()));
    versions.extend(reworded.map(|column| (column.head().to_owned(), column.clone())));
    let left: Vec<Column> = all.iter().filter(|column| finder.is_text(column)).cloned().collect();
    match (&columns.question, versions.is_empty()) {
        // The question itself is the version from which the others are made.
        (Some(question), false) => versions.insert(0, (ONLY.to_owned(), question.clone())),
        (Some(_), true) => return Vec::new(),
        (None, _) => {
            if versions.len() < 2 {
                versions =
                    left.iter().map(|column| (column.head().to_owned(), column.clone())).collect();
            }
        }
    }
    if versions.len() < 2 {
        return Vec::new();
    }
    versions.into_iter().map(|(name, column)| wide_version(finder, &name, column)).collect()
}

/// The name of a version in the name of its column, which joins it and a usual name of questions:
/// `plain` for `question_plain` and `plain_question`, and `2` for `prompt2`.
fn ending(name: &str) -> Option<String> {
    const QUESTIONS: [&str; 6] = ["question", "prompt", "query", "problem", "input", "text"];
    const SIGNS: [char; 5] = ['_', '-', '.', ' ', ':'];
    let lower = name.to_lowercase();
    let cut = QUESTIONS.iter().find_map(|question| {
        let rest = lower.strip_prefix(question);
        let is_number = |rest: &&str| rest.chars().all(|c| c.is_ascii_digit());
        let behind = rest.and_then(|rest| rest.strip_prefix(SIGNS)).or(rest.filter(is_number));
        let before = lower.strip_suffix(question).and_then(|rest| rest.strip_suffix(SIGNS));
        match (behind, before) {
            (Some(rest), _) => name.get(name.len() - rest.len()..),
            (None, Some(rest)) => name.get(..rest.len()),
            (None, None) => None,
        }
    })?;
    (!cut.is_empty()).then(|| cut.to_owned())
}

/// The names of versions in columns that are named as versions: without the usual name of questions
/// where they have one, if the names are then still different.
pub(super) fn version_names(columns: &[&str]) -> Vec<String> {
    let short = columns.iter().map(|name| ending(name).unwrap_or_else(|| (*name).to_owned()));
    let short: Vec<String> = short.collect();
    let distinct: BTreeSet<String> = short.iter().map(|name| folded(name)).collect();
    match distinct.len() == columns.len() {
        true => short,
        false => columns.iter().map(|name| (*name).to_owned()).collect(),
    }
}

/// Returns true if the name of a column is one of rewordings, possibly with a number or a letter:
/// `paraphrase`, `paraphrase_2`.
fn is_reworded(name: &str) -> bool {
    let name = folded(name);
    let is_count = |rest: &str| {
        let mut signs = rest.chars();
        let is_letter = signs.next().is_some_and(|c| c.is_alphabetic() && c != 's');
        rest.chars().all(|c| c.is_ascii_digit()) || is_letter && signs.next().is_none()
    };
    REWORDED.iter().any(|word| name.strip_prefix(word).is_some_and(is_count))
}

/// Returns true if a column is about questions, by its name: `question_type`.
fn is_about(name: &str) -> bool {
    ending(name).is_some_and(|ending| ABOUT.contains(&folded(&ending).as_str()))
}

/// A version with the columns of options and answers under its name.
pub(super) fn wide_version(
    finder: &mut ColumnFinder<'_>,
    name: &str,
    question: Column,
) -> WideVersion {
    finder.take(&question);
    let key = folded(name);
    let own = |finder: &ColumnFinder<'_>, words: &[&str]| {
        let is_own = |column: &&str| {
            let column = folded(column);
            words
                .iter()
                .any(|word| column == format!("{word}{key}") || column == format!("{key}{word}"))
        };
        finder.left().find(is_own).map(Column::top)
    };
    let choices = own(finder, CHOICES.usual).or_else(|| finder.choices_beside(&question));
    choices.iter().for_each(|column| finder.take(column));
    let answer = own(finder, ANSWER.usual);
    answer.iter().for_each(|column| finder.take(column));
    WideVersion { name: name.to_owned(), question, choices, answer }
}
