//! `peirast show`: one stored answer, from prompt to grade.

use super::runtime;
use crate::console;
use anyhow::{Context as _, Result};
use clap::Args;
use peirast_fallacy::Notion;
use peirast_measure::{Ballot, Opened};
use peirast_read::{Context, read};
use peirast_record::{Answer, Grade, Problem, Reading, Setting, Task};
use peirast_report::escape_control;
use peirast_store::TrialDetails;
use peirast_study::grade::Answers;
use peirast_study::how_to_continue;
use peirast_study::run_dir::{self, StoredKind};
use peirast_study::votes;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `show`.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  peirast show runs/token-bias 3f9a

The first column of outcomes.csv in the run directory contains the keys; `peirast report DIR` writes this
file. The first characters are enough if no other key begins with them.")]
pub struct ShowArgs {
    /// A run directory.
    pub dir: PathBuf,
    /// The first characters of a trial's key.
    pub key: String,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// The addition to the command for an open question, which the run directory does not hold.
const WITH_OPTIONS: &str = "with the options for speed, budget and keys of the first command";

/// A stored trial with its details.
struct StoredAnswer {
    exchange: TrialDetails,
    problem: Problem,
    reading: Option<Reading>,
    votes: Option<Ballot>,
    opened: Option<Opened>,
    unsent: BTreeSet<Setting>,
    /// The command that asks the question, if it has no answer.
    asked_by: Option<String>,
}

/// Shows the trial whose key begins with the given text.
pub fn show(args: &ShowArgs) -> Result<ExitCode> {
    let answer = runtime()?.block_on(load(args))?;
    console::finish(&if args.json { answer.as_json() } else { answer.as_text() })
}

async fn load(args: &ShowArgs) -> Result<StoredAnswer> {
    let (store, kind) = run_dir::open(&args.dir).await?;
    let exchange = store.find(&args.key).await?;
    let problem = store
        .load_problem(&exchange.trial.problem)
        .await?
        .with_context(|| format!("the store holds no problem `{}`", exchange.trial.problem))?;
    let opened = match problem.task {
        Task::Conclusion => {
            let answers = Answers::load(&store, kind.study(), Notion::RegardlessOfIssues).await?;
            answers.opened(&exchange.trial.key).cloned()
        }
        _ => None,
    };
    let votes = match &kind {
        StoredKind::Study { study, .. } => votes::ballot(&store, study, &exchange.trial).await?,
        StoredKind::Recorded => None,
    };
    let unsent = run_dir::unsent(&store).await?.remove(exchange.trial.subject.as_str());
    let reading = exchange.response.as_ref().map(|response| {
        read(problem.task, &response.text, &Context::of_problem(&problem, response.finish))
    });
    let asked_by = match exchange.response {
        Some(_) => None,
        None => how_to_continue(&store, &kind).await?,
    };
    Ok(StoredAnswer {
        asked_by,
        exchange,
        problem,
        reading,
        votes,
        opened,
        unsent: unsent.unwrap_or_default(),
    })
}

impl StoredAnswer {
    fn as_json(&self) -> String {
        let Self { exchange, problem, reading, votes, opened, unsent, .. } = self;
        let response = exchange.response.as_ref();
        let answer = match opened {
            Some(opened) => Some(opened.answer),
            None => reading.as_ref().map(|reading| reading.answer),
        };
        // An open answer has one reading, that of its conclusion.
        let reading = match opened {
            Some(opened) => serde_json::json!({
                "answer": opened.answer, "span": null, "rule": opened.rule,
            }),
            None => serde_json::json!(reading),
        };
        let value = serde_json::json!({
            "trial": exchange.trial.key,
            "subject": exchange.trial.subject,
            "protocol": exchange.trial.protocol,
            "endpoint": exchange.endpoint,
            "problem": problem,
            "sampling": exchange.trial.sampling,
            "not_sent": unsent,
            "messages": exchange.messages,
            "request": response.map(|r| &r.request),
            "body": response.map(|r| &r.body),
            "text": response.map(|r| &r.text),
            "reading": reading,
            "votes": votes.as_ref().map(|ballot| ballot.votes),
            "decision": votes.as_ref().map(|ballot| ballot.answer),
            "grade": answer.map(|answer| Grade::new(answer, problem.truth.answer)),
            "conclusion": opened.as_ref().map(|opened| serde_json::json!({
                "answer": opened.answer,
                "view": opened.read.as_ref().map(|(view, _)| view),
                "judgement": opened.read.as_ref().map(|(_, judgement)| judgement),
                "rule": opened.rule,
                "translation": opened.translation,
            })),
        });
        format!("{value}\n")
    }

    /// Writing to a string cannot fail.
    fn as_text(&self) -> String {
        let Self { exchange, problem, unsent, .. } = self;
        let mut text = String::new();
        let _ = writeln!(text, "trial    {}", exchange.trial.key);
        let _ = writeln!(text, "subject  {}", exchange.trial.subject);
        let _ = writeln!(text, "problem  {} under {}", problem.id, exchange.trial.protocol);
        let _ = writeln!(text, "factors  {}", problem.factors);
        if !unsent.is_empty() {
            let names: Vec<&str> = unsent.iter().map(|setting| setting.as_str()).collect();
            let names = names.join(", ");
            let _ = writeln!(text, "not sent {names}, which this subject does not take");
        }
        text.push('\n');
        if exchange.messages.is_empty() {
            let question = problem.text();
            let _ = writeln!(text, "[question; the messages were not recorded]\n{question}\n");
        }
        for message in &exchange.messages {
            let role = format!("{:?}", message.role).to_lowercase();
            let _ = writeln!(text, "[{role}]\n{}\n", message.content);
        }
        match &exchange.response {
            None => {
                text.push_str("not answered yet\n");
                if let Some(command) = &self.asked_by {
                    let _ = writeln!(text, "to ask   {command}\n         {WITH_OPTIONS}");
                }
            }
            Some(response) => {
                let _ = writeln!(text, "[response]\n{}\n", response.text);
                if let Some(opened) = &self.opened {
                    write_opened(&mut text, problem, opened);
                    return escape_control(&text);
                }
                self.write_reading(&mut text, &response.text);
            }
        }
        self.write_votes(&mut text);
        for failure in &exchange.failures {
            let _ = writeln!(text, "attempt {} failed: {}", failure.attempt, failure.message);
        }
        escape_control(&text)
    }

    fn write_reading(&self, text: &mut String, response: &str) {
        let (Some(reading), truth) = (&self.reading, &self.problem.truth) else { return };
        let span = reading.span.and_then(|s| response.get(s.start..s.end)).unwrap_or("");
        let (answer, rule) = (reading.answer, &reading.rule);
        let _ = writeln!(text, "read     {answer} by rule {rule} from \"{span}\"");
        let options: Vec<String> =
            self.problem.right_options().map(|letter| format!("({letter})")).collect();
        let right = match options.as_slice() {
            [] => truth.answer.to_string(),
            options => options.join(" or "),
        };
        let _ = writeln!(text, "truth    {right}: {}", truth.why);
        let _ = writeln!(text, "form     {}", truth.form);
        let _ = writeln!(text, "grade    {}", grade(answer, truth.answer));
    }

    fn write_votes(&self, text: &mut String) {
        let Some(ballot) = &self.votes else { return };
        let votes = ballot.votes;
        let _ = writeln!(
            text,
            "votes    this is answer {} to the question; of {} counted, {} for, {} against, {} neither: \
             {}, {}",
            self.exchange.trial.repeat + 1,
            votes.total(),
            votes.ayes,
            votes.noes,
            votes.neither,
            ballot.answer,
            grade(ballot.answer, ballot.truth)
        );
    }
}

fn grade(answer: Answer, truth: Answer) -> String {
    format!("{:?}", Grade::new(answer, truth)).to_lowercase()
}

fn write_opened(text: &mut String, problem: &Problem, opened: &Opened) {
    let _ = match &opened.read {
        Some((view, _)) => writeln!(text, "read     {view} by rule {}", opened.rule),
        None => writeln!(text, "read     -, because {}", opened.rule),
    };
    if let Some(translation) = &opened.translation {
        let _ = writeln!(text, "restated {}", translation.trim());
    }
    let _ = writeln!(text, "verdict  {}", opened.answer);
    let _ = writeln!(text, "truth    {}", problem.truth.why);
    let _ = writeln!(text, "form     {}", problem.truth.form);
    let _ = writeln!(text, "more     peirast explain has the reasons of both engines");
}
