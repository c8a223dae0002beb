//! Comparisons of two or more runs: every pair of runs, task by task and over all tasks.

use crate::check::check;
use crate::cluster::Clusters;
use crate::direction::{direction, is_guessed};
use crate::estimate::{PairStatistics, ScorePair, pairs_needed, statistics};
use crate::matching::{MatchCounts, matched};
use crate::metrics::{SharedMetric, metrics_alone, shared_metrics};
use crate::passes::{pass_scores, passes_remark};
use crate::scales::scale_remark;
use crate::scored::{BetterScore, ScoredItem, ScoredRun};
use crate::shared::{SharedTask, shared_tasks};
use crate::{
    CompareError, CompareOptions, ComparisonVerdict, DecidingP, LeftOut, PairedTest, PassScores,
    ScoreEstimate,
};
use peirast_stats::{Error, PairedTable};
use std::collections::{BTreeMap, BTreeSet};

/// The task or tasks of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ComparedTasks {
    /// One task.
    One(String),
    /// All items of several tasks together.
    Pooled(Vec<String>),
}

impl ComparedTasks {
    /// The name of the task, or `all`.
    pub fn name(&self) -> &str {
        match self {
            Self::One(task) => task,
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
    /// Number of pairs with a score in both runs.
    pub n: u64,
    /// How items were matched.
    pub matching: MatchCounts,
    /// Answers to an item that was already answered, in the first run and in the second. They count
    /// as further passes.
    pub repeated: (u64, u64),
    /// Numbers of matched pairs without a score, in the first run and in the second.
    pub unscored: (u64, u64),
    /// The mean score of the first run over the pairs.
    pub score_a: ScoreEstimate,
    /// The mean score of the second run over the pairs.
    pub score_b: ScoreEstimate,
    /// True if every score lies between 0 and 1, so that means are shares.
    pub are_shares: bool,
    /// The four counts, if every score is 0 or 1. In n12 only the first run is right, in n21 only
    /// the second.
    pub counts: Option<PairedTable>,
    /// The mean of the second run's score less the first run's.
    pub difference: ScoreEstimate,
    /// The mean of the tasks' differences, for several tasks. Each task has the same weight.
    pub macro_difference: Option<f64>,
    /// How the interval of the difference was computed.
    pub interval: &'static str,
    /// The test.
    pub test: PairedTest,
    /// Its p-value, two-sided.
    pub p: f64,
    /// McNemar's mid-p, two-sided, if scores are 0 or 1 and items are not related.
    pub p_mid: Option<f64>,
    /// Wilcoxon's signed rank test, if scores are other numbers.
    pub p_wilcoxon: Option<f64>,
    /// The adjusted p-value that decides.
    pub p_adjusted: f64,
    /// Number of tests in the family of the adjustment.
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
    /// The verdict.
    pub verdict: ComparisonVerdict,
    /// Remarks for the reader.
    pub remarks: Vec<String>,
    /// The items on which the runs differ. Those that the second run lost come first.
    pub discordant: Vec<DiscordantItem<'r>>,
}

/// All comparisons of a set of runs.
#[derive(Clone, Debug, PartialEq)]
pub struct RunComparisons<'r> {
    /// The runs, in the order in which the caller gave them.
    pub runs: &'r [ScoredRun],
    /// The options of the comparison.
    pub options: CompareOptions,
    /// The comparisons, by metric. Those over all tasks follow those of single tasks.
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
    drafts.sort_by(|one, other| one.family().cmp(&other.family()));
    let mut rows = Vec::new();
    for family in drafts.chunk_by(|one, other| one.family() == other.family()) {
        rows.extend(decided(family, options)?);
    }
    Ok(RunComparisons { runs, options: options.clone(), rows, left_out })
}

/// Refuses a margin that a difference of shares cannot reach.
fn check_margin(drafts: &[Draft<'_>], options: &CompareOptions) -> Result<(), CompareError> {
    let of_shares = drafts.iter().find(|draft| draft.are_shares());
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
struct Draft<'r> {
    tasks: ComparedTasks,
    metric: String,
    a: &'r ScoredRun,
    b: &'r ScoredRun,
    items: Vec<DiscordantItem<'r>>,
    clusters: Clusters,
    matching: MatchCounts,
    repeated: (u64, u64),
    unscored: (u64, u64),
    passes: (PassScores, PassScores),
    found: PairStatistics,
    macro_difference: Option<f64>,
}

impl Draft<'_> {
    /// The family in which p-values are adjusted: the tasks and pairs of runs of a metric, with
    /// pooled rows in a family of their own.
    fn family(&self) -> (&str, bool) {
        (&self.metric, self.tasks.is_pooled())
    }

    fn pairs(&self) -> Vec<ScorePair<'_>> {
        score_pairs(&self.items, &self.clusters.names)
    }

    /// True if every score lies between 0 and 1.
    fn are_shares(&self) -> bool {
        let is_share = |score: f64| (0.0..=1.0).contains(&score);
        self.items.iter().all(|item| is_share(item.scores.0) && is_share(item.scores.1))
    }
}

fn score_pairs<'i>(
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

/// The drafts to pool, with the metric of each pool. A metric that several tasks have is pooled
/// over them. If no metric occurs in every task, the main metrics of all tasks are pooled too.
fn poolable<'d, 'r>(drafts: &'d [Draft<'r>]) -> Vec<(String, Vec<&'d Draft<'r>>)> {
    let mut metrics: BTreeMap<&str, Vec<&Draft<'r>>> = BTreeMap::new();
    for draft in drafts {
        metrics.entry(&draft.metric).or_default().push(draft);
    }
    // The drafts of a task follow one another; its main metric comes first.
    let of_tasks = drafts.chunk_by(|one, other| one.tasks == other.tasks);
    let main: Vec<&Draft<'r>> = of_tasks.filter_map(<[Draft<'r>]>::first).collect();
    let of_all = metrics.values().any(|own| own.len() == main.len());
    let mut pools: Vec<(String, Vec<&Draft<'r>>)> = metrics
        .into_iter()
        .filter(|(_, own)| own.len() > 1)
        .map(|(metric, own)| (metric.to_owned(), own))
        .collect();
    let are_shares = main.iter().all(|draft| draft.found.counts.is_some());
    if main.len() > 1 && !of_all && are_shares {
        let names: BTreeSet<&str> = main.iter().map(|draft| draft.metric.as_str()).collect();
        pools.push((names.into_iter().collect::<Vec<_>>().join(" + "), main));
    }
    pools
}

fn of_task<'r>(
    task: &SharedTask<'r>,
    [a, b]: [&'r ScoredRun; 2],
    options: &CompareOptions,
    left_out: &mut Vec<LeftOut>,
) -> Result<Vec<Draft<'r>>, CompareError> {
    let SharedTask { name, a: first, b: second, renamed } = *task;
    let runs = || (a.name.clone(), b.name.clone());
    let matched = matched(first, second, options.matching);
    let names =
        |other: &str| ((name.to_owned(), a.name.clone()), (other.to_owned(), b.name.clone()));
    match (matched.pairs.is_empty(), renamed.map(names)) {
        (false, None) => {}
        (false, Some((a, b))) => left_out.push(LeftOut::Renamed { a, b }),
        (true, Some((a, b))) => {
            left_out.push(LeftOut::OtherTask { a, b });
            return Ok(Vec::new());
        }
        (true, None) => {
            let (task, counts) = (name.to_owned(), matched.counts);
            left_out.push(LeftOut::NoPair { task, runs: runs(), counts });
            return Ok(Vec::new());
        }
    }
    let (own, theirs) = (first.metrics(), second.metrics());
    let shared = shared_metrics(own, theirs, &options.metrics);
    if shared.is_empty() {
        left_out.push(LeftOut::NoMetric {
            task: name.to_owned(),
            runs: runs(),
            metrics: (own.to_vec(), theirs.to_vec()),
        });
    } else {
        left_out.extend(metrics_alone(name, (a, own), (b, theirs), &options.metrics));
    }
    let mut drafts = Vec::new();
    for SharedMetric { name: metric, renamed, in_a, in_b } in shared {
        let mut unscored = (0, 0);
        let mut items = Vec::new();
        for (one, other) in &matched.pairs {
            match (one.mean(in_a), other.mean(in_b)) {
                (Some(x), Some(y)) => {
                    items.push(DiscordantItem { a: one, b: other, scores: (x, y) })
                }
                (x, y) => {
                    unscored.0 += u64::from(x.is_none());
                    unscored.1 += u64::from(y.is_none());
                }
            }
        }
        let metric = metric.to_owned();
        if items.is_empty() {
            left_out.push(LeftOut::NoScore { task: name.to_owned(), metric, runs: runs() });
            continue;
        }
        let clusters = Clusters::of_task(&items, name, [a, b], options)?;
        let mut found = statistics(&score_pairs(&items, &clusters.names), options)?;
        found.remarks.extend(clusters.remarks.iter().cloned());
        found.remarks.extend(
            renamed.map(|other| {
                format!("{other} of {} is compared with {metric} of {}", b.name, a.name)
            }),
        );
        drafts.push(Draft {
            tasks: ComparedTasks::One(name.to_owned()),
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
            repeated: (first.repeated(), second.repeated()),
            unscored,
            found,
            macro_difference: None,
        });
    }
    Ok(drafts)
}

/// All items of several tasks together.
fn pooled<'r>(
    metric: String,
    (a, b): (&'r ScoredRun, &'r ScoredRun),
    drafts: &[&Draft<'r>],
    options: &CompareOptions,
) -> Result<Draft<'r>, CompareError> {
    let mut items = Vec::new();
    let (mut matching, mut unscored, mut repeated) = (MatchCounts::default(), (0, 0), (0, 0));
    for draft in drafts {
        items.extend(draft.items.iter().cloned());
        matching = matching.and(draft.matching);
        unscored = (unscored.0 + draft.unscored.0, unscored.1 + draft.unscored.1);
        repeated = (repeated.0 + draft.repeated.0, repeated.1 + draft.repeated.1);
    }
    let sum: f64 = drafts.iter().map(|draft| draft.found.difference.estimate).sum();
    let tasks = drafts.iter().map(|draft| draft.tasks.name().to_owned()).collect();
    let of_tasks = drafts.iter().map(|draft| (draft.tasks.name(), &draft.clusters));
    let clusters = Clusters::together(of_tasks);
    let found = statistics(&score_pairs(&items, &clusters.names), options)?;
    Ok(Draft {
        tasks: ComparedTasks::Pooled(tasks),
        metric,
        a,
        b,
        items,
        clusters,
        matching,
        repeated,
        unscored,
        passes: (PassScores::default(), PassScores::default()),
        found,
        macro_difference: Some(sum / drafts.len() as f64),
    })
}

/// The rows of a family of tests, with adjusted p-values and verdicts.
fn decided<'r>(
    family: &[Draft<'r>],
    options: &CompareOptions,
) -> Result<Vec<RunComparison<'r>>, CompareError> {
    let deciding = |draft: &Draft<'_>| match (options.deciding, draft.found.p_mid) {
        (DecidingP::MidP, Some(p_mid)) => p_mid,
        _ => draft.found.p,
    };
    let adjust = |p: Vec<Option<f64>>| options.correction.adjust_present(&p);
    let adjusted = adjust(family.iter().map(|draft| Some(deciding(draft))).collect())?;
    let both = |(below, above): (f64, f64)| below.max(above);
    let equivalence = adjust(family.iter().map(|draft| draft.found.p_beyond.map(both)).collect())?;
    let rows = family.iter().zip(adjusted).zip(equivalence);
    let tests = family.len() as u64;
    Ok(rows.map(|((draft, p), same)| row(draft, p.unwrap_or(1.0), same, tests, options)).collect())
}

fn row<'r>(
    draft: &Draft<'r>,
    p_adjusted: f64,
    p_equivalence: Option<f64>,
    family: u64,
    options: &CompareOptions,
) -> RunComparison<'r> {
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
    let mut discordant: Vec<DiscordantItem<'r>> =
        draft.items.iter().filter(|item| item.scores.0 != item.scores.1).cloned().collect();
    let loss = |item: &DiscordantItem<'_>| match better {
        BetterScore::Higher => item.scores.0 - item.scores.1,
        BetterScore::Lower => item.scores.1 - item.scores.0,
    };
    discordant.sort_by(|one, other| loss(other).total_cmp(&loss(one)));
    let mut remarks = found.remarks.clone();
    remarks.extend(passes_remark(&draft.passes, found.difference.estimate));
    remarks.extend(scale_remark(&draft.items, [&draft.a.name, &draft.b.name]));
    if better == BetterScore::Lower && is_guessed(&draft.metric, [draft.a, draft.b], options) {
        remarks.push(format!(
            "less of {} counts as better because of its name; --higher-is-better changes this",
            draft.metric
        ));
    }
    RunComparison {
        tasks: draft.tasks.clone(),
        metric: draft.metric.clone(),
        better,
        a: &draft.a.name,
        b: &draft.b.name,
        n: draft.items.len() as u64,
        matching: draft.matching,
        repeated: draft.repeated,
        unscored: draft.unscored,
        score_a: found.score_a,
        score_b: found.score_b,
        are_shares: draft.are_shares(),
        counts: found.counts,
        difference: found.difference,
        macro_difference: draft.macro_difference,
        interval: found.interval,
        test: found.test,
        p: found.p,
        p_mid: found.p_mid,
        p_wilcoxon: found.p_wilcoxon,
        p_adjusted,
        family,
        p_equivalence,
        p_inferiority,
        by: draft.clusters.by.clone(),
        clusters: found.clusters,
        passes: draft.passes.clone(),
        verdict,
        remarks,
        discordant,
    }
}

impl From<Error> for CompareError {
    fn from(error: Error) -> Self {
        Self::Statistics(error)
    }
}
