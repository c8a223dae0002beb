//! Decides if a conclusion follows.

use super::given::ParsedTexts;
use super::warnings::warnings;
use crate::Printout;
use crate::error::Result;
use peirast_logic::{Argument, Verdict, examine, propositional, show};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// Decides if the conclusion follows from the premises, all given as formulas or views. Also
/// returns warnings for readers.
///
/// # Errors
/// If formulas cannot be read.
pub fn check_inference(premises: &[String], conclusion: &str) -> Result<(Printout, Vec<String>)> {
    let given = ParsedTexts::new(premises, conclusion)?;
    let argument = given.argument()?;
    let examined = examine(&argument);
    let fallacy = matches!(examined.verdict, Verdict::Refuted(_))
        .then(|| propositional::fallacy(&argument))
        .flatten();
    let mut row = argument_fields(&argument);
    row.extend(verdict_fields(&examined.verdict, &argument));
    row.insert("premises_contradict".to_owned(), json!(examined.premises_contradict));
    row.insert("conclusion_is_valid".to_owned(), json!(examined.conclusion_is_valid));
    row.insert("fallacy".to_owned(), json!(fallacy.map(|fallacy| fallacy.name())));
    let mut text = verdict_text(&examined.verdict, &argument);
    if examined.premises_contradict == Some(true) {
        text.push_str("The premises contradict each other, so everything follows.\n");
    }
    if examined.conclusion_is_valid == Some(true) {
        text.push_str("The conclusion is true for any premises.\n");
    }
    if let Some(fallacy) = fallacy {
        let _ = writeln!(text, "The argument has the form of {fallacy}.");
    }
    Ok(with_notes(text, row, &argument, given.notes))
}

/// Finds a situation that refutes the argument, if there is one. Also returns warnings for readers.
///
/// # Errors
/// If formulas cannot be read.
pub fn countermodel(premises: &[String], conclusion: &str) -> Result<(Printout, Vec<String>)> {
    let given = ParsedTexts::new(premises, conclusion)?;
    let argument = given.argument()?;
    let examined = examine(&argument);
    let text = match &examined.verdict {
        Verdict::Refuted(structure) => structure.in_words(&argument.signature),
        Verdict::Entailed if examined.premises_contradict == Some(true) => {
            "There is none: the premises contradict each other, so everything follows.\n".to_owned()
        }
        Verdict::Entailed => "There is none: the conclusion follows.\n".to_owned(),
        Verdict::Unknown(gap) => format!("None was found. Unknown: {gap}.\n"),
    };
    let mut row = verdict_fields(&examined.verdict, &argument);
    row.insert("premises_contradict".to_owned(), json!(examined.premises_contradict));
    Ok(with_notes(text, row, &argument, given.notes))
}

/// An answer with notes for readers: those of reading, and the warnings, which are also the field `warnings`
/// if there are any.
fn with_notes(
    text: String,
    mut row: Map<String, Value>,
    argument: &Argument,
    mut notes: Vec<String>,
) -> (Printout, Vec<String>) {
    let warnings = warnings(argument);
    if !warnings.is_empty() {
        row.insert("warnings".to_owned(), json!(warnings));
    }
    notes.extend(warnings.iter().map(|warning| format!("warning: {warning}")));
    (Printout { text, json: format!("{}\n", Value::Object(row)) }, notes)
}

fn argument_fields(argument: &Argument) -> Map<String, Value> {
    let premises: Vec<String> =
        argument.premises.iter().map(|premise| show(premise, &argument.signature)).collect();
    let conclusion = show(&argument.conclusion, &argument.signature);
    let fields = [("premises", json!(premises)), ("conclusion", json!(conclusion))];
    fields.map(|(name, value)| (name.to_owned(), value)).into_iter().collect()
}

/// The fields of an answer.
pub(super) fn verdict_fields(verdict: &Verdict, argument: &Argument) -> Map<String, Value> {
    let (entailed, why) = match verdict {
        Verdict::Entailed => (json!(true), Vec::new()),
        Verdict::Refuted(structure) => {
            let words = structure.in_words(&argument.signature);
            let lines = json!(words.lines().collect::<Vec<_>>());
            let size = json!(structure.size());
            (json!(false), vec![("countermodel", lines), ("domain_size", size)])
        }
        Verdict::Unknown(gap) => (Value::Null, vec![("reason", json!(gap.to_string()))]),
    };
    let fields = [("entailed", entailed)].into_iter().chain(why);
    fields.map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Writing to a string cannot fail.
fn verdict_text(verdict: &Verdict, argument: &Argument) -> String {
    let mut text = String::new();
    for premise in &argument.premises {
        let _ = writeln!(text, "    {}", show(premise, &argument.signature));
    }
    let _ = writeln!(text, "  ∴ {}", show(&argument.conclusion, &argument.signature));
    match verdict {
        Verdict::Entailed => text.push_str("The conclusion follows.\n"),
        Verdict::Refuted(structure) => {
            text.push_str(
                "The conclusion does not follow. The premises are true here, and it is false:\n",
            );
            for line in structure.in_words(&argument.signature).lines() {
                let _ = writeln!(text, "    {line}");
            }
        }
        Verdict::Unknown(gap) => {
            let _ = writeln!(text, "Unknown: {gap}.");
        }
    }
    text
}
