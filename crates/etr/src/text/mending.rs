//! Help with a text that cannot be where it is in a view.

use super::scanner::{letter, name_byte};

/// The probable meaning of the sign that a text begins with, and how views say it.
pub(super) fn among_states(rest: &str) -> Option<&'static str> {
    Some(match rest.chars().next()? {
        '∧' | '&' => "atoms that hold together stand side by side: `A()B()`",
        '∨' | '|' | ';' => "alternatives are separated by commas: `{A(),B()}`",
        '¬' | '!' | '-' => "negation is written `~`: `~A()`",
        '→' | '⇒' | '⊃' => "a conditional has its condition behind: `{B()}^{A()}`",
        '=' | '≠' => "identity is written in front: `==(a(),b())`, `~==(a(),b())`",
        '∀' | '∃' => "quantifiers stand in front of the braces: `∀x {P(x)}`",
        '(' => "brackets stand after names only: `P()`, `P(a())`",
        ')' => "this bracket closes nothing",
        '[' | ']' => "views have braces and round brackets only: `{P(a())}`",
        '{' => "alternatives are separated by commas, without braces of their own",
        ',' | '}' | '^' => "alternatives stand between commas, and none of them is left out",
        '*' => "what can be marked are terms: `P(a()*)`",
        '0'..='9' => "`0` is a state by itself; weights are followed by `=*` or `=+`",
        '"' | '\'' | '“' | '”' | '‘' | '’' | '`' => "names stand without quotes",
        letter if letter.is_alphabetic() && !letter.is_ascii() => LETTERS,
        letter if letter.is_whitespace() => "this is no plain space",
        _ => return None,
    })
}

/// Help with a letter that names cannot have.
const LETTERS: &str = "names are made of the letters a to z, digits and `_`";

/// Help with a text that is no term.
pub(super) fn among_terms(rest: &str) -> Option<&'static str> {
    let first = rest.chars().next()?;
    (first.is_alphabetic() && !first.is_ascii()).then_some(LETTERS)
}

/// Help with a text in front of a view, or in place of a name by itself.
pub(super) fn in_front(rest: &str) -> String {
    let name = rest.trim_end();
    let named = name.bytes().next().is_some_and(letter) && name.bytes().all(name_byte);
    match rest.contains('{') {
        true => "quantifiers are written `∀x` or `Ax`, `∃y` or `Ey`, and nothing else in front",
        false if named => return format!("write `{{{name}()}}` for a proposition"),
        false => "a view has braces around it, and commas between alternatives: `{A(),B()}`",
    }
    .to_owned()
}

/// Help with a text behind a view.
pub(super) fn behind(rest: &str) -> Option<&'static str> {
    match rest.chars().next()? {
        '}' | ')' => Some("this bracket closes nothing"),
        '{' => Some("a view has one pair of braces, and `^` before those of its supposition"),
        '→' | '⇒' | '⊃' | '-' | '=' => among_states("→"),
        _ => None,
    }
}
