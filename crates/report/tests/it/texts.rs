//! Texts of answers in the table of outcomes.

use crate::support::{contrast, pair, report};
use peirast_record::{Answer, Evidence, FinishReason, Outcome, Reading, ResponseText, Usage};
use peirast_report::{
    OUTCOME_COLUMNS, OutcomeRow, OutcomeWriter, Outcomes, Unanswered, lazy_outcome_table,
    lazy_tables, outcome_table, tables, write_outcomes,
};
use peirast_table::Cell;
use std::sync::Arc;

const HOSTILE: &str = "=HYPERLINK(\"x\")\u{1b}[2J\nSo, \"(a)\", né\r\n-1";

/// Two outcomes with their texts: one was read, and one has nothing to show.
fn outcomes() -> (Vec<Outcome>, Vec<Option<ResponseText>>) {
    let (a, empty) = (Answer::Choice('a'), Answer::Empty);
    let mut outcomes = pair(&contrast("H1", "b"), "m", 0, a, [a, empty]);
    let start = HOSTILE.find("(a)").unwrap();
    let read = Reading::at(a, start, start + 3, "letter");
    outcomes[0].evidence = Some(Evidence::from(&read));
    let none = Reading { answer: empty, span: None, rule: "empty" };
    outcomes[1].evidence = Some(Evidence::from(&none));
    let text = ResponseText {
        text: HOSTILE.to_owned(),
        finish: FinishReason::Length,
        usage: Usage { input_tokens: Some(12), output_tokens: Some(7), ..Usage::default() },
        elapsed_us: 1_234_567,
    };
    let silent = ResponseText { finish: FinishReason::Stop, ..ResponseText::default() };
    (outcomes, vec![Some(text), Some(silent)])
}

/// The cells of the columns of texts, by row.
fn shown(outcomes: &Outcomes) -> Vec<Vec<Cell<'static>>> {
    let of = |row: OutcomeRow<'_>| -> Vec<Cell<'static>> {
        let columns = OUTCOME_COLUMNS.iter().skip_while(|column| column.name != "rule");
        columns
            .map(|column| match (column.cell)(row) {
                Cell::Text(text) => Cell::from(text.into_owned()),
                Cell::Count(count) => Cell::Count(count),
                _ => Cell::Missing,
            })
            .collect()
    };
    OutcomeRow::all(outcomes).map(of).collect()
}

#[test]
fn an_answer_is_shown_with_the_words_that_decided_and_how_it_came() {
    let (rows, texts) = outcomes();
    let whole = Outcomes::new(rows.clone()).with_texts(texts);
    let (text, missing) = (Cell::from, Cell::Missing);
    let count = Cell::Count;
    assert_eq!(
        shown(&whole),
        [
            vec![
                text("letter"),
                text("(a)"),
                text("length"),
                count(12),
                count(7),
                missing.clone(),
                count(1235),
                text(HOSTILE),
            ],
            vec![
                text("empty"),
                missing.clone(),
                text("stop"),
                missing.clone(),
                missing.clone(),
                missing.clone(),
                missing.clone(),
                text(""),
            ],
        ]
    );
    // Without a text at hand, the rule is known all the same.
    let rules = shown(&Outcomes::new(rows));
    assert_eq!(rules[0][0], text("letter"));
    assert!(rules[0][1..].iter().all(|cell| *cell == missing));
}

#[test]
fn a_text_is_no_formula_and_steers_nothing() {
    let (rows, texts) = outcomes();
    let outcomes = Outcomes::new(rows).with_texts(texts);
    let mut bytes = Vec::new();
    write_outcomes(&outcomes, &mut bytes).unwrap();
    let mut reader = csv::Reader::from_reader(bytes.as_slice());
    let at = reader.headers().unwrap().iter().position(|name| name == "text").unwrap();
    let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let safe = "'=HYPERLINK(\"x\")\\u{1b}[2J\nSo, \"(a)\", né\\u{d}\n-1";
    assert_eq!((&records[0][at], &records[1][at]), (safe, ""));
    // Programs read texts as they are.
    let report = report(&[contrast("H1", "b")], &outcomes);
    let tables = tables(&report, &outcomes);
    let table = tables.iter().find(|table| table.name == "outcomes").unwrap();
    let json: serde_json::Value = serde_json::from_str(&table.json()).unwrap();
    assert_eq!(json["rows"][0]["text"], HOSTILE);
}

/// Rows that are written one by one with their texts give the same bytes as those in memory.
#[test]
fn rows_with_texts_that_are_looked_up_are_the_same() {
    let (rows, texts) = outcomes();
    let bare = Outcomes::new(rows.clone());
    let mut streamed = Vec::new();
    let mut writer = OutcomeWriter::new(&bare, &mut streamed).unwrap();
    for (row, text) in rows.iter().zip(&texts) {
        writer.write(OutcomeRow::Answered(row, text.as_ref())).unwrap();
    }
    writer.finish().unwrap();
    let mut whole = Vec::new();
    write_outcomes(&Outcomes::new(rows).with_texts(texts), &mut whole).unwrap();
    assert_eq!(streamed, whole);
}

/// A study may call a factor like a column that every study has.
#[test]
fn a_factor_with_the_name_of_a_column_is_told_apart() {
    let (mut rows, _) = outcomes();
    for row in &mut rows {
        row.factors = Arc::new(row.factors.with("text", "long"));
    }
    let mut bytes = Vec::new();
    write_outcomes(&Outcomes::new(rows), &mut bytes).unwrap();
    let head = String::from_utf8(bytes).unwrap().lines().next().unwrap().to_owned();
    let count = |name: &str| head.split(',').filter(|column| *column == name).count();
    assert_eq!((count("text"), count("factor_text")), (1, 1), "{head}");
}

/// Columns that are made from outcomes directly are those of the table that has rows.
#[test]
fn columns_without_rows_between_are_those_of_the_rows() {
    let (mut rows, texts) = outcomes();
    rows[0].factors = Arc::new(rows[0].factors.with("belief", "believable").with("text", "long"));
    rows[1].factors = Arc::new(rows[0].factors.with("content", "nonsense"));
    let open = |outcome: &Outcome| Unanswered {
        trial: outcome.trial.clone(),
        item: "item/9".into(),
        version: outcome.version.clone(),
        truth: outcome.truth,
        subject: outcome.subject.clone(),
        repeat: 3,
        factors: Arc::new(outcome.factors.with("only-open", "é\u{0}🦀")),
    };
    let unanswered: Vec<Unanswered> = rows.iter().map(open).collect();
    let bare = Outcomes::new(rows.clone());
    let whole = Outcomes::new(rows).with_unanswered(unanswered).with_texts(texts);
    for outcomes in [&Outcomes::default(), &bare, &whole] {
        let lazy = lazy_outcome_table(OUTCOME_COLUMNS, outcomes);
        let count = lazy.row_count();
        let (head, columns) = lazy.into_columns();
        let table = outcome_table(OUTCOME_COLUMNS, outcomes);
        assert_eq!((count, head), (table.rows.len(), table.without_rows()));
        assert_eq!(columns, table.column_buffers());
    }
    // The names of tables need no rows either.
    let report = report(&[], &whole);
    let lazy = lazy_tables(&report, &whole);
    let names = lazy.iter().map(|table| (table.head().clone(), table.row_count()));
    let tables = tables(&report, &whole);
    let expected = tables.iter().map(|table| (table.without_rows(), table.rows.len()));
    assert_eq!(names.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    for (own, table) in lazy.into_iter().zip(&tables) {
        assert_eq!(own.into_columns(), (table.without_rows(), table.column_buffers()));
    }
}
