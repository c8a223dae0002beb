//! The pieces that a response is read as.

use super::vocabulary::Word;
use peirast_record::Number;

/// What a token is.
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
    /// A sign that holds a sentence together or apart.
    Mark(Mark),
    /// The end of a sentence or line.
    Break(Break),
}

/// An option named in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mention {
    /// Lower-case letter.
    pub letter: char,
    /// Whether the problem offers this letter; a model may invent a "(c) Cannot be determined".
    pub offered: bool,
    /// Whether the letter itself was written, rather than the option's text.
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

/// Signs the rules look at.
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

/// Where a sentence ends.
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
    /// What it is.
    pub kind: Kind,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// Whether nothing but decoration stands before it on its line.
    pub first: bool,
}

impl Token {
    /// The class of the word; [`Word::Other`] for what is not a word.
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
