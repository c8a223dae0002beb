//! Random views written in a format and read back.

mod json;
mod refusals;
mod smt_lib;
mod tolerant;
