//! Lost pairs: they are counted and named, and are no evidence of anything.

use crate::support::{contrast, pairs, report};
use peirast_record::{Answer, Contrast, Outcome};
use peirast_report::{
    Lost, Outcomes, Report, ResultRow, Unanswered, Verdict, counts_csv, findings_text, json_lines,
    page, rows_csv, rows_text,
};

const RIGHT: Answer = Answer::Choice('a');
const WRONG: Answer = Answer::Choice('b');

/// A hypothesis with one method that shows an effect, and one whose pairs are all lost.
fn half_lost() -> (Vec<Contrast>, Vec<Outcome>) {
    let contrasts = vec![contrast("H1", "kept"), contrast("H1", "lost")];
    let mut outcomes = pairs(&contrasts[0], "m", 8, RIGHT, [WRONG, RIGHT]);
    outcomes.extend(pairs(&contrasts[1], "m", 5, RIGHT, [Answer::Refused, RIGHT]));
    outcomes.extend(pairs(&contrasts[1], "n", 3, RIGHT, [RIGHT, Answer::Unread]));
    (contrasts, outcomes)
}

fn row<'a>(report: &'a Report, model: &str, method: &str) -> &'a ResultRow {
    report.rows.iter().find(|row| row.model == model && row.method == method).unwrap()
}

#[test]
fn a_row_without_a_pair_left_is_no_test() {
    let (contrasts, outcomes) = half_lost();
    let report = report(&contrasts, &Outcomes::new(outcomes));
    let lost = row(&report, "m", "lost");
    assert_eq!((lost.n, lost.n_discordant, lost.reject), (0, 0, false));
    assert_eq!(lost.lost, Lost { refused: 5, ..Lost::default() });
    assert_eq!((lost.p, lost.p_adjusted, lost.p_two_sided), (None, None, None));
    assert_eq!(lost.method_used, None);

    // The other row is tested as if it were alone.
    let kept = row(&report, "m", "kept");
    assert_eq!((kept.family_size, kept.p_adjusted), (1, kept.p));
    assert!(kept.p.is_some_and(|p| (p - 2.0 / 256.0).abs() < 1e-12), "{:?}", kept.p);
}

#[test]
fn it_is_shown_with_its_causes_and_as_too_few() {
    let (contrasts, outcomes) = half_lost();
    let report = report(&contrasts, &Outcomes::new(outcomes));
    let table = rows_text(&report.rows);
    for (model, causes) in [("m", "5 (5 refused)"), ("n", "3 (3 unread)")] {
        let line = table.lines().find(|l| l.contains(causes)).unwrap();
        assert!(line.contains(model) && line.ends_with("too few"), "{line}");
    }
    let page = page(&report);
    assert!(page.contains("5 (5 refused)") && page.contains("too few"));

    let nothing_left = report.findings.iter().find(|f| f.model == "n").unwrap();
    assert_eq!(nothing_left.verdict(), Verdict::TooFew);
    assert_eq!((nothing_left.tests, nothing_left.untested), (0, 1));
    assert_eq!((nothing_left.accuracy, nothing_left.pairs), (None, 0));
    let text = findings_text(&report.findings);
    let line = text.lines().find(|l| l.contains("too few pairs")).unwrap();
    assert!(line.contains("lost 3 (3 unread)"), "{line}");

    let half = report.findings.iter().find(|f| f.model == "m").unwrap();
    assert_eq!((half.rejected, half.tests, half.untested), (1, 1, 1));
    assert!(half.sentence.contains("1 more could not be tested"), "{}", half.sentence);
}

#[test]
fn exports_have_no_p_value_for_it() {
    let (contrasts, outcomes) = half_lost();
    let report = report(&contrasts, &Outcomes::new(outcomes));
    let json = json_lines(std::slice::from_ref(row(&report, "m", "lost")));
    assert!(json.contains("\"p\":null") && json.contains("\"refused\":5"), "{json}");
    let csv = rows_csv(&report.rows, &report.provenance);
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let header = reader.headers().unwrap().clone();
    let at = |name: &str| header.iter().position(|column| column == name).unwrap();
    let lost = reader.records().map(Result::unwrap).find(|r| &r[at("method")] == "lost").unwrap();
    assert_eq!((&lost[at("n")], &lost[at("lost_refused")]), ("0", "5"));
    assert_eq!((&lost[at("p")], &lost[at("p_adjusted")], &lost[at("method_used")]), ("", "", ""));
    // Counts are tested again as one family: a row of zeros would enter it.
    assert!(!counts_csv(&report.rows).contains("lost"));
}

#[test]
fn a_pair_without_any_answer_is_lost_too() {
    let contrast = contrast("H1", "baseline");
    let answered = pairs(&contrast, "m", 2, RIGHT, [RIGHT, RIGHT]);
    let question = |outcome: &Outcome, item: &str| Unanswered {
        trial: outcome.trial.clone(),
        item: item.into(),
        version: outcome.version.clone(),
        truth: outcome.truth,
        subject: outcome.subject.clone(),
        repeat: 0,
        factors: outcome.factors.clone(),
    };
    let (original, perturbed) = (&answered[0], &answered[1]);
    let open = [
        question(original, "item/00007"),
        question(perturbed, "item/00007"),
        // Planned twice, at two endpoints: one question.
        question(perturbed, "item/00007"),
        // Half a pair is no pair.
        question(original, "item/00008"),
        // Answered after all.
        question(original, "item/00000"),
        question(perturbed, "item/00000"),
    ];
    let silent = open.iter().map(|q| Unanswered { subject: "silent".into(), ..q.clone() });
    let all = open.iter().cloned().chain(silent);
    let outcomes = Outcomes::new(answered.clone()).with_unanswered(all);
    let report = report(&[contrast], &outcomes);
    let unanswered = |unanswered| Lost { unanswered, ..Lost::default() };
    assert_eq!((report.rows[0].n, report.rows[0].lost), (2, unanswered(1)));
    assert_eq!((report.rows[1].n, report.rows[1].lost), (0, unanswered(2)));
    assert_eq!(report.subjects.len(), 2, "who answered nothing is shown");
    assert_eq!(report.subjects[1].answers, 0);
}

#[test]
fn half_a_comparison_is_none() {
    let contrasts = [contrast("H1", "baseline"), contrast("H2", "baseline")];
    let mut outcomes = pairs(&contrasts[0], "m", 3, RIGHT, [RIGHT, RIGHT]);
    outcomes.truncate(5);
    outcomes.extend(pairs(&contrasts[1], "m", 3, RIGHT, [RIGHT, RIGHT]).into_iter().step_by(2));
    let report = report(&contrasts, &Outcomes::new(outcomes));
    assert_eq!(report.rows.len(), 1, "of H2 only the original was asked");
    assert_eq!((report.rows[0].n, report.rows[0].lost.unanswered), (2, 1));
}

/// The outcomes of `pairs`, each question repeated with these scores.
fn repeated(contrast: &Contrast, scores: [&[bool]; 2]) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    for repeat in 0..scores[0].len() {
        let answers = scores.map(|side| if side[repeat] { RIGHT } else { WRONG });
        let mut asked = pairs(contrast, "m", 4, RIGHT, answers);
        asked.iter_mut().for_each(|outcome| outcome.repeat = repeat as u32);
        outcomes.extend(asked);
    }
    outcomes
}

#[test]
fn an_item_is_one_pair_however_often_it_is_asked() {
    let contrast = contrast("H1", "m");
    let counts = |scores: [&[bool]; 2]| {
        let outcomes = Outcomes::new(repeated(&contrast, scores));
        let report = report(std::slice::from_ref(&contrast), &outcomes);
        let row = report.rows[0].clone();
        ([row.n11, row.n12, row.n21, row.n22], row.lost)
    };
    const T: bool = true;
    const F: bool = false;
    let none = Lost::default();
    assert_eq!(counts([&[T, T, F], &[T, F, F]]), ([0, 4, 0, 0], none));
    assert_eq!(counts([&[T, T, T], &[T, F, T]]), ([4, 0, 0, 0], none));
    assert_eq!(counts([&[F, F, F, T], &[T, T, T, F]]), ([0, 0, 4, 0], none));
    assert_eq!(counts([&[T, F], &[T, T]]), ([0; 4], Lost { split: 4, ..none }));
}
