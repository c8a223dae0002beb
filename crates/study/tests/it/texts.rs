//! The texts of answers, which `outcomes.csv` shows and an analysis does not hold.

use crate::support::{
    Place, Respondent, analyse, asking, columns, no_events, run, run_by, small, with_items,
};
use peirast_record::Trial;
use peirast_report::tables;
use peirast_study::AnalysisOptions;
use peirast_table::Cell;
use std::sync::Arc;

const TEXT: &str = "=1+1, \"so\"\nThe answer is (a).";

fn answer(trial: &Trial) -> &'static str {
    if trial.key.text().starts_with(['0', '1', '2', '3']) { "" } else { TEXT }
}

#[tokio::test]
async fn outcomes_show_each_answer_with_the_words_that_decided() {
    let place = Place::new();
    let (dir, study) = (place.dir("r"), with_items(700, &["own/model"]));
    let subject = Arc::new(Respondent::new("own/model").answering(answer).using(12, 3));
    run(&dir, &study, &asking([&subject])).await;
    let options = AnalysisOptions::default();
    let analysis = dir.write_report(&options, None, &no_events()).await.expect("a report");
    let all = columns(&dir, ["trial", "answer", "rule", "words", "finish", "text"]);
    assert_eq!(all.len(), 1400, "more than are in memory at a time");
    let mut silent = 0;
    for [trial, answer, rule, words, finish, text] in &all {
        if trial.starts_with(['0', '1', '2', '3']) {
            silent += 1;
            assert_eq!([answer.as_str(), words, finish, text], ["empty", "", "stop", ""]);
        } else {
            assert_eq!([answer.as_str(), finish], ["(a)", "stop"]);
            assert_eq!(*text, format!("'{TEXT}"), "no formula");
            assert!(TEXT.contains(words.as_str()) && words.contains('a'), "{words}");
        }
        assert!(!rule.is_empty());
    }
    assert!((100..700).contains(&silent), "{silent}");
    let used = columns(&dir, ["input_tokens", "output_tokens", "reasoning_tokens"]);
    assert!(used.iter().all(|row| *row == ["12", "3", ""]));
    // The same file from an earlier analysis.
    let bytes = || std::fs::read(dir.path().join("outcomes.csv")).expect("a file");
    let before = bytes();
    dir.write_tables(&analysis).await.expect("tables");
    assert_eq!(before, bytes());
    // A table in memory has texts only if they are loaded.
    let texts = |analysis: &peirast_study::Analysis| -> Vec<Option<String>> {
        let tables = tables(&analysis.report, &analysis.outcomes);
        let table = tables.iter().find(|table| table.name == "outcomes").expect("a table");
        let at = table.columns.iter().position(|one| one.name == "text").expect("a column");
        let cell = |cell: &Cell<'_>| match cell {
            Cell::Text(text) => Some(text.clone().into_owned()),
            _ => None,
        };
        table.rows.iter().map(|row| cell(row.cell(at))).collect()
    };
    assert!(texts(&analysis).iter().all(Option::is_none));
    let analysis = dir.load_texts(analysis).await.expect("texts");
    let expected = |row: &[String; 6]| Some(row[5].trim_start_matches('\'').to_owned());
    assert_eq!(texts(&analysis), all.iter().map(expected).collect::<Vec<_>>());
}

#[test]
fn the_file_is_the_same_whatever_the_threads() {
    let study = small(&["sim:guesser", "sim:biased"]);
    let files = [(1, 1), (4, 64)].map(|by| {
        run_by(by, &study, async |dir| {
            dir.write_tables(&analyse(dir).await).await.expect("tables");
            assert!(columns(dir, ["latency_ms"]).iter().all(|[latency]| latency.is_empty()));
            std::fs::read(dir.path().join("outcomes.csv")).expect("a file")
        })
    });
    assert_eq!(files[0], files[1]);
}
