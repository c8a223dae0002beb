//! Decides entailment and explains the result.
//!
//! This crate contains the logic behind every verdict of Peirast. It is pure: no I/O, no
//! randomness, no clock. It decides if premises entail a conclusion, and finds a countermodel if
//! they do not.
//!
//! ```
//! use peirast_logic::{Argument, Signature, Verdict, entails, parse};
//!
//! // All roses are flowers. Some flowers fade quickly. So some roses fade quickly?
//! let mut signature = Signature::default();
//! let premises = vec![
//!     parse("∀x (Rose(x) → Flower(x))", &mut signature)?,
//!     parse("∃x (Flower(x) ∧ Fades(x))", &mut signature)?,
//! ];
//! let conclusion = parse("∃x (Rose(x) ∧ Fades(x))", &mut signature)?;
//! let argument = Argument { signature, premises, conclusion };
//! let Verdict::Refuted(structure) = entails(&argument) else { panic!("a fallacy") };
//! assert_eq!(structure.in_words(&argument.signature), "1: Flower, Fades, not Rose\n");
//! # Ok::<(), peirast_logic::ParseError>(())
//! ```
//!
//! # Modules
//!
//! | | |
//! |---|---|
//! | `signature`, `formula`, `argument` | symbols, formulas of first-order logic, premises and a conclusion |
//! | `text` | reading and writing formulas; SMT-LIB 2 and TPTP for other programs |
//! | `view` | views of the Erotetic Theory of Reasoning as formulas |
//! | `entailment` | the decision if a conclusion follows |
//! | `structure` | finite structures, and truth in them |
//! | [`categorical`] | categorical propositions, decided by visiting all models |
//! | [`syllogism`] | the 256 forms: validity, names, fallacies, diagrams |
//! | [`propositional`] | the named fallacies of propositional logic |

mod argument;
pub mod categorical;
mod entailment;
mod formula;
pub mod propositional;
mod signature;
mod structure;
pub mod syllogism;
mod text;
mod view;

pub use argument::Argument;
pub use entailment::{
    Effort, Examination, Gap, Verdict, entails, examine, examine_within, refutes,
    smallest_countermodel,
};
pub use formula::{Formula, Quantifier, Term};
pub use signature::{FunctionId, PredicateId, Signature, Symbol, VariableId};
pub use structure::Structure;
pub use text::{ParseError, parse, show, smt_lib, tptp};
pub use view::formula_of_view;
