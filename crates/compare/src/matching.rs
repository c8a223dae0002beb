//! Which item of one run is which of another.

use crate::scored::{ItemId, ScoredItem, ScoredTask};
use serde::Serialize;
use std::collections::BTreeMap;

/// What tells that two items are the same.
///
/// ```
/// use peirast_compare::MatchRule;
/// assert_eq!(MatchRule::default(), MatchRule::Auto);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchRule {
    /// The id, unless the contents say otherwise; else the content.
    #[default]
    Auto,
    /// The id alone, whatever the items ask.
    Id,
    /// The content alone.
    Content,
}

/// How the items of two runs were matched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MatchCounts {
    /// Pairs that were found by their ids.
    pub by_id: u64,
    /// Pairs that were found by their contents.
    pub by_content: u64,
    /// Of those by id, pairs of a given name that ask something else in the second run.
    pub reworded: u64,
    /// Items of the first run without a partner.
    pub only_a: u64,
    /// Items of the second run without a partner.
    pub only_b: u64,
    /// Of those without a partner, items of the first run whose number stands in the second for another
    /// content.
    pub other_content: u64,
    /// Of those without a partner, items that stand several times in a run, so that nothing tells which
    /// is which.
    pub ambiguous: u64,
}

impl MatchCounts {
    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.by_id + self.by_content
    }

    /// The counts of two tasks together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            by_id: self.by_id + other.by_id,
            by_content: self.by_content + other.by_content,
            reworded: self.reworded + other.reworded,
            only_a: self.only_a + other.only_a,
            only_b: self.only_b + other.only_b,
            other_content: self.other_content + other.other_content,
            ambiguous: self.ambiguous + other.ambiguous,
        }
    }
}

/// The items of a task in two runs, in pairs.
#[derive(Clone, Debug)]
pub struct MatchedItems<'a> {
    /// The pairs, in the order of the first run.
    pub pairs: Vec<(&'a ScoredItem, &'a ScoredItem)>,
    /// How they were found.
    pub counts: MatchCounts,
}

/// The items of one run by something of theirs.
type Places<K> = BTreeMap<K, Vec<usize>>;

/// Matches the items of a task in two runs.
///
/// Under [`MatchRule::Auto`] an item is matched with the one of the same id and the same content (or
/// where one of them has no content); else with the only one of the same content; else with the one
/// of the same id, if the id was given. A mere number says nothing where contents differ.
pub fn matched<'a>(a: &'a ScoredTask, b: &'a ScoredTask, rule: MatchRule) -> MatchedItems<'a> {
    let mut matching = Matching::new(a.items(), b.items());
    match rule {
        MatchRule::Auto => {
            matching.by_id(|a, b| a == b || a.is_none() || b.is_none(), |_| true);
            matching.by_content();
            matching.by_id(|_, _| true, |id| matches!(id, ItemId::Given(_)));
        }
        MatchRule::Id => matching.by_id(|_, _| true, |_| true),
        MatchRule::Content => matching.by_content(),
    }
    matching.finish()
}

struct Matching<'a> {
    a: &'a [ScoredItem],
    b: &'a [ScoredItem],
    /// The place in `b` of the partner of each item of `a`.
    partner: Vec<Option<usize>>,
    is_taken: Vec<bool>,
    ids: Places<&'a ItemId>,
    counts: MatchCounts,
}

impl<'a> Matching<'a> {
    fn new(a: &'a [ScoredItem], b: &'a [ScoredItem]) -> Self {
        Self {
            a,
            b,
            partner: vec![None; a.len()],
            is_taken: vec![false; b.len()],
            ids: places(b, |item| Some(&item.id)),
            counts: MatchCounts::default(),
        }
    }

    /// Matches what is left by its id, if the contents and the id pass.
    fn by_id(
        &mut self,
        contents: impl Fn(Option<&str>, Option<&str>) -> bool,
        ids: impl Fn(&ItemId) -> bool,
    ) {
        for (at, item) in self.a.iter().enumerate() {
            if self.partner[at].is_some() || !ids(&item.id) {
                continue;
            }
            let content = item.content.as_deref();
            let others = self.ids.get(&item.id).into_iter().flatten().copied();
            let mut fit = others.filter(|other| {
                !self.is_taken[*other] && contents(content, self.b[*other].content.as_deref())
            });
            // Of several with one id, nothing tells which is meant.
            let (Some(other), None) = (fit.next(), fit.next()) else { continue };
            self.partner[at] = Some(other);
            self.is_taken[other] = true;
            self.counts.by_id += 1;
            let theirs = self.b[other].content.as_deref();
            if content.is_some() && theirs.is_some() && content != theirs {
                self.counts.reworded += 1;
            }
        }
    }

    /// Matches what is left by its content, if no other item of the run has it.
    fn by_content(&mut self) {
        let own = places(self.a, |item| item.content.as_deref());
        let theirs = places(self.b, |item| item.content.as_deref());
        for (at, item) in self.a.iter().enumerate() {
            let Some(content) = item.content.as_deref().filter(|_| self.partner[at].is_none())
            else {
                continue;
            };
            let (Some([_]), Some([other])) =
                (own.get(content).map(Vec::as_slice), theirs.get(content).map(Vec::as_slice))
            else {
                continue;
            };
            if !self.is_taken[*other] {
                self.partner[at] = Some(*other);
                self.is_taken[*other] = true;
                self.counts.by_content += 1;
            }
        }
    }

    fn finish(mut self) -> MatchedItems<'a> {
        let own = places(self.a, |item| item.content.as_deref());
        let theirs = places(self.b, |item| item.content.as_deref());
        let stands_often = |content: Option<&str>| {
            content.is_some_and(|content| {
                let times = |places: &Places<&str>| places.get(content).map_or(0, Vec::len);
                times(&own) > 0 && times(&theirs) > 0 && times(&own) + times(&theirs) > 2
            })
        };
        let mut pairs = Vec::new();
        for (item, partner) in self.a.iter().zip(&self.partner) {
            let Some(other) = partner else {
                self.counts.only_a += 1;
                if stands_often(item.content.as_deref()) {
                    self.counts.ambiguous += 1;
                } else if item.content.is_some() && self.ids.contains_key(&item.id) {
                    self.counts.other_content += 1;
                }
                continue;
            };
            pairs.push((item, &self.b[*other]));
        }
        self.counts.only_b = self.is_taken.iter().filter(|taken| !**taken).count() as u64;
        MatchedItems { pairs, counts: self.counts }
    }
}

/// The places of items by something of theirs.
fn places<'a, K: Ord>(
    items: &'a [ScoredItem],
    of: impl Fn(&'a ScoredItem) -> Option<K>,
) -> Places<K> {
    let mut places: BTreeMap<K, Vec<usize>> = BTreeMap::new();
    for (at, item) in items.iter().enumerate() {
        if let Some(key) = of(item) {
            places.entry(key).or_default().push(at);
        }
    }
    places
}
