use std::collections::BTreeMap;

use peirast_stats::{Alternative, Bootstrap, Relabelings, bootstrap, permutation};

use super::{Field, Input, all_undefined, field, fields, value};

pub fn bootstrap_fixed(input: &Input<'_>) -> BTreeMap<String, Field> {
    let (data, confidence) = (input.floats("data"), input.float("conf"));
    let index = |index: f64| index as usize;
    let indices: Vec<Vec<usize>> =
        input.rows("indices").into_iter().map(|row| row.into_iter().map(index).collect()).collect();
    let statistic = match input.text("statistic") {
        Some("median") => bootstrap::median,
        _ => bootstrap::mean,
    };
    let resampled = match Bootstrap::from_indices(&data, statistic, &indices) {
        Ok(resampled) => resampled,
        Err(why) => {
            let plain = ["estimate", "replicates_sorted", "standard_error", "percentile", "basic"];
            return all_undefined(&[&plain[..], &["bca", "bca_z0", "bca_a"]].concat(), why);
        }
    };
    let bca = resampled.bca(confidence);
    fields([
        ("estimate", value(resampled.estimate())),
        ("replicates_sorted", value(resampled.replicates().to_vec())),
        ("standard_error", field(resampled.standard_error())),
        ("percentile", field(resampled.percentile(confidence))),
        ("basic", field(resampled.basic(confidence))),
        ("bca", field(bca.map(|bca| bca.interval))),
        ("bca_z0", field(bca.map(|bca| bca.z0))),
        ("bca_a", field(bca.map(|bca| bca.acceleration))),
    ])
}

pub fn permutation_test(input: &Input<'_>) -> BTreeMap<String, Field> {
    let (x, y) = (input.floats("x"), input.floats("y"));
    let test = match input.text("kind") {
        Some("paired") => permutation::paired(&x, &y, Relabelings::All),
        _ => permutation::independent(&x, &y, Relabelings::All),
    };
    match test {
        Ok(test) => fields([
            ("statistic", value(test.statistic)),
            ("p_two_sided", value(test.p(Alternative::TwoSided))),
            ("p_greater", value(test.p(Alternative::Greater))),
            ("p_less", value(test.p(Alternative::Less))),
            ("p_abs", value(test.as_far)),
        ]),
        Err(why) => {
            let p = ["p_two_sided", "p_greater", "p_less", "p_abs"];
            all_undefined(&[&["statistic"][..], &p].concat(), why)
        }
    }
}
