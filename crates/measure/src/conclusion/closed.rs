//! Measures of closed questions: conclusions that are offered, to be accepted or chosen among.
//!
//! *Does this follow?* offers one conclusion; *which of these follows?* offers several. An answer
//! ([`Chosen`]) accepts one of them or none. A *lure* is an offered conclusion that does not follow
//! and that the theory predicts people to accept.
//!
//! The theory has to be distinguished from mere matching, so the measures use how far an offer can
//! be read off the premises ([`peirast_fallacy::Surface`]):
//!
//! - With several options, a wrong choice is compared with those of subjects that choose among the
//!   options that can be read off.
//! - With single conclusions, lures are compared with other wrong conclusions of the same form that
//!   can be read off equally far.

mod acceptance;
mod accuracy;
mod answer;
mod levels;
mod lures;
mod report;
mod steps;

pub use acceptance::ClosedAcceptance;
pub use accuracy::ClosedAccuracy;
pub use answer::{Chosen, Offered, QuestionType};
pub use levels::{ClosedLevel, ClosedLevels};
pub use lures::Lures;
pub use report::ClosedReport;
pub use steps::{ClosedEvent, Steps};
