//! `peirast logic`: what follows from what.

use super::checking::{answer_rows, compare_rows};
use super::rows::Line;
use super::stats::print_one;
use crate::args::{ArgumentArgs, LogicArgs, LogicBatchArgs, LogicCommand, SyllogismArgs};
use crate::console;
use anyhow::{Context as _, Result};
use peirast_calc::Printout;
use peirast_calc::logic::{
    answer_argument, argument_id, check_argument, check_inference, convert_inference, countermodel,
    describe_syllogism, list_syllogisms, parse_formula, syllogism_terms,
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
        LogicCommand::Check(ArgumentArgs { premises, conclusion }) => {
            check_inference(premises, conclusion)?
        }
        LogicCommand::Countermodel(ArgumentArgs { premises, conclusion }) => {
            countermodel(premises, conclusion)?
        }
        LogicCommand::Syllogism(form) => syllogism(form)?,
        LogicCommand::Syllogisms(which) => list_syllogisms(which.valid),
        LogicCommand::Parse(formula) => parse_formula(&formula.formula)?,
        LogicCommand::Convert(what) => {
            let ArgumentArgs { premises, conclusion } = &what.argument;
            convert_inference(premises, conclusion, what.to)?
        }
        LogicCommand::Batch(rows) if rows.check => {
            return compare_rows(&rows.files, rows.jobs, rows.all, |line| {
                check_argument(&line.bytes).map_err(|error| in_words(error.into()))
            });
        }
        LogicCommand::Batch(LogicBatchArgs { files, time, jobs, .. }) => {
            return answer_rows(files, *jobs, |line| answer(line, *time));
        }
    };
    print_one(printout, args.json)
}

/// The answer to a row as a line, and why it could not be read, if so.
fn answer(line: &Line, time: bool) -> (String, Option<String>) {
    let (row, fault) = match answer_argument(&line.bytes, time) {
        Ok(row) => (row, None),
        Err(error) => {
            let why = in_words(error.into());
            let message = format!("{}: {why}", line.place);
            (json!({"id": argument_id(&line.bytes), "error": message}), Some(why))
        }
    };
    (format!("{row}\n"), fault)
}

/// An error with its causes, on one line.
fn in_words(error: anyhow::Error) -> String {
    format!("{error:#}")
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
