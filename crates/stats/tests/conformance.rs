//! Every vector of the shared statistics oracles, through the public functions of this crate.
//!
//! The oracles lie beside the repository, not in it: run with `--features conformance`. Another
//! document of the same form can be named by the variable `PEIRAST_STATS_ORACLES`.

#![allow(clippy::expect_used, reason = "helpers of tests fail as tests do")]

mod suites;

use serde_json::Value;
use suites::Field;

const ORACLES: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/oracles/stats/public.json");

#[test]
fn every_vector_of_every_suite() {
    let path = std::env::var("PEIRAST_STATS_ORACLES").unwrap_or_else(|_| ORACLES.to_owned());
    let text = std::fs::read_to_string(path).expect("the shared oracles");
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let mut misses = Vec::new();
    for suite in document["suites"].as_array().expect("suites") {
        let name = suite["suite"].as_str().expect("a name");
        let vectors = suite["vectors"].as_array().expect("vectors");
        let before = misses.len();
        let failed = vectors.iter().filter(|vector| !passes(suite, vector, &mut misses)).count();
        println!("{name}: {} passed, {failed} failed", vectors.len() - failed);
        assert_eq!(failed == 0, misses.len() == before);
    }
    assert!(misses.is_empty(), "{} fields missed:\n{}", misses.len(), misses.join("\n"));
}

fn passes(suite: &Value, vector: &Value, misses: &mut Vec<String>) -> bool {
    let before = misses.len();
    let run = suites::runner(suite["suite"].as_str().expect("a name"));
    let Some(run) = run else {
        misses.push(format!("{}: no such suite", vector["id"]));
        return false;
    };
    let got = run(&vector["input"]);
    let expected = vector["expect"].as_object().expect("expected fields");
    for (field, want) in expected {
        let tolerance = Tolerance::of(suite, vector, field);
        match got.get(field) {
            Some(Field::Value(value)) if tolerance.accepts(value, want) => {}
            other => misses.push(format!("{} {field}: {other:?}, expected {want}", vector["id"])),
        }
    }
    let empty = serde_json::Map::new();
    for (field, why) in vector["undefined"].as_object().unwrap_or(&empty) {
        if !matches!(got.get(field), Some(Field::Undefined(_))) {
            let other = got.get(field);
            misses.push(format!("{} {field}: {other:?}, expected undefined: {why}", vector["id"]));
        }
    }
    misses.len() == before
}

struct Tolerance {
    relative: f64,
    absolute: f64,
}

impl Tolerance {
    fn of(suite: &Value, vector: &Value, field: &str) -> Self {
        let get = |name: &str| {
            let own = vector["tolerance"][field][name].as_f64();
            own.or_else(|| suite["fields"][field][name].as_f64()).unwrap_or(0.0)
        };
        Self { relative: get("rel_tol"), absolute: get("abs_tol") }
    }

    fn accepts(&self, got: &Value, want: &Value) -> bool {
        match (got, want) {
            (Value::Array(got), Value::Array(want)) => {
                got.len() == want.len()
                    && got.iter().zip(want).all(|(got, want)| self.accepts(got, want))
            }
            (Value::Number(got), Value::Number(want)) => {
                let (got, want) = (got.as_f64(), want.as_f64());
                let (got, want) = (got.expect("a float"), want.expect("a float"));
                let underflow = want.abs() < 1e-290 && (0.0..=1e-280).contains(&got);
                underflow || (got - want).abs() <= self.absolute.max(self.relative * want.abs())
            }
            _ => got == want,
        }
    }
}
