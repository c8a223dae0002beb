//! `peirast show`: one stored answer, from prompt to grade.

use super::runtime;
use crate::args::ShowArgs;
use crate::console;
use anyhow::{Context as _, Result};
use peirast_measure::{Ballot, Opened};
use peirast_read::{Context, read};
use peirast_record::{Grade, Problem, Setting, Task};
use peirast_report::escape_control;
use peirast_store::TrialDetails;
use peirast_study::grade::Answers;
use peirast_study::run_dir::{self, StoredKind};
use peirast_study::votes;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::process::ExitCode;

/// Shows the trial whose key begins with the given text.
pub fn show(args: &ShowArgs) -> Result<ExitCode> {
    let (exchange, problem, votes, opened, unsent) = runtime()?.block_on(async {
        let (store, kind) = run_dir::open(&args.dir).await?;
        let exchange = store.find(&args.key).await?;
        let problem = store
            .load_problem(&exchange.trial.problem)
            .await?
            .with_context(|| format!("the store holds no problem `{}`", exchange.trial.problem))?;
        let opened = match problem.task {
            Task::Conclusion => {
                let answers = Answers::load(&store, kind.study()).await?;
                answers.opened(&exchange.trial.key).cloned()
            }
            _ => None,
        };
        let votes = match &kind {
            StoredKind::Study { study, .. } => {
                votes::ballot(&store, study, &exchange.trial).await?
            }
            StoredKind::Recorded => None,
        };
        let unsent = run_dir::unsent(&store).await?.remove(exchange.trial.subject.as_str());
        anyhow::Ok((exchange, problem, votes, opened, unsent.unwrap_or_default()))
    })?;
    let text = match args.json {
        true => as_json(&exchange, &problem, votes.as_ref(), opened.as_ref(), &unsent),
        false => as_text(&exchange, &problem, votes.as_ref(), opened.as_ref(), &unsent),
    };
    console::finish(&text)
}

fn as_json(
    exchange: &TrialDetails,
    problem: &Problem,
    votes: Option<&Ballot>,
    opened: Option<&Opened>,
    unsent: &BTreeSet<Setting>,
) -> String {
    let response = exchange.response.as_ref();
    let reading =
        response.map(|r| read(problem.task, &r.text, &Context::new(&problem.options, r.finish)));
    let answer = match opened {
        Some(opened) => Some(opened.answer),
        None => reading.as_ref().map(|reading| reading.answer),
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
        "votes": votes.map(|ballot| ballot.votes),
        "decision": votes.map(|ballot| ballot.answer),
        "grade": answer.map(|answer| Grade::of(answer, problem.truth.answer)),
        "conclusion": opened.map(|opened| serde_json::json!({
            "answer": opened.answer,
            "view": opened.read.as_ref().map(|(view, _)| view),
            "judgement": opened.read.as_ref().map(|(_, judgement)| judgement),
            "rule": opened.rule,
            "translation": opened.translation,
        })),
    });
    format!("{value}\n")
}

fn tell_opened(text: &mut String, problem: &Problem, opened: &Opened) {
    match &opened.read {
        Some((view, _)) => {
            let _ = writeln!(text, "read     {view} by rule {}", opened.rule);
        }
        None => {
            let _ = writeln!(text, "read     -, because {}", opened.rule);
        }
    }
    if let Some(translation) = &opened.translation {
        let _ = writeln!(text, "restated {}", translation.trim());
    }
    let _ = writeln!(text, "verdict  {}", opened.answer);
    let _ = writeln!(text, "truth    {}", problem.truth.why);
    let _ = writeln!(text, "form     {}", problem.truth.form);
    let _ = writeln!(text, "more     peirast explain has the reasons of both engines");
}

fn as_text(
    exchange: &TrialDetails,
    problem: &Problem,
    votes: Option<&Ballot>,
    opened: Option<&Opened>,
    unsent: &BTreeSet<Setting>,
) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "trial    {}", exchange.trial.key);
    let _ = writeln!(text, "subject  {}", exchange.trial.subject);
    let _ = writeln!(text, "problem  {} under {}", problem.id, exchange.trial.protocol);
    let _ = writeln!(text, "factors  {}", problem.factors);
    if !unsent.is_empty() {
        let names: Vec<&str> = unsent.iter().map(|setting| setting.as_str()).collect();
        let _ = writeln!(text, "not sent {}, which this subject does not take", names.join(", "));
    }
    text.push('\n');
    if exchange.messages.is_empty() {
        let _ = writeln!(text, "[question; the messages were not recorded]\n{}\n", problem.text());
    }
    for message in &exchange.messages {
        let role = format!("{:?}", message.role).to_lowercase();
        let _ = writeln!(text, "[{role}]\n{}\n", message.content);
    }
    match &exchange.response {
        None => text.push_str("not answered yet\n"),
        Some(response) => {
            let _ = writeln!(text, "[response]\n{}\n", response.text);
            if let Some(opened) = opened {
                tell_opened(&mut text, problem, opened);
                return escape_control(&text);
            }
            let context = Context::new(&problem.options, response.finish);
            let reading = read(problem.task, &response.text, &context);
            let span = reading.span.and_then(|s| response.text.get(s.start..s.end)).unwrap_or("");
            let _ = writeln!(
                text,
                "read     {} by rule {} from \"{span}\"",
                reading.answer, reading.rule
            );
            let _ = writeln!(text, "truth    {}: {}", problem.truth.answer, problem.truth.why);
            let _ = writeln!(text, "form     {}", problem.truth.form);
            let grade = Grade::of(reading.answer, problem.truth.answer);
            let _ = writeln!(text, "grade    {}", format!("{grade:?}").to_lowercase());
        }
    }
    if let Some(ballot) = votes {
        let (votes, grade) = (ballot.votes, Grade::of(ballot.answer, ballot.truth));
        let _ = writeln!(
            text,
            "votes    this is answer {} to the question; of {} counted, {} for, {} against, {} neither: \
             {}, {}",
            exchange.trial.repeat + 1,
            votes.total(),
            votes.ayes,
            votes.noes,
            votes.neither,
            ballot.answer,
            format!("{grade:?}").to_lowercase()
        );
    }
    for failure in &exchange.failures {
        let _ = writeln!(text, "attempt {} failed: {}", failure.attempt, failure.message);
    }
    escape_control(&text)
}
