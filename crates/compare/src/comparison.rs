//! Comparisons of two or more runs: every pair of runs, task by task and over all tasks.

use crate::check::check;
use crate::cluster::Clusters;
use crate::direction::{direction, is_guessed};
use crate::estimate::{PairStatistics, ScorePair, statistics};
use crate::family::{Adjusted, adjusted};
use crate::matching::{ItemsAlone, MatchCounts, matched};
use crate::metrics::{SharedMetric, metrics_alone, no_metric, shared_metrics};
use crate::needed::pairs_needed;
use crate::numbers::set_percent_places;
use crate::passes::{pass_scores, passes_remark};
use crate::pooled::{note_contradictions, poolable, pooled};
use crate::refused::{not_matched, too_far_apart};
use crate::row_remarks::{not_finite, repeated_remark, verdict_remarks};
use crate::scales::{are_between_0_and_1, are_marks, is_share, scale_remark};
use crate::scored::{BetterScore, ScoredItem, ScoredRun};
use crate::shared::{SharedTask, shared_tasks};
use crate::{
    CompareError, CompareOptions, ComparisonVerdict, LeftOut, PairedTest, PassScores,
    ScoreEstimate, ScoredUnit,
};
use peirast_stats::{Error, PairedTable};

/// The task or tasks of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ComparedTasks {
    /// One task.
    One(String),
    /// All items of several tasks together.
    Pooled(Vec<String>),
}

impl ComparedTasks {
    /// The name of the task, or `all`; `all tasks` if one of them is called `all`.
    pub fn name(&self) -> &str {
        match self {
            Self::One(task) => task,
            Self::Pooled(tasks) if tasks.iter().any(|task| task == "all") => "all tasks",
            Self::Pooled(_) => "all",
        }
    }

    /// True for several tasks.
    pub const fn is_pooled(&self) -> bool {
        matches!(self, Self::Pooled(_))
    }
}

/// An item on which two runs differ.
#[derive(Clone, Debug, PartialEq)]
pub struct DiscordantItem<'r> {
    /// The item in the first run.
    pub a: &'r ScoredItem,
    /// The item in the second run.
    pub b: &'r ScoredItem,
    /// The scores in the two runs.
    pub scores: (f64, f64),
}

/// One comparison: two runs, one metric, one task or all.
#[derive(Clone, Debug, PartialEq)]
pub struct RunComparison<'r> {
    /// The tasks.
    pub tasks: ComparedTasks,
    /// The metric.
    pub metric: String,
    /// The better direction of the metric.
    pub better: BetterScore,
    /// The name of the first run.
    pub a: &'r str,
    /// The name of the second run.
    pub b: &'r str,
    /// The unit of scores: items, or questions of a run of Peirast.
    pub unit: ScoredUnit,
    /// Number of pairs with a score in both runs.
    pub n: u64,
    /// Counts of matched and unmatched items.
    pub matching: MatchCounts,
    /// The first items without a partner, of the first run and of the second.
    pub alone: ItemsAlone,
    /// Answers to an item that was already answered, in the first run and in the second. They count
    /// as further passes.
    pub repeated: (u64, u64),
    /// Numbers of matched pairs without a score, in the first run and in the second.
    pub unscored: (u64, u64),
    /// The mean score of the first run over the pairs.
    pub score_a: ScoreEstimate,
    /// The mean score of the second run over the pairs.
    pub score_b: ScoreEstimate,
    /// True if means are shares, which people read in percent: every answer is right or wrong, or
    /// the metric is known as a share.
    pub are_shares: bool,
    /// The decimals of shares in percent, the same in all comparisons of these runs.
    pub percent_places: usize,
    /// The four counts, if every score is 0 or 1. In n12 only the first run is right, in n21 only
    /// the second.
    pub counts: Option<PairedTable>,
    /// The mean of the second run's score minus the first run's.
    pub difference: ScoreEstimate,
    /// The mean of the tasks' differences, for several tasks. Each task has the same weight.
    pub macro_difference: Option<f64>,
    /// The method of the interval of the difference.
    pub interval: &'static str,
    /// The test.
    pub test: PairedTest,
    /// Its p-value, two-sided.
    pub p: f64,
    /// True if p is the smallest that random sign flips can give: the true one is at most about
    /// that.
    pub p_is_limit: bool,
    /// McNemar's mid-p, two-sided, where scores are 0 or 1 and items unrelated.
    pub p_mid: Option<f64>,
    /// Wilcoxon's signed rank test, if scores are other numbers.
    pub p_wilcoxon: Option<f64>,
    /// The adjusted p-value that decides.
    pub p_adjusted: f64,
    /// True if the metric is the main one of its task (for several tasks: of each of them). Main
    /// metrics are adjusted together over all tasks and pairs of runs; so are the others.
    pub is_primary: bool,
    /// Number of tests that were adjusted together.
    pub family: u64,
    /// The adjusted p-value of the hypothesis "the difference is the margin or more".
    pub p_equivalence: Option<f64>,
    /// The p-value of the hypothesis "the second run is worse by the margin or more".
    pub p_inferiority: Option<f64>,
    /// The column whose levels are clusters, if items are related.
    pub by: Option<String>,
    /// The number of clusters, if items are related.
    pub clusters: Option<u64>,
    /// The differences between passes, of the first run and of the second.
    pub passes: (PassScores, PassScores),
    /// The reason why the scores of the two runs may be on two scales.
    pub scale_doubt: Option<String>,
    /// The verdict.
    pub verdict: ComparisonVerdict,
    /// Remarks for the reader.
    pub remarks: Vec<String>,
    /// The items on which the runs differ. Those that the second run lost come first.
    pub discordant: Vec<DiscordantItem<'r>>,
}

impl RunComparison<'_> {
    /// The family of tests that p is adjusted over, as files call it: `primary` or `secondary`; rows over
    /// several tasks are `primary-pooled` or `secondary-pooled`.
    pub const fn family_name(&self) -> &'static str {
        match (self.tasks.is_pooled(), self.is_primary) {
            (false, true) => "primary",
            (false, false) => "secondary",
            (true, true) => "primary-pooled",
            (true, false) => "secondary-pooled",
        }
    }
}

/// All comparisons of a set of runs.
#[derive(Clone, Debug, PartialEq)]
pub struct RunComparisons<'r> {
    /// The runs, in the order in which the caller gave them.
    pub runs: &'r [ScoredRun],
    /// The options of the comparison.
    pub options: CompareOptions,
    /// The comparisons of tasks, main metrics first; then those over all tasks.
    pub rows: Vec<RunComparison<'r>>,
    /// Everything that was left out, with the reason.
    pub left_out: Vec<LeftOut>,
}

/// Compares runs.
///
/// # Errors
/// If there are fewer than two runs; if runs have no task, metric or item in common; if a column
/// does not exist; or if options are out of range.
pub fn compare<'r>(
    runs: &'r [ScoredRun],
    options: &CompareOptions,
) -> Result<RunComparisons<'r>, CompareError> {
    check(runs, options)?;
    let mut left_out = Vec::new();
    let mut drafts = Vec::new();
    for (a, b) in run_pairs(runs, options)? {
        drafts.extend(two_runs(a, b, options, &mut left_out)?);
    }
    if drafts.is_empty() {
        let what = left_out.iter().map(ToString::to_string).collect();
        return Err(CompareError::NothingShared { what });
    }
    check_margin(&drafts, options)?;
    drafts.sort_by(|one, other| one.place().cmp(&other.place()));
    let decided = drafts.iter().zip(adjusted(&drafts, options)?);
    let mut rows: Vec<_> = decided.map(|(draft, by)| row(draft, &by, options)).collect();
    note_contradictions(&mut rows);
    set_percent_places(&mut rows);
    Ok(RunComparisons { runs, options: options.clone(), rows, left_out })
}

/// Refuses a margin that a difference of shares cannot reach.
fn check_margin(drafts: &[Draft<'_>], options: &CompareOptions) -> Result<(), CompareError> {
    let of_shares = drafts.iter().find(|draft| draft.are_bounded());
    match (options.margin, of_shares) {
        (Some(margin), Some(draft)) if margin >= 1.0 => Err(CompareError::Options(format!(
            "a margin of {margin} would pass anything: scores of {} lie between 0 and 1, so a \
             margin of 2 points is 0.02; --metric leaves out other metrics",
            draft.metric
        ))),
        _ => Ok(()),
    }
}

/// Lists the pairs of runs: each with each, or each with the baseline.
fn run_pairs<'r>(
    runs: &'r [ScoredRun],
    options: &CompareOptions,
) -> Result<Vec<(&'r ScoredRun, &'r ScoredRun)>, CompareError> {
    let Some(name) = &options.baseline else {
        let each = runs.iter().enumerate();
        return Ok(each
            .flat_map(|(at, a)| runs.iter().skip(at + 1).map(move |b| (a, b)))
            .collect());
    };
    let Some(baseline) = runs.iter().find(|run| run.name == *name) else {
        let names: Vec<&str> = runs.iter().map(|run| run.name.as_str()).collect();
        return Err(CompareError::Options(format!(
            "there is no run `{name}`: there are {}",
            names.join(", ")
        )));
    };
    Ok(runs.iter().filter(|run| run.name != *name).map(|run| (baseline, run)).collect())
}

/// A comparison before p-values are adjusted.
pub(crate) struct Draft<'r> {
    pub tasks: ComparedTasks,
    pub metric: String,
    pub is_primary: bool,
    pub are_shares: bool,
    pub a: &'r ScoredRun,
    pub b: &'r ScoredRun,
    pub items: Vec<DiscordantItem<'r>>,
    pub clusters: Clusters,
    pub matching: MatchCounts,
    pub alone: ItemsAlone,
    pub repeated: (u64, u64),
    pub unscored: (u64, u64),
    pub passes: (PassScores, PassScores),
    pub found: PairStatistics,
    pub macro_difference: Option<f64>,
}

impl Draft<'_> {
    /// The sort key of its row: rows over all tasks last, and main metrics before others.
    fn place(&self) -> (bool, bool, &str) {
        (self.tasks.is_pooled(), !self.is_primary, &self.metric)
    }

    fn pairs(&self) -> Vec<ScorePair<'_>> {
        score_pairs(&self.items, &self.clusters.names)
    }

    fn are_bounded(&self) -> bool {
        are_between_0_and_1(&self.items)
    }
}

pub(crate) fn score_pairs<'i>(
    items: &[DiscordantItem<'_>],
    clusters: &'i [Option<String>],
) -> Vec<ScorePair<'i>> {
    let pair = |(item, cluster): (&DiscordantItem<'_>, &'i Option<String>)| ScorePair {
        a: item.scores.0,
        b: item.scores.1,
        cluster: cluster.as_deref(),
    };
    items.iter().zip(clusters).map(pair).collect()
}

/// The drafts of two runs: every shared task and metric, and each metric over its tasks.
fn two_runs<'r>(
    a: &'r ScoredRun,
    b: &'r ScoredRun,
    options: &CompareOptions,
    left_out: &mut Vec<LeftOut>,
) -> Result<Vec<Draft<'r>>, CompareError> {
    let is_wanted =
        |task: &str| options.tasks.is_empty() || options.tasks.iter().any(|one| one == task);
    let mut drafts: Vec<Draft<'r>> = Vec::new();
    for task in shared_tasks(a, b, is_wanted, left_out) {
        drafts.extend(of_task(&task, [a, b], options, left_out)?);
    }
    let pooled =
        poolable(&drafts).into_iter().map(|(metric, of)| pooled(metric, (a, b), &of, options));
    let pooled = pooled.collect::<Result<Vec<_>, _>>()?;
    drafts.extend(pooled);
    Ok(drafts)
}

fn of_task<'r>(
    task: &SharedTask<'r>,
    [a, b]: [&'r ScoredRun; 2],
    options: &CompareOptions,
    left_out: &mut Vec<LeftOut>,
) -> Result<Vec<Draft<'r>>, CompareError> {
    let SharedTask { name, a: first, b: second, .. } = *task;
    let runs = || (a.name.clone(), b.name.clone());
    let matched = matched(first, second, options.matching);
    match not_matched(task, [a, b], &matched, options.matching) {
        Some(renamed @ LeftOut::Renamed { .. }) => left_out.push(renamed),
        Some(refused) => {
            left_out.push(refused);
            return Ok(Vec::new());
        }
        None => {}
    }
    let (own, theirs) = (first.metrics(), second.metrics());
    let shared = shared_metrics(own, theirs, &options.metrics);
    if shared.is_empty() {
        left_out.push(no_metric(name, [a, b], (own, theirs), &options.metrics));
    } else {
        left_out.extend(metrics_alone(name, (a, own), (b, theirs), &options.metrics));
    }
    let mut drafts = Vec::new();
    for SharedMetric { name: metric, renamed, in_a, in_b } in shared {
        let (items, unscored) = scored(&matched.pairs, (in_a, in_b));
        let metric = metric.to_owned();
        if items.is_empty() {
            left_out.push(LeftOut::NoScore { task: name.to_owned(), metric, runs: runs() });
            continue;
        }
        let clusters = Clusters::of_task(&items, name, [a, b], options)?;
        let are_marks = are_marks(&items, (in_a, in_b));
        let are_shares = are_marks || is_share(&metric) && are_between_0_and_1(&items);
        let found = statistics(&score_pairs(&items, &clusters.names), are_shares, options);
        let mut found = found.map_err(|error| too_far_apart(error, name, &metric, &items))?;
        found.remarks.extend(clusters.remarks.iter().cloned());
        found.remarks.extend(
            renamed.map(|other| {
                format!("{other} of {} is compared with {metric} of {}", b.name, a.name)
            }),
        );
        found.remarks.extend(not_finite([(a, first), (b, second)]));
        found.remarks.extend(repeated_remark(are_marks, &found, ScoredUnit::of_runs([a, b])));
        drafts.push(Draft {
            tasks: ComparedTasks::One(name.to_owned()),
            is_primary: false,
            are_shares,
            passes: (
                pass_scores(items.iter().map(|item| item.a), in_a),
                pass_scores(items.iter().map(|item| item.b), in_b),
            ),
            metric,
            a,
            b,
            items,
            clusters,
            matching: matched.counts,
            alone: matched.alone.clone(),
            repeated: (first.repeated(), second.repeated()),
            unscored,
            found,
            macro_difference: None,
        });
    }
    put_primary_first(&mut drafts);
    Ok(drafts)
}

/// Marks the main metric of a task and puts it first: the first metric that scores at least half as
/// many items as the metric that scores most. A metric of a few lines says little about the task.
fn put_primary_first(drafts: &mut [Draft<'_>]) {
    let most = drafts.iter().map(|draft| draft.items.len()).max().unwrap_or(0);
    let Some(main) = drafts.iter().position(|draft| 2 * draft.items.len() >= most) else { return };
    for draft in &mut drafts[..main] {
        let remark = format!(
            "{} scores {} of {most} items, so it is not the main metric",
            draft.metric,
            draft.items.len()
        );
        draft.found.remarks.push(remark);
    }
    drafts[..=main].rotate_right(1);
    drafts[0].is_primary = true;
}

/// The pairs that both runs have a score of, and how many have none in the first run and in the second.
fn scored<'r>(
    pairs: &[(&'r ScoredItem, &'r ScoredItem)],
    (in_a, in_b): (usize, usize),
) -> (Vec<DiscordantItem<'r>>, (u64, u64)) {
    let mut unscored = (0, 0);
    let mut items = Vec::new();
    for (one, other) in pairs {
        match (one.mean(in_a), other.mean(in_b)) {
            (Some(x), Some(y)) => items.push(DiscordantItem { a: one, b: other, scores: (x, y) }),
            (x, y) => {
                unscored.0 += u64::from(x.is_none());
                unscored.1 += u64::from(y.is_none());
            }
        }
    }
    (items, unscored)
}

/// The items on which the runs differ, those that the second run lost first.
fn discordant<'r>(draft: &Draft<'r>, better: BetterScore) -> Vec<DiscordantItem<'r>> {
    let mut items: Vec<DiscordantItem<'r>> =
        draft.items.iter().filter(|item| item.scores.0 != item.scores.1).cloned().collect();
    let loss = |item: &DiscordantItem<'_>| match better {
        BetterScore::Higher => item.scores.0 - item.scores.1,
        BetterScore::Lower => item.scores.1 - item.scores.0,
    };
    items.sort_by(|one, other| loss(other).total_cmp(&loss(one)));
    items
}

fn row<'r>(draft: &Draft<'r>, by: &Adjusted, options: &CompareOptions) -> RunComparison<'r> {
    let Adjusted { p: p_adjusted, p_equivalence, tests: family } = *by;
    let found = &draft.found;
    let better = direction(&draft.metric, [draft.a, draft.b], options);
    let gain = match better {
        BetterScore::Higher => found.difference.estimate,
        BetterScore::Lower => -found.difference.estimate,
    };
    let p_inferiority = found.p_beyond.map(|(below, above)| match better {
        BetterScore::Higher => below,
        BetterScore::Lower => above,
    });
    let verdict = match options.margin {
        Some(margin) if p_equivalence.is_some_and(|p| p <= options.alpha) => {
            ComparisonVerdict::Equivalent { margin }
        }
        _ if p_adjusted <= options.alpha && gain > 0.0 => ComparisonVerdict::Better,
        _ if p_adjusted <= options.alpha && gain < 0.0 => ComparisonVerdict::Worse,
        _ => {
            let needed = pairs_needed(&draft.pairs(), found, family, options);
            let n = draft.items.len() as u64;
            ComparisonVerdict::Undecided { needs: needed.map(|all| all.saturating_sub(n).max(1)) }
        }
    };
    let mut remarks = found.remarks.clone();
    remarks.extend(passes_remark(&draft.passes, found.difference.estimate));
    let scale_doubt = scale_remark(&draft.items, [&draft.a.name, &draft.b.name]);
    remarks.extend(scale_doubt.clone());
    remarks.extend(verdict_remarks(&verdict, p_adjusted, draft, options));
    if better == BetterScore::Lower && is_guessed(&draft.metric, [draft.a, draft.b], options) {
        remarks.push(format!(
            "lower is better for {}, because of its name; --higher-is-better changes this",
            draft.metric
        ));
    }
    RunComparison {
        tasks: draft.tasks.clone(),
        metric: draft.metric.clone(),
        better,
        a: &draft.a.name,
        b: &draft.b.name,
        unit: ScoredUnit::of_runs([draft.a, draft.b]),
        n: draft.items.len() as u64,
        matching: draft.matching,
        alone: draft.alone.clone(),
        repeated: draft.repeated,
        unscored: draft.unscored,
        score_a: found.score_a,
        score_b: found.score_b,
        are_shares: draft.are_shares,
        percent_places: 1,
        counts: found.counts,
        difference: found.difference,
        macro_difference: draft.macro_difference,
        interval: found.interval,
        test: found.test,
        p: found.p,
        p_is_limit: found.p_is_limit,
        p_mid: found.p_mid,
        p_wilcoxon: found.p_wilcoxon,
        p_adjusted,
        is_primary: draft.is_primary,
        family,
        p_equivalence,
        p_inferiority,
        by: draft.clusters.by.clone(),
        clusters: found.clusters,
        passes: draft.passes.clone(),
        scale_doubt,
        verdict,
        remarks,
        discordant: discordant(draft, better),
    }
}

impl From<Error> for CompareError {
    fn from(error: Error) -> Self {
        Self::Statistics(error)
    }
}
