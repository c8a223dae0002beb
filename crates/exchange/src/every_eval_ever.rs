//! Every Eval Ever, the shared schema and data set of evaluation results: writes runs as its
//! records. The module [`scores`](crate::scores) reads its instances from other tools.
//!
//! A record holds the results of one subject: a JSON object with the accuracy of each family of
//! problems, and a file of JSON lines, one for each answer. Both follow version [`SCHEMA_VERSION`]
//! of the schema and have the paths of the data set.

mod aggregate;
mod identity;
mod instance;

pub use identity::{Deployment, Host, ModelNames};

use crate::ExchangeError;
use crate::inspect::{AnswerLookup, ExportedRun, Log, Sample};
use aggregate::{Family, aggregate};
use identity::{Identity, component};
use instance::instance;
use peirast_record::{Key, Treatment};
use peirast_report::Provenance;
use peirast_table::escape_line;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The version of the schema that Peirast writes.
pub const SCHEMA_VERSION: &str = "0.3.0";

/// Data of a record that the run does not have.
#[derive(Clone, Debug)]
pub struct RecordOptions {
    /// The organization that provides the data.
    pub organization: String,
    /// The relationship of the evaluator to the developer of the model.
    pub relationship: Relationship,
    /// The names of models that the user gives.
    pub models: ModelNames,
    /// The deployments of subjects, as far as they are known.
    pub deployments: BTreeMap<String, Deployment>,
}

/// The relationship of the evaluator to the developer of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relationship {
    /// The developer ran it.
    FirstParty,
    /// Somebody else ran it.
    ThirdParty,
    /// Both ran it together.
    Collaborative,
    /// None of these.
    Other,
}

impl Relationship {
    /// The name in the schema.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::FirstParty => "first_party",
            Self::ThirdParty => "third_party",
            Self::Collaborative => "collaborative",
            Self::Other => "other",
        }
    }
}

/// The results of one subject, as two files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluationRecord {
    /// The subject.
    pub subject: String,
    /// The model as the record names it.
    pub model: String,
    /// The path of the results below the data set, and their text.
    pub results: (PathBuf, String),
    /// The path of the answers, and their text.
    pub instances: (PathBuf, String),
    /// Number of answers.
    pub answers: usize,
}

/// The data that both files of a subject have.
struct Heading<'r> {
    provenance: &'r Provenance,
    title: &'r str,
    identity: Identity,
    /// The name that joins results and answers.
    evaluation_id: String,
    treatment: Treatment,
}

impl<A: AnswerLookup> ExportedRun<A> {
    /// The records of the run, by subject. The same run gives the same bytes.
    ///
    /// # Errors
    /// If outcomes do not form pairs, if two subjects have the same model name, or if a named
    /// subject has no answers.
    pub fn evaluation_records(
        &self,
        options: &RecordOptions,
    ) -> Result<Vec<EvaluationRecord>, ExchangeError> {
        let logs = self.logs()?;
        let mut subjects: BTreeMap<&str, Vec<&Log<'_>>> = BTreeMap::new();
        for log in &logs {
            subjects.entry(log.subject).or_default().push(log);
        }
        options.models.check(subjects.keys().copied())?;
        let mut taken: BTreeMap<String, &str> = BTreeMap::new();
        let mut records = Vec::new();
        for (subject, logs) in subjects {
            let identity = Identity::new(subject, options)?;
            if let Some(other) = taken.insert(identity.id.clone(), subject) {
                let [other, subject] = [other, subject].map(escape_line);
                return Err(ExchangeError::Layout(format!(
                    "`{other}` and `{subject}` would both be the model {}: rename one of them with \
                     --model {subject}=DEVELOPER/MODEL",
                    identity.id
                )));
            }
            records.extend(self.record(subject, identity, &logs, options)?);
        }
        Ok(records)
    }

    /// The record of a subject; `None` if it gave no answer.
    fn record(
        &self,
        subject: &str,
        identity: Identity,
        logs: &[&Log<'_>],
        options: &RecordOptions,
    ) -> Result<Option<EvaluationRecord>, ExchangeError> {
        let provenance = &self.report.provenance;
        let heading = Heading {
            evaluation_id: format!(
                "{}/{}/{}",
                component(&provenance.study),
                identity.id.replace('/', "_"),
                provenance.study_hash
            ),
            provenance,
            title: &self.report.title,
            identity,
            treatment: self.treatment,
        };
        let mut families = self.families(subject, logs);
        families.retain(|_, family| !family.samples.is_empty());
        if families.is_empty() {
            return Ok(None);
        }
        let mut lines = String::new();
        let mut answers = 0;
        for (name, family) in &families {
            for sample in &family.samples {
                lines.extend(
                    instance(&heading, name, family, sample).map(|line| line.to_string() + "\n"),
                );
            }
            answers += family.samples.len();
        }
        let uuid = uuid(provenance, subject);
        let folder = format!("data/{}/{}", component(&provenance.study), heading.identity.folder());
        let sidecar = format!("{folder}/{uuid}_samples.jsonl");
        let mut record = aggregate(&heading, &families, logs, options)?;
        record["detailed_evaluation_results"] = json!({
            "format": "jsonl",
            "file_path": sidecar,
            "hash_algorithm": "sha256",
            "checksum": hash(lines.as_bytes()),
            "total_rows": answers,
        });
        let text = serde_json::to_string_pretty(&record)? + "\n";
        Ok(Some(EvaluationRecord {
            subject: subject.to_owned(),
            model: heading.identity.id,
            results: (format!("{folder}/{uuid}.json").into(), text),
            instances: (sidecar.into(), lines),
            answers,
        }))
    }

    /// The answers of a subject by the families of their problems. The logs of several hypotheses
    /// may contain an answer; here it occurs once.
    fn families<'l>(
        &'l self,
        subject: &str,
        logs: &[&'l Log<'l>],
    ) -> BTreeMap<&'l str, Family<'l>> {
        let mut samples: BTreeMap<&Key, &Sample<'_>> = BTreeMap::new();
        for sample in logs.iter().flat_map(|log| &log.samples) {
            samples.entry(&sample.trial.key).or_insert(sample);
        }
        let mut families: BTreeMap<&str, Family<'_>> = BTreeMap::new();
        for sample in samples.into_values().filter(|sample| sample.answered.is_ok()) {
            let family = sample.factors.get("family").unwrap_or(NO_FAMILY);
            families.entry(family).or_default().samples.push(sample);
        }
        for family in families.values_mut() {
            family.samples.sort_by(|a, b| (&a.id, a.trial.repeat).cmp(&(&b.id, b.trial.repeat)));
        }
        for open in self.single.open().iter().filter(|open| open.subject == subject) {
            let family = open.factors.get("family").unwrap_or(NO_FAMILY);
            families.entry(family).or_default().unanswered += 1;
        }
        families
    }
}

/// The name of results for answers whose problems have no family.
const NO_FAMILY: &str = "answers";

/// A text in the form of a UUID of version 4. The same export gives the same one.
fn uuid(provenance: &Provenance, subject: &str) -> String {
    let key = Key::from_json("every-eval-ever", json!([provenance.study_hash, subject]));
    let number = key.number().unwrap_or_default();
    let number = (number & !(0xf << 76)) | (0x4 << 76);
    let number = (number & !(0b11 << 62)) | (0b10 << 62);
    let digits = format!("{number:032x}");
    let parts =
        [0..8, 8..12, 12..16, 16..20, 20..32].map(|range| digits.get(range).unwrap_or_default());
    parts.join("-")
}

/// The SHA-256 of bytes, in hexadecimal digits.
fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_have_the_form_of_random_ones() {
        let of = |study_hash: &str, subject| {
            let study_hash = study_hash.to_owned();
            uuid(&Provenance { study_hash, ..Provenance::default() }, subject)
        };
        let one = of("a", "s");
        assert_eq!(one, of("a", "s"));
        assert!(one != of("b", "s") && one != of("a", "t"));
        let lengths: Vec<usize> = one.split('-').map(str::len).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12]);
        assert_eq!(one.chars().nth(14), Some('4'), "{one}");
        assert!(one.chars().nth(19).is_some_and(|c| "89ab".contains(c)), "{one}");
    }

    #[test]
    fn hashes_are_those_of_the_standard() {
        // The example of one block in FIPS 180-4.
        let wanted = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hash(b"abc"), wanted);
    }
}
