//! Registration: new trials on their way into the store, while the first of them are asked.

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

/// Trials that are stored before the first is asked: as many as keep an account busy meanwhile.
const FIRST: usize = 256;
/// Trials in one transaction later on. Answers wait for it to end.
const MOST: usize = 512;
/// Trials that wait for one worker in memory; what comes beyond them waits in the store.
const WAITING: usize = 512;
/// Trials that a worker takes at once, and those that it has left when it asks for more.
const TAKEN: usize = 256;
const LEFT: usize = 256;
/// The delay of additions that no worker waits for: a server that is so slow leaves time to store
/// them.
const PACE: Duration = Duration::from_millis(75);

/// Trials of several workers that are stored chunk by chunk. A worker is given a trial
/// when it is on disk with everything that it is about, so that no response is stored without its
/// question.
///
/// All of them are stored, whatever becomes of the workers: a run that ends early has a whole plan.
pub(crate) struct Registration {
    queues: Vec<SubjectQueue>,
    /// The number of trials in the next transaction.
    size: usize,
    /// True if workers may be given more trials when these are stored.
    grows: bool,
    /// Rings when a worker has taken trials, or takes no more.
    taken: Arc<Notify>,
}

/// The trials of one worker.
struct SubjectQueue {
    subject: String,
    endpoint: String,
    /// The number of its planned trials, and of those that had a response.
    planned: (u64, u64),
    trials: Arc<Vec<Trial>>,
    /// Those that are asked, in this order: whether it is new, and its place among the trials.
    left: VecDeque<(bool, usize)>,
    sender: mpsc::UnboundedSender<Arrival>,
    waiting: Arc<AtomicUsize>,
}

/// A message to a worker.
enum Arrival {
    /// A trial.
    Trial(Arc<PromptedTrial>),
    /// Where trials wait for it in the store.
    Stored(RowRange),
}

/// What a worker is given of its trials when they are stored.
pub(crate) struct QueuedTrials {
    arrivals: Mutex<mpsc::UnboundedReceiver<Arrival>>,
    waiting: Arc<AtomicUsize>,
    taken: Arc<Notify>,
    store: Store,
    subject: String,
    endpoint: String,
}

impl Registration {
    /// Of no worker yet. If it `grows`, workers are not done when their trials are: see
    /// [`Registration::grow`].
    pub(crate) fn new(grows: bool) -> Self {
        Self { queues: Vec::new(), size: FIRST, grows, taken: Arc::default() }
    }

    /// Adds the worker of a subject at an endpoint, which asks the trials that are `left`, in this
    /// order: whether each is new, and its place among `trials`. `planned` is the number of planned
    /// trials, and of those with a response.
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

    /// Waits until a worker has taken most of what it was given, or none takes any more; but never
    /// for long. What is stored no sooner than it is asked need not be fetched again.
    pub(crate) async fn wanted(&self) {
        let wanted = async {
            while self.have_enough() {
                self.taken.notified().await;
            }
        };
        // A plan grows where nobody asks for it, too.
        let _ = timeout(PACE, wanted).await;
    }

    /// Returns true if all workers that still ask have trials at hand for some time.
    fn have_enough(&self) -> bool {
        let mut asking = self.queues.iter().filter(|queue| !queue.sender.is_closed()).peekable();
        let enough = |queue: &SubjectQueue| queue.waiting.load(Ordering::Relaxed) >= WAITING;
        asking.peek().is_some() && asking.all(enough)
    }

    /// Gives each worker new trials, in the order of the workers. What it had before is stored.
    pub(crate) fn grow(&mut self, trials: Vec<Arc<Vec<Trial>>>) {
        for (queue, trials) in self.queues.iter_mut().zip(trials) {
            queue.left = (0..trials.len()).map(|at| (true, at)).collect();
            queue.planned.0 += trials.len() as u64;
            queue.trials = trials;
        }
    }

    /// Leaves those out of the trials on their way that are stored already, as a run did that ended
    /// before its time: they were told of.
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

    /// How many trials of each subject are on their way.
    pub(crate) fn left(&self) -> impl Iterator<Item = (&str, u64)> {
        self.queues.iter().map(|queue| (queue.subject.as_str(), queue.left.len() as u64))
    }

    /// The number of planned trials of each subject, and of those that had a response.
    pub(crate) fn planned(&self) -> impl Iterator<Item = (&str, u64, u64)> {
        self.queues.iter().map(|queue| (queue.subject.as_str(), queue.planned.0, queue.planned.1))
    }

    /// The problems that no trial on its way is about.
    pub(crate) fn unasked<'p>(&self, problems: &'p Catalogue) -> Vec<&'p Problem> {
        let trials = self.queues.iter().flat_map(|queue| queue.trials_at(&queue.left));
        let asked: BTreeSet<&str> = trials.map(|(_, trial)| trial.problem.as_str()).collect();
        problems.all().iter().filter(|problem| !asked.contains(problem.id.as_str())).collect()
    }

    /// Stores every trial that is new, and hands them to their workers.
    ///
    /// # Errors
    /// What the database refuses; the workers are then given no more.
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
            // Subjects are asked the same questions: what these put is stored once for all workers.
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

    /// The trials at some places, each with whether it is new.
    fn trials_at<'p>(
        &'p self,
        places: impl IntoIterator<Item = &'p (bool, usize)>,
    ) -> impl Iterator<Item = (bool, &'p Trial)> {
        places.into_iter().filter_map(|(new, at)| Some((*new, self.trials.get(*at)?)))
    }

    /// The new trials of a chunk, with their endpoint.
    fn fresh<'p>(&'p self, chunk: &'p [(bool, usize)]) -> (&'p str, Vec<&'p Trial>) {
        let new = self.trials_at(chunk).filter(|(new, _)| *new).map(|(_, trial)| trial);
        (&self.endpoint, new.collect())
    }

    /// Gives stored trials to their worker, or tells it where they stand if very many wait for it.
    /// One that asks no more does not take them.
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
    /// Trials that wait in the store.
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

    /// A registration of two workers with what they are given.
    async fn two_queues(store: &Store) -> (Registration, [QueuedTrials; 2]) {
        let mut registration = Registration::new(true);
        let queues = ["sim:a", "sim:b"].map(|name| {
            registration.add_queue(store, (name, "here"), Arc::default(), Vec::new(), (0, 0))
        });
        (registration, queues)
    }

    /// A trial is handed over to a worker, of which so many seem to wait then.
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
        // The clock moves only where nothing else does.
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
