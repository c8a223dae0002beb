use std::collections::BTreeMap;

use peirast_stats::{Coefficient, Error, Undefined, logistic};

use super::{Field, Input, all_undefined, fields, value};

const ESTIMATES: [&str; 5] = ["coef", "se", "z", "p", "log_likelihood"];

pub fn logistic_regression(input: &Input<'_>) -> BTreeMap<String, Field> {
    let outcomes: Vec<bool> = input.floats("y").into_iter().map(|right| right == 1.0).collect();
    let fit = match logistic::fit(&input.rows("x"), &outcomes) {
        Ok(fit) => fit,
        Err(why) => return without_estimate(why),
    };
    let all =
        |of: fn(&Coefficient) -> f64| value(fit.coefficients.iter().map(of).collect::<Vec<_>>());
    fields([
        ("converged", value(true)),
        ("separation", value(false)),
        ("coef", all(|one| one.estimate)),
        ("se", all(|one| one.se)),
        ("z", all(|one| one.z)),
        ("p", all(|one| one.p)),
        ("log_likelihood", value(fit.log_likelihood)),
        ("log_likelihood_null", value(fit.log_likelihood_null)),
    ])
}

/// That the estimate is infinite is known; what is wrong with a singular design is not known.
fn without_estimate(why: Error) -> BTreeMap<String, Field> {
    let infinite = [Undefined::Separated, Undefined::ConstantOutcome];
    let mut all = all_undefined(&ESTIMATES, why);
    if why.reason().is_some_and(|reason| infinite.contains(&reason)) {
        all.extend(fields([("converged", value(false)), ("separation", value(true))]));
    } else {
        all.extend(all_undefined(&["converged", "separation", "log_likelihood_null"], why));
    }
    all
}
