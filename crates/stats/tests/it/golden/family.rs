use peirast_stats::{Alternative, Correction, Error, Family, Row, RowResult, Rule};

use super::{close, float, parsed, rows};

const NUMBERS: &str = include_str!("../../../golden/family.json");

#[test]
fn raw_and_adjusted() {
    for family in rows(NUMBERS, None) {
        let (rule, correction) = (parsed(&family["rule"]), parsed(&family["correction"]));
        let members: Vec<Row> = parsed(&family["rows"]);
        let test = Family { rule, correction, alpha: 0.05 };
        for (i, row) in test.test(&members).expect("valid").iter().enumerate() {
            close(row.p, &family["p"][i], 1e-11, &family);
            close(row.p_adjusted, &family["p_adjusted"][i], 1e-11, &family);
            assert_eq!(row.reject, float(&family["p_adjusted"][i]) <= 0.05);
            assert_eq!(row.alternative_used, members[i].alternative);
        }
    }
}

#[test]
fn refuses_a_level_that_is_none() {
    let family = Family { rule: Rule::Exact, correction: Correction::Holm, alpha: 5.0 };
    assert!(matches!(family.test(&[]), Err(Error::OutOfRange { what: "alpha", .. })));
}

#[test]
fn results_name_what_was_used() {
    let family = Family { rule: Rule::Published2024, correction: Correction::Holm, alpha: 0.05 };
    let row = Row { n12: 4, n21: 16, alternative: Alternative::Greater };
    let result = family.test(&[row]).expect("valid")[0];
    let text = serde_json::to_string(&result).expect("serialises");
    assert!(text.contains(r#""method_used":"exact","alternative_used":"greater""#), "{text}");
    assert_eq!(serde_json::from_str::<RowResult>(&text).expect("parses"), result);
    let text = serde_json::to_string(&family).expect("serialises");
    assert_eq!(text, r#"{"rule":"published-2024","correction":"holm","alpha":0.05}"#);
}
