//! The report for programs, and its prose for people at a terminal.

use crate::wording::wrapped;
use crate::{
    Limitations, Methods, Report, Synopsis, escape_json, escape_line, limitations, methods,
    synopsis,
};
use serde::Serialize;

/// Columns of a terminal.
const WIDTH: usize = 100;

/// A report with what follows from it in words.
#[derive(Serialize)]
struct Document<'r> {
    #[serde(rename = "abstract")]
    synopsis: Synopsis,
    #[serde(flatten)]
    report: &'r Report,
    limitations: Limitations,
    methods: Methods,
}

/// The report as JSON, with its abstract, its limitations and its methods.
///
/// # Errors
/// None in practice: every part of a report is plain data.
pub fn json(report: &Report) -> Result<String, serde_json::Error> {
    let document = Document {
        synopsis: synopsis(report),
        report,
        limitations: limitations(report),
        methods: methods(report),
    };
    Ok(escape_json(&serde_json::to_string_pretty(&document)?) + "\n")
}

/// Title, abstract, limitations and methods as plain text. No name in it steers a terminal.
pub fn account(report: &Report) -> String {
    let mut parts = vec![
        ("Abstract", synopsis(report).paragraphs()),
        ("Limitations", limitations(report).paragraphs()),
        ("Methods", methods(report).paragraphs()),
    ];
    if let Some(check) = &report.registration {
        parts.insert(0, ("Preregistration", check.paragraphs()));
    }
    let mut text = format!("{}\n", wrapped(&escape_line(&report.title), WIDTH));
    for (heading, part) in parts {
        text.push_str(&format!("\n{heading}\n"));
        for paragraph in part {
            text.push_str(&format!("\n{}\n", wrapped(&escape_line(&paragraph), WIDTH)));
        }
    }
    text
}
