//! Methods: paragraphs for a paper, made from what was done.
//!
//! Every sentence follows from something in the report. Unknown facts are left out; the text does
//! not mention steps that were not done.

mod effects;
mod materials;
mod procedure;
pub(crate) mod reference;
mod tests;

use crate::Report;
use peirast_record::Publication;
use serde::Serialize;
use std::collections::BTreeSet;

/// The methods of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Methods {
    /// The paragraphs, in the order in which a paper has them.
    pub paragraphs: Vec<Paragraph>,
    /// The publications that they name, by author.
    pub references: Vec<&'static str>,
}

/// A paragraph below a heading.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Paragraph {
    /// The heading.
    pub heading: &'static str,
    /// The text.
    pub text: String,
}

/// Sentences on their way into a paragraph, with what they cite.
#[derive(Default)]
struct Sentences {
    texts: Vec<String>,
    cited: BTreeSet<Publication>,
}

impl Sentences {
    fn say(&mut self, sentence: impl Into<String>) {
        let sentence = sentence.into();
        if !sentence.is_empty() {
            self.texts.push(sentence);
        }
    }

    /// The words in brackets for a publication, which the list of references then has.
    fn cite(&mut self, publication: Publication) -> &'static str {
        self.cited.insert(publication);
        publication.citation
    }
}

/// A paragraph: its heading, and what writes its sentences.
type Writer = (&'static str, fn(&Report, &mut Sentences));

const PARAGRAPHS: [Writer; 9] = [
    ("Materials", materials::write),
    ("Subjects and procedure", procedure::write),
    ("Reading and grading", procedure::reading),
    ("Tests", tests::write),
    ("Effects", effects::write),
    ("Lost pairs", effects::lost),
    ("Sensitivity", effects::sensitivity),
    ("Further measures", procedure::measures),
    ("Reproduction", procedure::reproduction),
];

/// Writes the methods of a report.
pub fn methods(report: &Report) -> Methods {
    let mut methods = Methods::default();
    let mut cited = BTreeSet::new();
    for (heading, write) in PARAGRAPHS {
        let mut own = Sentences::default();
        write(report, &mut own);
        if !own.texts.is_empty() {
            methods.paragraphs.push(Paragraph { heading, text: own.texts.join(" ") });
            cited.extend(own.cited);
        }
    }
    methods.references = cited.into_iter().map(|publication| publication.reference).collect();
    methods
}

impl Methods {
    /// Everything in words: the paragraphs below their headings, then the references, each a paragraph.
    pub fn paragraphs(&self) -> Vec<String> {
        let headed = |own: &Paragraph| format!("{}. {}", own.heading, own.text);
        let heading = (!self.references.is_empty()).then(|| "References".to_owned());
        let references = self.references.iter().map(|own| (*own).to_owned());
        self.paragraphs.iter().map(headed).chain(heading).chain(references).collect()
    }
}
