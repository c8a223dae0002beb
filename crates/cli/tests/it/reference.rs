//! The reference pages in the documentation equal the output of the program.
//!
//! With `PEIRAST_WRITE_REFERENCE=1` the pages are written instead.

use crate::support::{Place, same};
use std::path::Path;

/// Pages that the program prints, and their files.
const PAGES: [(&str, &str); 2] = [("commands", "commands.md"), ("study-file", "study-file.md")];

#[test]
fn the_reference_is_true() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    for (page, file) in PAGES {
        let printed = Place::new().ok(&format!("reference {page}"));
        let path = docs.join(file);
        if std::env::var_os("PEIRAST_WRITE_REFERENCE").is_some() {
            std::fs::write(&path, &printed).expect("the documents can be written");
        }
        let stands = std::fs::read_to_string(&path).unwrap_or_default();
        same(
            &stands,
            &printed,
            &format!(
                "docs/{file} is not what the program prints: PEIRAST_WRITE_REFERENCE=1 cargo test -p peirast --test it reference::"
            ),
        );
    }
}

#[test]
fn every_command_and_argument_is_in_the_reference() {
    let place = Place::new();
    let commands = place.ok("reference commands");
    for named in [
        "\n## peirast\n",
        "\n## peirast run\n",
        "\n## peirast batch collect\n",
        "\n## peirast etr infer\n",
        "`--budget <",
        "One of `balanced` (",
        "Default: ",
        "\n  peirast run token-bias --sequential --into runs/early\n",
    ] {
        assert!(commands.contains(named), "{named} in\n{commands}");
    }
    let study = place.ok("reference study-file");
    for named in
        ["| `seed` | whole number | must be given |", "\n## Hypothesis\n", "- `paper-2024`: "]
    {
        assert!(study.contains(named), "{named} in\n{study}");
    }
}
