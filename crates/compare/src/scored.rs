//! Runs as their scores: which item got which score by which metric.

use std::collections::BTreeMap;
use std::fmt;

/// What names an item in its file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ItemId {
    /// A name that somebody gave it: it means the same item in another file.
    Given(String),
    /// Its number in the order of its file: another file may count otherwise.
    Number(i64),
}

impl fmt::Display for ItemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Given(name) => f.pad(name),
            Self::Number(number) => number.fmt(f),
        }
    }
}

/// What is shown of an item: texts of any length, empty where the file has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemTexts {
    /// What was asked.
    pub question: String,
    /// The right answer.
    pub target: String,
    /// What the model answered, in its first pass.
    pub answer: String,
}

/// A line of a log: the scores of one answer to one item.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreRow {
    /// The task, as its tool names it.
    pub task: String,
    /// The item.
    pub id: ItemId,
    /// Which pass over the items the answer is of: epochs and repeats count from 0.
    pub pass: u32,
    /// What is asked, in a form that is the same wherever the same is asked.
    pub content: Option<String>,
    /// What is shown of it.
    pub texts: ItemTexts,
    /// Other columns, such as topics, by name.
    pub columns: BTreeMap<String, String>,
    /// The scores by their metrics; none where an answer was not scored.
    pub scores: Vec<(String, Option<f64>)>,
}

/// An item of a run with all of its scores.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredItem {
    /// What names it.
    pub id: ItemId,
    /// What is asked; see [`ScoreRow::content`].
    pub content: Option<String>,
    /// What is shown of it.
    pub texts: ItemTexts,
    /// Other columns by name.
    pub columns: BTreeMap<String, String>,
    /// By metric, the pass and the score of each answer.
    pub scores: BTreeMap<String, Vec<(u32, Option<f64>)>>,
}

impl ScoredItem {
    /// The mean score over its passes; none where no answer was scored.
    pub fn mean(&self, metric: &str) -> Option<f64> {
        let values = self.scores.get(metric)?.iter().filter_map(|(_, score)| *score);
        let (sum, count) = values.fold((0.0, 0.0), |(sum, n), value| (sum + value, n + 1.0));
        (count > 0.0).then(|| sum / count)
    }
}

/// The items of a run in one task.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScoredTask {
    items: Vec<ScoredItem>,
    places: BTreeMap<(ItemId, Option<String>), usize>,
    metrics: Vec<String>,
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
}

/// Whether more of a metric is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetterScore {
    /// More is better: accuracy, say.
    Higher,
    /// Less is better: an error rate, say.
    Lower,
}

/// A file that scores were read from.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ScoreSource {
    /// Its path, as it was given or found.
    pub path: String,
    /// A digest of its content: the same file has the same.
    pub digest: String,
}

/// The scores of one run: what one model, in one setting, got on each item.
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
/// let item = &run.tasks["sums"].items()[0];
/// assert_eq!((item.mean("acc"), item.scores["acc"].len()), (Some(0.5), 3));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScoredRun {
    /// What it is called.
    pub name: String,
    /// The files that it was read from.
    pub sources: Vec<ScoreSource>,
    /// Its tasks by name.
    pub tasks: BTreeMap<String, ScoredTask>,
    /// What its files say of metrics.
    pub directions: BTreeMap<String, BetterScore>,
    /// What a reader of the files should know: lines that were left out, say.
    pub remarks: Vec<String>,
}

impl ScoredRun {
    /// A run without scores.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Adds the scores of an answer to its item. Of a metric that the item has already in this pass,
    /// the score becomes that of a further pass.
    pub fn add(&mut self, row: ScoreRow) {
        let task = self.tasks.entry(row.task).or_default();
        let key = (row.id, row.content);
        let at = match task.places.get(&key) {
            Some(at) => *at,
            None => {
                let (id, content) = key.clone();
                let (texts, columns) = (row.texts, row.columns);
                task.items.push(ScoredItem {
                    id,
                    content,
                    texts,
                    columns,
                    scores: BTreeMap::new(),
                });
                task.places.insert(key, task.items.len() - 1);
                task.items.len() - 1
            }
        };
        let Some(item) = task.items.get_mut(at) else { return };
        for (metric, score) in row.scores {
            if !task.metrics.contains(&metric) {
                task.metrics.push(metric.clone());
            }
            let scores = item.scores.entry(metric).or_default();
            let mut pass = row.pass;
            while scores.iter().any(|(taken, _)| *taken == pass) {
                pass += 1;
            }
            scores.push((pass, score.filter(|score| score.is_finite())));
        }
    }

    /// Adds another run as further passes of this one.
    pub fn add_passes(&mut self, other: Self) {
        let before = self.passes();
        for (task, scored) in other.tasks {
            for item in scored.items {
                let passes: std::collections::BTreeSet<u32> =
                    item.scores.values().flatten().map(|(pass, _)| *pass).collect();
                for pass in passes {
                    let scores = item.scores.iter().flat_map(|(metric, scores)| {
                        let of_pass = scores.iter().filter(|(own, _)| *own == pass);
                        of_pass.map(|(_, score)| (metric.clone(), *score))
                    });
                    self.add(ScoreRow {
                        task: task.clone(),
                        id: item.id.clone(),
                        pass: before + pass,
                        content: item.content.clone(),
                        texts: item.texts.clone(),
                        columns: item.columns.clone(),
                        scores: scores.collect(),
                    });
                }
            }
        }
        self.sources.extend(other.sources);
        self.remarks.extend(other.remarks);
        self.directions.extend(other.directions);
    }

    /// The number of passes over the items: 1 where each was answered once.
    pub fn passes(&self) -> u32 {
        let items = self.tasks.values().flat_map(|task| &task.items);
        let passes =
            items.flat_map(|item| item.scores.values()).flatten().map(|(pass, _)| pass + 1);
        passes.max().unwrap_or(0)
    }

    /// The number of items in all tasks.
    pub fn items(&self) -> usize {
        self.tasks.values().map(|task| task.items.len()).sum()
    }
}
