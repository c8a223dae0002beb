//! Sentences and formulas where a call takes views: the views that they are understood as.

use super::EtrSettings;
use super::texts::{self, LabelledText};
use crate::error::{CalcError, Result};
use peirast_etr::batch::Call;
use peirast_etr::{Conditional, Engine, InternedView, Repair};
use peirast_words::{Dictionary, Hearing, TextFormat, TextReader, Understanding, Understood};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The most sentences of which it is said what they are understood as.
const MOST_TOLD: usize = 50;

/// The sentences and formulas of a call, as they were understood.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    /// Each sentence or formula: the text, its format, the view.
    all: Vec<(String, TextFormat, String)>,
    dictionary: Dictionary,
    /// The way *if ... then* was understood, if some text has it.
    pub(super) heard: Option<Conditional>,
    /// Repairs of formulas, except brackets and signs.
    repairs: Vec<String>,
    /// True if the conclusion in question was a sentence, which shows nothing at issue.
    pub(super) is_target_said: bool,
}

impl Words {
    /// True if all texts were views.
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Notes on the texts as understood, for people.
    pub(super) fn notes(&self) -> Vec<String> {
        let told = self.all.iter().take(MOST_TOLD);
        let mut notes: Vec<String> =
            told.map(|(text, _, view)| format!("understood as {view}: {text}")).collect();
        notes.extend(texts::repair_notes(&self.repairs));
        if self.all.len() > MOST_TOLD {
            notes.push(format!("and {} sentences more", self.all.len() - MOST_TOLD));
        }
        notes.extend(numbered_notes(&self.dictionary));
        notes
    }

    /// The texts as understood, as a field.
    pub(super) fn fields(&self) -> Map<String, Value> {
        if self.is_empty() {
            return Map::new();
        }
        let row = |(text, format, view): &(String, TextFormat, String)| json!({"text": text, "from": format.name(), "view": view});
        let rows: Vec<Value> = self.all.iter().map(row).collect();
        let mut fields = Map::from_iter([("understood".to_owned(), json!(rows))]);
        let names: Map<String, Value> = self
            .dictionary
            .numbered_names()
            .into_iter()
            .map(|(name, words)| (name.to_owned(), words.into()))
            .collect();
        if !names.is_empty() {
            fields.insert("names".to_owned(), names.into());
        }
        fields
    }

    /// True if some text was English. Formulas have names, which keep their small letters.
    pub(super) fn is_english(&self) -> bool {
        self.all.iter().any(|(_, format, _)| *format == TextFormat::English)
    }

    /// A view in the words of the sentences; none if there were only views.
    pub(super) fn say(&self, engine: &Engine, view: &InternedView) -> Option<String> {
        if self.is_empty() { None } else { self.dictionary.say(&engine.export(view)) }
    }

    /// A view in words if there are some, or else as it is.
    pub(super) fn say_or_show(&self, engine: &Engine, view: &InternedView) -> String {
        self.say(engine, view).unwrap_or_else(|| engine.show(view))
    }
}

/// The call with views for its sentences and formulas.
///
/// # Errors
/// A text that can be read in no way, with its place; several sentences where one is expected.
pub(super) fn understand(
    call: Call,
    engine: &mut Engine,
    settings: &EtrSettings,
) -> Result<(Call, Words)> {
    let given = texts::given(&call);
    let conditional = settings.conditional();
    let hearing = Hearing { said: conditional, logic: Some(conditional) };
    let wanted: Vec<&LabelledText<'_>> = given
        .iter()
        .filter(|one| !one.relation && is_said(one.text))
        .filter(|one| !settings.tolerant || engine.read_tolerant(one.text, conditional).is_err())
        .collect();
    let mut reader = TextReader::new(engine, hearing);
    let mut read = Vec::new();
    for one in wanted {
        let taken =
            if one.name.is_none() { reader.premise(one.text) } else { reader.other(one.text) };
        match taken {
            Ok(()) => read.push(one),
            // A text that the reader cannot read is left to the repair of views.
            Err(_) if settings.tolerant => {}
            Err(error) => return Err(texts::in_text(&one.label, one.text, error)),
        }
    }
    if read.is_empty() {
        return Ok((call, Words::default()));
    }
    let Understanding { texts, dictionary } = reader.finish()?;
    let mut words = Words { dictionary, ..Words::default() };
    let mut views: BTreeMap<(Option<&str>, usize), Vec<String>> = BTreeMap::new();
    for (one, said) in read.iter().zip(&texts) {
        if said.len() > 1 && !takes_several(&call, one.name) {
            return Err(several(one, said));
        }
        if let Some(question) = said.iter().find(|it| it.asks)
            && takes_premises(&call, one.name)
        {
            return Err(asked(one, question));
        }
        words.heard = words.heard.or_else(|| said.iter().find_map(|it| it.heard));
        words.is_target_said |= one.name == Some("target");
        let shown: Vec<String> = said.iter().map(|it| engine.show(&it.view)).collect();
        let repairs = said.iter().flat_map(|it| substantial(&it.repairs));
        words.repairs.extend(repairs.map(|repair| format!("{}, {repair}", one.label)));
        let told = said.iter().zip(&shown);
        words.all.extend(told.map(|(it, view)| (it.text.clone(), it.format, view.clone())));
        views.insert((one.name, one.at), shown);
    }
    let (args, kwargs) = exchanged(&call, &views);
    drop(views);
    Ok((Call { op: call.op.clone(), args, kwargs }, words))
}

/// Notes on names that only number their words.
pub(crate) fn numbered_notes(dictionary: &Dictionary) -> impl Iterator<Item = String> {
    let names = dictionary.numbered_names().into_iter();
    names.map(|(name, words)| {
        format!("{name} stands for {words}, because names have only the letters a to z")
    })
}

/// Repairs that do more than put signs and brackets as views have them: those go without saying in a
/// formula.
pub(super) fn substantial(repairs: &[Repair]) -> impl Iterator<Item = &Repair> {
    let plain = |repair: &Repair| {
        ["added", "replaced"].iter().any(|word| repair.what.starts_with(word))
            || repair.heard.is_some()
            || repair.what.contains("side by side")
    };
    repairs.iter().filter(move |repair| !plain(repair))
}

/// True if a text is no view, so that it may be a sentence or a formula.
fn is_said(text: &str) -> bool {
    matches!(TextFormat::guess(text), TextFormat::Formula | TextFormat::English)
}

/// True if one argument may hold several statements: an argument of premises, or an option that may
/// be repeated.
fn takes_several(call: &Call, name: Option<&str>) -> bool {
    match name {
        Some(name) => call.kwargs.get(name).is_some_and(Value::is_array),
        None => takes_premises(call, name),
    }
}

/// True if an argument is one of premises.
fn takes_premises(call: &Call, name: Option<&str>) -> bool {
    let of_premises = matches!(
        call.op.as_str(),
        "default_inference_procedure"
            | "infer"
            | "default_procedure_does_it_follow"
            | "follows"
            | "default_procedure_what_is_prob"
            | "probability"
            | "basic_step"
            | "basic-step"
    );
    name.is_none() && of_premises
}

fn asked(one: &LabelledText<'_>, question: &Understood) -> CalcError {
    CalcError::Input(format!(
        "{}: a question is not a premise: {:?}\nhelp: write the premise as a statement, or ask whether \
         people accept a conclusion, with `peirast etr follows 'PREMISE' --target 'CONCLUSION'`",
        one.label,
        format!("{}?", question.text),
    ))
}

fn several(one: &LabelledText<'_>, said: &[Understood]) -> CalcError {
    let [first, second, ..] = said else {
        return CalcError::Input(format!("{}: one sentence is expected", one.label));
    };
    CalcError::Input(format!(
        "{}: one sentence is expected, and there are {}\nhelp: join them with *and*, or give each by \
         itself: {:?} {:?}",
        one.label,
        said.len(),
        first.text,
        second.text
    ))
}

type Arguments = (Vec<Value>, Map<String, Value>);

/// The arguments of a call, with these views in the places of what was said.
fn exchanged(call: &Call, views: &BTreeMap<(Option<&str>, usize), Vec<String>>) -> Arguments {
    let exchange = |name: Option<&str>, at: usize, value: &Value| -> Vec<Value> {
        match views.get(&(name, at)) {
            Some(views) => views.iter().map(|view| json!(view)).collect(),
            None => vec![value.clone()],
        }
    };
    let args = call.args.iter().enumerate().flat_map(|(at, value)| exchange(None, at, value));
    let named = |(name, value): (&String, &Value)| {
        let value = match value {
            Value::Array(all) => {
                let all = all.iter().enumerate();
                Value::Array(all.flat_map(|(at, one)| exchange(Some(name), at, one)).collect())
            }
            one => exchange(Some(name), 0, one).into_iter().next().unwrap_or(Value::Null),
        };
        (name.clone(), value)
    };
    (args.collect(), call.kwargs.iter().map(named).collect())
}
