//! Submissions: batches of a run's questions, as recorded in its store.
//!
//! Each is two facts of the run: its state, which changes, and its questions, which do not. It is
//! stored before it is handed in, so that a program that ends in between leaves a record.

use super::database_row::DatabaseRow;
use super::{Store, StoreError};
use peirast_record::{BatchTally, Key};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

const MARK: &str = "batch/";
const KNOWN: &str = "SELECT name, value FROM meta WHERE name LIKE 'batch/%' \
     AND name NOT LIKE '%/questions' ORDER BY name";

/// The stage of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SubmissionStage {
    /// About to be handed in, or handed in without a known result.
    HandingIn,
    /// The provider has it.
    UnderWay,
    /// Its results are stored.
    Collected,
    /// The provider did not accept it, or it ended without results.
    Failed,
    /// It is no longer of interest.
    Forgotten,
}

impl SubmissionStage {
    /// Returns the stored name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::HandingIn => "handing-in",
            Self::UnderWay => "under-way",
            Self::Collected => "collected",
            Self::Failed => "failed",
            Self::Forgotten => "forgotten",
        }
    }

    /// Returns true if its questions may still be answered: then no other process asks them.
    pub fn is_open(self) -> bool {
        matches!(self, Self::HandingIn | Self::UnderWay)
    }
}

/// A batch that was handed in, or a file of results that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Submission {
    /// Its number in this run, from 1.
    pub number: u32,
    /// The subject.
    pub subject: String,
    /// Its endpoint.
    pub endpoint: String,
    /// The provider's name for it, if known; or the name of the file that was read.
    pub job: Option<String>,
    /// Its stage.
    pub stage: SubmissionStage,
    /// Number of its questions.
    pub questions: u64,
    /// The outcomes of its questions, as far as the provider reports them.
    #[serde(default)]
    pub tally: BatchTally,
    /// Time of the hand-in, in microseconds since 1970 UTC.
    pub handed_in_us: i64,
    /// The reason of a failure.
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

/// The questions that were asked in batches, by the time of the hand-in. An answer of a batch has
/// that time; an answer to a question that the batch did not answer, and that was asked later, has
/// another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BatchQuestions(BTreeMap<i64, BTreeSet<Key>>);

impl BatchQuestions {
    /// Returns true if the answer to a question sent at this time came from a batch.
    pub fn contains(&self, trial: &Key, sent_us: i64) -> bool {
        self.0.get(&sent_us).is_some_and(|keys| keys.contains(trial))
    }
}

impl Store {
    /// Returns the submissions of this run, in the order of their numbers.
    pub async fn submissions(&self) -> Result<Vec<Submission>, StoreError> {
        let submission = |row: &DatabaseRow| -> Result<Submission, StoreError> {
            self.parsed(self.str(row, 0)?, &self.str(row, 1)?)
        };
        let mut all: Vec<Submission> = self.read(KNOWN, self.values(), submission).await?;
        all.sort_by_key(|one| one.number);
        Ok(all)
    }

    /// Returns the questions of a submission, in the order of the hand-in.
    pub async fn submitted(&self, number: u32) -> Result<Vec<Key>, StoreError> {
        let keys = self.meta(&Submission::list(number)).await?.unwrap_or_default();
        Ok(keys.lines().map(Key::from_stored).collect())
    }

    /// Returns the questions of all submissions at one of these stages.
    pub async fn submitted_at(
        &self,
        stage: impl Fn(SubmissionStage) -> bool,
    ) -> Result<BTreeSet<Key>, StoreError> {
        let mut keys = BTreeSet::new();
        for one in self.submissions().await?.iter().filter(|one| stage(one.stage)) {
            keys.extend(self.submitted(one.number).await?);
        }
        Ok(keys)
    }

    /// Returns the questions of all submissions, at any stage.
    pub async fn batched(&self) -> Result<BatchQuestions, StoreError> {
        let mut batched = BatchQuestions::default();
        for one in self.submissions().await? {
            let keys = self.submitted(one.number).await?;
            batched.0.entry(one.handed_in_us).or_default().extend(keys);
        }
        Ok(batched)
    }

    /// Stores a new submission with its questions, under the next free number, which is set in it.
    /// An open submission claims its questions: no other process gets them while it is open.
    ///
    /// # Errors
    /// [`StoreError::Taken`] if another process asks or has answered one of them; then nothing is
    /// stored. Errors of the database.
    pub async fn submit(
        &self,
        mut new: Submission,
        keys: &[Key],
    ) -> Result<Submission, StoreError> {
        if new.stage.is_open() && self.is_shared() {
            self.free_expired().await?;
        }
        let mut transaction = self.begin().await?;
        self.take_turn(&mut transaction).await?;
        let last = self.submissions().await?.last().map_or(0, |last| last.number);
        new.number = last.saturating_add(1);
        if new.stage.is_open() {
            let claimed = self.claim_for_batch(&mut transaction, new.number, keys).await?;
            let all = keys.len() as u64;
            if claimed < all {
                return Err(StoreError::Taken {
                    path: self.path().into(),
                    taken: all - claimed,
                    all,
                });
            }
        }
        let list: Vec<String> = keys.iter().map(Key::to_string).collect();
        let name = Submission::list(new.number);
        self.set_meta_within(&mut transaction, &name, &list.join("\n")).await?;
        self.set_meta_within(&mut transaction, &new.name(), &self.written(&new)?).await?;
        transaction.commit().await.map_err(|e| self.failed(e))?;
        Ok(new)
    }

    /// Stores the stage of a submission. Unanswered questions of a submission that is no longer
    /// open are free again.
    pub async fn update(&self, submission: &Submission) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        let text = self.written(submission)?;
        self.set_meta_within(&mut transaction, &submission.name(), &text).await?;
        if !submission.stage.is_open() {
            self.release_batch(&mut transaction, submission.number).await?;
        }
        transaction.commit().await.map_err(|e| self.failed(e))
    }

    fn written(&self, submission: &Submission) -> Result<String, StoreError> {
        serde_json::to_string(submission).map_err(|e| StoreError::value(self.path(), e))
    }
}
