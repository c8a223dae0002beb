//! Laws: the audit finds a planted rule; bounds agree with an enumeration; no text causes a panic.

use peirast_audit::{
    Description, Document, Printed, agreement_possible, audit, grim, reduction_possible,
    smallest_whole, spread_between,
};
use peirast_stats::{Alternative, Correction, mcnemar};
use proptest::prelude::*;

/// A number printed with this many places.
fn printed(value: f64, places: usize) -> Printed {
    format!("{value:.places$}").parse().expect("a number")
}

fn p(n12: u64, n21: u64, exact_below: u64, side: Alternative) -> f64 {
    match n12 + n21 < exact_below {
        true => mcnemar::exact(n12, n21, side).p,
        false => mcnemar::normal(n12, n21, side).p,
    }
}

fn side() -> impl Strategy<Value = Alternative> {
    prop::sample::select(vec![Alternative::Greater, Alternative::Less, Alternative::TwoSided])
}

fn correction() -> impl Strategy<Value = Correction> {
    prop::sample::select(Correction::ALL.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// For a table made by any rule, the audit finds a rule that yields all of it, with the
    /// direction of each family.
    #[test]
    fn a_planted_rule_is_found(
        families in prop::collection::vec((side(), prop::collection::vec((0_u64..40, 0_u64..40), 6..14)), 1..4),
        exact_below in prop::sample::select(vec![0_u64, 10, 25, 10_000]),
        correction in correction(),
    ) {
        let mut csv = "family,model,n12,n21,p\n".to_owned();
        for (name, (side, rows)) in families.iter().enumerate() {
            let raw: Vec<f64> = rows.iter().map(|(b, c)| p(*b, *c, exact_below, *side)).collect();
            let adjusted = correction.adjust(&raw).expect("p-values");
            for (row, ((b, c), p)) in rows.iter().zip(adjusted).enumerate() {
                csv += &format!("f{name},m{row},{b},{c},{p:.6}\n");
            }
        }
        let document = Document::from_csv("planted", &csv).expect("a table");
        let audit = audit(&document, None).expect("an audit");
        let yields: usize = audit.rules.iter().map(|rule| rule.yields).sum();
        let total: usize = families.iter().map(|(_, rows)| rows.len()).sum();
        prop_assert_eq!(yields, total, "{:#?}", audit.rules);
    }

    /// The audit finds one altered p-value, and nothing else.
    #[test]
    fn an_altered_value_is_found(
        rows in prop::collection::vec((0_u64..60, 0_u64..60), 12..30),
        which in any::<prop::sample::Index>(),
    ) {
        let raw: Vec<f64> = rows.iter().map(|(b, c)| p(*b, *c, u64::MAX, Alternative::TwoSided)).collect();
        let at = which.index(rows.len());
        let mut csv = "model,n12,n21,p\n".to_owned();
        for (row, ((b, c), p)) in rows.iter().zip(&raw).enumerate() {
            let p = if row == at { (p - 0.37).abs().min(0.999) } else { *p };
            csv += &format!("m{row},{b},{c},{p:.6}\n");
        }
        let audit = audit(&Document::from_csv("altered", &csv).expect("a table"), None).expect("an audit");
        let faults: Vec<&str> =
            audit.findings.iter().filter(|f| f.verdict.is_fault()).map(|f| f.row.as_str()).collect();
        prop_assert_eq!(faults, [format!("m{at}")]);
    }
}

proptest! {
    #[test]
    fn what_is_a_share_passes_for_one(n in 1_u64..500, k in 0_u64..500, places in 0_usize..4) {
        let k = k.min(n);
        let share = printed(k as f64 / n as f64 * 100.0, places);
        prop_assert!(grim(share, 100.0, n));
        let whole = smallest_whole(&[share], 100.0, n).expect("n itself at most");
        prop_assert!(whole <= n);
    }

    #[test]
    fn the_shares_of_small_n_are_enumerated(n in 1_u64..40, hundredths in 0_u64..=10_000) {
        let share = printed(hundredths as f64 / 100.0, 2);
        let one_is = (0..=n).any(|k| share.agrees(k as f64 / n as f64 * 100.0));
        prop_assert_eq!(grim(share, 100.0, n), one_is);
    }

    /// Answers of two conditions agree exactly as often as their accuracies allow: all tables of
    /// this many pairs.
    #[test]
    fn agreement_is_that_of_some_table(n in 1_u64..14, agree in 0_u64..14, a in 0_u64..14, b in 0_u64..14) {
        let (agree, a, b) = (agree.min(n), a.min(n), b.min(n));
        let share = |k: u64| printed(k as f64 / n as f64 * 100.0, 6);
        let exists = (0..=n).any(|both| {
            let (only_a, only_b) = (a.checked_sub(both), b.checked_sub(both));
            matches!((only_a, only_b), (Some(x), Some(y)) if both + x + y <= n && n - x - y == agree)
        });
        prop_assert_eq!(agreement_possible(share(agree), share(a), share(b), n), exists);
    }

    #[test]
    fn spread_lies_within_its_bounds(mut values in prop::collection::vec(0.0_f64..10.0, 2..12)) {
        values.sort_by(f64::total_cmp);
        let n = values.len();
        let (min, max) = (values[0], values[n - 1]);
        let mean = values.iter().sum::<f64>() / n as f64;
        let sd = (values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n as f64 - 1.0)).sqrt();
        let (least, most) = spread_between(mean.clamp(min, max), min, max, n as u64).expect("possible");
        prop_assert!(least <= sd + 1e-9 && sd <= most + 1e-9, "{least} {sd} {most}");
    }

    #[test]
    fn counts_are_behind_their_own_reduction(n in 20_u64..300, x in 1_u64..200, y in 0_u64..200) {
        let (x, y) = (x.min(n - 1), y.min(x.min(n - 1)));
        let pooled = (x + y) as f64 / (2 * n) as f64;
        let z = (x - y) as f64 / n as f64 / (pooled * (1.0 - pooled) * 2.0 / n as f64).sqrt();
        let reduction = (1.0 - y as f64 / x as f64) * 100.0;
        prop_assert!(reduction_possible(printed(reduction, 2), printed(z, 2), 300));
    }

    #[test]
    fn a_printed_number_agrees_with_what_it_prints(value in -1e6_f64..1e6, places in 0_usize..7) {
        prop_assert!(printed(value, places).agrees(value));
    }

    #[test]
    fn no_text_makes_it_panic(text in "(?s)[|,\\t\\n a-z0-9.%<=()*pntzW-]{0,200}") {
        let _ = audit(&Document::from_markdown("x", &text), None);
        if let Ok(document) = Document::from_csv("x", &text) {
            let _ = audit(&document, None);
        }
        let toml = format!("[[table]]\nname='t'\ncsv='a,b\n1,2\n'\n[[claim]]\nsays='x'\ntable='t'\nholds='''{text}'''");
        if let Ok(description) = Description::parse("x", &toml) {
            let _ = description.audit(|_| Err("none".to_owned()));
        }
    }

    #[test]
    fn no_expression_makes_it_panic(text in "[ab0-9.+*/^()=<>~ -]{0,40}|(mean|count|grim|only|if|p_t)\\([ab0-9., where=]{0,30}\\)") {
        let toml = format!("[[table]]\nname='t'\ncsv='a,b\n1,2.5\n3,x\n'\n[[claim]]\nsays='x'\ntable='t'\neach='''{text}'''");
        if let Ok(description) = Description::parse("x", &toml) {
            let _ = description.audit(|_| Err("none".to_owned()));
        }
    }
}
