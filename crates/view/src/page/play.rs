//! Playgrounds: what is to be said of arguments that somebody types in or points at.

mod form;
mod premises;
mod square;
mod theory;
mod verdict;

use crate::query::Query;
use crate::{PlayRoute, Response};

/// A page of a playground.
pub(crate) fn play_page(route: &PlayRoute, query: &Query) -> Response {
    match route {
        PlayRoute::Premises => premises::premises(query),
        PlayRoute::Syllogisms => square::square(query),
        PlayRoute::Syllogism(form) => form::form(*form, query),
    }
}
