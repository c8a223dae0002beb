//! Problems as they are written down.

/// A problem in views. [`verify`](crate::verify) works everything about it out again.
pub use peirast_record::Argument as Problem;

/// The version of the generator: what it makes of a seed changes with this number only.
pub const VERSION: u32 = 4;

/// The version of a problem in whose place version 4 made one that tells a premise twice. All other
/// problems of a seed are what version 4 made, and have its number.
pub const VERSION_WITHOUT_REPETITION: u32 = 5;
