//! An argument that was typed in, with predictions and verdicts.

use super::case::inference;
use super::classical::Classical;
use super::english::Lines;
use super::read::{InputLine, Reader};
use super::spoken::ThemeWords;
use super::theory::{Acceptance, Cures, Prediction, accepted, cures, predicted};
use crate::query::Query;
use peirast_etr::{Allowance, Engine, Following, InternedView, Limits};
use peirast_words::{Dictionary, Theme};

/// The most premises that are read.
const MOST_PREMISES: usize = 8;
/// The theme whose words are read unless another is chosen.
pub(crate) const SPOKEN: &str = "cards";
/// The most characters of all of them together.
const MOST_CHARACTERS: usize = 4_000;
/// The limits of one operation for a page: a thousandth of those of a command. The allowance of the
/// page limits all operations together.
const LIMITS: Limits = Limits { states: 1_000, steps: 1_000_000 };

/// The input of a form.
pub(crate) struct PlayInput {
    /// The premises, one a line, as they were typed.
    pub(crate) premises: String,
    /// The conclusion to judge; empty if there is none.
    pub(crate) conclusion: String,
    /// True to repair lines that are in no notation exactly.
    pub(crate) repairs: bool,
    /// The theme whose words are read.
    pub(crate) theme: &'static str,
    /// The worked example that it is.
    pub(crate) case: Option<String>,
}

impl PlayInput {
    /// The input in an address.
    pub(crate) fn from_query(query: &Query) -> Self {
        let text = |name| query.get(name).unwrap_or_default().replace('\r', "");
        let theme = query.get("words").and_then(Theme::named).map_or(SPOKEN, |theme| &theme.name);
        let mut asked = Self {
            premises: text("premises"),
            conclusion: text("conclusion"),
            repairs: query.get("repairs") != Some("no"),
            theme,
            case: None,
        };
        if asked.premises.trim().is_empty()
            && let Some(id) = query.get("case")
            && let Some(found) = inference(id)
        {
            asked.premises = found.premises.join("\n");
            asked.conclusion = found.conclusion;
            asked.case = Some(id.to_owned());
        }
        asked
    }

    /// True if no premise was typed in.
    pub(crate) fn is_empty(&self) -> bool {
        self.premises.trim().is_empty()
    }
}

/// An argument as it was read, and what is to be said of it.
pub(crate) struct PlayAnswer {
    pub(crate) premises: Vec<InputLine>,
    pub(crate) conclusion: Option<InputLine>,
    /// Lines that are too many.
    pub(crate) ignored: usize,
    /// None where something could not be read.
    pub(crate) made: Option<PlayConclusion>,
}

/// Predictions and verdicts for an argument.
pub(crate) struct PlayConclusion {
    /// The predicted conclusion of people.
    pub(crate) predicted: Result<Prediction, String>,
    /// The questions that keep people from it.
    pub(crate) cures: Result<Cures, String>,
    /// The predicted acceptance of the conclusion that was typed in.
    pub(crate) accepted: Option<Result<Acceptance, String>>,
    /// The verdict of logic on the predicted conclusion; none if nothing is concluded.
    pub(crate) of_predicted: Option<Result<Classical, String>>,
    /// True if nothing is concluded and the premises contradict each other.
    pub(crate) contradict: bool,
    /// The verdict of logic on the conclusion that was typed in.
    pub(crate) of_own: Option<Result<Classical, String>>,
}

impl PlayAnswer {
    /// Reads the lines, and works out the rest.
    pub(crate) fn new(asked: &PlayInput, allowance: &Allowance) -> Self {
        let engine = Engine::default().with_limits(LIMITS);
        let mut engine = engine.with_allowance(allowance.clone());
        let spoken = ThemeWords::new(asked.theme);
        let mut reader = Reader { engine: &mut engine, repairs: asked.repairs, spoken: &spoken };
        let texts = asked.premises.lines().map(str::trim).filter(|line| !line.is_empty());
        let numbered = fitting(texts.clone()).enumerate();
        let premises: Vec<InputLine> =
            numbered.map(|(at, text)| reader.line(&format!("Premise {}", at + 1), text)).collect();
        let conclusion = Some(asked.conclusion.trim()).filter(|text| !text.is_empty());
        let conclusion = conclusion.map(|text| reader.line("The conclusion", text));
        let ignored = texts.count().saturating_sub(premises.len());
        let lines = Lines { premises, conclusion, dictionary: None };
        let Lines { mut premises, conclusion, dictionary } = lines.understood(&mut engine);
        let ignored = ignored + premises.len().saturating_sub(MOST_PREMISES);
        premises.truncate(MOST_PREMISES);
        let views: Option<Vec<InternedView>> = premises.iter().map(InputLine::view).collect();
        let target = conclusion.as_ref().map(InputLine::view);
        let is_whole = target.as_ref().map_or(!premises.is_empty(), Option::is_some);
        let target = target.flatten();
        let views = views.filter(|_| is_whole);
        let words = dictionary.as_ref();
        let made = views.map(|views| made(&mut engine, &views, target.as_ref(), words, allowance));
        Self { premises, conclusion, ignored, made }
    }
}

/// The lines that are read, limited in number and in characters.
fn fitting<'a>(lines: impl Iterator<Item = &'a str>) -> impl Iterator<Item = &'a str> {
    let mut left = MOST_CHARACTERS;
    lines.take(MOST_PREMISES).enumerate().map_while(move |(at, line)| {
        let count = line.chars().count();
        let fits = count <= left;
        left = left.saturating_sub(count);
        // If the first line is too long, it is kept, so that an error can say so.
        (fits || at == 0).then_some(line)
    })
}

fn made(
    engine: &mut Engine,
    premises: &[InternedView],
    own: Option<&InternedView>,
    words: Option<&Dictionary>,
    allowance: &Allowance,
) -> PlayConclusion {
    let found = predicted(engine, premises, words);
    let (predicted, conclusion) = match found {
        Ok((predicted, view)) => (Ok(predicted), Some(view)),
        Err(why) => (Err(why), None),
    };
    let nothing = conclusion.clone().filter(InternedView::is_verum);
    let nothing = nothing.map(|view| Classical::new(engine, premises, &view, allowance));
    let conclusion = conclusion.filter(|view| !view.is_verum());
    // A sentence shows nothing at issue, so that nothing in it can differ.
    let following = words.map_or(engine.reading().following, |_| Following::RegardlessOfIssues);
    PlayConclusion {
        predicted,
        cures: cures(engine, premises),
        accepted: own.map(|own| accepted(engine, premises, own, following)),
        contradict: nothing.is_some_and(|found| found.is_ok_and(|found| found.contradict)),
        of_predicted: conclusion.map(|view| Classical::new(engine, premises, &view, allowance)),
        of_own: own.map(|own| Classical::new(engine, premises, own, allowance)),
    }
}
