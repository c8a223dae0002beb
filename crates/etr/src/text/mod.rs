//! Text formats: reading and writing views.

mod arities;
mod english_clause;
mod english_pyetr;
mod english_writer;
mod fol_atom;
mod fol_help;
mod fol_reader;
mod fol_writer;
mod holes;
mod json;
mod marked;
mod mending;
mod prefix;
mod relation_text;
mod scanner;
mod smt_lib;
mod tolerant;
mod view_base;
mod view_reader;
mod view_writer;
pub(crate) use scanner::{MISLEADING, misleads, misleads_as_object};
pub use tolerant::Repair;
