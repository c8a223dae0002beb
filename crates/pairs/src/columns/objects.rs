//! Columns of objects: a question with its options, or versions by their names.

use super::{CHOICES, ChoiceColumns, Column, ColumnFinder, Columns, QUESTION, Role};
use crate::PairsError;
use crate::names::folded;
use peirast_table::escape_line;

/// Deepest nesting of the objects that hold a question.
const DEEPEST: usize = 4;

/// The columns of a question within a column of objects.
pub(crate) struct Unfolded {
    pub(crate) text: Option<Column>,
    pub(crate) choices: Option<Column>,
}

/// The question of a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct VersionText {
    /// The name of the version.
    pub(crate) name: String,
    /// The column of its text.
    pub(crate) text: Column,
    /// The column of its object, or of its text.
    pub(crate) root: Column,
}

impl VersionText {
    /// The question in a column of its own.
    pub(crate) fn column(name: &str, text: Column) -> Self {
        Self { name: name.to_owned(), root: Column::top(text.head()), text }
    }
}

impl ColumnFinder<'_> {
    /// Unfolds a question that is an object with its text, and possibly its options: `{"stem": ...,
    /// "choices": ...}`. Unless the user named it, an object without a text may hold versions.
    pub(super) fn unfold_question(&mut self, columns: &mut Columns, is_named: bool) {
        let Some(question) = columns.question.clone() else { return };
        let Some(unfolded) = self.unfolded(&question) else { return };
        if let (ChoiceColumns::None, Some(choices)) = (&columns.choices, unfolded.choices) {
            columns.choices = ChoiceColumns::One(choices);
        }
        columns.question = unfolded.text.and_then(|text| self.text_within(text));
        if columns.question.is_none() && !is_named {
            self.release(&question);
        }
    }

    /// The fields of a column of objects with a question's text and its options. `None` if the
    /// column holds no objects.
    pub(crate) fn unfolded(&self, column: &Column) -> Option<Unfolded> {
        let object = self.file.rows.iter().find_map(|row| column.value(row)?.as_object())?;
        let field = |role: &Role| {
            let named = |usual: &&&str| object.keys().find(|key| folded(key) == **usual);
            role.usual.iter().find_map(|usual| named(&usual)).map(|key| column.field(key))
        };
        Some(Unfolded { text: field(&QUESTION), choices: field(&CHOICES) })
    }

    /// The questions of versions in a column of versions: the column itself, the text of its objects,
    /// or the fields of objects that hold a text or a question under the name of each version.
    ///
    /// # Errors
    /// Objects without a text.
    pub(crate) fn versions_within(
        &self,
        name: &str,
        column: &Column,
    ) -> Result<Vec<VersionText>, PairsError> {
        if let Some(text) = self.text_within(column.clone()) {
            return Ok(vec![VersionText { name: name.to_owned(), text, root: column.clone() }]);
        }
        let mut fields: Vec<&String> = Vec::new();
        let objects = self.file.rows.iter().filter_map(|row| column.value(row)?.as_object());
        for key in objects.flat_map(|object| object.keys()) {
            if !fields.contains(&key) {
                fields.push(key);
            }
        }
        let version = |key: &String| {
            let root = column.field(key);
            let text = self.text_within(root.clone())?;
            let has_text = self.file.rows.iter().any(|row| text.text(row).is_some());
            has_text.then(|| VersionText { name: key.clone(), text, root })
        };
        let versions: Vec<VersionText> = fields.into_iter().filter_map(version).collect();
        match versions.is_empty() {
            true => Err(PairsError::NoTextWithin { name: escape_line(name) }),
            false => Ok(versions),
        }
    }

    /// The column of a question's text: the column itself, or the field of its objects, at any depth.
    /// `None` if an object has no such field.
    pub(crate) fn text_within(&self, mut column: Column) -> Option<Column> {
        for _ in 0..DEEPEST {
            match self.unfolded(&column) {
                Some(unfolded) => column = unfolded.text?,
                None => return Some(column),
            }
        }
        None
    }

    /// The options of the object that has the question of a version as a field. No other field of it
    /// is taken: it may be another version, such as `story`.
    pub(super) fn choices_above(&self, question: &VersionText) -> Option<Column> {
        self.unfolded(&question.root.parent()?)?.choices
    }

    /// The fields of the objects that hold a question, from the innermost to that of its version, by
    /// their names without capitals and signs.
    pub(super) fn fields_beside(&self, question: &VersionText) -> Vec<(String, Column)> {
        let mut fields: Vec<(String, Column)> = Vec::new();
        let mut inner = question.text.clone();
        while inner != question.root
            && let Some(parent) = inner.parent()
        {
            let objects = self.file.rows.iter().filter_map(|row| parent.value(row)?.as_object());
            for key in objects.flat_map(|object| object.keys()) {
                let field = parent.field(key);
                if field != inner && !fields.iter().any(|(_, known)| *known == field) {
                    fields.push((folded(key), field));
                }
            }
            inner = parent;
        }
        fields
    }
}
