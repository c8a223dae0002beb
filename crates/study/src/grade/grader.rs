//! Graders: the rules that decide whether an answer is correct.

use crate::error::{Result, bail};
use peirast_read::{Context, READER_VERSION, hold_against, published, read};
use peirast_record::{Answer, FinishReason, Grade, Problem, Reading, Scoring, Study, Task};

/// The rule that grades answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grader {
    /// Peirast's deterministic reader.
    #[default]
    Default,
    /// The published rule of the token-bias study.
    Published2024,
    /// The published rule of the syllogism benchmark.
    Published2025,
    /// The views recorded with answers to open questions, without reading the answers again.
    RecordedViews,
}

impl Grader {
    /// Returns the grader that a study declares.
    pub fn for_study(study: &Study) -> Self {
        match study.reader.as_deref() {
            Some("published-2025") => Self::Published2025,
            Some("recorded-views") => Self::RecordedViews,
            _ => Self::Default,
        }
    }

    /// Checks that the grader that a study declares fits the answers of this run and these
    /// problems. Otherwise it would leave answers unread, or the default reader would read them
    /// although the report names the other grader.
    ///
    /// # Errors
    /// The views recorded with answers, which only imported answers have; the published rule of 2025 and a
    /// problem that does not ask whether a syllogism is correct.
    pub fn check(study: &Study, problems: &[Problem]) -> Result<()> {
        match Self::for_study(study) {
            Self::Default | Self::Published2024 => Ok(()),
            Self::RecordedViews => bail!(
                Study,
                "reader = \"recorded-views\": it fits answers that are imported with the views that another \
                 program read in them, and answers of a run have none: leave `reader` out"
            ),
            Self::Published2025 => {
                let Some(other) = problems.iter().find(|one| one.task != Task::Validity) else {
                    return Ok(());
                };
                bail!(
                    Study,
                    "reader = \"published-2025\": it fits problems that ask whether a syllogism is correct, as \
                     those of `categorical` do, and {} is none of them: leave `reader` out, or ask these problems in \
                     a study of their own",
                    other.id
                )
            }
        }
    }

    /// Returns the grader's name with its version, as reports print it.
    pub fn describe(self) -> String {
        match self {
            Self::Default => format!("the default reader, version {READER_VERSION}"),
            Self::Published2024 => "the published rule of 2024".to_owned(),
            Self::Published2025 => "the published rule of 2025".to_owned(),
            Self::RecordedViews => "the views recorded with the answers".to_owned(),
        }
    }

    /// Reads the answer in a text by this grader's rule, with the words that decided it. The
    /// published rule of 2025 looks at the text as a whole and names no words.
    pub fn read(self, problem: &Problem, text: &str, finish: FinishReason) -> Reading {
        use published::Correctness;
        if self == Self::Published2025 && problem.task == Task::Validity {
            let answer = match published::correctness(text) {
                Correctness::Correct => Answer::Valid(true),
                Correctness::Incorrect => Answer::Valid(false),
                Correctness::Unclear => Answer::Unread,
                Correctness::Error => Answer::Empty,
            };
            return Reading { answer, span: None, rule: "published-2025" };
        }
        let question = problem.text();
        let context = Context::of_problem(problem, finish).asked(&question);
        let reading = read(problem.task, text, &context);
        let answer = match (reading.answer, &problem.accepts, reading.span) {
            (Answer::Text(_), Some(accepts), Some(span)) => {
                let words = text.get(span.start..span.end).unwrap_or_default();
                hold_against(words, accepts).map_or(Answer::Unread, Answer::Text)
            }
            (answer, ..) => problem.counted(answer),
        };
        Reading { answer, ..reading }
    }
}

/// Grades an answer by the published rule.
///
/// If the rule needed an extraction that was not kept, or the authors graded a file by the rule of
/// the other task, the recorded grade is used and marked as such. `None` if neither exists.
pub fn published_grade(
    problem: &Problem,
    text: &str,
    recorded: Option<bool>,
) -> Option<(Grade, Scoring)> {
    let right = |right: bool| if right { Grade::Correct } else { Grade::Wrong };
    match (published_rule(problem, text), recorded) {
        (Some(rule), Some(grade)) if rule != grade => Some((right(grade), Scoring::Recorded)),
        (Some(rule), _) => Some((right(rule), Scoring::PublishedRule)),
        (None, Some(grade)) => Some((right(grade), Scoring::Recorded)),
        (None, None) => None,
    }
}

/// Returns true if an answer was graded as wrong because it has no text. It counts as wrong where
/// answers without a verdict do, as in the published analysis, and is reported.
pub fn is_silence(answer: Answer, grade: Grade) -> bool {
    answer == Answer::Empty && grade == Grade::Wrong
}

/// Returns whether the published rule calls the text correct, as far as the text alone decides.
fn published_rule(problem: &Problem, text: &str) -> Option<bool> {
    use published::PublishedGrade;
    let grade = match (problem.task, problem.truth.answer) {
        (Task::Choice, Answer::Choice(letter)) => published::choice(text, letter),
        (Task::YesNo, Answer::YesNo(false)) => published::yes_no(text),
        // The published sets have no valid syllogism, and number answers were always extracted.
        _ => PublishedGrade::NeedsExtraction,
    };
    match grade {
        PublishedGrade::Correct => Some(true),
        PublishedGrade::Incorrect => Some(false),
        PublishedGrade::NeedsExtraction => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_record::{Evidence, LETTER_AGAINST_WORDS};

    /// Reports count contradictions by the name of this rule.
    #[test]
    fn a_letter_with_the_words_of_another_option_is_read_by_its_rule() {
        let options = [('a', "the red house"), ('b', "the blue boat"), ('c', "the green tree")]
            .map(|(letter, text)| (letter, text.to_owned()));
        let context = Context::new(&options, FinishReason::Stop);
        let text = "(a) the blue boat";
        let reading = read(Task::Choice, text, &context);
        assert_eq!((reading.answer, reading.rule), (Answer::Unread, LETTER_AGAINST_WORDS));
        let words = Evidence::from(&reading).words(text);
        assert!(words.is_some_and(|words| words.contains("(a)")), "{words:?}");
    }

    fn graded(problem: &str, text: &str) -> Grade {
        let problem: Problem = serde_json::from_str(problem).expect("a problem");
        assert_eq!(problem.check(), Ok(()));
        let answer = Grader::Default.read(&problem, text, FinishReason::Stop).answer;
        Grade::new(answer, problem.truth.answer)
    }

    #[test]
    fn a_number_within_the_tolerance_is_right() {
        let problem = r#"{"id":"n/1","item":"n","family":"own","variant":"1","task":"number",
            "factors":{},"segments":[{"role":"question","text":"What is a third of 10?"}],"options":[],
            "truth":{"answer":{"kind":"number","value":"10/3"},"lure":{"kind":"number","value":3},
            "form":"","why":""},"accepts":{"tolerance":{"absolute":"0.01"}}}"#;
        for (text, grade) in [
            ("The answer is 3.33.", Grade::Correct),
            ("10/3", Grade::Correct),
            ("3.3", Grade::Wrong),
            ("about 3.33", Grade::Unscored),
        ] {
            assert_eq!(graded(problem, text), grade, "{text}");
        }
    }

    #[test]
    fn a_short_text_is_right_in_any_of_its_forms() {
        let problem = r#"{"id":"t/1","item":"t","family":"own","variant":"1","task":"text",
            "factors":{},"segments":[{"role":"question","text":"Where is the court?"}],"options":[],
            "truth":{"answer":{"kind":"text","value":"accepted"},
            "lure":{"kind":"text","value":"lure"},"form":"","why":""},
            "accepts":{"texts":[{"text":"The Hague"},{"pattern":"den haag|'s-gravenhage"}],
            "lures":[{"text":"Amsterdam"}]}}"#;
        for (text, grade) in [
            ("the hague", Grade::Correct),
            ("It is a Dutch town.\n\nAnswer: Den Haag.", Grade::Correct),
            ("Amsterdam", Grade::Wrong),
            ("Rotterdam", Grade::Wrong),
            ("", Grade::Unscored),
        ] {
            assert_eq!(graded(problem, text), grade, "{text}");
        }
    }
}
