//! Lists and objects written as texts in cells: as JSON, or as Python and NumPy print them.

use peirast_rows::DataFile;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// Deepest nesting of lists and objects.
const DEEPEST: usize = 16;

/// The list or object that a text represents.
pub(crate) fn value(text: &str) -> Option<Value> {
    let text = text.trim();
    if !text.starts_with(['[', '{']) {
        return None;
    }
    let printed = || {
        let mut parser = Parser { rest: text };
        let value = parser.value(0)?;
        parser.rest.trim().is_empty().then_some(value)
    };
    serde_json::from_str(text).ok().or_else(printed)
}

/// The file, with objects in place of the texts of a column if all of them are objects.
pub(crate) fn with_objects(file: &DataFile) -> Cow<'_, DataFile> {
    let mut read = Cow::Borrowed(file);
    for column in &file.columns {
        let cells = || file.rows.iter().filter_map(|row| row.value(column));
        let is_text = |cell: &Value| cell.as_str().is_some_and(|text| text.trim().starts_with('{'));
        if cells().next().is_none() || !cells().all(is_text) {
            continue;
        }
        let object = |cell: &Value| value(cell.as_str()?).filter(Value::is_object);
        let Some(objects) = cells().map(object).collect::<Option<Vec<_>>>() else { continue };
        let rows = read.to_mut().rows.iter_mut().filter(|row| row.value(column).is_some());
        for (row, object) in rows.zip(objects) {
            row.fields.insert(column.clone(), object);
        }
    }
    read
}

/// Parses the output of Python from left to right.
struct Parser<'t> {
    rest: &'t str,
}

impl Parser<'_> {
    fn value(&mut self, depth: usize) -> Option<Value> {
        self.rest = self.rest.trim_start();
        let depth = Some(depth + 1).filter(|depth| *depth <= DEEPEST)?;
        match self.rest.chars().next()? {
            '[' => self.list(']', depth),
            '(' => self.list(')', depth),
            '{' => self.object(depth),
            quote @ ('\'' | '"') => self.quoted(quote).map(Value::String),
            _ if self.rest.starts_with("array(") => {
                self.rest = self.rest.strip_prefix("array(")?;
                let list = self.value(depth)?;
                // ", dtype=object)"
                let (_, rest) = self.rest.split_once(')')?;
                self.rest = rest;
                Some(list)
            }
            _ => Some(self.bare()),
        }
    }

    fn skip(&mut self, signs: &[char]) {
        self.rest = self.rest.trim_start_matches(|c: char| c.is_whitespace() || signs.contains(&c));
    }

    /// Values with commas or, from NumPy, white space between them.
    fn list(&mut self, end: char, depth: usize) -> Option<Value> {
        self.rest = self.rest.get(1..)?;
        let (mut list, mut is_bare) = (Vec::new(), true);
        loop {
            self.skip(&[',']);
            if let Some(rest) = self.rest.strip_prefix(end) {
                self.rest = rest;
                return Some(Value::Array(numbers(&list).filter(|_| is_bare).unwrap_or(list)));
            }
            is_bare &= !self.rest.starts_with(['\'', '"']);
            list.push(self.value(depth)?);
        }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        self.rest = self.rest.get(1..)?;
        let mut object = Map::new();
        loop {
            self.skip(&[',']);
            if let Some(rest) = self.rest.strip_prefix('}') {
                self.rest = rest;
                return Some(Value::Object(object));
            }
            let name = match self.value(depth)? {
                Value::String(name) => name,
                Value::Number(number) => number.to_string(),
                _ => return None,
            };
            self.skip(&[]);
            self.rest = self.rest.strip_prefix(':')?;
            let value = self.value(depth)?;
            object.insert(name, value);
        }
    }

    fn quoted(&mut self, quote: char) -> Option<String> {
        let mut inside = String::new();
        let mut chars = self.rest.char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' => inside.push(match chars.next()?.1 {
                    'n' => '\n',
                    't' => '\t',
                    other => other,
                }),
                c if c == quote => {
                    self.rest = self.rest.get(at + c.len_utf8()..)?;
                    return Some(inside);
                }
                c => inside.push(c),
            }
        }
        None
    }

    /// A number, a word of Python, or a text without quotation marks.
    fn bare(&mut self) -> Value {
        let end = self.rest.find([',', ']', ')', '}', ':']).unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        match text.trim() {
            "True" => Value::Bool(true),
            "False" => Value::Bool(false),
            "None" | "nan" => Value::Null,
            text => text.parse().map_or_else(|_| Value::String(text.to_owned()), Value::Number),
        }
    }
}

/// The numbers that NumPy prints with white space between them: `[100 200 300]`, `[1. 2.5]`. `None`
/// if the list is anything else.
fn numbers(list: &[Value]) -> Option<Vec<Value>> {
    let [Value::String(text)] = list else { return None };
    let number =
        |text: &str| text.strip_suffix('.').unwrap_or(text).parse().ok().map(Value::Number);
    let numbers: Vec<Value> = text.split_whitespace().map(number).collect::<Option<_>>()?;
    (numbers.len() > 1).then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_python_prints_is_read() {
        for (text, expected) in [
            ("['a', \"it's\", 'c, d']", json!(["a", "it's", "c, d"])),
            ("['a' \"it's\"\n 'c, d']", json!(["a", "it's", "c, d"])),
            ("[red, blue]", json!(["red", "blue"])),
            ("[  0 100\n 200]", json!([0, 100, 200])),
            ("[1.  2.5]", json!([1, 2.5])),
            ("[7 dwarfs, 3 bears]", json!(["7 dwarfs", "3 bears"])),
            ("[7 dwarfs]", json!(["7 dwarfs"])),
            ("['1 2']", json!(["1 2"])),
            ("{'a': 1, 'b': [True, None]}", json!({"a": 1, "b": [true, null]})),
            ("{'text': array(['x', 'y'], dtype=object)}", json!({"text": ["x", "y"]})),
            ("[('a', 1.5), ()]", json!([["a", 1.5], []])),
            ("[{'label': 'A', 'text': 'red'}]", json!([{"label": "A", "text": "red"}])),
        ] {
            assert_eq!(value(text), Some(expected), "{text}");
        }
        let deep = "[".repeat(100_000);
        for text in ["red", "['a'", "{'a'}", "{1: 2", "['a'] b", "{[]: 1}", deep.as_str()] {
            assert_eq!(value(text), None, "{}", text.get(..8).unwrap_or(text));
        }
    }
}
