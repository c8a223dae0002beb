//! Importers: recorded answers of other systems, turned into trials, responses and grades.

pub mod syllogism;
pub mod token_bias;
