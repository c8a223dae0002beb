//! Sample logs of exported tasks, read back as answers.

use super::doc::ProblemRecord;
use super::sample::HarnessSample;
use crate::brought::{ForeignAnswer, ForeignAnswers, KnownProblems};
use crate::{ExchangeError, recorded};
use peirast_record::{FinishReason, Message, Problem, Strategy, Usage};
use peirast_task::verified;
use serde_json::Value;
use std::collections::BTreeMap;

/// The endpoint of answers that the harness recorded.
const ENDPOINT: &str = "recorded/lm-eval";

/// An import of sample logs under way.
#[derive(Debug)]
pub struct Answers {
    known: KnownProblems,
    /// What was found.
    pub brought: ForeignAnswers,
    /// What is left out, with its place and why.
    pub left_out: Vec<String>,
    /// The filter under which the answers to a document were found first: each has a line.
    seen: BTreeMap<(usize, String, String), String>,
}

/// Where a line stands, and whose answer it holds.
#[derive(Clone, Copy, Debug)]
pub struct LogLine<'a> {
    /// The number of its file.
    pub file: usize,
    /// File and line, to be told to people.
    pub place: &'a str,
    /// The model, as what lies beside the file says.
    pub model: Option<&'a str>,
}

impl Answers {
    /// No answer yet; documents that carry no problem are matched with these.
    pub fn new(known: KnownProblems) -> Self {
        let (seen, left_out) = (BTreeMap::new(), Vec::new());
        Self { known, brought: ForeignAnswers::new(ENDPOINT), left_out, seen }
    }

    /// Takes in a line. What cannot be understood is left out, and says so in the end.
    ///
    /// ```
    /// use peirast_exchange::brought::KnownProblems;
    /// use peirast_exchange::lm_eval::{Answers, Documents, LogLine};
    /// use peirast_record::Profile;
    /// use peirast_task::{Design, Family};
    /// use serde_json::json;
    /// let design = Design { seed: 1, profile: Profile::Balanced };
    /// let problems = Family::named("conjunction")?.make(&design, "2", 1)?;
    /// let doc = &Documents::new(&problems, false)?.docs[0];
    /// let line = json!({"doc_id": 0, "doc": doc, "resps": [["Answer: (a)"]], "filter": "answer"});
    /// let mut answers = Answers::new(KnownProblems::default());
    /// answers.take(&line.to_string(), &LogLine { file: 0, place: "line 1", model: Some("lab/m") });
    /// assert_eq!((answers.brought.trials().len(), answers.left_out.len()), (1, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take(&mut self, text: &str, line: &LogLine<'_>) {
        if let Err(error) = self.taken(text, line) {
            self.left_out.push(format!("{}: {error}", line.place));
        }
    }

    fn taken(&mut self, text: &str, line: &LogLine<'_>) -> Result<(), ExchangeError> {
        let value: Value = serde_json::from_str(text)?;
        if value["doc"].is_null() || value["resps"].is_null() {
            return Err(ExchangeError::layout(
                "it is no line of a sample log, which has `doc` and `resps`: run lm_eval with --log_samples",
            ));
        }
        let sample: HarnessSample<Value> = HarnessSample::read(value)?;
        let question = sample.doc["question"].as_str().unwrap_or_default().to_owned();
        let (problem, strategy) = self.problem(&sample, &question)?;
        let model = line.model.unwrap_or_default().to_owned();
        let place = (line.file, problem.id.to_string(), strategy.name.clone());
        match self.seen.get(&place) {
            Some(first) if *first != sample.filter => return Ok(()),
            Some(_) => {
                return Err(ExchangeError::Layout(format!(
                    "a second answer to {} in one log",
                    problem.id
                )));
            }
            None => {}
        }
        self.seen.insert(place, sample.filter.clone());
        for text in sample.texts {
            let given = ForeignAnswer {
                messages: vec![Message::user(question.clone())],
                model: model.clone(),
                text,
                finish: FinishReason::Other,
                usage: Usage::default(),
                sampling: sample.sampling.clone(),
            };
            self.brought.add(&problem, &strategy, given)?;
        }
        Ok(())
    }

    /// The problem of a document and how it was put: as it carries it, or one that is known.
    fn problem(
        &self,
        sample: &HarnessSample<Value>,
        question: &str,
    ) -> Result<(Problem, Strategy), ExchangeError> {
        if let Some(text) = sample.doc["peirast"].as_str() {
            let ProblemRecord { strategy, problem } =
                serde_json::from_str(text).map_err(ExchangeError::Carried)?;
            strategy.check()?;
            problem.check()?;
            check_views(&problem)?;
            return Ok((problem, strategy));
        }
        let by_id = sample.doc["id"].as_str().and_then(|id| self.known.of_id(id));
        let by_number = || self.known.of_number(sample.number?, question);
        let found = by_id.or_else(by_number).or_else(|| self.known.of_text(question));
        let problem = found.cloned().ok_or_else(|| {
            ExchangeError::layout(
                "its document carries no problem of ours, and none that is known has its id or text: name \
                 the file of problems by --problems",
            )
        })?;
        Ok((problem, recorded::strategy("as_logged", None, "{problem}", false)))
    }
}

/// Refuses a problem of the theory whose record says something else than its views.
fn check_views(problem: &Problem) -> Result<(), ExchangeError> {
    if problem.worded.is_none() {
        return Ok(());
    }
    match verified(problem)?.first() {
        None => Ok(()),
        Some(one) => Err(ExchangeError::Layout(format!(
            "the problem that it carries was changed: {} is {}, and not {}",
            one.field, one.found, one.recorded
        ))),
    }
}
