//! The pages, a file each.

mod answer;
mod answers;
mod board;
mod comparison;
mod figures;
mod help;
mod hypothesis;
mod list;
mod measures;
mod missing;
mod pair;
mod pairs;
mod progress;
mod raw;
mod run;
mod runs;
mod shown;
mod story;

use run::nothing;

pub(crate) use help::help;
pub(crate) use missing::missing;
pub(crate) use run::run_page;
pub(crate) use runs::runs;
