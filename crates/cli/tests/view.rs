//! `peirast view`: the server, from outside.
#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests fail as tests do")]

mod support;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use support::chat::Chat;
use support::{Place, says, until};

/// A viewer that runs, and ends with the test.
struct Viewer {
    child: Child,
    at: String,
    token: Option<String>,
}

/// What a server answered.
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Viewer {
    fn start(place: &Place, line: &str) -> Self {
        let line = format!("view --port 0 --json {line}");
        let mut command = place.command(line.split_whitespace());
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
        let mut first = String::new();
        let out = child.stdout.take().expect("a pipe");
        BufReader::new(out).read_line(&mut first).expect("an address");
        let said: serde_json::Value = serde_json::from_str(&first).expect("JSON");
        let url = said["url"].as_str().expect("an address").trim_start_matches("http://");
        let (at, rest) = url.split_once('/').expect("a path");
        let token = rest.strip_prefix("?token=").map(str::to_owned);
        Self { child, at: at.to_owned(), token }
    }

    fn ask(&self, method: &str, target: &str, headers: &[(&str, &str)]) -> Answer {
        let mut stream = TcpStream::connect(&self.at).expect("it listens");
        let mut text = format!("{method} {target} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        stream.write_all(format!("{text}\r\n").as_bytes()).expect("it listens");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("it answers");
        let answer = String::from_utf8(answer).expect("UTF-8");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).expect("a status").parse().expect("a number");
        Answer { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    fn get(&self, target: &str) -> Answer {
        self.ask("GET", target, &[("Host", &self.at)])
    }

    fn page(&self, target: &str) -> String {
        let answer = self.get(target);
        assert_eq!(answer.status, 200, "{target}: {}", answer.body);
        answer.body
    }
}

impl Drop for Viewer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn with_a_run() -> Place {
    let place = Place::with_study();
    place.ok("run small.toml --into runs/first");
    place
}

#[test]
fn the_runs_are_listed() {
    let place = with_a_run();
    let viewer = Viewer::start(&place, "");
    let page = viewer.page("/");
    says(&page, &["href=\"/run/first\"", "runs/first", "finished", "sim:"]);
    assert_eq!(viewer.page("/healthz"), "ok\n");
    assert_eq!(viewer.get("/run/none").status, 404);
    assert_eq!(viewer.get("/run/first/../../etc/passwd").status, 404);
}

#[test]
fn everything_is_answered_with_what_may_be_done_with_it() {
    let place = with_a_run();
    let viewer = Viewer::start(&place, "runs/first");
    let style = viewer.page("/").split("href=\"/assets/").nth(1).expect("a style").to_owned();
    let style = format!("/assets/{}", style.split('"').next().expect("an end"));
    for target in ["/", "/run/first", "/help", "/healthz", "/none", style.as_str()] {
        let answer = viewer.get(target);
        says(
            &answer.head,
            &[
                "content-security-policy: default-src 'none'; style-src 'self'; script-src 'self';",
                "frame-ancestors 'none'",
                "x-content-type-options: nosniff",
                "referrer-policy: no-referrer",
                "cross-origin-resource-policy: same-origin",
            ],
        );
        assert!(!answer.body.contains("style=\""), "{target} has a style that the policy forbids");
        assert!(!answer.body.contains("http://") && !answer.body.contains("https://"), "{target}");
    }
    says(&viewer.get(&style).head, &["immutable", "text/css"]);
}

#[test]
fn names_of_others_and_what_changes_something_are_refused() {
    let place = with_a_run();
    let viewer = Viewer::start(&place, "");
    assert_eq!(viewer.ask("GET", "/", &[("Host", "evil.example")]).status, 421);
    assert_eq!(
        viewer.ask("GET", "/", &[("Host", "localhost"), ("Host", "evil.example")]).status,
        400
    );
    assert_eq!(viewer.ask("POST", "/", &[("Host", "localhost")]).status, 405);
    let head = viewer.ask("HEAD", "/", &[("Host", "localhost")]);
    assert_eq!((head.status, head.body.as_str()), (200, ""));
}

#[test]
fn who_comes_from_elsewhere_needs_the_token() {
    let place = with_a_run();
    let viewer = Viewer::start(&place, "--bind 0.0.0.0");
    let token = viewer.token.clone().expect("a token");
    assert_eq!(viewer.get("/").status, 401);
    assert_eq!(viewer.get("/healthz").status, 401);
    let entered = viewer.get(&format!("/run/first?token={token}"));
    assert_eq!(entered.status, 303);
    says(&entered.head, &["location: /run/first\r\n", "httponly; samesite=lax"]);
    let cookie = entered.head.split("set-cookie: ").nth(1).expect("a cookie");
    let cookie = cookie.split(';').next().expect("a value");
    let page = viewer.ask("GET", "/run/first", &[("Host", &viewer.at), ("Cookie", cookie)]);
    assert_eq!(page.status, 200);
    assert!(!page.body.contains(&token));
}

#[test]
fn what_is_no_run_is_named() {
    let place = Place::with_study();
    std::fs::create_dir(place.path("empty")).expect("a directory");
    says(&place.fails(1, "view empty"), &["empty", "no run directory", "peirast run"]);
    says(&place.fails(1, "view --bind 192.0.2.1"), &["192.0.2.1", "--bind"]);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_in_order() {
    let place = with_a_run();
    let mut viewer = Viewer::start(&place, "");
    let id = viewer.child.id().to_string();
    let sent = std::process::Command::new("kill").args(["-s", "INT", &id]).status();
    assert!(sent.expect("kill runs").success());
    assert_eq!(viewer.child.wait().expect("it ends").code(), Some(0));
}

/// The addresses that a page links to.
fn links(page: &str) -> Vec<String> {
    let links = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    links.filter(|link| link.starts_with('/')).map(|link| link.replace("&amp;", "&")).collect()
}

/// The first link of a page that holds a part.
fn link(page: &str, part: &str) -> String {
    let all = links(page);
    let found = all.iter().find(|link| link.contains(part));
    found.unwrap_or_else(|| panic!("no {part} among {all:?}")).clone()
}

#[test]
fn a_verdict_leads_to_what_was_said() {
    let place = Place::new();
    place.ok("run token-bias --n 4 --into runs/tb");
    let viewer = Viewer::start(&place, "runs/tb");
    let board = viewer.page("/run/tb");
    says(&board, &["sim:biased", "peirast test runs/tb", "too few pairs to tell"]);
    let hypothesis = viewer.page(&link(&board, "/hypothesis/H1"));
    let row =
        place.rows("runs/tb").into_iter().find(|row| row["model"] == "sim:biased").expect("a row");
    let method = row["method"].as_str().expect("a method").replace('>', "%3E");
    let at = link(&hypothesis, &format!("/hypothesis/H1/sim:biased/{method}"));
    let comparison = viewer.page(&at);
    for cell in ["n11", "n12", "n21", "n22"] {
        let count = row[cell].as_u64().expect("a count");
        says(&comparison, &[&format!("<strong>{count}</strong> <span class=\"small\">{cell}")]);
        let list = viewer.page(&format!("{at}/pairs?cell={cell}"));
        says(&list, &[&format!(" of {count}<")]);
    }
    let pair = viewer.page(&link(&viewer.page(&format!("{at}/pairs")), "/pair/"));
    says(&pair, &["<del><mark>", "<ins><mark>", "<mark class=\"read\"", "peirast show runs/tb"]);
    let answer = viewer.page(&link(&pair, "/run/tb/answer/"));
    let key = answer.split("peirast show runs/tb ").nth(1).and_then(|rest| rest.get(..32));
    says(&place.ok(&format!("show runs/tb {}", key.expect("a key"))), &["truth", "grade"]);
    let raw = viewer.get(&link(&answer, "/text"));
    says(&raw.head, &["content-disposition: attachment", "text/plain", "nosniff"]);
}

#[test]
fn problems_of_every_family_are_shown_with_their_reasons() {
    let place = Place::new();
    place.ok("run etr --n 2 --into runs/etr");
    place.ok("run syllogism --n 1 --into runs/syllogism");
    let viewer = Viewer::start(&place, "runs");
    let answer = |run: &str, query: &str| {
        let list = viewer.page(&format!("/run/{run}/answers{query}"));
        viewer.page(&link(&list, &format!("/run/{run}/answer/")))
    };
    says(&answer("etr", ""), &["peirast explain runs/etr", "The reasons of logic", "premise 1"]);
    says(&answer("syllogism", "?f.temperature=1.0"), &["this is answer "]);
    says(&answer("syllogism", ""), &["<svg", "A cross marks where something is"]);
    for page in ["figures", "progress", "answers?q=answer", "answers?q=all&in=prompts"] {
        for run in ["etr", "syllogism"] {
            viewer.page(&format!("/run/{run}/{page}"));
        }
    }
}

#[test]
fn searches_look_into_texts() {
    let place = with_a_run();
    let viewer = Viewer::start(&place, "runs/first");
    let answers = place.answered("runs/first");
    let text = answers[0].text.split_whitespace().next().expect("a word").to_uppercase();
    let found = viewer.page(&format!("/run/first/answers?q={text}"));
    assert!(!found.contains(" 0 found"), "{found}");
    let none = viewer.page("/run/first/answers?q=zzzzqqqq&in=prompts");
    says(&none, &["0 found", "That is all of them."]);
}

#[test]
fn progress_is_told_to_programs_too() {
    let place = with_a_run();
    let viewer = Viewer::start(&place, "runs/first");
    let said: serde_json::Value =
        serde_json::from_str(&viewer.page("/run/first/progress.json")).expect("JSON");
    assert_eq!(said["answered"], said["planned"]);
    assert_eq!((&said["state"], &said["under_way"]), (&"finished".into(), &false.into()));
    says(&viewer.page("/run/first/progress"), &["data-progress", "finished"]);
}

#[test]
fn an_answer_that_attacks_whatever_shows_it_is_shown_harmlessly() {
    let (place, server) = (Place::with_study(), Chat::start());
    place.ok(&format!("run small.toml --into r {}", server.model("hostile")));
    let viewer = Viewer::start(&place, "r");
    let answers = viewer.page("/run/r/answers?subject=openai:hostile");
    let answer = link(&answers, "/run/r/answer/");
    for target in ["/run/r", &answer, "/run/r/answers?q=%3Cscript%3E", "/run/r/answers?q=owned"] {
        let page = viewer.page(target);
        assert!(!page.contains("<script>alert") && !page.contains("<img"), "{target}: {page}");
        assert!(!page.chars().any(|c| peirast_record::steers(c) && c != '\n'), "{target}");
    }
    let page = viewer.page(&answer);
    says(
        &page,
        &["=HYPERLINK(&quot;", "&lt;script&gt;alert(1)", "\\u{1b}]0;owned\\u{7}", "\\u{202e}"],
    );
    let raw = viewer.get(&link(&page, "/text"));
    says(&raw.head, &["text/plain", "nosniff", "content-disposition: attachment"]);
    assert!(raw.body.contains("<script>"), "the text itself is had as it came");
}

#[test]
fn an_answer_of_a_megabyte_is_cut() {
    let (place, server) = (Place::with_study(), Chat::start());
    place.ok(&format!("run small.toml --n 1 --into r {}", server.model("huge")));
    let viewer = Viewer::start(&place, "r");
    let page = viewer.page(&link(&viewer.page("/run/r/answers?subject=openai:huge"), "/answer/"));
    assert!(page.len() < 200_000, "{}", page.len());
    says(&page, &["bytes left out"]);
    assert!(viewer.get(&link(&page, "/text")).body.len() > 1_000_000);
}

#[cfg(unix)]
#[test]
fn a_run_under_way_is_watched_and_its_answers_come_in() {
    let (place, server) = (Place::with_many(), Chat::start());
    let line = format!("run many.toml --into r --concurrency 1 {}", server.model("slow"));
    let running = place.start(&line);
    until("answers", || place.path("r/store.sqlite").exists() && server.requests() > 5);
    let viewer = Viewer::start(&place, "r");
    let progress = || -> serde_json::Value {
        serde_json::from_str(&viewer.page("/run/r/progress.json")).expect("JSON")
    };
    let first = progress();
    assert_eq!(first["under_way"], true, "{first}");
    let answered = |said: &serde_json::Value| said["answered"].as_u64().expect("a count");
    until("more answers", || answered(&progress()) > answered(&first));
    says(&viewer.page("/run/r/progress"), &["data-state=\"under way\"", "openai:slow"]);
    running.signal("INT");
    assert_eq!(running.end().code, Some(130));
    until("the end", || progress()["under_way"] == false);
    says(&viewer.page("/"), &["stopped before its end"]);
    // What has come in by now is shown, whatever was shown before.
    let said = progress();
    until("its answers", || {
        viewer.get("/run/r/answers").body.contains(" correct") && said["answered"] != 0
    });
}

/// A search that cannot be made says so, and does not claim to have looked everywhere.
#[test]
fn a_search_that_cannot_be_made_says_so() {
    let place = Place::with_study();
    place.ok("run small.toml --into runs/small");
    let viewer = Viewer::start(&place, "");
    let long = "x".repeat(1001);
    let page = viewer.page(&format!("/run/small/answers?q={long}"));
    says(&page, &["The search ended early", "at most 1000 letters"]);
    says(&viewer.page("/run/small/answers?q=the"), &["found in texts 1 to 12"]);
    std::fs::write(place.path("runs/small/store.sqlite"), "no store").expect("a file");
    let page = viewer.page("/run/small/answers?q=the");
    says(&page, &["The search ended early"]);
    assert!(!page.contains("That is all of them") && !page.contains("data-search-on"), "{page}");
}

/// A run that was made anew is read anew, though it has as many answers as before.
#[test]
fn a_run_that_is_made_anew_is_read_anew() {
    let place = Place::with_study();
    place.ok("run small.toml --into runs/small");
    let viewer = Viewer::start(&place, "");
    let before = viewer.page("/run/small/answers");
    // Times of files are looked at to the second.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    std::fs::remove_dir_all(place.path("runs/small")).expect("a directory");
    place.ok("run small.toml --seed 99 --into runs/small");
    let key = place.some_trial("runs/small")[..8].to_owned();
    assert!(!before.contains(&key), "another seed gives other questions");
    until("the new run is shown", || viewer.page("/run/small/answers").contains(&key));
}
