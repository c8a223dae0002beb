//! The audits of published studies: printed numbers that can be recomputed, and those that cannot.

use peirast_audit::{
    Audit, Description, EXAMPLES, Finding, Printed, PublishedRule, Recomputation, Verdict,
};
use peirast_stats::Correction;

fn example(name: &str) -> Audit {
    let (name, text) = EXAMPLES.iter().find(|(own, _)| *own == name).expect("an example");
    let description = Description::parse(name, text).expect("a description");
    description.audit(|file| Err(format!("{file} is not needed"))).expect("an audit")
}

fn family<'a>(rule: &'a PublishedRule, name: &str) -> &'a peirast_audit::FamilyRule {
    rule.families.iter().find(|family| family.name == name).expect("a family")
}

fn faults<'a>(audit: &'a Audit, check: &str) -> Vec<&'a Finding> {
    audit.findings.iter().filter(|f| f.verdict.is_fault() && f.check.starts_with(check)).collect()
}

#[test]
fn the_rule_of_the_full_study() {
    let audit = example("token-bias");
    let [rule] = audit.rules.as_slice() else { panic!("one rule for all: {:?}", audit.rules) };
    assert_eq!((rule.yields, rule.printed), (323, 324));
    assert_eq!(rule.correction, Correction::BenjaminiHochberg);
    assert_eq!(rule.family, ["hypothesis"]);
    assert_eq!(rule.largest_small, Some((24, 24)));
    let largest = |name| family(rule, name).largest_small;
    assert_eq!(largest("H1"), Some((0, 0)));
    assert_eq!(largest("H3"), Some((24, 24)));
    assert_eq!(largest("H4"), Some((23, 25)));
    assert_eq!(largest("H5 original vs framing"), Some((20, 25)));
    assert_eq!(largest("H5 reputable vs other"), Some((24, 24)));
    assert_eq!(largest("H6"), None);
    let sides: Vec<&str> = rule.families.iter().map(|family| family.alternative.as_str()).collect();
    let (up, down, both) = ("n21 > n12", "n12 > n21", "two-sided");
    assert_eq!(sides, [up, down, up, down, both, both, up]);
}

#[test]
fn the_row_that_breaks_it() {
    let audit = example("token-bias");
    let broken = faults(&audit, "p by the rule found");
    let [row] = broken.as_slice() else { panic!("one row: {broken:?}") };
    assert_eq!(row.row, "H1, gpt-4o, fs");
    assert_eq!((row.printed.as_str(), row.recomputed.as_str()), ("0.158655", "0.500000"));
    assert_eq!(row.remark, "counts 0 and 1; yielded by the uncorrected normal");
}

/// The text states exact tests up to 10 discordant pairs, but the study used another rule.
#[test]
fn decisions_that_flip() {
    let audit = example("token-bias");
    let decisions = |name| family(&audit.rules[0], name).decisions.clone().expect("decisions");
    let names = ["H1", "H3", "H4", "H5 original vs framing", "H5 reputable vs other"];
    assert_eq!(names.map(|name| decisions(name).changed_by_stated), [1, 42, 16, 15, 29].map(Some));
    assert_eq!(names.map(|name| decisions(name).rejected), [51, 19, 23, 36, 25]);
    let flips = |name| decisions(name).under_stated.expect("a stated rule").len();
    assert_eq!(names.map(flips), [0, 0, 2, 1, 1]);
    assert_eq!(names.map(|name| decisions(name).under_exact.len()), [0, 0, 0, 0, 2]);
    let framing = decisions("H5 original vs framing");
    assert_eq!((framing.rejected_broken, framing.rejected_mended), (16, 20));
    assert_eq!(decisions("H4").hidden, 2);
}

#[test]
fn the_rule_of_the_workshop_version() {
    let audit = example("token-bias-workshop");
    let rule = &audit.rules[0];
    assert_eq!((rule.yields, rule.printed), (36, 36));
    assert_eq!((rule.largest_small, rule.rounded), (Some((5, 9)), Some(4)));
    assert!(
        rule.words.contains("two-sided chi-square with continuity correction"),
        "{}",
        rule.words
    );
    let flips = &family(rule, "S1.2").decisions.as_ref().expect("decisions").under_exact;
    assert_eq!(flips.len(), 1);
    assert!((flips[0].p - 0.087598).abs() < 1e-6);
    assert_eq!(faults(&audit, "p for small n*").len(), 2);
}

#[test]
fn the_tables_of_the_syllogism_study() {
    let audit = example("syllogisms");
    assert_eq!((audit.rules[0].yields, audit.rules[0].printed), (11, 12));
    assert_eq!(audit.rules[0].correction, Correction::Bonferroni);
    // 14 of 30 agreements are impossible for 40 syllogisms.
    assert_eq!(faults(&audit, "agreement of O and OX").len(), 6);
    assert_eq!(faults(&audit, "disagreements of").len(), 8);
    // The shares of "one configuration" are shares of four.
    assert_eq!(faults(&audit, "congruent share possible of 82").len(), 15 - 8);
    assert_eq!(faults(&audit, "incongruent share possible of 78").len(), 15 - 5);
    let implied: Vec<&str> = audit
        .findings
        .iter()
        .filter(|f| f.check == "n that the shares imply" && f.table == "bias")
        .map(|f| f.recomputed.as_str())
        .collect();
    assert_eq!(implied, ["n = 328 or a multiple", "n = 312 or a multiple"]);
    assert_eq!(faults(&audit, "congruent and incongruent accuracy give").len(), 14);
    assert_eq!(faults(&audit, "adjusted p keeps the order").len(), 1);
    assert_eq!(faults(&audit, "SD of 12 configurations").len(), 1);
    let value = |check: &str| faults(&audit, check)[0].recomputed.clone();
    assert_eq!(value("paired t over the models"), "2.809");
    assert_eq!(value("Wilcoxon signed-rank, p over the models"), "0.00836");
    assert_eq!(value("p of a signed-rank sum of 89"), "0.10699");
    assert_eq!(value("effect size r of U"), "0.286");
}

#[test]
fn the_table_of_the_erotetic_study() {
    let audit = example("erotetic");
    assert!(audit.findings.iter().all(|finding| !finding.verdict.is_fault()));
    let possible =
        |f: &&Finding| f.check.starts_with("counts of at most 383") && f.verdict == Verdict::Ok;
    assert_eq!(audit.findings.iter().filter(possible).count(), 38);
}

/// Columns with questions or earlier data, not results.
const GIVEN: [(&str, &str); 3] =
    [("providers", "models"), ("temperatures", "configurations"), ("reversal", "elo")];

/// Every column of numbers belongs to exactly one analysis.
#[test]
fn every_printed_column_belongs_to_one_analysis() {
    for (name, text) in EXAMPLES {
        let description = Description::parse(name, text).expect("a description");
        let document = description.document(|_| Err("no file".to_owned())).expect("tables");
        for table in &document.tables {
            for (at, head) in table.heads.iter().enumerate() {
                let is_number =
                    |row: &peirast_audit::Row| row.cells[at].text.parse::<Printed>().is_ok();
                if !table.rows.iter().any(is_number) {
                    continue;
                }
                let is_own = |own: &&peirast_audit::DescribedAnalysis| {
                    own.table.as_ref() == Some(&table.title) && own.columns.contains(head)
                };
                let count = description.analysis.iter().filter(is_own).count();
                let expected = usize::from(!GIVEN.contains(&(table.title.as_str(), head.as_str())));
                assert_eq!(count, expected, "{name}, {}, {head}", table.title);
            }
        }
    }
}

#[test]
fn analyses_say_what_recomputes_and_what_does_not() {
    let audit = example("syllogisms");
    let find =
        |says: &str| audit.analyses.iter().find(|own| own.says == says).expect("an analysis");
    // Three tiers at three temperatures.
    let tiers = find("accuracy by tier and temperature");
    assert_eq!(tiers.numbers, 9);
    assert!(matches!(&tiers.recomputation, Recomputation::Needs(_)), "{tiers:?}");
    assert_eq!(tiers.made_by, "peirast measure RUN temperature-tiers");
    // None of the six is the correlation of the printed columns.
    let variants = find("correlations of variants");
    assert_eq!(variants.recomputation, Recomputation::Checked { checks: 6, faults: 6 });
    let tests = example("token-bias");
    let p = tests.analyses.iter().find(|own| own.says.starts_with("p-values")).expect("p-values");
    assert_eq!(p.recomputation, Recomputation::Checked { checks: 324, faults: 1 });
    assert_eq!(p.numbers, 324);
}

#[test]
fn an_analysis_that_cannot_be_is_refused() {
    let refused = |analysis: &str| {
        let table = "[[table]]\nname = 't'\ncsv = 'a,b\n1,2\n'\n[[analysis]]\nsays = 'x'\n";
        let table = table.replace("'a,b\n1,2\n'", "\"a,b\\n1,2\\n\"");
        let description = Description::parse("d", &format!("{table}{analysis}"));
        let audit = description.and_then(|own| own.audit(|_| Err("no file".to_owned())));
        audit.expect_err("refused").to_string()
    };
    for (analysis, why) in [
        ("printed = ['1']", "give either `checks` that recompute it, or what it `needs`"),
        ("checks = ['y']\nneeds = 'z'", "give either `checks`"),
        ("table = 't'\nneeds = 'z'", "give `table` and `columns` together"),
        ("table = 't'\ncolumns = ['a']\nprinted = ['1']\nneeds = 'z'", "`printed`"),
        ("table = 't'\ncolumns = ['c']\nneeds = 'z'", "has no column `c`"),
        ("table = 'u'\ncolumns = ['a']\nneeds = 'z'", "there is no table `u`"),
        ("printed = ['1']\nchecks = ['y']", "no check or claim begins with `y`"),
    ] {
        let error = refused(analysis);
        assert!(error.contains(why) && error.contains("analysis `x`"), "{analysis}: {error}");
    }
}
