//! ClosedAcceptance of single conclusions, by whether they follow and whether the theory predicts it.

use super::super::grouped::{Groups, adjust, cells, columns, only};
use super::super::reversal::score;
use super::super::{Bounds, Options};
use super::{Chosen, QuestionType};
use crate::accuracy::share_at;
use crate::table::ends;
use crate::{Group, Placed};
use peirast_fallacy::Surface;
use peirast_stats::Interval;
use peirast_stats::exchange::{Permuted, Unit, summed_over_strata};
use peirast_stats::shares::{Share, contrast};
use peirast_table::{Builder, Table, Value};
use serde::Serialize;
use std::collections::BTreeMap;

/// To how many of the conclusions that it was asked about a group said yes, premises in their own order
/// and no question added.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClosedAcceptance {
    /// Whose.
    pub group: Group,
    /// Answers asked for.
    pub answers: u64,
    /// Lost ones.
    pub lost: u64,
    /// Yes to what follows and is predicted.
    pub true_predicted: Option<Share>,
    /// Yes to what follows and is not.
    pub true_other: Option<Share>,
    /// Yes to what does not follow and is predicted: the fallacy.
    pub false_predicted: Option<Share>,
    /// The same, whatever lost answers were.
    pub false_predicted_range: Option<Bounds>,
    /// Yes to what does not follow and is not predicted.
    pub false_other: Option<Share>,
    /// The same, whatever lost answers were.
    pub false_other_range: Option<Bounds>,
    /// How much oftener yes was said to what follows, all conclusions together.
    pub logic: Option<Difference>,
    /// Of what does not follow: how much oftener yes was said to what is predicted.
    pub theory: Option<Difference>,
    /// The same among conclusions of one form that can be read off as far, which is what matching and
    /// other looks at the surface cannot make: the headline.
    pub matched: Option<Difference>,
    /// Answers that this stands on.
    pub matched_answers: u64,
    /// Whether there is such a difference: labels exchanged over items within strata.
    pub test: Option<Permuted>,
    /// Its p, adjusted for there being several subjects.
    pub p_adjusted: Option<f64>,
}

/// A difference of two shares and its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The difference, from -1 to 1.
    pub value: f64,
    /// Its interval.
    pub interval: Interval,
}

impl Difference {
    fn of(terms: &[(f64, Share)]) -> Self {
        let (value, interval) = contrast(terms);
        let interval = Interval { low: interval.low.max(-1.0), high: interval.high.min(1.0) };
        Self { value, interval }
    }
}

/// The acceptances of every group that was asked for yes or no.
pub(crate) fn acceptances(
    groups: &Groups<'_, Chosen>,
    options: &Options<'_>,
) -> Vec<ClosedAcceptance> {
    let of = |(group, answers): &(Group, Vec<&Chosen>)| {
        let own = only(answers, |a| a.question == QuestionType::YesNo && a.is_plain());
        (!own.is_empty()).then(|| acceptance(group, &own, options.level))
    };
    let mut rows: Vec<ClosedAcceptance> = groups.iter().filter_map(of).collect();
    adjust(
        &mut rows,
        |row| &row.group,
        |row| row.test.map(|test| test.p),
        |row, adjusted| row.p_adjusted = adjusted,
    );
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
        let own = |a: &Chosen| a.offered.first().is_some_and(|one| one.follows == follows);
        yes(&only(answers, own))
    };
    let less = |one: Option<Share>, other: Option<Share>| {
        Some(Difference::of(&[(1.0, one?), (-1.0, other?)]))
    };
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

fn range(answers: &[&Chosen]) -> Option<Bounds> {
    let count =
        |holds: &dyn Fn(&Chosen) -> bool| answers.iter().filter(|a| holds(a)).count() as u64;
    let (yes, lost) = (count(&|a| a.accepts() == Some(true)), count(&|a| a.accepted.is_err()));
    Bounds::of(yes, yes + lost, answers.len() as u64)
}

/// Wrong conclusions of one form that can be read off as far: lures, and others.
struct Stratum<'a> {
    lures: Vec<&'a Chosen>,
    others: Vec<&'a Chosen>,
}

impl Stratum<'_> {
    fn answers(&self) -> usize {
        self.lures.len() + self.others.len()
    }

    /// Shares of yes to each item, as scores.
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

/// The strata that have answers to conclusions of both kinds.
fn strata<'a>(lures: &[&'a Chosen], others: &[&'a Chosen]) -> Vec<Stratum<'a>> {
    let mut strata: BTreeMap<(Surface, &str), Stratum<'a>> = BTreeMap::new();
    for (is_lure, answers) in [(true, lures), (false, others)] {
        for answer in answers.iter().filter(|answer| answer.accepted.is_ok()) {
            let Some(offered) = answer.offered.first() else { continue };
            let own = strata
                .entry((offered.surface, offered.form.as_str()))
                .or_insert_with(|| Stratum { lures: Vec::new(), others: Vec::new() });
            let side = if is_lure { &mut own.lures } else { &mut own.others };
            side.push(*answer);
        }
    }
    let both = |one: &Stratum<'_>| !one.lures.is_empty() && !one.others.is_empty();
    strata.into_values().filter(both).collect()
}

/// The mean difference, strata weighted as Mantel and Haenszel (1959) do; its interval by the method of
/// variance estimates recovery.
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
    (!terms.is_empty()).then(|| Difference::of(&terms))
}

/// The table of acceptances.
pub(crate) fn acceptance_table(rows: &[ClosedAcceptance]) -> Table<'static> {
    let mut table = Builder::new(
        "closed-acceptance",
        "Yes to conclusions",
        "Answers to: does this conclusion follow? Shares of yes among answers with a verdict, by whether \
         the conclusion follows (true) or not (false), and whether the theory predicts people to accept it \
         (predicted) or not (other). Logic: yes to what follows less yes to what does not. Theory: of what \
         does not follow, yes to what is predicted less yes to what is not. What is predicted can mostly be \
         read off the premises, and whoever says yes to whatever stands there shows such a difference too. \
         Matched, the headline: the same difference among conclusions of one form (alternatives, literals, \
         quantifiers) that can be read off as far, strata weighted as Mantel and Haenszel do; whoever looks \
         at the surface alone has none. p: that there is none (labels exchanged over items within strata), \
         adjusted over subjects (Benjamini-Hochberg); missing where no exchange changes anything, as for \
         who says the same to all of them. Least and most: all lost answers were no, or yes.",
        &columns(&[
            "answers",
            "lost",
            "true_predicted",
            "true_other",
            "false_predicted",
            "false_predicted_low",
            "false_predicted_high",
            "false_other",
            "false_other_low",
            "false_other_high",
            "logic",
            "theory",
            "matched",
            "matched_low",
            "matched_high",
            "p_adjusted",
            "+p",
            "+p_exact",
            "+matched_answers",
            "+logic_low",
            "+logic_high",
            "+theory_low",
            "+theory_high",
            "+true_predicted_of",
            "+true_other_of",
            "+false_predicted_of",
            "+false_other_of",
            "+false_predicted_least",
            "+false_predicted_most",
            "+false_other_least",
            "+false_other_most",
        ]),
    );
    for row in rows {
        table.row(!row.group.is_subject(), line(row));
    }
    table.build()
}

fn line(row: &ClosedAcceptance) -> Vec<Value> {
    let share = |share: Option<Share>| Value::from_option(share, |share| Value::Share(share.value));
    let interval = |share: Option<Share>| ends(share.map(|share| share.interval), Value::Share);
    let difference =
        |found: Option<Difference>| Value::from_option(found, |d| Value::Points(d.value));
    let reach = |found: Option<Difference>| ends(found.map(|d| d.interval), Value::Points);
    let mut cells = cells(&row.group);
    cells.extend([row.answers.into(), row.lost.into()]);
    cells.extend([share(row.true_predicted), share(row.true_other)]);
    for found in [row.false_predicted, row.false_other] {
        cells.push(share(found));
        cells.extend(interval(found));
    }
    cells.extend([row.logic, row.theory, row.matched].map(difference));
    cells.extend(reach(row.matched));
    cells.extend([
        Value::from_option(row.p_adjusted, Value::P),
        Value::from_option(row.test, |test| Value::P(test.p)),
        Value::from_option(row.test, |test| if test.is_exact { "yes" } else { "no" }.into()),
        row.matched_answers.into(),
    ]);
    cells.extend(reach(row.logic));
    cells.extend(reach(row.theory));
    let all = [row.true_predicted, row.true_other, row.false_predicted, row.false_other];
    cells.extend(all.map(|share| Value::Count(share.map_or(0, |share| share.of))));
    for range in [row.false_predicted_range, row.false_other_range] {
        cells.push(Value::from_option(range, |range| Value::Share(range.low)));
        cells.push(Value::from_option(range, |range| Value::Share(range.high)));
    }
    cells
}
