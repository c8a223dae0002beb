use peirast_stats::{Alternative, McNemar, mcnemar};

use super::{close, count, float, rows};

const NUMBERS: &str = include_str!("../../../golden/mcnemar.json");

type Test = fn(u64, u64, Alternative) -> McNemar;
const TESTS: [Test; 4] =
    [mcnemar::exact, mcnemar::mid_p, mcnemar::normal, mcnemar::normal_corrected];

#[test]
fn p_values() {
    for row in rows(NUMBERS, None) {
        let (n12, n21) = (count(&row["n12"]), count(&row["n21"]));
        for (test, alternative) in
            TESTS.iter().flat_map(|t| Alternative::ALL.iter().map(move |a| (t, *a)))
        {
            let result = test(n12, n21, alternative);
            assert_eq!(result.alternative, alternative);
            close(result.z, &row["z"], 1e-14, &row);
            close(result.p, &row[result.method.name()][alternative.name()], 1e-11, &row);
        }
    }
}

#[test]
fn chi_squares() {
    for row in rows(NUMBERS, None) {
        let (n12, n21) = (count(&row["n12"]), count(&row["n21"]));
        for result in [mcnemar::chi_square(n12, n21), mcnemar::chi_square_corrected(n12, n21)] {
            let want = &row[result.method.name()];
            close(result.statistic, &want[0], 1e-14, &row);
            close(result.p, &want[1], 1e-11, &row);
        }
        let two_sided = mcnemar::normal(n12, n21, Alternative::TwoSided).p;
        assert!((mcnemar::chi_square(n12, n21).p - two_sided).abs() <= 1e-12 * two_sided);
        assert!((float(&row["z"]).powi(2) - mcnemar::chi_square(n12, n21).statistic).abs() < 1e-9);
    }
}

#[test]
fn nothing_discordant_is_no_evidence() {
    let mut all = vec![mcnemar::chi_square(0, 0), mcnemar::chi_square_corrected(0, 0)];
    all.extend(TESTS.iter().flat_map(|test| Alternative::ALL.iter().map(|a| test(0, 0, *a))));
    assert!(all.iter().all(|result| result.p == 1.0 && result.z == 0.0 && result.statistic == 0.0));
}

#[test]
fn equal_counts_are_exactly_one() {
    for n in [1, 2, 17, 500] {
        for test in TESTS {
            assert_eq!(test(n, n, Alternative::TwoSided).p, 1.0);
        }
    }
}

#[test]
fn survives_a_round_trip_through_json() {
    let result = mcnemar::mid_p(4, 16, Alternative::Less);
    let text = serde_json::to_string(&result).expect("serialises");
    assert!(text.ends_with(r#""alternative":"less","method":"mid-p"}"#), "{text}");
    assert_eq!(serde_json::from_str::<McNemar>(&text).expect("parses"), result);
}
