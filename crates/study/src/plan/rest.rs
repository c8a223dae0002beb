//! The rest of a plan: the chunks after the first, made while those before them are asked.

use super::QuestionSet;
use super::renderer::{PromptRenderer, RenderedPrompts};
use crate::error::{Context as _, Error, Result, bail};
use crate::money::{ForecastRecorder, PlanTokenCounter};
use futures::stream::{Stream, unfold};
use peirast_record::{Catalogue, Key, Prompt, Study};
use peirast_run::{PlanChunk, PlanStreamError};
use peirast_task::{Growth, Stretch};
use rayon::ThreadPoolBuilder;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::thread;
use tokio::sync::mpsc;

/// Items of a variant from which on a plan comes in several chunks.
const MANY: u32 = 256;
/// Chunks that are ready before they are wanted.
const READY: usize = 1;

/// Whether a study has so many items that a run begins before all are made, if it can.
pub(crate) fn is_large(study: &Study) -> bool {
    study.families.iter().any(|family| family.n >= MANY)
}

/// What makes the chunks after the first.
pub(crate) struct PlanRest {
    study: Study,
    growth: Growth,
    renderer: PromptRenderer,
    /// The prompts so far: two questions that read the same are refused.
    known: BTreeSet<Key>,
}

impl PlanRest {
    /// The chunks after these questions.
    pub(crate) fn new(
        first: &QuestionSet,
        study: &Study,
        growth: Growth,
        renderer: PromptRenderer,
    ) -> Self {
        let known = first.prompts.keys().cloned().collect();
        Self { study: study.clone(), growth, renderer, known }
    }

    /// About how many questions there are in all, where the first chunk has so many.
    pub(crate) fn in_all(&self, first: usize) -> usize {
        (first as f64 * self.growth.factor_on_average()) as usize
    }

    /// The chunks, made on a thread of their own no sooner than they are wanted. The observer learns
    /// of each before it is given out. A counter takes in the questions of all chunks, the first
    /// included.
    pub(crate) fn chunks(
        self,
        observer: ChunkObserver,
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
        let make = move || self.send_chunks(&sender, counter.map(count_first));
        planner.spawn(make).context("starting a thread")?;
        Ok(received(receiver, observer))
    }

    /// Counts the questions of all chunks, the first included, on all cores. `made` learns of the
    /// size of each chunk.
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

    /// Makes all chunks and sends them. Ends as well when nobody wants them any more.
    fn send_chunks(self, sender: &mpsc::Sender<Made>, mut counter: Option<PlanTokenCounter>) {
        // One core makes more questions than any server answers; the others are for the answers.
        let one_core = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
        let send = |chunk: PlanChunk| -> Result<()> {
            if let Some(counter) = &mut counter {
                counter.add(&chunk.prompts, &chunk.trials);
            }
            let closed = |_| Error::Plan("nobody takes the rest of the plan".to_owned());
            sender.blocking_send(Made::Chunk(chunk)).map_err(closed)
        };
        let made = match one_core {
            Ok(pool) => pool.install(|| self.each(send)),
            Err(_) => self.each(send),
        };
        let last = made.map_or_else(|error| Made::Failed(error.into()), |()| Made::All(counter));
        // A run that ended before its time takes no more.
        let _ = sender.blocking_send(last);
    }
}

/// What the planner sends.
#[allow(clippy::large_enum_variant, reason = "nearly all of them are chunks")]
enum Made {
    Chunk(PlanChunk),
    /// That was the last chunk; all questions as they were counted.
    All(Option<PlanTokenCounter>),
    Failed(PlanStreamError),
}

/// Learns of chunks before they are asked.
#[derive(Default)]
pub(crate) struct ChunkObserver {
    /// Records what may be spent.
    pub(crate) recorder: Option<ForecastRecorder>,
}

impl ChunkObserver {
    async fn chunk(&self, chunk: &PlanChunk) -> Result<()> {
        match &self.recorder {
            Some(recorder) => recorder.add(chunk).await,
            None => Ok(()),
        }
    }

    async fn all(&self, counter: Option<PlanTokenCounter>) -> Result<()> {
        match (&self.recorder, counter) {
            (Some(recorder), Some(counter)) => recorder.close(counter).await,
            _ => Ok(()),
        }
    }
}

/// The chunks as they come. Only a last message ends them in order.
fn received(
    receiver: mpsc::Receiver<Made>,
    observer: ChunkObserver,
) -> impl Stream<Item = Result<PlanChunk, PlanStreamError>> {
    unfold(Some((receiver, observer)), |state| async move {
        let (mut receiver, observer) = state?;
        let failed = |error: Error| Some((Err(PlanStreamError::from(error)), None));
        match receiver.recv().await {
            Some(Made::Chunk(chunk)) => match observer.chunk(&chunk).await {
                Ok(()) => Some((Ok(chunk), Some((receiver, observer)))),
                Err(error) => failed(error),
            },
            Some(Made::All(counter)) => match observer.all(counter).await {
                Ok(()) => None,
                Err(error) => failed(error),
            },
            Some(Made::Failed(error)) => Some((Err(error), None)),
            // The planner panicked.
            None => failed(Error::Plan("the making of questions broke off".to_owned())),
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
            "{} under {} reads the same as another question: their answers could not be told apart",
            prompt.problem,
            prompt.protocol
        );
    }
    let prompts: BTreeMap<Key, Arc<Prompt>> = RenderedPrompts::into_iter(rendered).collect();
    Ok(PlanChunk { problems: Catalogue::of(problems), prompts, trials })
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::stream::StreamExt as _;

    /// The number of chunks that came, and what went wrong.
    async fn outcome(messages: impl IntoIterator<Item = Made>) -> (usize, Option<String>) {
        let (sender, receiver) = mpsc::channel(8);
        for message in messages {
            sender.send(message).await.expect("somebody listens");
        }
        drop(sender);
        let all: Vec<_> = received(receiver, ChunkObserver::default()).collect().await;
        let made = all.iter().filter(|chunk| chunk.is_ok()).count();
        (made, all.into_iter().find_map(|chunk| chunk.err().map(|error| error.to_string())))
    }

    #[tokio::test]
    async fn a_broken_off_plan_is_not_taken_for_a_whole_one() {
        let chunk = || Made::Chunk(PlanChunk::default());
        assert_eq!(outcome([chunk(), chunk(), Made::All(None)]).await, (2, None));
        let failed = Made::Failed("no more items".into());
        assert_eq!(outcome([chunk(), failed]).await, (1, Some("no more items".to_owned())));
        let (made, error) = outcome([chunk()]).await;
        assert_eq!(made, 1);
        assert!(error.expect("an error").contains("broke off"));
    }
}
