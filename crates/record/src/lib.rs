//! The records of a reasoning experiment and their content keys.
//!
//! An experiment produces these records, one file each, in this order:
//!
//! [`Problem`] → [`Prompt`] → [`Trial`] → [`Response`] → [`Answer`] → [`Grade`] → [`Outcome`]
//!
//! A [`Study`] is the document that defines which records to make, and the hypotheses about the
//! result. Everything here is plain data: no I/O, no clock, no randomness, no knowledge of the
//! generation of problems or the reading of responses. Stored records can be read without any other
//! crate.
//!
//! ```
//! use peirast_record::{Message, Prompt};
//! let prompt = Prompt::new("q1", "baseline", vec![Message::user("Is this sound?")]);
//! assert_eq!(prompt.key(), Prompt::new("q1", "baseline", vec![Message::user("Is this sound?")]).key());
//! ```

mod accepts;
mod analysis;
mod answer;
mod argument;
mod batch_tally;
mod catalogue;
mod contrast;
mod evidence;
mod factor;
mod foreign_json;
mod grade;
mod json_fault;
mod key;
mod labels;
mod look;
mod name;
mod number;
mod origin;
mod original;
mod outcome;
mod problem;
mod problem_names;
mod prompt;
pub mod publication;
mod recorded;
mod response;
mod sampling;
mod shape;
mod sharing;
mod shell;
mod steering;
mod strategy;
mod study;
mod subject;
mod trial;
mod unique_json;
mod version;
mod versions;
mod worded;
mod written_json;

pub use accepts::{Accepted, Accepts, Tolerance};
pub use analysis::{Analysis, Comparison, RecordedArm, RecordedUnit};
pub use answer::{Answer, Conclusion, Reading, Span, TextAnswer};
pub use argument::{Argument, ArgumentKind, Change, Match, Probe};
pub use batch_tally::BatchTally;
pub use catalogue::Catalogue;
pub use contrast::{Contrast, Direction, Event, Unit};
pub use evidence::{Evidence, LETTER_AGAINST_WORDS};
pub use factor::Factors;
pub use foreign_json::{read_json, repaired_json};
pub use grade::{Grade, Treatment};
pub use json_fault::json_fault;
pub use key::{Key, KeyError, canonical_json};
pub use labels::Labels;
pub use look::{ascii_look, first_alike, looks, looks_at_a_glance, unreadable_name};
pub use name::{Name, Names};
pub use number::{Number, NumberError};
pub use origin::{FamilyOrigins, Origin, Publication};
pub use original::{ORIGINAL, original_version, usual_original};
pub use outcome::{CLUSTER, Outcome, Scoring, cluster_of};
pub use problem::{Problem, ProblemError, Segment, Task, Truth};
pub use problem_names::{ProblemNameError, ProblemNames};
pub use prompt::{Message, Prompt, Role};
pub use recorded::Recorded;
pub use response::{ErrorKind, FinishReason, Response, ResponseText, Usage};
pub use sampling::{Effort, Sampling, SamplingError, Setting, UnknownEffort};
pub use shape::{Difference, Shape};
pub use sharing::Sharing;
pub use shell::shell_line;
pub use steering::{hides, is_joiner, steers};
pub use strategy::{ExampleOrder, SolvedExample, Strategy, Voting, strategy_words};
pub use study::{
    AdjustOver, Ask, ColumnNames, DataPlan, FamilyPlan, Hypothesis, ModelPlace, Profile,
    Sequential, Standing, Study, StudyError,
};
pub use subject::is_simulated;
pub use trial::{Series, Trial};
pub use unique_json::{UniqueObject, UniqueValue};
pub use version::Version;
pub use versions::Versions;
pub use worded::{Inquiry, Lexicon, Worded};
pub use written_json::WrittenFields;

/// The version that every artifact records: the version of this crate, shared by the workspace.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
