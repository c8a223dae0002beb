//! `peirast etr`: what the erotetic theory of reasoning makes of views.

use super::checking::checked;
use super::rows::Rows;
use super::stats::print_one;
use super::team::Team;
use crate::args::{
    BatchArgs, CaseArgs, EtrArgs, EtrCommand, EtrOptions, OperationCommand, ParseArgs,
    ProcedureCommand, TraceArgs, TraceCommand, TraceFormat,
};
use crate::console;
use anyhow::{Context as _, Result};
use peirast_calc::Printout;
use peirast_calc::etr::{
    Conversion, EtrQuestion, EtrSettings, RowOptions, answer_row, check_row, convert_view,
    equilibrium, explain_inference, list_cases, run_case,
};
use peirast_etr::batch::Call;
use peirast_etr::{Following, Limits, NumericFunction, Reading};
use serde_json::{Value, json};
use std::io::Read as _;
use std::process::ExitCode;

/// Answers one question to the theory.
pub fn etr(args: &EtrArgs) -> Result<ExitCode> {
    let (settings, as_json) = (settings(&args.options), args.options.json);
    let told = match &args.command {
        EtrCommand::Procedure(command) => ask(procedure(command), &settings)?,
        EtrCommand::Operation(command) => ask(operation(command), &settings)?,
        EtrCommand::Trace(args) => trace(args, &settings)?,
        EtrCommand::Explain(args) => explain_inference(&args.premises, &settings)?,
        EtrCommand::Equilibrium(args) => {
            equilibrium(&args.premises, args.questions, args.sets, &settings)?
        }
        EtrCommand::Parse(args) => convert_view(&conversion(args)?, &settings)?,
        EtrCommand::Cases => (list_cases(), Vec::new()),
        EtrCommand::Case(args) => return case(args, settings.reading, as_json),
        EtrCommand::Batch(batch) if batch.check => {
            let reading = args.options.reading.unwrap_or(Reading::PYETR_1_0_0);
            return checked(&batch.files, batch.jobs, batch.all, |line| {
                check_row(&line.bytes, reading)
            });
        }
        EtrCommand::Batch(args) => return answer_rows(args, &settings),
    };
    let (printout, notes) = told;
    notes.iter().for_each(|note| console::note(note));
    print_one(printout, as_json)?;
    Ok(ExitCode::SUCCESS)
}

fn settings(options: &EtrOptions) -> EtrSettings {
    let usual = Limits::default();
    let known = |name: &String| NumericFunction::named(name);
    EtrSettings {
        reading: options.reading.unwrap_or_default(),
        limits: Limits {
            states: options.max_states.unwrap_or(usual.states),
            steps: options.max_steps.unwrap_or(usual.steps),
        },
        functions: options.functions.iter().filter_map(known).collect(),
        tolerant: options.tolerant,
    }
}

/// An operation as a call.
fn operation(command: &OperationCommand) -> (Call, Option<Following>) {
    (command.call.clone(), None)
}

/// A procedure as a call, and what counts as following where the command says so.
fn procedure(command: &ProcedureCommand) -> (Call, Option<Following>) {
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
    let following = match command {
        ProcedureCommand::Follows(args) if args.strict => Some(Following::Strict),
        ProcedureCommand::Follows(args) if args.regardless_of_issues => {
            Some(Following::RegardlessOfIssues)
        }
        _ => None,
    };
    let args = args.into_iter().map(Value::String).collect();
    let kwargs = kwargs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    (Call { op: op.to_owned(), args, kwargs }, following)
}

/// An answer, and remarks on it.
type Told = (Printout, Vec<String>);

fn ask((call, following): (Call, Option<Following>), settings: &EtrSettings) -> Result<Told> {
    let question = EtrQuestion::new(call, following, settings)?;
    // Printed first, because the answer may fail.
    question.notes.iter().for_each(|note| console::note(note));
    let answer = question.answer(settings)?;
    Ok((Printout { text: answer.text(), json: answer.json() }, answer.notes))
}

fn trace(args: &TraceArgs, settings: &EtrSettings) -> Result<Told> {
    let (call, following) = match &args.command {
        TraceCommand::Procedure(command) => procedure(command),
        TraceCommand::Operation(command) => operation(command),
    };
    let question = EtrQuestion::new(call, following, settings)?;
    question.notes.iter().for_each(|note| console::note(note));
    let trace = question.trace(settings)?;
    let (text, json) = match args.format {
        TraceFormat::Text => (trace.text(), trace.json()),
        TraceFormat::Json => (trace.json(), trace.json()),
        TraceFormat::Mermaid => (trace.mermaid(), trace.mermaid()),
    };
    Ok((Printout { text, json }, Vec::new()))
}

fn conversion(args: &ParseArgs) -> Result<Conversion> {
    let mut text = args.view.clone();
    if text == "-" {
        text.clear();
        std::io::stdin().read_to_string(&mut text).context("reading stdin")?;
        text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    }
    let (from, to) = (args.from.into(), args.to.into());
    Ok(Conversion { text, from, to, each: args.each, say: args.say.clone() })
}

/// Runs one case; the exit code says whether every answer is the recorded one.
fn case(args: &CaseArgs, reading: Reading, as_json: bool) -> Result<ExitCode> {
    let (printout, passed) = run_case(&args.id, reading)?;
    print_one(printout, as_json)?;
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Answers every row; the exit code says whether all of them could be read.
fn answer_rows(args: &BatchArgs, settings: &EtrSettings) -> Result<ExitCode> {
    let team = Team::of(args.jobs)?;
    let mut rows = Rows::open(&args.files, team.most)?;
    let options = RowOptions { keep: args.keep, time: args.time };
    let mut is_complete = true;
    loop {
        let some = rows.next()?;
        if some.is_empty() {
            break;
        }
        let answers =
            team.each(&some, |line| answer_row(&line.bytes, &line.place, options, settings));
        let mut text = String::new();
        for (answer, line) in answers.iter().zip(&some) {
            if let Some(why) = &answer.fault {
                console::note(&format!("{}: {why}", line.place));
                is_complete = false;
            }
            text.push_str(&answer.line);
        }
        console::result(&text)?;
    }
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
