//! The files that pages need in addition to their HTML: all of them are part of the program.

use crate::Response;
use peirast_figure::style_sheet;
use peirast_report::BOARD_STYLE;
use std::sync::LazyLock;

/// The style sheet of the pages, of the verdicts that they share with the report, and of figures.
static STYLE: LazyLock<String> = LazyLock::new(|| {
    let own = include_str!("../assets/view.css");
    format!("{own}{BOARD_STYLE}{}\n", style_sheet())
});
const SCRIPT: &str = include_str!("../assets/view.js");

/// Address of the style sheet.
pub(crate) static STYLE_PATH: LazyLock<String> = LazyLock::new(|| path(&STYLE, "css"));
/// Address of the script.
pub(crate) static SCRIPT_PATH: LazyLock<String> = LazyLock::new(|| path(SCRIPT, "js"));

/// Returns the address of a file: it changes with the content, so that a browser can keep the file
/// for ever.
fn path(text: &str, ending: &str) -> String {
    let hash = blake3::hash(text.as_bytes()).to_hex();
    format!("/assets/view-{}.{ending}", &hash[..16])
}

/// Returns the file at this address.
pub(crate) fn asset(path: &str) -> Option<Response> {
    match path {
        _ if path == *STYLE_PATH => Some(Response::asset("text/css; charset=utf-8", &STYLE)),
        _ if path == *SCRIPT_PATH => {
            Some(Response::asset("text/javascript; charset=utf-8", SCRIPT))
        }
        _ => None,
    }
}
