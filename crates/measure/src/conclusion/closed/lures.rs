//! Lures among options: the share of wrong choices that the theory predicts.

use super::super::grouped::{Groups, only};
use super::super::over::{Wrong, adjust_over};
use super::super::{Bounds, Kind, Null, Options, OverNull};
use super::{Chosen, Offered, QuestionType};
use crate::accuracy::{ratio, share_at};
use crate::table::{Record, table};
use crate::{Group, Placed};
use peirast_fallacy::Surface;
use peirast_stats::shares::Share;
use peirast_table::Table;
use serde::Serialize;

/// The wrong options that a group chooses, for problems on which the theory predicts a fallacy,
/// with premises in their own order and no question added.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lures {
    /// The group.
    pub group: Group,
    /// Answers asked for.
    pub answers: u64,
    /// Lost ones.
    pub lost: u64,
    /// Wrong ones.
    pub wrong: u64,
    /// Wrong answers that nothing follows.
    pub none: u64,
    /// Lures chosen.
    pub lures: u64,
    /// Lures among the wrong conclusions that were chosen.
    pub share: Option<Share>,
    /// The range of `share` over all outcomes of lost answers.
    pub range: Option<Bounds>,
    /// Lures among all wrong answers.
    pub of_wrong: Option<Share>,
    /// The expected share for a subject that chooses a wrong option at random.
    pub guessed_of_wrong: Option<f64>,
    /// Wrong conclusions to questions in which choosing among the options that can be read off does
    /// not always lead to the lure. Only these distinguish the theory from matching.
    pub telling: u64,
    /// The share compared with the largest null of each answer.
    pub beyond: Option<OverNull>,
    /// Compared with choosing among parts that occur together in the premises.
    pub over_parts: Option<OverNull>,
    /// Compared with choosing among literals that occur in the premises.
    pub over_matching: Option<OverNull>,
    /// Compared with choosing any wrong conclusion.
    pub over_chance: Option<OverNull>,
}

/// The lures of every group.
pub(crate) fn lures(groups: &Groups<'_, Chosen>, options: &Options<'_>) -> Vec<Lures> {
    let measure = |(group, answers): &(Group, Vec<&Chosen>)| {
        let headline = |a: &Chosen| {
            a.question == QuestionType::Choice && a.kind == Kind::Fallacy && a.is_plain()
        };
        let asked = only(answers, headline);
        (!asked.is_empty()).then(|| of_group(group, &asked, options))
    };
    let mut rows: Vec<Lures> = groups.iter().filter_map(measure).collect();
    adjust_over(&mut rows, |row| (&row.group, &mut row.beyond));
    adjust_over(&mut rows, |row| (&row.group, &mut row.over_parts));
    adjust_over(&mut rows, |row| (&row.group, &mut row.over_matching));
    adjust_over(&mut rows, |row| (&row.group, &mut row.over_chance));
    rows
}

fn of_group(group: &Group, answers: &[&Chosen], options: &Options<'_>) -> Lures {
    let level = options.level;
    let wrong = only(answers, |a: &Chosen| a.is_right() == Some(false));
    let taken = only(&wrong, |a: &Chosen| a.taken().is_some_and(|taken| !taken.follows));
    let is_lure = |a: &Chosen| a.taken().map(Offered::is_lure);
    let lost = answers.iter().filter(|a| a.accepted.is_err()).count() as u64;
    let lures = taken.iter().filter(|a| is_lure(a) == Some(true)).count() as u64;
    let over = |null| {
        let wrong: Vec<Wrong<'_>> = taken.iter().filter_map(|a| wrong_of(a, null)).collect();
        OverNull::new(&wrong, level)
    };
    let tells = |a: &&&Chosen| null_of(a, Null::Largest).is_some_and(|null| null < 1.0);
    let guessed: f64 = wrong.iter().map(|a| guessed(a)).sum();
    Lures {
        group: group.clone(),
        answers: answers.len() as u64,
        lost,
        wrong: wrong.len() as u64,
        none: wrong.iter().filter(|a| a.accepts() == Some(false)).count() as u64,
        lures,
        share: share_at(level, &taken, is_lure),
        range: Bounds::new(lures, lures + lost, taken.len() as u64 + lost),
        of_wrong: share_at(level, &wrong, |a: &Chosen| Some(is_lure(a) == Some(true))),
        guessed_of_wrong: ratio(1, wrong.len() as u64).map(|per| guessed * per),
        telling: taken.iter().filter(tells).count() as u64,
        beyond: over(Null::Largest),
        over_parts: over(Null::Parts),
        over_matching: over(Null::Matching),
        over_chance: over(Null::Random),
    }
}

/// The probability that a random wrong option, "none follows" included, is a lure.
fn guessed(answer: &Chosen) -> f64 {
    let lures = answer.offered.iter().filter(|one| one.is_lure()).count();
    let options = answer.offered.len() + 1;
    lures as f64 / (options - 1) as f64
}

/// A chosen wrong conclusion, compared with such a choice without the theory.
fn wrong_of(answer: &Chosen, null: Null) -> Option<Wrong<'_>> {
    let taken = answer.taken()?;
    Some(Wrong {
        item: answer.item(),
        is_fallacy: taken.is_lure(),
        null: null_of(answer, null)?,
        // A subject that matches if anything can be matched, and chooses at random otherwise.
        tested: null_of(answer, null)?.max(null_of(answer, Null::Random)?),
    })
}

/// The share of lures among the wrong conclusions from which a subject without the theory chooses:
/// all of them at random, those that can be read off, or those whose parts occur together. 0 if
/// there are none such; `None` if no conclusion is wrong.
fn null_of(answer: &Chosen, null: Null) -> Option<f64> {
    let of = |least: Surface| {
        let wrong = answer.offered.iter().filter(|one| !one.follows && one.surface >= least);
        let (lures, all) =
            wrong.fold((0, 0), |(lures, all), one| (lures + u64::from(one.is_lure()), all + 1));
        ratio(lures, all)
    };
    let random = of(Surface::Beyond)?;
    let [matching, parts] =
        [Surface::Scattered, Surface::Together].map(|least| of(least).unwrap_or(0.0));
    Some(match null {
        Null::Random => random,
        Null::Matching => matching,
        Null::Parts => parts,
        Null::Largest => random.max(matching).max(parts),
    })
}

/// The table of lures.
pub(crate) fn lure_table(rows: &[Lures]) -> Table<'static> {
    table(
        "closed-lures",
        "Lures among options",
        "The wrong options that were chosen, for problems on which the theory predicts a fallacy, \
         in their own order. Lures are conclusions that do not follow and that the theory \
         predicts. Share: lures among the wrong conclusions that were chosen (wrong minus \
         wrong_none, which counts \"none follows\"). Three nulls give the share to be expected \
         without the theory. Chance: a choice of any wrong conclusion, one over their number. \
         Matching: a choice among those whose literals occur in premises. Parts: a choice among \
         those whose literals occur together there. Null: the largest of the three for each \
         answer. Beyond, the headline: share minus null. p is one-sided, for a share no higher \
         than the null (as in fallacy-rates), adjusted over subjects. The interval of beyond also \
         includes the spread of the nulls between items, which p takes as given. Telling: wrong \
         conclusions whose null is below 1; in the others only the lure can be read off, so they \
         do not distinguish the theory from matching. In the files: lures among all wrong \
         answers (share_of_wrong), and one over the number of wrong options, including \"none \
         follows\" (chance_of_wrong); a subject that avoids this option exceeds it without any \
         theory. Least and most (in the files): all lost \
         answers chose other wrong conclusions, or lures.",
        rows.iter().map(record),
    )
}

fn record(row: &Lures) -> Record {
    let null = |over: Option<OverNull>| over.map(|over| over.null);
    let p = |over: Option<OverNull>| over.map(|over| over.p);
    let adjusted = |over: Option<OverNull>| over.and_then(|over| over.p_adjusted);
    Record::for_group(&row.group)
        .count("answers", row.answers)
        .count("lost", row.lost)
        .count("wrong", row.wrong)
        .count("wrong_none", row.none)
        .count("lures", row.lures)
        .estimate(["share", "low", "high"], row.share)
        .share("chance", null(row.over_chance))
        .share("matching", null(row.over_matching))
        .share("parts", null(row.over_parts))
        .share("null", null(row.beyond))
        .difference(["beyond", "beyond_low", "beyond_high"], row.beyond.map(OverNull::excess))
        .p("p_adjusted", adjusted(row.beyond))
        .count("telling", row.telling)
        .p("+p", p(row.beyond))
        .yes_or_no("+p_exact", row.beyond.map(|over| over.is_exact))
        .bounds(["+share_least", "+share_most"], row.range)
        .estimate(["+share_of_wrong", "+share_of_wrong_low", "+share_of_wrong_high"], row.of_wrong)
        .share("+chance_of_wrong", row.guessed_of_wrong)
        .p("+p_parts", p(row.over_parts))
        .p("+p_parts_adjusted", adjusted(row.over_parts))
        .p("+p_matching", p(row.over_matching))
        .p("+p_matching_adjusted", adjusted(row.over_matching))
        .p("+p_chance", p(row.over_chance))
        .p("+p_chance_adjusted", adjusted(row.over_chance))
}
