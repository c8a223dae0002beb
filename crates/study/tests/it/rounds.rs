//! Studies whose next questions follow from answers: votes and sequential tests.

use crate::support::{Place, Respondent, analyse, asking, columns, no_events, run, with_items};
use peirast_record::{Sequential, Study};
use peirast_study::{
    ItemCount, RunOptions, RunOutcome, StudyOverrides, load_study, override_study,
};
use std::sync::Arc;

/// Four questions, asked once at temperature 0 and as often as votes require at 0.5.
fn voted() -> Study {
    let overrides = StudyOverrides {
        subjects: vec!["own/model".to_owned()],
        items: vec![ItemCount { family: None, n: 1 }],
        temperatures: vec![0.0, 0.5],
        strategies: vec!["zero_shot".to_owned()],
        voting: Some("published-2025".to_owned()),
        ..StudyOverrides::default()
    };
    let study = load_study("syllogism").expect("a study");
    override_study(study, &overrides, no_events().as_ref()).expect("a study")
}

#[tokio::test]
async fn votes_ask_again_only_where_answers_differ() {
    // Five votes, and ten if the five differ.
    for (answer, votes) in [
        ((|_| "Correct.") as fn(&peirast_record::Trial) -> &'static str, 5),
        (|trial| if trial.repeat == 1 { "Incorrect." } else { "Correct." }, 10),
    ] {
        let place = Place::new();
        let dir = place.dir("r");
        let subject = Arc::new(Respondent::new("own/model").answering(answer));
        let options = asking([&subject]);
        let ran = run(&dir, &voted(), &options).await.summary;
        assert_eq!(RunOutcome::from_summary(&ran), RunOutcome::Complete);
        assert_eq!((ran.answered, subject.asked()), (4 + 4 * votes, (4 + 4 * votes, 1)));
        let again = run(&dir, &voted(), &options).await.summary;
        assert_eq!((again.asked, again.already), (0, ran.answered), "votes are kept");
        let analysis = analyse(&dir).await;
        assert_eq!(analysis.outcomes.rows().len(), 8, "votes on a question are one outcome");
        dir.write_tables(&analysis).await.expect("tables");
        let rows = columns(&dir, ["text", "words", "rule", "finish", "latency_ms"]);
        assert_eq!(rows.len(), 8);
        assert!(rows.iter().flatten().all(String::is_empty), "a vote has no text of its own");
        assert_eq!(analysis.single.expect("votes").rows().len() as u64, ran.answered);
    }
}

#[tokio::test]
async fn a_sequential_test_ends_before_its_plan_is_asked() {
    let place = Place::new();
    let mut study = with_items(60, &["sim:guesser"]);
    let whole = run(&place.dir("whole"), &study, &RunOptions::default()).await.summary;
    study.sequential = Some(Sequential { block: 5 });
    let dir = place.dir("early");
    let early = run(&dir, &study, &RunOptions::default()).await.summary;
    assert_eq!(RunOutcome::from_summary(&early), RunOutcome::Complete);
    assert_eq!(whole.answered, 120);
    assert!(early.answered < whole.answered, "{early:?}");
    assert_eq!(early.answered % 10, 0, "five items of two questions at a time");
    assert!(dir.path().join("sequential.json").is_file());
    let again = run(&dir, &study, &RunOptions::default()).await.summary;
    assert_eq!((again.asked, again.already), (0, early.answered), "it stays decided");
}
