//! Shared code of the tests: the program in its own place, and a chat server that misbehaves.

pub mod batches;
pub mod browser;
pub mod chat;
#[cfg(unix)]
#[path = "../../../run/tests/it/common/postgres.rs"]
pub mod postgres;
pub mod viewer;

use peirast_store::{AnsweredTrial, Store, StoreCounts, StoreError};
use serde_json::Value;
use std::ffi::OsStr;
use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Opens a store for writing. For a short moment, programs that other tests start hold the files of
/// this process and their locks.
async fn opened(dir: &Path) -> Store {
    let begun = Instant::now();
    loop {
        match Store::open_or_create(dir).await {
            Err(StoreError::Locked { .. }) if begun.elapsed() < Duration::from_secs(60) => {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            store => return store.expect("a store"),
        }
    }
}

/// A study of twelve questions: eight about conjunctions and four about syllogisms. With `--n` it
/// has four for each item.
pub const SMALL: &str = r#"id = "small"
title = "A small study"
seed = 7
subjects = ["sim:flawless"]

[[family]]
name = "conjunction"
variants = ["2"]
n = 4

[[family]]
name = "syllogism"
variants = ["all-some-some"]
n = 2

[[hypothesis]]
id = "H1"
title = "Context"
over = ["conjunction/2"]
factor = "context"
original = { context = "relevant" }
perturbed = { context = "irrelevant" }
protocols = ["baseline"]
direction = "perturbed-better"

[[hypothesis]]
id = "H4"
title = "Quantifiers"
over = ["syllogism/all-some-some"]
where = { source = "none" }
factor = "quantifier"
original = { quantifier = "classic" }
perturbed = { quantifier = "paraphrased" }
protocols = ["baseline"]
direction = "original-better"
"#;

/// A study of two questions for each of `--n` items, all of one kind.
pub const MANY: &str = r#"id = "many"
title = "Many short questions"
seed = 7
subjects = ["openai:mock"]

[[family]]
name = "conjunction"
variants = ["2"]
n = 1000

[[hypothesis]]
id = "H1"
title = "Context"
over = ["conjunction/2"]
factor = "context"
original = { context = "relevant" }
perturbed = { context = "irrelevant" }
protocols = ["baseline"]
direction = "perturbed-better"
"#;

/// The questions of [`SMALL`].
pub const QUESTIONS: usize = 12;

/// Everything that a run writes in addition to its store.
pub const ARTIFACTS: [&str; 8] = [
    "manifest.json",
    "report.html",
    "report.json",
    "results.csv",
    "counts.csv",
    "pooled.csv",
    "outcomes.csv",
    "study.toml",
];

/// A separate directory in which the program runs.
pub struct Place {
    dir: tempfile::TempDir,
    env: Vec<(String, String)>,
}

/// The result of a program.
#[derive(Debug)]
pub struct Done {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Place {
    pub fn new() -> Self {
        Self { dir: tempfile::tempdir().expect("a directory"), env: Vec::new() }
    }

    /// A place that holds the small study as `small.toml`.
    pub fn with_study() -> Self {
        let place = Self::new();
        place.write("small.toml", SMALL);
        place
    }

    /// A place that holds the study of many questions as `many.toml`.
    pub fn with_many() -> Self {
        let place = Self::new();
        place.write("many.toml", MANY);
        place
    }

    /// The same place with an environment variable.
    #[must_use]
    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.env.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        std::fs::write(path, text).expect("a file");
    }

    pub fn read(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).expect("UTF-8")
    }

    /// A file of a run without its varying parts: outcomes without the durations of answers.
    pub fn timeless(&self, name: &str) -> String {
        let text = self.read(name);
        if !name.ends_with("outcomes.csv") {
            return text;
        }
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
        let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("CSV")).collect();
        let latency = rows[0].iter().position(|name| name == "latency_ms").expect("a column");
        let line = |row: &csv::StringRecord| {
            let kept = row.iter().enumerate().filter(|(at, _)| *at != latency);
            format!("{:?}\n", kept.map(|(_, cell)| cell).collect::<Vec<_>>())
        };
        rows.iter().map(line).collect()
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// The program with these arguments.
    pub fn command<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_peirast"));
        command.args(args).current_dir(self.dir.path()).stdin(Stdio::null());
        command.env_remove("OPENAI_API_KEY").env_remove("COLUMNS").env("NO_COLOR", "1");
        // The user who runs the tests may have providers of their own.
        command.env("XDG_CONFIG_HOME", self.path("config"));
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Runs the program with the words of a line as arguments.
    pub fn run(&self, line: &str) -> Done {
        self.command(line.split_whitespace()).output().expect("it runs").into()
    }

    /// Runs the program, expects success, and returns its output.
    pub fn ok(&self, line: &str) -> String {
        let done = self.run(line);
        assert_eq!(done.code, Some(0), "{line}: {}", done.err);
        done.out
    }

    /// Runs the program, expects this exit code, and returns its error message.
    pub fn fails(&self, code: i32, line: &str) -> String {
        let done = self.run(line);
        assert_eq!(done.code, Some(code), "{line}: {}{}", done.out, done.err);
        done.err
    }

    /// Starts the program without waiting.
    pub fn start(&self, line: &str) -> Running {
        let mut command = self.command(line.split_whitespace());
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        Running(Some(child.expect("it starts")))
    }

    /// Starts the program with its stderr in a file of this name.
    pub fn start_telling(&self, file: &str, line: &str) -> Running {
        let words = std::fs::File::create(self.path(file)).expect("a file");
        let mut command = self.command(line.split_whitespace());
        Running(Some(command.stdout(Stdio::null()).stderr(words).spawn().expect("it starts")))
    }

    /// The rows of `peirast test DIR --json`.
    pub fn rows(&self, dir: &str) -> Vec<Value> {
        json_lines(&self.ok(&format!("test {dir} --json")))
    }

    /// The key of any trial in a run directory.
    pub fn some_trial(&self, dir: &str) -> String {
        let outcomes = self.read(&format!("{dir}/outcomes.csv"));
        let row = outcomes.lines().nth(1).expect("an outcome");
        row.split(',').next().expect("a key").to_owned()
    }

    pub fn answered(&self, dir: &str) -> Vec<AnsweredTrial> {
        wait(async {
            let store = Store::open_read_only(self.path(dir)).await.expect("a store");
            store.load_answered().await.expect("answers")
        })
    }

    /// Changes the study and the comparisons in a store, as no run would.
    pub fn replace_in_plan(&self, dir: &str, from: &str, to: &str) {
        wait(async {
            let store = opened(&self.path(dir)).await;
            for name in ["study", "contrasts"] {
                let text = store.meta(name).await.expect("a store").expect("a text");
                store.set_meta(name, &text.replace(from, to)).await.expect("written");
            }
            store.close().await;
        });
    }

    /// The value of a fact in a store.
    pub fn fact(&self, dir: &str, name: &str) -> String {
        wait(async {
            let store = Store::open_read_only(self.path(dir)).await.expect("a store");
            store.meta(name).await.expect("a store").expect("a fact")
        })
    }

    /// Stores a fact, like a command that was interrupted.
    pub fn set_fact(&self, dir: &str, name: &str, value: &str) {
        wait(async {
            let store = Store::open(self.path(dir)).await.expect("a store");
            store.set_meta(name, value).await.expect("written");
            store.close().await;
        });
    }

    pub fn counts(&self, dir: &str) -> StoreCounts {
        wait(async {
            let store = Store::open_read_only(self.path(dir)).await.expect("a store");
            store.counts().await.expect("counts")
        })
    }
}

/// A running program, which is killed when the test ends.
pub struct Running(Option<Child>);

impl Running {
    /// Sends a signal by name, for example `INT`.
    #[cfg(unix)]
    pub fn signal(&self, name: &str) {
        let id = self.0.as_ref().expect("running").id().to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status().expect("kill runs");
        assert!(sent.success(), "signal {name} to {id}");
    }

    /// True if the program handles the signal with this number. If the system does not say, waits
    /// half a second.
    #[cfg(unix)]
    pub fn catches(&self, number: u32) -> bool {
        let id = self.0.as_ref().expect("running").id();
        let Ok(status) = std::fs::read_to_string(format!("/proc/{id}/status")) else {
            std::thread::sleep(Duration::from_millis(500));
            return true;
        };
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = u64::from_str_radix(caught.expect("a mask").trim(), 16).expect("a mask");
        caught >> (number - 1) & 1 == 1
    }

    /// Waits for the end of the program.
    pub fn end(mut self) -> Done {
        self.0.take().expect("running").wait_with_output().expect("it ends").into()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl From<Output> for Done {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

/// Waits for a future.
pub fn wait<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Runtime::new().expect("a runtime").block_on(future)
}

/// Waits until a condition is true, for at most a minute.
pub fn until(what: &str, holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what} did not come to hold");
        std::thread::sleep(Duration::from_millis(2));
    }
}

pub fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// Every file below a directory.
pub fn files_below(dir: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(dir).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { files.extend(files_below(&path)) } else { files.push(path) }
    }
    files.sort();
    files
}

/// True if `bytes` contain `text`.
pub fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

/// Asserts that a text contains every part.
pub fn says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no `{part}` in: {text}");
    }
}

/// Asserts that two values are equal. For long values, the message shows the first difference.
pub fn same<T: PartialEq + Debug>(one: &T, other: &T, what: &str) {
    if one == other {
        return;
    }
    let (one, other) = (format!("{one:?}"), format!("{other:?}"));
    let alike = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let around =
        |text: &str| -> String { text.chars().skip(alike.saturating_sub(80)).take(240).collect() };
    panic!("{what}\n  left: {}\n right: {}", around(&one), around(&other));
}

/// Messages of commands, collected into one snapshot.
#[derive(Default)]
pub struct Wording(String);

impl Wording {
    /// Adds the messages of a case, without their varying parts: ports of local servers, times in
    /// the names of batches, and numbers of requests in flight.
    pub fn add(&mut self, case: &str, text: &str) {
        let text = format!("## {case}\n{}\n\n", text.trim_end());
        for line in text.split_inclusive('\n').filter(|line| !line.contains("in flight on average"))
        {
            let mut rest = line;
            while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
                self.0 += &rest[..at];
                rest = &rest[at..];
                let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                self.0 += match self.0.as_str() {
                    before if before.ends_with("127.0.0.1:") => "PORT",
                    before if before.ends_with("peirast-") => "TIME",
                    _ => &rest[..end],
                };
                rest = &rest[end..];
            }
            self.0 += rest;
        }
    }

    /// Adds the messages of a case, with `N` for every number, the plural for every count, and
    /// without the widths of columns.
    pub fn shape(&mut self, case: &str, text: &str) {
        let mut shape = String::new();
        for c in text.chars() {
            let goes_on = match c {
                '0'..='9' | '.' | ',' => shape.ends_with('N'),
                ' ' => shape.ends_with("  "),
                '-' => shape.ends_with("--"),
                _ => false,
            };
            match c.is_ascii_digit() {
                _ if goes_on => {}
                true => shape.push('N'),
                false => shape.push(c),
            }
        }
        for (one, many) in [
            ("N answer ", "N answers "),
            ("N retry", "N retries"),
            ("N question is", "N questions are"),
            ("to ask it", "to ask them"),
        ] {
            shape = shape.replace(one, many);
        }
        self.add(case, &shape);
    }

    /// Adds the message of an error.
    pub fn error(&mut self, case: &str, message: &str) {
        assert!(message.starts_with("error: "), "{case}: {message}");
        self.add(case, message);
    }

    /// Runs a command that must fail with this exit code, and adds its message.
    pub fn fails(&mut self, place: &Place, code: i32, line: &str) {
        self.add(line, &place.fails(code, line));
    }

    pub fn text(&self) -> &str {
        self.0.trim_end()
    }
}

/// A column of a CSV table, in the rows where others have these values.
pub fn column(csv: &str, name: &str, wanted: &[(&str, &str)]) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let heads = reader.headers().expect("a head").clone();
    let place = |name: &str| heads.iter().position(|head| head == name).expect("a column");
    let rows = reader.records().map(|row| row.expect("a row"));
    let fits =
        |row: &csv::StringRecord| wanted.iter().all(|(name, value)| &row[place(name)] == *value);
    rows.filter(fits).map(|row| row[place(name)].to_owned()).collect()
}
