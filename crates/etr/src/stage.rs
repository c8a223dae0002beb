//! Weighted stages: the alternatives of a view, each with its weight.

use crate::error::Error;
use crate::limits::Limits;
use crate::states::{Gathering, Index, SMALL, States};
use crate::weight::{NULL, Weight};

/// A set of states with a weight for each.
#[derive(Debug, Clone)]
pub(crate) struct Stage {
    states: States,
    /// One for each state, or none if all are null.
    weights: Vec<Weight>,
}

impl Stage {
    /// Different states with a weight each, or none.
    #[inline]
    pub(crate) fn new(states: States, weights: Vec<Weight>) -> Stage {
        Stage { states, weights }
    }

    #[inline]
    pub(crate) fn unweighted(states: States) -> Stage {
        Stage { states, weights: Vec::new() }
    }

    #[inline]
    pub(crate) fn verum() -> Stage {
        Stage::unweighted(States::verum())
    }

    #[inline]
    pub(crate) fn states(&self) -> &States {
        &self.states
    }

    #[inline]
    pub(crate) fn into_states(self) -> States {
        self.states
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    #[inline]
    pub(crate) fn is_none(&self) -> bool {
        self.states.is_none()
    }

    #[inline]
    pub(crate) fn is_verum(&self) -> bool {
        self.states.is_verum()
    }

    #[inline]
    pub(crate) fn is_weighted(&self) -> bool {
        !self.weights.is_empty()
    }

    #[inline]
    pub(crate) fn weights(&self) -> &[Weight] {
        &self.weights
    }

    #[inline]
    pub(crate) fn weight(&self, at: usize) -> &Weight {
        self.weights.get(at).unwrap_or(&NULL)
    }

    /// Each state with its weight.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&[u64], &Weight)> {
        self.states.iter().enumerate().map(|(at, state)| (state, self.weight(at)))
    }

    /// Changes every weight; states stay as they are.
    pub(crate) fn map_weights(
        &mut self,
        mut change: impl FnMut(&Weight) -> Result<Weight, Error>,
    ) -> Result<(), Error> {
        for weight in &mut self.weights {
            *weight = change(weight)?;
        }
        if self.weights.iter().all(Weight::is_null) {
            self.weights.clear();
        }
        Ok(())
    }

    /// The states that pass, with their weights, in order; `None` if all do.
    pub(crate) fn filtered(&self, mut keep: impl FnMut(usize, &[u64]) -> bool) -> Option<Stage> {
        let mut rest = self.states.iter().enumerate();
        let kept = rest.position(|(at, state)| !keep(at, state))?;
        let mut states = self.states.first(kept);
        let mut weights = self.weights.get(..kept).unwrap_or_default().to_vec();
        for (at, state) in rest {
            if keep(at, state) {
                states.push(state);
                weights.extend(self.weights.get(at).cloned());
            }
        }
        if weights.iter().all(Weight::is_null) {
            weights.clear();
        }
        Some(Stage { states, weights })
    }

    /// Equal as a map from states to weights.
    #[inline]
    pub(crate) fn same(&self, other: &Stage) -> bool {
        if self.weights.is_empty() && other.weights.is_empty() {
            return self.states.same_set(&other.states);
        }
        if self.len() != other.len() {
            return false;
        }
        let index = (self.len() > SMALL).then(|| Index::new(&other.states));
        self.iter().all(|(state, weight)| {
            let place = match &index {
                Some(index) => index.find(&other.states, state),
                None => other.states.find(state),
            };
            place.is_some_and(|at| other.weight(at) == weight)
        })
    }
}

/// A stage under construction: the weights of coinciding states add up.
#[derive(Debug)]
pub(crate) struct StageBuilder {
    gathering: Gathering,
    weights: Vec<Weight>,
    most: usize,
}

impl StageBuilder {
    #[inline]
    pub(crate) fn new(width: usize, limits: &Limits) -> StageBuilder {
        StageBuilder::with_room(width, 0, limits)
    }

    /// A builder with room for `states` states.
    #[inline]
    pub(crate) fn with_room(width: usize, states: usize, limits: &Limits) -> StageBuilder {
        let gathering = Gathering::with_room(width, states);
        StageBuilder { gathering, weights: Vec::new(), most: limits.most_states(width) }
    }

    #[inline]
    pub(crate) fn add(&mut self, state: &[u64], weight: &Weight) -> Result<(), Error> {
        let place = self.gathering.place(state);
        self.weigh(place, weight)
    }

    /// Adds the union of two states.
    #[inline]
    pub(crate) fn add_union(
        &mut self,
        one: &[u64],
        two: &[u64],
        weight: &Weight,
    ) -> Result<(), Error> {
        let place = self.gathering.place_union(one, two);
        self.weigh(place, weight)
    }

    fn weigh(&mut self, (at, new): (usize, bool), weight: &Weight) -> Result<(), Error> {
        if new && at >= self.most {
            return Err(crate::limits::too_many_states(self.most, self.gathering.states.width()));
        }
        if weight.is_null() {
            return Ok(());
        }
        if self.weights.len() <= at {
            self.weights.resize(at + 1, Weight::default());
        }
        self.weights[at].pile(weight);
        crate::limits::check_weight(self.weights[at].terms().count())
    }

    #[inline]
    pub(crate) fn finish(mut self) -> Stage {
        if !self.weights.is_empty() {
            self.weights.iter_mut().for_each(Weight::settle);
            self.weights.resize(self.gathering.states.len(), Weight::default());
        }
        Stage { states: self.gathering.states, weights: self.weights }
    }
}
