//! Requests of a browser.

/// A request, as far as pages depend on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The method, in upper case.
    pub method: String,
    /// The path, as it was sent: with percent signs.
    pub path: String,
    /// The query after the question mark; empty without one.
    pub query: String,
    /// The one `Host` header; absent if there is none, or more than one.
    pub host: Option<String>,
    /// The `Cookie` headers, joined by `; `.
    pub cookies: String,
}

impl Request {
    /// Creates a request for a path, with or without a query, as a browser of this machine sends
    /// it.
    ///
    /// ```
    /// let request = peirast_view::Request::get("/run/a?page=2");
    /// assert_eq!((&*request.path, &*request.query), ("/run/a", "page=2"));
    /// ```
    pub fn get(target: &str) -> Self {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        Self {
            method: "GET".to_owned(),
            path: path.to_owned(),
            query: query.to_owned(),
            host: Some("localhost".to_owned()),
            cookies: String::new(),
        }
    }

    /// Returns the value of a cookie.
    pub(crate) fn cookie(&self, name: &str) -> Option<&str> {
        self.cookies.split(';').find_map(|one| one.trim().strip_prefix(name)?.strip_prefix('='))
    }

    /// Returns the first value of a parameter of the query.
    pub(crate) fn parameter(&self, name: &str) -> Option<String> {
        let mut all = form_urlencoded::parse(self.query.as_bytes());
        all.find(|(own, _)| own == name).map(|(_, value)| value.into_owned())
    }
}
