//! The viewer as people use it: in Chromium, with mouse and keys.
//!
//! `cargo test --workspace --test it -- --ignored --nocapture browser::`
//!
//! The tests need Debian's packages `chromium` and `chromium-driver`, and npm for axe-core, which
//! checks every page for accessibility barriers; missing programs are skipped with a message.
//! Screenshots are kept (see `support/browser.rs`).

use crate::support::browser::{Browser, axe};
use crate::support::chat::Chat;
use crate::support::viewer::Viewer;
use crate::support::{Place, says};
use peirast_mock::{Config, Mock};

/// A place with two runs, of different seeds.
fn with_runs() -> Place {
    let place = Place::new();
    place.ok("run token-bias --n 20 --into runs/a");
    place.ok("run token-bias --n 20 --seed 9 --into runs/b");
    place
}

/// The widths of a phone, a tablet, a laptop and a desk, in CSS pixels.
const WIDTHS: [u32; 4] = [360, 768, 1200, 1600];

#[tokio::test]
#[ignore = "drives Chromium"]
async fn from_a_verdict_down_to_the_answers_behind_it() {
    let place = with_runs();
    let viewer = Viewer::start(&place, "");
    let Some(browser) = Browser::start(&viewer.at).await else { return };
    browser.open("/").await;
    says(&browser.text().await, &["runs/a", "finished"]);
    browser.keep("runs").await;
    browser.follow("table.rows tbody th a").await;
    says(&browser.text().await, &["Hypotheses", "sim:biased", "token bias"]);
    browser.keep("board").await;

    browser.open("/run/a/hypothesis/H1").await;
    browser.keep("hypothesis").await;
    browser.open("/run/a/hypothesis/H1/sim:biased/os-cot").await;
    browser.keep("comparison").await;
    browser.follow("table.contingency tr:first-child td.cell:nth-of-type(2) a").await;
    says(&browser.path().await, &["/pairs?cell=n12"]);
    browser.keep("pairs").await;
    let pairs = browser.count("table.rows tbody tr").await;
    assert!(pairs > 0, "no discordant pair");
    browser.follow("table.rows tbody th a").await;
    let pair = browser.text().await;
    says(&pair, &["Original", "Perturbed", "[user]", "Why"]);
    assert!(browser.count("mark, ins, del").await > 0, "nothing is marked in {pair}");
    browser.keep("pair").await;

    // A page is its address: opened again, it is the same.
    let address = browser.path().await;
    browser.open("/").await;
    browser.open(&address).await;
    assert_eq!(browser.text().await, pair);
    assert_eq!(browser.complaints().await, [""; 0]);
}

#[tokio::test]
#[ignore = "drives Chromium"]
async fn answers_are_filtered_searched_and_paged_by_mouse_and_by_keys() {
    let place = with_runs();
    let viewer = Viewer::start(&place, "");
    let Some(browser) = Browser::start(&viewer.at).await else { return };
    browser.open("/run/a/answers").await;
    let all = browser.text().await;
    browser.find("select[name=grade]").await.select_by_value("wrong").await.expect("a grade");
    browser.find("select[name=subject]").await.select_by_value("sim:biased").await.expect("one");
    browser.follow("form.filters button").await;
    let path = browser.path().await;
    says(&path, &["grade=wrong", "subject=sim%3Abiased"]);
    assert_ne!(browser.text().await, all);
    browser.keep("answers").await;

    // The next page, a row down, into it and up again, the search field, all without a mouse.
    browser.press("n").await;
    browser.until_path_has("page=2").await;
    browser.press("j").await;
    assert_eq!(browser.count("tr[aria-current=true]").await, 1);
    browser.press("\u{e007}").await;
    browser.until_path_has("/answer/").await;
    browser.keep("answer").await;
    browser.press("u").await;
    browser.until_path_has("/run/a/answers").await;
    browser.press("/").await;
    browser.press("Linda\u{e007}").await;
    browser.until_path_has("q=Linda").await;
    browser.press("?").await;
    browser.until_path_has("/help").await;
    assert_eq!(browser.complaints().await, [""; 0]);
}

#[tokio::test]
#[ignore = "drives Chromium"]
async fn a_run_under_way_is_followed_to_its_end() {
    let place = Place::with_study();
    let slow = Config { latency_ms: 700.0, ..Config::default() };
    // A server of its own, which starts outside of this test's runtime.
    let mock =
        std::thread::spawn(|| Mock::start(slow)).join().expect("a thread").expect("a server");
    let line = format!("run small.toml --model openai:mock --base-url {}", mock.base_url());
    let running = place.start(&format!("{line} --concurrency 1 --into runs/live"));
    crate::support::until("the run has begun", || place.path("runs/live/study.toml").exists());
    let viewer = Viewer::start(&place, "");
    let Some(browser) = Browser::start(&viewer.at).await else { return };
    browser.open("/run/live/progress").await;
    browser.until_text_has("under way").await;
    browser.keep("progress").await;
    browser.until_text_has("finished: 12 of 12").await;
    running.end();
    assert_eq!(browser.complaints().await, [""; 0]);
}

#[tokio::test]
#[ignore = "drives Chromium"]
async fn what_models_say_is_shown_and_never_obeyed() {
    let place = Place::with_study();
    let chat = Chat::start();
    place.run(&format!("run small.toml {} --into runs/hostile", chat.model("hostile")));
    place.run(&format!("run small.toml {} --into runs/huge", chat.model("huge")));
    let viewer = Viewer::start(&place, "");
    let Some(browser) = Browser::start(&viewer.at).await else { return };
    for run in ["hostile", "huge"] {
        browser.open(&format!("/run/{run}/answers")).await;
        browser.follow("table.rows tbody th a").await;
        browser.keep(&format!("answer-{run}")).await;
        // No image, no script of an answer's; and the page is no wider than the window.
        assert_eq!(browser.count("main img, main script").await, 0);
        let wide = "return document.documentElement.scrollWidth - window.innerWidth";
        assert!(browser.run(wide).await.as_i64().is_some_and(|by| by <= 0), "{run} is too wide");
        let sign = "return [...document.body.innerText].filter(c => '\\u202e\\u2066\\u001b'.includes(c)).length";
        assert_eq!(browser.run(sign).await, 0, "{run} reorders text");
    }
    assert_eq!(browser.complaints().await, [""; 0]);
}

#[tokio::test]
#[ignore = "drives Chromium"]
async fn premises_are_tried_out_and_runs_compared() {
    let place = with_runs();
    let viewer = Viewer::start(&place, "");
    let Some(browser) = Browser::start(&viewer.at).await else { return };
    browser.open("/play/premises").await;
    let field = browser.find("textarea[name=premises]").await;
    field.clear().await.expect("a field");
    field.send_keys("{Ace()King(), Queen()Jack()}\n{Ace()}").await.expect("keys");
    browser.follow("main form button[type=submit]").await;
    says(&browser.text().await, &["King()", "does not follow"]);
    browser.keep("premises").await;

    browser.open("/play/syllogisms").await;
    assert!(browser.count("main table a").await >= 256);
    browser.keep("syllogisms").await;
    browser.open("/play/syllogisms/AAA-1").await;
    says(&browser.text().await, &["Barbara"]);
    browser.open("/play/syllogisms/AEE-1").await;
    assert!(browser.count("main svg").await > 0, "a countermodel is drawn");
    browser.keep("syllogism").await;

    browser.open("/compare?a=a&b=b").await;
    says(&browser.text().await, &["sim:biased", "H1"]);
    browser.keep("compare").await;
    browser.open("/run/a/regrade").await;
    browser.keep("regrade").await;
    assert_eq!(browser.complaints().await, [""; 0]);
}

/// Every kind of page, light and dark, in desktop and phone width.
#[tokio::test]
#[ignore = "drives Chromium"]
async fn pages_have_no_barriers() {
    let place = with_runs();
    place.ok("run syllogism --n 1 --into runs/s");
    let viewer = Viewer::start(&place, "");
    let Some(browser) = Browser::start(&viewer.at).await else { return };
    let Some(axe) = axe() else { return };
    browser.open("/run/a/hypothesis/H1/sim:biased/os-cot/pairs").await;
    browser.follow("table.rows tbody th a").await;
    let pair = browser.path().await;
    browser.open("/run/a/answers").await;
    browser.follow("table.rows tbody th a").await;
    let answer = browser.path().await;
    browser.open("/compare?a=a&b=a&subject-a=sim:biased&subject-b=sim:guesser").await;
    browser.follow("#answers ~ .wide tbody th a").await;
    let compared = browser.path().await;
    let pages = [
        "/",
        "/help",
        "/run/a",
        "/run/a/hypothesis/H1",
        "/run/a/hypothesis/H1/sim:biased/os-cot",
        "/run/a/hypothesis/H1/sim:biased/os-cot/pairs",
        &pair,
        "/run/a/answers",
        &answer,
        "/run/a/figures",
        "/run/a/progress",
        "/run/a/regrade",
        "/run/s/measures",
        "/compare?a=a&b=b",
        "/compare?a=a&b=a&subject-a=sim:biased&subject-b=sim:guesser",
        &compared,
        "/leaderboard",
        "/play/premises?case=e1",
        "/play/syllogisms",
        "/play/syllogisms/AEE-1",
    ];
    for dark in [false, true] {
        browser.prefer(if dark { "dark" } else { "light" }).await;
        for page in pages {
            browser.open(page).await;
            let barriers = browser.barriers(&axe).await;
            assert!(barriers.is_empty(), "{page}, dark {dark}: {barriers:#?}");
            if dark {
                browser
                    .keep(&format!("dark{}", page.replace(['/', '?', '=', '&', ':'], "-")))
                    .await;
            }
        }
    }
    for width in WIDTHS {
        browser.size(width, 900).await;
        for page in pages {
            browser.open(page).await;
            assert_eq!(browser.overflow().await, 0, "{page} at {width} pixels");
            assert_eq!(browser.clipped_texts().await, [""; 0], "{page} at {width} pixels");
        }
    }
    assert_eq!(browser.complaints().await, [""; 0]);
}

/// Models of several runs are in one table, and a question on which two of them differ leads to both
/// answers.
#[tokio::test]
#[ignore = "drives Chromium"]
async fn from_the_leaderboard_to_two_answers_side_by_side() {
    let place = with_runs();
    place.ok("run syllogism --n 1 --into runs/s");
    let viewer = Viewer::start(&place, "");
    let Some(browser) = Browser::start(&viewer.at).await else { return };
    browser.open("/leaderboard").await;
    browser.until_text_has("right answers").await;
    says(
        &browser.text().await,
        &["Token bias, set 2 of 2", "Not comparable with set 1: other seed"],
    );
    browser.keep("leaderboard").await;
    browser.follow("thead th a[href*='token-bias.1']").await;
    says(&browser.path().await, &["sort=token-bias.1"]);
    says(&browser.text().await, &["Sorted by Token bias, set 1 of 2"]);

    browser.open("/compare?a=a&b=a&subject-a=sim:biased&subject-b=sim:guesser").await;
    browser.find("select[name=by]").await.select_by_value("nothing").await.expect("a choice");
    browser.follow("form:has(select[name=by]) button").await;
    says(&browser.path().await, &["by=nothing", "subject-b=sim%3Aguesser"]);
    says(&browser.text().await, &["mid-p", "Questions on which they differ", "only A right"]);
    browser.keep("compare-subjects").await;
    browser.follow("#answers ~ .wide tbody th a").await;
    says(&browser.text().await, &["Only A right.", "Prompt of both", "A: a", "B: a"]);
    browser.keep("compare-answers").await;
    browser.press("n").await;
    browser.until_text_has("previous question").await;
    browser.press("u").await;
    browser.until_path_has("/compare?a=a").await;
    assert_eq!(browser.complaints().await, [""; 0]);
}

/// A table wider than its place says so, scrolls within it, and can be reached by keys.
#[tokio::test]
#[ignore = "drives Chromium"]
async fn wide_tables_say_that_there_is_more() {
    let place = with_runs();
    let viewer = Viewer::start(&place, "");
    let Some(browser) = Browser::start(&viewer.at).await else { return };
    let state = "return [...document.querySelectorAll('.wide')].map(place => [
        place.scrollWidth > place.clientWidth + 1,
        getComputedStyle(place, '::before').content.includes('more columns'),
        place.tabIndex === 0]).filter(([wide, hint, reached]) => wide !== hint || !reached).length";
    for width in WIDTHS {
        browser.size(width, 900).await;
        for page in [
            "/",
            "/leaderboard",
            "/run/a",
            "/run/a/hypothesis/H1",
            "/run/a/answers",
            "/compare?a=a&b=a",
        ] {
            browser.open(page).await;
            browser.until_text_has("Peirast").await;
            assert_eq!(browser.run(state).await, 0, "{page} at {width} pixels");
            if page == "/run/a/answers" && width == 360 {
                let hints = "return document.querySelectorAll('.wide[data-more]').length";
                assert!(browser.run(hints).await.as_i64().is_some_and(|count| count > 0));
            }
        }
    }
    assert_eq!(browser.complaints().await, [""; 0]);
}

/// The report is a separate page, without a server.
#[tokio::test]
#[ignore = "drives Chromium"]
async fn the_report_has_no_barriers() {
    let place = with_runs();
    let viewer = Viewer::start(&place, "");
    let Some(browser) = Browser::start(&viewer.at).await else { return };
    let Some(axe) = axe() else { return };
    let report = format!("file://{}", place.path("runs/a/report.html").display());
    for scheme in ["light", "dark"] {
        browser.prefer(scheme).await;
        browser.client.goto(&report).await.expect("a page");
        let barriers = browser.barriers(&axe).await;
        assert!(barriers.is_empty(), "{scheme}: {barriers:#?}");
        browser.keep(&format!("report-{scheme}")).await;
    }
    assert_eq!(browser.complaints().await, [""; 0]);
}

/// A built-in study fits ten screens of a laptop; nothing is wider than the screen, folded or unfolded.
#[tokio::test]
#[ignore = "drives Chromium"]
async fn reports_fit_the_screen() {
    let place = with_runs();
    place.ok("run syllogism --n 4 --into runs/s");
    place.ok("run etr --n 20 --into runs/e");
    let viewer = Viewer::start(&place, "");
    let Some(browser) = Browser::start(&viewer.at).await else { return };
    for run in ["a", "s", "e"] {
        let report = format!("file://{}", place.path(&format!("runs/{run}/report.html")).display());
        // Ten screens of a phone.
        browser.size(390, 844).await;
        browser.client.goto(&report).await.expect("a page");
        let height = browser.run("return document.documentElement.scrollHeight").await;
        assert!(height.as_i64().is_some_and(|own| own <= 8440), "{run}: {height} pixels");
        for width in WIDTHS {
            browser.size(width, 900).await;
            browser.client.goto(&report).await.expect("a page");
            assert_eq!(browser.overflow().await, 0, "{run} at {width} pixels");
            let height = browser.run("return document.documentElement.scrollHeight").await;
            if width >= 1200 {
                assert!(height.as_i64().is_some_and(|own| own <= 9000), "{run}: {height} pixels");
            }
            browser
                .run("document.querySelectorAll('details').forEach(one => one.open = true)")
                .await;
            assert_eq!(browser.overflow().await, 0, "{run} unfolded, at {width} pixels");
            assert_eq!(browser.clipped_texts().await, [""; 0], "{run} at {width} pixels");
        }
    }
}

/// A page of a comparison fits a phone, also with its lists of items open; a row of its table begins with the
/// result.
#[tokio::test]
#[ignore = "drives Chromium"]
async fn comparisons_fit_a_phone() {
    let place = with_runs();
    place.ok("compare runs/a --html a.html");
    let viewer = Viewer::start(&place, "");
    let Some(browser) = Browser::start(&viewer.at).await else { return };
    browser.size(390, 844).await;
    let page = format!("file://{}", place.path("a.html").display());
    browser.client.goto(&page).await.expect("a page");
    assert_eq!(browser.overflow().await, 0);
    let lists = "return document.querySelectorAll('#items details').length";
    assert!(browser.run(lists).await.as_i64().is_some_and(|count| count > 0), "no list of items");
    browser.run("document.querySelectorAll('details').forEach(one => one.open = true)").await;
    assert_eq!(browser.overflow().await, 0, "with the lists open");
    let order = "const row = document.querySelector('table.compared tbody tr');
        const top = name => row.querySelector(`[data-label='${name}']`).getBoundingClientRect().top;
        return [top('B is'), top('B minus A'), top('p adjusted'), top('Questions'), top('p')];";
    let tops = browser.run(order).await;
    let tops: Vec<f64> =
        tops.as_array().expect("numbers").iter().filter_map(|one| one.as_f64()).collect();
    assert!(tops.len() == 5 && tops.windows(2).all(|two| two[0] < two[1]), "{tops:?}");
    assert_eq!(browser.complaints().await, [""; 0]);
}
