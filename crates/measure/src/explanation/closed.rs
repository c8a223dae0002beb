//! Explanations of closed questions: the reasons for and against each answer.

use super::{ExplainedQuestion, ExplanationError};
use crate::posed;
use peirast_fallacy::{Judgement, missteps};
use peirast_read::{Context, read};
use peirast_record::{Answer, Grade, Problem, Reading};
use peirast_table::escape_control;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// A possible answer, with its correctness and its prediction.
struct Offer {
    answer: Answer,
    /// The answer in words.
    text: String,
    is_right: bool,
    is_predicted: bool,
    /// The conclusion that it is about, and its judgement; `None` for *none of these*.
    judged: Option<(String, Judgement)>,
}

impl ExplainedQuestion {
    /// Explains as text why the right answer is right and the others are wrong, and which one was
    /// given.
    pub(super) fn closed_text(&self, problem: &Problem) -> Result<String, ExplanationError> {
        let offers = &offers(problem)?;
        let reading = self.closed_reading(problem);
        let mut text = String::new();
        self.tell_premises(&mut text);
        self.tell_legend(&mut text, None);
        // Writing to a string cannot fail.
        if problem.options.is_empty() {
            tell_yes_no(self, offers, &mut text)?;
        } else {
            for offer in offers {
                tell_option(self, offer, offers, &mut text)?;
            }
        }
        let _ = writeln!(text, "\nright    {}: {}", problem.truth.answer, problem.truth.why);
        if let Some(reading) = &reading {
            let found = offers.iter().find(|offer| offer.answer == reading.answer);
            let standing = found.map_or("no verdict, and not scored", standing);
            let _ = writeln!(
                text,
                "answer   {}, read by rule {}\nverdict  {standing}",
                reading.answer, reading.rule
            );
        }
        self.tell_theory(&mut text)?;
        Ok(escape_control(&text))
    }

    /// Explains the same as JSON.
    pub(super) fn closed_json(&self, problem: &Problem) -> Result<String, ExplanationError> {
        let offers = offers(problem)?;
        let reading = self.closed_reading(problem);
        let (steps, predicted) = self.theory()?;
        let offer = |offer: &Offer| -> Result<Value, ExplanationError> {
            let view = offer.judged.as_ref().map(|(view, _)| view);
            Ok(json!({
                "answer": offer.answer,
                "text": offer.text,
                "right": offer.is_right,
                "predicted": offer.is_predicted,
                "view": view,
                "judgement": offer.judged.as_ref().map(|(_, judgement)| judgement),
                "missteps": view.map(|view| missteps(&self.premises, view)).transpose()?,
            }))
        };
        let value = json!({
            "problem": problem.id,
            "premises": self.premises,
            "letters": self.legend(None),
            "options": offers.iter().map(offer).collect::<Result<Vec<_>, _>>()?,
            "right": problem.truth.answer,
            "why": problem.truth.why,
            "answer": self.answer,
            "reading": reading,
            "grade": reading.as_ref().map(|reading| Grade::new(reading.answer, problem.truth.answer)),
            "predicted": predicted,
            "steps": steps,
            "cure": self.cure()?,
        });
        Ok(format!("{value}\n"))
    }

    fn closed_reading(&self, problem: &Problem) -> Option<Reading> {
        let context = Context::of_problem(problem, self.finish);
        Some(read(problem.task, self.answer.as_deref()?, &context))
    }
}

/// The possible answers.
fn offers(problem: &Problem) -> Result<Vec<Offer>, ExplanationError> {
    let posed = posed(problem)?;
    let views: &[String] = problem.worded.as_deref().map_or(&[], |worded| &worded.asked);
    let judged = |view: &String| -> Result<(String, Judgement), ExplanationError> {
        Ok((view.clone(), posed.judge(view)?))
    };
    // If nothing is predicted, the right answer counts as predicted.
    let is_predicted = problem.factors.get("predicted") != Some("no") || problem.options.is_empty();
    let offer = |answer: Answer, text: String, view: Option<&String>| {
        Ok(Offer {
            answer,
            text,
            is_right: problem.truth.answer == answer,
            is_predicted: is_predicted && problem.truth.lure == answer,
            judged: view.map(judged).transpose()?,
        })
    };
    if problem.options.is_empty() {
        let view = views.first();
        let answer = |yes: bool, text: &str| offer(Answer::YesNo(yes), text.to_owned(), view);
        return Ok(vec![answer(true, "it follows")?, answer(false, "it does not follow")?]);
    }
    let options = problem.options.iter().enumerate();
    let option = |(at, (letter, text)): (usize, &(char, String))| {
        offer(Answer::Choice(*letter), text.clone(), views.get(at))
    };
    options.map(option).collect()
}

/// A short verdict on an answer.
fn standing(offer: &Offer) -> &'static str {
    match (offer.is_right, offer.is_predicted) {
        (true, true) => "right, and what people are predicted to say",
        (true, false) => "right",
        (false, true) if offer.answer == Answer::YesNo(false) => {
            "wrong, and what people are predicted to say"
        }
        (false, true) => "wrong: the predicted fallacy",
        (false, false) => "wrong",
    }
}

/// Writes the conclusion of a yes/no question once, then both answers.
fn tell_yes_no(
    case: &ExplainedQuestion,
    offers: &[Offer],
    text: &mut String,
) -> Result<(), ExplanationError> {
    if let Some((view, judgement)) = offers.first().and_then(|offer| offer.judged.as_ref()) {
        let _ = writeln!(text, "\nasked    whether this follows: {}", case.in_words(view));
        case.tell_reasons(text, view, judgement)?;
    }
    for offer in offers {
        let _ = writeln!(text, "{:<9}{}", offer.answer.to_string(), standing(offer));
    }
    Ok(())
}

/// Writes an option with the reasons of both engines.
fn tell_option(
    case: &ExplainedQuestion,
    offer: &Offer,
    all: &[Offer],
    text: &mut String,
) -> Result<(), ExplanationError> {
    let Offer { answer, text: said, judged, .. } = offer;
    let _ = writeln!(text, "\noption   {answer} {said}\n         {}", standing(offer));
    match judged {
        Some((view, judgement)) => {
            let _ = writeln!(text, "view     {view}");
            case.tell_reasons(text, view, judgement)
        }
        None => {
            let following = all.iter().find(|other| other.is_right && other.judged.is_some());
            let _ = match following {
                Some(other) => writeln!(text, "logic    {} follows", other.answer),
                None => writeln!(text, "logic    none of the others follows"),
            };
            Ok(())
        }
    }
}
