//! Families of p-values and e-values.

use crate::support::{Place, json_lines, says};

/// Adjusted values by hand.
#[test]
fn p_values_are_adjusted_family_by_family() {
    let place = Place::new();
    let column = |line: &str| -> Vec<Option<f64>> {
        let rows = json_lines(&place.ok(&format!("stats adjust {line} --json")));
        rows.iter().map(|row| row["p_adjusted"].as_f64()).collect()
    };
    assert_eq!(column("0.04 0.01 0.03"), [Some(0.04), Some(0.03), Some(0.04)]);
    assert_eq!(column("0.5 0.01 0.02 --correction holm"), [Some(0.5), Some(0.03), Some(0.04)]);
    place.write("values.csv", "name,p,set\na,0.25,x\nb,NA,x\nc,0.125,x\nd,0.25,y\n");
    let whole = "--csv values.csv --correction bonferroni";
    assert_eq!(column(whole), [Some(0.75), None, Some(0.375), Some(0.75)]);
    assert_eq!(column(&format!("{whole} --by set")), [Some(0.5), None, Some(0.25), Some(0.25)]);
    assert_eq!(
        place.ok("stats adjust --csv values.csv --by set --alpha 0.25"),
        "family,p,p_adjusted,reject\nx,0.25,0.25,true\nx,,,\nx,0.125,0.25,true\ny,0.25,0.25,true\n"
    );
    assert_eq!(place.ok("stats adjust 0.2"), "p,p_adjusted,reject\n0.2,0.2,false\n");
    for (line, complaint) in [
        ("", "give p-values"),
        ("0.1 1.5", "1.5"),
        ("NaN", "p"),
        ("0.1 --alpha 0", "--alpha 0 is not a level"),
        ("0.1 --correction fdr", "fdr"),
        ("0.1 --csv values.csv", "not both"),
        ("--csv values.csv --column q", "no column `q`"),
        ("--csv values.csv --column name", "`a` is not a number"),
    ] {
        says(&place.fails(1, &format!("stats adjust {line}")), &[complaint]);
    }
}

/// By hand: 90 >= 3/(1 x 0.05), 35 >= 3/(2 x 0.05), 1 < 20.
#[test]
fn e_values_are_judged_together() {
    let place = Place::new();
    let rejected = |line: &str| -> Vec<bool> {
        let rows = json_lines(&place.ok(&format!("stats adjust --e-values {line} --json")));
        rows.iter().map(|row| row["reject"] == true).collect()
    };
    assert_eq!(rejected("90 35 1"), [true, true, false]);
    assert_eq!(rejected("90 29 1"), [true, false, false]);
    assert_eq!(rejected("inf 0"), [true, false]);
    place
        .write("e.jsonl", "{\"e\": 30, \"h\": \"a\"}\n{\"h\": \"a\"}\n{\"e\": 19, \"h\": \"b\"}\n");
    assert_eq!(rejected("--data e.jsonl --by h"), [true, false, false]);
    says(&place.ok("stats adjust --e-values 90"), &["reject  yes"]);
    for (line, complaint) in [
        ("--e-values -1", "e must be 0 or more"),
        ("--e-values NaN", "e must be"),
        ("--e-values", "give p-values"),
        ("--e-values --data e.jsonl --column h", "line 1, column `h`: `a` is not a number"),
    ] {
        says(&place.fails(1, &format!("stats adjust {line}")), &[complaint]);
    }
}
