//! Questions of logic, as texts.

mod batch;
mod check;
mod given;
mod people;
mod syllogism;
mod warnings;

pub use batch::{answer_argument, check_argument};
pub use check::{check_inference, countermodel};
pub use syllogism::{
    GivenSyllogism, describe_syllogism, given_syllogism, list_syllogisms, syllogism_terms,
};

use crate::Printout;
use crate::choice::choices;
use crate::error::Result;
use given::ParsedTexts;
use peirast_logic::{Signature, show, smt_lib, tptp};
use serde_json::json;

choices! {
    /// The formats of other programs.
    ProverFormat {
        /// A script for SMT solvers.
        SmtLib = "smt-lib",
        /// A problem for provers.
        Tptp = "tptp",
    }
}

/// Reads a formula, a view or a sentence and writes it as a formula.
///
/// # Errors
/// If the formula cannot be read.
pub fn parse_formula(text: &str) -> Result<Printout> {
    let mut signature = Signature::default();
    let formula = given::one(text, &mut signature)?;
    let shown = show(&formula, &signature);
    Ok(Printout { json: format!("{}\n", json!({"formula": shown})), text: shown + "\n" })
}

/// Writes an argument, given as formulas or views, for another program.
///
/// # Errors
/// If formulas cannot be read.
pub fn convert_inference(
    premises: &[String],
    conclusion: &str,
    to: ProverFormat,
) -> Result<Printout> {
    let argument = ParsedTexts::new(premises, conclusion)?.argument()?;
    let text = match to {
        ProverFormat::SmtLib => smt_lib(&argument),
        ProverFormat::Tptp => tptp(&argument),
    };
    Ok(Printout { json: format!("{}\n", json!({"out": text})), text })
}
