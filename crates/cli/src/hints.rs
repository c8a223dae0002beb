//! Hints: commands to go on with, as they have to be typed.

use crate::args::LiveArgs;
use crate::subjects::{Reach, hosted};
use peirast_run::{Store, Subject as _, Submission};
use std::time::Duration;

/// The arguments with which a command reaches a subject where it was planned: these, if they lead there.
pub fn leading_to(live: &LiveArgs, name: &str, endpoint: &str) -> LiveArgs {
    let reach = Reach::new(live, Duration::ZERO, false);
    let there = reach.and_then(|reach| hosted(name, &reach)).ok().flatten();
    if there.is_some_and(|hosted| hosted.endpoint() == endpoint) {
        return live.clone();
    }
    // What stands behind the URL tells own fields of every body.
    let url = endpoint.split('#').next().unwrap_or_default();
    LiveArgs { base_url: Some(url.to_owned()), ..live.clone() }
}

/// What to do about a batch under way, reached with these arguments or where it was handed in.
pub fn how_to_end(store: &Store, one: &Submission, live: &LiveArgs) -> String {
    let live = leading_to(live, &one.subject, &one.endpoint).repeated();
    let (dir, number) = (store.dir().display(), one.number);
    format!(
        "collect it with `peirast batch collect {dir}{live}`, or stop it with `peirast batch cancel \
         {dir} {number}{live}`"
    )
}
