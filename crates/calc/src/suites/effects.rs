use std::collections::BTreeMap;

use peirast_stats::effect;

use super::{Field, Input, all_undefined, field, fields, value};

pub fn cohens_h(input: &Input<'_>) -> BTreeMap<String, Field> {
    fields([("h", field(effect::cohens_h(input.float("p1"), input.float("p2"))))])
}

pub fn cohens_d_independent(input: &Input<'_>) -> BTreeMap<String, Field> {
    match effect::cohens_d(&input.floats("x"), &input.floats("y")) {
        Ok(d) => fields([("d", value(d.d)), ("g", field(d.g))]),
        Err(why) => all_undefined(&["d", "g"], why),
    }
}

pub fn cohens_d_paired(input: &Input<'_>) -> BTreeMap<String, Field> {
    match effect::cohens_d_paired(&input.floats("x"), &input.floats("y")) {
        Ok(d) => fields([("dz", field(d.dz)), ("dav", field(d.dav))]),
        Err(why) => all_undefined(&["dz", "dav"], why),
    }
}
