//! Tells the program the commit it is built from, if known.
#![allow(clippy::print_stdout, reason = "this is how a build script speaks")]

use std::path::{Path, PathBuf};

fn main() {
    let git = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.git");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=PEIRAST_COMMIT={}", commit(&git).unwrap_or_default());
}

/// The commit at the head of the repository; none outside a repository, as in a package.
fn commit(git: &Path) -> Option<String> {
    let head = read(git.join("HEAD"))?;
    let Some(name) = head.strip_prefix("ref: ") else { return Some(head) };
    read(git.join(name)).or_else(|| {
        let packed = read(git.join("packed-refs"))?;
        let line = packed.lines().find(|line| line.ends_with(&format!(" {name}")))?;
        line.split(' ').next().map(str::to_owned)
    })
}

/// Reads a small file on which the build depends.
fn read(path: PathBuf) -> Option<String> {
    if path.exists() {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    Some(std::fs::read_to_string(path).ok()?.trim().to_owned())
}
