//! JSON: all data, with the meanings of columns.

use crate::{Cell, Column, Table, escape_json};
use serde_json::{Map, Value, json};

impl Table<'_> {
    /// Renders the table as JSON, one row on a line: name, title, note, columns with unit and
    /// meaning, origin, and rows as objects. Infinity is the text `infinity`; missing values are
    /// `null`.
    pub fn json(&self) -> String {
        let origin: Map<String, Value> =
            self.origin.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        let columns: Vec<Value> = self.columns.iter().map(described).collect();
        let mut text = format!(
            "{{\n\"name\": {},\n\"title\": {},\n\"note\": {},\n\"origin\": {},\n\"columns\": {},\n\"rows\": [",
            json!(self.name),
            json!(self.title),
            json!(self.note),
            Value::Object(origin),
            Value::Array(columns)
        );
        for (number, row) in self.rows.iter().enumerate() {
            let cell = |(at, column): (usize, &Column)| (column.name.clone(), value(row.cell(at)));
            let cells: Map<String, Value> = self.columns.iter().enumerate().map(cell).collect();
            text.push_str(if number == 0 { "\n" } else { ",\n" });
            text.push_str(&Value::Object(cells).to_string());
        }
        text.push_str("\n]\n}\n");
        escape_json(&text)
    }
}

fn described(column: &Column) -> Value {
    json!({ "name": column.name, "unit": column.unit.name(), "meaning": column.meaning })
}

fn value(cell: &Cell<'_>) -> Value {
    match cell {
        Cell::Text(text) => json!(text),
        Cell::Flag(flag) => json!(flag),
        Cell::Count(count) => json!(count),
        Cell::Number(number) if number.is_infinite() => {
            json!(if *number > 0.0 { "infinity" } else { "-infinity" })
        }
        Cell::Number(number) => json!(number),
        Cell::Missing => Value::Null,
    }
}
