//! Hostile names: no name from a study or a model controls the page or terminal that shows it.

use crate::support::{contrast, pairs, report};
use peirast_record::Answer;
use peirast_report::{
    Asked, Definition, Example, Outcomes, Report, SubjectProvenance, account, counts_csv,
    escape_control, escape_json, findings_text, json as json_of, json_lines, page, pooled_csv,
    pooled_text, rows_csv, rows_text, subjects_text, write_outcomes,
};

/// Escape sequences, a C1 control, overrides of direction, line ends, HTML, a formula.
const HOSTILE: &str = "=1+1\u{1b}[31m\u{9b}2J\u{7f}\u{202e}\u{2066}\u{2028}<script>\r\nforged";

const STEERING: [char; 7] =
    ['\u{1b}', '\u{9b}', '\u{7f}', '\u{202e}', '\u{2066}', '\u{2028}', '\r'];

fn hostile_report() -> (Report, Outcomes) {
    let contrast = contrast(HOSTILE, HOSTILE);
    let (right, wrong) = (Answer::YesNo(false), Answer::YesNo(true));
    let mut outcomes = pairs(&contrast, HOSTILE, 9, right, [wrong, right]);
    outcomes
        .iter_mut()
        .for_each(|outcome| outcome.item = format!("{}{HOSTILE}", outcome.item).into());
    let outcomes = Outcomes::new(outcomes);
    let mut report = report(&[contrast], &outcomes);
    let text = HOSTILE.to_owned();
    report.claims[0].definition = Definition {
        over: vec![text.clone()],
        given: text.clone(),
        factor: text.clone(),
        original: text.clone(),
        perturbed: text.clone(),
        protocols: vec![text.clone()],
        event: peirast_record::Event::Correct,
    };
    report.claims[0].published.clone_from(&text);
    let asked = Asked { problem: text.clone(), protocol: text.clone(), is_prompt: true, text };
    let example = Example {
        hypothesis: HOSTILE.to_owned(),
        item: HOSTILE.to_owned(),
        original: asked.clone(),
        perturbed: asked,
    };
    let text = HOSTILE.to_owned();
    report.provenance.subjects = vec![SubjectProvenance {
        model: text.clone(),
        endpoint: text.clone(),
        not_sent: vec![text.clone()],
        served_as: vec![text.clone(), format!("{text}2")],
        ..SubjectProvenance::default()
    }];
    report.provenance.study.clone_from(&text);
    report.conduct.protocols = vec![text];
    report.examples = vec![example];
    (report.titled(HOSTILE, HOSTILE), outcomes)
}

#[test]
fn no_terminal_is_steered() {
    let (report, _) = hostile_report();
    let texts = [
        rows_text(&report.rows),
        pooled_text(&report.pooled),
        findings_text(&report.findings),
        subjects_text(&report.subjects, report.counted_noun()),
        account(&report),
    ];
    for text in texts {
        assert!(text.contains("\\u{1b}[31m"), "{text}");
        assert!(!text.contains(STEERING), "{text:?}");
        assert!(!text.lines().any(|line| line.starts_with("forged")), "{text}");
    }
}

#[test]
fn no_table_is_steered() {
    let (report, outcomes) = hostile_report();
    let mut written = Vec::new();
    write_outcomes(&outcomes, &mut written).unwrap();
    let tables = [
        rows_csv(&report.rows, &report.provenance),
        pooled_csv(&report.pooled, &report.provenance),
        counts_csv(&report.rows),
        String::from_utf8(written).unwrap(),
    ];
    for table in tables {
        assert!(!table.contains(STEERING), "{table:?}");
        let mut reader = csv::Reader::from_reader(table.as_bytes());
        for record in reader.records() {
            assert!(!record.unwrap().iter().any(|cell| cell.starts_with('=')), "{table}");
        }
    }
}

#[test]
fn json_says_the_same_in_its_own_notation() {
    let (report, _) = hostile_report();
    let json = json_lines(&report.rows);
    assert!(!json.contains(STEERING), "{json:?}");
    let row: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(row["model"], HOSTILE, "nothing is lost");
    let whole = json_of(&report).unwrap();
    assert!(!whole.contains(STEERING), "{whole:?}");
    let whole: serde_json::Value = serde_json::from_str(&whole).unwrap();
    let found = whole["limitations"]["found"].as_array().unwrap();
    assert!(found.iter().any(|one| one["cases"][0]["subject"] == HOSTILE), "{found:?}");
    let harmless = "{\"a\": \"b\"}\n\t";
    assert_eq!(escape_json(harmless), harmless);
}

#[test]
fn no_page_is_steered() {
    let (report, _) = hostile_report();
    let page = page(&report);
    assert!(!page.contains(STEERING) && !page.contains("<script"));
    assert!(page.contains("\\u{1b}[31m\\u{9b}2J\\u{7f}\\u{202e}\\u{2066}"), "they are visible");
}

#[test]
fn words_of_other_languages_stay_as_they_are() {
    let words = "naïve 日本語 עברית العربية 👍🏽 n\u{303}";
    assert_eq!(escape_control(words), words);
    assert_eq!(escape_json(words), words);
}
