//! Problems as they are written down.

/// A problem in views. [`verify`](crate::verify) works everything about it out again.
pub use peirast_record::Argument as Problem;

/// The version of the generator: what it makes of a seed changes with this number only.
pub const VERSION: u32 = 4;
