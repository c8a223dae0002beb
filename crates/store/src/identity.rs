//! Identity of a file, which shows if it was replaced.

use std::path::Path;
use std::sync::OnceLock;

/// The numbers that identify a file, once they are known. Some systems have none.
#[derive(Debug, Default)]
pub(super) struct Identity(OnceLock<(u64, u64)>);

impl Identity {
    /// Returns true if the file at this path is the file of the first call.
    pub(super) fn is_of(&self, path: &Path) -> bool {
        let now = numbers(path);
        match (self.0.get(), now) {
            (None, Some(now)) => self.0.set(now).is_ok(),
            (None, None) => true,
            (Some(known), now) => now == Some(*known),
        }
    }
}

#[cfg(unix)]
fn numbers(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    let file = std::fs::metadata(path).ok()?;
    Some((file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn numbers(_: &Path) -> Option<(u64, u64)> {
    None
}
