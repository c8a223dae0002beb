//! The pages, one file each.

mod answer;
mod answers;
mod beginnings;
mod board;
mod compare;
mod comparison;
mod figures;
mod help;
mod hypothesis;
mod labels;
mod leaderboard;
mod list;
mod measures;
mod missing;
mod outcome;
mod overdue;
mod pair;
mod pairs;
mod play;
mod progress;
mod prose;
mod raw;
mod regrade;
mod run;
mod runs;
mod several;
mod shown;
mod story;

use run::nothing;

pub(crate) use compare::{compare, compared_answers};
pub(crate) use help::help;
pub(crate) use leaderboard::{leaderboard, leaderboard_json};
pub(crate) use missing::missing;
pub use overdue::overdue;
pub(crate) use play::play_page;
pub(crate) use run::run_page;
pub(crate) use runs::runs;
pub(crate) use several::several;
