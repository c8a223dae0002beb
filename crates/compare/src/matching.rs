//! Which item of one run is which of another.

use crate::scored::{ContentKey, ItemId, ScoredItem, ScoredTask};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

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
/// of the same id, if the id was given. A number, or a name that a number is part of, says nothing where
/// contents differ.
pub fn matched<'a>(a: &'a ScoredTask, b: &'a ScoredTask, rule: MatchRule) -> MatchedItems<'a> {
    let mut matching = Matching::new(a, b);
    match rule {
        MatchRule::Auto => {
            matching.exactly();
            matching.by_id(|a, b| a.is_none() || b.is_none(), |_| true);
            matching.by_content();
            matching.by_id(|_, _| true, |id| matches!(id, ItemId::Given(_)));
        }
        MatchRule::Id => matching.by_id(|_, _| true, |_| true),
        MatchRule::Content => matching.by_content(),
    }
    matching.finish()
}

struct Matching<'a> {
    a: &'a ScoredTask,
    b: &'a ScoredTask,
    /// The place in `b` of the partner of each item of `a`.
    partner: Vec<Option<usize>>,
    is_taken: Vec<bool>,
    counts: MatchCounts,
}

impl<'a> Matching<'a> {
    fn new(a: &'a ScoredTask, b: &'a ScoredTask) -> Self {
        Self {
            a,
            b,
            partner: vec![None; a.items().len()],
            is_taken: vec![false; b.items().len()],
            counts: MatchCounts::default(),
        }
    }

    fn pair(&mut self, at: usize, other: usize) {
        self.partner[at] = Some(other);
        self.is_taken[other] = true;
    }

    /// The items of the first run that have no partner yet.
    fn open(&self) -> Vec<usize> {
        (0..self.partner.len()).filter(|at| self.partner[*at].is_none()).collect()
    }

    /// Matches the items of one id and one content.
    fn exactly(&mut self) {
        for (at, item) in self.a.items().iter().enumerate() {
            // Two logs of one data set have the same items at the same places, most often.
            let same = self.b.items().get(at);
            let is_same = same.is_some_and(|one| one.id == item.id && one.content == item.content);
            let found =
                if is_same { Some(at) } else { self.b.place(&item.id, item.content.as_ref()) };
            if let Some(other) = found {
                self.pair(at, other);
                self.counts.by_id += 1;
            }
        }
    }

    /// Matches what is left by its id, if the contents and the id pass.
    fn by_id(
        &mut self,
        contents: impl Fn(Option<ContentKey>, Option<ContentKey>) -> bool,
        ids: impl Fn(&ItemId) -> bool,
    ) {
        let open = self.open();
        if open.is_empty() {
            return;
        }
        let places = places(self.b, |item| Some(&item.id));
        for at in open {
            let item = &self.a.items()[at];
            if !ids(&item.id) {
                continue;
            }
            let others = places.get(&item.id).into_iter().flatten().copied();
            let mut fit = others.filter(|other| {
                !self.is_taken[*other] && contents(item.content, self.b.items()[*other].content)
            });
            // Of several with one id, nothing tells which is meant.
            let (Some(other), None) = (fit.next(), fit.next()) else { continue };
            self.pair(at, other);
            self.counts.by_id += 1;
            let theirs = self.b.items()[other].content;
            if item.content.is_some() && theirs.is_some() && item.content != theirs {
                self.counts.reworded += 1;
            }
        }
    }

    /// Matches what is left by its content, if no other item of the run has it.
    fn by_content(&mut self) {
        let open = self.open();
        if open.is_empty() {
            return;
        }
        let (own, theirs) = self.contents();
        for at in open {
            let Some(content) = self.a.items()[at].content else { continue };
            let places = |of: &Places<ContentKey>| of.get(&content).cloned().unwrap_or_default();
            let (&[_], &[other]) = (&places(&own)[..], &places(&theirs)[..]) else { continue };
            if !self.is_taken[other] {
                self.pair(at, other);
                self.counts.by_content += 1;
            }
        }
    }

    /// The items of both runs by their contents.
    fn contents(&self) -> (Places<ContentKey>, Places<ContentKey>) {
        (places(self.a, |item| item.content), places(self.b, |item| item.content))
    }

    fn finish(mut self) -> MatchedItems<'a> {
        let open = self.open();
        if !open.is_empty() {
            let (own, theirs) = self.contents();
            let ids: BTreeSet<&ItemId> = self.b.items().iter().map(|item| &item.id).collect();
            let times = |places: &Places<ContentKey>, content: &ContentKey| {
                places.get(content).map_or(0, Vec::len)
            };
            for at in open {
                self.counts.only_a += 1;
                let item = &self.a.items()[at];
                let Some(content) = &item.content else { continue };
                let (here, there) = (times(&own, content), times(&theirs, content));
                if there > 0 && here + there > 2 {
                    self.counts.ambiguous += 1;
                } else if ids.contains(&item.id) {
                    self.counts.other_content += 1;
                }
            }
        }
        self.counts.only_b = self.is_taken.iter().filter(|taken| !**taken).count() as u64;
        let paired = self.a.items().iter().zip(&self.partner);
        let pairs = paired.filter_map(|(item, other)| Some((item, &self.b.items()[(*other)?])));
        MatchedItems { pairs: pairs.collect(), counts: self.counts }
    }
}

/// The places of items by something of theirs.
fn places<'a, K: Ord>(task: &'a ScoredTask, of: impl Fn(&'a ScoredItem) -> Option<K>) -> Places<K> {
    let mut places: Places<K> = BTreeMap::new();
    for (at, item) in task.items().iter().enumerate() {
        if let Some(key) = of(item) {
            places.entry(key).or_default().push(at);
        }
    }
    places
}
