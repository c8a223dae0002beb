//! Importers: the files of other systems, whose text becomes trials, responses and grades.

pub mod etr;
pub mod labels;
pub mod syllogism;
mod text;
pub mod token_bias;
