//! Budgets: limits on the cost of a run.

use crate::support::{
    Place, QUESTIONS, Respondent, asking, counts, in_flight, no_events, refused, run, small,
};
use peirast_cost::{Budget, Usd};
use peirast_mock::{Config, Mock};
use peirast_record::Study;
use peirast_study::{
    Cancel, Error, ModelAccess, PlanOptions, PriceOptions, RunOptions, RunOutcome,
};
use std::sync::Arc;

/// Dollars per million input and output tokens.
const PRICES: (f64, f64) = (2.0, 8.0);
/// Tokens of a prompt and of an answer, as the subject reports them, and their cost.
const TOKENS: (u64, u64) = (200, 50);
const EACH: f64 = 0.0008;

fn limited() -> Study {
    let mut study = small(&["own/model"]);
    study.sampling.max_tokens = Some(TOKENS.1 as u32);
    study
}

fn options(subject: &Arc<Respondent>, dollars: f64) -> RunOptions {
    let options = in_flight(1, asking([subject]));
    let prices = PriceOptions { per_million: Some(PRICES), ..PriceOptions::default() };
    let budget = Budget { usd: Usd::new(dollars), tokens: None };
    RunOptions { prices, budget, ..options }
}

#[tokio::test]
async fn a_budget_stops_a_run_and_a_larger_one_finishes_it() {
    let place = Place::new();
    let (dir, study) = (place.dir("r"), limited());
    let subject = Arc::new(Respondent::new("own/model").using(TOKENS.0, TOKENS.1));
    let budget = 0.004;
    let first = run(&dir, &study, &options(&subject, budget)).await.summary;
    assert_eq!(RunOutcome::from_summary(&first), RunOutcome::Budget, "{first:?}");
    assert!(first.answered > 0 && first.answered as f64 * EACH <= budget, "{first:?}");
    let again = run(&dir, &study, &options(&subject, budget)).await.summary;
    assert_eq!((again.asked, RunOutcome::from_summary(&again)), (0, RunOutcome::Budget));
    let last = run(&dir, &study, &options(&subject, 1.0)).await.summary;
    assert_eq!(RunOutcome::from_summary(&last), RunOutcome::Complete);
    assert_eq!(subject.asked(), (QUESTIONS, 1));
}

#[tokio::test]
async fn a_budget_without_a_price_is_refused_before_anything_is_asked() {
    let place = Place::new();
    let subject = Arc::new(Respondent::new("own/model"));
    let options = RunOptions { prices: PriceOptions::default(), ..options(&subject, 1.0) };
    let dir = place.dir("r");
    let error = refused(dir.run(&limited(), &options, &no_events(), &Cancel::new()).await);
    assert!(matches!(error, Error::Budget(_)), "{error:?}");
    assert!(!dir.path().exists());
    assert_eq!(subject.asked().0, 0);
}

#[test]
fn a_model_behind_a_server_is_asked_within_its_budget() {
    let mock = Mock::start(Config::default()).expect("a server");
    let place = Place::new();
    let dir = place.dir("r");
    let access = ModelAccess { base_url: Some(mock.base_url()), ..ModelAccess::default() };
    let plan = PlanOptions { access, ..PlanOptions::default() };
    let prices = PriceOptions { per_million: Some(PRICES), ..PriceOptions::default() };
    let budget = Budget { usd: Usd::new(1.0), tokens: None };
    let options = RunOptions { plan, prices, budget, ..RunOptions::default() };
    let mut study = limited();
    study.subjects = vec!["openai/mock".to_owned()];
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let ran = runtime.block_on(run(&dir, &study, &options)).summary;
    assert_eq!(RunOutcome::from_summary(&ran), RunOutcome::Complete);
    assert_eq!((mock.stats().answered, mock.stats().answered_again), (QUESTIONS, 0));
    assert_eq!(runtime.block_on(counts(&dir)).responses, QUESTIONS);
}
