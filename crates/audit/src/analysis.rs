//! The analyses of a publication, and which of them can be recomputed from printed numbers.

use serde::Serialize;

use crate::description::{DescribedAnalysis, Description};
use crate::{AuditError, Document, Finding, Printed, PublishedRule, Verdict};

/// An analysis of a publication.
///
/// ```
/// use peirast_audit::{Description, Recomputation};
/// let toml = r#"
/// table = [{ name = "t", csv = "model,acc,sd\nA,10.0,1.0\nB,20.0,2.0\n" }]
/// claim = [{ says = "15 on average", table = "t", printed = "15.0", value = "mean(acc)" }]
/// analysis = [
///     { says = "mean", printed = ["15.0"], checks = ["15 on average"] },
///     { says = "spread", table = "t", columns = ["sd"], needs = "the answers" },
/// ]
/// "#;
/// let audit = Description::parse("x", toml)?.audit(|_| Ok(String::new()))?;
/// let [mean, spread] = &audit.analyses[..] else { panic!("two") };
/// assert_eq!(mean.recomputation, Recomputation::Checked { checks: 1, faults: 0 });
/// assert_eq!(spread.numbers, 2);
/// # Ok::<(), peirast_audit::AuditError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PublishedAnalysis {
    /// The analysis, in short.
    pub says: String,
    /// Its place in the publication.
    pub place: String,
    /// Number of printed numbers; 0 for a figure alone.
    pub numbers: usize,
    /// The result of the recomputation.
    pub recomputation: Recomputation,
    /// The command that makes the same analysis of a run. It may be empty.
    pub made_by: String,
}

/// The result of recomputing an analysis from the printed numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Recomputation {
    /// It can be recomputed.
    Checked {
        /// Number of checks.
        checks: usize,
        /// Number of checks with another or an impossible result.
        faults: usize,
    },
    /// The printed numbers are not enough. This is missing.
    Needs(String),
}

/// Reads the analyses of a description.
pub(crate) fn analyses(
    description: &Description,
    document: &Document,
    findings: &[Finding],
    rules: &[PublishedRule],
) -> Result<Vec<PublishedAnalysis>, AuditError> {
    let wrong = |own: &DescribedAnalysis, why: &str| AuditError::Description {
        name: description.name.clone(),
        why: format!("analysis `{}`: {why}", own.says),
    };
    let analysis = |own: &DescribedAnalysis| {
        let recomputation = match &own.needs {
            Some(needs) => Recomputation::Needs(needs.clone()),
            None => checked(own, findings, rules).map_err(|why| wrong(own, &why))?,
        };
        Ok(PublishedAnalysis {
            says: own.says.clone(),
            place: own.place.clone(),
            numbers: numbers(own, document).map_err(|why| wrong(own, &why))?,
            recomputation,
            made_by: own.made_by.clone(),
        })
    };
    description.analysis.iter().map(analysis).collect()
}

/// The count of the numbers that an analysis prints.
fn numbers(own: &DescribedAnalysis, document: &Document) -> Result<usize, String> {
    let Some(name) = &own.table else { return Ok(own.printed.len()) };
    let table = document.tables.iter().find(|table| table.title == *name);
    let table = table.ok_or_else(|| format!("there is no table `{name}`"))?;
    let mut count = 0;
    for head in &own.columns {
        let column = table.sole_column(head)?;
        let cells = table.rows.iter().filter_map(|row| row.cells.get(column));
        count += cells.filter(|cell| cell.text.parse::<Printed>().is_ok()).count();
    }
    Ok(count)
}

/// The name of the check that counts the p-values which a rule search included and a rule yields.
const RULE: &str = "the rule behind the p-values";

/// Counts the checks that an analysis names, and their faults.
fn checked(
    own: &DescribedAnalysis,
    findings: &[Finding],
    rules: &[PublishedRule],
) -> Result<Recomputation, String> {
    let (mut checks, mut faults) = (0, 0);
    for check in &own.checks {
        if check == RULE {
            for rule in rules.iter().filter(|rule| is_of(rule, own)) {
                checks += rule.printed;
                faults += rule.printed - rule.yields;
            }
            continue;
        }
        let is_own = |found: &&Finding| {
            let name = format!("{} [{}]", found.check, found.table);
            name.starts_with(check) && found.verdict != Verdict::Note
        };
        let found: Vec<&Finding> = findings.iter().filter(is_own).collect();
        if found.is_empty() {
            return Err(format!("no check or claim begins with `{check}`"));
        }
        checks += found.len();
        faults += found.iter().filter(|finding| finding.verdict.is_fault()).count();
    }
    Ok(Recomputation::Checked { checks, faults })
}

/// True if a rule belongs to the table of an analysis. A rule without a scope belongs to all tables.
fn is_of(rule: &PublishedRule, own: &DescribedAnalysis) -> bool {
    rule.scope.is_empty() || own.table.as_ref().is_none_or(|table| rule.scope == *table)
}
