//! A run under another rule: the changes of grades and verdicts.

use crate::support::{Made, links};
use peirast_record::Grade;
use peirast_view::{Library, LoadState, Need, PageData, Reply, Request, respond};

fn shown(made: &Made, library: &Library, target: &str) -> String {
    let page = made.show(library, target);
    assert_eq!(page.status, 200, "{target}");
    page.text()
}

#[track_caller]
fn says(page: &str, all: &[&str]) {
    for one in all {
        assert!(page.contains(one), "no {one:?} in {page}");
    }
}

#[test]
fn what_is_read_after_all_is_counted_and_listed() {
    let made = Made::default();
    let library = made.library();
    let outcomes = made.outcomes();
    let unread =
        outcomes.rows().iter().filter(|row| row.answer == peirast_record::Answer::Unread).count();
    assert!(unread > 3, "{unread}");
    let page = shown(&made, &library, "/run/made/regrade?grader=published-2024");
    says(
        &page,
        &[
            &format!("Answers that are read or graded differently: {unread}"),
            "peirast test runs/made --grader published-2024",
            "verdicts differ.",
            "nothing is stored",
        ],
    );
    let link = links(&page)
        .into_iter()
        .find(|link| link.contains("from=unscored&to=wrong"))
        .expect("a link to what changes");
    let page = shown(&made, &library, &link);
    says(
        &page,
        &[&format!(
            "Answers that are read or graded differently: {unread}, from no verdict to wrong"
        )],
    );
    let answers = links(&page).into_iter().filter(|link| link.contains("/answer/")).count();
    assert_eq!(answers, 2 * unread.min(50));
    let wrong = outcomes.rows().iter().filter(|row| row.grade == Grade::Wrong).count();
    says(&page, &[&format!("{wrong}<span class=\"small\"> same</span>")]);
    let page =
        shown(&made, &library, "/run/made/regrade?grader=published-2024&from=correct&to=wrong");
    says(&page, &["Answers that are read or graded differently: 0, from right to wrong"]);
}

#[test]
fn a_rule_that_changes_nothing_says_so() {
    let made = Made { lenient: true, ..Made::default() };
    let library = made.library();
    let page = shown(&made, &library, "/run/made/regrade?treatment=as-wrong&rule=mid-p");
    says(
        &page,
        &[
            "Answers that are read or graded differently: 0",
            "0 of 2 verdicts differ.",
            "--treatment as-wrong --rule mid-p",
        ],
    );
}

#[test]
fn rules_are_chosen_first_and_only_those_that_there_are() {
    let made = Made::default();
    let library = made.library();
    for target in ["/run/made/regrade", "/run/made/regrade?grader=%3Cscript%3E"] {
        let page = shown(&made, &library, target);
        says(
            &page,
            &["Choose at least one other rule.", "as in the run", "<select name=\"grader\">"],
        );
        assert!(!page.contains("<script>"));
    }
}

/// A grader that does not apply to a run is not offered, and the page explains this.
#[test]
fn graders_that_are_for_other_questions_are_not_offered() {
    let made = Made::default();
    let library = made.library();
    let page = shown(&made, &library, "/run/made/regrade");
    says(&page, &["value=\"published-2024\"", "Not offered: <code>published-2025</code>"]);
    says(&page, &["no question of this run asks that"]);
    assert!(!page.contains("value=\"published-2025\""), "{page}");
    let page = shown(&made, &library, "/run/made/regrade?grader=published-2025");
    says(&page, &["<code>published-2025</code> has nothing to grade in this run"]);
}

/// While the maximum number of other runs is being made, a page waits.
#[test]
fn others_that_are_being_made_are_told() {
    let made = Made::default();
    let library = made.library();
    let target = "/run/made/regrade?treatment=as-wrong";
    let request = Request::get(target);
    let Reply::Needs(Need::Regrade { rules, .. }) =
        respond(&library, &request, &PageData::default())
    else {
        panic!("it wants the preview")
    };
    let data = PageData { regraded: Some((rules, LoadState::NotLoaded)), ..PageData::default() };
    let Reply::Page(page) = respond(&library, &request, &data) else { panic!("it has all") };
    assert_eq!((page.status, page.header("refresh").as_deref()), (202, Some("2")));
    says(&page.text(), &["Others are running"]);
}
