//! Intervals: the order of their limits, the position of their estimate, and their possible range.

use peirast_audit::{Audit, Document, Verdict, audit};
use proptest::prelude::*;

fn of(csv: &str) -> Audit {
    audit(&Document::from_csv("t", csv).expect("a table"), None).expect("an audit")
}

/// The lines with an impossible finding.
fn impossible(audit: &Audit) -> Vec<usize> {
    let impossible = audit.findings.iter().filter(|one| one.verdict == Verdict::Impossible);
    impossible.map(|one| one.line).collect()
}

#[test]
fn intervals_that_cannot_be() {
    for (csv, lines) in [
        // Without its estimate, beyond 100 %, reversed, and in order.
        (
            "m,Acc (%),CI Lower,CI Upper\na,80,85,90\nb,80,70,105\nc,80,90,70\nd,80,75,85\n",
            &[2, 3, 4][..],
        ),
        (
            "m,accuracy,95% CI low,95% CI high\na,0.8,0.7,0.9\nb,0.8,0.86,0.9\nc,0.1,-0.2,0.3\n",
            &[3, 4],
        ),
        ("m,Acc (%),95% CI\na,80,\"[70, 90]\"\nb,80,\"[85, 90]\"\nc,80,90–70\n", &[3, 4]),
        ("m,Acc (%) [95% CI]\na,\"80 [70, 90]\"\nb,\"80 [81, 90]\"\nc,\"98 [95, 101]\"\n", &[3, 4]),
        ("m,Acc (%)\na,\"80 [70, 90]\"\nb,\"80 [81, 90]\"\nc,\"60 [55, 70]\"\n", &[3]),
        // Numbers of references.
        ("m,Acc (%)\na,\"80.1 [7, 12]\"\nb,\"81.5 [3, 4]\"\nc,\"60.0 [5]\"\n", &[]),
        ("m,mean,SD,CI lower,CI upper\na,3.0,1,2.5,3.5\nb,4.0,1,2.5,3.5\n", &[3]),
        ("m,r,n,CI lower,CI upper\na,0.3,50,0.02,0.53\nb,0.9,50,0.8,1.2\n", &[3]),
        // Nothing is known of the estimate, but limits have an order.
        ("m,CI lower,CI upper\na,1,2\nb,2,1\n", &[3]),
        ("m,difference,CI lower,CI upper\na,0.3,0.1,0.5\nb,0.3,0.4,0.5\n", &[3]),
        // Percentages next to limits in proportions.
        ("m,Acc (%),CI lower,CI upper\na,80,0.7,0.9\nb,80,0.85,0.9\n", &[3]),
        // Rounding may put an estimate on its limit.
        ("m,Acc (%),CI lower,CI upper\na,80.0,80.04,90\nb,100,96.2,100.0\n", &[]),
        // The interval belongs to the difference next to it, not to the accuracy.
        ("m,Acc (%),Δ,CI lower,CI upper\na,80,3,1,5\nb,70,4,2,6\nc,60,-1,-3,1\n", &[]),
        // An interval does not belong to a mean if another estimate is nearer.
        ("m,share,CI Lower,CI Upper,Mean,SD\na,.70,.60,.80,5.1,1\nb,.65,.70,.80,5.3,1\n", &[3]),
        ("r,CI Lower,CI Upper,Mean\n0.50,0.30,0.65,5.1\n0.90,0.10,0.40,4.0\n", &[3]),
        ("Mean,SD,share,CI Lower,CI Upper\n5,1,.70,.60,.80\n5,1,.95,.70,.80\n", &[3]),
        ("mean,d,CI Lower,CI Upper\n5.1,0.5,0.2,0.8\n4.9,0.9,0.2,0.8\n", &[3]),
        ("mean,Cohen's d,CI Lower,CI Upper\n5.1,0.5,0.2,0.8\n4.9,0.9,0.2,0.8\n", &[3]),
        ("acc %,95% CI,mean\n78,\"[67, 89]\",5.1\n95,\"[67, 89]\",5.3\n", &[3]),
        (
            "acc %,95% CI,mean,95% CI\n78,\"[67, 89]\",5,\"[6, 7]\"\n80,\"[67, 89]\",5,\"[4, 6]\"\n",
            &[2],
        ),
        ("m,accuracy,mean,SD,CI Lower,CI Upper\na,0.7,5,1,4,6\nb,0.7,7,1,4,6\n", &[3]),
        ("m,CI Lower,CI Upper,mean\na,4,6,5\nb,4,6,7\n", &[3]),
        ("m,CI Lower,CI Upper,share,mean\na,4,6,0.5,5\nb,4,6,0.5,7\n", &[]),
        // Nothing shows the meaning of the numbers between.
        ("m,mean,quux,CI Lower,CI Upper\na,5,0.5,0.2,0.8\nb,5,0.9,0.2,0.8\n", &[]),
        // The coefficients of a regression are b.
        ("predictor,b,CI Lower,CI Upper\nx,2.0,0.5,3.5\ny,-0.5,-1.1,0.1\nz,1,2,3\n", &[4]),
        // A year is not an estimate.
        ("m,year,CI lower,CI upper\na,2020,1,5\nb,2021,2,6\nc,2022,3,4\n", &[]),
    ] {
        let found = of(csv);
        assert_eq!(impossible(&found), lines, "{csv}{:#?}", found.findings);
    }
}

/// Only intervals of means imply the n of normal intervals.
#[test]
fn sizes_are_implied_by_the_intervals_of_means() {
    for (csv, implied) in [
        ("m,Mean,SD,CI Lower,CI Upper\na,5,1,4.8,5.2\nb,6,1,5.8,6.2\n", true),
        ("m,SD,CI Lower,CI Upper\na,1,4.8,5.2\nb,1,5.8,6.2\n", true),
        ("m,share,CI Lower,CI Upper,Mean,SD\na,.7,.6,.8,5,1\nb,.7,.6,.8,5,1\n", false),
        ("m,Mean,SD,share,CI Lower,CI Upper\na,5,1,.7,.6,.8\nb,5,1,.7,.6,.8\n", false),
        ("m,Mean,SD,r,CI Lower,CI Upper\na,5,1,.7,.6,.8\nb,5,1,.7,.6,.8\n", false),
    ] {
        let found = of(csv);
        let sizes = found.findings.iter().any(|one| one.check.starts_with("n that normal"));
        assert_eq!(sizes, implied, "{csv}{:#?}", found.findings);
    }
}

/// A value that is within its limits only because of rounding gets a remark.
#[test]
fn rounding_is_told_from_lying_within() {
    for (row, verdict) in [
        ("80.0,80.04,90", Verdict::Rounding),
        ("90.0,80,89.96", Verdict::Rounding),
        ("80.1,80.04,90", Verdict::Ok),
        ("80,80,90", Verdict::Ok),
        ("80.0,80.06,90", Verdict::Impossible),
    ] {
        let found = of(&format!("m,Acc (%),CI lower,CI upper\na,{row}\n"));
        let within = found.findings.iter().find(|one| one.check.ends_with("within its interval"));
        assert_eq!(within.map(|one| one.verdict), Some(verdict), "{row}");
    }
    // Rounding to the same digit keeps the order of a mean and its extremes.
    for (row, verdict) in [
        ("10,1,9", Verdict::Impossible),
        ("9,1,9", Verdict::Ok),
        ("9.0,1,8.98", Verdict::Rounding),
        ("9.1,1,9", Verdict::Rounding),
        ("9.6,1,9", Verdict::Impossible),
    ] {
        let found = of(&format!("m,Mean,Min,Max\na,{row}\n"));
        let within = found.findings.iter().find(|one| one.check.starts_with("mean lies"));
        assert_eq!(within.map(|one| one.verdict), Some(verdict), "{row}");
    }
}

proptest! {
    /// A share within its interval is not a fault in any notation; outside, it is.
    #[test]
    fn only_an_interval_without_its_share_is_named(
        share in 0_u32..=100, below in 0_u32..50, above in 0_u32..50, apart in 1_u32..20, combined: bool,
    ) {
        let (low, high) = (share.saturating_sub(below), (share + above).min(100));
        let table = |low: u32, high: u32| match combined {
            true => of(&format!("m,Acc (%),95% CI\na,{share},[{low}; {high}]\n")),
            false => of(&format!("m,Acc (%),CI lower,CI upper\na,{share},{low},{high}\n")),
        };
        prop_assert_eq!(impossible(&table(low, high)), Vec::<usize>::new());
        if share + apart < 100 {
            prop_assert_eq!(impossible(&table(share + apart + 1, 100)), [2]);
        }
        if high > low + 1 {
            prop_assert_eq!(impossible(&table(high, low)), [2]);
        }
    }
}
