//! The texts of a call: errors in them, and repairs.

use crate::CalcError;
use crate::excerpt::excerpt;
use peirast_etr::batch::{Call, CallError};
use peirast_etr::{Engine, ParseError};
use serde_json::Value;
use std::collections::BTreeMap;

/// A text of a call, with its name on the command line.
struct LabelledText<'c> {
    label: String,
    text: &'c str,
    /// Whether it is a dependency relation instead of a view.
    relation: bool,
}

/// The option that an argument with this name comes from.
fn flag(name: &str) -> Option<&'static str> {
    Some(match name {
        "target" => "--target",
        "prob_of" => "--of",
        "cv" => "--consequence",
        "pr" => "--priority",
        "absurd_states" => "--absurd",
        "inherited" => "--inherited",
        _ => return None,
    })
}

fn given(call: &Call) -> Vec<LabelledText<'_>> {
    let relation = call.op.starts_with("dep_");
    let what = if relation { "relation" } else { "view" };
    let count = match call.op.as_str() {
        "replace" => 1,
        "from_json" | "from_fol" | "from_smt_lib" | "smt_lib_to_views" => 0,
        _ => call.args.len(),
    };
    let mut all = Vec::new();
    for (at, text) in call.args.iter().take(count).filter_map(Value::as_str).enumerate() {
        let label = if count == 1 { format!("the {what}") } else { format!("{what} {}", at + 1) };
        all.push(LabelledText { label, text, relation });
    }
    for (name, value) in &call.kwargs {
        let Some(flag) = flag(name) else { continue };
        let texts = match value {
            Value::Array(texts) => texts.iter().filter_map(Value::as_str).collect(),
            text => Vec::from_iter(text.as_str()),
        };
        let relation = name == "inherited";
        all.extend(texts.into_iter().map(|text| LabelledText {
            label: flag.to_owned(),
            text,
            relation,
        }));
    }
    all
}

impl LabelledText<'_> {
    /// Why this text cannot be read, if so.
    fn error(&self, engine: &mut Engine) -> Option<peirast_etr::Error> {
        let op = if self.relation { "dep_negation" } else { "parse" };
        let call =
            Call { op: op.to_owned(), args: vec![self.text.into()], kwargs: Default::default() };
        let read = call.prepare(engine);
        match read.and_then(|read| read(engine).map_err(CallError::from)) {
            Err(CallError::Engine(error)) => Some(error),
            _ => None,
        }
    }
}

/// The call with its views repaired, and the repairs. A view that cannot be repaired stays, so that
/// the error names its place.
pub(super) fn repair(call: &Call, engine: &mut Engine) -> (Call, Vec<String>) {
    let mut notes = Vec::new();
    let mut changed: BTreeMap<&str, String> = BTreeMap::new();
    for given in given(call).iter().filter(|given| !given.relation) {
        if let Ok((view, repairs)) = engine.read_tolerant(given.text) {
            notes.extend(repairs.iter().map(|repair| format!("{}, {repair}", given.label)));
            if !repairs.is_empty() {
                changed.insert(given.text, engine.show(&view));
            }
        }
    }
    let mut repaired = call.clone();
    let named = repaired.kwargs.iter_mut().filter(|(name, _)| flag(name).is_some());
    for value in repaired.args.iter_mut().chain(named.map(|(_, value)| value)) {
        match value {
            Value::Array(texts) => texts.iter_mut().for_each(|text| exchange(text, &changed)),
            text => exchange(text, &changed),
        }
    }
    (repaired, notes)
}

/// Maximum number of repairs that are listed.
const MOST_TOLD: usize = 50;

/// The repairs as notes.
pub(super) fn repair_notes(repairs: &[String]) -> Vec<String> {
    let mut notes: Vec<String> =
        repairs.iter().take(MOST_TOLD).map(|repair| format!("repaired {repair}")).collect();
    if repairs.len() > MOST_TOLD {
        notes.push(format!("and {} repairs more", repairs.len() - MOST_TOLD));
    }
    notes
}

fn exchange(text: &mut Value, changed: &BTreeMap<&str, String>) {
    if let Some(new) = text.as_str().and_then(|old| changed.get(old)) {
        *text = Value::String(new.clone());
    }
}

/// The error of a call, with the argument that cannot be read.
pub(super) fn explain(error: CallError, call: &Call, engine: &Engine) -> CalcError {
    let mut engine = engine.clone();
    for given in given(call) {
        if let Some(error) = given.error(&mut engine) {
            return in_text(&given.label, given.text, error);
        }
    }
    error.into()
}

/// An error in a text, with its place.
pub(crate) fn in_text(label: &str, text: &str, error: peirast_etr::Error) -> CalcError {
    match error {
        peirast_etr::Error::Parse(error) => CalcError::Input(pointed(label, text, &error)),
        error => CalcError::Input(format!("{label}: {error}")),
    }
}

fn pointed(label: &str, text: &str, error: &ParseError) -> String {
    let place = match error.line {
        1 => format!("column {}", error.column),
        line => format!("line {line}, column {}", error.column),
    };
    let line = text.split('\n').nth(error.line.saturating_sub(1)).unwrap_or_default();
    let excerpt = excerpt(line, error.column);
    let help = error.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
    format!("{label}, {place}: expected {}, found {}\n{excerpt}{help}", error.expected, error.found)
}
