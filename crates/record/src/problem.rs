//! A problem: a text with one right answer, the logic that makes it right, and its factors.

use crate::key::push_quoted;
use crate::{Answer, Factors, Name, Worded};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use thiserror::Error;

/// What kind of answer a problem asks for. The task belongs to the problem: no flag and no
/// protocol can ask a syllogism as a multiple choice.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Choose one of the lettered options.
    Choice,
    /// Say yes or no.
    YesNo,
    /// Say whether an argument is valid: in the words of the question, correct or incorrect.
    Validity,
    /// Give a number.
    Number,
    /// Say what follows, if anything does.
    Conclusion,
}

/// A named stretch of a problem's text. The text of a problem is its segments, one after another.
///
/// Segments are how a matched pair is checked: the two texts may differ only in segments that
/// the varied factor is allowed to touch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Segment {
    /// What the stretch is: `stem`, `question`, `shared-event`, `added-event`, ...
    pub role: Cow<'static, str>,
    /// The text, with the white space that follows it.
    pub text: String,
}

/// The ground truth of a problem and why it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Truth {
    /// The right answer, always a verdict.
    pub answer: Answer,
    /// The answer that the bias under test leads to; the right one where there is no temptation.
    pub lure: Answer,
    /// The logical form, for example `P(A) >= P(A & B)`.
    pub form: String,
    /// Why the answer is right, in one sentence.
    pub why: String,
}

/// One problem, ready to be asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Unique name, for example `conjunction/2/00017/context=relevant`.
    pub id: Name,
    /// The seed item that matched versions share, for example `conjunction/2/00017`: the pair key.
    pub item: Name,
    /// Family name, for example `conjunction`.
    pub family: Name,
    /// Variant within the family, for example `2`.
    pub variant: Name,
    /// The kind of answer asked for.
    pub task: Task,
    /// Levels of every factor, varied or not.
    pub factors: Factors,
    /// The text in named stretches.
    pub segments: Vec<Segment>,
    /// Option texts by letter, empty unless the task is a choice.
    pub options: Vec<(char, String)>,
    /// The right answer and its reason.
    pub truth: Truth,
    /// The views behind the text, if it was made of some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worded: Option<Box<Worded>>,
}

impl Problem {
    /// The whole text as it is asked.
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(self.segments.iter().map(|s| s.text.len()).sum());
        text.extend(self.segments.iter().map(|s| s.text.as_str()));
        text.truncate(text.trim_end().len());
        text
    }

    /// The problem as it is stored: JSON as `serde_json` writes it, in a fraction of the time. This is done for every
    /// problem of a study.
    ///
    /// # Errors
    /// What `serde_json` cannot write; there is no such problem.
    ///
    /// ```
    /// # let json = r#"{"id":"q/1","item":"q","family":"f","variant":"1","task":"yes-no","factors":{"context":"none"},"segments":[{"role":"item","text":"Is it \"so\"?\n"}],"options":[],"truth":{"answer":{"kind":"yes-no","value":true},"lure":{"kind":"yes-no","value":false},"form":"A","why":"It is."}}"#;
    /// let problem: peirast_record::Problem = serde_json::from_str(json)?;
    /// assert_eq!(problem.json()?, serde_json::to_string(&problem)?);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn json(&self) -> Result<String, serde_json::Error> {
        let Self { id, item, family, variant, task, factors, segments, options, truth, worded } =
            self;
        let Truth { answer, lure, form, why } = truth;
        let mut json = String::with_capacity(self.json_at_most());
        for (name, text) in [
            ("{\"id\":", id),
            (",\"item\":", item),
            (",\"family\":", family),
            (",\"variant\":", variant),
        ] {
            json.push_str(name);
            push_quoted(text, &mut json);
        }
        json.extend([",\"task\":", &serde_json::to_string(task)?, ",\"factors\":{"]);
        push_pairs(factors.iter(), ["", ":", ""], &mut json);
        json.push_str("},\"segments\":[");
        let stretches = segments.iter().map(|Segment { role, text }| (&**role, text.as_str()));
        push_pairs(stretches, ["{\"role\":", ",\"text\":", "}"], &mut json);
        json.push_str("],\"options\":[");
        for (at, (letter, text)) in options.iter().enumerate() {
            json.push_str(if at > 0 { "," } else { "" });
            let mut letters = [0; 4];
            let option = (&*letter.encode_utf8(&mut letters), text.as_str());
            push_pairs([option].into_iter(), ["[", ",", "]"], &mut json);
        }
        json.extend(["],\"truth\":{\"answer\":", &serde_json::to_string(answer)?]);
        json.extend([",\"lure\":", &serde_json::to_string(lure)?, ",\"form\":"]);
        push_quoted(form, &mut json);
        json.push_str(",\"why\":");
        push_quoted(why, &mut json);
        json.push('}');
        if let Some(worded) = worded {
            json.extend([",\"worded\":", &serde_json::to_string(worded)?]);
        }
        json.push('}');
        Ok(json)
    }

    /// Bytes of its JSON, or somewhat more, unless much of it has to be escaped.
    fn json_at_most(&self) -> usize {
        const NAMES: usize = 512;
        const AROUND: usize = 32;
        let factors = self.factors.iter().map(|(name, level)| name.len() + level.len());
        let segments = self.segments.iter().map(|segment| segment.role.len() + segment.text.len());
        let options = self.options.iter().map(|(_, text)| text.len());
        let texts = factors.chain(segments).chain(options).map(|length| length + AROUND);
        let truth = self.truth.form.len() + self.truth.why.len();
        NAMES + 2 * self.id.len() + truth + texts.sum::<usize>()
    }

    /// Checks what every family must guarantee: a verdict as truth, a truth among the options,
    /// options that occur in the text.
    ///
    /// # Errors
    /// The first violated guarantee.
    pub fn check(&self) -> Result<(), ProblemError> {
        let fail =
            |what: &str| Err(ProblemError { id: self.id.to_string(), what: what.to_owned() });
        let text = self.text();
        match (self.task, self.truth.answer) {
            (Task::Choice, Answer::Choice(letter)) => {
                if !self.options.iter().any(|(l, _)| *l == letter) {
                    return fail("the right option is not among the options");
                }
            }
            (Task::YesNo, Answer::YesNo(_))
            | (Task::Validity, Answer::Valid(_))
            | (Task::Number, Answer::Number(_)) => {}
            (Task::Conclusion, Answer::Conclusion(_)) if self.worded.is_some() => {}
            _ => return fail("the truth does not answer the task"),
        }
        for (letter, option) in &self.options {
            if !holds_option(&text, *letter, option) {
                return fail(&format!("option ({letter}) is not in the text"));
            }
        }
        Ok(())
    }
}

/// Adds pairs of texts to a list, with what stands before, between and behind the two of each.
fn push_pairs<'t>(
    pairs: impl Iterator<Item = (&'t str, &'t str)>,
    [before, between, behind]: [&str; 3],
    json: &mut String,
) {
    for (at, (first, second)) in pairs.enumerate() {
        json.extend([if at > 0 { "," } else { "" }, before]);
        push_quoted(first, json);
        json.push_str(between);
        push_quoted(second, json);
        json.push_str(behind);
    }
}

/// Whether a text holds an option behind its letter in parentheses.
fn holds_option(text: &str, letter: char, option: &str) -> bool {
    let option_at = |at: usize| {
        let rest = text.get(at..)?.strip_prefix('(')?.strip_prefix(letter)?;
        rest.strip_prefix(") ")?.strip_prefix(option)
    };
    text.match_indices('(').any(|(at, _)| option_at(at).is_some())
}

/// A problem that breaks a guarantee of its family.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("problem {id}: {what}")]
pub struct ProblemError {
    /// Which problem.
    pub id: String,
    /// What is wrong with it.
    pub what: String,
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    const TEXT: &str = "\\PC{0,20}|[\"\\\\\n\t\u{0}-\u{1f}a\u{7f}]{0,9}";

    fn answer() -> impl Strategy<Value = Answer> {
        prop_oneof![
            any::<char>().prop_map(Answer::Choice),
            any::<bool>().prop_map(Answer::Valid),
            any::<i64>().prop_map(Answer::Number),
            Just(Answer::Refused),
        ]
    }

    fn truth() -> impl Strategy<Value = Truth> {
        (answer(), answer(), TEXT, TEXT).prop_map(|(answer, lure, form, why)| Truth {
            answer,
            lure,
            form,
            why,
        })
    }

    fn worded() -> Option<Box<Worded>> {
        let json = r#"{"argument": {"version": 1, "profile": "p", "reading": "r", "seed": 1, "number": 0,
            "kind": "fallacy", "premises": ["{A()}"], "conclusion": "{0}", "entailed": true, "categorical": true,
            "conclusion_atoms": 0, "atoms": 1}, "order": [0], "theme": "cards",
            "lexicon": {"one": "card", "many": "\"cards\"", "objects": {"a": "the ace"}}}"#;
        Some(Box::new(serde_json::from_str(json).expect("an argument in words")))
    }

    proptest! {
        #[test]
        fn the_json_is_that_of_serde(
            names in [TEXT; 4],
            levels in vec((TEXT, TEXT), 0..4),
            segments in vec((TEXT, TEXT), 0..5),
            options in vec((any::<char>(), TEXT), 0..4),
            truth in truth(),
            task in prop_oneof![Just(Task::Choice), Just(Task::YesNo), Just(Task::Conclusion)],
            is_worded in any::<bool>(),
        ) {
            let [id, item, family, variant] = names.map(Name::from);
            let segment = |(role, text): (String, String)| Segment { role: role.into(), text };
            let problem = Problem {
                id,
                item,
                family,
                variant,
                task,
                factors: levels.into_iter().collect(),
                segments: segments.into_iter().map(segment).collect(),
                options,
                truth,
                worded: is_worded.then(worded).flatten(),
            };
            let json = problem.json().expect("JSON");
            prop_assert_eq!(&json, &serde_json::to_string(&problem).expect("JSON"));
            prop_assert_eq!(serde_json::from_str::<Problem>(&json).expect("a problem"), problem);
        }
    }
}
