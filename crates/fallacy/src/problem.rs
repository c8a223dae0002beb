//! Problems as they are written down.

/// A problem in views. [`verify`](crate::verify) works everything about it out again.
pub use peirast_record::Argument as Problem;

/// The version of the generator: what it makes of a seed changes with this number only. One
/// exception: the default profile passes over problems that tell a premise twice, of which version 4
/// made a few at first. All others of a seed are the same.
pub const VERSION: u32 = 4;
