//! The problem families.

mod categorical;
mod check;
mod complement;
mod conjunction;
mod draw;
mod erotetic;
mod error;
mod exemplars;
mod family;
mod foreign;
mod horses;
mod item_maker;
mod making;
mod publications;
mod registry;
mod syllogism;
mod texts;
mod worked_out;

pub use categorical::{Bank, BenchmarkItem, TermWords};
pub(crate) use check::check_count;
pub use conjunction::{Editor, Rejection, WRITING, writing_prompt};
pub use draw::{Draft, Draw, segment};
pub(crate) use erotetic::{
    ASKING, BULLET, By, CONCLUSION, PREAMBLE, PREMISES, PUBLISHED, concluded, read_off, rebuilt,
    word_seed,
};
pub use erotetic::{Erotetic, Making, Options};
pub use error::MakeError;
pub(crate) use exemplars::{AS_PUBLISHED, Pools};
pub use exemplars::{EXEMPLAR_ANSWER, Exemplars, Pool, Shown, Solved, few_shot_stream};
pub use family::{DataCheck, Factor, Family, Make, MakeItem, MakeItems, Variant};
pub use horses::fewest_races;
pub(crate) use item_maker::ItemMaker;
pub use publications::TOKEN_BIAS;
pub use registry::{FAMILIES, Families};
pub(crate) use texts::shown_text;
pub use texts::{Cue, Phrasing, Reply, STEP_BY_STEP, Wording, task_sentence};
pub use worked_out::{NotWorkedOut, Unplain, WorkOut, WorkedOut};
