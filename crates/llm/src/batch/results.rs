//! The results of a batch, one at a time.

use super::result::torn;
use super::{BatchError, BatchResult, Desk, Form, anthropic, line_text, openai};
use crate::Failure;
use crate::lines::Lines;
use peirast_record::ErrorKind;
use reqwest::Url;
use std::collections::VecDeque;
use thiserror::Error;

/// The results of a batch, one at a time, so that a million answers are never in memory together.
#[derive(Debug)]
pub struct Results<'d> {
    desk: &'d Desk,
    files: VecDeque<Url>,
    open: Option<Lines>,
    /// Lines of the open file so far.
    number: usize,
    at_hand: VecDeque<BatchResult>,
    /// Number of lines that may still come, from all files together.
    left: usize,
    questions: usize,
}

/// The most lines of results for this many questions. A file may have several for one question, and
/// some for none; the bound stops the reading of an endless file.
fn most_lines(questions: usize) -> usize {
    questions.saturating_mul(10).saturating_add(1_000)
}

/// Reasons why a result is not available.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResultsError {
    /// The results cannot be fetched; the rest of them was not read.
    #[error("{}", .0.message)]
    Fetch(Failure),
    /// One of them cannot be read; reading may continue with the next one.
    #[error(transparent)]
    Unreadable(#[from] BatchError),
}

impl<'d> Results<'d> {
    pub(super) fn in_files(desk: &'d Desk, files: Vec<Url>, questions: usize) -> Self {
        let (files, left) = (files.into(), most_lines(questions));
        Self { desk, files, open: None, number: 0, at_hand: VecDeque::new(), left, questions }
    }

    pub(super) fn at_hand(desk: &'d Desk, results: Vec<BatchResult>) -> Self {
        let (files, at_hand, questions) = (VecDeque::new(), VecDeque::from(results), 0);
        Self { desk, files, open: None, number: 0, at_hand, left: 0, questions }
    }

    /// The next result; `None` after the last.
    ///
    /// # Errors
    /// [`ResultsError`]; after an unreadable line, reading continues with the next line.
    pub async fn next(&mut self) -> Result<Option<BatchResult>, ResultsError> {
        loop {
            if let Some(result) = self.at_hand.pop_front() {
                return Ok(Some(result));
            }
            let Some(lines) = &mut self.open else {
                let Some(url) = self.files.pop_front() else { return Ok(None) };
                self.open = Some(self.desk.lines(&url).await.map_err(ResultsError::Fetch)?);
                self.number = 0;
                continue;
            };
            match lines.next().await.map_err(ResultsError::Fetch)? {
                None => self.open = None,
                Some(_) if self.left == 0 => return Err(ResultsError::Fetch(self.endless())),
                Some(line) => {
                    self.number += 1;
                    self.left -= 1;
                    let text = line_text(self.number, line.text.as_bytes())?;
                    if text.is_empty() {
                        continue;
                    }
                    let read = match self.desk.form() {
                        Form::Anthropic => anthropic::result_line(self.number, text),
                        Form::OpenAi | Form::Gemini => openai::result_line(self.number, text),
                    };
                    return match line.is_torn {
                        false => Ok(Some(read?)),
                        true => Ok(Some(read.map_err(|_| torn(self.number))?.torn())),
                    };
                }
            }
        }
    }

    fn endless(&self) -> Failure {
        let (questions, most) = (self.questions, most_lines(self.questions));
        Failure::new(
            ErrorKind::Malformed,
            format!("more than {most} lines came for {questions} questions: these are no results"),
        )
    }
}
