//! Conditions under which the events of a conjunction are certified: plain, positive, single ones.
//!
//! A person who bakes and sings bakes. But "it is unlikely that she bakes and sings" may be true of
//! someone who certainly bakes, and a person who likes rock and roll may not like rock. English has
//! unlimited ways to deny, and many phrases with "and". So an event is certified only if it is in
//! the data files, each written for its place, or if it has the form of a [`clause`]: a subject, a
//! known verb, and no [`refused`] word.

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

/// The reason why an event is not certified: the word, and its effect.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Refusal {
    word: String,
    fault: Unplain,
}

/// Refuses a conjunction or disjunction with an event that is not plain.
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

/// Refuses an event of both options that is not plain, or that may not end before the connective.
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

/// Refuses an event that is not plain, or that may not be a separate one after the connective.
fn check_added(event: &str, shared: Option<Known>, link: Link) -> Result<(), Refusal> {
    if is_known_added(event, shared, link) {
        return Ok(());
    }
    let words = Words::new(event);
    match link {
        Link::Purpose | Link::Cause => words.check_reason(),
        Link::Further | Link::Alternative => {
            words.check_further()?;
            // Each symptom is a separate event.
            match shared {
                Some(Known::Symptom) => Ok(()),
                _ => clause::check_predicate(&words),
            }
        }
    }
}

#[cfg(test)]
mod tests;
