//! Versions in columns of their own.

use super::ONLY;
use super::naming::{
    About, about, ending, is_numbered_rewording, is_original, is_reworded, is_sure_original,
    question_and_ending, question_word,
};
use crate::columns::{
    ALTERNATIVES, ANSWER, CONTEXT, Column, ColumnFinder, Columns, LURE, QUESTION, VersionText, cuts,
};
use crate::names::folded;
use peirast_record::{ColumnNames, usual_original};
use peirast_table::escape_line;
use std::collections::{BTreeMap, BTreeSet};

/// Names of columns of objects with versions by their names.
const VERSIONS: [&str; 4] = ["versions", "variants", "questions", "prompts"];

/// Usual names of questions that are also those of a text or an instruction next to versions.
const UNSURE_QUESTIONS: [&str; 5] = ["instruction", "text", "sentence", "statement", "goal"];

/// The usual name of a text before a question that is also one of versions: a sum as a story.
const STORY: &str = "story";

/// The texts of one version have at least this share of the variety of those of another.
const LEAST_VARIETY: f64 = 0.5;

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
/// another word, or name an original or another wording. If no question is recognised and no name
/// joins that of a question, all remaining columns of texts are versions, apart from notes.
pub(super) fn wide(
    finder: &mut ColumnFinder<'_>,
    columns: &mut Columns,
    names: &ColumnNames,
) -> Vec<WideVersion> {
    let before = columns.clone();
    let versions = match within_one(finder, columns) {
        versions if versions.len() > 1 => versions,
        _ => in_columns(finder, columns, names),
    };
    if versions.len() < 2 {
        *columns = before;
        let given_back = columns.question.iter().chain(&columns.context);
        given_back.for_each(|column| finder.take(column));
        return Vec::new();
    }
    versions.into_iter().map(|version| WideVersion::new(finder, version)).collect()
}

/// The versions in one column whose objects have them by their names. Fields of a question are
/// versions if they hold questions: others may be about it.
fn within_one(finder: &ColumnFinder<'_>, columns: &Columns) -> Vec<VersionText> {
    if columns.question.is_some() {
        return Vec::new();
    }
    let within = |name: &str| finder.versions_within(name, &Column::top(name)).ok();
    let named = finder.left().find(|name| VERSIONS.contains(&folded(name).as_str()));
    if let Some(versions) = named.and_then(within).filter(|versions| versions.len() > 1) {
        return versions;
    }
    let is_question = |name: &&str| {
        let is_object = |column: Column| finder.unfolded(&column).is_some();
        QUESTION.usual.contains(&folded(name).as_str()) && is_object(Column::top(name))
    };
    let mut versions = finder.left().find(is_question).and_then(within).unwrap_or_default();
    versions.retain(|version| {
        about(&version.name) == About::No && holds_questions(finder, &version.text)
    });
    varied(finder, versions)
}

/// Returns true if a column holds questions, long or short.
fn holds_questions(finder: &ColumnFinder<'_>, column: &Column) -> bool {
    finder.is_text(column) || finder.is_short_question(column)
}

/// The versions whose texts vary as the others do: a text that is the same in most rows, next to
/// others that are not, is about the questions.
fn varied(finder: &ColumnFinder<'_>, mut versions: Vec<VersionText>) -> Vec<VersionText> {
    let variety = |version: &VersionText| finder.variety(&version.text);
    let most = versions.iter().map(variety).fold(0.0, f64::max);
    versions.retain(|version| variety(version) >= LEAST_VARIETY * most);
    versions
}

/// The versions in columns of their own.
fn in_columns(
    finder: &mut ColumnFinder<'_>,
    columns: &mut Columns,
    names: &ColumnNames,
) -> Vec<VersionText> {
    let unsure = unsure_question(finder, columns, names);
    // A question that is an object is replaced by its text.
    let is_known = |column: &Column| unsure.as_ref() != Some(column);
    let all = |finder: &ColumnFinder<'_>| -> Vec<Column> {
        let texts = finder.left().filter_map(|name| finder.text_within(Column::top(name)));
        texts.filter(is_known).filter(|column| !is_about(finder, column)).collect()
    };
    let named = named_versions(finder, columns, &all(finder));
    if let Some(question) = &columns.question {
        if named.is_empty() {
            return Vec::new();
        }
        // The question itself is the version from which the others are made, unless one of them is
        // called the original: `original_question` next to `question`, which is then the changed one.
        let originals: Vec<&str> = named.iter().map(|version| version.name.as_str()).collect();
        let name = if usual_original(&originals).is_some() { question.head() } else { ONLY };
        let mut versions = vec![VersionText::column(name, question.clone())];
        versions.extend(named);
        let mut versions = varied(finder, versions);
        // The question stays, whatever else varies.
        if versions.first().is_none_or(|first| first.text != *question) {
            versions.insert(0, VersionText::column(name, question.clone()));
        }
        return versions;
    }
    if named.len() > 1 && named.iter().any(|version| ending(version.text.head()).is_some()) {
        return varied(finder, named);
    }
    // Next to another bare name, a story is a version.
    let story = columns.context.clone().filter(|context| folded(context.head()) == STORY);
    if names.context.is_none()
        && let Some(story) = story
        && all(finder).iter().any(|column| is_version(finder, column))
    {
        columns.context = None;
        finder.release(&story);
    }
    let all = all(finder);
    // A text that belongs to another version is no version: `context_plain`.
    let texts = || all.iter().filter(|column| is_version(finder, column));
    let is_own = |column: &&Column| texts().any(|other| is_of_version(column.head(), other.head()));
    let texts: Vec<&Column> = texts().filter(|column| !is_own(column)).collect();
    let heads: Vec<&str> = texts.iter().map(|column| column.head()).collect();
    let version =
        |(name, column): (String, &&Column)| VersionText::column(&name, (*column).clone());
    varied(finder, version_names(&heads).into_iter().zip(&texts).map(version).collect())
}

/// Gives back a recognised question whose name is unsure, if another column is called an original
/// and holds questions.
fn unsure_question(
    finder: &mut ColumnFinder<'_>,
    columns: &mut Columns,
    names: &ColumnNames,
) -> Option<Column> {
    let is_unsure = |question: &&Column| {
        names.question.is_none() && UNSURE_QUESTIONS.contains(&folded(question.head()).as_str())
    };
    columns.question.as_ref().filter(is_unsure)?;
    let has_original = finder.left().any(|name| {
        let text = finder.text_within(Column::top(name));
        is_sure_original(name) && text.is_some_and(|text| holds_questions(finder, &text))
    });
    let question = columns.question.take_if(|_| has_original)?;
    finder.release(&question);
    Some(question)
}

/// Returns true if a column is about questions, by its name, and possibly by its cells too.
fn is_about(finder: &ColumnFinder<'_>, column: &Column) -> bool {
    match about(column.head()) {
        About::No => false,
        About::Often => !finder.asks(column),
        About::Surely => true,
    }
}

/// Returns true if a column is a version although its name does not join that of a question.
fn is_version(finder: &ColumnFinder<'_>, column: &Column) -> bool {
    let name = column.head();
    let is_named = is_original(name) || is_reworded(name) || ending(name).is_some();
    is_named && finder.is_short_question(column)
        || (finder.is_text(column) || finder.asks(column))
            && (is_named || finder.is_mostly_filled(column))
}

/// The versions that the names of columns show.
fn named_versions(
    finder: &ColumnFinder<'_>,
    columns: &Columns,
    all: &[Column],
) -> Vec<VersionText> {
    // Next to a question of some length, a column of short texts is about it.
    let may_be_short = columns.question.as_ref().is_none_or(|question| !finder.is_text(question));
    // The name of a numbered rewording is certain: `paraphrase_3`.
    let is_candidate = |column: &&Column| {
        finder.is_text(column)
            || (may_be_short || is_numbered_rewording(column.head()))
                && finder.is_short_question(column)
    };
    let candidates: Vec<&Column> = all.iter().filter(is_candidate).collect();
    let joined: Vec<(usize, String, &Column)> = candidates
        .iter()
        .filter_map(|column| {
            let (word, ending) = question_and_ending(column.head())?;
            Some((word, ending, *column))
        })
        .collect();
    let word = common_word(columns, &joined);
    let mut versions: Vec<VersionText> = Vec::new();
    for (own, ending, column) in joined {
        let is_new = versions.iter().all(|version| folded(&version.name) != folded(&ending));
        if word.is_none_or(|word| word == own) && is_new {
            versions.push(VersionText::column(&ending, column.clone()));
        }
    }
    let is_bare = |column: &&&Column| {
        let name = column.head();
        let is_original = match columns.question {
            Some(_) => is_sure_original(name),
            None => is_original(name),
        };
        (is_reworded(name) || is_original) && question_and_ending(name).is_none()
    };
    let bare = candidates.iter().filter(is_bare);
    versions.extend(bare.map(|column| VersionText::column(column.head(), (*column).clone())));
    versions.sort_by_key(|version| all.iter().position(|column| *column == version.text));
    versions
}

/// The usual name of questions that the names of several columns join, with that of the question:
/// `question` for `question_a`, `question_b` and `answer_text`. `None` if each joins another one.
fn common_word(columns: &Columns, joined: &[(usize, String, &Column)]) -> Option<usize> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    let own = columns.question.as_ref().and_then(|question| question_word(question.head()));
    for word in joined.iter().map(|(word, ..)| *word).chain(own) {
        *counts.entry(word).or_default() += 1;
    }
    // Of equally common names, the most certain one.
    let most = counts.iter().max_by_key(|(word, count)| (**count, std::cmp::Reverse(**word)));
    most.filter(|(_, count)| **count > 1).map(|(word, _)| *word)
}

/// A note on columns that could be versions, and are not taken as such, next to others that are.
pub(super) fn passed_over(
    finder: &ColumnFinder<'_>,
    versions: &[WideVersion],
    names: &ColumnNames,
) -> Option<String> {
    let taken: BTreeSet<&str> = versions.iter().map(|version| version.question.head()).collect();
    let variety = |column: &Column| finder.variety(column);
    let most = versions.iter().map(|version| variety(&version.question)).fold(0.0, f64::max);
    let could_be = |name: &&str| {
        let column = finder.text_within(Column::top(name));
        column.is_some_and(|column| {
            !taken.contains(name)
                && !names.keep.iter().any(|kept| kept == name)
                && !is_about(finder, &column)
                && (finder.is_text(&column) || finder.asks(&column))
                && variety(&column) >= LEAST_VARIETY * most
        })
    };
    let passed: Vec<&str> = finder.left().filter(could_be).collect();
    let quoted = |name: &&str| format!("`{}`", escape_line(name));
    let (first, rest) = passed.split_first()?;
    let (columns, are) = match rest.is_empty() {
        true => ("column", "is not taken as a version: if it is one"),
        false => ("columns", "are not taken as versions: if they are"),
    };
    let list = passed.iter().map(quoted).collect::<Vec<_>>().join(", ");
    Some(format!(
        "{columns} {list} could hold questions, and {are}, name the columns of all versions, such as --versions {},{}",
        versions
            .iter()
            .map(|version| escape_line(&version.question.name()))
            .collect::<Vec<_>>()
            .join(","),
        escape_line(first)
    ))
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
