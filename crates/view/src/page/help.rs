//! Help: the keyboard shortcuts, and how to read the pages.

use crate::frame::Frame;
use crate::{Response, Route};
use maud::html;

/// The keyboard shortcuts of the script; links and forms can do the same.
const KEYS: [(&str, &str); 7] = [
    ("j, k", "next row of a list, previous row"),
    ("Enter", "open the row"),
    ("n, p", "next page or pair, previous one"),
    ("/", "search"),
    ("u", "the page above"),
    ("c", "copy the command that shows the same in a terminal"),
    ("?", "this page"),
];

/// Terms used on the pages.
const WORDS: [(&str, &str); 7] = [
    ("original, perturbed", "the two members of a matched pair, which differ in one factor"),
    (
        "n11, n22",
        "pairs in which both members were answered correctly (n11), or both wrongly (n22)",
    ),
    ("n12", "the original was answered correctly, the perturbed version wrongly"),
    ("n21", "the perturbed version was answered correctly, the original wrongly"),
    (
        "correctly, wrongly",
        "for hypotheses about predicted fallacies: without the fallacy, with it",
    ),
    (
        "lost",
        "a pair in which a member has no verdict: unanswered, refused, empty, cut off, unread, or as often right as wrong",
    ),
    ("unscored", "an answer without a verdict; it is not a wrong one"),
];

/// Renders the page.
pub(crate) fn help() -> Response {
    let content = html! {
        h2 { "Keys" }
        dl.keys { @for (key, what) in KEYS { dt { kbd { (key) } } dd { (what) } } }
        h2 { "Words" }
        dl { @for (word, what) in WORDS { dt { (word) } dd { (what) } } }
        h2 { "Texts of models" }
        p { "Texts of models are shown as plain text. Characters that could control a page or a \
             terminal, such as escapes and marks that change the direction of writing, are shown as \
             their codes, such as " code { "\\u{202e}" }
            "." }
    };
    Frame::new("Help", content).below("Runs", Route::Runs.path()).response(200)
}
