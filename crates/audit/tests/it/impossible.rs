//! Impossible cells are named one by one, and the rest of the table is still checked.

use std::time::{Duration, Instant};

use peirast_audit::{Audit, Description, Document, Verdict, audit};
use proptest::prelude::*;

fn of(csv: &str) -> Audit {
    audit(&Document::from_csv("t", csv).expect("a table"), None).expect("an audit")
}

/// Line and text of the cells that are impossible by themselves.
fn impossible(audit: &Audit) -> Vec<(usize, &str)> {
    let cells = audit.findings.iter().filter(|one| one.check.starts_with("values that `"));
    assert!(cells.clone().all(|one| one.verdict == Verdict::Impossible));
    cells.map(|one| (one.line, one.printed.as_str())).collect()
}

/// The number of checks that recomputed a row.
fn checked(audit: &Audit, line: usize) -> usize {
    audit.findings.iter().filter(|one| one.line == line && one.verdict == Verdict::Ok).count()
}

/// A single letter is a count only next to its partner.
#[test]
fn letters_are_counts_beside_their_partners() {
    for csv in [
        "predictor,b,CI Lower,CI Upper\nlength,2,0.5,3.5\nhint,1,-0.2,2.2\nrank,-0.5,-1.1,0.1\n",
        "study,r,b,SE\nx,0.30,3.0,0.5\ny,0.41,0.9,0.2\n",
        "model,c,p\nx,3,0.5\ny,-1,0.2\n",
        "model,k,p\nx,3,0.5\ny,0.5,0.2\nz,2,0.1\n",
    ] {
        assert_eq!(impossible(&of(csv)), [], "{csv}");
    }
    for (csv, wanted) in [
        ("model,b,c\nx,3,9\ny,-1,4\nz,2,2\n", "-1"),
        ("model,b,n21\nx,3,9\ny,0.5,4\nz,2,2\n", "0.5"),
        ("model,k,n\nx,3,9\ny,-1,4\nz,2,2\n", "-1"),
    ] {
        assert_eq!(impossible(&of(csv)), [(3, wanted)], "{csv}");
    }
}

#[test]
fn shares_beyond_their_ends() {
    let found = of("model,Acc (%),n\na,83.33,30\nb,104,30\nc,80,30\n");
    assert_eq!(impossible(&found), [(3, "104")]);
    assert_eq!((checked(&found, 2), checked(&found, 4)), (1, 1), "{:#?}", found.findings);
    // The same for proportions, for negative ones, and for a single row.
    let found = of("model,accuracy,n\na,0.833,30\nb,1.04,30\nc,0.800,30\n");
    assert_eq!(impossible(&found), [(3, "1.04")]);
    assert_eq!(checked(&found, 2), 1);
    assert_eq!(impossible(&of("model,Accuracy %,n\na,-3,30\nb,50,30\nc,40,30\n")), [(2, "-3")]);
    assert_eq!(impossible(&of("model,Acc (%)\na,104\n")), [(2, "104")]);
    // Percentages below 1 are not proportions, and changes may be negative.
    assert_eq!(impossible(&of("model,share,n\na,0.5,200\nb,0.0,200\nc,1.5,200\n")), []);
    assert_eq!(impossible(&of("model,accuracy\na,-3.1\nb,2.0\nc,-4.5\nd,-1\n")), []);
    assert_eq!(impossible(&of("model,accuracy\na,50\nb,60\ndifference,-10\n")), []);
    assert_eq!(impossible(&of("model,% of baseline\na,98\nb,104\nc,97\n")), []);
}

#[test]
fn counts_that_are_none() {
    for bad in ["-5", "3.5", "NaN", "inf", "-inf", "#DIV/0!"] {
        let found =
            of(&format!("m,n12,n21,n*,p\na,4,16,20,0.0118\nb,3,15,18,0.0075\nc,{bad},9,14,0.5\n"));
        assert_eq!(impossible(&found), [(4, bad)], "{:#?}", found.findings);
        assert!(checked(&found, 2) > 0 && checked(&found, 3) > 0);
    }
    assert_eq!(impossible(&of("m,n12,n21,p\na,-4,-16,0.0118\n")), [(2, "-4"), (2, "-16")]);
    // Some programs print whole numbers as 4.0, and omit missing values.
    let found = of("m,n12,n21,n*\na,4.0,16.0,20.0\nb,3,15,17\nc,,9,\nd,n/a,9,-\n");
    assert_eq!(impossible(&found), []);
    let faults: Vec<usize> =
        found.findings.iter().filter(|one| one.verdict.is_fault()).map(|one| one.line).collect();
    assert_eq!(faults, [3]);
    // Right answers may be given as a percentage; next to units, they are a count.
    let right = "m,correct\na,80\nb,66.7\nc,90\nd,50\n";
    assert_eq!(impossible(&of(right)), []);
    assert_eq!(impossible(&of("m,correct,n\na,80,30\nb,66.7,30\nc,90,30\n")), []);
    assert_eq!(impossible(&of("m,correct,n\na,8,30\nb,6.7,30\nc,9,30\n")), [(3, "6.7")]);
    assert_eq!(impossible(&of("m,total\na,8\nb,6.7\nc,9\n")), []);
    // N may be the name of a variant.
    assert_eq!(impossible(&of("m,N,O,X\na,97.5,90,80\nb,92.5,80,85\nc,95,90,75\n")), []);
    assert_eq!(impossible(&of("m,n\na,30\nb,30.5\nc,30\n")), [(3, "30.5")]);
    let found = of("model,k,n\na,10,20\nb,31,30\n");
    assert!(found.findings.iter().any(|one| one.line == 3 && one.verdict == Verdict::Impossible));
}

#[test]
fn p_values_and_statistics_that_are_none() {
    for bad in ["1.2", "-0.01", "> 1.5", "nan"] {
        let found = of(&format!("m,t,df,p\na,2.81,14,0.0139\nb,2.0,20,{bad}\n"));
        assert_eq!(impossible(&found), [(3, bad)]);
        assert_eq!(checked(&found, 2), 1);
    }
    assert_eq!(impossible(&of("m,n12,n21,p\na,4,16,1.2\n")), [(2, "1.2")]);
    assert_eq!(impossible(&of("m,chi2,df,p\na,3.84,1,0.05\nb,-2,1,0.2\n")), [(3, "-2")]);
    assert_eq!(impossible(&of("m,r,n,p\na,0.3,20,0.2\nb,1.3,20,0.2\n")), [(3, "1.3")]);
    assert_eq!(impossible(&of("m,mean,sd\na,3,1\nb,4,-1\n")), [(3, "-1")]);
    // Without discordant pairs there is no z; a temperature is not a p.
    assert_eq!(impossible(&of("m,n12,n21,z,p\na,0,0,NaN,NaN\nb,4,16,2.683,0.0118\n")), []);
    assert_eq!(impossible(&of("m,P@1,P@5\na,45.2,60\nb,47.1,0.9\n")), []);
    let prose = Document::from_markdown("x", "Better (t(14) = 2.81, p = 1.2).");
    let found = audit(&prose, None).expect("an audit");
    assert_eq!(found.faults(), 1);
}

/// Values that no test can yield, in prose and in tables, with any p.
#[test]
fn statistics_beyond_their_ends() {
    let faults = |text: &str| {
        let found = audit(&Document::from_markdown("x", text), None).expect("an audit");
        let faults = found.findings.into_iter().filter(|one| one.verdict.is_fault());
        faults.map(|one| (one.verdict, one.recomputed)).collect::<Vec<_>>()
    };
    let freedom = "degrees of freedom above 0";
    for (text, bound) in [
        ("r(20) = 1.2, p = .04", "between -1 and 1"),
        ("r(20) = -1.02", "between -1 and 1"),
        ("F(1, 20) = -3", "0 or more"),
        ("F(0, 20) = 3, p = .1", freedom),
        ("F(2, 0) = 3, p = .1", freedom),
        ("χ²(1) = -3.84, p = .05", "0 or more"),
        ("χ²(0, N = 90) = 3.84, p = .05", freedom),
        ("t(0) = 2.1, p = .04", freedom),
        ("r(0) = .3, p = .04", freedom),
    ] {
        assert_eq!(faults(text), [(Verdict::Impossible, bound.to_owned())], "{text}");
        let cell = format!("| test | result |\n|---|---|\n| a | {text} |\n");
        assert_eq!(faults(&cell), [(Verdict::Impossible, bound.to_owned())], "{cell}");
    }
    for text in ["r(20) = 1.0", "r(20) = -.3", "F(1, 20) = 0.00, p = 1.0", "t(1) = -2.1"] {
        assert_eq!(faults(text), [], "{text}");
    }
    for csv in [
        "m,t,df,p\na,2.81,0,0.0139\n",
        "m,F,df1,df2,p\na,2.81,2,0,0.0139\n",
        "m,F,df,p\na,2.81,\"2, 0\",0.0139\n",
        "m,chi2,df,p\na,2.81,0,0.0139\n",
        "m,r,n,p\na,0.5,2,0.0139\n",
    ] {
        let found = of(csv);
        let verdicts: Vec<Verdict> = found.findings.iter().map(|one| one.verdict).collect();
        assert_eq!(verdicts, [Verdict::Impossible], "{csv}");
    }
    // A saturated model has no degrees of freedom, and no p.
    assert_eq!(of("model,chi2,df,p\nfull,0.00,0,-\nsmall,3.84,1,0.0500\n").faults(), 0);
}

#[test]
fn columns_named_alike_are_said_or_refused() {
    let found = of("m,t,df,p,p\na,2.81,14,0.0139,0.5\nb,2.0,20,0.0593,0.6\n");
    let notes: Vec<&str> = found
        .findings
        .iter()
        .filter(|one| one.check == "columns that hold the same")
        .map(|one| one.recomputed.as_str())
        .collect();
    assert_eq!(notes, ["only column 4 is checked, not column 5"]);
    let refused = |toml: &str| {
        let description = Description::parse("x", toml).expect("a description");
        description.audit(|_| Ok(String::new())).expect_err("refused").to_string()
    };
    for csv in ["m,acc,acc\\na,1,2\\n", "m,Acc,ACC\\na,1,2\\n", "m,ac c,ac-c\\na,1,2\\n"] {
        let table = format!("[[table]]\nname = 't'\ncsv = \"{csv}\"\n");
        let claim = "[[claim]]\nsays = 's'\ntable = 't'\nprinted = '1'\nvalue = 'mean(acc)'\n";
        assert!(
            refused(&(table.clone() + claim)).contains("several columns `acc` (columns 2 and 3)")
        );
        assert!(
            refused(&(table + "roles = { acc = 'share' }\n")).contains("several columns `acc`")
        );
    }
    let same = "[[table]]\nname = 't'\ncsv = \"m,x,y\\na,1,2\\n\"\nroles = { x = 'p', y = 'p' }\n";
    assert!(refused(same).contains("`x` and `y` have the same role"));
}

/// Two groups next to each other have their own n: a share is checked against its own.
#[test]
fn each_share_has_the_n_of_its_group() {
    let seen = |csv: &str| -> Vec<(Verdict, String)> {
        let found = of(csv).findings.into_iter();
        let shares = found
            .filter(|one| one.check == "share possible of n" || one.check == "share of the counts");
        shares.map(|one| (one.verdict, one.recomputed)).collect()
    };
    for csv in [
        "m,n,Acc (%),n,Acc (%)\na,30,83.3,40,82.5\nb,30,86.7,40,80\nc,30,90,40,82.3\n",
        "m,Acc (%),n,Acc (%),n\na,83.3,30,82.5,40\nb,86.7,30,80,40\nc,90,30,82.3,40\n",
        "m,n,n,Acc (%),Acc (%)\na,30,40,83.3,82.5\nb,30,40,86.7,80\nc,30,40,90,82.3\n",
        "m,n,Acc (%),n,Acc (%),n,x\na,30,83.3,40,82.5,7,x\nb,30,86.7,40,80,7,x\nc,30,90,40,82.3,7,x\n",
    ] {
        let found = seen(csv);
        assert_eq!(found.len(), 4, "{csv}: {found:?}");
        assert!(found[..3].iter().all(|one| one.0 == Verdict::Ok), "{csv}: {found:?}");
        // 82.3 % is not a share of 40, so two of three are, and the column may be something else.
        assert_eq!(found[3].1, "1 are not shares of the n next to them", "{csv}: {found:?}");
    }
    let counts = "m,k,n,Acc (%),k,n,Acc (%)\na,25,30,83.3,33,40,82.5\nb,26,30,86.7,32,40,81\n";
    let verdicts: Vec<Verdict> = seen(counts).into_iter().map(|one| one.0).collect();
    assert_eq!(verdicts, [Verdict::Ok, Verdict::Ok, Verdict::Ok, Verdict::Mismatch]);
    let more = of("m,k,n,k,n\na,25,30,33,40\nb,26,30,41,40\n");
    let faults: Vec<&str> = more
        .findings
        .iter()
        .filter(|one| one.verdict.is_fault())
        .map(|one| &*one.printed)
        .collect();
    assert_eq!(faults, ["41"]);
}

#[test]
fn a_note_names_one_of_two_columns_with_one_head() {
    let found = of("m,n,Acc (%),n,Acc (%)\na,30,83,40,81\nb,30,81,40,82\nc,30,84,40,83\n");
    let rows: Vec<&str> = found
        .findings
        .iter()
        .filter(|one| one.check == "share possible of n")
        .map(|one| one.row.as_str())
        .collect();
    assert_eq!(rows, ["column 3 (Acc (%))", "column 5 (Acc (%))"]);
}

/// Two columns `n`, one of which is the sum of the discordant pairs, have different meanings.
#[test]
fn an_n_of_discordant_pairs_stands_beside_an_n_of_all() {
    for csv in [
        "m,n12,n21,n,p,n\na,4,16,20,0.0118,100\nb,3,15,18,0.0075,100\nc,5,9,14,0.424,13\n",
        "m,n,n12,n21,n,p\na,100,4,16,20,0.0118\nb,100,3,15,18,0.0075\nc,13,5,9,14,0.424\n",
    ] {
        let found = of(csv).findings;
        assert!(found.iter().all(|one| one.check != "columns that hold the same"), "{found:?}");
        // Not 14 of 13 pairs can be discordant.
        assert!(found.iter().any(|one| one.row == "c" && one.verdict.is_fault()), "{found:?}");
    }
}

#[test]
fn what_is_missing_names_no_row() {
    let found = of("m,n12,n21,n\n\"C\",n/a,9,14\nD,3,4,9\nE,-,2,2\nF,1,1,2\n").findings;
    assert!(
        found.iter().all(|one| !one.row.contains("n/a") && !one.row.contains('-')),
        "{found:?}"
    );
    let document =
        peirast_audit::Document::from_csv("x", "m,a,b\nC,n/a,NA\n,-,1\n").expect("a table");
    let table = &document.tables[0];
    assert_eq!([table.row_name(0), table.row_name(1)], ["C".to_owned(), "line 3".to_owned()]);
}

proptest! {
    /// One bad cell of a correct table is the only fault, in any position.
    #[test]
    fn one_bad_cell_is_the_only_fault(
        counts in prop::collection::vec((0_u64..60, 1_u64..60), 2..12),
        which in any::<prop::sample::Index>(),
        column in 0_usize..3,
        bad in prop::sample::select(vec!["-2", "NaN", "1.75"]),
    ) {
        let at = which.index(counts.len());
        let mut csv = "model,n12,n21,p-value\n".to_owned();
        for (row, (b, c)) in counts.iter().enumerate() {
            let p = peirast_stats::mcnemar::exact(*b, *c, peirast_stats::Alternative::TwoSided).p;
            let mut cells = [b.to_string(), c.to_string(), format!("{p:.6}")];
            if row == at {
                bad.clone_into(&mut cells[column]);
            }
            csv += &format!("m{row},{}\n", cells.join(","));
        }
        let found = of(&csv);
        prop_assert_eq!(impossible(&found), [(at + 2, bad)]);
        prop_assert_eq!(found.faults(), 1, "{:#?}", found.findings);
    }
}

/// Time grows with the cells of a table, not with their square.
#[test]
fn wide_tables_take_time_in_proportion() {
    let wide = |width: usize, head: &str| {
        let heads: Vec<String> = (0..width).map(|at| format!("{head}{at}")).collect();
        let row = |name: &str| format!("{name}{}\n", ",50.0".repeat(width));
        let rows = row("a") + &row("b") + &row("mean");
        let document = Document::from_csv("t", &format!("m,{}\n{rows}", heads.join(",")));
        let (document, start) = (document.expect("a table"), Instant::now());
        let found = audit(&document, None).expect("an audit");
        assert!(!found.text(true).is_empty());
        start.elapsed()
    };
    for head in ["acc ", "n12 ", "x"] {
        let (short, long) = (wide(2_000, head), wide(32_000, head));
        // Sixteen times the width; the square would be 256 times.
        assert!(long < short * 64 + Duration::from_millis(200), "{head}: {short:?}, {long:?}");
    }
}

#[test]
fn ends_in_the_wrong_order_are_impossible_and_no_crash() {
    for row in ["E,20,3,1,5,1", "E,20,3.0,1.0,5.0,1.0", "E,20,10,1,9.5,9.1", "E,20,3,1,5,3"] {
        let found = of(&format!("model,n,Mean,SD,Min,Max\n{row}\nF,20,3,1,1,5\n"));
        let wrong = |line: usize| {
            let impossible = |one: &&peirast_audit::Finding| one.verdict == Verdict::Impossible;
            found.findings.iter().filter(|one| one.line == line).any(|one| impossible(&one))
        };
        assert!(wrong(2) && !wrong(3), "{row}: {:#?}", found.findings);
        assert!(checked(&found, 3) > 0, "{row}");
    }
}

#[test]
fn parts_of_a_whole() {
    let text = "Right were 9/12 (70 %), 9 of 12 (70%), 9 out of 12 models (70%), 5/0 (10%), 16/15 (107%), 16 of 15 models.";
    let found = audit(&Document::from_markdown("x", text), None).expect("an audit");
    let verdicts: Vec<Verdict> = found.findings.iter().map(|one| one.verdict).collect();
    let (wrong, never) = (Verdict::Mismatch, Verdict::Impossible);
    assert_eq!(verdicts, [wrong, wrong, wrong, never, never, never], "{:#?}", found.findings);
    let found = of(
        "model,right\nA,13/15 (87%)\nB,16/15 (107%)\nC,7/0 (0%)\nD,-1/15 (7%)\nE,16/15\nF,13/15\n",
    );
    let impossible = found.findings.iter().filter(|one| one.verdict == Verdict::Impossible);
    let lines: std::collections::BTreeSet<usize> = impossible.map(|one| one.line).collect();
    assert_eq!((lines, found.faults()), ([3, 4, 5, 6].into(), 4), "{:#?}", found.findings);
    for right in [
        "9 of 12 (75%), 9 out of 12 (75 %) and 9 of 12 models (75.0%)",
        "3 of 10 models were wrong in 40%.",
        "in 2019 of 15 models",
        "the ratio 16/15, a pressure of 120/80",
        "0 of 12 (0%)",
    ] {
        let found = audit(&Document::from_markdown("x", right), None).expect("an audit");
        assert_eq!(found.faults(), 0, "{right} {:#?}", found.findings);
    }
}

#[test]
fn an_impossible_w_is_named_and_the_others_are_checked() {
    for bad in ["1.2", "-0.3", "7"] {
        let found = of(&format!("model,W,p,n\nA,0.95,0.37,20\nB,0.80,0.9,20\nC,{bad},0.5,20\n"));
        assert_eq!(impossible(&found), [(4, bad)]);
        let checked = found.findings.iter().filter(|one| one.check == "n that W and p imply");
        assert_eq!(checked.map(|one| one.line).collect::<Vec<_>>(), [2, 3]);
        assert!(found.faults() > 1);
    }
    // Sums of ranks.
    let ranks = of("m,W,p\na,1,0.5\nb,0,0.2\nc,1,0.1\nd,12,0.7\n");
    assert!(ranks.findings.iter().all(|one| one.check != "n that W and p imply"));
}

/// Each of several columns of correlations, and Kendall's too.
#[test]
fn correlations_beyond_their_ends() {
    let found = of("x,r,rho,tau,n\na,0.5,1.4,-1.4,30\nb,0.3,0.2,0.1,40\nc,0.1,0.2,0.1,40\n");
    assert_eq!(impossible(&found), [(2, "1.4"), (2, "-1.4")]);
    let found =
        of("x,r,spearman rho,kendall tau-b\na,-1.2,0.4,0.4\nb,0.3,0.2,0.1\nc,0.1,0.2,0.1\n");
    assert_eq!(impossible(&found), [(2, "-1.2")]);
    // Two columns of p, one of which is checked against a statistic.
    let found = of("x,z,p,p value\na,1.96,0.05,1.3\nb,2.58,0.0099,0.2\nc,2.58,0.0099,0.2\n");
    assert_eq!(impossible(&found), [(2, "1.3")]);
    // The name has other meanings too.
    assert_eq!(impossible(&of("x,tau\na,12.5\nb,3.0\nc,8.1\n")), []);
}
