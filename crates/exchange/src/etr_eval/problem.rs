//! Turns a document into a problem and checks its labels.

use super::document::Document;
use super::examined::{BothWays, Examination, Follows, READING};
use super::label::Label;
use super::{put, words};
use crate::ExchangeError;
use crate::lm_eval::{ProblemRecord, Short};
use crate::shown::Shown;
use peirast_record::{
    Answer, Argument, ArgumentKind, Conclusion, Factors, Key, Labels, Problem, Segment, Strategy,
    Task, Truth, Worded,
};
use peirast_task::{Posed, verified};
use peirast_words::Claim;
use serde_json::json;
use std::collections::BTreeSet;

/// Number of digits of a key in the name of an item.
const DIGITS: usize = 12;
/// The field that says if a conclusion follows.
const FOLLOWS: &str = "etr_predicted_is_classically_correct";
const ASKED_FOLLOWS: &str = "conclusion_is_classically_correct";
/// The text before a premise, and before a conclusion in a question.
const BULLET: &str = "* ";
const CONCLUSION: &str = "My Conclusion:";

/// A valid document.
#[derive(Clone, Debug)]
pub struct Understood {
    /// The problem.
    pub problem: Problem,
    /// The strategy that put it.
    pub strategy: Strategy,
    /// The wrong labels.
    pub labels: Vec<Label>,
}

/// The place of a document.
#[derive(Clone, Debug)]
pub struct DocumentPlace {
    /// File and line.
    pub text: String,
    /// Its number in its set.
    pub number: u64,
}

impl DocumentPlace {
    fn label(&self, field: &str, recorded: &str, found: &str, countermodel: &str) -> Label {
        let [field, recorded, found, countermodel] =
            [field, recorded, found, countermodel].map(str::to_owned);
        let (place, number) = (self.text.clone(), self.number);
        Label { place, number, field, recorded, found, countermodel }
    }
}

/// Checks a problem of Peirast in a document, as `peirast verify` does, and checks the document's
/// labels.
///
/// # Errors
/// If the record is damaged.
pub fn own(
    text: &str,
    document: &Document,
    place: &DocumentPlace,
) -> Result<Understood, ExchangeError> {
    let ProblemRecord { strategy, problem } =
        serde_json::from_str(text).map_err(ExchangeError::Carried)?;
    strategy.check()?;
    problem.check()?;
    let shown = Shown { prompts: vec![document.question.clone()], ..Shown::default() };
    if shown.labels(&problem)?.are_others(&problem) {
        return Err(ExchangeError::OtherQuestion {
            id: problem.id.to_string(),
            what: "its options are shown in another order, which `peirast import lm-eval` maps"
                .to_owned(),
        });
    }
    let worded = problem.worded.as_deref();
    let no_views = || ExchangeError::layout("the field `peirast` is a problem without views");
    let worded = worded.ok_or_else(no_views)?;
    let label = |one: peirast_fallacy::Difference| {
        place.label(&format!("peirast.{}", one.field), &one.recorded, &one.found, "")
    };
    let mut labels: Vec<Label> = verified(&problem)?.into_iter().map(label).collect();
    // Short names make countermodels readable.
    let (argument, short) = (&worded.argument, Short::new(&worded.lexicon));
    let premises: Vec<String> = argument.premises.iter().map(|view| short.view(view)).collect();
    let examined =
        Examination::new(&premises.iter().map(String::as_str).collect::<Vec<_>>(), None)?;
    let conclusion = short.view(&argument.conclusion);
    if let Some(said) = document.conclusion.as_ref().filter(|said| **said != conclusion) {
        labels.push(place.label("etr_predicted", said, &conclusion, ""));
    }
    let found = examined.follows(&conclusion)?;
    labels.extend(entailment_label(FOLLOWS, document.entailed, &found, place));
    if let Some((asked, view)) = document.asked.as_ref().zip(worded.asked.first()) {
        let found = examined.follows(&short.view(view))?;
        labels.extend(entailment_label(ASKED_FOLLOWS, asked.entailed, &found, place));
    }
    Ok(Understood { problem, strategy, labels })
}

/// Makes the problem of a document in the original's layout.
///
/// # Errors
/// If no problem can be made of the views.
pub fn understood(
    document: &Document,
    examined: &BothWays,
    reversed: bool,
    place: &DocumentPlace,
) -> Result<Understood, ExchangeError> {
    let reversed = reversed && document.premises.len() > 1;
    let shown = if reversed { &examined.backward } else { &examined.forward };
    let follows = shown.follows(&shown.conclusion)?;
    let mut labels = conclusion_labels(document, shown, place)?;
    let asked = match &document.asked {
        None => None,
        Some(asked) => {
            let found = shown.follows(&asked.view)?;
            let predicted = shown.predicts(&asked.view)?;
            labels.extend(entailment_label(ASKED_FOLLOWS, asked.entailed, &found, place));
            if let Some(said) = asked.predicted.filter(|said| *said != predicted) {
                let field = "conclusion_is_etr_predicted";
                labels.push(place.label(field, &said.to_string(), &predicted.to_string(), ""));
            }
            Some((found, predicted))
        }
    };
    let worded = worded(document, shown, reversed, follows.entailed)?;
    Posed::new(&worded)?;
    let problem = problem(document, worded, asked);
    problem.check()?;
    let strategy = put::published(problem.task, document.cot);
    Ok(Understood { problem, strategy, labels })
}

/// Wrong labels of the predicted conclusion.
fn conclusion_labels(
    document: &Document,
    shown: &Examination,
    place: &DocumentPlace,
) -> Result<Vec<Label>, ExchangeError> {
    let mut labels = Vec::new();
    let Some(recorded) = &document.conclusion else { return Ok(labels) };
    if shown.agrees == Some(false) {
        labels.push(place.label("etr_predicted", recorded, &shown.conclusion, ""));
    }
    let found = shown.follows(recorded)?;
    labels.extend(entailment_label(FOLLOWS, document.entailed, &found, place));
    Ok(labels)
}

/// The wrong label of a conclusion that follows or does not, if the document has one.
fn entailment_label(
    field: &str,
    recorded: Option<bool>,
    found: &Follows,
    place: &DocumentPlace,
) -> Option<Label> {
    let recorded = recorded.filter(|said| *said != found.entailed)?.to_string();
    Some(place.label(field, &recorded, &found.entailed.to_string(), &found.countermodel))
}

fn worded(
    document: &Document,
    shown: &Examination,
    reversed: bool,
    entailed: bool,
) -> Result<Worded, ExchangeError> {
    let mut premises = document.premises.clone();
    let mut order: Vec<usize> = (0..premises.len()).collect();
    if reversed {
        premises.reverse();
        order.reverse();
    }
    let conclusion = shown.conclusion.clone();
    let asked: Vec<String> = document.asked.iter().map(|asked| asked.view.clone()).collect();
    let views = premises.iter().chain([&conclusion]).chain(&asked).map(String::as_str);
    let lexicon = words::lexicon(document, views)?;
    let claim = Claim::new(&conclusion.parse()?)?;
    let nothing = conclusion == "{0}";
    let atoms = premises.iter().map(|view| atoms(view)).sum::<Result<usize, _>>()?;
    let argument = Argument {
        version: peirast_fallacy::VERSION,
        profile: "imported".to_owned(),
        reading: READING.name.to_owned(),
        seed: 0,
        number: u64::from_str_radix(&digits(document), 16).unwrap_or_default(),
        kind: ArgumentKind::of(!nothing, entailed),
        categorical: claim.stage.len() == 1 && !nothing,
        conclusion_atoms: self::atoms(&conclusion)?,
        premises,
        conclusion,
        entailed,
        atoms,
        matched: None,
        probe: None,
    };
    let theme = "imported".to_owned();
    Ok(Worded { argument, order, inquiry: None, asked, theme, lexicon })
}

/// Number of different literals of a view.
fn atoms(view: &str) -> Result<usize, ExchangeError> {
    let claim = Claim::new(&view.parse()?)?;
    let all: BTreeSet<_> = claim.supposition.iter().chain(&claim.stage).flatten().collect();
    Ok(all.len())
}

fn problem(document: &Document, worded: Worded, asked: Option<(Follows, bool)>) -> Problem {
    let (task, variant) = match asked {
        None => (Task::Conclusion, "open"),
        Some(_) => (Task::YesNo, "yes-no"),
    };
    let order = if worded.order.is_sorted() { "original" } else { "reversed" };
    let item = format!("etr/{variant}/doc-{}", digits(document));
    let Argument { kind, atoms, premises, .. } = &worded.argument;
    let factors = Factors::from_iter([
        ("kind", level(*kind)),
        ("order", order),
        ("inquiry", "none"),
        ("theme", worded.theme.as_str()),
        ("atoms", &atoms.to_string()),
        ("premises", &premises.len().to_string()),
        ("form", form(premises)),
    ]);
    Problem {
        id: format!("{item}/order={order}").into(),
        item: item.into(),
        family: "etr".into(),
        variant: variant.into(),
        task,
        factors,
        segments: segments(&document.question),
        options: Vec::new(),
        labels: Labels::default(),
        truth: truth(&worded.argument, asked),
        accepts: None,
        worded: Some(Box::new(worded)),
    }
}

/// The name of an item, which a document shares with its reversal.
pub fn digits(document: &Document) -> String {
    let mut premises = document.premises.clone();
    premises.sort();
    let frame: Vec<&str> =
        document.question.lines().filter(|line| !line.starts_with(BULLET)).collect();
    let asked = document.asked.as_ref().map(|asked| &asked.view);
    let key = Key::from_json("etr-document", json!([premises, frame, asked]));
    key.text().chars().take(DIGITS).collect()
}

fn level(kind: ArgumentKind) -> &'static str {
    match kind {
        ArgumentKind::Fallacy => "fallacy",
        ArgumentKind::ControlValid => "control-valid",
        ArgumentKind::ControlBlocked => "control-blocked",
    }
}

/// The form of a problem, in the words that generated problems use.
fn form(premises: &[String]) -> &'static str {
    let some = |is: fn(&String) -> bool| premises.iter().any(is);
    let conditional = some(|view| view.contains('^'));
    let nested = some(|view| view.contains('∀') && view.contains('∃'));
    let quantified = some(|view| view.contains(['∀', '∃']));
    match (conditional, quantified, nested) {
        (false, false, _) => "plain",
        (true, false, _) => "conditional",
        (false, true, true) => "nested",
        (false, true, false) => "quantified",
        (true, true, true) => "conditional and nested",
        (true, true, false) => "conditional and quantified",
    }
}

/// The segments of a text. Premises are separate, as far as they can be recognised.
fn segments(question: &str) -> Vec<Segment> {
    let mut segments: Vec<Segment> = Vec::new();
    let mut bullets = 0;
    for line in question.split_inclusive('\n') {
        let role = if line.starts_with(BULLET) {
            bullets += 1;
            if bullets == 1 { "first-premise" } else { "other-premises" }
        } else if line.starts_with(CONCLUSION) {
            "asked"
        } else if bullets == 0 {
            "preamble"
        } else {
            "question"
        };
        match segments.last_mut().filter(|last| last.role == role) {
            Some(last) => last.text.push_str(line),
            None => segments.push(Segment { role: role.into(), text: line.to_owned() }),
        }
    }
    segments
}

fn truth(argument: &Argument, asked: Option<(Follows, bool)>) -> Truth {
    let follows = if argument.entailed { "follows" } else { "does not follow" };
    let lure = match argument.kind {
        ArgumentKind::Fallacy => Conclusion::Fallacy,
        ArgumentKind::ControlValid => Conclusion::Predicted,
        ArgumentKind::ControlBlocked => Conclusion::Nothing,
    };
    let (answer, lure) = match &asked {
        None => (Answer::Conclusion(Conclusion::Sound), Answer::Conclusion(lure)),
        Some((found, predicted)) => (Answer::YesNo(found.entailed), Answer::YesNo(*predicted)),
    };
    let turnstile = if argument.entailed { "|=" } else { "|/=" };
    let conclusion = &argument.conclusion;
    let why = match &asked {
        None => format!(
            "right is what follows; people are predicted to conclude {conclusion}, which {follows}"
        ),
        Some((found, _)) if found.entailed => "it follows from the premises".to_owned(),
        Some((found, _)) => {
            format!("the premises are true and it is not where {}", found.countermodel)
        }
    };
    let premises = argument.premises.join(", ");
    Truth { answer, lure, form: format!("{premises} {turnstile} {conclusion}"), why }
}
