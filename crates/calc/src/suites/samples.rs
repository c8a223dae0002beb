use std::collections::BTreeMap;

use peirast_stats::{
    Alternative, Descriptives, Error, Kendall, Pearson, Spearman, SpearmanInterval, correlation,
    descriptives, paired_t, shapiro,
};

use super::{Field, Input, all_undefined, field, fields, value};

pub fn paired_t(input: &Input<'_>) -> BTreeMap<String, Field> {
    let names = ["t", "df", "p_two_sided", "p_greater", "p_less", "mean_diff", "ci95"];
    let test = match paired_t::test(&input.floats("x"), &input.floats("y")) {
        Ok(test) => test,
        Err(why) => return all_undefined(&names, why),
    };
    fields([
        ("t", field(test.t)),
        ("df", value(test.df)),
        ("p_two_sided", field(test.p(Alternative::TwoSided))),
        ("p_greater", field(test.p(Alternative::Greater))),
        ("p_less", field(test.p(Alternative::Less))),
        ("mean_diff", value(test.mean)),
        ("ci95", field(test.interval(0.95))),
    ])
}

pub fn shapiro_wilk(input: &Input<'_>) -> BTreeMap<String, Field> {
    let values = match input.inner("generator") {
        Some(generator) => generated(&generator),
        None => input.floats("values"),
    };
    match shapiro::test(&values) {
        Ok(test) => fields([("w", value(test.w)), ("p", value(test.p))]),
        Err(why) => all_undefined(&["w", "p"], why),
    }
}

/// The samples that the oracles describe by a generator instead of listing them.
fn generated(generator: &Input<'_>) -> Vec<f64> {
    let mut state = generator.count("seed");
    let mut uniform = || {
        state = (1_103_515_245 * (state % (1 << 31)) + 12345) % (1 << 31);
        (state as f64 + 0.5) / 2_147_483_648.0
    };
    let kind = generator.text("kind").unwrap_or_default().to_owned();
    let value = |_| match kind.as_str() {
        "logistic" => {
            let u = uniform();
            (u / (1.0 - u)).ln()
        }
        "exponential" => -(1.0 - uniform()).ln(),
        "sum12" => (0..12).map(|_| uniform()).sum::<f64>() - 6.0,
        "levels5" => (5.0 * uniform()).floor(),
        "levels3" => (3.0 * uniform()).floor(),
        _ => uniform(),
    };
    // More than any test takes would only fill the memory.
    (0..generator.count("n").min(10_000_000)).map(value).collect()
}

pub fn descriptives(input: &Input<'_>) -> BTreeMap<String, Field> {
    let summary = match descriptives::describe(&input.floats("x")) {
        Ok(summary) => summary,
        Err(why) => {
            let moments = ["mean", "var_sample", "sd_sample", "sd_population"];
            let order = ["median", "quantiles", "min", "max"];
            return all_undefined(&[moments, order].concat(), why);
        }
    };
    fields([
        ("mean", value(summary.mean)),
        ("var_sample", field(summary.variance)),
        ("sd_sample", field(summary.sd)),
        ("sd_population", value(summary.sd_population)),
        ("median", value(summary.median)),
        ("quantiles", field(quantiles(&summary))),
        ("min", value(summary.min)),
        ("max", value(summary.max)),
    ])
}

fn quantiles(summary: &Descriptives) -> Result<Vec<f64>, Error> {
    [0.025, 0.25, 0.5, 0.75, 0.975].into_iter().map(|p| summary.quantile(p)).collect()
}

pub fn correlation(input: &Input<'_>) -> BTreeMap<String, Field> {
    let (x, y) = (input.floats("x"), input.floats("y"));
    let mut all = match correlation::pearson(&x, &y) {
        Ok(r) => pearson(r),
        Err(why) => all_undefined(&["pearson_r", "pearson_p", "pearson_ci95"], why),
    };
    all.extend(match correlation::spearman(&x, &y) {
        Ok(rho) => spearman(&rho),
        Err(why) => {
            let point = ["spearman_rho", "spearman_p", "spearman_p_exact"];
            let intervals = ["spearman_ci95_fisher", "spearman_ci95_bonett_wright"];
            all_undefined(&[&point[..], &intervals].concat(), why)
        }
    });
    all.extend(match correlation::kendall(&x, &y) {
        Ok(tau) => kendall(&tau),
        Err(why) => {
            let p = ["kendall_p_asymptotic", "kendall_p_exact"];
            all_undefined(&[&["kendall_tau_b", "kendall_ci95_fieller"][..], &p].concat(), why)
        }
    });
    all
}

fn pearson(r: Pearson) -> BTreeMap<String, Field> {
    fields([
        ("pearson_r", value(r.r)),
        ("pearson_p", value(r.p(Alternative::TwoSided))),
        ("pearson_ci95", field(r.interval(0.95))),
    ])
}

fn spearman(rho: &Spearman) -> BTreeMap<String, Field> {
    let interval = |method| field(rho.interval(method, 0.95));
    fields([
        ("spearman_rho", value(rho.rho)),
        ("spearman_p", field(rho.p(Alternative::TwoSided))),
        ("spearman_ci95_fisher", interval(SpearmanInterval::Fisher)),
        ("spearman_ci95_bonett_wright", interval(SpearmanInterval::BonettWright)),
        ("spearman_p_exact", field(rho.exact_p(Alternative::TwoSided))),
    ])
}

fn kendall(tau: &Kendall) -> BTreeMap<String, Field> {
    fields([
        ("kendall_tau_b", value(tau.tau)),
        ("kendall_p_asymptotic", field(tau.p(Alternative::TwoSided))),
        ("kendall_p_exact", field(tau.exact_p(Alternative::TwoSided))),
        ("kendall_ci95_fieller", field(tau.interval(0.95))),
    ])
}
