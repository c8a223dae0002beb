//! Comparisons as texts, pages, tables and figures.

use crate::support::{of_counts, row, run};
use peirast_compare::{
    CompareOptions, ItemId, ScoredRun, compare, comparison_figures, comparison_lines,
    comparison_page, comparison_tables, comparison_text,
};
use peirast_figure::Sheet;
use serde_json::Value;

const HOSTILE: &str = "<script>alert(1)</script>\u{1b}[31m\u{202e}=cmd";

/// Two runs in two tasks with hostile names and texts.
fn hostile() -> [ScoredRun; 2] {
    let mut runs = [run(HOSTILE, &[]), run("b", &[])];
    for (run, right) in runs.iter_mut().zip([0_i64, 12]) {
        for task in ["one", HOSTILE] {
            for number in 0..20 {
                let mut row =
                    row(ItemId::Number(number), Some(f64::from(u8::from(number < right))));
                row.task = task.to_owned();
                row.texts.question = HOSTILE.to_owned();
                row.texts.answer = "=cmd|' /C calc'!A0".to_owned();
                run.add(row);
            }
        }
    }
    runs
}

#[test]
fn what_comes_from_outside_is_made_harmless() {
    let runs = hostile();
    let found = compare(&runs, &CompareOptions::default()).expect("comparisons");
    let page = comparison_page(&found);
    assert!(!page.contains("<script>") && !page.contains('\u{1b}') && !page.contains('\u{202e}'));
    assert!(page.contains("&lt;script&gt;"));
    let text = comparison_text(&found);
    assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'), "{text}");
    for table in comparison_tables(&found) {
        let csv = table.csv();
        assert!(!csv.contains(",=cmd") && !csv.contains(",\"=cmd"), "{csv}");
    }
    for figure in comparison_figures(&found) {
        assert!(!figure.svg(&Sheet::default()).expect("a drawing").contains("<script>"));
    }
}

/// The JSON object has every promised field.
#[test]
fn json_has_what_is_promised() {
    let runs = of_counts([50, 5, 25, 20]);
    let options = CompareOptions { margin: Some(0.02), ..CompareOptions::default() };
    let found = compare(&runs, &options).expect("comparisons");
    let text = comparison_lines(&found);
    let [line] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
    let object: Value = serde_json::from_str(line).expect("JSON");
    for name in [
        "task",
        "metric",
        "a",
        "b",
        "method",
        "verdict",
        "interval",
        "correction",
        "version",
        "sentence",
    ] {
        assert!(object[name].is_string(), "{name}: {object}");
    }
    for name in [
        "n",
        "n11",
        "n12",
        "n21",
        "n22",
        "difference",
        "low",
        "high",
        "p",
        "p_mid",
        "p_adjusted",
        "p_equivalence",
        "p_inferiority",
        "margin",
        "alpha",
        "seed",
        "score_a",
        "score_b",
        "unscored_a",
    ] {
        assert!(object[name].is_number(), "{name}: {object}");
    }
    assert_eq!(
        (&object["n12"], &object["n21"], &object["difference"]),
        (&5.into(), &25.into(), &0.2.into())
    );
    assert_eq!(object["verdict"], "better");
    assert_eq!(object["matched"]["by_id"], 100);
}

#[test]
fn every_column_has_a_meaning() {
    let runs = hostile();
    let found = compare(&runs, &CompareOptions::default()).expect("comparisons");
    let tables = comparison_tables(&found);
    let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
    assert_eq!(names, ["comparisons", "discordant-items", "columns"]);
    for table in &tables {
        for column in &table.columns {
            assert!(!column.meaning.is_empty(), "{}: {}", table.name, column.name);
        }
        assert!(table.origin.iter().any(|(name, _)| name == "seed"));
    }
    // A row for each discordant item of either task.
    assert_eq!(tables[1].rows.len(), 24);
}

#[test]
fn the_same_runs_give_the_same_bytes() {
    let runs = hostile();
    let made = || {
        let found = compare(&runs, &CompareOptions::default()).expect("comparisons");
        (comparison_page(&found), comparison_lines(&found), comparison_text(&found))
    };
    assert_eq!(made(), made());
}
