//! The results of a batch, one at a time.

use super::{BatchError, BatchResult, Desk, Form, anthropic, openai};
use crate::Failure;
use crate::lines::Lines;
use reqwest::Url;
use std::collections::VecDeque;
use thiserror::Error;

/// The results of a batch, one at a time: a million answers are never in memory together.
#[derive(Debug)]
pub struct Results<'d> {
    desk: &'d Desk,
    files: VecDeque<Url>,
    open: Option<Lines>,
    /// Lines of the open file so far.
    number: usize,
    at_hand: VecDeque<BatchResult>,
}

/// Why a result cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResultsError {
    /// The results cannot be fetched; what is left of them was not read.
    #[error("{}", .0.message)]
    Fetch(Failure),
    /// One of them cannot be read; the next one may be.
    #[error(transparent)]
    Unreadable(#[from] BatchError),
}

impl<'d> Results<'d> {
    pub(super) fn in_files(desk: &'d Desk, files: Vec<Url>) -> Self {
        Self { desk, files: files.into(), open: None, number: 0, at_hand: VecDeque::new() }
    }

    pub(super) fn at_hand(desk: &'d Desk, results: Vec<BatchResult>) -> Self {
        let (files, at_hand) = (VecDeque::new(), results.into());
        Self { desk, files, open: None, number: 0, at_hand }
    }

    /// The next result; none after the last.
    ///
    /// # Errors
    /// [`ResultsError`]; after one that says that a line cannot be read, the next line follows.
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
                Some(line) if line.trim().is_empty() => self.number += 1,
                Some(line) => {
                    self.number += 1;
                    let read = match self.desk.form() {
                        Form::Anthropic => anthropic::result_line(self.number, &line),
                        Form::OpenAi | Form::Gemini => openai::result_line(self.number, &line),
                    };
                    return Ok(Some(read?));
                }
            }
        }
    }
}
