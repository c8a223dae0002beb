//! Decisions next to p-values, with and without counts.

use peirast_audit::{Audit, Document, Finding, Verdict, audit};
use proptest::prelude::*;

fn of(csv: &str) -> Audit {
    audit(&Document::from_csv("t", csv).expect("a table"), None).expect("an audit")
}

fn contradictions(audit: &Audit) -> Vec<&Finding> {
    audit.findings.iter().filter(|one| one.verdict == Verdict::Contradiction).collect()
}

fn lines(audit: &Audit) -> Vec<usize> {
    contradictions(audit).into_iter().map(|one| one.line).collect()
}

#[test]
fn a_larger_p_that_is_rejected_contradicts_a_smaller_one_that_is_not() {
    for (csv, wanted) in [
        ("m,z,p,reject\nA,3.00,0.0027,no\nB,0.50,0.6171,yes\n", &[3][..]),
        (
            "m,p (raw),p (Holm),reject\nA,0.010,0.030,no\nB,0.020,0.040,no\nC,0.500,0.500,yes\n",
            &[4],
        ),
        ("m,p,reject\nA,0.03,no\nB,0.06,yes\nC,0.9,no\n", &[3]),
        ("m,n12,n21,p (Holm),reject\nA,1,10,0.0351,no\nB,3,9,0.1460,yes\nC,8,2,0.2188,no\n", &[3]),
        ("m,p,reject\nA,< 0.001,no\nB,0.2,yes\n", &[3]),
    ] {
        let found = of(csv);
        assert_eq!(lines(&found), wanted, "{csv}{:#?}", found.findings);
        // No level explains these decisions, and none is reported.
        let remark = &contradictions(&found)[0].remark;
        assert_eq!(remark, "no level gives both decisions", "{csv}");
    }
}

#[test]
fn decisions_are_held_to_the_level_that_they_imply_or_state() {
    let usual = "m,p,reject\nA,0.03,yes\nB,0.06,no\nC,0.9,no\nD,0.04,no\nE,0.001,yes\n";
    let found = of(usual);
    assert_eq!(lines(&found), [5]);
    assert!(
        contradictions(&found)[0].remark.contains("0.05, which 4 of 5 printed decisions follow")
    );
    for head in ["significant (α = 0.05)", "reject at 0.05", "Significant at the 5% level"] {
        let found = of(&format!("m,p,{head}\nA,0.03,no\nB,0.06,no\nC,0.9,no\n"));
        assert_eq!(lines(&found), [2], "{head}");
    }
    assert_eq!(lines(&of("m,p,reject\nA,0.03,no\nB,0.06,no\nC,0.0002,yes\n")), [0; 0]);
    // Bounds decide if they can.
    assert_eq!(lines(&of("m,p,reject (0.05)\nA,<0.05,no\nB,>0.05,yes\nC,<0.1,no\n")), [2, 3]);
    // The adjusted p decides, but only the raw p is printed.
    let bonferroni =
        "m,p,significant\nA,0.009,no\nB,0.008,yes\nC,0.06,no\nD,0.2,no\nE,0.3,no\nF,0.4,no\n";
    let found = of(bonferroni);
    assert_eq!(lines(&found), [0; 0], "{:#?}", found.findings);
}

#[test]
fn a_decision_that_cannot_be_read_is_passed_over() {
    for (cells, wrong) in
        [(["yes", "maybe", "no"], true), (["1", "0", "maybe"], false), (["1", "?", "0"], true)]
    {
        let csv = format!(
            "model,n12,n21,p,reject\nA,1,10,0.0117,{}\nB,3,9,0.1460,{}\nC,0,9,0.0039,{}\n",
            cells[0], cells[1], cells[2]
        );
        let found = of(&csv);
        assert_eq!(
            lines(&found),
            if wrong { vec![2] } else { vec![] },
            "{csv}{:#?}",
            found.findings
        );
        let named = found.findings.iter().filter(|one| one.check == "cells that are no decisions");
        let named: Vec<&str> = named.map(|one| one.recomputed.as_str()).collect();
        match cells.iter().position(|cell| *cell == "maybe") {
            Some(at) => assert_eq!(named, [format!("passed over: `maybe` (line {})", at + 2)]),
            None => assert!(named.is_empty()),
        }
        let decided = found.findings.iter().filter(|one| one.check.starts_with("decision by"));
        assert!(decided.count() > 0, "{csv}");
    }
    // Numbers below such a header are not decisions.
    assert_eq!(lines(&of("m,p,rejected\nA,0.001,0\nB,0.2,1\nC,0.3,7\n")), [0; 0]);
}

proptest! {
    /// Decisions at one level contradict nothing, at any level and with any rounding of p. One
    /// reversed decision among clear ones does.
    #[test]
    fn only_a_wrong_decision_is_named(
        p in prop::collection::vec(0_u32..1_000, 4..20),
        level in prop::sample::select(vec![0.05, 0.01, 0.1, 0.005, 0.001]),
        places in 2_usize..5,
        which in any::<prop::sample::Index>(),
    ) {
        // Between the usual levels, and far from them in print.
        let p: Vec<f64> = p.into_iter().map(|p| 0.2 + f64::from(p) / 2_000.0).collect();
        let low = |at: usize| at.is_multiple_of(2);
        let value = |at: usize| if low(at) { 0.0004 } else { p[at] };
        let table = |turned: Option<usize>| {
            let mut csv = format!("m,p,reject at {level}\n");
            for at in 0..p.len() {
                let rejected = (value(at) <= level) != (turned == Some(at));
                csv += &format!("m{at},{:.places$},{}\n", value(at), if rejected { "yes" } else { "no" });
            }
            of(&csv)
        };
        prop_assert_eq!(lines(&table(None)), Vec::<usize>::new());
        let at = which.index(p.len());
        prop_assert_eq!(lines(&table(Some(at))), [at + 2]);
    }
}

/// A stated rule reports its changes, even without decisions.
#[test]
fn a_stated_rule_without_decisions_says_what_it_changes() {
    let stated = |csv: &str, exact_up_to: u64| {
        let document = Document::from_csv("t", csv).expect("a table");
        let found =
            audit(&document, Some(&peirast_audit::Stated { exact_up_to })).expect("an audit");
        let notes = found.findings.iter().filter(|one| one.check == "the rule as stated");
        notes.map(|one| one.recomputed.clone()).collect::<Vec<_>>()
    };
    let normal = "m,n12,n21,p\nA,2,12,0.0075\nB,10,30,0.0016\nC,5,25,0.0003\nD,1,4,0.1797\n";
    assert_eq!(stated(normal, 10), ["1 of 4 printed p-values would change (lines 5)"]);
    assert_eq!(stated(normal, 0), ["changes none of 4 printed p-values"]);
    let other = "m,z,p\nA,2.0,0.0455\n";
    assert_eq!(
        stated(other, 10),
        ["changes nothing: there are no p-values next to discordant counts"]
    );
    let decided = "m,n12,n21,p,reject\nA,2,12,0.0075,yes\nB,10,30,0.0016,yes\nC,8,8,1.0,no\n";
    assert!(stated(decided, 10).is_empty());
}
