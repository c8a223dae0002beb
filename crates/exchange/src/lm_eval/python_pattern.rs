//! Checks that Python reads regular expressions as Peirast does.
//!
//! The harness scores short texts with Python's `re`. A pattern with syntax that only Rust's
//! `regex` has would fail there, or mean something else. The error would appear only after the
//! answers are paid for.

use regex_syntax::ast::parse::Parser;
use regex_syntax::ast::{
    self, AssertionKind, Ast, ClassSetBinaryOp, ClassSetItem, Flag, Flags, FlagsItemKind,
    GroupKind, Literal, LiteralKind, Span, Visitor,
};

/// The part of a pattern that Python's `re` reads differently, with its place and the fix. `None`
/// if there is none.
pub fn not_python(pattern: &str) -> Option<String> {
    // Invalid patterns were refused when the problems were read.
    let parsed = Parser::new().parse(pattern).ok()?;
    let (span, fix) = ast::visit(&parsed, Finder).err()?;
    let part = pattern.get(span.start.offset..span.end.offset).unwrap_or(pattern);
    let place = pattern.get(..span.start.offset).unwrap_or_default().chars().count() + 1;
    Some(format!("`{part}` at character {place}: {fix}"))
}

/// A part of a pattern, and its replacement.
type Found = (Span, &'static str);

/// Finds the first part that Python reads differently.
struct Finder;

impl Visitor for Finder {
    type Output = ();
    type Err = Found;

    fn finish(self) -> Result<(), Found> {
        Ok(())
    }

    fn visit_pre(&mut self, ast: &Ast) -> Result<(), Found> {
        match ast {
            Ast::Flags(set) => of_setting(set.span, &set.flags),
            Ast::Literal(literal) => of_literal(literal),
            Ast::ClassUnicode(class) => Err((class.span, PROPERTY)),
            Ast::Assertion(assertion) => match assertion.kind {
                AssertionKind::StartLine
                | AssertionKind::EndLine
                | AssertionKind::StartText
                | AssertionKind::WordBoundary
                | AssertionKind::NotWordBoundary => Ok(()),
                AssertionKind::EndText => {
                    Err((assertion.span, "leave it out: a pattern has to match the whole answer"))
                }
                _ => Err((assertion.span, "write \\b")),
            },
            Ast::Repetition(repetition) => match &*repetition.ast {
                Ast::Repetition(_) => {
                    Err((repetition.span, "put brackets around the repeated part: (?:a+)+"))
                }
                Ast::Assertion(_) => {
                    Err((repetition.span, "leave it out: there is nothing to repeat"))
                }
                _ => Ok(()),
            },
            Ast::Group(group) => match &group.kind {
                GroupKind::CaptureIndex(_) => Ok(()),
                GroupKind::CaptureName { starts_with_p: false, .. } => {
                    Err((group.span, "write (?P<name>...)"))
                }
                GroupKind::CaptureName { name, .. } if is_identifier(&name.name) => Ok(()),
                GroupKind::CaptureName { name, .. } => {
                    Err((name.span, "name the group by letters, digits and _"))
                }
                GroupKind::NonCapturing(flags) => of_flags(flags),
            },
            _ => Ok(()),
        }
    }

    fn visit_class_set_item_pre(&mut self, item: &ClassSetItem) -> Result<(), Found> {
        match item {
            ClassSetItem::Ascii(class) => {
                Err((class.span, "write the characters, for example [A-Za-z]"))
            }
            ClassSetItem::Unicode(class) => Err((class.span, PROPERTY)),
            ClassSetItem::Bracketed(class) => {
                Err((class.span, "write one set, without nested sets"))
            }
            ClassSetItem::Literal(literal) => of_class_literal(literal),
            ClassSetItem::Range(range) => {
                of_class_literal(&range.start).and_then(|()| of_class_literal(&range.end))
            }
            _ => Ok(()),
        }
    }

    fn visit_class_set_binary_op_pre(&mut self, set: &ClassSetBinaryOp) -> Result<(), Found> {
        Err((set.span, "write the characters of the set: Python has no operations on sets"))
    }
}

const PROPERTY: &str =
    "Python has no properties of characters: write \\w, \\d, [^\\W\\d_] for letters, or a set";

fn of_literal(literal: &Literal) -> Result<(), Found> {
    match literal.kind {
        LiteralKind::HexBrace(_) => Err((literal.span, "write the character itself")),
        _ => Ok(()),
    }
}

/// An unescaped bracket would begin a set within a set in a later version of Python, which warns of
/// it.
fn of_class_literal(literal: &Literal) -> Result<(), Found> {
    match literal.kind {
        LiteralKind::Verbatim if literal.c == '[' => Err((literal.span, "write \\[")),
        _ => of_literal(literal),
    }
}

/// Flags of a whole pattern: Python accepts them only at its beginning, and cannot turn them off
/// there.
fn of_setting(span: Span, flags: &Flags) -> Result<(), Found> {
    if span.start.offset > 0 {
        return Err((span, "write flags at the beginning, or for a part, as in (?i:...)"));
    }
    let turns_off = flags.items.iter().any(|item| item.kind == FlagsItemKind::Negation);
    if turns_off {
        return Err((span, "leave it out, or turn flags off for a part, as in (?-s:...)"));
    }
    of_flags(flags)
}

fn of_flags(flags: &Flags) -> Result<(), Found> {
    let mut is_off = false;
    for item in &flags.items {
        match item.kind {
            FlagsItemKind::Negation => is_off = true,
            FlagsItemKind::Flag(Flag::CRLF | Flag::SwapGreed) => {
                return Err((flags.span, "Python does not have this flag: leave it out"));
            }
            FlagsItemKind::Flag(Flag::IgnoreWhitespace) => {
                return Err((
                    flags.span,
                    "Python ignores different white space: leave out the flag and the space",
                ));
            }
            FlagsItemKind::Flag(Flag::Unicode) if is_off => {
                return Err((flags.span, "Python cannot turn this flag off: leave it out"));
            }
            FlagsItemKind::Flag(_) => {}
        }
    }
    Ok(())
}

fn is_identifier(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && letters.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::not_python;
    use std::process::Command;

    /// Patterns that mean the same in Rust and Python.
    const BOTH: [&str; 20] = [
        "colou?r",
        "a|b|",
        r"\d{2,4}",
        "(?i)paris",
        "(?P<word>\\w+)",
        "[^a-c]+?",
        r"\bx\b",
        "(?:a+)+",
        "(?i:A)b",
        "(?-s:.)",
        r"[\[\]]",
        r"\x41",
        "\\u0041",
        "é+",
        r"a\.b",
        "^yes$",
        r"\Aa",
        "(?si)a.b",
        "[-a]",
        "a{3}",
    ];

    /// Patterns with syntax that only Rust has, and its place.
    const RUST: [(&str, &str, usize); 23] = [
        (r"a\p{L}+", r"\p{L}", 2),
        (r"é\pL", r"\pL", 2),
        (r"[\p{Lu}]", r"\p{Lu}", 2),
        ("a(?i)b", "(?i)", 2),
        ("(?-i)b", "(?-i)", 1),
        (r"a\z", r"\z", 2),
        ("[[:alpha:]]", "[:alpha:]", 2),
        ("(?<name>a)", "(?<name>a)", 1),
        ("(?P<a.b>a)", "a.b", 5),
        ("[a-z&&[^b]]", "a-z&&[^b]", 2),
        ("[a-z--b]", "a-z--b", 2),
        ("[a-z~~b]", "a-z~~b", 2),
        ("[a[bc]]", "[bc]", 3),
        (r"\x{41}", r"\x{41}", 1),
        (r"[\u{41}]", r"\u{41}", 2),
        ("(?R)a", "R", 3),
        ("(?U)a", "U", 3),
        ("(?x)a b", "x", 3),
        ("(?-u:a)", "-u", 3),
        ("a+*", "a+*", 1),
        ("^*a", "^*", 1),
        (r"\b{start}a", r"\b{start}", 1),
        (r"\<a", r"\<", 1),
    ];

    #[test]
    fn syntax_that_only_rust_has_is_named_with_its_place() {
        for pattern in BOTH {
            assert!(regex_syntax::parse(pattern).is_ok(), "{pattern}");
            assert_eq!(not_python(pattern), None, "{pattern}");
        }
        for (pattern, part, place) in RUST {
            assert!(regex_syntax::parse(pattern).is_ok(), "{pattern}");
            let found = not_python(pattern).expect(pattern);
            assert!(
                found.starts_with(&format!("`{part}` at character {place}: ")),
                "{pattern}: {found}"
            );
        }
    }

    #[test]
    fn python_compiles_what_is_let_through() {
        let program = "import re, sys, warnings\nwarnings.simplefilter('error')\n\
                       [re.compile(one) for one in sys.argv[1:]]";
        let Ok(done) = Command::new("python3").args(["-c", program]).args(BOTH).output() else {
            return eprintln!("passed over: there is no python3");
        };
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }
}
