//! One function for each suite of the oracles: the input of a vector in, its fields out.

mod counts;
mod effects;
mod input;
mod planning;
mod proportions;
mod ranks;
mod regression;
mod resampling;
mod samples;

use std::collections::BTreeMap;

use input::Input;
use peirast_stats::{Error, Interval, Ratio, Undefined};
use serde_json::{Value, json};

/// The value of one field.
#[derive(Debug, Clone, PartialEq)]
pub enum Field {
    /// A number, flag or list; infinity is the string `inf`.
    Value(Value),
    /// Undefined; the text says why.
    Undefined(String),
}

/// The function that runs the vectors of a suite.
type Runner = fn(&Input<'_>) -> BTreeMap<String, Field>;

/// The fields of one vector of a suite.
///
/// # Errors
/// An unknown suite, or a fault of the input.
pub fn run(suite: &str, input: &Value) -> Result<BTreeMap<String, Field>, String> {
    let runner = runner(suite)
        .ok_or_else(|| format!("there is no suite `{suite}`: there are {}", SUITES.join(", ")))?;
    let input = Input::new(input);
    let fields = runner(&input);
    input.fault().map_or(Ok(fields), Err)
}

/// The names of all suites.
pub const SUITES: [&str; 23] = [
    "mcnemar",
    "binom_test",
    "p_adjust",
    "matched_odds_ratio",
    "two_proportion_z",
    "proportion_ci",
    "cohens_h",
    "cohens_d_independent",
    "cohens_d_paired",
    "paired_t",
    "shapiro_wilk",
    "descriptives",
    "correlation",
    "wilcoxon_signed_rank",
    "mann_whitney_u",
    "kruskal_wallis",
    "friedman",
    "cochran_q",
    "bootstrap_fixed",
    "permutation_test",
    "logistic_regression",
    "power_mcnemar",
    "power_two_proportion",
];

/// The runner of a suite, by its name.
fn runner(suite: &str) -> Option<Runner> {
    Some(match suite {
        "mcnemar" => counts::mcnemar,
        "binom_test" => counts::binom_test,
        "p_adjust" => counts::p_adjust,
        "matched_odds_ratio" => counts::matched_odds_ratio,
        "two_proportion_z" => proportions::two_proportion_z,
        "proportion_ci" => proportions::proportion_ci,
        "cohens_h" => effects::cohens_h,
        "cohens_d_independent" => effects::cohens_d_independent,
        "cohens_d_paired" => effects::cohens_d_paired,
        "paired_t" => samples::paired_t,
        "shapiro_wilk" => samples::shapiro_wilk,
        "descriptives" => samples::descriptives,
        "correlation" => samples::correlation,
        "wilcoxon_signed_rank" => ranks::wilcoxon_signed_rank,
        "mann_whitney_u" => ranks::mann_whitney_u,
        "kruskal_wallis" => ranks::kruskal_wallis,
        "friedman" => ranks::friedman,
        "cochran_q" => ranks::cochran_q,
        "bootstrap_fixed" => resampling::bootstrap_fixed,
        "permutation_test" => resampling::permutation_test,
        "logistic_regression" => regression::logistic_regression,
        "power_mcnemar" => planning::power_mcnemar,
        "power_two_proportion" => planning::power_two_proportion,
        _ => return None,
    })
}

/// The fields that are given, under their names.
fn fields<const N: usize>(list: [(&str, Field); N]) -> BTreeMap<String, Field> {
    list.into_iter().map(|(name, field)| (name.to_owned(), field)).collect()
}

/// All of these fields undefined, for one reason.
fn all_undefined(names: &[&str], why: Error) -> BTreeMap<String, Field> {
    names.iter().map(|name| ((*name).to_owned(), field(Err::<f64, _>(why)))).collect()
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

/// A value that a field can hold.
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
