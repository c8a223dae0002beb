//! Categorical syllogisms: the 256 forms by mood and figure.
//!
//! A form such as AAA-1 has two premises and a conclusion over three terms: the subject S and the
//! predicate P of the conclusion, and the middle term M. Its three letters (the *mood*) give the
//! kinds of the major premise, which has P, of the minor premise, which has S, and of the
//! conclusion; the *figure* gives the positions of M.
//!
//! | figure | major | minor |
//! |---|---|---|
//! | 1 | M-P | S-M |
//! | 2 | P-M | S-M |
//! | 3 | M-P | M-S |
//! | 4 | P-M | M-S |

mod fallacy;
mod form;
mod reading;
mod settled;

pub use fallacy::Fallacy;
pub use form::{Figure, Form, FormError};
pub use reading::{Reading, ReadingError};
pub use settled::{Settled, Witness};
