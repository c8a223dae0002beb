//! S-expressions: the parts of an SMT-LIB script.

use super::MOST_NESTING;
use crate::error::ParseError;

/// A symbol or a list, and its place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Expression<'t> {
    pub(super) at: usize,
    pub(super) kind: ExpressionKind<'t>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ExpressionKind<'t> {
    /// A symbol, keyword or number.
    Symbol(&'t str),
    /// A symbol between bars, which is never a word of the language.
    Quoted(&'t str),
    /// A string.
    Text,
    List(Vec<Expression<'t>>),
}

impl<'t> Expression<'t> {
    /// The word that it is, if it is one and no mere name.
    pub(super) fn word(&self) -> Option<&'t str> {
        match self.kind {
            ExpressionKind::Symbol(word) => Some(word),
            _ => None,
        }
    }

    /// The name that it is, quoted or not.
    pub(super) fn name(&self) -> Option<&'t str> {
        match self.kind {
            ExpressionKind::Symbol(name) | ExpressionKind::Quoted(name) => Some(name),
            _ => None,
        }
    }

    pub(super) fn list(&self) -> Option<&[Expression<'t>]> {
        match &self.kind {
            ExpressionKind::List(items) => Some(items),
            _ => None,
        }
    }
}

/// A list whose closing bracket has not come yet.
struct Open<'t> {
    at: usize,
    items: Vec<Expression<'t>>,
}

/// Reads all expressions of a text. Never recursive, so that no text exhausts the stack.
pub(super) fn expressions(text: &str) -> Result<Vec<Expression<'_>>, ParseError> {
    let mut all = Vec::new();
    let mut open: Vec<Open<'_>> = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let start = at;
        let kind = match first {
            ' ' | '\t' | '\n' | '\r' => {
                at += 1;
                continue;
            }
            ';' => {
                at += text[at..].find('\n').unwrap_or(text.len() - at);
                continue;
            }
            '(' => {
                check_nesting(text, start, open.len())?;
                open.push(Open { at, items: Vec::new() });
                at += 1;
                continue;
            }
            ')' => {
                at += 1;
                let Some(list) = open.pop() else { return Err(superfluous(text, start)) };
                let whole = Expression { at: list.at, kind: ExpressionKind::List(list.items) };
                place(whole, &mut open, &mut all);
                continue;
            }
            '|' => ExpressionKind::Quoted(quoted(text, &mut at)?),
            '"' => string(text, &mut at)?,
            _ => ExpressionKind::Symbol(symbol(text, &mut at)),
        };
        place(Expression { at: start, kind }, &mut open, &mut all);
    }
    match open.pop() {
        None => Ok(all),
        Some(list) => Err(unclosed(text, list.at)),
    }
}

fn place<'t>(it: Expression<'t>, open: &mut [Open<'t>], all: &mut Vec<Expression<'t>>) {
    match open.last_mut() {
        Some(list) => list.items.push(it),
        None => all.push(it),
    }
}

fn symbol<'t>(text: &'t str, at: &mut usize) -> &'t str {
    let rest = &text[*at..];
    let ends = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r' | ';' | '(' | ')' | '|' | '"');
    let len = rest.find(ends).unwrap_or(rest.len());
    *at += len;
    &rest[..len]
}

fn quoted<'t>(text: &'t str, at: &mut usize) -> Result<&'t str, ParseError> {
    let rest = &text[*at + 1..];
    let Some(len) = rest.find('|') else {
        let error = ParseError::new(text, text.len(), "`|`");
        return Err(error.help("a symbol that begins with `|` ends with `|`"));
    };
    *at += len + 2;
    Ok(&rest[..len])
}

/// A string; `""` inside stands for one quotation mark.
fn string<'t>(text: &'t str, at: &mut usize) -> Result<ExpressionKind<'t>, ParseError> {
    *at += 1;
    loop {
        let Some(len) = text[*at..].find('"') else {
            return Err(ParseError::new(text, text.len(), "the end of a string"));
        };
        *at += len + 1;
        if !text[*at..].starts_with('"') {
            return Ok(ExpressionKind::Text);
        }
        *at += 1;
    }
}

fn check_nesting(text: &str, at: usize, depth: usize) -> Result<(), ParseError> {
    if depth < MOST_NESTING {
        return Ok(());
    }
    let help = format!("expressions may nest {MOST_NESTING} deep");
    Err(ParseError::new(text, at, "no deeper nesting").help(help))
}

fn superfluous(text: &str, at: usize) -> ParseError {
    ParseError::new(text, at, "a command").help("this bracket closes nothing")
}

fn unclosed(text: &str, opened: usize) -> ParseError {
    let place = ParseError::new(text, opened, "");
    let help = format!("the one at line {}, column {} is open", place.line, place.column);
    ParseError::new(text, text.len(), "`)`").help(help)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn spell(expression: &Expression<'_>) -> String {
        match &expression.kind {
            ExpressionKind::Symbol(name) => (*name).to_owned(),
            ExpressionKind::Quoted(name) => format!("|{name}|"),
            ExpressionKind::Text => "\"\"".to_owned(),
            ExpressionKind::List(items) => {
                format!("({})", items.iter().map(spell).collect::<Vec<_>>().join(" "))
            }
        }
    }

    #[test]
    fn expressions_have_their_places() {
        let all = expressions("(a |b c|)\n; no (\n (\"x\"\"y\"(d))").expect("well formed");
        assert_eq!(all.iter().map(spell).collect::<Vec<_>>(), ["(a |b c|)", "(\"\" (d))"]);
        let places: Vec<usize> = all.iter().map(|one| one.at).collect();
        assert_eq!(places, [0, 18]);
    }

    #[test]
    fn brackets_must_match() {
        let message = |text| expressions(text).expect_err("ill formed").to_string();
        assert_eq!(
            message("(a\n (b)"),
            "line 2, column 5: expected `)`, found the end; the one at line 1, column 1 is open"
        );
        assert!(message("a)").contains("this bracket closes nothing"));
        assert!(message("(|a)").contains("ends with `|`"));
        assert!(message("(\"a)").contains("the end of a string"));
        assert!(message(&"(".repeat(100_000)).contains("nest 256 deep"));
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[()|\";a é\n]{0,40}") {
            if let Ok(all) = expressions(&text) {
                let spelled: Vec<String> = all.iter().map(spell).collect();
                let again = spelled.join(" ");
                let same: Vec<String> =
                    expressions(&again).expect("well formed").iter().map(spell).collect();
                prop_assert_eq!(same, spelled);
            }
        }
    }
}
