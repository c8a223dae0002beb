//! Reads files of scores in any format, and folders of them.

use super::collected::CollectedRuns;
use super::data::{ModelRuns, layout_fault, read_data_scores, read_separated_scores};
use super::options::ScoreOptions;
use super::{every_eval_ever, inspect, lighteval, lm_eval, promptfoo};
use crate::{ExchangeError, files, lines};
use flate2::read::MultiGzDecoder;
use peirast_compare::{ScoreSource, ScoredRun};
use peirast_record::{Key, read_json, repaired_json};
use peirast_rows::{DataFile, DataFileError, DataFormat};
use peirast_table::decode_text;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde_json::Value;
use std::borrow::Cow;
use std::fs::File;
use std::io::{BufRead, BufReader, Read as _};
use std::path::Path;

/// The format of a file of scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreFormat {
    /// A log of Inspect.
    Inspect,
    /// A sample log of the lm-evaluation-harness.
    LmEval,
    /// Scores of whole tasks from lm_eval, lighteval or Every Eval Ever, without scores of single
    /// items.
    Totals,
    /// Details of lighteval.
    Lighteval,
    /// Results of promptfoo.
    Promptfoo,
    /// Instances of Every Eval Ever.
    EveryEvalEver,
    /// Rows with an item and a score.
    Data,
}

/// The task of a single data file without a task column. In a folder, the task is the name of the
/// file.
const ONLY_TASK: &str = "items";
/// Number of characters of a table that are checked for those that no table contains.
const FIRST_CHARACTERS: usize = 1 << 16;
/// Number of bytes that decide the format of a file.
const HEAD: u64 = 1 << 20;
/// The file of a run directory that names its study.
const MANIFEST: &str = "manifest.json";
/// The first bytes of gzip.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The runs in a file, or in the files of a folder, named by their models. The name is empty if
/// files name no model.
///
/// # Errors
/// If a file cannot be read or has an unknown format, or two files of a folder share only some
/// items. In a folder, files of other formats are left out with a remark.
pub fn read_scores(path: &Path, options: &ScoreOptions) -> Result<Vec<ScoredRun>, ExchangeError> {
    let mut runs = CollectedRuns::default();
    let mut add = |found: FileScores| -> Result<(), ExchangeError> {
        found.runs.into_iter().try_for_each(|(model, run)| runs.add(model, run, &found.source))
    };
    let mut left_out = Vec::new();
    if path.is_dir() {
        refuse_unfinished_run(path)?;
        const ENDINGS: [&str; 9] =
            [".eval", ".json", ".jsonl", ".ndjson", ".gz", ".csv", ".tsv", ".parquet", ".pq"];
        let is_wanted =
            |name: &str| !name.starts_with('.') && ENDINGS.iter().any(|end| name.ends_with(end));
        // As many files in parallel as there are cores; the results are joined in order.
        let files = files::below(path, is_wanted)?;
        let read: Vec<_> =
            files.par_iter().map(|file| read_file(file, options, task_of(file))).collect();
        for (file, read) in files.iter().zip(read) {
            match read {
                Ok(found) => add(found)?,
                Err(error) => left_out.push(reason(file, &error)),
            }
        }
    } else {
        let refused = |error| ExchangeError::Layout(reason(path, &error));
        let mut found = read_file(path, options, ONLY_TASK).map_err(refused)?;
        if found.format == ScoreFormat::LmEval && !lm_eval::names_model(path) {
            found.runs.iter_mut().for_each(|(model, _)| *model = None);
        }
        add(found)?;
    }
    found(runs, path, &left_out)
}

/// Refuses a run directory of Peirast without its store. Its manifest would be read as a data file.
fn refuse_unfinished_run(folder: &Path) -> Result<(), ExchangeError> {
    let manifest = std::fs::read_to_string(folder.join(MANIFEST)).unwrap_or_default();
    match read_json::<Value>(&manifest) {
        Ok(value) if value["manifest"].is_u64() && value["peirast"].is_object() => {
            Err(ExchangeError::Layout(format!(
                "{}: the run directory is incomplete: it has {MANIFEST}, but not the store with the answers; copy \
                 the whole directory, or run the study again",
                folder.display()
            )))
        }
        _ => Ok(()),
    }
}

/// The runs, with remarks on everything that was left out; an error if there is no run.
fn found(
    runs: CollectedRuns,
    path: &Path,
    left_out: &[String],
) -> Result<Vec<ScoredRun>, ExchangeError> {
    let mut runs = runs.finish();
    if runs.is_empty() {
        let why = match left_out {
            [] => "it holds no scores of items (lm_eval writes them with --log_samples)".to_owned(),
            several => several.join("; "),
        };
        return Err(ExchangeError::Layout(format!("{}: {why}", path.display())));
    }
    for run in &mut runs {
        run.remarks.extend(left_out.iter().map(|one| format!("left out: {one}")));
    }
    Ok(runs)
}

/// The task of a file in a folder that names no task: the name of the file.
fn task_of(file: &Path) -> &str {
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or(ONLY_TASK);
    let name = Path::new(name.strip_suffix(".gz").unwrap_or(name));
    name.file_stem().and_then(|name| name.to_str()).unwrap_or(ONLY_TASK)
}

/// The reason why a file is left out, with its path once.
fn reason(file: &Path, error: &ExchangeError) -> String {
    let (path, causes) = (file.display().to_string(), whole(error));
    if causes.contains(&path) { causes } else { format!("{path}: {causes}") }
}

/// An error with its causes.
fn whole(error: &ExchangeError) -> String {
    let causes =
        std::iter::successors(Some(error as &dyn std::error::Error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// The content of a file.
struct FileScores {
    format: ScoreFormat,
    source: ScoreSource,
    /// The runs by their models.
    runs: ModelRuns,
}

fn read_file(path: &Path, options: &ScoreOptions, task: &str) -> Result<FileScores, ExchangeError> {
    let is_file =
        std::fs::metadata(path).map_err(ExchangeError::io("cannot open", path))?.is_file();
    if !is_file {
        return Err(ExchangeError::Layout(format!(
            "{} is a pipe or a device, but a log is read more than once: write it into a file",
            path.display()
        )));
    }
    let format = ScoreFormat::of(path)?;
    let (runs, source) = rayon::join(|| runs_of(path, format, options, task), || source(path));
    Ok(FileScores { format, runs: runs?, source: source? })
}

/// The runs in a file, by their models.
fn runs_of(
    path: &Path,
    format: ScoreFormat,
    options: &ScoreOptions,
    task: &str,
) -> Result<ModelRuns, ExchangeError> {
    Ok(match format {
        ScoreFormat::Inspect => vec![inspect::read(path, options)?],
        ScoreFormat::LmEval => vec![lm_eval::read(path, options)?],
        ScoreFormat::Totals => Vec::new(),
        ScoreFormat::Promptfoo => {
            let mut values = values(path)?;
            if let Some(table) = values.iter().position(promptfoo::is_table) {
                values = promptfoo::table_results(&values[table]);
            }
            let results: Vec<&Value> = values
                .iter()
                .flat_map(|value| {
                    promptfoo::results(value)
                        .map_or_else(|| vec![value], |list| list.iter().collect())
                })
                .collect();
            promptfoo::runs(results.into_iter(), options)
        }
        ScoreFormat::EveryEvalEver => {
            let values = values(path)?;
            let directions = every_eval_ever::directions(path, &values);
            every_eval_ever::runs(values.iter(), &directions, options)
        }
        ScoreFormat::Data if path.extension().is_some_and(|ending| ending == "eval") => {
            return Err(ExchangeError::Layout(format!(
                "{} is not a log of Inspect: the archive is broken or cut off; copy it again",
                path.display()
            )));
        }
        ScoreFormat::Lighteval | ScoreFormat::Data => read_data(path, options, task)?,
    })
}

fn read_data(path: &Path, options: &ScoreOptions, task: &str) -> Result<ModelRuns, ExchangeError> {
    let mut bytes = Vec::new();
    plain(path)?.read_to_end(&mut bytes).map_err(ExchangeError::io("cannot read", path))?;
    let failed = |error: DataFileError| layout_fault(&error);
    let format = DataFormat::from_beginning(&bytes);
    if format == DataFormat::Separated {
        let text = decode_text(&bytes).map_err(|error| failed(error.into()))?;
        refuse_binary(&text)?;
        if let Some(runs) = read_separated_scores(&text, options, task)? {
            return Ok(runs);
        }
    }
    let file =
        DataFile::from_bytes(&bytes, format).or_else(|error| repaired(&bytes, format, error));
    let file = file.map_err(failed)?;
    match lighteval::is_details(&file.columns) {
        true => Ok(vec![lighteval::read(path, &file, options)]),
        false => read_data_scores(&file, options, task),
    }
}

/// Refuses bytes that happen to be valid text, but contain characters that no table contains.
fn refuse_binary(text: &str) -> Result<(), ExchangeError> {
    let is_strange = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{85}');
    let start = text.chars().take(FIRST_CHARACTERS);
    let (all, strange) = start
        .fold((0_u32, 0_u32), |(all, strange), c| (all + 1, strange + u32::from(is_strange(c))));
    // An answer in a table may hold one by chance.
    match strange * 100 > all {
        false => Ok(()),
        true => Err(ExchangeError::Layout(
            "it is neither text nor a log in a known format: it contains control characters; give a CSV, JSON or \
             Parquet file, or a log"
                .to_owned(),
        )),
    }
}

/// A file of JSON as Python writes it, with `NaN` and `Infinity`, which count as no score; else the error.
fn repaired(
    bytes: &[u8],
    format: DataFormat,
    error: DataFileError,
) -> Result<DataFile, DataFileError> {
    if format != DataFormat::Json {
        return Err(error);
    }
    let text = decode_text(bytes)?;
    match repaired_json(&text) {
        Cow::Borrowed(_) => Err(error),
        Cow::Owned(text) => DataFile::from_bytes(text.as_bytes(), format),
    }
}

/// The bytes of a file, decompressed if they are gzip.
fn plain(path: &Path) -> Result<Box<dyn BufRead>, ExchangeError> {
    let file = File::open(path).map_err(ExchangeError::io("cannot open", path))?;
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let start = reader.fill_buf().map_err(ExchangeError::io("cannot read", path))?;
    Ok(match start.starts_with(&GZIP) {
        true => Box::new(BufReader::new(MultiGzDecoder::new(reader))),
        false => Box::new(reader),
    })
}

fn source(path: &Path) -> Result<ScoreSource, ExchangeError> {
    let failed = ExchangeError::io("cannot read", path);
    let digest =
        File::open(path).and_then(|file| Key::from_reader("file", file)).map_err(failed)?;
    Ok(ScoreSource { path: path.display().to_string(), digest: digest.to_string() })
}

/// The JSON values of a file, one for each line or all in one.
fn values(path: &Path) -> Result<Vec<Value>, ExchangeError> {
    let mut values = Vec::new();
    lines::each(path, |line, place| {
        values.push(read_json(line).map_err(|error| place.refuse(error))?);
        Ok(())
    })?;
    Ok(values)
}

impl ScoreFormat {
    /// Detects the format of a file from its content.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn of(path: &Path) -> Result<Self, ExchangeError> {
        let mut reader = plain(path)?;
        let start = reader.fill_buf().map_err(ExchangeError::io("cannot read", path))?;
        if start.starts_with(b"PK") {
            return Ok(Self::Inspect);
        }
        if DataFormat::from_beginning(start) != DataFormat::Json {
            return Ok(Self::Data);
        }
        let mut head = Vec::new();
        reader.take(HEAD).read_to_end(&mut head).map_err(ExchangeError::io("cannot read", path))?;
        let head = String::from_utf8_lossy(&head);
        let head = head.trim_start_matches('\u{feff}').trim_start();
        let first = head.lines().next().unwrap_or_default();
        match read_json::<Value>(first) {
            Ok(line) if line.is_object() => Ok(Self::of_value(&line)),
            _ => Self::of_document(path, head),
        }
    }

    /// Detects the format of a file whose first line is not a complete JSON object.
    fn of_document(path: &Path, head: &str) -> Result<Self, ExchangeError> {
        // The beginning suffices to recognise the log of a large run.
        if head.starts_with('{') && head.contains("\"eval\"") && head.contains("\"version\"") {
            return Ok(Self::Inspect);
        }
        let values = values(path).unwrap_or_default();
        Ok(values.first().map_or(Self::Data, Self::of_value))
    }

    /// Detects the format of a file that begins with this value.
    fn of_value(value: &Value) -> Self {
        if lm_eval::is_line(value) {
            Self::LmEval
        } else if value["eval"].is_object() && !value["version"].is_null() {
            Self::Inspect
        } else if promptfoo::results(value).is_some()
            || promptfoo::is_result(value)
            || promptfoo::is_table(value)
        {
            Self::Promptfoo
        } else if every_eval_ever::is_instance(value) {
            Self::EveryEvalEver
        } else if is_totals(value) {
            Self::Totals
        } else {
            Self::Data
        }
    }
}

/// Tests if a value holds only scores of whole tasks.
fn is_totals(value: &Value) -> bool {
    let of_runner =
        ["configs", "config_general", "config_tasks"].iter().any(|name| !value[*name].is_null());
    (value["results"].is_object() && of_runner)
        || (value["schema_version"].is_string() && value["evaluation_results"].is_array())
}
