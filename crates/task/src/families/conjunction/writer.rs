//! Writing of events by a model, as in the paper: a model writes the added event of a conjunction
//! problem, and its form is checked before it is used.
//!
//! The instructions follow Jiang et al. (2024), appendix C.1.

use super::pair::work_out;
use crate::english::Stems;
use crate::families::worked_out::NotWorkedOut;
use peirast_record::{Message, Problem, Prompt, Truth};
use std::collections::BTreeSet;
use thiserror::Error;

/// The protocol name of writing prompts.
pub const WRITING: &str = "write-added-event";

/// The most words that an added event may have.
const MOST_WORDS: usize = 40;

/// The share of its content words that an added event may share with the stem: above it, the stem
/// already asserts it, and the longer option adds nothing.
const MOST_ASSERTED: f64 = 0.9;

/// The reason why a text was rejected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Rejection {
    /// The text is empty.
    #[error("the text is empty")]
    Empty,
    /// The text has more than one sentence, line or option.
    #[error("the text is more than the end of one sentence: \"{0}\"")]
    NotOneSentence(String),
    /// The text is too long for an option.
    #[error("the text has {0} words; at most {MOST_WORDS} make an option")]
    TooLong(usize),
    /// The text begins a new sentence instead of continuing after the connective.
    #[error("the text repeats another event than the shared one, or drops the connective: \"{0}\"")]
    Form(String),
    /// The stem already asserts it.
    #[error("the stem already asserts it: \"{0}\"")]
    Asserted(String),
    /// The same text was accepted for this item or another with the same stem.
    #[error("the same text is in another problem: \"{0}\"")]
    Duplicate(String),
    /// The text is not a plain event, so the right answer would not be certain.
    #[error(transparent)]
    NotPlain(#[from] NotWorkedOut),
}

/// Returns the prompt that asks for the added event of `problem`; `None` if it has none to write.
pub fn writing_prompt(problem: &Problem) -> Option<Prompt> {
    let stem = segment_text(problem, &["stem", "name", "question"]);
    let shared = segment_text_once(problem, "shared-event")?;
    let connective = segment_text_once(problem, "connective")?;
    let task = "Your task is to complete the last sentence of the following problem to create a \
                conjunction fallacy quiz.";
    let fit = match problem.factors.get("context") {
        Some("irrelevant") => format!(
            " Make sure that your completion after '{}' is intentionally irrelevant to the content.",
            connective.trim()
        ),
        _ => " Make sure that your completion fits the content and sounds likely.".to_owned(),
    };
    let instruction = format!(
        "{task}{fit} Do not repeat what the problem already says. Write only the missing words, in \
         one line.\n\n{}\n(a) {shared}.\n(b) {shared}{}",
        stem.trim(),
        connective.trim_end()
    );
    Some(Prompt::new(&problem.id, WRITING, vec![Message::user(instruction)]))
}

/// Checks the form of written texts, and remembers the accepted ones.
#[derive(Debug, Default)]
pub struct Editor {
    accepted: BTreeSet<String>,
}

impl Editor {
    /// Returns `problem` with its added event replaced by the written text.
    ///
    /// # Errors
    /// The reason why the text does not have the form.
    pub fn accept(&mut self, problem: &Problem, written: &str) -> Result<Problem, Rejection> {
        let shared = segment_text_once(problem, "shared-event").unwrap_or_default();
        let connective = segment_text_once(problem, "connective").unwrap_or_default();
        let added = clean(written, &shared, connective.trim())?;
        let stem = Stems::new(&[&segment_text(problem, &["stem", "name"])]);
        let stems = Stems::new(&[&added]);
        let asserted = stems.shared(&stem) as f64;
        if stems.len() > 0 && asserted >= MOST_ASSERTED * stems.len() as f64 {
            return Err(Rejection::Asserted(added));
        }
        let replaced = replace(problem, &added);
        work_out(&replaced)?;
        if !self.accepted.insert(replaced.text()) {
            return Err(Rejection::Duplicate(added));
        }
        Ok(replaced)
    }
}

/// Returns the bare completion: without an echoed option mark, shared event or connective, and
/// without a full stop.
fn clean(written: &str, shared: &str, connective: &str) -> Result<String, Rejection> {
    let mut text = written.trim().trim_matches(['"', '\u{201c}', '\u{201d}']).trim();
    text = text.strip_prefix("(b)").unwrap_or(text).trim_start();
    let echoed = text.strip_prefix(shared);
    text = echoed.unwrap_or(text).trim_start_matches(['.', '\u{2026}']).trim_start();
    let without = text.strip_prefix(connective).filter(|rest| rest.starts_with(' '));
    if echoed.is_some() && without.is_none() {
        return Err(Rejection::Form(text.to_owned()));
    }
    text = without.unwrap_or(text).trim();
    text = text.strip_suffix('.').unwrap_or(text).trim_end();
    if text.is_empty() {
        return Err(Rejection::Empty);
    }
    let inner_stop = [". ", "! ", "? "].iter().any(|stop| text.contains(stop));
    let marks = ["(a)", "(b)", "(c)"].iter().any(|mark| text.contains(mark));
    if inner_stop || marks || text.chars().any(char::is_control) {
        return Err(Rejection::NotOneSentence(text.to_owned()));
    }
    let words = text.split_whitespace().count();
    if words > MOST_WORDS {
        return Err(Rejection::TooLong(words));
    }
    Ok(text.to_owned())
}

fn replace(problem: &Problem, added: &str) -> Problem {
    let old = segment_text_once(problem, "added-event").unwrap_or_default();
    let mut changed = problem.clone();
    for segment in changed.segments.iter_mut().filter(|s| s.role == "added-event") {
        added.clone_into(&mut segment.text);
    }
    let swap = |text: &str| text.replace(&old, added);
    for (_, option) in &mut changed.options {
        *option = swap(option);
    }
    changed.truth = Truth { why: swap(&problem.truth.why), ..changed.truth };
    changed
}

fn segment_text(problem: &Problem, roles: &[&str]) -> String {
    let wanted = problem.segments.iter().filter(|s| roles.contains(&&*s.role));
    wanted.map(|s| s.text.as_str()).collect()
}

fn segment_text_once(problem: &Problem, role: &str) -> Option<String> {
    problem.segments.iter().find(|s| s.role == role).map(|s| s.text.clone())
}

#[cfg(test)]
mod tests {
    use super::{Editor, Rejection};
    use crate::{Design, Family, NotWorkedOut};
    use peirast_record::Profile;

    #[test]
    fn a_written_event_that_is_not_plain_is_rejected() {
        let family = Family::named("conjunction").expect("a family");
        let design = Design { seed: 3, profile: Profile::Balanced };
        let made = family.make(&design, "1", 1).expect("problems").remove(0);
        let mut editor = Editor::default();
        let accepted = editor.accept(&made, "plays the harp in a band").expect("a plain event");
        assert!(accepted.text().contains("and plays the harp in a band."));
        for written in ["only plays the harp", "roll", "plays the harp if it rains"] {
            let rejected = editor.accept(&made, written).expect_err(written);
            assert!(
                matches!(rejected, Rejection::NotPlain(NotWorkedOut::NotPlain { .. })),
                "{rejected}"
            );
        }
    }
}
