//! Acceptance of single conclusions, by whether they follow and whether the theory predicts it.

use super::super::grouped::{Groups, adjust, only};
use super::super::reversal::score;
use super::super::{Bounds, Options};
use super::{Chosen, QuestionType};
use crate::accuracy::share_at;
use crate::table::{Record, table};
use crate::{Difference, Group, Placed};
use peirast_fallacy::Surface;
use peirast_stats::Interval;
use peirast_stats::exchange::{Permuted, Unit, summed_over_strata};
use peirast_stats::shares::Share;
use peirast_table::{Table, Value};
use serde::Serialize;
use std::collections::BTreeMap;

/// Acceptance of single conclusions by a group, with premises in their own order and no question
/// added.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClosedAcceptance {
    /// The group.
    pub group: Group,
    /// Answers asked for.
    pub answers: u64,
    /// Lost ones.
    pub lost: u64,
    /// Acceptance of conclusions that follow and are predicted.
    pub true_predicted: Option<Share>,
    /// Acceptance of conclusions that follow and are not predicted.
    pub true_other: Option<Share>,
    /// Acceptance of conclusions that do not follow and are predicted: the fallacy.
    pub false_predicted: Option<Share>,
    /// The range of `false_predicted` over all outcomes of lost answers.
    pub false_predicted_range: Option<Bounds>,
    /// Acceptance of conclusions that do not follow and are not predicted.
    pub false_other: Option<Share>,
    /// The range of `false_other` over all outcomes of lost answers.
    pub false_other_range: Option<Bounds>,
    /// Acceptance of conclusions that follow minus that of conclusions that do not.
    pub logic: Option<Difference>,
    /// Among conclusions that do not follow: acceptance of predicted minus that of other ones.
    pub theory: Option<Difference>,
    /// The same difference among conclusions of one form that can be read off equally far. Matching
    /// and other surface strategies cannot produce it: the headline.
    pub matched: Option<Difference>,
    /// Number of answers in `matched`.
    pub matched_answers: u64,
    /// Test of `matched`: labels exchanged over items within strata.
    pub test: Option<Permuted>,
    /// The p of `test`, adjusted for the number of subjects.
    pub p_adjusted: Option<f64>,
}

/// The acceptances of every group that was asked yes/no questions.
pub(crate) fn acceptances(
    groups: &Groups<'_, Chosen>,
    options: &Options<'_>,
) -> Vec<ClosedAcceptance> {
    let measure = |(group, answers): &(Group, Vec<&Chosen>)| {
        let asked = only(answers, |a| a.question == QuestionType::YesNo && a.is_plain());
        (!asked.is_empty()).then(|| acceptance(group, &asked, options.level))
    };
    let mut rows: Vec<ClosedAcceptance> = groups.iter().filter_map(measure).collect();
    adjust(&mut rows, |row| Some((&row.group, row.test?.p, &mut row.p_adjusted)));
    rows
}

fn is_about(answer: &Chosen, follows: bool, predicted: bool) -> bool {
    answer.offered.first().is_some_and(|one| (one.follows, one.predicted) == (follows, predicted))
}

fn acceptance(group: &Group, answers: &[&Chosen], level: f64) -> ClosedAcceptance {
    let about = |follows, predicted| only(answers, |a| is_about(a, follows, predicted));
    let yes = |answers: &[&Chosen]| share_at(level, answers, Chosen::accepts);
    let (lures, others) = (about(false, true), about(false, false));
    let following = |follows| {
        let fits = |a: &Chosen| a.offered.first().is_some_and(|one| one.follows == follows);
        yes(&only(answers, fits))
    };
    let less =
        |one: Option<Share>, other: Option<Share>| Some(difference(&[(1.0, one?), (-1.0, other?)]));
    let strata = strata(&lures, &others);
    let units: Vec<Vec<Unit>> = strata.iter().map(Stratum::units).collect();
    ClosedAcceptance {
        group: group.clone(),
        answers: answers.len() as u64,
        lost: answers.iter().filter(|a| a.accepted.is_err()).count() as u64,
        true_predicted: yes(&about(true, true)),
        true_other: yes(&about(true, false)),
        false_predicted: yes(&lures),
        false_predicted_range: range(&lures),
        false_other: yes(&others),
        false_other_range: range(&others),
        logic: less(following(true), following(false)),
        theory: less(yes(&lures), yes(&others)),
        matched: matched(&strata, level),
        matched_answers: strata.iter().map(|one| one.answers() as u64).sum(),
        test: if units.is_empty() { None } else { summed_over_strata(&units) },
        p_adjusted: None,
    }
}

/// A difference of shares, with its interval clipped to -1 to 1.
fn difference(terms: &[(f64, Share)]) -> Difference {
    let Difference { value, interval } = Difference::new(terms);
    let interval = Interval { low: interval.low.max(-1.0), high: interval.high.min(1.0) };
    Difference { value, interval }
}

fn range(answers: &[&Chosen]) -> Option<Bounds> {
    let count =
        |holds: &dyn Fn(&Chosen) -> bool| answers.iter().filter(|a| holds(a)).count() as u64;
    let (yes, lost) = (count(&|a| a.accepts() == Some(true)), count(&|a| a.accepted.is_err()));
    Bounds::new(yes, yes + lost, answers.len() as u64)
}

/// Wrong conclusions of one form that can be read off equally far: lures, and others.
struct Stratum<'a> {
    lures: Vec<&'a Chosen>,
    others: Vec<&'a Chosen>,
}

impl Stratum<'_> {
    fn answers(&self) -> usize {
        self.lures.len() + self.others.len()
    }

    /// The share of yes answers to each item, as scores.
    fn units(&self) -> Vec<Unit> {
        let mut items: BTreeMap<(&str, bool), (u64, u64)> = BTreeMap::new();
        for (is_marked, answers) in [(true, &self.lures), (false, &self.others)] {
            for answer in answers {
                let (yes, of) = items.entry((answer.item(), is_marked)).or_default();
                *yes += u64::from(answer.accepts() == Some(true));
                *of += 1;
            }
        }
        let unit = |((_, is_marked), (yes, of)): (&(&str, bool), &(u64, u64))| Unit {
            score: score(*yes, *of),
            is_marked: *is_marked,
        };
        items.iter().map(unit).collect()
    }
}

/// The strata with answers to conclusions of both kinds.
fn strata<'a>(lures: &[&'a Chosen], others: &[&'a Chosen]) -> Vec<Stratum<'a>> {
    let mut strata: BTreeMap<(Surface, &str), Stratum<'a>> = BTreeMap::new();
    for (is_lure, answers) in [(true, lures), (false, others)] {
        for answer in answers.iter().filter(|answer| answer.accepted.is_ok()) {
            let Some(offered) = answer.offered.first() else { continue };
            let stratum = strata
                .entry((offered.surface, offered.form.as_str()))
                .or_insert_with(|| Stratum { lures: Vec::new(), others: Vec::new() });
            let side = if is_lure { &mut stratum.lures } else { &mut stratum.others };
            side.push(*answer);
        }
    }
    let both = |one: &Stratum<'_>| !one.lures.is_empty() && !one.others.is_empty();
    strata.into_values().filter(both).collect()
}

/// The mean difference, with the weights of Mantel and Haenszel (1959) for strata. The interval is
/// by the method of variance estimates recovery.
fn matched(strata: &[Stratum<'_>], level: f64) -> Option<Difference> {
    let weight =
        |one: &Stratum<'_>| one.lures.len() as f64 * one.others.len() as f64 / one.answers() as f64;
    let all: f64 = strata.iter().map(weight).sum();
    let mut terms = Vec::new();
    for one in strata {
        let share = weight(one) / all;
        terms.push((share, share_at(level, &one.lures, Chosen::accepts)?));
        terms.push((-share, share_at(level, &one.others, Chosen::accepts)?));
    }
    (!terms.is_empty()).then(|| difference(&terms))
}

/// The table of acceptances.
pub(crate) fn acceptance_table(rows: &[ClosedAcceptance]) -> Table<'static> {
    table(
        "closed-acceptance",
        "Yes to conclusions",
        "Answers to: does this conclusion follow? Shares of yes among answers with a verdict, by \
         whether the conclusion follows (true) or not (false), and whether the theory predicts \
         people to accept it (predicted) or not (other). Logic: the share of yes to conclusions \
         that follow minus that to conclusions that do not. Theory: among conclusions that do not \
         follow, the share of yes to predicted ones minus that to other ones. Most predicted \
         conclusions can be read off the premises, so a subject that says yes to everything in \
         the premises shows such a difference too. Matched, the headline: the same difference \
         among conclusions of one form (alternatives, literals, quantifiers) that can be read off \
         equally far, with Mantel-Haenszel weights for strata. A subject that uses only the \
         surface has no such difference. p tests that there is none (labels exchanged over items \
         within strata), adjusted over subjects (Benjamini-Hochberg). It is missing if no \
         exchange changes anything, as for a subject that always gives the same answer. Least and \
         most: all lost answers were no, or yes.",
        rows.iter().map(record),
    )
}

fn record(row: &ClosedAcceptance) -> Record {
    let answers = |share: Option<Share>| share.map_or(0, |share| share.of);
    let (lures, others) = (row.false_predicted_range, row.false_other_range);
    Record::for_group(&row.group)
        .count("answers", row.answers)
        .count("lost", row.lost)
        .share_alone("true_predicted", row.true_predicted)
        .share_alone("true_other", row.true_other)
        .estimate(
            ["false_predicted", "false_predicted_low", "false_predicted_high"],
            row.false_predicted,
        )
        .estimate(["false_other", "false_other_low", "false_other_high"], row.false_other)
        .points("logic", row.logic.map(|found| found.value))
        .points("theory", row.theory.map(|found| found.value))
        .difference(["matched", "matched_low", "matched_high"], row.matched)
        .p("p_adjusted", row.p_adjusted)
        .p("+p", row.test.map(|test| test.p))
        .yes_or_no("+p_exact", row.test.map(|test| test.is_exact))
        .count("+matched_answers", row.matched_answers)
        .interval(["+logic_low", "+logic_high"], row.logic.map(|d| d.interval), Value::Points)
        .interval(["+theory_low", "+theory_high"], row.theory.map(|d| d.interval), Value::Points)
        .count("+true_predicted_of", answers(row.true_predicted))
        .count("+true_other_of", answers(row.true_other))
        .count("+false_predicted_of", answers(row.false_predicted))
        .count("+false_other_of", answers(row.false_other))
        .bounds(["+false_predicted_least", "+false_predicted_most"], lures)
        .bounds(["+false_other_least", "+false_other_most"], others)
}
