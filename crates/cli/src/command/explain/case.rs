//! What is to be explained: an answer, and what it was given to.

use crate::args::{ExplainArgs, NotionArg};
use crate::command::runtime;
use anyhow::{Context as _, Result, bail};
use peirast_etr::Reading;
use peirast_measure::{Opened, posed};
use peirast_record::{FinishReason, Problem, Task};
use peirast_study::grade::Answers;
use peirast_study::run_dir;
use peirast_study::text_of;
use std::path::Path;

/// An answer, if there is one, and what it was given to.
pub struct Case {
    pub answer: Option<String>,
    pub finish: FinishReason,
    /// The problem, where there are words; else premises alone.
    pub problem: Option<Box<Problem>>,
    pub premises: Vec<String>,
    pub reading: Reading,
    /// What became of an open answer where it is stored, translations and all.
    pub stored: Option<Opened>,
}

/// Whether an answer is written as a view.
pub fn is_view(answer: &str) -> bool {
    answer.trim().starts_with('{') || answer.contains(['∀', '∃'])
}

impl Case {
    /// What the arguments name.
    pub fn named(args: &ExplainArgs, notion: NotionArg) -> Result<Case> {
        if !args.premises.is_empty() {
            return Case::alone(args);
        }
        let source =
            args.source.as_deref().context("name a run directory or a file of problems")?;
        let path = Path::new(source);
        if path.is_dir() {
            let key = args
                .answer
                .as_deref()
                .context("name the key of an answer; `peirast test` and outcomes.csv have it")?;
            if args.id.is_some() {
                bail!(
                    "--id is for files of problems: in a run directory, the key of an answer is enough"
                );
            }
            return Case::stored(path, key, notion);
        }
        let problem = in_file(path, args.id.as_deref())?;
        Case::of(problem, args.answer.clone(), FinishReason::Stop)
    }

    /// Premises that belong to no problem.
    fn alone(args: &ExplainArgs) -> Result<Case> {
        let answer = args.source.clone().context("name the answer, as a view such as {B()}")?;
        if args.answer.is_some() {
            bail!("beside --premise, one answer is enough");
        }
        Ok(Case {
            answer: Some(answer),
            finish: FinishReason::Stop,
            problem: None,
            premises: args.premises.clone(),
            reading: Reading::SOUND,
            stored: None,
        })
    }

    /// An answer in a run directory.
    fn stored(dir: &Path, key: &str, notion: NotionArg) -> Result<Case> {
        let (problem, text, finish, opened) = runtime()?.block_on(async {
            let (store, kind) = run_dir::open(dir).await?;
            let exchange = store.find(key).await?;
            let response = exchange.response.context("it has not been answered yet")?;
            let problem = store.load_problem(&exchange.trial.problem).await?;
            let problem = problem.context("its problem is missing")?;
            let opened = match problem.task {
                Task::Conclusion => {
                    let answers = Answers::load_by(&store, kind.study(), notion.into()).await?;
                    answers.opened(&exchange.trial.key).cloned()
                }
                _ => None,
            };
            anyhow::Ok((problem, response.text, response.finish, opened))
        })?;
        Ok(Case { stored: opened, ..Case::of(problem, Some(text), finish)? })
    }

    pub fn of(problem: Problem, answer: Option<String>, finish: FinishReason) -> Result<Case> {
        let worded = problem.worded.as_deref();
        let worded = worded.with_context(|| {
            format!("{} is not made of views: only problems of `etr` are explained", problem.id)
        })?;
        let reading = Reading::named(&worded.argument.reading)
            .with_context(|| format!("{}: unknown reading of the theory", problem.id))?;
        Ok(Case {
            answer,
            finish,
            premises: worded.argument.premises.clone(),
            reading,
            stored: None,
            problem: Some(Box::new(problem)),
        })
    }

    /// The problem, if it asks about conclusions that it names, and no view is to be judged.
    pub fn question(&self) -> Option<&Problem> {
        let problem = self.problem.as_deref()?;
        let is_closed = matches!(problem.task, Task::YesNo | Task::Choice);
        (is_closed && !self.answer.as_deref().is_some_and(is_view)).then_some(problem)
    }

    /// A view as it is said, where there are words.
    pub fn said(&self, view: &str) -> Option<String> {
        let posed = posed(self.problem.as_deref()?).ok()?;
        posed.vocabulary().write(&view.replace('*', "").parse().ok()?).ok()
    }

    /// A view, and how it is said.
    pub fn shown(&self, view: &str) -> String {
        match self.said(view) {
            _ if view == "{0}" => "nothing".to_owned(),
            Some(sentence) => format!("{view}  {sentence}"),
            None => view.to_owned(),
        }
    }
}

/// A problem of a file: by its id, the first version of an item, or the first of all.
fn in_file(path: &Path, id: Option<&str>) -> Result<Problem> {
    let text = text_of(path)?;
    let mut first = None;
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let problem: Problem = serde_json::from_str(line)
            .with_context(|| format!("{}, line {}: no problem", path.display(), at + 1))?;
        if id.is_none_or(|id| problem.id == id || problem.item == id) {
            return Ok(problem);
        }
        first.get_or_insert(problem.id);
    }
    match (id, first) {
        (Some(id), Some(first)) => bail!(
            "{} has no problem or item `{id}`; its first problem is `{first}`",
            path.display()
        ),
        _ => bail!("{} has no problem", path.display()),
    }
}
