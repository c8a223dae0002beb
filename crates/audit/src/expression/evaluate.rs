use super::function::{Why, aggregate, scalar};
use super::{Binary, Expression, Unary, Value};
use crate::table::plain;
use crate::{Cell, Document, Table};

/// The tables for an expression.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// The document.
    pub document: &'a Document,
    /// The table of columns without a table name.
    pub table: Option<&'a Table>,
}

/// The place of an evaluation: a row of a table, or none.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'a> {
    context: Context<'a>,
    row: Option<(&'a Table, usize)>,
}

impl<'a> Context<'a> {
    /// A table by its name, in upper or lower case.
    fn named(&self, name: &str) -> Result<&'a Table, Why> {
        let tables = || self.document.tables.iter();
        let exact = tables().find(|table| table.title.eq_ignore_ascii_case(name));
        exact.or_else(|| tables().find(|table| plain(&table.title) == plain(name))).ok_or_else(
            || {
                let known: Vec<String> =
                    tables().take(12).map(|table| format!("`{}`", table.title)).collect();
                format!("there is no table `{name}`: there are {}", known.join(", "))
            },
        )
    }

    /// Evaluates outside of any row.
    pub fn value(self, expression: &Expression) -> Result<Value, Why> {
        Scope { context: self, row: None }.value(expression)
    }

    /// Evaluates on a row of a table.
    pub fn value_on(
        self,
        table: &'a Table,
        row: usize,
        expression: &Expression,
    ) -> Result<Value, Why> {
        Scope { context: self, row: Some((table, row)) }.value(expression)
    }
}

/// The row of another table with the same subject: its first cell is the same.
fn partner(table: &Table, row: usize, other: &Table) -> Result<Option<usize>, Why> {
    let name = |row: &crate::Row| row.cells.first().map(|cell| cell.text.to_lowercase());
    let Some(wanted) = table.rows.get(row).and_then(name) else { return Ok(None) };
    let mut alike =
        (0..other.rows.len()).filter(|at| name(&other.rows[*at]).as_ref() == Some(&wanted));
    match (alike.next(), alike.next()) {
        (first, None) => Ok(first),
        _ => Err(format!("`{}` has several rows `{wanted}`", other.title)),
    }
}

impl<'a> Scope<'a> {
    /// Evaluates an expression here.
    pub fn value(self, expression: &Expression) -> Result<Value, Why> {
        match expression {
            Expression::Number { value, slack } => {
                Ok(Value::Number { value: *value, slack: *slack })
            }
            Expression::Text(text) => Ok(Value::Text(text.clone())),
            Expression::Truth(truth) => Ok(Value::Truth(*truth)),
            Expression::Column { table, name } => self.cell(table.as_deref(), name),
            Expression::Unary(operator, inside) => unary(*operator, self.value(inside)?),
            Expression::Binary(operator, left, right) => self.binary(*operator, left, right),
            Expression::Call { name, arguments, condition } => {
                self.call(name, arguments, condition.as_deref())
            }
        }
    }

    fn cell(self, table: Option<&str>, name: &str) -> Result<Value, Why> {
        let Some((own, cell, column)) = self.find(table, name)? else { return Ok(Value::Missing) };
        Ok(match Value::from_cell(cell) {
            Value::Number { value, .. } if own.holds_counts(column) => Value::exact(value),
            value => value,
        })
    }

    /// The cell of a column on the current row, or on the row of another table with the same
    /// subject. `None` if there is none.
    fn find(
        self,
        table: Option<&str>,
        name: &str,
    ) -> Result<Option<(&'a Table, &'a Cell, usize)>, Why> {
        let Some((own, row)) = self.row else {
            return Err(format!(
                "`{name}` is a column: select or combine its values, as in mean({name})"
            ));
        };
        let (own, row) = match table.map(|table| self.context.named(table)).transpose()? {
            Some(other) if !std::ptr::eq(other, own) => match partner(own, row, other)? {
                Some(row) => (other, row),
                None => return Ok(None),
            },
            _ => (own, row),
        };
        let column = own.sole_column(name)?;
        let cell = own.rows.get(row).and_then(|row| row.cells.get(column));
        Ok(cell.map(|cell| (own, cell, column)))
    }

    fn binary(self, operator: Binary, left: &Expression, right: &Expression) -> Result<Value, Why> {
        if matches!(operator, Binary::And | Binary::Or) {
            let decided = operator == Binary::Or;
            return match truth(self.value(left)?)? {
                first if first == decided => Ok(Value::Truth(decided)),
                _ => Ok(Value::Truth(truth(self.value(right)?)?)),
            };
        }
        let texts = self.texts(left, right)?;
        let (left, right) = (self.value(left)?, self.value(right)?);
        match operator {
            Binary::Equal | Binary::Unequal if texts.is_some() => {
                let same =
                    texts.is_some_and(|(a, b)| a.trim().to_lowercase() == b.trim().to_lowercase());
                Ok(Value::Truth(same == (operator == Binary::Equal)))
            }
            Binary::Equal => Ok(Value::Truth(equal(&left, &right))),
            Binary::Unequal => Ok(Value::Truth(!equal(&left, &right))),
            Binary::Less | Binary::AtMost | Binary::More | Binary::AtLeast => {
                compare(operator, &left, &right)
            }
            _ => arithmetic(operator, &left, &right),
        }
    }

    /// The texts to compare, if a column is compared with a text: the content of its cell, even if
    /// the cell could be read in another way.
    fn texts(self, left: &Expression, right: &Expression) -> Result<Option<(String, String)>, Why> {
        let (column, text) = match (left, right) {
            (Expression::Column { table, name }, Expression::Text(text))
            | (Expression::Text(text), Expression::Column { table, name }) => ((table, name), text),
            _ => return Ok(None),
        };
        let cell = self.find(column.0.as_deref(), column.1)?.map(|(_, cell, _)| cell.text.clone());
        Ok(Some((cell.unwrap_or_default(), text.clone())))
    }

    fn call(
        self,
        name: &str,
        arguments: &[Expression],
        condition: Option<&Expression>,
    ) -> Result<Value, Why> {
        if name == "if" {
            let [test, yes, no] = arguments else {
                return Err("if takes a condition and two values".to_owned());
            };
            return self.value(if truth(self.value(test)?)? { yes } else { no });
        }
        if let Some(function) = scalar(name) {
            if condition.is_some() {
                return Err(format!(
                    "{name} does not accept `where`: it is not a function of rows"
                ));
            }
            let values: Vec<Value> =
                arguments.iter().map(|argument| self.value(argument)).collect::<Result<_, _>>()?;
            return function.apply(name, &values);
        }
        let Some(function) = aggregate(name) else {
            return Err(format!("there is no function `{name}`"));
        };
        let table = self.table_of(arguments, condition)?;
        let mut rows: Vec<Vec<Value>> = Vec::new();
        for row in 0..table.rows.len() {
            let here = Scope { context: self.context, row: Some((table, row)) };
            if let Some(condition) = condition {
                match here.value(condition)? {
                    Value::Missing | Value::Truth(false) => continue,
                    other => {
                        truth(other)?;
                    }
                }
            }
            rows.push(
                arguments.iter().map(|argument| here.value(argument)).collect::<Result<_, _>>()?,
            );
        }
        function.apply(name, arguments.len(), &rows)
    }

    /// The table whose rows a function uses: the current one, if a column names no table; otherwise
    /// the first named one.
    fn table_of(
        self,
        arguments: &[Expression],
        condition: Option<&Expression>,
    ) -> Result<&'a Table, Why> {
        let mut named: Vec<Option<&str>> = Vec::new();
        arguments.iter().chain(condition).for_each(|part| tables(part, &mut named));
        match named.first() {
            Some(Some(name)) if !named.contains(&None) => self.context.named(name),
            _ => self.row.map(|(table, _)| table).or(self.context.table).ok_or_else(|| {
                "no table is named: write table.column, or give the claim a `table`".to_owned()
            }),
        }
    }
}

/// The tables that the columns of an expression name, outside of nested functions of rows.
fn tables<'e>(expression: &'e Expression, found: &mut Vec<Option<&'e str>>) {
    match expression {
        Expression::Column { table, .. } => found.push(table.as_deref()),
        Expression::Call { name, .. } if aggregate(name).is_some() => {}
        _ => expression.parts().into_iter().for_each(|part| tables(part, found)),
    }
}

/// A truth value, or the reason why there is none.
pub fn truth(value: Value) -> Result<bool, Why> {
    match value {
        Value::Truth(truth) => Ok(truth),
        other => Err(format!("a condition must be true or false, but this is {}", other.kind())),
    }
}

fn unary(operator: Unary, value: Value) -> Result<Value, Why> {
    match (operator, value) {
        (_, Value::Missing) => Ok(Value::Missing),
        (Unary::Minus, Value::Number { value, slack }) => {
            Ok(Value::Number { value: -value, slack })
        }
        (Unary::Not, value) => Ok(Value::Truth(!truth(value)?)),
        (Unary::Minus, other) => Err(format!("- takes a number, not {}", other.kind())),
    }
}

/// The largest difference between two numbers that rounding errors of the computation explain.
pub fn crumbs(a: f64, b: f64) -> f64 {
    1e-9 * a.abs().max(b.abs()) + 1e-12
}

/// Tests if values are equal as texts, as truth values, or as numbers up to their rounding.
pub fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number { value: a, slack: s }, Value::Number { value: b, slack: t }) => {
            (a - b).abs() <= s + t + crumbs(*a, *b)
        }
        (Value::Text(a), Value::Text(b)) => a.trim().eq_ignore_ascii_case(b.trim()),
        (Value::Truth(a), Value::Truth(b)) => a == b,
        _ => false,
    }
}

fn compare(operator: Binary, left: &Value, right: &Value) -> Result<Value, Why> {
    let (Value::Number { value: a, .. }, Value::Number { value: b, .. }) = (left, right) else {
        return match (left, right) {
            (Value::Missing, _) | (_, Value::Missing) => Ok(Value::Missing),
            _ => Err(format!("{} and {} cannot be ordered", left.kind(), right.kind())),
        };
    };
    Ok(Value::Truth(match operator {
        Binary::Less => a < b,
        Binary::AtMost => a <= b,
        Binary::More => a > b,
        _ => a >= b,
    }))
}

fn arithmetic(operator: Binary, left: &Value, right: &Value) -> Result<Value, Why> {
    let (Value::Number { value: a, slack: s }, Value::Number { value: b, slack: t }) =
        (left, right)
    else {
        return match (left, right) {
            (Value::Missing, _) | (_, Value::Missing) => Ok(Value::Missing),
            _ => Err(format!("{} and {} cannot be used in arithmetic", left.kind(), right.kind())),
        };
    };
    let (value, slack) = match operator {
        Binary::Plus => (a + b, s + t),
        Binary::Minus => (a - b, s + t),
        Binary::Times => (a * b, a.abs() * t + b.abs() * s + s * t),
        Binary::Over if *b == 0.0 => return Err("division by zero".to_owned()),
        Binary::Over => (a / b, (s + (a / b).abs() * t) / b.abs()),
        _ => {
            let moved = ((a + s).powf(*b) - a.powf(*b)).abs() + (a.powf(b + t) - a.powf(*b)).abs();
            (a.powf(*b), moved)
        }
    };
    if !value.is_finite() || !slack.is_finite() {
        return Err("the result is not a finite number".to_owned());
    }
    Ok(Value::Number { value, slack })
}
