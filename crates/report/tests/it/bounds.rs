//! Bounds over lost pairs: from the answers to every table that shows them.

use crate::support::{SETTINGS, contrast, pair, pairs, report};
use peirast_record::{Answer, Contrast, Outcome, Treatment};
use peirast_report::{
    Outcomes, Report, ResultRow, RowBounds, findings_text, json_lines, page, rows_csv, rows_text,
    test_rows,
};
use peirast_stats::{Alternative, Lost as Known, Rule, Verdict};

const RIGHT: Answer = Answer::Choice('a');
const WRONG: Answer = Answer::Choice('b');

/// Eight pairs that became right, a lost pair for each kind of knowledge of its members, and a pair
/// with a member that was never answered.
fn outcomes(contrast: &Contrast) -> Vec<Outcome> {
    let mut outcomes = pairs(contrast, "m", 8, RIGHT, [WRONG, RIGHT]);
    let lost = [
        [RIGHT, Answer::Refused],
        [WRONG, Answer::Empty],
        [Answer::Unread, RIGHT],
        [Answer::Truncated, WRONG],
        [Answer::Refused, Answer::Unread],
    ];
    for (item, answers) in (8..).zip(lost) {
        outcomes.extend(pair(contrast, "m", item, RIGHT, answers));
    }
    // Of the last pair one member was never answered.
    outcomes.extend(pair(contrast, "m", 13, RIGHT, [RIGHT, RIGHT]).into_iter().take(1));
    outcomes
}

fn bounds(row: &ResultRow) -> RowBounds {
    row.bounds.unwrap()
}

fn row(contrast: &Contrast, treatment: Treatment) -> ResultRow {
    let outcomes = Outcomes::new(outcomes(contrast));
    let contrasts = std::slice::from_ref(contrast);
    test_rows(contrasts, &outcomes, &SETTINGS, treatment).unwrap().remove(0)
}

#[test]
fn what_is_known_of_lost_pairs_is_counted() {
    let row = row(&contrast("H1", "m"), Treatment::Exclude);
    let known = Known {
        neither: 1,
        original_right: 2,
        original_wrong: 1,
        perturbed_right: 1,
        perturbed_wrong: 1,
    };
    assert_eq!((bounds(&row).known, row.lost.total()), (known, known.total()));
    let p = |n12, n21| Rule::Exact.test(n12, n21, Alternative::TwoSided).p;
    // At best three more become right; at worst four become wrong.
    assert_eq!((bounds(&row).p.low, bounds(&row).p.high), (p(0, 11), p(4, 8)));
    assert_eq!(bounds(&row).verdict, Some(Verdict::Open));
}

#[test]
fn answers_that_count_as_wrong_are_not_lost() {
    let row = row(&contrast("H1", "m"), Treatment::AsWrong);
    assert_eq!(bounds(&row).known, Known { original_right: 1, ..Known::default() });
    assert_eq!((row.n, row.lost.total()), (13, 1));
}

#[test]
fn a_pair_counted_twice_is_lost_twice() {
    let mut twice = contrast("H1", "m");
    twice.units[0].weight = 2;
    let once = row(&contrast("H1", "m"), Treatment::Exclude);
    let twice = row(&twice, Treatment::Exclude);
    assert_eq!(bounds(&twice).known.total(), 2 * bounds(&once).known.total());
    assert_eq!(bounds(&twice).known.total(), twice.lost.total());
}

fn with_lost_pairs() -> Report {
    let contrast = contrast("H1", "m");
    let outcomes = Outcomes::new(outcomes(&contrast));
    report(&[contrast], &outcomes)
}

#[test]
fn bounds_stand_in_every_table_of_rows_that_lost_pairs() {
    let report = with_lost_pairs();
    let text = rows_text(&report.rows);
    assert!(text.contains("p adj. bounds") && text.contains("0.0010 to 0.3877"), "{text}");
    assert!(text.contains("yes (open)") && text.contains("\nbounds: "), "{text}");
    let json: serde_json::Value = serde_json::from_str(&json_lines(&report.rows)).unwrap();
    let bounds = &json["bounds"];
    assert_eq!((&bounds["verdict"], &bounds["known"]["neither"]), (&"open".into(), &1.into()));
    assert!(bounds["p_adjusted"]["high"].as_f64().is_some_and(|p| p > 0.38));
    let csv = rows_csv(&report.rows, &report.provenance);
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let header = reader.headers().unwrap().clone();
    let line = reader.records().next().unwrap().unwrap();
    let cell = |name: &str| &line[header.iter().position(|column| column == name).unwrap()];
    assert_eq!((cell("known_original_right"), cell("verdict")), ("2", "open"));
    assert_eq!(cell("p_low").parse(), Ok(report.rows[0].bounds.unwrap().p.low));
    let page = page(&report);
    assert!(page.contains("bounds of p adjusted") && page.contains("0.0010 to 0.3877"));
    assert!(page.contains("In 1 the lost pairs could have changed the decision."));
    assert_eq!(report.findings[0].open, 1);
}

#[test]
fn where_nothing_was_lost_nothing_is_said_of_it() {
    let contrast = contrast("H1", "m");
    let outcomes = Outcomes::new(pairs(&contrast, "m", 8, RIGHT, [WRONG, RIGHT]));
    let report = report(&[contrast], &outcomes);
    let shown = rows_text(&report.rows)
        + &findings_text(&report.findings)
        + &json_lines(&report.rows)
        + &page(&report).replace("[open]", "").replace("Open them on a screen", "")
        + &serde_json::to_string(&report).unwrap();
    for word in ["bounds", "Bounds", "open", "Open"] {
        assert!(!shown.contains(word), "{word}: {shown}");
    }
}
