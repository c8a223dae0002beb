//! Several processes and directories: a plan for workers, a merge.

use crate::support::{Place, QUESTIONS, analyse, no_events, refused, run, small};
use peirast_record::Study;
use peirast_study::{Cancel, Error, ModelAccess, RunOptions, WorkerOptions, work};
use peirast_throttle::Limits;
use std::time::Duration;

/// A worker that asks these subjects.
fn worker(subjects: &[&str]) -> WorkerOptions {
    WorkerOptions {
        subjects: subjects.iter().map(|name| (*name).to_owned()).collect(),
        access: ModelAccess::default(),
        timeout: Duration::from_secs(10),
        attempts: 3,
        lease: Duration::from_secs(30),
        wait: false,
        grace: peirast_study::GRACE,
        limits: Limits::default(),
    }
}

#[tokio::test]
async fn workers_ask_what_was_planned_and_a_run_finds_it_answered() {
    let place = Place::new();
    let (dir, study) = (place.dir("r"), small(&["sim:flawless", "sim:guesser"]));
    let options = RunOptions::default();
    let planned = dir.plan(&study, &options, &no_events()).await.expect("a plan");
    assert_eq!(planned.stored.subjects, study.subjects);
    let store = planned.store;
    let held = store.counts().await.expect("counts");
    assert_eq!((held.trials, held.responses), (2 * QUESTIONS, 0));
    for (subjects, answered) in [(&["sim:guesser"][..], QUESTIONS), (&[], QUESTIONS), (&[], 0)] {
        let worked = work(&store, &worker(subjects), &no_events(), &Cancel::new()).await;
        assert_eq!(worked.expect("a worker").answered, answered, "{subjects:?}");
    }
    let unknown = work(&store, &worker(&["sim:biased"]), &no_events(), &Cancel::new()).await;
    assert!(matches!(refused(unknown), Error::Subject(_)), "nobody planned it");
    drop(store);
    let ran = run(&dir, &study, &options).await.summary;
    assert_eq!((ran.asked, ran.already), (0, 2 * QUESTIONS));
}

#[tokio::test]
async fn a_sequential_study_cannot_be_planned_for_workers() {
    let place = Place::new();
    let mut study = small(&["sim:flawless"]);
    study.sequential = Some(peirast_record::Sequential { block: 2 });
    let planned = place.dir("r").plan(&study, &RunOptions::default(), &no_events()).await;
    assert!(matches!(refused(planned), Error::Study(_)));
    assert!(!place.dir("r").path().exists());
}

async fn ran(place: &Place, name: &str, study: &Study) -> peirast_study::RunDir {
    let dir = place.dir(name);
    run(&dir, study, &RunOptions::default()).await;
    dir
}

#[tokio::test]
async fn a_merged_directory_holds_the_answers_of_all() {
    let place = Place::new();
    let both = small(&["sim:flawless", "sim:guesser"]);
    let parts = [
        ran(&place, "one", &small(&["sim:flawless"])).await,
        ran(&place, "two", &small(&["sim:guesser"])).await,
    ];
    let dir = place.dir("all");
    let merged = dir.merge(&parts, &no_events()).await.expect("a merge");
    assert_eq!((merged.merged.responses, merged.held.responses), (2 * QUESTIONS, 2 * QUESTIONS));
    let again = dir.merge(&parts, &no_events()).await.expect("a merge");
    assert_eq!((again.merged.responses, again.held.responses), (0, 2 * QUESTIONS));
    let whole = ran(&place, "whole", &both).await;
    assert_eq!(analyse(&dir).await.outcomes.rows(), analyse(&whole).await.outcomes.rows());
    let more = run(&dir, &both, &RunOptions::default()).await.summary;
    assert_eq!(more.asked, 0);
}

#[tokio::test]
async fn directories_of_two_designs_cannot_be_merged() {
    let place = Place::new();
    let mut other = small(&["sim:guesser"]);
    other.seed += 1;
    let parts =
        [ran(&place, "one", &small(&["sim:flawless"])).await, ran(&place, "two", &other).await];
    let dir = place.dir("all");
    let error = refused(dir.merge(&parts, &no_events()).await);
    assert!(matches!(error, Error::Conflict(_)), "{error:?}");
    assert!(!dir.path().exists(), "nothing is left behind");
    let itself = refused(parts[0].merge(&parts[..1], &no_events()).await);
    assert!(matches!(itself, Error::Conflict(_)), "{itself:?}");
}
