//! Comparisons as texts, pages, tables and figures.

use crate::support::{of_counts, row, run};
use peirast_compare::{
    CompareOptions, ItemId, ScoredRun, compare, comparison_figures, comparison_lines,
    comparison_page, comparison_remarks, comparison_tables, comparison_text,
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

/// Four runs of a run directory in two tasks: several versions of each item.
fn of_versions(simulated: usize) -> Vec<ScoredRun> {
    let one = |at: usize| {
        let mut own = ScoredRun::new(format!("run {at}"));
        own.versions_of = Some("item".to_owned());
        own.is_simulated = at < simulated;
        for (task, version, number) in [("one", 0), ("one", 1), ("two", 0), ("two", 1)]
            .into_iter()
            .flat_map(|(task, version)| (0..30).map(move |number| (task, version, number)))
        {
            let id = ItemId::Given(format!("{number}/{version}").into());
            let score = f64::from(u8::from((number as usize).is_multiple_of(at + 2)));
            let mut row = row(id, Some(score));
            row.task = task.to_owned();
            row.columns.insert("item".to_owned(), number.to_string());
            own.add(row);
        }
        own
    };
    (0..4).map(one).collect()
}

/// A remark that twelve comparisons share is printed once, with the tasks and the runs.
#[test]
fn one_remark_on_many_comparisons_is_one_remark() {
    let runs = of_versions(0);
    let found = compare(&runs, &CompareOptions::default()).expect("comparisons");
    let of_tasks = found.rows.iter().filter(|row| !row.tasks.is_pooled());
    assert_eq!(of_tasks.filter(|row| !row.remarks.is_empty()).count(), 12);
    let remarks = comparison_remarks(&found);
    let own: Vec<&String> = remarks.iter().filter(|one| one.contains("versions of")).collect();
    assert_eq!(
        own,
        [
            "one and two (all 6 pairs of runs): questions are versions of items; the versions of one item are tested \
             as a cluster, because they are related"
        ]
    );
}

#[test]
fn simulated_subjects_are_no_language_models() {
    for (simulated, said) in [
        (0, None),
        (1, Some("run 0 is a simulated subject: a program")),
        (2, Some("run 0 and run 1 are simulated subjects: programs")),
    ] {
        let runs = of_versions(simulated);
        let found = compare(&runs, &CompareOptions::default()).expect("comparisons");
        let (page, text) = (comparison_page(&found), comparison_text(&found));
        assert_eq!(page.matches("Simulated subjects. ").count(), usize::from(said.is_some()));
        for shown in [page, text] {
            let is_said = said.is_some_and(|said| shown.matches(said).count() == 1);
            assert_eq!((is_said, shown.contains("simulated")), (said.is_some(), said.is_some()));
        }
    }
}

/// On a narrow screen each cell has its head, and the results come before other cells.
#[test]
fn the_result_of_a_comparison_is_first_on_a_phone() {
    let runs = of_counts([50, 5, 25, 20]);
    let found = compare(&runs, &CompareOptions::default()).expect("comparisons");
    let page = comparison_page(&found);
    for head in ["B is", "B minus A", "p adjusted"] {
        let class = if head == "B is" { "result" } else { "number result" };
        assert!(page.contains(&format!("<td class=\"{class}\" data-label=\"{head}\">")), "{head}");
    }
    assert!(page.contains(".compared tr > td.result { order: 1; }"));
}

/// An interval goes to a line of its own before a column leaves a screen of usual width.
#[test]
fn an_interval_may_go_to_a_line_of_its_own() {
    let runs = of_counts([50, 5, 25, 20]);
    let found = compare(&runs, &CompareOptions::default()).expect("comparisons");
    let page = comparison_page(&found);
    assert!(page.contains(
        "data-label=\"A scores\"><span class=\"keep\">55.0\u{a0}%</span> <span class=\"keep\">["
    ));
    assert!(page.contains(".compared td.result:not(.number) { min-width: 9rem; }"));
}

/// Ten comparisons of five runs, of which one decides: its sentence comes first, and a line counts those that no sentence
/// describes.
#[test]
fn a_decision_is_told_before_others_and_the_rest_is_counted() {
    let right =
        |count: usize| -> Vec<f64> { (0..40).map(|at| f64::from(u8::from(at < count))).collect() };
    let counts = [30, 30, 29, 28, 18];
    let runs: Vec<ScoredRun> =
        (0..5).map(|at| run(&format!("run {at}"), &right(counts[at]))).collect();
    let options =
        CompareOptions { baseline: Some("run 4".to_owned()), ..CompareOptions::default() };
    assert!(
        !comparison_text(&compare(&runs, &options).expect("four")).contains("more, in the table")
    );
    let found = compare(&runs, &CompareOptions::default()).expect("ten comparisons");
    let text = comparison_text(&found);
    let sentences: Vec<&str> = text.lines().filter(|line| line.contains("exact test p")).collect();
    assert_eq!(sentences.len(), 6);
    assert!(sentences[0].starts_with("run 4 is worse than run 0 on t"), "{text}");
    assert!(text.contains("\nAnd 4 more, in the table.\n"), "{text}");
    assert!(comparison_page(&found).contains("<p>And 4 more, in the table.</p>"));
    // The table has numbers of further items, which no sentence explains.
    assert!(
        text.contains("note: an undecided comparison needs this number of further items to find"),
        "{text}"
    );
}

/// Items without a partner are named, at most three of a run.
#[test]
fn items_without_a_partner_are_named() {
    let named = |name: &str, ids: &[&str]| {
        let mut own = ScoredRun::new(name);
        for id in ids {
            own.add(row(ItemId::Given((*id).into()), Some(1.0)));
        }
        own
    };
    let shared = ["a", "b", "c", "d"];
    let more = [&shared[..], &["q1", "q2", "q3", "q4", "q5"]].concat();
    let one_more = [&shared[..], &["z"]].concat();
    let runs = [named("first", &more), named("second", &one_more)];
    let found = compare(&runs, &CompareOptions::default()).expect("a comparison");
    let text = comparison_text(&found);
    assert!(text.contains("5 items of first without a partner (q1, q2, q3 and 2 more)"), "{text}");
    assert!(text.contains("1 item of second without a partner (z)"), "{text}");
}

/// Of open questions, correct answers alone say little, since "nothing follows" is always one.
#[test]
fn correct_conclusions_are_no_measure_of_reasoning() {
    let mut runs = of_versions(0);
    let is_said = |runs: &[ScoredRun]| {
        let found = compare(runs, &CompareOptions::default()).expect("comparisons");
        comparison_text(&found).contains("\"nothing follows\" always counts as correct")
    };
    assert!(!is_said(&runs));
    runs[1].draws_conclusions = true;
    assert!(is_said(&runs));
}
