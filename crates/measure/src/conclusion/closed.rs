//! What closed questions show: conclusions that are offered, to be accepted or chosen among.
//!
//! *Does this follow?* offers one conclusion, *which of these follows?* several; an answer
//! ([`Chosen`]) accepts one of them or none. A *lure* is an offered conclusion that does not follow and
//! that the theory predicts people to accept. What tells the theory from mere matching is how far an
//! offer can be read off the premises ([`peirast_fallacy::Surface`]): of options, a wrong choice is held
//! against subjects that choose among those that can be read off; of single conclusions, lures are
//! compared with other wrong ones of the same form that can be read off as far.

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
