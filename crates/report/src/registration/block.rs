//! The block at the end of a registration: its data in lines that fit a page, with their hash.

use super::{FORM, Registration};
use peirast_record::KeyError;
use peirast_table::{escape_json, escape_line};
use serde_json::Value;
use thiserror::Error;

const BEGIN: &str = "-----BEGIN PEIRAST REGISTRATION-----";
const END: &str = "-----END PEIRAST REGISTRATION-----";
const HASH: &str = "Hash: ";
/// Characters of a line: fits 80 columns with a margin, and a page of a PDF in a fixed-width font.
const WIDTH: usize = 76;

/// A file that holds no registration that can be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RegistrationError {
    /// No block, and no JSON of a registration.
    #[error(
        "it holds no registration, which is a block between two lines, the first of which is {begin}: \
         name a file that `peirast study register` wrote",
        begin = BEGIN
    )]
    Missing,
    /// Data that do not have their hash.
    #[error(
        "its registration was changed after it was made, because the hash of its block is not the stated one: \
         use the file as `peirast study register` wrote it (you may edit everything outside of the block)"
    )]
    Changed,
    /// A form that this version does not know.
    #[error(
        "its registration was made by version {0} of Peirast, in a form that version {own} cannot read: check the \
         run with version {0}",
        own = peirast_record::VERSION
    )]
    OtherForm(String),
    /// Data that are cut off or no registration.
    #[error(
        "its registration cannot be read ({0}): use the file as `peirast study register` wrote it"
    )]
    Damaged(String),
}

impl Registration {
    /// Reads the registration in a document: Markdown or plain text with the block, or JSON.
    ///
    /// # Errors
    /// A text without a registration, or with one that was changed or damaged.
    ///
    /// ```
    /// use peirast_report::{Registration, RegistrationError};
    /// assert_eq!(Registration::read("# Notes\n"), Err(RegistrationError::Missing));
    /// ```
    pub fn read(text: &str) -> Result<Self, RegistrationError> {
        let (hash, data) = match text.trim_start().starts_with('{') {
            true => of_json(text)?,
            false => of_block(text)?,
        };
        let version = data.get("version").and_then(Value::as_str).unwrap_or("unknown");
        let version = escape_line(&version.chars().take(40).collect::<String>());
        if data.get("form").and_then(Value::as_u64) != Some(FORM.into()) {
            return Err(RegistrationError::OtherForm(version));
        }
        if peirast_record::Key::from_json("registration", data.clone()).to_string() != hash {
            return Err(RegistrationError::Changed);
        }
        serde_json::from_value(data).map_err(|_| RegistrationError::OtherForm(version))
    }
}

/// The hash and the data in a JSON document.
fn of_json(text: &str) -> Result<(String, Value), RegistrationError> {
    let value: Value = serde_json::from_str(text).map_err(damaged)?;
    let hash = value.get("registration_hash").and_then(Value::as_str);
    match (hash, value.get("registration")) {
        (Some(hash), Some(data)) => Ok((hash.to_owned(), data.clone())),
        _ => Err(RegistrationError::Missing),
    }
}

/// The hash and the data in the last block of a text.
fn of_block(text: &str) -> Result<(String, Value), RegistrationError> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let begin = lines.iter().rposition(|line| *line == BEGIN).ok_or(RegistrationError::Missing)?;
    let inside = lines.get(begin + 1..).unwrap_or_default();
    let end = inside.iter().position(|line| *line == END);
    let cut = || RegistrationError::Damaged("its end is missing".to_owned());
    let inside = end.and_then(|end| inside.get(..end)).ok_or_else(cut)?;
    let lacking = || RegistrationError::Damaged("its hash is missing".to_owned());
    let (first, data) = inside.split_first().ok_or_else(lacking)?;
    let hash = first.strip_prefix(HASH).ok_or_else(lacking)?;
    Ok((hash.to_owned(), serde_json::from_str(&data.concat()).map_err(damaged)?))
}

fn damaged(error: serde_json::Error) -> RegistrationError {
    RegistrationError::Damaged(escape_line(&error.to_string()))
}

/// The block of a registration, in lines of at most 76 characters.
pub(super) fn block(registration: &Registration) -> Result<String, KeyError> {
    let hash = registration.hash()?;
    let unwritten =
        |e: serde_json::Error| KeyError { kind: "registration".to_owned(), cause: e.to_string() };
    let json = escape_json(&serde_json::to_string(registration).map_err(unwritten)?);
    // No line of the data looks like the end of the block, of a fence of Markdown or of a page.
    let json = json.replace("--", r"\u002d\u002d").replace('`', r"\u0060").replace('~', r"\u007e");
    let mut text = format!("{BEGIN}\n{HASH}{hash}\n");
    let letters: Vec<char> = json.chars().collect();
    let mut from = 0;
    while from < letters.len() {
        let to = line_end(&letters, from);
        text.extend(letters.get(from..to).unwrap_or_default());
        text.push('\n');
        from = to;
    }
    text.push_str(END);
    text.push('\n');
    Ok(text)
}

/// The end of a line that begins at a letter. No line begins or ends with white space, which editors
/// remove, as long as a line has another place to break.
fn line_end(letters: &[char], from: usize) -> usize {
    let most = (from + WIDTH).min(letters.len());
    let is_blank = |at: usize| letters.get(at).is_some_and(|letter| letter.is_whitespace());
    let fits = |at: &usize| !is_blank(*at) && !is_blank(at - 1);
    if most == letters.len() {
        return most;
    }
    (from + 1..=most).rev().find(fits).unwrap_or(most)
}
