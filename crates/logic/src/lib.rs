//! What follows from what, decided and explained.
//!
//! This crate holds the logic on which every verdict of Peirast rests. It is pure: no I/O, no
//! randomness, no serialisation. So far it decides **categorical arguments** (premises and a
//! conclusion of the forms *All A are B*, *No A are B*, *Some A are B*, *Some A are not B*) by
//! checking every model there is: with `k` terms there are `2^k` kinds of individual, so that
//! `2^(2^k)` choices of which kinds exist are all the models that matter.
//!
//! ```
//! use peirast_logic::{Categorical as C, Import, Verdict, decide};
//! let (roses, flowers, quick_faders) = (0, 1, 2);
//! let premises = [C::all(roses, flowers), C::some(flowers, quick_faders)];
//! let conclusion = C::some(roses, quick_faders);
//! match decide(&premises, conclusion, Import::Modern) {
//!     Ok(Verdict::Refuted(model)) => assert!(!model.satisfies(conclusion)),
//!     other => panic!("the rose syllogism is a fallacy, not {other:?}"),
//! }
//! ```

mod categorical;
mod decide;
mod model;

pub use categorical::{Categorical, Quantity};
pub use decide::{DecideError, Import, MAX_TERMS, Verdict, decide};
pub use model::Model;
