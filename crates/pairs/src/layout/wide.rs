//! Versions in columns of their own.

use super::ONLY;
use crate::columns::{
    ALTERNATIVES, ANSWER, CONTEXT, Column, ColumnFinder, Columns, LURE, VersionText, cuts,
};
use crate::names::folded;
use peirast_record::usual_original;
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
    /// The columns in place of those that all versions share.
    pub(crate) own: Columns,
}

impl WideVersion {
    /// Takes the question and the columns of a version.
    pub(super) fn new(finder: &mut ColumnFinder<'_>, question: VersionText) -> Self {
        finder.take(&question.text);
        let own = finder.own(&question);
        Self { name: question.name, question: question.text, own }
    }
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
        return versions.into_iter().map(|version| WideVersion::new(finder, version)).collect();
    }
    // A question that is an object is replaced by its text.
    let all: Vec<Column> =
        finder.left().filter_map(|name| finder.text_within(Column::top(name))).collect();
    // Next to a question of some length, a column of short texts is about it.
    let may_be_short = columns.question.as_ref().is_none_or(|question| !finder.is_text(question));
    // The name of a numbered rewording is certain: `paraphrase_3`.
    let may_hold_short =
        |name: &str| is_numbered_rewording(name) || may_be_short && !is_about(name);
    let holds_questions = |column: &&Column| {
        finder.is_text(column) || may_hold_short(column.head()) && finder.is_short_question(column)
    };
    let named = all.iter().filter(holds_questions);
    let version = |name: &str, column: &Column| VersionText::column(name, column.clone());
    let mut versions: Vec<VersionText> =
        named.clone().filter_map(|column| Some(version(&ending(column.head())?, column))).collect();
    let reworded = named.filter(|column| is_reworded(column.head()));
    versions.extend(reworded.map(|column| version(column.head(), column)));
    match (&columns.question, versions.is_empty()) {
        // The question itself is the version from which the others are made.
        (Some(question), false) => {
            let names: Vec<&str> = versions.iter().map(|version| version.name.as_str()).collect();
            // `original_question` next to `question`, which is then the changed one.
            let has_original = usual_original(&names).is_some();
            let name = if has_original { question.head() } else { ONLY };
            versions.insert(0, version(name, question));
        }
        (Some(_), true) => return Vec::new(),
        (None, _) => {
            if versions.len() < 2 {
                let texts = || all.iter().filter(|column| finder.is_text(column));
                // A text that belongs to another version is no version: `context_plain`.
                let is_own = |column: &&Column| {
                    texts().any(|other| is_of_version(column.head(), other.head()))
                };
                let texts = texts().filter(|column| !is_own(column));
                versions = texts.map(|column| version(column.head(), column)).collect();
            }
        }
    }
    if versions.len() < 2 {
        return Vec::new();
    }
    versions.into_iter().map(|version| WideVersion::new(finder, version)).collect()
}

/// Returns true if the name of a column joins that of a version and the name of what it has:
/// `context_plain` of `plain`.
fn is_of_version(name: &str, version: &str) -> bool {
    let parts = [CONTEXT, ANSWER, LURE, ALTERNATIVES];
    let is_part = |word: &str| parts.iter().any(|role| role.usual.contains(&folded(word).as_str()));
    let is_version = |word: &str| folded(word) == folded(version);
    cuts(name).any(|(before, behind)| {
        is_version(before) && is_part(behind) || is_version(behind) && is_part(before)
    })
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

/// Returns true if the name of a column is one of rewordings with a number: `paraphrase_2`.
fn is_numbered_rewording(name: &str) -> bool {
    is_reworded(name) && name.ends_with(|c: char| c.is_ascii_digit())
}

/// Returns true if a column is about questions, by its name: `question_type`.
fn is_about(name: &str) -> bool {
    ending(name).is_some_and(|ending| is_about_word(&ending))
}

/// Returns true if a word next to the name of what a column has makes it no version: `type`.
pub(super) fn is_about_word(word: &str) -> bool {
    ABOUT.contains(&folded(word).as_str())
}
