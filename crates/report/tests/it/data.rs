//! Data for other programs: names of columns, votes, and both families of correction.

use crate::support::{SETTINGS, clear_of, contrast, modest, pairs};
use peirast_measure::ballots;
use peirast_record::{
    AdjustOver, Answer, Factors, Grade, Key, Outcome, Scoring, Treatment, Version,
};
use peirast_report::{Outcomes, Settings, test_rows, votes_csv, write_outcomes};
use peirast_stats::voting::Stopping;
use peirast_table::plain_name;
use std::sync::Arc;

fn head(outcomes: &Outcomes) -> Vec<String> {
    let mut bytes = Vec::new();
    write_outcomes(outcomes, &mut bytes).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    text.lines().next().unwrap().split(',').map(str::to_owned).collect()
}

#[test]
fn r_keeps_the_names_of_all_columns_of_outcomes() {
    let mut outcomes = modest(&contrast("H1", "m"), "s");
    let levels = [
        ("exemplar-answer", "yes"),
        ("exemplar_answer", "no"),
        ("2nd", "a"),
        ("if", "b"),
        ("answer", "c"),
        ("größe", "d"),
    ];
    for outcome in &mut outcomes {
        outcome.factors = Arc::new(outcome.factors.merged(&Factors::from_iter(levels)));
    }
    let names = head(&Outcomes::new(outcomes));
    for name in &names {
        assert_eq!(plain_name(name), *name, "{names:?}");
    }
    let mut different = names.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), names.len(), "{names:?}");
    for own in ["exemplar_answer", "factor_exemplar_answer", "x_2nd", "if_", "factor_answer"] {
        assert!(names.iter().any(|name| name == own), "{own}: {names:?}");
    }
}

#[test]
fn made_up_words_have_no_belief() {
    let mut outcomes = modest(&contrast("H1", "m"), "s");
    for (place, outcome) in outcomes.iter_mut().enumerate() {
        let content = if place % 2 == 0 { "real" } else { "nonsense" };
        let levels = Factors::from_iter([("belief", "believable"), ("content", content)]);
        outcome.factors = Arc::new(outcome.factors.merged(&levels));
    }
    let outcomes = Outcomes::new(outcomes);
    let names = head(&outcomes);
    let place = |name: &str| names.iter().position(|one| one == name).unwrap();
    let mut bytes = Vec::new();
    write_outcomes(&outcomes, &mut bytes).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let expected = if cells[place("content")] == "real" { "believable" } else { "" };
        assert_eq!(cells[place("belief")], expected, "{line}");
    }
}

#[test]
fn every_answer_has_a_row_among_the_votes() {
    let answers = [true, true, false, true].map(Answer::Valid);
    let outcome = |(answer, repeat): (&Answer, u32)| Outcome {
        trial: Key::from_stored(format!("t{repeat}")),
        item: "i".into(),
        version: Version::new("p", "i"),
        subject: "s".into(),
        repeat,
        factors: Arc::new(Factors::from_iter([("temperature", "0.5"), ("protocol", "zero_shot")])),
        answer: *answer,
        truth: Answer::Valid(true),
        grade: Grade::new(*answer, Answer::Valid(true)),
        scoring: Scoring::Reader,
        evidence: None,
    };
    let outcomes: Vec<Outcome> = answers.iter().zip(0..).map(outcome).collect();
    // A rule that asks once counts the first answer alone.
    let csv = votes_csv(&ballots(&outcomes, |_| Stopping::Single));
    assert_eq!(
        csv,
        "trial,question,problem,item,model,protocol,temperature,vote,answer,side,counted,votes_for,\
         votes_against,votes_neither,decision,truth\n\
         t0,t0,p,i,s,zero_shot,0.5,1,valid,for,true,1,0,0,valid,valid\n\
         t1,t0,p,i,s,zero_shot,0.5,2,valid,for,false,1,0,0,valid,valid\n\
         t2,t0,p,i,s,zero_shot,0.5,3,invalid,against,false,1,0,0,valid,valid\n\
         t3,t0,p,i,s,zero_shot,0.5,4,valid,for,false,1,0,0,valid,valid\n"
    );
}

#[test]
fn both_families_of_correction_stand_side_by_side() {
    let contrasts = [contrast("H1", "baseline"), contrast("H1", "os")];
    let mut outcomes = Vec::new();
    // One subject with a clear effect under one protocol, one without any.
    outcomes.extend(clear_of(&contrasts[0], "m"));
    for (own, subject) in [(&contrasts[1], "m"), (&contrasts[0], "n"), (&contrasts[1], "n")] {
        outcomes.extend(pairs(own, subject, 8, Answer::Choice('a'), [Answer::Choice('a'); 2]));
    }
    let outcomes = Outcomes::new(outcomes);
    let rows = |adjust_over| {
        let settings = Settings { adjust_over, ..SETTINGS };
        test_rows(&contrasts, &outcomes, &settings, Treatment::Exclude).unwrap()
    };
    let (own, all) = (rows(AdjustOver::OneSubject), rows(AdjustOver::AllSubjects));
    assert_eq!(own.len(), 4);
    for (own, all) in own.iter().zip(&all) {
        assert_eq!(own.p_adjusted, own.p_adjusted_own);
        assert_eq!(all.p_adjusted, all.p_adjusted_all);
        assert_eq!(
            (own.p_adjusted_own, own.p_adjusted_all),
            (all.p_adjusted_own, all.p_adjusted_all)
        );
    }
    // By Benjamini and Hochberg, the least of two p is doubled, and that of four taken four times.
    let (p, first) = (own[0].p.unwrap(), &own[0]);
    assert!((first.p_adjusted_own.unwrap() - 2.0 * p).abs() < 1e-12, "{first:?}");
    assert!((first.p_adjusted_all.unwrap() - 4.0 * p).abs() < 1e-12, "{first:?}");
}
