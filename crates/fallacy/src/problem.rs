//! Problems as records.

/// A problem in views. [`verify`](crate::verify) computes all of its labels again.
pub use peirast_record::Argument as Problem;

/// The version of the generator. A seed gives the same problems for the same version, with one
/// exception: problem sets made early by version 4 have a few problems that repeat a premise, which
/// the default profile skips. All other problems of a seed are the same.
pub const VERSION: u32 = 4;
