//! Registration: new trials are stored while the first of them are asked.

use crate::source::Source;
use peirast_llm::BoxFuture;
use peirast_record::{Catalogue, Key, Problem, Trial};
use peirast_store::{PromptedTrial, Prompts, RowRange, Store, StoreError};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{Mutex, Notify, mpsc};
use tokio::time::timeout;

/// Trials that are stored before the first is asked: enough to keep an account busy meanwhile.
const FIRST: usize = 256;
/// Trials in each later transaction. Answers wait for it to end.
const MOST: usize = 512;
/// Trials that wait for one worker in memory; further ones wait in the store.
const WAITING: usize = 512;
/// Trials that a worker takes at once, and the number left at which it asks for more.
const TAKEN: usize = 256;
const LEFT: usize = 256;
/// The delay of additions that no worker waits for: with a slow server there is time to store them.
const PACE: Duration = Duration::from_millis(75);

/// Trials of several workers that are stored in chunks. A worker gets a trial when it is on disk
/// with its problem and prompt, so that no response is stored without its question.
///
/// All trials are stored, even if the workers end early: the store of an interrupted run has the
/// whole plan.
pub(crate) struct Registration {
    queues: Vec<SubjectQueue>,
    /// The number of trials in the next transaction.
    size: usize,
    /// True if workers may get more trials when these are stored.
    grows: bool,
    /// Notified when a worker has taken trials, or takes no more.
    taken: Arc<Notify>,
}

/// The trials of one worker.
struct SubjectQueue {
    subject: String,
    endpoint: String,
    /// The number of its planned trials, and the number that had a response.
    planned: (u64, u64),
    trials: Arc<Vec<Trial>>,
    /// The trials to ask, in this order: for each whether it is new, and its index.
    left: VecDeque<(bool, usize)>,
    sender: mpsc::UnboundedSender<Arrival>,
    waiting: Arc<AtomicUsize>,
}

/// A message to a worker.
enum Arrival {
    /// A trial.
    Trial(Arc<PromptedTrial>),
    /// The rows of trials that wait for it in the store.
    Stored(RowRange),
}

/// The receiving end of a worker's stored trials.
pub(crate) struct QueuedTrials {
    arrivals: Mutex<mpsc::UnboundedReceiver<Arrival>>,
    waiting: Arc<AtomicUsize>,
    taken: Arc<Notify>,
    store: Store,
    subject: String,
    endpoint: String,
}

impl Registration {
    /// Creates a registration without workers. If it `grows`, workers continue when their trials
    /// are done: see [`Registration::grow`].
    pub(crate) fn new(grows: bool) -> Self {
        Self { queues: Vec::new(), size: FIRST, grows, taken: Arc::default() }
    }

    /// Adds the worker of a subject at an endpoint, which asks the trials that are `left`, in this
    /// order: for each whether it is new, and its index in `trials`. `planned` is the number of
    /// planned trials, and the number with a response.
    pub(crate) fn add_queue(
        &mut self,
        store: &Store,
        (subject, endpoint): (&str, &str),
        trials: Arc<Vec<Trial>>,
        left: Vec<(bool, usize)>,
        planned: (u64, u64),
    ) -> QueuedTrials {
        let (sender, arrivals) = mpsc::unbounded_channel();
        let (subject, endpoint) = (subject.to_owned(), endpoint.to_owned());
        let waiting = Arc::new(AtomicUsize::new(0));
        self.queues.push(SubjectQueue {
            subject: subject.clone(),
            endpoint: endpoint.clone(),
            planned,
            trials,
            left: left.into(),
            sender,
            waiting: Arc::clone(&waiting),
        });
        let (arrivals, store) = (Mutex::new(arrivals), store.clone());
        let taken = Arc::clone(&self.taken);
        QueuedTrials { arrivals, waiting, taken, store, subject, endpoint }
    }

    /// Waits until a worker has taken most of its trials, or none takes any more; but never for
    /// long. Trials that are stored only when they are about to be asked need not be read again.
    pub(crate) async fn wanted(&self) {
        let wanted = async {
            while self.have_enough() {
                self.taken.notified().await;
            }
        };
        // A plan also grows if no worker asks for it.
        let _ = timeout(PACE, wanted).await;
    }

    /// Returns true if all active workers have enough trials for some time.
    fn have_enough(&self) -> bool {
        let mut asking = self.queues.iter().filter(|queue| !queue.sender.is_closed()).peekable();
        let enough = |queue: &SubjectQueue| queue.waiting.load(Ordering::Relaxed) >= WAITING;
        asking.peek().is_some() && asking.all(enough)
    }

    /// Gives each worker new trials, in the order of the workers. Its earlier trials are stored.
    pub(crate) fn grow(&mut self, trials: Vec<Arc<Vec<Trial>>>) {
        for (queue, trials) in self.queues.iter_mut().zip(trials) {
            queue.left = (0..trials.len()).map(|at| (true, at)).collect();
            queue.planned.0 += trials.len() as u64;
            queue.trials = trials;
        }
    }

    /// Removes the trials that are stored already, as after an interrupted run: they were reported
    /// before.
    pub(crate) async fn leave_out_stored(&mut self, store: &Store) -> Result<(), StoreError> {
        for queue in &mut self.queues {
            let keys: Vec<&Key> =
                queue.trials_at(&queue.left).map(|(_, trial)| &trial.key).collect();
            let stored = store.trials_among(&keys).await?;
            let (trials, before) = (Arc::clone(&queue.trials), queue.left.len());
            let is_new = |at: usize| trials.get(at).is_some_and(|one| !stored.contains(&one.key));
            queue.left.retain(|(_, at)| is_new(*at));
            queue.planned.0 -= (before - queue.left.len()) as u64;
        }
        Ok(())
    }

    /// Returns the number of trials of each subject that are still to be stored or handed over.
    pub(crate) fn left(&self) -> impl Iterator<Item = (&str, u64)> {
        self.queues.iter().map(|queue| (queue.subject.as_str(), queue.left.len() as u64))
    }

    /// Returns the number of planned trials of each subject, and the number that had a response.
    pub(crate) fn planned(&self) -> impl Iterator<Item = (&str, u64, u64)> {
        self.queues.iter().map(|queue| (queue.subject.as_str(), queue.planned.0, queue.planned.1))
    }

    /// Returns the problems that none of these trials is about.
    pub(crate) fn unasked<'p>(&self, problems: &'p Catalogue) -> Vec<&'p Problem> {
        let trials = self.queues.iter().flat_map(|queue| queue.trials_at(&queue.left));
        let asked: BTreeSet<&str> = trials.map(|(_, trial)| trial.problem.as_str()).collect();
        problems.all().iter().filter(|problem| !asked.contains(problem.id.as_str())).collect()
    }

    /// Stores every new trial, and hands the trials to their workers.
    ///
    /// # Errors
    /// An error of the database; the workers then get no more trials.
    pub(crate) async fn run(
        &mut self,
        store: &Store,
        prompts: &Prompts,
        problems: &Catalogue,
    ) -> Result<(), StoreError> {
        loop {
            let waiting = self.queues.iter().filter(|queue| !queue.left.is_empty()).count();
            if waiting == 0 {
                return Ok(());
            }
            // Several subjects get the same questions: problems and prompts are stored once for all
            // workers.
            let each = self.size.div_ceil(waiting);
            let chunks: Vec<Vec<(bool, usize)>> =
                self.queues.iter_mut().map(|queue| queue.next(each)).collect();
            let fresh: Vec<(&str, Vec<&Trial>)> =
                self.queues.iter().zip(&chunks).map(|(queue, some)| queue.fresh(some)).collect();
            let span = store.register(&fresh, prompts, problems).await?;
            for (queue, chunk) in self.queues.iter().zip(chunks) {
                queue.hand_over(&chunk, prompts, span.filter(|_| self.grows));
            }
            if !self.grows {
                self.queues.retain(|queue| !queue.left.is_empty());
            }
            self.size = MOST.min(self.size * 2);
        }
    }
}

impl SubjectQueue {
    fn next(&mut self, most: usize) -> Vec<(bool, usize)> {
        self.left.drain(..most.min(self.left.len())).collect()
    }

    /// Returns the trials with these indexes, each with whether it is new.
    fn trials_at<'p>(
        &'p self,
        places: impl IntoIterator<Item = &'p (bool, usize)>,
    ) -> impl Iterator<Item = (bool, &'p Trial)> {
        places.into_iter().filter_map(|(new, at)| Some((*new, self.trials.get(*at)?)))
    }

    /// Returns the new trials of a chunk, with their endpoint.
    fn fresh<'p>(&'p self, chunk: &'p [(bool, usize)]) -> (&'p str, Vec<&'p Trial>) {
        let new = self.trials_at(chunk).filter(|(new, _)| *new).map(|(_, trial)| trial);
        (&self.endpoint, new.collect())
    }

    /// Gives stored trials to their worker, or the rows of these trials if very many wait for it. A
    /// worker that has stopped does not take them.
    fn hand_over(&self, chunk: &[(bool, usize)], prompts: &Prompts, span: Option<RowRange>) {
        let all_new = !chunk.is_empty() && chunk.iter().all(|(new, _)| *new);
        if let Some(span) = span.filter(|_| all_new)
            && self.waiting.load(Ordering::Relaxed) >= WAITING
        {
            let _ = self.sender.send(Arrival::Stored(span));
            return;
        }
        for question in
            chunk.iter().filter_map(|(_, at)| PromptedTrial::from_list(&self.trials, *at, prompts))
        {
            self.waiting.fetch_add(1, Ordering::Relaxed);
            let _ = self.sender.send(Arrival::Trial(question));
        }
    }
}

impl QueuedTrials {
    /// Reads trials that wait in the store.
    async fn read(&self, span: RowRange) -> Result<Vec<Arc<PromptedTrial>>, StoreError> {
        let place = (self.subject.as_str(), self.endpoint.as_str());
        let (trials, prompts) = self.store.trials_within(span, place).await?;
        Ok(PromptedTrial::all(trials, &prompts))
    }
}

impl Source for QueuedTrials {
    fn next(&self, most: usize) -> BoxFuture<'_, Result<Vec<Arc<PromptedTrial>>, StoreError>> {
        Box::pin(async move {
            let mut arrivals = self.arrivals.lock().await;
            let mut some = Vec::new();
            while some.len() < most.min(TAKEN) {
                let next = match some.is_empty() {
                    true => arrivals.recv().await,
                    false => arrivals.try_recv().ok(),
                };
                match next {
                    None => break,
                    Some(Arrival::Trial(question)) => {
                        self.waiting.fetch_sub(1, Ordering::Relaxed);
                        some.push(question);
                    }
                    Some(Arrival::Stored(span)) => some.extend(self.read(span).await?),
                }
            }
            self.taken.notify_one();
            Ok(some)
        })
    }

    fn ahead(&self, most: usize) -> usize {
        most.min(LEFT)
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            self.arrivals.lock().await.close();
            self.taken.notify_one();
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::poll;
    use peirast_record::{Message, Prompt, Sampling};
    use std::pin::pin;
    use std::task::Poll;

    /// Creates a registration of two workers, with their receiving ends.
    async fn two_queues(store: &Store) -> (Registration, [QueuedTrials; 2]) {
        let mut registration = Registration::new(true);
        let queues = ["sim:a", "sim:b"].map(|name| {
            registration.add_queue(store, (name, "here"), Arc::default(), Vec::new(), (0, 0))
        });
        (registration, queues)
    }

    /// Hands a trial to a worker for which `waiting` trials seem to wait.
    fn hand_over(registration: &Registration, queue: usize, waiting: usize) {
        let prompt = Arc::new(Prompt::new("q1", "baseline", vec![Message::user("Is it?")]));
        let trial = Trial::new(&prompt, "sim:a", "here", &Sampling::default(), 0);
        let queue = &registration.queues[queue];
        let sent = queue.sender.send(Arrival::Trial(PromptedTrial::new(trial, prompt)));
        sent.expect("the worker asks");
        queue.waiting.store(waiting, Ordering::Relaxed);
    }

    #[tokio::test]
    async fn a_plan_waits_for_workers_that_have_enough_and_for_no_others() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::create(dir.path()).await.expect("a store");
        let (registration, [one, other]) = two_queues(&store).await;
        assert!(!registration.have_enough());
        hand_over(&registration, 0, WAITING);
        assert!(!registration.have_enough(), "the other worker has none");
        hand_over(&registration, 1, WAITING);
        assert!(registration.have_enough());
        hand_over(&registration, 0, WAITING - 1);
        assert!(!registration.have_enough());
        one.close().await;
        assert!(registration.have_enough(), "nobody waits for a worker that asks no more");
        other.close().await;
        assert!(!registration.have_enough());
    }

    #[tokio::test]
    async fn a_plan_goes_on_when_a_worker_takes_trials_or_is_done_and_after_a_while() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::create(dir.path()).await.expect("a store");
        // The clock moves only when nothing else happens.
        tokio::time::pause();
        let (registration, [one, other]) = two_queues(&store).await;
        let enough =
            || [0, 1].into_iter().for_each(|queue| hand_over(&registration, queue, WAITING));
        enough();
        {
            let mut wanted = pin!(registration.wanted());
            assert_eq!(poll!(&mut wanted), Poll::Pending);
            assert_eq!(one.next(1).await.expect("a trial").len(), 1);
            assert_eq!(poll!(&mut wanted), Poll::Ready(()), "a trial was taken");
        }
        enough();
        {
            let begun = tokio::time::Instant::now();
            registration.wanted().await;
            assert!(begun.elapsed() >= PACE, "nobody took any");
        }
        one.close().await;
        let mut wanted = pin!(registration.wanted());
        assert_eq!(poll!(&mut wanted), Poll::Pending);
        other.close().await;
        assert_eq!(poll!(&mut wanted), Poll::Ready(()), "nobody takes any more");
    }
}
