//! Proxies set in the environment.

use super::{SetupError, is_loopback};
use hyper_util::client::proxy::matcher::{Builder, Matcher};
use reqwest::Url;

/// The variables of a kind of proxy, of which the first with a value counts, and the call that sets
/// it.
type Variables = ([&'static str; 2], fn(Builder, String) -> Builder);

const ALL: Variables = (["ALL_PROXY", "all_proxy"], |builder, value| builder.all(value));
const HTTP: Variables = (["HTTP_PROXY", "http_proxy"], |builder, value| builder.http(value));
const HTTPS: Variables = (["HTTPS_PROXY", "https_proxy"], |builder, value| builder.https(value));

/// Refuses unusable proxies for a server. The HTTP library would silently ignore them, although a
/// network may forbid or not count direct requests. A server on this machine is asked without a
/// proxy.
pub(super) fn check(
    server: &Url,
    env: impl Fn(&'static str) -> Option<String>,
) -> Result<(), SetupError> {
    if is_loopback(server) {
        return Ok(());
    }
    let by_scheme = if server.scheme() == "https" { HTTPS } else { HTTP };
    for (names, tell) in [by_scheme, ALL] {
        let found = names.into_iter().find_map(|name| Some((name, env(name)?)));
        if let Some((name, value)) = found.filter(|(_, value)| !value.is_empty()) {
            check_one(server, name, &tell(Matcher::builder(), value).build())?;
        }
    }
    Ok(())
}

fn check_one(server: &Url, name: &'static str, proxy: &Matcher) -> Result<(), SetupError> {
    // It may contain passwords, so it is not shown.
    let unusable = |what| Err(SetupError::Proxy { name, what });
    let Ok(server) = server.as_str().parse() else { return Ok(()) };
    match proxy.intercept(&server) {
        None => unusable("is no URL of a proxy"),
        Some(found) if matches!(found.uri().scheme_str(), Some("http" | "https")) => Ok(()),
        Some(_) => unusable("is not the URL of an HTTP proxy, and no others can be used"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The complaint about the value of a variable.
    fn complaint(server: &str, name: &str, value: &str) -> Option<String> {
        let server = Url::parse(server).expect("a URL");
        let env = |asked: &str| (asked == name).then(|| value.to_owned());
        check(&server, env).err().map(|error| error.to_string())
    }

    #[test]
    fn a_proxy_that_nobody_could_use_is_refused() {
        const AWAY: &str = "https://api.openai.com/v1";
        for value in ["proxy.example:8080", "http://me:secret@proxy:3128", "https://10.0.0.1", ""] {
            assert_eq!(complaint(AWAY, "HTTPS_PROXY", value), None, "{value}");
        }
        for value in ["http://", "proxy with spaces", "ftp://proxy:21", "http://me:se cret@proxy"] {
            for name in ["HTTPS_PROXY", "https_proxy", "ALL_PROXY"] {
                let error = complaint(AWAY, name, value).expect(value);
                assert!(error.contains(name) && error.contains("http://host:port"), "{error}");
                assert!(!error.contains("cret"), "{error}");
            }
        }
        assert!(
            complaint(AWAY, "ALL_PROXY", "socks5://proxy:1080")
                .is_some_and(|t| t.contains("no others"))
        );
    }

    #[test]
    fn only_what_is_on_the_way_counts() {
        assert_eq!(complaint("https://api.openai.com/v1", "HTTP_PROXY", "http://"), None);
        assert!(complaint("http://10.0.0.7:8000/v1", "HTTP_PROXY", "http://").is_some());
        assert_eq!(complaint("http://10.0.0.7:8000/v1", "HTTPS_PROXY", "http://"), None);
        assert_eq!(complaint("http://127.0.0.1:8000/v1", "ALL_PROXY", "http://"), None);
    }
}
