//! Distinguishes a single letter that names an option from the article "a" and from a variable.

use super::foreign::is_unspaced;
use super::token::{Kind, Mark, Token};
use super::vocabulary::{Word, lookup};

/// Signs that may come between a bracket and its letter.
const DECORATION: [char; 7] = ['*', '_', '`', '"', '\'', ' ', '“'];

/// Reads a letter in brackets at the beginning of `text`: `(a)`, `[B]`, `{a}`, `(**a**)`. Gives
/// the lower-case letter and the length in bytes.
pub(crate) fn bracketed(text: &str) -> Option<(char, usize)> {
    let mut chars = text.char_indices();
    let closing = match chars.next()?.1 {
        '(' => ')',
        '（' => '）',
        '[' => ']',
        '{' => '}',
        _ => return None,
    };
    let mut letter = None;
    for (at, c) in chars.take(9) {
        match c {
            c if c == closing => return letter.map(|letter| (letter, at + c.len_utf8())),
            c if c.is_ascii_alphabetic() && letter.is_none() => {
                letter = Some(c.to_ascii_lowercase());
            }
            c if DECORATION.contains(&c) || c == '”' || c == '.' => {}
            _ => return None,
        }
    }
    None
}

/// A single letter that is a word of its own, with the text around it.
pub(crate) struct Bare<'t> {
    /// The letter as written.
    pub letter: char,
    /// Tokens before it.
    pub before: &'t [Token],
    /// True if only decoration is before it on its line.
    pub line_start: bool,
    /// True if an opening bracket before it on its line is still open.
    pub bracket_open: bool,
    /// The text before it.
    pub left: &'t str,
    /// The text after it.
    pub right: &'t str,
    /// True if the whole text is short.
    pub short: bool,
}

impl Bare<'_> {
    /// Returns true if it names an option.
    pub fn names_option(&self) -> bool {
        self.closes_bracket()
            || self.heads_line()
            || self.is_emphasised()
            || self.is_led_to()
            || (self.short && self.stands_alone())
    }

    /// Returns true if signs next to the label make it part of a name, a formula or a word: "C++",
    /// "C#", "B+", "a^2", "C.S. Lewis", "R&D", "20 °C", "B-cell".
    pub fn is_part_of_name(&self) -> bool {
        let begins = |text: &str| text.starts_with(char::is_alphanumeric);
        let begins_small =
            |text: &str| text.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit());
        let joined = |sign: char| self.right.strip_prefix(sign);
        let initial =
            self.left.strip_suffix('.').is_some_and(|left| is_initial(left.chars().rev()));
        self.right.starts_with(['+', '^', '°'])
            || joined('#').is_some() && !self.left.ends_with('#')
            || joined('_').is_some_and(begins) && !self.left.ends_with('_')
            || joined('&').is_some_and(begins)
            || joined('.').is_some_and(|right| is_initial(right.chars()))
            || joined('-').is_some_and(begins_small)
            || self.left.ends_with(['°', '&', '^'])
            || initial
    }

    /// In a short text a letter is nearly always an option: "so a", "b?", "I prefer b to a". The
    /// exceptions are letters that may be an article, or belong to a word or a formula.
    fn stands_alone(&self) -> bool {
        let joined = ['\'', '’', '^', '+', '\\', '∧', '∨', '¬', '_'];
        let part = |text: &str, sign: char| {
            let mut chars = text.chars().skip_while(|c| *c == sign);
            chars.next().is_some_and(char::is_alphanumeric)
                && chars.next().is_some_and(char::is_alphanumeric)
        };
        let formula = self.left.ends_with(joined)
            || self.right.starts_with(joined)
            || (self.right.starts_with('/') && part(self.right, '/'))
            || self.left.ends_with("N/")
            || self.left.ends_with("n/");
        let hyphen = self.left.ends_with('-') && self.right.starts_with(char::is_alphanumeric);
        let set =
            ["∩", "∪", " ∩", " ∪", " ∧", " &"].iter().any(|sign| self.right.starts_with(sign))
                || ["∩ ", "∪ ", "∧ ", "& "].iter().any(|sign| self.left.ends_with(sign));
        // "A: the answer"
        if self.line_start && self.right.starts_with(": ") && self.letter.eq_ignore_ascii_case(&'a')
        {
            return false;
        }
        // "vitamin a"
        let named = self.letter == 'a'
            && !self.is_first_of_two()
            && self
                .before
                .last()
                .is_some_and(|token| matches!(token.kind, Kind::Word(Word::Other | Word::As)));
        !formula && !hyphen && !set && !named && !self.bracket_open && self.is_not_an_article()
    }

    /// "a and b", "a or c"
    fn is_first_of_two(&self) -> bool {
        let joined = [" and ", " or ", ", "].iter().find_map(|word| self.right.strip_prefix(word));
        joined.is_some_and(|rest| {
            let mut chars = rest.chars();
            chars.next().is_some_and(|c| c.is_ascii_lowercase())
                && !chars.next().is_some_and(char::is_alphanumeric)
        })
    }

    /// `a)`, unless it ends a bracket such as `(vitamin a)`.
    fn closes_bracket(&self) -> bool {
        let right = self.right.trim_start_matches(['*', '_']);
        right.starts_with([')', '）']) && !self.bracket_open
    }

    /// `A.` or `B:` at the beginning of a line, or a letter alone on its line. `A:` alone may mean
    /// "answer".
    fn heads_line(&self) -> bool {
        if !self.line_start {
            return false;
        }
        let right = self.right.trim_start_matches(['*', '_', '`', '"', '\'', ' ']);
        match right.chars().next() {
            None | Some('\n' | '\r' | '.') => true,
            Some(':' | '-' | '–' | '—') => !self.letter.eq_ignore_ascii_case(&'a'),
            _ => {
                self.before.is_empty()
                    && self.letter.is_ascii_uppercase()
                    && self.letter != 'I'
                    && self.has_predicate()
            }
        }
    }

    /// `**A**`, `` `a` ``, `"A"`.
    fn is_emphasised(&self) -> bool {
        let signs = ['*', '`', '_'];
        let quotes = ['"', '\'', '“', '”', '‘', '’'];
        let around = |set: &[char]| self.left.ends_with(set) && self.right.starts_with(set);
        around(&signs) || (self.letter.is_ascii_uppercase() && around(&quotes))
    }

    /// `Option A`, `the answer is B`, `I choose B`, `so, A.`
    fn is_led_to(&self) -> bool {
        let last = self.before.last().copied();
        match last.map(|token| token.kind) {
            Some(Kind::Word(Word::Option | Word::Boxed | Word::Choose | Word::Answer)) => {
                self.is_not_an_article()
            }
            Some(
                Kind::Word(Word::Is)
                | Kind::Mark(Mark::Colon | Mark::Equals | Mark::Dash | Mark::Greater),
            ) => self.has_head() && self.is_not_an_article(),
            Some(Kind::Word(Word::With)) => {
                self.nearby(&[Word::Go, Word::Choose]) && self.is_not_an_article()
            }
            Some(Kind::Word(Word::And | Word::Or | Word::Nor | Word::Than | Word::Not)) => {
                self.continues() && self.is_not_an_article()
            }
            Some(Kind::Word(Word::Therefore) | Kind::Mark(Mark::Comma)) => {
                self.nearby(&[Word::Therefore, Word::Conclusion]) && self.ends_sentence()
            }
            _ => false,
        }
    }

    fn has_head(&self) -> bool {
        let heads = [Word::Answer, Word::Option, Word::One, Word::Likely, Word::Conclusion];
        self.nearby(&heads) || (self.nearby(&[Word::It]) && self.ends_sentence())
    }

    /// Returns true if a letter comes shortly before: "A and B", "A is more likely than B".
    fn continues(&self) -> bool {
        let recent = self.before.iter().rev().take(8);
        recent.filter_map(|token| token.mention()).any(|mention| mention.lettered)
    }

    fn nearby(&self, words: &[Word]) -> bool {
        self.before.iter().rev().take(8).any(|token| words.contains(&token.word()))
    }

    fn ends_sentence(&self) -> bool {
        let right = self.right.trim_start_matches(['*', '_', '`', '"', '\'', '}', '$']);
        matches!(right.chars().next(), None | Some('.' | ',' | ';' | '!' | '\n' | '\r'))
    }

    /// Returns true if it is no article: `b` never is, and `a` is none before a sign or before a
    /// verb.
    fn is_not_an_article(&self) -> bool {
        // "I" is a pronoun before a word.
        if self.letter == 'I' {
            let next = self.right.trim_start_matches(' ').chars().next();
            return !self.right.starts_with(' ') || !next.is_some_and(char::is_alphabetic);
        }
        if !self.letter.eq_ignore_ascii_case(&'a') {
            return true;
        }
        if self.is_capital_within() {
            return true;
        }
        let right = self.right.trim_start_matches(['*', '_', '`', '\'', '}', '$']);
        match right.chars().next() {
            None => true,
            Some(c) if is_unspaced(c) => true,
            Some('"') if self.left.ends_with('"') => true,
            Some('"' | '“' | ' ') => {
                let next = right.trim_start_matches(['"', '“', ' ']).chars().next();
                self.has_predicate() || !next.is_some_and(char::is_alphanumeric)
            }
            Some(c) => !c.is_alphanumeric(),
        }
    }

    /// A capital within a short sentence that is not all in capitals: "I prefer A to B".
    fn is_capital_within(&self) -> bool {
        let before = self.left.trim_end_matches(' ').chars().next_back();
        let within = before.is_some_and(|c| c.is_alphanumeric() || c == ',');
        let mut next = self.right.trim_start_matches(' ').chars();
        let capitals = next.next().is_some_and(char::is_uppercase)
            && next.next().is_some_and(char::is_uppercase);
        self.short && self.letter == 'A' && within && !capitals
    }

    fn has_predicate(&self) -> bool {
        let right = self.right.trim_start_matches(['*', '_', '`', '"', '\'', '}', '$', ' ']);
        let length = right.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(right.len());
        let verbs = [
            Word::Is,
            Word::As,
            Word::Because,
            Word::Than,
            Word::Or,
            Word::And,
            Word::Would,
            Word::Must,
            Word::Seem,
            Word::Have,
            Word::Can,
            Word::Could,
            Word::May,
            Word::Rather,
        ];
        let word = right.get(..length).unwrap_or_default();
        // "A over B"
        let compared = ["to", "over", "before", "above", "below", "behind", "ahead", "against"];
        let follows = right.get(length..).is_some_and(|rest| rest.starts_with(' '));
        verbs.contains(&lookup(word))
            || follows && self.letter == 'A' && compared.contains(&word)
            || ["states", "says", "includes", "describes", "involves", "adds"].contains(&word)
    }
}

/// True if a single letter comes first, as in "C.S." and "U.S.A".
fn is_initial(mut chars: impl Iterator<Item = char>) -> bool {
    chars.next().is_some_and(char::is_alphabetic)
        && !chars.next().is_some_and(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_in_brackets() {
        for text in ["(a)", "(A)", "[a]", "{a}", "( a )", "(**a**)", "（a）", "(a.)"] {
            let read = bracketed(text);
            assert_eq!(read, Some(('a', text.len())), "{text}");
        }
    }

    #[test]
    fn not_letters_in_brackets() {
        for text in ["(ab)", "(a", "a)", "()", "(1)", "(a b)", "", "(é)"] {
            assert_eq!(bracketed(text), None, "{text}");
        }
    }
}
