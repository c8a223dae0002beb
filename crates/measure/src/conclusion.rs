//! Measures of answers to open and closed questions about problems for which the Erotetic Theory of
//! Reasoning (ETR) predicts a fallacy.
//!
//! The steps of an open answer:
//!
//! 1. Its text is read as a view and judged ([`Opened`]).
//! 2. Together with its question ([`Asked`]) it becomes a row ([`Concluded`]): judged, or lost for
//!    a stated reason.
//! 3. All rows make a [`ConclusionReport`].
//!
//! A *fallacy* is an answer that does not follow and that the theory predicts, in one of four
//! senses ([`Notion`]). The published *fallacy rate* is fallacies over incorrect answers.
//!
//! "Nothing follows" is always correct. Correctness alone is therefore no measure of reasoning; the
//! reports also count *informative* answers, which follow from several premises together.
//!
//! The theory predicts some answers that anyone could give, and many that can be read off the
//! premises. Rates are therefore compared with those of subjects without the theory ([`Null`]).
//! Items are the unit of every interval and test.
//!
//! Answers to closed questions are [`Chosen`], and have a [`ClosedReport`].

mod arms;
mod asked;
mod bounds;
mod breakdown;
mod capability;
mod classes;
mod closed;
mod composition;
mod concluded;
mod conclusions;
mod controls;
mod error;
mod facts;
mod fit;
mod grouped;
mod inquiries;
mod mixture;
mod null;
mod opened;
mod options;
mod orders;
mod over;
mod paired;
mod quarters;
mod rate;
mod reading;
mod report;
mod reversal;

pub use arms::{Arm, Comparison, Event};
pub use asked::Asked;
pub use bounds::{Bounds, Tally};
pub use breakdown::{Breakdown, Feature, Heterogeneity, Level};
pub use capability::{Capability, CoefficientKind, Measure};
pub use classes::Classes;
pub use closed::{
    Chosen, ClosedAcceptance, ClosedAccuracy, ClosedEvent, ClosedLevel, ClosedLevels, ClosedReport,
    Lures, Offered, QuestionType, Steps,
};
pub use composition::{CONTRADICTORY, DENYING, ErrorShare, OVER_CAUTIOUS, PREDICTED, UNEXPLAINED};
pub use concluded::{ChanceCounts, Concluded, Judged, Kind, Lost, Notion, SoundnessClass, ordered};
pub use conclusions::{Conclusions, Given};
pub use controls::Controls;
pub use error::ConclusionError;
pub use fit::{Curve, ExponentialFit, NoCurve};
pub use inquiries::Inquiries;
pub use mixture::{Corrected, EtrShare};
pub use null::Null;
pub use opened::{Opened, Translated, is_translatable, posed};
pub use options::Options;
pub use orders::{Differ, OrderShare, Orders};
pub use over::OverNull;
pub use paired::Paired;
pub use quarters::{Distribution, Quarter};
pub use rate::FallacyRate;
pub use reading::Readings;
pub use report::ConclusionReport;
pub use reversal::{Expected, Reversal};
