use super::parse::Wrong;

/// A token of an expression, with the position of its first character, from 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Token {
    pub kind: Kind,
    pub column: usize,
}

/// The kind of a token.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// A number, and half a unit of its last digit.
    Number {
        value: f64,
        half_unit: f64,
    },
    Text(String),
    /// A name, with or without back quotes.
    Name {
        name: String,
        quoted: bool,
    },
    /// A sign: one of `+ - * / ^ ( ) , . = != < <= > >= ~`.
    Sign(&'static str),
    End,
}

/// Signs; longer ones come first.
const SIGNS: [&str; 16] =
    ["~", "!=", "<=", ">=", "+", "-", "*", "/", "^", "(", ")", ",", ".", "=", "<", ">"];

/// The most tokens of an expression. A longer chain would be evaluated too deeply.
const MOST_TOKENS: usize = 1000;

/// Returns true if a value may begin here, so that a point belongs to a number.
fn begins(found: &[Token]) -> bool {
    !matches!(found.last().map(|token| &token.kind), Some(Kind::Name { .. }))
}

/// Splits an expression into tokens.
pub fn tokens(text: &str) -> Result<Vec<Token>, Wrong> {
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let column = at + 1;
        let kind = match chars[at] {
            c if c.is_whitespace() => {
                at += 1;
                continue;
            }
            c if c.is_ascii_digit() => number(&chars, &mut at)?,
            '.' if chars.get(at + 1).is_some_and(char::is_ascii_digit) && begins(&found) => {
                number(&chars, &mut at)?
            }
            '"' | '\'' => Kind::Text(quoted(&chars, &mut at)?),
            '`' => Kind::Name { name: quoted(&chars, &mut at)?, quoted: true },
            c if c.is_alphabetic() || c == '_' => {
                let end =
                    chars[at..].iter().take_while(|c| c.is_alphanumeric() || **c == '_').count();
                let name = chars[at..at + end].iter().collect();
                at += end;
                Kind::Name { name, quoted: false }
            }
            c => match sign(&chars[at..]) {
                Some(sign) => {
                    at += sign.len();
                    Kind::Sign(sign)
                }
                None => return Err(Wrong::at(column, format!("`{c}` has no meaning here"))),
            },
        };
        found.push(Token { kind, column });
    }
    found.push(Token { kind: Kind::End, column: chars.len() + 1 });
    match found.get(MOST_TOKENS) {
        Some(token) => Err(Wrong::at(token.column, "this is too long")),
        None => Ok(found),
    }
}

fn sign(rest: &[char]) -> Option<&'static str> {
    let starts =
        |sign: &&&str| sign.chars().zip(rest).filter(|(a, b)| a == *b).count() == sign.len();
    SIGNS.iter().find(starts).copied()
}

fn number(chars: &[char], at: &mut usize) -> Result<Kind, Wrong> {
    let column = *at + 1;
    let mut end = *at;
    let digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    while digit(end) || (chars.get(end) == Some(&'.') && digit(end + 1)) {
        end += 1;
    }
    if matches!(chars.get(end), Some('e' | 'E')) {
        let signed = usize::from(matches!(chars.get(end + 1), Some('+' | '-')));
        if digit(end + 1 + signed) {
            end += 1 + signed;
            while digit(end) {
                end += 1;
            }
        }
    }
    let text: String = chars[*at..end].iter().collect();
    *at = end;
    match text.parse::<crate::Printed>() {
        Ok(number) => Ok(Kind::Number { value: number.value, half_unit: number.half_unit() }),
        Err(_) => Err(Wrong::at(column, format!("`{text}` is not a number"))),
    }
}

/// The text between two copies of the sign here.
fn quoted(chars: &[char], at: &mut usize) -> Result<String, Wrong> {
    let (open, column) = (chars[*at], *at + 1);
    let length = chars[*at + 1..]
        .iter()
        .position(|c| *c == open)
        .ok_or_else(|| Wrong::at(column, format!("this {open} is never closed")))?;
    let text = chars[*at + 1..*at + 1 + length].iter().collect();
    *at += length + 2;
    Ok(text)
}
