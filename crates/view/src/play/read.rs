//! Reading a line: a view, a formula, or a sentence.

use super::short;
use super::spoken::ThemeWords;
use peirast_etr::{Conditional, Engine, Error, InternedView, ParseError};
use peirast_words::{TextFormat, WordsError};

/// The most characters of a line.
const MOST_CHARACTERS: usize = 1000;

/// The notation of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notation {
    /// A view of the theory.
    View,
    /// A formula of first-order logic.
    Formula,
    /// A sentence in the words of a theme.
    Sentence,
    /// A sentence in words of the writer's own.
    English,
}

impl Notation {
    /// The word for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::View => "a view",
            Self::Formula => "a formula",
            Self::Sentence => "a sentence",
            Self::English => "English",
        }
    }
}

/// A line that was typed in.
pub(crate) struct InputLine {
    /// The name of the line: `Premise 1`.
    pub(crate) label: String,
    /// As it was typed.
    pub(crate) text: String,
    /// The view of the line, or the reason why it does not read.
    pub(crate) read: Result<LineView, Fault>,
}

/// The view of a line, with its notation and repairs.
pub(crate) struct LineView {
    pub(super) view: InternedView,
    /// The view, as a command takes it.
    pub(crate) whole: String,
    /// The view, as far as a page has room for it.
    pub(crate) shown: String,
    /// The same in words; none if there are no words for it.
    pub(crate) english: Option<String>,
    /// The notation of the line.
    pub(crate) notation: Notation,
    /// The repairs made in it.
    pub(crate) repairs: Vec<String>,
    /// The way *if ... then* is understood, if the line has it in words.
    pub(crate) heard: Option<Conditional>,
}

/// The reason why a line does not read.
pub(crate) struct Fault {
    /// The character where it stops making sense, from 1.
    pub(crate) column: Option<usize>,
    /// The error.
    pub(crate) message: String,
    /// The way to repair it.
    pub(crate) help: Option<String>,
}

impl InputLine {
    /// The view of the line, if it reads.
    pub(crate) fn view(&self) -> Option<InternedView> {
        self.read.as_ref().ok().map(|read| read.view.clone())
    }

    /// True if it did not read and may be a sentence in words of the writer's own.
    pub(super) fn may_be_english(&self) -> bool {
        self.read.is_err()
            && TextFormat::guess(&self.text) == TextFormat::English
            && self.text.chars().count() <= MOST_CHARACTERS
    }
}

/// Reads lines into an engine.
pub(crate) struct Reader<'e> {
    pub(crate) engine: &'e mut Engine,
    /// True to repair lines that are in no notation exactly.
    pub(crate) repairs: bool,
    pub(crate) spoken: &'e ThemeWords,
}

impl Reader<'_> {
    /// Reads a line: as a view if it has braces, else as a formula if it reads as one, else as a
    /// sentence.
    pub(crate) fn line(&mut self, label: &str, text: &str) -> InputLine {
        let read = match text.chars().count() {
            long if long > MOST_CHARACTERS => Err(Fault {
                column: None,
                message: format!(
                    "it has {long} characters; {MOST_CHARACTERS} at most are read here"
                ),
                help: Some("put it to `peirast etr`, which reads any length".to_owned()),
            }),
            _ => self.read(text),
        };
        InputLine { label: label.to_owned(), text: text.to_owned(), read }
    }

    fn read(&mut self, text: &str) -> Result<LineView, Fault> {
        if text.contains('{') {
            return match self.engine.read(text) {
                Ok(view) => Ok(self.done(view, Notation::View)),
                Err(error) => self.repaired(text, Notation::View).map_err(|_| fault(error)),
            };
        }
        let error = match self.engine.read_fol(text) {
            Ok(view) => return Ok(self.done(view, Notation::Formula)),
            Err(error) => error,
        };
        let spoken = match self.spoken.read(text) {
            Ok(view) => {
                let mut view = self.engine.read(&view).map_err(fault)?;
                let heard = says_if(text).then_some(Conditional::Book);
                if let Some(heard) = heard {
                    view = self.engine.heard_as(&view, heard).map_err(fault)?;
                }
                return Ok(LineView { heard, ..self.done(view, Notation::Sentence) });
            }
            Err(error) => error,
        };
        let is_prose = is_prose(text);
        if is_prose && text.trim_end().ends_with(['.', '?', '!']) {
            return Err(unspoken(text, spoken, self.spoken.example()));
        }
        self.repaired(text, Notation::Formula).map_err(|()| match is_prose {
            true => unspoken(text, spoken, self.spoken.example()),
            false => fault(error),
        })
    }

    fn repaired(&mut self, text: &str, notation: Notation) -> Result<LineView, ()> {
        if !self.repairs {
            return Err(());
        }
        let read = self.engine.read_tolerant(text, Conditional::Book);
        let (view, repairs) = read.map_err(|_| ())?;
        let heard = repairs.iter().find_map(|repair| repair.heard);
        let repairs = repairs.iter().map(ToString::to_string).collect();
        Ok(LineView { heard, repairs, ..self.done(view, notation) })
    }

    fn done(&self, view: InternedView, notation: Notation) -> LineView {
        let english = self.engine.show_english(&view, &self.spoken.words()).ok().map(short);
        let whole = self.engine.show(&view);
        LineView {
            shown: short(whole.clone()),
            whole,
            english,
            notation,
            repairs: Vec::new(),
            heard: None,
            view,
        }
    }
}

/// True if a sentence says *if*.
fn says_if(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case("if"))
}

/// True if the text is a sentence: several words, and none of the signs of a formula.
fn is_prose(text: &str) -> bool {
    let is_sign = |c: char| !c.is_alphanumeric() && !" \t.,;:?!'’\"“”-–".contains(c);
    text.split_whitespace().count() > 2 && !text.chars().any(is_sign)
}

pub(super) fn fault(error: Error) -> Fault {
    match error {
        Error::Parse(ParseError { column, expected, found, help, .. }) => Fault {
            column: Some(column),
            message: format!("expected {expected}, found {found}"),
            help,
        },
        other => Fault { column: None, message: other.to_string(), help: None },
    }
}

fn unspoken(text: &str, error: WordsError, example: Option<String>) -> Fault {
    let sentences = example.map(|example| {
        format!(". Sentences are read in the words of the chosen theme alone, such as: {example}")
    });
    let help = format!(
        "premises are views or formulas: \u{201c}All men are mortal\u{201d} is `∀x (Man(x*) → Mortal(x))` or `Ax {{Mortal(x)}}^{{Man(x*)}}`, \
         \u{201c}Socrates is a man\u{201d} is `{{Man(socrates()*)}}`{}",
        sentences.as_deref().unwrap_or_default()
    );
    let help = Some(help.trim_end_matches('.').to_owned());
    match error {
        WordsError::Sentence { at, expected, found } => Fault {
            column: Some(text.get(..at).map_or(1, |before| before.chars().count() + 1)),
            message: format!("expected {expected}, found {found}"),
            help,
        },
        other => Fault { column: None, message: other.to_string(), help },
    }
}
