//! The forms of a registration: Markdown, plain text and JSON.

use super::{Registration, RegistrationDocument, RegistrationPart};
use crate::wording::wrapped;
use peirast_record::KeyError;
use peirast_table::{escape_json, escape_line};
use serde::Serialize;

/// Columns of plain text: a page of a fixed-width font.
const COLUMNS: usize = 80;
/// Characters that mean something in Markdown, as Pandoc and GitHub read it.
const MARKUP: &str = "\\`*_{}[]<>#|$~^@&";
/// The heading of the data.
const DATA: &str = "Machine-readable registration";
/// The meaning of the data.
const ABOUT_DATA: &str = "Do not change this block: Peirast compares runs with it.";

impl RegistrationDocument {
    /// The document as Markdown. Pandoc makes a PDF, a page or a Word file of it without changes: a
    /// paragraph is a line, there are no tables, and the block fits a page.
    ///
    /// Text from outside, such as titles, is escaped and has no effect as Markdown.
    pub fn markdown(&self) -> String {
        let mut text = format!("# Preregistration: {}\n", plain(&self.title));
        for paragraph in &self.introduction {
            text.push_str(&format!("\n{}\n", plain(paragraph)));
        }
        for section in &self.sections {
            text.push_str(&format!("\n## {}\n", section.heading));
            section.parts.iter().for_each(|part| markdown_part(part, &mut text));
        }
        text.push_str(&format!("\n## {DATA}\n\n{ABOUT_DATA}\n\n```text\n{}```\n", self.block));
        text
    }

    /// The document as plain text of at most 80 columns, for the fields of a form or for print. A
    /// single longer word keeps its length.
    pub fn text(&self) -> String {
        let title = wrapped(&escape_line(&format!("Preregistration: {}", self.title)), COLUMNS);
        let mut text = format!("{title}\n{}\n", "=".repeat(longest(&title)));
        for paragraph in &self.introduction {
            text.push_str(&format!("\n{}\n", wrapped(&escape_line(paragraph), COLUMNS)));
        }
        for section in &self.sections {
            text.push_str(&heading(&section.heading.to_uppercase(), '='));
            section.parts.iter().for_each(|part| text_part(part, &mut text));
        }
        text.push_str(&heading(&DATA.to_uppercase(), '='));
        text.push_str(&format!("\n{ABOUT_DATA}\n\n{}", self.block));
        text
    }
}

/// A registration for programs.
#[derive(Serialize)]
struct JsonDocument<'a> {
    registration_hash: String,
    registration: &'a Registration,
    document: RegistrationDocument,
}

impl Registration {
    /// The registration as JSON: the data with their hash, and the document in words.
    ///
    /// # Errors
    /// None in practice: a registration is plain data.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        let failed = |error: KeyError| <serde_json::Error as serde::ser::Error>::custom(error);
        let document = JsonDocument {
            registration_hash: self.hash().map_err(failed)?.to_string(),
            registration: self,
            document: self.document().map_err(failed)?,
        };
        Ok(escape_json(&serde_json::to_string_pretty(&document)?) + "\n")
    }
}

fn markdown_part(part: &RegistrationPart, text: &mut String) {
    text.push_str(&format!("\n### {}\n", part.heading));
    for paragraph in &part.paragraphs {
        text.push_str(&format!("\n{}\n", plain(paragraph)));
    }
    if !part.entries.is_empty() {
        text.push('\n');
    }
    for entry in &part.entries {
        text.push_str(&format!("- {}\n", plain(entry)));
    }
    if let Some(gap) = &part.to_fill_in {
        text.push_str(&format!("\n**{}**\n", plain(gap)));
    }
}

/// A text as Markdown of one line that shows it as it is.
fn plain(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in escape_line(text).chars() {
        if MARKUP.contains(letter) {
            shown.push('\\');
        }
        shown.push(letter);
    }
    // Before a digit a backslash would show: the sign after the number is escaped instead.
    let digits = shown.bytes().take_while(u8::is_ascii_digit).count();
    if shown.get(digits..).is_some_and(|rest| begins_block(rest, digits)) {
        shown.insert(digits, '\\');
    }
    shown
}

/// True if Markdown reads the beginning of a line, after some digits, as that of a list, a heading or a
/// definition.
fn begins_block(rest: &str, digits: usize) -> bool {
    match digits {
        0 => rest.starts_with(['-', '+', '=', ':', '%', '(']),
        _ => rest.starts_with(['.', ')']),
    }
}

/// A heading with a line below it, which stays with the text that follows.
fn heading(words: &str, below: char) -> String {
    format!("\n\n{words}\n{}\n", below.to_string().repeat(words.chars().count()))
}

fn longest(lines: &str) -> usize {
    lines.lines().map(|line| line.chars().count()).max().unwrap_or(0).min(COLUMNS)
}

fn text_part(part: &RegistrationPart, text: &mut String) {
    text.push_str(&heading(part.heading, '-').replacen("\n\n", "\n", 1));
    for paragraph in &part.paragraphs {
        text.push_str(&format!("\n{}\n", wrapped(&escape_line(paragraph), COLUMNS)));
    }
    if !part.entries.is_empty() {
        text.push('\n');
    }
    for entry in &part.entries {
        let lines = wrapped(&escape_line(entry), COLUMNS - 2);
        text.push_str(&format!("- {}\n", lines.replace('\n', "\n  ")));
    }
    if let Some(gap) = &part.to_fill_in {
        text.push_str(&format!("\n{}\n", wrapped(&escape_line(gap), COLUMNS)));
    }
}
