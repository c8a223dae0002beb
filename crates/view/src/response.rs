//! Responses to a browser.

use crate::visible::visible;
use maud::Markup;
use peirast_report::escape_control;

/// Only files of this server may be loaded; nothing may be sent elsewhere; no other page may frame
/// this one. Pages contain no script, so no script that a model writes can run.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; \
     connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// A response, without the version of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The HTTP status.
    pub status: u16,
    /// Headers of this response; [`Response::headers`] has those of all responses.
    pub own: Vec<(&'static str, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Response {
    fn new(status: u16, kind: &str, body: impl Into<Vec<u8>>) -> Self {
        Self { status, own: vec![("content-type", kind.to_owned())], body: body.into() }
    }

    /// Creates a page. A page needs no control characters or invisible characters: those that are
    /// left come from outside, and are made visible.
    pub(crate) fn page(status: u16, markup: Markup) -> Self {
        let html = visible(escape_control(&markup.into_string()));
        Self::new(status, "text/html; charset=utf-8", html).with("cache-control", "no-store")
    }

    /// Creates JSON for the script.
    pub(crate) fn json(value: &serde_json::Value) -> Self {
        Self::new(200, "application/json", value.to_string()).with("cache-control", "no-store")
    }

    /// Creates a short text of this program.
    pub(crate) fn plain(status: u16, text: &str) -> Self {
        Self::new(status, "text/plain; charset=utf-8", text).with("cache-control", "no-store")
    }

    /// Creates a text from outside, byte for byte, to be saved and never displayed.
    pub(crate) fn attachment(name: &str, text: &str) -> Self {
        let disposition = format!("attachment; filename=\"{name}\"");
        Self::plain(200, text).with("content-disposition", disposition)
    }

    /// Creates a file that never changes under its address.
    pub(crate) fn asset(kind: &str, text: &'static str) -> Self {
        Self::new(200, kind, text).with("cache-control", "max-age=31536000, immutable")
    }

    /// Creates the response for an internal error.
    pub fn failure(why: &str) -> Self {
        Self::plain(500, &format!("{}\n", escape_control(why)))
    }

    /// Creates a redirect.
    pub(crate) fn redirect(to: &str) -> Self {
        Self::plain(303, "").with("location", to)
    }

    /// Creates a permanent redirect.
    pub(crate) fn moved(to: &str) -> Self {
        Self::plain(308, "").with("location", to)
    }

    /// Adds a header to the response.
    #[must_use]
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.own.push((name, value.into()));
        self
    }

    /// Returns every header: its own, and the headers of every response.
    pub fn headers(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let always = [
            ("content-security-policy", POLICY),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-resource-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
            ("x-frame-options", "DENY"),
        ];
        self.own.iter().map(|(name, value)| (*name, value.as_str())).chain(always)
    }

    /// Returns the value of a header.
    pub fn header(&self, name: &str) -> Option<String> {
        self.headers().find(|(own, _)| *own == name).map(|(_, value)| value.to_owned())
    }

    /// Returns the body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}
