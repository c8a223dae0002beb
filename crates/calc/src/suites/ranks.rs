//! Suites of ranks.

use super::{ByField as _, Fields, Input, field, value};
use peirast_stats::{Alternative, ZeroRule, cochran, friedman, kruskal, mann_whitney, wilcoxon};

pub fn wilcoxon_signed_rank(input: &Input<'_>) -> Fields {
    let Some(rule) = input.parsed::<ZeroRule>("zero_method") else { return Fields::new() };
    wilcoxon::signed_rank(&input.floats("d"), rule).fields([
        ("w_plus", |test| value(test.w_plus)),
        ("w_minus", |test| value(test.w_minus)),
        ("rank_biserial", |test| field(test.rank_biserial())),
        ("p_exact", |test| field(test.p_exact(Alternative::TwoSided))),
        ("p_exact_greater", |test| field(test.p_exact(Alternative::Greater))),
        ("p_exact_conditional", |test| field(test.p_conditional(Alternative::TwoSided))),
        ("p_normal", |test| field(test.p_normal(Alternative::TwoSided, false))),
        ("p_normal_cc", |test| field(test.p_normal(Alternative::TwoSided, true))),
        ("p_normal_greater", |test| field(test.p_normal(Alternative::Greater, false))),
    ])
}

pub fn mann_whitney_u(input: &Input<'_>) -> Fields {
    mann_whitney::rank_sum(&input.floats("x"), &input.floats("y")).fields([
        ("u1", |test| value(test.u1)),
        ("u2", |test| value(test.u2)),
        ("rank_biserial", |test| value(test.rank_biserial())),
        ("cl_effect", |test| value(test.common_language())),
        ("p_exact", |test| field(test.p_exact(Alternative::TwoSided))),
        ("p_exact_greater", |test| field(test.p_exact(Alternative::Greater))),
        ("p_asymptotic_cc", |test| field(test.p_normal(Alternative::TwoSided, true))),
        ("p_asymptotic", |test| field(test.p_normal(Alternative::TwoSided, false))),
        ("p_asymptotic_cc_greater", |test| field(test.p_normal(Alternative::Greater, true))),
        ("p_permutation", |test| field(test.p_permutation(Alternative::TwoSided))),
    ])
}

pub fn kruskal_wallis(input: &Input<'_>) -> Fields {
    kruskal::test(&input.rows("groups")).fields([
        ("h", |test| value(test.h)),
        ("df", |test| value(test.df)),
        ("p", |test| value(test.p)),
        ("epsilon_squared", |test| value(test.epsilon_squared)),
    ])
}

pub fn friedman(input: &Input<'_>) -> Fields {
    friedman::test(&input.rows("matrix")).fields([
        ("chi2", |test| field(test.chi2)),
        ("df", |test| value(test.df)),
        ("p", |test| field(test.p)),
        ("kendall_w", |test| field(test.kendall_w)),
        ("iman_davenport_f", |test| field(test.f)),
        ("p_iman_davenport", |test| field(test.p_f)),
    ])
}

pub fn cochran_q(input: &Input<'_>) -> Fields {
    let matrix: Vec<Vec<bool>> = input
        .rows("matrix")
        .into_iter()
        .map(|row| row.into_iter().map(|right| right == 1.0).collect())
        .collect();
    cochran::test(&matrix).fields([
        ("q", |test| field(test.q)),
        ("df", |test| value(test.df)),
        ("p", |test| field(test.p)),
    ])
}
