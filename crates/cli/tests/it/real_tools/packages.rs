//! Packages from PyPI, each group in a virtual environment of its own.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// Only one test installs at a time, because two tests use the same programs.
static INSTALLING: Mutex<()> = Mutex::new(());

/// The directory of the programs of packages, given as arguments of `pip install`; none if they
/// cannot be installed.
pub fn programs(name: &str, arguments: &[&str]) -> Option<PathBuf> {
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
            .args(arguments)
            .output()
            .is_ok_and(|pip| pip.status.success());
    if !installed {
        let packages: Vec<&str> =
            arguments.iter().copied().filter(|one| !one.starts_with("--")).collect();
        eprintln!("passed over: {} cannot be installed from PyPI here", packages.join(" "));
        return None;
    }
    std::fs::write(done, "").expect("a mark");
    Some(bin)
}
