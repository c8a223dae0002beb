//! A search for a term in the texts of a run, within a time limit.

use peirast_record::Key;
use peirast_view::{Index, Scope, Search, SearchHit, SearchOutcome};
use regex::{Regex, RegexBuilder};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Time after which a search returns its results so far.
const TIME_LIMIT: Duration = Duration::from_millis(50);
/// Number of texts that are fetched at a time.
const BATCH: usize = 200;
/// Number of characters shown before and after a hit.
const CONTEXT: usize = 60;
/// Longest search term, in bytes. Longer patterns take too long for each text.
pub const MAX_TERM: usize = 1000;

/// A search in progress. Call [`Self::next_batch`] and [`Self::read`] alternately until there is no
/// batch.
///
/// It is a bounded walk over texts, not an index: a page shows the hits within the time limit, and
/// the next request continues there.
#[derive(Debug)]
pub struct TextSearch<'a> {
    index: &'a Index,
    search: &'a Search,
    pattern: Regex,
    batch: Vec<(u32, Key)>,
    begun: Instant,
    outcome: SearchOutcome,
}

impl<'a> TextSearch<'a> {
    /// Creates a search in the rows of a run.
    pub fn new(index: &'a Index, search: &'a Search) -> Result<Self, String> {
        let length = search.text.len();
        if length > MAX_TERM {
            return Err(format!(
                "the search term has {length} letters; a search takes at most {MAX_TERM} letters"
            ));
        }
        let term = regex::escape(&search.text);
        let pattern = RegexBuilder::new(&term).case_insensitive(true).build();
        let pattern = pattern.map_err(|error| error.to_string())?;
        let outcome = SearchOutcome { looked: search.from, ..SearchOutcome::default() };
        Ok(Self { index, search, pattern, batch: Vec::new(), begun: Instant::now(), outcome })
    }

    /// Returns the texts of the trials that are searched.
    pub fn scope(&self) -> Scope {
        self.search.scope
    }

    /// Returns the keys of the trials whose texts are next; `None` when the search is over.
    pub fn next_batch(&mut self) -> Option<Vec<Key>> {
        loop {
            let rest = self.search.rows.get(self.outcome.looked..).unwrap_or_default();
            if rest.is_empty() || self.is_over() {
                return None;
            }
            let keys = rest.iter().take(BATCH).map(|row| (*row, self.index.key(*row)));
            let known = keys.map_while(|(row, key)| Some((row, key?)));
            self.batch = known.collect();
            match self.batch.is_empty() {
                // A row without a key has no text.
                true => self.outcome.looked += 1,
                false => return Some(self.batch.iter().map(|(_, key)| key.clone()).collect()),
            }
        }
    }

    /// Searches the texts of the batch. A trial without a text has no hit.
    pub fn read(&mut self, texts: &BTreeMap<Key, String>) {
        for (row, key) in std::mem::take(&mut self.batch) {
            self.outcome.looked += 1;
            let hit = texts.get(&key).and_then(|text| hit(row, text, &self.pattern));
            self.outcome.hits.extend(hit);
            if self.is_over() {
                break;
            }
        }
    }

    /// Returns the hits so far, and the reason of a failure, if there is one.
    pub fn finish(self, result: Result<(), String>) -> SearchOutcome {
        SearchOutcome { trouble: result.err(), ..self.outcome }
    }

    /// Returns true if there are enough hits, or the time is over. At least one batch is always
    /// read.
    fn is_over(&self) -> bool {
        let is_late = self.outcome.looked > self.search.from && self.begun.elapsed() > TIME_LIMIT;
        self.outcome.hits.len() >= self.search.most || is_late
    }
}

/// Returns the first place in a text that contains the term.
fn hit(row: u32, text: &str, pattern: &Regex) -> Option<SearchHit> {
    let found = pattern.find(text)?;
    let before: Vec<char> = text[..found.start()].chars().rev().take(CONTEXT).collect();
    Some(SearchHit {
        row,
        before: before.into_iter().rev().collect(),
        text: found.as_str().to_owned(),
        after: text[found.end()..].chars().take(CONTEXT).collect(),
    })
}
