//! Result rows: contingency tables, tested as families.

use crate::bounds::{Counted, bounds};
use crate::group::in_groups;
use crate::pair::asked_pairs;
use crate::sequential::{Course, Evidence, follow};
use crate::{Lost, Outcomes, PairError, Paired, ReportError, RowBounds, Settings, pair};
use peirast_record::{AdjustOver, Contrast, Direction, Event, Treatment};
use peirast_stats::{
    Alternative, ClusteredMcNemar, ClusteredMethod, Correction, Difference, DifferenceMethod,
    EProcess, Family, Interval, Lost as Known, Method, OddsRatio, PairedTable, Ratio, Row,
    RowResult, Rule, clustered, effect,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// Confidence of every interval in a report.
const CONFIDENCE: f64 = 0.95;

/// One row of a results table: a hypothesis, a subject and a method.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ResultRow {
    /// The hypothesis, by id.
    pub hypothesis: String,
    /// The subject.
    pub model: String,
    /// The protocol, or the two protocols compared.
    pub method: String,
    /// The factor that varies.
    pub factor: String,
    /// Pairs counted.
    pub n: u64,
    /// Both right.
    pub n11: u64,
    /// Original right, perturbed wrong.
    pub n12: u64,
    /// Original wrong, perturbed right.
    pub n21: u64,
    /// Both wrong.
    pub n22: u64,
    /// Discordant pairs, n12 + n21.
    pub n_discordant: u64,
    /// (n21 - n12)/sqrt(n12 + n21); 0 without discordant pairs.
    pub z: f64,
    /// p-value of the declared alternative; absent without pairs, since nothing was tested.
    pub p: Option<f64>,
    /// The same, adjusted over its family of tests.
    pub p_adjusted: Option<f64>,
    /// The same, adjusted over the tests of the family that this subject has.
    pub p_adjusted_own: Option<f64>,
    /// The same, adjusted over the tests of the family that all subjects have, as published tables are.
    /// One of the two decides: `p_adjusted`.
    pub p_adjusted_all: Option<f64>,
    /// True if the null hypothesis of equal performance is rejected.
    pub reject: bool,
    /// The alternative that was tested.
    pub alternative: Alternative,
    /// The test rule of its family.
    #[serde(skip)]
    pub rule: Rule,
    /// The method that gave the p-value.
    pub method_used: Option<Method>,
    /// The two-sided p-value by the same rule, so that an effect in the other direction shows.
    pub p_two_sided: Option<f64>,
    /// The odds ratio n21/n12 with its exact 95 % interval.
    pub odds_ratio: OddsRatio,
    /// The difference (n21 - n12)/n with its 95 % interval; absent without pairs.
    pub difference: Option<Difference>,
    /// Clusters of related items; absent if each item stands for itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clusters: Option<u64>,
    /// The family of tests, and how many are in it.
    pub test_family: String,
    /// The number of tests of the family; rows without pairs are no tests.
    pub family_size: usize,
    /// Pairs lost, by cause.
    pub lost: Lost,
    /// The bounds of p and decision over all possible verdicts of the lost pairs; absent if no pair
    /// of the family of tests was lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<RowBounds>,
    /// Members graded by the recorded grade.
    pub recorded_grades: u64,
    /// The discordant pairs up to each step, and the e-value then, if the row was tested after
    /// every step.
    #[serde(skip)]
    pub path: Vec<(u64, f64)>,
}

impl ResultRow {
    /// True if there was a pair to test. Otherwise every pair is lost.
    pub fn is_tested(&self) -> bool {
        self.p.is_some()
    }

    /// True if another row is about the same hypothesis, subject and method.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        (&self.hypothesis, &self.model, &self.method)
            == (&other.hypothesis, &other.model, &other.method)
    }
}

/// The alternative that a direction declares.
pub fn alternative(direction: Direction) -> Alternative {
    match direction {
        Direction::PerturbedBetter => Alternative::Greater,
        Direction::OriginalBetter => Alternative::Less,
        Direction::Either => Alternative::TwoSided,
    }
}

/// A row before its test: its place and its counts.
struct TestCell<'a> {
    contrast: &'a Contrast,
    subject: &'a str,
    paired: Paired,
    /// Step by step, where rows stop as soon as they are decided.
    course: Option<Course>,
}

/// Fills and tests the tables of all contrasts for all subjects.
///
/// A contrast of which a subject was asked no pair makes no row, even if the questions of one side
/// were put to it for another contrast. Where every pair is lost, the row says so and is no test:
/// it is in no family. Rows with pairs but no discordant ones count in their family, with p = 1.
///
/// # Errors
/// Outcomes that cannot be paired, or settings that no test accepts.
pub fn test_rows(
    contrasts: &[Contrast],
    outcomes: &Outcomes,
    settings: &Settings,
    treatment: Treatment,
) -> Result<Vec<ResultRow>, ReportError> {
    tested(&cells(contrasts, outcomes, settings, treatment)?, settings)
}

/// A comparison of which a file has the counts, and nobody has the answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedComparison {
    /// The hypothesis, by id.
    pub hypothesis: String,
    /// The subject.
    pub model: String,
    /// The method.
    pub method: String,
    /// The family of tests whose p-values are adjusted together.
    pub test_family: String,
    /// The expected direction of the effect.
    pub direction: Direction,
    /// All four counts of pairs.
    pub table: PairedTable,
    /// Pairs lost, by cause.
    pub lost: Lost,
}

/// Tests counts as [`test_rows`] tests answers. Nothing is known of the members of lost pairs.
///
/// # Errors
/// Settings that no test accepts.
pub fn counted_rows(
    comparisons: &[CountedComparison],
    settings: &Settings,
) -> Result<Vec<ResultRow>, ReportError> {
    let contrast = |one: &CountedComparison| Contrast {
        hypothesis: one.hypothesis.clone(),
        test_family: one.test_family.clone(),
        method: one.method.clone(),
        factor: String::new(),
        direction: one.direction,
        rule: None,
        cluster: None,
        incomplete: false,
        event: Event::default(),
        units: Vec::new(),
    };
    let contrasts: Vec<Contrast> = comparisons.iter().map(contrast).collect();
    let cell = |(one, contrast): (_, _)| cell_of_counts(one, contrast);
    let cells: Vec<TestCell<'_>> = comparisons.iter().zip(&contrasts).map(cell).collect();
    tested(&cells, settings)
}

fn cell_of_counts<'a>(one: &'a CountedComparison, contrast: &'a Contrast) -> TestCell<'a> {
    let lost = one.lost.total();
    let paired = Paired {
        table: one.table,
        lost: one.lost,
        known: Known { neither: lost, ..Known::default() },
        asked: one.table.n() + lost,
        ..Paired::default()
    };
    TestCell { contrast, subject: &one.model, paired, course: None }
}

/// Tests cells family by family; the rows are in the order of the cells.
fn tested(cells: &[TestCell<'_>], settings: &Settings) -> Result<Vec<ResultRow>, ReportError> {
    let mut families: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, cell) in cells.iter().enumerate() {
        families.entry(cell.family(settings)).or_default().push(index);
    }
    let mut rows: Vec<(usize, ResultRow)> = Vec::with_capacity(cells.len());
    for (name, members) in &families {
        let members: Vec<(usize, &TestCell<'_>)> =
            members.iter().map(|i| (*i, &cells[*i])).collect();
        rows.extend(test_family(name, &members, settings)?);
    }
    rows.sort_by_key(|(index, _)| *index);
    let mut rows: Vec<ResultRow> = rows.into_iter().map(|(_, row)| row).collect();
    let family = |cell: &TestCell<'_>| cell.contrast.test_family.clone();
    let own = adjusted(&rows, cells.iter().map(|cell| (family(cell), cell.subject)))?;
    let all = adjusted(&rows, cells.iter().map(|cell| (family(cell), "")))?;
    for (row, (own, all)) in rows.iter_mut().zip(own.into_iter().zip(all)) {
        (row.p_adjusted_own, row.p_adjusted_all) = (own, all);
    }
    Ok(rows)
}

/// The p-values of rows, adjusted over those of the same family.
fn adjusted<F: Ord>(
    rows: &[ResultRow],
    families: impl Iterator<Item = F>,
) -> Result<Vec<Option<f64>>, ReportError> {
    let mut members: BTreeMap<F, Vec<(usize, f64)>> = BTreeMap::new();
    for ((place, row), family) in rows.iter().enumerate().zip(families) {
        members.entry(family).or_default().extend(row.p.map(|p| (place, p)));
    }
    let mut found = vec![None; rows.len()];
    for members in members.values() {
        let p: Vec<f64> = members.iter().map(|(_, p)| *p).collect();
        for ((place, _), p) in members.iter().zip(Correction::BenjaminiHochberg.adjust(&p)?) {
            found[*place] = Some(p);
        }
    }
    Ok(found)
}

fn cells<'a>(
    contrasts: &'a [Contrast],
    outcomes: &'a Outcomes,
    settings: &Settings,
    treatment: Treatment,
) -> Result<Vec<TestCell<'a>>, PairError> {
    let mut cells = Vec::new();
    for (_, contrasts) in in_groups(contrasts.iter().map(|one| (&one.hypothesis, one))) {
        // Rows are in the order of the published tables: by subject, then by method.
        for subject in outcomes.subjects() {
            for contrast in contrasts.iter().copied() {
                let paired = match settings.sequential {
                    None => pair(contrast, outcomes, subject, treatment)?,
                    Some(_) => asked_pairs(contrast, outcomes, subject, treatment)?,
                };
                if paired.asked > 0 {
                    let course = |block| {
                        Course::from_outcomes(contrast, outcomes, subject, treatment, block)
                    };
                    let course = settings.sequential.map(course).transpose()?;
                    cells.push(TestCell { contrast, subject, paired, course });
                }
            }
        }
    }
    Ok(cells)
}

/// Tests the cells that hold a pair as one family; the others are rows without a test.
fn test_family(
    name: &str,
    members: &[(usize, &TestCell<'_>)],
    settings: &Settings,
) -> Result<Vec<(usize, ResultRow)>, ReportError> {
    let declared = members.first().and_then(|(_, cell)| cell.contrast.rule.as_deref());
    let rule = declared.map(str::parse).transpose()?.unwrap_or(settings.rule);
    let family = Family { rule, correction: Correction::BenjaminiHochberg, alpha: settings.alpha };
    let tests: Vec<Row> = members.iter().filter_map(|(_, cell)| cell.test()).collect();
    if settings.sequential.is_some() {
        return followed(name, members, tests.len(), settings);
    }
    let mut results = by_clusters(members, family.test(&tests)?, &family)?.into_iter();
    let counted: Vec<Counted> = members.iter().map(|(_, cell)| cell.counted()).collect();
    let mut rows = Vec::with_capacity(members.len());
    for ((index, cell), bounds) in members.iter().zip(bounds(&counted, &family)?) {
        // Bounds over lost pairs are computed for independent pairs only.
        let bounds = bounds.filter(|_| cell.paired.clusters.is_empty());
        let counted = ResultRow { rule, bounds, ..cell.row(name, tests.len())? };
        let result = cell.test().and_then(|_| results.next());
        let row = match result {
            Some(result) => with_test(counted, cell.two_sided(rule)?, &result),
            None => counted,
        };
        rows.push((*index, row));
    }
    Ok(rows)
}

/// The results of a family, with those of comparisons whose items belong together by the signs of clusters,
/// adjusted again.
fn by_clusters(
    members: &[(usize, &TestCell<'_>)],
    mut results: Vec<RowResult>,
    family: &Family,
) -> Result<Vec<RowResult>, ReportError> {
    let tested = || members.iter().map(|(_, cell)| *cell).filter(|cell| cell.test().is_some());
    if tested().all(|cell| cell.paired.clusters.is_empty()) {
        return Ok(results);
    }
    for (cell, result) in tested().zip(&mut results) {
        let side = alternative(cell.contrast.direction);
        if let Some(test) = cell.clustered(side)? {
            (result.p, result.z) = (test.p.unwrap_or(1.0), test.z.unwrap_or(0.0));
            (result.method_used, result.alternative_used) = (Method::SignFlip, side);
        }
    }
    let p: Vec<f64> = results.iter().map(|result| result.p).collect();
    for (result, adjusted) in results.iter_mut().zip(family.correction.adjust(&p)?) {
        (result.p_adjusted, result.reject) = (adjusted, adjusted <= family.alpha);
    }
    Ok(results)
}

/// The same for rows that were tested after every step: by e-values and e-BH.
fn followed(
    name: &str,
    members: &[(usize, &TestCell<'_>)],
    size: usize,
    settings: &Settings,
) -> Result<Vec<(usize, ResultRow)>, ReportError> {
    let tested = || members.iter().filter(|(_, cell)| cell.test().is_some());
    let courses: Vec<Course> = tested().filter_map(|(_, cell)| cell.course.clone()).collect();
    let found = follow(&courses, settings.alpha, u64::MAX - 1)?;
    let p: Vec<f64> = found.iter().map(|own| (1.0 / own.process.e()).min(1.0)).collect();
    let adjusted = Correction::BenjaminiHochberg.adjust(&p)?;
    let mut results = found.iter().zip(adjusted);
    let mut rows = Vec::with_capacity(members.len());
    for (index, cell) in members {
        let result = cell.test().and_then(|_| results.next());
        let path = match (result.as_ref(), &cell.course) {
            (Some((own, _)), Some(course)) => course.path(own.decided),
            _ => Vec::new(),
        };
        let row = match (result, &cell.course) {
            // Answers after the decision, asked for other rows, are none of its evidence.
            (Some((own, adjusted)), Some(course)) if own.rejected => {
                let table = course.table(own.decided.unwrap_or(u64::MAX - 1));
                with_evidence(cell.row_of(table, name, size)?, own, adjusted)?
            }
            (Some((own, adjusted)), _) => with_evidence(cell.row(name, size)?, own, adjusted)?,
            (None, _) => cell.row(name, size)?,
        };
        rows.push((*index, ResultRow { path, ..row }));
    }
    Ok(rows)
}

/// A row with the evidence of an e-process; its interval holds at all times together.
fn with_evidence(row: ResultRow, own: &Evidence, adjusted: f64) -> Result<ResultRow, ReportError> {
    let (broken, mended) = own.process.counts();
    let both = EProcess::new(Alternative::TwoSided).after(broken, false).after(mended, true);
    let p = |process: &EProcess| (1.0 / process.e()).min(1.0);
    let theta = both.interval(CONFIDENCE)?;
    let odds = |theta: f64| Ratio::new(theta, 1.0 - theta);
    let odds_ratio = OddsRatio { low: odds(theta.low), high: odds(theta.high), ..row.odds_ratio };
    let discordant = (row.n12 + row.n21) as f64;
    Ok(ResultRow {
        z: if discordant > 0.0 {
            (row.n21 as f64 - row.n12 as f64) / discordant.sqrt()
        } else {
            0.0
        },
        p: Some(p(&own.process)),
        p_adjusted: Some(adjusted),
        reject: own.rejected,
        alternative: own.process.alternative(),
        method_used: Some(Method::EProcess),
        p_two_sided: Some(p(&both)),
        odds_ratio,
        ..row
    })
}

impl TestCell<'_> {
    /// The name of the family whose p-values are adjusted together.
    fn family(&self, settings: &Settings) -> String {
        let family = &self.contrast.test_family;
        match settings.adjust_over {
            AdjustOver::OneSubject => format!("{family} {}", self.subject),
            AdjustOver::AllSubjects => family.clone(),
        }
    }

    /// The counts of its test, if there is a pair.
    fn test(&self) -> Option<Row> {
        let PairedTable { n12, n21, .. } = self.paired.table;
        let alternative = alternative(self.contrast.direction);
        (self.paired.table.n() > 0).then_some(Row { n12, n21, alternative })
    }

    /// The exact test over the signs of clusters, if items belong together.
    fn clustered(&self, side: Alternative) -> Result<Option<ClusteredMcNemar>, ReportError> {
        let clusters: Vec<&PairedTable> = self.paired.clusters.values().collect();
        if clusters.is_empty() {
            return Ok(None);
        }
        Ok(Some(clustered::mcnemar(&clusters, ClusteredMethod::SignFlip, side)?))
    }

    /// The two-sided p-value of its pairs.
    fn two_sided(&self, rule: Rule) -> Result<f64, ReportError> {
        let PairedTable { n12, n21, .. } = self.paired.table;
        Ok(match self.clustered(Alternative::TwoSided)? {
            Some(test) => test.p.unwrap_or(1.0),
            None => rule.test(n12, n21, Alternative::TwoSided).p,
        })
    }

    /// The difference with its interval, which allows for clusters if items belong together.
    fn difference(&self, table: &PairedTable) -> Option<Difference> {
        let difference = effect::difference(table, DifferenceMethod::Newcombe, CONFIDENCE).ok()?;
        let clusters: Vec<&PairedTable> = self.paired.clusters.values().collect();
        match clustered::difference(&clusters, CONFIDENCE) {
            Ok(found) => Some(Difference { interval: found.robust.interval, ..difference }),
            // One cluster shows nothing about the uncertainty of its difference.
            Err(_) if !clusters.is_empty() => {
                Some(Difference { interval: Interval { low: -1.0, high: 1.0 }, ..difference })
            }
            Err(_) => Some(difference),
        }
    }

    /// Its counts, and its lost pairs.
    fn counted(&self) -> Counted {
        let Paired { table, known, .. } = self.paired;
        Counted { table, known, alternative: alternative(self.contrast.direction) }
    }

    /// The row as counted, before any test.
    fn row(&self, family: &str, family_size: usize) -> Result<ResultRow, ReportError> {
        self.row_of(self.paired.table, family, family_size)
    }

    /// The same of some of its pairs.
    fn row_of(
        &self,
        table: PairedTable,
        family: &str,
        family_size: usize,
    ) -> Result<ResultRow, ReportError> {
        Ok(ResultRow {
            hypothesis: self.contrast.hypothesis.clone(),
            model: self.subject.to_owned(),
            method: self.contrast.method.clone(),
            factor: self.contrast.factor.clone(),
            n: table.n(),
            n11: table.n11,
            n12: table.n12,
            n21: table.n21,
            n22: table.n22,
            n_discordant: table.discordant(),
            z: 0.0,
            p: None,
            p_adjusted: None,
            p_adjusted_own: None,
            p_adjusted_all: None,
            reject: false,
            alternative: alternative(self.contrast.direction),
            rule: Rule::default(),
            method_used: None,
            p_two_sided: None,
            odds_ratio: effect::odds_ratio(table.n12, table.n21, CONFIDENCE)?,
            difference: self.difference(&table),
            clusters: (!self.paired.clusters.is_empty())
                .then_some(self.paired.clusters.len() as u64),
            test_family: family.to_owned(),
            family_size,
            lost: self.paired.lost,
            bounds: None,
            recorded_grades: self.paired.recorded_grades,
            path: Vec::new(),
        })
    }
}

fn with_test(row: ResultRow, p_two_sided: f64, result: &RowResult) -> ResultRow {
    ResultRow {
        z: result.z,
        p: Some(result.p),
        p_adjusted: Some(result.p_adjusted),
        reject: result.reject,
        alternative: result.alternative_used,
        method_used: Some(result.method_used),
        p_two_sided: Some(p_two_sided),
        ..row
    }
}
