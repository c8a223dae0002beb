//! Names of columns: those of versions, of rewordings, and of notes about questions.

use crate::columns::{ANSWER, CHOICES, ITEM, cuts};
use crate::names::folded;
use peirast_record::usual_original;

/// Words in the names of columns with another wording of the question.
const REWORDED: &[&str] = &[
    "paraphrase",
    "paraphrased",
    "perturbed",
    "perturbation",
    "rewritten",
    "reworded",
    "rewording",
    "rephrased",
    "rephrasing",
    "reformulated",
    "reformulation",
    "modified",
    "changed",
    "transformed",
    "variant",
    "variation",
    "counterfactual",
    "noop",
    "noisy",
    "typo",
    "distracted",
    "adversarial",
    "contrast",
    "altered",
    "simplified",
];

/// Words in the names of columns that are about questions, and no questions.
const ABOUT: &[&str] = &[
    "id",
    "ids",
    "uid",
    "key",
    "number",
    "no",
    "nr",
    "index",
    "idx",
    "count",
    "length",
    "tokens",
    "type",
    "types",
    "kind",
    "category",
    "categories",
    "topic",
    "topics",
    "subject",
    "domain",
    "field",
    "concept",
    "concepts",
    "skill",
    "skills",
    "level",
    "difficulty",
    "source",
    "sources",
    "origin",
    "provenance",
    "author",
    "authors",
    "annotator",
    "annotators",
    "reviewer",
    "writer",
    "language",
    "lang",
    "date",
    "title",
    "name",
    "names",
    "note",
    "notes",
    "comment",
    "comments",
    "remark",
    "remarks",
    "annotation",
    "annotations",
    "explanation",
    "explanations",
    "rationale",
    "rationales",
    "justification",
    "solution",
    "solutions",
    "steps",
    "proof",
    "derivation",
    "cot",
    "thought",
    "thoughts",
    "feedback",
    "review",
    "citation",
    "citations",
    "references",
    "url",
    "link",
    "links",
    "doi",
    "license",
    "licence",
    "tag",
    "tags",
    "label",
    "labels",
    "metadata",
    "template",
    "split",
    "dataset",
    "file",
    "path",
    "prediction",
    "response",
];

/// Words in the names of columns that are most often about questions, and may also be versions.
const OFTEN_ABOUT: &[&str] = &[
    "hint",
    "hints",
    "summary",
    "description",
    "reasoning",
    "reason",
    "reference",
    "evidence",
    "context",
    "background",
    "passage",
    "instruction",
    "instructions",
    "system",
];

/// Words that are about questions only as the one word next to `question`: names of versions may
/// end in them, such as `irrelevant_number`.
const NEXT_TO_QUESTION: &[&str] =
    &["number", "no", "nr", "count", "length", "level", "name", "names"];

/// Names of originals that are also those of what a question belongs to, and so are none next to a
/// column called a question.
const UNSURE_ORIGINALS: &[&str] = &["standard", "none", "control", "canonical"];

/// Usual names of questions in the names of the columns of versions, the most certain first.
const QUESTIONS: &[&str] = &["question", "prompt", "query", "problem", "input", "text"];

/// The name of a version in the name of its column, which joins it and a usual name of questions:
/// `plain` for `question_plain` and `plain_question`, and `2` for `prompt2`.
pub(super) fn ending(name: &str) -> Option<String> {
    question_and_ending(name).map(|(_, ending)| ending)
}

/// The place of the usual name of questions in the name of a column, and the rest.
pub(super) fn question_and_ending(name: &str) -> Option<(usize, String)> {
    const SIGNS: [char; 5] = ['_', '-', '.', ' ', ':'];
    let lower = name.to_lowercase();
    let (place, cut) = QUESTIONS.iter().enumerate().find_map(|(place, question)| {
        let rest = lower.strip_prefix(question);
        let is_number = |rest: &&str| rest.chars().all(|c| c.is_ascii_digit());
        let behind = rest.and_then(|rest| rest.strip_prefix(SIGNS)).or(rest.filter(is_number));
        let before = lower.strip_suffix(question).and_then(|rest| rest.strip_suffix(SIGNS));
        let cut = match (behind, before) {
            (Some(rest), _) => name.get(name.len().checked_sub(rest.len())?..),
            (None, Some(rest)) => name.get(..rest.len()),
            (None, None) => None,
        };
        Some((place, cut?))
    })?;
    (!cut.is_empty()).then(|| (place, cut.to_owned()))
}

/// The place of the usual name of questions in the name of the column of a question.
pub(super) fn question_word(name: &str) -> Option<usize> {
    let name = folded(name);
    QUESTIONS.iter().position(|question| name.starts_with(question))
}

/// Returns true if the name of a column is one of rewordings, possibly with a number or a letter:
/// `paraphrase`, `paraphrase_2`.
pub(super) fn is_reworded(name: &str) -> bool {
    let name = folded(name);
    let is_count = |rest: &str| {
        let mut signs = rest.chars();
        let is_letter = signs.next().is_some_and(|c| c.is_alphabetic() && c != 's');
        rest.chars().all(|c| c.is_ascii_digit()) || is_letter && signs.next().is_none()
    };
    REWORDED.iter().any(|word| name.strip_prefix(word).is_some_and(is_count))
}

/// Returns true if the name of a column is one of rewordings with a number: `paraphrase_2`.
pub(super) fn is_numbered_rewording(name: &str) -> bool {
    is_reworded(name) && name.ends_with(|c: char| c.is_ascii_digit())
}

/// Returns true if the name of a column is a usual one of originals.
pub(super) fn is_original(name: &str) -> bool {
    usual_original(&[name]).is_some()
}

/// Returns true if the name of a column is certainly one of originals, also next to a question.
pub(super) fn is_sure_original(name: &str) -> bool {
    is_original(name) && !UNSURE_ORIGINALS.contains(&folded(name).as_str())
}

/// The degrees to which a name says that a column is about questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum About {
    /// It does not.
    No,
    /// It says so, unless the column asks questions.
    Often,
    /// It certainly says so.
    Surely,
}

/// The degree to which the name of a column says that it is about questions, and no version of one:
/// `question_type`, `notes`, `reworded_explanation`, `solution_text`.
pub(super) fn about(name: &str) -> About {
    let near = ending(name).map(|ending| {
        let is_text = matches!(folded(&ending).as_str(), "text" | "version" | "set" | "format");
        if is_text || is_role(&ending) { About::Surely } else { about_word(&ending) }
    });
    // The last word, behind a sign or a capital.
    let last = cuts(name).last().map_or(name, |(_, behind)| behind);
    let capital = last.rfind(|c: char| c.is_ascii_uppercase()).filter(|at| *at > 0);
    let is_mixed = last.contains(|c: char| c.is_lowercase());
    let last = capital.filter(|_| is_mixed).and_then(|at| last.get(at..)).unwrap_or(last);
    let is_whole = folded(last) == folded(name);
    let end = match !is_whole && NEXT_TO_QUESTION.contains(&folded(last).as_str()) {
        true => About::No,
        false => about_word(last),
    };
    near.unwrap_or(About::No).max(end).max(about_word(name))
}

fn about_word(word: &str) -> About {
    let word = folded(word);
    if ABOUT.contains(&word.as_str()) {
        About::Surely
    } else if OFTEN_ABOUT.contains(&word.as_str()) {
        About::Often
    } else {
        About::No
    }
}

/// Returns true if a word is the name of a part of a question other than its text. Lures and
/// synonyms are also ways to change a question.
fn is_role(word: &str) -> bool {
    let roles = [ITEM, CHOICES, ANSWER];
    roles.iter().any(|role| role.usual.contains(&folded(word).as_str()))
}

/// Returns true if a word next to the name of what a column has makes it no version: `type`.
pub(super) fn is_about_word(word: &str) -> bool {
    about_word(word) == About::Surely
}
