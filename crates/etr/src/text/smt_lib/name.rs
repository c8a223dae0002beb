//! Names of SMT-LIB, and which ones it keeps for itself.

use super::{FORMAT, LIFT};
use crate::error::Error;
use std::borrow::Cow;

/// Words that must be quoted to be a name.
const RESERVED: [&str; 16] = [
    "!",
    "BINARY",
    "DECIMAL",
    "HEXADECIMAL",
    "NUMERAL",
    "STRING",
    "_",
    "as",
    "assert",
    "echo",
    "exists",
    "exit",
    "forall",
    "let",
    "match",
    "par",
];
/// Symbols that have their meaning in every script, quoted or not.
const TAKEN: [&str; 14] = [
    "true", "false", "not", "and", "or", "xor", "distinct", "ite", "=", "=>", "-", "/", "to_real",
    LIFT,
];
/// Simple symbols that PySMT quotes all the same.
const SORTS: [&str; 3] = ["Bool", "Int", "Real"];

fn simple(name: &str) -> bool {
    let passes = |byte: u8| byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte);
    name.bytes().all(passes) && !name.bytes().next().is_none_or(|first| first.is_ascii_digit())
}

/// Refuses a name that would not come back from a script as it is.
pub(super) fn check(name: &str) -> Result<(), Error> {
    if name.contains(['|', '\\']) {
        let reason = "a name holds `|` or `\\`, which no symbol can";
        return Err(Error::Unwritable { format: FORMAT, reason });
    }
    if TAKEN.contains(&name) {
        let reason = "a name of the view is a symbol with a meaning of its own; rename it";
        return Err(Error::Unwritable { format: FORMAT, reason });
    }
    Ok(())
}

/// The name the way PySMT uses it.
pub(super) fn as_pysmt(name: &str) -> String {
    quoted_unless(simple(name) && !SORTS.contains(&name), name)
}

/// The name of a symbol with arguments as it comes out of PySMT, and so into PyETR: a name that is
/// no simple symbol is in quotes, which are part of the name from then on.
pub(super) fn from_pysmt(name: &str) -> Cow<'_, str> {
    if simple(name) && !SORTS.contains(&name) {
        return Cow::Borrowed(name);
    }
    Cow::Owned(format!("'{}'", name.replace('\\', "\\\\").replace('\'', "\\'")))
}

/// The name so that every reader of SMT-LIB takes it for one.
pub(super) fn safe(name: &str) -> String {
    let reserved = RESERVED.contains(&name) || SORTS.contains(&name);
    quoted_unless(simple(name) && !reserved, name)
}

fn quoted_unless(plain: bool, name: &str) -> String {
    if plain { name.to_owned() } else { format!("|{name}|") }
}
