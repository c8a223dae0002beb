//! Addresses: every page has one that stays.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// What stands in a segment as it is.
const KEPT: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b':');

/// A page, by what it shows. Filters and pages of a list are parameters, and no part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// The list of runs.
    Runs,
    /// The keys, and how to read what is shown.
    Help,
    /// Whether the server is well.
    Health,
    /// A file that pages need.
    Asset(String),
    /// The board of hypotheses of a run.
    Board(String),
}

impl Route {
    /// The page of a path; none where there is no such page.
    ///
    /// ```
    /// use peirast_view::Route;
    /// assert_eq!(Route::of("/run/token-bias"), Some(Route::Board("token-bias".to_owned())));
    /// assert_eq!(Route::of("/run/"), None);
    /// assert_eq!(Route::of("/run/a%2Fb").map(|route| route.path()).as_deref(), Some("/run/a%2Fb"));
    /// ```
    pub fn of(path: &str) -> Option<Self> {
        let segments = path.strip_prefix('/')?.split('/');
        let segments: Vec<String> = segments.map(decoded).collect::<Option<_>>()?;
        let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
        Some(match segments.as_slice() {
            [""] => Self::Runs,
            ["help"] => Self::Help,
            ["healthz"] => Self::Health,
            ["assets", _] => Self::Asset(path.to_owned()),
            ["run", id] if !id.is_empty() => Self::Board((*id).to_owned()),
            _ => return None,
        })
    }

    /// The path of the page.
    pub fn path(&self) -> String {
        match self {
            Self::Runs => joined(&[""]),
            Self::Help => joined(&["help"]),
            Self::Health => joined(&["healthz"]),
            Self::Asset(path) => path.clone(),
            Self::Board(run) => joined(&["run", run]),
        }
    }
}

fn joined(segments: &[&str]) -> String {
    let encode = |segment: &&str| utf8_percent_encode(segment, KEPT).to_string();
    format!("/{}", segments.iter().map(encode).collect::<Vec<_>>().join("/"))
}

fn decoded(segment: &str) -> Option<String> {
    percent_decode_str(segment).decode_utf8().ok().map(|text| text.into_owned())
}
