//! The pages, a file each.

mod board;
mod help;
mod missing;
mod runs;

pub(crate) use board::board;
pub(crate) use help::help;
pub(crate) use missing::missing;
pub(crate) use runs::runs;
