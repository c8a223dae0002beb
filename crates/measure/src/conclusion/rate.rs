//! Fallacy rates: the share of incorrect answers that the theory predicts.

use super::bounds::Tally;
use super::grouped::{Groups, only};
use super::over::{adjust_over, over_null};
use super::{Bounds, Concluded, Notion, Null, Options, OverNull, SoundnessClass};
use crate::Group;
use crate::accuracy::{ratio, share_at};
use crate::table::{Record, table};
use peirast_stats::shares::Share;
use peirast_table::Table;
use serde::Serialize;

/// The fallacies of a group on problems for which the theory predicts one, with premises in their
/// own order and no question added.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FallacyRate {
    /// The group.
    pub group: Group,
    /// Counts of answers.
    pub tally: Tally,
    /// Informative correctness: the share of all answers asked for that follow from several
    /// premises together. Lost answers count as not informative.
    pub informative: Option<Share>,
    /// The share of all answers asked for that follow and say something, from one premise or more.
    pub non_trivial: Option<Share>,
    /// Correctness as published: the share of answers with a verdict that follow, including
    /// "nothing follows".
    pub correct: Option<Share>,
    /// Fallacies among incorrect answers; `None` if there are none.
    pub rate: Option<Share>,
    /// Fallacies, as a share of the answers that are known to be fallacies or not.
    pub absolute: Option<Share>,
    /// The rate by every notion, in the order of [`Notion::ALL`].
    pub notions: [Option<f64>; 4],
    /// The highest possible informative correctness: the share of answers to problems on which a
    /// faultless reasoner gives an informative answer.
    pub ceiling: Option<f64>,
    /// The rate compared with the largest of all nulls for each answer: the excess that no null
    /// explains, and the headline.
    pub beyond: Option<OverNull>,
    /// The rate compared with that of answers that are parts of alternatives of premises.
    pub over_parts: Option<OverNull>,
    /// The rate compared with that of answers that are read off the premises literal by literal.
    pub over_matching: Option<OverNull>,
    /// The rate compared with that of random answers. A subject that reads off the premises exceeds
    /// it.
    pub over_chance: Option<OverNull>,
}

impl FallacyRate {
    /// The range of the rate over all outcomes of lost answers.
    pub fn range(&self) -> Option<Bounds> {
        self.tally.rate_range()
    }

    /// The share of answers without a judgement, which the published rule of exclusion uses.
    pub fn lost(&self) -> Option<f64> {
        ratio(self.tally.lost, self.tally.answers())
    }
}

/// Counts answers by their judgement.
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

/// Returns true if any answer was judged. Shares of answers that nobody could read are undefined,
/// and not zero.
pub(crate) fn any_judged(answers: &[&Concluded]) -> bool {
    answers.iter().any(|answer| answer.judged().is_some())
}

/// Returns whether an incorrect answer is a fallacy; `None` for all other answers.
pub(crate) fn error_kind(answer: &Concluded, notion: Notion) -> Option<bool> {
    let is_error = answer.is_correct() == Some(false);
    answer.is_fallacy(notion).filter(|_| is_error)
}

/// The fallacy rates of every group.
pub(crate) fn fallacy_rates(groups: &Groups<'_>, options: &Options<'_>) -> Vec<FallacyRate> {
    let measure = |(group, answers): &(Group, Vec<&Concluded>)| {
        let answers = only(answers, Concluded::is_headline);
        (!answers.is_empty()).then(|| fallacy_rate(group, &answers, options))
    };
    let mut rows: Vec<FallacyRate> = groups.iter().filter_map(measure).collect();
    // Each null is a separate family of tests.
    adjust_over(&mut rows, |row| (&row.group, &mut row.beyond));
    adjust_over(&mut rows, |row| (&row.group, &mut row.over_parts));
    adjust_over(&mut rows, |row| (&row.group, &mut row.over_matching));
    adjust_over(&mut rows, |row| (&row.group, &mut row.over_chance));
    rows
}

fn fallacy_rate(group: &Group, answers: &[&Concluded], options: &Options<'_>) -> FallacyRate {
    let (notion, level) = (options.notion, options.level);
    let says = |fits: fn(SoundnessClass) -> bool| {
        let fits =
            move |a: &Concluded| Some(a.judged().is_some_and(|judged| fits(judged.soundness)));
        share_at(level, answers, fits).filter(|_| any_judged(answers))
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

/// The share of answers to problems on which a faultless reasoner gives an informative answer;
/// `None` if this was not computed for some problem.
pub(crate) fn ceiling(answers: &[&Concluded]) -> Option<f64> {
    let known: Option<Vec<bool>> = answers.iter().map(|answer| answer.is_reachable).collect();
    let known = known?;
    ratio(known.iter().filter(|is| **is).count() as u64, known.len() as u64)
}

/// The table of fallacy rates.
pub(crate) fn fallacy_rate_table(rows: &[FallacyRate], notion: Notion) -> Table<'static> {
    table(
        "fallacy-rates",
        "Fallacies that the theory predicts",
        &note(notion),
        rows.iter().map(record),
    )
}

fn note(notion: Notion) -> String {
    format!(
        "Open answers to problems on which the theory predicts a fallacy. Informative: the share \
         of all answers that follow from several premises together; \"nothing follows\" and \
         repeated premises do not count. Not all premises allow an informative answer; the \
         ceiling is the share that a faultless reasoner (sim:flawless) reaches on the same \
         problems. Rate: the fallacy rate, the share of incorrect answers that the theory \
         predicts (notion: {}). A subject that never concludes anything has no rate. Subjects \
         without the theory also give many predicted answers. Three nulls give the rate to be \
         expected of incorrect answers of the same shapes. Chance: random literals, of any sign. \
         Matching: only literals that occur in some premise, taken one by one. Parts: only \
         literals that occur together in an alternative of a premise. If no incorrect answer of a \
         shape can be made in this way, the rate is 0. Null: for each answer, the largest \
         of the three. A subject that mixes the three strategies cannot exceed it. Beyond, the \
         headline: rate minus null. Rate and null in this difference use only answers for which a \
         null can be computed (few literals, no quantifier, no supposition). No null explains this excess. p is one-sided, for a rate \
         no higher than the null (exact tail of the Poisson-binomial distribution if each item \
         has one answer, otherwise a normal approximation with the largest possible variance of \
         dependent answers), adjusted over subjects for each null (Benjamini-Hochberg). Items are \
         the unit of intervals. The interval of beyond also includes the spread of the nulls \
         between items, which p takes as given; with few answers the two may disagree. Least and \
         most (in the files): all lost answers were other errors, or fallacies. A subject that always says that \
         nothing follows is correct as published, and has few fallacies among all answers: neither is \
         a sign of reasoning.",
        notion.name()
    )
}

fn record(row: &FallacyRate) -> Record {
    let null = |over: Option<OverNull>| over.map(|over| over.null);
    let tally = row.tally;
    let [strict, regardless, exact, equivalent] = row.notions;
    Record::for_group(&row.group)
        .count("answers", tally.answers())
        .count("lost", tally.lost)
        .count("incorrect", tally.incorrect())
        .count("fallacies", tally.fallacies)
        .estimate(["rate", "rate_low", "rate_high"], row.rate)
        .share("null", null(row.beyond))
        .difference(["beyond", "beyond_low", "beyond_high"], row.beyond.map(OverNull::excess))
        .p("p_adjusted", row.beyond.and_then(|over| over.p_adjusted))
        .share("chance", null(row.over_chance))
        .share("matching", null(row.over_matching))
        .share("parts", null(row.over_parts))
        .estimate(["informative", "informative_low", "informative_high"], row.informative)
        .share("informative_ceiling", row.ceiling)
        .p("+p", row.beyond.map(|over| over.p))
        .yes_or_no("+p_exact", row.beyond.map(|over| over.is_exact))
        .count("+incorrect_null", row.beyond.map(|over| over.answers))
        .over_null(PARTS, row.over_parts)
        .over_null(MATCHING, row.over_matching)
        .over_null(CHANCE, row.over_chance)
        .bounds(["+rate_least", "+rate_most"], row.range())
        .share("+rate_strict", strict)
        .share("+rate_regardless", regardless)
        .share("+rate_exact", exact)
        .share("+rate_equivalent", equivalent)
        .share("+informative_most", tally.informative_range().map(|range| range.high))
        .share_alone("+non_trivial", row.non_trivial)
        .share_alone("+correct_published", row.correct)
        .bounds(["+correct_published_least", "+correct_published_most"], tally.correct_range())
        .estimate(
            ["+fallacies_of_all", "+fallacies_of_all_low", "+fallacies_of_all_high"],
            row.absolute,
        )
        .bounds(["+fallacies_of_all_least", "+fallacies_of_all_most"], tally.absolute_range())
        .count("+undecided", tally.undecided)
}

/// The names of the columns of a null: difference, ends of its interval, p, adjusted p, exactness
/// of p, answers.
type NullNames = [&'static str; 7];

const PARTS: NullNames = [
    "+over_parts",
    "+over_parts_low",
    "+over_parts_high",
    "+p_parts",
    "+p_parts_adjusted",
    "+p_parts_exact",
    "+incorrect_parts",
];
const MATCHING: NullNames = [
    "+over_matching",
    "+over_matching_low",
    "+over_matching_high",
    "+p_matching",
    "+p_matching_adjusted",
    "+p_matching_exact",
    "+incorrect_matching",
];
const CHANCE: NullNames = [
    "+over_chance",
    "+over_chance_low",
    "+over_chance_high",
    "+p_chance",
    "+p_chance_adjusted",
    "+p_chance_exact",
    "+incorrect_chance",
];

impl Record {
    /// Adds a rate compared with a null.
    fn over_null(self, names: NullNames, over: Option<OverNull>) -> Self {
        let [difference, low, high, p, adjusted, exact, answers] = names;
        self.difference([difference, low, high], over.map(OverNull::excess))
            .p(p, over.map(|over| over.p))
            .p(adjusted, over.and_then(|over| over.p_adjusted))
            .yes_or_no(exact, over.map(|over| over.is_exact))
            .count(answers, over.map(|over| over.answers))
    }
}
