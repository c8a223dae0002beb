//! Seeded random streams: the same seed and name give the same choices on every machine, for years.
//!
//! Each part of a study draws from a stream of its own, with its own name or number. Item 17 is
//! therefore the same whether 20 or 20,000 items are made, in any order and on any number of
//! threads.
//!
//! * [`Stream`] makes choices: numbers, items, orders. Problems and simulated answers come from
//!   ChaCha8 streams, [`Stream::named`] and [`Stream::keyed`].
//! * [`SplitMix64`] is a faster generator for resampling, where a bootstrap draws a billion
//!   numbers; it draws several numbers from one word. The words of a theme come from it as well
//!   ([`Stream::split_mix`]).
//!
//! Nothing here may change its draws: every generated problem and every published bootstrap
//! interval depends on them. The crate `rand` makes no such promise for its sampling functions. No
//! stream is fit for secrets.
//!
//! ```
//! use peirast_random::{SplitMix64, Stream};
//!
//! let mut stream = Stream::named(42, &["bio", "17"]);
//! let occupation = stream.choose(&["nurse", "pilot", "baker"]);
//! assert_eq!(occupation, Stream::named(42, &["bio", "17"]).choose(&["nurse", "pilot", "baker"]));
//!
//! // A resample of ten scores: their places, drawn with replacement.
//! let mut places = [0; 10];
//! SplitMix64::numbered(42, 1).fill_below(10, &mut places);
//! assert!(places.iter().all(|place| *place < 10));
//! ```

mod generator;
mod split_mix;
mod stream;

pub use generator::{ChaCha8, Generator};
pub use split_mix::SplitMix64;
pub use stream::Stream;
