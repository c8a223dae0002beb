//! The erotetic theory's predictions for an argument.

use super::short;
use peirast_etr::{Engine, EquilibriumBounds, Error, Explanation, Following, InternedView, Step};
use peirast_words::Dictionary;

/// The bounds of the search for questions.
const BOUNDS: EquilibriumBounds = EquilibriumBounds { questions: 2, sets: 60 };
/// The most steps that a page shows.
const MOST_STEPS: usize = 150;

/// The predicted conclusion of people, and the steps to it.
pub(crate) struct Prediction {
    /// The conclusion, as a command takes it.
    pub(crate) whole: String,
    /// The conclusion, as far as a page has room for it.
    pub(crate) conclusion: String,
    /// The conclusion in the words of the premises, where they are English.
    pub(crate) said: Option<String>,
    /// True if nothing is concluded.
    pub(crate) is_nothing: bool,
    /// True if a premise speaks of all and shares no issue with another, so that it applies to
    /// nothing.
    pub(crate) lacks_issue: bool,
    /// The story in words.
    pub(crate) sentences: Vec<String>,
    /// The steps.
    pub(crate) steps: Vec<Step>,
    /// Steps that are left out.
    pub(crate) omitted: usize,
}

/// Questions that keep people from a conclusion.
pub(crate) struct Cures {
    /// The conclusion without the questions.
    pub(crate) conclusion: String,
    /// True if that is nothing.
    pub(crate) is_nothing: bool,
    /// Questions, and what is left to conclude after them.
    pub(crate) cures: Vec<(Vec<String>, String)>,
    /// The number of sets of questions tried.
    pub(crate) tried: usize,
    /// True if these were all.
    pub(crate) complete: bool,
}

/// The steps by which people accept a conclusion in question; none if they do not accept it.
pub(crate) type Acceptance = Option<Vec<String>>;

/// The predicted conclusion of people, also as a view.
pub(crate) fn predicted(
    engine: &mut Engine,
    premises: &[InternedView],
    words: Option<&Dictionary>,
) -> Result<(Prediction, InternedView), String> {
    engine.record();
    let conclusion = engine.default_inference(premises);
    let mut steps = engine.take_trace().steps;
    let view = conclusion.map_err(message)?;
    let omitted = steps.len().saturating_sub(MOST_STEPS);
    steps.truncate(MOST_STEPS);
    for step in &mut steps {
        step.inputs.iter_mut().for_each(|input| *input = short(std::mem::take(input)));
        step.output = short(std::mem::take(&mut step.output));
    }
    let explanation = match words {
        Some(words) => {
            engine.explain_in_words(premises, &|engine, view| words.say(&engine.export(view)))
        }
        None => engine.explain(premises),
    };
    let Explanation { sentences, conclusion } = explanation.map_err(message)?;
    let said = words.filter(|_| !view.is_verum());
    let predicted = Prediction {
        said: said.and_then(|words| words.say(&engine.export(&view))).map(short),
        conclusion: short(conclusion.clone()),
        whole: conclusion,
        is_nothing: view.is_verum(),
        lacks_issue: view.is_verum() && engine.lacks_common_issue(premises),
        sentences: sentences.into_iter().map(short).collect(),
        steps,
        omitted,
    };
    Ok((predicted, view))
}

/// Looks for questions that keep people from what they conclude.
pub(crate) fn cures(engine: &mut Engine, premises: &[InternedView]) -> Result<Cures, String> {
    let found = engine.equilibrium(premises, &BOUNDS).map_err(message)?;
    let shown = |view: &InternedView| short(engine.show(view));
    let cures = found.cures.iter();
    Ok(Cures {
        conclusion: shown(&found.conclusion),
        is_nothing: found.conclusion.is_verum(),
        cures: cures
            .map(|cure| (cure.questions.iter().map(shown).collect(), shown(&cure.conclusion)))
            .collect(),
        tried: found.tried,
        complete: found.complete,
    })
}

/// The predicted acceptance of a conclusion.
pub(crate) fn accepted(
    engine: &mut Engine,
    premises: &[InternedView],
    target: &InternedView,
    following: Following,
) -> Result<Acceptance, String> {
    let found = engine.explain_acceptance(premises, target, following).map_err(message)?;
    Ok(found.map(|found| found.sentences.into_iter().map(short).collect()))
}

/// An error in the words of a page: its limits are not for the reader to raise.
pub(super) fn message(error: Error) -> String {
    match error {
        Error::TooManyStates { limit } => format!(
            "an alternative too many: a page works with up to {limit}. The command below has no such small limit."
        ),
        Error::TooManySteps { .. } | Error::AllowanceSpent => {
            "too much work for a page. The command below takes its time.".to_owned()
        }
        other => other.to_string(),
    }
}
