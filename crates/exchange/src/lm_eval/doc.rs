//! A problem as a document of the task.

use super::short::Short;
use crate::ExchangeError;
use crate::recorded::{answer_in_words, text_in_words};
use peirast_fallacy::Notion;
use peirast_record::{Answer, Problem, Strategy, Task, Worded};
use peirast_task::Posed;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The data that a document needs for an import, as a JSON text. The harness would otherwise mix
/// the fields of all documents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProblemRecord {
    /// The strategy that put the problem.
    pub strategy: Strategy,
    /// The whole problem.
    pub problem: Problem,
}

/// The document of a problem that is not made of views: the question, the right answer, the
/// options, and the id, item, family, variant and factors of the problem.
///
/// # Errors
/// Only if the problem cannot be written as JSON.
pub fn plain(
    problem: &Problem,
    strategy: &Strategy,
    question: &str,
) -> Result<Value, ExchangeError> {
    let carried = ProblemRecord { strategy: strategy.clone(), problem: problem.clone() };
    let options: Vec<&str> = problem.options.iter().map(|(_, text)| text.as_str()).collect();
    Ok(json!({
        "question": question,
        "target": target(problem),
        "options": options,
        "id": problem.id,
        "item": problem.item,
        "family": problem.family,
        "variant": problem.variant,
        "factors": problem.factors.to_string(),
        "peirast": serde_json::to_string(&carried)?,
    }))
}

/// The document of a problem made of views, in the layout of the public evaluation.
///
/// # Errors
/// If the problem has no views, or the theory cannot judge them.
pub fn doc(problem: &Problem, strategy: &Strategy, question: &str) -> Result<Value, ExchangeError> {
    let no_views = || ExchangeError::layout("the problem must come from `peirast make etr`");
    let worded = problem.worded.as_deref().ok_or_else(no_views)?;
    let posed = Posed::new(worded)?;
    let short = Short::new(&worded.lexicon);
    let say = |view: &str| -> Result<String, ExchangeError> {
        Ok(if view == "{0}" { String::new() } else { posed.vocabulary().write(&view.parse()?)? })
    };
    let argument = &worded.argument;
    let views = worded.premises();
    let english = views.iter().map(|view| say(view)).collect::<Result<Vec<_>, _>>()?;
    let mut guide = json!({
        "etr_predicted": short.view(&argument.conclusion),
        "etr_predicted_english": say(&argument.conclusion)?,
        "etr_predicted_is_classically_correct": argument.entailed,
        "etr_predicted_conclusion_is_categorical": argument.categorical,
        "generation_details": {
            "seed_id": format!("{}/{}", argument.profile, argument.number),
            "total_num_atoms": argument.atoms,
            "premises_etr": views.iter().map(|view| short.view(view)).collect::<Vec<_>>(),
            "premises_english": english,
            "is_chain_of_thought": strategy.cot,
        },
        "open_ended": {
            "conclusion_agrees_in_yes_no_case": Value::Null,
            "short_name_to_full_name": short.words(),
        },
    });
    match problem.task {
        Task::YesNo => guide["yes_no"] = yes_no(problem, worded, &posed, &short)?,
        Task::Choice => guide["multiple_choice"] = choice(problem),
        _ => {}
    }
    let carried = ProblemRecord { strategy: strategy.clone(), problem: problem.clone() };
    Ok(json!({
        "question": question,
        "target": target(problem),
        "scoring_guide": guide,
        "peirast": serde_json::to_string(&carried)?,
    }))
}

/// The text that the harness compares an answer with; empty if answers are open.
fn target(problem: &Problem) -> String {
    if let Answer::Choice(letter) = problem.truth.answer {
        return problem.labels.label(letter);
    }
    answer_in_words(problem.truth.answer).or_else(|| text_in_words(problem)).unwrap_or_default()
}

fn yes_no(
    problem: &Problem,
    worded: &Worded,
    posed: &Posed,
    short: &Short,
) -> Result<Value, ExchangeError> {
    let nothing = || ExchangeError::layout("it does not ask about a conclusion");
    let view = worded.asked.first().ok_or_else(nothing)?;
    let predicted = posed.judge(view)?.is_predicted(Notion::RegardlessOfIssues);
    Ok(json!({
        "conclusion_etr": short.view(view),
        "conclusion_english": posed.vocabulary().write(&view.parse()?)?,
        "conclusion_is_classically_correct": problem.truth.answer == Answer::YesNo(true),
        "conclusion_is_etr_predicted": predicted,
    }))
}

fn choice(problem: &Problem) -> Value {
    let option = |(letter, text): &(char, String)| {
        json!([text, problem.right_options().any(|right| right == *letter)])
    };
    json!({ "options": problem.options.iter().map(option).collect::<Vec<_>>() })
}
