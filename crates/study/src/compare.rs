//! Runs for a comparison: run directories of Peirast, and the logs of other tools.

use crate::error::{Context as _, Error, Result, bail};
use crate::export::StoredAnswers;
use crate::grade::{Loading, Texts};
use crate::run_dir;
use peirast_compare::{GradedAnswer, ITEM_COLUMN, ItemTexts, ScoreRow, ScoreSource, ScoredRun};
use peirast_exchange::inspect::AnswerLookup as _;
use peirast_exchange::scores::{ScoreColumns, ScoreOptions, read_scores};
use peirast_record::{
    Answer, CLUSTER, Outcome, Problem, Study, Treatment, cluster_of, is_simulated,
};
use peirast_report::escape_line;
use peirast_store::Store;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A run to be compared: its place and its name.
///
/// ```
/// use peirast_study::RunInput;
/// let named: RunInput = "new=logs/small".parse()?;
/// assert_eq!((named.name.as_deref(), named.path.to_str()), (Some("new"), Some("logs/small")));
/// # Ok::<(), peirast_study::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunInput {
    /// Name of the run; by default its model or its path. Several inputs of one name are passes of
    /// one run.
    pub name: Option<String>,
    /// A run directory, a log, or a folder of logs.
    pub path: PathBuf,
}

impl FromStr for RunInput {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        if let Some((name, path)) = text.split_once('=')
            && !Path::new(text).exists()
        {
            if name.trim().is_empty() || path.is_empty() {
                bail!(Study, "`{}` is not a run: write PATH or NAME=PATH", escape_line(text));
            }
            return Ok(Self { name: Some(name.trim().to_owned()), path: path.into() });
        }
        Ok(Self { name: None, path: text.into() })
    }
}

/// Reads the runs in some inputs, in their order. An input with several models is a run for each; a folder of
/// run directories is an input for each of them.
///
/// # Errors
/// An input that cannot be read or holds no scores of items.
pub async fn load_runs(inputs: &[RunInput], options: &ScoreOptions) -> Result<Vec<ScoredRun>> {
    let inputs: Vec<RunInput> = inputs.iter().flat_map(RunInput::parts).collect();
    if let Some(missing) = inputs.iter().find(|input| !input.path.exists()) {
        let path = missing.path.display().to_string();
        bail!(
            Study,
            "there is no file or folder {}: name a run directory such as runs/token-bias, or a log with scores",
            escape_line(&path)
        )
    }
    // Logs of other tools are read side by side, on all cores.
    let read =
        |input: &RunInput| (!Store::is_in(&input.path)).then(|| read_scores(&input.path, options));
    let logs: Vec<_> = inputs.par_iter().map(read).collect();
    let mut found: Vec<(RunInput, ScoredRun, bool)> = Vec::new();
    for (input, log) in inputs.into_iter().zip(logs) {
        let place = || format!("reading {}", escape_line(&input.path.display().to_string()));
        let runs = match log {
            Some(runs) => runs?,
            None => of_run_dir(&input.path, options).await.with_context(place)?,
        };
        let is_only = runs.len() == 1;
        found.extend(runs.into_iter().map(|run| (input.clone(), run, is_only)));
    }
    Ok(joined(found))
}

/// Refuses a score column that no run has, if several columns are named: each file uses the columns
/// that it has.
///
/// ```
/// use peirast_exchange::scores::ScoreColumns;
/// let columns = ScoreColumns { scores: vec!["f1".into(), "em".into()], ..ScoreColumns::default() };
/// assert!(peirast_study::check_score_columns(&[], &columns).is_err());
/// ```
///
/// # Errors
/// A score column that no run has.
pub fn check_score_columns(runs: &[ScoredRun], columns: &ScoreColumns) -> Result<()> {
    let named = &columns.scores;
    let has = |name: &&String| {
        runs.iter().flat_map(|run| run.tasks.values()).any(|task| task.metric(name).is_some())
    };
    match named.iter().find(|name| !has(name)) {
        Some(name) if named.len() > 1 => {
            bail!(Study, "no run has a column of scores {}", escape_line(name))
        }
        _ => Ok(()),
    }
}

impl RunInput {
    /// Returns the run directories in a folder as one input each, or the input itself.
    fn parts(&self) -> Vec<Self> {
        let mut dirs = Vec::new();
        if !Store::is_in(&self.path) {
            run_dirs(&self.path, DEEPEST, &mut dirs);
        }
        if dirs.is_empty() {
            return vec![self.clone()];
        }
        dirs.sort();
        dirs.into_iter().map(|path| Self { name: self.name.clone(), path }).collect()
    }
}

/// Greatest depth at which run directories are searched for in a folder.
const DEEPEST: u32 = 3;

fn run_dirs(folder: &Path, deep: u32, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_folder = |entry: &std::fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    for path in entries.filter(is_folder).map(|entry| entry.path()) {
        if Store::is_in(&path) {
            found.push(path);
        } else if deep > 1 {
            run_dirs(&path, deep - 1, found);
        }
    }
}

/// Returns the runs with their names; runs with one given name are passes of one run.
fn joined(found: Vec<(RunInput, ScoredRun, bool)>) -> Vec<ScoredRun> {
    let mut models: BTreeMap<String, usize> = BTreeMap::new();
    let mut paths: BTreeMap<String, usize> = BTreeMap::new();
    for (_, run, _) in &found {
        *models.entry(run.name.clone()).or_default() += 1;
    }
    // An input with several models is one place.
    let places: BTreeSet<&Path> = found.iter().map(|(input, ..)| input.path.as_path()).collect();
    for place in places {
        *paths.entry(last(place)).or_default() += 1;
    }
    let mut joined: Vec<(bool, ScoredRun)> = Vec::new();
    for (input, mut run, is_only) in found {
        let is_own = !run.name.is_empty() && models.get(&run.name) == Some(&1);
        let short = last(&input.path);
        let place = match paths.get(&short) {
            Some(1) => short,
            // Without a slash at its end.
            _ => input.path.components().collect::<PathBuf>().display().to_string(),
        };
        run.name = match (&input.name, is_only) {
            (Some(name), true) => name.clone(),
            (Some(name), false) => format!("{name}/{}", run.name),
            (None, _) if is_own => run.name,
            (None, true) => place,
            (None, false) => format!("{place}/{}", run.name),
        };
        let is_named = input.name.is_some();
        match joined.iter_mut().find(|(named, one)| *named && is_named && one.name == run.name) {
            Some((_, first)) => {
                let is_copy = |one: &&ScoreSource| {
                    first.sources.iter().any(|other| other.digest == one.digest)
                };
                let copy = run.sources.iter().find(is_copy).map(|one| one.path.clone());
                // The digest of a run directory is that of its study, which several run directories share.
                let copy = copy.filter(|path| !Store::is_in(Path::new(path)));
                first.remarks.extend(copy.map(|path| {
                    format!("{path} is the same file twice: its answers count as two passes")
                }));
                first.add_passes(run);
            }
            None => joined.push((is_named, run)),
        }
    }
    joined.into_iter().map(|(_, run)| run).collect()
}

fn last(path: &Path) -> String {
    let name = if path.is_dir() { path.file_name() } else { path.file_stem() };
    name.map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

/// Returns the subjects of a run directory, one run each.
async fn of_run_dir(dir: &Path, options: &ScoreOptions) -> Result<Vec<ScoredRun>> {
    let (store, kind) = run_dir::open(dir).await?;
    // Questions are read in any case: they tell which item is which.
    let loading = Loading { texts: Texts::All, ..Loading::new(kind.study()) };
    let (answers, single) = loading.load(&store, |_, _, _| ()).await?;
    let answers = StoredAnswers::new(answers);
    let mut runs: BTreeMap<String, ScoredRun> = BTreeMap::new();
    let has_clusters = single.rows().iter().any(|one| one.factors.get(CLUSTER).is_some());
    let related = if has_clusters { CLUSTER } else { ITEM_COLUMN };
    for outcome in single.rows() {
        let (id, texts) = (outcome.problem(), answers.answer(&outcome.trial));
        let answer = match texts {
            Some(answer) if options.keeps_texts => answer.text.to_owned(),
            _ => String::new(),
        };
        let subject = runs.entry(outcome.subject.to_string()).or_default();
        subject.versions_of = Some(related.to_owned());
        subject.draws_conclusions |= matches!(outcome.truth, Answer::Conclusion(_));
        let mut row = row(outcome, &id, answers.problem(&id), answer);
        if has_clusters {
            let cluster = cluster_of(&outcome.item, &outcome.factors).to_owned();
            // The column also has the name that it has in the user's file.
            let named = kind.study().and_then(|study| cluster_column(study, outcome));
            row.columns.extend(named.map(|name| (name.to_owned(), cluster.clone())));
            row.columns.insert(CLUSTER.to_owned(), cluster);
        }
        subject.add(row);
    }
    let hash = match kind.study() {
        Some(study) => study.hash()?.to_string(),
        None => "recorded".to_owned(),
    };
    let source = ScoreSource { path: dir.display().to_string(), digest: hash };
    let named = |(name, run): (String, ScoredRun)| ScoredRun {
        is_simulated: is_simulated(&name),
        name,
        sources: vec![source.clone()],
        ..run
    };
    Ok(runs.into_iter().map(named).collect())
}

/// Returns the name of the column of clusters in the data file of an outcome.
fn cluster_column<'s>(study: &'s Study, outcome: &Outcome) -> Option<&'s str> {
    let name = outcome.factors.get("family")?;
    let family = study.families.iter().find(|family| family.name == name)?;
    family.data.as_ref()?.columns.cluster.as_deref()
}

fn row(outcome: &Outcome, id: &str, problem: Option<&Problem>, answer: String) -> ScoreRow {
    let question = problem.map(Problem::text).unwrap_or_default();
    let answer = GradedAnswer {
        problem: id,
        item: &outcome.item,
        factors: &outcome.factors,
        repeat: outcome.repeat,
        is_right: outcome.grade.scored(Treatment::Exclude),
        texts: ItemTexts { question, target: outcome.truth.to_string(), answer },
    };
    answer.into_row(|_| true)
}
