//! `peirast view`: the server, from outside.

use crate::support::chat::Chat;
use crate::support::viewer::Viewer;
use crate::support::{Place, Wording, says, until};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

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
    says(&page, &["href=\"/run/first\"", "runs/first", "sim:"]);
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
    let mut wording = Wording::default();
    let place = Place::with_study();
    std::fs::create_dir(place.path("empty")).expect("a directory");
    wording.fails(&place, 1, "view empty");
    wording.fails(&place, 1, "view --bind 192.0.2.1");
    insta::assert_snapshot!(wording.text());
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

/// The first link of a page that contains a part.
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
    says(&board, &["sim:biased", "peirast test runs/tb", "<span class=\"none\">"]);
    let hypothesis = viewer.page(&link(&board, "/hypothesis/H1"));
    let row =
        place.rows("runs/tb").into_iter().find(|row| row["model"] == "sim:biased").expect("a row");
    let method = row["method"].as_str().expect("a method").replace('>', "%3E");
    let at = link(&hypothesis, &format!("/hypothesis/H1/sim:biased/{method}"));
    let comparison = viewer.page(&at);
    for cell in ["n11", "n12", "n21", "n22"] {
        let count = row[cell].as_u64().expect("a count");
        let number = format!("<strong>{count}</strong> <span class=\"small\">");
        assert!(
            comparison.contains(&number) && comparison.contains(&format!("({cell})</span>")),
            "{cell}"
        );
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
    says(&answer("etr", ""), &["peirast explain runs/etr", "<details>"]);
    says(&answer("syllogism", "?f.temperature=1.0"), &["this is answer "]);
    let shown = answer("syllogism", "");
    let venn = shown.split("<figure class=\"venn\">").nth(1).expect("a diagram");
    assert!(venn.split("</figure>").next().is_some_and(|it| it.contains("<svg")), "{venn}");
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
    says(&found, &["/run/first/answer/", "role=\"status\""]);
    let none = viewer.page("/run/first/answers?q=zzzzqqqq&in=prompts");
    says(&none, &["role=\"status\""]);
    assert!(!none.contains("/run/first/answer/") && !none.contains("rel=\"next\""), "{none}");
}

#[test]
fn progress_is_told_to_programs_too() {
    let place = with_a_run();
    let viewer = Viewer::start(&place, "runs/first");
    let said: serde_json::Value =
        serde_json::from_str(&viewer.page("/run/first/progress.json")).expect("JSON");
    assert_eq!(said["answered"], said["planned"]);
    assert_eq!((&said["state"], &said["under_way"]), (&"finished".into(), &false.into()));
    says(&viewer.page("/run/first/progress"), &["data-progress", "data-state=\"finished\""]);
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
    says(&page, &["<em> […"]);
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
    assert_eq!(progress()["state"], "stopped before its end");
    // The page shows all answers so far, also those that came after its last view.
    let said = progress();
    until("its answers", || {
        viewer.get("/run/r/answers").body.contains(" right</a>") && said["answered"] != 0
    });
}

/// The mark before the error on a page.
const ALERT: &str = "role=\"alert\"";

/// An impossible search says so, and does not claim to have searched everything.
#[test]
fn a_search_that_cannot_be_made_says_so() {
    let place = Place::with_study();
    place.ok("run small.toml --into runs/small");
    let viewer = Viewer::start(&place, "");
    let long = "x".repeat(1001);
    let page = viewer.page(&format!("/run/small/answers?q={long}"));
    says(&page, &[ALERT]);
    let page = viewer.page("/run/small/answers?q=the");
    assert!(!page.contains(ALERT), "{page}");
    std::fs::write(place.path("runs/small/store.sqlite"), "no store").expect("a file");
    let page = viewer.page("/run/small/answers?q=the");
    says(&page, &[ALERT]);
    assert!(!page.contains("data-search-on"), "{page}");
}

/// A run that was made again is read again, even with the same number of answers.
#[test]
fn a_run_that_is_made_anew_is_read_anew() {
    let place = Place::with_study();
    place.ok("run small.toml --into runs/small");
    let viewer = Viewer::start(&place, "");
    let before = viewer.page("/run/small/answers");
    // Times of files are compared to the second.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    std::fs::remove_dir_all(place.path("runs/small")).expect("a directory");
    place.ok("run small.toml --seed 99 --into runs/small");
    let key = place.some_trial("runs/small")[..8].to_owned();
    assert!(!before.contains(&key), "another seed gives other questions");
    until("the new run is shown", || viewer.page("/run/small/answers").contains(&key));
}

/// A run that appears while the viewer shows others is listed, and found by its address.
#[test]
fn a_run_that_is_made_later_is_found() {
    let place = with_a_run();
    let viewer = Viewer::start(&place, "");
    assert!(!viewer.page("/").contains("/run/second"));
    place.ok("run small.toml --into runs/second");
    until("its board", || viewer.get("/run/second").status == 200);
    says(&viewer.page("/"), &["href=\"/run/first\"", "href=\"/run/second\""]);
}

/// An address always means the same run, for any other runs in any order.
#[test]
fn runs_of_one_name_are_told_apart_by_their_paths() {
    let place = Place::with_study();
    place.ok("run small.toml --into runs/tb");
    place.ok("run small.toml --seed 99 --into old/tb");
    let (new, old) = (place.some_trial("runs/tb"), place.some_trial("old/tb"));
    for line in ["runs old", "old/tb runs/tb"] {
        let viewer = Viewer::start(&place, line);
        says(&viewer.page("/"), &["href=\"/run/runs%2Ftb\"", "href=\"/run/old%2Ftb\""]);
        until("both are read", || {
            ["runs%2Ftb", "old%2Ftb"]
                .iter()
                .all(|run| viewer.get(&format!("/run/{run}")).status == 200)
        });
        says(&viewer.page(&format!("/run/runs%2Ftb/answer/{new}")), &[new.as_str()]);
        says(&viewer.page(&format!("/run/old%2Ftb/answer/{old}")), &[old.as_str()]);
        let both = viewer.get("/run/tb/answers?grade=wrong");
        assert_eq!(both.status, 300);
        says(
            &both.body,
            &["/run/runs%2Ftb/answers?grade=wrong", "/run/old%2Ftb/answers?grade=wrong"],
        );
    }
    // Where it is alone, it has both names.
    let alone = Viewer::start(&place, "old");
    for target in ["/run/tb/answers", "/run/old%2Ftb/answers"] {
        until("it is read", || alone.get(target).status == 200);
        says(&alone.page(target), &["/run/tb/answer/"]);
    }
}

/// A run whose store is gone is shown as it was, with a note.
#[test]
fn a_run_that_is_gone_is_shown_as_it_was_and_said_to_be_gone() {
    let place = with_a_run();
    let viewer = Viewer::start(&place, "");
    until("it is read", || viewer.get("/run/first").status == 200);
    let answer = link(&viewer.page("/run/first/answers"), "/run/first/answer/");
    std::fs::remove_dir_all(place.path("runs/first")).expect("a directory");
    until("it is said", || {
        let page = viewer.page("/run/first");
        page.contains("can no longer be read") && page.contains("sim:")
    });
    let raw = viewer.get(&format!("{answer}/text"));
    assert_eq!(raw.status, 503, "{}", raw.body);
    says(&viewer.page("/"), &["runs/first"]);
}

/// The server does not wait forever for a browser that sends half a request, and still serves
/// others.
#[test]
fn half_a_request_is_given_up() {
    let place = Place::new();
    let viewer = Viewer::start(&place, "");
    let mut halves: Vec<TcpStream> = (0..40)
        .map(|_| {
            let mut stream = TcpStream::connect(&viewer.at).expect("it listens");
            stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ").expect("it listens");
            stream
        })
        .collect();
    assert_eq!(viewer.page("/healthz"), "ok\n");
    let limit = Some(std::time::Duration::from_secs(300));
    let mut one = halves.pop().expect("a connection");
    one.set_read_timeout(limit).expect("a socket");
    let mut rest = Vec::new();
    // Closed, with a refusal or without one: either ends what can be read.
    let _ = one.read_to_end(&mut rest);
    assert!(!String::from_utf8_lossy(&rest).contains(" 200 "), "half a request has no answer");
}

/// A POSIX shell parses the copied command into the intended words.
#[cfg(unix)]
#[test]
fn commands_for_strange_directories_can_be_pasted() {
    let place = Place::with_study();
    let strange = "a \u{200b}b'\n\u{1b}[31m%s!$(touch owned)";
    let words = ["run", "small.toml", "--into", strange];
    let made = place.command(words).output().expect("it runs");
    let said = String::from_utf8(made.stdout).expect("UTF-8");
    assert!(made.status.success(), "{said}");
    let line = said.lines().find(|line| line.starts_with("report: ")).expect("where it is");
    says(line, &["\\n\\u{1b}[31m", "report.html"]);
    let words = ["view", "--port", "0", "--json", strange];
    let viewer = Viewer::begin(place.command(words));
    let list = viewer.page("/");
    assert!(!list.contains('\u{200b}') && list.contains("\\u{200b}"), "{list}");
    let board = link(&list, "/run/");
    until("it is read", || viewer.get(&board).status == 200);
    let page = viewer.page(&board);
    let command = page.split("data-copy=\"").nth(1).and_then(|rest| rest.split('"').next());
    let command = command.expect("a command").replace("&quot;", "\"").replace("&amp;", "&");
    assert!(!command.chars().any(|c| peirast_record::steers(c) || peirast_record::hides(c)));
    let peirast = env!("CARGO_BIN_EXE_peirast");
    let script = format!("peirast() {{ {peirast} \"$@\"; }}; {command}");
    let mut shell = std::process::Command::new("sh");
    let done = shell.arg("-c").arg(&script).current_dir(place.path("")).output().expect("sh runs");
    assert!(done.status.success(), "{command}: {}", String::from_utf8_lossy(&done.stderr));
    says(&String::from_utf8_lossy(&done.stdout), &["H"]);
    assert!(!place.path("owned").exists(), "{command}");
}
