//! Formulas, views and sentences as they were given.

use crate::error::{CalcError, Context as _, Result, refuse};
use crate::etr::{in_text, numbered_notes};
use crate::excerpt::excerpt;
use peirast_etr::{Conditional, Engine, InternedView};
use peirast_logic::{Argument, Formula, Signature, formula_of_view, parse};
use peirast_words::{Hearing, TextFormat, TextReader};

/// A premise or conclusion that is not yet a formula.
enum ReadText {
    View(InternedView),
    Text(String),
}

/// The format of a text.
enum Format {
    View,
    Formula,
    Sentences,
}

/// A text, and its name in messages.
struct ArgumentText<'t> {
    label: String,
    text: &'t str,
    is_premise: bool,
}

/// Premises and a conclusion after reading.
pub(super) struct ParsedTexts {
    engine: Engine,
    premises: Vec<ReadText>,
    conclusion: ReadText,
    /// Notes on the names that stand for words of other alphabets.
    pub(super) notes: Vec<String>,
}

impl ParsedTexts {
    /// Reads the views and sentences among the texts. A text of several sentences is several
    /// premises.
    pub(super) fn new<'t>(premises: &'t [String], conclusion: &'t str) -> Result<ParsedTexts> {
        let labelled = |(at, text): (usize, &'t String)| ArgumentText {
            label: format!("premise {}", at + 1),
            text,
            is_premise: true,
        };
        let mut texts: Vec<ArgumentText<'t>> = premises.iter().enumerate().map(labelled).collect();
        let label = "the conclusion".to_owned();
        texts.push(ArgumentText { label, text: conclusion, is_premise: false });
        let mut engine = Engine::default();
        let (mut read, notes) = read(&texts, &mut engine)?;
        // The conclusion is one statement.
        let conclusion = read.pop().and_then(|mut last| last.pop());
        let Some(conclusion) = conclusion else { refuse!("the conclusion is missing") };
        let premises = read.into_iter().flatten().collect();
        Ok(ParsedTexts { engine, premises, conclusion, notes })
    }

    /// The argument in symbols.
    pub(super) fn argument(&self) -> Result<Argument> {
        let mut signature = Signature::default();
        let mut premises = Vec::with_capacity(self.premises.len());
        for (at, premise) in self.premises.iter().enumerate() {
            let formula = formula(premise, &self.engine, &mut signature);
            premises.push(formula.with_context(|| format!("premise {}", at + 1))?);
        }
        let conclusion = formula(&self.conclusion, &self.engine, &mut signature);
        let conclusion = conclusion.context("the conclusion")?;
        Ok(Argument { signature, premises, conclusion })
    }
}

/// A formula, or the formula of a view or of a sentence.
pub(super) fn one(text: &str, signature: &mut Signature) -> Result<Formula> {
    let mut engine = Engine::default();
    let label = "the formula".to_owned();
    let (mut all, _) = read(&[ArgumentText { label, text, is_premise: false }], &mut engine)?;
    match all.pop().and_then(|mut last| last.pop()) {
        Some(read) => formula(&read, &engine, signature),
        None => refuse!("there is no formula"),
    }
}

/// Reads texts; each is one statement, or several sentences. Sentences share their words. Also returns
/// notes on the names of words.
fn read(
    texts: &[ArgumentText<'_>],
    engine: &mut Engine,
) -> Result<(Vec<Vec<ReadText>>, Vec<String>)> {
    let formats: Vec<Format> = texts.iter().map(format).collect::<Result<_>>()?;
    let hearing = Hearing { said: Conditional::Bare, logic: None };
    let mut reader = TextReader::new(engine, hearing);
    for (one, format) in texts.iter().zip(&formats) {
        if matches!(format, Format::Sentences) {
            let taken =
                if one.is_premise { reader.premise(one.text) } else { reader.other(one.text) };
            taken.map_err(|error| in_text(&one.label, one.text, error))?;
        }
    }
    let understood = reader.finish()?;
    let notes = numbered_notes(&understood.dictionary).collect();
    let mut sentences = understood.texts.into_iter();
    let mut all = Vec::with_capacity(texts.len());
    for (one, format) in texts.iter().zip(&formats) {
        all.push(match format {
            Format::Formula => vec![ReadText::Text(one.text.to_owned())],
            Format::View => {
                let view = engine.read(one.text);
                vec![ReadText::View(view.map_err(|error| in_text(&one.label, one.text, error))?)]
            }
            Format::Sentences => {
                let said = sentences.next().unwrap_or_default();
                if one.is_premise && said.iter().any(|it| it.asks) {
                    refuse!("{}: a question is not a premise", one.label);
                }
                if !one.is_premise && said.len() != 1 {
                    refuse!(
                        "{}: one sentence is expected, and there are {}",
                        one.label,
                        said.len()
                    );
                }
                said.into_iter().map(|it| ReadText::View(it.view)).collect()
            }
        });
    }
    Ok((all, notes))
}

/// The format of a text: one with braces is a view, one that is no formula may be sentences.
fn format(one: &ArgumentText<'_>) -> Result<Format> {
    if one.text.contains('{') {
        return Ok(Format::View);
    }
    match parse(one.text, &mut Signature::default()) {
        Ok(_) => Ok(Format::Formula),
        Err(_) if is_english(one.text) => Ok(Format::Sentences),
        Err(error) => {
            let help = error.help.map(|help| format!("\nhelp: {help}")).unwrap_or_default();
            Err(CalcError::Input(format!(
                "{}, column {}: expected {}, found {}\n{}{help}",
                one.label,
                error.column,
                error.expected,
                error.found,
                excerpt(one.text, error.column)
            )))
        }
    }
}

/// True for sentences, which have words of several letters; `P Q` is a formula without its sign.
fn is_english(text: &str) -> bool {
    let is_word = |word: &str| word.chars().filter(|letter| letter.is_lowercase()).count() > 1;
    TextFormat::guess(text) == TextFormat::English && text.split_whitespace().any(is_word)
}

fn formula(read: &ReadText, engine: &Engine, signature: &mut Signature) -> Result<Formula> {
    match read {
        ReadText::View(view) => Ok(formula_of_view(engine, view, signature)?),
        ReadText::Text(text) => Ok(parse(text, signature)?),
    }
}
