//! `peirast explain`: why an answer to a problem of the theory is right or wrong.

use super::runtime;
use crate::args::{NOTIONS, one_of};
use crate::console;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use peirast_fallacy::Notion;
use peirast_measure::ExplainedQuestion;
use peirast_record::{FinishReason, Problem, Task};
use peirast_study::grade::Answers;
use peirast_study::{run_dir, text_of};
use std::path::Path;
use std::process::ExitCode;

/// Arguments of `explain`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast explain --premise '{A()B(), C()D()}' --premise '{A()}' '{B()}'
  peirast make etr --n 1 > one.jsonl
  peirast explain one.jsonl 'Answer: Nothing follows.'
  peirast explain choice.jsonl --id etr/choice/00002
  peirast explain runs/etr 3f2a     the answer whose key begins with 3f2a

Peirast reads the answer as a view, and both engines judge it:
- logic says whether it follows, from which premises, or gives a countermodel;
- the theory says step by step what people are predicted to conclude, and whether the answer is that.
For a yes/no question or a choice, every possible answer is explained: why it is right or wrong, and which
one is the predicted fallacy. The meanings of the letters are listed.")]
pub struct ExplainArgs {
    /// A run directory, or a file of problems (JSON lines); with --premise, the answer.
    pub source: Option<String>,
    /// The answer: the key of a stored one, or a text. A text that begins with { is a view. Without
    /// an answer, a problem of a file is explained by itself.
    pub answer: Option<String>,
    /// The id of a problem in the file, or of an item. Default: the first problem.
    #[arg(long, value_name = "ID")]
    pub id: Option<String>,
    /// A premise, as a view; may be repeated. Replaces the file.
    #[arg(long = "premise", value_name = "VIEW", conflicts_with = "id")]
    pub premises: Vec<String>,
    /// Condition under which an answer counts as predicted. Default: issue-insensitive.
    #[arg(long, value_parser = one_of(NOTIONS))]
    pub notion: Option<Notion>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Explains one answer, or a question.
pub fn explain(args: &ExplainArgs) -> Result<ExitCode> {
    let notion = args.notion.unwrap_or(Notion::RegardlessOfIssues);
    let question = named(args, notion)?;
    let text = if args.json { question.json(notion)? } else { question.text(notion)? };
    console::finish(&text)
}

/// Returns the question that the arguments name.
fn named(args: &ExplainArgs, notion: Notion) -> Result<ExplainedQuestion> {
    if !args.premises.is_empty() {
        let answer = args.source.clone().context("name the answer, as a view such as {B()}")?;
        if args.answer.is_some() {
            bail!("with --premise, give only one answer");
        }
        return Ok(ExplainedQuestion::from_premises(args.premises.clone(), answer));
    }
    let source = args.source.as_deref().context("name a run directory or a file of problems")?;
    let path = Path::new(source);
    if path.is_dir() {
        let key = args.answer.as_deref().with_context(|| {
            let file = path.join("outcomes.csv");
            format!(
                "name the key of an answer: keys are in the first column of {}, which \
                     `peirast report {source}` writes",
                file.display()
            )
        })?;
        if args.id.is_some() {
            bail!(
                "--id is for files of problems: in a run directory, the key of an answer is enough"
            );
        }
        return runtime()?.block_on(stored(path, key, notion));
    }
    let problem = in_file(path, args.id.as_deref())?;
    Ok(ExplainedQuestion::new(problem, args.answer.clone(), FinishReason::Stop)?)
}

/// Explains an answer in a run directory.
async fn stored(dir: &Path, key: &str, notion: Notion) -> Result<ExplainedQuestion> {
    let (store, kind) = run_dir::open(dir).await?;
    let exchange = store.find(key).await?;
    let response = exchange.response.context("it has not been answered yet")?;
    let problem = store.load_problem(&exchange.trial.problem).await?;
    let problem = problem.context("its problem is missing")?;
    let opened = match problem.task {
        Task::Conclusion => {
            let answers = Answers::load(&store, kind.study(), notion).await?;
            answers.opened(&exchange.trial.key).cloned()
        }
        _ => None,
    };
    let question = ExplainedQuestion::new(problem, Some(response.text), response.finish)?;
    Ok(question.with_opened(opened))
}

/// Returns a problem of a file: by its id, the first version of an item, or the first of all.
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
