//! Which events a conjunction is certified of: plain, positive, single ones.
//!
//! Whoever bakes and sings bakes. But "it is unlikely that she bakes and sings" may be true of someone who
//! surely bakes, and whoever likes rock and roll may not like rock. English has no end of ways to deny and
//! of phrases with "and", so an event is certified if it is of the data files, each written for its place, or
//! if it has the form of a [`clause`]: a subject, a verb that is known, and no word of a [`refused`] kind.

mod clause;
mod known;
mod lists;
mod question;
mod refused;
mod verbs;

pub(in crate::families) use question::other_question;

use super::pair::Link;
use crate::families::worked_out::{NotWorkedOut, Unplain};
use known::{Known, is_known_added, known};
use refused::Words;

/// Why an event is not certified: its word, and what that does.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Refusal {
    word: String,
    fault: Unplain,
}

/// Refuses a conjunction, or a disjunction, of which an event is not plain.
///
/// # Errors
/// [`NotWorkedOut::NotPlain`] for the first such event.
pub(super) fn check_plain(shared: &str, added: &str, link: Link) -> Result<(), NotWorkedOut> {
    let not_plain = |event: &str| {
        let event = event.to_owned();
        move |Refusal { word, fault }| NotWorkedOut::NotPlain { event, word, fault }
    };
    check_shared(shared, link).map_err(not_plain(shared))?;
    check_added(added, known(shared), link).map_err(not_plain(added))
}

/// Refuses an event of both options that is not plain, or that may not end before its link.
fn check_shared(event: &str, link: Link) -> Result<(), Refusal> {
    if known(event).is_some() {
        return Ok(());
    }
    let words = Words::new(event);
    words.check()?;
    let verb = clause::verb(&words)?;
    clause::check_behind(&words, verb)?;
    match link {
        Link::Purpose => clause::check_deed(&words, verb),
        Link::Further | Link::Cause | Link::Alternative => Ok(()),
    }
}

/// Refuses an event that is not plain, or that may not be one of its own behind the connective.
fn check_added(event: &str, shared: Option<Known>, link: Link) -> Result<(), Refusal> {
    if is_known_added(event, shared, link) {
        return Ok(());
    }
    let words = Words::new(event);
    match link {
        Link::Purpose | Link::Cause => words.check_reason(),
        Link::Further | Link::Alternative => {
            words.check_further()?;
            // Each symptom is one by itself.
            match shared {
                Some(Known::Symptom) => Ok(()),
                _ => clause::check_predicate(&words),
            }
        }
    }
}

#[cfg(test)]
mod tests;
