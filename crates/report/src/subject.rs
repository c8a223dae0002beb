//! Subjects: the answers of each, and signs that it answered without reading.

use crate::Outcomes;
use crate::letters::Letters;
use peirast_decimals::{grouped, percent_decimals};
use peirast_record::{Answer, Conclusion, Grade, Outcome, Task, Version};
use peirast_stats::clustered;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Definition of a contradictory answer, in a sentence.
pub(crate) const CONTRADICTORY: &str = "A contradictory answer gives the letter of one option with \
     the words of another; it is one of the unread answers.";

/// The answers of one subject over all its trials, summarised.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SubjectSummary {
    /// The subject.
    pub model: String,
    /// True if the subject is simulated.
    pub simulated: bool,
    /// Answers.
    pub answers: u64,
    /// Right verdicts.
    pub correct: u64,
    /// Wrong verdicts.
    pub wrong: u64,
    /// Conclusions drawn in answer to open questions: no part of accuracy.
    #[serde(skip_serializing_if = "is_zero")]
    pub concluded: u64,
    /// Conclusions among these that nothing follows.
    #[serde(skip_serializing_if = "is_zero")]
    pub concluded_nothing: u64,
    /// Declined.
    pub refused: u64,
    /// Without text.
    pub empty: u64,
    /// Cut off before a verdict.
    pub truncated: u64,
    /// As often for as against, asked several times.
    pub tied: u64,
    /// Not readable.
    pub unread: u64,
    /// Unread answers that give the letter of one option with the words of another.
    pub contradictory: u64,
    /// Verdicts on lettered options, by letter.
    pub letters: Letters,
    /// Yes/no verdicts.
    pub yes_no: u64,
    /// No among these.
    pub said_no: u64,
    /// Items among these whose right answer is No.
    pub right_is_no: u64,
    /// Verdicts on whether an argument is correct.
    pub validity: u64,
    /// Verdicts "incorrect" among these.
    pub said_incorrect: u64,
    /// Items among these that are not valid.
    pub right_is_incorrect: u64,
}

impl SubjectSummary {
    /// Number of answers from which no verdict was read.
    pub(crate) const fn without_verdict(&self) -> u64 {
        self.refused + self.empty + self.truncated + self.tied + self.unread
    }

    /// Share of verdicts that are right, or `None` without a verdict.
    pub fn accuracy(&self) -> Option<f64> {
        share(self.correct, self.correct + self.wrong)
    }

    /// The answers that the subject gives nearly always, and the letters that it nearly never chooses:
    /// they are no evidence of reasoning.
    pub fn habits(&self) -> Vec<Habit> {
        let letter = self.letters.habit(self.accuracy());
        let letter = letter.map(|(kind, text)| Habit { task: Task::Choice, kind, text });
        let others = self.kinds();
        let others = others.iter().filter_map(|kind| kind.habit(self.accuracy()));
        letter.into_iter().chain(others).collect()
    }

    /// True if it gave enough answers of some kind to have a habit.
    pub(crate) fn can_have_habits(&self) -> bool {
        let varied = |kind: &TaskAnswers| kind.right > 0 && kind.right < kind.of;
        let enough = |kind: &TaskAnswers| kind.of >= if varied(kind) { FEW } else { ENOUGH };
        self.letters.can_show_habits() || self.kinds().iter().any(enough)
    }

    /// True if it chose enough letters to show that it avoids one.
    pub(crate) fn can_avoid_letters(&self) -> bool {
        self.letters.can_show_avoided()
    }

    /// Its answers to each kind of problem that has two answers.
    fn kinds(&self) -> [TaskAnswers; 3] {
        let kind =
            |task, [said, right, of]: [u64; 3], names| TaskAnswers { task, said, right, of, names };
        [
            kind(Task::YesNo, [self.said_no, self.right_is_no, self.yes_no], ["No", "Yes"]),
            kind(
                Task::Validity,
                [self.said_incorrect, self.right_is_incorrect, self.validity],
                ["\"incorrect\"", "\"correct\""],
            ),
            // An open question has no single right answer: a subject that concludes nothing has
            // shown nothing.
            kind(
                Task::Conclusion,
                [self.concluded_nothing, 1, self.concluded],
                ["that nothing follows", ""],
            ),
        ]
    }

    /// A warning of every habit.
    pub fn warning(&self) -> Option<String> {
        warning(self.habits())
    }

    /// The habits of one kind in words; nothing without such a habit.
    pub(crate) fn habits_of(&self, kind: HabitKind) -> Option<String> {
        warning(self.habits().into_iter().filter(|habit| habit.kind == kind).collect())
    }

    /// The reason why its accuracy is worthless: its habits, or that no answer has a verdict.
    pub fn remark(&self) -> Option<String> {
        let verdicts = self.correct + self.wrong + self.concluded;
        let none = self.answers > 0 && verdicts == 0;
        self.warning().or_else(|| none.then(|| "no answer has a verdict".to_owned()))
    }

    /// A warning of the habits that matter for problems of these kinds: a subject that always
    /// chooses (a) may still read a syllogism.
    pub fn warning_for(&self, tasks: &BTreeSet<Task>) -> Option<String> {
        warning(self.habits().into_iter().filter(|habit| tasks.contains(&habit.task)).collect())
    }

    fn add(&mut self, outcome: &Outcome) {
        self.answers += 1;
        match (outcome.grade, outcome.answer) {
            // A subject that concludes nothing, or repeats a premise, is never wrong: that is no
            // accuracy.
            (_, Answer::Conclusion(what)) => {
                self.concluded += 1;
                self.concluded_nothing += u64::from(what == Conclusion::Nothing);
            }
            (Grade::Correct, _) => self.correct += 1,
            (Grade::Wrong, _) => self.wrong += 1,
            (Grade::Unscored, Answer::Refused) => self.refused += 1,
            (Grade::Unscored, Answer::Empty) => self.empty += 1,
            (Grade::Unscored, Answer::Truncated) => self.truncated += 1,
            (Grade::Unscored, Answer::Tied) => self.tied += 1,
            (Grade::Unscored, _) => {
                self.unread += 1;
                self.contradictory += u64::from(outcome.contradicts_itself());
            }
        }
        self.letters.add(outcome.answer, outcome.truth);
        match outcome.answer {
            Answer::YesNo(yes) => {
                self.yes_no += 1;
                self.said_no += u64::from(!yes);
                self.right_is_no += u64::from(outcome.truth == Answer::YesNo(false));
            }
            Answer::Valid(valid) => {
                self.validity += 1;
                self.said_incorrect += u64::from(!valid);
                self.right_is_incorrect += u64::from(outcome.truth == Answer::Valid(false));
            }
            _ => {}
        }
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// The kind of a habit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HabitKind {
    /// One answer is given nearly always.
    GivesAlways,
    /// A letter is nearly never chosen, although it is often right.
    Avoids,
}

/// An answer given nearly always, or nearly never.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Habit {
    /// The kind of problem that it answers.
    pub task: Task,
    /// Whether an answer is given nearly always, or avoided.
    pub kind: HabitKind,
    /// The habit in words.
    pub text: String,
}

/// From this share on, something other than the subject is likely to be wrong.
const MOSTLY: f64 = 0.5;

impl SubjectSummary {
    /// The problem with most of its answers, if half of them or more have no verdict for one reason
    /// that hints at a setting or a server rather than at the subject.
    ///
    /// ```
    /// use peirast_report::SubjectSummary;
    /// let of = |answers, empty, truncated| SubjectSummary {
    ///     model: "vllm/m".to_owned(), answers, empty, truncated, ..SubjectSummary::default()
    /// };
    /// assert_eq!(of(40, 20, 9).trouble().unwrap(), "20 of 40 answers of vllm/m have no text");
    /// assert_eq!(of(40, 0, 30).trouble().unwrap(), "30 of 40 answers of vllm/m were cut off before a verdict");
    /// assert_eq!(of(40, 19, 19).trouble(), None);
    /// assert_eq!(of(19, 19, 0).trouble(), None, "they are few");
    /// ```
    pub fn trouble(&self) -> Option<String> {
        let of = self.answers;
        let is_most =
            |count: u64| of >= ENOUGH && share(count, of).is_some_and(|rate| rate >= MOSTLY);
        let told = |count: u64, what: &str| {
            Some(format!("{} of {} answers of {} {what}", grouped(count), grouped(of), self.model))
        };
        match self {
            Self { empty, .. } if is_most(*empty) => told(*empty, "have no text"),
            Self { truncated, .. } if is_most(*truncated) => {
                told(*truncated, "were cut off before a verdict")
            }
            Self { unread, .. } if is_most(*unread) => told(*unread, "could not be read"),
            _ => None,
        }
    }
}

/// From this share on, an answer is given nearly always.
pub(crate) const NEARLY_ALWAYS: f64 = 0.95;
/// From this number of answers on, that is a habit.
pub(crate) const ENOUGH: u64 = 20;
/// From this number of answers on, it is one if no other was given, although others were right.
pub(crate) const FEW: u64 = 4;
/// Above this accuracy, a subject that says one thing knows when.
pub(crate) const INFORMED: f64 = 0.9;

/// The answers to problems of one kind, which have two answers.
struct TaskAnswers {
    task: Task,
    /// The number of times that the first answer was given, and that it is right.
    said: u64,
    right: u64,
    of: u64,
    /// The first answer, and the other; empty where giving that is no habit.
    names: [&'static str; 2],
}

impl TaskAnswers {
    fn habit(&self, accuracy: Option<f64>) -> Option<Habit> {
        let rate = share(self.said, self.of)?;
        let (rate, what, is_alone) = match rate >= 0.5 {
            true => (rate, self.names[0], self.right == self.of),
            false => (1.0 - rate, self.names[1], self.right == 0),
        };
        if !is_enough(self.of, rate, is_alone) {
            return None;
        }
        // A subject that is right whenever it says No is not answering blindly; unless No alone is ever
        // right, so that nobody can tell.
        let is_informed = !is_alone && accuracy.is_some_and(|accuracy| accuracy > INFORMED);
        if rate < NEARLY_ALWAYS || what.is_empty() || is_informed {
            return None;
        }
        let alone = if is_alone { ", and nothing else was ever right" } else { "" };
        let often = how_often(rate, self.of);
        let text = format!("answers {what} {often}{alone}");
        Some(Habit { task: self.task, kind: HabitKind::GivesAlways, text })
    }
}

/// True if `of` answers show a habit at this rate. If they are few, all have to be alike although
/// more than one answer was ever right.
pub(crate) fn is_enough(of: u64, rate: f64, is_alone: bool) -> bool {
    of >= ENOUGH || (of >= FEW && rate >= 1.0 && !is_alone)
}

/// The rate in words, with the number of answers where they are few.
pub(crate) fn how_often(rate: f64, of: u64) -> String {
    match of >= ENOUGH {
        true => percent_decimals(rate, 0) + " % of the time",
        false => format!("{of} times of {of}"),
    }
}

fn warning(habits: Vec<Habit>) -> Option<String> {
    let text: Vec<String> = habits.into_iter().map(|habit| habit.text).collect();
    (!text.is_empty()).then(|| text.join("; "))
}

/// The right answers of one subject under one protocol.
#[derive(Clone, Debug, PartialEq)]
pub struct ProtocolSummary {
    /// The subject.
    pub model: String,
    /// The protocol.
    pub protocol: String,
    /// Right verdicts.
    pub correct: u64,
    /// Wrong verdicts.
    pub wrong: u64,
    /// The 95 % interval of the accuracy, with items as the unit; `None` if none is defined.
    pub interval: Option<(f64, f64)>,
    /// True if the subject answered the same problems under each of its protocols.
    pub same_problems: bool,
    /// The set of problems that the protocol asked, over all subjects: protocols with the same number
    /// asked the same problems. The number is the place of the first of them in the order of names.
    pub problem_set: usize,
}

impl ProtocolSummary {
    /// Share of verdicts that are right, or `None` without a verdict.
    pub fn accuracy(&self) -> Option<f64> {
        share(self.correct, self.correct + self.wrong)
    }
}

/// The confidence of the intervals of accuracies.
const CONFIDENCE: f64 = 0.95;

/// Problems, each by its item and its version of it.
type Problems<'a> = BTreeSet<(&'a str, &'a Version)>;

/// Right verdicts, and all, of each item.
type Verdicts<'a> = BTreeMap<&'a str, (u64, u64)>;

/// The number of the set of problems of each protocol, over all subjects.
fn problem_sets<'a>(
    problems: &BTreeMap<&'a str, BTreeMap<&'a str, Problems<'a>>>,
) -> BTreeMap<&'a str, usize> {
    let mut asked: BTreeMap<&str, Problems<'_>> = BTreeMap::new();
    for (protocol, own) in problems.values().flatten() {
        asked.entry(*protocol).or_default().extend(own.iter().copied());
    }
    let first = |own: &Problems<'_>| asked.values().position(|other| other == own);
    asked.iter().map(|(name, own)| (*name, first(own).unwrap_or_default())).collect()
}

/// One summary per subject and protocol, in order of names; answers to open questions, which are no
/// part of accuracy, and answers of which no protocol is known are left out.
pub fn by_protocol(outcomes: &Outcomes) -> Vec<ProtocolSummary> {
    let mut all: BTreeMap<(&str, &str), Verdicts<'_>> = BTreeMap::new();
    let mut problems: BTreeMap<&str, BTreeMap<&str, Problems<'_>>> = BTreeMap::new();
    for outcome in outcomes.rows() {
        let is_open = matches!(outcome.answer, Answer::Conclusion(_));
        let Some(protocol) = outcome.factors.get("protocol").filter(|_| !is_open) else { continue };
        let of_subject = problems.entry(&outcome.subject).or_default();
        of_subject.entry(protocol).or_default().insert((outcome.item.as_str(), &outcome.version));
        let items = all.entry((&outcome.subject, protocol)).or_default();
        let (correct, scored) = items.entry(outcome.item.as_str()).or_default();
        *correct += u64::from(outcome.grade == Grade::Correct);
        *scored += u64::from(outcome.grade != Grade::Unscored);
    }
    let sets = problem_sets(&problems);
    let are_same = |own: &BTreeMap<&str, Problems<'_>>| {
        own.values().zip(own.values().skip(1)).all(|(one, other)| one == other)
    };
    let row = |((model, protocol), items): ((&str, &str), Verdicts<'_>)| {
        let counts: Vec<(u64, u64)> = items.into_values().filter(|(_, all)| *all > 0).collect();
        let correct = counts.iter().map(|(right, _)| right).sum();
        let scored: u64 = counts.iter().map(|(_, all)| all).sum();
        let found = clustered::share(&counts, CONFIDENCE).ok().map(|found| found.interval);
        ProtocolSummary {
            same_problems: problems.get(model).is_some_and(are_same),
            problem_set: sets.get(protocol).copied().unwrap_or_default(),
            model: model.to_owned(),
            protocol: protocol.to_owned(),
            correct,
            wrong: scored - correct,
            interval: found.map(|interval| (interval.low, interval.high)),
        }
    };
    all.into_iter().map(row).collect()
}

/// The end of a sentence about protocols, which says if their shares can be compared.
pub(crate) fn compared_protocols(protocols: &[ProtocolSummary]) -> &'static str {
    match protocols.iter().all(|one| one.same_problems) {
        true => ".",
        false => "; protocols are asked of different problems.",
    }
}

pub(crate) fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// One summary per subject, in order of names.
pub fn summaries(outcomes: &Outcomes) -> Vec<SubjectSummary> {
    let mut all: Vec<SubjectSummary> = outcomes
        .subjects()
        .map(|model| SubjectSummary {
            model: model.to_owned(),
            simulated: peirast_record::is_simulated(model),
            ..SubjectSummary::default()
        })
        .collect();
    for outcome in outcomes.rows() {
        if let Ok(at) = all.binary_search_by(|s| s.model.as_str().cmp(&outcome.subject)) {
            all[at].add(outcome);
        }
    }
    all
}
