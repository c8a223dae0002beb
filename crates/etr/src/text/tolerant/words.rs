//! Words that stand for signs.

use super::brackets::{is_condition, joins_atoms, separates};
use super::quantifiers::split;
use super::symbols::TokenKind;
use super::token::Token;
use super::variables::lacks_variable;
use std::borrow::Borrow;

/// The sign for which a word is written, in places where a sign may be.
pub(super) fn connective(word: &str) -> Option<TokenKind> {
    Some(match word.to_ascii_lowercase().as_str() {
        "and" => TokenKind::And,
        "or" => TokenKind::Or,
        "not" => TokenKind::Not,
        "then" | "implies" => TokenKind::Arrow,
        "if" | "given" => TokenKind::Reverse,
        _ => return None,
    })
}

/// A quantifier in words, and how many tokens it takes up.
pub(super) fn quantifier<'t, T: Borrow<Token<'t>>>(tokens: &[T]) -> Option<(TokenKind, usize)> {
    let word = |at: usize| {
        let token = tokens.get(at).map(Borrow::borrow);
        let name = token.filter(|token| token.kind == TokenKind::Name);
        name.map(|token| token.text.to_ascii_lowercase()).unwrap_or_default()
    };
    let (kind, len) = match (word(0).as_str(), word(1).as_str()) {
        ("for", "all" | "every" | "each" | "any") => (TokenKind::Universal, 2),
        ("for", "some") => (TokenKind::Existential, 2),
        ("there", "exists" | "is" | "exist" | "are") => (TokenKind::Existential, 2),
        ("forall" | "all" | "every" | "each", _) => (TokenKind::Universal, 1),
        ("exists" | "some", _) => (TokenKind::Existential, 1),
        _ => return None,
    };
    let article =
        usize::from(matches!(word(len).as_str(), "a" | "an" | "some") && !word(len + 1).is_empty());
    Some((kind, len + article))
}

/// The number of tokens of `such that` or `s.t.` after a quantified variable.
pub(super) fn such_that(tokens: &[Token<'_>]) -> usize {
    let is = |at: usize, text: &str| {
        tokens.get(at).is_some_and(|token| token.text.eq_ignore_ascii_case(text))
    };
    if is(0, "such") && is(1, "that") {
        2
    } else if is(0, "s") && is(1, ".") && is(2, "t") {
        if is(3, ".") { 4 } else { 3 }
    } else {
        0
    }
}

/// A form that views lack, and how to say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Foreign {
    /// The place as a byte offset.
    pub(super) offset: usize,
    /// The form expected instead.
    pub(super) expected: &'static str,
    pub(super) help: &'static str,
}

/// Help for `A -> B -> C`.
pub(super) const ONE_CONDITION: &str =
    "a view has one condition; `A -> B` and `B -> C` are two views, `A and B -> C` is one";
/// Refusal of `(A -> B) and C`.
pub(super) const CONDITION_INSIDE: (&str, &str) =
    ("no condition inside a larger view", ONE_CONDITION);
/// Refusal of `A and (B or C)`.
pub(super) const ALTERNATIVES_INSIDE: (&str, &str) =
    ("an atom", "alternatives do not stand inside others; `A and (B or C)` is `{A()B(), A()C()}`");
/// Refusal of `A or false`.
pub(super) const FALSUM_INSIDE: (&str, &str) =
    ("an atom", "a state cannot be false; leave it out, or write `{}` for the absurd view");

/// Refusal of `- A` on one line and `- B` on the next.
pub(super) const SEVERAL_ITEMS: (&str, &str) = (
    "one view, not a list of several",
    "give each item of the list by itself; alternatives of one view are separated by commas: `{A(), B()}`",
);
/// Refusal of `not - A`, `~-A` and `A - B`.
pub(super) const DASH: (&str, &str) =
    ("a denial without a dash", "write `~A` or `not A` for *not A*");
/// Refusal of `King(mary or john)` and `A (B or C)`.
pub(super) const CONNECTIVE_INSIDE: (&str, &str) = (
    "terms alone in the brackets of a predicate",
    "signs and words such as `or` join atoms, not terms: *King(mary or john)* is \
     `King(mary) or King(john)`; put a sign between a name and brackets that are not its own: \
     `A and (B or C)` is `{A()B(), A()C()}`",
);
/// Refusal of `not-Rain`.
const HYPHENATED: (&str, &str) = (
    "no word for a sign inside a name",
    "write `not Rain` for the denial of `Rain`, with a space for the hyphen; a name that has such a word \
     in it has `_` between: `not_Rain()`",
);
/// Refusal of `A B` without braces.
pub(super) const SIDE_BY_SIDE: (&str, &str) = (
    "a comma or a sign between two names",
    "write `A, B` for alternatives, `A and B` for both together; or put braces around the view: \
     `{A(), B()C()}`",
);
/// Refusal of `{0,5=* A}`.
pub(super) const DECIMAL_COMMA: (&str, &str) = (
    "a number with a decimal point",
    "`0,5=*` is the alternative `0` and the weight 5; write `0.5=*` for a weight of one half, or \
     `0, 5=*` for two alternatives",
);
/// Refusal of `if A then if B then C`.
pub(super) const SECOND_CONDITION: (&str, &str) = ("no second condition", ONE_CONDITION);

const SIGNS: &str = "signs that views have";
const CASES_OF_BOTH: &str =
    "`A <-> B` is two views, `A -> B` and `B -> A`; or list the cases: `{A()B(), ~A()~B()}`";
const CASES_OF_ONE: &str =
    "list the cases: `{A()~B(), ~A()B()}` for one of both, `{A(), B()}` for at least one";
const SENTENCE: (&str, &str) = (
    "a view, not a sentence",
    "a view has names and signs: `{Teller(linda())}` for *Linda is a teller*, `Rain or Sun`",
);
/// Refusal of `not Ax P(x)` and `Rain or Ax P(x)`.
pub(super) const QUANTIFIER_INSIDE: (&str, &str) = (
    "no quantifier inside a view",
    "quantifiers stand in front of the braces: `∀x {P(x), Q()}`; an atom or constant of such a name \
     has brackets: `Ax()`",
);
/// Refusal of `Ax P(x) -> C`.
pub(super) const NARROW_QUANTIFIER: (&str, &str) = (
    "a consequence that every quantifier reaches",
    "put brackets around all that is quantified, `∀x (P(x) -> C)`; without them a quantifier \
     takes `P(x)` alone, and `(∀x P(x)) -> C` is `∃x (P(x) -> C)`, as `(∃x P(x)) -> C` is \
     `∀x (P(x) -> C)`",
);

/// Refusal of `all P(x)`.
const NO_VARIABLE: (&str, &str) = (
    "a quantifier with a variable that occurs in the brackets",
    "write `∀x P(x)` or `all x P(x)`, with a space behind the variable; for an atom of such a name \
     write brackets behind it: `all()`",
);
/// Refusal of `Wet :- Rain`.
const CLAUSE: (&str, &str) =
    (SIGNS, "`A :- B` is `if B then A`, and `A :- B, C` is `if B and C then A`");
/// Refusal of `Rain: Wet`.
pub(super) const LABEL: (&str, &str) = (
    SIGNS,
    "what stands before the colon is no label such as `View:`, `Answer:`, `Conclusion:` or `P1:`; \
     write `A -> B` for *if A then B*, `A, B` for alternatives, `A and B` for both together",
);

/// Refusal of a connective written in front of its operands, as in `and(A, B)`.
///
/// With a space behind them, `and`, `or` and `if` may come before brackets as before everything
/// else.
fn prefixed(word: &str, gap: bool, then: bool) -> Option<(&'static str, &'static str)> {
    const BETWEEN: &str = "a sign between what it joins";
    Some(match word {
        "and" if !gap => (BETWEEN, "`and(A, B)` is `A and B`, with a space behind `and`"),
        "or" if !gap => (BETWEEN, "`or(A, B)` is `A or B`, with a space behind `or`"),
        "implies" if !gap => (BETWEEN, "`implies(A, B)` is `A -> B`"),
        "if" if !gap && !then => (BETWEEN, "`if(A, B)` is `if A then B`"),
        "iff" | "xor" | "either" | "nor" | "neither" | "unless" => return foreign_word(word),
        _ => return None,
    })
}

/// The expected form in place of a word by itself, and help.
///
/// These are words of sentences and connectives that views lack. The text is no view written
/// carelessly, and brackets behind the word would change its meaning.
fn foreign_word(word: &str) -> Option<(&'static str, &'static str)> {
    Some(match word {
        "is" | "are" | "was" | "were" | "has" | "have" | "had" | "does" | "the" | "an" | "but"
        | "because" | "therefore" | "so" | "which" => SENTENCE,
        "iff" => (SIGNS, CASES_OF_BOTH),
        "xor" | "either" => (SIGNS, CASES_OF_ONE),
        "nor" | "neither" => (SIGNS, "*neither A nor B* is `{~A()~B()}`"),
        "unless" => (SIGNS, "*A unless B* is `if not B then A`"),
        "both" => (SIGNS, "*both A and B* is `A and B`"),
        "only" => (SIGNS, "*A only if B* is `if A then B`"),
        _ => return None,
    })
}

/// The same for signs.
fn foreign_sign(sign: &str) -> Option<(&'static str, &'static str)> {
    Some(match sign {
        "<->"
        | "<=>"
        | "↔"
        | "⇔"
        | "⟷"
        | "⟺"
        | "≡"
        | "\\leftrightarrow"
        | "\\Leftrightarrow"
        | "\\longleftrightarrow"
        | "\\iff"
        | "\\equiv" => (SIGNS, CASES_OF_BOTH),
        "⊕" | "⊻" | "\\oplus" | "\\veebar" => (SIGNS, CASES_OF_ONE),
        _ => return None,
    })
}

/// Do these tokens begin with a quantifier in words and a name behind it? `not All` denies an atom.
fn quantifies(tokens: &[&Token<'_>]) -> bool {
    let named = |at: usize| tokens.get(at).filter(|token| token.kind == TokenKind::Name);
    let quantifier = named(0).is_some_and(|token| {
        let word = token.text.to_ascii_lowercase();
        ["forall", "all", "every", "each", "exists", "some", "for"].contains(&word.as_str())
    });
    quantifier && named(1).is_some_and(|token| connective(&token.text).is_none())
}

/// The first word or sign that no view has, so that the text is not one written carelessly.
pub(super) fn foreign(tokens: &[Token<'_>]) -> Option<Foreign> {
    let tokens: Vec<&Token<'_>> = tokens.iter().filter(|t| t.kind != TokenKind::Space).collect();
    // For each open bracket: true if terms are in it, of which connectives may be functions.
    let mut terms: Vec<bool> = Vec::new();
    (0..tokens.len()).find_map(|at| {
        let token = tokens[at];
        let among_terms = terms.last().copied().unwrap_or(false);
        let found = match token.kind {
            TokenKind::Open('(') => {
                terms.push(among_terms || applies(&tokens[..at], token));
                None
            }
            TokenKind::Close(')') => {
                terms.pop();
                None
            }
            _ if !among_terms && lacks_variable(&tokens[at..]) => Some(NO_VARIABLE),
            TokenKind::Name if hyphenates_sign(token.source) => Some(HYPHENATED),
            TokenKind::Name => foreign_name(&tokens, at, among_terms),
            TokenKind::Colon if begins_clause(&tokens, at) => Some(CLAUSE),
            TokenKind::Other => foreign_sign(token.source),
            _ => None,
        };
        let (expected, help) = found?;
        Some(Foreign { offset: token.start, expected, help })
    })
}

/// Is a word for a sign or a quantifier joined to another by a hyphen, as in `not-Rain`?
fn hyphenates_sign(name: &str) -> bool {
    let is_sign = |part: &str| {
        let word = part.to_ascii_lowercase();
        let word = word.as_str();
        let quantifies = ["all", "every", "each", "forall", "some", "exists"].contains(&word);
        let foreign = ["iff", "xor", "nor", "unless", "either", "neither"].contains(&word);
        quantifies || foreign || connective(word).is_some()
    };
    let parts = || name.split(['-', '‐', '‑']);
    parts().nth(1).is_some() && parts().any(is_sign)
}

/// Is there a predicate or function right before this bracket?
fn applies(before: &[&Token<'_>], bracket: &Token<'_>) -> bool {
    before.last().is_some_and(|last| {
        last.kind == TokenKind::Name
            && last.end() == bracket.start
            && connective(&last.text).is_none()
            && !last.text.eq_ignore_ascii_case("do")
    })
}

/// Is this the sign of a clause of Prolog, `:-`? In `Ax:-P(x)` it is a dot and a denial.
fn begins_clause(tokens: &[&Token<'_>], at: usize) -> bool {
    let quantifies = |at: usize| {
        matches!(tokens[at].kind, TokenKind::Universal | TokenKind::Existential)
            || !split(&tokens[at].text).is_empty()
            || matches!(&*tokens[at].text, "A" | "E")
            || quantifier(&tokens[at..]).is_some()
    };
    let next = tokens.get(at + 1).filter(|next| next.kind == TokenKind::Minus);
    next.is_some_and(|next| next.start == tokens[at].end()) && !(0..at).any(quantifies)
}

/// Refusal of the denial of brackets that these tokens begin with: help with denying their content.
pub(super) fn denial<'a, 't: 'a>(
    tokens: impl IntoIterator<Item = &'a Token<'t>>,
) -> (&'static str, &'static str) {
    let (mut depth, mut alternatives, mut joined) = (0_usize, false, false);
    for token in tokens {
        match token.kind {
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) => depth = depth.saturating_sub(1),
            // *not (if A then B)* is neither.
            _ if depth == 1 && is_condition(token) => (alternatives, joined) = (true, true),
            _ if depth == 1 => {
                alternatives |= separates(token);
                joined |= joins_atoms(token);
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    let help = match (alternatives, joined) {
        (true, false) => "views deny atoms, each by itself: *not (A or B)* is `{~A()~B()}`",
        (false, true) => "views deny atoms, each by itself: *not (A and B)* is `{~A(), ~B()}`",
        _ => {
            "views deny atoms, each by itself: *not (A or B)* is `{~A()~B()}`, and *not (A and B)* \
             is `{~A(), ~B()}`"
        }
    };
    ("an atom to deny", help)
}

/// Do these tokens begin with brackets around a single atom, which can be denied?
fn is_one_atom(tokens: &[&Token<'_>]) -> bool {
    let is = |at: usize, kind| tokens.get(at).is_some_and(|token| token.kind == kind);
    let opened = (0..tokens.len()).take_while(|at| is(*at, TokenKind::Open('('))).count();
    let Some(name) = tokens.get(opened) else { return false };
    if name.kind != TokenKind::Name || connective(&name.text).is_some() {
        return false;
    }
    let (mut at, mut depth) = (opened + 1, 0_usize);
    if is(at, TokenKind::Open('(')) {
        loop {
            match tokens.get(at).map(|token| token.kind) {
                None => return false,
                Some(TokenKind::Open('(')) => depth += 1,
                Some(TokenKind::Close(')')) => depth = depth.saturating_sub(1),
                _ => {}
            }
            at += 1;
            if depth == 0 {
                break;
            }
        }
    }
    (at..at + opened).all(|at| is(at, TokenKind::Close(')')))
}

fn foreign_name(
    tokens: &[&Token<'_>],
    at: usize,
    among_terms: bool,
) -> Option<(&'static str, &'static str)> {
    let token = tokens[at];
    let before = at.checked_sub(1).map(|at| tokens[at]);
    let after = tokens.get(at + 1);
    let opens = after.is_some_and(|next| next.kind == TokenKind::Open('('));
    let gap = after.is_some_and(|next| next.start > token.end());
    let word_is = |at: usize, word: &str| {
        tokens.get(at).is_some_and(|token| token.text.eq_ignore_ascii_case(word))
    };
    let word = token.text.to_ascii_lowercase();
    match word.as_str() {
        // "there is"
        "is" | "are" if before.is_some_and(|b| b.text.eq_ignore_ascii_case("there")) => None,
        "not" => {
            if quantifies(&tokens[at + 1..]) {
                return Some(QUANTIFIER_INSIDE);
            }
            let denied = &tokens[at + 1..];
            (opens && !among_terms && !is_one_atom(denied)).then(|| denial(denied.iter().copied()))
        }
        // "if and only if"
        "if" if word_is(at + 1, "and") && word_is(at + 2, "only") && word_is(at + 3, "if") => {
            Some((SIGNS, CASES_OF_BOTH))
        }
        "v" => {
            let left =
                before.is_some_and(|b| matches!(b.kind, TokenKind::Name | TokenKind::Close(')')));
            let right = after.is_some_and(|a| matches!(a.kind, TokenKind::Name | TokenKind::Not));
            (left && right).then_some((SIGNS, "write `or`, `∨` or a comma for *or*"))
        }
        _ if opens && among_terms => None,
        word if opens => {
            let then = (at + 1..tokens.len()).any(|at| word_is(at, "then"));
            prefixed(word, gap, then)
        }
        word => foreign_word(word),
    }
}
