//! Explanations of answers to open questions, and of views.

use super::{ExplainedQuestion, ExplanationError, is_view};
use crate::{Opened, Translated, posed};
use peirast_fallacy::{Judge, Notion, missteps};
use peirast_record::Answer;
use peirast_table::escape_control;
use peirast_task::Posed;
use serde_json::json;
use std::fmt::Write as _;

impl ExplainedQuestion {
    /// Explains the judgement of the open answer as text; without an answer, the prediction.
    pub(super) fn open_text(&self, notion: Notion) -> Result<String, ExplanationError> {
        let opened = self.read_answer(notion)?;
        let mut text = String::new();
        self.tell_premises(&mut text);
        let view = opened.as_ref().and_then(|opened| Some(opened.read.as_ref()?.0.as_str()));
        self.tell_legend(&mut text, view);
        if let Some(opened) = &opened {
            self.tell_opened(&mut text, opened)?;
        }
        self.tell_theory(&mut text)?;
        Ok(escape_control(&text))
    }

    /// Explains the same as JSON.
    pub(super) fn open_json(&self, notion: Notion) -> Result<String, ExplanationError> {
        let opened = self.read_answer(notion)?;
        let opened = opened.as_ref();
        let (steps, predicted) = self.theory()?;
        let read = opened.and_then(|opened| opened.read.as_ref());
        let view = read.map(|(view, _)| view);
        let steps_wrong = view.map(|view| missteps(&self.premises, view)).transpose()?;
        let value = json!({
            "problem": self.problem.as_ref().map(|problem| &problem.id),
            "premises": self.premises,
            "letters": self.legend(view.map(String::as_str)),
            "answer": self.answer,
            "view": view,
            "rule": opened.map(|opened| &opened.rule),
            "translation": opened.and_then(|opened| opened.translation.as_ref()),
            "verdict": opened.map(|opened| opened.answer.to_string()),
            "judgement": read.map(|(_, judgement)| judgement),
            "missteps": steps_wrong,
            "acceptance": view.map(|view| self.acceptance(view)).transpose()?,
            "predicted": predicted,
            "steps": steps,
            "cure": self.cure()?,
        });
        Ok(format!("{value}\n"))
    }

    fn read_answer(&self, notion: Notion) -> Result<Option<Opened>, ExplanationError> {
        match (&self.opened, &self.answer) {
            (Some(opened), _) => Ok(Some(opened.clone())),
            (None, Some(answer)) => self.judged(answer, notion).map(Some),
            (None, None) => Ok(None),
        }
    }

    /// Reads and judges the answer. An answer written as a view is taken as one.
    fn judged(&self, answer: &str, notion: Notion) -> Result<Opened, ExplanationError> {
        let answer = answer.trim();
        let posed = self.problem.as_deref().map(posed).transpose()?;
        match &posed {
            Some(posed) if !is_view(answer) => {
                Ok(Opened::new(posed, answer, self.finish, Translated::default(), notion))
            }
            _ => {
                let judge = Judge::with_reading(&self.premises, self.reading)?;
                let judgement = judge.judge(answer).map_err(ExplanationError::Answer)?;
                let amounts = Posed::conclusion(&judgement, notion);
                let read = Some((answer.to_owned(), judgement));
                let rule = "view".to_owned();
                Ok(Opened { answer: amounts, read, rule, translated: false, translation: None })
            }
        }
    }

    fn tell_opened(&self, text: &mut String, opened: &Opened) -> Result<(), ExplanationError> {
        // Writing to a string cannot fail.
        if let Some(translation) = &opened.translation {
            let _ = writeln!(text, "restated by a translator as  {}", translation.trim());
        }
        match &opened.read {
            None => {
                let _ = writeln!(text, "answer   {}: {}", opened.answer, opened.rule);
            }
            Some((view, judgement)) => {
                let _ = writeln!(text, "answer   {}\n", self.in_words(view));
                self.tell_reasons(text, view, judgement)?;
                let _ = writeln!(text, "verdict  {}", verdict(opened.answer));
            }
        }
        Ok(())
    }
}

fn verdict(answer: Answer) -> String {
    let Answer::Conclusion(conclusion) = answer else { return answer.to_string() };
    use peirast_record::Conclusion::{Fallacy, Nothing, OtherError, Predicted, Sound};
    let meaning = match conclusion {
        Nothing => "nothing was concluded",
        Sound => "it follows, and is not predicted",
        Predicted => "it follows, and is predicted",
        Fallacy => "it does not follow and is predicted: an error like people's",
        OtherError => "it does not follow and is not predicted: another error",
    };
    format!("{conclusion}: {meaning}")
}
