//! Rows from files and stdin, as many at a time as are there.

use anyhow::{Context as _, Result};
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read};
use std::path::Path;

/// The most bytes looked ahead for further rows.
const AHEAD: usize = 1 << 18;

/// The mark that some editors begin files with.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A row as it was found.
pub struct Line {
    /// Its file and line, for messages.
    pub place: String,
    pub bytes: Vec<u8>,
}

/// The rows of some files, one after another.
pub struct Rows {
    /// The sources still to read, the last first.
    sources: Vec<Source>,
    /// The most rows at a time.
    most: usize,
    /// Whether blank lines are rows.
    blank: bool,
}

struct Source {
    name: String,
    reader: BufReader<Box<dyn Read>>,
    lines: usize,
    done: bool,
}

impl Rows {
    /// Opens every file, so that none turns out to be missing half-way.
    pub fn open(files: &[std::path::PathBuf], most: usize) -> Result<Rows> {
        let stdin = [std::path::PathBuf::from("-")];
        let files = if files.is_empty() { &stdin } else { files };
        let mut sources =
            files.iter().map(|file| Source::open(file)).collect::<Result<Vec<_>>>()?;
        sources.reverse();
        Ok(Rows { sources, most, blank: false })
    }

    /// The same, with blank lines among the rows.
    #[must_use]
    pub fn with_blank_lines(self) -> Rows {
        Rows { blank: true, ..self }
    }

    /// The next rows, blank lines left out unless they are wanted: all that can be read without waiting, and at least
    /// one; none at the end.
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
            // Nothing is waited for while rows are there to be answered.
            if !rows.is_empty() && !self.reader.buffer().contains(&b'\n') {
                return Ok(());
            }
        }
        Ok(())
    }
}
