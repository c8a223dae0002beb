//! Findings: the rows of one hypothesis for one subject, in plain words.

use crate::reach::{best_p, lacks_clusters};
use crate::wording::{in_points, plain_method};
use crate::{Definition, Lost, ResultRow, SubjectSummary};
use peirast_decimals::{counted, percent_decimals};
use peirast_record::{Direction, Event, Standing, Task};
use peirast_words::capitalised;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The claim of a hypothesis, for the words of its findings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// Id of the hypothesis.
    pub hypothesis: String,
    /// Its title.
    pub title: String,
    /// The claim of the source.
    pub published: String,
    /// The standing of the hypothesis.
    pub standing: Standing,
    /// The expected direction of the effect.
    pub direction: Direction,
    /// The comparison.
    pub definition: Definition,
}

/// The standings of hypotheses in the order of their findings, with their headings.
pub const STANDINGS: [(Standing, &str); 3] = [
    (Standing::Confirmatory, "Hypotheses"),
    (Standing::Control, "Controls"),
    (Standing::Exploratory, "Exploratory"),
];

/// The verdict on one hypothesis for one subject.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// Id of the hypothesis.
    pub hypothesis: String,
    /// Its title.
    pub title: String,
    /// The standing of the hypothesis.
    pub standing: Standing,
    /// The name of the effect if the hypothesis is rejected: `token bias`; `an effect` in a control.
    pub bias: String,
    /// The direction of the effect if there is the bias.
    #[serde(skip_serializing_if = "is_either")]
    pub direction: Direction,
    /// The subject.
    pub model: String,
    /// Rows rejected.
    pub rejected: usize,
    /// Rows tested.
    pub tests: usize,
    /// Rows that could not be tested, because every pair is lost.
    pub untested: usize,
    /// Rows whose two-sided p is below alpha in the direction that was not tested for.
    pub against: usize,
    /// Rows whose decision depends on how answers without a verdict are treated.
    pub fragile: usize,
    /// Rows whose decision depends on what lost pairs would have been.
    #[serde(skip_serializing_if = "is_zero")]
    pub open: usize,
    /// Pairs counted.
    pub pairs: u64,
    /// Pairs lost, by cause.
    pub lost: Lost,
    /// True if no row has pairs, or clusters, enough for any p-value to reach the level.
    pub too_few: bool,
    /// True if some row has pairs enough, but not clusters.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub lacks_clusters: bool,
    /// The event by which the members of pairs are compared, and that the shares below count.
    #[serde(skip_serializing_if = "Event::is_default")]
    pub event: Event,
    /// Share of right answers among all members of the pairs counted; absent without pairs.
    pub accuracy: Option<f64>,
    /// The same among the original members.
    pub accuracy_original: Option<f64>,
    /// The same among the perturbed members.
    pub accuracy_perturbed: Option<f64>,
    /// The largest effect among the rejected rows, or among all where none was rejected.
    pub largest: Option<Effect>,
    /// The answer that the subject gives nearly always, if that explains the row without any
    /// reasoning.
    pub warning: Option<String>,
    /// The verdict in a sentence or two.
    pub sentence: String,
}

impl Finding {
    /// The prediction of the hypothesis with the sign of its effect, for a line; empty if either sign is
    /// predicted, and for a control.
    ///
    /// The perturbed version often lacks the words that mislead, so that a bias is a positive effect.
    pub fn prediction(&self) -> &'static str {
        match self.direction {
            _ if self.standing == Standing::Control => "",
            Direction::PerturbedBetter => "predicted: the perturbed member is answered better, +",
            Direction::OriginalBetter => "predicted: the original is answered better, -",
            Direction::Either => "",
        }
    }

    /// The tests that are significant in the direction that was not tested for, in words; `None` without any.
    pub(crate) fn opposite(&self) -> Option<String> {
        (self.against > 0).then(|| {
            format!(
                "opposite to the prediction in {} of {} (two-sided p, not adjusted)",
                self.against,
                counted(self.tests as u64, "test", "tests")
            )
        })
    }
}

fn is_either(direction: &Direction) -> bool {
    *direction == Direction::Either
}

impl Claim {
    /// The sign of an expected effect, as a sentence; empty if either sign is expected, and for a control.
    ///
    /// It does not speak of a bias: a hypothesis need not be about one.
    pub(crate) fn effect_sign(&self) -> &'static str {
        match self.direction {
            _ if self.standing == Standing::Control => "",
            Direction::PerturbedBetter => "The predicted effect has the sign +.",
            Direction::OriginalBetter => "The predicted effect has the sign \u{2212}.",
            Direction::Either => "",
        }
    }

    /// The expected effect in words, with the direction of the test of a control.
    pub fn expected(&self) -> &'static str {
        match (self.standing, self.direction) {
            (Standing::Control, Direction::Either) => "no effect (tested in both directions)",
            // Studies of others, and old runs, may have controls with one-sided tests.
            (Standing::Control, Direction::PerturbedBetter) => {
                "no effect (tested for a perturbed member that is answered better)"
            }
            (Standing::Control, Direction::OriginalBetter) => {
                "no effect (tested for an original member that is answered better)"
            }
            (_, Direction::PerturbedBetter) => "the perturbed member is answered better",
            (_, Direction::OriginalBetter) => "the original member is answered better",
            (_, Direction::Either) => "an effect in either direction",
        }
    }

    /// The help in which the members differ: a hint, a question that brings overlooked alternatives to mind,
    /// a request to think step by step. `None` if they differ in something that should not matter, as in
    /// every control.
    pub(crate) fn help(&self) -> Option<String> {
        match self.definition.factor.as_str() {
            _ if self.standing == Standing::Control => None,
            "hint" | "inquiry" | "cot" => self.definition.factor_in_words(),
            _ => None,
        }
    }
}

/// The part of the tests of a finding that rejected equal performance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// None could: there are too few pairs for any p-value to reach the level.
    TooFew,
    /// None could: the pairs are enough, but their clusters are too few.
    TooFewClusters,
    /// None.
    None,
    /// Some.
    Part,
    /// All.
    All,
}

impl Verdict {
    /// A sign for tables: a full circle where all tests reject, an empty one where none does.
    pub fn mark(self) -> &'static str {
        match self {
            Self::All => "●",
            Self::Part => "◐",
            Self::None => "○",
            Self::TooFew | Self::TooFewClusters => "–",
        }
    }

    /// The verdict in words, for a bias of this name.
    ///
    /// ```
    /// use peirast_report::Verdict;
    /// assert_eq!(Verdict::Part.words("token bias"), "token bias in part");
    /// assert_eq!(Verdict::None.words("token bias"), "none found");
    /// ```
    pub fn words(self, bias: &str) -> String {
        match self {
            Self::All => bias.to_owned(),
            Self::Part => format!("{bias} in part"),
            Self::None => "none found".to_owned(),
            Self::TooFew => "too few pairs".to_owned(),
            Self::TooFewClusters => "too few clusters".to_owned(),
        }
    }

    /// What there is too little of to decide: `pairs`, `clusters`. `None` if tests could reject.
    ///
    /// ```
    /// use peirast_report::Verdict;
    /// assert_eq!(Verdict::TooFewClusters.lack(), Some("clusters"));
    /// assert_eq!(Verdict::None.lack(), None);
    /// ```
    pub fn lack(self) -> Option<&'static str> {
        match self {
            Self::TooFew => Some("pairs"),
            Self::TooFewClusters => Some("clusters"),
            Self::None | Self::Part | Self::All => None,
        }
    }

    /// The style of the verdict on a page: something was found, or not.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::All | Self::Part => "found",
            Self::None | Self::TooFew | Self::TooFewClusters => "none",
        }
    }
}

/// The effect of a perturbation: the change of the share of right answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Effect {
    /// (n21 - n12)/n, from -1 to 1.
    pub estimate: f64,
    /// Lower limit of its 95 % interval.
    pub low: f64,
    /// Upper limit.
    pub high: f64,
    /// The method of the row.
    pub method: String,
    /// Its discordant pairs.
    pub discordant: u64,
    /// Its pairs.
    pub pairs: u64,
}

impl Effect {
    /// The effect with its interval, in percentage points.
    pub fn in_points(&self) -> String {
        in_points(self.estimate, self.low, self.high)
    }
}

impl Finding {
    /// The part of the tests that rejected equal performance.
    pub fn verdict(&self) -> Verdict {
        match self.rejected {
            0 if self.too_few && self.lacks_clusters => Verdict::TooFewClusters,
            0 if self.too_few => Verdict::TooFew,
            0 => Verdict::None,
            all if all == self.tests => Verdict::All,
            _ => Verdict::Part,
        }
    }
}

/// The kinds of problems that each hypothesis asks, by its id.
pub type Tasks = BTreeMap<String, BTreeSet<Task>>;

/// Words the findings, hypothesis by hypothesis, subject by subject.
pub fn findings(
    claims: &[Claim],
    rows: &[ResultRow],
    other_rows: &[ResultRow],
    subjects: &[SubjectSummary],
    tasks: &Tasks,
    alpha: f64,
) -> Vec<Finding> {
    let none = BTreeSet::new();
    let mut all = Vec::new();
    for claim in claims {
        let of_claim: Vec<&ResultRow> =
            rows.iter().filter(|row| row.hypothesis == claim.hypothesis).collect();
        let mut models: Vec<&str> = of_claim.iter().map(|row| row.model.as_str()).collect();
        models.dedup();
        let tasks = tasks.get(&claim.hypothesis).unwrap_or(&none);
        for model in models {
            let own: Vec<&ResultRow> =
                of_claim.iter().copied().filter(|row| row.model == model).collect();
            let mut finding = finding(claim, model, &own, other_rows, alpha);
            let summary = subjects.iter().find(|s| s.model == model);
            if let Some(warning) = summary.and_then(|s| s.warning_for(tasks)) {
                finding.sentence.push_str(&format!(
                    " But this subject {warning}: equal performance shows no reasoning here."
                ));
                finding.warning = Some(warning);
            }
            all.push(finding);
        }
    }
    all
}

fn finding(
    claim: &Claim,
    model: &str,
    rows: &[&ResultRow],
    other_rows: &[ResultRow],
    alpha: f64,
) -> Finding {
    let rejected = rows.iter().filter(|row| row.reject).count();
    let against = rows.iter().filter(|row| goes_against(claim.direction, row, alpha)).count();
    let fragile = rows.iter().filter(|row| is_fragile(row, other_rows)).count();
    let mut finding = Finding {
        hypothesis: claim.hypothesis.clone(),
        title: claim.title.clone(),
        standing: claim.standing,
        // An effect in a control is no bias.
        bias: if claim.standing == Standing::Control { "an effect" } else { "token bias" }
            .to_owned(),
        direction: claim.direction,
        model: model.to_owned(),
        rejected,
        tests: rows.iter().filter(|row| row.is_tested()).count(),
        untested: rows.iter().filter(|row| !row.is_tested()).count(),
        against,
        fragile,
        open: rows.iter().filter(|row| row.bounds.is_some_and(|one| one.is_open())).count(),
        pairs: rows.iter().map(|row| row.n).sum(),
        lost: rows.iter().map(|row| row.lost).sum(),
        too_few: rows.iter().all(|row| best_p(row, row.n) > alpha),
        lacks_clusters: rows.iter().any(|row| lacks_clusters(row, alpha)),
        event: claim.definition.event,
        accuracy: accuracy(rows, |row| 2 * row.n11 + row.n12 + row.n21, 2),
        accuracy_original: accuracy(rows, |row| row.n11 + row.n12, 1),
        accuracy_perturbed: accuracy(rows, |row| row.n11 + row.n21, 1),
        largest: largest(rows),
        warning: None,
        sentence: String::new(),
    };
    finding.sentence = sentence(claim, &finding);
    finding
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Significant two-sided, but in the direction that was not tested for.
fn goes_against(direction: Direction, row: &ResultRow, alpha: f64) -> bool {
    let against = match direction {
        Direction::PerturbedBetter => row.n12 > row.n21,
        Direction::OriginalBetter => row.n21 > row.n12,
        Direction::Either => false,
    };
    against && row.p_two_sided.is_some_and(|p| p < alpha)
}

fn is_fragile(row: &ResultRow, other_rows: &[ResultRow]) -> bool {
    let other = other_rows.iter().find(|other| other.is_same(row));
    other.is_some_and(|other| other.reject != row.reject)
}

fn sentence(claim: &Claim, finding: &Finding) -> String {
    let Finding { rejected, tests, untested, against, fragile, open, lost, .. } = *finding;
    let (bias, named) = (&finding.bias, capitalised(&finding.bias));
    let verdict = finding.verdict();
    let lack = verdict.lack().unwrap_or_default();
    let mut text = match (verdict, tests) {
        (Verdict::TooFew | Verdict::TooFewClusters, 0) => {
            "Too few pairs to tell: none is left to test".to_owned()
        }
        (Verdict::TooFew | Verdict::TooFewClusters, 1) => {
            format!("Too few {lack} to tell: no outcome of its one test could reject")
        }
        (Verdict::TooFew | Verdict::TooFewClusters, _) => {
            format!("Too few {lack} to tell: no outcome of these {tests} tests could reject")
        }
        (Verdict::None, 1) => {
            format!("No evidence of {bias}: its one test does not reject equal performance")
        }
        (Verdict::None, _) => {
            format!("No evidence of {bias}: 0 of {tests} tests reject equal performance")
        }
        (Verdict::All, 1) => format!("{named}: its one test rejects equal performance"),
        (Verdict::All, _) => format!("{named}: all {tests} tests reject equal performance"),
        (Verdict::Part, _) => {
            let reject = if rejected == 1 { "rejects" } else { "reject" };
            format!("{named} in part: {rejected} of {tests} tests {reject} equal performance")
        }
    };
    if let Some(accuracy) = finding.accuracy {
        let share = percent_decimals(accuracy, 1);
        text.push_str(&format!("; {} {share} %", finding.event.share()));
    }
    if let Some(effect) = &finding.largest {
        text.push_str(&format!(
            "; largest effect of the perturbation{} {} points ({}, {} of {} discordant)",
            if finding.verdict() == Verdict::Part { " among these" } else { "" },
            effect.in_points(),
            plain_method(&effect.method),
            effect.discordant,
            counted(effect.pairs, "pair", "pairs")
        ));
    }
    text.push('.');
    if claim.direction != Direction::Either && against > 0 {
        text.push_str(&format!(
            " In {against} the effect is opposite to the prediction: the two-sided p, not adjusted, is below the level, \
             but the test is one-sided."
        ));
    }
    if fragile > 0 {
        text.push_str(&format!(
            " In {fragile} the decision depends on how answers without a verdict are counted."
        ));
    }
    if open > 0 {
        text.push_str(&format!(" In {open} the lost pairs could have changed the decision."));
    }
    if tests > 0 && untested > 0 {
        text.push_str(&format!(" {untested} more could not be tested: every pair is lost."));
    }
    if lost.total() > 0 {
        text.push_str(&format!(" Pairs lost: {lost}."));
    }
    text
}

/// Share of right answers among `each` members of every pair counted.
fn accuracy(rows: &[&ResultRow], right: impl Fn(&ResultRow) -> u64, each: u64) -> Option<f64> {
    let right: u64 = rows.iter().map(|row| right(row)).sum();
    let members: u64 = rows.iter().map(|row| each * row.n).sum();
    (members > 0).then(|| right as f64 / members as f64)
}

/// The largest effect among the rejected rows, or among all where none was rejected.
fn largest(rows: &[&ResultRow]) -> Option<Effect> {
    let effect = |row: &&ResultRow| {
        row.difference.map(|d| Effect {
            estimate: d.estimate,
            low: d.interval.low,
            high: d.interval.high,
            method: row.method.clone(),
            discordant: row.n_discordant,
            pairs: row.n,
        })
    };
    let none = rows.iter().all(|row| !row.reject);
    let effects = rows.iter().filter(|row| none || row.reject).filter_map(effect);
    effects.max_by(|a, b| a.estimate.abs().total_cmp(&b.estimate.abs()))
}
