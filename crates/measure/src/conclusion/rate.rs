//! Fallacy rates: of the answers that do not follow, the share that the theory predicts.

use super::bounds::Tally;
use super::grouped::{Groups, adjust, cells, columns, only};
use super::over::over_null;
use super::{Bounds, Concluded, Notion, Null, Options, OverNull, SoundnessClass};
use crate::Group;
use crate::accuracy::{ratio, share_at};
use crate::table::ends;
use peirast_stats::shares::Share;
use peirast_table::{Builder, Table, Value};
use serde::Serialize;

/// The fallacies of a group, on problems for which the theory predicts one, premises in their own
/// order and no question added.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FallacyRate {
    /// Whose.
    pub group: Group,
    /// Counts of answers.
    pub tally: Tally,
    /// Informative correctness: of all answers asked for, the share that follows from several
    /// premises together. Lost answers informed nobody.
    pub informative: Option<Share>,
    /// Of all answers asked for, the share that follows and says something: from one premise or more.
    pub non_trivial: Option<Share>,
    /// Correctness as published: of the answers with a verdict, all that follow, "nothing follows"
    /// among them.
    pub correct: Option<Share>,
    /// Fallacies among incorrect answers; none of none.
    pub rate: Option<Share>,
    /// Fallacies among all answers of which it is known whether they are.
    pub absolute: Option<Share>,
    /// The rate by every notion, in the order of [`Notion::ALL`].
    pub notions: [Option<f64>; 4],
    /// Of all answers asked for, the share of those to problems on which a reasoner without a fault
    /// informs: what there is to reach.
    pub ceiling: Option<f64>,
    /// The rate beside the largest of all nulls for each answer: what none of them explains, and the
    /// headline.
    pub beyond: Option<OverNull>,
    /// The rate beside that of answers that are parts of alternatives of premises.
    pub over_parts: Option<OverNull>,
    /// The rate beside that of answers that are read off the premises literal by literal.
    pub over_matching: Option<OverNull>,
    /// The rate beside that of random answers, which whoever reads off exceeds.
    pub over_chance: Option<OverNull>,
}

impl FallacyRate {
    /// What the rate could have been, whatever lost answers were.
    pub fn range(&self) -> Option<Bounds> {
        self.tally.rate_range()
    }

    /// The share of answers without a judgement, on which the published exclusion goes.
    pub fn lost(&self) -> Option<f64> {
        let all = self.tally.answers();
        (all > 0).then(|| self.tally.lost as f64 / all as f64)
    }
}

/// Counts answers by what is known of them.
pub(crate) fn tally(answers: &[&Concluded], notion: Notion) -> Tally {
    let mut tally = Tally::default();
    for answer in answers {
        let Some(judged) = answer.judged() else {
            tally.lost += 1;
            continue;
        };
        let cell = match (judged.is_correct(), judged.is_fallacy(notion)) {
            (Some(true), _) => &mut tally.correct,
            (Some(false), Some(true)) => &mut tally.fallacies,
            (Some(false), Some(false)) => &mut tally.other_errors,
            _ => &mut tally.undecided,
        };
        *cell += 1;
        tally.informative += u64::from(judged.is_informative());
    }
    tally
}

/// Whether an answer that does not follow is a fallacy; `None` of all others.
pub(crate) fn error_kind(answer: &Concluded, notion: Notion) -> Option<bool> {
    let is_error = answer.is_correct() == Some(false);
    answer.is_fallacy(notion).filter(|_| is_error)
}

/// The fallacy rates of every group.
pub(crate) fn fallacy_rates(groups: &Groups<'_>, options: &Options<'_>) -> Vec<FallacyRate> {
    let of = |(group, answers): &(Group, Vec<&Concluded>)| {
        let answers = only(answers, Concluded::is_headline);
        (!answers.is_empty()).then(|| fallacy_rate(group, &answers, options))
    };
    let mut rows: Vec<FallacyRate> = groups.iter().filter_map(of).collect();
    // A family of tests for each null.
    adjust_over(&mut rows, |row| &mut row.beyond, |row| row.beyond);
    adjust_over(&mut rows, |row| &mut row.over_parts, |row| row.over_parts);
    adjust_over(&mut rows, |row| &mut row.over_matching, |row| row.over_matching);
    adjust_over(&mut rows, |row| &mut row.over_chance, |row| row.over_chance);
    rows
}

fn adjust_over(
    rows: &mut [FallacyRate],
    place: impl Fn(&mut FallacyRate) -> &mut Option<OverNull>,
    found: impl Fn(&FallacyRate) -> Option<OverNull>,
) {
    let set = |row: &mut FallacyRate, adjusted| {
        if let Some(found) = place(row) {
            found.p_adjusted = adjusted;
        }
    };
    adjust(rows, |row| &row.group, |row| found(row).map(|found| found.p), set);
}

fn fallacy_rate(group: &Group, answers: &[&Concluded], options: &Options<'_>) -> FallacyRate {
    let (notion, level) = (options.notion, options.level);
    let says = |fits: fn(SoundnessClass) -> bool| {
        share_at(level, answers, move |a: &Concluded| {
            Some(a.judged().is_some_and(|judged| fits(judged.soundness)))
        })
    };
    FallacyRate {
        group: group.clone(),
        tally: tally(answers, notion),
        informative: says(|class| class == SoundnessClass::Joint),
        non_trivial: says(|c| matches!(c, SoundnessClass::Joint | SoundnessClass::Restating)),
        correct: share_at(level, answers, Concluded::is_correct),
        rate: share_at(level, answers, |a| error_kind(a, notion)),
        absolute: share_at(level, answers, |a| a.is_fallacy(notion)),
        notions: Notion::ALL
            .map(|n| share_at(level, answers, |a| error_kind(a, n)).map(|share| share.value)),
        ceiling: ceiling(answers),
        beyond: over_null(answers, Null::Largest, notion, level),
        over_parts: over_null(answers, Null::Parts, notion, level),
        over_matching: over_null(answers, Null::Matching, notion, level),
        over_chance: over_null(answers, Null::Random, notion, level),
    }
}

/// Of all answers asked for, the share of those to problems on which a reasoner without a fault says
/// something that takes several premises; none where nobody asked that of some.
pub(crate) fn ceiling(answers: &[&Concluded]) -> Option<f64> {
    let known: Option<Vec<bool>> = answers.iter().map(|answer| answer.is_reachable).collect();
    let known = known?;
    ratio(known.iter().filter(|is| **is).count() as u64, known.len() as u64)
}

/// The table of fallacy rates.
pub(crate) fn fallacy_rate_table(rows: &[FallacyRate], notion: Notion) -> Table<'static> {
    let mut table = Builder::new(
        "fallacy-rates",
        "Fallacies that the theory predicts",
        &note(notion),
        &columns(&[
            "answers",
            "lost",
            "informative",
            "informative_low",
            "informative_high",
            "informative_ceiling",
            "incorrect",
            "fallacies",
            "rate",
            "rate_low",
            "rate_high",
            "chance",
            "matching",
            "parts",
            "null",
            "beyond",
            "beyond_low",
            "beyond_high",
            "p_adjusted",
            "+p",
            "+p_exact",
            "+incorrect_null",
            "+over_parts",
            "+over_parts_low",
            "+over_parts_high",
            "+p_parts",
            "+p_parts_adjusted",
            "+p_parts_exact",
            "+incorrect_parts",
            "+over_matching",
            "+over_matching_low",
            "+over_matching_high",
            "+p_matching",
            "+p_matching_adjusted",
            "+p_matching_exact",
            "+incorrect_matching",
            "+over_chance",
            "+over_chance_low",
            "+over_chance_high",
            "+p_chance",
            "+p_chance_adjusted",
            "+p_chance_exact",
            "+incorrect_chance",
            "+rate_least",
            "+rate_most",
            "+rate_strict",
            "+rate_regardless",
            "+rate_exact",
            "+rate_equivalent",
            "+informative_most",
            "+non_trivial",
            "+correct_published",
            "+correct_published_least",
            "+correct_published_most",
            "+fallacies_of_all",
            "+fallacies_of_all_low",
            "+fallacies_of_all_high",
            "+fallacies_of_all_least",
            "+fallacies_of_all_most",
            "+undecided",
        ]),
    );
    for row in rows {
        table.row(!row.group.is_subject(), line(row));
    }
    table.build()
}

fn note(notion: Notion) -> String {
    format!(
        "Open answers to problems on which the theory predicts a fallacy. Informative: the share of all \
         answers that follow from several premises together, which \"nothing follows\" and repeated \
         premises do not. Not all premises allow that: the ceiling is what a reasoner without a fault \
         (sim:flawless) reaches on the same problems. Rate: the fallacy rate, the share that the theory \
         predicts (notion: {}) of the answers that do not follow; who never concludes anything has none. \
         Much of what is predicted is said without the theory too. Chance: the rate to be expected of \
         whoever says literals at random, of any sign, in answers of the same shapes that do not follow. \
         Matching: the same, only of literals that stand in some premise, taken one by one. Parts: only of \
         literals that stand together in an alternative of a premise. Where nothing wrong of a shape can \
         be said so, the rate is 0. Null: for each answer the largest of the three, so that no mixture of \
         them comes to more. Beyond, the headline: the rate less that, of those incorrect answers for \
         which the nulls are known (incorrect_null), that is, without quantifiers and suppositions and of \
         a few literals; what is beyond, no null explains. p: one-sided, that the rate is no higher (exact \
         tail of the Poisson-binomial distribution where each item has one answer, else a normal \
         approximation with the largest variance that dependent answers can have), adjusted over subjects \
         for each null (Benjamini-Hochberg). Items are the unit of intervals. At worst, lost answers were \
         all other errors (least) or all fallacies (most). Correct as published, and few fallacies among \
         all answers (fallacies_of_all), is also who always says that nothing follows: neither is a sign \
         of reasoning.",
        notion.name()
    )
}

fn line(row: &FallacyRate) -> Vec<Value> {
    let share = |share: Option<Share>| Value::from_option(share, |share| Value::Share(share.value));
    let interval = |share: Option<Share>| ends(share.map(|share| share.interval), Value::Share);
    let range = |range: Option<Bounds>| {
        [range.map(|r| r.low), range.map(|r| r.high)]
            .map(|end| Value::from_option(end, Value::Share))
    };
    let tally = row.tally;
    let singles = [row.over_parts, row.over_matching, row.over_chance];
    let mut cells = cells(&row.group);
    cells.extend([tally.answers().into(), tally.lost.into(), share(row.informative)]);
    cells.extend(interval(row.informative));
    cells.push(Value::from_option(row.ceiling, Value::Share));
    cells.extend([tally.incorrect().into(), tally.fallacies.into(), share(row.rate)]);
    cells.extend(interval(row.rate));
    cells.extend(singles.iter().rev().chain([&row.beyond]).map(|over| null(*over)));
    cells.extend(beyond(row.beyond));
    cells.extend([adjusted(row.beyond)]);
    cells.extend(tested(row.beyond));
    for over in singles {
        let [p, is_exact, answers] = tested(over);
        cells.extend(beyond(over));
        cells.extend([p, adjusted(over), is_exact, answers]);
    }
    cells.extend(range(row.range()));
    cells.extend(row.notions.map(|rate| Value::from_option(rate, Value::Share)));
    cells.push(Value::from_option(tally.informative_range(), |range| Value::Share(range.high)));
    cells.extend([share(row.non_trivial), share(row.correct)]);
    cells.extend(range(tally.correct_range()));
    cells.push(share(row.absolute));
    cells.extend(interval(row.absolute));
    cells.extend(range(tally.absolute_range()));
    cells.push(tally.undecided.into());
    cells
}

fn null(over: Option<OverNull>) -> Value {
    Value::from_option(over, |over| Value::Share(over.null))
}

/// A difference from a null, with its interval.
fn beyond(over: Option<OverNull>) -> [Value; 3] {
    let [low, high] = ends(over.map(|over| over.interval), Value::Points);
    [Value::from_option(over, |over| Value::Points(over.difference)), low, high]
}

fn adjusted(over: Option<OverNull>) -> Value {
    Value::from_option(over.and_then(|over| over.p_adjusted), Value::P)
}

/// Its p-value, whether that is exact, and of how many answers.
fn tested(over: Option<OverNull>) -> [Value; 3] {
    [
        Value::from_option(over, |over| Value::P(over.p)),
        Value::from_option(over, |over| if over.is_exact { "yes" } else { "no" }.into()),
        Value::from_option(over, |over| over.answers.into()),
    ]
}
