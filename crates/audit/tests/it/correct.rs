//! Correct tables and texts, in which the audit may find no fault, and wrong ones, in which it
//! must.

use peirast_audit::{Document, audit};

/// The faults of a document, by row and check.
fn faults(document: &Document) -> Vec<String> {
    let audit = audit(document, None).expect("an audit");
    let faults = audit.findings.into_iter().filter(|finding| finding.verdict.is_fault());
    faults.map(|f| format!("{}: {} {} / {}", f.row, f.check, f.printed, f.recomputed)).collect()
}

fn of_table(csv: &str) -> Vec<String> {
    faults(&Document::from_csv("table", csv).expect("a table"))
}

fn of_text(text: &str) -> Vec<String> {
    faults(&Document::from_markdown("text", text))
}

const NONE: [&str; 0] = [];

#[test]
fn families_may_be_made_by_two_columns() {
    let csv = "h,x,n12,n21,p,p adj\nH1,a,4,1,0.3750,0.4202\nH1,a,11,5,0.2101,0.4202\n\
        H1,b,4,12,0.0768,0.1536\nH1,b,0,4,0.1250,0.1536\nH2,a,5,0,0.0625,0.1250\n\
        H2,a,9,7,0.8036,0.8036\nH2,b,8,9,1.0000,1.0000\nH2,b,5,9,0.4240,0.8479\n";
    assert_eq!(of_table(csv), NONE);
    assert_eq!(of_table(&csv.replace("n12,n21", "runs,others")), NONE);
}

#[test]
fn a_rounded_p_at_the_level_decides_nothing() {
    let csv = "m,n12,n21,p,reject\nA,20,35,0.06,no\nB,20,36,0.04,yes\nC,11,26,0.02,yes\nD,13,26,0.05,no\n";
    assert_eq!(of_table(csv), NONE);
    // A clearly printed p decides.
    assert_eq!(of_table(&csv.replace("0.02,yes", "0.02,no")).len(), 1);
}

#[test]
fn columns_that_happen_to_add_up_are_no_identity() {
    assert_eq!(
        of_table("item,q0,q1,q2,q3\nr0,3,4,6,3\nr1,4,5,1,5\nr2,0,6,2,5\nr3,3,6,1,4\n"),
        NONE
    );
    let sums =
        "m,easy,middle,hard,total\nA,13,24,36,73\nB,21,15,30,66\nC,17,16,32,65\nD,11,26,29,61\n";
    assert_eq!(of_table(sums), ["D: total = easy + middle + hard 61 / 66.0"]);
}

#[test]
fn rows_of_totals_and_means() {
    let total = "group,n,correct,accuracy %\nA,10,5,50.0\nB,90,81,90.0\nC,100,80,80.0\nTotal,200,166,83.0\n";
    assert_eq!(of_table(total), NONE);
    assert_eq!(of_table(&total.replace("200,166", "200,165")).len(), 2);
    // Wrong shares next to their counts are named, one or two among a few.
    let shares = "m,correct,total,accuracy\nA,52,60,88.7\nB,30,60,52.0\nC,45,60,75.0\nD,39,60,65.0\nAverage,41.5,60,70.2\n";
    assert_eq!(of_table(shares).len(), 2);
    let overall = "group,n,mean,SD\nA,10,3.00,1.10\nB,30,5.00,1.30\nOverall,40,4.50,1.52\n";
    assert_eq!(of_table(overall), NONE);
}

#[test]
fn what_is_no_share_of_n_is_not_called_one() {
    for (head, values) in [
        ("learning rate", ["0.001", "0.01", "0.1"]),
        ("heart rate", ["72.1", "80.4", "66.6"]),
        ("Survival rate (per 1000)", ["832.5", "910.1", "777.7"]),
        ("change %", ["-3.1", "120.5", "7.7"]),
        ("accuracy", ["71.23", "68.91", "80.07"]),
        ("accuracy ", ["0.771 ± 0.03", "0.812 ± 0.02", "0.633 ± 0.05"]),
        ("95% CI", ["0.93–1.67", "0.41–0.99", "1.01–1.77"]),
    ] {
        let mut csv = format!("model,n,{head}\n");
        for (row, value) in values.iter().enumerate() {
            csv += &format!("m{row},5,{value}\n");
        }
        assert_eq!(of_table(&csv), NONE, "{head}");
    }
    let wrong = "model,n,accuracy %\nA,40,97.5\nB,40,95.0\nC,40,98.75\nD,40,87.5\n";
    assert_eq!(of_table(wrong).len(), 1);
}

#[test]
fn tests_of_normality_share_an_n_only_where_it_is_said() {
    assert_eq!(of_table("var,W,p\na,0.95,0.70\nb,0.96,0.30\n"), NONE);
    assert_eq!(of_table("var,W,p\na,0.56,<0.001\nb,0.92,0.053\n"), NONE);
    assert!(!of_table("var,n,W,p\na,20,0.95,0.70\nb,20,0.96,0.30\n").is_empty());
}

#[test]
fn prose_as_it_is_written() {
    for right in [
        "t(28) = 5.0, p = 2.8 × 10⁻⁵.",
        "t(28) = 5.0, p = 2.8·10^-5",
        "t(28) = 5.0, p = 2.8 \\times 10^{-5}",
        "t(28) = 2.20, p = 0,036",
        "t(28) = 2.20, p = .036; F(2, 57) = 4.1, p < .05; χ²(1, N = 90) = 3.84, p = .05",
        "F(2, 57) < 1, p = .80",
        "z 324/324, adjusted p 342/342",
        "t(28) = 2.20, Bonferroni-corrected p = .11",
        "t(28) = -1.20, p = .88, one-tailed",
        "F(1, 28) = 4.84, p = .018 (one-tailed)",
        "5/20 (95% CI 9% to 49%), 7/8 (12.5% less than before), 47/160 (0.5% missing)",
        "r(48) = .31, p = .03; z = 2.3, p = .02",
    ] {
        assert_eq!(of_text(right), NONE, "{right}");
    }
    for wrong in [
        "F(2, 28) = 3.01, p < .05",
        "t(28) = 2.10, p > .05",
        "t (28) = 2.20, p = .36",
        "F(2, 57) = 4.1, p = .5",
        "chi-square(1) = 3.84, p = .5",
        "13/15 (80%)",
    ] {
        assert_eq!(of_text(wrong).len(), 1, "{wrong}");
    }
}

#[test]
fn adjusted_p_of_what_was_rounded() {
    let holm = "f,t,p,p (Holm)\nF,x1,0.00,0.02\nF,x2,0.13,0.13\nF,x3,0.00,0.01\nF,x4,0.01,0.03\nF,x5,0.05,0.11\n";
    assert_eq!(of_table(holm), NONE);
    let bounded =
        "t,p,p (Bonferroni)\nA,<0.001,0.0004\nB,0.020,0.080\nC,0.300,1.000\nD,0.011,0.044\n";
    assert_eq!(of_table(bounded), NONE);
    assert_eq!(of_table(&bounded.replace("0.020,0.080", "0.020,0.070")).len(), 1);
}

#[test]
fn columns_that_are_something_else() {
    let groups = "site,A,B,C,chi2,df,p\nx,10,20,30,10.0,2,0.0067\ny,11,21,28,7.3,2,0.026\nz,20,20,20,0.0,2,1.0\n";
    assert_eq!(of_table(groups), NONE);
    let range = "who,Mean,Low,High\nA,3.1,1.0,2.0\nB,2.2,1.0,2.0\n";
    assert_eq!(of_table(range), NONE);
    // statsmodels' corrected test of equal counts.
    assert_eq!(of_table("m,n12,n21,p\na,3,3,0.6831\nb,2,9,0.0704\nc,30,12,0.0087\n"), NONE);
}

#[test]
fn f_in_tables_and_r_by_its_degrees_of_freedom() {
    assert_eq!(of_table("test,F,df1,df2,p\na,4.1,2,57,0.9\nb,4.1,2,57,0.0217\n").len(), 1);
    assert_eq!(of_table("test,F,df,p\na,4.1,\"2, 57\",0.9\n").len(), 1);
    assert_eq!(of_table("test,r,df,p\na,0.31,48,0.9\nb,0.31,48,0.0285\n").len(), 1);
}

#[test]
fn a_spread_too_small_for_its_ends() {
    assert_eq!(of_table("m,mean,SD,min,max,n\nA,4.0,0.10,1,7,8\nB,4.0,2.10,1,7,8\n").len(), 1);
}

#[test]
fn files_of_other_systems() {
    let lines = "m,n12,n21,n*\r\nA,1,2,3\r\nB,1,2,4\r\n";
    let found = audit(&Document::from_csv("x", lines).expect("a table"), None).expect("an audit");
    assert_eq!(found.findings.iter().map(|f| f.line).collect::<Vec<_>>(), [2, 3]);
    let marked =
        Document::from_markdown("x", "\u{feff}| n12 | n21 | n* |\n|---|---|---|\n| 1 | 2 | 3 |\n");
    assert_eq!(marked.tables.len(), 1);
    let decimal =
        Document::from_csv("x", "m;n12;n21;p\nA;2;10;0,0386\nB;5;9;0,9\n").expect("a table");
    assert_eq!(faults(&decimal).len(), 0, "one of two is no rule");
    assert!(Document::from_csv("x", "a,b\n\"1,2\n3,4\n").is_err());
}
