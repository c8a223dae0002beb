//! The results of an import in the form in which they are stored.

use super::ENDPOINT;
use super::collected::{DocumentAnswer, DocumentSet};
use crate::recorded;
use peirast_record::{
    Key, Message, Problem, Prompt, Recorded, Response, Sampling, Strategy, Trial,
};
use peirast_task::translation;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The use of views that another program read in answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Views {
    /// They are stored with the answers, but not used.
    Aside,
    /// They count if Peirast cannot read an answer.
    Unread,
    /// They replace the reading of every answer.
    All,
}

/// The content of a run directory.
#[derive(Debug, Default)]
pub struct AnswerRecords {
    /// Problems.
    pub problems: Vec<Problem>,
    /// The strategies.
    pub strategies: Vec<Strategy>,
    /// The models that answered.
    pub models: BTreeSet<String>,
    /// The prompts, as far as they are recorded.
    pub prompts: Vec<Arc<Prompt>>,
    /// The questions. Those for recorded views follow the answers that they belong to.
    pub trials: Vec<Trial>,
    /// The answers, in the order of the questions.
    pub responses: Vec<Response>,
    /// Recorded grades.
    pub recorded: Vec<Recorded>,
    /// Number of answers among the responses.
    pub answers: usize,
    /// Number of recorded views among them.
    pub views: usize,
    /// The largest number of answers to one question.
    pub repeats: u32,
}

impl AnswerRecords {
    /// Makes the records of an import.
    pub fn new(collected: DocumentSet, views: Views) -> Self {
        let mut stored = Self {
            problems: collected.problems.into_values().collect(),
            strategies: collected.strategies.into_values().collect(),
            repeats: 1,
            ..Self::default()
        };
        let mut repeats: BTreeMap<[String; 3], u32> = BTreeMap::new();
        for given in collected.answers {
            let question = [&given.model, &given.problem, &given.strategy].map(Clone::clone);
            let repeat = repeats.entry(question).or_default();
            stored.add(given, *repeat, views);
            *repeat += 1;
            stored.repeats = stored.repeats.max(*repeat);
        }
        stored.prompts.sort_by_key(|prompt| prompt.key());
        stored.prompts.dedup_by_key(|prompt| prompt.key());
        stored
    }

    fn add(&mut self, given: DocumentAnswer, repeat: u32, views: Views) {
        let DocumentAnswer { problem, strategy, question, model, answer } = given;
        let prompt = Prompt::new(&problem, &strategy, vec![Message::user(question)]);
        // The key leaves out how answers were sampled, because replays do not record it.
        let parts = json!([ENDPOINT, model, strategy, problem, repeat]);
        let trial = recorded::trial(parts, &prompt, &model, ENDPOINT, (&answer.sampling, repeat));
        let key = trial.key.clone();
        self.responses.push(recorded::response(&key, &model, answer.text));
        if let Some(right) = answer.right {
            let (grade, facts) = (i64::from(right), answer.facts);
            self.recorded.push(Recorded { trial: key.clone(), grade, facts });
        }
        self.trials.push(trial);
        if let Some((view, reader)) = answer.view.filter(|_| views != Views::Aside) {
            let prompt = Prompt::new(&problem, translation::of_view(&key), Vec::new());
            let trial = Trial::new(&prompt, &reader, ENDPOINT, &Sampling::default(), 0);
            let key = Key::from_json("recorded-view", json!([ENDPOINT, key]));
            self.responses.push(recorded::response(&key, &reader, view));
            self.trials.push(Trial { key, ..trial });
            self.views += 1;
        }
        self.prompts.push(Arc::new(prompt));
        self.answers += 1;
        self.models.insert(model);
    }
}
