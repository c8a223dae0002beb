//! Problems of the built-in families.

use crate::error::bad_value;
use peirast_record::Profile;
use peirast_task::{Design, Family};
use pyo3::prelude::*;

/// Makes problems of a family (or `family/variant`), a JSON object each.
#[pyfunction]
fn make_problems(
    py: Python<'_>,
    family: &str,
    n: u32,
    seed: u64,
    profile: &str,
) -> PyResult<Vec<String>> {
    let profile: Profile = serde_json::from_value(serde_json::Value::String(profile.to_owned()))
        .map_err(|error| bad_value(&error))?;
    let design = Design { seed, profile };
    let (name, variant) = match family.split_once('/') {
        Some((name, variant)) => (name, Some(variant)),
        None => (family, None),
    };
    let family = Family::named(name).map_err(|error| bad_value(&error))?;
    let variants: Vec<&str> = match variant {
        Some(variant) => vec![variant],
        None => family.variants.iter().map(|one| one.name).collect(),
    };
    py.detach(|| {
        let mut lines = Vec::new();
        for variant in variants {
            let problems = family.make(&design, variant, n).map_err(|error| bad_value(&error))?;
            for problem in problems {
                lines.push(serde_json::to_string(&problem).map_err(|error| bad_value(&error))?);
            }
        }
        Ok(lines)
    })
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(make_problems, module)?)
}
