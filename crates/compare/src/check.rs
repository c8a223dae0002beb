//! Checks of options and runs before anything is computed.

use crate::metrics::names_metric;
use crate::{CompareError, CompareOptions, CountInterval, ScoredRun, ScoredTask};
use std::collections::BTreeSet;

/// Refuses options out of range, names that no run has, and two runs of one name.
pub(crate) fn check(runs: &[ScoredRun], options: &CompareOptions) -> Result<(), CompareError> {
    let inside = |value: f64| value > 0.0 && value < 1.0;
    let fault = match options {
        _ if runs.len() < 2 => Some("a comparison needs two runs, and there is one: name at least two; paths with one name are passes of one run".to_owned()),
        one if !inside(one.alpha) => {
            Some(format!("alpha must lie between 0 and 1, not {}", one.alpha))
        }
        one if !inside(one.power) => {
            Some(format!("power must lie between 0 and 1, not {}", one.power))
        }
        one if one.margin.is_some_and(|margin| !(margin > 0.0 && margin.is_finite())) => Some(
            "the margin must be a number above 0: the largest difference that does not matter"
                .to_owned(),
        ),
        one if one.resamples == 0 => Some("the bootstrap needs at least one resample".to_owned()),
        one if one.by.is_some() && one.interval == CountInterval::Tango => Some(
            "Tango's interval requires unrelated items: leave out the interval or --by, or choose \
             the bootstrap"
                .to_owned(),
        ),
        _ => unknown_name(runs, options),
    };
    let mut names = BTreeSet::new();
    let twice = runs.iter().find(|run| !names.insert(&run.name));
    match (fault, twice) {
        (Some(fault), _) => Err(CompareError::Options(fault)),
        (None, Some(run)) => Err(CompareError::Options(format!(
            "two runs are called {}: name them as NAME=PATH",
            run.name
        ))),
        (None, None) => Ok(()),
    }
}

/// Finds a name in the options that no run has.
fn unknown_name(runs: &[ScoredRun], options: &CompareOptions) -> Option<String> {
    let tasks: BTreeSet<&str> =
        runs.iter().flat_map(|run| run.tasks.keys()).map(String::as_str).collect();
    let of_runs = runs.iter().flat_map(|run| run.tasks.values()).flat_map(ScoredTask::metrics);
    let metrics: BTreeSet<&str> = of_runs.map(String::as_str).collect();
    let said = |what: &str, name: &str, known: &BTreeSet<&str>| {
        let known = known.iter().copied().collect::<Vec<_>>().join(", ");
        format!("there is no {what} `{name}`: there are {known}")
    };
    let task = options.tasks.iter().find(|name| !tasks.contains(name.as_str()));
    let chosen = options.metrics.iter().flat_map(|choice| [&choice.a, &choice.b]);
    let mut named = chosen.chain(&options.lower_is_better).chain(&options.higher_is_better);
    let metric = named.find(|name| !metrics.iter().any(|metric| names_metric(name, metric)));
    let both = options.lower_is_better.iter().find(|name| options.higher_is_better.contains(name));
    task.map(|name| said("task", name, &tasks))
        .or_else(|| metric.map(|name| said("metric", name, &metrics)))
        .or_else(|| {
            both.map(|name| {
                format!("{name} is given both as higher-is-better and as lower-is-better")
            })
        })
}
