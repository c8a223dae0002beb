//! Addresses: every page has a permanent one.

mod play;

pub use play::PlayRoute;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// Characters that are not encoded in a segment.
const KEPT: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b':');

/// A page, by its content. Filters and pages of a list are parameters, and no part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// The list of runs.
    Runs,
    /// The keyboard shortcuts, and how to read the pages.
    Help,
    /// The health of the server.
    Health,
    /// A file that pages need.
    Asset(String),
    /// A page of a run, by the run's name.
    Run(String, RunRoute),
    /// Comparison of two runs.
    Compare,
    /// Two answers to one question, of two runs.
    ComparedAnswers,
    /// All models under all paradigms.
    Leaderboard,
    /// The same data for programs.
    LeaderboardJson,
    /// A playground.
    Play(PlayRoute),
}

/// A page of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunRoute {
    /// The board of hypotheses.
    Board,
    /// The progress of the run.
    Progress,
    /// The same data for the script.
    ProgressJson,
    /// The figures.
    Figures,
    /// The tables of further measures.
    Measures,
    /// The changes by another grader or treatment.
    Regrade,
    /// All answers.
    Answers,
    /// One answer, by its key or the beginning of it.
    Answer(String),
    /// A text of it, byte for byte.
    Raw(String, RawText),
    /// The comparisons of a hypothesis.
    Hypothesis(String),
    /// One comparison.
    Comparison(ComparisonId),
    /// Its pairs.
    Pairs(ComparisonId),
    /// One pair, by its item.
    Pair(ComparisonId, String),
}

/// A row of the results: hypothesis, subject and method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparisonId {
    /// The hypothesis, by id.
    pub hypothesis: String,
    /// The subject.
    pub subject: String,
    /// The method.
    pub method: String,
}

/// A text that is available byte for byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RawText {
    /// The prompt.
    Prompt,
    /// The answer's text.
    Text,
    /// The request.
    Request,
    /// The response.
    Body,
}

impl RawText {
    const ALL: [Self; 4] = [Self::Prompt, Self::Text, Self::Request, Self::Body];

    /// Returns its name in addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Prompt => "prompt",
            Self::Text => "text",
            Self::Request => "request",
            Self::Body => "body",
        }
    }
}

impl Route {
    /// Returns the page of a path; `None` if there is no such page.
    ///
    /// ```
    /// use peirast_view::{Route, RunRoute};
    /// let board = Route::Run("token-bias".to_owned(), RunRoute::Board);
    /// assert_eq!(Route::from_path("/run/token-bias"), Some(board));
    /// assert_eq!(Route::from_path("/run/"), None);
    /// assert_eq!(Route::from_path("/run/a%2Fb").map(|route| route.path()).as_deref(), Some("/run/a%2Fb"));
    /// ```
    pub fn from_path(path: &str) -> Option<Self> {
        let segments = path.strip_prefix('/')?.split('/');
        let segments: Vec<String> = segments.map(decoded).collect::<Option<_>>()?;
        let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
        Some(match segments.as_slice() {
            [""] => Self::Runs,
            ["help"] => Self::Help,
            ["healthz"] => Self::Health,
            ["assets", _] => Self::Asset(path.to_owned()),
            ["run", id, rest @ ..] if !id.is_empty() => {
                Self::Run((*id).to_owned(), RunRoute::from_segments(rest)?)
            }
            ["compare"] => Self::Compare,
            ["compare", "answers"] => Self::ComparedAnswers,
            ["leaderboard"] => Self::Leaderboard,
            ["leaderboard.json"] => Self::LeaderboardJson,
            ["play", rest @ ..] => Self::Play(PlayRoute::from_segments(rest)?),
            _ => return None,
        })
    }

    /// Returns true if the server computes the page for each request, which may take seconds.
    pub fn needs_reasoning(&self) -> bool {
        matches!(self, Self::Play(PlayRoute::Premises | PlayRoute::Syllogism(_)))
    }

    /// Returns the path of the page.
    pub fn path(&self) -> String {
        match self {
            Self::Runs => joined(&[""]),
            Self::Help => joined(&["help"]),
            Self::Health => joined(&["healthz"]),
            Self::Asset(path) => path.clone(),
            Self::Run(run, page) => {
                let mut segments = vec!["run", run.as_str()];
                segments.extend(page.segments());
                joined(&segments)
            }
            Self::Compare => joined(&["compare"]),
            Self::ComparedAnswers => joined(&["compare", "answers"]),
            Self::Leaderboard => joined(&["leaderboard"]),
            Self::LeaderboardJson => joined(&["leaderboard.json"]),
            Self::Play(page) => {
                joined(&page.segments().iter().map(String::as_str).collect::<Vec<_>>())
            }
        }
    }
}

impl RunRoute {
    fn from_segments(segments: &[&str]) -> Option<Self> {
        let compared = |hypothesis: &str, subject: &str, method: &str| ComparisonId {
            hypothesis: hypothesis.to_owned(),
            subject: subject.to_owned(),
            method: method.to_owned(),
        };
        Some(match segments {
            [] => Self::Board,
            ["progress"] => Self::Progress,
            ["progress.json"] => Self::ProgressJson,
            ["figures"] => Self::Figures,
            ["measures"] => Self::Measures,
            ["regrade"] => Self::Regrade,
            ["answers"] => Self::Answers,
            ["answer", key] => Self::Answer((*key).to_owned()),
            ["answer", key, text] => {
                let text = RawText::ALL.into_iter().find(|one| one.name() == *text)?;
                Self::Raw((*key).to_owned(), text)
            }
            ["hypothesis", id] => Self::Hypothesis((*id).to_owned()),
            ["hypothesis", id, subject, method] => Self::Comparison(compared(id, subject, method)),
            ["hypothesis", id, subject, method, "pairs"] => {
                Self::Pairs(compared(id, subject, method))
            }
            ["hypothesis", id, subject, method, "pair", item] => {
                Self::Pair(compared(id, subject, method), (*item).to_owned())
            }
            _ => return None,
        })
    }

    fn segments(&self) -> Vec<&str> {
        match self {
            Self::Board => vec![],
            Self::Progress => vec!["progress"],
            Self::ProgressJson => vec!["progress.json"],
            Self::Figures => vec!["figures"],
            Self::Measures => vec!["measures"],
            Self::Regrade => vec!["regrade"],
            Self::Answers => vec!["answers"],
            Self::Answer(key) => vec!["answer", key],
            Self::Raw(key, text) => vec!["answer", key, text.name()],
            Self::Hypothesis(id) => vec!["hypothesis", id],
            Self::Comparison(one) => one.segments().into(),
            Self::Pairs(one) => [&one.segments()[..], &["pairs"]].concat(),
            Self::Pair(one, item) => [&one.segments()[..], &["pair", item]].concat(),
        }
    }
}

impl ComparisonId {
    fn segments(&self) -> [&str; 4] {
        ["hypothesis", &self.hypothesis, &self.subject, &self.method]
    }
}

fn joined(segments: &[&str]) -> String {
    let encode = |segment: &&str| utf8_percent_encode(segment, KEPT).to_string();
    format!("/{}", segments.iter().map(encode).collect::<Vec<_>>().join("/"))
}

fn decoded(segment: &str) -> Option<String> {
    percent_decode_str(segment).decode_utf8().ok().map(|text| text.into_owned())
}
