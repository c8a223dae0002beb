//! Cells that are not numbers, and numbers with decimal commas: the audit reads, ignores and names,
//! or refuses them.

use peirast_audit::{Audit, Description, Document, Printed, Verdict, audit};

fn of(csv: &str) -> Audit {
    audit(&Document::from_csv("t", csv).expect("a table"), None).expect("an audit")
}

fn faults(audit: &Audit) -> Vec<(usize, &str)> {
    let faults = audit.findings.iter().filter(|one| one.verdict.is_fault());
    faults.map(|one| (one.line, one.printed.as_str())).collect()
}

/// With any number of texts in a column, the other cells are checked.
#[test]
fn texts_do_not_hide_a_column() {
    for texts in 0..12 {
        let mut csv = "model,Acc (%),n\na,83.33,30\nb,104,30\n".to_owned();
        (0..texts).for_each(|at| csv += &format!("t{at},see text,30\n"));
        let found = of(&csv);
        assert_eq!(faults(&found), [(3, "104")], "{texts} texts");
        let named: Vec<&str> = found
            .findings
            .iter()
            .filter(|one| one.check == "cells that are no numbers")
            .map(|one| one.recomputed.as_str())
            .collect();
        match texts {
            0 => assert!(named.is_empty()),
            1 => assert_eq!(named, ["passed over: `see text` (line 4)"]),
            _ => assert!(
                named[0].starts_with("passed over: `see text` (line 4), `see text` (line 5)"),
                "{named:?}"
            ),
        }
        assert_eq!(named.first().is_some_and(|text| text.ends_with("and 6 more")), texts == 11);
    }
    // A mark of a missing value is not a text.
    let gaps = of("model,p-value\na,0.2\nb,-\nc,N/A\nd,?\ne,NULL\nf,\n");
    assert_eq!(gaps.findings, []);
}

#[test]
fn a_lone_p_is_looked_at() {
    for (csv, wanted) in [
        ("model,p\na,1.5\n", vec![(2, "1.5")]),
        ("model,p\na,1.5\nb,0.2\n", vec![(2, "1.5")]),
        ("model,p\na,-0.5\nb,see text\n", vec![(2, "-0.5")]),
        ("model,p (Holm)\na,1.5\nb,0.2\n", vec![(2, "1.5")]),
        ("model,p\na,0.5\nb,12\n", vec![(3, "12")]),
        ("model,p,q\na,0.04,0.04\nb,0.02,1.2\n", vec![(3, "1.2")]),
        ("model,p\na,0.5\nb,0.2\n", vec![]),
    ] {
        assert_eq!(faults(&of(csv)), wanted, "{csv}");
    }
}

/// A table that could not be read is not correct.
#[test]
fn what_cannot_be_read_is_a_fault_if_nothing_else_is_checked() {
    for csv in [
        "model,p\na,see text\nb,small\n",
        "model,n,correct\na,many,most\n",
        "model,p\na,15\nb,20\n",
        "model,95% CI\na,wide\n",
    ] {
        let found = of(csv);
        assert!(found.faults() > 0, "{csv}");
        assert!(found.findings.iter().all(|one| one.verdict == Verdict::Unread), "{csv}");
    }
    // Next to checked columns it is a remark; an everyday word does not promise numbers.
    let checked = of("model,n12,n21,n*,p\na,3,9,12,see text\n");
    assert_eq!(faults(&checked), []);
    assert!(checked.findings.iter().any(|one| one.row == "column p"));
    for csv in ["model,size\na,small\nb,large\n", "model,correct\na,yes\nb,no\n", "model,p\na,\n"] {
        assert_eq!(faults(&of(csv)), [], "{csv}");
    }
}

/// Correct tables in German notation have no fault, and wrong ones do.
#[test]
fn numbers_with_decimal_commas() {
    let table = "model;n12;n21;n*;p\na;1.003;1.015;2.018;0,8066\nb;4;16;20;0,0118\n";
    assert_eq!(faults(&of(table)), []);
    assert_eq!(faults(&of(&table.replace("2.018", "2.019"))), [(2, "2019")]);
    // A count has no decimals, so its mark groups thousands.
    assert_eq!(faults(&of("model;n12;n21;n*\na;1.003;1.015;2.018\n")), []);
    assert_eq!(faults(&of("model;n12;n21;n*\na;1,003;1,015;2,018\n")), []);
    let quoted =
        "model,n,Acc (%)\na,30,\"83,33\"\nb,30,\"83,35\"\nc,30,\"80,00\"\nd,30,\"90,00\"\n";
    assert_eq!(faults(&of(quoted)), [(3, "83.35")]);
    let markdown =
        "| model | n | Acc (%) |\n|---|---|---|\n| a | 30 | 83,33 |\n| b | 30 | 104,0 |\n";
    let found = audit(&Document::from_markdown("x", markdown), None).expect("an audit");
    assert_eq!(faults(&found), [(4, "104,0")]);
    assert_eq!(faults(&of("sep=;\nmodel;Acc (%)\na;104,5\n")), [(3, "104,5")]);
}

#[test]
fn one_file_has_one_notation() {
    let refused = Document::from_csv("t.csv", "model;x;p\na;1,5;0.5\n").expect_err("two notations");
    assert_eq!(
        refused.to_string(),
        "t.csv, line 2, column `p`: `0.5` can only have a decimal point, and line 2, column `x`: `1,5` \
         only a decimal comma; write all numbers of a file one way"
    );
    // A remark names a cell with two readings.
    let found = of("model;Acc (%)\na;1.234\nb;2.345\n");
    let said =
        found.findings.iter().find(|one| one.check == "decimal point or comma").expect("a note");
    assert_eq!(
        (said.line, said.printed.as_str(), said.recomputed.as_str()),
        (2, "1.234", "read as 1.234")
    );
}

/// Marks of emphasis, of significance and of comparison are not part of a number, and do not hide
/// its notation.
#[test]
fn numbers_with_marks_prove_the_notation_too() {
    let marks: [fn(&str) -> String; 9] = [
        |number| number.to_owned(),
        |number| format!("**{number}**"),
        |number| format!("{number}*"),
        |number| format!("{number}***"),
        |number| format!("{number}\u{2020}"),
        |number| format!("< {number}"),
        |number| format!("<{number}**"),
        |number| format!("`{number}`"),
        |number| format!("${number}$"),
    ];
    for one in marks {
        for other in marks {
            for separator in [";", "\t"] {
                let lines = ["m;p;M".to_owned(), format!("a;{};{}", one("0.01"), other("1,5"))];
                let csv = lines.join("\n").replace(';', separator);
                let error = Document::from_csv("t", &csv).expect_err(&csv).to_string();
                assert!(error.contains("0.01") && error.contains("1,5"), "{csv}: {error}");
            }
        }
        // The proved notation is used for the others.
        let csv = format!("m;p;n\na;{};3\nb;{};2.018\n", one("0,05"), one("1,5"));
        let table = &Document::from_csv("t", &csv).expect("one notation").tables[0];
        let numbers: Vec<f64> =
            (1..3).flat_map(|at| table.numbers(at)).flatten().map(|number| number.value).collect();
        assert_eq!(numbers, [0.05, 1.5, 3.0, 2018.0], "{csv}");
    }
}

/// Numbers are rounded as decimals; a half goes up or to the even digit.
#[test]
fn decimals_are_rounded_as_decimals() {
    let holds = |text: &str| {
        let claim = format!(
            "[[table]]\nname = 't'\ncsv = '''a,b\n0.285,2\n'''\n[[claim]]\nsays = 'x'\ntable = 't'\nholds = '{text}'"
        );
        let description = Description::parse("x", &claim).expect("a description");
        let audit = description.audit(|_| Err("none".to_owned())).expect("an audit");
        audit.findings.iter().any(|one| one.check == "x" && one.verdict == Verdict::Ok)
    };
    for (text, wanted) in [
        ("round(0.285, 2) = 0.28", true),
        ("round(0.285, 2) = 0.29", true),
        ("round(0.285, 2) = 0.30", false),
        ("round(0.285, 2) = 0.27", false),
        ("round(1.005, 2) = 1.01", true),
        ("round(2.675, 2) = 2.68", true),
        ("round(2.675, 2) = 2.66", false),
        ("round(-1.005, 2) = -1.01", true),
        ("round(0.2851, 2) = 0.28", false),
        ("round(0.2849, 2) = 0.28", true),
        ("round(0.57 / 2, 2) = 0.29", true),
        ("round(150, -2) = 200", true),
        ("round(12345.678, 1) = 12345.7", true),
    ] {
        assert_eq!(holds(text), wanted, "{text}");
    }
    let like = |text: &str, value: f64| text.parse::<Printed>().expect("a number").like(value);
    assert_eq!(like("0.01", 2.675), "2.68");
    assert_eq!(like("0.01", 0.285), "0.28");
    assert_eq!(like("0.1%", 28.85), "28.8%");
}
