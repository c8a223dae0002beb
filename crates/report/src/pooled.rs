//! Hypotheses over all their methods, for each subject and for all of them.
//!
//! An item that a subject was asked under six protocols is not six independent pairs, and fifteen
//! models under twelve protocols are not 180. Here all pairs of a hypothesis are in one table: with
//! the numbers of an analysis that takes each pair as independent, and those of an analysis that
//! does not.

mod cells;
mod mixed;
mod shown;

pub(crate) use mixed::with_mixed;
pub use shown::pooled_text;
pub(crate) use shown::{difference, interval, ratio};

use self::cells::{Cells, ItemCell};
use crate::group::in_groups;
use crate::matched::each_pair;
use crate::pair::weighted;
use crate::{Lost, Outcomes, Paired, ReportError, Settings, alternative};
use peirast_record::{Contrast, Treatment, is_simulated};
use peirast_stats::{
    Alternative, ClusteredMethod, DifferenceMethod, Interval, PairedTable, Rule, TestResult,
    Undefined, clustered, effect, result,
};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Confidence of every interval.
const CONFIDENCE: f64 = 0.95;

/// One hypothesis over all its methods, for one subject or for all.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PooledRow {
    /// The hypothesis, by id.
    pub hypothesis: String,
    /// The subject; absent for all subjects together.
    pub model: Option<String>,
    /// Subjects with pairs.
    pub subjects: u64,
    /// Methods with pairs.
    pub methods: u64,
    /// Items with pairs.
    pub items: u64,
    /// Pairs of all methods; one that an analysis counts twice counts twice here.
    pub n: u64,
    /// The same by what became of them.
    #[serde(flatten)]
    pub table: PairedTable,
    /// Pairs lost, by cause.
    pub lost: Lost,
    /// The alternative that was tested; two-sided where methods expected different effects.
    pub alternative: Alternative,
    /// (n21 - n12)/n, from -1 to 1; absent without pairs.
    pub difference: Option<f64>,
    /// The uncertainty if every pair were independent.
    pub naive: Uncertainty,
    /// The property that dependent pairs share.
    pub by: Clusters,
    /// The uncertainty if pairs with the same value of that property may depend on one another.
    pub clustered: Uncertainty,
    /// The second standard error over the first: 1 if pairs are as good as independent. Absent if
    /// either is not known or the first is 0.
    pub se_ratio: Option<f64>,
    /// The square of that: the factor by which the same certainty needs more pairs.
    pub design_effect: Option<f64>,
    /// The test that allows for clusters, in full.
    pub test: TestResult,
    /// The same in plain words.
    pub sentence: String,
    /// The odds ratio of the perturbation by mixed logistic regression, if it was asked for: see
    /// [`crate::Report::with_mixed`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mixed: Option<TestResult>,
}

/// The uncertainty of a difference.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Uncertainty {
    /// Its standard error; absent for fewer than two independent units.
    pub se: Option<f64>,
    /// Its 95 % interval, within -1 to 1: Newcombe's for the pairs, or for their effective number if
    /// they are in clusters. The latter is absent where clusters do not differ.
    pub interval: Option<Interval>,
    /// The p-value of no difference; not adjusted for other tests.
    pub p: Option<f64>,
    /// The method.
    pub method: String,
}

/// The property that dependent pairs share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clusters {
    /// The item: the same problem under several methods, or counted several times.
    Item,
    /// The item or the subject.
    ItemAndSubject,
    /// The cluster of related items that a hypothesis names.
    Cluster,
    /// The cluster of related items that a hypothesis names, or the subject.
    ClusterAndSubject,
}

impl Clusters {
    /// The name, as it is shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Item => "item",
            Self::ItemAndSubject => "item and subject",
            Self::Cluster => "cluster",
            Self::ClusterAndSubject => "cluster and subject",
        }
    }
}

/// The pairs of a hypothesis that are pooled.
#[derive(Debug, Default)]
struct Pool<'a> {
    paired: Paired,
    methods: BTreeSet<&'a str>,
    /// The items in clusters, if comparisons name clusters of related items.
    clustered: BTreeSet<&'a str>,
    /// The pairs of each subject by item or cluster, subjects in order. Each has some.
    cells: Vec<(&'a str, Cells<'a>)>,
}

/// Pools the contrasts of each hypothesis, for each subject and, if two or more have pairs, for all.
///
/// Pairs of one item are one cluster, under all methods and in all data sets: items of several data
/// sets that have the same name are taken to be related, which at worst widens intervals. Over all
/// subjects, pairs are clustered both by item and by subject. Simulated subjects are pooled with
/// others only if all are simulated.
///
/// # Errors
/// Outcomes that cannot be paired, or a rule that does not exist.
pub fn pooled_rows(
    contrasts: &[Contrast],
    outcomes: &Outcomes,
    settings: &Settings,
    treatment: Treatment,
) -> Result<Vec<PooledRow>, ReportError> {
    let mut rows = Vec::new();
    for (_, own) in in_groups(contrasts.iter().map(|one| (&one.hypothesis, one))) {
        let mut pools = Vec::new();
        for subject in outcomes.subjects() {
            let pool = Pool::new(&own, outcomes, subject, treatment)?;
            if pool.paired.asked > 0 {
                rows.push(pool.row(&own, Some(subject), settings)?);
                pools.push((subject, pool));
            }
        }
        if let Some(all) = together(pools) {
            rows.push(all.row(&own, None, settings)?);
        }
    }
    Ok(rows)
}

/// All subjects with pairs as one pool, if there are two or more.
fn together<'a>(mut pools: Vec<(&'a str, Pool<'a>)>) -> Option<Pool<'a>> {
    pools.retain(|(_, pool)| !pool.cells.is_empty());
    if pools.iter().any(|(subject, _)| !is_simulated(subject)) {
        pools.retain(|(subject, _)| !is_simulated(subject));
    }
    let many = pools.len() > 1;
    many.then(|| pools.into_iter().fold(Pool::default(), |all, (_, pool)| all.with(pool)))
}

impl<'a> Pool<'a> {
    fn new(
        contrasts: &[&'a Contrast],
        outcomes: &'a Outcomes,
        subject: &'a str,
        treatment: Treatment,
    ) -> Result<Self, ReportError> {
        let mut pool = Self::default();
        let mut cells = Cells::default();
        for contrast in contrasts {
            each_pair(contrast, outcomes, subject, treatment, |pair| {
                pool.paired.count(&pair);
                if let (Ok((original, perturbed)), true) = (pair.verdicts(), pair.weight > 0) {
                    pool.methods.insert(&contrast.method);
                    if pair.cluster.is_some() {
                        pool.clustered.insert(pair.item);
                    }
                    let key = pair.cluster.unwrap_or(pair.item);
                    cells.add(key, weighted(original, perturbed, pair.weight));
                }
            })?;
            cells.settle();
        }
        if !cells.all().is_empty() {
            pool.cells.push((subject, cells));
        }
        Ok(pool)
    }

    /// With the pairs of another subject, which comes after those that are here.
    fn with(mut self, other: Self) -> Self {
        self.paired.table += other.paired.table;
        self.paired.lost = [self.paired.lost, other.paired.lost].into_iter().sum();
        self.methods.extend(other.methods);
        self.clustered.extend(other.clustered);
        self.cells.extend(other.cells);
        self
    }

    /// Every cell with its subject.
    fn each(&self) -> impl Iterator<Item = (&'a str, &ItemCell<'a>)> {
        self.cells.iter().flat_map(|(subject, cells)| cells.all().iter().map(|one| (*subject, one)))
    }

    /// The cells of the only subject, if there is one.
    fn only(&self) -> &[ItemCell<'a>] {
        self.cells.first().map_or(&[], |(_, cells)| cells.all())
    }

    /// The number of different items.
    fn items(&self) -> u64 {
        if !self.clustered.is_empty() {
            return self.clustered.len() as u64;
        }
        if self.cells.len() < 2 {
            return self.only().len() as u64;
        }
        self.each().map(|(_, cell)| cell.item).collect::<BTreeSet<&str>>().len() as u64
    }

    fn row(
        &self,
        contrasts: &[&Contrast],
        subject: Option<&str>,
        settings: &Settings,
    ) -> Result<PooledRow, ReportError> {
        let first = contrasts.first();
        let rule = first.and_then(|contrast| contrast.rule.as_deref());
        let rule = rule.map(str::parse).transpose()?.unwrap_or(settings.rule);
        let alternative = expected(contrasts);
        let table = self.paired.table;
        let naive = naive(&table, rule, alternative);
        let (by, mut test, se) = if subject.is_some() {
            self.by_item(alternative)?
        } else {
            self.by_item_and_subject(alternative)?
        };
        if let (Some(0.0), Some(interval)) = (se, &mut test.interval) {
            // Clusters that do not differ leave no interval, not one that is a point.
            interval.limits = Err(Undefined::ZeroVariance);
        }
        let se_ratio = se.zip(naive.se).filter(|(_, naive)| *naive > 0.0).map(|(se, of)| se / of);
        Ok(PooledRow {
            hypothesis: first.map_or(String::new(), |contrast| contrast.hypothesis.clone()),
            model: subject.map(str::to_owned),
            subjects: self.cells.len() as u64,
            methods: self.methods.len() as u64,
            items: self.items(),
            n: table.n(),
            table,
            lost: self.paired.lost,
            alternative,
            difference: gain(&table),
            naive,
            by,
            clustered: Uncertainty {
                se,
                interval: test.interval.as_ref().and_then(|one| one.limits.ok()),
                p: test.p.ok(),
                method: test.method.clone(),
            },
            se_ratio,
            design_effect: se_ratio.map(|ratio| ratio * ratio),
            sentence: test.sentence(),
            test,
            mixed: None,
        })
    }

    /// The exact test over sign flips of items; the interval by the variance between items.
    fn by_item(&self, side: Alternative) -> Result<Clustered, ReportError> {
        let items = self.only();
        let test = result::clustered_mcnemar(items, ClusteredMethod::SignFlip, side, CONFIDENCE)?;
        let se = clustered::difference(items, CONFIDENCE).map(|both| both.robust.se);
        let by = if self.clustered.is_empty() { Clusters::Item } else { Clusters::Cluster };
        Ok((by, test, se.ok()))
    }

    /// Test and interval by the variance between items and between subjects.
    fn by_item_and_subject(&self, side: Alternative) -> Result<Clustered, ReportError> {
        let tables: Vec<&PairedTable> = self.each().map(|(_, cell)| &cell.table).collect();
        let items = numbered(self.each().map(|(_, cell)| cell.item));
        let subjects = numbered(self.each().map(|(subject, _)| subject));
        let test = result::difference_by_two(&tables, &items, &subjects, side, CONFIDENCE)?;
        let found = clustered::difference_by_two(&tables, &items, &subjects, CONFIDENCE);
        let by = match self.clustered.is_empty() {
            true => Clusters::ItemAndSubject,
            false => Clusters::ClusterAndSubject,
        };
        Ok((by, test, found.ok().map(|found| found.se)))
    }
}

/// The clusters, the test, and the standard error of the difference.
type Clustered = (Clusters, TestResult, Option<f64>);

/// The analysis that takes every pair as independent. Its standard error is that of clusters of one
/// pair each, so that the ratio of both is 1 where every item has one pair.
fn naive(table: &PairedTable, rule: Rule, alternative: Alternative) -> Uncertainty {
    let test = rule.test(table.n12, table.n21, alternative);
    let n = table.n() as f64;
    let gain = table.n21 as f64 - table.n12 as f64;
    let square = (table.discordant() as f64 - gain * gain / n) / (n * (n - 1.0));
    let difference = effect::difference(table, DifferenceMethod::Newcombe, CONFIDENCE);
    Uncertainty {
        se: (table.n() > 1).then(|| square.max(0.0).sqrt()),
        interval: difference.ok().map(|difference| difference.interval),
        p: (table.n() > 0).then_some(test.p),
        method: test.method.name().to_owned(),
    }
}

/// The alternative of all contrasts, or two-sided if they differ.
fn expected(contrasts: &[&Contrast]) -> Alternative {
    let mut sides = contrasts.iter().map(|contrast| alternative(contrast.direction));
    let first = sides.next().unwrap_or(Alternative::TwoSided);
    if sides.all(|side| side == first) { first } else { Alternative::TwoSided }
}

fn gain(table: &PairedTable) -> Option<f64> {
    let gain = table.n21 as f64 - table.n12 as f64;
    (table.n() > 0).then(|| gain / table.n() as f64)
}

/// The number of different names.
fn count<'a>(names: impl Iterator<Item = &'a str>) -> u64 {
    names.collect::<BTreeSet<&str>>().len() as u64
}

/// A number for each name.
fn numbered<'a>(names: impl Iterator<Item = &'a str>) -> Vec<u64> {
    let mut known = BTreeMap::new();
    let number = |name: &'a str| {
        let next = known.len() as u64;
        *known.entry(name).or_insert(next)
    };
    names.map(number).collect()
}
