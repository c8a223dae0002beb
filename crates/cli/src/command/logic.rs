//! `peirast logic`: consequences of premises.

use super::print_one;
use super::rows::{Line, answer_rows, compare_rows};
use crate::args::one_of_names;
use crate::console;
use anyhow::{Context as _, Result};
use clap::{Args, Subcommand};
use peirast_calc::Printout;
use peirast_calc::logic::{
    ProverFormat, answer_argument, check_argument, check_inference, convert_inference,
    countermodel, describe_syllogism, given_syllogism, list_syllogisms, parse_formula,
    syllogism_terms,
};
use peirast_figure::{Sheet, Width};
use peirast_logic::categorical::Import;
use peirast_record::WrittenFields;
use peirast_report::venn;
use serde_json::{Map, json};
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "Formulas are written with ∀ ∃ ¬ ∧ ∨ → ↔ = ≠, or all some ~ & | -> <-> = !=. A text with \
braces is read as a view of the erotetic theory: 'Ax {Mortal(x)}^{Man(x)}'. Names that no quantifier \
introduces are constants. Sentences are read as `peirast etr` reads them: 'Every man is mortal.'

Examples:
  peirast logic check 'all x (Man(x) -> Mortal(x))' 'Man(socrates)' --conclusion 'Mortal(socrates)'
  peirast logic check 'Rain -> Wet' 'Wet' --conclusion 'Rain'
  peirast logic check 'All men are mortal. Socrates is a man.' --conclusion 'Socrates is mortal.'
  peirast logic countermodel '∀x (Rose(x) → Flower(x))' '∃x (Flower(x) ∧ Fades(x))' --conclusion '∃x (Rose(x) ∧ Fades(x))'
  peirast logic syllogism AAA-2
  peirast logic convert 'p | q' '~p' --conclusion q --to tptp";

/// Arguments of `logic`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct LogicArgs {
    /// Print JSON, one object per line.
    #[arg(long, global = true)]
    pub json: bool,
    /// The question.
    #[command(subcommand)]
    pub command: LogicCommand,
}

/// Questions of logic.
#[derive(Debug, Subcommand)]
pub enum LogicCommand {
    /// Decide whether the conclusion follows from the premises; show a countermodel if it does not.
    #[command(
        after_help = "This command decides all arguments of propositional logic, of monadic predicates with constants and \
identity, and of the prefix class ∃∀ over relations. For other arguments it searches small countermodels \
and short proofs, and the answer may be `unknown`. The exit code is 0 for every answer.

Example:
  peirast logic check 'p -> q' 'q' --conclusion p
says that p does not follow, shows why, and calls it affirming the consequent."
    )]
    Check(ArgumentArgs),
    /// Show a situation in which the premises are true and the conclusion is false.
    Countermodel(ArgumentArgs),
    /// Describe a form of syllogism: validity, fallacies, diagram, what people conclude.
    Syllogism(SyllogismArgs),
    /// List all 256 forms of syllogisms.
    Syllogisms(SyllogismsArgs),
    /// Read a formula, a view or a sentence and write it as a formula.
    #[command(after_help = "Example:
  peirast logic parse 'Ax {Mortal(x)}^{Man(x)}'
prints ∀x (Man(x) → Mortal(x)).")]
    Parse(FormulaArgs),
    /// Write an argument for another program: SMT-LIB 2 or TPTP.
    Convert(ConvertArgs),
    /// Answer arguments given as JSON lines, or check recorded answers.
    Batch(LogicBatchArgs),
}

/// Premises and a conclusion.
#[derive(Debug, Args)]
pub struct ArgumentArgs {
    /// The premises: formulas, views or sentences.
    #[arg(value_name = "PREMISE")]
    pub premises: Vec<String>,
    /// The conclusion to test: a formula, a view or a sentence.
    #[arg(long, value_name = "FORMULA", allow_hyphen_values = true)]
    pub conclusion: String,
}

/// A formula.
#[derive(Debug, Args)]
pub struct FormulaArgs {
    /// The formula, view or sentence.
    #[arg(value_name = "FORMULA")]
    pub formula: String,
}

/// Arguments of `logic convert`.
#[derive(Debug, Args)]
pub struct ConvertArgs {
    #[command(flatten)]
    pub argument: ArgumentArgs,
    /// The format.
    #[arg(long, value_name = "FORMAT", value_parser = one_of_names(ProverFormat::CHOICES))]
    pub to: ProverFormat,
}

/// The words for the terms of a form if nobody gives others.
const DEFAULT_TERMS: [&str; 3] = ["S", "M", "P"];

/// Arguments of `logic syllogism`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast logic syllogism AAA-1
  peirast logic syllogism Darapti
  peirast logic syllogism AAA-2 --terms cats,animals,dogs --svg cats.svg
  peirast logic syllogism 'All cats are pets. All pets are animals. So all cats are animals.'

The premises are in the order of studies of people. The diagram is what the premises settle if the form is valid, \
otherwise a countermodel. Numbers are percentages of people who drew a conclusion from these premises.")]
pub struct SyllogismArgs {
    /// The form, its traditional name, or two premises and a conclusion in English. A form has a
    /// letter each for the major premise, the minor premise and the conclusion (A all, E no, I some,
    /// O some ... not), and the number of its figure.
    #[arg(value_name = "FORM")]
    pub form: String,
    /// Words for the subject, the middle term and the predicate, as plurals.
    #[arg(long, value_name = "S,M,P", value_delimiter = ',', default_value = "S,M,P")]
    pub terms: Vec<String>,
    /// Draw the diagram on the assumption that no term is empty.
    #[arg(long)]
    pub traditional: bool,
    /// Write a Venn diagram to this file.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// Arguments of `logic syllogisms`.
#[derive(Debug, Args)]
pub struct SyllogismsArgs {
    /// Only forms that are valid, or valid if no term is empty.
    #[arg(long)]
    pub valid: bool,
}

/// Arguments of `logic batch`.
#[derive(Debug, Args)]
#[command(
    after_help = "A row is {\"id\": ..., \"premises\": [...], \"conclusion\": ...}; its answer is {\"id\": ..., \
\"entailed\": true, false or null}, with `countermodel` if it is false and `reason` if it is null. With --check, \
the answer is compared with the row's own `entailed`.

Example:
  echo '{\"premises\": [\"p -> q\", \"p\"], \"conclusion\": \"q\"}' | peirast logic batch"
)]
pub struct LogicBatchArgs {
    /// Files of rows; stdin if none is given, or for `-`.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Compare with the recorded answers, print the number that agree, and exit with 1 if any does
    /// not.
    #[arg(long, conflicts_with = "time")]
    pub check: bool,
    /// With --check, show every row that differs, not only twenty.
    #[arg(long, requires = "check")]
    pub all: bool,
    /// Add `ns`, the median time in nanoseconds, without the time for reading.
    #[arg(long)]
    pub time: bool,
    /// Number of rows answered in parallel.
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: u16,
}

/// Answers a question of logic.
pub fn logic(args: &LogicArgs) -> Result<ExitCode> {
    let printout = match &args.command {
        LogicCommand::Check(ArgumentArgs { premises, conclusion }) => {
            noted(check_inference(premises, conclusion)?)
        }
        LogicCommand::Countermodel(ArgumentArgs { premises, conclusion }) => {
            noted(countermodel(premises, conclusion)?)
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

/// Prints the notes on the console, and returns the answer.
fn noted((printout, notes): (Printout, Vec<String>)) -> Printout {
    notes.iter().for_each(|note| console::note(note));
    printout
}

/// Answers a row as a line, with the reason if it could not be read.
fn answer(line: &Line, time: bool) -> (String, Option<String>) {
    let (answer, fault) = match answer_argument(&line.bytes, time) {
        Ok(answer) => (answer, None),
        Err(error) => {
            let why = in_words(error.into());
            let message = json!(format!("{}: {why}", line.place));
            (Map::from_iter([("error".to_owned(), message)]), Some(why))
        }
    };
    (WrittenFields::of_line(&line.bytes).answered(false, &answer), fault)
}

/// Renders an error with its causes on one line.
fn in_words(error: anyhow::Error) -> String {
    format!("{error:#}")
}

fn syllogism(args: &SyllogismArgs) -> Result<Printout> {
    let given = given_syllogism(&args.form)?;
    given.assumed.iter().for_each(|assumed| console::note(assumed));
    let form = given.form;
    let written = given.terms.filter(|_| args.terms == DEFAULT_TERMS);
    let terms = match &written {
        Some(terms) => terms.each_ref().map(String::as_str),
        None => syllogism_terms(&args.terms)?,
    };
    let import = if args.traditional { Import::Traditional } else { Import::Modern };
    if let Some(path) = &args.svg {
        let svg =
            venn(form, import, terms).svg(&Sheet { width: Width::Single, has_caption: true })?;
        std::fs::write(path, svg).with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(describe_syllogism(form, terms, import)?)
}

#[cfg(test)]
mod tests {
    use super::{Line, answer};

    #[test]
    fn the_id_of_a_row_is_copied_as_it_is_written() {
        for id in ["1234567890123456789012345678901", "1.0", "\"a\\u0062\"", "null"] {
            for (rest, begins) in [
                (r#""premises": ["p"], "conclusion": "p""#, r#""entailed":true"#),
                (r#""premises": ["p"], "conclusion": "(""#, r#""error":"row 1: "#),
                (r#""premises": ["p"]"#, r#""error":"row 1: "#),
            ] {
                let bytes = format!(r#"{{"id": {id}, {rest}}}"#).into_bytes();
                let (line, _) = answer(&Line { place: "row 1".to_owned(), bytes }, false);
                assert!(line.starts_with(&format!(r#"{{"id":{id},{begins}"#)), "{line}");
            }
        }
    }
}
