use std::collections::BTreeMap;

use peirast_stats::effect;
use serde_json::Value;

use super::{Field, all_undefined, field, fields, float, floats, value};

pub fn cohens_h(input: &Value) -> BTreeMap<String, Field> {
    fields([("h", field(effect::cohens_h(float(&input["p1"]), float(&input["p2"]))))])
}

pub fn cohens_d_independent(input: &Value) -> BTreeMap<String, Field> {
    match effect::cohens_d(&floats(&input["x"]), &floats(&input["y"])) {
        Ok(d) => fields([("d", value(d.d)), ("g", field(d.g))]),
        Err(why) => all_undefined(&["d", "g"], why),
    }
}

pub fn cohens_d_paired(input: &Value) -> BTreeMap<String, Field> {
    match effect::cohens_d_paired(&floats(&input["x"]), &floats(&input["y"])) {
        Ok(d) => fields([("dz", field(d.dz)), ("dav", field(d.dav))]),
        Err(why) => all_undefined(&["dz", "dav"], why),
    }
}
