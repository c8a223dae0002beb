//! The headline measure of each paradigm.

use crate::index::{QuestionSet, Row, Standing};
use crate::pairs::Cell;
use crate::{Run, pairs};
use peirast_record::{Direction, Event, Grade, Standing as ClaimStanding, cluster_of};
use peirast_report::{Claim, HeadlineNumber, Outcomes, SubjectSummary, headline_numbers};
use peirast_stats::{PairedTable, clustered};
use std::collections::BTreeMap;

/// Confidence of every interval.
const CONFIDENCE: f64 = 0.95;
/// The families whose pairs differ in tokens only.
const TOKEN_BIAS: [&str; 3] = ["conjunction", "syllogism", "horses"];
/// The family on whose problems the theory predicts fallacies.
const EROTETIC: [&str; 1] = ["etr"];
/// The other built-in families, which have measures of their own.
const MEASURED: [&str; 1] = ["categorical"];

/// A way of asking about reasoning, with the measure that sums it up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Paradigm {
    TokenBias,
    Syllogisms,
    BeliefBias,
    Erotetic,
    Fallacies,
    EroteticYesNo,
    EroteticChoice,
    Own,
}

impl Paradigm {
    /// Returns its name in addresses and files.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::TokenBias => "token-bias",
            Self::Syllogisms => "syllogisms",
            Self::BeliefBias => "belief-bias",
            Self::Erotetic => "erotetic",
            Self::Fallacies => "predicted-fallacies",
            Self::EroteticYesNo => "erotetic-yes-no",
            Self::EroteticChoice => "erotetic-choice",
            Self::Own => "own-problems",
        }
    }

    /// Returns its title.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::TokenBias => "Token bias",
            Self::Syllogisms => "Syllogisms",
            Self::BeliefBias => "Belief bias",
            Self::Erotetic => "Erotetic reasoning",
            Self::Fallacies => "Predicted fallacies",
            Self::EroteticYesNo => "Erotetic, yes or no",
            Self::EroteticChoice => "Erotetic, choice",
            Self::Own => "Own problems",
        }
    }

    /// Returns the measure, in a few words.
    pub(crate) fn measure(self) -> &'static str {
        match self {
            Self::TokenBias => {
                "pairs that changed as predicted, minus pairs that changed the other way"
            }
            Self::Syllogisms | Self::EroteticYesNo | Self::EroteticChoice | Self::Own => {
                "right answers"
            }
            Self::BeliefBias => "acceptance of believable minus unbelievable conclusions",
            Self::Erotetic => {
                "predicted fallacies on the original problems minus those on the changed ones"
            }
            Self::Fallacies => {
                "predicted fallacies among wrong conclusions, minus those that chance and reading off explain"
            }
        }
    }

    /// Returns what the measure counts and why it is the one that ranks, in sentences with a blank at
    /// their end; empty if its name says it all.
    pub(crate) fn scope(self) -> &'static str {
        match self {
            Self::Erotetic => {
                "On the original problems the theory predicts a fallacy. On the changed ones it predicts none: their \
                 premises are in another order, or a curing question comes first. The column is sorted by this \
                 difference, over all confirmatory hypotheses of that kind. It is not sorted by the rate of \
                 fallacies, which also counts errors that have another cause. "
            }
            Self::Fallacies => {
                "Reading off means that an answer repeats a part of the premises. A subject without a wrong \
                 conclusion has no number. "
            }
            Self::TokenBias => {
                "Only confirmatory hypotheses that predict a direction count. Controls and exploratory hypotheses are \
                 left out. "
            }
            _ => "",
        }
    }

    /// Returns what `n` counts.
    pub(crate) fn unit(self) -> &'static str {
        match self {
            Self::TokenBias | Self::Erotetic => "pairs",
            Self::Fallacies => "conclusions that do not follow",
            Self::BeliefBias => "verdicts on believable or unbelievable conclusions",
            Self::Syllogisms => "verdicts",
            _ => "answers",
        }
    }

    /// Returns the order of the column, in words.
    pub(crate) fn order(self) -> &'static str {
        match self {
            Self::TokenBias | Self::BeliefBias | Self::Erotetic => {
                "closest to 0 first (size without sign)"
            }
            Self::Fallacies => "smallest excess first",
            _ => "largest share first",
        }
    }

    /// Returns true if the measure is a difference of shares.
    pub(crate) fn is_difference(self) -> bool {
        matches!(self, Self::TokenBias | Self::BeliefBias | Self::Erotetic | Self::Fallacies)
    }

    /// Returns the place of a value in the order of the column: smaller ones come first.
    pub(crate) fn rank(self, value: f64) -> f64 {
        match self {
            Self::TokenBias | Self::BeliefBias | Self::Erotetic => value.abs(),
            Self::Fallacies => value,
            _ => -value,
        }
    }

    fn of_headline(number: &HeadlineNumber) -> Option<Self> {
        Some(match (number.table, number.column, number.question) {
            ("accuracy", _, _) => Self::Syllogisms,
            ("belief-bias", _, _) => Self::BeliefBias,
            ("fallacy-rates", "beyond", _) => Self::Fallacies,
            ("closed-accuracy", _, "yes-no") => Self::EroteticYesNo,
            ("closed-accuracy", _, "choice") => Self::EroteticChoice,
            _ => return None,
        })
    }
}

/// The measure of a model in one run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ParadigmNumber {
    pub(crate) paradigm: Paradigm,
    pub(crate) model: String,
    /// A share from 0 to 1, or a difference of shares from -1 to 1.
    pub(crate) value: f64,
    pub(crate) interval: Option<(f64, f64)>,
    /// Its basis: answers or pairs.
    pub(crate) n: u64,
    /// Questions of the model without an answer.
    pub(crate) open: u64,
    /// The answer that the model gives nearly always, as in the report: then its number is no sign of
    /// reasoning.
    pub(crate) warning: Option<String>,
}

impl ParadigmNumber {
    /// Returns the place of its model among others, whatever the number is: complete runs, runs that lack
    /// answers, and models that give one answer nearly always.
    pub(crate) fn place(&self) -> u8 {
        match (&self.warning, self.open) {
            (Some(_), _) => 2,
            (None, 0) => 0,
            (None, _) => 1,
        }
    }
}

/// Returns the measures of all models of a run.
pub(super) fn numbers(run: &Run) -> Vec<ParadigmNumber> {
    let mut all = Vec::new();
    for model in run.index.subjects() {
        all.extend(number(run, model, Paradigm::TokenBias, paired(run, model, is_token_bias)));
        all.extend(number(run, model, Paradigm::Erotetic, paired(run, model, is_of_fallacies)));
        all.extend(number(run, model, Paradigm::Own, own_problems(run, model)));
    }
    for headline in headline_numbers(&run.report) {
        let Some(paradigm) = Paradigm::of_headline(&headline) else { continue };
        let found = Found {
            value: headline.value,
            interval: headline.interval,
            n: headline.n.or_else(|| run.with_belief.get(&headline.subject).copied()).unwrap_or(0),
        };
        all.extend(number(run, &headline.subject, paradigm, Some(found)));
    }
    all
}

/// A number before it is named.
struct Found {
    value: f64,
    interval: Option<(f64, f64)>,
    n: u64,
}

fn number(
    run: &Run,
    model: &str,
    paradigm: Paradigm,
    found: Option<Found>,
) -> Option<ParadigmNumber> {
    let Found { value, interval, n } = found?;
    let open = run.questions.get(model).map_or(0, |set: &QuestionSet| set.open);
    let subject = run.report.subjects.iter().find(|one| one.model == model);
    let warning = subject.and_then(SubjectSummary::warning);
    Some(ParadigmNumber { paradigm, model: model.to_owned(), value, interval, n, open, warning })
}

/// Returns the numbers of verdicts on conclusions that are believable or unbelievable, by subject, as the table
/// of belief bias counts them. Conclusions of made-up words have no belief.
pub(crate) fn verdicts_with_belief(counted: &Outcomes) -> BTreeMap<String, u64> {
    let mut verdicts: BTreeMap<String, u64> = BTreeMap::new();
    for one in counted.rows() {
        let has_belief = one.factors.get("content") != Some("nonsense")
            && matches!(one.factors.get("belief"), Some("believable" | "unbelievable"));
        if has_belief && one.grade != Grade::Unscored {
            *verdicts.entry(one.subject.to_string()).or_default() += 1;
        }
    }
    verdicts
}

/// The test by which a paradigm takes a pair.
type Takes = fn(&Claim, &PairRows<'_>) -> bool;

/// The rows of both members of a pair.
struct PairRows<'a>([Option<Row<'a>>; 2]);

impl<'a> PairRows<'a> {
    /// Returns the cluster of the pair's item.
    fn cluster(&self) -> Option<&'a str> {
        let row = self.0.iter().flatten().next()?;
        Some(cluster_of(row.item, row.levels))
    }
}

/// Returns the share of pairs that changed as predicted less those that changed the other way, over the
/// confirmatory hypotheses whose pairs are taken. One item has pairs in several hypotheses and under
/// several protocols, so that items, or their clusters, are clusters of pairs.
fn paired(run: &Run, model: &str, takes: Takes) -> Option<Found> {
    let mut clusters: BTreeMap<&str, PairedTable> = BTreeMap::new();
    for (row, comparison) in run.report.rows.iter().zip(&run.comparisons) {
        let claim = run.report.claims.iter().find(|claim| claim.hypothesis == row.hypothesis);
        let is_counted =
            |claim: &&Claim| claim.standing == ClaimStanding::Confirmatory && row.model == model;
        let Some(claim) = claim.filter(is_counted) else { continue };
        for pair in &comparison.pairs {
            let (original, perturbed) = comparison.members(pair);
            let of = |rows: &[u32]| rows.first().and_then(|row| run.index.row(*row));
            let rows = PairRows([of(original), of(perturbed)]);
            if takes(claim, &rows) {
                let cluster = rows.cluster().unwrap_or(run.index.item_named(pair.item));
                add(clusters.entry(cluster).or_default(), pair, claim.direction);
            }
        }
    }
    let tables: Vec<PairedTable> = clusters.into_values().collect();
    let total: PairedTable = tables.iter().copied().sum();
    let n = total.n();
    let value = (total.n21 as f64 - total.n12 as f64) / n as f64;
    let interval = clustered::difference(&tables, CONFIDENCE).ok();
    let interval = interval.map(|found| (found.robust.interval.low, found.robust.interval.high));
    (n > 0).then_some(Found { value, interval, n })
}

/// Adds a pair; in n21 it changed as predicted.
fn add(table: &mut PairedTable, pair: &pairs::Pair, direction: Direction) {
    let weight = u64::from(pair.weight);
    let is_predicted = match direction {
        Direction::OriginalBetter => Cell::OnlyOriginal,
        Direction::PerturbedBetter | Direction::Either => Cell::OnlyPerturbed,
    };
    match pair.cell {
        Cell::BothRight => table.n11 += weight,
        Cell::BothWrong => table.n22 += weight,
        Cell::Lost(_) => {}
        cell if cell == is_predicted => table.n21 += weight,
        _ => table.n12 += weight,
    }
}

/// Returns true if a hypothesis predicts a direction and the members of a pair differ in tokens only: they
/// belong to a family made for that, or are recorded answers of such a study, which name no family.
fn is_token_bias(claim: &Claim, PairRows([original, perturbed]): &PairRows<'_>) -> bool {
    let row = original.as_ref().or(perturbed.as_ref());
    let is_of_tokens =
        |row: &Row<'_>| row.levels.get("family").is_none_or(|family| TOKEN_BIAS.contains(&family));
    claim.direction != Direction::Either && row.is_some_and(is_of_tokens)
}

/// Returns true if a hypothesis compares fallacies between two problems of the erotetic theory that were
/// asked alike. A hypothesis without a direction counts too: the theory predicts the fallacy on the
/// original premises.
fn is_of_fallacies(claim: &Claim, PairRows(members): &PairRows<'_>) -> bool {
    let [Some(original), Some(perturbed)] = members else { return false };
    let is_erotetic =
        |row: &Row<'_>| row.levels.get("family").is_some_and(|family| EROTETIC.contains(&family));
    claim.definition.event == Event::NoFallacy
        && is_erotetic(original)
        && original.protocol() == perturbed.protocol()
}

/// Returns true if a family is one of ours.
fn is_built_in(family: &str) -> bool {
    TOKEN_BIAS.iter().chain(&EROTETIC).chain(&MEASURED).any(|name| *name == family)
}

/// Returns the share of right answers to problems of no built-in family. Answers to one item, or to the
/// items of one cluster, are related.
fn own_problems(run: &Run, model: &str) -> Option<Found> {
    let mut clusters: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for row in run.index.rows_of(model).filter_map(|row| run.index.row(row)) {
        let Some(family) = row.levels.get("family") else { continue };
        let is_right = match row.standing {
            Standing::Graded(Grade::Correct) => true,
            Standing::Graded(Grade::Wrong) => false,
            _ => continue,
        };
        if !is_built_in(family) {
            let (right, all) = clusters.entry(cluster_of(row.item, row.levels)).or_default();
            *right += u64::from(is_right);
            *all += 1;
        }
    }
    let counts: Vec<(u64, u64)> = clusters.into_values().collect();
    let (right, n) = counts.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    let interval = clustered::share(&counts, CONFIDENCE).ok();
    let interval = interval.map(|found| (found.interval.low, found.interval.high));
    (n > 0).then_some(Found { value: right as f64 / n as f64, interval, n })
}

#[cfg(test)]
mod tests {
    use super::{is_built_in, verdicts_with_belief};
    use peirast_record::{Answer, Factors, Grade, Key, Outcome, Scoring, Version};
    use peirast_report::Outcomes;
    use peirast_task::FAMILIES;
    use std::sync::Arc;

    fn judged(content: &str, belief: &str, answer: Answer) -> Outcome {
        let truth = Answer::Valid(true);
        let place = (content, belief, answer.to_string());
        Outcome {
            trial: Key::from_content("belief", &place).expect("a key"),
            version: Version::new("a/b", "a"),
            item: "a".into(),
            subject: "lab/model".into(),
            repeat: 0,
            factors: Arc::new(Factors::from_iter([("content", content), ("belief", belief)])),
            answer,
            truth,
            grade: Grade::new(answer, truth),
            scoring: Scoring::Reader,
            evidence: None,
        }
    }

    /// Made-up words, neutral conclusions and answers without a verdict do not count.
    #[test]
    fn only_verdicts_on_conclusions_with_a_belief_count() {
        let [right, wrong] = [true, false].map(Answer::Valid);
        let counted = Outcomes::new(vec![
            judged("real", "believable", right),
            judged("real", "unbelievable", wrong),
            judged("real", "believable", Answer::Refused),
            judged("real", "neutral", right),
            judged("nonsense", "believable", right),
        ]);
        let found = verdicts_with_belief(&counted);
        assert_eq!(found.into_iter().collect::<Vec<_>>(), [("lab/model".to_owned(), 2)]);
    }

    /// A new family must be given a paradigm, or it would count as problems of a user's own.
    #[test]
    fn every_built_in_family_has_a_paradigm() {
        for family in FAMILIES {
            assert!(is_built_in(family.name), "{}", family.name);
        }
    }
}
