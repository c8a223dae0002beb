//! Two or more runs compared: every pair of runs, task by task and over all tasks.

use crate::estimate::{PairStatistics, ScorePair, pairs_needed, statistics};
use crate::matching::{MatchCounts, matched};
use crate::scored::{BetterScore, ScoredItem, ScoredRun, ScoredTask};
use crate::{
    CompareError, CompareOptions, ComparisonVerdict, DecidingP, PairedTest, ScoreEstimate,
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
#[derive(Clone, Debug, PartialEq)]
pub struct PassScores {
    /// The mean score of each pass, over the items that it scored.
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
    pub left_out: Vec<String>,
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
        return Err(CompareError::NothingShared { what: left_out });
    }
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
        _ => None,
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
    unscored: (u64, u64),
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
    left_out: &mut Vec<String>,
) -> Result<Vec<Draft<'r>>, CompareError> {
    let is_wanted =
        |task: &str| options.tasks.is_empty() || options.tasks.iter().any(|one| one == task);
    let mut drafts: Vec<Draft<'r>> = Vec::new();
    for (name, first, second) in shared_tasks(a, b, left_out) {
        if is_wanted(&name) {
            drafts.extend(of_task(&name, (a, first), (b, second), options, left_out)?);
        }
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

/// The tasks that both runs have, and what only one has.
fn shared_tasks<'r>(
    a: &'r ScoredRun,
    b: &'r ScoredRun,
    left_out: &mut Vec<String>,
) -> Vec<(String, &'r ScoredTask, &'r ScoredTask)> {
    let of_both =
        a.tasks.iter().filter_map(|(name, task)| Some((name.clone(), task, b.tasks.get(name)?)));
    let shared: Vec<_> = of_both.collect();
    if let (true, Some((own, first)), Some((other, second)), 1, 1) = (
        shared.is_empty(),
        a.tasks.first_key_value(),
        b.tasks.first_key_value(),
        a.tasks.len(),
        b.tasks.len(),
    ) {
        // The only task of each: one data set under two names, if its items are the same.
        left_out
            .push(format!("task {own} of {} is compared with task {other} of {}", a.name, b.name));
        return vec![(own.clone(), first, second)];
    }
    for (run, other) in [(a, b), (b, a)] {
        let alone = run.tasks.keys().filter(|name| !other.tasks.contains_key(*name));
        left_out.extend(alone.map(|name| format!("task {name} is in {} alone", run.name)));
    }
    shared
}

fn of_task<'r>(
    name: &str,
    (a, first): (&'r ScoredRun, &'r ScoredTask),
    (b, second): (&'r ScoredRun, &'r ScoredTask),
    options: &CompareOptions,
    left_out: &mut Vec<String>,
) -> Result<Vec<Draft<'r>>, CompareError> {
    let matched = matched(first, second, options.matching);
    if matched.pairs.is_empty() {
        left_out.push(no_pair(name, a, b, matched.counts));
        return Ok(Vec::new());
    }
    let (own, theirs) = (first.metrics(), second.metrics());
    let is_wanted = |metric: &str| {
        options.metrics.is_empty() || options.metrics.iter().any(|one| names_metric(one, metric))
    };
    let shared: Vec<&String> =
        own.iter().filter(|metric| theirs.contains(metric) && is_wanted(metric)).collect();
    if shared.is_empty() {
        left_out.push(format!(
            "task {name}: no metric in common: {} has {}; {} has {}",
            a.name,
            own.join(", "),
            b.name,
            theirs.join(", ")
        ));
    }
    let mut drafts = Vec::new();
    for metric in shared {
        let mut unscored = (0, 0);
        let mut items = Vec::new();
        for (one, other) in &matched.pairs {
            match (one.mean(metric), other.mean(metric)) {
                (Some(x), Some(y)) => {
                    items.push(DiscordantItem { a: one, b: other, scores: (x, y) })
                }
                (x, y) => {
                    unscored.0 += u64::from(x.is_none());
                    unscored.1 += u64::from(y.is_none());
                }
            }
        }
        if items.is_empty() {
            left_out.push(format!("task {name}, {metric}: no item has a score in both runs"));
            continue;
        }
        let clusters = items
            .iter()
            .map(|item| cluster_of(item, name, options))
            .collect::<Result<Vec<_>, _>>()?;
        let tasks = ComparedTasks::One(name.to_owned());
        let metric = metric.clone();
        let found = statistics(&score_pairs(&items, &clusters), options)?;
        let matching = matched.counts;
        drafts.push(Draft {
            tasks,
            metric,
            a,
            b,
            items,
            clusters,
            matching,
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

/// Why two runs of a task have no item in common.
fn no_pair(name: &str, a: &ScoredRun, b: &ScoredRun, counts: MatchCounts) -> String {
    let why = match counts {
        MatchCounts { other_content: 0, ambiguous: 0, .. } => "no id and no content in common",
        MatchCounts { other_content: 0, .. } => {
            "items stand several times, and nothing tells which is which"
        }
        _ => {
            "the same numbers, but other contents: --match id matches them by number, if they are the same"
        }
    };
    format!("task {name} of {} and {}: {why}", a.name, b.name)
}

/// The cluster of an item, in the first run or else the second.
fn cluster_of(
    item: &DiscordantItem<'_>,
    task: &str,
    options: &CompareOptions,
) -> Result<Option<String>, CompareError> {
    let Some(column) = options.by.as_deref() else { return Ok(None) };
    let found = [item.a, item.b].into_iter().find_map(|item| column_of(&item.columns, column));
    match found {
        Some(level) => Ok(Some(level.to_owned())),
        None => {
            let known = item.a.columns.keys().chain(item.b.columns.keys());
            let known: BTreeSet<&str> = known.map(String::as_str).collect();
            Err(CompareError::NoColumn {
                column: column.to_owned(),
                task: task.to_owned(),
                item: item.a.id.to_string(),
                known: known.into_iter().collect::<Vec<_>>().join(", "),
            })
        }
    }
}

/// A column by its name, or by the last part of its name.
fn column_of<'c>(columns: &'c BTreeMap<String, String>, name: &str) -> Option<&'c str> {
    let by_end = || {
        let mut ends = columns.iter().filter(|(own, _)| own.rsplit('.').next() == Some(name));
        ends.next().filter(|_| ends.next().is_none()).map(|(_, level)| level)
    };
    columns.get(name).or_else(by_end).map(String::as_str)
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
        unscored,
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
    let passes = (
        pass_scores(draft.items.iter().map(|item| item.a), &draft.metric),
        pass_scores(draft.items.iter().map(|item| item.b), &draft.metric),
    );
    let mut remarks = found.remarks.clone();
    remarks.extend(passes_remark(&passes, found.difference.estimate));
    RunComparison {
        tasks: draft.tasks.clone(),
        metric: draft.metric.clone(),
        better,
        a: &draft.a.name,
        b: &draft.b.name,
        n: draft.items.len() as u64,
        matching: draft.matching,
        unscored: draft.unscored,
        score_a: found.score_a,
        score_b: found.score_b,
        are_shares: draft.items.iter().all(|item| {
            (0.0..=1.0).contains(&item.scores.0) && (0.0..=1.0).contains(&item.scores.1)
        }),
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
        passes,
        verdict,
        remarks,
        discordant,
    }
}

/// What metrics are called of which less is better.
const LOWER: [&str; 14] = [
    "perplexity",
    "ppl",
    "bits_per_byte",
    "wer",
    "cer",
    "ter",
    "loss",
    "nll",
    "brier",
    "ece",
    "mse",
    "rmse",
    "mae",
    "error",
];

/// Whether more of the metric is better: as the options say, or the logs, or its name.
fn direction(draft: &Draft<'_>, options: &CompareOptions) -> BetterScore {
    let metric = &draft.metric;
    if options.lower_is_better.iter().any(|name| names_metric(name, metric)) {
        return BetterScore::Lower;
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

fn pass_scores<'i>(items: impl Iterator<Item = &'i ScoredItem>, metric: &str) -> PassScores {
    let mut sums: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
    for (pass, score) in items.filter_map(|item| item.scores.get(metric)).flatten() {
        if let Some(score) = score {
            let sum = sums.entry(*pass).or_default();
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
