//! Questions and answers that another program recorded, as records of Peirast.

use peirast_record::{
    Accepted, Answer, ExampleOrder, FamilyPlan, FinishReason, Key, Problem, Prompt, Response,
    Sampling, Strategy, Task, Trial, Usage,
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A trial with a key made of these parts, because the record lacks some of the data that shaped
/// its answer.
pub(crate) fn trial(
    parts: Value,
    prompt: &Prompt,
    model: &str,
    endpoint: &str,
    (sampling, repeat): (&Sampling, u32),
) -> Trial {
    let key = Key::from_json("recorded", parts);
    Trial { key, ..Trial::new(prompt, model, endpoint, sampling, repeat) }
}

/// An answer of which only the text and the model are known.
pub(crate) fn response(trial: &Key, model: &str, text: String) -> Response {
    Response {
        trial: trial.clone(),
        attempts: 1,
        request: String::new(),
        body: String::new(),
        text,
        finish: FinishReason::Other,
        usage: Usage::default(),
        model: Some(model.to_owned()),
        sent_us: 0,
        elapsed_us: 0,
    }
}

/// A strategy with one message and no examples.
pub(crate) fn strategy(
    name: impl Into<String>,
    task: Option<Task>,
    user: impl Into<String>,
    cot: bool,
) -> Strategy {
    Strategy {
        name: name.into(),
        task,
        system: String::new(),
        user: user.into(),
        example: String::new(),
        cot,
        order: ExampleOrder::Listed,
        examples: Vec::new(),
    }
}

/// The families of these problems, with the number of items of each variant.
pub(crate) fn families<'a>(problems: impl IntoIterator<Item = &'a Problem>) -> Vec<FamilyPlan> {
    let mut items: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
    for problem in problems {
        let variant = (problem.family.as_str(), problem.variant.as_str());
        items.entry(variant).or_default().insert(&problem.item);
    }
    let plan = |((family, variant), items): ((&str, &str), BTreeSet<&str>)| FamilyPlan {
        name: family.to_owned(),
        variants: vec![variant.to_owned()],
        n: u32::try_from(items.len()).unwrap_or(u32::MAX),
        data: None,
        versions: Default::default(),
    };
    items.into_iter().map(plan).collect()
}

/// The first right text, if a problem asks for a text.
pub(crate) fn text_in_words(problem: &Problem) -> Option<String> {
    let accepted = problem.accepts.as_ref()?.texts.first()?;
    Some(match accepted {
        Accepted::Text(text) | Accepted::Pattern(text) => text.clone(),
    })
}

/// An answer in the words of its question; `None` for answers that have no such words.
pub(crate) fn answer_in_words(answer: Answer) -> Option<String> {
    Some(match answer {
        Answer::YesNo(true) => "Yes".to_owned(),
        Answer::YesNo(false) => "No".to_owned(),
        Answer::Choice(letter) => letter.to_string(),
        Answer::Valid(true) => "correct".to_owned(),
        Answer::Valid(false) => "incorrect".to_owned(),
        Answer::Number(number) => number.to_string(),
        _ => return None,
    })
}

/// Cuts a text to at most `most` characters, with a mark at the cut.
pub(crate) fn clipped(text: &str, most: usize, mark: &str) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}{mark}", text.get(..end).unwrap_or_default()),
    }
}
