//! SMT-LIB: views as assertions that solvers can take up, and assertions as views.

mod command;
mod constant;
mod definition;
mod evaluation;
mod expression;
mod formula;
mod name;
mod printer;
mod reader;
mod signature;
mod sort;
mod writer;

/// The name by which errors call the format.
const FORMAT: &str = "SMT-LIB";
/// Makes a term of a number, where a number equals a term.
const LIFT: &str = "real2const";
/// Expressions, and formulas put together from them, may nest this deep.
const MOST_NESTING: usize = 256;
