//! Questions with labels of any kind, and answers with the reasons for their reading.

use crate::{Context, read, why};
use peirast_record::{Answer, FinishReason, Number, Span, Task};
use thiserror::Error;

/// Readings of a text without an answer.
const NO_ANSWER: [&str; 4] = ["unread", "refused", "empty", "truncated"];

/// Largest number of options of a question.
const MOST: usize = 26;

/// A question as it was put, with which an answer is read.
///
/// Options have the labels that the question shows: `a`, `A` or `1`. The question itself may be
/// empty. With it, the reader recognises a text that continues with another question, and one that
/// only repeats it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    task: Task,
    text: String,
    labels: Vec<String>,
    options: Vec<(char, String)>,
    numbered: bool,
    finish: FinishReason,
}

/// Reasons why a question cannot be put.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum QuestionError {
    /// A choice without options.
    #[error("a choice needs options, for example --options A=red,B=blue")]
    NoOptions,
    /// Options of a task that takes none.
    #[error("only a choice has options: leave them out, or ask for a choice")]
    NeedlessOptions,
    /// Two options with one label.
    #[error("two options have the label `{0}`: give each its own")]
    Twice(String),
    /// A label that is neither a letter nor the number of its place.
    #[error(
        "`{0}` is no label: labels are single letters from a to z, or the numbers from 1 on in order"
    )]
    Label(String),
    /// More options than letters.
    #[error("{0} options are too many: letters distinguish at most {MOST}")]
    TooMany(usize),
    /// An open conclusion.
    #[error("an open conclusion is read against its problem: use `peirast show` on a run")]
    Open,
}

/// The reading of an answer, with the reason for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// The label of an option, `yes` or `no`, `valid` or `invalid`, a number as text; or `unread`,
    /// `refused`, `empty`, `truncated`. For a short text, the text.
    pub reading: String,
    /// True if it is a verdict, which can be right or wrong.
    pub is_verdict: bool,
    /// Name of the rule.
    pub rule: &'static str,
    /// The bytes of the text that decided it, if any.
    pub span: Option<Span>,
    /// The reason, in a sentence.
    pub why: &'static str,
}

impl Question {
    /// A question of a task.
    ///
    /// # Errors
    /// A choice without options, options of another task, labels that are equal or of an unknown
    /// kind, more than 26 options, or an open conclusion, which only its problem can judge.
    ///
    /// ```
    /// use peirast_read::Question;
    /// use peirast_record::Task;
    /// let options = [("1".to_owned(), "red".to_owned()), ("2".to_owned(), "blue".to_owned())];
    /// let question = Question::new(Task::Choice, &options)?;
    /// let answer = question.explain("The answer is 2.");
    /// assert_eq!(answer.reading, "2");
    /// assert_eq!(answer.rule, "answer-is");
    /// assert_eq!(answer.why, "the text announces its answer");
    /// # Ok::<(), peirast_read::QuestionError>(())
    /// ```
    pub fn new(task: Task, options: &[(String, String)]) -> Result<Self, QuestionError> {
        match (task, options.is_empty()) {
            (Task::Conclusion, _) => return Err(QuestionError::Open),
            (Task::Choice, true) => return Err(QuestionError::NoOptions),
            (Task::Choice, false) | (_, true) => {}
            (_, false) => return Err(QuestionError::NeedlessOptions),
        }
        if options.len() > MOST {
            return Err(QuestionError::TooMany(options.len()));
        }
        let labels: Vec<String> =
            options.iter().map(|(label, _)| label.trim().to_owned()).collect();
        let twice = (0..labels.len()).find(|at| {
            labels[..*at].iter().any(|earlier| earlier.eq_ignore_ascii_case(&labels[*at]))
        });
        if let Some(at) = twice {
            return Err(QuestionError::Twice(labels[at].clone()));
        }
        let letter = |label: &String| {
            let mut letters = label.chars();
            let letter = letters.next().filter(char::is_ascii_alphabetic)?;
            letters.next().is_none().then(|| letter.to_ascii_lowercase())
        };
        let numbered = labels.iter().zip(1..).all(|(label, place)| *label == place.to_string())
            && !labels.is_empty();
        let letters: Vec<char> = match numbered {
            true => ('a'..='z').take(labels.len()).collect(),
            false => {
                let named =
                    |label| letter(label).ok_or_else(|| QuestionError::Label(label.clone()));
                labels.iter().map(named).collect::<Result<_, _>>()?
            }
        };
        let texts = options.iter().map(|(_, text)| text.clone());
        Ok(Self {
            task,
            text: String::new(),
            numbered,
            options: letters.into_iter().zip(texts).collect(),
            labels,
            finish: FinishReason::Stop,
        })
    }

    /// Adds the text that was put.
    pub fn asked(self, text: impl Into<String>) -> Self {
        Self { text: text.into(), ..self }
    }

    /// Adds the reason why the answer ended.
    pub fn ended(self, finish: FinishReason) -> Self {
        Self { finish, ..self }
    }

    /// Reads the answer in a text, with the reason for the reading.
    ///
    /// Total, deterministic and linear, like [`read`].
    ///
    /// ```
    /// use peirast_read::Question;
    /// use peirast_record::Task;
    /// let question = Question::new(Task::Number, &[])?;
    /// assert_eq!(question.explain("It takes 5 + 2 = 7 races.").reading, "7");
    /// assert_eq!(question.explain("between 6 and 8").reading, "unread");
    /// # Ok::<(), peirast_read::QuestionError>(())
    /// ```
    pub fn explain(&self, text: &str) -> Explained {
        let context = Context::new(&self.options, self.finish).asked(&self.text);
        let context = if self.numbered { context.numbered() } else { context };
        let reading = read(self.task, text, &context);
        Explained {
            reading: match (reading.answer, reading.span) {
                (Answer::Text(_), Some(span)) => {
                    text.get(span.start..span.end).unwrap_or_default().to_owned()
                }
                (answer, _) => self.in_words(answer),
            },
            is_verdict: reading.answer.is_verdict(),
            rule: reading.rule,
            span: reading.span,
            why: why(&reading),
        }
    }

    /// Returns true if `reading` is a possible reading of an answer to the question: one of its
    /// labels, a verdict, a number, a text, or no answer. Capitals make no difference.
    pub(crate) fn has(&self, reading: &str) -> bool {
        let is = |known: &&str| known.eq_ignore_ascii_case(reading);
        NO_ANSWER.iter().any(is)
            || match self.task {
                Task::Choice => self.labels.iter().any(|label| is(&label.as_str())),
                Task::YesNo => ["yes", "no"].iter().any(is),
                Task::Validity => ["valid", "invalid"].iter().any(is),
                // The wanted number may be too long to be read.
                Task::Number => {
                    reading.parse::<Number>().is_ok()
                        || reading.parse::<f64>().is_ok_and(f64::is_finite)
                }
                Task::Text | Task::Conclusion => !reading.trim().is_empty(),
            }
    }

    /// The possible readings of an answer to the question, in words.
    pub(crate) fn readings(&self) -> String {
        let verdicts = match self.task {
            Task::Choice => self.labels.join(", "),
            Task::YesNo => "yes, no".to_owned(),
            Task::Validity => "valid, invalid".to_owned(),
            Task::Number => "a number".to_owned(),
            Task::Text | Task::Conclusion => "a text".to_owned(),
        };
        format!(
            "{verdicts}, {}",
            NO_ANSWER.join(" or ").replacen(" or ", ", ", NO_ANSWER.len() - 2)
        )
    }

    /// An answer in the words of the question.
    fn in_words(&self, answer: Answer) -> String {
        let Answer::Choice(letter) = answer else { return answer.to_string() };
        let at = self.options.iter().position(|(own, _)| *own == letter);
        at.and_then(|at| self.labels.get(at)).cloned().unwrap_or_else(|| letter.to_string())
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;

    fn options(labels: &str) -> Vec<(String, String)> {
        let texts = ["red", "blue", "green"];
        labels
            .chars()
            .zip(texts)
            .map(|(label, text)| (label.to_string(), text.to_owned()))
            .collect()
    }

    #[test]
    fn labels_of_any_kind() {
        for (labels, text, reading) in [
            ("ab", "B", "b"),
            ("AB", "the answer is b", "B"),
            ("12", "(2)", "2"),
            ("12", "2. blue", "2"),
            ("123", "Option 3", "3"),
            ("CD", "D) blue", "D"),
            ("XY", "Answer: Y", "Y"),
            ("AB", "blue", "B"),
        ] {
            let question = Question::new(Task::Choice, &options(labels)).expect("a question");
            assert_eq!(question.explain(text).reading, reading, "{labels}: {text}");
        }
    }

    #[test]
    fn questions_that_cannot_be_put() {
        let new = |task, labels| Question::new(task, &options(labels));
        assert_eq!(new(Task::Choice, ""), Err(QuestionError::NoOptions));
        assert_eq!(new(Task::Number, "a"), Err(QuestionError::NeedlessOptions));
        assert_eq!(new(Task::Choice, "aA"), Err(QuestionError::Twice("A".to_owned())));
        assert_eq!(new(Task::Conclusion, ""), Err(QuestionError::Open));
        for labels in ["é", "01", "13"] {
            assert!(matches!(new(Task::Choice, labels), Err(QuestionError::Label(_))), "{labels}");
        }
    }
}
