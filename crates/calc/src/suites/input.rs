//! The input of a vector, which stores its first fault.

use peirast_stats::MAX_COUNT;
use serde_json::Value;
use std::cell::RefCell;
use std::rc::Rc;
use std::str::FromStr;

/// A JSON object with the numbers of a test. It stores the first field that is missing or of
/// another type, and returns a default for it.
pub struct Input<'a> {
    value: &'a Value,
    wrong: Rc<RefCell<Option<String>>>,
}

impl<'a> Input<'a> {
    /// The input of a vector.
    pub fn new(value: &'a Value) -> Self {
        Self { value, wrong: Rc::default() }
    }

    /// The first fault.
    pub fn fault(&self) -> Option<String> {
        self.wrong.borrow().clone()
    }

    /// A whole number from 0 to 10^12.
    pub fn count(&self, name: &str) -> u64 {
        let count = self.value[name].as_u64().filter(|count| *count <= MAX_COUNT);
        count.unwrap_or_else(|| self.wrong(name, "a whole number from 0 to 10^12"))
    }

    /// A number.
    pub fn float(&self, name: &str) -> f64 {
        number(&self.value[name]).unwrap_or_else(|| self.wrong(name, "a number"))
    }

    /// A list of numbers.
    pub fn floats(&self, name: &str) -> Vec<f64> {
        list(&self.value[name]).unwrap_or_else(|| self.wrong(name, "a list of numbers"))
    }

    /// A list of numbers, some of which may be null.
    pub fn floats_or_null(&self, name: &str) -> Vec<Option<f64>> {
        let one = |value: &Value| match value {
            Value::Null => Some(None),
            value => number(value).map(Some),
        };
        let all = self.value[name].as_array().and_then(|all| all.iter().map(one).collect());
        all.unwrap_or_else(|| self.wrong(name, "a list of numbers"))
    }

    /// A list of lists of numbers.
    pub fn rows(&self, name: &str) -> Vec<Vec<f64>> {
        let rows = self.value[name].as_array();
        let rows = rows.and_then(|rows| rows.iter().map(list).collect());
        rows.unwrap_or_else(|| self.wrong(name, "a list of lists of numbers"))
    }

    /// A text, if there is one.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.value[name].as_str()
    }

    /// A name, parsed.
    pub fn parsed<T: FromStr>(&self, name: &str) -> Option<T>
    where
        T::Err: std::fmt::Display,
    {
        match self.text(name).unwrap_or_default().parse() {
            Ok(value) => Some(value),
            Err(why) => {
                self.wrong::<u64>(name, &why.to_string());
                None
            }
        }
    }

    /// A nested object, if there is one.
    pub fn inner(&self, name: &str) -> Option<Input<'a>> {
        let value = self.value.get(name)?;
        Some(Input { value, wrong: Rc::clone(&self.wrong) })
    }

    fn wrong<T: Default>(&self, name: &str, wanted: &str) -> T {
        let mut wrong = self.wrong.borrow_mut();
        if wrong.is_none() {
            *wrong = Some(format!("input `{name}`: must be {wanted}"));
        }
        T::default()
    }
}

/// A number, or the text of an infinite one.
fn number(value: &Value) -> Option<f64> {
    match value.as_str() {
        Some("inf") => Some(f64::INFINITY),
        Some("-inf") => Some(f64::NEG_INFINITY),
        _ => value.as_f64(),
    }
}

fn list(value: &Value) -> Option<Vec<f64>> {
    value.as_array()?.iter().map(number).collect()
}
