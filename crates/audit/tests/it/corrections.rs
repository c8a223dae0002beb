//! Adjusted p-values: the family contains every raw p, and the correction is the one in the header.

use peirast_audit::{Audit, Document, Finding, Verdict, audit};
use peirast_stats::Correction;
use proptest::prelude::*;

fn of(csv: &str) -> Audit {
    audit(&Document::from_csv("t", csv).expect("a table"), None).expect("an audit")
}

fn faults(audit: &Audit) -> Vec<&Finding> {
    audit.findings.iter().filter(|one| one.verdict.is_fault()).collect()
}

/// The lines whose adjusted p is a mismatch.
fn wrong(audit: &Audit, check: &str) -> Vec<usize> {
    let mismatches = audit.findings.iter().filter(|one| one.verdict == Verdict::Mismatch);
    mismatches.filter(|one| one.check == check).map(|one| one.line).collect()
}

/// A correction, and headers that name it.
const NAMED: [(Correction, [&str; 2]); 5] = [
    (Correction::Bonferroni, ["p (Bonferroni)", "p_bonf"]),
    (Correction::Holm, ["p (Holm)", "Holm-Bonferroni p"]),
    (Correction::Hochberg, ["p (Hochberg)", "adjusted p (Hochberg)"]),
    (Correction::BenjaminiHochberg, ["p (BH)", "q"]),
    (Correction::BenjaminiYekutieli, ["p (BY)", "FDR"]),
];

fn table(head: &str, raw: &[f64], adjusted: &[f64], holes: &[Option<String>]) -> String {
    let mut csv = format!("model,p,{head}\n");
    for (row, (raw, adjusted)) in raw.iter().zip(adjusted).enumerate() {
        let hole = holes.get(row).cloned().flatten();
        csv += &format!("m{row},{raw:.4},{}\n", hole.unwrap_or_else(|| format!("{adjusted:.4}")));
    }
    csv
}

proptest! {
    /// A correct table has no mismatch, with any content in cells without an adjusted p, and is
    /// checked against the correction in its header.
    #[test]
    fn the_family_is_every_raw_p(
        raw in prop::collection::vec(1_u32..10_000, 2..10),
        which in 0_usize..5,
        head in 0_usize..2,
        holes in prop::collection::vec(prop::option::weighted(0.2, prop::sample::select(vec!["", "-", "n.s.", "1.500"])), 10),
    ) {
        let raw: Vec<f64> = raw.into_iter().map(|p| f64::from(p) / 10_000.0).collect();
        let (correction, heads) = NAMED[which];
        let adjusted = correction.adjust(&raw).expect("p-values");
        let mut holes: Vec<Option<String>> =
            holes.into_iter().map(|hole| hole.map(str::to_owned)).collect();
        holes[0] = None;
        holes[1] = None;
        let found = of(&table(heads[head], &raw, &adjusted, &holes));
        let others = faults(&found).into_iter().filter(|one| !one.check.starts_with("values that `"));
        prop_assert_eq!(others.count(), 0, "{:#?}", found.findings);
        let compared = found.findings.iter().filter(|one| one.check.ends_with("of the raw p"));
        let names: Vec<&str> = compared.map(|one| one.check.as_str()).collect();
        let own = format!("{correction} of the raw p");
        let is_fdr = which >= 3 && head == 1;
        prop_assert!(!names.is_empty() && (is_fdr || names.iter().all(|name| *name == own)), "{names:?}");
    }

    /// A table with a wrong name is a mismatch if the two corrections differ in print.
    #[test]
    fn a_wrong_name_is_a_mismatch(
        raw in prop::collection::vec(1_u32..1_000, 3..10),
        truth in prop::sample::select(Correction::ALL.to_vec()),
        which in 0_usize..5,
    ) {
        let raw: Vec<f64> = raw.into_iter().map(|p| f64::from(p) / 10_000.0).collect();
        let (named, heads) = NAMED[which];
        let of_name = named.adjust(&raw).expect("p-values");
        let printed = truth.adjust(&raw).expect("p-values");
        let found = of(&table(heads[0], &raw, &printed, &[]));
        // Rounding of the raw p to four decimals changes an adjusted one by less than this.
        let apart = of_name.iter().zip(&printed).enumerate();
        let lines: Vec<usize> =
            apart.filter(|(_, (a, b))| (*a - *b).abs() > 0.003).map(|(at, _)| at + 2).collect();
        let named = wrong(&found, &format!("{named} of the raw p"));
        prop_assert!(lines.iter().all(|line| named.contains(line)), "{lines:?} {named:?} {:#?}", found.findings);
        if truth == NAMED[which].0 {
            prop_assert_eq!(named, Vec::<usize>::new());
        }
    }
}

#[test]
fn a_column_under_a_name_that_it_does_not_follow_says_which_it_follows() {
    let found = of("m,p,p (Bonferroni)\nA,0.011,0.011\nB,0.020,0.020\nC,0.030,0.030\n");
    assert_eq!(wrong(&found, "bonferroni of the raw p"), [2, 3, 4]);
    let remark = &faults(&found)[0].remark;
    assert_eq!(
        remark,
        "`p (Bonferroni)` names bonferroni, which yields 0 of 3; 3 are values without a correction"
    );
    let found = of("m,p,p (BH)\nA,0.010,0.030\nB,0.020,0.040\nC,0.500,0.500\n");
    assert_eq!(wrong(&found, "benjamini-hochberg of the raw p"), [3]);
    assert!(faults(&found)[0].remark.ends_with("3 are values by holm"));
}

/// An adjusted p whose raw p is missing still belongs to the family.
#[test]
fn a_raw_p_that_cannot_be_read_leaves_the_others_open() {
    let found = of("m,p,p (Holm)\nA,0.010,0.030\nB,,0.040\nC,0.500,0.500\n");
    assert!(faults(&found).is_empty(), "{:#?}", found.findings);
    let found = of("m,p,p (Holm)\nA,0.010,0.090\nB,,0.040\nC,0.500,0.500\n");
    assert_eq!(wrong(&found, "holm of the raw p"), [2]);
}

/// A family with a row that does not fit the headers gets no remark either.
#[test]
fn a_family_with_a_row_that_cannot_be_read_is_not_compared() {
    let found = of("m,p,p (Holm)\nA,0.010,0.030\nB,0.020,0.040\nC,0.500,0.500,x\n");
    let verdicts: Vec<Verdict> = faults(&found).iter().map(|one| one.verdict).collect();
    assert_eq!(verdicts, [Verdict::Unread]);
    assert!(found.findings.iter().any(|one| one.recomputed.starts_with("not compared")));
}

/// With counts, the rule behind the p-values is compared with the name.
#[test]
fn a_name_is_held_against_the_rule_behind_p() {
    let rows = [(1, 10), (3, 9), (0, 9), (8, 2), (4, 15)];
    let raw: Vec<f64> = rows
        .iter()
        .map(|(b, c)| peirast_stats::mcnemar::exact(*b, *c, peirast_stats::Alternative::TwoSided).p)
        .collect();
    for (head, named) in [
        ("p (Bonferroni)", Correction::Bonferroni),
        ("p (Holm)", Correction::Holm),
        ("p (BH)", Correction::BenjaminiHochberg),
    ] {
        for truth in [
            Correction::Unadjusted,
            Correction::Bonferroni,
            Correction::Holm,
            Correction::BenjaminiHochberg,
        ] {
            let mut csv = format!("m,n12,n21,{head}\n");
            let adjusted = truth.adjust(&raw).expect("p-values");
            for (row, ((b, c), p)) in rows.iter().zip(adjusted).enumerate() {
                csv += &format!("m{row},{b},{c},{p:.5}\n");
            }
            let found = of(&csv);
            let checks: Vec<&str> = faults(&found).iter().map(|one| one.check.as_str()).collect();
            let wanted: &[&str] =
                if truth == named { &[] } else { &["correction that the head names"] };
            assert_eq!(checks, wanted, "{head} {truth} {:#?}", found.findings);
        }
    }
    // If several corrections yield equally many, the named one is reported.
    let found = of("m,n12,n21,p (BH)\na,1,10,0.0117\nb,0,9,0.0078\n");
    assert_eq!(found.rules[0].correction, Correction::BenjaminiHochberg);
}

/// p-values that follow no rule, or of which half do, take time in proportion to their number.
#[test]
fn many_tests_are_audited_in_time() {
    let table = |rows: u64, head: &str, ruled: u64| {
        let mut csv = format!("m,n12,n21,{head}\n");
        let mut state = 1_u64;
        let mut next = |most: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % most
        };
        for row in 0..rows {
            let (b, c) = (next(60), next(60));
            let p = match next(100) < ruled {
                true => peirast_stats::mcnemar::exact(b, c, peirast_stats::Alternative::TwoSided).p,
                false => next(10_000) as f64 / 10_000.0,
            };
            csv += &format!("m{row},{b},{c},{p:.4}\n");
        }
        let start = std::time::Instant::now();
        let _ = of(&csv);
        start.elapsed()
    };
    for (head, ruled) in [("p", 0), ("p (Holm)", 0), ("p", 60)] {
        let (few, many) = (table(500, head, ruled), table(2_000, head, ruled));
        // Four times the rows; the square would be 16 times.
        let most = few * 10 + std::time::Duration::from_millis(500);
        assert!(many < most, "{head} {ruled}: {few:?}, {many:?}");
    }
}
