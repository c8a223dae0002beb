//! Help texts of all commands, and completions.

use crate::support::{Place, Wording, says};

const COMMANDS: [&str; 48] = [
    "",
    "run",
    "worker",
    "batch",
    "batch export",
    "batch submit",
    "batch collect",
    "merge",
    "cache",
    "cache explain",
    "doctor",
    "test",
    "report",
    "figures",
    "tables",
    "cost",
    "import",
    "import token-bias",
    "import etr",
    "import lm-eval",
    "import inspect",
    "export",
    "export inspect",
    "export every-eval-ever",
    "export lm-eval",
    "make",
    "verify",
    "explain",
    "translate",
    "studies",
    "study",
    "study show",
    "study check",
    "study register",
    "study schema",
    "subjects",
    "models",
    "show",
    "view",
    "power",
    "measure",
    "audit",
    "stats",
    "etr",
    "logic",
    "reference",
    "completions",
    "help study",
];

#[test]
fn every_command_explains_itself() {
    let place = Place::new();
    for command in COMMANDS {
        let name = format!("peirast {command}").trim_end().replace(' ', "-");
        let help = match command.strip_prefix("help ") {
            Some(_) => place.ok(command),
            None => place.ok(&format!("{command} --help")),
        };
        insta::assert_snapshot!(name, help);
    }
}

#[test]
fn every_command_is_listed() {
    let help = Place::new().ok("--help");
    for command in COMMANDS.iter().filter(|c| !c.is_empty() && !c.contains(' ')) {
        says(&help, &[&format!("\n  {command} ")]);
    }
}

#[test]
fn the_version_is_that_of_the_package() {
    assert_eq!(Place::new().ok("--version"), format!("peirast {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn wrong_usage_has_a_code_of_its_own() {
    let mut wording = Wording::default();
    let place = Place::new();
    says(&place.fails(2, ""), &["Usage: peirast <COMMAND>"]);
    wording.fails(&place, 2, "rum");
    wording.fails(&place, 2, "run");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn completions_are_printed_for_every_shell() {
    let mut wording = Wording::default();
    let place = Place::new();
    says(&place.ok("completions bash"), &["_peirast()", "complete -F _peirast", "--dry-run"]);
    for shell in ["zsh", "fish", "elvish", "powershell"] {
        says(&place.ok(&format!("completions {shell}")), &["peirast", "token-bias", "dry-run"]);
    }
    wording.fails(&place, 2, "completions tcsh");
    insta::assert_snapshot!(wording.text());
}

#[test]
#[cfg(unix)]
fn a_reader_that_goes_away_is_no_error() {
    let place = Place::new();
    let program = env!("CARGO_BIN_EXE_peirast");
    let script = format!("{{ {program} make conjunction --n 200; echo $? >&2; }} | head -c 10");
    let shell = std::process::Command::new("sh").args(["-c", &script]).output().expect("a shell");
    assert_eq!(String::from_utf8_lossy(&shell.stderr), "0\n");
    drop(place);
}
