//! Questions of logic, as texts.

mod batch;
mod check;
mod given;
mod syllogism;

pub use batch::{answer_argument, argument_id, check_argument};
pub use check::{check_inference, countermodel};
pub use syllogism::{describe_syllogism, list_syllogisms, syllogism_terms};

use crate::Printout;
use crate::error::Result;
use given::ParsedTexts;
use peirast_logic::{Argument, Signature, show, smt_lib, tptp};
use serde_json::json;

/// Premises and a conclusion, as formulas or views.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inference {
    /// The premises.
    pub premises: Vec<String>,
    /// The conclusion.
    pub conclusion: String,
}

impl Inference {
    fn argument(&self) -> Result<Argument> {
        ParsedTexts::new(&self.premises, &self.conclusion)?.argument()
    }
}

/// The formats of other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProverFormat {
    /// A script for SMT solvers.
    SmtLib,
    /// A problem for provers.
    Tptp,
}

/// Reads a formula or a view and writes it as a formula.
///
/// # Errors
/// A formula that cannot be read.
pub fn parse_formula(text: &str) -> Result<Printout> {
    let mut signature = Signature::default();
    let formula = given::one(text, &mut signature)?;
    let shown = show(&formula, &signature);
    Ok(Printout { json: format!("{}\n", json!({"formula": shown})), text: shown + "\n" })
}

/// Writes an argument for another program.
///
/// # Errors
/// Formulas that cannot be read.
pub fn convert_inference(inference: &Inference, to: ProverFormat) -> Result<Printout> {
    let argument = inference.argument()?;
    let text = match to {
        ProverFormat::SmtLib => smt_lib(&argument),
        ProverFormat::Tptp => tptp(&argument),
    };
    Ok(Printout { json: format!("{}\n", json!({"out": text})), text })
}
