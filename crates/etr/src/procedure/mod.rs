//! Procedures: inferences made of many operations.

mod basic_step;
mod decision;
mod default_inference;
mod does_it_follow;
mod equilibrium;
mod probability;
mod sharing;

pub use equilibrium::{Cure, Equilibrium, EquilibriumBounds};
