//! Belief bias in plain words: whether a subject judges by form or by conclusion.

use super::asked::MOST_NAMES;
use crate::Report;
use crate::figures::sheet::{Line, Sheet};
use crate::group::in_groups;
use crate::wording::{abridged, listed, points};
use peirast_decimals::percent_decimals;
use peirast_figure::Estimate;
use peirast_record::Task;
use std::collections::BTreeSet;

/// The accuracy of guesses.
const CHANCE: f64 = 0.5;

/// A distance from chance, or an effect of belief, that would matter: 20 points.
const SUBSTANTIAL: f64 = 0.2;

/// Says of every subject whether it judges syllogisms by their form or by their conclusion, in a
/// sentence each with its numbers; subjects with too few answers to tell share one. Empty if the
/// report has no table of belief bias.
///
/// ```
/// use peirast_report::{Report, form_or_belief};
/// fn print(report: &Report) {
///     form_or_belief(report).iter().for_each(|sentence| println!("{sentence}"));
/// }
/// ```
pub fn form_or_belief(report: &Report) -> Vec<String> {
    let (judged, unknown) = judged(report);
    judged.iter().map(|own| sentence(report, own)).chain(lacking(&unknown)).collect()
}

/// The basis of the judgements of all subjects, those of one basis in one sentence.
pub(super) fn bases(report: &Report) -> Vec<String> {
    let (judged, unknown) = judged(report);
    let found = judged.iter().map(|own| (own.basis_or_habit(report), own.subject));
    let sentence = |(basis, subjects): (Option<String>, Vec<&str>)| {
        let (names, is_one) = (abridged(&subjects, MOST_NAMES), subjects.len() == 1);
        match basis {
            Some(basis) => format!("{names} {} {basis}.", if is_one { "judges" } else { "judge" }),
            None => format!(
                "For {names}, these answers do not tell whether {} by the form or by the conclusion.",
                if is_one { "it judges" } else { "they judge" }
            ),
        }
    };
    in_groups(found).into_iter().map(sentence).chain(lacking(&unknown)).collect()
}

/// The subjects with judgements of all kinds of conclusions with real words, and the names of the others.
fn judged(report: &Report) -> (Vec<Judged<'_>>, Vec<Lacking<'_>>) {
    let lines = Sheet::find(report, "belief-bias").into_iter().flat_map(Sheet::subjects);
    let (mut judged, mut unknown) = (Vec::new(), Vec::new());
    for line in lines {
        match Judged::new(line) {
            Some(own) => judged.push(own),
            None if line.number("belief").is_none() => {
                let kinds = KINDS.iter().filter(|(column, _)| line.number(column).is_none());
                let kinds: Vec<&str> = kinds.map(|(_, words)| *words).collect();
                unknown.push((listed(&kinds), line.text("subject")));
            }
            None => {}
        }
    }
    (judged, unknown)
}

/// The kinds of conclusions with real words: the columns of their acceptance, and words for them.
const KINDS: [(&str, &str); 4] = [
    ("VB", "valid and believable"),
    ("VU", "valid and unbelievable"),
    ("IB", "invalid and believable"),
    ("IU", "invalid and unbelievable"),
];

/// The kinds of conclusions of which a subject has no verdict, in words, and the subject.
type Lacking<'a> = (String, &'a str);

/// Sentences on the subjects without judgements of all kinds of conclusions, those that lack the same together.
fn lacking(unknown: &[Lacking<'_>]) -> Vec<String> {
    let alike = in_groups(unknown.iter().map(|(kinds, subject)| (kinds.as_str(), *subject)));
    let sentence = |(kinds, subjects): (&str, Vec<&str>)| {
        let why = match kinds.is_empty() {
            true => "the answers are too few".to_owned(),
            false => format!("no conclusion with a verdict is {kinds}, with real words"),
        };
        format!(
            "For {}, these answers do not tell whether {} by the form or by the conclusion: {why}.",
            abridged(&subjects, MOST_NAMES),
            if subjects.len() == 1 { "it judges" } else { "they judge" }
        )
    };
    alike.into_iter().map(sentence).collect()
}

/// The numbers behind the basis of each subject's judgements, a sentence each.
pub(super) fn numbers(report: &Report) -> Vec<String> {
    let own = judged(report).0.into_iter();
    own.map(|judged| format!("With real words, {} is {}.", judged.subject, judged.rates()))
        .collect()
}

fn sentence(report: &Report, judged: &Judged<'_>) -> String {
    let (subject, rates) = (judged.subject, judged.rates());
    match judged.basis_or_habit(report) {
        Some(basis) => format!("{subject} judges {basis}: with real words it is {rates}."),
        None => format!(
            "For {subject}, these answers do not tell whether it judges by the form or by the conclusion: \
             with real words it is {rates}."
        ),
    }
}

/// The judgements of a subject on syllogisms with real words.
struct Judged<'a> {
    subject: &'a str,
    /// The accuracy where belief and logic agree, and where they differ.
    agree: Estimate,
    differ: Estimate,
    /// The effect of belief.
    belief: Estimate,
}

impl<'a> Judged<'a> {
    fn new(line: Line<'a>) -> Option<Self> {
        Some(Self {
            agree: line.estimate("agree", "agree_low", "agree_high")?,
            differ: line.estimate("differ", "differ_low", "differ_high")?,
            belief: line.estimate("belief", "low", "high")?,
            subject: line.text("subject"),
        })
    }

    fn interval(&self) -> (f64, f64) {
        self.belief.interval.unwrap_or((self.belief.value, self.belief.value))
    }

    fn basis(&self) -> Option<&'static str> {
        basis([self.agree, self.differ], self.interval())
    }

    /// The basis, or the habit of a subject that gives one verdict to nearly everything.
    fn basis_or_habit(&self, report: &Report) -> Option<String> {
        self.basis().map(str::to_owned).or_else(|| {
            let summary = report.subjects.iter().find(|one| one.model == self.subject)?;
            let habit = summary.warning_for(&BTreeSet::from([Task::Validity]))?;
            Some(format!("neither by the form nor by the conclusion, but {habit}"))
        })
    }

    fn rates(&self) -> String {
        let share = |of: Estimate| percent_decimals(of.value, 1) + " %";
        let (low, high) = self.interval();
        format!(
            "right in {} of its verdicts where belief and logic agree, and in {} where they differ ({} points \
             [{}, {}])",
            share(self.agree),
            share(self.differ),
            points(self.belief.value),
            points(low),
            points(high)
        )
    }
}

/// The basis of judgements, from the accuracies where belief and logic agree and where they differ, and from
/// the interval of their difference. `None` if these intervals are too wide to tell.
fn basis([agree, differ]: [Estimate; 2], (low, high): (f64, f64)) -> Option<&'static str> {
    let lower = |of: Estimate| of.interval.map_or(of.value, |(low, _)| low);
    let upper = |of: Estimate| of.interval.map_or(of.value, |(_, high)| high);
    let is_right = lower(differ) > CHANCE;
    let is_chance =
        |of: Estimate| CHANCE - lower(of) <= SUBSTANTIAL && upper(of) - CHANCE <= SUBSTANTIAL;
    Some(match (low > 0.0, high < 0.0) {
        (true, _) if upper(differ) < CHANCE => "by the conclusion",
        (true, _) if is_right => "by the form, and is swayed by the conclusion",
        (true, _) => "more by the conclusion than by the form",
        (_, true) => "against belief",
        _ if is_right && lower(agree) > CHANCE => {
            "by the form, and no effect of the conclusion was found"
        }
        _ if upper(differ) < CHANCE && upper(agree) < CHANCE => "against the form",
        _ if is_chance(agree) && is_chance(differ) && low.abs().max(high) <= SUBSTANTIAL => {
            "neither by the form nor by the conclusion, as far as these answers show"
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_basis_follows_from_the_intervals() {
        let of = |value: f64, half: f64| Estimate::within(value, value - half, value + half);
        for (agree, differ, belief, words) in [
            (of(0.9, 0.1), of(0.1, 0.1), (0.6, 1.0), "by the conclusion"),
            (
                of(0.9, 0.1),
                of(0.7, 0.1),
                (0.05, 0.3),
                "by the form, and is swayed by the conclusion",
            ),
            (of(0.9, 0.1), of(0.5, 0.1), (0.2, 0.6), "more by the conclusion than by the form"),
            (
                of(0.9, 0.1),
                of(0.9, 0.1),
                (-0.2, 0.2),
                "by the form, and no effect of the conclusion was found",
            ),
            (of(0.3, 0.1), of(0.7, 0.1), (-0.6, -0.2), "against belief"),
            (of(0.2, 0.1), of(0.2, 0.1), (-0.2, 0.2), "against the form"),
            (
                of(0.5, 0.1),
                of(0.5, 0.1),
                (-0.2, 0.2),
                "neither by the form nor by the conclusion, as far as these answers show",
            ),
        ] {
            assert_eq!(basis([agree, differ], belief), Some(words));
        }
        // Intervals that hold both chance and a good accuracy decide nothing.
        for (agree, differ, belief) in [
            (of(0.8, 0.2), of(0.7, 0.25), (-0.3, 0.4)),
            (of(0.5, 0.3), of(0.5, 0.1), (-0.2, 0.2)),
            (of(0.5, 0.1), of(0.5, 0.1), (-0.3, 0.2)),
        ] {
            assert_eq!(basis([agree, differ], belief), None);
        }
    }
}
