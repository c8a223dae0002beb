//! The disk: checks that it has room for the answers to come.

use super::check::{Check, State};
use std::path::Path;

/// Bytes that must be free in any case.
const LEAST: u64 = 256 << 20;

/// Checks that `needs` bytes are free at `place`; if `needs` is unknown, only the minimum.
pub(super) fn room(place: &Path, needs: Option<u64>) -> Check {
    let Some(free) = free(place) else {
        return Check::new("disk", State::Skipped, "the free space is not known on this system");
    };
    let needed = needs.map_or(String::new(), |needs| format!(", about {} needed", size(needs)));
    let yet = if place.exists() { "" } else { ", which is not there yet" };
    let found = format!("{} free for {}{needed}{yet}", size(free), place.display());
    if free >= needs.unwrap_or_default().saturating_add(LEAST) {
        return Check::new("disk", State::Well, found);
    }
    Check::new("disk", State::Wrong, found).mend("make room, or choose another directory")
}

/// Bytes free for this user at `place`, or where it will be created.
#[cfg(unix)]
fn free(place: &Path) -> Option<u64> {
    let there = std::path::absolute(place).ok()?;
    let there = there.ancestors().find(|path| path.exists())?;
    let state = rustix::fs::statvfs(there).ok()?;
    Some(state.f_bavail.saturating_mul(state.f_frsize))
}

#[cfg(not(unix))]
fn free(_: &Path) -> Option<u64> {
    None
}

fn size(bytes: u64) -> String {
    let mib = bytes >> 20;
    if mib < 10_240 { format!("{mib} MiB") } else { format!("{} GiB", mib >> 10) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_that_is_not_there_yet_is_on_the_disk_of_its_parents() {
        let here = room(Path::new("no/such/directory"), Some(0));
        assert_ne!(here.state, State::Wrong, "{here:?}");
        assert_eq!(room(Path::new("."), Some(u64::MAX)).state == State::Wrong, cfg!(unix));
    }

    #[test]
    fn what_is_not_known_to_be_needed_is_not_said_to_be_nothing() {
        assert!(!room(Path::new("."), None).found.contains("needed"));
    }
}
