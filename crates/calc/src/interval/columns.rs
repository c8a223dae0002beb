//! Intervals from columns of a file.

use super::{
    BOUNDS, IntervalLine, odds_ratio, paired_difference, proportion, share_difference,
    two_proportions,
};
use crate::columns::Columns;
use crate::error::{Result, refuse};
use crate::groups::{TwoGroups, successes, two_groups, two_shares};
use crate::pairs;
use crate::{IntervalName, IntervalRequest};
use peirast_stats::{
    Alternative, ClusteredMean, Error, PairedTable, Rule, Shift, SpearmanInterval, TwoProportions,
    Undefined, clustered, correlation, paired_differences, paired_t, shares, shift,
};
use std::collections::BTreeMap;

/// The intervals, and the number of rows that were left out.
pub fn of_columns(args: &IntervalRequest) -> Result<(Vec<IntervalLine>, u64)> {
    let confidence = args.confidence;
    if let [by] = args.by.as_slice() {
        return of_clusters(args, by);
    }
    if args.of == IntervalName::Shift {
        return of_groups(args);
    }
    if args.wide {
        refuse!("--wide is for shift");
    }
    if !args.by.is_empty() {
        return of_pairs_by_two(args);
    }
    if args.of == IntervalName::PairedDifference {
        let columns = Columns::required_with_gaps(&args.data, "name a file: --data FILE")?;
        return of_pairs(columns, confidence);
    }
    let columns = Columns::required(&args.data, "A,B")?;
    let lines = match args.of {
        IntervalName::Proportion => of_rights(&columns, confidence)?,
        IntervalName::OddsRatio => {
            columns.check_width(2, "odds-ratio: the original, the perturbed")?;
            let (table, _) = pairs::table(&pairs::pairs(&columns)?);
            odds_ratio(table.n12, table.n21, confidence)?
        }
        IntervalName::TwoProportions => of_two(&columns, confidence)?,
        IntervalName::Mean => mean(&columns, confidence)?,
        _ => of_two_columns(args.of, &columns, confidence)?,
    };
    Ok((lines, columns.missing))
}

/// Remarks on columns of the request with one value in every row.
pub fn constants(args: &IntervalRequest) -> Vec<String> {
    if args.data.data.is_none() {
        return Vec::new();
    }
    let columns = Columns::required(&args.data.with(&args.by), "A,B");
    columns.map_or_else(|_| Vec::new(), |columns| columns.constants())
}

/// The intervals of rows in clusters, which the last column names.
fn of_clusters(args: &IntervalRequest, by: &String) -> Result<(Vec<IntervalLine>, u64)> {
    let width = match args.of {
        IntervalName::Proportion | IntervalName::Mean => 1,
        IntervalName::PairedDifference | IntervalName::TwoProportions => 2,
        _ => refuse!("--by is for proportion, paired-difference, two-proportions and mean"),
    };
    if args.data.columns.len() != width {
        let named = args.data.columns.len();
        refuse!("with --by, --columns takes {width} names here, not {named}");
    }
    let data = args.data.with([by]);
    of_columns(&IntervalRequest { data, by: Vec::new(), ..args.clone() })
}

fn of_groups(args: &IntervalRequest) -> Result<(Vec<IntervalLine>, u64)> {
    let TwoGroups { values: [x, y], names, missing } = two_groups(&args.data, "shift", args.wide)?;
    let found = shift::of_samples(&x, &y, args.confidence);
    Ok((vec![shift_line("shift of the first group", found)?.comparing(&names)], missing))
}

fn shift_line(of: &'static str, found: Result<Shift, Error>) -> Result<IntervalLine> {
    let interval = found.and_then(|shift| Ok(shift.interval?));
    IntervalLine::new(of, found.map(|shift| shift.estimate), "hodges-lehmann", interval)
}

/// Original, perturbed, and cluster.
fn of_pairs(columns: Columns, confidence: f64) -> Result<(Vec<IntervalLine>, u64)> {
    let what = "paired-difference: the original, the perturbed, and the clusters of pairs";
    columns.check_widths(2, 3, what)?;
    if columns.width() == 2 {
        let (table, lost) = pairs::table(&pairs::pairs(&columns)?);
        let mut lines = paired_difference(&table, confidence)?;
        if lost.total() > 0 {
            let bounds = lost.bounds(&table, Rule::Exact, Alternative::TwoSided)?;
            let (of, estimate) = ("difference of shares", share_difference(&table));
            lines.push(IntervalLine::new(of, estimate, BOUNDS, Ok(bounds.difference))?);
        }
        return Ok((lines, lost.total()));
    }
    let (clusters, lost, nameless) = pairs::clusters(columns)?;
    let robust = clustered::difference(&clusters, confidence).map(|both| both.robust);
    let all: PairedTable = clusters.iter().copied().sum();
    let mut lines = vec![robust_line("difference of shares", share_difference(&all), robust)?];
    lines.extend(paired_difference(&all, confidence)?);
    Ok((lines, lost.total() + nameless))
}

/// Original, perturbed, and two columns of clusters.
fn of_pairs_by_two(args: &IntervalRequest) -> Result<(Vec<IntervalLine>, u64)> {
    if args.of != IntervalName::PairedDifference || args.by.len() != 2 {
        refuse!("--by takes one column, or two for paired-difference");
    }
    let data = args.data.with(&args.by);
    let columns = Columns::required_with_gaps(&data, "name a file: --data FILE")?;
    columns.check_width(4, "paired-difference: the original and the perturbed, with --by")?;
    let columns = columns.with_values_of(2).with_values_of(3);
    let pairs = pairs::pairs(&columns)?;
    let (all, lost) = pairs::table(&pairs);
    let tables: Vec<PairedTable> =
        pairs.iter().map(|pair| pairs::table(std::slice::from_ref(pair)).0).collect();
    let (first, second) = (columns.numbered(2), columns.numbered(3));
    let found = clustered::difference_by_two(&tables, &first, &second, args.confidence);
    let (estimate, interval) = (share_difference(&all), found.map(|one| one.interval));
    let robust = clustered::difference(&by_label(&tables, &first), args.confidence);
    let mut lines = vec![
        IntervalLine::new("difference of shares", estimate, "two-way", interval)?,
        robust_line("difference of shares", estimate, robust.map(|both| both.robust))?,
    ];
    lines.extend(paired_difference(&all, args.confidence)?);
    Ok((lines, lost.total() + columns.missing))
}

/// For each label, the sum of its pairs in one table.
fn by_label(tables: &[PairedTable], labels: &[u64]) -> Vec<PairedTable> {
    let mut sums = BTreeMap::new();
    for (table, label) in tables.iter().zip(labels) {
        *sums.entry(*label).or_insert(PairedTable::default()) += *table;
    }
    sums.into_values().collect()
}

/// The interval that allows for clusters. For one cluster there is only the estimate, which all
/// methods share.
fn robust_line(
    of: &'static str,
    estimate: Result<f64, Error>,
    mean: Result<ClusteredMean, Error>,
) -> Result<IntervalLine> {
    IntervalLine::new(of, estimate, "cluster-robust", mean.map(|mean| mean.interval))
}

/// Right and wrong, and cluster.
fn of_rights(columns: &Columns, confidence: f64) -> Result<Vec<IntervalLine>> {
    columns.check_widths(1, 2, "proportion: right and wrong, and the clusters of rows")?;
    let rights = columns.rights(0)?;
    let (right, n) = successes(&rights);
    let all = proportion(right, n, confidence)?;
    if columns.width() == 1 {
        return Ok(all);
    }
    let clusters = columns.grouped(1, rights);
    let counts: Vec<(u64, u64)> = clusters.values().map(|rights| successes(rights)).collect();
    let robust = clustered::share(&counts, confidence);
    let mut lines = vec![robust_line("share", super::share(right, n), robust)?];
    lines.extend(all);
    Ok(lines)
}

/// Right and wrong, group, and cluster.
fn of_two(columns: &Columns, confidence: f64) -> Result<Vec<IntervalLine>> {
    let what = "two-proportions: right and wrong, their groups, and the clusters of rows";
    columns.check_widths(2, 3, what)?;
    let ([x1, n1, x2, n2], names) = two_shares(columns)?;
    let named = |lines: Vec<IntervalLine>| {
        lines.into_iter().map(|line| line.comparing(&names)).collect::<Vec<_>>()
    };
    let naive = two_proportions([x1, n1, x2, n2], confidence)?;
    if columns.width() == 2 {
        return Ok(named(naive));
    }
    // A cluster may hold rows of both groups, such as an item that both models answered.
    let found = shares::difference(&by_cluster(columns, &columns.rights(0)?), confidence);
    // A group with a single cluster has an estimate, but no interval.
    let value = TwoProportions::new(x1, n1, x2, n2).map(|groups| groups.difference());
    let interval = found.map(|(_, interval)| interval);
    let of = "difference of shares";
    let mut lines = vec![IntervalLine::new(of, value, "newcombe-effective", interval)?];
    lines.extend(naive);
    Ok(named(lines))
}

/// Successes and rows of each cluster, in both groups.
fn by_cluster(columns: &Columns, rights: &[bool]) -> Vec<[(u64, u64); 2]> {
    let (groups, clusters) = (columns.texts(1), columns.texts(2));
    let first = columns.by_group(1, groups.clone()).first().map(|(name, _)| *name);
    let mut counts: BTreeMap<&str, [(u64, u64); 2]> = BTreeMap::new();
    for ((group, cluster), right) in groups.iter().zip(clusters).zip(rights) {
        let both = counts.entry(cluster).or_default();
        let (k, n) = &mut both[usize::from(Some(*group) != first)];
        *k += u64::from(*right);
        *n += 1;
    }
    counts.into_values().collect()
}

/// Values, and cluster.
fn mean(columns: &Columns, confidence: f64) -> Result<Vec<IntervalLine>> {
    columns.check_widths(1, 2, "mean: the values, and their clusters")?;
    let values = columns.numbers(0)?;
    // Values without a cluster are clusters of their own, and the interval is Student's.
    let alone: Vec<[f64; 1]> = values.iter().map(|value| [*value]).collect();
    // A single value has a mean, but no interval.
    let average = match values.len() {
        0 => Err(Undefined::Empty.into()),
        n => Ok(values.iter().sum::<f64>() / n as f64),
    };
    let found = clustered::mean(&alone, confidence);
    let average = found.map(|mean| mean.estimate).or(average);
    let student = IntervalLine::new("mean", average, "t", found.map(|mean| mean.interval))?;
    if columns.width() == 1 {
        return Ok(vec![student]);
    }
    let clusters: Vec<Vec<f64>> = columns.grouped(1, values).into_values().collect();
    Ok(vec![robust_line("mean", average, clustered::mean(&clusters, confidence))?, student])
}

fn of_two_columns(
    of: IntervalName,
    columns: &Columns,
    confidence: f64,
) -> Result<Vec<IntervalLine>> {
    columns.check_width(2, "this interval")?;
    let (x, y) = (columns.numbers(0)?, columns.numbers(1)?);
    match of {
        IntervalName::Pearson => {
            let r = correlation::pearson(&x, &y);
            let interval = r.and_then(|r| r.interval(confidence));
            Ok(vec![IntervalLine::new("correlation", r.map(|r| r.r), "fisher", interval)?])
        }
        IntervalName::Spearman => {
            let rho = correlation::spearman(&x, &y);
            let line = |method: &SpearmanInterval| {
                let interval = rho.clone().and_then(|rho| rho.interval(*method, confidence));
                let estimate = rho.clone().map(|rho| rho.rho);
                IntervalLine::new("rank correlation", estimate, method.name(), interval)
            };
            SpearmanInterval::ALL.iter().map(line).collect()
        }
        IntervalName::Kendall => {
            let tau = correlation::kendall(&x, &y);
            let interval = tau.clone().and_then(|tau| tau.interval(confidence));
            let estimate = tau.map(|tau| tau.tau);
            Ok(vec![IntervalLine::new("rank correlation", estimate, "fieller", interval)?])
        }
        _ => paired_mean(&x, &y, confidence),
    }
}

fn paired_mean(x: &[f64], y: &[f64], confidence: f64) -> Result<Vec<IntervalLine>> {
    let test = paired_t::test(x, y);
    let interval = test.and_then(|test| test.interval(confidence));
    let middle = shift::of_pairs(&paired_differences(x, y)?, confidence);
    Ok(vec![
        IntervalLine::new("mean difference", test.map(|test| test.mean), "t", interval)?,
        shift_line("pseudo-median", middle)?,
    ])
}
