//! The model and provider of a subject, from its name.

/// Returns the model of a subject: the part of its name after the first `:` or `/`.
///
/// ```
/// use peirast_cost::model_of;
/// assert_eq!(model_of("openai:gpt-4o"), "gpt-4o");
/// assert_eq!(model_of("openrouter/meta-llama/llama-3.3-70b-instruct"), "meta-llama/llama-3.3-70b-instruct");
/// assert_eq!(model_of("openai:meta-llama/llama-3.3-70b-instruct"), "meta-llama/llama-3.3-70b-instruct");
/// ```
pub fn model_of(subject: &str) -> &str {
    subject.split_once([':', '/']).map_or(subject, |(_, model)| model)
}

/// Returns the host of an endpoint, without its port; the whole text if it is not a URL.
///
/// ```
/// use peirast_cost::host_of;
/// assert_eq!(host_of("https://api.openai.com/v1"), "api.openai.com");
/// assert_eq!(host_of("http://localhost:8080/v1"), "localhost");
/// assert_eq!(host_of("http://[::1]:8080/v1"), "[::1]");
/// ```
pub fn host_of(endpoint: &str) -> &str {
    let rest = endpoint.split_once("://").map_or(endpoint, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    match (host.rfind(']'), host.rfind(':')) {
        (Some(bracket), Some(colon)) if colon < bracket => host,
        (_, Some(colon)) => &host[..colon],
        (_, None) => host,
    }
}
