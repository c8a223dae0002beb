//! The map of crates and their dependencies. ARCHITECTURE.md shows the same table.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Each crate, and the crates of this workspace that it depends on.
const ROOMS: [(&str, &[&str]); 33] = [
    ("peirast-etr", &[]),
    ("peirast-random", &[]),
    ("peirast-decimals", &[]),
    ("peirast-logic", &["peirast-etr"]),
    ("peirast-words", &["peirast-etr", "peirast-random", "peirast-read"]),
    ("peirast-stats", &["peirast-decimals", "peirast-random"]),
    ("peirast-figure", &["peirast-decimals"]),
    ("peirast-table", &["peirast-decimals", "peirast-record"]),
    ("peirast-print", &["peirast-table"]),
    (
        "peirast-artefact",
        &["peirast-decimals", "peirast-random", "peirast-record", "peirast-stats", "peirast-table"],
    ),
    ("peirast-audit", &["peirast-decimals", "peirast-stats", "peirast-table"]),
    (
        "peirast-compare",
        &[
            "peirast-decimals",
            "peirast-figure",
            "peirast-record",
            "peirast-report",
            "peirast-stats",
            "peirast-table",
        ],
    ),
    ("peirast-record", &[]),
    ("peirast-rows", &["peirast-record", "peirast-table"]),
    (
        "peirast-pairs",
        &["peirast-decimals", "peirast-random", "peirast-record", "peirast-rows", "peirast-table"],
    ),
    ("peirast-fallacy", &["peirast-etr", "peirast-logic", "peirast-random", "peirast-record"]),
    ("peirast-read", &["peirast-record"]),
    (
        "peirast-task",
        &[
            "peirast-etr",
            "peirast-fallacy",
            "peirast-logic",
            "peirast-random",
            "peirast-read",
            "peirast-record",
            "peirast-words",
        ],
    ),
    (
        "peirast-exchange",
        &[
            "peirast-compare",
            "peirast-decimals",
            "peirast-etr",
            "peirast-fallacy",
            "peirast-logic",
            "peirast-pairs",
            "peirast-read",
            "peirast-record",
            "peirast-report",
            "peirast-rows",
            "peirast-stats",
            "peirast-table",
            "peirast-task",
            "peirast-words",
        ],
    ),
    ("peirast-throttle", &["peirast-record"]),
    ("peirast-store", &["peirast-record"]),
    ("peirast-llm", &["peirast-record", "peirast-throttle"]),
    ("peirast-run", &["peirast-llm", "peirast-record", "peirast-store", "peirast-throttle"]),
    ("peirast-mock", &[]),
    (
        "peirast-measure",
        &[
            "peirast-etr",
            "peirast-fallacy",
            "peirast-logic",
            "peirast-read",
            "peirast-record",
            "peirast-stats",
            "peirast-table",
            "peirast-task",
            "peirast-words",
        ],
    ),
    ("peirast-cost", &["peirast-decimals", "peirast-record"]),
    (
        "peirast-report",
        &[
            "peirast-decimals",
            "peirast-figure",
            "peirast-logic",
            "peirast-measure",
            "peirast-record",
            "peirast-stats",
            "peirast-table",
            "peirast-words",
        ],
    ),
    (
        "peirast-view",
        &[
            "peirast-compare",
            "peirast-decimals",
            "peirast-etr",
            "peirast-figure",
            "peirast-logic",
            "peirast-record",
            "peirast-report",
            "peirast-stats",
            "peirast-task",
            "peirast-words",
        ],
    ),
    (
        "peirast-study",
        &[
            "peirast-artefact",
            "peirast-compare",
            "peirast-cost",
            "peirast-decimals",
            "peirast-exchange",
            "peirast-fallacy",
            "peirast-llm",
            "peirast-logic",
            "peirast-measure",
            "peirast-pairs",
            "peirast-read",
            "peirast-record",
            "peirast-report",
            "peirast-rows",
            "peirast-run",
            "peirast-stats",
            "peirast-store",
            "peirast-table",
            "peirast-task",
            "peirast-throttle",
        ],
    ),
    (
        "peirast-calc",
        &[
            "peirast-decimals",
            "peirast-etr",
            "peirast-logic",
            "peirast-record",
            "peirast-rows",
            "peirast-stats",
            "peirast-table",
            "peirast-task",
            "peirast-words",
        ],
    ),
    ("peirast-serve", &["peirast-record", "peirast-view"]),
    (
        "peirast",
        &[
            "peirast-artefact",
            "peirast-audit",
            "peirast-calc",
            "peirast-compare",
            "peirast-cost",
            "peirast-decimals",
            "peirast-etr",
            "peirast-exchange",
            "peirast-fallacy",
            "peirast-figure",
            "peirast-llm",
            "peirast-logic",
            "peirast-measure",
            "peirast-pairs",
            "peirast-print",
            "peirast-read",
            "peirast-record",
            "peirast-report",
            "peirast-run",
            "peirast-serve",
            "peirast-stats",
            "peirast-store",
            "peirast-study",
            "peirast-table",
            "peirast-task",
            "peirast-throttle",
            "peirast-view",
            "peirast-words",
        ],
    ),
    (
        "peirast-python",
        &[
            "peirast",
            "peirast-calc",
            "peirast-compare",
            "peirast-cost",
            "peirast-etr",
            "peirast-exchange",
            "peirast-figure",
            "peirast-llm",
            "peirast-logic",
            "peirast-pairs",
            "peirast-print",
            "peirast-read",
            "peirast-record",
            "peirast-report",
            "peirast-rows",
            "peirast-run",
            "peirast-stats",
            "peirast-study",
            "peirast-table",
            "peirast-task",
            "peirast-throttle",
        ],
    ),
];

/// Crates that must stay free of I/O, and the crates that would bring it in.
const PURE: [&str; 20] = [
    "peirast-calc",
    "peirast-compare",
    "peirast-random",
    "peirast-table",
    "peirast-figure",
    "peirast-print",
    "peirast-exchange",
    "peirast-cost",
    "peirast-words",
    "peirast-fallacy",
    "peirast-audit",
    "peirast-etr",
    "peirast-logic",
    "peirast-stats",
    "peirast-record",
    "peirast-read",
    "peirast-task",
    "peirast-measure",
    "peirast-report",
    "peirast-view",
];
const IMPURE: [&str; 5] = ["tokio", "reqwest", "sqlx", "axum", "rand"];

fn packages() -> Vec<serde_json::Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo metadata runs");
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    value["packages"].as_array().expect("packages").clone()
}

fn metadata() -> BTreeMap<String, BTreeSet<String>> {
    let normal = |package: &serde_json::Value| {
        let dependencies = package["dependencies"].as_array().expect("dependencies").iter();
        dependencies
            .filter(|d| d["kind"].is_null())
            .map(|d| d["name"].as_str().expect("a name").to_owned())
            .collect()
    };
    packages().iter().map(|p| (p["name"].as_str().expect("a name").to_owned(), normal(p))).collect()
}

#[test]
fn cargo_run_runs_the_program() {
    // There are two programs, and the README says `cargo run`.
    let packages = packages();
    let named: Vec<_> = packages.iter().filter_map(|p| p["default_run"].as_str()).collect();
    assert_eq!(named, ["peirast"]);
}

#[test]
fn dependencies_between_our_crates_are_those_of_the_map() {
    let found = metadata();
    let expected: BTreeSet<&str> = ROOMS.iter().map(|(name, _)| *name).collect();
    let names: BTreeSet<&str> = found.keys().map(String::as_str).collect();
    assert_eq!(names, expected, "a crate was added or removed: give it its place on the map");
    for (name, allowed) in ROOMS {
        let ours: Vec<&str> =
            found[name].iter().map(String::as_str).filter(|d| expected.contains(d)).collect();
        assert_eq!(ours, allowed, "what {name} depends on");
    }
}

#[test]
fn pure_rooms_have_no_door_to_the_outside() {
    let found = metadata();
    for name in PURE {
        for outside in IMPURE {
            assert!(!found[name].contains(outside), "{name} depends on {outside}");
        }
    }
}

#[test]
fn the_map_in_the_architecture_is_this_one() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let text = std::fs::read_to_string(format!("{root}/ARCHITECTURE.md")).expect("the map");
    for (name, allowed) in ROOMS.iter().filter(|(name, _)| *name != "peirast") {
        let short = name.trim_start_matches("peirast-");
        let row = text
            .lines()
            .find(|line| line.starts_with(&format!("| `{short}` |")))
            .unwrap_or_else(|| panic!("ARCHITECTURE.md has no row for `{short}`"));
        let known = row.trim_end_matches('|').rsplit('|').next().expect("a last column");
        for other in *allowed {
            let other = other.trim_start_matches("peirast-");
            assert!(known.contains(&format!("`{other}`")), "row of `{short}` lacks `{other}`");
        }
        assert_eq!(known.matches('`').count(), 2 * allowed.len(), "row of `{short}`: {known}");
    }
}

/// The names of the types that a source file defines.
fn types(source: &str) -> impl Iterator<Item = &str> {
    fn name(line: &str) -> Option<&str> {
        let line = line.trim_start();
        let item = match line.strip_prefix("pub(") {
            Some(scope) => scope.split_once(") ")?.1,
            None => line.strip_prefix("pub ").unwrap_or(line),
        };
        let kinds = ["struct ", "enum ", "union ", "trait "];
        let rest = kinds.iter().find_map(|kind| item.strip_prefix(kind))?;
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        rest.get(..end).filter(|name| !name.is_empty())
    }
    source.lines().filter_map(name)
}

fn sources(dir: &Path, all: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).expect("a directory") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => sources(&path, all),
            false if path.extension().is_some_and(|end| end == "rs") => all.push(path),
            false => {}
        }
    }
}

/// Type names are unique within a crate.
#[test]
fn a_type_has_a_name_of_its_own_in_its_crate() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut twice, mut found) = (Vec::new(), 0);
    for room in std::fs::read_dir(crates).expect("the crates") {
        let mut files = Vec::new();
        sources(&room.expect("a crate").path().join("src"), &mut files);
        let mut known: BTreeMap<String, PathBuf> = BTreeMap::new();
        for file in files {
            let text = std::fs::read_to_string(&file).expect("a source file");
            for name in types(&text) {
                found += 1;
                if let Some(other) = known.insert(name.to_owned(), file.clone()) {
                    twice.push(format!("{name}: {} and {}", other.display(), file.display()));
                }
            }
        }
    }
    assert!(found > 1000, "{found}");
    assert!(twice.is_empty(), "{twice:#?}");
}
