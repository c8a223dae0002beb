//! Rows with more or fewer cells than headers.

use peirast_audit::{Audit, Document, Verdict, audit};

fn of(csv: &str) -> Audit {
    audit(&Document::from_csv("t", csv).expect("a table"), None).expect("an audit")
}

/// The lines that could not be read, with the reason.
fn unread(audit: &Audit) -> Vec<(usize, &str)> {
    let rows = audit.findings.iter().filter(|one| one.check == "rows that could not be read");
    rows.map(|one| {
        assert_eq!(one.verdict, Verdict::Unread);
        (one.line, one.recomputed.as_str())
    })
    .collect()
}

#[test]
fn a_row_with_too_many_cells_is_a_fault_and_the_others_are_checked() {
    let found = of("model,n,Acc (%)\nA,1,000,70.0\nB,20,75.0\n");
    let why = "has 4 cells, but there are 3 headers: quote a cell that holds `,`";
    assert_eq!(unread(&found), [(2, why)]);
    assert!(found.findings.iter().any(|one| one.line == 3 && one.verdict == Verdict::Ok));
    assert!(found.findings.iter().all(|one| one.line != 2 || one.verdict == Verdict::Unread));
    let found = of("model;n;Acc (%);95% CI\nA;100;50,0;[40,2; 59,8]\nB;100;50,0;[40,2, 59,8]\n");
    assert_eq!(
        unread(&found),
        [(2, "has 5 cells, but there are 4 headers: quote a cell that holds `;`")]
    );
    // Separators at the end of a line contain nothing.
    assert_eq!(unread(&of("model,n,Acc (%)\nA,100,70.0,,\nB,20,75.0\n")), []);
    // If every row is like this, the headers are wrong.
    let refused =
        Document::from_csv("t", "n,Acc (%)\nA,20,70.0\nB,20,75.0\n").expect_err("refused");
    assert!(refused.to_string().contains("line 2 has 3 cells, the heads are 2"), "{refused}");
}

#[test]
fn a_row_with_too_few_cells_is_named() {
    let found = of("model,n12,n21,p\nA,2,12,0.0129\nB,3,9,0.146\nC,8,8\n");
    let short: Vec<_> =
        found.findings.iter().filter(|one| one.check == "rows that are short").collect();
    assert_eq!((short.len(), short[0].line, short[0].verdict), (1, 4, Verdict::Note));
    assert_eq!(found.rules[0].yields, 2);
}

#[test]
fn tables_of_text_are_read_the_same_way() {
    let text = "| model | n | Acc (%) |\n|---|---|---|\n| A | 20 | 70.0 | 3 |\n| B | 20 | 75.0 |\n| C | 20 | 75.0 |\n";
    let found = audit(&Document::from_markdown("t", text), None).expect("an audit");
    assert_eq!(unread(&found).len(), 1);
    // Lost headers give columns without names.
    let lost = Document::from_markdown("t", "a\tb\tc\nx\t1\t2\t3\ny\t1\t2\t3\n");
    assert_eq!(lost.tables[0].rows[0].cells.len(), 4);
}
