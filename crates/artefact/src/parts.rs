//! The parts of a problem that a guesser may see separately.

use peirast_record::{Answer, Problem};

/// Roles of segments with the question only, without facts of the case.
const ASKING: [&str; 7] = ["question", "form", "note", "label-1", "label-2", "label-3", "break"];

/// Roles of segments of a problem that was read from rows, in which the question contains the case.
const ROWS: [&str; 7] =
    ["context", "question", "options", "after", "source", "hint", "answer-format"];

/// The parts of a problem, in lower-case words.
pub(crate) struct Parts {
    /// The sentences before the conclusion or the options.
    pub premises: Vec<Vec<String>>,
    /// The claims: each option, or the conclusion to which the answer is yes or no.
    pub claims: Vec<Vec<String>>,
    /// Characters of each claim.
    pub lengths: Vec<usize>,
    /// Characters of the premises.
    pub premise_length: usize,
    /// The number of possible answers.
    pub answers: usize,
    /// The index of the right answer: 0 for yes.
    pub right: usize,
}

impl Parts {
    /// Returns the parts of a problem with lettered options or with the answers yes and no; `None`
    /// for open answers, and for questions with several right options, of which a guesser can name
    /// only one.
    pub fn of(problem: &Problem) -> Option<Self> {
        if problem.right_options().count() > 1 {
            return None;
        }
        let (answers, right) = match problem.truth.answer {
            Answer::Choice(letter) => {
                let right = problem.options.iter().position(|(l, _)| *l == letter)?;
                (problem.options.len(), right)
            }
            Answer::YesNo(yes) | Answer::Valid(yes) => (2, usize::from(!yes)),
            _ => return None,
        };
        let closed = problem.options.is_empty();
        let (premises, conclusion) = match is_from_rows(problem) {
            true => parts_of_question(problem),
            false => (premises(problem), concluding(problem).collect()),
        };
        let claims: Vec<&str> = if closed {
            vec![conclusion.as_str()]
        } else {
            problem.options.iter().map(|(_, text)| text.as_str()).collect()
        };
        Some(Self {
            premises: sentences(&premises),
            lengths: claims.iter().map(|claim| claim.trim().chars().count()).collect(),
            claims: claims.iter().map(|claim| words(claim)).collect(),
            premise_length: premises.trim().chars().count(),
            answers,
            right,
        })
    }

    /// Returns true if the answers are yes and no.
    pub fn is_verdict(&self) -> bool {
        self.claims.len() < self.answers
    }

    /// Returns every word of the premises.
    pub fn premise_words(&self) -> impl Iterator<Item = &String> {
        self.premises.iter().flatten()
    }
}

/// Returns true if segments of this role are the conclusion of an argument.
fn concludes(role: &str) -> bool {
    matches!(role, "asked" | "therefore" | "conclusion")
        || role.trim_end_matches(['a', 'b']).ends_with("-3")
}

fn concluding(problem: &Problem) -> impl Iterator<Item = &str> {
    let of_conclusion = |role: &str| concludes(role) && !ASKING.contains(&role);
    let segments = problem.segments.iter().filter(move |segment| of_conclusion(&segment.role));
    segments.map(|segment| segment.text.as_str())
}

/// Returns the text before the options, or without the conclusion.
fn premises(problem: &Problem) -> String {
    let mut text = String::new();
    for segment in &problem.segments {
        if !ASKING.contains(&segment.role.as_ref()) && !concludes(&segment.role) {
            text.push_str(&segment.text);
        }
    }
    let options = problem.options.iter();
    let first = options.filter_map(|(letter, _)| text.find(&format!("({letter})"))).min();
    text.truncate(first.unwrap_or(text.len()));
    text
}

/// Returns true if the problem was read from rows: it has a question, and no parts of an argument.
fn is_from_rows(problem: &Problem) -> bool {
    let roles = || problem.segments.iter().map(|segment| segment.role.as_ref());
    roles().any(|role| role == "question") && roles().all(|role| ROWS.contains(&role))
}

/// Returns the text before the options. Without options: the text before the last sentence of the
/// question, and this sentence, which is the claim.
fn parts_of_question(problem: &Problem) -> (String, String) {
    let (mut premises, mut claim) = (String::new(), String::new());
    for segment in &problem.segments {
        match segment.role.as_ref() {
            "options" | "answer-format" => {}
            "question" if problem.options.is_empty() => {
                let text = segment.text.trim_end();
                // A mark without a space after it may belong to a number.
                let ends = text
                    .rmatch_indices(char::is_whitespace)
                    .find(|(at, space)| *space == "\n" || text[..*at].ends_with(['.', '!', '?']));
                let (before, last) = text.split_at(ends.map_or(0, |(at, _)| at));
                premises.push_str(before);
                // The next segment begins a new sentence.
                premises.push('\n');
                claim.push_str(last);
            }
            _ => premises.push_str(&segment.text),
        }
    }
    let labels = problem.options.iter().map(|(letter, _)| problem.labels.label(*letter));
    let first = labels.filter_map(|label| premises.find(&format!("({label})"))).min();
    premises.truncate(first.unwrap_or(premises.len()));
    (premises, claim)
}

fn sentences(text: &str) -> Vec<Vec<String>> {
    let parts = text.split(['.', '\n', '!', '?']).map(words);
    parts.filter(|words| !words.is_empty()).collect()
}

/// Returns the words of a text in lower case, without marks.
fn words(text: &str) -> Vec<String> {
    let split = text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’');
    let words = split.map(|word| word.trim_matches(['\'', '’']).to_lowercase());
    words.filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_in_lower_case_and_without_marks() {
        assert_eq!(
            words("\"Either ... or\" isn't exclusive."),
            ["either", "or", "isn't", "exclusive"]
        );
        assert_eq!(
            sentences("All A are B.\nNo C!\n"),
            [vec!["all", "a", "are", "b"], vec!["no", "c"]]
        );
    }

    #[test]
    fn the_third_statement_concludes() {
        for role in ["quantifier-3", "term-3a", "predicate-3", "asked", "therefore"] {
            assert!(concludes(role), "{role}");
        }
        for role in ["quantifier-1", "stem", "other-premises", "added-event"] {
            assert!(!concludes(role), "{role}");
        }
    }
}
