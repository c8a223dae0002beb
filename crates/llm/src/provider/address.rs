//! Base URLs, with their variables filled in.

use crate::SetupError;
use crate::wire::Wire;
use reqwest::Url;
use std::collections::BTreeMap;

/// A URL with each `{NAME}` replaced by its value from `variable`, or else by its default.
///
/// # Errors
/// The first variable that has neither.
pub(super) fn filled(
    template: &str,
    defaults: &BTreeMap<String, String>,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<String, SetupError> {
    let (mut url, mut rest) = (String::new(), template);
    while let Some((before, (name, after))) =
        rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    {
        let value = variable(name).filter(|value| !value.trim().is_empty());
        let value = value.or_else(|| defaults.get(name).cloned());
        let value = value.ok_or_else(|| SetupError::Variable {
            url: template.to_owned(),
            name: name.to_owned(),
        })?;
        url.push_str(before);
        url.push_str(value.trim().trim_end_matches('/'));
        rest = after;
    }
    url.push_str(rest);
    Ok(url)
}

/// Reads and checks a base URL.
pub(crate) fn base_url(text: &str, wire: Wire) -> Result<Url, SetupError> {
    let text = text.trim();
    if !["http://", "https://"].iter().any(|scheme| starts_with(text, scheme)) {
        return Err(wrong_url(text, "must start with https:// (or http:// for a local server)"));
    }
    let url = Url::parse(text).map_err(|e| wrong_url(text, &e.to_string()))?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(wrong_url(
            text,
            "must contain no user name or password: give the key separately",
        ));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(wrong_url(text, "must end with its path: leave out what follows ? or #"));
    }
    let path = wire.path("");
    if url.path().trim_end_matches('/').ends_with(&path) {
        return Err(wrong_url(text, &format!("leave out {path}, which is added")));
    }
    Ok(url)
}

fn starts_with(text: &str, scheme: &str) -> bool {
    text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
}

/// An error that shows the URL without its possible secrets: credentials and query.
pub(crate) fn wrong_url(text: &str, what: &str) -> SetupError {
    let path = text.split(['?', '#']).next().unwrap_or_default();
    let url = match path.rsplit_once('@') {
        Some((_, host)) => format!("***@{host}"),
        None => path.to_owned(),
    };
    SetupError::BaseUrl { url, what: what.to_owned() }
}

/// The error for a URL that contains the key; the error does not show the URL.
pub(crate) fn holds_key() -> SetupError {
    let what = "holds the API key, and would be stored and shown: leave it out; the key is sent in a \
                header";
    SetupError::BaseUrl { url: "***".to_owned(), what: what.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(url: &str) -> Result<String, String> {
        let url = base_url(url, Wire::OpenAiChat);
        url.map(|url| url.to_string()).map_err(|e| e.to_string())
    }

    #[test]
    fn a_wrong_base_url_is_explained() {
        for (url, what) in [
            ("api.openai.com/v1", "must start with https://"),
            ("localhost:8080/v1", "must start with https://"),
            ("ftp://host/v1", "must start with https://"),
            ("", "must start with https://"),
            ("http://", "empty host"),
            ("http://host:99999", "port"),
            ("https://host/v1?api-version=1", "what follows ?"),
            ("https://host/v1/chat/completions", "leave out /chat/completions"),
        ] {
            let error = read(url).expect_err(url);
            assert!(error.contains(what), "{url}: {error}");
        }
        let error = base_url("https://host/v1/messages/", Wire::Anthropic).expect_err("a path");
        assert!(error.to_string().contains("leave out /messages"), "{error}");
    }

    #[test]
    fn an_error_shows_no_credentials() {
        for url in [
            "https://me:hunter2@host/v1",
            "https:/me:hunter2@host/v1",
            "https://me:hunter2@ho st/v1",
            "https://host/v1?key=hunter2",
        ] {
            let error = read(url).expect_err(url);
            assert!(!error.contains("hunter2"), "{error}");
        }
    }

    #[test]
    fn variables_are_filled_in() {
        let defaults = BTreeMap::from([("REGION".to_owned(), "us-east-1".to_owned())]);
        let none = |_: &str| None;
        let set = |name: &str| Some(format!(" https://{}.example/ ", name.to_lowercase()));
        let url = |template, variable: &dyn Fn(&str) -> Option<String>| {
            filled(template, &defaults, variable).map_err(|e| e.to_string())
        };
        assert_eq!(url("https://a/v1", &none).as_deref(), Ok("https://a/v1"));
        assert_eq!(url("https://x.{REGION}.y", &none).as_deref(), Ok("https://x.us-east-1.y"));
        assert_eq!(url("{HOST}/openai/v1", &set).as_deref(), Ok("https://host.example/openai/v1"));
        let error = url("{HOST}/openai/v1", &|_| Some(" ".to_owned())).expect_err("no value");
        assert!(error.contains("environment variable HOST"), "{error}");
        assert_eq!(url("https://{open", &none).as_deref(), Ok("https://{open"));
    }
}
