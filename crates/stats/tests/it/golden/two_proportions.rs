use peirast_stats::TwoProportions;

use super::{count, float, rows};

const NUMBERS: &str = include_str!("../../../golden/two_proportions.json");

#[test]
fn newcombe() {
    for row in rows(NUMBERS, None) {
        let get = |name: &str| count(&row[name]);
        let groups =
            TwoProportions::new(get("x1"), get("n1"), get("x2"), get("n2")).expect("counts");
        let got = groups.newcombe(float(&row["confidence"])).expect("a confidence");
        assert!((got.low - float(&row["newcombe"][0])).abs() < 1e-10, "{got:?} {row}");
        assert!((got.high - float(&row["newcombe"][1])).abs() < 1e-10, "{got:?} {row}");
    }
}
