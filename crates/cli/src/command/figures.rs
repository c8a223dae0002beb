//! `peirast figures`: the figures of a run, as files for print.

use super::counts::RunOrCounts;
use crate::args::{TestOptions, WIDTHS, file_name, one_of};
use crate::console;
use anyhow::{Context as _, Result, bail};
use clap::{Args, ValueEnum};
use peirast_figure::{Figure, KINDS, Sheet, Width};
use peirast_report::{Provenance, escape_json, escape_line, figures as figures_of};
use peirast_store::make_folder;
use peirast_study::artifact;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `figures`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast figures runs/token-bias --list
  peirast figures runs/token-bias --into figures
  peirast figures runs/token-bias --into figures --only paired-bars,forest --format pdf --width single
  peirast figures --counts counts.csv --into figures
  peirast figures runs/syllogism --into figures --only benchmark --benchmarks scores.csv

The figures depend on the results: --list shows them. The folder also contains figures.jsonl, which
gives the title, caption, study, seed and version of each file.")]
pub struct FiguresArgs {
    #[command(flatten)]
    pub source: RunOrCounts,
    /// The output folder; it is created if necessary.
    #[arg(long, value_name = "FOLDER", required_unless_present = "list")]
    pub into: Option<PathBuf>,
    /// The formats.
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = FigureFormat::ALL)]
    pub format: Vec<FigureFormat>,
    /// Only figures of these kinds, or with these names.
    #[arg(long, value_name = "KIND", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Width in print: one column of a two-column page (89 mm) or the whole page (183 mm).
    #[arg(long, value_parser = one_of(WIDTHS), default_value = "double")]
    pub width: Width,
    /// Leave out title and caption, for a paper that sets its own; both stay in the manifest.
    #[arg(long)]
    pub bare: bool,
    /// Resolution of PNG, in pixels per inch of print.
    #[arg(long, value_name = "NUMBER", default_value_t = 300, value_parser = clap::value_parser!(u32).range(10..=2400))]
    pub dpi: u32,
    /// List the available figures, and write none.
    #[arg(long)]
    pub list: bool,
    /// With --list: print JSON lines.
    #[arg(long, requires = "list")]
    pub json: bool,
    #[command(flatten)]
    pub options: TestOptions,
}

/// A format of figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum FigureFormat {
    /// For web pages, and for editing.
    Svg,
    /// For papers, with embedded font.
    Pdf,
    /// For slides.
    Png,
}

impl FigureFormat {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Svg, Self::Pdf, Self::Png];
}

/// The file that lists the figures.
const MANIFEST: &str = "figures.jsonl";

/// A line of the manifest: a file and its origin.
#[derive(Debug, Serialize)]
struct Entry<'a> {
    file: String,
    kind: &'static str,
    title: &'a str,
    caption: &'a str,
    width_mm: f64,
    study: &'a str,
    study_hash: &'a str,
    seed: Option<u64>,
    version: &'a str,
}

/// A line of the list of figures.
#[derive(Debug, Serialize)]
struct ListLine<'a> {
    name: String,
    kind: &'static str,
    title: &'a str,
    caption: &'a str,
}

/// Lists the figures of a run, or writes them.
pub fn figures(args: &FiguresArgs) -> Result<ExitCode> {
    let (report, _) = args.source.analysed(&args.options, &args.options.options())?;
    let all = figures_of(&report);
    if all.is_empty() {
        bail!(
            "{} has no figures: no matched pair was tested, and nothing was measured of several subjects",
            args.source.path().display()
        );
    }
    let chosen = chosen(&all, &args.only)?;
    match &args.into {
        Some(folder) if !args.list => write_all(&chosen, folder, args, &report.provenance)?,
        _ => list(&chosen, args.json)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the figures of these kinds or names; all if none is given.
fn chosen<'a>(all: &'a [Figure], only: &[String]) -> Result<Vec<&'a Figure>> {
    for wanted in only {
        if all.iter().any(|one| is_meant(one, wanted)) {
            continue;
        }
        let mut kinds: Vec<&str> = all.iter().map(|one| one.data.kind()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let needs = match wanted.as_str() {
            "capability" => {
                "; `capability` needs answers to open questions (etr/open) and --benchmarks FILE, a CSV file \
                 with a column `model` and columns of scores"
            }
            "benchmark" => {
                "; `benchmark` needs answers to syllogisms and --benchmarks FILE, a CSV file with a column \
                 `model` and columns of scores"
            }
            _ => "",
        };
        let known = if KINDS.contains(&wanted.as_str()) { "none of" } else { "no kind or name" };
        bail!(
            "there is {known} `{}` here: this run has {}; --list has the names{needs}",
            escape_line(wanted),
            kinds.join(", ")
        );
    }
    let is_wanted =
        |one: &&Figure| only.is_empty() || only.iter().any(|wanted| is_meant(one, wanted));
    Ok(all.iter().filter(is_wanted).collect())
}

fn is_meant(figure: &Figure, wanted: &str) -> bool {
    figure.data.kind() == wanted || figure.stem() == wanted
}

fn list(figures: &[&Figure], json: bool) -> Result<()> {
    let mut text = String::new();
    for figure in figures {
        let (name, kind) = (figure.stem(), figure.data.kind());
        if json {
            let (title, caption) = (figure.title.as_str(), figure.caption.as_str());
            let line = serde_json::to_string(&ListLine { name, kind, title, caption })?;
            text.push_str(&(escape_json(&line) + "\n"));
        } else {
            text.push_str(&format!("{name:<32} {kind:<20} {}\n", escape_line(&figure.title)));
        }
    }
    console::result(&text)
}

fn write_all(
    figures: &[&Figure],
    folder: &Path,
    args: &FiguresArgs,
    provenance: &Provenance,
) -> Result<()> {
    make_folder(folder)?;
    let sheet = Sheet { width: args.width, has_caption: !args.bare };
    let mut formats = args.format.clone();
    formats.sort_unstable();
    formats.dedup();
    let mut entries = BTreeMap::new();
    for figure in figures {
        let svg = match figure.svg(&sheet) {
            Ok(svg) => svg,
            Err(why) => {
                console::note(&format!("{} is left out: {why}", figure.stem()));
                continue;
            }
        };
        for format in &formats {
            let file = file_name(&figure.stem(), *format);
            let path = folder.join(&file);
            let bytes = printed(&svg, *format, args.dpi)
                .with_context(|| format!("cannot print {}", path.display()))?;
            artifact::replace(&path, &bytes)
                .with_context(|| format!("cannot write {}", path.display()))?;
            entries.insert(file.clone(), line(figure, file, &sheet, provenance)?);
        }
    }
    if entries.is_empty() {
        bail!("none of the figures can be drawn");
    }
    let count = entries.len();
    write_manifest(&folder.join(MANIFEST), entries)?;
    console::result(&format!("{count} files in {}\n", folder.display()))
}

/// Renders a figure in a format; `dpi` applies to PNG.
pub(super) fn printed(svg: &str, format: FigureFormat, dpi: u32) -> Result<Vec<u8>> {
    Ok(match format {
        FigureFormat::Svg => svg.as_bytes().to_vec(),
        FigureFormat::Pdf => peirast_print::pdf(svg)?,
        FigureFormat::Png => peirast_print::png(svg, dpi)?,
    })
}

fn line(figure: &Figure, file: String, sheet: &Sheet, of: &Provenance) -> Result<String> {
    let entry = Entry {
        file,
        kind: figure.data.kind(),
        title: &figure.title,
        caption: &figure.caption,
        width_mm: sheet.width.millimetres(),
        study: &of.study,
        study_hash: &of.study_hash,
        seed: of.seed,
        version: &of.version,
    };
    Ok(escape_json(&serde_json::to_string(&entry)?))
}

/// Writes the manifest, ordered by file. Keeps the lines of earlier files that still exist.
fn write_manifest(path: &Path, mut entries: BTreeMap<String, String>) -> Result<()> {
    let before = std::fs::read_to_string(path).unwrap_or_default();
    for line in before.lines() {
        let value: Option<serde_json::Value> = serde_json::from_str(line).ok();
        let file = value.as_ref().and_then(|value| value.get("file")?.as_str());
        if let Some(file) = file.filter(|file| path.with_file_name(file).is_file()) {
            entries.entry(file.to_owned()).or_insert_with(|| line.to_owned());
        }
    }
    let lines: String = entries.into_values().map(|line| line + "\n").collect();
    Ok(artifact::write(path, &lines)?)
}
