//! A registration in words, in the order of the headings of OSF's template.

use super::{Registration, analysis_plan, block, design_plan, sampling_plan, variables};
use crate::wording::listed;
use peirast_record::{KeyError, Publication};
use serde::Serialize;
use std::collections::BTreeSet;

/// Marks a part that only the authors can write.
pub(super) const TO_FILL_IN: &str = "TO BE FILLED IN: ";

/// A registration in words: sections with questions and their answers, in the order of the template
/// "OSF Preregistration".
///
/// Source: the form of that name, version 3, of the Center for Open Science
/// (`osf-preregistration-3.json` in the repository of osf.io).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RegistrationDocument {
    /// The title of the study.
    pub title: String,
    /// The origin of the document, in a few sentences.
    pub introduction: Vec<String>,
    /// The sections.
    pub sections: Vec<RegistrationSection>,
    /// The data as lines of characters.
    #[serde(skip)]
    pub(super) block: String,
}

/// A section of the template, such as `Sampling Plan`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RegistrationSection {
    /// The heading.
    pub heading: &'static str,
    /// The questions of the section, with their answers.
    pub parts: Vec<RegistrationPart>,
}

/// A question of the template with its answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RegistrationPart {
    /// The question, such as `Stopping rule`.
    pub heading: &'static str,
    /// The paragraphs of the answer.
    pub paragraphs: Vec<String>,
    /// The entries of a list after the paragraphs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<String>,
    /// A part that only the authors can write.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_fill_in: Option<String>,
}

impl RegistrationPart {
    /// An answer of these paragraphs.
    pub(super) fn new(heading: &'static str, paragraphs: impl IntoIterator<Item = String>) -> Self {
        let paragraphs = paragraphs.into_iter().filter(|text| !text.is_empty()).collect();
        Self { heading, paragraphs, ..Self::default() }
    }

    /// The same answer with a list after it.
    pub(super) fn with_entries(self, entries: Vec<String>) -> Self {
        Self { entries, ..self }
    }

    /// The same answer with a part that the authors must write.
    pub(super) fn with_gap(self, what: &str) -> Self {
        Self { to_fill_in: Some(format!("{TO_FILL_IN}{what}")), ..self }
    }
}

/// Publications that a document cites.
pub(super) type Cited = BTreeSet<Publication>;

pub(super) fn document(registration: &Registration) -> Result<RegistrationDocument, KeyError> {
    let mut cited = Cited::new();
    let mut sections = vec![
        metadata(registration),
        RegistrationSection {
            heading: "Study Information",
            parts: vec![design_plan::hypotheses(registration)],
        },
        RegistrationSection { heading: "Design Plan", parts: design_plan::parts(registration) },
        RegistrationSection {
            heading: "Sampling Plan",
            parts: sampling_plan::parts(registration, &mut cited),
        },
        RegistrationSection { heading: "Variables", parts: variables::parts(registration) },
        RegistrationSection {
            heading: "Analysis Plan",
            parts: analysis_plan::parts(registration, &mut cited),
        },
    ];
    sections.push(other(registration, cited));
    Ok(RegistrationDocument {
        title: registration.study.title.clone(),
        introduction: introduction(registration)?,
        sections,
        block: block::block(registration)?,
    })
}

fn introduction(registration: &Registration) -> Result<Vec<String>, KeyError> {
    let date = registration.date.as_ref().map_or(String::new(), |date| format!(" on {date}"));
    Ok(vec![
        format!(
            "Peirast {} wrote this preregistration{date} from the study {} (study hash {}, registration hash {}). Its \
             headings follow the template \"OSF Preregistration\".",
            registration.version,
            registration.study.id,
            registration.study_hash,
            registration.hash()?
        ),
        format!(
            "Lines that begin with \"{}\" are for the authors. All other statements follow from the study, whose \
             complete data are in the block at the end.",
            TO_FILL_IN.trim_end()
        ),
    ])
}

fn metadata(registration: &Registration) -> RegistrationSection {
    let about: Vec<String> = registration
        .study
        .about
        .split("\n\n")
        .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let described = about.iter().any(|text| !text.is_empty());
    let description = RegistrationPart::new("Description", about);
    RegistrationSection {
        heading: "Metadata",
        parts: vec![
            RegistrationPart::new("Title", [registration.study.title.clone()]),
            if described { description } else { description.with_gap("the aim of the study.") },
            RegistrationPart::new("Contributors", [])
                .with_gap("names, affiliations and ORCID identifiers of the authors."),
            RegistrationPart::new("License", []).with_gap("the license of the registration."),
        ],
    }
}

fn other(registration: &Registration, cited: Cited) -> RegistrationSection {
    let references: Vec<String> =
        cited.into_iter().map(|publication| publication.reference.to_owned()).collect();
    let paragraphs = [
        format!(
            "The study file, the seed and version {} of Peirast determine all problems and prompts, byte for byte. The \
             hash of all problems, asked or not, is {}.",
            registration.version, registration.items_hash
        ),
        "The command \"peirast report RUN --registration FILE\" compares a run with this document, and its report lists \
         each departure."
            .to_owned(),
        if references.is_empty() { String::new() } else { "References:".to_owned() },
    ];
    RegistrationSection {
        heading: "Other",
        parts: vec![
            RegistrationPart::new("Other", paragraphs)
                .with_entries(references)
                .with_gap("funding, conflicts of interest, ethics, related work of the authors."),
        ],
    }
}

/// Names in a row, or `none`.
pub(super) fn or_none(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { listed(names) }
}
