//! Lines of a response that is too large for memory.

use crate::{Auth, Failure};
use peirast_record::ErrorKind;
use reqwest::Response;

/// The most bytes of one line: far more than any answer.
const MOST: usize = 32 * 1024 * 1024;

/// A line of a response, without its break. A key that the server echoes is masked.
#[derive(Debug)]
pub(crate) struct Line {
    /// Its text; in a damaged line, U+FFFD replaces bytes that are no text.
    pub(crate) text: String,
    /// True if it is not UTF-8, so that some of its characters are unknown.
    pub(crate) is_torn: bool,
}

/// The lines of a response, as they come.
#[derive(Debug)]
pub(crate) struct Lines {
    response: Response,
    auth: Auth,
    /// Bytes that were received and not returned yet.
    pending: Vec<u8>,
    /// Number of its first bytes without a line break.
    searched: usize,
    ended: bool,
}

impl Lines {
    pub(crate) fn new(response: Response, auth: &Auth) -> Self {
        let auth = auth.clone();
        Self { response, auth, pending: Vec::new(), searched: 0, ended: false }
    }

    /// The next line; `None` after the last.
    pub(crate) async fn next(&mut self) -> Result<Option<Line>, Failure> {
        loop {
            if let Some(at) = self.pending[self.searched..].iter().position(|byte| *byte == b'\n') {
                let rest = self.pending.split_off(self.searched + at + 1);
                let line = std::mem::replace(&mut self.pending, rest);
                self.searched = 0;
                return Ok(Some(self.line(line)));
            }
            self.searched = self.pending.len();
            if self.ended {
                let line = std::mem::take(&mut self.pending);
                self.searched = 0;
                return Ok((!line.is_empty()).then(|| self.line(line)));
            }
            if self.pending.len() > MOST {
                let what = "a line of the results is longer than 32 MiB, too long for an answer";
                return Err(Failure::new(ErrorKind::Malformed, what));
            }
            match self.response.chunk().await {
                Ok(Some(chunk)) => self.pending.extend_from_slice(&chunk),
                Ok(None) => self.ended = true,
                Err(error) => {
                    let cause = crate::http::root_cause(&error.without_url());
                    let what = format!("the results broke off: {}", self.auth.mask_message(&cause));
                    return Err(Failure::new(ErrorKind::Network, what));
                }
            }
        }
    }

    fn line(&self, mut line: Vec<u8>) -> Line {
        while matches!(line.last(), Some(b'\n' | b'\r')) {
            line.pop();
        }
        let (text, is_torn) = match String::from_utf8(line) {
            Ok(text) => (text, false),
            Err(torn) => (String::from_utf8_lossy(torn.as_bytes()).into_owned(), true),
        };
        Line { text: self.auth.mask_body(text), is_torn }
    }
}
