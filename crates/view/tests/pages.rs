//! Every page that is linked to is there, and says what it should.
#![allow(clippy::expect_used, reason = "helpers of tests fail as tests do")]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use support::{Made, links, subject};

/// The kind of a page: its path without names and numbers of this run.
fn kind(link: &str) -> String {
    let path = link.split('?').next().expect("a path");
    path.split('/')
        .enumerate()
        .filter(|(at, _)| [1, 3, 7].contains(at))
        .map(|(_, one)| one)
        .collect::<Vec<_>>()
        .join("/")
}

#[test]
fn whatever_is_linked_to_is_there() {
    let made = Made::default();
    let library = made.library();
    let (mut seen, mut next) = (BTreeSet::new(), vec!["/".to_owned()]);
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    while let Some(link) = next.pop() {
        let link = link.split('#').next().expect("a start").to_owned();
        let of_kind = kinds.entry(kind(&link)).or_default();
        if *of_kind >= 150 || !seen.insert(link.clone()) {
            continue;
        }
        *of_kind += 1;
        let page = made.show(&library, &link);
        assert_eq!(page.status, 200, "{link}");
        if page.header("content-type").expect("a type").starts_with("text/html") {
            let text = page.text();
            assert!(text.contains("<h1>") && text.ends_with("</html>"), "{link}");
            next.extend(links(&text));
        }
    }
    for kind in [
        "",
        "help",
        "run",
        "run/answers",
        "run/answer",
        "run/figures",
        "run/progress",
        "run/hypothesis",
        "run/hypothesis/pairs",
        "run/hypothesis/pair",
    ] {
        assert!(kinds.contains_key(kind), "no link to {kind}: {kinds:?}");
    }
}

#[test]
fn the_cells_of_a_table_lead_to_as_many_pairs() {
    let made = Made::default();
    let library = made.library();
    let board = made.show(&library, "/run/made").text();
    let hypothesis = links(&board)
        .into_iter()
        .find(|link| link.ends_with("/hypothesis/H1"))
        .expect("a hypothesis");
    let rows = made.show(&library, &hypothesis).text();
    let comparison =
        links(&rows).into_iter().find(|link| link.matches('/').count() == 6).expect("a comparison");
    let table = made.show(&library, &comparison).text();
    for cell in ["n11", "n12", "n21", "n22", "refused", "unread", "unanswered"] {
        let link = format!("{comparison}/pairs?cell={cell}");
        let Some(at) = table.find(&format!("href=\"{link}\"")) else {
            assert!(!cell.starts_with('n'), "no link to {cell}");
            continue;
        };
        let count = table[at..]
            .split('>')
            .find_map(|part| part.split([' ', '<']).next()?.parse::<usize>().ok());
        let list = made.show(&library, &link).text();
        let count = count.expect("a count");
        let pages = list.split("\"Pages of the list\"").nth(1).expect("where the page stands");
        let shown =
            pages.split(" of ").nth(1).and_then(|rest| rest.split('<').next()).expect("a total");
        assert_eq!(shown.parse::<usize>().expect("a number"), count, "{cell}");
    }
}

#[test]
fn filters_and_pages_of_a_list_stand_in_its_address() {
    let made = Made::default();
    let library = made.library();
    let show = |target: &str| made.show(&library, target).text();
    let all = show("/run/made/answers");
    assert!(all.contains("1–50 of 480"), "{all}");
    assert!(all.contains("rel=\"next\" href=\"/run/made/answers?page=2\""));
    let last = show("/run/made/answers?page=99");
    assert!(last.contains("451–480 of 480"));
    let item = show("/run/made/answers?item=made%2F000007");
    assert!(item.contains("1–8 of 8"));
    let like = show("/run/made/answers?like=MADE%2F00000&f.context=relevant");
    assert!(like.contains("1–40 of 40"), "{like}");
    let nobody = show("/run/made/answers?subject=nobody&grade=nothing&f.context=none");
    assert!(nobody.contains("0–0 of 0"));
    let subject: String = form(&subject(1));
    assert!(show(&format!("/run/made/answers?subject={subject}")).contains("of 240"));
}

/// A text as a form sends it.
fn form(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[test]
fn a_search_says_how_far_it_came_and_goes_on() {
    let made = Made::default();
    let library = made.library();
    let first = made.show(&library, "/run/made/answers?q=my+answer").text();
    assert!(first.contains("50 found in texts 1 to 50 of 480"), "{first}");
    assert!(first.contains("from=50"), "{first}");
    let rest = made.show(&library, "/run/made/answers?q=my+answer&from=450").text();
    assert!(rest.contains("30 found in texts 451 to 480 of 480. That is all of them."), "{rest}");
    let none = made.show(&library, "/run/made/answers?q=nowhere&in=prompts").text();
    assert!(none.contains("0 found in texts 1 to 480 of 480. That is all of them."), "{none}");
}

#[test]
fn a_pair_shows_both_prompts_and_the_words_that_were_read() {
    let made = Made::default();
    let library = made.library();
    let rows = made.show(&library, "/run/made/hypothesis/H1").text();
    let comparison =
        links(&rows).into_iter().find(|link| link.matches('/').count() == 6).expect("a comparison");
    let list = made.show(&library, &format!("{comparison}/pairs?cell=n12")).text();
    let pairs: Vec<String> =
        links(&list).into_iter().filter(|link| link.contains("/pair/")).collect();
    let page = made.show(&library, &pairs[1]).text();
    for part in [
        "<del><mark>",
        "<ins><mark>",
        "<mark class=\"read\"",
        "only the original right",
        "peirast show runs/made",
        "<svg",
    ] {
        assert!(page.contains(part), "no {part} in {page}");
    }
    // The list goes on from pair to pair.
    let next =
        |page: &str| links(page.split("rel=\"next\" ").nth(1).expect("a next one"))[0].clone();
    let before = made.show(&library, &pairs[0]).text();
    assert_eq!(next(&before), pairs[1]);
    assert!(!page.contains("style="), "the policy forbids styles in pages");
}

#[test]
fn what_is_not_there_is_not_found() {
    let made = Made::default();
    let library = made.library();
    for target in [
        "/run/none",
        "/run/made/none",
        "/run/made/hypothesis/H9",
        "/run/made/hypothesis/H1/nobody/none",
        "/run/made/hypothesis/H1/nobody/none/pairs",
        "/run/made/answer/zz",
        "/run/made/answer/",
        "/run/made/answer/0",
        "/assets/view-0.css",
        "/%ff",
        "/run/made/answer/%C3%A4/text",
        "//",
        "/run//board",
    ] {
        assert_eq!(made.show(&library, target).status, 404, "{target}");
    }
}
