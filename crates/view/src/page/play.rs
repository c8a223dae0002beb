//! Playgrounds: what is to be said of arguments that somebody types in or points at.

mod premises;
mod theory;
mod verdict;

use crate::query::Query;
use crate::{PlayRoute, Response, page};

/// A page of a playground.
pub(crate) fn play_page(route: &PlayRoute, query: &Query) -> Response {
    match route {
        PlayRoute::Premises => premises::premises(query),
        _ => page::missing(),
    }
}
