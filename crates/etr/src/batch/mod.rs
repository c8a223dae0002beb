//! Calls as data: an operation by name, its views as text, and what it answers.
//!
//! The rows are those in which results of PyETR are recorded, `{"op": ..., "args": [...],
//! "kwargs": {...}, "out": ...}`, so that any of them can be run, timed and compared.
//!
//! ```
//! use peirast_etr::{Reading, batch::Call};
//!
//! let call: Call = serde_json::from_str(
//!     r#"{"op": "default_inference_procedure", "args": ["{A()B(),C()D()}", "{A()}"]}"#,
//! )?;
//! let answer = call.answer(Reading::SOUND)?;
//! assert_eq!(answer, "{B()}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;

mod call;
mod check;
mod operations;
mod output;

pub use call::{AskedReading, Call, CallError};
pub use check::{Mismatch, Row, Verdict};
pub use operations::{pairwise, unary};
pub use output::{Output, Prepared};

/// An operation on one view.
pub type Unary = fn(&mut Engine, &InternedView) -> Result<InternedView, Error>;
/// An operation on an external and an internal view.
pub type Pairwise = fn(&mut Engine, &InternedView, &InternedView) -> Result<InternedView, Error>;
