//! The package of Python, put together from the module that was built and the files in `python`, and tested by
//! its own tests. Without Python 3.10 or later, a line says so.
#![allow(clippy::expect_used, clippy::print_stderr, reason = "a test may fail and speak")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// The module, as it was built for this test: what an earlier `cargo build` left beside it may be older.
fn module() -> PathBuf {
    let test = std::env::current_exe().expect("the path of this test");
    let folder = test.parent().expect("the folder of the build");
    let name = format!("{}_peirast{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let path = folder.join(name);
    assert!(path.is_file(), "{} was not built", path.display());
    path
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("the package").flatten() {
        if entry.path().is_file() {
            std::fs::copy(entry.path(), to.join(entry.file_name())).expect("a copy");
        }
    }
}

#[test]
fn the_package_passes_its_tests() {
    let version = Command::new("python3")
        .args(["-c", "import sys; sys.exit(sys.version_info < (3, 10))"])
        .status();
    if !version.is_ok_and(|status| status.success()) {
        eprintln!("passed over: there is no Python 3.10 here");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python");
    let place = tempfile::tempdir().expect("a folder");
    copy(&root.join("peirast"), &place.path().join("peirast"));
    copy(&root.join("tests"), &place.path().join("tests"));
    std::fs::copy(root.join("../docs/python.md"), place.path().join("tests/python.md"))
        .expect("a copy");
    let name = if cfg!(windows) { "_peirast.pyd" } else { "_peirast.abi3.so" };
    std::fs::copy(module(), place.path().join("peirast").join(name)).expect("the module");
    let tests = Command::new("python3")
        .args(["-B", "-m", "unittest", "discover", "-s", "tests"])
        .current_dir(place.path())
        .env("PYTHONPATH", place.path())
        .output()
        .expect("Python runs");
    assert!(tests.status.success(), "{}", String::from_utf8_lossy(&tests.stderr));
}
