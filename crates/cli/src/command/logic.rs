//! `peirast logic`: what follows from what.

use super::checking::checked;
use super::rows::{Line, Rows};
use super::stats::print_one;
use super::team::Team;
use crate::args::{
    ArgumentArgs, LogicArgs, LogicBatchArgs, LogicCommand, LogicFormat, SyllogismArgs,
};
use crate::console;
use anyhow::{Context as _, Result};
use peirast_calc::Printout;
use peirast_calc::logic::{
    Inference, ProverFormat, answer_argument, argument_id, check_argument, check_inference,
    convert_inference, countermodel, describe_syllogism, list_syllogisms, parse_formula,
    syllogism_terms,
};
use peirast_figure::{Sheet, Width};
use peirast_logic::categorical::Import;
use peirast_logic::syllogism::Form;
use peirast_report::venn;
use serde_json::json;
use std::process::ExitCode;

/// Answers a question of logic.
pub fn logic(args: &LogicArgs) -> Result<ExitCode> {
    let printout = match &args.command {
        LogicCommand::Check(argument) => check_inference(&inference(argument))?,
        LogicCommand::Countermodel(argument) => countermodel(&inference(argument))?,
        LogicCommand::Syllogism(form) => syllogism(form)?,
        LogicCommand::Syllogisms(which) => list_syllogisms(which.valid),
        LogicCommand::Parse(formula) => parse_formula(&formula.formula)?,
        LogicCommand::Convert(what) => {
            let to = match what.to {
                LogicFormat::SmtLib => ProverFormat::SmtLib,
                LogicFormat::Tptp => ProverFormat::Tptp,
            };
            convert_inference(&inference(&what.argument), to)?
        }
        LogicCommand::Batch(rows) if rows.check => {
            return checked(&rows.files, rows.jobs, rows.all, |line| {
                check_argument(&line.bytes).map_err(|error| in_words(error.into()))
            });
        }
        LogicCommand::Batch(rows) => return answer_rows(rows),
    };
    print_one(printout, args.json)?;
    Ok(ExitCode::SUCCESS)
}

/// An error with its causes, on one line.
fn in_words(error: anyhow::Error) -> String {
    format!("{error:#}")
}

fn inference(args: &ArgumentArgs) -> Inference {
    Inference { premises: args.premises.clone(), conclusion: args.conclusion.clone() }
}

fn syllogism(args: &SyllogismArgs) -> Result<Printout> {
    let form: Form = args.form.parse()?;
    let terms = syllogism_terms(&args.terms)?;
    let import = if args.traditional { Import::Traditional } else { Import::Modern };
    if let Some(path) = &args.svg {
        let svg =
            venn(form, import, terms).svg(&Sheet { width: Width::Single, has_caption: true })?;
        std::fs::write(path, svg).with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(describe_syllogism(form, terms, import))
}

/// Answers every row; the exit code says whether all of them could be read.
fn answer_rows(args: &LogicBatchArgs) -> Result<ExitCode> {
    let team = Team::of(args.jobs)?;
    let mut rows = Rows::open(&args.files, team.most)?;
    let mut is_complete = true;
    loop {
        let some = rows.next()?;
        if some.is_empty() {
            break;
        }
        let answer = |line: &Line| {
            let answer = answer_argument(&line.bytes, args.time);
            answer.map_err(|error| in_words(error.into()))
        };
        let mut text = String::new();
        for (answer, line) in team.each(&some, answer).into_iter().zip(&some) {
            let row = answer.unwrap_or_else(|error| {
                is_complete = false;
                let message = format!("{}: {error}", line.place);
                console::note(&message);
                json!({"id": argument_id(&line.bytes), "error": message})
            });
            text.push_str(&format!("{row}\n"));
        }
        console::result(&text)?;
    }
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
