//! Authentication of requests.

use crate::{AuthForm, Secret, SetupError};
use reqwest::header::{AUTHORIZATION, HeaderName, HeaderValue};
use std::borrow::Cow;

/// The authentication of a request: a header, which is never shown, or none, as for local servers.
#[derive(Clone, Default)]
pub struct Auth(Option<(HeaderName, HeaderValue, Secret)>);

impl Auth {
    /// A key in the form that a provider expects. It must not be empty, and must fit a header.
    ///
    /// ```
    /// use peirast_llm::{Auth, AuthForm, Secret};
    /// let form = AuthForm::Header("x-api-key".to_owned());
    /// assert!(Auth::new(&form, &Secret::new("sk-1")).is_ok());
    /// assert!(Auth::new(&form, &Secret::new("sk-1\nsk-2")).is_err());
    /// ```
    pub fn new(form: &AuthForm, key: &Secret) -> Result<Self, SetupError> {
        if key.is_empty() {
            return Err(SetupError::Key("is empty: set it, or leave it out"));
        }
        let (name, text) = match form {
            AuthForm::Bearer => (Ok(AUTHORIZATION), format!("Bearer {}", key.expose())),
            AuthForm::Header(name) => {
                (HeaderName::from_bytes(name.as_bytes()), key.expose().to_owned())
            }
        };
        let name = name.map_err(|_| SetupError::Key("has no valid name of a header"))?;
        // Headers can carry letters beyond ASCII as bytes, but no key has any.
        let unfit = "has characters that no header can carry, such as a line break: check how it was \
                     copied";
        let mut value = HeaderValue::from_str(&text).map_err(|_| SetupError::Key(unfit))?;
        value.set_sensitive(true);
        Ok(Self(Some((name, value, key.clone()))))
    }

    /// The header, if there is one.
    pub(crate) fn header(&self) -> Option<(HeaderName, HeaderValue)> {
        self.0.as_ref().map(|(name, value, _)| (name.clone(), value.clone()))
    }

    /// A message without the secret.
    pub(crate) fn mask_message(&self, text: &str) -> String {
        match &self.0 {
            Some((_, _, secret)) => secret.mask_message(text).into_owned(),
            None => text.to_owned(),
        }
    }

    /// A body, or a text assembled from parts of one, without the secret.
    pub(crate) fn mask_body(&self, text: String) -> String {
        let masked = self.0.as_ref().map(|(_, _, secret)| secret.mask_body(&text));
        match masked {
            Some(Cow::Owned(masked)) => masked,
            Some(Cow::Borrowed(_)) | None => text,
        }
    }
}

impl std::fmt::Debug for Auth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "Auth(***)" } else { "Auth(none)" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bearer(key: &Secret) -> Result<Auth, SetupError> {
        Auth::new(&AuthForm::Bearer, key)
    }

    #[test]
    fn a_key_must_fit_a_header() {
        assert!(bearer(&Secret::new("sk-1")).is_ok());
        assert!(bearer(&Secret::new(" ")).is_err());
        let error = bearer(&Secret::new("sk-1\nsk-2")).expect_err("a line break");
        assert!(!error.to_string().contains("sk-"));
        assert!(error.to_string().contains("line break"));
        assert_eq!(format!("{:?}", bearer(&Secret::new("sk-1"))), "Ok(Auth(***))");
    }

    #[test]
    fn a_key_stands_where_the_provider_wants_it() {
        let header = |form| Auth::new(&form, &Secret::new("sk-1")).expect("proof").header();
        let (name, value) = header(AuthForm::Bearer).expect("a header");
        assert_eq!((name.as_str(), value.to_str().ok()), ("authorization", Some("Bearer sk-1")));
        let (name, value) = header(AuthForm::Header("X-API-Key".to_owned())).expect("a header");
        assert_eq!((name.as_str(), value.to_str().ok()), ("x-api-key", Some("sk-1")));
        assert!(value.is_sensitive());
        assert_eq!(Auth::default().header(), None);
    }
}
