//! Two or more runs compared: every pair of runs, task by task and over all tasks.

use crate::estimate::{PairStatistics, ScorePair, pairs_needed, statistics};
use crate::matching::{MatchCounts, matched};
use crate::scored::{BetterScore, ScoredItem, ScoredRun, ScoredTask};
use crate::{
    CompareError, CompareOptions, ComparisonVerdict, CountInterval, DecidingP, LeftOut, PairedTest,
    ScoreEstimate, Side,
};
use peirast_stats::{Error, PairedTable};
use std::collections::{BTreeMap, BTreeSet};

/// What a row is of.
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

    /// Whether it is of several tasks.
    pub const fn is_pooled(&self) -> bool {
        matches!(self, Self::Pooled(_))
    }
}

/// How the passes of a run over its items differ.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PassScores {
    /// The mean score of each pass, over the items that every pass scored; none over several tasks.
    pub means: Vec<f64>,
    /// Their standard deviation; none of a single pass.
    pub deviation: Option<f64>,
}

/// An item on which two runs differ.
#[derive(Clone, Debug, PartialEq)]
pub struct DiscordantItem<'r> {
    /// The item in the first run.
    pub a: &'r ScoredItem,
    /// The item in the second run.
    pub b: &'r ScoredItem,
    /// The scores of the two.
    pub scores: (f64, f64),
}

/// One comparison: two runs, one metric, one task or all.
#[derive(Clone, Debug, PartialEq)]
pub struct RunComparison<'r> {
    /// The tasks.
    pub tasks: ComparedTasks,
    /// The metric.
    pub metric: String,
    /// Whether more of it is better.
    pub better: BetterScore,
    /// The name of the first run.
    pub a: &'r str,
    /// The name of the second run.
    pub b: &'r str,
    /// Pairs that both runs have a score of.
    pub n: u64,
    /// How items were matched.
    pub matching: MatchCounts,
    /// Answers of the first run, and of the second, to an item that had been answered: they count as passes.
    pub repeated: (u64, u64),
    /// Matched pairs without a score in the first run, and in the second.
    pub unscored: (u64, u64),
    /// The mean score of the first run, over the pairs.
    pub score_a: ScoreEstimate,
    /// The mean score of the second run.
    pub score_b: ScoreEstimate,
    /// Whether every score lies between 0 and 1, so that means are shares.
    pub are_shares: bool,
    /// The four counts, if every score is 0 or 1: n12 is right in the first run alone, n21 in the second
    /// alone.
    pub counts: Option<PairedTable>,
    /// The mean of second less first.
    pub difference: ScoreEstimate,
    /// The mean over tasks of their differences, if it is of several: each task counts alike.
    pub macro_difference: Option<f64>,
    /// How the interval of the difference was computed.
    pub interval: &'static str,
    /// The test.
    pub test: PairedTest,
    /// Its p-value, two-sided.
    pub p: f64,
    /// McNemar's mid-p, two-sided, where scores are 0 or 1 and items unrelated.
    pub p_mid: Option<f64>,
    /// Wilcoxon's signed rank test, where scores are other numbers.
    pub p_wilcoxon: Option<f64>,
    /// The p-value that decides, adjusted.
    pub p_adjusted: f64,
    /// How many tests it was adjusted over.
    pub family: u64,
    /// The p-value of "the difference is the margin or more", adjusted likewise.
    pub p_equivalence: Option<f64>,
    /// The p-value of "the second run is worse by the margin or more".
    pub p_inferiority: Option<f64>,
    /// The number of clusters, where items are related.
    pub clusters: Option<u64>,
    /// How the passes of the first run differ, and those of the second.
    pub passes: (PassScores, PassScores),
    /// What it comes to.
    pub verdict: ComparisonVerdict,
    /// What a reader has to know.
    pub remarks: Vec<String>,
    /// The items on which the runs differ, those that the second run lost first.
    pub discordant: Vec<DiscordantItem<'r>>,
}

/// All comparisons of a set of runs.
#[derive(Clone, Debug, PartialEq)]
pub struct RunComparisons<'r> {
    /// The runs, in the order in which they were given.
    pub runs: &'r [ScoredRun],
    /// How they were compared.
    pub options: CompareOptions,
    /// The comparisons, by metric; those over all tasks follow those of tasks.
    pub rows: Vec<RunComparison<'r>>,
    /// What was left out, and why.
    pub left_out: Vec<LeftOut>,
}

/// Compares runs.
///
/// # Errors
/// Fewer than two runs, runs without a task, a metric or an item in common, a column that is not
/// there, or options out of range.
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

fn check(runs: &[ScoredRun], options: &CompareOptions) -> Result<(), CompareError> {
    let inside = |value: f64| value > 0.0 && value < 1.0;
    let fault = match options {
        _ if runs.len() < 2 => Some("a comparison needs two runs: name at least two".to_owned()),
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
            "Tango's interval is of items that are not related: leave it or --by out, or take the bootstrap"
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

/// A name in the options that no run has.
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
    let named = [&options.metrics, &options.lower_is_better, &options.higher_is_better];
    let metric = named
        .into_iter()
        .flatten()
        .find(|name| !metrics.iter().any(|metric| names_metric(name, metric)));
    let both = options.lower_is_better.iter().find(|name| options.higher_is_better.contains(name));
    task.map(|name| said("task", name, &tasks))
        .or_else(|| metric.map(|name| said("metric", name, &metrics)))
        .or_else(|| both.map(|name| format!("either more of {name} is better, or less")))
}

/// Refuses a margin that shares cannot reach.
fn check_margin(drafts: &[Draft<'_>], options: &CompareOptions) -> Result<(), CompareError> {
    let of_shares = drafts.iter().find(|draft| draft.are_shares());
    match (options.margin, of_shares) {
        (Some(margin), Some(draft)) if margin >= 1.0 => Err(CompareError::Options(format!(
            "a margin of {margin} would pass anything: scores of {} lie between 0 and 1, so that 2 points are \
             0.02; --metric leaves other metrics out",
            draft.metric
        ))),
        _ => Ok(()),
    }
}

/// The pairs of runs: each with each, or each with the baseline.
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
    clusters: Vec<Option<String>>,
    matching: MatchCounts,
    repeated: (u64, u64),
    unscored: (u64, u64),
    passes: (PassScores, PassScores),
    found: PairStatistics,
    macro_difference: Option<f64>,
}

impl Draft<'_> {
    /// What is adjusted together: the tasks and pairs of runs of a metric; pooled rows by themselves.
    fn family(&self) -> (&str, bool) {
        (&self.metric, self.tasks.is_pooled())
    }

    fn pairs(&self) -> Vec<ScorePair<'_>> {
        score_pairs(&self.items, &self.clusters)
    }

    /// Whether every score lies between 0 and 1.
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

/// The drafts of two runs: every task and metric that they share, and each metric over its tasks.
fn two_runs<'r>(
    a: &'r ScoredRun,
    b: &'r ScoredRun,
    options: &CompareOptions,
    left_out: &mut Vec<LeftOut>,
) -> Result<Vec<Draft<'r>>, CompareError> {
    let is_wanted =
        |task: &str| options.tasks.is_empty() || options.tasks.iter().any(|one| one == task);
    let mut drafts: Vec<Draft<'r>> = Vec::new();
    for (name, first, second) in shared_tasks(a, b, is_wanted, left_out) {
        drafts.extend(of_task(&name, (a, first), (b, second), options, left_out)?);
    }
    let pooled =
        poolable(&drafts).into_iter().map(|(metric, of)| pooled(metric, (a, b), &of, options));
    let pooled = pooled.collect::<Result<Vec<_>, _>>()?;
    drafts.extend(pooled);
    Ok(drafts)
}

/// Which rows are pooled, and the metric of the pool: those of one metric in several tasks. Where no metric
/// is one of every task, the main metrics of all tasks too.
fn poolable<'d, 'r>(drafts: &'d [Draft<'r>]) -> Vec<(String, Vec<&'d Draft<'r>>)> {
    let mut metrics: BTreeMap<&str, Vec<&Draft<'r>>> = BTreeMap::new();
    for draft in drafts {
        metrics.entry(&draft.metric).or_default().push(draft);
    }
    // The drafts of a task follow one another, that of its main metric first.
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

/// The wanted tasks that both runs have, and what only one has.
fn shared_tasks<'r>(
    a: &'r ScoredRun,
    b: &'r ScoredRun,
    is_wanted: impl Fn(&str) -> bool,
    left_out: &mut Vec<LeftOut>,
) -> Vec<(String, &'r ScoredTask, &'r ScoredTask)> {
    let wanted = |run: &'r ScoredRun| -> BTreeMap<&'r str, &'r ScoredTask> {
        let tasks = run.tasks.iter().map(|(name, task)| (name.as_str(), task));
        tasks.filter(|(name, _)| is_wanted(name)).collect()
    };
    let (first, second) = (wanted(a), wanted(b));
    let in_both = first
        .iter()
        .filter_map(|(name, task)| Some(((*name).to_owned(), *task, *second.get(name)?)));
    let shared: Vec<_> = in_both.collect();
    if let (true, Some((own, one)), Some((theirs, other)), 1, 1) = (
        shared.is_empty(),
        first.first_key_value(),
        second.first_key_value(),
        a.tasks.len(),
        b.tasks.len(),
    ) {
        // The only task of each: one data set under two names, if its items are the same.
        left_out.push(LeftOut::Renamed {
            a: ((*own).to_owned(), a.name.clone()),
            b: ((*theirs).to_owned(), b.name.clone()),
        });
        return vec![((*own).to_owned(), one, other)];
    }
    for (own, theirs, run, other, lacking) in
        [(&first, &second, a, b, Side::B), (&second, &first, b, a, Side::A)]
    {
        let alone = own.keys().filter(|name| !theirs.contains_key(*name));
        left_out.extend(alone.map(|name| LeftOut::TaskAlone {
            task: (*name).to_owned(),
            run: run.name.clone(),
            lacking,
            other: other.name.clone(),
        }));
    }
    shared
}

fn of_task<'r>(
    name: &str,
    (a, first): (&'r ScoredRun, &'r ScoredTask),
    (b, second): (&'r ScoredRun, &'r ScoredTask),
    options: &CompareOptions,
    left_out: &mut Vec<LeftOut>,
) -> Result<Vec<Draft<'r>>, CompareError> {
    let runs = || (a.name.clone(), b.name.clone());
    let matched = matched(first, second, options.matching);
    if matched.pairs.is_empty() {
        let (task, counts) = (name.to_owned(), matched.counts);
        left_out.push(LeftOut::NoPair { task, runs: runs(), counts });
        return Ok(Vec::new());
    }
    let (own, theirs) = (first.metrics(), second.metrics());
    let is_wanted = |metric: &str| {
        options.metrics.is_empty() || options.metrics.iter().any(|one| names_metric(one, metric))
    };
    let shared: Vec<(&String, usize, usize)> = own
        .iter()
        .enumerate()
        .filter(|(_, metric)| is_wanted(metric))
        .filter_map(|(at, metric)| Some((metric, at, second.metric(metric)?)))
        .collect();
    if shared.is_empty() {
        left_out.push(LeftOut::NoMetric {
            task: name.to_owned(),
            runs: runs(),
            metrics: (own.to_vec(), theirs.to_vec()),
        });
    }
    let mut drafts = Vec::new();
    for (metric, in_a, in_b) in shared {
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
        let metric = metric.clone();
        if items.is_empty() {
            left_out.push(LeftOut::NoScore { task: name.to_owned(), metric, runs: runs() });
            continue;
        }
        let (clusters, remarks) = clusters(&items, name, options)?;
        let mut found = statistics(&score_pairs(&items, &clusters), options)?;
        found.remarks.extend(remarks);
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

/// Whether a name means a metric: in full, or without its filter.
fn names_metric(name: &str, metric: &str) -> bool {
    name == metric || metric.split_once(',').is_some_and(|(bare, _)| bare == name)
}

/// The clusters of items, and what a reader has to know of them. An item without a level is a cluster of its
/// own.
fn clusters(
    items: &[DiscordantItem<'_>],
    task: &str,
    options: &CompareOptions,
) -> Result<(Vec<Option<String>>, Vec<String>), CompareError> {
    let Some(column) = options.by.as_deref() else {
        return Ok((vec![None; items.len()], Vec::new()));
    };
    let level = |item: &ScoredItem| -> Option<String> {
        item.column(column).map(str::trim).filter(|level| !level.is_empty()).map(str::to_owned)
    };
    let (mut without, mut unlike) = (0_u64, 0_u64);
    let mut clusters = Vec::with_capacity(items.len());
    for (number, item) in items.iter().enumerate() {
        let (first, second) = (level(item.a), level(item.b));
        unlike += u64::from(first.is_some() && second.is_some() && first != second);
        let found = first.or(second);
        without += u64::from(found.is_none());
        clusters.push(Some(found.unwrap_or_else(|| format!("\u{1f}{number}"))));
    }
    if without == items.len() as u64 {
        let columns =
            items.iter().take(1).flat_map(|item| item.a.columns().chain(item.b.columns()));
        let known: BTreeSet<&str> = columns.map(|(name, _)| name).collect();
        return Err(CompareError::NoColumn {
            column: column.to_owned(),
            task: task.to_owned(),
            known: known.into_iter().collect::<Vec<_>>().join(", "),
        });
    }
    let said = |count: u64, one: &str, many: &str| {
        (count > 0).then(|| format!("{} {}", count, if count == 1 { one } else { many }))
    };
    let remarks = [
        said(without, "item has", "items have")
            .map(|count| format!("{count} no {column}: each counts as a cluster of its own")),
        said(unlike, "item has", "items have").map(|count| {
            format!("{count} another {column} in the second run: that of the first counts")
        }),
    ];
    Ok((clusters, remarks.into_iter().flatten().collect()))
}

/// All items of several tasks together.
fn pooled<'r>(
    metric: String,
    (a, b): (&'r ScoredRun, &'r ScoredRun),
    drafts: &[&Draft<'r>],
    options: &CompareOptions,
) -> Result<Draft<'r>, CompareError> {
    let mut items = Vec::new();
    let mut clusters = Vec::new();
    let (mut matching, mut unscored) = (MatchCounts::default(), (0, 0));
    for draft in drafts {
        let task = draft.tasks.name();
        items.extend(draft.items.iter().cloned());
        // Clusters of two tasks are two, even under one name.
        clusters.extend(
            draft.clusters.iter().map(|one| one.as_ref().map(|one| format!("{task}\u{1f}{one}"))),
        );
        matching = matching.and(draft.matching);
        unscored = (unscored.0 + draft.unscored.0, unscored.1 + draft.unscored.1);
    }
    let mut repeated = (0, 0);
    for draft in drafts {
        repeated = (repeated.0 + draft.repeated.0, repeated.1 + draft.repeated.1);
    }
    let sum: f64 = drafts.iter().map(|draft| draft.found.difference.estimate).sum();
    let tasks = drafts.iter().map(|draft| draft.tasks.name().to_owned()).collect();
    let found = statistics(&score_pairs(&items, &clusters), options)?;
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
    let better = direction(draft, options);
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
        clusters: found.clusters,
        passes: draft.passes.clone(),
        verdict,
        remarks,
        discordant,
    }
}

/// What metrics are called of which less is better.
const LOWER: [&str; 34] = [
    "perplexity",
    "ppl",
    "bits_per_byte",
    "bpb",
    "wer",
    "cer",
    "ter",
    "mer",
    "eer",
    "fpr",
    "fnr",
    "loss",
    "losses",
    "nll",
    "entropy",
    "surprisal",
    "brier",
    "ece",
    "mse",
    "rmse",
    "mae",
    "mape",
    "error",
    "errors",
    "err",
    "distance",
    "edit_distance",
    "regret",
    "latency",
    "duration",
    "seconds",
    "cost",
    "toxicity",
    "hallucination",
];

/// Whether more of the metric is better: as the options say, or the logs, or its name.
fn direction(draft: &Draft<'_>, options: &CompareOptions) -> BetterScore {
    let metric = &draft.metric;
    if options.lower_is_better.iter().any(|name| names_metric(name, metric)) {
        return BetterScore::Lower;
    }
    if options.higher_is_better.iter().any(|name| names_metric(name, metric)) {
        return BetterScore::Higher;
    }
    let told = |run: &ScoredRun| run.directions.get(metric).copied();
    if let Some(told) = told(draft.a).or_else(|| told(draft.b)) {
        return told;
    }
    let bare = metric.split(',').next().unwrap_or_default().to_lowercase();
    let mut words = bare.split(['_', '-', ' ', '.', '/']);
    let is_lower = LOWER.contains(&bare.as_str()) || words.any(|word| LOWER.contains(&word));
    if is_lower { BetterScore::Lower } else { BetterScore::Higher }
}

/// The passes over the items that each of them scored: passes over other items differ by their items too.
fn pass_scores<'i>(
    items: impl Iterator<Item = &'i ScoredItem> + Clone,
    metric: usize,
) -> PassScores {
    let passes: BTreeSet<u32> =
        items.clone().flat_map(|item| item.scores(metric)).map(|(pass, _)| pass).collect();
    let mut sums: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
    for item in items {
        let scored = || item.scores(metric).filter_map(|(pass, score)| Some((pass, score?)));
        if scored().count() != passes.len() {
            continue;
        }
        for (pass, score) in scored() {
            let sum = sums.entry(pass).or_default();
            *sum = (sum.0 + score, sum.1 + 1.0);
        }
    }
    let means: Vec<f64> = sums.values().map(|(sum, n)| sum / n).collect();
    let deviation =
        peirast_stats::descriptives::describe(&means).ok().and_then(|found| found.sd.ok());
    PassScores { means, deviation }
}

/// A difference that passes over the same items show by themselves.
fn passes_remark(passes: &(PassScores, PassScores), difference: f64) -> Option<String> {
    let variance = |passes: &PassScores| {
        let deviation = passes.deviation?;
        Some(deviation * deviation / passes.means.len() as f64)
    };
    let (a, b) = (variance(&passes.0)?, variance(&passes.1)?);
    (difference.abs() < 2.0 * (a + b).sqrt()).then(|| {
        "the difference is no larger than what passes over the same items differ by".to_owned()
    })
}

impl From<Error> for CompareError {
    fn from(error: Error) -> Self {
        Self::Statistics(error)
    }
}
