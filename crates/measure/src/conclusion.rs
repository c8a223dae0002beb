//! What open answers show: conclusions drawn on problems on which the Erotetic Theory of Reasoning
//! predicts a fallacy.
//!
//! A text is [`Opened`]: read as a view and judged; with all that it is measured by ([`Asked`]) it becomes
//! a row, [`Concluded`]: judged, or lost for a reason. A *fallacy* is an answer that does not
//! follow and that the theory predicts, in one of four senses ([`Notion`]); the published *fallacy
//! rate* is fallacies over incorrect answers. "Nothing follows" is always right, so that nothing here
//! rests on correctness alone: what counts is what follows from several premises together. The theory
//! predicts some answers that anyone could hit upon, and many that can be read off the premises, so
//! that rates stand beside those of subjects that do no more ([`Null`]). Items are the unit of every
//! interval and test. Answers to closed questions are [`Chosen`], and have a [`ClosedReport`].

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
