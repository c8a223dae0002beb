//! Formulas and views as they were given.

use crate::args::ArgumentArgs;
use crate::command::excerpt::excerpt;
use anyhow::{Result, anyhow};
use peirast_etr::{Engine, InternedView};
use peirast_logic::{Argument, Formula, Signature, formula_of_view, parse};

/// A text that was read and still has to be put into symbols.
pub enum Read {
    View(InternedView),
    Text(String),
}

/// Premises and a conclusion that were read.
pub struct Given {
    engine: Engine,
    premises: Vec<Read>,
    conclusion: Read,
}

impl Given {
    /// Reads the views among the texts.
    pub fn new(premises: &[String], conclusion: &str) -> Result<Given> {
        let mut engine = Engine::default();
        let mut all = Vec::with_capacity(premises.len());
        for (at, text) in premises.iter().enumerate() {
            all.push(read(text, &format!("premise {}", at + 1), &mut engine)?);
        }
        let conclusion = read(conclusion, "the conclusion", &mut engine)?;
        Ok(Given { engine, premises: all, conclusion })
    }

    /// The argument in symbols.
    pub fn argument(&self) -> Result<Argument> {
        let mut signature = Signature::default();
        let mut premises = Vec::with_capacity(self.premises.len());
        for (at, premise) in self.premises.iter().enumerate() {
            let formula = formula(premise, &self.engine, &mut signature);
            premises.push(formula.map_err(|error| error.context(format!("premise {}", at + 1)))?);
        }
        let conclusion = formula(&self.conclusion, &self.engine, &mut signature);
        let conclusion = conclusion.map_err(|error| error.context("the conclusion"))?;
        Ok(Argument { signature, premises, conclusion })
    }
}

/// The argument of the command line.
pub fn argument(args: &ArgumentArgs) -> Result<Argument> {
    Given::new(&args.premises, &args.conclusion)?.argument()
}

/// A formula, or the formula of a view.
pub fn one(text: &str, signature: &mut Signature) -> Result<Formula> {
    let mut engine = Engine::default();
    let read = read(text, "the formula", &mut engine)?;
    formula(&read, &engine, signature)
}

/// What has braces is a view.
fn read(text: &str, label: &str, engine: &mut Engine) -> Result<Read> {
    if !text.contains('{') {
        let read = parse(text, &mut Signature::default());
        return match read {
            Ok(_) => Ok(Read::Text(text.to_owned())),
            Err(error) => {
                let help = error.help.map(|help| format!("\nhelp: {help}")).unwrap_or_default();
                Err(anyhow!(
                    "{label}, column {}: expected {}, found {}\n{}{help}",
                    error.column,
                    error.expected,
                    error.found,
                    excerpt(text, error.column)
                ))
            }
        };
    }
    engine
        .read(text)
        .map(Read::View)
        .map_err(|error| super::super::etr::in_text(label, text, error))
}

fn formula(read: &Read, engine: &Engine, signature: &mut Signature) -> Result<Formula> {
    match read {
        Read::View(view) => Ok(formula_of_view(engine, view, signature)?),
        Read::Text(text) => Ok(parse(text, signature)?),
    }
}
