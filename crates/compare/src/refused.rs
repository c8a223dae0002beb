//! Reasons why a task of two runs is not compared.

use crate::comparison::DiscordantItem;
use crate::matching::{MatchRule, MatchedItems};
use crate::shared::SharedTask;
use crate::{CompareError, LeftOut, ScoredRun};
use peirast_stats::Error;

/// The reason why two tasks are not compared, or are compared under two names.
pub(crate) fn not_matched(
    task: &SharedTask<'_>,
    [a, b]: [&ScoredRun; 2],
    matched: &MatchedItems<'_>,
    rule: MatchRule,
) -> Option<LeftOut> {
    let SharedTask { name, renamed, .. } = *task;
    let other = renamed.unwrap_or(name);
    let names = || ((name.to_owned(), a.name.clone()), (other.to_owned(), b.name.clone()));
    let is_unnamed = a.unnamed_tasks.contains(name) || b.unnamed_tasks.contains(other);
    if matched.pairs.is_empty() {
        return Some(if renamed.is_some() && !is_unnamed {
            let (a, b) = names();
            LeftOut::OtherTask { a, b }
        } else {
            let (task, runs) = (name.to_owned(), (a.name.clone(), b.name.clone()));
            LeftOut::NoPair { task, runs, counts: matched.counts }
        });
    }
    let is_other = renamed.is_some() || is_unnamed;
    if is_other && rule == MatchRule::Auto && matched.counts.by_content == 0 {
        let mut contents = matched.pairs.iter().filter_map(|(a, b)| Some((a.content?, b.content?)));
        let first = contents.next();
        let do_agree = first.into_iter().chain(contents).any(|(a, b)| a == b);
        if !do_agree && (first.is_some() || !is_unnamed) {
            let ((a, b), differ) = (names(), first.is_some());
            return Some(LeftOut::OtherItems { a, b, differ });
        }
    }
    renamed?;
    let (a, b) = names();
    Some(LeftOut::Renamed { a, b })
}

/// The error of scores whose difference is too large for a number; other errors unchanged.
pub(crate) fn too_far_apart(
    error: Error,
    task: &str,
    metric: &str,
    items: &[DiscordantItem<'_>],
) -> CompareError {
    let mut sum = 0.0;
    let far = items.iter().find(|item| {
        let (a, b) = item.scores;
        sum += (b - a).abs() + (b - a).powi(2);
        !f64::is_finite(sum)
    });
    match far {
        Some(item) => CompareError::Options(format!(
            "task {task}, {metric}: the scores {:e} and {:e} of item {} are too large to compute with; correct \
             them, or leave {metric} out with --metric",
            item.scores.0, item.scores.1, item.a.id
        )),
        None => error.into(),
    }
}
