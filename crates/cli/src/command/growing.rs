//! Growing: a large study is asked from its beginning while the rest of it is made.

use super::books::Books;
use super::censuses::Censuses;
use super::problems::leaves_none_out;
use super::questions::Questions;
use super::rendering::{Rendered, Rendering};
use crate::args::RunArgs;
use crate::ear::Ear;
use crate::subjects::is_simulated;
use anyhow::{Context as _, Result, anyhow, bail};
use futures::stream::{Stream, unfold};
use peirast_record::{Catalogue, Key, Prompt, Study};
use peirast_run::{PlanChunk, PlanStreamError};
use peirast_task::{Growth, Plan, Stretch};
use rayon::ThreadPoolBuilder;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::thread;
use tokio::sync::mpsc;

/// Items of each variant that a run begins with: enough to keep a server busy while more are made.
const FIRST: u32 = 64;
/// Items of a variant from which on a run begins before all are made.
const MANY: u32 = 256;
/// Additions that are ready before they are wanted.
const READY: usize = 1;

/// What a run that has begun is still to ask.
pub(super) struct Growing {
    study: Study,
    growth: Growth,
    rendering: Rendering,
    known: BTreeSet<Key>,
}

/// Whether a study has so many items that a run begins before all are made, if it can.
pub(super) fn is_large(study: &Study) -> bool {
    study.families.iter().any(|family| family.n >= MANY)
}

/// The plan of the first items of a study and what makes the rest, where nothing has to be known of the
/// rest before the first question: what is asked follows neither from other answers nor from the whole list of
/// questions.
pub(super) fn begin(study: &Study, args: &RunArgs) -> Option<(Plan, Growth)> {
    let given = args.problems.is_some() || !args.reuse.is_empty();
    let by_answers = study.sequential.is_some() || study.voting.is_some();
    if given || by_answers || !is_large(study) {
        return None;
    }
    if study.subjects.iter().any(|name| is_simulated(name)) {
        return None;
    }
    let (plan, growth) = Plan::begun(study, FIRST)?;
    leaves_none_out(study, &plan.problems).then_some((plan, growth))
}

/// A study of the first items alone.
pub(super) fn beginning_of(study: &Study) -> Study {
    let mut begun = study.clone();
    begun.families.iter_mut().for_each(|family| family.n = family.n.min(FIRST));
    begun
}

impl Growing {
    /// What is to come after questions with these prompts.
    pub(super) fn after<'k>(
        begun: impl Iterator<Item = &'k Key>,
        study: &Study,
        growth: Growth,
        rendering: Rendering,
    ) -> Self {
        Self { study: study.clone(), growth, rendering, known: begun.cloned().collect() }
    }

    /// The whole study.
    pub(super) fn study(&self) -> &Study {
        &self.study
    }

    /// How many questions there are in all, about, where so many are asked first.
    pub(super) fn in_all(&self, first: usize) -> usize {
        (first as f64 * self.growth.factor_on_average()) as usize
    }

    /// The study that the directory holds until all of it is made: that of the first items.
    pub(super) fn begun(&self) -> Study {
        beginning_of(&self.study)
    }

    /// The rest, made on a thread of its own no sooner than it is wanted. Those who are told hear of each part
    /// before it is asked. It is counted as well, with the questions that it begins with, if it is to be `counted`.
    pub(super) fn additions(
        self,
        told: Told,
        begun: &Questions,
        counted: Option<Censuses>,
    ) -> Result<impl Stream<Item = Result<PlanChunk, PlanStreamError>> + Send + 'static> {
        let (sender, receiver) = mpsc::channel(READY);
        let maker = thread::Builder::new().name("growing".to_owned());
        let prompts = Arc::clone(&begun.prompts);
        let trials = begun.trials();
        let count = move |mut counted: Censuses| {
            counted.add(&prompts, &trials);
            counted
        };
        maker.spawn(move || self.make(&sender, counted.map(count))).context("starting a thread")?;
        Ok(parts(receiver, told))
    }

    /// The questions of all of it, those that it begins with among them, counted on all cores.
    pub(super) fn counted(self, begun: &Questions, mut counted: Censuses) -> Result<Censuses> {
        let trials = begun.trials();
        counted.add(&begun.prompts, &trials);
        let shown = begun.planning();
        self.each(|addition| {
            counted.add(&addition.prompts, &addition.trials);
            shown.inc(addition.questions() as u64);
            Ok(())
        })?;
        shown.finish_and_clear();
        Ok(counted)
    }

    /// Makes all additions, one after the other.
    fn each(self, mut take: impl FnMut(PlanChunk) -> Result<()>) -> Result<()> {
        let Self { study, growth, rendering, mut known } = self;
        growth.each(|stretch| take(addition(&study, &rendering, &mut known, stretch)?))
    }

    /// Makes all additions. Ends as well when nobody wants them any more.
    fn make(self, sender: &mpsc::Sender<Made>, mut counted: Option<Censuses>) {
        // One core makes more questions than any server answers; the others are for those that come in.
        let alone = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
        let send = |addition: PlanChunk| -> Result<()> {
            if let Some(counted) = &mut counted {
                counted.add(&addition.prompts, &addition.trials);
            }
            Ok(sender.blocking_send(Made::Part(addition))?)
        };
        let made = match alone {
            Ok(pool) => pool.install(|| self.each(send)),
            Err(_) => self.each(send),
        };
        let last = made.map_or_else(|error| Made::Failed(error.into()), |()| Made::All(counted));
        // A run that ended before its time takes no more.
        let _ = sender.blocking_send(last);
    }
}

/// What comes of making.
#[allow(clippy::large_enum_variant, reason = "nearly all of them are parts")]
enum Made {
    Part(PlanChunk),
    /// That was the last one; all questions as they were counted.
    All(Option<Censuses>),
    Failed(PlanStreamError),
}

/// Who hears of what is made before it is asked.
#[derive(Default)]
pub(super) struct Told {
    /// Whoever reads the answers.
    pub(super) ear: Option<Ear>,
    /// Whoever counts the money.
    pub(super) books: Option<Books>,
}

impl Told {
    async fn hear(&self, addition: &PlanChunk) -> Result<()> {
        if let Some(ear) = &self.ear {
            ear.announce(&addition.problems, addition.questions());
        }
        match &self.books {
            Some(books) => books.add(addition).await,
            None => Ok(()),
        }
    }

    async fn hear_all(&self, counted: Option<Censuses>) -> Result<()> {
        match (&self.books, counted) {
            (Some(books), Some(counted)) => books.close(counted).await,
            _ => Ok(()),
        }
    }
}

/// What is made, as it comes. Only a last word ends it in order.
fn parts(
    receiver: mpsc::Receiver<Made>,
    told: Told,
) -> impl Stream<Item = Result<PlanChunk, PlanStreamError>> {
    unfold(Some((receiver, told)), |going_on| async move {
        let (mut receiver, told) = going_on?;
        let failed = |error: anyhow::Error| Some((Err(PlanStreamError::from(error)), None));
        match receiver.recv().await {
            Some(Made::Part(addition)) => match told.hear(&addition).await {
                Ok(()) => Some((Ok(addition), Some((receiver, told)))),
                Err(error) => failed(error),
            },
            Some(Made::All(counted)) => match told.hear_all(counted).await {
                Ok(()) => None,
                Err(error) => failed(error),
            },
            Some(Made::Failed(error)) => Some((Err(error), None)),
            // Without a word: it panicked.
            None => failed(anyhow!("the making of questions broke off")),
        }
    })
}

fn addition(
    study: &Study,
    rendering: &Rendering,
    known: &mut BTreeSet<Key>,
    stretch: Stretch,
) -> Result<PlanChunk> {
    let Stretch { problems, questions } = stretch;
    let rendered = rendering.render(&problems, &questions);
    let trials = rendering.trials(&rendered, study).into_iter().map(Arc::new).collect();
    if let Some((_, prompt)) = rendered.iter().find(|(key, _)| !known.insert(key.clone())) {
        bail!(
            "{} under {} reads the same as another question: their answers could not be told apart",
            prompt.problem,
            prompt.protocol
        );
    }
    let prompts: BTreeMap<Key, Arc<Prompt>> = Rendered::into_iter(rendered).collect();
    Ok(PlanChunk { problems: Catalogue::of(problems), prompts, trials })
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::stream::StreamExt as _;

    /// How many parts came, and what went wrong.
    async fn told(words: impl IntoIterator<Item = Made>) -> (usize, Option<String>) {
        let (sender, receiver) = mpsc::channel(8);
        for word in words {
            sender.send(word).await.expect("somebody listens");
        }
        drop(sender);
        let all: Vec<_> = parts(receiver, Told::default()).collect().await;
        let made = all.iter().filter(|part| part.is_ok()).count();
        (made, all.into_iter().find_map(|part| part.err().map(|error| error.to_string())))
    }

    #[tokio::test]
    async fn what_breaks_off_is_not_taken_for_the_end() {
        let part = || Made::Part(PlanChunk::default());
        assert_eq!(told([part(), part(), Made::All(None)]).await, (2, None));
        let failed = Made::Failed("no more items".into());
        assert_eq!(told([part(), failed]).await, (1, Some("no more items".to_owned())));
        let (made, error) = told([part()]).await;
        assert_eq!(made, 1);
        assert!(error.expect("an error").contains("broke off"));
    }
}
