//! Artefacts of problems: information about the right answer in their surface form.
//!
//! A subject that reads only the options, or only the conclusion, or chooses the shortest option,
//! does not reason. If it is right more often than by chance, a model without reasoning may be,
//! too. [`examine`] fits such guessers and measures their accuracy on unseen items. Sources:
//! Gururangan et al. (2018), *Annotation Artifacts in Natural Language Inference Data*; Poliak et
//! al. (2018), *Hypothesis Only Baselines in Natural Language Inference*.
//!
//! ```
//! use peirast_artefact::{Cue, examine};
//! use peirast_record::{Answer, Factors, Labels, Name, Problem, Profile, Segment, Task, Truth};
//!
//! // The right option is always the shorter one, and its letter changes.
//! let problem = |number: usize| {
//!     let (short, long) = ("it rains".to_owned(), format!("it rains and day {number} is cold"));
//!     let (a, b) = if number.is_multiple_of(2) { (short, long) } else { (long, short) };
//!     let right = Answer::Choice(if number.is_multiple_of(2) { 'a' } else { 'b' });
//!     Problem {
//!         id: Name::from(format!("weather/{number}")),
//!         item: Name::from(format!("weather/{number}")),
//!         family: Name::from("weather"),
//!         variant: Name::from("1"),
//!         task: Task::Choice,
//!         factors: Factors::default(),
//!         segments: vec![Segment { role: "stem".into(), text: format!("Which? (a) {a} (b) {b}") }],
//!         options: vec![('a', a), ('b', b)],
//!         labels: Labels::default(),
//!         truth: Truth { answer: right, lure: right, form: String::new(), why: String::new() },
//!         accepts: None,
//!         worded: None,
//!     }
//! };
//! let problems: Vec<Problem> = (0..40).map(problem).collect();
//! let [design] = examine(&problems, Profile::Balanced).try_into().expect("one family");
//! let accuracy = |cue: Cue| design.score(cue).map(|score| score.accuracy);
//! assert_eq!(accuracy(Cue::Length), Some(1.0));
//! assert!(accuracy(Cue::Position) < Some(0.8));
//! ```

mod cue;
mod exception;
mod given;
mod guesser;
mod parts;
mod report;

pub use cue::Cue;
pub use exception::{Exception, exceptions};
pub use report::{BOUND, Design, LEAST_ITEMS, Score, examine, table, text};
