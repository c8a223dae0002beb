use std::collections::BTreeMap;

use peirast_stats::{Alternative, ZeroRule, cochran, friedman, kruskal, mann_whitney, wilcoxon};

use super::{Field, Input, all_undefined, field, fields, value};

pub fn wilcoxon_signed_rank(input: &Input<'_>) -> BTreeMap<String, Field> {
    let Some(rule) = input.parsed::<ZeroRule>("zero_method") else {
        return BTreeMap::new();
    };
    let test = match wilcoxon::signed_rank(&input.floats("d"), rule) {
        Ok(test) => test,
        Err(why) => {
            let sums = ["w_plus", "w_minus", "rank_biserial"];
            let exact = ["p_exact", "p_exact_greater", "p_exact_conditional"];
            let normal = ["p_normal", "p_normal_cc", "p_normal_greater"];
            return all_undefined(&[sums, exact, normal].concat(), why);
        }
    };
    fields([
        ("w_plus", value(test.w_plus)),
        ("w_minus", value(test.w_minus)),
        ("rank_biserial", field(test.rank_biserial())),
        ("p_exact", field(test.p_exact(Alternative::TwoSided))),
        ("p_exact_greater", field(test.p_exact(Alternative::Greater))),
        ("p_exact_conditional", field(test.p_conditional(Alternative::TwoSided))),
        ("p_normal", field(test.p_normal(Alternative::TwoSided, false))),
        ("p_normal_cc", field(test.p_normal(Alternative::TwoSided, true))),
        ("p_normal_greater", field(test.p_normal(Alternative::Greater, false))),
    ])
}

pub fn mann_whitney_u(input: &Input<'_>) -> BTreeMap<String, Field> {
    let test = match mann_whitney::rank_sum(&input.floats("x"), &input.floats("y")) {
        Ok(test) => test,
        Err(why) => {
            let effects = ["u1", "u2", "rank_biserial", "cl_effect"];
            let exact = ["p_exact", "p_exact_greater", "p_permutation"];
            let normal = ["p_asymptotic", "p_asymptotic_cc", "p_asymptotic_cc_greater"];
            return all_undefined(&[&effects[..], &exact, &normal].concat(), why);
        }
    };
    fields([
        ("u1", value(test.u1)),
        ("u2", value(test.u2)),
        ("rank_biserial", value(test.rank_biserial())),
        ("cl_effect", value(test.common_language())),
        ("p_exact", field(test.p_exact(Alternative::TwoSided))),
        ("p_exact_greater", field(test.p_exact(Alternative::Greater))),
        ("p_asymptotic_cc", field(test.p_normal(Alternative::TwoSided, true))),
        ("p_asymptotic", field(test.p_normal(Alternative::TwoSided, false))),
        ("p_asymptotic_cc_greater", field(test.p_normal(Alternative::Greater, true))),
        ("p_permutation", field(test.p_permutation(Alternative::TwoSided))),
    ])
}

pub fn kruskal_wallis(input: &Input<'_>) -> BTreeMap<String, Field> {
    match kruskal::test(&input.rows("groups")) {
        Ok(test) => fields([
            ("h", value(test.h)),
            ("df", value(test.df)),
            ("p", value(test.p)),
            ("epsilon_squared", value(test.epsilon_squared)),
        ]),
        Err(why) => all_undefined(&["h", "df", "p", "epsilon_squared"], why),
    }
}

pub fn friedman(input: &Input<'_>) -> BTreeMap<String, Field> {
    match friedman::test(&input.rows("matrix")) {
        Ok(test) => fields([
            ("chi2", field(test.chi2)),
            ("df", value(test.df)),
            ("p", field(test.p)),
            ("kendall_w", field(test.kendall_w)),
            ("iman_davenport_f", field(test.f)),
            ("p_iman_davenport", field(test.p_f)),
        ]),
        Err(why) => {
            let chi2 = ["chi2", "df", "p", "kendall_w"];
            all_undefined(&[&chi2[..], &["iman_davenport_f", "p_iman_davenport"]].concat(), why)
        }
    }
}

pub fn cochran_q(input: &Input<'_>) -> BTreeMap<String, Field> {
    let matrix: Vec<Vec<bool>> = input
        .rows("matrix")
        .into_iter()
        .map(|row| row.into_iter().map(|right| right == 1.0).collect())
        .collect();
    match cochran::test(&matrix) {
        Ok(test) => fields([("q", field(test.q)), ("df", value(test.df)), ("p", field(test.p))]),
        Err(why) => all_undefined(&["q", "df", "p"], why),
    }
}
