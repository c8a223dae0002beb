//! Problems for studies, made from items.

use crate::{AnswerKey, Item, ItemSet, ItemVersion, PairsError};
use peirast_record::{Accepts, Answer, Problem, Segment, Task, TextAnswer, Truth};
use std::borrow::Cow;

/// The factor in which versions differ.
pub const VERSION: &str = "version";

impl AnswerKey {
    /// The kind of answer.
    pub fn task(&self) -> Task {
        match self {
            Self::Choice(_) => Task::Choice,
            Self::YesNo(_) => Task::YesNo,
            Self::Valid(_) => Task::Validity,
            Self::Number(..) => Task::Number,
            Self::Text(_) => Task::Text,
        }
    }

    fn answer(&self) -> Answer {
        match self {
            Self::Choice(places) => Answer::Choice(letter(places.first().copied().unwrap_or(0))),
            Self::YesNo(is) => Answer::YesNo(*is),
            Self::Valid(is) => Answer::Valid(*is),
            Self::Number(number, _) => Answer::Number(*number),
            Self::Text(_) => Answer::Text(TextAnswer::Accepted),
        }
    }
}

/// The lower-case letter of an index, from 0.
fn letter(at: usize) -> char {
    ('a'..='z').nth(at).unwrap_or('z')
}

impl ItemSet {
    /// The problems of all versions, in the order of the file.
    ///
    /// # Errors
    /// A version from which no problem can be made, with its place.
    pub fn problems(&self) -> Result<Vec<Problem>, PairsError> {
        let versions =
            self.items.iter().flat_map(|item| item.versions.iter().map(move |own| (item, own)));
        versions.map(|(item, version)| self.problem(item, version)).collect()
    }

    /// The problem of one version of an item.
    ///
    /// # Errors
    /// An empty text, or invisible names.
    pub fn problem(&self, item: &Item, version: &ItemVersion) -> Result<Problem, PairsError> {
        let task = version.key.task();
        // Versions of one item are matched, even if their tasks differ.
        let variant = item.versions.first().map_or(task, |first| first.key.task()).name();
        let path = format!("{}/{variant}/{}", self.name, item.name);
        let answer = version.key.answer();
        let letters = (0..version.choices.len()).map(letter);
        let problem = Problem {
            id: format!("{path}/{}", version.name).into(),
            item: path.into(),
            family: self.name.as_str().into(),
            variant: variant.into(),
            task,
            factors: item.kept.with(VERSION, version.shown_name()),
            segments: version.segments(),
            options: letters.zip(version.choices.iter().cloned()).collect(),
            labels: version.labels,
            truth: Truth {
                answer,
                lure: version.lure.as_ref().map_or(answer, |lure| version.lured(lure)),
                form: String::new(),
                why: version.why(&self.file),
            },
            accepts: version.accepts(),
            worded: None,
        };
        problem.check().map_err(|error| PairsError::at(&version.place, error.what))?;
        Ok(problem)
    }
}

impl ItemVersion {
    /// The whole text in named parts.
    pub(crate) fn segments(&self) -> Vec<Segment> {
        let mut segments = self.before.clone();
        if !self.choices.is_empty() && !self.shows_its_options() {
            if let Some(last) = segments.last_mut() {
                last.text.truncate(last.text.trim_end().len());
                last.text.push('\n');
            }
            let lines = (0..).zip(&self.choices).map(|(at, option)| {
                self.separator.shown(&self.labels.label(letter(at)), option) + "\n"
            });
            segments.push(Segment { role: Cow::Borrowed("options"), text: lines.collect() });
        }
        segments.extend(self.after.iter().cloned());
        segments
    }

    /// Returns true if the question already contains the options.
    pub(crate) fn shows_its_options(&self) -> bool {
        let text = self.question();
        !self.choices.is_empty()
            && (0..)
                .zip(&self.choices)
                .all(|(at, option)| self.labels.shows(&text, letter(at), option))
    }

    /// The reason why the answer is right: the file says so.
    fn why(&self, file: &str) -> String {
        match self.shown_labels().as_slice() {
            [_, _, ..] => {
                let labels = self.shown_labels().join(" or ");
                format!("{file} gives {labels}, which count as one answer ({}).", self.place)
            }
            _ => format!("{file} gives this answer ({}).", self.place),
        }
    }

    /// The labels of the right options, as pages show them: `(A)`. None without options.
    pub(crate) fn shown_labels(&self) -> Vec<String> {
        let label = |at: &usize| format!("({})", self.labels.label(letter(*at)));
        match &self.key {
            AnswerKey::Choice(places) => places.iter().map(label).collect(),
            _ => Vec::new(),
        }
    }

    fn lured(&self, lure: &AnswerKey) -> Answer {
        match lure {
            AnswerKey::Text(_) => Answer::Text(TextAnswer::Lure),
            other => other.answer(),
        }
    }

    /// Answers that count as right in addition to the answer itself.
    fn accepts(&self) -> Option<Box<Accepts>> {
        let mut accepts = Accepts::default();
        match &self.key {
            AnswerKey::Choice(places) => {
                accepts.options = places.iter().skip(1).map(|at| letter(*at)).collect();
            }
            AnswerKey::Number(_, tolerance) => accepts.tolerance = *tolerance,
            AnswerKey::Text(texts) => accepts.texts.clone_from(texts),
            _ => {}
        }
        if let Some(AnswerKey::Text(texts)) = &self.lure {
            accepts.lures.clone_from(texts);
        }
        (accepts != Accepts::default()).then(|| Box::new(accepts))
    }
}
