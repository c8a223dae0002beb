//! The page for R: its programs, run by R and by DuckDB if installed.

use super::packages::programs;
use super::program::run;
use crate::support::{Place, says};
use std::path::Path;
use std::process::Command;

/// The blocks of the page in one language.
fn blocks<'p>(page: &'p str, language: &str) -> Vec<&'p str> {
    let parts = page.split("```").skip(1).step_by(2);
    parts.filter_map(|part| part.strip_prefix(&format!("{language}\n"))).collect()
}

/// A directory in which the commands of the page have run.
fn tables(page: &str) -> Place {
    let place = Place::new();
    let commands = blocks(page, "console");
    for line in commands.iter().flat_map(|block| block.lines()) {
        place.ok(line.strip_prefix("$ peirast ").expect("a command of the program"));
    }
    place
}

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/r.md");
    std::fs::read_to_string(path).expect("the page")
}

/// True if R has a package.
fn has(package: &str) -> bool {
    let asked = format!("quit(status = !requireNamespace('{package}', quietly = TRUE))");
    Command::new("Rscript").args(["-e", &asked]).status().is_ok_and(|status| status.success())
}

#[test]
#[ignore = "needs R with lme4"]
fn r_reads_the_tables_and_fits_a_model() {
    if !has("lme4") {
        eprintln!("passed over: there is no R with lme4 here");
        return;
    }
    let page = page();
    let place = tables(&page);
    let mut program = "for (file in list.files('tables', 'csv$', full.names = TRUE)) {\n  \
         stopifnot(identical(names(read.csv(file)), names(read.csv(file, check.names = FALSE))))\n}\n"
        .to_owned();
    for block in blocks(&page, "r") {
        let needs_more = block.contains("library(duckdb)") && !has("duckdb");
        if !needs_more {
            program.push_str(block);
        }
    }
    place.write("page.R", &program);
    let printed = run(&place, Path::new("Rscript"), &["page.R"]);
    says(&printed, &["sim:biased", "contextrelevant", "Pr(>|z|)"]);
}

#[test]
#[ignore = "installs DuckDB from PyPI"]
fn duckdb_reads_the_tables() {
    let Some(bin) = programs("duckdb", &["duckdb"]) else { return };
    let page = page();
    let place = tables(&page);
    let [query] = blocks(&page, "sql")[..] else { panic!("one query") };
    place.write("query.sql", query);
    let program = "import duckdb; print(duckdb.sql(open('query.sql').read()).fetchall())";
    let printed = run(&place, &bin.join("python"), &["-c", program]);
    says(&printed, &["'sim:biased', 'baseline', "]);
}
