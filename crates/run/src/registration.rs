//! Registration: new trials on their way into the store, while the first of them are asked.

use crate::runner::Prompts;
use crate::source::{Posed, Source};
use crate::writer::WriterStopped;
use crate::{BoxFuture, Store, StoreError};
use peirast_record::{Catalogue, Problem, Trial};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use tokio::sync::{Mutex, mpsc};

/// Trials that are stored before the first is asked: as many as keep an account busy meanwhile.
const FIRST: usize = 256;
/// Trials in one transaction later on. Answers wait for it to end.
const MOST: usize = 1024;

/// Trials of several lanes that are stored a stretch after the other. A lane is given a trial when it
/// is on disk with everything that it is about, so that no response is stored without its question.
///
/// All of them are stored, whatever becomes of the lanes: a run that ends early has a whole plan.
#[derive(Default)]
pub(crate) struct Registration {
    lanes: Vec<Planned>,
}

/// The trials of one lane.
struct Planned {
    endpoint: String,
    trials: Arc<Vec<Trial>>,
    /// Those that are asked, in this order: whether it is new, and its place among the trials.
    left: VecDeque<(bool, usize)>,
    lane: mpsc::UnboundedSender<Arc<Posed>>,
}

/// What a lane is given of its trials when they are stored.
pub(crate) struct Arriving(Mutex<mpsc::UnboundedReceiver<Arc<Posed>>>);

impl Registration {
    /// Adds a lane that is asked those `left` of its trials, in this order: whether one is new, and its
    /// place among them.
    pub(crate) fn lane(
        &mut self,
        endpoint: &str,
        trials: Arc<Vec<Trial>>,
        left: Vec<(bool, usize)>,
    ) -> Arriving {
        let (lane, arrivals) = mpsc::unbounded_channel();
        let endpoint = endpoint.to_owned();
        self.lanes.push(Planned { endpoint, trials, left: left.into(), lane });
        Arriving(Mutex::new(arrivals))
    }

    /// The problems that no trial on its way is about.
    pub(crate) fn unasked<'p>(&self, problems: &'p Catalogue) -> Vec<&'p Problem> {
        let trials = self.lanes.iter().flat_map(|lane| lane.of(&lane.left));
        let asked: BTreeSet<&str> = trials.map(|(_, trial)| trial.problem.as_str()).collect();
        problems.all().iter().filter(|problem| !asked.contains(problem.id.as_str())).collect()
    }

    /// Stores every trial that is new, and hands them to their lanes.
    ///
    /// # Errors
    /// What the database refuses; the lanes are then given no more.
    pub(crate) async fn run(
        mut self,
        store: &Store,
        prompts: &Prompts,
        problems: &Catalogue,
    ) -> Result<(), StoreError> {
        let mut size = FIRST;
        while !self.lanes.is_empty() {
            // Subjects are asked the same questions: what these put is stored once for all lanes.
            let each = size.div_ceil(self.lanes.len());
            let stretches: Vec<Vec<(bool, usize)>> =
                self.lanes.iter_mut().map(|lane| lane.next(each)).collect();
            let fresh: Vec<(&str, Vec<&Trial>)> =
                self.lanes.iter().zip(&stretches).map(|(lane, some)| lane.fresh(some)).collect();
            store.register(&fresh, prompts, problems).await?;
            for (lane, stretch) in self.lanes.iter().zip(stretches) {
                lane.hand_over(&stretch, prompts);
            }
            self.lanes.retain(|lane| !lane.left.is_empty());
            size = MOST.min(size * 2);
        }
        Ok(())
    }
}

impl Planned {
    fn next(&mut self, most: usize) -> Vec<(bool, usize)> {
        self.left.drain(..most.min(self.left.len())).collect()
    }

    /// The trials at some places, each with whether it is new.
    fn of<'p>(
        &'p self,
        places: impl IntoIterator<Item = &'p (bool, usize)>,
    ) -> impl Iterator<Item = (bool, &'p Trial)> {
        places.into_iter().filter_map(|(new, at)| Some((*new, self.trials.get(*at)?)))
    }

    /// The new ones of a stretch, with their endpoint.
    fn fresh<'p>(&'p self, stretch: &'p [(bool, usize)]) -> (&'p str, Vec<&'p Trial>) {
        let new = self.of(stretch).filter(|(new, _)| *new).map(|(_, trial)| trial);
        (&self.endpoint, new.collect())
    }

    /// Gives stored trials to their lane. One that asks no more does not take them.
    fn hand_over(&self, stretch: &[(bool, usize)], prompts: &Prompts) {
        for posed in stretch.iter().filter_map(|(_, at)| Posed::of(&self.trials, *at, prompts)) {
            let _ = self.lane.send(posed);
        }
    }
}

impl Source for Arriving {
    fn next(&self, most: usize) -> BoxFuture<'_, Result<Vec<Arc<Posed>>, WriterStopped>> {
        Box::pin(async move {
            let mut some = Vec::new();
            self.0.lock().await.recv_many(&mut some, most).await;
            Ok(some)
        })
    }
}
