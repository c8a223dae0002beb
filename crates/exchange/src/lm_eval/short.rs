//! Spells out names of one letter: `P(a())` as `wellRead(theAce())`.

use peirast_record::Lexicon;
use std::collections::{BTreeMap, BTreeSet};

/// The short names of a problem, by Peirast's names.
#[derive(Clone, Debug, Default)]
pub struct Short {
    objects: BTreeMap<String, String>,
    predicates: BTreeMap<String, String>,
    facts: BTreeMap<String, String>,
    /// Short names and their words.
    words: BTreeMap<String, String>,
}

impl Short {
    /// Makes a unique short name for each name of a lexicon.
    pub fn new(lexicon: &Lexicon) -> Self {
        let mut short = Self::default();
        for (name, words) in &lexicon.objects {
            let made = short.add(words);
            short.objects.insert(name.clone(), made);
        }
        for (name, words) in lexicon.predicates.iter().chain(&lexicon.relations) {
            let made = short.add(words);
            short.predicates.insert(name.clone(), made);
        }
        for (name, [words, _]) in &lexicon.facts {
            let made = short.add(words);
            short.facts.insert(name.clone(), made);
        }
        short
    }

    fn add(&mut self, words: &str) -> String {
        let plain = run_together(words);
        let mut name = plain.clone();
        let mut count = 1;
        while self.words.contains_key(&name) {
            count += 1;
            name = format!("{plain}{count}");
        }
        self.words.insert(name.clone(), words.to_owned());
        name
    }

    /// Short names with their words.
    pub fn words(&self) -> &BTreeMap<String, String> {
        &self.words
    }

    /// The view with short names; everything else stays the same.
    pub fn view(&self, view: &str) -> String {
        let mut text = String::with_capacity(2 * view.len());
        let (mut rest, mut depth) = (view, 0_usize);
        while let Some(first) = rest.chars().next() {
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            if end == 0 || !first.is_alphabetic() {
                depth = match first {
                    '(' => depth + 1,
                    ')' => depth.saturating_sub(1),
                    _ => depth,
                };
                text.push(first);
                rest = &rest[first.len_utf8()..];
                continue;
            }
            let (name, after) = rest.split_at(end);
            let named = match (after.starts_with('('), after.starts_with("()"), depth) {
                (false, ..) => None,
                (_, true, 0) => self.facts.get(name),
                (_, true, _) => self.objects.get(name),
                (_, false, _) => self.predicates.get(name),
            };
            text.push_str(named.map_or(name, String::as_str));
            rest = after;
        }
        text
    }
}

/// *well-read* as `wellRead`: the first word in lower case, the others with capitals, apostrophes
/// dropped.
fn run_together(words: &str) -> String {
    let parts = words.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’');
    let mut text = String::new();
    for part in parts.filter(|part| !part.is_empty()) {
        let mut letters = part.chars().filter(|c| c.is_alphanumeric());
        match letters.next() {
            Some(first) if text.is_empty() => text.extend(first.to_lowercase()),
            Some(first) => text.extend(first.to_uppercase()),
            None => {}
        }
        text.extend(letters);
    }
    let bare = BTreeSet::from(["", "x", "y", "z"]);
    if bare.contains(text.as_str()) || text.starts_with(|c: char| c.is_ascii_digit()) {
        text.insert_str(0, "the");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_spelt_out_in_its_role() {
        let text = |one: &str| one.to_owned();
        let lexicon = Lexicon {
            objects: [(text("a"), text("the ace")), (text("P"), text("Tim's axe"))].into(),
            predicates: [(text("P"), text("well-read")), (text("Q"), text("well read"))].into(),
            facts: [(text("P"), [text("it rains"), text("it is dry")])].into(),
            ..Lexicon::default()
        };
        let short = Short::new(&lexicon);
        assert_eq!(
            short.view("∀x {P(x*)~Q(P()),P()}^{R(a()*)}"),
            "∀x {wellRead(x*)~wellRead2(timsAxe()),itRains()}^{R(theAce()*)}"
        );
        assert_eq!(short.words()["timsAxe"], "Tim's axe");
        assert_eq!(short.view("{0}"), "{0}");
    }
}
