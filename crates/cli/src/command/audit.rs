//! `peirast audit`: checks a published table of results against itself.

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
  peirast audit results.csv                 check the numbers of a table
  peirast audit README.md --all             check all tables and the prose of a document
  peirast audit paper.txt --stated 10       also assume that p is exact up to 10 discordant pairs
  peirast audit my-audit.toml               check tables, described columns and claims of a text
  peirast audit --example token-bias        an audit of a published study
  peirast audit --example token-bias --show its description, to start from
  peirast audit --example token-bias --analyses
                                            which of its numbers can be recomputed
  peirast audit --example all --analyses    the same for every published study

Column heads such as n12, n21, n*, z, p, p (Holm), reject, Acc (%), n, Mean, SD, Min, Max, CI Lower,
t, df are recognised. A description (TOML) names other columns, and states claims as expressions:
see docs/audit.md.")]
pub struct AuditArgs {
    /// A table or document: CSV, Markdown, the text of a paper, or a description (TOML); - is stdin.
    #[arg(required_unless_present = "example")]
    pub file: Option<PathBuf>,
    /// The format of the file. Default: as its name says.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<AuditFormat>,
    /// The rule that the text states: p is exact up to this number of discordant pairs, and normal
    /// beyond.
    #[arg(long, value_name = "N")]
    pub stated: Option<u64>,
    /// A published study included in the program: token-bias, token-bias-workshop, syllogisms,
    /// erotetic, or all.
    #[arg(long, value_name = "NAME", conflicts_with = "file")]
    pub example: Option<String>,
    /// List the analyses of the publication instead: the number of printed values, whether they can
    /// be recomputed from the publication, what else they need, and the command that makes the same
    /// analysis of a run.
    #[arg(long)]
    pub analyses: bool,
    /// Print the description of the example instead of auditing it.
    #[arg(long, requires = "example")]
    pub show: bool,
    /// Also list the values that agree with the recomputation.
    #[arg(long)]
    pub all: bool,
    /// Exit with 1 if any value does not agree, or if there is nothing to recompute.
    #[arg(long)]
    pub strict: bool,
    /// Print the whole audit as JSON.
    #[arg(long)]
    pub json: bool,
}

/// The format of a file to audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AuditFormat {
    /// Separated values with a header line.
    Csv,
    /// Markdown, or text with tables.
    Markdown,
    /// A description of tables and claims.
    Toml,
}

/// The name that means every example.
const EVERY: &str = "all";

/// Audits a document, and prints the findings.
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
    // An audit that checked nothing proves nothing.
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

/// The examples with this name.
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

/// Audits the tables that a description describes. Paths in it are relative to its folder.
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
