//! Disks that are full, and stores that cannot be written to.
#![cfg(unix)]

use crate::support::{Done, Place, says};
use peirast_mock::{Config, Mock};
use serde_json::Value;
use std::process::Command;

const ITEMS: u64 = 200;
const ALL: u64 = 2 * ITEMS;

/// A server whose answers are long, so that few of them fill a disk.
fn mock() -> Mock {
    let config = Config { length: 8_000, latency_ms: 5.0, ..Config::default() };
    Mock::start(config).expect("a server")
}

fn line(mock: &Mock) -> String {
    let url = mock.base_url();
    format!(
        "run many.toml --n {ITEMS} --into r --base-url {url} --concurrency 8 --price-input 1 --price-output 2"
    )
}

/// Runs the program by a script that gets it as `$0` and its arguments as `$@`.
fn by_script(place: &Place, wrapper: &[&str], script: &str, line: &str) -> Done {
    let own = place.command(line.split_whitespace());
    let mut words = wrapper.iter().copied().chain(["sh", "-c", script]);
    let mut shell = Command::new(words.next().unwrap_or_default());
    shell.args(words).arg(own.get_program()).args(own.get_args()).current_dir(place.path("."));
    shell.env_remove("OPENAI_API_KEY").env("NO_COLOR", "1");
    shell.output().expect("it runs").into()
}

/// The command prefix that allows a script to mount file systems, if permitted here.
fn unshared() -> Option<[&'static str; 2]> {
    const WRAPPER: [&str; 2] = ["unshare", "-rm"];
    let mounts = Command::new(WRAPPER[0])
        .args([WRAPPER[1], "sh", "-c", "mount -t tmpfs none /mnt"])
        .output()
        .is_ok_and(|done| done.status.success());
    if !mounts {
        eprintln!("left out: no file system can be mounted here (unshare -rm)");
    }
    mounts.then_some(WRAPPER)
}

/// Asserts that a run ended with a clear message, that its stored data are intact, and that the
/// next run asks only the rest.
fn stopped_and_goes_on(place: &Place, mock: &Mock, done: &Done, word: &str) {
    assert_eq!(done.code, Some(1), "{}", done.err);
    says(&done.err, &[word, "store.sqlite"]);
    let (stored, asked) = (place.answered("r").len() as u64, mock.stats().answered);
    assert!(0 < stored && stored < ALL, "{stored}");
    assert!(asked - stored <= 8, "{asked} were answered and {stored} stored");
    place.ok("test r");
    let cost: Value = serde_json::from_str(&place.ok("cost r --json")).expect("JSON");
    let unsure = cost["subjects"]["openai:mock"]["unsure"]["attempts"].as_u64().unwrap_or(0);
    assert!(asked - stored <= unsure && unsure <= 8, "{asked} answers, {stored} stored: {cost}");
    place.ok(&line(mock));
    assert_eq!(mock.stats().answered, ALL + asked - stored);
    assert_eq!(place.answered("r").len() as u64, ALL);
}

#[test]
fn a_file_that_may_not_grow_stops_the_run_and_loses_nothing() {
    let (place, mock) = (Place::with_many(), mock());
    // 6144 blocks are 3 or 6 MiB, as the shell counts; the store would have 8.
    let script = "ulimit -f 6144; exec \"$0\" \"$@\"";
    let done = by_script(&place, &[], script, &line(&mock));
    stopped_and_goes_on(&place, &mock, &done, "check that its disk is mounted, healthy");
}

#[test]
fn a_full_disk_stops_the_run_and_loses_nothing() {
    let Some(wrapper) = unshared() else { return };
    let (place, mock) = (Place::with_many(), mock());
    std::fs::create_dir(place.path("r")).expect("a directory");
    // Files on the small disk vanish with it unless they are copied.
    let script = "mount -t tmpfs -o size=4m none r && \"$0\" \"$@\"; \
                  code=$?; mkdir kept; cp r/* kept; umount r; cp kept/* r; exit $code";
    let done = by_script(&place, &wrapper, script, &line(&mock));
    stopped_and_goes_on(&place, &mock, &done, "no space left");
}

#[test]
fn a_store_that_cannot_be_written_to_stops_the_run_before_it_asks() {
    let Some(wrapper) = unshared() else { return };
    let (place, mock) = (Place::with_many(), mock());
    place.ok(&format!("{} --n 10", line(&mock)).replace(&format!("--n {ITEMS} "), ""));
    let (asked, before) = (mock.stats().requests, place.bytes("r/store.sqlite"));
    let script = "mount --bind r r && mount -o remount,bind,ro r && exec \"$0\" \"$@\"";
    let done = by_script(&place, &wrapper, script, &line(&mock));
    assert_eq!(done.code, Some(1), "{}", done.err);
    says(&done.err, &["cannot be written to", "check its permissions", "r/"]);
    assert_eq!(mock.stats().requests, asked, "nothing is asked that could not be stored");
    assert_eq!(place.bytes("r/store.sqlite"), before);
    // Reading it is free.
    let script = script.replace("exec", "exec env");
    let done = by_script(&place, &wrapper, &script, "test r");
    assert_eq!(done.code, Some(0), "{}", done.err);
}
