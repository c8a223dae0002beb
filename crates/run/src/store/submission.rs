//! Submissions: the batches that were handed in for the questions of a run, as its store knows them.
//!
//! Each is two facts of the run: what is known of it, which changes, and its questions, which do not.
//! It is written down before it is handed in, so that a program that ends in between leaves a trace.

use super::{Store, StoreError};
use crate::batch::Tally;
use peirast_record::Key;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

const MARK: &str = "batch/";
const KNOWN: &str = "SELECT name, value FROM meta WHERE name LIKE 'batch/%' \
     AND name NOT LIKE '%/questions' ORDER BY name";

/// How far a submission is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// About to be handed in, or nobody heard whether it was.
    HandingIn,
    /// The provider has it.
    UnderWay,
    /// Its results are stored.
    Collected,
    /// It was not taken on, or ended without results.
    Failed,
    /// It is of no interest any more.
    Forgotten,
}

impl Stage {
    /// The stored name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::HandingIn => "handing-in",
            Self::UnderWay => "under-way",
            Self::Collected => "collected",
            Self::Failed => "failed",
            Self::Forgotten => "forgotten",
        }
    }

    /// Whether its questions may still be answered: then nobody else asks them.
    pub fn is_open(self) -> bool {
        matches!(self, Self::HandingIn | Self::UnderWay)
    }
}

/// A batch that was handed in, or a file of results that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Submission {
    /// Its number in this run, from 1.
    pub number: u32,
    /// Who answers.
    pub subject: String,
    /// Where.
    pub endpoint: String,
    /// The provider's name for it, once there is one; the name of a file that was read.
    pub job: Option<String>,
    /// How far it is.
    pub stage: Stage,
    /// Its questions.
    pub questions: u64,
    /// What became of them, as far as the provider says.
    #[serde(default)]
    pub tally: Tally,
    /// When it was handed in, in microseconds since 1970 UTC.
    pub handed_in_us: i64,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
}

impl Submission {
    fn name(&self) -> String {
        format!("{MARK}{:06}", self.number)
    }

    fn list(number: u32) -> String {
        format!("{MARK}{number:06}/questions")
    }
}

impl Store {
    /// The submissions of this run, in the order of their numbers.
    ///
    /// # Errors
    /// What the database refuses, or a value that cannot be read back.
    pub async fn submissions(&self) -> Result<Vec<Submission>, StoreError> {
        let rows = self.all(KNOWN, self.values()).await?;
        let mut all = Vec::new();
        for row in &rows {
            let submission: Submission = self.parsed(&self.text(row, 0)?, &self.text(row, 1)?)?;
            all.push(submission);
        }
        all.sort_by_key(|one| one.number);
        Ok(all)
    }

    /// The questions of a submission, in the order in which they were handed in.
    ///
    /// # Errors
    /// What the database refuses.
    pub async fn submitted(&self, number: u32) -> Result<Vec<Key>, StoreError> {
        let keys = self.meta(&Submission::list(number)).await?.unwrap_or_default();
        Ok(keys.lines().map(Key::from_stored).collect())
    }

    /// The questions of all submissions at one of these stages.
    ///
    /// # Errors
    /// What the database refuses.
    pub async fn submitted_at(
        &self,
        stage: impl Fn(Stage) -> bool,
    ) -> Result<BTreeSet<Key>, StoreError> {
        let mut keys = BTreeSet::new();
        for one in self.submissions().await?.iter().filter(|one| stage(one.stage)) {
            keys.extend(self.submitted(one.number).await?);
        }
        Ok(keys)
    }

    /// Writes down a new submission with its questions, under the next free number, which it gets.
    ///
    /// # Errors
    /// What the database refuses.
    pub async fn submit(
        &self,
        mut new: Submission,
        keys: &[Key],
    ) -> Result<Submission, StoreError> {
        let _turn = self.turn().await?;
        let last = self.submissions().await?.last().map_or(0, |last| last.number);
        new.number = last.saturating_add(1);
        let keys: Vec<&str> = keys.iter().map(Key::as_str).collect();
        // Without its questions it would stand for nothing: they go first.
        self.set_meta(&Submission::list(new.number), &keys.join("\n")).await?;
        self.update(&new).await?;
        Ok(new)
    }

    /// Writes down how far a submission is.
    ///
    /// # Errors
    /// What the database refuses.
    pub async fn update(&self, submission: &Submission) -> Result<(), StoreError> {
        let text = serde_json::to_string(submission);
        let text = text.map_err(|e| StoreError::value(self.path(), e))?;
        self.set_meta(&submission.name(), &text).await
    }
}
