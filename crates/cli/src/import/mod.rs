//! Importers: recorded answers of other systems, turned into trials, responses and grades.

pub mod token_bias;
