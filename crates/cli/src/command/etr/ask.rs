//! One question, one answer: the procedures and operations.

use super::settings::Settings;
use super::shown::shown;
use super::texts;
use crate::args::{OperationCommand, ProcedureCommand};
use crate::voice;
use anyhow::{Result, anyhow};
use peirast_etr::batch::{Call, Output};
use peirast_etr::{Engine, Error, Following, InternedView};
use serde_json::{Map, Value, json};
use std::process::ExitCode;

/// A call, and what the command line says about it besides.
#[derive(Debug, Clone)]
pub struct Question {
    pub call: Call,
    following: Option<Following>,
}

/// A call that was answered.
pub struct Answered {
    pub engine: Engine,
    pub output: Output,
}

/// The premises of an inference, read into an engine.
pub fn read_premises(
    premises: &[String],
    settings: &Settings,
) -> Result<(Engine, Vec<InternedView>)> {
    let call = Call {
        op: "default_inference_procedure".to_owned(),
        args: premises.iter().cloned().map(Value::String).collect(),
        kwargs: Map::new(),
    };
    let call = repaired(call, settings)?;
    let mut engine = settings.engine(&call)?;
    let mut views = Vec::with_capacity(premises.len());
    for premise in call.args.iter().filter_map(Value::as_str) {
        let view = engine.read(premise);
        views.push(view.map_err(|error| texts::explained(error.into(), &call, &engine))?);
    }
    Ok((engine, views))
}

impl Question {
    pub fn of_operation(command: &OperationCommand) -> Question {
        Question { call: command.call.clone(), following: None }
    }

    pub fn of_procedure(command: &ProcedureCommand) -> Question {
        let (op, args, kwargs) = match command {
            ProcedureCommand::Infer(args) => {
                ("default_inference_procedure", args.premises.clone(), Vec::new())
            }
            ProcedureCommand::Follows(args) => (
                "default_procedure_does_it_follow",
                args.premises.clone(),
                vec![("target", json!(args.target))],
            ),
            ProcedureCommand::Probability(args) => (
                "default_procedure_what_is_prob",
                args.premises.clone(),
                vec![("prob_of", json!(args.of))],
            ),
            ProcedureCommand::Decide(args) => (
                "default_decision",
                vec![args.question.clone()],
                vec![
                    ("cv", json!(args.consequences)),
                    ("pr", json!(args.priorities)),
                    ("absurd_states", json!(args.absurd)),
                ],
            ),
        };
        let args = args.into_iter().map(Value::String).collect();
        let kwargs = kwargs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Question { call: Call { op: op.to_owned(), args, kwargs }, following: following(command) }
    }

    /// The settings, with the say of this question in what it takes to follow.
    fn settled(&self, settings: &Settings) -> Settings {
        let mut settings = settings.clone();
        if let Some(following) = self.following {
            settings.reading.following = following;
        }
        settings
    }

    /// Answers it, with the engine made ready by `before`.
    pub fn answer(&self, settings: &Settings, before: fn(&mut Engine)) -> Result<Answered> {
        let settings = self.settled(settings);
        let call = &self.call;
        let mut engine = settings.engine(call)?;
        let prepared = call.prepare(&mut engine);
        let prepared = prepared.map_err(|error| texts::explained(error, call, &engine))?;
        before(&mut engine);
        let output = prepared(&mut engine).map_err(with_option)?;
        Ok(Answered { engine, output })
    }

    /// The call as a row, without its answer.
    pub fn row(&self, settings: &Settings) -> Map<String, Value> {
        let mut row = Map::new();
        row.insert("op".to_owned(), json!(self.call.op));
        row.insert("args".to_owned(), json!(self.call.args));
        row.insert("kwargs".to_owned(), json!(self.call.kwargs));
        row.insert("reading".to_owned(), json!(settings.reading.name));
        if let Some(following) = self.following {
            row.insert("following".to_owned(), json!(following.name()));
        }
        row
    }
}

/// The error, with the option that raises the limit it is about.
fn with_option(error: Error) -> anyhow::Error {
    match error {
        Error::TooManyStates { .. } => anyhow!("{error}\nhelp: --max-states N sets it"),
        Error::TooManySteps { .. } => anyhow!("{error}\nhelp: --max-steps N sets it"),
        error => error.into(),
    }
}

fn following(command: &ProcedureCommand) -> Option<Following> {
    match command {
        ProcedureCommand::Follows(args) if args.strict => Some(Following::Strict),
        ProcedureCommand::Follows(args) if args.regardless_of_issues => {
            Some(Following::RegardlessOfIssues)
        }
        _ => None,
    }
}

/// Answers with a procedure.
pub fn procedure(command: &ProcedureCommand, settings: &Settings) -> Result<ExitCode> {
    let question = completed(Question::of_procedure(command), settings)?;
    let mut answered = question.answer(settings, |_| {})?;
    let mut besides = Vec::new();
    match (command, &answered.output) {
        (ProcedureCommand::Infer(_), Output::View(view)) if view.is_verum() => {
            voice::note("nothing follows");
            let premises = question.call.args.iter().filter_map(Value::as_str);
            let premises: Vec<_> = premises.filter_map(|p| answered.engine.read(p).ok()).collect();
            if answered.engine.lacks_common_issue(&premises) {
                voice::note(
                    "a premise speaks of all, but no star marks the same place in two premises, so \
                     that it is applied to nothing; mark what each is about: Ax {Mortal(x)}^{Man(x*)} \
                     and {Man(socrates()*)}",
                );
            }
        }
        (ProcedureCommand::Probability(args), Output::View(view)) if !view.is_falsum() => {
            let of = question.call.kwargs.get("prob_of").and_then(Value::as_str);
            let of = answered.engine.read(of.unwrap_or(&args.of))?;
            let potential = answered.engine.equilibrium_answer_potential(view, &of)?;
            voice::note(&format!("potential: {potential} of 100"));
            besides.push(("potential", json!(potential)));
        }
        (ProcedureCommand::Probability(_), _) => {
            voice::note("no number from 0 to 100 comes out");
        }
        _ => {}
    }
    print(&question, &answered, besides, settings)
}

/// Carries out one operation.
pub fn operation(command: &OperationCommand, settings: &Settings) -> Result<ExitCode> {
    let question = completed(Question::of_operation(command), settings)?;
    let mut answered = question.answer(settings, |_| {})?;
    let mut besides = Vec::new();
    if let Some(why) = unchanged(&question.call, &mut answered) {
        voice::note(&format!("unchanged: {why}"));
        besides.push(("unchanged", json!(why)));
    }
    print(&question, &answered, besides, settings)
}

/// The question with the functions of the command line, and its views repaired if that is wanted.
pub fn completed(question: Question, settings: &Settings) -> Result<Question> {
    let call = repaired(settings.completed(question.call), settings)?;
    Ok(Question { call, ..question })
}

/// The call with its views repaired, if that is wanted.
fn repaired(call: Call, settings: &Settings) -> Result<Call> {
    if !settings.tolerant {
        return Ok(call);
    }
    let (repaired, notes) = texts::repaired(&call, &mut settings.engine(&call)?);
    texts::tell_repairs(&notes);
    Ok(repaired)
}

/// Why the operation handed its view back, if it did. Of an operation made of others the engine
/// remembers what the last of them found, so that the views have to be compared too.
fn unchanged(call: &Call, answered: &mut Answered) -> Option<String> {
    let why = answered.engine.unchanged()?;
    let Output::View(view) = &answered.output else { return None };
    let external = call.args.first()?.as_str()?;
    let external = answered.engine.read(external).ok()?;
    let same = answered.engine.show(&external) == answered.engine.show(view);
    same.then(|| why.to_string())
}

fn print(
    question: &Question,
    answered: &Answered,
    besides: Vec<(&str, Value)>,
    settings: &Settings,
) -> Result<ExitCode> {
    let value = answered.output.to_value(&answered.engine);
    if settings.json {
        let mut row = question.row(settings);
        row.insert("out".to_owned(), value);
        row.extend(besides.into_iter().map(|(name, value)| (name.to_owned(), value)));
        voice::result(&format!("{}\n", Value::Object(row)))?;
    } else {
        voice::result(&shown(&value))?;
    }
    Ok(ExitCode::SUCCESS)
}
