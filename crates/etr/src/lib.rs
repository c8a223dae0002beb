//! The Erotetic Theory of Reasoning, exact and fast.
//!
//! # The theory
//!
//! People reason to answer questions. That is the thesis of Philipp Koralus's *Reason and
//! Inquiry* (2022), and it explains how we can be so good at reasoning and so bad: we take what we
//! are told as an answer to the question that is open, and stop asking too soon.
//!
//! A state of mind is a [`View`]. It has a *stage*, the alternatives that are entertained, each a
//! state of affairs made of atoms: "ace and king, or queen and jack". It has a *supposition* under
//! which they are entertained: "if a card was dealt". Its *dependency relation* says which
//! arbitrary objects stand for everything and which for something, and which choice depends on
//! which: "everyone has a card". And its *issue structure* says which terms of which atoms the view
//! is about. Alternatives may have weights, for how likely they are or how much they matter.
//!
//! A premise comes in by [`View::update`]. Its issues bring general views down to cases
//! ([`View::universal_product`]) and turn *something* into *this* ([`View::existential_sum`]); the
//! alternatives that match it best are kept and the others forgotten ([`View::answer`]); and then
//! it is added to what is left ([`View::merge`]). Absurd states, and what is already known, are
//! cancelled ([`View::factor`]), and views answer questions put to them ([`View::query`],
//! [`View::which`]). One can reason from a supposition ([`View::suppose`]) and back to none
//! ([`View::depose`]).
//!
//! A few fixed procedures predict what people conclude if nothing makes them think twice:
//! [`View::default_inference`] (what follows?), [`View::does_it_follow`],
//! [`View::what_is_the_probability`], [`View::decide`]. The conclusions are often valid and often
//! not, in the patterns that experiments find: illusory inferences from disjunctions, affirming
//! the consequent, base-rate neglect, the conjunction fallacy, framing.
//!
//! Asking cures fallacies. [`View::inquire`] puts back the alternatives that an answer would drop,
//! and a reasoner who has raised enough questions concludes only what follows: that is erotetic
//! equilibrium ([`Equilibrium`]), the theory's standard of rationality.
//!
//! # An illusory inference
//!
//! ```
//! use peirast_etr::View;
//!
//! // "There is an ace and a king, or else a queen and a jack. There is an ace."
//! let disjunction: View = "{Ace()King(), Queen()Jack()}".parse()?;
//! let ace: View = "{Ace()}".parse()?;
//!
//! // The first premise raises a question. The second is taken for its answer, since it matches
//! // one alternative and not the other.
//! let mind = View::verum().update(&disjunction)?;
//! assert_eq!(mind.update(&ace)?.to_string(), "{Ace()King()}");
//!
//! // So most people conclude that there is a king, and would agree if they were asked.
//! let premises = [disjunction, ace.clone()];
//! let king: View = "{King()}".parse()?;
//! assert_eq!(View::default_inference(&premises)?, king);
//! assert!(View::does_it_follow(&premises, &king)?);
//!
//! // It does not follow: there might be queen, jack and ace. Those who ask themselves first
//! // whether there is an ace keep that in mind, and find that the king is only possible.
//! let asked = mind.inquire(&ace)?;
//! assert_eq!(asked.to_string(), "{Ace()Jack()Queen(),Ace()King(),Jack()Queen()~Ace()}");
//! let mind = asked.update(&ace)?;
//! assert_eq!(mind.to_string(), "{Ace()Jack()Queen(),Ace()King()}");
//! assert_eq!(mind.query(&king)?.to_string(), "{0,King()}");
//! # Ok::<(), peirast_etr::Error>(())
//! ```
//!
//! # Views as text
//!
//! `{A()B(), C()}` has two alternatives, of two atoms and one. `~` negates an atom, `^{...}` gives
//! the supposition, `Ax` and `Ey` (or `∀x`, `∃y`) in front quantify, `*` after a term marks it as
//! at issue, `0` is the state without atoms, and `0.3=*` or `2=+` before a state is its weight.
//! Names with brackets are predicates, functions and constants: `Loves(x, mother(ann()))`.
//! So `{0}` is ⊤ and `{}` is ⊥.
//!
//! # Where things are
//!
//! | | |
//! |---|---|
//! | `view` | [`View`]: needs no engine; a method for each operation and procedure |
//! | `engine`, `interned` | [`Engine`] and its [`InternedView`]s: the same, in numbers and fast |
//! | `operation` | definitions 15 to 35, one to a file, with formula, sources and examples |
//! | `procedure` | the default procedures, one to a file |
//! | `dependency`, `relation` | [`DependencyRelation`], and quantifier prefixes underneath |
//! | `equivalence` | equality up to the names of arbitrary objects |
//! | `reading` | [`Reading`]: the variant to follow where the book, PyETR 1.0.0 and consistency differ |
//! | `limits`, `allowance`, `error` | [`Limits`] on what an operation may do, an [`Allowance`] for all, and [`Error`]s with help |
//! | `anatomy` | a view taken apart, for other programs |
//! | `trace` | [`Trace`]: every step of a computation, to be shown |
//! | `text` | reading and writing: view strings, first-order logic, SMT-LIB, JSON, English |
//! | [`batch`], `case` | calls as data, recorded answers, and the worked examples of the theory |
//! | `lexicon` | every name, term and atom, once; numbers and arithmetic |
//! | `row`, `states`, `stage`, `weight`, `issue`, `bits` | the parts of views |
//!
//! Definitions 1 to 36 are numbered as in appendix A of *Theory-Grounded Evaluation of Human-Like
//! Fallacy Patterns in LLM Reasoning*, which reproduces them; numbers with an `A`, a `B` or a point
//! (A.75, B.5, 6.7) are those of the appendices and chapters of the book. Names of cases (e23) are
//! those of the worked examples in PyETR, mostly with the numbers of the book's examples. Results
//! do not depend on the order in which anything is hashed: same input, same bytes.

mod allowance;
mod anatomy;
pub mod batch;
mod bits;
mod case;
mod conditional;
mod dependency;
mod engine;
mod equivalence;
mod error;
mod interned;
mod issue;
mod lexicon;
mod limits;
mod operation;
mod procedure;
mod reading;
mod relation;
mod row;
mod stage;
mod states;
mod text;
mod trace;
mod view;
mod weight;

pub use allowance::Allowance;
pub use anatomy::{Anatomy, IDENTITY, Literal, Names, Term};
pub use case::{Case, CaseAnswer, CaseCall};
pub use conditional::Conditional;
pub use dependency::DependencyRelation;
pub use engine::Engine;
pub use error::{Error, ParseError};
pub use interned::InternedView;
pub use lexicon::{NumericFunction, SharedFunction};
pub use limits::Limits;
pub use operation::{Commitment, Unchanged};
pub use procedure::{Cure, Equilibrium, EquilibriumBounds};
pub use reading::{
    DoPolarity, Following, Formulas, IssueNegation, Marks, Numbers, QueryZero, Reading, WeightNames,
};
pub use relation::Quantifier;
pub use text::Repair;
pub use trace::{Explanation, Step, Trace, Words};
pub use view::View;
