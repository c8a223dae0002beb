//! Provenance: everything needed to make a report again.

use serde::Serialize;

/// The origin of a report. Printed on every artifact.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Provenance {
    /// Version of Peirast that made the report.
    pub version: String,
    /// Id of the study or of the recorded analysis.
    pub study: String,
    /// Hash of the study document.
    pub study_hash: String,
    /// Hash of the study without its subjects, their servers and their sampling: runs with the same
    /// hash ask the same questions. Empty if it is not known.
    #[serde(skip)]
    pub design_hash: String,
    /// Seed of the study; absent for recorded answers.
    pub seed: Option<u64>,
    /// Design of the stimuli; absent for recorded answers.
    pub profile: Option<String>,
    /// Rule of the tests.
    pub rule: String,
    /// Correction over each family of tests.
    pub correction: String,
    /// Level of significance, as text.
    pub alpha: String,
    /// The treatment of answers without a verdict.
    pub treatment: String,
    /// The grader, with the version of its reader.
    pub grader: String,
    /// The sampling of the subjects, as JSON.
    pub sampling: String,
    /// The command that makes the report again.
    pub command: String,
    /// The origin of each subject's answers.
    pub subjects: Vec<SubjectProvenance>,
}

/// The origin of the answers of one subject.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SubjectProvenance {
    /// The subject.
    pub model: String,
    /// Its endpoint: a base URL, or the data that determine a simulated subject's answers.
    pub endpoint: String,
    /// The settings of the study that it was not sent, because it takes none of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_sent: Vec<String>,
    /// The models that answered, as the provider names them.
    pub served_as: Vec<String>,
    /// The configurations of its servers, by the servers' own fingerprints, if they report any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fingerprints: Vec<String>,
    /// Answers.
    pub answers: u64,
    /// Answers besides to questions that were put once more, as A/A controls.
    #[serde(skip_serializing_if = "is_none")]
    pub controls: u64,
    /// Attempts that all of them took.
    pub attempts: u64,
    /// Tokens of their prompts, as far as reported.
    pub input_tokens: u64,
    /// Their tokens, as far as reported.
    pub output_tokens: u64,
    /// The time of the first question, UTC; absent for simulated and recorded subjects.
    pub first_asked: Option<String>,
    /// The time of the last question.
    pub last_asked: Option<String>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "that is how serde asks")]
fn is_none(count: &u64) -> bool {
    *count == 0
}
