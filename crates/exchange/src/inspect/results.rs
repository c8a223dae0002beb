//! The results of a log: shares of right answers, and the tests of its pairs.

use super::log::{Log, TestSummary};
use super::pairs::{Cell, outcome};
use super::score::PAIR_OUTCOME;
use peirast_record::Grade;
use serde_json::{Map, Value, json};

/// The scores of a log. The viewer shows the numbers of the first score as those of the log.
pub(super) fn results(log: &Log<'_>) -> Value {
    let answered = log.samples.iter().filter_map(|sample| sample.answered.as_ref().ok());
    let (mut right, mut verdicts, mut all) = (0_u64, 0_u64, 0_u64);
    for one in answered {
        all += 1;
        verdicts += u64::from(one.grade != Grade::Unscored);
        right += u64::from(one.grade == Grade::Correct);
    }
    let mut metrics = Metrics::default();
    if verdicts > 0 {
        metrics.put("accuracy", right as f64 / verdicts as f64);
    }
    metrics.put("without_verdict", (all - verdicts) as f64);
    log.tested.iter().for_each(|row| metrics.test(row, log.tested.len() > 1));
    let scorer = log.scorer();
    let mut scores = vec![score(scorer, all, log.samples.len() as u64 - all, metrics)];
    if let Some(pairs) = pair_counts(log) {
        let scored = log.samples.iter().filter(|one| !one.places.is_empty()).count() as u64;
        scores.push(score(PAIR_OUTCOME, scored, log.samples.len() as u64 - scored, pairs));
    }
    json!({"total_samples": log.planned, "completed_samples": all, "scores": scores})
}

fn score(name: &str, scored: u64, unscored: u64, metrics: Metrics) -> Value {
    json!({
        "name": name,
        "scorer": name,
        "params": {},
        "scored_samples": scored,
        "unscored_samples": unscored,
        "metrics": metrics.0,
    })
}

/// Number of answers in pairs of each outcome; `None` without pairs.
fn pair_counts(log: &Log<'_>) -> Option<Metrics> {
    let outcomes: Vec<&str> =
        log.samples.iter().filter_map(|sample| outcome(&sample.places)).collect();
    if outcomes.is_empty() {
        return None;
    }
    let mut metrics = Metrics::default();
    for cell in Cell::ALL {
        let count = outcomes.iter().filter(|outcome| **outcome == cell.as_str()).count();
        metrics.put(cell.as_str(), count as f64);
    }
    Some(metrics)
}

/// Numbers with names. NaN and infinity are left out, because the format cannot represent them.
#[derive(Default)]
struct Metrics(Map<String, Value>);

impl Metrics {
    fn put(&mut self, name: &str, value: f64) {
        if value.is_finite() {
            self.0.insert(name.to_owned(), json!({"name": name, "value": value, "params": {}}));
        }
    }

    /// Adds the result of a test. If there are several, the names contain its method.
    fn test(&mut self, row: &TestSummary, several: bool) {
        let name = |what: &str| match several {
            true => format!("{what} ({})", row.method),
            false => what.to_owned(),
        };
        self.put(&name("n"), row.n as f64);
        self.put(&name("b"), row.b as f64);
        self.put(&name("c"), row.c as f64);
        if let Some(p) = row.p {
            self.put(&name("p"), p);
        }
        if let Some(p) = row.p_adjusted {
            self.put(&name("p_adjusted"), p);
        }
        if row.p.is_some() {
            self.put(&name("rejected"), f64::from(u8::from(row.rejected)));
        }
    }
}
