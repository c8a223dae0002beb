//! Playgrounds: predictions and verdicts for arguments that somebody types in or selects.

mod form;
mod premises;
mod square;
mod theory;
mod verdict;

use crate::query::Query;
use crate::{PlayRoute, Response};
use peirast_etr::Allowance;

/// A page of a playground.
pub(crate) fn play_page(route: &PlayRoute, query: &Query, allowance: &Allowance) -> Response {
    match route {
        PlayRoute::Premises => premises::premises(query, allowance),
        PlayRoute::Syllogisms => square::square(query),
        PlayRoute::Syllogism(form) => form::form(*form, query, allowance),
        PlayRoute::NoSyllogism(name) => form::none(name),
    }
}
