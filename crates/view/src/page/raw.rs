//! A text byte for byte: it can be saved, and is never displayed.

use super::beginnings::{by_key, unreadable};
use super::nothing;
use super::run::At;
use super::story::prompt_of;
use crate::route::{RawText, RunRoute};
use crate::{Reply, Response};

/// Returns a text of an answer.
pub(crate) fn raw(at: &At<'_>, key: &str, which: RawText) -> Reply {
    let page = |key: &str| RunRoute::Raw(key.to_owned(), which);
    let key = match by_key(at, key, page) {
        Ok(key) => key,
        Err(reply) => return *reply,
    };
    let Some(stored) = at.trial(&key) else { return at.stored(vec![key]) };
    let stored = match stored {
        Ok(stored) => stored,
        Err(why) => return Reply::Page(unreadable(at, &key, why)),
    };
    let response = stored.response.as_ref();
    let text = match which {
        RawText::Prompt => Some(prompt_of(stored)),
        RawText::Text => response.map(|response| response.text.clone()),
        RawText::Request => response.map(|response| response.request.clone()),
        RawText::Body => response.map(|response| response.body.clone()),
    };
    let Some(text) = text else { return nothing("this question has no answer yet") };
    Reply::Page(Response::attachment(&format!("{key}-{}.txt", which.name()), &text))
}
