//! Matches the items of one run with those of another.

use crate::scored::{ContentKey, ItemId, ScoredItem, ScoredTask};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The rule by which two items count as the same.
///
/// ```
/// use peirast_compare::MatchRule;
/// assert_eq!(MatchRule::default(), MatchRule::Auto);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchRule {
    /// By id, unless the contents contradict it; otherwise by content.
    #[default]
    Auto,
    /// By id alone, even if the items ask different questions.
    Id,
    /// By content alone.
    Content,
}

/// Counts of matched and unmatched items of two runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MatchCounts {
    /// Number of pairs matched by id.
    pub by_id: u64,
    /// Number of pairs matched by content.
    pub by_content: u64,
    /// Number of pairs matched by a given name whose content differs in the second run.
    pub reworded: u64,
    /// Number of items of the first run without a partner.
    pub only_a: u64,
    /// Number of items of the second run without a partner.
    pub only_b: u64,
    /// Number of items of the first run without a partner whose number has another content in the
    /// second run.
    pub other_content: u64,
    /// Number of items without a partner that occur several times in a run, so that a match would
    /// be ambiguous.
    pub ambiguous: u64,
}

impl MatchCounts {
    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.by_id + self.by_content
    }

    /// Adds the counts of two tasks.
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
    /// The counts of the matching.
    pub counts: MatchCounts,
    /// The first items of each run without a partner, by id.
    pub alone: ItemsAlone,
}

/// The first items of two runs without a partner in the other run, by id: at most [`MOST_ALONE`] of each.
pub type ItemsAlone = [Vec<String>; 2];

/// The most items without a partner that are named.
pub const MOST_ALONE: usize = 3;

/// The positions of the items of one run, by a key.
type Places<K> = BTreeMap<K, Vec<usize>>;

/// Matches the items of a task in two runs.
///
/// Under [`MatchRule::Auto`], an item is matched with the first of these that exists:
///
/// 1. the item with the same id and the same content (or an item without content on either side);
/// 2. the only item with the same content;
/// 3. the item with the same id, if somebody gave that id.
///
/// If contents differ, a number, or a name that contains a count, is no evidence of a match.
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
    /// The position in `b` of the partner of each item of `a`.
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

    /// Matches items that have the same id and the same content.
    fn exactly(&mut self) {
        for (at, item) in self.a.items().iter().enumerate() {
            // Two logs of one data set usually have the same items at the same positions.
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

    /// Matches the remaining items by id, if the contents and the id permit it.
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
            // If several items have this id, the match is ambiguous.
            let (Some(other), None) = (fit.next(), fit.next()) else { continue };
            self.pair(at, other);
            self.counts.by_id += 1;
            let theirs = self.b.items()[other].content;
            if item.content.is_some() && theirs.is_some() && item.content != theirs {
                self.counts.reworded += 1;
            }
        }
    }

    /// Matches the remaining items by content, if no other item of the run has that content.
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

    /// The positions of both runs' items by content.
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
        let own = self.a.items().iter().zip(&self.partner).filter(|(_, other)| other.is_none());
        let theirs = self.b.items().iter().zip(&self.is_taken).filter(|(_, taken)| !**taken);
        let alone = [
            own.map(|(item, _)| item.id.to_string()).take(MOST_ALONE).collect(),
            theirs.map(|(item, _)| item.id.to_string()).take(MOST_ALONE).collect(),
        ];
        MatchedItems { pairs: pairs.collect(), counts: self.counts, alone }
    }
}

/// The positions of items by a key.
fn places<'a, K: Ord>(task: &'a ScoredTask, of: impl Fn(&'a ScoredItem) -> Option<K>) -> Places<K> {
    let mut places: Places<K> = BTreeMap::new();
    for (at, item) in task.items().iter().enumerate() {
        if let Some(key) = of(item) {
            places.entry(key).or_default().push(at);
        }
    }
    places
}
