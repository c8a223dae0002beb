//! Suites of counts.

use super::{ByField as _, Field, Fields, Input, Plain, field, fields, value};
use peirast_stats::{
    Alternative, Correction, Pooling, ProportionMethod, TwoProportions, Undefined, binomial,
    effect, mcnemar,
};

/// `b` means first right and second wrong. `greater` in the oracle means b > c.
pub fn mcnemar(input: &Input<'_>) -> Fields {
    let (b, c) = (input.count("b"), input.count("c"));
    let (plain, corrected) = (mcnemar::chi_square(c, b), mcnemar::chi_square_corrected(c, b));
    let statistic = |value: f64| match b.saturating_add(c) {
        0 => field(Err::<f64, _>(Undefined::NoDiscordantPairs)),
        _ => value.plain(),
    };
    let exact = |side| value(mcnemar::exact(c, b, side).p);
    let mid_p = |side| value(mcnemar::mid_p(c, b, side).p);
    fields([
        ("exact_two_sided", exact(Alternative::TwoSided)),
        ("exact_greater", exact(Alternative::Greater)),
        ("exact_less", exact(Alternative::Less)),
        ("midp_two_sided", mid_p(Alternative::TwoSided)),
        ("midp_greater", mid_p(Alternative::Greater)),
        ("chi2", statistic(plain.statistic)),
        ("p_chi2", value(plain.p)),
        ("chi2_cc", statistic(corrected.statistic)),
        ("p_chi2_cc", value(corrected.p)),
    ])
}

pub fn binom_test(input: &Input<'_>) -> Fields {
    let (k, n, p0) = (input.count("k"), input.count("n"), input.float("p0"));
    let p = |side| field(binomial::test(k, n, p0, side));
    fields([
        ("two_sided", p(Alternative::TwoSided)),
        ("greater", p(Alternative::Greater)),
        ("less", p(Alternative::Less)),
    ])
}

pub fn p_adjust(input: &Input<'_>) -> Fields {
    let p = input.floats_or_null("p");
    let adjusted = |correction: Correction| field(correction.adjust_present(&p));
    fields([
        ("bonferroni", adjusted(Correction::Bonferroni)),
        ("holm", adjusted(Correction::Holm)),
        ("bh", adjusted(Correction::BenjaminiHochberg)),
        ("by", adjusted(Correction::BenjaminiYekutieli)),
    ])
}

pub fn matched_odds_ratio(input: &Input<'_>) -> Fields {
    let (b, c, confidence) = (input.count("b"), input.count("c"), input.float("conf"));
    let odds = effect::odds_ratio(c, b, confidence);
    let exact = odds.map(|odds| match (odds.low.value(), odds.high.value()) {
        (Some(low), Some(high)) => vec![low, high].plain(),
        _ => odds.ratio.plain(),
    });
    fields([
        ("odds_ratio", field(odds.map(|odds| odds.ratio))),
        ("wald", field(effect::odds_ratio_wald(c, b, confidence))),
        ("exact", exact.unwrap_or_else(|why| Field::Undefined(why.to_string()))),
    ])
}

pub fn two_proportion_z(input: &Input<'_>) -> Fields {
    let get = |name: &str| input.count(name);
    TwoProportions::new(get("x1"), get("n1"), get("x2"), get("n2")).fields([
        ("z", |groups| field(groups.z(Pooling::Pooled))),
        ("p_two_sided", |groups| field(groups.p(Pooling::Pooled, Alternative::TwoSided))),
        ("p_greater", |groups| field(groups.p(Pooling::Pooled, Alternative::Greater))),
        ("p_less", |groups| field(groups.p(Pooling::Pooled, Alternative::Less))),
    ])
}

pub fn proportion_ci(input: &Input<'_>) -> Fields {
    let (k, n, confidence) = (input.count("k"), input.count("n"), input.float("conf"));
    let interval = |method: ProportionMethod| field(method.interval(k, n, confidence));
    fields([
        ("wilson", interval(ProportionMethod::Wilson)),
        ("clopper_pearson", interval(ProportionMethod::ClopperPearson)),
        ("agresti_coull", interval(ProportionMethod::AgrestiCoull)),
        ("jeffreys", interval(ProportionMethod::Jeffreys)),
        ("wald", interval(ProportionMethod::Wald)),
    ])
}
