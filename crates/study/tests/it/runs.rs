//! Runs: complete, interrupted, resumed, refused, repeated.

use crate::support::{
    Place, QUESTIONS, Respondent, analyse, asking, counts, in_flight, no_events, refused, run,
    run_by, run_until, small,
};
use peirast_llm::Subject;
use peirast_study::{
    AnalysisOptions, Cancel, ClosureSubject, CustomSubjects, Error, PlanOptions, RunOptions,
    RunOutcome, how_to_continue, load_study, run_dir,
};
use std::sync::Arc;

#[tokio::test]
async fn a_closure_and_a_simulated_subject_answer_every_question() {
    let place = Place::new();
    let dir = place.dir("r");
    let closure = ClosureSubject::new("sim:mine", |prompt| {
        assert!(!prompt.messages.is_empty());
        "The answer is (b).".to_owned()
    });
    let custom = CustomSubjects::new([Arc::new(closure) as Arc<dyn Subject>]);
    let plan = PlanOptions { custom, ..PlanOptions::default() };
    let options = RunOptions { plan, ..RunOptions::default() };
    let ran = run(&dir, &small(&["sim:flawless", "sim:mine"]), &options).await;
    assert_eq!(RunOutcome::from_summary(&ran.summary), RunOutcome::Complete);
    assert_eq!(ran.summary.answered, 2 * QUESTIONS);

    let analysis = dir.write_report(&AnalysisOptions::default(), None, &no_events()).await;
    let analysis = analysis.expect("a report");
    let subjects: Vec<&str> = analysis.outcomes.subjects().collect();
    assert_eq!(subjects, ["sim:flawless", "sim:mine"]);
    assert_eq!(analysis.outcomes.rows().len() as u64, 2 * QUESTIONS);
    for file in ["report.html", "report.json", "results.csv", "manifest.json", "study.toml"] {
        assert!(dir.path().join(file).is_file(), "{file}");
    }
}

#[tokio::test]
async fn an_interrupted_run_is_resumed_and_asks_nothing_twice() {
    let place = Place::new();
    let (dir, study) = (place.dir("r"), small(&["own/model"]));
    let subject = Arc::new(Respondent::new("own/model"));
    let options = in_flight(1, asking([&subject]));
    let cancel = Cancel::new();
    subject.cancel_after(5, &cancel);
    let first = run_until(&dir, &study, &options, &cancel).await.summary;
    assert_eq!(RunOutcome::from_summary(&first), RunOutcome::Interrupted);
    assert!((5..QUESTIONS).contains(&first.answered), "{first:?}");

    // The run directory has all that its command needs.
    let file = dir.path().join("study.toml").display().to_string();
    let (store, kind) = run_dir::open(dir.path()).await.expect("a store");
    let command = how_to_continue(&store, &kind).await.expect("a store").expect("a command");
    store.close().await;
    let expected = format!("peirast run {file} --into {}", dir.path().display());
    assert_eq!(command, expected + " --providers FILE");
    let kept = load_study(&file).expect("a study");
    let second = run(&dir, &kept, &options).await.summary;
    assert_eq!(RunOutcome::from_summary(&second), RunOutcome::Complete);
    assert_eq!((second.already, second.answered), (first.answered, QUESTIONS - first.answered));
    assert_eq!(subject.asked(), (QUESTIONS, 1));

    let third = run(&dir, &study, &options).await.summary;
    assert_eq!((third.already, third.asked), (QUESTIONS, 0));
    assert_eq!(subject.asked(), (QUESTIONS, 1));
}

#[tokio::test]
async fn another_design_in_a_directory_is_a_conflict() {
    let place = Place::new();
    let (dir, study) = (place.dir("r"), small(&["sim:flawless"]));
    run(&dir, &study, &RunOptions::default()).await;
    let mut seed = study.clone();
    seed.seed += 1;
    let mut other = study.clone();
    other.id = "other".to_owned();
    let mut sampling = study.clone();
    sampling.sampling.max_tokens = Some(9);
    for design in [seed, other, sampling] {
        let ran = dir.run(&design, &RunOptions::default(), &no_events(), &Cancel::new()).await;
        let error = refused(ran);
        assert!(matches!(error, Error::Conflict(_)), "{error:?}");
    }
    assert_eq!(counts(&dir).await.responses, QUESTIONS, "what is stored stays");
    let more = run(&dir, &small(&["sim:guesser"]), &RunOptions::default()).await;
    assert_eq!(more.summary.answered, QUESTIONS, "another subject is no other design");
    assert_eq!(more.stored.subjects, ["sim:flawless", "sim:guesser"]);
}

#[tokio::test]
async fn a_forecast_counts_what_a_run_then_asks() {
    let place = Place::new();
    let (dir, study) = (place.dir("r"), small(&["own/model", "sim:flawless"]));
    let subject = Arc::new(Respondent::new("own/model"));
    let options = in_flight(1, asking([&subject]));
    let cancel = Cancel::new();
    subject.cancel_after(5, &cancel);
    for end in [cancel, Cancel::new(), Cancel::new()] {
        let forecast = dir.forecast(&study, &options, &no_events()).await.expect("a forecast");
        let spans = forecast.forecasts.iter().map(|one| one.forecast.questions);
        let (expected, most): (Vec<u64>, Vec<u64>) = spans.map(|q| (q.expected, q.most)).unzip();
        assert_eq!(expected, most);
        let ran = run_until(&dir, &study, &options, &end).await.summary;
        let open = ran.trials - ran.already;
        assert_eq!(expected.iter().sum::<u64>(), open);
        assert!(ran.cancelled || ran.asked == open, "{ran:?}");
    }
    assert_eq!(subject.asked(), (QUESTIONS, 1), "a forecast asks nothing");
}

#[test]
fn the_same_seed_gives_the_same_outcomes_whatever_the_threads() {
    let study = small(&["sim:guesser", "sim:biased", "sim:flaky"]);
    let outcomes = [(1, 1), (2, 3), (4, 64)]
        .map(|by| run_by(by, &study, async |dir| analyse(dir).await.outcomes.rows().to_vec()));
    assert_eq!(outcomes[0].len() as u64, 3 * QUESTIONS);
    assert_eq!(outcomes[0], outcomes[1]);
    assert_eq!(outcomes[0], outcomes[2]);
}
