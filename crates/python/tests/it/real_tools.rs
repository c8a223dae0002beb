//! The package beside packages from PyPI: PyETR itself, checkers of types, notebooks. On request, as
//! `cargo test --workspace --test it -- --ignored --nocapture real_tools::`. Where a package is not to be had, a line
//! says so.

#[path = "../../../cli/tests/it/real_tools/packages.rs"]
mod packages;

use crate::package::Package;
use packages::programs;

#[test]
#[ignore = "installs PyETR from PyPI"]
fn a_program_of_pyetr_prints_the_same() {
    // Later versions of pyparsing misread products.
    let Some(bin) = programs("pyetr", &["pyetr==1.0.0", "pyparsing==3.2.3"]) else { return };
    let package = Package::new();
    let program = "tests/pyetr_program.py";
    let theirs = package.run(&bin.join("python"), &[program, "pyetr"]);
    let ours = package.run(&bin.join("python"), &[program, "peirast.etr.compat"]);
    assert_eq!(ours, theirs);
    assert!(ours.lines().count() > 150);
}

#[test]
#[ignore = "installs mypy and pyright from PyPI"]
fn types_are_those_that_are_written() {
    let Some(bin) = programs("types", &["mypy", "pyright[nodejs]"]) else { return };
    let told =
        Package::new().run(&bin.join("python"), &["-m", "unittest", "tests/test_types.py", "-v"]);
    assert!(!told.contains("skipped"), "{told}");
}

#[test]
#[ignore = "installs Jupyter's kernel from PyPI"]
fn the_notebooks_run_in_jupyter() {
    let Some(bin) = programs("notebooks", &["nbclient", "ipykernel"]) else { return };
    let package = Package::new();
    package.run(&bin.join("python"), &["-m", "unittest", "tests/test_notebooks.py", "-v"]);
}
