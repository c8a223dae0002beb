//! Whole pages, as people read them: their text, line by line.

use crate::support::Made;

/// Returns the text of the content of a page: a line for each row of a table, heading or paragraph.
fn text(page: &str) -> String {
    let content =
        page.split("<main").nth(1).and_then(|rest| rest.split_once('>')).expect("a page").1;
    let mut text = String::new();
    for part in content.split('<') {
        let (tag, own) = part.split_once('>').unwrap_or(("", part));
        match tag.trim_start_matches('/').split(' ').next().unwrap_or_default() {
            "tr" | "p" | "h1" | "h2" | "h3" | "li" | "caption" | "summary" | "section" | "div" => {
                text.push('\n');
            }
            "td" | "th" | "option" => text.push_str(" | "),
            _ => {}
        }
        text.push_str(own);
    }
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let lines = lines.map(|line| line.trim_matches([' ', '|']).replace("| | ", "| "));
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

fn of(target: &str) -> String {
    let made = Made { items: 12, ..Made::default() };
    text(&made.show(&made.library(), target).text())
}

#[test]
fn the_board_tells_what_the_report_tells() {
    insta::assert_snapshot!(of("/run/made"));
}

#[test]
fn the_leaderboard_tells_what_can_be_compared() {
    insta::assert_snapshot!(of("/leaderboard"));
}

#[test]
fn the_comparison_begins_with_the_verdict() {
    let subjects = "subject-a=lab%2Fmodel%3A0%3F%3Ci%3E%26&subject-b=lab%2Fmodel%3A1%3F%3Ci%3E%26";
    insta::assert_snapshot!(of(&format!("/compare?a=made&b=made&{subjects}")));
}
