//! Sentences: the windows in which the rules look for verdicts.

use super::lexer::lex;
use super::token::{Break, Kind, Mark, Mention, Token};
use super::vocabulary::Word;
use crate::Context;

/// Most tokens in one sentence. Rules look at windows of a sentence, and this bound keeps their
/// work linear in the length of a response that never ends a sentence.
const LONGEST: usize = 192;

/// A response cut into sentences.
pub(crate) struct Document {
    /// All tokens but the breaks.
    tokens: Vec<Token>,
    ranges: Vec<Range>,
}

#[derive(Clone, Copy)]
struct Range {
    first: usize,
    last: usize,
    question: bool,
    closed: bool,
}

/// A sentence, or a line where that is shorter. A line that ends in a colon or a comma goes on
/// with the next one.
#[derive(Clone, Copy)]
pub(crate) struct Sentence<'d> {
    /// Its tokens, never empty.
    pub tokens: &'d [Token],
    /// How many sentences stand before it.
    pub index: usize,
    /// Whether it ends in a question mark.
    pub question: bool,
    /// Whether it ends its line.
    pub closed: bool,
}

impl Document {
    /// Cuts `text` into sentences.
    pub fn new(text: &str, context: &Context<'_>) -> Self {
        let mut document = Self { tokens: Vec::new(), ranges: Vec::new() };
        let lexed = lex(text, context);
        document.tokens.reserve(lexed.len());
        let mut first = 0;
        for token in lexed {
            let Kind::Break(kind) = token.kind else {
                document.tokens.push(token);
                if document.tokens.len() - first >= LONGEST {
                    document.cut(&mut first, false, false);
                }
                continue;
            };
            document.end(&mut first, kind);
        }
        document.end(&mut first, Break::Stop);
        document
    }

    fn end(&mut self, first: &mut usize, kind: Break) {
        let last = self.tokens.len();
        let line = matches!(kind, Break::Line | Break::Paragraph);
        if last == *first {
            if let Some(range) = self.ranges.last_mut() {
                range.closed |= line;
            }
            return;
        }
        if line && self.tokens.last().is_some_and(|token| goes_on(*token)) {
            return;
        }
        self.cut(first, kind == Break::Question, line);
    }

    fn cut(&mut self, first: &mut usize, question: bool, closed: bool) {
        let last = self.tokens.len();
        self.ranges.push(Range { first: *first, last, question, closed });
        *first = last;
    }

    /// The sentences in order.
    pub fn sentences(&self) -> impl DoubleEndedIterator<Item = Sentence<'_>> + Clone {
        (0..self.ranges.len()).filter_map(|index| self.sentence(index))
    }

    /// The sentence at `index`.
    pub fn sentence(&self, index: usize) -> Option<Sentence<'_>> {
        let range = self.ranges.get(index)?;
        let tokens = self.tokens.get(range.first..range.last)?;
        let closed = range.closed || index + 1 == self.ranges.len();
        Some(Sentence { tokens, index, question: range.question, closed })
    }

    /// How many sentences there are.
    pub fn len(&self) -> usize {
        self.ranges.len()
    }

    /// All tokens but the breaks.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// The last sentence that takes back what stands before it.
    pub fn last_correction(&self) -> Option<usize> {
        self.sentences().rev().find(Sentence::corrects).map(|sentence| sentence.index)
    }

    /// All mentions of options.
    pub fn mentions(&self) -> impl Iterator<Item = Mention> {
        self.tokens.iter().filter_map(|token| token.mention())
    }
}

/// Whether a line that ends in this token goes on in the next line.
fn goes_on(token: Token) -> bool {
    matches!(token.kind, Kind::Mark(Mark::Colon | Mark::Comma | Mark::Dash))
        || matches!(token.word(), Word::Is | Word::That | Word::Or)
}

impl<'d> Sentence<'d> {
    /// The class of the word at `at`; [`Word::Other`] for anything else.
    pub fn word(&self, at: usize) -> Word {
        self.tokens.get(at).map_or(Word::Other, |token| token.word())
    }

    /// The sign at `at`.
    pub fn mark(&self, at: usize) -> Option<Mark> {
        self.tokens.get(at).and_then(|token| token.mark())
    }

    /// The mention at `at`.
    pub fn mention(&self, at: usize) -> Option<Mention> {
        self.tokens.get(at).and_then(|token| token.mention())
    }

    /// The number at `at`.
    pub fn number(&self, at: usize) -> Option<i64> {
        match self.tokens.get(at)?.kind {
            Kind::Number(number) => number,
            Kind::Word(Word::One) => Some(1),
            _ => None,
        }
    }

    /// How many tokens it has.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Whether the token at `at` is one of `words`.
    pub fn is(&self, at: usize, words: &[Word]) -> bool {
        self.tokens.get(at).is_some_and(|token| words.contains(&token.word()))
    }

    /// Whether the token at `at` is a word that no rule looks at.
    pub fn is_plain(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == Kind::Word(Word::Other))
    }

    /// Whether one of `words` stands in `from..to`.
    pub fn has_in(&self, from: usize, to: usize, words: &[Word]) -> bool {
        let window = self.tokens.get(from..to.min(self.len())).unwrap_or_default();
        window.iter().any(|token| words.contains(&token.word()))
    }

    /// Whether one of `words` stands anywhere in it.
    pub fn has(&self, words: &[Word]) -> bool {
        self.has_in(0, self.len(), words)
    }

    /// Where the clause that holds `at` begins: after the last comma or semicolon before it.
    pub fn clause_start(&self, at: usize) -> usize {
        let before = self.tokens.get(..at).unwrap_or_default();
        let marks = [Mark::Comma, Mark::Semicolon, Mark::Dash, Mark::Colon];
        let found = before.iter().rposition(|t| t.mark().is_some_and(|m| marks.contains(&m)));
        found.map_or(0, |at| at + 1)
    }

    /// Whether it draws a conclusion: "therefore", "in conclusion", "so, ...".
    pub fn concludes(&self) -> bool {
        let opening = self.tokens.iter().take(4);
        let cues = [Word::Therefore, Word::Conclusion];
        opening.clone().any(|token| cues.contains(&token.word()))
    }

    /// Whether it takes back what stands before it: "Wait, ...", "Let me reconsider."
    pub fn corrects(&self) -> bool {
        let cue = |at: usize| {
            let cut_off = at + 1 >= self.len() || self.mark(at + 1).is_some();
            let doubted = self.has_in(0, at, &[Word::I, Word::Let, Word::On]);
            (self.is(at, &[Word::Correction]) && cut_off && at < 3)
                || (self.is(at, &[Word::Reconsider]) && doubted)
        };
        (0..self.len().min(7)).any(cue)
    }

    /// The mention before `at` and its place, the nearest first.
    pub fn mentions_before(&self, at: usize) -> impl Iterator<Item = (usize, Mention)> + use<'d> {
        let before = self.tokens.get(..at).unwrap_or_default();
        before.iter().enumerate().rev().filter_map(|(at, token)| Some((at, token.mention()?)))
    }

    /// Whether the mention at `at` is joined to another letter: "(a) and (b)", "(a) or (b)".
    pub fn is_joined(&self, at: usize) -> bool {
        let Some(mention) = self.mention(at) else {
            return false;
        };
        let differs = |at: usize| self.mention(at).is_some_and(|m| m.letter != mention.letter);
        let joins = |at: usize| {
            self.is(at, &[Word::And, Word::Or, Word::Nor]) || self.mark(at) == Some(Mark::Slash)
        };
        let noun = |at: usize| self.is(at, &[Word::Option, Word::The]);
        let right = joins(at + 1) && (differs(at + 2) || (noun(at + 2) && differs(at + 3)));
        let left = |back: usize| at > back && joins(at - back) && differs(at - back - 1);
        right || left(1) || (at >= 1 && noun(at - 1) && left(2))
    }
}
