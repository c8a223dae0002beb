//! Why there is no response, or no more of one: the same of either client.

use std::error::Error;

/// What went wrong between us and a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Broken {
    /// It took too long.
    pub(super) timeout: bool,
    /// The connection never stood.
    pub(super) connect: bool,
    /// This process, or this machine, may open no more files: nothing that the server could mend.
    pub(super) crowded: bool,
    /// The innermost cause, which is where the words are.
    pub(super) cause: String,
}

impl Broken {
    /// It took longer than was allowed.
    pub(super) fn late() -> Self {
        let cause = "operation timed out".to_owned();
        Self { timeout: true, connect: false, crowded: false, cause }
    }

    /// What cannot be put as a request. Nothing was sent.
    pub(super) fn unsendable(cause: String) -> Self {
        Self { timeout: false, connect: true, crowded: false, cause }
    }

    /// The connection did not stand in time.
    pub(super) fn unreached() -> Self {
        Self { connect: true, ..Self::late() }
    }

    /// The connection was refused.
    pub(super) fn unconnected(error: std::io::Error) -> Self {
        Self::of(&error, false, true)
    }

    fn of(error: &(dyn Error + 'static), timeout: bool, connect: bool) -> Self {
        let root = root(error);
        Self { timeout, connect, crowded: lacks_files(root), cause: root.to_string() }
    }
}

impl From<reqwest::Error> for Broken {
    fn from(error: reqwest::Error) -> Self {
        let (timeout, connect) = (error.is_timeout(), error.is_connect());
        Self::of(&error.without_url(), timeout, connect)
    }
}

impl From<std::io::Error> for Broken {
    fn from(error: std::io::Error) -> Self {
        Self::of(&error, false, false)
    }
}

impl From<ureq_proto::Error> for Broken {
    fn from(error: ureq_proto::Error) -> Self {
        Self::of(&error, false, false)
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
