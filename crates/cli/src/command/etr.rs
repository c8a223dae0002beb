//! `peirast etr`: predictions of the erotetic theory of reasoning.

mod args;
mod operation;

pub use self::args::EtrArgs;
use self::args::{
    BatchArgs, CaseArgs, EtrCommand, EtrOptions, ParseArgs, ProcedureCommand, TraceArgs,
    TraceCommand,
};
use super::print_one;
use super::rows::{answer_rows, compare_rows};
use crate::console;
use anyhow::{Context as _, Result};
use peirast_calc::Printout;
use peirast_calc::etr::{
    Conversion, EtrQuestion, EtrSettings, RowOptions, answer_row, check_row, compare_conditionals,
    convert_view, equilibrium, explain_inference, list_cases, run_case,
};
use peirast_etr::batch::Call;
use peirast_etr::{Following, Limits, NumericFunction, Reading};
use serde_json::{Value, json};
use std::io::Read as _;
use std::process::ExitCode;

/// Answers one call to the theory.
pub fn etr(args: &EtrArgs) -> Result<ExitCode> {
    let (settings, as_json) = (settings(&args.options), args.options.json);
    let (printout, notes) = match &args.command {
        EtrCommand::Procedure(command) => ask(procedure(command), &settings)?,
        EtrCommand::Operation(command) => ask((command.call.clone(), None), &settings)?,
        EtrCommand::Trace(args) => trace(args, &settings)?,
        EtrCommand::Explain(args) => explain_inference(&args.premises, &settings)?,
        EtrCommand::Equilibrium(args) => {
            equilibrium(&args.premises, args.questions, args.sets, &settings)?
        }
        EtrCommand::Parse(args) => convert_view(&conversion(args)?, &settings)?,
        EtrCommand::Conditionals => (compare_conditionals(&settings)?, Vec::new()),
        EtrCommand::Cases => (list_cases(), Vec::new()),
        EtrCommand::Case(args) => return case(args, settings.reading, as_json),
        EtrCommand::Batch(batch) if batch.check => {
            let reading = args.options.reading.unwrap_or(Reading::PYETR_1_0_0);
            return compare_rows(&batch.files, batch.jobs, batch.all, |line| {
                check_row(&line.bytes, reading)
            });
        }
        EtrCommand::Batch(BatchArgs { files, keep, time, jobs, .. }) => {
            let options = RowOptions { keep: *keep, time: *time, words: false };
            return answer_rows(files, *jobs, |line| {
                let answer = answer_row(&line.bytes, &line.place, options, &settings);
                (answer.line, answer.fault)
            });
        }
    };
    notes.iter().for_each(|note| console::note(note));
    print_one(printout, as_json)
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
        conditional: options.conditional,
    }
}

fn procedure(command: &ProcedureCommand) -> QuestionCall {
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

/// A call, and the rule for what follows if the command has one.
type QuestionCall = (Call, Option<Following>);

/// An answer, and notes on it.
type Answer = (Printout, Vec<String>);

fn ask(asked: QuestionCall, settings: &EtrSettings) -> Result<Answer> {
    question(asked, settings)?.answer(settings).map_err(Into::into)
}

fn trace(args: &TraceArgs, settings: &EtrSettings) -> Result<Answer> {
    let asked = match &args.command {
        TraceCommand::Procedure(command) => procedure(command),
        TraceCommand::Operation(command) => (command.call.clone(), None),
    };
    Ok((question(asked, settings)?.trace(settings, args.format)?, Vec::new()))
}

/// Answers a call. Repairs to its views are reported first, because the answer may fail.
fn question((call, following): QuestionCall, settings: &EtrSettings) -> Result<EtrQuestion> {
    let question = EtrQuestion::new(call, following, settings)?;
    question.notes.iter().for_each(|note| console::note(note));
    Ok(question)
}

fn conversion(args: &ParseArgs) -> Result<Conversion> {
    let mut text = args.view.clone();
    if text == "-" {
        text.clear();
        std::io::stdin().read_to_string(&mut text).context("reading stdin")?;
        text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    }
    Ok(Conversion { text, from: args.from, to: args.to, each: args.each, say: args.say.clone() })
}

/// Runs one case; the exit code says whether every answer equals the recorded one.
fn case(args: &CaseArgs, reading: Reading, as_json: bool) -> Result<ExitCode> {
    let (printout, passed) = run_case(&args.id, reading)?;
    print_one(printout, as_json)?;
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
