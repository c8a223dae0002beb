//! Every function, compared with numbers from scipy, statsmodels and mpmath
//! (`golden/make_golden.py`). One module per file of numbers.

mod agreement;
mod binomial;
mod continuous;
mod dist;
mod effect;
mod family;
mod mcnemar;
mod multiple;
mod power;
mod proportion;
mod regression;
mod two_proportions;

use serde_json::Value;

/// The rows of a file of golden numbers; those with this `f` if one is given.
fn rows(text: &str, f: Option<&str>) -> Vec<Value> {
    let mut rows: Vec<Value> = serde_json::from_str(text).expect("golden JSON");
    rows.retain(|row| f.is_none_or(|f| row["f"] == f));
    assert!(!rows.is_empty(), "no rows for {f:?}");
    rows
}

fn float(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn count(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no count"))
}

fn parsed<T: serde::de::DeserializeOwned>(value: &Value) -> T {
    serde_json::from_value(value.clone()).unwrap_or_else(|e| panic!("{value}: {e}"))
}

#[track_caller]
fn close(got: f64, want: &Value, relative: f64, row: &Value) {
    let want = float(want);
    let off = (got - want).abs();
    assert!(off <= relative * want.abs() + 1e-300, "{got:e} for {want:e} in {row}");
}
