//! Rows of published tables, recomputed: p-values are printed there to 6 decimals.
//!
//! Sources: Jiang et al. (2024), arXiv:2406.11050, and its shorter workshop version.

use peirast_stats::{
    Alternative, Correction, Family, Method, PUBLISHED_HYPOTHESES, Row, RowResult, Rule,
    published_alternative,
};

fn family(rule: Rule, hypothesis: &str, counts: &[(u64, u64)]) -> Vec<RowResult> {
    let alternative = published_alternative(hypothesis).expect("a published hypothesis");
    let family = Family { rule, correction: Correction::BenjaminiHochberg, alpha: 0.05 };
    let rows: Vec<Row> = counts.iter().map(|&(n12, n21)| Row { n12, n21, alternative }).collect();
    family.test(&rows).expect("a level")
}

#[track_caller]
fn printed(results: &[RowResult], raw: &[f64], adjusted: &[f64], reject: &[bool]) {
    for (i, row) in results.iter().enumerate() {
        assert!((row.p - raw[i]).abs() < 1e-6, "raw p of row {i}: {row:?}");
        assert!((row.p_adjusted - adjusted[i]).abs() < 1e-6, "adjusted p of row {i}: {row:?}");
        assert_eq!(row.reject, reject[i], "row {i}");
    }
}

#[test]
fn workshop_table_2() {
    let counts = [(7, 16), (3, 22), (5, 23), (4, 31), (7, 22), (6, 22)];
    let raw = [0.030284, 0.000072, 0.000335, 0.000003, 0.002673, 0.001248];
    let adjusted = [0.030284, 0.000217, 0.000670, 0.000015, 0.003207, 0.001873];
    printed(&family(Rule::PublishedIcml, "S1.1", &counts), &raw, &adjusted, &[true; 6]);
}

#[test]
fn workshop_table_3() {
    let counts = [(9, 3), (8, 4), (38, 0), (34, 0), (21, 3), (27, 2)];
    let raw = [0.041632, 0.124107, 0.0, 0.0, 0.000119, 0.000002];
    let adjusted = [0.049959, 0.124107, 0.0, 0.0, 0.000179, 0.000003];
    let reject = [true, false, true, true, true, true];
    printed(&family(Rule::PublishedIcml, "S1.2", &counts), &raw, &adjusted, &reject);
}

/// The two rows with few pairs: tested two-sided, and rounded before adjustment (0.160320, not
/// 0.160337).
#[test]
fn workshop_table_4() {
    let counts = [(0, 12), (0, 13), (1, 4), (0, 4), (1, 9), (1, 10)];
    let raw = [0.000266, 0.000156, 0.371100, 0.133600, 0.005706, 0.003328];
    let adjusted = [0.000798, 0.000798, 0.371100, 0.160320, 0.008559, 0.006656];
    let reject = [true, true, false, false, true, true];
    let results = family(Rule::PublishedIcml, "S2.1", &counts);
    printed(&results, &raw, &adjusted, &reject);
    for (i, row) in results.iter().enumerate() {
        let small = i == 2 || i == 3;
        assert_eq!(row.method_used == Method::ChiSquareCorrected, small);
        assert_eq!(row.alternative_used == Alternative::TwoSided, small);
    }
}

/// With the rule of the later version, the first row of workshop table 3 is not rejected.
#[test]
fn the_later_rule_changes_a_decision() {
    let counts = [(9, 3), (8, 4), (38, 0), (34, 0), (21, 3), (27, 2)];
    let results = family(Rule::Published2024, "S1.2", &counts);
    assert!(!results[0].reject && (results[0].p_adjusted - 0.087598).abs() < 1e-6);
}

#[test]
fn the_2024_rule_changes_at_25() {
    for alternative in Alternative::ALL {
        let method = |n12, n21| Rule::Published2024.test(n12, n21, *alternative).method;
        assert_eq!((method(10, 14), method(10, 15)), (Method::Exact, Method::Normal));
    }
    // Table 2, gpt-3.5-turbo: z is printed as 12.181553 and 12.926439.
    for (n12, n21, z) in [(4, 160, 12.181553), (19, 218, 12.926439)] {
        assert!((Rule::Published2024.test(n12, n21, Alternative::Greater).z - z).abs() < 1e-6);
    }
}

/// The one row of 324 that was computed differently: table 2, gpt-4o, few-shot, counts 0 and 1.
#[test]
fn the_odd_row() {
    let test = |rule: Rule| rule.test(0, 1, Alternative::Greater).p;
    assert_eq!(test(Rule::Published2024), 0.5);
    assert!((test(Rule::Normal) - 0.158655).abs() < 1e-6);
}

#[test]
fn no_discordant_pairs_is_p_1_under_every_rule() {
    for (rule, alternative) in
        Rule::ALL.iter().flat_map(|r| Alternative::ALL.iter().map(move |a| (r, a)))
    {
        assert_eq!((rule.test(0, 0, *alternative).p, rule.test(0, 0, *alternative).z), (1.0, 0.0));
    }
}

#[test]
fn hypotheses() {
    use Alternative::{Greater, Less, TwoSided};
    let found = |id| published_alternative(id);
    for (ids, alternative) in [
        (vec!["H1", "H3", "H6", "S1.1", "S2.1"], Greater),
        (vec!["H2", "H4", "S1.2"], Less),
        (vec!["H5-original-vs-framing", "H5-framing-gold-vs-random", "H5a", "H5b"], TwoSided),
    ] {
        assert!(ids.iter().all(|id| found(id) == Some(alternative)), "{alternative}");
    }
    assert_eq!([found("H5"), found("h1"), found("")], [None; 3]);
    let mut names: Vec<_> = PUBLISHED_HYPOTHESES.iter().map(|row| row.id).collect();
    names.extend(PUBLISHED_HYPOTHESES.iter().filter_map(|row| row.alias));
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 12);
}

/// Counts whose sum overflows: equal counts are no evidence, unequal counts are complete evidence.
#[test]
fn counts_beyond_all_measure() {
    use peirast_stats::mcnemar::{exact, mid_p};
    let (half, most) = (1_u64 << 63, u64::MAX);
    for test in [exact, mid_p] {
        let p = |n12, n21, side| test(n12, n21, side).p;
        assert!((p(half, half, Alternative::TwoSided) - 1.0).abs() < 1e-9);
        assert!((p(half, half, Alternative::Greater) - 0.5).abs() < 1e-9);
        assert_eq!(p(half, most, Alternative::Greater), 0.0);
        assert_eq!(p(half, most, Alternative::Less), 1.0);
    }
}
