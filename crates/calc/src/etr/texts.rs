//! The texts of a call: finds errors in them, and repairs them.

use crate::CalcError;
use crate::excerpt::excerpt;
use crate::names::{self, LabelledNames, Notation};
use peirast_etr::batch::{Call, CallError};
use peirast_etr::{Conditional, Engine, ParseError};
use peirast_words::{TextFormat, place_in_sentences};
use serde_json::Value;
use std::collections::BTreeMap;

/// A text of a call, with its name on the command line.
pub(super) struct LabelledText<'c> {
    pub(super) label: String,
    pub(super) text: &'c str,
    /// The argument by name that it comes from; none if it comes from those by place.
    pub(super) name: Option<&'c str>,
    /// Its place among those.
    pub(super) at: usize,
    /// True if it is a dependency relation instead of a view.
    pub(super) relation: bool,
}

/// The option of an argument with this name.
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

/// The views and relations of a call.
pub(super) fn given(call: &Call) -> Vec<LabelledText<'_>> {
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
        all.push(LabelledText { label, text, name: None, at, relation });
    }
    for (name, value) in &call.kwargs {
        let Some(flag) = flag(name) else { continue };
        let texts = match value {
            Value::Array(texts) => texts.iter().filter_map(Value::as_str).collect(),
            text => Vec::from_iter(text.as_str()),
        };
        let relation = name == "inherited";
        all.extend(texts.into_iter().enumerate().map(|(at, text)| LabelledText {
            label: flag.to_owned(),
            text,
            name: Some(name),
            at,
            relation,
        }));
    }
    all
}

impl LabelledText<'_> {
    /// The reason why this text cannot be read, if it cannot.
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

/// A call after repairs.
pub(super) struct Repaired {
    pub(super) call: Call,
    /// The repairs, with their places.
    pub(super) repairs: Vec<String>,
    /// The way to read *if ... then*, if it occurred.
    pub(super) heard: Option<Conditional>,
}

/// A view of a call that cannot be read in any way.
pub(super) struct Unreadable {
    label: String,
    text: String,
    pub(super) error: peirast_etr::Error,
}

impl From<Unreadable> for CalcError {
    fn from(Unreadable { label, text, error }: Unreadable) -> CalcError {
        in_text(&label, &text, error)
    }
}

/// The call with its views repaired.
///
/// # Errors
/// If a view cannot be repaired: the first such view.
pub(super) fn repair(
    call: &Call,
    engine: &mut Engine,
    conditional: Conditional,
) -> Result<Repaired, Unreadable> {
    let (mut notes, mut heard) = (Vec::new(), None);
    let mut changed: BTreeMap<&str, String> = BTreeMap::new();
    for given in given(call).into_iter().filter(|given| !given.relation) {
        let (view, repairs) = match engine.read_tolerant(given.text, conditional) {
            Ok(read) => read,
            Err(error) => {
                let LabelledText { label, text, .. } = given;
                return Err(Unreadable { label, text: text.to_owned(), error });
            }
        };
        notes.extend(repairs.iter().map(|repair| format!("{}, {repair}", given.label)));
        heard = heard.or_else(|| repairs.iter().find_map(|repair| repair.heard));
        if !repairs.is_empty() {
            changed.insert(given.text, engine.show(&view));
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
    Ok(Repaired { call: repaired, repairs: notes, heard })
}

/// Remarks on names that only one view of the call has and that are similar to names of another.
pub(super) fn slips(call: &Call, engine: &mut Engine) -> Vec<String> {
    let texts = given(call);
    let read = texts.iter().filter(|given| !given.relation).filter_map(|given| {
        let view = engine.read(given.text).ok()?;
        Some((given.label.as_str(), view))
    });
    let read: Vec<_> = read.collect();
    let views: Vec<_> = read
        .iter()
        .map(|(label, view)| {
            let names = engine.names_in(view);
            let (predicates, functions) = (names.predicates, names.functions);
            LabelledNames { label: (*label).to_owned(), predicates, functions }
        })
        .collect();
    names::slips(&views, Notation::View)
}

/// The most repairs that are listed.
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

/// The way to read *if ... then*, and the option for the other way.
pub(super) fn hearing(heard: Conditional) -> String {
    let other = match heard {
        Conditional::Book => Conditional::Bare,
        Conditional::Bare => Conditional::Book,
    };
    let gist = |conditional| match conditional {
        Conditional::Book => "A and B together",
        Conditional::Bare => "B alone, where A is the case",
    };
    format!(
        "if A then B brings to mind {}, {}; --conditional {}: {}, {}",
        gist(heard),
        heard.form(),
        other.name(),
        gist(other),
        other.form()
    )
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
            let meant = meant(&mut engine, &given, &error);
            return with_mend(in_text(&given.label, given.text, error), meant);
        }
    }
    error.into()
}

/// The view that a text was perhaps meant to be, if there is something that can be repaired in it.
fn meant(
    engine: &mut Engine,
    given: &LabelledText<'_>,
    error: &peirast_etr::Error,
) -> Option<String> {
    if given.relation || !matches!(error, peirast_etr::Error::Parse(_)) {
        return None;
    }
    perhaps_meant(engine, given.text)
}

/// The view that a text which is none was perhaps meant to be.
pub(super) fn perhaps_meant(engine: &mut Engine, text: &str) -> Option<String> {
    /// The most characters of a view that is suggested.
    const MOST_SUGGESTED: usize = 200;
    let conditional = Conditional::usual(engine.reading());
    let (view, repairs) = engine.read_tolerant(text, conditional).ok()?;
    let shown = engine.show(&view);
    (!repairs.is_empty() && shown.chars().count() <= MOST_SUGGESTED).then_some(shown)
}

/// The error with what was perhaps meant.
pub(super) fn with_mend(error: CalcError, meant: Option<String>) -> CalcError {
    match (error, meant) {
        (CalcError::Input(message), Some(meant)) => CalcError::Input(format!(
            "{message}\nhelp: perhaps you meant {meant} (--tolerant repairs it so)"
        )),
        (error, _) => error,
    }
}

/// An error in a text, with its place.
pub(crate) fn in_text(label: &str, text: &str, error: peirast_etr::Error) -> CalcError {
    match error {
        peirast_etr::Error::Parse(error) => CalcError::Input(pointed(label, text, &error)),
        error => CalcError::Input(format!("{label}: {error}")),
    }
}

fn pointed(label: &str, text: &str, error: &ParseError) -> String {
    let place = match (TextFormat::guess(text), error.line) {
        (TextFormat::English, _) => place_in_sentences(text, error.offset),
        (_, 1) => format!("column {}", error.column),
        (_, line) => format!("line {line}, column {}", error.column),
    };
    // A person who writes a sentence has written no view.
    let label = match (TextFormat::guess(text), label) {
        (TextFormat::English, "the view") => String::new(),
        (TextFormat::English, label) => label.replacen("view ", "text ", 1) + ", ",
        (_, label) => format!("{label}, "),
    };
    let line = text.split('\n').nth(error.line.saturating_sub(1)).unwrap_or_default();
    let excerpt = excerpt(line, error.column);
    let help = error.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
    format!("{label}{place}: expected {}, found {}\n{excerpt}{help}", error.expected, error.found)
}
