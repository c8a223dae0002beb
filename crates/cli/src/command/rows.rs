//! Rows of files and stdin: read as they arrive, processed by several threads, answered or
//! compared.

use crate::console;
use anyhow::{Context as _, Result, bail};
use rayon::prelude::*;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The most bytes read ahead for further rows.
const AHEAD: usize = 1 << 18;

/// The mark with which some editors begin files.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The most rows that one thread gets at a time.
const SHARE: usize = 64;

/// The stack size of a thread: as large as that of the main thread, because terms nest.
const STACK: usize = 8 << 20;

/// A row as read.
pub struct Line {
    /// Its file and line, for messages.
    pub place: String,
    pub bytes: Vec<u8>,
}

/// The rows of some files, one after another.
pub struct Rows {
    /// The sources still to read, the last first.
    sources: Vec<Source>,
    /// The threads that process rows; none for one job.
    pool: Option<rayon::ThreadPool>,
    /// The most rows at a time.
    most: usize,
    /// True if blank lines are rows.
    blank: bool,
}

struct Source {
    name: String,
    reader: BufReader<Box<dyn Read>>,
    lines: usize,
    done: bool,
}

impl Rows {
    /// Opens every file at once, so that a missing file is found before any work.
    pub fn open(files: &[PathBuf], jobs: u16) -> Result<Rows> {
        let jobs = usize::from(jobs);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).stack_size(STACK);
        let pool = (jobs > 1).then(|| pool.build()).transpose().context("starting threads")?;
        let stdin = [PathBuf::from("-")];
        let files = if files.is_empty() { &stdin } else { files };
        let mut sources =
            files.iter().map(|file| Source::open(file)).collect::<Result<Vec<_>>>()?;
        sources.reverse();
        Ok(Rows { sources, pool, most: jobs * SHARE, blank: false })
    }

    /// Also returns blank lines as rows.
    #[must_use]
    pub fn with_blank_lines(self) -> Rows {
        Rows { blank: true, ..self }
    }

    /// Returns the next rows, without blank lines unless they are wanted: all that can be read
    /// without waiting, and at least one; none at the end.
    pub fn next(&mut self) -> Result<Vec<Line>> {
        let mut rows = Vec::new();
        while let Some(source) = self.sources.last_mut() {
            source.read(&mut rows, self.most, self.blank)?;
            if source.done {
                self.sources.pop();
            }
            if !rows.is_empty() {
                break;
            }
        }
        Ok(rows)
    }

    /// Applies work to each row, and returns the results in the order of rows.
    pub fn each<T: Send>(&self, rows: &[Line], work: impl Fn(&Line) -> T + Send + Sync) -> Vec<T> {
        match &self.pool {
            None => rows.iter().map(work).collect(),
            Some(pool) => pool.install(|| rows.par_iter().map(work).collect()),
        }
    }
}

impl Source {
    fn open(path: &Path) -> Result<Source> {
        let is_stdin = path == Path::new("-");
        let input: Box<dyn Read> = if is_stdin {
            Box::new(std::io::stdin())
        } else {
            Box::new(File::open(path).with_context(|| format!("reading {}", path.display()))?)
        };
        let name = if is_stdin { "stdin".to_owned() } else { path.display().to_string() };
        let reader = BufReader::with_capacity(AHEAD, input);
        Ok(Source { name, reader, lines: 0, done: false })
    }

    fn read(&mut self, rows: &mut Vec<Line>, most: usize, blank: bool) -> Result<()> {
        while rows.len() < most && !self.done {
            let mut bytes = Vec::new();
            let read = self.reader.read_until(b'\n', &mut bytes);
            let read = read.with_context(|| format!("reading {}", self.name))?;
            self.done = read == 0;
            self.lines += 1;
            if self.lines == 1 && bytes.starts_with(BYTE_ORDER_MARK) {
                bytes.drain(..BYTE_ORDER_MARK.len());
            }
            if blank && read > 0 || !bytes.trim_ascii().is_empty() {
                rows.push(Line { place: format!("{}, line {}", self.name, self.lines), bytes });
            }
            // Do not wait for input while there are rows to answer.
            if !rows.is_empty() && !self.reader.buffer().contains(&b'\n') {
                return Ok(());
            }
        }
        Ok(())
    }
}

/// The most differing rows shown by default.
const SHOWN: usize = 20;

/// Answers every row of some files by a line, and reports rows that could not be read. The exit
/// code says whether all could.
pub fn answer_rows(
    files: &[PathBuf],
    jobs: u16,
    answer: impl Fn(&Line) -> (String, Option<String>) + Send + Sync,
) -> Result<ExitCode> {
    let mut rows = Rows::open(files, jobs)?;
    let (mut code, mut has_rows) = (ExitCode::SUCCESS, false);
    loop {
        let some = rows.next()?;
        if some.is_empty() {
            if !has_rows {
                console::note("there is no row to answer");
            }
            return Ok(code);
        }
        has_rows = true;
        let mut text = String::new();
        for ((answer, fault), line) in rows.each(&some, &answer).into_iter().zip(&some) {
            if let Some(why) = fault {
                console::note(&format!("{}: {why}", line.place));
                code = ExitCode::FAILURE;
            }
            text.push_str(&answer);
        }
        console::result(&text)?;
    }
}

/// Message if there is nothing to compare: an empty file must not pass as agreement.
pub const NOTHING_TO_CHECK: &str =
    "there is no row to check: name a file of JSON lines, or write them to standard input";

/// Compares every row of some files, prints the number that agree, and explains each difference.
/// The exit code says whether all agree.
pub fn compare_rows(
    files: &[PathBuf],
    jobs: u16,
    all: bool,
    compare: impl Fn(&Line) -> Result<(), String> + Send + Sync,
) -> Result<ExitCode> {
    let checked = Comparison::new(Rows::open(files, jobs)?, all, compare, |(), _| Ok(()))?;
    if checked == Comparison::default() {
        bail!(NOTHING_TO_CHECK);
    }
    checked.finish()
}

/// Counts of rows that agree and that do not agree with their recorded answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    pub passed: usize,
    pub failed: usize,
}

impl Comparison {
    /// Compares rows on all threads, passes the agreeing ones to `accept` one after another, and
    /// explains each difference.
    pub fn new<T: Send>(
        mut rows: Rows,
        all: bool,
        compare: impl Fn(&Line) -> Result<T, String> + Send + Sync,
        mut accept: impl FnMut(T, &Line) -> Result<(), String>,
    ) -> Result<Self> {
        let mut done = Self::default();
        loop {
            let some = rows.next()?;
            if some.is_empty() {
                break;
            }
            for (verdict, line) in rows.each(&some, &compare).into_iter().zip(&some) {
                let Err(why) = verdict.and_then(|made| accept(made, line)) else {
                    done.passed += 1;
                    continue;
                };
                done.failed += 1;
                if all || done.failed <= SHOWN {
                    console::note(&format!("{}: {why}", line.place));
                }
            }
        }
        if done.failed > SHOWN && !all {
            console::note(&format!("and {} more, which --all shows", done.failed - SHOWN));
        }
        Ok(done)
    }

    /// Prints the number of rows that agree; the exit code says whether all do.
    pub fn finish(self) -> Result<ExitCode> {
        console::result(&format!("{} passed, {} failed\n", self.passed, self.failed))?;
        Ok(if self.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
