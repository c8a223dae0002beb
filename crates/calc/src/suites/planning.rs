use std::collections::BTreeMap;

use peirast_stats::power::{asymptotic, two_proportion};
use peirast_stats::{Alternative, Design, Discordance, Error, Formula, Rule};

use super::{Field, Input, all_undefined, field, fields, value};

pub fn power_mcnemar(input: &Input<'_>) -> BTreeMap<String, Field> {
    mcnemar(input).unwrap_or_else(|why| {
        all_undefined(&["n_raw", "n", "power_at_n", "power_exact_at_n_exact"], why)
    })
}

fn mcnemar(input: &Input<'_>) -> Result<BTreeMap<String, Field>, Error> {
    let design = Design::new(Rule::Exact, Alternative::TwoSided, input.float("alpha"))?;
    let supposed = Discordance::new(input.float("p10"), input.float("p01"))?;
    let target = input.float("power");
    let raw = asymptotic::pairs_needed(Formula::Connor, &design, target, &supposed);
    let at = |n: f64| asymptotic::power(Formula::Connor, &design, n as u64, &supposed);
    Ok(fields([
        ("n_raw", field(raw)),
        ("n", field(raw.map(f64::ceil))),
        ("power_at_n", field(raw.map(|raw| at(raw.ceil())))),
        ("power_exact_at_n_exact", value(design.power(input.count("n_exact"), &supposed))),
    ]))
}

pub fn power_two_proportion(input: &Input<'_>) -> BTreeMap<String, Field> {
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
