//! Growing: new trials are stored while workers ask, and more may be added meanwhile.

use super::{RunError, Runner};
use crate::Event;
use crate::plan_chunk::{PlanChunk, PlanChunks};
use crate::registration::Registration;
use futures::stream::StreamExt as _;
use peirast_record::Catalogue;
use std::collections::BTreeMap;
use std::sync::Arc;

impl Runner {
    /// Stores new trials, while workers ask stored ones. Returns the number of added trials.
    pub(super) async fn register(
        &self,
        mut registration: Registration,
        additions: Option<PlanChunks>,
    ) -> Result<u64, RunError> {
        let unasked = match self.seal.is_empty() {
            true => Vec::new(),
            false => registration.unasked(&self.problems),
        };
        registration.run(&self.store, &self.prompts, &self.problems).await?;
        self.store.add_problems(&unasked).await?;
        let grown = match additions {
            None => 0,
            Some(additions) => self.grow(&mut registration, additions).await?,
        };
        // All answers come later in the log, so that none is without its question.
        self.store.flush().await?;
        for (name, value) in &self.seal {
            self.store.set_meta(name, value).await?;
        }
        Ok(grown)
    }

    /// Stores added chunks, and hands their trials to the workers.
    async fn grow(
        &self,
        registration: &mut Registration,
        mut additions: PlanChunks,
    ) -> Result<u64, RunError> {
        let mut grown = 0;
        loop {
            registration.wanted().await;
            let Some(addition) = additions.next().await else { break };
            let PlanChunk { problems, prompts, trials } = addition.map_err(RunError::Growth)?;
            registration.grow(trials);
            let unasked = registration.unasked(&problems);
            if !self.planned.is_empty() {
                registration.leave_out_stored(&self.store).await?;
            }
            for (subject, trials) in registration.left() {
                grown += trials;
                (self.settings.on_event)(Event::PlanGrown { subject, trials });
            }
            registration.run(&self.store, &prompts, &problems).await?;
            self.store.add_problems(&unasked).await?;
        }
        for (subject, trials, already) in registration.planned() {
            (self.settings.on_event)(Event::Planned { subject, trials, already });
        }
        Ok(grown)
    }

    /// Takes up added chunks before the run asks anything: if several processes ask from one store,
    /// all trials are in their queue before the first is asked.
    pub(super) async fn take_up(&mut self, additions: Option<PlanChunks>) -> Result<(), RunError> {
        let Some(mut additions) = additions else { return Ok(()) };
        let mut prompts = BTreeMap::clone(&self.prompts);
        let mut problems = self.problems.all().to_vec();
        while let Some(addition) = additions.next().await {
            let more = addition.map_err(RunError::Growth)?;
            problems.extend(more.problems.all().iter().cloned());
            prompts.extend(more.prompts);
            for ((_, all), trials) in self.subjects.iter_mut().zip(more.trials) {
                Arc::make_mut(all).extend(trials.iter().cloned());
            }
        }
        self.prompts = Arc::new(prompts);
        self.problems = Catalogue::new(Arc::new(problems));
        Ok(())
    }
}
