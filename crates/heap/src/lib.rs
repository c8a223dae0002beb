//! The allocator of Peirast's programs, and how soon it gives memory back to the system.
//!
//! A run makes and drops a few hundred small texts for every question; the C library's allocator takes a
//! fifth of its time. This one keeps what is freed for a second before the system has it back, so that a
//! run that plans, asks and reports in seconds would hold what all three need. [`release_soon`] ends
//! that: at 20,000 questions a quarter less is held, for as good as the same time.

mod allocator;

pub use allocator::Allocator;

use libmimalloc_sys::{mi_option_get, mi_option_set, mi_option_t};

/// `mi_option_purge_delay` of `mimalloc.h`, which the bindings leave out. A test holds it.
const PURGE_DELAY: mi_option_t = 15;

/// How long what is freed is kept for the next who wants it, in milliseconds. None at all costs a sixth
/// more of the system's time.
const SOON: i64 = 10;

/// From now on, memory that is freed goes back to the system soon.
///
/// ```
/// peirast_heap::release_soon();
/// assert_eq!(peirast_heap::release_delay_ms(), 10);
/// ```
pub fn release_soon() {
    // SAFETY: it writes a number into a table of the allocator's own, whose entries are read at any time.
    unsafe { mi_option_set(PURGE_DELAY, SOON as _) }
}

/// How long the allocator keeps what is freed, in milliseconds.
#[allow(clippy::useless_conversion, reason = "where C's long is shorter it is not")]
pub fn release_delay_ms() -> i64 {
    // SAFETY: it reads a number from a table of the allocator's own.
    unsafe { i64::from(mi_option_get(PURGE_DELAY)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The option before it has no delay at all, and the one after it counts nodes: no other holds what the
    /// library says that this one does.
    #[test]
    fn the_option_is_the_delay() {
        assert_eq!(release_delay_ms(), 1000);
        release_soon();
        assert_eq!(release_delay_ms(), SOON);
    }
}
