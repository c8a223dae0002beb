use std::collections::BTreeMap;

use peirast_stats::{Alternative, Pooling, ProportionMethod, TwoProportions};

use super::{Field, Input, all_undefined, field, fields};

pub fn two_proportion_z(input: &Input<'_>) -> BTreeMap<String, Field> {
    let get = |name: &str| input.count(name);
    let groups = match TwoProportions::new(get("x1"), get("n1"), get("x2"), get("n2")) {
        Ok(groups) => groups,
        Err(why) => return all_undefined(&["z", "p_two_sided", "p_greater", "p_less"], why),
    };
    let p = |side| field(groups.p(Pooling::Pooled, side));
    fields([
        ("z", field(groups.z(Pooling::Pooled))),
        ("p_two_sided", p(Alternative::TwoSided)),
        ("p_greater", p(Alternative::Greater)),
        ("p_less", p(Alternative::Less)),
    ])
}

pub fn proportion_ci(input: &Input<'_>) -> BTreeMap<String, Field> {
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
