//! The rest of a plan: the chunks after the first, made while earlier chunks are asked.

use super::QuestionSet;
use super::renderer::{PromptRenderer, RenderedPrompts};
use crate::error::{Context as _, Error, Result, bail};
use crate::money::{PlanTokenCounter, longest};
use futures::future::BoxFuture;
use futures::stream::{Stream, unfold};
use peirast_record::{Catalogue, Key, Prompt, Study};
use peirast_run::{PlanChunk, PlanStreamError};
use peirast_task::{Growth, Stretch};
use rayon::ThreadPoolBuilder;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::thread;
use tokio::sync::mpsc;

/// Items per variant from which a plan is made in several chunks.
const MANY: u32 = 256;
/// Number of chunks made ahead.
const READY: usize = 1;

/// Returns true if a study has enough items that a run should begin before all are made.
pub(crate) fn is_large(study: &Study) -> bool {
    study.families.iter().any(|family| family.n >= MANY)
}

/// Generator of the chunks after the first.
pub(crate) struct PlanRest {
    study: Study,
    growth: Growth,
    renderer: PromptRenderer,
    /// Keys of the prompts so far: two questions with the same text are refused.
    known: BTreeSet<Key>,
}

impl PlanRest {
    /// Creates the rest of a plan after its first questions.
    pub(crate) fn new(
        first: &QuestionSet,
        study: &Study,
        growth: Growth,
        renderer: PromptRenderer,
    ) -> Self {
        let known = first.prompts.keys().cloned().collect();
        Self { study: study.clone(), growth, renderer, known }
    }

    /// Estimates the number of questions in all, from the number of the first chunk.
    pub(crate) fn in_all(&self, first: usize) -> usize {
        (first as f64 * self.growth.factor_on_average()) as usize
    }

    /// Returns the chunks, made on their own thread when they are needed. The observer sees each
    /// chunk before it is given out. A counter adds up the questions of all chunks, the first
    /// included.
    pub(crate) fn chunks(
        self,
        observer: SharedObserver,
        first: &QuestionSet,
        counter: Option<PlanTokenCounter>,
    ) -> Result<impl Stream<Item = Result<PlanChunk, PlanStreamError>> + Send + 'static> {
        let (sender, receiver) = mpsc::channel(READY);
        let planner = thread::Builder::new().name("planner".to_owned());
        let prompts = Arc::clone(&first.prompts);
        let trials = first.trials();
        let count_first = move |mut counter: PlanTokenCounter| {
            counter.add(&prompts, &trials);
            counter
        };
        let is_observed = observer.is_some();
        let make = move || self.send_chunks(&sender, counter.map(count_first), is_observed);
        planner.spawn(make).context("starting a thread")?;
        Ok(received(receiver, observer))
    }

    /// Counts the tokens of all chunks on all cores; `made` receives the size of each chunk.
    pub(crate) fn counted(
        self,
        first: &QuestionSet,
        mut counter: PlanTokenCounter,
        made: impl Fn(u64),
    ) -> Result<PlanTokenCounter> {
        counter.add(&first.prompts, &first.trials());
        made(first.len());
        self.each(|chunk| {
            counter.add(&chunk.prompts, &chunk.trials);
            made(chunk.questions() as u64);
            Ok(())
        })?;
        Ok(counter)
    }

    /// Makes all chunks, one after the other.
    fn each(self, mut take: impl FnMut(PlanChunk) -> Result<()>) -> Result<()> {
        let Self { study, growth, renderer, mut known } = self;
        growth.each(|stretch| take(chunk(&study, &renderer, &mut known, stretch)?))
    }

    /// Makes all chunks and sends them. Ends early when the receiver is gone.
    fn send_chunks(
        self,
        sender: &mpsc::Sender<PlannerMessage>,
        mut counter: Option<PlanTokenCounter>,
        is_observed: bool,
    ) {
        // One core makes questions faster than any server answers; the other cores are for answers.
        let one_core = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
        let send = |chunk: PlanChunk| -> Result<()> {
            if let Some(counter) = &mut counter {
                counter.add(&chunk.prompts, &chunk.trials);
            }
            let longest = is_observed.then(|| longest(&chunk.prompts).cloned()).flatten();
            let closed = |_| Error::Plan("nobody takes the rest of the plan".to_owned());
            sender.blocking_send(PlannerMessage::Chunk(chunk, longest)).map_err(closed)
        };
        let made = match one_core {
            Ok(pool) => pool.install(|| self.each(send)),
            Err(_) => self.each(send),
        };
        let last = made.map_or_else(
            |error| PlannerMessage::Failed(error.into()),
            |()| PlannerMessage::All(counter),
        );
        // A run that ended early receives nothing more.
        let _ = sender.blocking_send(last);
    }
}

/// A message of the planner.
#[allow(clippy::large_enum_variant, reason = "nearly all of them are chunks")]
enum PlannerMessage {
    /// A chunk, with the longest of its prompts if there is an observer.
    Chunk(PlanChunk, Option<Arc<Prompt>>),
    /// The end of the plan, with the token counts of all questions.
    All(Option<PlanTokenCounter>),
    Failed(PlanStreamError),
}

/// Observer of the chunks of a plan, called before a chunk is given out.
pub(crate) trait ChunkObserver: Send + Sync {
    /// Receives the longest prompt of a chunk.
    fn chunk<'a>(&'a self, longest: &'a Prompt) -> BoxFuture<'a, Result<()>>;

    /// Receives the token counts of all chunks, once the last chunk is given out.
    fn finish(&self, counter: PlanTokenCounter) -> BoxFuture<'_, Result<()>>;
}

/// Shared observer; `None` if nothing needs to be recorded.
pub(crate) type SharedObserver = Option<Arc<dyn ChunkObserver>>;

/// Reports the end of the plan to the observer, if there is an observer and a count.
async fn finish(observer: &SharedObserver, counter: Option<PlanTokenCounter>) -> Result<()> {
    match (observer, counter) {
        (Some(observer), Some(counter)) => observer.finish(counter).await,
        _ => Ok(()),
    }
}

/// Reports a chunk to the observer, if there is an observer.
async fn observe(observer: &SharedObserver, longest: Option<Arc<Prompt>>) -> Result<()> {
    match (observer, longest) {
        (Some(observer), Some(longest)) => observer.chunk(&longest).await,
        _ => Ok(()),
    }
}

/// Returns the chunks as they arrive. Only a last message ends them without an error.
fn received(
    receiver: mpsc::Receiver<PlannerMessage>,
    observer: SharedObserver,
) -> impl Stream<Item = Result<PlanChunk, PlanStreamError>> {
    unfold(Some((receiver, observer)), |state| async move {
        let (mut receiver, observer) = state?;
        let failed = |error: Error| Some((Err(PlanStreamError::from(error)), None));
        match receiver.recv().await {
            Some(PlannerMessage::Chunk(chunk, longest)) => {
                match observe(&observer, longest).await {
                    Ok(()) => Some((Ok(chunk), Some((receiver, observer)))),
                    Err(error) => failed(error),
                }
            }
            Some(PlannerMessage::All(counter)) => match finish(&observer, counter).await {
                Ok(()) => None,
                Err(error) => failed(error),
            },
            Some(PlannerMessage::Failed(error)) => Some((Err(error), None)),
            // The planner panicked.
            None => {
                failed(Error::Plan("the planner stopped before the plan was complete".to_owned()))
            }
        }
    })
}

fn chunk(
    study: &Study,
    renderer: &PromptRenderer,
    known: &mut BTreeSet<Key>,
    stretch: Stretch,
) -> Result<PlanChunk> {
    let Stretch { problems, questions } = stretch;
    let rendered = renderer.render(&problems, &questions);
    let trials = renderer.trials(&rendered, study).into_iter().map(Arc::new).collect();
    if let Some((_, prompt)) = rendered.iter().find(|(key, _)| !known.insert(key.clone())) {
        bail!(
            Plan,
            "{} under {} reads the same as another question: their answers could not be \
             distinguished",
            prompt.problem,
            prompt.protocol
        );
    }
    let prompts: BTreeMap<Key, Arc<Prompt>> = RenderedPrompts::into_iter(rendered).collect();
    Ok(PlanChunk { problems: Catalogue::new(problems), prompts, trials })
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::stream::StreamExt as _;

    /// The number of chunks received, and the error.
    async fn outcome(
        messages: impl IntoIterator<Item = PlannerMessage>,
    ) -> (usize, Option<String>) {
        let (sender, receiver) = mpsc::channel(8);
        for message in messages {
            sender.send(message).await.expect("somebody listens");
        }
        drop(sender);
        let all: Vec<_> = received(receiver, None).collect().await;
        let made = all.iter().filter(|chunk| chunk.is_ok()).count();
        (made, all.into_iter().find_map(|chunk| chunk.err().map(|error| error.to_string())))
    }

    #[tokio::test]
    async fn a_broken_off_plan_is_not_taken_for_a_whole_one() {
        let chunk = || PlannerMessage::Chunk(PlanChunk::default(), None);
        assert_eq!(outcome([chunk(), chunk(), PlannerMessage::All(None)]).await, (2, None));
        let failed = PlannerMessage::Failed("no more items".into());
        assert_eq!(outcome([chunk(), failed]).await, (1, Some("no more items".to_owned())));
        let (made, error) = outcome([chunk()]).await;
        assert_eq!(made, 1);
        assert!(error.expect("an error").contains("before the plan was complete"));
    }
}
