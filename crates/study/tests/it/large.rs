//! Large studies, whose plan is stored in chunks while it is asked.

use crate::support::{
    Place, Respondent, analyse, asking, counts, in_flight, no_events, run, run_until, with_items,
};
use peirast_store::{PlanState, Store, StoreError};
use peirast_study::{Cancel, RunDir, RunOptions, RunOutcome};
use std::sync::Arc;
use std::time::Duration;

const ITEMS: u32 = 1000;
const ALL: u64 = 2 * ITEMS as u64;

async fn state(dir: &RunDir) -> PlanState {
    let store = Store::open_read_only(dir.path()).await.expect("a store");
    let state = store.plan_state().await.expect("a state");
    store.close().await;
    state
}

/// Waits until the run has released its directory.
async fn is_unlocked(dir: &RunDir) {
    for _ in 0..200 {
        match Store::open_or_create(dir.path()).await {
            Ok(store) => return store.close().await,
            Err(StoreError::Locked { .. }) => tokio::time::sleep(Duration::from_millis(50)).await,
            Err(error) => panic!("{error}"),
        }
    }
    panic!("the directory stays locked");
}

#[tokio::test]
async fn a_large_run_is_resumed_after_a_cancel_in_the_middle() {
    let place = Place::new();
    let (dir, study) = (place.dir("r"), with_items(ITEMS, &["own/model"]));
    let subject = Arc::new(Respondent::new("own/model"));
    let options = in_flight(4, asking([&subject]));
    let cancel = Cancel::new();
    subject.cancel_after(500, &cancel);
    let first = run_until(&dir, &study, &options, &cancel).await.summary;
    assert_eq!(RunOutcome::from_summary(&first), RunOutcome::Interrupted);
    assert!((500..ALL).contains(&first.answered), "{first:?}");
    assert!(state(&dir).await.is_of(&study.hash().expect("a hash")));

    let second = run(&dir, &study, &options).await.summary;
    assert_eq!(RunOutcome::from_summary(&second), RunOutcome::Complete);
    assert_eq!(second.answered, ALL - first.answered);
    assert_eq!(subject.asked(), (ALL, 1));
    assert!(state(&dir).await.is_complete());
    assert_eq!(counts(&dir).await.problems, ALL);
}

#[tokio::test]
async fn a_run_that_is_dropped_leaves_a_partial_plan_that_goes_on() {
    let place = Place::new();
    let (dir, study) = (place.dir("r"), with_items(ITEMS, &["own/model"]));
    let subject = Arc::new(Respondent::new("own/model"));
    let options = in_flight(1, asking([&subject]));
    let dropped = Cancel::new();
    subject.cancel_after(8, &dropped);
    let (events, never) = (no_events(), Cancel::new());
    tokio::select! {
        _ = dir.run(&study, &options, &events, &never) => panic!("it was not dropped"),
        () = dropped.cancelled() => {}
    }
    let begun = state(&dir).await;
    assert_eq!(begun, PlanState::Partial { study: Some(study.hash().expect("a hash")) });
    let held = counts(&dir).await;
    assert!(held.trials < ALL && held.responses < ALL, "{held:?}");

    let before = subject.asked().0;
    is_unlocked(&dir).await;
    assert_eq!(subject.asked().0, before, "a run that is dropped asks no more");
    let ran = run(&dir, &study, &options).await.summary;
    assert_eq!(RunOutcome::from_summary(&ran), RunOutcome::Complete);
    assert_eq!((ran.trials, counts(&dir).await.responses), (ALL, ALL));
    assert!(subject.asked().1 <= 2 && before + ran.answered >= ALL, "only what was in flight");
    assert_eq!(state(&dir).await, PlanState::Complete { study: Some(study.hash().expect("one")) });
}

#[tokio::test]
async fn a_plan_in_chunks_is_the_plan_as_a_whole() {
    let place = Place::new();
    let study = with_items(300, &["own/model"]);
    let subject = Arc::new(Respondent::new("own/model"));
    let chunks = place.dir("chunks");
    run(&chunks, &study, &asking([&subject])).await;
    // If answers may be reused, all questions are planned first.
    run(&place.dir("other"), &with_items(2, &["own/model"]), &asking([&subject])).await;
    let reuse = vec![place.dir("other").path().to_owned()];
    let whole = place.dir("whole");
    let reused = run(&whole, &study, &RunOptions { reuse, ..asking([&subject]) }).await.summary;
    assert_eq!((reused.already, reused.answered), (4, 596));
    assert_eq!(analyse(&chunks).await.outcomes.rows(), analyse(&whole).await.outcomes.rows());
}

#[tokio::test]
async fn a_forecast_of_a_large_study_counts_all_its_chunks() {
    let place = Place::new();
    let (dir, study) = (place.dir("r"), with_items(300, &["own/model"]));
    let subject = Arc::new(Respondent::new("own/model"));
    let options = asking([&subject]);
    let forecast = dir.forecast(&study, &options, &no_events()).await.expect("a forecast");
    assert_eq!(forecast.forecasts[0].forecast.questions.expected, 600);
    assert!(!dir.path().exists() && subject.asked().0 == 0, "nothing is asked or stored");
    assert_eq!(run(&dir, &study, &options).await.summary.asked, 600);
    let after = dir.forecast(&study, &options, &no_events()).await.expect("a forecast");
    assert_eq!(after.forecasts[0].forecast.questions.expected, 0);
}
