//! The parts of a repaired text.

use super::Repair;
use crate::conditional::Conditional;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// A piece of repaired text, and the place in the original that it stands for.
#[derive(Debug, Clone)]
pub(super) struct Piece<'t> {
    pub(super) text: Cow<'t, str>,
    pub(super) from: usize,
    /// The name whose empty brackets these are.
    pub(super) brackets_of: Option<Cow<'t, str>>,
}

impl<'t> Piece<'t> {
    pub(super) fn new(text: impl Into<Cow<'t, str>>, from: usize) -> Piece<'t> {
        Piece { text: text.into(), from, brackets_of: None }
    }
}

/// The changes so far, and their places.
#[derive(Debug, Clone, Default)]
pub(super) struct Notes {
    list: Vec<Note>,
}

/// A change at a place of the original text.
#[derive(Debug, Clone)]
struct Note {
    offset: usize,
    what: String,
    heard: Option<Conditional>,
}

impl Notes {
    pub(super) fn add(&mut self, offset: usize, what: impl Into<String>) {
        self.list.push(Note { offset, what: what.into(), heard: None });
    }

    /// Notes how a conditional is heard, or that a supposition was put in words.
    pub(super) fn hear(&mut self, offset: usize, written: &str, heard: Option<Conditional>) {
        let form = heard.unwrap_or(Conditional::Bare).form();
        let what = format!("wrote `{written}` as `{form}`");
        self.list.push(Note { offset, what, heard });
    }
}

/// A text to be read strictly.
#[derive(Debug)]
pub(super) struct Repaired {
    pub(super) text: String,
    /// For each piece, where it starts here and what it stands for there.
    places: Vec<(usize, usize)>,
    notes: Vec<Note>,
}

impl Repaired {
    /// Puts pieces together, with a space between names. Of the names in `never_bare` the empty
    /// brackets are left out.
    pub(super) fn new(
        pieces: Vec<Piece<'_>>,
        never_bare: &BTreeSet<String>,
        mut notes: Notes,
    ) -> Repaired {
        let mut text = String::new();
        let mut places = Vec::with_capacity(pieces.len());
        for piece in pieces {
            if let Some(name) = piece.brackets_of.filter(|name| never_bare.contains(&**name)) {
                notes.add(piece.from, format!("dropped `()` after `{name}`, which is quantified"));
                continue;
            }
            let word = |c: char| c.is_alphanumeric() || c == '_' || c == '.' || c == '-';
            if text.ends_with(word) && piece.text.starts_with(word) {
                text.push(' ');
            }
            places.push((text.len(), piece.from));
            text.push_str(&piece.text);
        }
        let mut notes = notes.list;
        notes.sort_by_key(|note| note.offset);
        Repaired { text, places, notes }
    }

    /// The way the conditional in it is understood, if it was one in other words.
    pub(super) fn heard(&self) -> Option<Conditional> {
        self.notes.iter().find_map(|note| note.heard)
    }

    /// Has the view a supposition?
    pub(super) fn is_conditional(&self) -> bool {
        self.text.contains('^')
    }

    /// The place in the original text that an offset here stands for.
    pub(super) fn source_of(&self, offset: usize) -> usize {
        let at = self.places.partition_point(|place| place.0 <= offset);
        match at.checked_sub(1).and_then(|at| self.places.get(at)) {
            Some(_) if offset >= self.text.len() => usize::MAX,
            Some((start, from)) => from + offset.saturating_sub(*start),
            None => 0,
        }
    }

    /// Every change with its place in the original text.
    pub(super) fn repairs(mut self, original: &str) -> Vec<Repair> {
        let (mut line, mut column, mut seen) = (1, 1, 0);
        if self.notes.is_empty() {
            let what = "changed the space between signs".to_owned();
            self.notes.push(Note { offset: 0, what, heard: None });
        }
        let mut repairs = Vec::with_capacity(self.notes.len());
        for Note { offset, what, heard } in self.notes {
            let offset = offset.min(original.len());
            for letter in original.get(seen..offset).unwrap_or_default().chars() {
                column += 1;
                if letter == '\n' {
                    line += 1;
                    column = 1;
                }
            }
            seen = seen.max(offset);
            repairs.push(Repair { offset, line, column, what, heard });
        }
        repairs
    }
}
