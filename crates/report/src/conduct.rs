//! Conduct: what was asked, counted from the stored questions, and how, as its study says.

use crate::Outcomes;
use peirast_record::{Factors, Sampling, Scoring, Study};
use peirast_stats::voting::Stopping;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// How a study was conducted. Whatever is counted here was stored; nothing is taken from what was
/// planned and not done.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Conduct {
    /// The problems that were put, by family.
    pub materials: Vec<Material>,
    /// The protocols, strategies or recorded modes under which they were put.
    pub protocols: Vec<String>,
    /// Different questions: a problem under a protocol, at a temperature where that is a factor.
    pub questions: u64,
    /// Questions to a subject that have no answer, repetitions counted one by one.
    pub unanswered: u64,
    /// The most answers that one subject gave to one question.
    pub most_answers: u32,
    /// Answers that were read through a translation by a model, or as they were read elsewhere.
    pub translated: u64,
    /// How the study has it; absent where answers were recorded by others.
    pub plan: Option<Plan>,
}

/// Problems of one family.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Material {
    /// The family, or the data set of recorded answers.
    pub family: String,
    /// Its variants that were put.
    pub variants: Vec<String>,
    /// Items: what the versions of a problem share.
    pub items: u64,
    /// Problems: versions of items.
    pub problems: u64,
}

/// How questions were to be put.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Plan {
    /// What subjects were told of sampling.
    pub sampling: Sampling,
    /// The temperatures at which each question was put, where there were several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub temperatures: Vec<f64>,
    /// How often each question was put.
    pub repeats: u32,
    /// How answers to one question were voted on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub voting: Option<Stopping>,
    /// The share of questions that were put once more as A/A controls, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aa: Option<f64>,
}

impl Plan {
    /// That of a study whose answers are counted by this voting rule, if by any.
    pub fn of(study: &Study, voting: Option<Stopping>) -> Self {
        Self {
            sampling: study.sampling.clone(),
            temperatures: study.temperatures.clone(),
            repeats: study.repeats,
            voting,
            aa: study.aa,
        }
    }
}

/// A question: problem, protocol and temperature.
type Question<'a> = (&'a str, &'a str, &'a str);

impl Conduct {
    /// Counts what was asked; `outcomes` are of single answers, before any vote.
    pub fn of(outcomes: &Outcomes, plan: Option<Plan>) -> Self {
        let rows = outcomes.rows();
        let answered =
            rows.iter().map(|row| (row.problem.as_str(), row.item.as_str(), &*row.factors));
        let open = outcomes.open();
        let open = open.iter().map(|one| (one.problem.as_str(), one.item.as_str(), &*one.factors));
        let mut materials: BTreeMap<&str, Counting<'_>> = BTreeMap::new();
        let mut questions: BTreeSet<Question<'_>> = BTreeSet::new();
        for (problem, item, factors) in answered.chain(open) {
            if questions.insert((problem, protocol(factors), level(factors, "temperature"))) {
                let family = [level(factors, "family"), level(factors, "dataset")];
                let family = family.into_iter().find(|name| !name.is_empty()).unwrap_or("problems");
                materials.entry(family).or_default().add(problem, item, level(factors, "variant"));
            }
        }
        let protocols: BTreeSet<&str> = questions.iter().map(|question| question.1).collect();
        let protocols = protocols.into_iter().filter(|name| !name.is_empty());
        let translated = rows.iter().filter(|row| row.scoring == Scoring::Translation);
        Self {
            materials: materials.into_iter().map(|(name, own)| own.material(name)).collect(),
            protocols: protocols.map(str::to_owned).collect(),
            questions: questions.len() as u64,
            unanswered: outcomes.open().len() as u64,
            most_answers: rows.iter().map(|row| row.repeat + 1).max().unwrap_or(0),
            translated: translated.count() as u64,
            plan,
        }
    }

    /// All items.
    pub fn items(&self) -> u64 {
        self.materials.iter().map(|own| own.items).sum()
    }

    /// All problems.
    pub fn problems(&self) -> u64 {
        self.materials.iter().map(|own| own.problems).sum()
    }
}

/// The protocol of a question; of a recorded one, what its source calls the mode.
fn protocol(factors: &Factors) -> &str {
    factors.get("protocol").or_else(|| factors.get("mode")).unwrap_or("")
}

fn level<'a>(factors: &'a Factors, name: &str) -> &'a str {
    factors.get(name).unwrap_or("")
}

/// What one family has, while it is counted.
#[derive(Default)]
struct Counting<'a> {
    variants: BTreeSet<&'a str>,
    items: BTreeSet<&'a str>,
    problems: BTreeSet<&'a str>,
}

impl<'a> Counting<'a> {
    fn add(&mut self, problem: &'a str, item: &'a str, variant: &'a str) {
        self.problems.insert(problem);
        self.items.insert(item);
        if !variant.is_empty() {
            self.variants.insert(variant);
        }
    }

    fn material(self, family: &str) -> Material {
        Material {
            family: family.to_owned(),
            variants: self.variants.into_iter().map(str::to_owned).collect(),
            items: self.items.len() as u64,
            problems: self.problems.len() as u64,
        }
    }
}
