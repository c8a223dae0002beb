//! Your own problems: items in several versions, with right answers in the file.
//!
//! A data file ([`peirast_rows::DataFile`]) becomes an [`ItemSet`] in these steps:
//!
//! - [`ItemSet::read`] recognises its columns, its layout and its kind of answers.
//! - [`ItemSet::with`] makes further versions by [transformations](Transformation), each of them
//!   certified.
//! - [`ItemSet::problems`] makes problems from it that any study can ask.
//! - [`Understood`] reports the interpretation of the file, with warnings.
//! - [`default_study`] compares every version with the first.
//!
//! ```
//! use peirast_pairs::ItemSet;
//! use peirast_record::DataPlan;
//! use peirast_rows::{DataFile, DataFormat};
//! let text = "item,version,question,answer\n1,plain,Is 7 odd?,yes\n1,polite,\"Please, is 7 odd?\",yes\n";
//! let file = DataFile::from_bytes(text.as_bytes(), DataFormat::Separated)?;
//! let items = ItemSet::read("odd", &file, &DataPlan::default())?;
//! assert_eq!(items.versions, ["plain", "polite"]);
//! assert_eq!(items.problems()?.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod choices;
mod columns;
mod entry;
mod error;
mod hypotheses;
mod item;
mod layout;
mod lists;
mod marks;
mod names;
mod paraphrase;
mod printed;
mod problem;
mod read;
mod tidy;
mod transform;
mod understood;
mod value;
mod warning;
mod written;

/// An example file of twenty items in two versions (CSV): sums in words, without and with an
/// irrelevant sentence.
///
/// ```
/// assert!(peirast_pairs::EXAMPLE.starts_with("item,version,question,answer,topic\n"));
/// ```
pub const EXAMPLE: &str = include_str!("../data/example.csv");

pub use error::PairsError;
pub use hypotheses::{Compared, default_study, hypotheses, hypotheses_of};
pub use item::{AnswerKey, Item, ItemSet, ItemVersion, Separator};
pub use names::family_name;
pub use paraphrase::PARAPHRASE;
pub use problem::VERSION;
pub use transform::{
    Certification, Gender, Hinted, IrrelevantSentence, ItemPart, LetterCase, NameSource,
    PersonName, Repute, TRANSFORMATIONS, Transformation, TransformationForm, Violation, certify,
};
pub use understood::Understood;
