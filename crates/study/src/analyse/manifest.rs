//! The manifest of a run: the program, the servers and the provenance of the answers.

use crate::error::Result;
use crate::run_dir::FLOW;
use peirast_report::{Report, escape_json};
use peirast_store::{ServingModel, Store, Submission};
use peirast_task::GENERATION;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The version of the manifest's own form.
const FORM: u32 = 1;

#[derive(Serialize)]
struct Manifest<'r> {
    manifest: u32,
    peirast: Value,
    /// The version of the generators of problems.
    generation: u32,
    #[serde(flatten)]
    provenance: &'r peirast_report::Provenance,
    served: Vec<Value>,
    /// Requests to each account in the last run, with refusals and outages.
    #[serde(skip_serializing_if = "Option::is_none")]
    accounts: Option<Value>,
    batches: Vec<Submission>,
    store: Value,
}

/// Renders the manifest of a run as JSON; `commit` is the commit of the program, if it is known.
pub(crate) async fn manifest(
    store: &Store,
    report: &Report,
    served: &[ServingModel],
    commit: Option<&str>,
) -> Result<String> {
    let counts = store.counts().await?;
    let failures: BTreeMap<&str, u64> =
        counts.failures.iter().map(|(kind, count)| (kind.as_str(), *count)).collect();
    let manifest = Manifest {
        manifest: FORM,
        peirast: json!({ "version": peirast_record::VERSION, "commit": commit }),
        generation: GENERATION,
        provenance: &report.provenance,
        served: served.iter().map(server_record).collect(),
        accounts: store.meta(FLOW).await?.and_then(|text| serde_json::from_str(&text).ok()),
        batches: store.submissions().await?,
        store: json!({
            "schema": store.schema(),
            "problems": counts.problems,
            "prompts": counts.prompts,
            "trials": counts.trials,
            "responses": counts.responses,
            "duplicates": counts.duplicates,
            "reused": counts.reused,
            "failures": failures,
        }),
    };
    Ok(escape_json(&serde_json::to_string_pretty(&manifest)?) + "\n")
}

/// Returns the model and server of answers, with readable times.
fn server_record(one: &ServingModel) -> Value {
    let time = |us: i64| {
        let time = jiff::Timestamp::from_microsecond(us).ok().filter(|_| us > 0)?;
        Some(time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
    };
    json!({
        "subject": one.subject,
        "model": one.model,
        "fingerprint": one.fingerprint,
        "answers": one.answers,
        "first_asked": time(one.first_us),
        "last_asked": time(one.last_us),
    })
}
