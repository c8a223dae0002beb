//! Problems on which the Erotetic Theory of Reasoning predicts a fallacy, and the judging of
//! answers to them.
//!
//! The theory says what people conclude from premises, and often that does not follow. So it makes
//! problems on which errors like people's can be told from other errors: draw premises at random,
//! let the theory conclude, and keep those from which its conclusion does not follow. That is the
//! way of *Theory-Grounded Evaluation of Human-Like Fallacy Patterns in LLM Reasoning*, "the paper"
//! below, taken up here with its gaps closed. Everything is in views; putting
//! problems into words is not the business of this crate.
//!
//! # Making problems
//!
//! ```
//! use peirast_fallacy::{Corpus, Kind, Profile, verify};
//!
//! let profile = Profile::named("default").expect("a profile");
//! let corpus = Corpus::new(&profile, 42, 2)?;
//! let [fallacy, valid, blocked] = &corpus.problems[..3] else { panic!("two controls each") };
//!
//! // What people are predicted to conclude does not follow...
//! assert_eq!((fallacy.kind, fallacy.entailed), (Kind::Fallacy, false));
//! // ... and in its controls it does, or they do not conclude it.
//! assert_eq!((valid.kind, valid.entailed), (Kind::ControlValid, true));
//! assert_eq!(blocked.kind, Kind::ControlBlocked);
//! // All that a record says can be worked out again.
//! assert!(verify(fallacy)?.is_empty());
//! # Ok::<(), peirast_fallacy::Error>(())
//! ```
//!
//! A [`Profile`] says what is wanted. Views of the seed [`Bank`] are changed by [`Rule`]s, on their
//! structure: supposition, quantifiers and marks stay, unless the rule is about them. Premises are
//! added one by one until there are as many atoms as are wanted, the conclusion is a single
//! alternative, and it does not follow; what is turned down is counted by its [`Rejection`].
//!
//! | | `paper-2025` | `default` |
//! |---|---|---|
//! | rules | as published: most lose suppositions, quantifiers, marks | all of [`Rule::ALL`] |
//! | conditional, quantified, nested | 0.5 %, 6 %, 0 % as it comes | 40 %, 40 %, 15 %, exactly |
//! | tautologies, contradictory alternatives | as they come | none |
//! | sizes | 4 to 11 atoms, filled from the smallest | the same, mixed |
//! | duplicates up to names | as they come | none |
//! | controls, closed questions | none | with every problem |
//! | reading of the theory | PyETR 1.0.0 | sound |
//!
//! Shares are exact over each block of 400 numbers. Each number has a stream of random choices of
//! its own, so that the same seed and [`VERSION`] give the same bytes whatever the number of
//! threads, and a [`Shard`] of a corpus can be made by itself. Small problems run out: of 3,750 of
//! four atoms asked for in a corpus of 30,000, 3,111 were found that differ in more than names. Where
//! no new one is found, its number is [`Corpus::missing`].
//!
//! # Judging answers
//!
//! [`Judge`] says whether an answer follows, from how many premises, and where not, a countermodel;
//! and whether the theory predicts it, in each of four [`Notion`]s. The published one is strict: an
//! answer counts as predicted only if it has the marks that the theory's own answer would have,
//! though neither prompts nor answers can show any. The headline here disregards marks and names.
//!
//! [`Chance`] is the rate at which answers at random are predicted, or answers that are read off the
//! premises. For the 366 published problems without quantifiers the first is 17.8 % strictly and
//! 22.1 % regardless of marks, about the fallacy rate of the weakest models; the second, with which a
//! subject has to be compared that says what stands there, is 34.3 % and 42.5 %.
//!
//! `tests/it/replay.rs` makes 6,684 recorded judgements of answers of real models again, and all of
//! the published counts that they enter into; [`Legacy`] holds the encoders by which they were
//! scored at the time.
//!
//! [`missteps`] are known errors that a wrong answer bears the marks of, whether it is predicted or
//! not. Nearly all predicted fallacies are also read off the premises ([`Misstep::Matching`]): of
//! wrong literals that are, 43 % are predicted, of others hardly one. Whether a subject follows the
//! theory shows among answers that are read off to the same degree ([`Surface`]), or against
//! [`chance_of_matching`] and [`chance_of_parts`].
//!
//! # Asking, and trying it out
//!
//! [`asked`] and [`options`] make closed questions of any problem, [`orders`] puts its premises in
//! others, and [`cure`] finds what to ask so that the fallacy is withdrawn. A [`Reasoner`] answers
//! as one that reasons, one that follows the theory, or one that does neither: an evaluation that
//! cannot tell them apart tells nothing about models. Whether there was something new to conclude
//! at all says [`informative_conclusion`].
//!
//! # Where things are
//!
//! | | |
//! |---|---|
//! | `judge`, `judgement`, `legacy` | answers judged, now and as it was done |
//! | `seed`, `draft`, `mutation`, `published` | what views start from, taken apart, and changed |
//! | `profile`, `demand` | what is wanted of all problems, and of each |
//! | `search`, `scene`, `rejection` | the search for premises |
//! | `control`, `probe`, `lookalike` | matched controls, conclusions for closed questions |
//! | `make`, `corpus`, `canonical` | a problem from its number, many at once, duplicates |
//! | `problem`, `verification` | problems as records, worked out again |
//! | `chance`, `parts` | answers at random, and read off the premises |
//! | `misstep` | errors that can be seen on the surface of an answer |
//! | `closed` | closed questions about any problem |
//! | `cure`, `question` | questions that cure a fallacy, beside others as much like them as can be |
//! | `order` | orders of premises |
//! | `reasoner`, `grounds`, `repertoire`, `statement` | simulated reasoners, and what they draw on |
//! | `joined` | conclusions taken apart into what they say side by side |

mod canonical;
mod chance;
mod closed;
mod control;
mod corpus;
mod cure;
mod demand;
mod draft;
mod draft_text;
mod error;
mod grounds;
mod joined;
mod judge;
mod judgement;
mod legacy;
mod linked;
mod lookalike;
mod make;
mod misstep;
mod mutation;
mod natural;
mod order;
mod parts;
mod probe;
mod problem;
mod profile;
mod published;
mod question;
mod reasoner;
mod rejection;
mod repertoire;
mod scene;
mod search;
mod seed;
mod statement;
mod stream;
mod truth_table;
mod verification;

pub use canonical::canonical;
pub use chance::{Chance, Shape, chance_of_literals, chance_of_matching, chance_of_shape};
pub use closed::{Asked, Options, asked, options};
pub use corpus::{Corpus, Shard};
pub use cure::{Cure, cure};
pub use draft::Draft;
pub use error::Error;
pub use judge::Judge;
pub use judgement::{Judgement, Notion, Predicted, Soundness};
pub use legacy::Legacy;
pub use misstep::{Misstep, Surface, missteps, surface};
pub use mutation::Rule;
pub use order::{MOST_ORDERS, orders, predicts_fallacy};
pub use parts::chance_of_parts;
pub use peirast_record::{ArgumentKind as Kind, Change, Match, Probe};
pub use problem::{Problem, VERSION};
pub use profile::{Coverage, Mutation, Profile};
pub use question::Respect;
pub use reasoner::{Reasoner, informative_conclusion};
pub use rejection::{Rejection, Rejections};
pub use seed::{Bank, SeedProblem};
pub use verification::{Difference, verify};
