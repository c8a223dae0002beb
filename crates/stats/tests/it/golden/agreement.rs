use peirast_stats::agreement;
use serde_json::Value;

use super::{close, parsed, rows};

const NUMBERS: &str = include_str!("../../../golden/agreement.json");

#[test]
fn kappa() {
    for row in rows(NUMBERS, None) {
        let table: Vec<Vec<u64>> = parsed(&row["table"]);
        let got = agreement::cohens_kappa(&table, parsed(&row["weights"])).expect("a table");
        let check = |got: f64, want: &Value| close(got, want, 1e-9, &row);
        check(got.kappa.expect("defined"), &row["kappa"]);
        check(got.se.expect("defined"), &row["se"]);
        check(got.se_null, &row["se_null"]);
    }
}
