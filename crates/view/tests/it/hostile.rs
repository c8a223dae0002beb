//! Texts and names from outside cannot harm the reader of a page.

use crate::support::{Made, links};
use peirast_record::steers;

/// Texts that no page may contain unescaped.
const TEXTS: [&str; 6] = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "\u{1b}[2J\u{1b}]0;title\u{7}",
    "=HYPERLINK(\"http://evil.example\",\"click\")",
    "\u{202e}right to left\u{2066}",
    "</pre></mark><a href=\"javascript:alert(1)\">",
];

/// Returns every kind of page of a run.
fn pages(made: &Made, says: &str) -> Vec<(String, String)> {
    let library = made.library();
    let rows = made.show(&library, "/run/made/hypothesis/H1").text();
    let comparison =
        links(&rows).into_iter().find(|link| link.matches('/').count() == 6).expect("a comparison");
    let list = made.show(&library, &format!("{comparison}/pairs")).text();
    let answers = made.show(&library, "/run/made/answers").text();
    let compared = made.show(&library, "/compare?a=made&b=made&fate=both-right").text();
    let found: String = form_urlencoded(says);
    let first = |page: &str, part: &str| {
        links(page).into_iter().find(|link| link.contains(part)).expect("a link")
    };
    let targets = [
        "/".to_owned(),
        "/run/made".to_owned(),
        "/run/made/progress".to_owned(),
        comparison.clone(),
        first(&list, "/pair/"),
        first(&answers, "/answer/"),
        "/leaderboard".to_owned(),
        "/compare?a=made&b=made&fate=both-right".to_owned(),
        first(&compared, "/compare/answers?"),
        format!("/compare?a=made&b=made&by={found}&subject-a={found}&protocol={found}"),
        format!("/run/made/answers?q={found}"),
        format!("/run/made/answers?like={found}&item={found}&f.context={found}"),
        format!("{comparison}/pairs?q={found}&cell={found}"),
        format!("/run/{found}"),
    ];
    targets
        .into_iter()
        .map(|target| {
            let page = made.show(&library, &target);
            (target, page.text())
        })
        .collect()
}

fn form_urlencoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[test]
fn no_text_steers_a_page() {
    for says in TEXTS {
        let made = Made { says: says.to_owned(), ..Made::default() };
        for (target, page) in pages(&made, says) {
            assert!(!page.chars().any(|c| steers(c) && c != '\n'), "{target}: {says:?}");
            for tag in ["<script>", "<img", "<a href=\"javascript", "<i>", "<b>"] {
                assert!(!page.contains(tag), "{target}: {tag} in {page}");
            }
        }
    }
}

#[test]
fn what_is_made_harmless_is_still_to_be_read() {
    let made = Made { says: "\u{1b}[31m<script>\u{202e}".to_owned(), ..Made::default() };
    let (_, answer) = pages(&made, "x").swap_remove(5);
    assert!(answer.contains("\\u{1b}[31m&lt;script&gt;\\u{202e}"), "{answer}");
}

#[test]
fn a_line_of_a_megabyte_is_cut_and_can_be_had_whole() {
    let made = Made { says: "x".repeat(1 << 20), ..Made::default() };
    let library = made.library();
    let answers = made.show(&library, "/run/made/answers").text();
    let link =
        links(&answers).into_iter().find(|link| link.contains("/answer/")).expect("an answer");
    let page = made.show(&library, &link).text();
    assert!(page.len() < 400_000, "{}", page.len());
    assert!(page.contains("bytes left out") && page.contains(">(a)</mark>"));
    let raw = made.show(&library, &format!("{link}/text"));
    assert_eq!(raw.header("content-type").as_deref(), Some("text/plain; charset=utf-8"));
    assert!(
        raw.header("content-disposition")
            .expect("a disposition")
            .starts_with("attachment; filename=")
    );
    assert_eq!(raw.header("x-content-type-options").as_deref(), Some("nosniff"));
    assert!(raw.body.len() > 1 << 20);
}

/// Names that look alike are distinguished, also in commands; joiners between letters of a text
/// stay.
#[test]
fn what_nobody_sees_is_shown() {
    let hidden = "\u{200b}\u{2060}\u{feff}\u{e0041}\u{3164}\u{115f}";
    let made = Made { says: format!("a{hidden}b\u{200d}c\u{fe0f}"), ..Made::default() };
    let mut library = made.library();
    let entry = &mut library.runs[0];
    (entry.id, entry.dir) = (format!("ma{hidden}de\u{200d}"), format!("runs/ma{hidden}de\u{200d}"));
    let list = made.show(&library, "/").text();
    assert!(!list.chars().any(peirast_record::hides), "{list}");
    assert!(list.contains("ma\\u{200b}\\u{2060}\\u{feff}\\u{e0041}\\u{3164}\\u{115f}de\\u{200d}"));
    let board = links(&list).into_iter().find(|link| link.starts_with("/run/")).expect("a run");
    let page = made.show(&library, &board).text();
    assert!(!page.chars().any(peirast_record::hides), "{page}");
    assert!(page.contains("$(printf 'runs/ma\\342\\200\\213"), "{page}");
    let answers = made.show(&library, &format!("{board}/answers")).text();
    let answer = links(&answers).into_iter().find(|link| link.contains("/answer/")).expect("one");
    let text = made.show(&library, &answer).text();
    assert!(
        text.contains("a\\u{200b}\\u{2060}\\u{feff}") && text.contains("b\u{200d}c\u{fe0f}"),
        "{text}"
    );
}
