//! A task as the files of a folder.

use super::{Documents, TaskName, configuration, script};
use crate::ExchangeError;
use peirast_record::Problem;
use peirast_report::json_lines;
use std::path::{Path, PathBuf};

/// The options of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskOptions {
    /// True if the model should think in a few paragraphs before it answers.
    pub cot: bool,
    /// Maximum number of tokens of an answer.
    pub max_tokens: u32,
}

/// The files of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskFolder {
    /// Number of documents.
    pub documents: usize,
    /// The file that the user passes to the harness.
    pub configuration: PathBuf,
    /// Paths and texts of all files, the configuration last.
    pub files: Vec<(PathBuf, String)>,
}

impl TaskFolder {
    /// Makes the task of these problems in a folder.
    ///
    /// # Errors
    /// If there are no problems, or problems of several kinds.
    pub fn new(
        name: &TaskName,
        problems: &[Problem],
        folder: &Path,
        options: TaskOptions,
    ) -> Result<Self, ExchangeError> {
        let Documents { form, docs, is_of_views } = Documents::new(problems, options.cot)?;
        let import = if is_of_views { "etr" } else { "lm-eval" };
        let file = |ending: &str| folder.join(format!("{}.{ending}", name.as_str()));
        let files = vec![
            (file("jsonl"), json_lines(&docs.iter().collect::<Vec<_>>())),
            (file("py"), script(name, form)),
            (file("yaml"), configuration(name, form, options.max_tokens, import)),
        ];
        Ok(Self { documents: docs.len(), configuration: file("yaml"), files })
    }

    /// An existing file with other content, if there is one.
    pub fn conflict(&self) -> Option<&Path> {
        let is_other =
            |path: &Path, text: &str| std::fs::read(path).is_ok_and(|held| held != text.as_bytes());
        self.files.iter().find(|(path, text)| is_other(path, text)).map(|(path, _)| path.as_path())
    }
}
