//! The words of a vocabulary by their first word, longest first.

use crate::role::Role;
use crate::vocabulary::Vocabulary;
use std::collections::BTreeMap;

/// The words for a name.
#[derive(Debug)]
pub(crate) struct Entry<'v> {
    pub role: Role,
    pub name: &'v str,
    /// True if they are the denial of a fact.
    pub denial: bool,
    words: Vec<String>,
}

/// Every entry of a vocabulary, for a search from a position in a sentence.
#[derive(Debug)]
pub(crate) struct Lexis<'v> {
    by_first: BTreeMap<String, Vec<Entry<'v>>>,
}

impl<'v> Lexis<'v> {
    pub fn new(vocabulary: &'v Vocabulary) -> Lexis<'v> {
        let said = vocabulary.entries().map(|(role, name, words)| (role, name, words, false));
        let denied = vocabulary.denials().map(|(name, words)| (Role::Fact, name, words, true));
        let mut by_first: BTreeMap<String, Vec<Entry<'v>>> = BTreeMap::new();
        for (role, name, words, denial) in said.chain(denied) {
            let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
            let Some(first) = words.first().cloned() else { continue };
            by_first.entry(first).or_default().push(Entry { role, name, denial, words });
        }
        for entries in by_first.values_mut() {
            entries.sort_by_key(|entry| std::cmp::Reverse(entry.words.len()));
        }
        Lexis { by_first }
    }

    /// Returns the longest entry of the role with which the words begin, and its number of words.
    pub fn find<'t>(
        &self,
        role: Role,
        words: impl Iterator<Item = &'t str> + Clone,
    ) -> Option<(&Entry<'v>, usize)> {
        let first = words.clone().next()?.to_lowercase();
        let fits = |entry: &&Entry<'v>| {
            let mut rest = words.clone();
            let mut same = |word: &String| rest.next().is_some_and(|it| it.to_lowercase() == *word);
            entry.role == role && entry.words.iter().all(&mut same)
        };
        let entry = self.by_first.get(&first)?.iter().find(fits)?;
        Some((entry, entry.words.len()))
    }
}
