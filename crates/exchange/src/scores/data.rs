//! Reads data files with a row for each item: CSV, JSON, JSON lines, Parquet.

use super::options::ScoreOptions;
use super::roles::{Beginning, Roles};
use super::texts::{columns as nested, text};
use crate::ExchangeError;
use peirast_compare::{ContentKey, ItemId, ItemTexts, ScoredAnswer, ScoredRun, ScoredTask};
use peirast_rows::{DataFile, DataFileError, DataRow, SeparatedRows};
use peirast_table::{NumberNotation, escape_line, is_missing, truth_value};
use serde_json::Value;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Runs by the names of their models; `None` if a file names no model.
pub type ModelRuns = Vec<(Option<String>, ScoredRun)>;

/// The limit of exact whole numbers, 2^53. Larger numbers may change when they are read.
const LARGEST_EXACT: f64 = 9_007_199_254_740_992.0;
/// Number of rows that decide which columns are scores.
const FIRST_ROWS: usize = 1000;
/// The most characters of a line in a message.
const LONGEST_LINE: usize = 60;
/// Number of answers that are handed to the adding thread at once.
const BATCH: usize = 512;
/// Number of batches that may wait for the adding thread.
const BATCHES_AHEAD: usize = 16;

/// The runs in a data file, by their models. `name` is the task if the file names none.
///
/// ```
/// use peirast_exchange::scores::{ScoreOptions, read_data_scores};
/// use peirast_rows::{DataFile, DataFormat};
/// let text = b"question_id,topic,correct\nq1,sums,yes\nq2,sums,no\n";
/// let file = DataFile::from_bytes(text, DataFormat::Separated)?;
/// let runs = read_data_scores(&file, &ScoreOptions::default(), "mine")?;
/// let (model, run) = &runs[0];
/// assert_eq!((model, run.items()), (&None, 2));
/// let task = &run.tasks["mine"];
/// assert_eq!(task.items()[0].mean(task.metric("correct").expect("a metric")), Some(1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there is no column of items or of scores, or a cell is not a score.
pub fn read_data_scores(
    file: &DataFile,
    options: &ScoreOptions,
    name: &str,
) -> Result<ModelRuns, ExchangeError> {
    let heads = heads(file);
    let cell = |row: &DataRow, at: usize| -> Value {
        heads.get(at).and_then(|head| value(row, head)).cloned().unwrap_or_default()
    };
    let cells = |row: &DataRow| (row.place, (0..heads.len()).map(|at| cell(row, at)).collect());
    let first: Vec<(u64, Vec<Value>)> = file.rows.iter().take(FIRST_ROWS).map(cells).collect();
    let layout = Layout { heads: &heads, notation: &file.notation, unit: file.unit };
    DataReader::new(layout, &first, options, name)?.read(|reader| {
        for row in &file.rows {
            let cell = |at: usize| match heads.get(at).and_then(|head| value(row, head)) {
                Some(Value::String(text)) => ScoreCell::Text(text),
                Some(Value::Null) | None => ScoreCell::Empty,
                Some(other) => ScoreCell::Value(other),
            };
            reader.row(row.place, cell)?;
        }
        Ok(())
    })
}

/// The same for a text of separated values, whose rows are read one after another. `None` if the
/// text has to be read as a whole.
pub(super) fn read_separated_scores(
    text: &str,
    options: &ScoreOptions,
    name: &str,
) -> Result<Option<ModelRuns>, ExchangeError> {
    let layout_error = |error: DataFileError| layout_fault(&error);
    let Some(mut start) = SeparatedRows::of(text).map_err(layout_error)? else { return Ok(None) };
    let heads = start.heads().to_vec();
    let mut first: Vec<(u64, Vec<Value>)> = Vec::new();
    while first.len() < FIRST_ROWS
        && let Some(row) = start.next_row().map_err(layout_error)?
    {
        let cell = |cell: &str| match cell {
            "" => Value::Null,
            text => Value::String(text.to_owned()),
        };
        let cells = (0..heads.len()).map(|at| cell(row.cell(at).unwrap_or_default()));
        first.push((row.line, cells.collect()));
    }
    if first.is_empty() {
        return Err(no_rows(&heads));
    }
    let notation = NumberNotation::Point;
    let layout = Layout { heads: &heads, notation: &notation, unit: "line" };
    let Some(mut rows) = SeparatedRows::of(text).map_err(layout_error)? else { return Ok(None) };
    let runs = DataReader::new(layout, &first, options, name)?.read(|reader| {
        while let Some(row) = rows.next_row().map_err(layout_error)? {
            let cell = |at: usize| match row.cell(at) {
                None | Some("") => ScoreCell::Empty,
                Some(text) => ScoreCell::Text(text),
            };
            reader.row(row.line, cell)?;
        }
        Ok(())
    })?;
    Ok(Some(runs))
}

/// The reason why a file is no table. Scores are always named by heads: a file without them has to
/// get some.
pub(super) fn layout_fault(error: &DataFileError) -> ExchangeError {
    ExchangeError::Layout(match error {
        DataFileError::Head { place, what, may_be_row: true } => format!(
            "column {place}: {what}; if the first line is a row, put a line with the names of the columns before it, \
             such as item,score"
        ),
        other => other.to_string(),
    })
}

/// The error of a table without rows: its only line is that of the heads, or it is no table at all.
fn no_rows(heads: &[String]) -> ExchangeError {
    if heads.iter().all(String::is_empty) {
        return ExchangeError::Layout("it is empty: give another file".to_owned());
    }
    let shown: String = escape_line(&heads.join(", ")).chars().take(LONGEST_LINE).collect();
    ExchangeError::Layout(format!(
        "it has no rows: its only line names the columns ({shown}); write a line for each item below, or give \
         another file"
    ))
}

/// The columns of a file, and the paths to values within them, such as `scores.f1`.
fn heads(file: &DataFile) -> Vec<String> {
    let mut heads = file.columns.clone();
    for row in file.rows.iter().take(FIRST_ROWS) {
        for column in &file.columns {
            let Some(of @ Value::Object(_)) = row.value(column) else { continue };
            for name in nested(of).into_keys().map(|name| format!("{column}.{name}")) {
                if !heads.contains(&name) {
                    heads.push(name);
                }
            }
        }
    }
    heads
}

/// The value of a column, or at the end of a path.
fn value<'r>(row: &'r DataRow, head: &str) -> Option<&'r Value> {
    if let Some(value) = row.value(head) {
        return Some(value);
    }
    let (column, path) = head.split_once('.')?;
    let mut value = row.value(column)?;
    for part in path.split('.') {
        value = value.get(part)?;
    }
    Some(value).filter(|value| !value.is_null())
}

/// A cell of a row.
#[derive(Clone, Copy)]
enum ScoreCell<'r> {
    Empty,
    Text(&'r str),
    Value(&'r Value),
}

impl<'r> ScoreCell<'r> {
    fn text(self) -> Option<Cow<'r, str>> {
        match self {
            Self::Empty => None,
            Self::Text(text) => Some(Cow::Borrowed(text)),
            Self::Value(value) => Some(Cow::Owned(text(value))),
        }
    }

    fn score(self, notation: &NumberNotation) -> Result<Option<f64>, String> {
        match self {
            Self::Empty => Ok(None),
            Self::Text(cell) => text_score(cell, notation),
            Self::Value(value) => read_score(value, notation),
        }
    }
}

/// The layout of a file.
#[derive(Clone, Copy)]
struct Layout<'f> {
    heads: &'f [String],
    notation: &'f NumberNotation,
    /// The unit of a place, such as line or row.
    unit: &'static str,
}

/// Reads the rows of a file, one after another.
struct DataReader<'f> {
    layout: Layout<'f>,
    roles: Roles,
    options: &'f ScoreOptions,
    /// The task of rows without a task.
    name: &'f str,
    runs: Named<Option<String>, Named<String, TaskPlace>>,
    passes: BTreeMap<String, u32>,
    sender: AnswerSender,
}

impl<'f> DataReader<'f> {
    fn new(
        layout: Layout<'f>,
        first: &[(u64, Vec<Value>)],
        options: &'f ScoreOptions,
        name: &'f str,
    ) -> Result<Self, ExchangeError> {
        let Layout { heads, notation, unit } = layout;
        let beginning = Beginning { heads, rows: first, unit, notation };
        let roles = Roles::of(&beginning, &options.columns)?;
        let (runs, passes, sender) = (Named::default(), BTreeMap::new(), AnswerSender::default());
        Ok(Self { layout, roles, options, name, runs, passes, sender })
    }

    /// Reads rows. Another thread adds their answers to the tasks, which takes as long as reading.
    fn read(
        mut self,
        rows: impl FnOnce(&mut Self) -> Result<(), ExchangeError>,
    ) -> Result<ModelRuns, ExchangeError> {
        let (channel, receiver) = sync_channel(BATCHES_AHEAD);
        self.sender.channel = Some(channel);
        std::thread::scope(|scope| {
            let tasks = scope.spawn(move || added(&receiver));
            let read = rows(&mut self);
            self.sender.send();
            self.sender.channel = None;
            let tasks = tasks.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            read.map(|()| self.finish(tasks))
        })
    }

    fn row<'r>(
        &mut self,
        place: u64,
        cell: impl Fn(usize) -> ScoreCell<'r> + Copy,
    ) -> Result<(), ExchangeError> {
        let at = |role: Option<usize>| role.and_then(|at| cell(at).text());
        let Layout { heads, notation, unit } = self.layout;
        let roles = &self.roles;
        let question = at(roles.question);
        if let Some(item) = roles.item
            && let ScoreCell::Value(Value::Number(number)) = cell(item)
            && number.is_f64()
            && number.as_f64().is_some_and(|number| number.abs() >= LARGEST_EXACT)
        {
            return Err(ExchangeError::Layout(format!(
                "{unit} {place}: the number of the item has too many digits; write it as a text, \
                 in quotes"
            )));
        }
        let id = match at(roles.item) {
            Some(id) => ItemId::written(&id),
            None if roles.item.is_some() && roles.question.is_none() => {
                return Err(ExchangeError::Layout(format!("{unit} {place}: it has no item")));
            }
            None => ItemId::Number(i64::try_from(place).unwrap_or(i64::MAX)),
        };
        let pass = at(roles.pass).map_or(0, |level| {
            let next = u32::try_from(self.passes.len()).unwrap_or(u32::MAX);
            match self.passes.get(&*level) {
                Some(pass) => *pass,
                None => *self.passes.entry(level.into_owned()).or_insert(next),
            }
        });
        let metric = at(roles.metric).filter(|_| roles.scores.len() == 1);
        let (task, model) = (at(roles.task), at(roles.model));
        let tasks = self.runs.get_or_new(
            |name| name.as_deref() == model.as_deref(),
            || model.as_deref().map(str::to_owned),
        );
        let task = task.as_deref().unwrap_or(self.name);
        let task = tasks.get_or_new(|name| name == task, || task.to_owned());
        let of_task = *task.place.get_or_insert_with(|| self.sender.new_task());
        let mut scores = SmallVec::new();
        for column in &roles.scores {
            let head = heads.get(*column).map(String::as_str).unwrap_or_default();
            let score = cell(*column).score(notation).map_err(|what| {
                let head = escape_line(head);
                ExchangeError::Layout(format!("{unit} {place}, column {head}: {what}"))
            })?;
            scores.push((task.metric_or_new(metric.as_deref().unwrap_or(head)), score));
        }
        let answer = ScoredAnswer {
            id,
            content: question.as_deref().map(ContentKey::of),
            pass,
            texts: self.options.texts(|| {
                let owned = |text: Option<Cow<'_, str>>| text.unwrap_or_default().into_owned();
                ItemTexts {
                    question: owned(question.clone()),
                    target: owned(at(roles.target)),
                    answer: owned(at(roles.answer)),
                }
            }),
            columns: self.options.columns(|| {
                let level = |(at, head): (usize, &String)| {
                    Some((head.clone(), cell(at).text()?.into_owned()))
                };
                heads.iter().enumerate().filter_map(level).collect()
            }),
        };
        self.sender.add(TaskAnswer { task: of_task, answer, scores });
        Ok(())
    }

    fn finish(self, mut tasks: Vec<ScoredTask>) -> ModelRuns {
        let heads = self.roles.scores.iter().filter_map(|at| self.layout.heads.get(*at));
        let names: Vec<String> = heads.map(|head| escape_line(head)).collect();
        let score = self.roles.is_guessed.then(|| {
            format!("{} is used as the score; --score selects another column", names.join(", "))
        });
        let model = self.roles.model.and_then(|at| self.layout.heads.get(at));
        let model = model.filter(|head| !head.to_lowercase().contains("model")).map(|head| {
            format!(
                "{} is used as the column of models; --model-column selects another column",
                escape_line(head)
            )
        });
        let remarks: Vec<String> = score.into_iter().chain(model).collect();
        let unnamed = self.roles.task.is_none().then(|| self.name.to_owned());
        let unnamed_tasks: BTreeSet<String> = unnamed.into_iter().collect();
        let run = |(model, places): (Option<String>, Named<String, TaskPlace>)| {
            let named = |(name, task): (String, TaskPlace)| (name, task.take(&mut tasks));
            let tasks = places.list.into_iter().map(named).collect();
            let (unnamed_tasks, remarks) = (unnamed_tasks.clone(), remarks.clone());
            let is_simulated = model.as_deref().is_some_and(peirast_record::is_simulated);
            let run =
                ScoredRun { tasks, unnamed_tasks, remarks, is_simulated, ..ScoredRun::default() };
            (model, run)
        };
        let mut runs: ModelRuns = self.runs.list.into_iter().map(run).collect();
        runs.sort_by(|one, other| one.0.cmp(&other.0));
        runs
    }
}

/// A task, as long as its rows are read.
#[derive(Default)]
struct TaskPlace {
    place: Option<usize>,
    metrics: Vec<String>,
}

impl TaskPlace {
    fn metric_or_new(&mut self, name: &str) -> usize {
        self.metrics.iter().position(|metric| metric == name).unwrap_or_else(|| {
            self.metrics.push(name.to_owned());
            self.metrics.len() - 1
        })
    }

    /// Takes the task out of the tasks that were read.
    fn take(&self, tasks: &mut [ScoredTask]) -> ScoredTask {
        let task = self.place.and_then(|place| tasks.get_mut(place));
        let mut task = task.map(std::mem::take).unwrap_or_default();
        for metric in &self.metrics {
            task.metric_or_new(metric);
        }
        task
    }
}

/// An answer to an item of a task.
struct TaskAnswer {
    task: usize,
    answer: ScoredAnswer,
    /// Scores by the positions of their metrics.
    scores: SmallVec<[(usize, Option<f64>); 1]>,
}

/// Sends answers to the thread that adds them to their tasks, in batches.
#[derive(Default)]
struct AnswerSender {
    channel: Option<SyncSender<Vec<TaskAnswer>>>,
    batch: Vec<TaskAnswer>,
    tasks: usize,
}

impl AnswerSender {
    const fn new_task(&mut self) -> usize {
        self.tasks += 1;
        self.tasks - 1
    }

    fn add(&mut self, answer: TaskAnswer) {
        self.batch.push(answer);
        if self.batch.len() == BATCH {
            self.send();
        }
    }

    fn send(&mut self) {
        let batch = std::mem::replace(&mut self.batch, Vec::with_capacity(BATCH));
        if let Some(channel) = &self.channel {
            // The receiver ends before the sender only by a panic, which `read` passes on.
            let _ = channel.send(batch);
        }
    }
}

/// Adds answers to their tasks until the last has come.
fn added(batches: &Receiver<Vec<TaskAnswer>>) -> Vec<ScoredTask> {
    let mut tasks: Vec<ScoredTask> = Vec::new();
    for TaskAnswer { task, answer, scores } in batches.iter().flatten() {
        if tasks.len() <= task {
            tasks.resize_with(task + 1, ScoredTask::default);
        }
        tasks[task].add(answer, scores);
    }
    tasks
}

/// Values by their names. The lookup begins with the last name, because rows with one name usually
/// follow one another.
struct Named<K, V> {
    list: Vec<(K, V)>,
    last: usize,
}

impl<K, V> Default for Named<K, V> {
    fn default() -> Self {
        Self { list: Vec::new(), last: 0 }
    }
}

impl<K, V: Default> Named<K, V> {
    fn get_or_new(&mut self, is_meant: impl Fn(&K) -> bool, name: impl FnOnce() -> K) -> &mut V {
        if !self.list.get(self.last).is_some_and(|(name, _)| is_meant(name)) {
            let found = self.list.iter().position(|(name, _)| is_meant(name));
            self.last = found.unwrap_or_else(|| {
                self.list.push((name(), V::default()));
                self.list.len() - 1
            });
        }
        &mut self.list[self.last].1
    }
}

/// A score; `None` for a missing cell.
pub(super) fn read_score(value: &Value, notation: &NumberNotation) -> Result<Option<f64>, String> {
    match (super::texts::score(value), value) {
        (Some(score), _) => Ok(score),
        (None, Value::String(cell)) => text_score(cell, notation),
        _ => Err("a list or an object is not a score".to_owned()),
    }
}

/// A score that is written as a text: a number, a percentage, or a word for right or wrong.
fn text_score(cell: &str, notation: &NumberNotation) -> Result<Option<f64>, String> {
    // Most cells of most files.
    match cell {
        "0" => return Ok(Some(0.0)),
        "1" => return Ok(Some(1.0)),
        _ => {}
    }
    let cell = cell.trim();
    if is_missing(cell) {
        return Ok(None);
    }
    if let Ok(number) = notation.number(cell) {
        return Ok(Some(number));
    }
    if let Some(number) = cell.strip_suffix('%').map(str::trim_end)
        && let Ok(number) = notation.number(number)
    {
        return Ok(Some(number / 100.0));
    }
    let flag = match cell.to_lowercase().as_str() {
        "correct" | "right" | "pass" | "passed" | "c" => Some(true),
        "incorrect" | "wrong" | "fail" | "failed" | "i" => Some(false),
        _ => truth_value(cell),
    };
    flag.map(|flag| Some(f64::from(u8::from(flag)))).ok_or_else(|| {
        format!("{} is not a score: write a number, or right and wrong", escape_line(cell))
    })
}
