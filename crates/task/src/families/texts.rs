//! The texts of a family for its questions and answers.

use peirast_read::text_matching;
use peirast_record::{Accepted, Answer, Problem, Profile, Task, TextAnswer};

/// The texts of the questions of a family.
#[derive(Clone, Copy, Debug)]
pub struct Phrasing {
    /// The sentence with the instruction, by task; [`task_sentence`] for most families.
    pub task: fn(Task) -> &'static str,
    /// The hint that names the kind of problem.
    pub weak_hint: Wording,
    /// The hint that explains the fallacy.
    pub strong_hint: Wording,
    /// The request to reason step by step; [`STEP_BY_STEP`] for most families.
    pub steps: Wording,
}

/// A text that may differ in the published design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wording {
    text: &'static str,
    published: &'static str,
}

impl Wording {
    /// Returns one text for all designs.
    pub const fn new(text: &'static str) -> Self {
        Self { text, published: text }
    }

    /// Sets another text for the published design.
    #[must_use]
    pub const fn as_published(self, published: &'static str) -> Self {
        Self { published, ..self }
    }

    /// Returns the text of a design.
    pub fn for_profile(self, profile: Profile) -> &'static str {
        match profile {
            Profile::Paper2024 => self.published,
            Profile::Balanced | Profile::Paper2025 => self.text,
        }
    }
}

/// The request to reason step by step.
pub const STEP_BY_STEP: Wording = Wording::new("Let's think step by step.");

/// Returns the sentence with the instruction that all families share.
pub fn task_sentence(task: Task) -> &'static str {
    match task {
        Task::Choice => {
            "Your task is to answer the following question by explicitly selecting either option \
             (a), (b), etc."
        }
        Task::YesNo => {
            "Your task is to answer the following question by explicitly saying 'Yes' or 'No'."
        }
        Task::Validity => {
            "Your task is to say whether the following syllogism is 'correct', which means that its \
             conclusion follows from its premises, or 'incorrect', which means that it does not \
             follow."
        }
        Task::Number => "Your task is to answer the following question by giving a number.",
        Task::Text => "Your task is to answer the following question in a few words.",
        Task::Conclusion => {
            "Your task is to say what follows from the following premises, if anything does."
        }
    }
}

/// An answer of a simulated subject, to be put into words.
#[derive(Clone, Copy, Debug)]
pub struct Reply<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The answer.
    pub answer: Answer,
    /// True if the protocol asked for reasoning.
    pub cot: bool,
}

impl Reply<'_> {
    /// Returns the text of an option.
    pub fn option(&self, letter: char) -> &str {
        let found = self.problem.options.iter().find(|(own, _)| *own == letter);
        found.map_or("", |(_, text)| text)
    }

    /// Returns only the answer, as in tables.
    pub fn plain(&self) -> Vec<String> {
        let accepts = self.problem.accepts.as_deref();
        let texts = |accepted: &[Accepted]| {
            vec![shown_text(accepted).unwrap_or_else(|| "I know no word for it".to_owned())]
        };
        match (self.answer, accepts) {
            (Answer::Text(TextAnswer::Accepted), Some(accepts)) => texts(&accepts.texts),
            (Answer::Text(TextAnswer::Lure), Some(accepts)) => texts(&accepts.lures),
            (Answer::Text(_), _) => vec!["something else".to_owned()],
            (answer, _) => vec![answer.to_string()],
        }
    }
}

/// Returns an accepted text: a text of the list, or one that matches a pattern of it. `None` if
/// there is no such text.
pub(crate) fn shown_text(accepted: &[Accepted]) -> Option<String> {
    let listed = accepted.iter().find_map(|accepted| match accepted {
        Accepted::Text(text) => Some(text.clone()),
        Accepted::Pattern(_) => None,
    });
    listed.or_else(|| {
        accepted.iter().find_map(|accepted| match accepted {
            Accepted::Text(_) => None,
            Accepted::Pattern(pattern) => text_matching(pattern),
        })
    })
}

/// A level at which a token-biased subject fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cue {
    /// The factor.
    pub factor: &'static str,
    /// Its level.
    pub level: &'static str,
}
