//! `peirast audit`: what a published table of results can be held to.

use crate::console;
use anyhow::{Context as _, Result, bail};
use clap::{Args, ValueEnum};
use peirast_audit::{Audit, Description, Document, EXAMPLES, Stated, audit as examine};
use peirast_report::{escape_json, escape_line};
use peirast_table::decode_text;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `audit`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast audit results.csv                 what the numbers of a table show without being told
  peirast audit README.md --all             the same of all tables and the prose of a document
  peirast audit paper.txt --stated 10       and what changes if p is exact up to 10 discordant pairs
  peirast audit my-audit.toml               tables, what their columns hold, and the claims of a text
  peirast audit --example token-bias        an audit of a published study
  peirast audit --example token-bias --show its description, to start from
  peirast audit --example token-bias --analyses
                                            what of its numbers can be recomputed, and what cannot
  peirast audit --example all --analyses    the same of every published study

Heads such as n12, n21, n*, z, p, p (Holm), reject, Acc (%), n, Mean, SD, Min, Max, CI Lower, t, df
say what columns hold. A description (TOML) names others, and states claims as expressions:
docs/audit.md tells how.")]
pub struct AuditArgs {
    /// A table or document: CSV, Markdown, the text of a paper, or a description (TOML); - is stdin.
    #[arg(required_unless_present = "example")]
    pub file: Option<PathBuf>,
    /// What the file is, unless its name says it.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<AuditFormat>,
    /// The text states: p is exact up to so many discordant pairs, and normal beyond.
    #[arg(long, value_name = "N")]
    pub stated: Option<u64>,
    /// A published study that comes with the program: token-bias, token-bias-workshop, syllogisms or
    /// erotetic; or all of them.
    #[arg(long, value_name = "NAME", conflicts_with = "file")]
    pub example: Option<String>,
    /// List the analyses of the publication instead: how many numbers each prints, whether they can be
    /// recomputed from what is printed, what they need otherwise, and which command makes the same
    /// analysis of a run.
    #[arg(long)]
    pub analyses: bool,
    /// Print the description of the example instead of auditing it.
    #[arg(long, requires = "example")]
    pub show: bool,
    /// Also list what recomputes.
    #[arg(long)]
    pub all: bool,
    /// Exit with 1 if anything does not recompute, or if there is nothing to recompute.
    #[arg(long)]
    pub strict: bool,
    /// The whole audit as JSON.
    #[arg(long)]
    pub json: bool,
}

/// The kind of a file to be audited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AuditFormat {
    /// Separated values with a line of heads.
    Csv,
    /// Markdown, or text with tables.
    Markdown,
    /// A description.
    Toml,
}

/// The name that stands for every example.
const EVERY: &str = "all";

/// Audits a document, and says what was found.
pub fn audit(args: &AuditArgs) -> Result<ExitCode> {
    if let Some(name) = args.example.as_deref().filter(|_| args.show) {
        let texts: Vec<&str> = examples(name)?.iter().map(|(_, text)| *text).collect();
        console::result(&texts.join("\n"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let found: Vec<Audit> = match (&args.example, &args.file) {
        (Some(name), _) => {
            let audited = |(name, text): &(&str, &str)| described(name, text, None, args);
            examples(name)?.iter().map(audited).collect::<Result<_>>()?
        }
        (None, Some(file)) => vec![of_file(file, args)?],
        (None, None) => bail!("name a file to audit, or --example NAME"),
    };
    if args.analyses && found.iter().all(|audit| audit.analyses.is_empty()) {
        let names: Vec<&str> = found.iter().map(|audit| audit.document.as_str()).collect();
        bail!(
            "{} lists no analyses; a description (TOML) lists them as [[analysis]]",
            names.join(", ")
        );
    }
    let text = match found.as_slice() {
        [one] if args.json => escaped(&json_value(one)?)?,
        several if args.json => {
            let values: Vec<Value> = several.iter().map(json_value).collect::<Result<_>>()?;
            escaped(&Value::Array(values))?
        }
        audits => {
            let text = |audit: &Audit| match args.analyses {
                true => audit.analyses_text(),
                false => audit.text(args.all),
            };
            audits.iter().map(text).collect::<Vec<_>>().join("\n")
        }
    };
    console::result(&text)?;
    let faults: usize = found.iter().map(Audit::faults).sum();
    // A document of which nothing was checked proves nothing.
    let is_unchecked = |audit: &&Audit| audit.findings.is_empty() && audit.rules.is_empty();
    let unchecked = found.iter().find(is_unchecked).filter(|_| args.strict && !args.analyses);
    if let Some(audit) = unchecked {
        console::note(&format!(
            "{}: nothing was checked, which --strict refuses",
            escape_line(&audit.document)
        ));
    }
    let fails = args.strict && (faults > 0 || unchecked.is_some());
    Ok(if fails { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The examples of this name.
fn examples(name: &str) -> Result<&'static [(&'static str, &'static str)]> {
    let all: &'static [_] = &EXAMPLES;
    if name == EVERY {
        return Ok(all);
    }
    let known = || EXAMPLES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let at = all.iter().position(|(own, _)| *own == name);
    let at = at
        .with_context(|| format!("there is no example `{name}`: there are {}, {EVERY}", known()))?;
    Ok(&all[at..=at])
}

fn of_file(file: &Path, args: &AuditArgs) -> Result<Audit> {
    let name = file.display().to_string();
    let bytes = match file == Path::new("-") {
        true => std::io::Read::bytes(std::io::stdin()).collect::<std::io::Result<Vec<u8>>>(),
        false => std::fs::read(file),
    };
    let reading = || format!("reading {name}");
    let text = decode_text(&bytes.with_context(reading)?).with_context(reading)?;
    match args.format.or_else(|| of_name(file)) {
        None => bail!("what is {name}? Say --format csv, --format markdown or --format toml"),
        Some(AuditFormat::Toml) => described(&name, &text, file.parent(), args),
        Some(format) => {
            let document = match format {
                AuditFormat::Csv => Document::from_csv(&name, &text)?,
                _ => Document::from_markdown(&name, &text),
            };
            Ok(examine(&document, stated(args).as_ref())?)
        }
    }
}

fn of_name(file: &Path) -> Option<AuditFormat> {
    let ending = file.extension()?.to_str()?.to_lowercase();
    Some(match ending.as_str() {
        "csv" | "tsv" => AuditFormat::Csv,
        "toml" => AuditFormat::Toml,
        "md" | "markdown" | "txt" | "tex" => AuditFormat::Markdown,
        _ => return None,
    })
}

fn stated(args: &AuditArgs) -> Option<Stated> {
    args.stated.map(|exact_up_to| Stated { exact_up_to })
}

/// Audits what a description describes; its files are looked for beside it.
fn described(name: &str, text: &str, beside: Option<&Path>, args: &AuditArgs) -> Result<Audit> {
    let mut description = Description::parse(name, text)?;
    description.stated = stated(args).or(description.stated);
    Ok(description.audit(|file| {
        let path = beside.map_or_else(|| file.into(), |directory| directory.join(file));
        let named = |why: &dyn std::fmt::Display| format!("{}: {why}", path.display());
        let bytes = std::fs::read(&path).map_err(|why| named(&why))?;
        decode_text(&bytes).map_err(|why| named(&why))
    })?)
}

fn json_value(found: &Audit) -> Result<Value> {
    let mut value = serde_json::to_value(found)?;
    if let Value::Object(fields) = &mut value {
        let tally: serde_json::Map<String, Value> = found
            .tally()
            .map(|(verdict, count)| (verdict.name().to_owned(), json!(count)))
            .collect();
        fields.insert("tally".to_owned(), Value::Object(tally));
        fields.insert("version".to_owned(), json!(env!("CARGO_PKG_VERSION")));
    }
    Ok(value)
}

fn escaped(value: &Value) -> Result<String> {
    Ok(escape_json(&serde_json::to_string_pretty(value)?) + "\n")
}
