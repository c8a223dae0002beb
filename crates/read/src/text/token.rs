//! The tokens of a response.

use super::vocabulary::Word;
use peirast_record::Number;

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A word, by its class.
    Word(Word),
    /// An option named by its letter or by its whole text.
    Mention(Mention),
    /// The probability of an option, by its letter: `P(a)`.
    Chance(char),
    /// A number; `None` if it is a range, a date or a share, or does not fit.
    Number(Option<Number>),
    /// A sign that joins or separates parts of a sentence.
    Mark(Mark),
    /// The end of a sentence or line.
    Break(Break),
}

/// An option named in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mention {
    /// Lower-case letter.
    pub letter: char,
    /// True if the problem offers this letter; a model may invent a "(c) Cannot be determined".
    pub offered: bool,
    /// True if the letter itself was written, rather than the option's text.
    pub lettered: bool,
    /// True if the text of another option follows the letter.
    pub contradicted: bool,
}

impl Mention {
    /// An offered option that is named by its text or its place.
    pub fn of(letter: char) -> Self {
        Self { letter, offered: true, lettered: false, contradicted: false }
    }
}

/// Signs that the rules use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// `:`
    Colon,
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// A dash between words.
    Dash,
    /// `=`
    Equals,
    /// `>` or `≥`
    Greater,
    /// `<` or `≤`
    Smaller,
    /// `->`, `→`, `⇒`
    Arrow,
    /// `/` or `|`
    Slash,
    /// `≈`, `~`, `±` before a number.
    Near,
    /// `+`, `×`, `÷`, `*` between numbers, `^`
    Operator,
}

/// The ends of sentences and lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Break {
    /// `.`, `!`
    Stop,
    /// `?`
    Question,
    /// One line feed.
    Line,
    /// An empty line.
    Paragraph,
}

/// A piece of the response with its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// Its kind.
    pub kind: Kind,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// True if only decoration is before it on its line.
    pub first: bool,
}

impl Token {
    /// The class of the word; [`Word::Other`] for all other tokens.
    pub fn word(self) -> Word {
        match self.kind {
            Kind::Word(word) => word,
            _ => Word::Other,
        }
    }

    /// The mention, if it is one.
    pub fn mention(self) -> Option<Mention> {
        match self.kind {
            Kind::Mention(mention) => Some(mention),
            _ => None,
        }
    }

    /// The sign, if it is one.
    pub fn mark(self) -> Option<Mark> {
        match self.kind {
            Kind::Mark(mark) => Some(mark),
            _ => None,
        }
    }
}
