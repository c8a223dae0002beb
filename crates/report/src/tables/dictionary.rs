//! Meanings of columns, read from the dictionary of columns in the documentation.

use peirast_table::{Column, Row, Table, Unit};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The one place where columns are explained.
const TEXT: &str = include_str!("../../../../docs/columns.md");
/// The section of columns that every table of measures has.
const SHARED: &str = "Every table";

/// Units and meanings of columns, by table.
#[derive(Debug, Default)]
pub struct Dictionary {
    sections: BTreeMap<&'static str, BTreeMap<&'static str, (Unit, &'static str)>>,
}

impl Dictionary {
    fn read(text: &'static str) -> Self {
        let mut dictionary = Self::default();
        let mut section = "";
        for line in text.lines() {
            if let Some(title) = line.strip_prefix("## ") {
                section = title.trim();
            } else if line.starts_with("| `") {
                let mut cells = line.trim_matches('|').split(" | ").map(str::trim);
                let (Some(names), Some(unit), Some(meaning)) =
                    (cells.next(), cells.next(), cells.next())
                else {
                    continue;
                };
                let unit = Unit::named(unit).unwrap_or(Unit::Name);
                let own = dictionary.sections.entry(section).or_default();
                own.extend(names.split('`').skip(1).step_by(2).map(|name| (name, (unit, meaning))));
            }
        }
        dictionary
    }

    fn entry(&self, table: &str, column: &str) -> Option<(Unit, &'static str)> {
        let own = self.sections.get(table).and_then(|section| section.get(column));
        own.or_else(|| self.sections.get(SHARED)?.get(column)).copied()
    }

    /// The meaning of a column of a table; `None` if the dictionary has none.
    pub fn meaning(&self, table: &str, column: &str) -> Option<&'static str> {
        self.entry(table, column).map(|(_, meaning)| meaning)
    }

    /// The unit of a column; a name where nothing is said of it.
    pub fn unit(&self, table: &str, column: &str) -> Unit {
        self.entry(table, column).map_or(Unit::Name, |(unit, _)| unit)
    }
}

/// The dictionary, read once.
///
/// ```
/// let dictionary = peirast_report::dictionary();
/// assert!(dictionary.meaning("outcomes", "grade").is_some_and(|words| words.contains("correct")));
/// assert_eq!(dictionary.meaning("outcomes", "no such column"), None);
/// ```
pub fn dictionary() -> &'static Dictionary {
    static READ: OnceLock<Dictionary> = OnceLock::new();
    READ.get_or_init(|| Dictionary::read(TEXT))
}

/// A table of what the columns of others mean.
pub fn columns_table<'a, 'b>(of: impl IntoIterator<Item = &'b Table<'a>>) -> Table<'a>
where
    'a: 'b,
{
    let row = |table: &Table<'a>, column: &Column| {
        let (unit, range) = (column.unit.name().to_owned(), column.unit.range().to_owned());
        let cells = [table.name.clone(), column.name.clone(), unit, range];
        let mut cells: Vec<_> = cells.map(peirast_table::Cell::from).into();
        cells.push(column.meaning.clone().into());
        Row::new(cells)
    };
    let rows =
        of.into_iter().flat_map(|table| table.columns.iter().map(move |own| row(table, own)));
    let head = ["table", "column", "unit", "range", "meaning"];
    let meaning = |name: &str| dictionary().meaning("columns", name).unwrap_or_default();
    let head = head.map(|name| Column::new(name, Unit::Name, meaning(name)));
    Table {
        note: "What the columns of the other tables mean. Shares and differences of shares are fractions in \
               files that programs read."
            .to_owned(),
        ..Table::new("columns", "Columns", head.into(), rows.collect())
    }
}
