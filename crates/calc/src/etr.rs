//! Questions to the erotetic theory of reasoning, as texts.

mod batch;
mod cases;
mod closing;
mod conditionals;
mod convert;
mod equilibrium;
mod question;
mod render;
mod settings;
mod texts;
mod trace;
mod understood;

pub use batch::{RowAnswer, RowOptions, answer_row, check_row, error_class};
pub use cases::{list_cases, run_case};
pub use conditionals::compare_conditionals;
pub use convert::{Conversion, SourceFormat, TargetFormat, convert_view};
pub use equilibrium::{equilibrium, explain_inference};
pub use question::{EtrQuestion, TraceFormat};
pub use settings::EtrSettings;
pub(crate) use texts::in_text;
pub(crate) use understood::numbered_notes;
