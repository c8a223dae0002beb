//! Versions that share their question and differ in the text around it: in the context, `context`
//! and `context_distracted`, or in the options, `choices_plain` and `choices_shuffled`, `A_plain`,
//! `B_plain`, `A_shuffled` and `B_shuffled`.

use super::ONLY;
use super::naming::is_about_word;
use super::wide::WideVersion;
use crate::choices::Choices;
use crate::columns::{
    ANSWER, CHOICES, CONTEXT, ChoiceColumns, Column, ColumnFinder, Columns, Role, VersionText,
    cuts, options_each,
};
use crate::names::folded;
use crate::value;
use peirast_rows::DataRow;
use serde_json::Value;

/// The versions of a file with one question, and with columns for the context or the options of
/// each. None if there are fewer than two, or if all are alike.
pub(super) fn around_question(
    finder: &mut ColumnFinder<'_>,
    columns: &Columns,
) -> Vec<WideVersion> {
    let Some(question) = &columns.question else { return Vec::new() };
    let context: Vec<Column> = columns.context.iter().cloned().collect();
    let choices: Vec<Column> = columns.choices.columns().into_iter().cloned().collect();
    let parts = [
        (parts_of(finder, &CONTEXT), context),
        (parts_of(finder, &CHOICES), choices),
        (options_of_versions(finder, columns), Vec::new()),
    ];
    for (mut parts, shared) in parts {
        // The columns without the name of a version are those of the original.
        if !shared.is_empty() {
            parts.insert(0, VersionPart { version: ONLY.to_owned(), columns: shared });
        }
        if parts.len() < 2 || !differ(finder, &parts) {
            continue;
        }
        let version = |part: VersionPart| {
            let root = question.clone();
            WideVersion::new(
                finder,
                VersionText { name: part.version, text: question.clone(), root },
            )
        };
        return parts.into_iter().map(version).collect();
    }
    Vec::new()
}

/// The columns that a version has of its own.
struct VersionPart {
    version: String,
    columns: Vec<Column>,
}

/// Returns true if versions differ in a row in which all of them are there.
fn differ(finder: &ColumnFinder<'_>, parts: &[VersionPart]) -> bool {
    let cells = |part: &VersionPart, row: &DataRow| -> Vec<Value> {
        part.columns.iter().filter_map(|column| column.value(row)).cloned().collect()
    };
    finder.file.rows.iter().any(|row| {
        let all: Vec<Vec<Value>> = parts.iter().map(|part| cells(part, row)).collect();
        all.iter().all(|own| !own.is_empty()) && all.windows(2).any(|two| two[0] != two[1])
    })
}

/// The columns whose names join the name of a part, such as `context`, and another word.
fn parts_of(finder: &ColumnFinder<'_>, role: &Role) -> Vec<VersionPart> {
    let is_role = |word: &str| role.usual.contains(&folded(word).as_str());
    let version = |name: &str| {
        let cut =
            cuts(name).find_map(|(before, behind)| match (is_role(before), is_role(behind)) {
                (true, _) => Some(behind),
                (false, true) => Some(before),
                (false, false) => None,
            })?;
        // Numbered contexts are often passages of one text.
        let is_numbered = role.what == CONTEXT.what && cut.chars().all(|c| c.is_ascii_digit());
        (!is_about_word(cut) && !is_numbered).then(|| cut.to_owned())
    };
    let part = |name: &str| {
        let column = Column::top(name);
        let holds = match role.what == CONTEXT.what {
            true => finder.is_context(&column),
            false => {
                let cells: Vec<&Value> =
                    finder.file.rows.iter().filter_map(|row| column.value(row)).collect();
                !cells.is_empty() && cells.iter().all(|cell| Choices::from_value(cell).is_some())
            }
        };
        let version = version(name).filter(|_| holds)?;
        Some(VersionPart { version, columns: vec![column] })
    };
    finder.left().filter_map(part).collect()
}

/// The columns with one option each whose names join the name of an option and that of a version.
/// Bare letters count only if the right answers are such letters or options: `score_a` is no option.
fn options_of_versions(finder: &ColumnFinder<'_>, columns: &Columns) -> Vec<VersionPart> {
    let mut versions: Vec<&str> = Vec::new();
    for name in finder.left() {
        for word in cuts(name).flat_map(|(before, behind)| [before, behind]) {
            let is_known = versions.iter().any(|known| folded(known) == folded(word));
            if !is_known && !is_about_word(word) {
                versions.push(word);
            }
        }
    }
    let part = |version: &str| {
        let rest = |name: &str| {
            let cut = cuts(name).find_map(|(before, behind)| {
                if folded(behind) == folded(version) {
                    return Some(before);
                }
                (folded(before) == folded(version)).then_some(behind)
            })?;
            Some((folded(cut), Column::top(name)))
        };
        let named: Vec<(String, Column)> = finder.left().filter_map(rest).collect();
        let options = options_each(&named)?;
        let own = named.iter().find(|(name, _)| ANSWER.usual.contains(&name.as_str()));
        let answer = own.map(|(_, column)| column).or(columns.answer.as_ref());
        let is_sure = named.iter().any(|(name, column)| {
            name.chars().count() > 1 && options.iter().any(|(_, option)| option == column)
        });
        let columns = options.iter().map(|(_, column)| column.clone()).collect();
        let part = VersionPart { version: version.to_owned(), columns };
        let options = ChoiceColumns::Each(options);
        (is_sure || answer.is_some_and(|answer| names_options(finder, answer, &options)))
            .then_some(part)
    };
    versions.into_iter().filter_map(part).collect()
}

/// Returns true if every answer is the label or the text of an option.
fn names_options(finder: &ColumnFinder<'_>, answer: &Column, options: &ChoiceColumns) -> bool {
    let is_named = |row: &DataRow| {
        let Some(answer) = answer.value(row).and_then(value::text) else { return true };
        let Ok(Some(options)) = options.read(row) else { return true };
        let labels = options.labels.unwrap_or_default();
        options.texts.iter().chain(&labels).any(|own| own.eq_ignore_ascii_case(&answer))
    };
    finder.file.rows.iter().all(is_named)
}
