//! Output for papers: tables that LaTeX compiles, and figures with embedded fonts.

use super::program::{is_there, run};
use crate::support::{Place, SMALL, files_below};
use peirast_mock::{Config, Mock};
use std::path::Path;

/// Text that TeX, a shell or a UTF-8 reader could mishandle.
const HOSTILE: &str = r"x\input{/etc/passwd}_#$%&~^[*]{}\\<>|`'---日本😀₁ÀÐÞß÷ðþÿ";

/// An excess width in points that nobody sees.
const SEEN: f64 = 3.0;

/// The boxes that are wider than their place, as the log prints them.
fn too_wide(log: &str) -> Vec<&str> {
    let is_wide = |line: &&str| {
        let by = line.strip_prefix("Overfull \\hbox (").and_then(|rest| rest.split("pt").next());
        by.and_then(|by| by.parse().ok()).is_some_and(|by: f64| by > SEEN)
    };
    log.lines().filter(is_wide).collect()
}

/// A document with every table of a folder.
fn document(place: &Place, folder: &str) -> (String, usize) {
    let mut tables: Vec<String> = files_below(&place.path(folder))
        .into_iter()
        .filter(|file| file.extension().is_some_and(|ending| ending == "tex"))
        .filter_map(|file| Some(format!("{folder}/{}", file.file_name()?.to_str()?)))
        .collect();
    tables.sort();
    let inputs: String =
        tables.iter().map(|file| format!("\\input{{{file}}}\\clearpage\n")).collect();
    let head = "\\documentclass{article}\n\\usepackage{array,booktabs,longtable,lscape,rotating}\n\
                \\begin{document}\n";
    (format!("{head}{inputs}\\end{{document}}\n"), tables.len())
}

#[test]
#[ignore = "takes pdflatex, with the packages of texlive-latex-recommended"]
fn latex_compiles_every_table() {
    if !is_there("pdflatex") {
        return;
    }
    let mock = Mock::start(Config::default()).expect("a server");
    let place = Place::new().env("OPENAI_API_KEY", "none");
    // All that a study may be called.
    let title = HOSTILE.replace('\\', "\\\\");
    let study =
        SMALL.replace("A small study", &title).replace("\"Context\"", &format!("\"{title}\""));
    place.write("hostile.toml", study);
    let url = mock.base_url();
    for (name, args) in [
        ("hostile", format!("hostile.toml --model openai:{HOSTILE} --base-url {url} --aa 0.5")),
        ("pairs", "token-bias --n 2 --aa 0.2".to_owned()),
        ("early", "token-bias --n 10 --model sim:biased --sequential --block 5".to_owned()),
        ("judged", "syllogism --strategy zero_shot --temperature 0,0.5".to_owned()),
        ("open", "etr --n 4".to_owned()),
        ("closed", "etr-questions --n 4".to_owned()),
    ] {
        place.ok(&format!("run {args} --into {name}"));
        place.ok(&format!("tables {name} --into {name}-tex --format tex"));
        let (text, tables) = document(&place, &format!("{name}-tex"));
        assert!(tables >= 3, "{name}: {tables} tables");
        place.write(&format!("{name}.tex"), text);
        let args = ["-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape"];
        let file = format!("{name}.tex");
        run(&place, Path::new("pdflatex"), &[&args[..], &[&file]].concat());
        let log = String::from_utf8_lossy(&place.bytes(&format!("{name}.log"))).into_owned();
        let bad = |line: &&str| line.starts_with('!') || line.contains("Missing character");
        assert_eq!(log.lines().find(bad), None, "{name}");
        // A name made only of letters written as their numbers may be wider than any column.
        if name != "hostile" {
            assert_eq!(too_wide(&log), [""; 0], "{name}: tables run off the page");
        }
        assert!(place.bytes(&format!("{name}.pdf")).starts_with(b"%PDF"), "{name}");
    }
}

/// The number of digits of a text.
fn digits(text: &str) -> usize {
    text.chars().filter(char::is_ascii_digit).count()
}

/// The number of digits in the cells of the tables of a page: tags have digits in styles.
fn digits_of_tables(html: &str) -> usize {
    let tables = html.split("<table").skip(1).filter_map(|rest| rest.split("</table>").next());
    let texts = tables.flat_map(|table| table.split('<').filter_map(|part| part.split_once('>')));
    texts.map(|(_, text)| digits(text)).sum()
}

#[test]
#[ignore = "takes pandoc"]
fn pandoc_keeps_every_number_of_a_table() {
    if !is_there("pandoc") {
        return;
    }
    let place = Place::new();
    place.ok("run syllogism --n 4 --strategy zero_shot --temperature 0,0.5 --into judged");
    place.ok("run etr --n 4 --into open");
    for name in ["judged", "open"] {
        place.ok(&format!("tables {name} --into {name}-files --format tex,md"));
        for file in files_below(&place.path(&format!("{name}-files"))) {
            let reader = match file.extension().and_then(|ending| ending.to_str()) {
                Some("tex") => "latex",
                Some("md") => "markdown",
                _ => continue,
            };
            let path = file.display().to_string();
            let read = ["-f", reader, &path, "-t"];
            let html = run(&place, Path::new("pandoc"), &[&read[..], &["html"]].concat());
            run(&place, Path::new("pandoc"), &[&read[..], &["docx", "-o", "paper.docx"]].concat());
            let text = std::fs::read_to_string(&file).expect("a table");
            let is_row = |line: &&str| line.contains(" & ") || line.starts_with("| ");
            let expected: usize = text.lines().filter(is_row).map(digits).sum();
            let found = digits_of_tables(&html);
            assert!(found >= expected && expected > 0, "{path}: {found} of {expected} digits");
        }
    }
}

#[test]
#[ignore = "takes pdffonts, of poppler"]
fn figures_bring_their_font() {
    if !is_there("pdffonts") {
        return;
    }
    let place = Place::new();
    place.ok("run token-bias --n 2 --into run");
    place.ok("figures run --into figures --format pdf");
    let files = files_below(&place.path("figures"));
    let files: Vec<_> = files
        .iter()
        .filter(|file| file.extension().is_some_and(|ending| ending == "pdf"))
        .collect();
    assert!(files.len() > 10, "{files:?}");
    for file in files {
        let file = file.display().to_string();
        let told = run(&place, Path::new("pdffonts"), &[&file]);
        let mut lines = told.lines();
        let at = lines.next().and_then(|head| head.find("emb ")).expect("a column `emb`");
        let fonts: Vec<&str> = lines.skip(1).collect();
        assert!(!fonts.is_empty(), "{file}");
        for font in fonts {
            assert!(font.contains("Arimo") && font[at..].starts_with("yes"), "{file}: {font}");
        }
    }
}
