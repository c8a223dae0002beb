//! Two runs compared, and one run under another rule, from outside.

use crate::support::viewer::Viewer;
use crate::support::{Place, SMALL, same, says};

/// A flawless subject in one run, and with a guesser in another.
fn with_two_runs() -> Place {
    let place = Place::with_study();
    let other = SMALL.replace("[\"sim:flawless\"]", "[\"sim:flawless\", \"sim:guesser\"]");
    place.write("other.toml", other);
    place.ok("run small.toml --into runs/one");
    place.ok("run other.toml --into runs/two");
    place
}

/// A page, after waiting for its computation if necessary.
fn done(viewer: &Viewer, target: &str) -> String {
    for _ in 0..100 {
        let answer = viewer.get(target);
        match answer.status {
            202 => std::thread::sleep(std::time::Duration::from_millis(100)),
            status => {
                assert_eq!(status, 200, "{target}: {}", answer.body);
                return answer.body;
            }
        }
    }
    panic!("{target} is never done")
}

#[test]
fn two_runs_are_held_against_each_other() {
    let place = with_two_runs();
    let viewer = Viewer::start(&place, "");
    let page = done(&viewer, "/compare?a=one&b=two");
    says(
        &page,
        &[
            "The runs have different studies.",
            "hash of the study",
            "≠ differs",
            "Only in B: sim:guesser.",
            "sim:flawless",
            "12 questions have the same key in both",
            "0 questions: answered differently",
        ],
    );
    let page = done(&viewer, "/compare?a=one&b=two&subject-a=sim:flawless&subject-b=sim:guesser");
    says(
        &page,
        &[
            "sim:flawless / sim:guesser",
            "protocol and levels: 12.",
            "only A right",
            "Is one better?",
            "sign flips of clusters of discordant pairs p = ",
            "B minus A",
        ],
    );
    assert_eq!(viewer.get("/compare?a=one&b=none").status, 404);
    assert_eq!(viewer.get("/compare").status, 200);
}

/// The page and the command say the same of the same answers.
#[test]
fn the_page_says_what_peirast_compare_says() {
    let place = Place::with_study();
    place.write("other.toml", SMALL.replace("[\"sim:flawless\"]", "[\"sim:guesser\"]"));
    place.ok("run small.toml --into runs/one");
    place.ok("run other.toml --into runs/two");
    let viewer = Viewer::start(&place, "");
    let lines = place.ok("compare runs/one runs/two --json");
    let page = done(&viewer, "/compare?a=one&b=two");
    assert!(lines.lines().count() > 2, "{lines}");
    for line in lines.lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let sentence = row["sentence"].as_str().expect("a sentence");
        let sentence = sentence.replace("sim:flawless", "A").replace("sim:guesser", "B");
        says(&page, &[&peirast_report::typeset(&sentence)]);
    }
    let board = done(&viewer, "/leaderboard");
    says(&board, &["Token bias", "sim:flawless", "sim:guesser", "n = "]);
    says(&board, &["Only confirmatory hypotheses that predict a direction count"]);
    // Both runs asked the same questions, although other subjects answered.
    assert!(!board.contains("Not comparable"), "{board}");
}

#[test]
fn runs_of_different_seeds_are_not_compared_question_by_question() {
    let place = Place::with_study();
    place.write("other.toml", SMALL.replace("seed = 7", "seed = 8"));
    place.ok("run small.toml --into runs/one");
    place.ok("run other.toml --into runs/two");
    let viewer = Viewer::start(&place, "");
    let page = done(&viewer, "/compare?a=one&b=two");
    says(&page, &["differ in their seed or profile", "0 questions have the same key"]);
    assert!(!page.contains("Questions asked of both"));
}

#[test]
fn another_rule_is_shown_and_nothing_is_written() {
    let place = with_two_runs();
    let files = || {
        let files = crate::support::files_below(&place.path("runs/two"));
        files
            .iter()
            .map(|file| (file.clone(), std::fs::read(file).expect("a file")))
            .collect::<Vec<_>>()
    };
    let before = files();
    let viewer = Viewer::start(&place, "runs/two");
    let rules = ["treatment=as-wrong&rule=mid-p", "grader=published-2024", "treatment=as-wrong"];
    for rule in rules {
        let page = done(&viewer, &format!("/run/two/regrade?{rule}"));
        says(&page, &["Answers that are read or graded differently", "verdicts differ."]);
        let command = page.split("data-copy=\"").nth(1).and_then(|rest| rest.split('"').next());
        place.ok(command.expect("a command").trim_start_matches("peirast "));
    }
    let page = viewer.page("/run/two/regrade?grader=published-2025");
    says(&page, &["has nothing to grade in this run", "no question of this run asks that"]);
    drop(viewer);
    let told = |files: &[(std::path::PathBuf, Vec<u8>)]| {
        // The extra files of an open database hold nothing of the run.
        let own = files.iter().filter(|(file, _)| !file.to_string_lossy().contains("sqlite-"));
        own.cloned().collect::<Vec<_>>()
    };
    same(&told(&before), &told(&files()), "something was written");
}
