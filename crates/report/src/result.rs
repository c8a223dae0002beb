//! Result rows: contingency tables, tested as families.

use crate::{Lost, Outcomes, PairError, Paired, ReportError, Settings, pair};
use peirast_record::{Contrast, Direction, Treatment};
use peirast_stats::{
    Alternative, Correction, Difference, DifferenceMethod, Family, Method, OddsRatio, PairedTable,
    Row, Rule, effect,
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
    /// p-value of the declared alternative.
    pub p: f64,
    /// The same, adjusted over its family of tests.
    pub p_adjusted: f64,
    /// Whether the null hypothesis of equal performance is rejected.
    pub reject: bool,
    /// The alternative that was tested.
    pub alternative: Alternative,
    /// The method that gave the p-value.
    pub method_used: Method,
    /// The two-sided p-value by the same rule, so that an effect in the other direction shows.
    pub p_two_sided: f64,
    /// The odds ratio n21/n12 with its exact 95 % interval.
    pub odds_ratio: OddsRatio,
    /// The difference (n21 - n12)/n with its 95 % interval; absent without pairs.
    pub difference: Option<Difference>,
    /// The family of tests, and how many are in it.
    pub test_family: String,
    /// How many tests the family holds.
    pub family_size: usize,
    /// Pairs lost, by cause.
    pub lost: Lost,
    /// Members graded by the recorded grade.
    pub recorded_grades: u64,
}

/// The alternative that a direction declares.
pub fn alternative(direction: Direction) -> Alternative {
    match direction {
        Direction::PerturbedBetter => Alternative::Greater,
        Direction::OriginalBetter => Alternative::Less,
        Direction::Either => Alternative::TwoSided,
    }
}

/// A row before its test: where it stands and what was counted.
struct Cell<'a> {
    contrast: &'a Contrast,
    subject: &'a str,
    paired: Paired,
}

impl Cell<'_> {
    /// The name of the family whose p-values are adjusted together.
    fn family(&self, settings: &Settings) -> String {
        let family = &self.contrast.test_family;
        if settings.pool_subjects { family.clone() } else { format!("{family} {}", self.subject) }
    }
}

/// Fills and tests the tables of all contrasts for all subjects.
///
/// A contrast of which a subject has no pair at all makes no row: it was not asked. Rows with
/// pairs but no discordant ones count in their family, with p = 1.
///
/// # Errors
/// Outcomes that cannot be paired, or settings that no test accepts.
pub fn test_rows(
    contrasts: &[Contrast],
    outcomes: &Outcomes,
    settings: &Settings,
    treatment: Treatment,
) -> Result<Vec<ResultRow>, ReportError> {
    let cells = cells(contrasts, outcomes, treatment)?;
    let mut families: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, cell) in cells.iter().enumerate() {
        families.entry(cell.family(settings)).or_default().push(index);
    }
    let mut rows: Vec<(usize, ResultRow)> = Vec::with_capacity(cells.len());
    for (name, members) in &families {
        let members: Vec<(usize, &Cell<'_>)> = members.iter().map(|i| (*i, &cells[*i])).collect();
        rows.extend(test_family(name, &members, settings)?);
    }
    rows.sort_by_key(|(index, _)| *index);
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}

fn cells<'a>(
    contrasts: &'a [Contrast],
    outcomes: &'a Outcomes,
    treatment: Treatment,
) -> Result<Vec<Cell<'a>>, PairError> {
    let mut cells = Vec::new();
    let mut done: Vec<&str> = Vec::new();
    for contrast in contrasts {
        if done.contains(&contrast.hypothesis.as_str()) {
            continue;
        }
        done.push(&contrast.hypothesis);
        // Rows stand in the order of the published tables: by subject, then by method.
        for subject in outcomes.subjects() {
            for contrast in contrasts.iter().filter(|c| c.hypothesis == contrast.hypothesis) {
                let paired = pair(contrast, outcomes, subject, treatment)?;
                if paired.table.n() > 0 {
                    cells.push(Cell { contrast, subject, paired });
                }
            }
        }
    }
    Ok(cells)
}

fn test_family(
    name: &str,
    members: &[(usize, &Cell<'_>)],
    settings: &Settings,
) -> Result<Vec<(usize, ResultRow)>, ReportError> {
    let declared = members.first().and_then(|(_, cell)| cell.contrast.rule.as_deref());
    let rule = declared.map(str::parse).transpose()?.unwrap_or(settings.rule);
    let family = Family { rule, correction: Correction::BenjaminiHochberg, alpha: settings.alpha };
    let rows: Vec<Row> = members
        .iter()
        .map(|(_, cell)| Row {
            n12: cell.paired.table.n12,
            n21: cell.paired.table.n21,
            alternative: alternative(cell.contrast.direction),
        })
        .collect();
    let results = family.test(&rows)?;
    let mut tested = Vec::with_capacity(rows.len());
    for ((index, cell), result) in members.iter().zip(results) {
        let table = cell.paired.table;
        let row = ResultRow {
            hypothesis: cell.contrast.hypothesis.clone(),
            model: cell.subject.to_owned(),
            method: cell.contrast.method.clone(),
            factor: cell.contrast.factor.clone(),
            n: table.n(),
            n11: table.n11,
            n12: table.n12,
            n21: table.n21,
            n22: table.n22,
            n_discordant: table.discordant(),
            z: result.z,
            p: result.p,
            p_adjusted: result.p_adjusted,
            reject: result.reject,
            alternative: result.alternative_used,
            method_used: result.method_used,
            p_two_sided: two_sided(rule, &table),
            odds_ratio: effect::odds_ratio(table.n12, table.n21, CONFIDENCE)?,
            difference: effect::difference(&table, DifferenceMethod::Newcombe, CONFIDENCE).ok(),
            test_family: name.to_owned(),
            family_size: rows.len(),
            lost: cell.paired.lost,
            recorded_grades: cell.paired.recorded_grades,
        };
        tested.push((*index, row));
    }
    Ok(tested)
}

fn two_sided(rule: Rule, table: &PairedTable) -> f64 {
    rule.test(table.n12, table.n21, Alternative::TwoSided).p
}
