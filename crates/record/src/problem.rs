//! Problems: texts with one right answer, the logic that makes it right, and their factors.

use crate::problem_names::check_names;
use crate::{Accepts, Answer, Factors, Labels, Name, TextAnswer, Worded};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use thiserror::Error;

/// The kind of answer that a problem asks for. The task belongs to the problem: no option and no
/// protocol can turn a syllogism into a multiple choice.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Choose one of the lettered options.
    Choice,
    /// Say yes or no.
    YesNo,
    /// Say whether an argument is valid. The question may ask for correct or incorrect instead.
    Validity,
    /// Give a number.
    Number,
    /// Give a short text.
    Text,
    /// Say what follows, or that nothing does.
    Conclusion,
}

impl Task {
    /// The name of the task in ids, variants and files.
    ///
    /// ```
    /// assert_eq!(peirast_record::Task::YesNo.name(), "yes-no");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Choice => "choice",
            Self::YesNo => "yes-no",
            Self::Validity => "validity",
            Self::Number => "number",
            Self::Text => "text",
            Self::Conclusion => "conclusion",
        }
    }
}

/// A named part of a problem's text. The text of a problem is its segments, joined.
///
/// Segments are used to check matched pairs: the two texts may differ only in segments that the
/// varied factor may change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Segment {
    /// The role of the part: `stem`, `question`, `shared-event`, `added-event`, ...
    pub role: Cow<'static, str>,
    /// The text, with the white space that follows it.
    pub text: String,
}

/// The right answer to a problem and its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Truth {
    /// The right answer, always a verdict.
    pub answer: Answer,
    /// The answer that the bias under test leads to; the right one if there is no such answer.
    pub lure: Answer,
    /// The logical form, for example `P(A) >= P(A & B)`.
    pub form: String,
    /// The reason why the answer is right, in one sentence.
    pub why: String,
}

/// One problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    /// Unique name, for example `conjunction/2/00017/context=relevant`.
    #[schemars(with = "String")]
    pub id: Name,
    /// The seed item that matched versions share, for example `conjunction/2/00017`: the pair key.
    #[schemars(with = "String")]
    pub item: Name,
    /// Family name, for example `conjunction`.
    #[schemars(with = "String")]
    pub family: Name,
    /// Variant within the family, for example `2`.
    #[schemars(with = "String")]
    pub variant: Name,
    /// The kind of answer asked for.
    pub task: Task,
    /// Levels of every factor, varied or not.
    pub factors: Factors,
    /// The text in named parts.
    pub segments: Vec<Segment>,
    /// Option texts by letter, empty unless the task is a choice.
    pub options: Vec<(char, String)>,
    /// The form of the labels of the options in the text.
    #[serde(default, skip_serializing_if = "Labels::is_default")]
    pub labels: Labels,
    /// The right answer and its reason.
    pub truth: Truth,
    /// Answers that count as right in addition to the truth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepts: Option<Box<Accepts>>,
    /// The views behind the text, if it was made from views.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub worded: Option<Box<Worded>>,
}

impl Problem {
    /// The JSON Schema of a line of problems, for programs that write such lines. The views behind
    /// a text (`worded`) are left out, since only `peirast make etr` writes them.
    ///
    /// ```
    /// let schema = peirast_record::Problem::schema();
    /// assert!(schema["properties"]["truth"].is_object());
    /// ```
    pub fn schema() -> serde_json::Value {
        schemars::schema_for!(Problem).to_value()
    }

    /// The whole text as it is shown to subjects.
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(self.segments.iter().map(|s| s.text.len()).sum());
        text.extend(self.segments.iter().map(|s| s.text.as_str()));
        text.truncate(text.trim_end().len());
        text
    }

    /// The answer for grading: a number within the tolerance, or another right option, becomes the
    /// answer of the truth.
    pub fn counted(&self, answer: Answer) -> Answer {
        let is_right = |accepts: &Accepts| match (answer, self.truth.answer) {
            (Answer::Number(number), Answer::Number(right)) => accepts.is_near(number, right),
            (Answer::Choice(letter), Answer::Choice(_)) => accepts.options.contains(&letter),
            _ => false,
        };
        if self.accepts.as_deref().is_some_and(is_right) { self.truth.answer } else { answer }
    }

    /// The letters of all right options, that of the truth first; none unless the task is a choice.
    ///
    /// ```
    /// use peirast_record::{Answer, Problem};
    /// let problem: Problem = serde_json::from_str(r#"{"id": "q/1", "item": "q", "family": "own",
    ///     "variant": "1", "task": "choice", "factors": {}, "segments": [],
    ///     "options": [["a", "iron"], ["b", "wood"], ["c", "tin"]],
    ///     "truth": {"answer": {"kind": "choice", "value": "a"}, "lure": {"kind": "choice", "value": "b"},
    ///     "form": "", "why": ""}, "accepts": {"options": ["c"]}}"#)?;
    /// assert_eq!(problem.right_options().collect::<String>(), "ac");
    /// assert_eq!(problem.counted(Answer::Choice('c')), problem.truth.answer);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn right_options(&self) -> impl Iterator<Item = char> + '_ {
        let first = match self.truth.answer {
            Answer::Choice(letter) => Some(letter),
            _ => None,
        };
        let further = self.accepts.iter().flat_map(|accepts| accepts.options.iter().copied());
        first.into_iter().chain(further.filter(move |_| first.is_some()))
    }

    /// Checks the guarantees of every family: a visible id and item, a verdict as truth, right
    /// options among the options and not all of them, options that occur in the text.
    ///
    /// # Errors
    /// The first violated guarantee.
    pub fn check(&self) -> Result<(), ProblemError> {
        let fail =
            |what: &str| Err(ProblemError { id: self.id.to_string(), what: what.to_owned() });
        if let Err(error) = check_names(self) {
            return fail(&error.to_string());
        }
        let text = self.text();
        match (self.task, self.truth.answer) {
            (Task::Choice, Answer::Choice(letter)) => {
                let is_option = |letter: char| self.options.iter().any(|(own, _)| *own == letter);
                if !is_option(letter) {
                    return fail("the right option is not among the options");
                }
                if !self.right_options().all(is_option) {
                    return fail("a further right option is not among the options");
                }
                let is_right = |letter: char| self.right_options().any(|right| right == letter);
                if self.right_options().count() > 1
                    && self.options.iter().all(|(letter, _)| is_right(*letter))
                {
                    return fail("every option is right, so that no answer can be wrong");
                }
            }
            (Task::YesNo, Answer::YesNo(_))
            | (Task::Validity, Answer::Valid(_))
            | (Task::Number, Answer::Number(_)) => {}
            (Task::Text, Answer::Text(TextAnswer::Accepted))
                if self.accepts.as_ref().is_some_and(|accepts| !accepts.texts.is_empty()) => {}
            (Task::Conclusion, Answer::Conclusion(_)) if self.worded.is_some() => {}
            _ => return fail("the truth does not answer the task"),
        }
        let has_options = self.accepts.as_ref().is_some_and(|accepts| !accepts.options.is_empty());
        if has_options && self.task != Task::Choice {
            return fail("it accepts further options and has none");
        }
        for (letter, option) in &self.options {
            if !self.labels.shows(&text, *letter, option) {
                let label = self.labels.label(*letter);
                return fail(&format!("option ({label}) is not in the text"));
            }
        }
        Ok(())
    }
}

/// A problem that breaks a guarantee of its family.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("problem {id}: {what}")]
pub struct ProblemError {
    /// The id of the problem.
    pub id: String,
    /// The violation.
    pub what: String,
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;

    /// Further right options have to be options, and may not be all of them.
    #[test]
    fn further_right_options_are_checked() {
        let with = |options: &str, task: &str, answer: &str| -> Problem {
            let json = format!(
                r#"{{"id":"q/1","item":"q","family":"f","variant":"1","task":"{task}","factors":{{}},
                "segments":[{{"role":"question","text":"Which?\n(A) iron\n(B) wood\n"}}],
                "options":{},"labels":"upper","truth":{{"answer":{answer},"lure":{answer},"form":"","why":""}},
                "accepts":{{"options":{options}}}}}"#,
                if task == "choice" { r#"[["a","iron"],["b","wood"]]"# } else { "[]" }
            );
            serde_json::from_str(&json).expect("a problem")
        };
        let choice = r#"{"kind":"choice","value":"a"}"#;
        assert_eq!(with("[]", "choice", choice).check(), Ok(()));
        for (problem, what) in [
            (with(r#"["c"]"#, "choice", choice), "is not among the options"),
            (with(r#"["b"]"#, "choice", choice), "every option is right"),
            (with(r#"["b"]"#, "yes-no", r#"{"kind":"yes-no","value":true}"#), "has none"),
        ] {
            let error = problem.check().expect_err(what).to_string();
            assert!(error.contains(what), "{error}");
        }
    }

    /// Problems as earlier versions stored them: they can be read, and are written with the same
    /// bytes.
    #[test]
    fn what_is_stored_stays() {
        let plain = r#"{"id":"q/1","item":"q","family":"f","variant":"1","task":"yes-no","factors":{"context":"none","é":"\"x\""},"segments":[{"role":"item","text":"Is it \"so\"?\n\t\u0001"}],"options":[],"truth":{"answer":{"kind":"yes-no","value":true},"lure":{"kind":"yes-no","value":false},"form":"A \\ B","why":"It is."}}"#;
        let worded = r#"{"id":"q/2","item":"q","family":"f","variant":"1","task":"choice","factors":{},"segments":[],"options":[["a","One"],["\"","Two"]],"truth":{"answer":{"kind":"choice","value":"a"},"lure":{"kind":"refused"},"form":"","why":""},"worded":{"argument":{"version":1,"profile":"p","reading":"r","seed":1,"number":0,"kind":"fallacy","premises":["{A()}"],"conclusion":"{0}","entailed":true,"categorical":true,"conclusion_atoms":0,"atoms":1},"order":[0],"theme":"cards","lexicon":{"one":"card","many":"\"cards\"","objects":{"a":"the ace"}}}}"#;
        for stored in [plain, worded] {
            let problem: Problem = serde_json::from_str(stored).expect("a problem");
            assert_eq!(serde_json::to_string(&problem).expect("JSON"), stored);
        }
    }
}
