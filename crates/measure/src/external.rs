//! External benchmarks: correlations of subjects' results with their scores on other benchmarks.

use crate::correlated::{Coefficient, Correlated, correlated};
use crate::table::{Record, table};
use crate::{Accuracy, Bias, Difference};
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
    /// For each subject, its score on each benchmark, if any.
    pub scores: BTreeMap<String, Vec<Option<f64>>>,
}

/// A table of scores that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BenchmarkError {
    /// No column of subject names.
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
        /// The text in the field.
        text: String,
    },
    /// Only columns of text.
    #[error(
        "no column holds scores: line {line}, column `{column}`: `{text}` is no number; write \
         scores as numbers, and leave missing ones empty"
    )]
    NoScores {
        /// The line of the first text, from 1.
        line: usize,
        /// Its column.
        column: String,
        /// The text.
        text: String,
    },
    /// Two columns of the same name.
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
    /// A line with another number of fields.
    #[error("line {line} has {found} fields, the first line has {wanted}")]
    Width {
        /// The line, from 1.
        line: usize,
        /// Number of its fields.
        found: usize,
        /// Number of fields of the first line.
        wanted: usize,
    },
}

/// Names of the column that holds the subject.
const SUBJECT: [&str; 3] = ["model", "subject", "key"];

/// Names of columns with other information about subjects than a score.
const ABOUT: [&str; 2] = ["family", "provider"];

impl Benchmarks {
    /// Reads rows of fields; the first row names the columns. Apart from the subject's, every
    /// column of numbers is a benchmark. Columns of text (such as organisations or licences) are
    /// left out if none of their fields is a number. A field without a value ([`is_missing`]) is no
    /// score.
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
        let said = |(at, text): &(usize, &String)| {
            let column = head.get(*at).map(|name| name.trim().to_lowercase()).unwrap_or_default();
            *at != place && !ABOUT.contains(&column.as_str()) && !is_missing(text)
        };
        let texts = || {
            rows.iter().enumerate().skip(1).flat_map(|(at, row)| {
                row.iter().enumerate().find(said).map(|(column, text)| (at + 1, column, text))
            })
        };
        if columns.is_empty()
            && let Some((line, column, text)) = texts().next()
        {
            let column = head.get(column).cloned().unwrap_or_default();
            return Err(BenchmarkError::NoScores { line, column, text: text.trim().to_owned() });
        }
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
    /// Returns true if a subject is listed, by its name or by the part after its provider.
    pub fn has(&self, subject: &str) -> bool {
        self.row(subject).is_some()
    }

    fn row(&self, subject: &str) -> Option<&Vec<Option<f64>>> {
        let bare = subject.split_once([':', '/']).map_or(subject, |(_, bare)| bare);
        self.scores.get(subject).or_else(|| self.scores.get(bare))
    }

    /// The score of a subject on the benchmark with this index.
    pub(crate) fn score(&self, subject: &str, at: usize) -> Option<f64> {
        self.row(subject)?.get(at).copied().flatten()
    }
}

/// A subject with a score on another benchmark, and a share of its answers here.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scored {
    /// The subject.
    pub subject: String,
    /// Its score on the other benchmark.
    pub score: f64,
    /// A share of its answers here.
    pub share: Share,
}

/// A subject with a score on another benchmark, and its measures here.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Matched {
    /// The subject.
    pub subject: String,
    /// Its score on the other benchmark.
    pub score: f64,
    /// Its accuracy.
    pub accuracy: Share,
    /// The effect of belief on it; `None` without valid and invalid conclusions of both kinds.
    pub belief: Option<Difference>,
}

/// Correlations of accuracy and the effect of belief with a score on another benchmark.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct External {
    /// The benchmark.
    pub benchmark: String,
    /// Subjects with a score there and an accuracy here.
    pub matched: Vec<Matched>,
    /// Subjects without a score there.
    pub unmatched: Vec<String>,
    /// The correlations with accuracy; `None` with fewer than three subjects, or if one variable is
    /// constant.
    pub accuracy: Option<Correlated>,
    /// The correlations with the effect of belief; `None` in the same cases.
    pub belief: Option<Correlated>,
}

/// Correlates overall accuracy and the overall effect of belief with each benchmark. Names must be
/// equal; nothing is guessed.
pub fn external(
    accuracies: &[Accuracy],
    biases: &[Bias],
    benchmarks: &Benchmarks,
) -> Vec<External> {
    let belief = |row: &Accuracy| biases.iter().find(|bias| bias.group == row.group)?.belief;
    let subjects: Vec<(&str, Share, Option<Difference>)> = accuracies
        .iter()
        .filter(|row| row.group.is_subject())
        .filter_map(|row| Some((row.group.subject.as_deref()?, row.accuracy?, belief(row))))
        .collect();
    let correlate = |(at, name): (usize, &String)| {
        let (mut matched, mut unmatched) = (Vec::new(), Vec::new());
        for (subject, accuracy, belief) in &subjects {
            let (subject, accuracy, belief) = ((*subject).to_owned(), *accuracy, *belief);
            match benchmarks.score(&subject, at) {
                Some(score) => matched.push(Matched { subject, score, accuracy, belief }),
                None => unmatched.push(subject),
            }
        }
        let with = |measure: fn(&Matched) -> Option<f64>| {
            let pairs = matched.iter().filter_map(|own| Some((measure(own)?, own.score)));
            let (here, there): (Vec<f64>, Vec<f64>) = pairs.unzip();
            correlated(&here, &there)
        };
        External {
            benchmark: name.clone(),
            accuracy: with(|own| Some(own.accuracy.value)),
            belief: with(|own| Some(own.belief?.value)),
            matched,
            unmatched,
        }
    };
    benchmarks.names.iter().enumerate().map(correlate).collect()
}

/// The table of external benchmarks.
pub fn external_table(rows: &[External]) -> Table<'static> {
    let record = |row: &External, measure: &str, name: &str, found: Option<Coefficient>| {
        let has = |own: &&Matched| measure == ACCURACY || own.belief.is_some();
        Record::new(false)
            .cell("benchmark", row.benchmark.as_str())
            .cell("measure", measure)
            .cell("coefficient", name)
            .cell("subjects", row.matched.iter().filter(has).count())
            .coefficient(["value", "low", "high", "p"], found)
            .cell("without_score", row.unmatched.join(", "))
    };
    let records = |row: &External| {
        let coefficients = |measure: &'static str, found: Option<Correlated>| {
            [
                record(row, measure, "spearman", found.map(|found| found.spearman)),
                record(row, measure, "pearson", found.map(|found| found.pearson)),
                record(row, measure, "kendall", found.map(|found| found.kendall)),
            ]
        };
        coefficients(ACCURACY, row.accuracy).into_iter().chain(coefficients(BELIEF, row.belief))
    };
    table(
        "benchmarks",
        "External benchmarks",
        "Accuracy and the effect of belief, over everything, against the scores that you gave, for \
         subjects of exactly the same name (with or without the part before the colon). If small \
         ranks mean good models, the correlation with accuracy is negative. With few subjects the \
         interval says more than the p-value: a result that is not significant does not show that \
         there is no relation.",
        rows.iter().flat_map(records),
    )
}

/// The correlated measures, as the table names them.
const ACCURACY: &str = "accuracy";
const BELIEF: &str = "belief";

/// The table of the values compared with external benchmarks.
pub fn external_scores_table(rows: &[External]) -> Table<'static> {
    let subjects = rows.iter().flat_map(|row| row.matched.iter().map(move |one| (row, one)));
    let record = |(row, own): (&External, &Matched)| {
        Record::new(false)
            .cell("benchmark", row.benchmark.as_str())
            .cell("subject", own.subject.as_str())
            .number("score", own.score)
            .estimate(["accuracy", "low", "high"], Some(own.accuracy))
            .difference(["belief", "belief_low", "belief_high"], own.belief)
    };
    table(
        "benchmark-scores",
        "External scores, accuracy and belief",
        "The values behind the correlations with external benchmarks: the scores that you gave, \
         and the accuracy and the effect of belief over everything with their 95 % intervals.",
        subjects.map(record),
    )
}
