//! The documentation is true: every command in it runs, in the given order, and succeeds.
//!
//! Commands are in `console` blocks. Those of a page share one directory. The addresses of the
//! example server and the example database are replaced by those of local servers. Pages that need
//! a database are skipped without one.

use crate::support::Place;
use crate::support::batches::Batches;
use crate::support::chat::Chat;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

const EXAMPLE_SERVER: &str = "http://localhost:8080/v1";
const EXAMPLE_BATCHES: &str = "http://localhost:8090/v1";
/// The address that is replaced by that of a local database server; commands with it are skipped
/// without a server.
const EXAMPLE_DATABASE: &str = "postgres://me@db.lab/peirast";

#[cfg(unix)]
fn database() -> Option<String> {
    crate::support::postgres::server().map(|server| server.url("x").replace("?run=x", ""))
}

#[cfg(not(unix))]
fn database() -> Option<String> {
    None
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The commands of a page. `cargo run --release --` means the program; the test command is the one
/// that runs this test.
fn commands(text: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if inside {
            let command = line.strip_prefix("$ ").unwrap_or(line);
            let command = command.replace("cargo run --release --", "peirast");
            if !command.starts_with("cargo test") {
                commands.push(command);
            }
        }
    }
    commands
}

/// Runs the commands of a page; returns their number and their output.
fn run_all(document: &Path) -> (usize, String) {
    let text = std::fs::read_to_string(document).expect("a document");
    let place = Place::new();
    let (server, batches) = (Chat::start(), Batches::start());
    let programs = Path::new(env!("CARGO_BIN_EXE_peirast")).parent().expect("a directory");
    let path = std::env::var("PATH").unwrap_or_default();
    let (commands, mut printed) = (commands(&text), String::new());
    for command in &commands {
        let mut command =
            command.replace(EXAMPLE_SERVER, server.at().trim_start_matches("--base-url "));
        command = command.replace(EXAMPLE_BATCHES, batches.at().trim_start_matches("--base-url "));
        if text.contains(EXAMPLE_DATABASE) {
            match database() {
                Some(url) => command = command.replace(EXAMPLE_DATABASE, &url),
                None => continue,
            }
        }
        let output = Command::new("sh")
            .args(["-c", &command])
            .current_dir(place.path("."))
            .env("PATH", format!("{}:{path}", programs.display()))
            .env_remove("OPENAI_API_KEY")
            .env("XDG_CONFIG_HOME", place.path("config"))
            .output()
            .expect("a shell");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {command}\n{complaint}", document.display());
        printed.push_str(&String::from_utf8_lossy(&output.stdout));
    }
    (commands.len(), printed)
}

/// The lines of the first `text` block of a page: sample output.
fn sample(document: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(document).expect("a document");
    let lines = text.lines().skip_while(|line| *line != "```text").skip(1);
    lines.take_while(|line| *line != "```").map(str::to_owned).collect()
}

#[test]
fn every_command_of_the_readme_runs_and_prints_its_sample() {
    let document = root().join("README.md");
    let (commands, printed) = run_all(&document);
    assert!(commands >= 3, "{commands} commands");
    prints_its_sample(&document, &printed);
}

/// Checks that the commands of a page print each line of its first sample output.
fn prints_its_sample(document: &Path, printed: &str) {
    let sample = sample(document);
    assert!(!sample.is_empty(), "{} shows no sample output", document.display());
    for line in &sample {
        assert!(printed.lines().any(|real| real == line), "no command prints: {line}");
    }
}

/// The pages of the docs whose first sample output is complete lines of their commands.
const WITH_SAMPLE: [&str; 4] = ["compare-runs.md", "fallacies.md", "syllogism.md", "token-bias.md"];

/// Runs the commands of a page and returns their number.
fn run_page(page: &Path) -> usize {
    let (commands, printed) = run_all(page);
    if WITH_SAMPLE.iter().any(|name| page.ends_with(name)) {
        prints_its_sample(page, &printed);
    }
    commands
}

#[test]
fn every_command_of_the_docs_runs() {
    let left = Mutex::new(pages());
    let next = || left.lock().expect("no page fails with the list in hand").pop();
    let run: usize = std::thread::scope(|scope| {
        let run_some = || std::iter::from_fn(next).map(|page| run_page(&page)).sum::<usize>();
        let hands = [scope.spawn(run_some), scope.spawn(run_some)];
        hands.map(|hand| hand.join().expect("the commands of its pages succeed")).iter().sum()
    });
    assert!(run >= 15, "{run} commands");
}

/// The pages of the docs.
fn pages() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join("docs")).expect("the docs");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.filter(|path| path.extension().is_some_and(|e| e == "md")).collect()
}

#[test]
fn the_site_has_every_page_once() {
    let summary = std::fs::read_to_string(root().join("docs/SUMMARY.md")).expect("the summary");
    for page in pages() {
        let name = page.file_name().and_then(|name| name.to_str()).expect("a name");
        let links = summary.matches(&format!("]({name})")).count();
        assert_eq!(links, usize::from(name != "SUMMARY.md"), "{name} in docs/SUMMARY.md");
    }
    let decisions = std::fs::read_dir(root().join("docs/decisions")).expect("the decisions");
    for entry in decisions {
        let name = entry.expect("an entry").file_name();
        let link = format!("](decisions/{})", name.to_str().expect("a name"));
        assert_eq!(summary.matches(&link).count(), 1, "{link} in docs/SUMMARY.md");
    }
}

/// The target of a link, without the anchor.
fn page(link: &str) -> &str {
    link.split('#').next().unwrap_or_default()
}

#[test]
fn every_link_between_documents_leads_somewhere() {
    let mut documents: Vec<PathBuf> =
        ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root().join(name)).into();
    for folder in ["docs", "docs/decisions"] {
        let entries = std::fs::read_dir(root().join(folder)).expect("the docs");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        documents.extend(paths.filter(|path| path.is_file()));
    }
    for document in documents {
        let text = std::fs::read_to_string(&document).expect("a document");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = document.parent().expect("a directory").join(page(link));
            assert!(
                link.starts_with("http") || target.exists(),
                "{} links to {link}",
                document.display()
            );
        }
    }
}

#[test]
fn the_changelog_and_the_citation_name_this_version() {
    let citation = std::fs::read_to_string(root().join("CITATION.cff")).expect("a citation");
    assert!(citation.contains(concat!("version: ", env!("CARGO_PKG_VERSION"))), "{citation}");
}
