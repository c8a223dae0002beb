//! Growing: a large study is asked from its beginning while the rest of it is made.

use super::problems::leaves_none_out;
use super::rendering::{Rendered, Rendering};
use crate::args::RunArgs;
use crate::costs::Prices;
use crate::ear::Ear;
use crate::subjects::is_simulated;
use anyhow::{Context as _, Result, bail};
use futures::stream::{Stream, StreamExt as _, unfold};
use peirast_cost::Tariff;
use peirast_record::{Catalogue, Key, Prompt, Study};
use peirast_run::{Addition, GrowthError};
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

/// The plan of the first items of a study and what makes the rest, where nothing has to be known of the
/// rest before the first question: nobody is to be told what it costs, and what is asked follows neither from
/// other answers nor from the whole list of questions.
pub(super) fn begin(study: &Study, args: &RunArgs) -> Option<(Plan, Growth)> {
    let asks_nothing = args.dry_run || args.plan_only;
    let elsewhere = args.store.is_some() || !args.reuse.is_empty();
    let by_answers = study.sequential.is_some() || study.voting.is_some() || study.aa.is_some();
    let many = study.families.iter().any(|family| family.n >= MANY);
    if asks_nothing || elsewhere || by_answers || !many || args.problems.is_some() {
        return None;
    }
    if study.subjects.iter().any(|name| is_simulated(name)) {
        return None;
    }
    let (plan, growth) = Plan::begun(study, FIRST)?;
    leaves_none_out(study, &plan.problems).then_some((plan, growth))
}

/// Whether nobody is paid and nothing is counted: what costs money is announced before the first question.
pub(super) fn is_free(rendering: &Rendering, args: &RunArgs) -> Result<bool> {
    Ok(is_free_at(&Prices::load(&args.prices)?, rendering, args))
}

/// The same at these prices.
pub(super) fn is_free_at(prices: &Prices, rendering: &Rendering, args: &RunArgs) -> bool {
    let free = rendering.subjects().all(|subject| {
        matches!(prices.tariff(subject.name(), subject.endpoint()), Tariff::Free(_))
    });
    free && args.budget.budget.is_none() && args.budget.budget_tokens.is_none()
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

    /// The study that the directory holds until all of it is made: that of the first items.
    pub(super) fn begun(&self) -> Study {
        beginning_of(&self.study)
    }

    /// The rest, made on a thread of its own no sooner than it is wanted. An `ear` hears of it before.
    pub(super) fn additions(
        self,
        ear: Option<Ear>,
    ) -> Result<impl Stream<Item = Result<Addition, GrowthError>> + Send + 'static> {
        let (sender, receiver) = mpsc::channel(READY);
        let maker = thread::Builder::new().name("growing".to_owned());
        maker.spawn(move || self.make(&sender)).context("starting a thread")?;
        let told = move |part: &Result<Addition, GrowthError>| {
            if let (Some(ear), Ok(addition)) = (&ear, part) {
                let questions = addition.trials.iter().map(|trials| trials.len()).sum();
                ear.announce(&addition.problems, questions);
            }
        };
        Ok(parts(receiver).inspect(told))
    }

    /// Makes all additions. Ends as well when nobody wants them any more.
    fn make(self, sender: &mpsc::Sender<Made>) {
        let Self { study, growth, rendering, mut known } = self;
        // One core makes more questions than any server answers; the others are for those that come in.
        let alone = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
        let make = |stretch: Stretch| -> Result<()> {
            let addition = addition(&study, &rendering, &mut known, stretch)?;
            Ok(sender.blocking_send(Made::Part(addition))?)
        };
        let made = match alone {
            Ok(pool) => pool.install(|| growth.each(make)),
            Err(_) => growth.each(make),
        };
        let last = made.map_or_else(|error| Made::Failed(error.into()), |()| Made::All);
        // A run that ended before its time takes no more.
        let _ = sender.blocking_send(last);
    }
}

/// What comes of making.
enum Made {
    Part(Addition),
    All,
    Failed(GrowthError),
}

/// What is made, as it comes. Only a last word ends it in order.
fn parts(receiver: mpsc::Receiver<Made>) -> impl Stream<Item = Result<Addition, GrowthError>> {
    unfold(Some(receiver), |receiver| async move {
        let mut receiver = receiver?;
        match receiver.recv().await {
            Some(Made::Part(addition)) => Some((Ok(addition), Some(receiver))),
            Some(Made::All) => None,
            Some(Made::Failed(error)) => Some((Err(error), None)),
            // Without a word: it panicked.
            None => Some((Err("the making of questions broke off".into()), None)),
        }
    })
}

fn addition(
    study: &Study,
    rendering: &Rendering,
    known: &mut BTreeSet<Key>,
    stretch: Stretch,
) -> Result<Addition> {
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
    Ok(Addition { problems: Catalogue::of(problems), prompts, trials })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many parts came, and what went wrong.
    async fn told(words: impl IntoIterator<Item = Made>) -> (usize, Option<String>) {
        let (sender, receiver) = mpsc::channel(8);
        for word in words {
            sender.send(word).await.expect("somebody listens");
        }
        drop(sender);
        let all: Vec<_> = parts(receiver).collect().await;
        let made = all.iter().filter(|part| part.is_ok()).count();
        (made, all.into_iter().find_map(|part| part.err().map(|error| error.to_string())))
    }

    #[tokio::test]
    async fn what_breaks_off_is_not_taken_for_the_end() {
        let part = || Made::Part(Addition::default());
        assert_eq!(told([part(), part(), Made::All]).await, (2, None));
        let failed = Made::Failed("no more items".into());
        assert_eq!(told([part(), failed]).await, (1, Some("no more items".to_owned())));
        let (made, error) = told([part()]).await;
        assert_eq!(made, 1);
        assert!(error.expect("an error").contains("broke off"));
    }
}
