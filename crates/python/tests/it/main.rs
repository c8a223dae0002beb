//! The Python package, assembled from the built module and the files in `python`, and tested by its
//! own tests. Without Python 3.10 or later, a line reports this.
#![allow(clippy::expect_used, clippy::print_stderr, reason = "a test may fail and speak")]

mod conformance;
mod package;
mod real_tools;

use package::{Package, python};

#[test]
fn the_package_passes_its_tests() {
    let Some(python) = python() else { return };
    let package = Package::new();
    package.run(&python, &["-m", "unittest", "discover", "-s", "tests"]);
}
