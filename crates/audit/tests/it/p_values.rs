//! p-values next to one statistic, several, or one that lacks a number.

use peirast_audit::{Document, Verdict, audit};

/// The verdicts on the p-values of a table.
fn verdicts_on_p(csv: &str) -> Vec<(String, Verdict)> {
    let audit = audit(&Document::from_csv("t", csv).expect("a table"), None).expect("an audit");
    let own = audit.findings.into_iter().filter(|one| one.check.starts_with("p from "));
    own.map(|one| (one.check, one.verdict)).collect()
}

/// A p is checked against the statistic of its row that yields it, or else against the nearest one.
#[test]
fn a_p_beside_several_statistics_belongs_to_one_of_them() {
    let heads = "x,t,df,p,z";
    let right = ["a,2.10,20,0.0486,0.5", "b,1.50,18,0.1510,1.2", "c,-2.10,20,0.0486,-0.3"];
    let found = verdicts_on_p(&format!("{heads}\n{}\n", right.join("\n")));
    assert_eq!(found, vec![("p from t".to_owned(), Verdict::Ok); 3]);
    // The z was tested, in any position.
    let found = verdicts_on_p("x,z,t,df,p\na,1.96,0.40,20,0.0500\nb,2.58,0.3,20,0.0099\n");
    assert_eq!(found, vec![("p from z".to_owned(), Verdict::Ok); 2]);
    // None yields it: the t right before p is the nearest.
    let found = verdicts_on_p("x,z,df,t,p\na,0.50,20,2.10,0.9000\nb,0.5,20,2.1,0.0486\n");
    assert_eq!(found[0], ("p from t".to_owned(), Verdict::Mismatch));
    assert_eq!(found[1], ("p from t".to_owned(), Verdict::Ok));
    // The p may belong to a t without degrees of freedom.
    assert_eq!(verdicts_on_p("x,z,t,p\na,0.50,2.10,0.0486\nb,0.2,1.5,0.15\n"), []);
    let found =
        verdicts_on_p("x,F,df1,df2,r,n,p\na,4.00,2,30,0.10,40,0.0288\nb,4,2,30,0.1,40,0.029\n");
    assert_eq!(found, vec![("p from F".to_owned(), Verdict::Ok); 2]);
}

/// The statistic that yields the p of one row is used for the other rows too, even if a nearer
/// statistic lacks numbers.
#[test]
fn rows_whose_p_is_wrong_are_judged_by_what_gives_those_of_the_others() {
    let wrong = |csv: &str| {
        verdicts_on_p(csv).iter().filter(|(_, verdict)| *verdict == Verdict::Mismatch).count()
    };
    let rows = "A,-2.31,0.42,0.021\nB,-1.02,0.19,0.031\nC,-0.55,0.10,0.004\n";
    assert_eq!(wrong(&format!("model,z,r,p\n{rows}")), 2);
    assert_eq!(wrong("m,t,F,df,p\nA,2.10,4.41,20,0.049\nB,1.5,2.25,20,0.5\nC,3.0,9.0,20,0.9\n"), 2);
    assert_eq!(wrong("m,z,F,p\nA,2.10,4.4,0.036\nB,1.5,2.2,0.5\n"), 1);
}

/// A table in which no p can be checked gets a remark on the missing numbers.
#[test]
fn what_a_p_cannot_be_checked_without_is_named() {
    for (csv, what) in [
        ("x,r,p\na,0.5,0.01\nb,0.3,0.04\n", "the number of pairs (`n`)"),
        ("x,t,p\na,2.5,0.01\nb,2.3,0.04\n", "degrees of freedom (`df`)"),
        ("x,F,df,p\na,2.5,3,0.01\nb,2.3,3,0.04\n", "both degrees of freedom (`df1`, `df2`)"),
    ] {
        let audit = audit(&Document::from_csv("t", csv).expect("a table"), None).expect("an audit");
        let [found] = audit.findings.as_slice() else { panic!("{csv}: {:?}", audit.findings) };
        assert_eq!(found.verdict, Verdict::Note, "{csv}");
        assert!(found.recomputed.contains(what), "{csv}: {}", found.recomputed);
    }
}

/// The degrees of freedom of t have their own column next to both of F.
#[test]
fn each_statistic_has_its_own_degrees_of_freedom() {
    for csv in [
        "m,t,df,F,df1,df2,p\nA,2.10,20,4.00,2,30,0.0486\nB,1.50,18,2,2,30,0.1510\n",
        "m,df1,df2,F,t,df,p\nA,2,30,4.00,2.10,20,0.0486\nB,2,30,2,1.5,18,0.151\n",
        "m,t,df1,p\nA,2.10,20,0.0486\nB,1.50,18,0.1510\n",
    ] {
        assert_eq!(verdicts_on_p(csv), vec![("p from t".to_owned(), Verdict::Ok); 2], "{csv}");
    }
    for csv in ["m,t,df,F,df1,df2,p\nA,2.1,20,4,2,30,0.0288\n", "m,F,df,df2,p\nA,4,2,30,0.0288\n"] {
        assert_eq!(verdicts_on_p(csv), [("p from F".to_owned(), Verdict::Ok)], "{csv}");
    }
    assert_eq!(verdicts_on_p("m,t,df1,df2,p\nA,2.10,1,20,0.0486\n"), []);
}

/// The p-values of a column have one direction.
#[test]
fn a_p_of_the_wrong_tail_is_named() {
    use Verdict::{Mismatch, Note, Ok};
    let of = |rows: &[&str]| {
        let csv = format!("m,t,df,p\n{}\n", rows.join("\n"));
        let audit = audit(&Document::from_csv("t", &csv).expect("a table"), None);
        let findings = audit.expect("an audit").findings.into_iter();
        let own = findings.filter(|one| one.check == "p from t");
        own.map(|one| (one.verdict, one.remark)).collect::<Vec<_>>()
    };
    let verdicts = |rows: &[&str]| of(rows).into_iter().map(|one| one.0).collect::<Vec<_>>();
    // Two-sided p is 0.0486, 0.1492, 0.0065 and 0.0486.
    let (one, two, three) = ("A,2.10,20,0.0243", "B,1.50,20,0.0746", "C,3.04,20,0.0032");
    assert_eq!(verdicts(&[one, two, three]), [Ok; 3]);
    let wrong = of(&[one, two, three, "D,2.10,20,0.9757"]);
    assert_eq!(wrong[3].0, Mismatch);
    assert!(wrong[3].1.starts_with("the wrong tail: the p is one-sided for a statistic below 0"));
    // A statistic below 0 has a large p if the hypothesis is that it is above.
    let (low, own) = ("D,-2.10,20,0.9757", "D,-2.10,20,0.0243");
    assert_eq!(verdicts(&[one, two, three, low]), [Ok; 4]);
    let (against, lower) = ("E,-1.50,20,0.0746", "F,-1.50,20,0.9254");
    assert_eq!(verdicts(&[one, two, low, lower, against])[4], Mismatch);
    assert_eq!(verdicts(&[one, two, low, against])[3], Note, "either may be wrong");
    // Each may have been tested in the direction of its own result; a remark says so.
    assert_eq!(verdicts(&[one, two, three, own]), [Ok, Ok, Ok, Note]);
    // All of the other direction.
    let lower = ["A,2.10,20,0.9757", "B,1.50,20,0.9254", "C,-3.04,20,0.0032"];
    assert_eq!(verdicts(&lower), [Ok; 3]);
    // Two-sided except for one row.
    let both = ["A,2.10,20,0.0486", "B,1.50,20,0.1492", "C,3.04,20,0.0065"];
    assert_eq!(verdicts(&both), [Ok; 3]);
    for other in ["D,2.10,20,0.0243", "D,2.10,20,0.9757"] {
        assert_eq!(verdicts(&[both[0], both[1], both[2], other])[3], Mismatch, "{other}");
    }
    // One row alone does not show a direction.
    assert_eq!(verdicts(&["A,2.10,20,0.9757"]), [Note]);
    assert_eq!(verdicts(&["A,2.10,20,0.0243"]), [Ok]);
}
