//! `peirast cache explain`: explains a cache miss.

use super::runtime;
use crate::console;
use anyhow::Result;
use clap::{Args, Subcommand};
use peirast_record::{Difference, Shape, Trial};
use peirast_report::escape_control;
use peirast_store::{Store, TrialDetails};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `cache`.
#[derive(Debug, Args)]
pub struct CacheArgs {
    /// The action.
    #[command(subcommand)]
    pub action: CacheAction,
}

/// Actions on stored answers.
#[derive(Debug, Subcommand)]
pub enum CacheAction {
    /// Show the fields in which two questions differ.
    Explain(ExplainKeysArgs),
}

/// Arguments of `cache explain`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast cache explain runs/token-bias 3f9a 77c1
  peirast cache explain runs/token-bias 3f9a
  peirast cache explain runs/monday 3f9a --other runs/tuesday

A stored answer is reused only if everything that shapes an answer is the same: messages, subject,
endpoint, every setting, and the number of the repetition. Without a second key, the question is
compared with the other questions to the same subject about the same problem under the same protocol.")]
pub struct ExplainKeysArgs {
    /// A run directory.
    pub dir: PathBuf,
    /// The first characters of a question's key.
    pub key: String,
    /// The first characters of the other question's key.
    pub with: Option<String>,
    /// The run directory of the other question. Default: the same directory.
    #[arg(long, value_name = "DIR")]
    pub other: Option<PathBuf>,
    /// Print JSON lines.
    #[arg(long)]
    pub json: bool,
}

/// The most other questions with which one is compared.
const MOST: usize = 20;

/// Explains the keys of stored answers.
pub fn cache(args: &CacheArgs) -> Result<ExitCode> {
    match &args.action {
        CacheAction::Explain(args) => explain(args),
    }
}

fn explain(args: &ExplainKeysArgs) -> Result<ExitCode> {
    let (one, others) = runtime()?.block_on(async {
        let store = Store::open_read_only(&args.dir).await?;
        let one = store.find(&args.key).await?;
        let elsewhere = match &args.other {
            Some(dir) => Some(Store::open_read_only(dir).await?),
            None => None,
        };
        let other = elsewhere.as_ref().unwrap_or(&store);
        let others = match &args.with {
            Some(key) => vec![other.find(key).await?],
            None => alike(&one.trial, other, elsewhere.is_some()).await?,
        };
        anyhow::Ok((one, others))
    })?;
    let mut text = String::new();
    if others.is_empty() {
        return console::finish(&if args.json { alone_as_json(&one) } else { alone_as_text(&one) });
    }
    if !args.json {
        text.push_str(&described("this", &one));
    }
    for other in &others {
        let differences = shape(&one).differences(&shape(other));
        text.push_str(&match args.json {
            true => as_json(&one, other, &differences),
            false => as_text(&one, other, &differences),
        });
    }
    console::finish(&text)
}

/// Returns the questions about the same problem, under the same protocol, to the same subject. A
/// store `elsewhere` may also contain the question itself.
async fn alike(trial: &Trial, store: &Store, elsewhere: bool) -> Result<Vec<TrialDetails>> {
    let mut found = Vec::new();
    for other in store.load_trials().await? {
        let same = (&other.problem, &other.protocol, &other.subject)
            == (&trial.problem, &trial.protocol, &trial.subject);
        if same && (elsewhere || other.key != trial.key) && found.len() < MOST {
            found.push(store.find(&other.key.text()).await?);
        }
    }
    Ok(found)
}

fn shape(exchange: &TrialDetails) -> Shape {
    Shape::new(&exchange.trial, &exchange.endpoint, &exchange.messages)
}

fn described(name: &str, exchange: &TrialDetails) -> String {
    let trial = &exchange.trial;
    let answered = match &exchange.response {
        Some(_) => "answered",
        None => "not answered",
    };
    let line = format!(
        "{name:<6} {}  {} about {} under {}, {answered}\n",
        trial.key, trial.subject, trial.problem, trial.protocol
    );
    let doubt = match exchange.messages.is_empty() || shape(exchange).key() == trial.key {
        true => "",
        false => {
            "       its key is not that of what is stored: another version wrote it, or it was changed\n"
        }
    };
    escape_control(&(line + doubt))
}

/// Describes a question without a counterpart: the fields of its key.
fn alone_as_text(one: &TrialDetails) -> String {
    let mut text = described("this", one);
    for (field, value) in shape(one).fields() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "       {}", escape_control(&field));
        let _ = writeln!(text, "         {}", escape_control(&value).replace('\n', "\\n"));
    }
    let Trial { subject, problem, protocol, .. } = &one.trial;
    text + &escape_control(&format!(
        "       no other question was put to {subject} about {problem} under {protocol}: name another key to \
         compare it with\n"
    ))
}

fn alone_as_json(one: &TrialDetails) -> String {
    let row = serde_json::json!({
        "this": one.trial.key,
        "other": null,
        "this_answered": one.response.is_some(),
        "fields": shape(one).fields(),
    });
    format!("{row}\n")
}

fn as_text(one: &TrialDetails, other: &TrialDetails, differences: &[Difference]) -> String {
    let mut text = described("other", other);
    for difference in differences {
        let said = |value: &Option<String>| match value {
            Some(value) => escape_control(value).replace('\n', "\\n"),
            None => "(not set)".to_owned(),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "       {}", escape_control(&difference.field));
        let _ = writeln!(text, "         this   {}", said(&difference.one));
        let _ = writeln!(text, "         other  {}", said(&difference.other));
    }
    if differences.is_empty() {
        text.push_str(match one.trial.key == other.trial.key {
            true => "       the same question: its answer is used again\n",
            false => "       no field differs: one of the keys is of another version\n",
        });
    }
    text
}

fn as_json(one: &TrialDetails, other: &TrialDetails, differences: &[Difference]) -> String {
    let fields: Vec<serde_json::Value> = differences
        .iter()
        .map(|d| serde_json::json!({"field": d.field, "this": d.one, "other": d.other}))
        .collect();
    let row = serde_json::json!({
        "this": one.trial.key,
        "other": other.trial.key,
        "this_answered": one.response.is_some(),
        "other_answered": other.response.is_some(),
        "differences": fields,
    });
    format!("{row}\n")
}
