//! Fallacy rates: of the answers that do not follow, the share that the theory predicts.

use super::bounds::Tally;
use super::chance::over_chance;
use super::grouped::{Groups, adjust, cells, columns, only};
use super::{Bounds, Concluded, Notion, Options, OverChance, SoundnessClass};
use crate::accuracy::share_at;
use crate::table::{Builder, ends};
use crate::{Group, Table, Value};
use peirast_stats::shares::Share;
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
    /// The rate beside that of random answers.
    pub over_chance: Option<OverChance>,
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
    adjust(
        &mut rows,
        |row| &row.group,
        |row| row.over_chance.map(|found| found.p),
        |row, adjusted| {
            if let Some(found) = &mut row.over_chance {
                found.p_adjusted = adjusted;
            }
        },
    );
    rows
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
        over_chance: over_chance(answers, notion, level),
    }
}

/// The table of fallacy rates.
pub(crate) fn fallacy_rate_table(rows: &[FallacyRate], notion: Notion) -> Table {
    let note = format!(
        "Open answers to problems on which the theory predicts a fallacy. Informative: the share of all \
         answers that follow from several premises together, which \"nothing follows\" and repeated \
         premises do not. Fallacy rate: of the answers that do not follow, the share that the theory \
         predicts (notion: {}); who never concludes anything has none. Chance: the rate to be expected \
         of random answers of the same shapes that do not follow; p: one-sided, that the rate is no \
         higher (exact tail of the Poisson-binomial distribution where each item has one answer, else a \
         normal approximation with the largest variance that dependent answers can have), adjusted over \
         subjects (Benjamini-Hochberg). Items are the unit of intervals. At worst, lost answers were \
         all other errors (least) or all fallacies (most).",
        notion.name()
    );
    let mut table = Builder::new(
        "fallacy-rates",
        "Fallacies that the theory predicts",
        &note,
        &columns(&[
            "answers",
            "lost",
            "informative",
            "informative_low",
            "informative_high",
            "incorrect",
            "fallacies",
            "rate",
            "low",
            "high",
            "chance",
            "over_chance",
            "over_low",
            "over_high",
            "p",
            "p_adjusted",
            "+exact_p",
            "+least",
            "+most",
            "+informative_most",
            "+non_trivial",
            "+correct",
            "+correct_least",
            "+correct_most",
            "+absolute",
            "+absolute_low",
            "+absolute_high",
            "+absolute_least",
            "+absolute_most",
            "+rate_strict",
            "+rate_regardless",
            "+rate_exact",
            "+rate_equivalent",
            "+undecided",
        ]),
    );
    for row in rows {
        table.row(!row.group.is_subject(), line(row));
    }
    table.build()
}

fn line(row: &FallacyRate) -> Vec<Value> {
    let share = |share: Option<Share>| Value::of(share, |share| Value::Share(share.value));
    let interval = |share: Option<Share>| ends(share.map(|share| share.interval), Value::Share);
    let range = |range: Option<Bounds>| {
        [range.map(|r| r.low), range.map(|r| r.high)].map(|end| Value::of(end, Value::Share))
    };
    let (over, tally) = (row.over_chance, row.tally);
    let mut cells = cells(&row.group);
    cells.extend([tally.answers().into(), tally.lost.into(), share(row.informative)]);
    cells.extend(interval(row.informative));
    cells.extend([tally.incorrect().into(), tally.fallacies.into(), share(row.rate)]);
    cells.extend(interval(row.rate));
    cells.extend([
        Value::of(over, |over| Value::Share(over.chance)),
        Value::of(over, |over| Value::Points(over.difference)),
    ]);
    cells.extend(ends(over.map(|over| over.interval), Value::Points));
    cells.extend([
        Value::of(over, |over| Value::P(over.p)),
        Value::of(over.and_then(|over| over.p_adjusted), Value::P),
        Value::of(over, |over| if over.is_exact { "yes" } else { "no" }.into()),
    ]);
    cells.extend(range(row.range()));
    cells.push(Value::of(tally.informative_range(), |range| Value::Share(range.high)));
    cells.extend([share(row.non_trivial), share(row.correct)]);
    cells.extend(range(tally.correct_range()));
    cells.push(share(row.absolute));
    cells.extend(interval(row.absolute));
    cells.extend(range(tally.absolute_range()));
    cells.extend(row.notions.map(|rate| Value::of(rate, Value::Share)));
    cells.push(tally.undecided.into());
    cells
}
