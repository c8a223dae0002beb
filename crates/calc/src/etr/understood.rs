//! Sentences and formulas where a call takes views: what they are understood as.

use super::EtrSettings;
use super::texts::{self, LabelledText};
use crate::error::{CalcError, Result};
use peirast_etr::batch::Call;
use peirast_etr::{Conditional, Engine, InternedView, Repair};
use peirast_logic::{Argument, Effort, Signature, Verdict, examine_within, formula_of_view};
use peirast_words::{Dictionary, Hearing, TextFormat, TextReader, Understanding, Understood};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The most sentences of which it is said what they are understood as.
const MOST_TOLD: usize = 50;
/// What a verdict on a conclusion in words may take.
const EFFORT: Effort =
    Effort { literals: 400_000, diagrams: 50_000, conflicts: 5_000, steps: 2_000_000 };

/// What was understood of a call, if some of it was no view.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    /// What each sentence or formula was understood as: the text, its format, the view.
    all: Vec<(String, TextFormat, String)>,
    dictionary: Dictionary,
    /// How *if ... then* was heard, if some text says it.
    pub(super) heard: Option<Conditional>,
    /// What was repaired in formulas, but for brackets and signs.
    repairs: Vec<String>,
    /// Whether the conclusion that is asked about was a sentence, which shows nothing at issue.
    pub(super) is_target_said: bool,
}

impl Words {
    /// Whether all was views.
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// What was understood, for people.
    pub(super) fn notes(&self) -> Vec<String> {
        let told = self.all.iter().take(MOST_TOLD);
        let mut notes: Vec<String> =
            told.map(|(text, _, view)| format!("understood as {view}: {text}")).collect();
        notes.extend(texts::repair_notes(&self.repairs));
        if self.all.len() > MOST_TOLD {
            notes.push(format!("and {} sentences more", self.all.len() - MOST_TOLD));
        }
        notes
    }

    /// What was understood, as a field.
    pub(super) fn fields(&self) -> Map<String, Value> {
        if self.is_empty() {
            return Map::new();
        }
        let row = |(text, format, view): &(String, TextFormat, String)| json!({"text": text, "from": format.name(), "view": view});
        let rows: Vec<Value> = self.all.iter().map(row).collect();
        Map::from_iter([("understood".to_owned(), json!(rows))])
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
            // What can be repaired in no way is left to those who repair.
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

/// Whether a text is no view, so that it may be a sentence or a formula.
fn is_said(text: &str) -> bool {
    matches!(TextFormat::guess(text), TextFormat::Formula | TextFormat::English)
}

/// Whether several statements may stand in one argument: where premises do, and options that may be
/// repeated.
fn takes_several(call: &Call, name: Option<&str>) -> bool {
    match name {
        Some(name) => call.kwargs.get(name).is_some_and(Value::is_array),
        None => matches!(
            call.op.as_str(),
            "default_inference_procedure"
                | "infer"
                | "default_procedure_does_it_follow"
                | "follows"
                | "default_procedure_what_is_prob"
                | "probability"
                | "basic_step"
                | "basic-step"
        ),
    }
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

/// How an answer ends: what people conclude, and whether it follows in classical logic.
pub(super) struct Closing {
    /// What people conclude, in words; none if they conclude nothing.
    pub(super) said: Option<String>,
    /// Whether it follows; none if that was not found out, or nothing is concluded.
    pub(super) follows: Option<bool>,
    is_nothing: bool,
}

impl Closing {
    /// The closing of an inference from some premises.
    pub(super) fn new(
        words: &Words,
        engine: &Engine,
        premises: &[InternedView],
        conclusion: &InternedView,
    ) -> Closing {
        if conclusion.is_verum() {
            return Closing { said: None, follows: None, is_nothing: true };
        }
        Closing {
            said: Some(words.say_or_show(engine, conclusion)),
            follows: follows_classically(engine, premises, conclusion),
            is_nothing: false,
        }
    }

    /// The lines.
    pub(super) fn text(&self) -> String {
        let said = self.said.as_deref().unwrap_or("nothing");
        let verdict = match self.follows {
            _ if self.is_nothing => return "What people conclude: nothing.\n".to_owned(),
            Some(true) => "it follows.",
            Some(false) => "it does not follow: a fallacy.",
            None => "not decided.",
        };
        format!("What people conclude: {}.\nIn classical logic: {verdict}\n", capital(said))
    }

    /// The lines where people are asked about a target.
    pub(super) fn acceptance(&self, accepted: bool) -> String {
        let Some(said) = &self.said else { return String::new() };
        let verb = if accepted { "accept" } else { "do not accept" };
        let verdict = match (self.follows, accepted) {
            (Some(true), _) => "it follows.",
            (Some(false), true) => "it does not follow: a fallacy.",
            (Some(false), false) => "it does not follow.",
            (None, _) => "not decided.",
        };
        format!("People {verb}: {}.\nIn classical logic: {verdict}\n", capital(said))
    }

    /// The same as fields.
    pub(super) fn fields(&self) -> Map<String, Value> {
        let fields = [
            ("concluded".to_owned(), json!(self.said)),
            ("follows_classically".to_owned(), json!(self.follows)),
        ];
        fields.into_iter().collect()
    }
}

/// Whether a conclusion follows in classical logic; none if that was not found out.
fn follows_classically(
    engine: &Engine,
    premises: &[InternedView],
    conclusion: &InternedView,
) -> Option<bool> {
    let mut signature = Signature::default();
    let mut formula = |view| formula_of_view(engine, view, &mut signature).ok();
    let premises = premises.iter().map(&mut formula).collect::<Option<Vec<_>>>()?;
    let conclusion = formula(conclusion)?;
    match examine_within(&Argument { signature, premises, conclusion }, &EFFORT).verdict {
        Verdict::Entailed => Some(true),
        Verdict::Refuted(_) => Some(false),
        Verdict::Unknown(_) => None,
    }
}

/// Words with a capital in front, but for a view or a lower-case name by itself.
fn capital(said: &str) -> String {
    let is_plain = said.starts_with('{') || !said.contains(' ');
    if is_plain { said.to_owned() } else { peirast_words::capitalised(said) }
}
