//! Printed views taken apart again.

use std::collections::BTreeSet;

/// A printed view: its quantifiers, and each state without weight and marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    pub prefix: Vec<(char, String)>,
    pub stage: Vec<BTreeSet<String>>,
    pub supposition: Vec<BTreeSet<String>>,
}

impl Written {
    pub fn of(text: &str) -> Written {
        let (prefix, rest) = text.split_once('{').expect("a stage");
        let prefix = prefix
            .split_whitespace()
            .map(|one| {
                let mut letters = one.chars();
                (letters.next().expect("a quantifier"), letters.collect())
            })
            .collect();
        let (stage, supposition) = match rest.split_once("}^{") {
            Some((stage, supposition)) => (stage, supposition),
            None => (rest, "0}"),
        };
        let inner = |text: &str| states(text.trim_end_matches('}'));
        Written { prefix, stage: inner(stage), supposition: inner(supposition) }
    }

    pub fn stage_set(&self) -> BTreeSet<BTreeSet<String>> {
        self.stage.iter().cloned().collect()
    }

    /// The names of objects that occur in stage and supposition.
    pub fn objects(&self) -> BTreeSet<String> {
        let atoms = self.stage.iter().chain(&self.supposition).flatten();
        atoms.flat_map(|atom| names_without_brackets(atom)).collect()
    }
}

/// Texts between commas that are in no brackets.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            b',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

fn states(text: &str) -> Vec<BTreeSet<String>> {
    if text.is_empty() {
        return Vec::new();
    }
    split(text)
        .into_iter()
        .map(|state| {
            let state = state.rsplit_once("=+ ").map_or(state, |parts| parts.1);
            let state = state.rsplit_once("=* ").map_or(state, |parts| parts.1);
            atoms(&unmarked(state))
        })
        .collect()
}

fn atoms(state: &str) -> BTreeSet<String> {
    let (mut atoms, mut depth, mut start) = (BTreeSet::new(), 0, 0);
    for (at, byte) in state.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    atoms.insert(state[start..=at].to_owned());
                    start = at + 1;
                }
            }
            _ => {}
        }
    }
    atoms
}

/// The text without its marks: single stars, and the first of three.
pub fn unmarked(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('*') {
        plain.push_str(&rest[..at]);
        let stars = rest[at..].bytes().take_while(|byte| *byte == b'*').count();
        plain.push_str(if stars >= 2 { "**" } else { "" });
        rest = &rest[at + stars..];
    }
    plain.push_str(rest);
    plain
}

/// Names that no bracket follows: variables.
pub fn names_without_brackets(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '.') {
        let word = &rest[start..];
        let len = word
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.')
            .unwrap_or(word.len());
        let (name, after) = word.split_at(len);
        if !after.starts_with('(') && !name.starts_with('.') {
            found.push(name.to_owned());
        }
        rest = after;
    }
    found
}
