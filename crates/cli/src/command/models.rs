//! `peirast models`: the providers of live models.

use crate::console;
use anyhow::{Result, bail};
use clap::Args;
use peirast_llm::wire::SystemRole;
use peirast_llm::{AuthForm, Provider, Providers, Terms, Thinking};
use peirast_record::{Setting, is_simulated};
use peirast_report::escape_line;
use peirast_study::providers;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `models`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast models
  peirast models openai/o3 ollama/llama3:8b
  peirast models --json

The name of a model is provider/name. A file can add other providers: see docs/providers.md.")]
pub struct ModelsArgs {
    /// Providers or models to describe in full, for example gemini or openai/o3. Default: a list of
    /// all providers.
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// A file of providers (TOML) that adds to the built-in ones, or changes them.
    #[arg(long, value_name = "FILE")]
    pub providers: Vec<PathBuf>,
    /// Print JSON lines.
    #[arg(long)]
    pub json: bool,
}

/// Lists the providers, or describes some of them in full.
pub fn models(args: &ModelsArgs) -> Result<ExitCode> {
    let table = providers::load(&args.providers)?;
    let found: Vec<Result<Terms>> = match args.names.as_slice() {
        [] => table.all().iter().map(|row| Ok(table.terms_of(&row.name, "")?)).collect(),
        names => names.iter().map(|name| known(&table, name)).collect(),
    };
    let (mut terms, mut unknown) = (Vec::new(), None);
    for one in found {
        match one {
            Ok(known) => terms.push(known),
            Err(error) => unknown = unknown.or(Some(error)),
        }
    }
    let text = match (args.json, args.names.is_empty()) {
        (true, _) => terms.iter().map(|terms| format!("{}\n", as_json(terms))).collect(),
        (false, true) => listed(&terms),
        (false, false) => terms.iter().map(described).collect::<Vec<_>>().join("\n"),
    };
    console::result(&text)?;
    unknown.map_or(Ok(ExitCode::SUCCESS), Err)
}

/// Returns the terms of a provider or model.
fn known(table: &Providers, name: &str) -> Result<Terms> {
    if is_simulated(name) {
        bail!("`{name}` is a simulated subject, not a model: `peirast subjects` lists those");
    }
    Ok(table.terms(name)?)
}

/// Lists the providers, one per line.
fn listed(all: &[Terms]) -> String {
    let mut text =
        format!("{:<18} {:<17} {:<27} {:<8} takes\n", "provider", "format", "key", "is set");
    for terms in all {
        let Provider { name, wire, keys, local, .. } = terms.provider();
        let variables = match (keys.as_slice(), local) {
            ([], _) => "-".to_owned(),
            ([first, ..], false) => first.clone(),
            ([first, ..], true) => format!("({first})"),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:<18} {:<17} {:<27} {:<8} {}",
            escape_line(name),
            wire.as_str(),
            escape_line(&variables),
            if key_set(terms).is_some() { "yes" } else { "no" },
            taken(terms.provider())
        );
    }
    text.push_str("A key in brackets is not needed. `peirast models NAME` says more of a provider or model.\n");
    text
}

/// Describes one provider or model in full.
fn described(terms: &Terms) -> String {
    let Provider { name, about, wire, keys, auth, local, needs, efforts, .. } = terms.provider();
    let mut text = String::new();
    let model = if terms.model().is_empty() { "NAME" } else { terms.model() };
    let mut line = |what: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{what:<9} {}", escape_line(value));
    };
    line("model", &format!("{name}/{model}"));
    if !about.is_empty() {
        line("provider", about);
    }
    line("format", wire.as_str());
    line("url", &terms.shown_url(&providers::variable));
    let set = key_set(terms)
        .map_or_else(|| "not set".to_owned(), |variable| format!("{variable} is set"));
    let optional = if *local { ", not needed" } else { "" };
    line(
        "key",
        &match keys.as_slice() {
            [] => "none".to_owned(),
            keys => format!("{} ({set}{optional}), sent {}", keys.join(" or "), sent_as(auth)),
        },
    );
    line("takes", &taken(terms.provider()));
    if !needs.is_empty() {
        line("needs", &names(needs.iter()));
    }
    if !efforts.is_empty() {
        let words: Vec<&str> = efforts.iter().map(|effort| effort.as_str()).collect();
        line("efforts", &words.join(", "));
    }
    if let Some(form) = terms.provider().batch {
        line("batches", &format!("in the form of {}: see `peirast batch`", form.as_str()));
    }
    limits(terms.provider()).iter().for_each(|limit| line("limit", limit));
    terms.provider().notes.iter().for_each(|note| line("note", note));
    terms.provider().docs.iter().for_each(|url| line("see", url));
    text
}

fn limits(provider: &Provider) -> Vec<String> {
    let Provider { most, least, excludes, silent_while_thinking, thinks, system, .. } = provider;
    let is_taken = |setting: &Setting| provider.takes.contains(setting);
    let least = least.iter().filter(|(setting, _)| is_taken(setting));
    let most = most.iter().filter(|(setting, _)| is_taken(setting));
    let mut limits: Vec<String> =
        least.map(|(setting, value)| format!("{setting} from {value} up")).collect();
    limits.extend(most.map(|(setting, value)| format!("{setting} up to {value}")));
    limits.extend(
        excludes.iter().map(|(one, other)| format!("{one} or {}, not both", names(other.iter()))),
    );
    if !silent_while_thinking.is_empty() {
        let when = match thinks {
            Thinking::IfAsked => "while it thinks",
            Thinking::UnlessTold => {
                "while it thinks, which it does unless reasoning-effort is none"
            }
        };
        limits.push(format!("no {} {when}", names(silent_while_thinking.iter())));
    }
    if *system == SystemRole::User {
        limits.push("no system role: instructions are put before the question".to_owned());
    }
    limits
}

fn sent_as(auth: &AuthForm) -> String {
    match auth {
        AuthForm::Bearer => "as a bearer token".to_owned(),
        AuthForm::Header(name) => format!("as {name}"),
    }
}

fn taken(provider: &Provider) -> String {
    names(provider.takes.iter())
}

fn names<'a>(settings: impl Iterator<Item = &'a Setting>) -> String {
    settings.map(|setting| setting.as_str()).collect::<Vec<_>>().join(", ")
}

/// The environment variable of the key, if it is set. Its value is never shown.
fn key_set(terms: &Terms) -> Option<&str> {
    let mut keys = terms.provider().keys.iter();
    keys.find(|name| providers::variable(name).is_some()).map(String::as_str)
}

fn as_json(terms: &Terms) -> serde_json::Value {
    let provider = terms.provider();
    serde_json::json!({
        "provider": provider.name,
        "model": (!terms.model().is_empty()).then(|| terms.model()),
        "about": provider.about,
        "wire": provider.wire,
        "url": terms.shown_url(&providers::variable),
        "keys": provider.keys,
        "key_set": key_set(terms),
        "key_needed": !provider.local,
        "auth": provider.auth,
        "takes": provider.takes,
        "needs": provider.needs,
        "places": provider.places,
        "efforts": provider.efforts,
        "least": provider.least,
        "most": provider.most,
        "excludes": provider.excludes,
        "silent_while_thinking": provider.silent_while_thinking,
        "thinks": provider.thinks,
        "system": provider.system,
        "batch": provider.batch,
        "body": provider.body,
        "notes": provider.notes,
        "docs": provider.docs,
    })
}
