use peirast_stats::Correction;
use serde::{Deserialize, Serialize};

use super::PublishedRule;
use super::form::{Form, Method, SIDES};
use super::sample::{Sample, Tested};
use super::search::{Found, Rule};
use crate::decision::{self, Decided};
use crate::finding::{Findings, Place};
use crate::{Document, Verdict};

/// The decisions of a family.
///
/// ```
/// use peirast_audit::{Document, audit};
/// let csv = "model,n12,n21,p,reject\nA,2,12,0.0129,yes\nB,9,1,0.0215,yes\nC,0,7,0.0156,yes\nD,8,8,1.0000,no\n";
/// let audit = audit(&Document::from_csv("x", csv)?, None)?;
/// let decisions = audit.rules[0].families[0].decisions.as_ref().expect("a column of decisions");
/// // A two-sided test rejects in either direction.
/// assert_eq!((decisions.rejected, decisions.rejected_broken), (3, 1));
/// # Ok::<(), peirast_audit::AuditError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Decisions {
    /// The level of the printed decisions, found from the printed p-values.
    pub alpha: f64,
    /// Number of rejected hypotheses.
    pub rejected: usize,
    /// Number of rejected hypotheses with n12 > n21.
    pub rejected_broken: usize,
    /// Number of rejected hypotheses with n21 > n12.
    pub rejected_mended: usize,
    /// Number of tests that are not rejected, but would be in the other direction with the same
    /// adjustment.
    pub hidden: usize,
    /// Decisions that change if every p-value is exact.
    pub under_exact: Vec<Flip>,
    /// Decisions that change under the rule that the text states, if there is one.
    pub under_stated: Option<Vec<Flip>>,
    /// Number of printed adjusted p-values that change under the rule that the text states.
    pub changed_by_stated: Option<usize>,
}

/// A decision that changes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Flip {
    /// The test.
    pub row: String,
    /// Its adjusted p-value with the other rule.
    pub p: f64,
    /// True if the other rule rejects.
    pub rejected: bool,
}

/// The rule that the text states: exact up to a number of discordant pairs, normal beyond it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stated {
    /// The largest number of discordant pairs with the exact test, according to the text.
    pub exact_up_to: u64,
}

impl Stated {
    fn rule(self, correction: Correction) -> Rule {
        let form = |method| Form { method, both_sides: false };
        let cut = self.exact_up_to.saturating_add(1);
        let (below, above) = (form(Method::Exact), form(Method::Normal));
        Rule { below, cut, above, rounding: None, correction }
    }
}

/// The level of the printed decisions, found from the printed p-values.
pub fn level(sample: &Sample, found: &Found) -> Option<f64> {
    let tests = || found.families.iter().flat_map(|(_, family, _)| sample.family(family));
    let decided =
        |test: &Tested| Some(Decided { p: test.adjusted.or(test.raw)?, rejected: test.reject? });
    let all: Vec<Decided> = sample.tests.iter().filter_map(decided).collect();
    decision::level(&tests().filter_map(decided).collect::<Vec<_>>(), &all)
}

impl Decisions {
    pub(super) fn new(
        sample: &Sample,
        rule: &Rule,
        tests: &[&Tested],
        side: usize,
        alpha: Option<f64>,
        stated: Option<&Stated>,
    ) -> Option<Self> {
        let alpha = alpha?;
        let rejected = || tests.iter().filter(|test| test.reject == Some(true));
        let exact = Rule::plain(Form { method: Method::Exact, both_sides: false }, rule.correction);
        let stated = stated.map(|stated| stated.rule(rule.correction));
        Some(Self {
            alpha,
            rejected: rejected().count(),
            rejected_broken: rejected().filter(|test| test.n12 > test.n21).count(),
            rejected_mended: rejected().filter(|test| test.n21 > test.n12).count(),
            hidden: hidden(rule, tests, side, alpha),
            under_exact: flips(sample, &exact, tests, side, alpha),
            changed_by_stated: stated.map(|stated| changed(&stated, tests, side)),
            under_stated: stated.map(|stated| flips(sample, &stated, tests, side, alpha)),
        })
    }
}

/// Decisions that differ with another rule.
fn flips(sample: &Sample, rule: &Rule, tests: &[&Tested], side: usize, alpha: f64) -> Vec<Flip> {
    let (_, p) = rule.both(tests, side);
    let flip = |(at, test): (usize, &&Tested)| {
        let rejected = p[at] <= alpha;
        let name = || {
            test.keys
                .iter()
                .zip(&sample.keys)
                .filter(|(value, key)| key.as_str() != "table" && !value.is_empty())
        };
        let row = || name().map(|(value, _)| value.as_str()).collect::<Vec<_>>().join(", ");
        (test.reject == Some(!rejected)).then(|| Flip { row: row(), p: p[at], rejected })
    };
    tests.iter().enumerate().filter_map(flip).collect()
}

/// Number of printed adjusted p-values that another rule does not yield.
fn changed(rule: &Rule, tests: &[&Tested], side: usize) -> usize {
    changes(rule, tests, side).count()
}

/// Tests whose printed adjusted p-value another rule does not yield.
fn changes<'a>(
    rule: &Rule,
    tests: &'a [&'a Tested],
    side: usize,
) -> impl Iterator<Item = &'a Tested> {
    let (_, p) = rule.both(tests, side);
    let differs = move |(at, test): (usize, &&'a Tested)| {
        test.adjusted.is_some_and(|q| !q.agrees(p[at])).then_some(*test)
    };
    tests.iter().enumerate().filter_map(differs)
}

/// Reports the p-values that the stated rule changes, if it changes no decision.
pub fn undecided(
    document: &Document,
    sample: &Sample,
    found: &[Found],
    stated: &Stated,
    findings: &mut Findings,
) {
    let mut lines: Vec<String> = Vec::new();
    let mut printed = 0;
    for found in found {
        for (_, family, score) in &found.families {
            let tests = sample.family(family);
            let rule = stated.rule(found.rule.correction);
            printed += tests.iter().filter(|test| test.adjusted.is_some()).count();
            lines.extend(
                changes(&rule, &tests, score.side(&tests)).map(|test| {
                    Place::row(&document.tables[test.table], test.row).line.to_string()
                }),
            );
        }
    }
    let changes = match (printed, lines.len()) {
        (0, _) => "changes nothing: there are no p-values next to discordant counts".to_owned(),
        (_, 0) => format!("changes none of {printed} printed p-values"),
        (_, changed) => {
            let more = if changed > MOST_LINES { ", ..." } else { "" };
            let shown = lines[..changed.min(MOST_LINES)].join(", ");
            format!("{changed} of {printed} printed p-values would change (lines {shown}{more})")
        }
    };
    let rule = format!("exact up to {} discordant pairs, normal beyond", stated.exact_up_to);
    let place = Place { row: document.name.clone(), ..Place::default() };
    findings.add("the rule as stated", Verdict::Note, place, rule, changes).remark =
        "there are no decisions at one level that could change".to_owned();
}

/// The most lines of a finding.
const MOST_LINES: usize = 12;

/// Tests in one direction that are not rejected, although a two-sided test of the same family would
/// reject, because the effect has the other direction.
fn hidden(rule: &Rule, tests: &[&Tested], side: usize, alpha: f64) -> usize {
    if side == 2 {
        return 0;
    }
    let (_, p) = rule.both(tests, 2);
    let against = |test: &Tested| if side == 0 { test.n12 > test.n21 } else { test.n21 > test.n12 };
    let is = |(at, test): &(usize, &&Tested)| {
        against(test) && p[*at] <= alpha && test.reject == Some(false)
    };
    tests.iter().enumerate().filter(is).count()
}

/// Remarks on the decisions of families.
pub fn findings(
    document: &Document,
    sample: &Sample,
    found: &Found,
    rule: &PublishedRule,
    findings: &mut Findings,
) {
    for ((_, family, score), described) in found.families.iter().zip(&rule.families) {
        let tests = sample.family(family);
        let Some(decisions) = &described.decisions else { continue };
        directions(document, &tests, score.side(&tests), described, decisions, findings);
    }
}

/// Reports two-sided rejections in both directions, and one-sided tests that cannot detect the
/// other direction.
fn directions(
    document: &Document,
    tests: &[&Tested],
    side: usize,
    family: &super::FamilyRule,
    decisions: &Decisions,
    findings: &mut Findings,
) {
    let Some(first) = tests.first() else { return };
    let place =
        || Place { row: family.name.clone(), ..Place::whole(&document.tables[first.table]) };
    if side == 2 && decisions.rejected_broken > 0 && decisions.rejected_mended > 0 {
        let seen = format!(
            "{} with n12 > n21, {} with n21 > n12",
            decisions.rejected_broken, decisions.rejected_mended
        );
        findings
            .add(
                "rejections by direction",
                Verdict::Note,
                place(),
                format!("{} rejected", decisions.rejected),
                seen,
            )
            .remark = "a two-sided test rejects in either direction; only rejections in the \
                       claimed direction support a claim"
            .to_owned();
    }
    if decisions.hidden > 0 {
        findings
            .add(
                "effects in the other direction",
                Verdict::Note,
                place(),
                format!("tested for {} alone", super::direction(SIDES[side])),
                format!("{} significant the other way, two-sided", decisions.hidden),
            )
            .remark = "a one-sided test cannot detect them".to_owned();
    }
}
