//! The scores of a run: the score of each item by each metric.

use compact_str::CompactString;
use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};
use smallvec::SmallVec;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::hash::BuildHasher as _;

/// The id of an item in its file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ItemId {
    /// A name that somebody gave the item. The same name means the same item in another file.
    Given(CompactString),
    /// A name that contains a count, such as `conjunction-17`. Another set of items may contain the
    /// same name.
    Counted(CompactString),
    /// A number in the order of the file. Another file may count differently.
    Number(i64),
}

impl ItemId {
    /// Parses an id from a file. A whole number is a number even if the file writes it as a text,
    /// or with decimals that are all zero. Programs write decimals in a column of numbers with
    /// missing values.
    ///
    /// ```
    /// use peirast_compare::ItemId;
    /// assert_eq!(ItemId::written("17"), ItemId::Number(17));
    /// assert_eq!(ItemId::written("17.0"), ItemId::Number(17));
    /// assert_eq!(ItemId::written("q17"), ItemId::Given("q17".into()));
    /// assert_eq!(ItemId::written("017"), ItemId::Counted("017".into()));
    /// ```
    pub fn written(text: &str) -> Self {
        let is_zero = |decimals: &str| !decimals.is_empty() && decimals.bytes().all(|b| b == b'0');
        let whole = text.split_once('.').filter(|(_, decimals)| is_zero(decimals));
        let whole = whole.map_or(text, |(whole, _)| whole);
        let digits = whole.strip_prefix('-').unwrap_or(whole);
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let is_plain = digits == "0" || !digits.starts_with('0');
        match whole.parse() {
            Ok(number) if is_number && is_plain => Self::Number(number),
            _ if is_number => Self::Counted(text.into()),
            _ => Self::Given(text.into()),
        }
    }
}

impl fmt::Display for ItemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Given(name) | Self::Counted(name) => f.pad(name),
            Self::Number(number) => number.fmt(f),
        }
    }
}

/// The digest of a question. Equal texts have equal digests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentKey([u8; 16]);

impl ContentKey {
    /// Computes the digest of a text.
    ///
    /// ```
    /// use peirast_compare::ContentKey;
    /// assert_ne!(ContentKey::of("How many?"), ContentKey::of("How many"));
    /// ```
    pub fn of(text: &str) -> Self {
        let mut digest = [0; 16];
        blake3::Hasher::new().update(text.as_bytes()).finalize_xof().fill(&mut digest);
        Self(digest)
    }
}

/// The texts of an item that reports show, of any length. A text that the file lacks is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemTexts {
    /// The question.
    pub question: String,
    /// The right answer.
    pub target: String,
    /// The answer of the model in its first pass.
    pub answer: String,
}

/// The texts and columns of an item that a report shows, if the run keeps them.
#[derive(Clone, Debug, Default, PartialEq)]
struct ItemDetails {
    texts: ItemTexts,
    columns: BTreeMap<String, String>,
}

/// The details of an item if the run did not keep them.
static NO_DETAILS: ItemDetails = ItemDetails {
    texts: ItemTexts { question: String::new(), target: String::new(), answer: String::new() },
    columns: BTreeMap::new(),
};

/// A line of a log: the scores of one answer to one item.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreRow {
    /// The task, as its tool names it.
    pub task: String,
    /// The item.
    pub id: ItemId,
    /// The pass over the items (an epoch or repeat), from 0.
    pub pass: u32,
    /// The content of the question, in a form that is the same for the same question.
    pub content: Option<String>,
    /// The texts for reports.
    pub texts: ItemTexts,
    /// Other columns, such as topics, by name.
    pub columns: BTreeMap<String, String>,
    /// The scores with their metrics; `None` for an answer that was not scored.
    pub scores: Vec<(String, Option<f64>)>,
}

/// An item of a run with all of its scores.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredItem {
    /// The id.
    pub id: ItemId,
    /// The digest of the content; see [`ScoreRow::content`].
    pub content: Option<ContentKey>,
    // There may be millions of items. Most have one score, and their details are kept only for a page or tables.
    details: Option<Box<ItemDetails>>,
    scores: SmallVec<[ItemScore; 1]>,
}

/// A score of an item. It has the position of its metric in the task, its pass, and the score
/// (`NaN` if the answer was not scored).
#[derive(Clone, Copy, Debug, PartialEq)]
struct ItemScore {
    metric: u32,
    pass: u32,
    score: f64,
}

impl ScoredItem {
    /// Its texts for reports.
    pub fn texts(&self) -> &ItemTexts {
        &self.details().texts
    }

    fn details(&self) -> &ItemDetails {
        self.details.as_deref().unwrap_or(&NO_DETAILS)
    }

    /// Its other columns by name, if the run kept them.
    pub fn columns(&self) -> impl Iterator<Item = (&str, &str)> {
        self.details().columns.iter().map(|(name, level)| (name.as_str(), level.as_str()))
    }

    /// Finds a column by its name, or by the last part of its name if only one column ends with it.
    pub fn column(&self, name: &str) -> Option<&str> {
        let columns = &self.details().columns;
        let by_end = || {
            let mut ends = columns.iter().filter(|(own, _)| own.rsplit('.').next() == Some(name));
            ends.next().filter(|_| ends.next().is_none()).map(|(_, level)| level)
        };
        columns.get(name).or_else(by_end).map(String::as_str)
    }

    /// Its scores with a metric, each with its pass. The argument is the position of the metric in
    /// [`ScoredTask::metrics`].
    pub fn scores(&self, metric: usize) -> impl Iterator<Item = (u32, Option<f64>)> {
        let own = self.scores.iter().filter(move |score| score.metric as usize == metric);
        own.map(|score| (score.pass, Some(score.score).filter(|score| !score.is_nan())))
    }

    /// The mean score over its passes; `None` if no answer was scored.
    pub fn mean(&self, metric: usize) -> Option<f64> {
        let values = self.scores(metric).filter_map(|(_, score)| score);
        let (sum, count) = values.fold((0.0, 0.0), |(sum, n), value| (sum + value, n + 1.0));
        (count > 0.0).then(|| sum / count)
    }

    fn passes(&self) -> BTreeSet<u32> {
        self.scores.iter().map(|score| score.pass).collect()
    }
}

/// An answer that is not yet added to its item.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredAnswer {
    /// The item.
    pub id: ItemId,
    /// The digest of the content.
    pub content: Option<ContentKey>,
    /// The pass over the items, from 0.
    pub pass: u32,
    /// The texts of the item for reports.
    pub texts: ItemTexts,
    /// Other columns, such as topics, by name.
    pub columns: BTreeMap<String, String>,
}

/// The items of a run in one task.
#[derive(Clone, Debug, Default)]
pub struct ScoredTask {
    items: Vec<ScoredItem>,
    /// The positions of items by their ids and contents, each with its digest.
    places: HashTable<(u32, u32)>,
    hasher: DefaultHashBuilder,
    metrics: Vec<String>,
    repeated: u64,
    not_finite: u64,
}

impl PartialEq for ScoredTask {
    fn eq(&self, other: &Self) -> bool {
        self.items == other.items && self.metrics == other.metrics
    }
}

impl ScoredTask {
    /// Its items, in the order of the file.
    pub fn items(&self) -> &[ScoredItem] {
        &self.items
    }

    /// Its metrics, in the order of the file: the first is the main one.
    pub fn metrics(&self) -> &[String] {
        &self.metrics
    }

    /// The position of a metric among its metrics.
    pub fn metric(&self, name: &str) -> Option<usize> {
        self.metrics.iter().position(|metric| metric == name)
    }

    /// The position of a metric, which is added if the task lacks it.
    pub fn metric_or_new(&mut self, name: &str) -> usize {
        self.metric(name).unwrap_or_else(|| {
            self.metrics.push(name.to_owned());
            self.metrics.len() - 1
        })
    }

    /// Number of answers to an item that already had one in the same pass. They count as further
    /// passes.
    pub const fn repeated(&self) -> u64 {
        self.repeated
    }

    /// Number of infinite scores, which count as missing.
    pub const fn not_finite(&self) -> u64 {
        self.not_finite
    }

    /// The place of the item of this id and content.
    pub fn place(&self, id: &ItemId, content: Option<&ContentKey>) -> Option<usize> {
        let digest = digest(&self.hasher, id, content);
        let is_same = is_item(&self.items, digest, id, content);
        self.places.find(spread(digest), is_same).map(|(_, at)| *at as usize)
    }

    /// Number of items of another task that this task has too.
    pub fn shared(&self, other: &Self) -> usize {
        let is_own = |item: &&ScoredItem| self.place(&item.id, item.content.as_ref()).is_some();
        other.items.iter().filter(is_own).count()
    }

    /// Adds the scores of an answer to its item; metrics are given by position. If the item already
    /// has a score for a metric in this pass, the new one counts as a further pass.
    pub fn add(
        &mut self,
        answer: ScoredAnswer,
        scores: impl IntoIterator<Item = (usize, Option<f64>)>,
    ) {
        let pass = answer.pass;
        let at = self.place_or_new(answer);
        let Some(item) = self.items.get_mut(at) else { return };
        let mut is_repeated = false;
        for (metric, score) in scores {
            let metric = u32::try_from(metric).unwrap_or(u32::MAX);
            let mut pass = pass;
            while item.scores.iter().any(|one| one.metric == metric && one.pass == pass) {
                pass += 1;
                is_repeated = true;
            }
            self.not_finite += u64::from(score.is_some_and(f64::is_infinite));
            let score = score.filter(|score| score.is_finite()).unwrap_or(f64::NAN);
            item.scores.push(ItemScore { metric, pass, score });
        }
        self.repeated += u64::from(is_repeated);
    }

    /// Adds other items of the task, from another file.
    pub fn add_parts(&mut self, other: Self) {
        self.add_items(other, 0);
    }

    /// Adds the answers of another run to the items, as further passes.
    pub fn add_passes(&mut self, other: Self) {
        self.add_items(other, self.passes());
    }

    /// The number of passes over the items: 1 if each was answered once.
    pub fn passes(&self) -> u32 {
        let passes = self.items.iter().flat_map(|item| &item.scores);
        passes.map(|score| score.pass.saturating_add(1)).max().unwrap_or(0)
    }

    fn add_items(&mut self, other: Self, before: u32) {
        let metrics: Vec<usize> =
            other.metrics.iter().map(|name| self.metric_or_new(name)).collect();
        for item in other.items {
            for pass in item.passes() {
                let of_pass = item.scores.iter().filter(|score| score.pass == pass);
                let scores = of_pass.filter_map(|score| {
                    let known = Some(score.score).filter(|score| !score.is_nan());
                    Some((*metrics.get(score.metric as usize)?, known))
                });
                let answer = ScoredAnswer {
                    id: item.id.clone(),
                    content: item.content,
                    pass: before.saturating_add(pass),
                    texts: item.texts().clone(),
                    columns: item.details().columns.clone(),
                };
                self.add(answer, scores.collect::<Vec<_>>());
            }
        }
        self.repeated += other.repeated;
        self.not_finite += other.not_finite;
    }

    fn place_or_new(&mut self, answer: ScoredAnswer) -> usize {
        let ScoredAnswer { id, content, texts, columns, .. } = answer;
        let digest = digest(&self.hasher, &id, content.as_ref());
        let is_same = is_item(&self.items, digest, &id, content.as_ref());
        match self.places.entry(spread(digest), is_same, |(digest, _)| spread(*digest)) {
            Entry::Occupied(place) => place.get().1 as usize,
            Entry::Vacant(place) => {
                let at = self.items.len();
                // Memory ends long before four thousand million items.
                place.insert((digest, u32::try_from(at).unwrap_or(u32::MAX)));
                let details = Some(ItemDetails { texts, columns });
                let details = details.filter(|details| *details != NO_DETAILS).map(Box::new);
                self.items.push(ScoredItem { id, content, details, scores: SmallVec::new() });
                at
            }
        }
    }
}

/// A digest of half a word: a table of millions of items with it is half as large, and faster.
fn digest(hasher: &DefaultHashBuilder, id: &ItemId, content: Option<&ContentKey>) -> u32 {
    let hash = hasher.hash_one((id, content));
    (hash >> 32) as u32
}

/// Spreads a digest over a word, whose first and last bits a hash table uses.
const fn spread(digest: u32) -> u64 {
    (digest as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Returns a function that finds the place of an item.
fn is_item<'i>(
    items: &'i [ScoredItem],
    digest: u32,
    id: &'i ItemId,
    content: Option<&'i ContentKey>,
) -> impl Fn(&(u32, u32)) -> bool + 'i {
    move |(own, at)| {
        let item = items.get(*at as usize).filter(|_| *own == digest);
        item.is_some_and(|item| item.id == *id && item.content.as_ref() == content)
    }
}

/// The better direction of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetterScore {
    /// More is better, as for accuracy.
    Higher,
    /// Less is better, as for an error rate.
    Lower,
}

/// A file with scores.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ScoreSource {
    /// Its path, as given or found.
    pub path: String,
    /// A digest of its content.
    pub digest: String,
}

/// The scores of one run: those of one model, in one setting, on each item.
///
/// ```
/// use peirast_compare::{ItemId, ItemTexts, ScoreRow, ScoredRun};
/// let mut run = ScoredRun::new("small");
/// let row = |pass, score| ScoreRow {
///     task: "sums".to_owned(),
///     id: ItemId::Number(1),
///     pass,
///     content: None,
///     texts: ItemTexts::default(),
///     columns: Default::default(),
///     scores: vec![("acc".to_owned(), score)],
/// };
/// run.add(row(0, Some(1.0)));
/// run.add(row(1, Some(0.0)));
/// run.add(row(2, None));
/// let task = &run.tasks["sums"];
/// let acc = task.metric("acc").expect("a metric");
/// assert_eq!((task.items()[0].mean(acc), task.items()[0].scores(acc).count()), (Some(0.5), 3));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScoredRun {
    /// Its name.
    pub name: String,
    /// Its files.
    pub sources: Vec<ScoreSource>,
    /// Its tasks by name.
    pub tasks: BTreeMap<String, ScoredTask>,
    /// The better directions of metrics, if its files contain them.
    pub directions: BTreeMap<String, BetterScore>,
    /// The column that names the item of which several questions are versions, or the cluster of items, if
    /// the run has one. Questions with one level of it are related.
    pub versions_of: Option<String>,
    /// True if its subject is simulated: a program with known behaviour, not a language model.
    pub is_simulated: bool,
    /// True if some of its answers are conclusions drawn from premises. "Nothing follows" is always a correct
    /// one, so correct answers alone do not tell how well a subject reasons.
    pub draws_conclusions: bool,
    /// The tasks that no file names: they have the name of a file, or of none.
    pub unnamed_tasks: BTreeSet<String>,
    /// Remarks for the reader of the files, such as lines that were left out.
    pub remarks: Vec<String>,
    /// Reasons why its scores may not be those of one finished run: a log of a run that did not
    /// end, or several logs of a folder that count as passes without an option that says so. A gate
    /// does not pass with one.
    pub doubts: Vec<String>,
}

impl ScoredRun {
    /// Creates a run without scores.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Adds the scores of an answer to its item; see [`ScoredTask::add`].
    pub fn add(&mut self, row: ScoreRow) {
        let task = self.tasks.entry(row.task).or_default();
        let scores: Vec<(usize, Option<f64>)> =
            row.scores.iter().map(|(name, score)| (task.metric_or_new(name), *score)).collect();
        let answer = ScoredAnswer {
            id: row.id,
            content: row.content.as_deref().map(ContentKey::of),
            pass: row.pass,
            texts: row.texts,
            columns: row.columns,
        };
        task.add(answer, scores);
    }

    /// Adds another run as further passes of this one.
    pub fn add_passes(&mut self, other: Self) {
        self.versions_of = self.versions_of.take().or(other.versions_of);
        self.is_simulated |= other.is_simulated;
        self.draws_conclusions |= other.draws_conclusions;
        for (name, task) in other.tasks {
            self.tasks.entry(name).or_default().add_passes(task);
        }
        self.sources.extend(other.sources);
        self.remarks.extend(other.remarks);
        self.doubts.extend(other.doubts);
        self.directions.extend(other.directions);
        self.unnamed_tasks.extend(other.unnamed_tasks);
    }

    /// The number of passes over the items: 1 if each was answered once.
    pub fn passes(&self) -> u32 {
        self.tasks.values().map(ScoredTask::passes).max().unwrap_or(0)
    }

    /// The number of items in all tasks.
    pub fn items(&self) -> usize {
        self.tasks.values().map(|task| task.items.len()).sum()
    }
}
