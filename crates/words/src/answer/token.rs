//! An answer as words and signs, each with its position in the text.

/// A word or sign with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub lexeme: Lexeme,
    pub start: usize,
    pub end: usize,
}

/// A word, in lower case and without apostrophes, or a sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Lexeme {
    Word(String),
    /// A letter for an arbitrary object, in upper case.
    Letter(char),
    Comma,
    Semicolon,
    Colon,
    Dash,
    Open,
    Close,
    Not,
    And,
    Or,
    Implies,
    Iff,
    All,
    Exists,
    /// The end of a sentence.
    Stop,
    /// The end of a line.
    Line,
    /// The mark of a list item.
    Bullet,
    /// A brace, of a formula or of an unfilled template.
    Brace,
}

/// Reads words and signs; decoration (quotes, asterisks, dollars) is left out.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut scanner = Scanner { text, at: 0, tokens: Vec::new(), braces: 0 };
    while let Some(c) = scanner.peek(0) {
        scanner.step(c);
    }
    scanner.tokens
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    tokens: Vec<Token>,
    /// Open braces around plain text.
    braces: usize,
}

/// LaTeX commands for signs.
const COMMANDS: [(&str, Lexeme); 20] = [
    ("neg", Lexeme::Not),
    ("lnot", Lexeme::Not),
    ("sim", Lexeme::Not),
    ("land", Lexeme::And),
    ("wedge", Lexeme::And),
    ("lor", Lexeme::Or),
    ("vee", Lexeme::Or),
    ("to", Lexeme::Implies),
    ("rightarrow", Lexeme::Implies),
    ("Rightarrow", Lexeme::Implies),
    ("implies", Lexeme::Implies),
    ("supset", Lexeme::Implies),
    ("iff", Lexeme::Iff),
    ("leftrightarrow", Lexeme::Iff),
    ("Leftrightarrow", Lexeme::Iff),
    ("forall", Lexeme::All),
    ("exists", Lexeme::Exists),
    ("lbrace", Lexeme::Brace),
    ("rbrace", Lexeme::Brace),
    ("newline", Lexeme::Line),
];

const SIGNS: [(&str, Lexeme); 22] = [
    ("<->", Lexeme::Iff),
    ("<=>", Lexeme::Iff),
    ("->", Lexeme::Implies),
    ("=>", Lexeme::Implies),
    ("&&", Lexeme::And),
    ("||", Lexeme::Or),
    ("¬", Lexeme::Not),
    ("~", Lexeme::Not),
    ("∧", Lexeme::And),
    ("⋀", Lexeme::And),
    ("&", Lexeme::And),
    ("∨", Lexeme::Or),
    ("⋁", Lexeme::Or),
    ("|", Lexeme::Or),
    ("→", Lexeme::Implies),
    ("⇒", Lexeme::Implies),
    ("⊃", Lexeme::Implies),
    ("↔", Lexeme::Iff),
    ("⇔", Lexeme::Iff),
    ("∀", Lexeme::All),
    ("∃", Lexeme::Exists),
    ("--", Lexeme::Dash),
];

impl Scanner<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self, skip: usize) -> Option<char> {
        self.rest().chars().nth(skip)
    }

    fn push(&mut self, lexeme: Lexeme, start: usize) {
        self.tokens.push(Token { lexeme, start, end: self.at });
    }

    /// Consumes this number of bytes as a sign.
    fn sign(&mut self, lexeme: Lexeme, bytes: usize) {
        let start = self.at;
        self.at += bytes;
        self.push(lexeme, start);
    }

    fn at_line_start(&self) -> bool {
        self.tokens.last().is_none_or(|last| last.lexeme == Lexeme::Line)
    }

    fn step(&mut self, c: char) {
        if c.is_alphanumeric() {
            return self.word();
        }
        if c == '\\' {
            return self.command();
        }
        if c == '`' && self.at_line_start() && self.fence() {
            return;
        }
        let spaced = self.peek(1).is_none_or(char::is_whitespace);
        if self.at_line_start() && spaced && matches!(c, '*' | '-' | '•' | '–' | '+') {
            return self.sign(Lexeme::Bullet, c.len_utf8());
        }
        let known = SIGNS.iter().find(|(sign, _)| self.rest().starts_with(sign));
        if let Some((sign, lexeme)) = known {
            return self.sign(lexeme.clone(), sign.len());
        }
        if c == '}' && self.braces > 0 {
            self.braces -= 1;
            self.at += 1;
            return;
        }
        let lexeme = match c {
            '\n' => Some(Lexeme::Line),
            ',' => Some(Lexeme::Comma),
            ';' => Some(Lexeme::Semicolon),
            ':' => Some(Lexeme::Colon),
            '(' | '[' => Some(Lexeme::Open),
            ')' | ']' => Some(Lexeme::Close),
            '{' | '}' => Some(Lexeme::Brace),
            '—' | '–' => Some(Lexeme::Dash),
            '-' if spaced => Some(Lexeme::Dash),
            '•' => Some(Lexeme::Bullet),
            '∴' => Some(Lexeme::Word("therefore".to_owned())),
            '!' if self.peek(1).is_some_and(|next| next.is_alphabetic() || next == '(') => {
                Some(Lexeme::Not)
            }
            '.' | '!' | '?' | '…' if self.ends_sentence() => Some(Lexeme::Stop),
            _ => None,
        };
        match lexeme {
            Some(lexeme) => self.sign(lexeme, c.len_utf8()),
            None => self.at += c.len_utf8(),
        }
    }

    /// Skips the mark that begins a block of code, with the name of its language.
    fn fence(&mut self) -> bool {
        let Some(rest) = self.rest().strip_prefix("```") else { return false };
        let name = rest.bytes().take_while(|b| b.is_ascii_alphanumeric()).count();
        let named = rest.get(name..).is_some_and(|rest| rest.starts_with(['\n', '\r']));
        self.at += 3 + if named { name } else { 0 };
        true
    }

    /// Returns true if only closing signs precede the next space.
    fn ends_sentence(&self) -> bool {
        let next =
            self.rest().chars().skip(1).find(|c| !matches!(c, '"' | '”' | '*' | ')' | '`' | '$'));
        next.is_none_or(|c| c.is_whitespace() || !c.is_alphanumeric())
    }

    fn word(&mut self) {
        let start = self.at;
        let in_word = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’');
        let length = self.rest().find(|c| !in_word(c)).unwrap_or(self.rest().len());
        self.at += length;
        let raw = self.text.get(start..self.at).unwrap_or("");
        let numbered = raw.bytes().all(|byte| byte.is_ascii_digit()) && raw.len() <= 2;
        if numbered && self.at_line_start() && matches!(self.peek(0), Some('.' | ')')) {
            self.at += 1;
            return self.push(Lexeme::Bullet, start);
        }
        let mut letters = raw.chars();
        if let (Some(letter), None) = (letters.next(), letters.next())
            && letter.is_ascii_alphabetic()
            && !matches!(letter, 'A' | 'a' | 'I' | 'i')
        {
            return self.push(Lexeme::Letter(letter.to_ascii_uppercase()), start);
        }
        let lower = raw.to_lowercase().replace('’', "'");
        let (first, second) = uncontracted(&lower);
        self.push(Lexeme::Word(first.replace('\'', "")), start);
        if let Some(second) = second {
            self.push(Lexeme::Word(second.to_owned()), start);
        }
    }

    fn command(&mut self) {
        let start = self.at;
        self.at += 1;
        let name = self.rest().find(|c: char| !c.is_ascii_alphabetic());
        let length = name.unwrap_or(self.rest().len());
        let name = self.rest().get(..length).unwrap_or("").to_owned();
        self.at += length;
        if let Some((_, lexeme)) = COMMANDS.iter().find(|(command, _)| *command == name) {
            self.push(lexeme.clone(), start);
        } else if matches!(name.as_str(), "text" | "textbf" | "mathrm" | "boxed" | "textit") {
            // The braces of these contain plain text.
            let brace = usize::from(self.rest().starts_with('{'));
            self.at += brace;
            self.braces += brace;
        } else if name.is_empty() {
            self.at += self.peek(0).map_or(0, char::len_utf8);
        }
    }
}

/// *isn't* as *is* and *not*.
fn uncontracted(word: &str) -> (&str, Option<&'static str>) {
    match word {
        "can't" | "cant" | "cannot" => ("can", Some("not")),
        "won't" => ("will", Some("not")),
        "it's" => ("it", Some("is")),
        "that's" => ("that", Some("is")),
        "there's" => ("there", Some("is")),
        _ => match word.strip_suffix("n't") {
            Some(verb) => (verb, Some("not")),
            None => (word, None),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_signs_are_told_apart() {
        let shown = |text: &str| -> String {
            let show = |token: Token| match token.lexeme {
                Lexeme::Word(word) => word,
                other => format!("{other:?}"),
            };
            tokens(text).into_iter().map(show).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(shown("**Isn't** it time-bending?"), "is not it time bending Stop");
        assert_eq!(shown("1. A is red\n- X"), "Bullet a is red Line Bullet Letter('X')");
        assert_eq!(
            shown("\\neg P(\\text{ace}) \\lor !q"),
            "Not Letter('P') Open ace Close Or Not Letter('Q')"
        );
        assert_eq!(shown("Timekeeper’s -> 0.5."), "timekeepers Implies 0 5 Stop");
    }
}
