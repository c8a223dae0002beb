//! Formulas as text.

mod error;
mod lexer;
mod names;
mod parser;
mod show;
mod smt_lib;
mod tptp;

pub use error::ParseError;
pub use parser::parse;
pub use show::show;
pub use smt_lib::smt_lib;
pub use tptp::tptp;
