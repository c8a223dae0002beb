//! Programs from PyPI and from the path.

use crate::support::Place;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// One installs at a time: two tests use the same programs.
static INSTALLING: Mutex<()> = Mutex::new(());

/// The directory of the programs of a package; nothing where it cannot be installed.
pub fn programs(name: &str, packages: &[&str]) -> Option<PathBuf> {
    let _turn = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    let given = std::env::var_os("PEIRAST_VENVS").map(PathBuf::from);
    let root = given.unwrap_or_else(|| Path::new(env!("CARGO_TARGET_TMPDIR")).join("venvs"));
    let (venv, done) = (root.join(name), root.join(format!("{name}.done")));
    let bin = venv.join("bin");
    if bin.join("python").exists() && (done.exists() || std::env::var_os("PEIRAST_VENVS").is_some())
    {
        return Some(bin);
    }
    std::fs::create_dir_all(&root).expect("a directory");
    let made = Command::new("python3").args(["-m", "venv"]).arg(&venv).output();
    let installed = made.is_ok_and(|made| made.status.success())
        && Command::new(bin.join("pip"))
            .args(["install", "--quiet", "--retries", "1"])
            .args(packages)
            .output()
            .is_ok_and(|pip| pip.status.success());
    if !installed {
        eprintln!("passed over: {} cannot be installed from PyPI here", packages.join(" "));
        return None;
    }
    std::fs::write(done, "").expect("a mark");
    Some(bin)
}

/// Runs a program of a package in a place, and gives what it printed.
pub fn run(place: &Place, program: &Path, args: &[&str]) -> String {
    let output = Command::new(program)
        .args(args)
        .current_dir(place.path("."))
        .env("HOME", place.path("."))
        .env("HF_HOME", place.path("hf"))
        .envs([("HF_HUB_OFFLINE", "1"), ("HF_DATASETS_OFFLINE", "1"), ("OPENAI_API_KEY", "none")])
        .env("MOCK_API_KEY", "none")
        .envs([("INSPECT_DISPLAY", "plain"), ("NO_COLOR", "1"), ("LANG", "C.UTF-8")])
        .output()
        .expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        output.status.success(),
        "{} {}:\n{}\n{}",
        program.display(),
        args.join(" "),
        text(&output.stdout),
        text(&output.stderr)
    );
    text(&output.stdout)
}

/// Whether a program is on the path; if not, a line says so.
pub fn is_there(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok();
    if !found {
        eprintln!("passed over: {program} is not on the path");
    }
    found
}
