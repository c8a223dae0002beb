//! The files that pages need besides themselves: all of them stand in the program.

use crate::Response;
use peirast_figure::style_sheet;
use std::sync::LazyLock;

/// That of the pages, and that of the figures on them.
static STYLE: LazyLock<String> =
    LazyLock::new(|| format!("{}{}\n", include_str!("../assets/view.css"), style_sheet()));
const SCRIPT: &str = include_str!("../assets/view.js");

/// The style sheet's address.
pub(crate) static STYLE_PATH: LazyLock<String> = LazyLock::new(|| path(&STYLE, "css"));
/// The script's address.
pub(crate) static SCRIPT_PATH: LazyLock<String> = LazyLock::new(|| path(SCRIPT, "js"));

/// The address of a file: it changes with what is in it, so that a browser can keep it for ever.
fn path(text: &str, ending: &str) -> String {
    let hash = blake3::hash(text.as_bytes()).to_hex();
    format!("/assets/view-{}.{ending}", &hash[..16])
}

/// The file of this address.
pub(crate) fn asset(path: &str) -> Option<Response> {
    match path {
        _ if path == *STYLE_PATH => Some(Response::asset("text/css; charset=utf-8", &STYLE)),
        _ if path == *SCRIPT_PATH => {
            Some(Response::asset("text/javascript; charset=utf-8", SCRIPT))
        }
        _ => None,
    }
}
