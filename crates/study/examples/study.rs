//! A complete study: a simulated subject, a subject written as a closure, a run, a report.
#![allow(clippy::print_stdout, reason = "an example shows its result")]

use peirast_study::{
    AnalysisOptions, Cancel, ClosureSubject, CustomSubjects, NoEvents, PlanOptions, RunDir,
    RunOptions, SharedSink, load_study,
};
use std::sync::Arc;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Ten lines: a study, its subjects, a directory, a run, a report.
    let mut study = load_study("token-bias")?;
    study.families.iter_mut().for_each(|family| family.n = 5);
    study.subjects = vec!["sim:biased".to_owned(), "sim:always-a".to_owned()];
    let always_a = ClosureSubject::new("sim:always-a", |_| "(a)".to_owned());
    let plan = PlanOptions {
        custom: CustomSubjects::new([Arc::new(always_a) as _]),
        ..PlanOptions::default()
    };
    let place = tempfile::tempdir()?;
    let dir = RunDir::new(place.path().join("run"));
    let events: SharedSink = Arc::new(NoEvents);
    let options = RunOptions { plan, ..RunOptions::default() };
    let run = dir.run(&study, &options, &events, &Cancel::new()).await?;
    assert!(run.summary.is_complete());
    let analysis = dir.write_report(&AnalysisOptions::default(), None, &events).await?;
    println!("{}", peirast_report::findings_text(&analysis.report.findings));
    Ok(())
}
