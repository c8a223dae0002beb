//! Every linked page exists, and has the expected content.

use crate::support::{Made, links, subject};
use peirast_view::{PageData, Reply, Request, RunStatus, respond};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the kind of a page: its path without names and numbers of this run.
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

/// Returns a text as a form sends it.
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
    assert!(
        rest.contains("30 found in texts 451 to 480 of 480. All texts were searched."),
        "{rest}"
    );
    let none = made.show(&library, "/run/made/answers?q=nowhere&in=prompts").text();
    assert!(none.contains("0 found in texts 1 to 480 of 480. All texts were searched."), "{none}");
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
        "Only the original right",
        "peirast show runs/made",
        "<svg",
    ] {
        assert!(page.contains(part), "no {part} in {page}");
    }
    // The list continues from pair to pair.
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
        "/assets/view-0.css",
        "/%ff",
        "/run/made/answer/%C3%A4/text",
        "//",
        "/run//board",
    ] {
        assert_eq!(made.show(&library, target).status, 404, "{target}");
    }
    for (target, missing) in [
        ("/run/none", "the viewer has no run “none”"),
        ("/run/made/none", "the viewer has no page of this kind"),
        ("/run/made/hypothesis/H9", "the run made has no hypothesis “H9”"),
        ("/run/made/hypothesis/H1/nobody/none", "the run made has no subject “nobody”"),
        ("/run/made/answer/zz", "the run made has no question whose key begins with “zz”"),
    ] {
        let page = made.show(&library, target).text();
        assert!(page.contains(&format!("There is no page at this address: {missing}.")), "{page}");
    }
}

/// A filter without results is named, and can be removed.
#[test]
fn filters_that_nothing_has_are_told() {
    let made = Made::default();
    let library = made.library();
    let show = |target: &str| made.show(&library, target).text();
    for (filter, label) in [
        ("grade=purple", "Grade"),
        ("subject=nobody", "Subject"),
        ("answer=maybe", "Answer"),
        ("item=made%2F9", "Item"),
        ("f.context=none", "Context"),
        ("f.nothing=some", "Nothing"),
    ] {
        let page = show(&format!("/run/made/answers?{filter}&sort=grade"));
        let value = filter.split_once('=').expect("a value").1.replace("%2F", "/");
        let told = format!("{label}: nothing has the value <code>{value}</code>");
        assert!(page.contains(&told), "{filter}: {page}");
        assert!(
            page.contains("href=\"/run/made/answers?sort=grade\">Remove this filter"),
            "{filter}"
        );
        assert!(page.contains("0–0 of 0"), "{filter}");
        assert!(!page.contains("In a terminal"), "no command shows this: {filter}");
    }
    let purple = show("/run/made/answers?grade=purple");
    assert!(purple.contains("<option value=\"purple\" selected>purple (not listed)"), "{purple}");
    let known = show("/run/made/answers?grade=wrong&f.context=relevant");
    assert!(!known.contains("has the value") && !known.contains("not listed"), "{known}");
    let whole = show("/run/made/answers?sort=grade");
    assert!(whole.contains("peirast tables runs/made --into tables --only outcomes"), "{whole}");
    let rows = show("/run/made/hypothesis/H1");
    let comparison =
        links(&rows).into_iter().find(|link| link.matches('/').count() == 6).expect("a comparison");
    let pairs = show(&format!("{comparison}/pairs?cell=n99"));
    assert!(pairs.contains("Results: nothing has the value <code>n99</code>"), "{pairs}");
    assert!(!pairs.contains("In a terminal"));
    assert!(show(&comparison).contains("peirast test runs/made --hypothesis H1 --subject"));
}

/// A page beyond the last shows the last, and says so.
#[test]
fn pages_of_a_list_that_are_not_there_are_told() {
    let made = Made::default();
    let library = made.library();
    for page in ["99", "18446744073709551615", "18446744073709551616", "9999999999999999999999999"]
    {
        let shown = made.show(&library, &format!("/run/made/answers?page={page}")).text();
        assert!(
            shown.contains("451–480 of 480") && shown.contains("This is page 10 of 10."),
            "{page}"
        );
    }
    for page in ["0", "-1", "x"] {
        let shown = made.show(&library, &format!("/run/made/answers?page={page}")).text();
        assert!(shown.contains("1–50 of 480") && shown.contains("This is page 1 of 10."), "{page}");
    }
    for target in ["/run/made/answers", "/run/made/answers?page=10"] {
        assert!(!made.show(&library, target).text().contains("no such page"), "{target}");
    }
    let far = format!("/run/made/answers?q=my+answer&from={}", u128::MAX);
    assert_eq!(made.show(&library, &far).status, 200);
}

#[test]
fn a_slash_behind_an_address_leads_to_the_page() {
    let made = Made::default();
    let library = made.library();
    for (target, to) in [
        ("/run/made/", "/run/made"),
        ("/run/made/answers/?grade=wrong&page=2", "/run/made/answers?grade=wrong&page=2"),
        ("/help/", "/help"),
        ("/play/premises/?case=e1", "/play/premises?case=e1"),
    ] {
        let page = made.show(&library, target);
        assert_eq!((page.status, page.header("location")), (308, Some(to.to_owned())), "{target}");
    }
    for target in
        ["//", "///", "//evil.example/", "/%2F%2Fevil.example/", "/run/made/none/", "/run//"]
    {
        assert_eq!(made.show(&library, target).status, 404, "{target}");
    }
}

/// A beginning that several keys share is not an error.
#[test]
fn the_beginning_of_several_keys_leads_to_all_of_them() {
    let made = Made::default();
    let library = made.library();
    let outcomes = made.outcomes();
    let keys: Vec<String> = outcomes.rows().iter().map(|row| row.trial.to_string()).collect();
    let first = keys[0].get(..1).expect("a digit");
    let page = made.show(&library, &format!("/run/made/answer/{first}"));
    assert_eq!(page.status, 300);
    let listed = links(&page.text()).into_iter().filter(|link| link.contains("/answer/")).count();
    let shared = keys.iter().filter(|key| key.starts_with(first)).count();
    let open = outcomes.open().iter().filter(|one| one.trial.text().starts_with(first)).count();
    assert_eq!(listed, (shared + open).min(50));
    assert!(page.text().contains(&format!("The keys of {} questions begin", shared + open)));
    let raw = made.show(&library, &format!("/run/made/answer/{first}/text"));
    assert_eq!(raw.status, 300);
    assert!(raw.text().contains(&format!("{}/text\"", keys[0])), "{}", raw.text());
    for target in [&keys[0], &keys[0][..12]] {
        assert_eq!(made.show(&library, &format!("/run/made/answer/{target}")).status, 200);
    }
}

#[test]
fn a_name_of_several_runs_leads_to_each() {
    let made = Made::default();
    let mut library = made.library();
    let mut other = made.library().runs.remove(0);
    (other.id, other.path) = ("old/made".to_owned(), "/there/old/made".to_owned());
    library.runs[0].id = "runs/made".to_owned();
    library.runs.push(other);
    let page = made.show(&library, "/run/made/answers?grade=wrong");
    assert_eq!(page.status, 300);
    let to = links(&page.text());
    for run in ["runs%2Fmade", "old%2Fmade"] {
        let target = format!("/run/{run}/answers?grade=wrong");
        assert!(to.contains(&target), "{to:?}");
        assert_eq!(made.show(&library, &target).status, 200);
    }
    assert_eq!(made.show(&library, "/run/ade").status, 404);
    // A longer end of its path than needed still leads to the same run.
    assert_eq!(made.show(&library, "/run/there%2Fold%2Fmade").status, 200);
}

/// Data that cannot be fetched is an error of the store, not a missing page.
#[test]
fn what_the_store_does_not_give_is_told_with_its_reason() {
    let made = Made::default();
    let library = made.library();
    let outcomes = made.outcomes();
    let key = outcomes.rows()[0].trial.clone();
    for page in ["", "/text", "/prompt", "/body"] {
        let mut data = PageData::default();
        data.stored
            .insert(("made".to_owned(), key.clone()), Err("the disk is on <fire>".to_owned()));
        let request = Request::get(&format!("/run/made/answer/{key}{page}"));
        let Reply::Page(page) = respond(&library, &request, &data) else { panic!("it has all") };
        assert_eq!(page.status, 503);
        assert!(page.text().contains("the disk is on &lt;fire&gt;"), "{}", page.text());
    }
}

#[test]
fn a_stopped_run_names_the_command_that_continues_it() {
    let made = Made::default();
    let mut library = made.library();
    let command = "peirast run runs/made/study.toml --into runs/made";
    for target in ["/run/made", "/run/made/progress"] {
        assert!(!made.show(&library, target).text().contains(command), "{target}");
    }
    for entry in &mut library.runs {
        let about = entry.about.as_mut().expect("a summary");
        (about.state, about.resume) = (RunStatus::Stopped, Some(command.to_owned()));
    }
    for target in ["/run/made", "/run/made/progress"] {
        let page = made.show(&library, target).text();
        assert!(page.contains(&format!("<code>{command}</code>")), "{target}");
    }
}

#[test]
fn a_run_that_cannot_be_read_any_more_is_shown_with_a_note() {
    let made = Made::default();
    let mut library = made.library();
    library.runs[0].about = Err("its store is <gone>".to_owned());
    for target in ["/run/made", "/run/made/answers", "/run/made/regrade", "/run/made/figures"] {
        let page = made.show(&library, target);
        let text = page.text();
        assert_eq!(page.status, 200, "{target}");
        assert!(
            text.contains("can no longer be read") && text.contains("its store is &lt;gone&gt;")
        );
    }
}

/// If pairs are compared by another event than a right answer, pages name that event.
#[test]
fn what_is_compared_is_named_wherever_it_is_counted() {
    let made = Made { open: true, ..Made::default() };
    let library = made.library();
    let show = |target: &str| made.show(&library, target).text();
    let board = show("/run/made");
    for part in [
        "over all protocols: answers without the fallacy",
        "Shares are of answers without the fallacy",
        ">Concluded<",
    ] {
        assert!(board.contains(part), "no {part} in {board}");
    }
    let rows = show("/run/made/hypothesis/H1");
    assert!(
        rows.contains(
            "the members that were answered without the fallacy: both (n11), only the original (n12)"
        ),
        "{rows}"
    );
    let comparison =
        links(&rows).into_iter().find(|link| link.matches('/').count() == 6).expect("a comparison");
    let table = show(&comparison);
    for part in
        ["perturbed with the fallacy", "original without the fallacy", "both with the fallacy"]
    {
        assert!(table.contains(part), "no {part} in {table}");
    }
    assert!(!table.contains("both right") && !table.contains("original wrong"), "{table}");
    let pairs = show(&format!("{comparison}/pairs?cell=n12"));
    assert!(pairs.contains("only the original without the fallacy"), "{pairs}");
    // Another error is wrong, and free of the fallacy.
    let list = pairs.split("</caption>").nth(1).expect("a list");
    let first = list.split("<td>").nth(2).expect("an answer");
    assert!(first.contains("</span>without the fallacy"), "{first}");
    let pair =
        show(&links(&pairs).into_iter().find(|link| link.contains("/pair/")).expect("a pair"));
    assert!(
        pair.contains("In this comparison it counts as: ") && pair.contains("with the fallacy"),
        "{pair}"
    );
    let right = show_of(&Made::default(), "/run/made");
    assert!(right.contains("over all protocols: right answers"), "{right}");
    assert!(!right.contains("fallacy"), "{right}");
}

fn show_of(made: &Made, target: &str) -> String {
    made.show(&made.library(), target).text()
}
