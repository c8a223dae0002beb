//! What was found, as it is stored.

use super::ENDPOINT;
use super::collected::Collected;
use crate::translation;
use anyhow::{Result, bail};
use peirast_record::{
    FinishReason, Key, Message, Problem, Prompt, Response, Strategy, Trial, Usage,
};
use peirast_run::Recorded;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What becomes of the views that answers were read as elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Views {
    /// They are kept beside the answers, and nothing is measured by them.
    Aside,
    /// They count where an answer cannot be read here.
    Unread,
    /// They count, and nothing else.
    All,
}

/// What goes into a run directory.
#[derive(Debug, Default)]
pub struct Stored {
    /// Problems.
    pub problems: Vec<Problem>,
    /// How they were put.
    pub strategies: Vec<Strategy>,
    /// Who answered.
    pub models: BTreeSet<String>,
    /// The prompts, as far as they are told.
    pub prompts: Vec<Arc<Prompt>>,
    /// The questions; those for recorded views after the answers that they are of.
    pub trials: Vec<Trial>,
    /// The answers, in the order of the questions.
    pub responses: Vec<Response>,
    /// Recorded grades.
    pub recorded: Vec<Recorded>,
    /// How many of the answers are such.
    pub answers: usize,
    /// How many are recorded views.
    pub views: usize,
    /// How often a question was answered at most.
    pub repeats: u32,
}

/// What there is to store of what was found.
///
/// # Errors
/// Two strategies of one name.
pub fn stored(collected: Collected, views: Views) -> Result<Stored> {
    let mut stored = Stored { repeats: 1, ..Stored::default() };
    let mut protocols: BTreeMap<&str, &Strategy> = BTreeMap::new();
    for understood in collected.understood.values() {
        let strategy = &understood.strategy;
        let known = protocols.entry(&strategy.name).or_insert(strategy);
        if *known != strategy {
            bail!(
                "the documents were put by two strategies of the name `{}`: import them apart",
                strategy.name
            );
        }
    }
    stored.strategies = protocols.into_values().cloned().collect();
    let mut repeats: BTreeMap<(String, String), u32> = BTreeMap::new();
    for given in collected.answers {
        let Some(understood) = collected.understood.get(&given.problem) else { continue };
        let question = (given.model.clone(), given.problem.clone());
        let repeat = repeats.entry(question).or_default();
        let protocol = understood.strategy.name.as_str();
        let (model, answer) = (given.model, given.answer);
        let prompt =
            Prompt::new(&given.problem, protocol, vec![Message::user(&understood.question)]);
        let own = (ENDPOINT, &model, protocol, &given.problem, *repeat);
        let key = Key::of("recorded", &own);
        let trial = Trial::new(&prompt, &model, ENDPOINT, &answer.sampling, *repeat);
        let trial = Trial { key, ..trial };
        *repeat += 1;
        stored.repeats = stored.repeats.max(*repeat);
        stored.responses.push(response(&trial.key, &model, answer.text));
        if let Some(right) = answer.right {
            let facts = answer.facts;
            stored.recorded.push(Recorded {
                trial: trial.key.clone(),
                grade: i64::from(right),
                facts,
            });
        }
        if let Some((view, reader)) = answer.view.filter(|_| views != Views::Aside) {
            let prompt = Prompt::new(&given.problem, translation::of_view(&trial.key), Vec::new());
            let key = Key::of("recorded-view", &(ENDPOINT, &trial.key));
            let of = Trial::new(&prompt, &reader, ENDPOINT, &Default::default(), 0);
            stored.responses.push(response(&key, &reader, view));
            stored.views += 1;
            stored.trials.push(trial);
            stored.trials.push(Trial { key, ..of });
        } else {
            stored.trials.push(trial);
        }
        stored.prompts.push(Arc::new(prompt));
        stored.answers += 1;
        stored.models.insert(model);
    }
    stored.prompts.sort_by_key(|prompt| prompt.key());
    stored.prompts.dedup_by_key(|prompt| prompt.key());
    stored.problems =
        collected.understood.into_values().map(|understood| understood.problem).collect();
    Ok(stored)
}

fn response(trial: &Key, model: &str, text: String) -> Response {
    Response {
        trial: trial.clone(),
        attempts: 1,
        request: String::new(),
        body: String::new(),
        text,
        finish: FinishReason::Other,
        usage: Usage::default(),
        model: Some(model.to_owned()),
        sent_us: 0,
        elapsed_us: 0,
    }
}
