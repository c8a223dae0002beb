//! Conduct: the questions asked, counted from the store, and their settings, as the study has them.

use crate::Outcomes;
use crate::outcomes::Place;
use crate::wording::{in_words, range};
use peirast_decimals::{fixed_decimals, grouped};
use peirast_record::{Answer, Factors, Name, Sampling, Scoring, Study, Task};
use peirast_stats::voting::Stopping;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The conduct of a study. All counts are of stored questions and answers; plans that were not
/// carried out count nowhere.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Conduct {
    /// The problems that were put, by family.
    pub materials: Vec<Material>,
    /// The protocols, strategies or recorded modes under which they were put.
    pub protocols: Vec<String>,
    /// The temperatures at which they were put, as their levels; none if temperature is no factor.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub temperatures: Vec<String>,
    /// The fewest and the most protocols under which a problem was put.
    pub protocols_each: (u64, u64),
    /// Different questions: a problem under a protocol, at a temperature where that is a factor.
    pub questions: u64,
    /// The right answers to problems that ask for one of a few, and how often each is right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub right: Vec<RightAnswer>,
    /// Questions to a subject that have no answer, repetitions counted one by one.
    pub unanswered: u64,
    /// The subjects that were not asked all questions that others were asked. Empty if the study
    /// does not plan the same questions for all: with early stopping, or if others recorded the
    /// answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unasked: Vec<Unasked>,
    /// The most answers that one subject gave to one question.
    pub most_answers: u32,
    /// Answers that were read through a translation by a model, or as they were read elsewhere.
    pub translated: u64,
    /// The settings of the study; absent if others recorded the answers.
    pub plan: Option<ConductPlan>,
}

/// Questions that one subject was never asked, although others were.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Unasked {
    /// The subject.
    pub subject: String,
    /// Different questions that it was not asked, repetitions not counted.
    pub questions: u64,
    /// All different questions.
    pub of: u64,
}

/// Problems of one family.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Material {
    /// The family, or the data set of recorded answers.
    pub family: String,
    /// Its variants that were put.
    pub variants: Vec<String>,
    /// Items, each with all versions of a problem.
    pub items: u64,
    /// Problems: versions of items.
    pub problems: u64,
}

/// An answer, and of how many problems it is the right one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RightAnswer {
    /// The task of the problems.
    pub task: Task,
    /// The answer, as it is shown: `(a)`, `No`, `"correct"`.
    pub answer: String,
    /// Problems of which it is right.
    pub problems: u64,
}

/// The settings by which questions were to be put.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ConductPlan {
    /// The settings of sampling that subjects were sent.
    pub sampling: Sampling,
    /// The temperatures at which each question was put, if there were several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub temperatures: Vec<f64>,
    /// The number of times that each question was put.
    pub repeats: u32,
    /// The voting rule for several answers to one question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub voting: Option<Stopping>,
    /// The share of questions that were put once more as A/A controls, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aa: Option<f64>,
    /// The versions of other people's items that transformations of Peirast made and certified, by family.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub made_versions: BTreeMap<String, Vec<String>>,
}

impl ConductPlan {
    /// The settings of a study whose answers are counted by this voting rule, if by any.
    pub fn from_study(study: &Study, voting: Option<Stopping>) -> Self {
        Self {
            sampling: study.sampling.clone(),
            temperatures: study.temperatures.clone(),
            repeats: study.repeats,
            voting,
            aa: study.aa,
            made_versions: made_versions(study),
        }
    }
}

/// The transformations of the data files of a study, by family.
fn made_versions(study: &Study) -> BTreeMap<String, Vec<String>> {
    let of_family = study.families.iter().filter_map(|family| {
        let made = &family.data.as_ref()?.transformations;
        (!made.is_empty()).then(|| (family.name.clone(), made.clone()))
    });
    of_family.collect()
}

/// Questions about problems, by their places, with the number of what else is said of them.
type Questions = Vec<(Place, u32)>;

impl Conduct {
    /// Counts what was asked; `outcomes` are of single answers, before any vote.
    pub fn from_outcomes(outcomes: &Outcomes, plan: Option<ConductPlan>) -> Self {
        let rows = outcomes.rows();
        let (kinds, questions) = questions(outcomes);
        let translated = rows.iter().filter(|row| row.scoring == Scoring::Translation);
        Self {
            materials: materials(outcomes, &kinds, &questions),
            protocols: names(kinds.iter().map(|kind| kind.protocol)),
            temperatures: names(kinds.iter().map(|kind| kind.temperature)),
            protocols_each: protocols_each(outcomes, &kinds, &questions),
            questions: count_questions(outcomes, &kinds, &questions),
            right: right(outcomes, &questions),
            unanswered: outcomes.open().len() as u64,
            unasked: Vec::new(),
            most_answers: rows.iter().map(|row| row.repeat + 1).max().unwrap_or(0),
            translated: translated.count() as u64,
            plan,
        }
    }

    /// The same with the questions that some subjects were never asked, for a study that plans the
    /// same questions for all of its subjects. `outcomes` are those of the conduct.
    #[must_use]
    pub fn with_unasked(mut self, outcomes: &Outcomes) -> Self {
        let answered = outcomes.rows().iter().map(|row| (&row.subject, row.repeat));
        let open = outcomes.open().iter().map(|one| (&one.subject, one.repeat));
        let mut asked: BTreeMap<&Name, u64> = BTreeMap::new();
        for (subject, repeat) in answered.chain(open) {
            *asked.entry(subject).or_default() += u64::from(repeat == 0);
        }
        let of = self.questions;
        let unasked = |(subject, asked): (&Name, u64)| {
            let questions = of.saturating_sub(asked);
            (questions > 0).then(|| Unasked { subject: subject.to_string(), questions, of })
        };
        self.unasked = asked.into_iter().filter_map(unasked).collect();
        self
    }

    /// Planned questions without an answer, those that were never asked among them.
    pub fn without_answer(&self) -> u64 {
        self.unanswered + self.unasked.iter().map(|own| own.questions).sum::<u64>()
    }

    /// All items.
    pub fn items(&self) -> u64 {
        self.materials.iter().map(|own| own.items).sum()
    }

    /// All problems.
    pub fn problems(&self) -> u64 {
        self.materials.iter().map(|own| own.problems).sum()
    }

    /// The ways in which problems become questions, in numbers whose product is the number of
    /// questions for a problem: `under four protocols and at three temperatures`. Empty if each
    /// problem is one question.
    pub(crate) fn ways(&self) -> String {
        let (fewest, most) = self.protocols_each;
        let (protocols, all) = (self.protocols.len() as u64, self.problems());
        let warm = self.temperatures.len().max(1) as u64;
        let under = match (fewest, most) {
            (_, 0 | 1) => String::new(),
            (fewest, most) if fewest == most && most == protocols => {
                format!("under {}", in_words(most, "protocol", "protocols"))
            }
            (fewest, most) => {
                let each = range([fewest, most]);
                let mean = self.questions as f64 / (all * warm).max(1) as f64;
                let mean = if fewest == most {
                    String::new()
                } else {
                    format!(" ({} on average)", fixed_decimals(mean, 2))
                };
                format!("under {each} of {} protocols{mean}", grouped(protocols))
            }
        };
        let at = match warm {
            1 => String::new(),
            several => format!("at {}", in_words(several, "temperature", "temperatures")),
        };
        match (under.is_empty(), at.is_empty()) {
            (true, true) => String::new(),
            (false, false) => format!("{under} and {at}"),
            _ => format!("{under}{at}"),
        }
    }

    /// The same in short, for an abstract: `each asked in up to 18 ways` where problems differ in how often
    /// they were asked.
    pub(crate) fn ways_in_short(&self) -> String {
        let (fewest, most) = self.protocols_each;
        if fewest == most && most == self.protocols.len() as u64 {
            let ways = self.ways();
            return if ways.is_empty() { ways } else { format!("each {ways}") };
        }
        let all = most.max(1) * self.temperatures.len().max(1) as u64;
        match all {
            1 => String::new(),
            all if fewest == most => format!("each asked in {}", in_words(all, "way", "ways")),
            all => format!("each asked in up to {}", in_words(all, "way", "ways")),
        }
    }

    /// The answers that are right for so large a share of the problems of their kind that a subject
    /// which always gives them seems to know, with the number of the problems of that kind.
    pub(crate) fn unbalanced(&self) -> Vec<(&RightAnswer, u64)> {
        let tilted = |one: &RightAnswer| {
            let kind = || self.right.iter().filter(|own| own.task == one.task);
            let all: u64 = kind().map(|own| own.problems).sum();
            (kind().count() > 1 && one.problems as f64 >= TILTED * all as f64).then_some(all)
        };
        self.right.iter().filter_map(|one| Some((one, tilted(one)?))).collect()
    }

    /// The kinds of problems of which one answer alone is ever right.
    pub(crate) fn of_one_class(&self) -> Vec<&RightAnswer> {
        let alone =
            |one: &&RightAnswer| self.right.iter().filter(|own| own.task == one.task).count() == 1;
        self.right.iter().filter(alone).collect()
    }
}

/// From this share of problems on, an answer is right much more often than others.
const TILTED: f64 = 0.6;

/// The kind of a question, from its levels. Settings come first in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct QuestionKind<'a> {
    protocol: &'a str,
    temperature: &'a str,
    family: &'a str,
    variant: &'a str,
}

impl<'a> QuestionKind<'a> {
    fn new(levels: &'a Factors) -> Self {
        let family = [level(levels, "family"), level(levels, "dataset")];
        Self {
            family: family.into_iter().find(|name| !name.is_empty()).unwrap_or("problems"),
            variant: level(levels, "variant"),
            protocol: protocol(levels),
            temperature: level(levels, "temperature"),
        }
    }

    /// The protocol and the temperature of the question.
    fn setting(&self) -> (&'a str, &'a str) {
        (self.protocol, self.temperature)
    }
}

/// Names in their order, each once.
fn names<'a>(all: impl Iterator<Item = &'a str>) -> Vec<String> {
    let all: BTreeSet<&str> = all.filter(|name| !matches!(*name, "" | "-")).collect();
    all.into_iter().map(str::to_owned).collect()
}

/// The fewest and the most protocols under which a problem was put, of questions in order.
fn protocols_each(
    outcomes: &Outcomes,
    kinds: &[QuestionKind<'_>],
    questions: &[(Place, u32)],
) -> (u64, u64) {
    let protocol = |one: &(Place, u32)| kinds.get(one.1 as usize).map(|kind| kind.protocol);
    let counts = of_each_problem(outcomes, questions)
        .map(|own| own.chunk_by(|a, b| protocol(a) == protocol(b)).count() as u64);
    let ends = counts.map(|count| (count, count));
    ends.reduce(|(fewest, most), (count, _)| (fewest.min(count), most.max(count)))
        .unwrap_or_default()
}

/// Problems under a protocol and at a temperature, of questions in order.
fn count_questions(
    outcomes: &Outcomes,
    kinds: &[QuestionKind<'_>],
    questions: &[(Place, u32)],
) -> u64 {
    let setting = |one: &(Place, u32)| kinds.get(one.1 as usize).map(QuestionKind::setting);
    let counts = of_each_problem(outcomes, questions)
        .map(|own| own.chunk_by(|a, b| setting(a) == setting(b)).count() as u64);
    counts.sum()
}

/// The name of problems that ask for an answer of this kind.
pub(crate) const fn kind(task: Task) -> &'static str {
    match task {
        Task::Choice => "lettered options",
        Task::YesNo => "yes or no",
        Task::Validity => "validity",
        Task::Number => "numbers",
        Task::Text => "short texts",
        Task::Conclusion => "conclusions",
    }
}

/// Tells of what was asked: the kind of each question, and its place. Some come several times.
fn each<'a>(outcomes: &'a Outcomes, mut tell: impl FnMut(&QuestionKind<'a>, Place)) {
    // Questions with the same levels are of one family, and differ only in their problems.
    for (levels, asked) in outcomes.asked() {
        let kind = QuestionKind::new(levels);
        let mut last = None;
        for place in asked {
            // Repetitions are next to each other.
            let problem = outcomes.problem(place);
            if last.replace(problem) != Some(problem) {
                tell(&kind, place);
            }
        }
    }
}

/// Questions in order, those of each problem together.
fn of_each_problem<'q>(
    outcomes: &'q Outcomes,
    questions: &'q [(Place, u32)],
) -> impl Iterator<Item = &'q [(Place, u32)]> {
    questions.chunk_by(|a, b| outcomes.problem(a.0) == outcomes.problem(b.0))
}

/// The problems of each family that were asked.
fn materials(
    outcomes: &Outcomes,
    kinds: &[QuestionKind<'_>],
    questions: &[(Place, u32)],
) -> Vec<Material> {
    let mut materials: BTreeMap<&str, Counting<'_>> = BTreeMap::new();
    for kind in kinds.iter().filter(|kind| !kind.variant.is_empty()) {
        materials.entry(kind.family).or_default().variants.insert(kind.variant);
    }
    // One, unless problems of several families have the same name.
    let mut families = Vec::new();
    for own in of_each_problem(outcomes, questions) {
        let item = own.first().and_then(|(place, _)| outcomes.problem(*place)).map(|own| own.0);
        for kind in own.iter().filter_map(|(_, kind)| kinds.get(*kind as usize)) {
            if !families.contains(&kind.family) {
                families.push(kind.family);
            }
        }
        families.drain(..).for_each(|name| materials.entry(name).or_default().add(item));
    }
    materials.into_iter().map(|(name, own)| own.material(name)).collect()
}

/// The kinds of questions, in order, and every question, in order of its problem and of its kind.
fn questions(outcomes: &Outcomes) -> (Vec<QuestionKind<'_>>, Questions) {
    let mut kinds = BTreeSet::new();
    each(outcomes, |kind, _| {
        kinds.insert(*kind);
    });
    let kinds: Vec<QuestionKind<'_>> = kinds.into_iter().collect();
    let mut questions = Vec::new();
    each(outcomes, |kind, place| {
        let number = kinds.binary_search(kind).unwrap_or_else(|at| at);
        questions.push((place, number as u32));
    });
    let in_order = |(place, number): &(Place, u32)| (outcomes.problem(*place), *number);
    // Questions with the same levels are in this order already, so this sort only merges them.
    questions.sort_by_key(in_order);
    questions.dedup_by_key(|question| in_order(question));
    (kinds, questions)
}

/// The number of problems for which each answer is right, if it is one of a few.
fn right(outcomes: &Outcomes, questions: &[(Place, u32)]) -> Vec<RightAnswer> {
    let mut counts: BTreeMap<Answer, u64> = BTreeMap::new();
    let first = |own: &[(Place, u32)]| outcomes.posed(own.first()?.0);
    for (_, truth) in of_each_problem(outcomes, questions).filter_map(first) {
        *counts.entry(truth).or_default() += 1;
    }
    let one = |(truth, problems): (Answer, u64)| {
        let task = match truth {
            Answer::Choice(_) => Task::Choice,
            Answer::YesNo(_) => Task::YesNo,
            Answer::Valid(_) => Task::Validity,
            _ => return None,
        };
        // The words with which subjects judge.
        let answer = match truth {
            Answer::Valid(true) => "\"correct\"".to_owned(),
            Answer::Valid(false) => "\"incorrect\"".to_owned(),
            _ => truth.to_string(),
        };
        Some(RightAnswer { task, answer, problems })
    };
    counts.into_iter().filter_map(one).collect()
}

/// The protocol of a question; for a recorded one, the mode that its source names.
fn protocol(factors: &Factors) -> &str {
    factors.get("protocol").or_else(|| factors.get("mode")).unwrap_or("")
}

fn level<'a>(factors: &'a Factors, name: &str) -> &'a str {
    factors.get(name).unwrap_or("")
}

/// The counts of one family so far.
#[derive(Default)]
struct Counting<'a> {
    variants: BTreeSet<&'a str>,
    /// The item of the last problem: those of one item come together.
    last: Option<&'a Name>,
    items: u64,
    problems: u64,
}

impl<'a> Counting<'a> {
    fn add(&mut self, item: Option<&'a Name>) {
        self.problems += 1;
        self.items += u64::from(self.problems == 1 || self.last != item);
        self.last = item;
    }

    fn material(self, family: &str) -> Material {
        Material {
            family: family.to_owned(),
            variants: self.variants.into_iter().map(str::to_owned).collect(),
            items: self.items,
            problems: self.problems,
        }
    }
}
