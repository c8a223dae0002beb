//! Importers: recorded answers of other systems, turned into trials, responses and grades.

pub mod etr;
pub mod syllogism;
mod text;
pub mod token_bias;
