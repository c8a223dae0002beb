//! One function for each suite of the oracles. It takes the input of a vector and returns its
//! fields.

mod counts;
mod input;
mod models;
mod ranks;
mod samples;

pub use input::Input;
use peirast_stats::{Error, Interval, Ratio, Undefined};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The value of one field.
#[derive(Debug, Clone, PartialEq)]
pub enum Field {
    /// A number, flag or list; infinity is the string `inf`.
    Value(Value),
    /// Undefined, with the reason.
    Undefined(String),
}

/// The function that runs the vectors of a suite.
pub type Runner = fn(&Input<'_>) -> Fields;

/// Fields by their names.
pub type Fields = BTreeMap<String, Field>;

/// The runner of a suite.
pub fn named(suite: &str) -> Option<Runner> {
    SUITES.iter().find(|(name, _)| *name == suite).map(|(_, runner)| *runner)
}

/// The names of all suites.
pub fn names() -> String {
    SUITES.map(|(name, _)| name).join(", ")
}

/// All suites, each with the function that runs its vectors.
const SUITES: [(&str, Runner); 23] = [
    ("mcnemar", counts::mcnemar),
    ("binom_test", counts::binom_test),
    ("p_adjust", counts::p_adjust),
    ("matched_odds_ratio", counts::matched_odds_ratio),
    ("two_proportion_z", counts::two_proportion_z),
    ("proportion_ci", counts::proportion_ci),
    ("cohens_h", samples::cohens_h),
    ("cohens_d_independent", samples::cohens_d_independent),
    ("cohens_d_paired", samples::cohens_d_paired),
    ("paired_t", samples::paired_t),
    ("shapiro_wilk", samples::shapiro_wilk),
    ("descriptives", samples::descriptives),
    ("correlation", samples::correlation),
    ("wilcoxon_signed_rank", ranks::wilcoxon_signed_rank),
    ("mann_whitney_u", ranks::mann_whitney_u),
    ("kruskal_wallis", ranks::kruskal_wallis),
    ("friedman", ranks::friedman),
    ("cochran_q", ranks::cochran_q),
    ("bootstrap_fixed", models::bootstrap_fixed),
    ("permutation_test", models::permutation_test),
    ("logistic_regression", models::logistic_regression),
    ("power_mcnemar", models::power_mcnemar),
    ("power_two_proportion", models::power_two_proportion),
];

/// The given fields with their names.
fn fields<const N: usize>(list: [(&str, Field); N]) -> Fields {
    list.into_iter().map(|(name, field)| (name.to_owned(), field)).collect()
}

/// A field by its name and its function of a result.
type NamedField<'a, T> = (&'a str, fn(&T) -> Field);

/// A result with fields.
trait ByField<T> {
    /// The fields by their functions. Without a result, each is undefined for its reason.
    fn fields<const N: usize>(self, list: [NamedField<'_, T>; N]) -> Fields;
}

impl<T> ByField<T> for Result<T, Error> {
    fn fields<const N: usize>(self, list: [NamedField<'_, T>; N]) -> Fields {
        fields(list.map(|(name, of)| match &self {
            Ok(found) => (name, of(found)),
            Err(why) => (name, Field::Undefined(why.to_string())),
        }))
    }
}

/// A result as a field.
fn field<T: Plain, E: std::fmt::Display>(result: Result<T, E>) -> Field {
    match result {
        Ok(value) => value.plain(),
        Err(why) => Field::Undefined(why.to_string()),
    }
}

/// A value as a field.
fn value(value: impl Plain) -> Field {
    value.plain()
}

/// A value that fits in a field.
trait Plain {
    fn plain(self) -> Field;
}

fn number(value: f64) -> Value {
    if value.is_infinite() { json!(if value > 0.0 { "inf" } else { "-inf" }) } else { json!(value) }
}

impl Plain for f64 {
    fn plain(self) -> Field {
        Field::Value(number(self))
    }
}

impl Plain for bool {
    fn plain(self) -> Field {
        Field::Value(json!(self))
    }
}

impl Plain for Interval {
    fn plain(self) -> Field {
        Field::Value(json!([number(self.low), number(self.high)]))
    }
}

impl Plain for Vec<f64> {
    fn plain(self) -> Field {
        Field::Value(self.into_iter().map(number).collect())
    }
}

impl Plain for Vec<Option<f64>> {
    fn plain(self) -> Field {
        Field::Value(self.into_iter().map(|value| value.map_or(Value::Null, number)).collect())
    }
}

impl Plain for Ratio {
    fn plain(self) -> Field {
        match self.value() {
            Some(value) => value.plain(),
            None => Field::Undefined(Undefined::NoDiscordantPairs.to_string()),
        }
    }
}
