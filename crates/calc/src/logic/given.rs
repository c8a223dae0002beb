//! Formulas and views as they were given.

use crate::error::{CalcError, Context as _, Result};
use crate::etr::in_text;
use crate::excerpt::excerpt;
use peirast_etr::{Engine, InternedView};
use peirast_logic::{Argument, Formula, Signature, formula_of_view, parse};

/// A premise or conclusion that is not yet a formula.
enum ReadText {
    View(InternedView),
    Text(String),
}

/// Premises and a conclusion after reading.
pub(super) struct ParsedTexts {
    engine: Engine,
    premises: Vec<ReadText>,
    conclusion: ReadText,
}

impl ParsedTexts {
    /// Reads the views among the texts.
    pub(super) fn new(premises: &[String], conclusion: &str) -> Result<ParsedTexts> {
        let mut engine = Engine::default();
        let mut all = Vec::with_capacity(premises.len());
        for (at, text) in premises.iter().enumerate() {
            all.push(read(text, &format!("premise {}", at + 1), &mut engine)?);
        }
        let conclusion = read(conclusion, "the conclusion", &mut engine)?;
        Ok(ParsedTexts { engine, premises: all, conclusion })
    }

    /// The argument in symbols.
    pub(super) fn argument(&self) -> Result<Argument> {
        let mut signature = Signature::default();
        let mut premises = Vec::with_capacity(self.premises.len());
        for (at, premise) in self.premises.iter().enumerate() {
            let formula = formula(premise, &self.engine, &mut signature);
            premises.push(formula.with_context(|| format!("premise {}", at + 1))?);
        }
        let conclusion = formula(&self.conclusion, &self.engine, &mut signature);
        let conclusion = conclusion.context("the conclusion")?;
        Ok(Argument { signature, premises, conclusion })
    }
}

/// A formula, or the formula of a view.
pub(super) fn one(text: &str, signature: &mut Signature) -> Result<Formula> {
    let mut engine = Engine::default();
    let read = read(text, "the formula", &mut engine)?;
    formula(&read, &engine, signature)
}

/// Reads a text; one with braces is a view.
fn read(text: &str, label: &str, engine: &mut Engine) -> Result<ReadText> {
    if !text.contains('{') {
        let read = parse(text, &mut Signature::default());
        return match read {
            Ok(_) => Ok(ReadText::Text(text.to_owned())),
            Err(error) => {
                let help = error.help.map(|help| format!("\nhelp: {help}")).unwrap_or_default();
                Err(CalcError::Input(format!(
                    "{label}, column {}: expected {}, found {}\n{}{help}",
                    error.column,
                    error.expected,
                    error.found,
                    excerpt(text, error.column)
                )))
            }
        };
    }
    engine.read(text).map(ReadText::View).map_err(|error| in_text(label, text, error))
}

fn formula(read: &ReadText, engine: &Engine, signature: &mut Signature) -> Result<Formula> {
    match read {
        ReadText::View(view) => Ok(formula_of_view(engine, view, signature)?),
        ReadText::Text(text) => Ok(parse(text, signature)?),
    }
}
