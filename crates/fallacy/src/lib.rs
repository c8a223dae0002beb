//! Problems for which the Erotetic Theory of Reasoning predicts a fallacy, and judgements of
//! answers to them.
//!
//! The theory predicts what people conclude from premises, and often the conclusion does not
//! follow. So it can generate problems that distinguish human-like errors from other errors: draw
//! random premises, compute the theory's conclusion, and keep the problems whose conclusion does
//! not follow. This is the method of *Theory-Grounded Evaluation of Human-Like Fallacy Patterns in
//! LLM Reasoning*, "the paper" below. This crate implements it and closes its gaps. All problems
//! are views; other crates put them into words.
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
//! A [`Profile`] describes the wanted problems. [`Rule`]s change the structure of views from the
//! seed [`Bank`]. Supposition, quantifiers and marks stay, unless the rule is about them. The
//! search adds premises one by one until the number of atoms is right, the conclusion is a single
//! alternative, and it does not follow. Rejected candidates are counted by their [`Rejection`].
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
//! Shares are exact over each block of 400 numbers. Each number has its own random stream. So the
//! same seed and [`VERSION`] give the same bytes with any number of threads, and a [`Shard`] of a
//! corpus can be made by itself. Small problems run out: a corpus of 30,000 needs 3,750 problems of
//! four atoms, of which 3,111 differ in more than names. A number without a new problem is in
//! [`Corpus::missing`].
//!
//! # Judging answers
//!
//! [`Judge`] tests if an answer follows, and from how many premises; otherwise it finds a
//! countermodel. It also tests if the theory predicts the answer, for each of four [`Notion`]s. The
//! published notion is strict: an answer counts as predicted only if it has the marks of the
//! theory's own answer, although neither prompts nor answers can show marks. The headline result
//! here disregards marks and names.
//!
//! [`Chance`] is the rate at which the theory predicts random answers, or answers read off the
//! premises. For the 366 published problems without quantifiers the first is 17.8 % strictly and
//! 22.1 % regardless of marks, about the fallacy rate of the weakest models. The second is 34.3 %
//! and 42.5 %; it is the baseline for a subject that repeats the premises.
//!
//! `tests/it/replay.rs` reproduces 6,684 recorded judgements of answers of real models, and all
//! published counts that depend on them. [`Legacy`] has the encoders that scored them at the time.
//!
//! [`missteps`] finds known errors in the surface of a wrong answer, predicted or not. Nearly all
//! predicted fallacies are also read off the premises ([`Misstep::Matching`]): the theory predicts
//! 43 % of wrong literals that are read off, and almost none of the others. So a test of whether a
//! subject follows the theory must compare answers that are read off to the same degree
//! ([`Surface`]), or compare with [`chance_of_matching`] and [`chance_of_parts`].
//!
//! # Questions and simulated reasoners
//!
//! [`asked`] and [`options`] make closed questions about any problem, [`orders`] reorders its
//! premises, and [`cure`] finds questions after which the fallacy is withdrawn. A [`Reasoner`]
//! answers like a subject that reasons, one that follows the theory, or one that does neither. An
//! evaluation that cannot distinguish these shows nothing about models. [`informative_conclusion`]
//! tests if there is a new conclusion to draw.
//!
//! # Modules
//!
//! | | |
//! |---|---|
//! | `judge`, `judgement`, `legacy` | judgements of answers, now and as published |
//! | `seed`, `draft`, `mutation`, `published` | seed views, their structure, and changes of them |
//! | `profile`, `demand` | demands on all problems, and on each |
//! | `search`, `scene`, `rejection` | the search for premises |
//! | `control`, `probe`, `lookalike` | matched controls, conclusions for closed questions |
//! | `make`, `corpus`, `canonical` | one problem by its number, many problems, duplicates |
//! | `problem`, `labelled`, `verification` | records of problems, also from elsewhere, and their verification |
//! | `chance`, `parts` | random answers, and answers read off the premises |
//! | `misstep` | errors visible on the surface of an answer |
//! | `closed` | closed questions about any problem |
//! | `cure`, `question` | curing questions, and the idle questions most like them |
//! | `order` | orders of premises |
//! | `reasoner`, `grounds`, `repertoire`, `statement` | simulated reasoners, and their parts |
//! | `joined` | splits conclusions into parts stated side by side |

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
mod labelled;
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
pub use labelled::labelled;
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
