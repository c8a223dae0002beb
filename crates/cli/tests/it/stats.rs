//! Statistics on the user's own numbers.

mod adjust;
mod agreement;
mod batch;
mod bootstrap;
mod content_effect;
mod curve;
mod effect;
mod help;
mod input;
mod interval;
mod nested;
mod power;
mod samples;
mod sequential;
mod single;

use crate::support::{Place, json_lines};
use serde_json::Value;

/// Eight pairs of scores, a group and two raters; one row lacks a value.
const SCORES: &str = "before,after,group,first,second
1,3,a,x,x
2,5,a,y,y
3,4,a,x,y
4,9,b,x,x
5,7,b,y,y
6,13,b,y,x
7,8,b,x,x
8,,a,y,y
";

/// The one row of JSON that a command prints.
fn row(place: &Place, line: &str) -> Value {
    let mut rows = rows(place, line);
    assert_eq!(rows.len(), 1, "{line}");
    rows.remove(0)
}

/// The rows of JSON that a command prints.
fn rows(place: &Place, line: &str) -> Vec<Value> {
    json_lines(&place.ok(&format!("stats {line} --json")))
}

/// A number by its name.
fn one(value: &Value, name: &str) -> f64 {
    value[name].as_f64().unwrap_or_else(|| panic!("no number `{name}` in {value}"))
}

/// Asserts that a number equals another, up to rounding.
fn close(found: f64, expected: f64, what: &str) {
    assert!(
        (found - expected).abs() <= 1e-9 * expected.abs().max(1e-3),
        "{what}: {found}, not {expected}"
    );
}

/// Asserts that an interval equals another, up to rounding.
fn spans(row: &Value, low: f64, high: f64, what: &str) {
    close(one(&row["interval"], "low"), low, what);
    close(one(&row["interval"], "high"), high, what);
}
