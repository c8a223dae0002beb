//! Suites of samples and pairs of them.

use super::{ByField as _, Fields, Input, field, fields, value};
use peirast_stats::{
    Alternative, Descriptives, Error, SpearmanInterval, correlation, descriptives, effect,
    paired_t, shapiro,
};

pub fn cohens_h(input: &Input<'_>) -> Fields {
    fields([("h", field(effect::cohens_h(input.float("p1"), input.float("p2"))))])
}

pub fn cohens_d_independent(input: &Input<'_>) -> Fields {
    let d = effect::cohens_d(&input.floats("x"), &input.floats("y"));
    d.fields([("d", |d| value(d.d)), ("g", |d| field(d.g))])
}

pub fn cohens_d_paired(input: &Input<'_>) -> Fields {
    let d = effect::cohens_d_paired(&input.floats("x"), &input.floats("y"));
    d.fields([("dz", |d| field(d.dz)), ("dav", |d| field(d.dav))])
}

pub fn paired_t(input: &Input<'_>) -> Fields {
    paired_t::test(&input.floats("x"), &input.floats("y")).fields([
        ("t", |test| field(test.t)),
        ("df", |test| value(test.df)),
        ("p_two_sided", |test| field(test.p(Alternative::TwoSided))),
        ("p_greater", |test| field(test.p(Alternative::Greater))),
        ("p_less", |test| field(test.p(Alternative::Less))),
        ("mean_diff", |test| value(test.mean)),
        ("ci95", |test| field(test.interval(0.95))),
    ])
}

pub fn shapiro_wilk(input: &Input<'_>) -> Fields {
    let values = match input.inner("generator") {
        Some(generator) => generated(&generator),
        None => input.floats("values"),
    };
    shapiro::test(&values).fields([("w", |test| value(test.w)), ("p", |test| value(test.p))])
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
    // The limit is larger than any test needs, and saves memory.
    (0..generator.count("n").min(10_000_000)).map(value).collect()
}

pub fn descriptives(input: &Input<'_>) -> Fields {
    descriptives::describe(&input.floats("x")).fields([
        ("mean", |summary| value(summary.mean)),
        ("var_sample", |summary| field(summary.variance)),
        ("sd_sample", |summary| field(summary.sd)),
        ("sd_population", |summary| value(summary.sd_population)),
        ("median", |summary| value(summary.median)),
        ("quantiles", |summary| field(quantiles(summary))),
        ("min", |summary| value(summary.min)),
        ("max", |summary| value(summary.max)),
    ])
}

fn quantiles(summary: &Descriptives) -> Result<Vec<f64>, Error> {
    [0.025, 0.25, 0.5, 0.75, 0.975].into_iter().map(|p| summary.quantile(p)).collect()
}

pub fn correlation(input: &Input<'_>) -> Fields {
    let (x, y) = (input.floats("x"), input.floats("y"));
    let mut all = correlation::pearson(&x, &y).fields([
        ("pearson_r", |r| value(r.r)),
        ("pearson_p", |r| value(r.p(Alternative::TwoSided))),
        ("pearson_ci95", |r| field(r.interval(0.95))),
    ]);
    all.extend(correlation::spearman(&x, &y).fields([
        ("spearman_rho", |rho| value(rho.rho)),
        ("spearman_p", |rho| field(rho.p(Alternative::TwoSided))),
        ("spearman_ci95_fisher", |rho| field(rho.interval(SpearmanInterval::Fisher, 0.95))),
        ("spearman_ci95_bonett_wright", |rho| {
            field(rho.interval(SpearmanInterval::BonettWright, 0.95))
        }),
        ("spearman_p_exact", |rho| field(rho.exact_p(Alternative::TwoSided))),
    ]));
    all.extend(correlation::kendall(&x, &y).fields([
        ("kendall_tau_b", |tau| value(tau.tau)),
        ("kendall_p_asymptotic", |tau| field(tau.p(Alternative::TwoSided))),
        ("kendall_p_exact", |tau| field(tau.exact_p(Alternative::TwoSided))),
        ("kendall_ci95_fieller", |tau| field(tau.interval(0.95))),
    ]));
    all
}
