//! The columns of a data file by their roles, found by given or by usual names.

mod objects;
mod own;
mod roles;
mod texts;
mod wrong;

use crate::choices::Choices;
use crate::names::folded;
use crate::{PairsError, value};
pub(crate) use objects::VersionText;
pub(crate) use own::cuts;
use peirast_record::ColumnNames;
use peirast_rows::{DataFile, DataRow};
use peirast_table::escape_line;
use roles::{AFTER, CLUSTER, MARK, OPTION_LABELS, OPTION_SEPARATOR, TOLERANCE, WRITER};
pub(crate) use roles::{
    ALTERNATIVES, ANSWER, CHOICES, CONTEXT, ITEM, LURE, QUESTION, Role, VERSION,
};
use serde_json::Value;
use std::collections::BTreeSet;
pub(crate) use wrong::with_right;

/// Prefixes of the names of columns with one option each, before a letter or a number.
const OPTION_PREFIXES: [&str; 8] =
    ["", "option", "choice", "opt", "op", "ending", "sol", "candidate"];

/// Largest number of characters in the name of a column; a longer one looks like a value.
const LONGEST_HEAD: usize = 40;

/// A column, or a field of the objects in one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Column(Vec<String>);

impl Column {
    pub(crate) fn top(name: &str) -> Self {
        Self(vec![name.to_owned()])
    }

    pub(crate) fn field(&self, name: &str) -> Self {
        Self(self.0.iter().cloned().chain([name.to_owned()]).collect())
    }

    /// The object that it is a field of.
    fn parent(&self) -> Option<Self> {
        let (_, path) = self.0.split_last()?;
        (!path.is_empty()).then(|| Self(path.to_vec()))
    }

    /// The column that contains the object.
    pub(crate) fn head(&self) -> &str {
        self.0.first().map_or("", String::as_str)
    }

    pub(crate) fn name(&self) -> String {
        self.0.join(".")
    }

    /// The value in a row, unless it is `null`.
    pub(crate) fn value<'r>(&self, row: &'r DataRow) -> Option<&'r Value> {
        let (head, rest) = self.0.split_first()?;
        rest.iter()
            .try_fold(row.value(head)?, |value, field| value.get(field))
            .filter(|value| !value.is_null())
    }

    /// The plain value in a row as a text, unless it is invisible.
    pub(crate) fn text(&self, row: &DataRow) -> Option<String> {
        value::text(self.value(row)?).filter(|text| !text.is_empty())
    }
}

/// The places of the options of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum ChoiceColumns {
    /// No options.
    #[default]
    None,
    /// In one column.
    One(Column),
    /// In one column each, with the label at the end of its name.
    Each(Vec<(String, Column)>),
    /// The wrong ones in these columns; the right one is the answer.
    Wrong(Vec<Column>),
}

/// The columns that apply to every version of a row, or to the row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Columns {
    pub(crate) item: Option<Column>,
    pub(crate) context: Option<Column>,
    pub(crate) question: Option<Column>,
    pub(crate) choices: ChoiceColumns,
    pub(crate) answer: Option<Column>,
    pub(crate) lure: Option<Column>,
    pub(crate) alternatives: Option<Column>,
    pub(crate) tolerance: Option<Column>,
    pub(crate) cluster: Option<Column>,
    pub(crate) after: Option<Column>,
    pub(crate) option_labels: Option<Column>,
    pub(crate) option_separator: Option<Column>,
    pub(crate) writer: Option<Column>,
    pub(crate) mark: Option<Column>,
}

/// Finds the columns of a file, each for one role.
pub(crate) struct ColumnFinder<'f> {
    pub(crate) file: &'f DataFile,
    used: BTreeSet<String>,
}

impl<'f> ColumnFinder<'f> {
    pub(crate) fn new(file: &'f DataFile) -> Self {
        Self { file, used: BTreeSet::new() }
    }

    /// Takes the named columns first, and then the usual ones.
    pub(crate) fn columns(&mut self, names: &ColumnNames) -> Result<Columns, PairsError> {
        let mut columns = Columns::default();
        // Named columns come first, so that no other role takes them.
        let named: [(&Option<String>, &mut Option<Column>); 8] = [
            (&names.item, &mut columns.item),
            (&names.context, &mut columns.context),
            (&names.question, &mut columns.question),
            (&names.answer, &mut columns.answer),
            (&names.lure, &mut columns.lure),
            (&names.alternatives, &mut columns.alternatives),
            (&names.tolerance, &mut columns.tolerance),
            (&names.cluster, &mut columns.cluster),
        ];
        for (name, place) in named {
            if let Some(name) = name {
                *place = Some(self.named(name)?);
            }
        }
        columns.choices = self.named_choices(&names.choices)?;
        for name in names.versions.iter().chain(&names.version).chain(&names.keep) {
            self.named(name)?;
        }
        let is_wide = !names.versions.is_empty();
        if columns.question.is_none() && !is_wide {
            columns.question = self.usual(&QUESTION);
        }
        self.unfold_question(&mut columns, names.question.is_some());
        if columns.choices == ChoiceColumns::None {
            columns.choices = self.usual_choices();
        }
        if columns.answer.is_none() {
            columns.answer = self.usual(&ANSWER);
        }
        let usual: [(&Role, &mut Option<Column>); 10] = [
            (&LURE, &mut columns.lure),
            (&ALTERNATIVES, &mut columns.alternatives),
            (&TOLERANCE, &mut columns.tolerance),
            (&CLUSTER, &mut columns.cluster),
            (&CONTEXT, &mut columns.context),
            (&AFTER, &mut columns.after),
            (&OPTION_LABELS, &mut columns.option_labels),
            (&OPTION_SEPARATOR, &mut columns.option_separator),
            (&WRITER, &mut columns.writer),
            (&MARK, &mut columns.mark),
        ];
        for (role, place) in usual {
            if place.is_none() {
                *place = self.usual(role);
            }
        }
        // Names of levels are no text before a question.
        if names.context.is_none()
            && let Some(context) = columns.context.take_if(|context| !self.is_context(context))
        {
            self.release(&context);
        }
        Ok(columns)
    }

    /// The column of this name, or the field of one: `question.stem`.
    pub(crate) fn named(&mut self, name: &str) -> Result<Column, PairsError> {
        let is_column = |name: &str| self.file.columns.iter().any(|own| own == name);
        let column = match is_column(name) {
            true => Column::top(name),
            false => Column(name.split('.').map(str::to_owned).collect()),
        };
        if !is_column(column.head()) || self.file.rows.iter().all(|row| column.value(row).is_none())
        {
            return Err(PairsError::NoColumn { name: escape_line(name), known: self.known() });
        }
        self.used.insert(column.head().to_owned());
        Ok(column)
    }

    /// The remaining column with the most certain of the usual names.
    pub(crate) fn usual(&mut self, role: &Role) -> Option<Column> {
        let column = self.candidates(role).next()?;
        self.used.insert(column.head().to_owned());
        Some(column)
    }

    /// The remaining columns with usual names, the most certain first.
    pub(crate) fn candidates(&self, role: &Role) -> impl Iterator<Item = Column> + use<'_, 'f> {
        let usual = role.usual;
        usual.iter().flat_map(|usual| {
            self.left().filter(move |name| folded(name) == *usual).map(Column::top)
        })
    }

    /// The columns without a role, in order.
    pub(crate) fn left(&self) -> impl Iterator<Item = &'f str> + use<'_, 'f> {
        self.file.columns.iter().map(String::as_str).filter(|name| !self.used.contains(*name))
    }

    pub(crate) fn take(&mut self, column: &Column) {
        self.used.insert(column.head().to_owned());
    }

    /// Gives a column back, for another role or for none.
    pub(crate) fn release(&mut self, column: &Column) {
        self.used.remove(column.head());
    }

    /// The names of all columns, for messages; of a column of objects, the names of their fields.
    pub(crate) fn known(&self) -> String {
        let names = |name: &String| -> Vec<String> {
            let mut cells = self.file.rows.iter().filter_map(|row| row.value(name));
            let fields = cells.find_map(Value::as_object).filter(|object| !object.is_empty());
            match fields {
                Some(object) => object.keys().map(|key| format!("{name}.{key}")).collect(),
                None => vec![name.clone()],
            }
        };
        let names = self.file.columns.iter().flat_map(names);
        names.map(|name| escape_line(&name)).collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn unrecognised(&self, role: &Role) -> PairsError {
        // A question, a long text or a number is no header.
        let is_value = |name: &String| {
            name.ends_with('?')
                || name.chars().count() > LONGEST_HEAD
                || name.parse::<f64>().is_ok()
        };
        let is_by_place = (1..).zip(&self.file.columns).all(|(place, name)| {
            let place: usize = place;
            *name == place.to_string()
        });
        let headless = !is_by_place && self.file.columns.iter().any(is_value);
        PairsError::Unrecognised { what: role.what, flag: role.flag, known: self.known(), headless }
    }

    fn named_choices(&mut self, names: &[String]) -> Result<ChoiceColumns, PairsError> {
        Ok(match names {
            [] => ChoiceColumns::None,
            [one] => ChoiceColumns::One(self.named(one)?),
            several => {
                let label = |at: usize| ('A'..='Z').nth(at).unwrap_or('Z').to_string();
                let columns =
                    several.iter().map(|name| self.named(name)).collect::<Result<Vec<_>, _>>()?;
                ChoiceColumns::Each((0..).map(label).zip(columns).collect())
            }
        })
    }

    fn usual_choices(&mut self) -> ChoiceColumns {
        if let Some(column) = self.usual(&CHOICES) {
            return ChoiceColumns::One(column);
        }
        let left: Vec<(String, Column)> =
            self.left().map(|name| (folded(name), Column::top(name))).collect();
        let Some(each) = options_each(&left) else {
            let other = self.wrong_options().or_else(|| self.answer_options());
            return other.unwrap_or_default();
        };
        each.iter().for_each(|(_, column)| self.take(column));
        ChoiceColumns::Each(each)
    }
}

/// Columns of one option each, with their labels: named by a prefix and a letter from `a`, or by a
/// prefix and a number from 0 or 1.
pub(crate) fn options_each(named: &[(String, Column)]) -> Option<Vec<(String, Column)>> {
    OPTION_PREFIXES.iter().find_map(|prefix| options_with(prefix, named))
}

fn options_with(prefix: &str, named: &[(String, Column)]) -> Option<Vec<(String, Column)>> {
    let column = |ending: String| {
        let (_, found) = named.iter().find(|(name, _)| *name == format!("{prefix}{ending}"))?;
        Some((ending.to_uppercase(), found.clone()))
    };
    let letters: Vec<_> = ('a'..='z').map_while(|letter| column(letter.to_string())).collect();
    // A column named by a number alone is no option.
    let numbered = |first: usize| -> Vec<_> {
        (first..first + 26).map_while(|at| column(at.to_string())).collect()
    };
    let numbers = match prefix.is_empty() {
        true => Vec::new(),
        false => Some(numbered(0)).filter(|all| !all.is_empty()).unwrap_or_else(|| numbered(1)),
    };
    [letters, numbers].into_iter().find(|columns| columns.len() > 1)
}

impl ChoiceColumns {
    /// The options of a row; `None` if it has none.
    pub(crate) fn read(&self, row: &DataRow) -> Result<Option<Choices>, PairsError> {
        Ok(match self {
            // They need the answer: see [`with_right`].
            Self::None | Self::Wrong(_) => None,
            Self::One(column) => match column.value(row) {
                None => None,
                Some(value) => Some(Choices::from_value(value).ok_or_else(|| {
                    let what = format!(
                        "column `{}` holds no list of two or more options: write [\"red\", \"blue\"], red|blue, or a \
                         column for every option",
                        escape_line(&column.name())
                    );
                    PairsError::at(format!("row {}", row.place), what)
                })?),
            },
            Self::Each(columns) => {
                let cells: Vec<(String, Option<String>)> =
                    columns.iter().map(|(label, column)| (label.clone(), column.text(row))).collect();
                if let Some(label) = Choices::gap(&cells) {
                    let what = format!(
                        "option {label} is empty, and a later one is not, so letters and numbers \
                         of options are ambiguous: fill it, or move the others up"
                    );
                    return Err(PairsError::at(format!("row {}", row.place), what));
                }
                Choices::from_cells(cells)
            }
        })
    }

    /// The columns.
    pub(crate) fn columns(&self) -> Vec<&Column> {
        match self {
            Self::None => Vec::new(),
            Self::One(column) => vec![column],
            Self::Each(columns) => columns.iter().map(|(_, column)| column).collect(),
            Self::Wrong(columns) => columns.iter().collect(),
        }
    }
}
