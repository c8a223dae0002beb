//! Cuts a response into tokens in one pass from left to right.

use super::echo::{Echo, Options, ends_here};
use super::foreign;
use super::letter::{Bare, bracketed};
use super::numeral::{Numeral, in_digits, in_words};
use super::token::{Break, Kind, Mark, Mention, Token};
use super::vocabulary::{Word, lookup};
use super::word::{contraction, hyphenated, ordinal, word_length};
use crate::Context;
use peirast_record::Number;

/// Cuts `text` into tokens. Total and linear: every byte is read a bounded number of times.
pub(crate) fn lex(text: &str, context: &Context<'_>) -> Vec<Token> {
    let options = Options::new(context);
    let echoes = options.find(text);
    let mut lexer = Lexer {
        text,
        context,
        options,
        echoes: echoes.into_iter().peekable(),
        tokens: Vec::with_capacity(text.len() / 4),
        at: 0,
        line_start: true,
        open_brackets: 0,
    };
    while lexer.step() {}
    lexer.tokens
}

/// Longest text, in bytes, in which a letter alone counts as an option, and not as a name or a
/// variable.
const SHORT: usize = 100;

/// Signs of currencies, which may come between a minus and its number.
const CURRENCY: [char; 5] = ['$', '€', '£', '¥', '₹'];

/// Signs that belong to the number right behind them.
const SIGNS: [char; 8] = ['-', '–', '—', '+', '±', '≈', '~', '√'];

/// The sign before a number.
enum Minus {
    /// A minus that begins at this byte.
    Sign(usize),
    /// A possible minus, which makes a number without a value.
    Doubtful,
}

struct Lexer<'t, 'c> {
    text: &'t str,
    context: &'c Context<'c>,
    options: Options<'c>,
    echoes: std::iter::Peekable<std::vec::IntoIter<Echo>>,
    tokens: Vec<Token>,
    at: usize,
    line_start: bool,
    open_brackets: u32,
}

impl<'t> Lexer<'t, '_> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn push(&mut self, kind: Kind, length: usize) {
        let end = self.at + length;
        self.tokens.push(Token { kind, start: self.at, end, first: self.line_start });
        self.at = end;
        self.line_start = matches!(kind, Kind::Break(Break::Line | Break::Paragraph));
    }

    /// Reads one token or skips one sign; false at the end.
    fn step(&mut self) -> bool {
        let Some(c) = self.rest().chars().next() else {
            return false;
        };
        if c == ' ' {
            self.at += 1;
            return true;
        }
        if self.quoted_option() {
            return true;
        }
        match c {
            '\n' => self.line_break(),
            '(' | '（' | '[' | '{' => self.bracket(c),
            ')' | '）' => {
                self.open_brackets = self.open_brackets.saturating_sub(1);
                self.at += c.len_utf8();
            }
            '0'..='9' => self.number(),
            '.' if self.begins_decimal() => self.number(),
            '\\' => self.command(),
            '\u{1b}' => self.escape(),
            c if foreign::is_unspaced(c) => self.unspaced(c),
            c if c.is_alphabetic() => self.word(),
            c => self.sign(c),
        }
        true
    }

    fn quoted_option(&mut self) -> bool {
        while self.echoes.peek().is_some_and(|echo| echo.start < self.at) {
            self.echoes.next();
        }
        let Some(echo) = self.echoes.next_if(|echo| echo.start == self.at) else {
            return false;
        };
        self.push(Kind::Mention(Mention::of(echo.letter)), echo.end - echo.start);
        true
    }

    fn line_break(&mut self) {
        let rest = self.rest();
        let blank = rest.find(|c: char| !matches!(c, '\n' | '\r' | ' ' | '\t'));
        let run = rest.get(..blank.unwrap_or(rest.len())).unwrap_or_default();
        let paragraph = run.bytes().filter(|b| *b == b'\n').count() > 1;
        self.open_brackets = 0;
        self.push(Kind::Break(if paragraph { Break::Paragraph } else { Break::Line }), run.len());
    }

    fn bracket(&mut self, c: char) {
        let found = bracketed(self.rest()).filter(|(letter, _)| self.counts(*letter));
        let found = found.or_else(|| numbered(self.rest(), self.context));
        match found.filter(|_| !self.is_applied()) {
            Some((letter, length)) => self.mention(letter, length),
            None if self.is_chance_of(found) => {}
            _ => {
                self.open_brackets += u32::from(matches!(c, '(' | '（'));
                self.at += c.len_utf8();
            }
        }
    }

    /// Returns true if a bracket here belongs to a function or subscript, as in `P(a)` or `x_{a}`.
    fn is_applied(&self) -> bool {
        let names = [Word::Option, Word::Answer, Word::Boxed, Word::Is, Word::Choose];
        let left = self.text.get(..self.at).unwrap_or_default();
        let subscript = left.strip_suffix(['_', '^']).is_some_and(|left| {
            left.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ')' | '}'))
        });
        let applied = |token: &Token| {
            token.end == self.at
                && left.ends_with(char::is_alphanumeric)
                && !names.contains(&token.word())
        };
        subscript || self.tokens.last().is_some_and(applied)
    }

    /// Returns true if `P(a)` ends in this bracket; the sign before it then becomes the chance.
    /// Upper-case letters are often events that the model names itself.
    fn is_chance_of(&mut self, found: Option<(char, usize)>) -> bool {
        let Some((letter, length)) = found else { return false };
        let lower = self.rest().get(..length).is_some_and(|text| text.contains(letter));
        let Some(sign) = self.tokens.last_mut().filter(|_| lower) else { return false };
        let name = self.text.get(sign.start..sign.end).unwrap_or_default();
        let offered = self.context.offers(letter);
        let named = sign.end == self.at && ["P", "Pr", "p"].contains(&name) && offered;
        if named {
            self.at += length;
            (sign.kind, sign.end) = (Kind::Chance(letter), self.at);
        }
        named
    }

    /// Returns true if only signs are between a letter and the words at `to`.
    fn is_beside(&self, from: usize, to: usize) -> bool {
        let between = self.text.get(from..to).filter(|between| between.len() <= 8);
        between.is_some_and(|between| {
            let signs =
                [' ', ':', '.', ')', ']', '-', '–', '—', '*', '_', '"', '“', '\'', '`', '='];
            between.chars().all(|c| signs.contains(&c))
        })
    }

    /// Returns true for offered letters, and for the next ones, which a model might invent.
    fn counts(&self, letter: char) -> bool {
        self.context.offers(letter) || ('a'..='e').contains(&letter)
    }

    fn mention(&mut self, letter: char, length: usize) {
        let offered = self.context.offers(letter);
        let from = self.at + length;
        let end = self.options.repeated(self.text, from, letter);
        let other = self.echoes.peek().copied().filter(|echo| echo.start >= from);
        let other = other.filter(|echo| echo.letter != letter && self.is_beside(from, echo.start));
        // A letter next to the words of another option names two options.
        let contradicted = other.is_some_and(|echo| {
            end.is_none_or(|end| echo.end >= end) && ends_here(self.text, echo.end)
        });
        let short = match (end, contradicted, self.context.numbered) {
            (None, false, false) => self.options.short_other(self.text, from, letter),
            _ => None,
        };
        let short = short.filter(|echo| self.is_beside(from, echo.start));
        let other = other.filter(|_| contradicted).or(short);
        let contradicted = other.is_some();
        let end = other.map(|echo| echo.end).or(end);
        let length = end.map_or(length, |end| end - self.at);
        self.push(Kind::Mention(Mention { letter, offered, lettered: true, contradicted }), length);
    }

    fn number(&mut self) {
        let rest = self.rest();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let after = rest.get(digits..).unwrap_or_default();
        if self.numbered_option(digits) {
            return;
        }
        let item = after.strip_prefix(['.', ')', ':']).and_then(|rest| rest.strip_prefix(' '));
        let item = item.map(|rest| rest.trim_start_matches(' '));
        let numbers_line =
            item.is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['\n', '\r']));
        if self.line_start && numbers_line {
            // The number of a list item is not part of its text.
            self.at += digits + 1;
            return;
        }
        match in_digits(rest) {
            Some(number) => {
                // ",75" is a decimal that lacks more than its sign.
                let cut = self
                    .left()
                    .strip_suffix(',')
                    .is_some_and(|left| !left.ends_with(is_beside_comma));
                self.numeral(Numeral { value: number.value.filter(|_| !cut), ..number });
            }
            None => {
                let length = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
                let word = rest.get(..length).map_or(Word::Other, ordinal);
                self.push(Kind::Word(word), length.max(1));
            }
        }
    }

    /// A number with the minus before it. A share has a value only if the question asks for one.
    fn numeral(&mut self, numeral: Numeral) {
        let share = numeral.percent && !self.context.asks_for_share();
        self.push(Kind::Number(numeral.value.filter(|_| !share)), numeral.length);
        self.negate();
    }

    /// A number that names an option, if the options are numbered. It must be the whole number,
    /// without a sign.
    fn numbered_option(&mut self, digits: usize) -> bool {
        if !self.context.numbered {
            return false;
        }
        let rest = self.rest();
        let whole = in_digits(rest).is_some_and(|number| {
            number.length == digits && number.value.is_some() && !number.percent
        });
        let Some((letter, length)) = self.context.labelled(rest).filter(|_| whole) else {
            return false;
        };
        // "-1", "€1", "minus 1", but not "$1$" and "Option-1"
        let left = self.left();
        let formula =
            || left.ends_with('$') && rest.get(length..).is_some_and(|r| r.starts_with('$'));
        let amount = left.ends_with(CURRENCY) && !formula();
        let signed = left.strip_suffix(SIGNS).is_some_and(|left| {
            !left.ends_with(|c: char| c.is_alphanumeric() && !foreign::is_unspaced(c))
        });
        let minus = self.tokens.last().is_some_and(|token| token.word() == Word::Minus);
        // The letter b is never an article: a digit is none either.
        !amount && !signed && !minus && self.single(letter, 'b', length)
    }

    /// True if a full stop here begins a decimal: ".75".
    fn begins_decimal(&self) -> bool {
        let digit =
            self.rest().get(1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        digit && !self.left().ends_with(|c: char| c.is_alphanumeric() || c == '.')
    }

    /// The text before this place.
    fn left(&self) -> &'t str {
        self.text.get(..self.at).unwrap_or_default()
    }

    /// Takes the minus before the last number into it: "-7", "–7", "-$7", "minus seven", but not
    /// "10 minus 3".
    fn negate(&mut self) {
        let Some(Token { kind: Kind::Number(Some(number)), start, .. }) = self.tokens.last() else {
            return;
        };
        let (number, start): (Number, usize) = (*number, *start);
        let Some(minus) = self.minus_before(start).or_else(|| self.worded_minus()) else { return };
        if let Some(token) = self.tokens.last_mut() {
            (token.kind, token.start) = match minus {
                Minus::Sign(start) => (Kind::Number(number.negated()), start),
                Minus::Doubtful => (Kind::Number(None), start),
            };
        }
    }

    /// The minus sign before a number at `start`.
    fn minus_before(&self, start: usize) -> Option<Minus> {
        let left = self.text.get(..start).unwrap_or_default();
        let amount = left.trim_end_matches(CURRENCY);
        if amount.len() < left.len() && self.is_bracketed_amount(amount) {
            return Some(Minus::Doubtful);
        }
        let left = amount;
        let joined = |left: &str| {
            let left = left.trim_end_matches(['*', '_', '$']);
            left.ends_with(|c: char| {
                c.is_alphanumeric() && !foreign::is_unspaced(c) || matches!(c, ')' | '}' | ']')
            })
        };
        if let Some(left) = left.strip_suffix(['-', '–']) {
            return (!joined(left)).then_some(Minus::Sign(left.len()));
        }
        // "—7" may be a minus or an aside.
        if left.strip_suffix('—').is_some_and(|left| !joined(left)) {
            return Some(Minus::Doubtful);
        }
        // "The answer is - 7"; "- 7" may be an item of a list.
        let left = left.strip_suffix(' ')?.trim_end_matches(' ').strip_suffix(['-', '–'])?;
        let dash = usize::from(
            self.tokens.iter().rev().nth(1).is_some_and(|token| token.start == left.len()),
        );
        let before = self.tokens.iter().rev().nth(1 + dash);
        match before {
            Some(token) if token.word() == Word::Is || token.word() == Word::Boxed => {
                Some(Minus::Sign(left.len()))
            }
            Some(token) if token.mark() == Some(Mark::Equals) => Some(Minus::Sign(left.len())),
            Some(token) if token.mark() == Some(Mark::Colon) => Some(Minus::Doubtful),
            None if !self.text.contains('\n') => Some(Minus::Doubtful),
            _ => None,
        }
    }

    /// Returns true if an amount of money behind `left` is in brackets that explain nothing:
    /// "($3.50)" may be a debt.
    fn is_bracketed_amount(&self, left: &str) -> bool {
        let bracketed = left.ends_with('(') && self.rest().starts_with(')');
        let before = self.tokens.iter().rev().nth(1);
        bracketed
            && before.is_none_or(|token| {
                token.word() == Word::Is || matches!(token.mark(), Some(Mark::Colon | Mark::Equals))
            })
    }

    /// "Minus" before the last number, unless it is between two: "10 minus 3". "Plus or minus 7" is
    /// no number.
    fn worded_minus(&self) -> Option<Minus> {
        let mut before = self.tokens.iter().rev().skip(1);
        let minus = before.next().filter(|token| token.word() == Word::Minus)?;
        match before.next().map(|token| token.kind) {
            Some(Kind::Number(_)) => None,
            Some(Kind::Word(Word::Or) | Kind::Mark(Mark::Slash)) => Some(Minus::Doubtful),
            _ => Some(Minus::Sign(minus.start)),
        }
    }

    /// A LaTeX command: only boxes have a meaning.
    fn command(&mut self) {
        let rest = self.rest().get(1..).unwrap_or_default();
        let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let command = rest.get(..length).unwrap_or_default();
        match lookup(command) {
            Word::Boxed => self.push(Kind::Word(Word::Boxed), length + 1),
            _ if ["le", "leq", "lt", "lesssim"].contains(&command) => {
                self.push(Kind::Mark(Mark::Smaller), length + 1);
            }
            _ if ["sqrt", "log", "ln", "binom", "sum", "prod", "pi"].contains(&command) => {
                self.push(Kind::Mark(Mark::Operator), length + 1);
            }
            _ if ["ne", "neq", "lnot", "neg"].contains(&command) => {
                self.push(Kind::Word(Word::Not), length + 1);
            }
            // A fraction that is not in numbers has no value.
            _ if ["frac", "dfrac", "tfrac"].contains(&command) => {
                self.push(Kind::Number(None), length + 1);
            }
            _ if ["ge", "geq", "gt", "gtrsim"].contains(&command) => {
                self.push(Kind::Mark(Mark::Greater), length + 1);
            }
            _ => self.at += length + 1,
        }
    }

    /// A terminal escape sequence: its letter is not a word.
    fn escape(&mut self) {
        let rest = self.rest().get(1..).unwrap_or_default();
        let parameters = rest
            .strip_prefix('[')
            .map(|rest| rest.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(rest.len()));
        let letter =
            |at: usize| rest.get(at..).is_some_and(|r| r.starts_with(|c: char| c.is_ascii()));
        self.at += match parameters {
            Some(length) => 2 + length + usize::from(letter(length + 1)),
            None => 1,
        };
    }

    fn word(&mut self) {
        let rest = self.rest();
        let length = word_length(rest);
        let text = rest.get(..length).unwrap_or_default();
        let single = text.chars().next().filter(|_| length == 1);
        if single.is_some_and(|letter| self.single(letter.to_ascii_lowercase(), letter, 1)) {
            return;
        }
        if let Some(length) = hyphenated(rest, text) {
            return self.push(Kind::Word(Word::Unsound), length);
        }
        if let Some((word, length)) = foreign::phrase(rest) {
            return self.push(Kind::Word(word), length);
        }
        match contraction(text) {
            Some((first, second)) => {
                let (start, end) = (self.at, self.at + length);
                let kind = Kind::Word(first);
                self.tokens.push(Token { kind, start, end, first: self.line_start });
                self.line_start = false;
                self.push(Kind::Word(second), length);
            }
            None => match self.spelled(text) {
                Some(numeral) => self.numeral(numeral),
                None => self.push(Kind::Word(self.part(text)), length),
            },
        }
    }

    /// The number in words that begins here with the word `text`. "One" alone is a number only
    /// behind a minus.
    fn spelled(&self, text: &str) -> Option<Numeral> {
        let negative = self.tokens.last().is_some_and(|token| token.word() == Word::Minus);
        let one = Some(text).filter(|text| negative && text.eq_ignore_ascii_case("one"));
        let one =
            one.map(|one| Numeral { value: Some(1.into()), length: one.len(), percent: false });
        let foreign = || match lookup(text) {
            Word::Other => foreign::numeral(self.rest()),
            _ => None,
        };
        in_words(self.rest()).or(one).or_else(foreign)
    }

    /// The role of a word, in English or in another language.
    fn part(&self, text: &str) -> Word {
        let opens = self.tokens.is_empty();
        let rest = self.text.get(self.at + text.len()..).unwrap_or_default();
        // "Si" before a clause is "if".
        if opens && text.eq_ignore_ascii_case("si") && rest.starts_with(' ') {
            return Word::If;
        }
        if text.eq_ignore_ascii_case("non") && rest.starts_with(" sequitur") {
            return Word::Other;
        }
        if let Some(bound) = self.bound(text, rest) {
            return bound;
        }
        match lookup(text) {
            Word::Other if opens && foreign::opening(text) != Word::Other => foreign::opening(text),
            Word::Other => foreign::lookup(text),
            word => word,
        }
    }

    /// "mind. 7", "min. 7", "neg. 7", German "fast 7": short or foreign words that bound or negate
    /// a number right behind them. Elsewhere they are other words: "Never mind. 7".
    fn bound(&self, text: &str, rest: &str) -> Option<Word> {
        const BOUNDS: &[(&str, &str, Word)] = &[
            ("mind", ". ", Word::Least),
            ("min", ". ", Word::Least),
            ("max", ". ", Word::Bound),
            ("neg", ". ", Word::Minus),
            ("fast", " ", Word::Near),
            ("gut", " ", Word::Near),
            ("gegen", " ", Word::Near),
        ];
        let known = BOUNDS.iter().find(|(word, ..)| word.eq_ignore_ascii_case(text));
        let (word, sign, bound) = known?;
        let number = rest.strip_prefix(sign)?.starts_with(|c: char| c.is_ascii_digit());
        // "I changed my mind. 7"
        let before = self.tokens.last().map_or(Word::Other, |token| token.word());
        let noun = *word == "mind" && [Word::My, Word::Not, Word::In, Word::The].contains(&before);
        (number && !noun).then_some(*bound)
    }

    /// A word in a script that puts no space between words.
    fn unspaced(&mut self, c: char) {
        let rest = self.rest();
        let number = foreign::unspaced_number(rest);
        // "一" alone is often an article.
        if let Some((number, length)) = number.filter(|(n, _)| n.is_none_or(|n| n > 1)) {
            self.push(Kind::Number(number.map(Number::from)), length);
            return self.negate();
        }
        let Some((word, length)) = foreign::unspaced(rest) else {
            return self.push(Kind::Word(Word::Other), c.len_utf8());
        };
        // 是 alone is yes, and before something it is "is".
        let after = rest.get(length..).unwrap_or_default().chars().next();
        let alone = self.tokens.is_empty() && !after.is_some_and(char::is_alphanumeric);
        self.push(Kind::Word(if word == Word::Is && alone { Word::Yes } else { word }), length);
    }

    /// Reads a label of `length` bytes that is a word of its own, if it names an option.
    fn single(&mut self, letter: char, written: char, length: usize) -> bool {
        if !self.counts(letter) {
            return false;
        }
        let bare = Bare {
            letter: written,
            before: &self.tokens,
            line_start: self.line_start,
            bracket_open: self.open_brackets > 0,
            left: self.text.get(..self.at).unwrap_or_default(),
            right: self.text.get(self.at + length..).unwrap_or_default(),
            short: self.text.len() <= SHORT,
        };
        // "B-blue" names an option and repeats it.
        let repeats = || self.options.repeated(self.text, self.at + length, letter).is_some();
        let names = bare.names_option() && (!bare.is_part_of_name() || repeats());
        if names {
            let dot = self.line_start && bare.right.starts_with(['.', ')', ':']);
            self.mention(letter, length);
            let unextended = self.tokens.last().is_some_and(|t| t.end - t.start == length);
            self.at += usize::from(dot && unextended);
        }
        names
    }

    fn sign(&mut self, c: char) {
        let rest = self.rest();
        let width = c.len_utf8();
        let spaced = || rest.get(width..).is_some_and(|rest| rest.starts_with([' ', '\n']));
        let kind = match c {
            ':' | '：' => Kind::Mark(Mark::Colon),
            ',' | '，' | '、' => Kind::Mark(Mark::Comma),
            ';' | '；' => Kind::Mark(Mark::Semicolon),
            '-' | '=' if rest.get(1..).is_some_and(|r| r.starts_with('>')) => {
                return self.push(Kind::Mark(Mark::Arrow), 2);
            }
            '<' | '>'
                if (!self.line_start || self.bounds_number())
                    && rest.get(1..).is_some_and(|r| r.starts_with('=')) =>
            {
                let mark = if c == '<' { Mark::Smaller } else { Mark::Greater };
                return self.push(Kind::Mark(mark), 2);
            }
            '→' | '⇒' | '➡' => Kind::Mark(Mark::Arrow),
            // A minus that belongs to the number.
            '–' if self.is_minus(width) => {
                self.at += width;
                return;
            }
            '—' | '–' => Kind::Mark(Mark::Dash),
            '≠' => Kind::Word(Word::Not),
            '¬' => Kind::Word(Word::Not),
            '!' | '/' if rest.get(1..).is_some_and(|rest| rest.starts_with('=')) => {
                return self.push(Kind::Word(Word::Not), 2);
            }
            '=' if rest.starts_with("=/=") => return self.push(Kind::Word(Word::Not), 3),
            '<' if rest.starts_with("<>") => return self.push(Kind::Word(Word::Not), 2),
            '!' | '~' if self.negates_word() => Kind::Word(Word::Not),
            '-' if !self.line_start && spaced() => Kind::Mark(Mark::Dash),
            '-' if self.is_difference() => Kind::Mark(Mark::Operator),
            '=' => Kind::Mark(Mark::Equals),
            '≥' => Kind::Mark(Mark::Greater),
            '&' => Kind::Word(Word::And),
            '>' if !self.line_start || self.bounds_number() => Kind::Mark(Mark::Greater),
            '<' | '≤' => Kind::Mark(Mark::Smaller),
            '/' | '|' => Kind::Mark(Mark::Slash),
            '+' if rest.starts_with("+/-") => return self.push(Kind::Mark(Mark::Near), 3),
            '+' | '×' | '÷' | '^' | '·' | '√' => Kind::Mark(Mark::Operator),
            '*' if self.is_product(width) => Kind::Mark(Mark::Operator),
            '≈' | '±' => Kind::Mark(Mark::Near),
            '~' if rest.get(1..).is_some_and(|r| r.starts_with(|c: char| c.is_ascii_digit())) => {
                Kind::Mark(Mark::Near)
            }
            '∴' => Kind::Word(Word::Therefore),
            '✓' => Kind::Word(Word::Yes),
            '✗' => Kind::Word(Word::No),
            '?' | '？' => Kind::Break(Break::Question),
            '.' | '!' | '。' | '！' if self.ends_sentence(width) => Kind::Break(Break::Stop),
            _ => {
                self.at += width;
                return;
            }
        };
        let line_start = self.line_start && matches!(kind, Kind::Mark(Mark::Dash));
        self.push(kind, width);
        self.line_start |= line_start;
    }

    /// True if a dash here is the sign of the number behind it: "–7", but not "5 –7" or "a – 7".
    fn is_minus(&self, width: usize) -> bool {
        let after = self.rest().get(width..).unwrap_or_default().trim_start_matches(CURRENCY);
        let digit =
            after.strip_prefix('.').unwrap_or(after).starts_with(|c: char| c.is_ascii_digit());
        let before = self.left().chars().next_back();
        let apart = before.is_none_or(|c| !c.is_alphanumeric() || foreign::is_unspaced(c));
        let minuend = self.tokens.last().is_some_and(|token| matches!(token.kind, Kind::Number(_)));
        digit && apart && !minuend
    }

    /// True if a sign of denial here is right before a word: "!valid", "~valid".
    fn negates_word(&self) -> bool {
        // The first sign has no text before it that it could end.
        let spaces: &[char] = if self.tokens.is_empty() { &[' '] } else { &[] };
        let behind = self.rest().get(1..).unwrap_or_default().trim_start_matches(spaces);
        let begins = behind.starts_with(char::is_alphabetic);
        let before = self.left().chars().next_back();
        begins
            && before.is_none_or(|c| {
                c.is_whitespace() || matches!(c, '(' | '[' | '"' | '`' | '\'' | ':' | '=')
            })
    }

    /// True if a sign of comparison here is before a number, and not before a quotation.
    fn bounds_number(&self) -> bool {
        let after = self.rest().trim_start_matches(['>', '<', '=', ' ']);
        after.starts_with(|c: char| c.is_ascii_digit()) && self.tokens.is_empty()
    }

    /// True if a hyphen here is between a letter of its own and a number: "n-1".
    fn is_difference(&self) -> bool {
        let mut left = self.text.get(..self.at).unwrap_or_default().chars().rev();
        let letter = left.next().is_some_and(|c| c.is_alphabetic() && !foreign::is_unspaced(c));
        let right = self.text.get(self.at + 1..).unwrap_or_default();
        letter
            && !left.next().is_some_and(char::is_alphanumeric)
            && right.starts_with(|c: char| c.is_ascii_digit())
    }

    /// True if a star here is between two numbers.
    fn is_product(&self, width: usize) -> bool {
        let digit = |c: char| c.is_ascii_digit();
        let left = self.text.get(..self.at).unwrap_or_default().trim_end_matches(' ');
        let right = self.text.get(self.at + width..).unwrap_or_default().trim_start_matches(' ');
        left.ends_with(digit) && right.starts_with(digit)
    }

    /// Returns true if a full stop here ends a sentence: not inside a word, not before a small
    /// letter.
    fn ends_sentence(&self, width: usize) -> bool {
        let rest = self.text.get(self.at + width..).unwrap_or_default();
        let last = self.tokens.last();
        // "ca. 7", "7 bzw. 8", "7 vs. 8"
        let shortened = last.is_some_and(|token| {
            let named = [Word::Near, Word::Or, Word::Least, Word::Bound, Word::Minus];
            let named = named.contains(&token.word());
            let number = rest.trim_start_matches(' ').starts_with(|c: char| c.is_ascii_digit());
            token.end == self.at && (named && number || self.left().ends_with("vs"))
        });
        if shortened {
            return false;
        }
        // "Not a. b."
        let letter = rest.trim_start_matches(' ').as_bytes();
        let alone = letter.first().is_some_and(u8::is_ascii_lowercase)
            && !letter.get(1).is_some_and(u8::is_ascii_alphanumeric);
        if alone && last.is_some_and(|token| token.mention().is_some()) {
            return true;
        }
        let mut spaced = false;
        for c in rest.chars().take(8) {
            match c {
                '"' | '\'' | '”' | '’' | '*' | '_' | ')' | ']' | '}' | '`' | '$' | '\\' | '.' =>
                    {}
                '\n' | '\r' => return true,
                c if c.is_whitespace() => spaced = true,
                c => return spaced && !c.is_ascii_lowercase() || !c.is_ascii(),
            }
        }
        true
    }
}

/// Returns true for signs that a comma may follow in a sentence or list.
fn is_beside_comma(c: char) -> bool {
    c.is_alphanumeric()
        || matches!(c, ')' | ']' | '}' | '"' | '”' | '*' | '_' | '`' | '$' | '\'' | '%')
}

/// A number in brackets that names an option, if the options are numbered: `(1)`.
fn numbered(text: &str, context: &Context<'_>) -> Option<(char, usize)> {
    let inner = text.strip_prefix(['(', '[']).filter(|_| context.numbered)?;
    let (letter, length) = context.labelled(inner)?;
    inner.get(length..)?.starts_with([')', ']']).then_some((letter, length + 2))
}

#[cfg(test)]
#[path = "lexer_tests.rs"]
mod tests;
