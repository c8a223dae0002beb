//! Splits formulas into tokens.

use super::ParseError;
use crate::formula::Quantifier;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    Open,
    Close,
    Comma,
    Dot,
    Not,
    And,
    Or,
    Implies,
    Iff,
    Equals,
    Differs,
    /// `*` after a term that is at issue, as in formulas of the erotetic theory.
    Mark,
    Quantifier(Quantifier),
    Truth(bool),
    End,
}

/// A token and its position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: Kind,
    pub(super) text: &'t str,
    pub(super) at: usize,
}

/// Signs; longer ones come before their own prefixes.
const SIGNS: [(&str, Kind); 35] = [
    ("<->", Kind::Iff),
    ("<=>", Kind::Iff),
    ("->", Kind::Implies),
    ("=>", Kind::Implies),
    ("!=", Kind::Differs),
    ("==", Kind::Equals),
    ("/\\", Kind::And),
    ("\\/", Kind::Or),
    ("&&", Kind::And),
    ("||", Kind::Or),
    ("(", Kind::Open),
    (")", Kind::Close),
    (",", Kind::Comma),
    (".", Kind::Dot),
    (":", Kind::Dot),
    ("~", Kind::Not),
    ("!", Kind::Not),
    ("¬", Kind::Not),
    ("-", Kind::Not),
    ("&", Kind::And),
    ("∧", Kind::And),
    ("|", Kind::Or),
    ("∨", Kind::Or),
    ("→", Kind::Implies),
    ("⊃", Kind::Implies),
    ("⇒", Kind::Implies),
    ("↔", Kind::Iff),
    ("⇔", Kind::Iff),
    ("=", Kind::Equals),
    ("≠", Kind::Differs),
    ("*", Kind::Mark),
    ("∀", Kind::Quantifier(Quantifier::All)),
    ("∃", Kind::Quantifier(Quantifier::Some)),
    ("⊤", Kind::Truth(true)),
    ("⊥", Kind::Truth(false)),
];

/// Help for `∃2 x P(x)`.
pub(super) const COUNTING: &str = "a quantifier cannot contain a number; write `some x some y \
     (P(x) & P(y) & x != y)` for *at least two*, and `all x all y (P(x) & P(y) -> x = y)` for *at \
     most one*";

fn word(text: &str) -> Kind {
    match text {
        "not" => Kind::Not,
        "and" => Kind::And,
        "or" => Kind::Or,
        "implies" => Kind::Implies,
        "iff" => Kind::Iff,
        "all" | "forall" | "every" => Kind::Quantifier(Quantifier::All),
        "some" | "exists" => Kind::Quantifier(Quantifier::Some),
        "true" => Kind::Truth(true),
        "false" => Kind::Truth(false),
        _ => Kind::Name,
    }
}

/// Tests if a name can be read without quotes.
pub(super) fn is_plain(name: &str) -> bool {
    let first = name.chars().next();
    first.is_some_and(|c| c.is_alphanumeric() || c == '_')
        && name.chars().all(named)
        && word(name) == Kind::Name
}

/// The length of a number with a point: `1.5`.
fn decimal(rest: &str) -> Option<usize> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(rest);
    let places = digits(rest[whole..].strip_prefix('.')?);
    (whole > 0 && places > 0).then_some(whole + 1 + places)
}

/// The length of the name of the product of terms.
fn product(rest: &str) -> Option<usize> {
    rest.starts_with("x\u{304}").then_some("x\u{304}".len())
}

/// Tests for letters, digits and signs of names.
fn named(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '\''
}

/// Checks that a hyphen can only be a negation: it touches the denied formula and no word before
/// it.
///
/// `not-A` would deny `A` twice, and `- A` may be an item of a list.
fn check_hyphen(text: &str, at: usize) -> Result<(), ParseError> {
    let refused = |expected, help: &str| Err(ParseError::new(text, at, expected).help(help));
    if text[..at].ends_with(named) {
        return refused(
            "no `-` directly after a word",
            "write `not A` or ¬A for *not A*; put a name with a hyphen in quotes: \"well-known\"",
        );
    }
    match text[at + 1..].chars().next() {
        Some(next) if !next.is_whitespace() => Ok(()),
        _ => refused("no `-` by itself", "write ¬A or -A, without a space, for *not A*"),
    }
}

/// The tokens of a text; the last one is its end.
pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, ParseError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let rest = &text[at..];
        if let Some(quoted) = rest.strip_prefix('"') {
            let end = quoted.find('"').filter(|end| *end > 0).ok_or_else(|| {
                ParseError::new(text, at, "a name in quotes").help("close it with another quote")
            })?;
            tokens.push(Token { kind: Kind::Name, text: &quoted[..end], at });
            at += end + 2;
            continue;
        }
        let (kind, len) = if let Some(len) = decimal(rest).or_else(|| product(rest)) {
            (Kind::Name, len)
        } else if first.is_alphanumeric() || first == '_' {
            let len = rest.find(|c| !named(c)).unwrap_or(rest.len());
            (word(&rest[..len]), len)
        } else {
            let sign = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign));
            let Some((sign, kind)) = sign else {
                let error = ParseError::new(text, at, "a formula");
                let after_quantifier = tokens
                    .last()
                    .is_some_and(|before: &Token<'_>| matches!(before.kind, Kind::Quantifier(_)));
                return Err(error.help(match first {
                    '≥' | '≤' | '<' | '>' if after_quantifier => COUNTING,
                    _ => "signs are ¬ ∧ ∨ → ↔ = ≠ ∀ ∃, or ~ & | -> <-> = != all some",
                }));
            };
            (*kind, sign.len())
        };
        let token = Token { kind, text: &rest[..len], at };
        if token.text == "-" {
            check_hyphen(text, at)?;
        }
        let before = tokens.last().filter(|before: &&Token<'_>| before.kind == Kind::Not);
        if kind == Kind::Not
            && before.is_some_and(|before| [before.text, token.text].contains(&"-"))
        {
            let error = ParseError::new(text, at, "no `-` next to another negation");
            return Err(error.help("write ¬A for *not A*, or ¬¬A for its denial"));
        }
        tokens.push(token);
        at += len;
    }
    tokens.push(Token { kind: Kind::End, text: "", at: text.len() });
    Ok(tokens)
}
