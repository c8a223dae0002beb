//! Reads sample logs of exported tasks as answers.

use super::doc::ProblemRecord;
use super::likelihood::{self, Responses};
use super::sample::{self, HarnessSample};
use crate::brought::{ForeignAnswer, ForeignAnswers, KnownProblems};
use crate::shown::{PromptCheck, Shown, ShownLabels, answer_text, listed_options};
use crate::{ExchangeError, recorded};
use peirast_record::{FinishReason, Labels, Message, Problem, Strategy, Task, Usage, read_json};
use peirast_task::verified;
use serde_json::Value;
use std::collections::BTreeMap;

/// The endpoint of answers that the harness recorded.
const ENDPOINT: &str = "recorded/lm-eval";
/// The fields with options in documents of Peirast and of others.
const OPTIONS: [&str; 4] =
    ["/options", "/choices", "/scoring_guide/multiple_choice/options", "/endings"];

/// An import of sample logs in progress.
#[derive(Debug)]
pub struct Answers {
    known: KnownProblems,
    /// The imported answers.
    pub brought: ForeignAnswers,
    /// Everything that was left out, with its place and the reason.
    pub left_out: Vec<String>,
    /// Counts of samples that were left out or mapped when Peirast compared them with their
    /// problems.
    pub check: PromptCheck,
    /// The filter with which the answers to a document were first found. Each filter has a line.
    seen: BTreeMap<(usize, String, String), String>,
}

/// The place of a line, and the model of its answers.
#[derive(Clone, Copy, Debug)]
pub struct LogLine<'a> {
    /// The number of its file.
    pub file: usize,
    /// File and line, for messages.
    pub place: &'a str,
    /// The model, from the files next to the log.
    pub model: Option<&'a str>,
}

impl Answers {
    /// Starts an import. Documents without a problem record are matched with these problems.
    pub fn new(known: KnownProblems) -> Self {
        let (seen, left_out) = (BTreeMap::new(), Vec::new());
        let check = PromptCheck::default();
        Self { known, brought: ForeignAnswers::new(ENDPOINT), left_out, check, seen }
    }

    /// Adds a line. Invalid lines are left out and listed at the end.
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
            self.check.add_error(&error);
            self.left_out.push(format!("{}: {error}", line.place));
        }
    }

    fn taken(&mut self, text: &str, line: &LogLine<'_>) -> Result<(), ExchangeError> {
        let value: Value = read_json(text)?;
        sample::check(&value)?;
        let sample: HarnessSample<Value> = HarnessSample::read(value)?;
        let question = sample.doc["question"].as_str().unwrap_or_default().to_owned();
        let prompts = sample.prompts();
        let asked = prompts.first().cloned().unwrap_or_else(|| question.clone());
        let options = OPTIONS.iter().filter_map(|field| sample.doc.pointer(field));
        let options = options.map(listed_options).find(|options| !options.is_empty());
        let prompts = if prompts.is_empty() { vec![question.clone()] } else { prompts };
        let shown = Shown { prompts, options: options.unwrap_or_default() };
        let (problem, strategy) = self.problem(&sample, &question, &shown)?;
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
        let labels = shown.labels(&problem)?;
        let target = sample.target.as_deref().unwrap_or_default();
        if let Err(error) = check_target(&labels, &problem, target, &sample.doc) {
            self.check.add_error(&error);
        }
        for (recorded, mapped) in mapped_answers(&sample, &problem, &labels)? {
            if labels.are_others(&problem) && mapped.is_some() {
                self.check.reordered.add(&problem.id);
            }
            let (text, body) = match mapped {
                Some(text) => (text, recorded),
                None => (recorded, String::new()),
            };
            let given = ForeignAnswer {
                messages: vec![Message::user(asked.clone())],
                model: line.model.unwrap_or_default().to_owned(),
                text,
                body,
                finish: FinishReason::Other,
                usage: Usage::default(),
                sampling: sample.sampling.clone(),
            };
            self.brought.add(&problem, &strategy, given)?;
        }
        Ok(())
    }

    /// The problem of a document and its strategy: from its record, or else a known problem.
    fn problem(
        &self,
        sample: &HarnessSample<Value>,
        question: &str,
        shown: &Shown,
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
        let by_text = || {
            let mut texts =
                std::iter::once(question).chain(shown.prompts.iter().map(String::as_str));
            texts.find_map(|text| self.known.of_text(text))
        };
        let by_options = || self.known.of_options(shown);
        let found = by_id.or_else(by_number).or_else(by_text).or_else(by_options);
        let problem = found.cloned().ok_or_else(|| {
            ExchangeError::layout(
                "its document has no problem record of Peirast, and no known problem has its id or \
                 text: pass the file of problems with --problems",
            )
        })?;
        Ok((problem, recorded::strategy("as_logged", None, "{problem}", false)))
    }
}

/// The record of each answer. The answer has the letters of the problem if the options had others.
fn mapped_answers(
    sample: &HarnessSample<Value>,
    problem: &Problem,
    labels: &ShownLabels,
) -> Result<Vec<(String, Option<String>)>, ExchangeError> {
    match &sample.responses {
        Responses::Texts(texts) => {
            let mapped = |text| labels.mapped(problem, text, FinishReason::Other);
            Ok(texts.iter().map(|text| (text.clone(), mapped(text))).collect())
        }
        Responses::LogLikelihoods(values) => {
            let answer = likelihood::choice(problem, labels, values, &sample.requests)?;
            Ok(vec![(sample.log_likelihoods(values), Some(answer_text(problem, answer)))])
        }
    }
}

/// Refuses a target that is not the right answer. A number is the position of an option, from 0.
fn check_target(
    labels: &ShownLabels,
    problem: &Problem,
    target: &str,
    doc: &Value,
) -> Result<(), ExchangeError> {
    // A document of Peirast has the label, which may also be a number.
    let is_label = doc["peirast"].is_string() && problem.labels == Labels::Numbers;
    let is_place = problem.task == Task::Choice && !is_label;
    let place = target.parse::<usize>().ok().filter(|_| is_place);
    let is_right = |answer| problem.counted(answer) == problem.truth.answer;
    if place.is_some() && labels.answer(problem, target).is_some_and(is_right) {
        return Ok(());
    }
    let options = OPTIONS.iter().find_map(|field| doc.pointer(field)).map(listed_options);
    match (place, options) {
        (Some(place), Some(options)) => match options.get(place) {
            Some((_, text)) => labels.check_target(problem, text),
            None => Ok(()),
        },
        (Some(_), None) => Ok(()),
        (None, _) => labels.check_target(problem, target),
    }
}

/// Refuses a problem of the theory whose record contradicts its views.
fn check_views(problem: &Problem) -> Result<(), ExchangeError> {
    if problem.worded.is_none() {
        return Ok(());
    }
    match verified(problem)?.first() {
        None => Ok(()),
        Some(one) => Err(ExchangeError::Layout(format!(
            "the problem in its record was changed: {} is {}, not {}",
            one.field, one.found, one.recorded
        ))),
    }
}
