//! Why there is no response, or no more of one.

use crate::FailureStage;
use std::error::Error;

/// The failure of a connection to a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Broken {
    /// It took too long.
    pub(super) timeout: bool,
    /// The stage at which the attempt failed.
    pub(super) stage: FailureStage,
    /// The innermost cause, which is where the words are.
    pub(super) cause: String,
}

impl Broken {
    /// It took longer than was allowed.
    pub(super) fn late() -> Self {
        let cause = "operation timed out".to_owned();
        Self { timeout: true, stage: FailureStage::Exchange, cause }
    }
}

impl From<reqwest::Error> for Broken {
    fn from(error: reqwest::Error) -> Self {
        // A request that cannot be built is not sent either.
        let is_sent = !error.is_connect() && !error.is_builder();
        let (timeout, error) = (error.is_timeout(), error.without_url());
        let root = root(&error);
        let stage = match is_sent {
            true => FailureStage::Exchange,
            false if lacks_files(root) => FailureStage::Local,
            false => FailureStage::Connecting,
        };
        Self { timeout, stage, cause: root.to_string() }
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

/// Whether a connection failed for want of files to open.
fn lacks_files(root: &(dyn Error + 'static)) -> bool {
    // ENFILE and EMFILE, on every Unix.
    const TOO_MANY: [i32; 2] = [23, 24];
    let code = root.downcast_ref::<std::io::Error>().and_then(std::io::Error::raw_os_error);
    cfg!(unix) && code.is_some_and(|code| TOO_MANY.contains(&code))
}
