//! The limit of open files, which includes connections.

use crate::event::{EventSink, NoticeCode};
use peirast_throttle::{Accounts, Limits};

/// Files that a process needs in addition to its connections, such as the store.
const BESIDES: u64 = 64;

/// Creates the accounts of a run, with no more questions in flight than the system allows.
pub(crate) fn accounts(limits: Limits, events: &dyn EventSink) -> Accounts {
    let concurrency = connections(limits.concurrency, events);
    Accounts::new(Limits { concurrency, ..limits })
}

/// Raises the limit of open files, and returns the possible number of connections up to `wanted`;
/// emits a notice if that is fewer.
fn connections(wanted: usize, events: &dyn EventSink) -> usize {
    // A system without a stated limit has none that could be respected.
    let Ok(files) = rlimit::increase_nofile_limit(u64::MAX) else { return wanted };
    let possible = within(wanted, files);
    if possible < wanted {
        let message = format!(
            "this system lets a process have {files} files open (ulimit -n), so no more than {possible} \
             questions are in flight"
        );
        events.notice(NoticeCode::Machine, &message);
    }
    possible
}

fn within(wanted: usize, files: u64) -> usize {
    let room = usize::try_from(files.saturating_sub(BESIDES)).unwrap_or(usize::MAX);
    wanted.min(room.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_than_there_is_room_for() {
        assert_eq!(within(128, 1024), 128);
        assert_eq!(within(1000, 256), 192);
        assert_eq!(within(4096, 1 << 20), 4096);
        assert_eq!(within(8, 40), 1, "one at a time is slow, and goes on");
    }
}
