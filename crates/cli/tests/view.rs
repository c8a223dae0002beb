//! `peirast view`: the server, from outside.

mod support;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use support::{Place, says};

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
    says(&entered.head, &["location: /run/first\r\n", "httponly; samesite=strict"]);
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
