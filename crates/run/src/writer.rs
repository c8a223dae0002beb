//! The writer: it collects responses and commits them together.

use crate::BudgetGuard;
use crate::budget_guard::{GuardRecord, NoBudget};
use peirast_record::{Key, Response, Trial};
use peirast_store::{Batch, FailedAttempt, PromptedTrial, Store, StoreError, WriteSummary};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

/// The most entries in one transaction.
const GROUP: usize = 4096;
/// Entries that wait for a transaction; beyond this number the senders wait.
const QUEUE: usize = 4096;
/// Transactions that wait for a flush; beyond this number the next transaction waits.
const AHEAD: usize = 16;
/// Entries of a transaction from which more are expected soon.
const MANY: usize = 8;
/// Longest wait for them.
const GATHER: Duration = Duration::from_millis(5);
/// Wait for them, as a multiple of the duration of the last transaction.
const TWICE: u32 = 2;
/// Longest wait for other answers, as a part of the time of an answer: the server stays almost
/// fully busy.
const TENTH: u32 = 10;
/// Shortest wait that is useful.
const SHORT: Duration = Duration::from_millis(1);
/// Number of entries that is enough for a transaction: the rows of one statement.
const ENOUGH: usize = 64;

/// Stores responses from many tasks by group commit.
///
/// A commit costs much more than the rows in it. All entries that arrive during one commit share
/// the next. If many answers arrive, a commit waits for more of them: twice the duration of the
/// last commit, but a few milliseconds at most. The next commit begins while the disk is flushed,
/// and one flush serves all commits before it. [`Writer::keep`] returns when the response is on
/// disk.
///
/// After an error nothing more is written. Every later call returns [`WriterStopped`], and
/// [`Writer::finish`] returns the error.
#[derive(Debug)]
pub struct Writer {
    handle: WriterHandle,
    task: JoinHandle<Result<(), StoreError>>,
}

/// The writer has stopped. The entry is not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the store stopped writing")]
pub struct WriterStopped;

/// A handle through which entries reach the writer.
#[derive(Clone, Debug)]
pub(crate) struct WriterHandle(mpsc::Sender<Entry>);

/// A response that is on disk.
#[derive(Debug)]
pub(crate) struct StoredResponse {
    pub(crate) response: Response,
    /// True if it is the answer to its trial. Another process may have stored one before.
    pub(crate) first: bool,
}

#[derive(Debug)]
enum Entry {
    Answer(Box<Response>, Option<Arc<PromptedTrial>>, oneshot::Sender<StoredResponse>),
    Failure(FailedAttempt, Option<Arc<PromptedTrial>>),
}

impl Writer {
    /// Starts a writer to `store`, as a task of the current runtime.
    pub fn start(store: Store) -> Self {
        Self::guarded(store, Arc::new(NoBudget))
    }

    /// Starts a writer that reports stored entries to a budget guard.
    pub(crate) fn guarded(store: Store, budget: Arc<dyn BudgetGuard>) -> Self {
        let (sender, entries) = mpsc::channel(QUEUE);
        let task = tokio::spawn(write_all(store, budget, entries));
        Self { handle: WriterHandle(sender), task }
    }

    /// Stores a response; returns when it is on disk, and whether it is the answer to its trial. It
    /// is not if another process stored one first.
    pub async fn keep(&self, response: Response) -> Result<bool, WriterStopped> {
        self.handle.keep(response, None).await.map(|kept| kept.first)
    }

    /// Logs a failed attempt; returns before it is on disk.
    pub async fn log(&self, failure: FailedAttempt) -> Result<(), WriterStopped> {
        self.handle.log(failure, None).await
    }

    /// Waits until everything is on disk.
    pub async fn finish(self) -> Result<(), StoreError> {
        drop(self.handle);
        match self.task.await {
            Ok(written) => written,
            Err(crash) => std::panic::resume_unwind(crash.into_panic()),
        }
    }

    pub(crate) fn handle(&self) -> WriterHandle {
        self.handle.clone()
    }
}

impl WriterHandle {
    /// Stores a response to a question; `None` if no guard knows of it.
    pub(crate) async fn keep(
        &self,
        response: Response,
        question: Option<Arc<PromptedTrial>>,
    ) -> Result<StoredResponse, WriterStopped> {
        let (acknowledge, stored) = oneshot::channel();
        let entry = Entry::Answer(Box::new(response), question, acknowledge);
        self.0.send(entry).await.map_err(|_| WriterStopped)?;
        stored.await.map_err(|_| WriterStopped)
    }

    /// Logs a failed attempt at a question.
    pub(crate) async fn log(
        &self,
        failure: FailedAttempt,
        question: Option<Arc<PromptedTrial>>,
    ) -> Result<(), WriterStopped> {
        self.0.send(Entry::Failure(failure, question)).await.map_err(|_| WriterStopped)
    }
}

/// Returns the time to wait for further entries, if any, given the duration of the last
/// transaction.
fn gathering(group: &[Entry], last: Duration) -> Option<Duration> {
    let elapsed = |entry: &Entry| match entry {
        Entry::Answer(response, ..) => Some(response.elapsed_us.unsigned_abs()),
        Entry::Failure(..) => None,
    };
    let quickest = Duration::from_micros(group.iter().filter_map(elapsed).min()?);
    let time = (quickest / TENTH).min(last * TWICE).min(GATHER);
    (group.len() < ENOUGH && time >= SHORT).then_some(time)
}

/// Writes until every sender is gone. On an error it stops writing, which closes the channel and
/// drops the acknowledgements: every waiting task learns that nothing was stored.
async fn write_all(
    store: Store,
    budget: Arc<dyn BudgetGuard>,
    entries: mpsc::Receiver<Entry>,
) -> Result<(), StoreError> {
    let (committed, groups) = mpsc::channel(AHEAD);
    let flushing = tokio::spawn(flush_all(store.clone(), Arc::clone(&budget), groups));
    let written = commit_all(&store, &*budget, entries, committed).await;
    let flushed =
        flushing.await.unwrap_or_else(|crash| std::panic::resume_unwind(crash.into_panic()));
    written.and(flushed)
}

/// Commits entries as they arrive, and hands them on to be flushed, until that fails.
async fn commit_all(
    store: &Store,
    budget: &dyn BudgetGuard,
    mut entries: mpsc::Receiver<Entry>,
    committed: mpsc::Sender<CommittedGroup>,
) -> Result<(), StoreError> {
    let mut group = Vec::with_capacity(GROUP);
    // Duration of the last transaction, if more entries are likely to arrive.
    let mut last: Option<Duration> = None;
    while entries.recv_many(&mut group, GROUP).await > 0 {
        if let Some(time) = last.and_then(|last| gathering(&group, last)) {
            sleep(time).await;
            let came = std::iter::from_fn(|| entries.try_recv().ok());
            group.extend(came.take(GROUP - group.len()));
        }
        let begun = Instant::now();
        let many = group.len() >= MANY;
        let written = commit(store, budget, group.drain(..)).await?;
        last = many.then(|| begun.elapsed());
        if committed.send(written).await.is_err() {
            break;
        }
    }
    Ok(())
}

/// Waits until all committed entries are on disk, and notifies the waiting tasks.
async fn flush_all(
    store: Store,
    budget: Arc<dyn BudgetGuard>,
    mut groups: mpsc::Receiver<CommittedGroup>,
) -> Result<(), StoreError> {
    let mut some = Vec::with_capacity(AHEAD);
    while groups.recv_many(&mut some, AHEAD).await > 0 {
        store.flush().await?;
        some.drain(..).for_each(|group| group.acknowledge(&*budget));
    }
    Ok(())
}

/// Commits entries in one transaction, with the records of the guard.
async fn commit(
    store: &Store,
    budget: &dyn BudgetGuard,
    group: impl Iterator<Item = Entry>,
) -> Result<CommittedGroup, StoreError> {
    let (mut responses, mut failures) = (Vec::new(), Vec::new());
    let (mut questions, mut waiting, mut failed) = (Vec::new(), Vec::new(), Vec::new());
    for entry in group {
        match entry {
            Entry::Answer(response, question, acknowledge) => {
                questions.push(question);
                waiting.push(acknowledge);
                responses.push(*response);
            }
            Entry::Failure(failure, question) => {
                failed.extend(question);
                failures.push(failure);
            }
        }
    }
    let answered: Vec<&Trial> = questions.iter().flatten().map(|one| one.trial()).collect();
    let unanswered: Vec<&Trial> = failed.iter().map(|one| one.trial()).collect();
    let GuardRecord { facts, hold } = match answered.is_empty() && unanswered.is_empty() {
        true => GuardRecord::default(),
        false => budget.record_with(&answered, &unanswered).await,
    };
    let batch =
        Batch { responses: &responses, failures: &failures, facts: &facts, ..Batch::default() };
    let WriteSummary { second, .. } = store.write_unflushed(&batch).await?;
    drop(hold);
    Ok(CommittedGroup { responses, questions, waiting, failed, second })
}

/// Responses of a committed transaction, with the tasks that wait for them.
struct CommittedGroup {
    responses: Vec<Response>,
    /// The questions that they answer, if a guard counts them.
    questions: Vec<Option<Arc<PromptedTrial>>>,
    waiting: Vec<oneshot::Sender<StoredResponse>>,
    /// The questions whose attempts failed.
    failed: Vec<Arc<PromptedTrial>>,
    /// The trials whose responses came second.
    second: BTreeSet<Key>,
}

impl CommittedGroup {
    fn acknowledge(self, budget: &dyn BudgetGuard) {
        let Self { responses, questions, waiting, failed, second } = self;
        questions.iter().flatten().for_each(|question| budget.stored(question.trial()));
        failed.iter().for_each(|question| budget.failure_stored(question.trial()));
        for (response, acknowledge) in responses.into_iter().zip(waiting) {
            let first = !second.contains(&response.trial);
            // A sender that no longer waits was dropped with its run; its answer is stored.
            let _ = acknowledge.send(StoredResponse { response, first });
        }
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use peirast_record::{FinishReason, Usage};

    fn response(milliseconds: i64) -> Response {
        Response {
            trial: Key::from_stored("t"),
            attempts: 1,
            request: String::new(),
            body: String::new(),
            text: String::new(),
            finish: FinishReason::Stop,
            usage: Usage::default(),
            model: None,
            sent_us: 0,
            elapsed_us: milliseconds * 1000,
        }
    }

    fn answer(milliseconds: i64) -> Entry {
        Entry::Answer(Box::new(response(milliseconds)), None, oneshot::channel().0)
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn an_answer_is_kept_when_it_is_on_disk_and_no_sooner() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::create(dir.path()).await.expect("a store");
        let writer = Writer::start(store.clone());
        let other = Response { trial: Key::from_stored("u"), ..response(1) };
        assert!(writer.keep(other).await.expect("it is on disk"));
        store.flush_in_vain();
        writer.keep(response(1)).await.expect_err("it is not on disk");
        writer.keep(response(1)).await.expect_err("nothing more is written");
        let error = writer.finish().await.expect_err("what stopped it");
        assert!(matches!(error, StoreError::Io { .. }), "{error:?}");
    }

    #[test]
    fn nobody_waits_long_compared_with_an_answer_or_a_transaction() {
        let long = Duration::from_secs(1);
        let after = |times: &[i64], last| {
            gathering(&times.iter().map(|ms| answer(*ms)).collect::<Vec<_>>(), last)
        };
        let of = |times: &[i64]| after(times, long);
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[0, 900]), None);
        assert_eq!(of(&[9, 900]), None);
        assert_eq!(of(&[30, 900]), Some(Duration::from_millis(3)));
        assert_eq!(of(&[9000]), Some(GATHER));
        assert_eq!(of(&[900; ENOUGH - 1]), Some(GATHER));
        assert_eq!(of(&[900; ENOUGH]), None);
        assert_eq!(after(&[900], Duration::from_micros(400)), None);
        assert_eq!(after(&[900], Duration::from_millis(2)), Some(Duration::from_millis(4)));
        assert_eq!(after(&[30], Duration::from_millis(4)), Some(Duration::from_millis(3)));
    }
}
