//! External benchmarks: whether subjects that do well here do well elsewhere.

use crate::Accuracy;
use crate::correlated::{Coefficient, Correlated, correlated};
use crate::table::{Record, table};
use peirast_stats::shares::Share;
use peirast_table::{Table, is_missing};
use serde::Serialize;
use std::collections::BTreeMap;
use thiserror::Error;

/// Scores of subjects on other benchmarks, by the exact name of the subject.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Benchmarks {
    /// The benchmarks, in order.
    pub names: Vec<String>,
    /// By subject: a score for each benchmark, where it has one.
    pub scores: BTreeMap<String, Vec<Option<f64>>>,
}

/// A table of scores that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BenchmarkError {
    /// No column of names.
    #[error("the first line must name its columns, one of them `model`, `subject` or `key`")]
    NoSubject,
    /// A score that is no number.
    #[error(
        "line {line}, column `{column}`: `{text}` is no number; leave it empty if there is none"
    )]
    NoNumber {
        /// The line, from 1.
        line: usize,
        /// The column.
        column: String,
        /// What stands there.
        text: String,
    },
    /// Two columns of one name.
    #[error("two columns are called `{column}`: rename one, or leave it out")]
    SameColumn {
        /// The name.
        column: String,
    },
    /// A subject listed twice.
    #[error("line {line}: `{subject}` has a line already")]
    Twice {
        /// The line, from 1.
        line: usize,
        /// The subject.
        subject: String,
    },
    /// A line of another length.
    #[error("line {line} has {found} fields, the first line has {wanted}")]
    Width {
        /// The line, from 1.
        line: usize,
        /// Its fields.
        found: usize,
        /// Those of the first line.
        wanted: usize,
    },
}

/// Names of the column that holds the subject.
const SUBJECT: [&str; 3] = ["model", "subject", "key"];

impl Benchmarks {
    /// Reads rows of fields; the first names the columns. Every column beside the subject's that
    /// holds numbers is a benchmark; columns of text (such as organisations or licences) are left
    /// out if no field of theirs is a number. A field without a value ([`is_missing`]) is no score.
    ///
    /// # Errors
    /// [`BenchmarkError`] names the line.
    ///
    /// ```
    /// use peirast_measure::Benchmarks;
    /// let rows = [vec!["model", "lmarena_rank"], vec!["a", "3"], vec!["b", ""]];
    /// let found = Benchmarks::read(rows.iter().map(|row| row.iter().map(|s| s.to_string()).collect()))?;
    /// assert_eq!(found.scores["a"], [Some(3.0)]);
    /// # Ok::<(), peirast_measure::BenchmarkError>(())
    /// ```
    pub fn read(rows: impl IntoIterator<Item = Vec<String>>) -> Result<Self, BenchmarkError> {
        let rows: Vec<Vec<String>> = rows.into_iter().collect();
        let head = rows.first().cloned().unwrap_or_default();
        let named = |name: &str| SUBJECT.contains(&name.trim().to_lowercase().as_str());
        let place = head.iter().position(|name| named(name)).ok_or(BenchmarkError::NoSubject)?;
        for (at, column) in head.iter().enumerate() {
            let column = column.trim();
            if !column.is_empty() && head[..at].iter().any(|other| other.trim() == column) {
                return Err(BenchmarkError::SameColumn { column: column.to_owned() });
            }
        }
        let number = |text: &str| -> Option<f64> {
            let number = text.trim().trim_end_matches('%').trim().parse::<f64>().ok();
            number.filter(|number| number.is_finite())
        };
        let is_score = |column: &usize| {
            *column != place
                && rows[1..].iter().any(|row| row.get(*column).is_some_and(|t| number(t).is_some()))
        };
        let columns: Vec<usize> = (0..head.len()).filter(is_score).collect();
        let mut found = Self {
            names: columns.iter().map(|column| head[*column].trim().to_owned()).collect(),
            scores: BTreeMap::new(),
        };
        for (at, row) in rows.iter().enumerate().skip(1) {
            let line = at + 1;
            if row.len() != head.len() {
                return Err(BenchmarkError::Width { line, found: row.len(), wanted: head.len() });
            }
            let score = |column: &usize| {
                let text = row[*column].trim();
                match number(text) {
                    Some(value) => Ok(Some(value)),
                    None if is_missing(text) => Ok(None),
                    None => Err(BenchmarkError::NoNumber {
                        line,
                        column: head[*column].clone(),
                        text: text.to_owned(),
                    }),
                }
            };
            let scores = columns.iter().map(score).collect::<Result<_, _>>()?;
            let subject = row[place].trim().to_owned();
            if found.scores.insert(subject.clone(), scores).is_some() {
                return Err(BenchmarkError::Twice { line, subject });
            }
        }
        Ok(found)
    }
}

impl Benchmarks {
    /// Whether a subject is listed, by its name or by the part after its provider's.
    pub fn has(&self, subject: &str) -> bool {
        self.row(subject).is_some()
    }

    fn row(&self, subject: &str) -> Option<&Vec<Option<f64>>> {
        let bare = subject.split_once([':', '/']).map_or(subject, |(_, bare)| bare);
        self.scores.get(subject).or_else(|| self.scores.get(bare))
    }

    /// The score of a subject on the benchmark of this place.
    pub(crate) fn score(&self, subject: &str, at: usize) -> Option<f64> {
        self.row(subject)?.get(at).copied().flatten()
    }
}

/// A subject with a score elsewhere, and what was measured of it here.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scored {
    /// The subject.
    pub subject: String,
    /// Its score elsewhere.
    pub score: f64,
    /// A share of its answers here.
    pub share: Share,
}

/// How accuracy here goes with a score elsewhere.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct External {
    /// The benchmark.
    pub benchmark: String,
    /// Subjects that have both, with their accuracy.
    pub matched: Vec<Scored>,
    /// Subjects here without a score there.
    pub unmatched: Vec<String>,
    /// The correlations; none with fewer than three, or where one does not vary.
    pub correlation: Option<Correlated>,
}

/// Correlates accuracy over everything with each benchmark. Names must be equal: nothing is guessed.
pub fn external(accuracies: &[Accuracy], benchmarks: &Benchmarks) -> Vec<External> {
    let subjects: Vec<(&str, Share)> = accuracies
        .iter()
        .filter(|row| row.group.is_subject())
        .filter_map(|row| Some((row.group.subject.as_deref()?, row.accuracy?)))
        .collect();
    let correlate = |(at, name): (usize, &String)| {
        let (mut matched, mut unmatched) = (Vec::new(), Vec::new());
        for (subject, share) in &subjects {
            let subject = (*subject).to_owned();
            match benchmarks.score(&subject, at) {
                Some(score) => matched.push(Scored { subject, score, share: *share }),
                None => unmatched.push(subject),
            }
        }
        let here: Vec<f64> = matched.iter().map(|own| own.share.value).collect();
        let there: Vec<f64> = matched.iter().map(|own| own.score).collect();
        let correlation = if matched.len() < 3 { None } else { correlated(&here, &there) };
        External { benchmark: name.clone(), matched, unmatched, correlation }
    };
    benchmarks.names.iter().enumerate().map(correlate).collect()
}

/// The table of external benchmarks.
pub fn external_table(rows: &[External]) -> Table<'static> {
    let record = |row: &External, name: &str, found: Option<Coefficient>| {
        Record::new(false)
            .cell("benchmark", row.benchmark.as_str())
            .cell("coefficient", name)
            .cell("subjects", row.matched.len())
            .coefficient(["value", "low", "high", "p"], found)
            .cell("without_score", row.unmatched.join(", "))
    };
    let records = |row: &External| {
        let found = row.correlation;
        [
            record(row, "spearman", found.map(|found| found.spearman)),
            record(row, "pearson", found.map(|found| found.pearson)),
            record(row, "kendall", found.map(|found| found.kendall)),
        ]
    };
    table(
        "benchmarks",
        "External benchmarks",
        "Accuracy over everything against scores that you gave, for subjects of exactly the same name \
         (with or without the part before the colon). A rank that is small when a model is good gives \
         a negative correlation. With few subjects the interval says more than the p-value: not \
         significant is not unrelated.",
        rows.iter().flat_map(records),
    )
}

/// The table of what is compared with external benchmarks.
pub fn external_scores_table(rows: &[External]) -> Table<'static> {
    let names = ["benchmark", "accuracy"];
    let subjects = rows.iter().flat_map(|row| row.matched.iter().map(move |one| (row, one)));
    table(
        "benchmark-scores",
        "Scores elsewhere, and accuracy here",
        "What the correlations with external benchmarks are of: the scores that you gave, and the \
         accuracy over everything with its 95 % interval.",
        subjects.map(|(row, subject)| scored(names, &row.benchmark, subject)),
    )
}

/// The cells of a benchmark and a subject; `names` are those of the columns of the benchmark and of the
/// share.
pub(crate) fn scored(names: [&'static str; 2], benchmark: &str, scored: &Scored) -> Record {
    let [of_benchmark, share] = names;
    Record::new(false)
        .cell(of_benchmark, benchmark)
        .cell("subject", scored.subject.as_str())
        .number("score", scored.score)
        .estimate([share, "low", "high"], Some(scored.share))
}
