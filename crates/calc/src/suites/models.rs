//! Suites of resampling, regression and planning.

use super::{ByField as _, Field, Fields, Input, field, fields, value};
use peirast_stats::power::{asymptotic, two_proportion};
use peirast_stats::{
    Alternative, Bootstrap, Coefficient, Defined, Design, Discordance, Error, Formula, Logistic,
    Relabelings, Rule, Undefined, bootstrap, logistic, permutation,
};

pub fn bootstrap_fixed(input: &Input<'_>) -> Fields {
    let (data, confidence) = (input.floats("data"), input.float("conf"));
    let index = |index: f64| index as usize;
    let indices: Vec<Vec<usize>> =
        input.rows("indices").into_iter().map(|row| row.into_iter().map(index).collect()).collect();
    let statistic = match input.text("statistic") {
        Some("median") => bootstrap::median,
        _ => bootstrap::mean,
    };
    let resampled = Bootstrap::from_indices(&data, statistic, &indices);
    resampled.map(|resampled| (resampled.bca(confidence), resampled, confidence)).fields([
        ("estimate", |(_, resampled, _)| value(resampled.estimate())),
        ("replicates_sorted", |(_, resampled, _)| value(resampled.replicates().to_vec())),
        ("standard_error", |(_, resampled, _)| field(resampled.standard_error())),
        ("percentile", |(_, resampled, confidence)| field(resampled.percentile(*confidence))),
        ("basic", |(_, resampled, confidence)| field(resampled.basic(*confidence))),
        ("bca", |(bca, ..)| field(bca.map(|bca| bca.interval))),
        ("bca_z0", |(bca, ..)| field(bca.map(|bca| bca.z0))),
        ("bca_a", |(bca, ..)| field(bca.map(|bca| bca.acceleration))),
    ])
}

pub fn permutation_test(input: &Input<'_>) -> Fields {
    let (x, y) = (input.floats("x"), input.floats("y"));
    let test = match input.text("kind") {
        Some("paired") => permutation::paired(&x, &y, Relabelings::All),
        _ => permutation::independent(&x, &y, Relabelings::All),
    };
    test.fields([
        ("statistic", |test| value(test.statistic)),
        ("p_two_sided", |test| value(test.p(Alternative::TwoSided))),
        ("p_greater", |test| value(test.p(Alternative::Greater))),
        ("p_less", |test| value(test.p(Alternative::Less))),
        ("p_abs", |test| value(test.as_far)),
    ])
}

pub fn logistic_regression(input: &Input<'_>) -> Fields {
    let outcomes: Vec<bool> = input.floats("y").into_iter().map(|right| right == 1.0).collect();
    let fit = logistic::fit(&input.rows("x"), &outcomes);
    // For these, the estimate is known to be infinite. For a singular design, the reason is
    // unknown.
    let infinite = [Undefined::Separated, Undefined::ConstantOutcome];
    let is_infinite = fit
        .as_ref()
        .is_err_and(|why: &Error| why.reason().is_some_and(|why| infinite.contains(&why)));
    let mut all = fit.fields([
        ("converged", |_| value(true)),
        ("separation", |_| value(false)),
        ("coef", |fit| each(fit, |one| Ok(one.estimate))),
        ("se", |fit| each(fit, |one| Ok(one.se))),
        ("z", |fit| each(fit, |one| one.statistic)),
        ("p", |fit| each(fit, |one| one.p)),
        ("log_likelihood", |fit| value(fit.log_likelihood)),
        ("log_likelihood_null", |fit| value(fit.log_likelihood_null)),
    ]);
    if is_infinite {
        all.remove("log_likelihood_null");
        all.extend(fields([("converged", value(false)), ("separation", value(true))]));
    }
    all
}

fn each(fit: &Logistic, number: fn(&Coefficient) -> Defined) -> Field {
    field(fit.coefficients.iter().map(number).collect::<Defined<Vec<_>>>())
}

pub fn power_mcnemar(input: &Input<'_>) -> Fields {
    planned(input).fields([
        ("n_raw", |(raw, ..)| field(*raw)),
        ("n", |(raw, ..)| field(raw.map(f64::ceil))),
        ("power_at_n", |(_, power, _)| field(*power)),
        ("power_exact_at_n_exact", |(.., exact)| value(*exact)),
    ])
}

/// The number of pairs by the formula, the power with this number, and the exact power of other
/// pairs.
type PlannedStudy = (Result<f64, Error>, Result<f64, Error>, f64);

fn planned(input: &Input<'_>) -> Result<PlannedStudy, Error> {
    let design = Design::new(Rule::Exact, Alternative::TwoSided, input.float("alpha"))?;
    let supposed = Discordance::new(input.float("p10"), input.float("p01"))?;
    let raw = asymptotic::pairs_needed(Formula::Connor, &design, input.float("power"), &supposed);
    let at = |n: f64| asymptotic::power(Formula::Connor, &design, n as u64, &supposed);
    Ok((raw, raw.map(|raw| at(raw.ceil())), design.power(input.count("n_exact"), &supposed)))
}

pub fn power_two_proportion(input: &Input<'_>) -> Fields {
    let get = |name: &str| input.float(name);
    let (p1, p2, alpha, target) = (get("p1"), get("p2"), get("alpha"), get("power"));
    let side = Alternative::TwoSided;
    let raw = two_proportion::group_needed(p1, p2, side, alpha, target);
    let at = |n: f64| two_proportion::power(p1, p2, n, side, alpha);
    fields([
        ("n_raw", field(raw)),
        ("n", field(raw.map(f64::ceil))),
        ("n_raw_cohen_h", field(two_proportion::group_needed_by_h(p1, p2, side, alpha, target))),
        ("power_at_n", field(raw.and_then(|raw| at(raw.ceil())))),
    ])
}
