//! Versions of items: the accuracy of each, and the consistency of all.

use crate::table::{Record, table};
use peirast_stats::proportion::wilson;
use peirast_stats::{Error, Interval, cochran, shares};
use peirast_table::{Table, Value};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// An answer to one version of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionAnswer {
    /// The subject.
    pub subject: String,
    /// The protocol.
    pub method: String,
    /// The item.
    pub item: String,
    /// The cluster of related items that it belongs to; the item if there are none.
    pub cluster: String,
    /// The version.
    pub version: String,
    /// The answer, comparable between versions: an option by its text. `None` without a verdict.
    pub said: Option<String>,
    /// True if the answer is right; `None` without a verdict.
    pub right: Option<bool>,
}

/// The accuracy of one subject on one version.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VersionAccuracy {
    /// The subject.
    pub subject: String,
    /// The protocol.
    pub method: String,
    /// The version.
    pub version: String,
    /// Answers with a verdict.
    pub scored: u64,
    /// Right answers among these.
    pub right: u64,
    /// The 95 % interval of the share by Wilson's method, for the effective number of answers if items
    /// are in clusters; `None` without answers.
    pub interval: Option<Interval>,
}

/// The consistency of one subject's answers to the versions of an item.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VersionConsistency {
    /// The subject.
    pub subject: String,
    /// The protocol.
    pub method: String,
    /// Versions.
    pub versions: u64,
    /// Items with a verdict in every version: all that follows is about these.
    pub items: u64,
    /// Items that are right in every version.
    pub all_right: u64,
    /// Items that are right in some version.
    pub some_right: u64,
    /// Items with the same answer in every version.
    pub alike: u64,
    /// The mean over items of the share of pairs of versions with the same answer, 0 to 1: the consistency
    /// rate of Nalbandyan et al. (2025), "SCORE". `None` without items.
    pub pairs_alike: Option<f64>,
    /// The mean over items of the share of versions with the commonest answer, 0 to 1. `None` without items.
    pub commonest: Option<f64>,
    /// The mean over items of the share of versions that are right, 0 to 1. `None` without items.
    pub mean_right: Option<f64>,
    /// The robustness estimate CORE of Cavalin et al. (2025), "CAT", 0 to 1: the area under the curve of
    /// minimum-consistency accuracy, times how near the curve is to 1. `None` without items.
    pub core: Option<f64>,
    /// Cochran's Q over the versions; `None` for two versions, and where no item differs between them.
    pub q: Option<f64>,
    /// Its degrees of freedom: versions less 1.
    pub df: Option<f64>,
    /// Its p-value.
    pub p: Option<f64>,
}

/// The answers of one subject under one protocol, by item and version; the first of several counts.
type Answers<'a> = BTreeMap<&'a str, BTreeMap<&'a str, &'a VersionAnswer>>;

/// Measures the answers to versions of items, by subject and protocol: accuracy by version, and
/// consistency over versions.
///
/// # Errors
/// None that answers can cause.
///
/// ```
/// use peirast_measure::{VersionAnswer, versions};
/// let said = |item: &str, version: &str, said: &str| VersionAnswer {
///     subject: "m".into(), method: "baseline".into(), item: item.into(), cluster: item.into(),
///     version: version.into(),
///     said: Some(said.into()), right: Some(said == "red"),
/// };
/// let (accuracies, consistencies) = versions(&[
///     said("1", "plain", "red"), said("1", "shuffled", "red"),
///     said("2", "plain", "red"), said("2", "shuffled", "blue"),
/// ])?;
/// assert_eq!(accuracies.iter().map(|one| one.right).collect::<Vec<_>>(), [2, 1]);
/// assert_eq!((consistencies[0].alike, consistencies[0].pairs_alike), (1, Some(0.5)));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn versions(
    answers: &[VersionAnswer],
) -> Result<(Vec<VersionAccuracy>, Vec<VersionConsistency>), Error> {
    let mut order: Vec<&str> = Vec::new();
    let mut groups: BTreeMap<(&str, &str), Answers<'_>> = BTreeMap::new();
    let mut known = BTreeSet::new();
    for answer in answers {
        if known.insert(answer.version.as_str()) {
            order.push(&answer.version);
        }
        let items = groups.entry((&answer.subject, &answer.method)).or_default();
        items.entry(&answer.item).or_default().entry(&answer.version).or_insert(answer);
    }
    let (mut accuracies, mut consistencies) = (Vec::new(), Vec::new());
    for ((subject, method), items) in &groups {
        for version in &order {
            let own = items.values().filter_map(|versions| versions.get(version).copied());
            let (mut scored, mut right) = (0, 0);
            let mut clusters: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
            for (answer, is) in own.filter_map(|answer| Some((answer, answer.right?))) {
                let (count, of) = clusters.entry(&answer.cluster).or_default();
                (*count, *of) = (*count + u64::from(is), *of + 1);
                (right, scored) = (right + u64::from(is), scored + 1);
            }
            accuracies.push(VersionAccuracy {
                subject: (*subject).to_owned(),
                method: (*method).to_owned(),
                version: (*version).to_owned(),
                scored,
                right,
                interval: interval(right, scored, clusters.into_values().collect())?,
            });
        }
        consistencies.push(consistency(subject, method, items, &order));
    }
    Ok((accuracies, consistencies))
}

/// The interval of a share of answers, one to each item; clusters of several items have their own.
fn interval(right: u64, scored: u64, clusters: Vec<(u64, u64)>) -> Result<Option<Interval>, Error> {
    Ok(match scored {
        0 => None,
        _ if clusters.len() as u64 == scored => Some(wilson(right, scored, 0.95)?),
        _ => Some(shares::share(&clusters, 0.95)?.interval),
    })
}

/// For one item: true for each version that is right, and the answer to each.
type ItemRow = (Vec<bool>, Vec<String>);

fn consistency(
    subject: &str,
    method: &str,
    items: &Answers<'_>,
    order: &[&str],
) -> VersionConsistency {
    let whole = |versions: &BTreeMap<&str, &VersionAnswer>| -> Option<ItemRow> {
        let all = order.iter().map(|version| {
            let answer = versions.get(version)?;
            Some((answer.right?, answer.said.clone()?))
        });
        Some(all.collect::<Option<Vec<_>>>()?.into_iter().unzip())
    };
    let rows: Vec<ItemRow> = items.values().filter_map(whole).collect();
    let count =
        |holds: &dyn Fn(&ItemRow) -> bool| rows.iter().filter(|row| holds(row)).count() as u64;
    let rights: Vec<&Vec<bool>> = rows.iter().map(|(right, _)| right).collect();
    let test = (order.len() > 2).then(|| cochran::test(&rights).ok()).flatten();
    let mean = |of: &dyn Fn(&ItemRow) -> f64| {
        (!rows.is_empty()).then(|| rows.iter().map(of).sum::<f64>() / rows.len() as f64)
    };
    let right_in = |row: &ItemRow| row.0.iter().filter(|is| **is).count();
    let rights_in: Vec<usize> = rows.iter().map(right_in).collect();
    VersionConsistency {
        subject: subject.to_owned(),
        method: method.to_owned(),
        versions: order.len() as u64,
        items: rows.len() as u64,
        all_right: count(&|(right, _)| right.iter().all(|is| *is)),
        some_right: count(&|(right, _)| right.iter().any(|is| *is)),
        alike: count(&|(_, said)| said.windows(2).all(|two| two[0] == two[1])),
        pairs_alike: mean(&|(_, said)| share_alike(said)).filter(|_| order.len() > 1),
        commonest: mean(&|(_, said)| share_of_commonest(said)),
        mean_right: mean(&|row| right_in(row) as f64 / order.len() as f64),
        core: core(&rights_in, order.len()),
        q: test.as_ref().and_then(|test| test.q.ok()),
        df: test.as_ref().map(|test| test.df),
        p: test.as_ref().and_then(|test| test.p.ok()),
    }
}

/// The number of times that each answer was given.
fn times(said: &[String]) -> BTreeMap<&str, u64> {
    let mut times: BTreeMap<&str, u64> = BTreeMap::new();
    said.iter().for_each(|one| *times.entry(one).or_default() += 1);
    times
}

/// The share of pairs of answers that are the same.
fn share_alike(said: &[String]) -> f64 {
    let pairs = |n: u64| n * n.saturating_sub(1) / 2;
    let alike: u64 = times(said).into_values().map(pairs).sum();
    alike as f64 / pairs(said.len() as u64).max(1) as f64
}

/// The share of answers that are the commonest one.
fn share_of_commonest(said: &[String]) -> f64 {
    let most = times(said).into_values().max().unwrap_or(0);
    most as f64 / (said.len() as f64).max(1.0)
}

/// The robustness estimate CORE (Cavalin et al. 2025), from how many of the versions of each item are right.
///
/// The curve is the share of items of which at least a share `c` of the versions is right, at `c` =
/// 0, 0.1, ..., 1. Its distance from the ideal curve, which is 1 everywhere, is the sum of the
/// differences: no warping of time makes the distance from a constant smaller. The worst curve, 0
/// for all `c` over 0, is at distance 10.
fn core(rights: &[usize], versions: usize) -> Option<f64> {
    const STEPS: usize = 10;
    if rights.is_empty() {
        return None;
    }
    let reach = |step: usize| {
        let own = rights.iter().filter(|right| *right * STEPS >= step * versions);
        own.count() as f64 / rights.len() as f64
    };
    let curve: Vec<f64> = (0..=STEPS).map(reach).collect();
    let area =
        curve.windows(2).map(|two| f64::midpoint(two[0], two[1])).sum::<f64>() / STEPS as f64;
    let distance: f64 = curve.iter().map(|share| 1.0 - share).sum();
    Some(area * (1.0 - distance / STEPS as f64))
}

/// The tables of versions: accuracy, and consistency.
pub fn version_tables(
    accuracies: &[VersionAccuracy],
    consistencies: &[VersionConsistency],
) -> [Table<'static>; 2] {
    let accuracy = |row: &VersionAccuracy| {
        Record::new(false)
            .cell("subject", row.subject.as_str())
            .cell("method", row.method.as_str())
            .cell("version", row.version.as_str())
            .count("scored", row.scored)
            .count("right", row.right)
            .share("accuracy", crate::accuracy::ratio(row.right, row.scored))
            .interval(["low", "high"], row.interval, Value::Share)
    };
    let consistency = |row: &VersionConsistency| {
        let share = |part: u64| crate::accuracy::ratio(part, row.items);
        Record::new(false)
            .cell("subject", row.subject.as_str())
            .cell("method", row.method.as_str())
            .count("versions", row.versions)
            .count("items", row.items)
            .share("all_right", share(row.all_right))
            .share("some_right", share(row.some_right))
            .share("alike", share(row.alike))
            .share("pairs_alike", row.pairs_alike)
            .share("commonest", row.commonest)
            .share("mean_right", row.mean_right)
            .number("core", row.core)
            .number("q", row.q)
            .number("df", row.df)
            .p("p", row.p)
    };
    [
        table(
            "versions",
            "Versions of items",
            "How often each version of an item is answered right, with the interval by Wilson, which allows for \
             clusters of items. Versions with other numbers of answers may be about other items: pairs are compared by \
             the hypotheses.",
            accuracies.iter().map(accuracy),
        ),
        table(
            "version-consistency",
            "Consistency over versions",
            "Over the items with a verdict in every version: the share that is right in all of them and in some, the \
             share with the same answer in all, the mean share of pairs of versions with the same answer, the mean \
             shares of versions with the item's commonest answer and with the right answer, and CORE (Cavalin et al. \
             2025). An option is the same answer wherever it is placed. Cochran's Q asks whether all of three or more versions are as \
             often right.",
            consistencies.iter().map(consistency),
        ),
    ]
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;

    fn answer(item: usize, version: usize, said: &str) -> VersionAnswer {
        VersionAnswer {
            subject: "m".to_owned(),
            method: "baseline".to_owned(),
            item: item.to_string(),
            cluster: item.to_string(),
            version: version.to_string(),
            said: (!said.is_empty()).then(|| said.to_owned()),
            right: (!said.is_empty()).then(|| said == "a"),
        }
    }

    fn consistency_of(said: &[&[&str]]) -> VersionConsistency {
        let answers: Vec<VersionAnswer> = said
            .iter()
            .enumerate()
            .flat_map(|(item, own)| {
                own.iter().enumerate().map(move |(at, said)| answer(item, at, said))
            })
            .collect();
        versions(&answers).expect("measures").1.remove(0)
    }

    /// Pairs of versions with the same answer: 3 of 3, 1 of 3, 0 of 3, as in the definition of the rate.
    #[test]
    fn rates_are_those_of_the_definition() {
        let found = consistency_of(&[&["a", "a", "a"], &["a", "b", "a"], &["a", "b", "c"]]);
        assert_eq!((found.items, found.alike, found.all_right, found.some_right), (3, 1, 1, 3));
        let rate = found.pairs_alike.expect("a rate");
        assert!((rate - (1.0 + 1.0 / 3.0 + 0.0) / 3.0).abs() < 1e-15);
        // Right are 3, 1 and 2 of 3: Q = 2 (3 * 14 - 36) / (3 * 6 - 14) = 3.
        assert_eq!((found.q, found.df), (Some(3.0), Some(2.0)));
    }

    /// Two items of three versions, 3 and 1 right: the curve is 1 up to 0.3 and 1/2 from 0.4 on. Its area is
    /// 0.675 by trapezoids, and it lacks 3.5 of 10. llm-consistency 1.1.0 gives the same three numbers.
    #[test]
    fn rates_of_the_cat_framework() {
        let found = consistency_of(&[&["a", "a", "a"], &["a", "b", "b"]]);
        let near = |one: Option<f64>, other: f64| {
            assert!((one.expect("a rate") - other).abs() < 1e-12, "{one:?} {other}");
        };
        near(found.commonest, (1.0 + 2.0 / 3.0) / 2.0);
        near(found.mean_right, (1.0 + 1.0 / 3.0) / 2.0);
        near(found.core, 0.675 * 0.65);
        near(core(&[0, 2, 4], 5), 0.18);
        near(core(&[7, 3, 0, 10], 10), 0.26875);
        assert_eq!(core(&[], 3), None);
    }

    /// Two answers of a cluster that agree tell about as much as one.
    #[test]
    fn intervals_allow_for_clusters() {
        let interval = |cluster: fn(usize) -> usize| {
            let answers: Vec<VersionAnswer> = (0..40)
                .map(|item| VersionAnswer {
                    cluster: cluster(item).to_string(),
                    ..answer(item, 0, if item / 2 % 2 == 0 { "a" } else { "b" })
                })
                .collect();
            versions(&answers).expect("measures").0.remove(0).interval.expect("an interval")
        };
        let (single, pairs) = (interval(|item| item), interval(|item| item / 2));
        assert_eq!(single, wilson(20, 40, 0.95).expect("an interval"));
        assert!(pairs.high - pairs.low > 1.3 * (single.high - single.low), "{pairs:?} {single:?}");
    }

    #[test]
    fn an_item_without_a_verdict_in_some_version_stays_out() {
        let found = consistency_of(&[&["a", "a"], &["a", ""], &["b", "b"]]);
        assert_eq!((found.items, found.alike, found.all_right), (2, 2, 1));
        assert_eq!((found.q, found.p), (None, None), "two versions have McNemar's test");
    }
}
