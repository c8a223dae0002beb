//! Reasons why a response is missing or incomplete.

use crate::FailureStage;
use std::error::Error;
use std::io;

/// The failure of a connection to a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Broken {
    /// True for a timeout.
    pub(super) timeout: bool,
    /// The stage at which the attempt failed.
    pub(super) stage: FailureStage,
    /// The innermost cause, which has the informative message.
    pub(super) cause: String,
    /// The remedy, if no connection was made.
    pub(super) remedy: Remedy,
}

/// Remedies for a failed connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Remedy {
    /// Nothing listens there, or the network is down.
    Server,
    /// The server is up, but its certificate is not trusted.
    Certificate,
    /// The server does not encrypt, or uses no known protocol.
    Encryption,
}

impl Remedy {
    pub(super) fn in_words(self) -> &'static str {
        match self {
            Self::Server => "check that the server is up",
            Self::Certificate => {
                "the server is up, but its certificate is not trusted: if it is your own, name the \
                 file of your authority in SSL_CERT_FILE; otherwise check the base URL, this \
                 machine's clock, and any proxy before the server"
            }
            Self::Encryption => {
                "the server does not speak a known version of TLS: check scheme (http or https) \
                 and port of the base URL"
            }
        }
    }

    /// Finds the remedy from the causes of an error.
    fn of(error: &(dyn Error + 'static)) -> Self {
        let mut cause = Some(error);
        while let Some(error) = cause {
            match tls_error(error) {
                Some(
                    rustls::Error::InvalidCertificate(_)
                    | rustls::Error::NoCertificatesPresented
                    | rustls::Error::UnsupportedNameType,
                ) => return Self::Certificate,
                Some(_) => return Self::Encryption,
                None => {}
            }
            cause = error.source();
        }
        Self::Server
    }
}

/// The TLS error that an error is, or wraps. An error of the system does not show the wrapped one
/// in `source`.
fn tls_error<'e>(error: &'e (dyn Error + 'static)) -> Option<&'e rustls::Error> {
    if let Some(found) = error.downcast_ref::<rustls::Error>() {
        return Some(found);
    }
    let inner: &(dyn Error + 'static) = error.downcast_ref::<io::Error>()?.get_ref()?;
    tls_error(inner)
}

impl Broken {
    /// The failure of a timeout.
    pub(super) fn late() -> Self {
        let cause = "operation timed out".to_owned();
        Self { timeout: true, stage: FailureStage::Exchange, cause, remedy: Remedy::Server }
    }
}

impl From<reqwest::Error> for Broken {
    fn from(error: reqwest::Error) -> Self {
        // A request that cannot be built is not sent.
        let is_sent = !error.is_connect() && !error.is_builder();
        let (timeout, error) = (error.is_timeout(), error.without_url());
        let root = root(&error);
        let stage = match is_sent {
            true => FailureStage::Exchange,
            false if lacks_files(root) => FailureStage::Local,
            false => FailureStage::Connecting,
        };
        Self { timeout, stage, cause: root.to_string(), remedy: Remedy::of(&error) }
    }
}

/// The innermost cause of an error.
pub(super) fn root<'e>(error: &'e (dyn Error + 'static)) -> &'e (dyn Error + 'static) {
    let mut cause = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    cause
}

/// Returns true if a connection failed because no more files can be opened.
fn lacks_files(root: &(dyn Error + 'static)) -> bool {
    // ENFILE and EMFILE, on every Unix.
    const TOO_MANY: [i32; 2] = [23, 24];
    let code = root.downcast_ref::<std::io::Error>().and_then(std::io::Error::raw_os_error);
    cfg!(unix) && code.is_some_and(|code| TOO_MANY.contains(&code))
}
