//! Growing: what is asked is stored while workers ask, and more may come meanwhile.

use super::{RunError, Runner};
use crate::Event;
use crate::plan_chunk::{PlanChunk, PlanChunks};
use crate::registration::Registration;
use futures::stream::StreamExt as _;
use peirast_record::Catalogue;
use std::collections::BTreeMap;
use std::sync::Arc;

impl Runner {
    /// Stores what is new, while workers ask what is stored. Gives how many trials came besides.
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
        // What answers there are is behind it in the log, so that none is without its question.
        self.store.flush().await?;
        for (name, value) in &self.seal {
            self.store.set_meta(name, value).await?;
        }
        Ok(grown)
    }

    /// Stores additions as they come, and hands them to the workers.
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

    /// Takes up additions as if they had been there from the start: where several processes ask
    /// from one store, all that is asked is in their queue before the first question is.
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
