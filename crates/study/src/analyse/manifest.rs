//! The manifest of a run: the program, the servers and the provenance of the answers.

use crate::error::Result;
use crate::run_dir::FLOW;
use peirast_report::{Report, escape_json};
use peirast_store::{ServingModel, Store, Submission};
use peirast_task::GENERATION;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The version of the manifest's own form.
const FORM: u32 = 1;

#[derive(Serialize)]
struct Manifest<'r> {
    manifest: u32,
    peirast: Program,
    /// The version of the generators of problems.
    generation: u32,
    #[serde(flatten)]
    provenance: &'r peirast_report::Provenance,
    served: Vec<ServerRecord>,
    /// Requests to each account in the last run, with refusals and outages.
    #[serde(skip_serializing_if = "Option::is_none")]
    accounts: Option<Value>,
    batches: Vec<Submission>,
    store: StoredCounts,
}

#[derive(Serialize)]
struct Program {
    version: &'static str,
    /// Commit that it was built from; `None` where that is not known.
    commit: Option<String>,
}

/// Model and server of answers, with readable times.
#[derive(Serialize)]
struct ServerRecord {
    subject: String,
    model: Option<String>,
    fingerprint: Option<String>,
    answers: u64,
    first_asked: Option<String>,
    last_asked: Option<String>,
}

#[derive(Serialize)]
struct StoredCounts {
    schema: u32,
    problems: u64,
    prompts: u64,
    trials: u64,
    responses: u64,
    duplicates: u64,
    reused: u64,
    failures: BTreeMap<&'static str, u64>,
}

/// Renders the manifest of a run as JSON.
pub(crate) async fn manifest(
    store: &Store,
    report: &Report,
    served: Vec<ServingModel>,
    commit: Option<&str>,
) -> Result<String> {
    let counts = store.counts().await?;
    let failures = counts.failures.iter().map(|(kind, count)| (kind.as_str(), *count)).collect();
    let manifest = Manifest {
        manifest: FORM,
        peirast: Program { version: peirast_record::VERSION, commit: commit.map(str::to_owned) },
        generation: GENERATION,
        provenance: &report.provenance,
        served: served.into_iter().map(ServerRecord::from).collect(),
        accounts: store.meta(FLOW).await?.and_then(|text| serde_json::from_str(&text).ok()),
        batches: store.submissions().await?,
        store: StoredCounts {
            schema: store.schema(),
            problems: counts.problems,
            prompts: counts.prompts,
            trials: counts.trials,
            responses: counts.responses,
            duplicates: counts.duplicates,
            reused: counts.reused,
            failures,
        },
    };
    Ok(escape_json(&serde_json::to_string_pretty(&manifest)?) + "\n")
}

impl From<ServingModel> for ServerRecord {
    fn from(one: ServingModel) -> Self {
        let time = |us: i64| {
            let time = jiff::Timestamp::from_microsecond(us).ok().filter(|_| us > 0)?;
            Some(time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
        };
        Self {
            subject: one.subject,
            model: one.model,
            fingerprint: one.fingerprint,
            answers: one.answers,
            first_asked: time(one.first_us),
            last_asked: time(one.last_us),
        }
    }
}
