//! Comparison of two runs: its counts agree with independent counts, and its links lead to the
//! counted questions.

use crate::support::{Made, links, subject};
use peirast_record::{Factors, Grade, Outcome};
use peirast_view::Library;
use std::collections::BTreeMap;

/// Returns two runs that asked the same questions and got different answers.
fn two() -> (Made, Made, Library) {
    let (one, other) = (Made::default(), Made { salt: "other", ..Made::default() });
    let mut library = one.library();
    for mut entry in other.library().runs {
        entry.id = "other".to_owned();
        entry.path = "/there/runs/other".to_owned();
        library.runs.push(entry);
    }
    (one, other, library)
}

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

/// Returns the cells of the first row of numbers of a protocol.
fn cells(page: &str, protocol: &str) -> Vec<String> {
    let rest =
        page.split("Questions by the subject that answered correctly").nth(1).expect("a table");
    let mut rows = rest.split("<tr>").filter_map(|row| row.split("</tr>").next());
    let row = rows.find(|row| row.contains(protocol)).expect("a row");
    let text = |cell: &str| {
        let parts = cell.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
        parts.collect::<String>()
    };
    row.split("<td").skip(1).map(|cell| text(&format!("<td{cell}"))).collect()
}

#[test]
fn questions_are_matched_and_counted() {
    let (one, other, library) = two();
    let page = shown(&one, &library, "/compare?a=made&b=other");
    type Question = (String, Factors);
    let of = |made: &Made| -> BTreeMap<Question, Outcome> {
        let outcomes = made.outcomes();
        let own = outcomes.rows().iter().filter(|row| row.subject == subject(0));
        own.map(|row| ((row.problem().into_owned(), (*row.factors).clone()), row.clone())).collect()
    };
    let (first, second) = (of(&one), of(&other));
    for number in 0..2 {
        let protocol = format!("zs {number}->cot");
        let mut expected = [0_usize; 7];
        for (question, a) in &first {
            let Some(b) = second.get(question) else { continue };
            if question.1.get("protocol") != Some(&protocol) {
                continue;
            }
            let at = match (a.grade, b.grade) {
                (Grade::Correct, Grade::Correct) => 1,
                (Grade::Correct, Grade::Wrong) => 2,
                (Grade::Wrong, Grade::Correct) => 3,
                (Grade::Wrong, Grade::Wrong) => 4,
                _ => 5,
            };
            expected[0] += 1;
            expected[at] += 1;
            expected[6] += usize::from(a.answer != b.answer);
        }
        let shown = cells(&page, &format!("zs {number}-&gt;cot"));
        // Questions without an answer are matched too, and have no verdict.
        for at in [1, 2, 3, 4] {
            assert_eq!(shown[at], expected[at].to_string(), "{protocol}: {shown:?} {expected:?}");
        }
        let p = peirast_stats::mcnemar::exact(
            expected[2] as u64,
            expected[3] as u64,
            peirast_stats::Alternative::TwoSided,
        );
        assert_eq!(shown[7], peirast_report::p_value(Some(p.p)), "{shown:?}");
    }
}

#[test]
fn a_count_leads_to_as_many_questions_and_these_to_both_answers() {
    let (one, _, library) = two();
    let page = shown(&one, &library, "/compare?a=made&b=other");
    let count: usize = cells(&page, "zs 0-&gt;cot")[2].parse().expect("a number");
    let link = links(&page).into_iter().find(|link| link.contains("fate=only-a")).expect("a link");
    let page = shown(&one, &library, link.split('#').next().expect("a path"));
    says(&page, &[&format!("{count} questions: only A right, under zs 0-&gt;cot")]);
    let answers: Vec<String> =
        links(&page).into_iter().filter(|link| link.contains("/answer/")).collect();
    assert_eq!(answers.len(), 2 * count.min(50));
    assert!(answers[0].starts_with("/run/made/") && answers[1].starts_with("/run/other/"));
}

#[test]
fn verdicts_settings_and_accuracy_stand_side_by_side() {
    let (one, _, library) = two();
    let page = shown(&one, &library, "/compare?a=made&b=other");
    says(
        &page,
        &[
            "The runs have the same study.",
            "verdicts differ.",
            "<a href=\"/run/other/hypothesis/H1\">",
            "A &lt;b&gt;made-up&lt;/b&gt; claim",
            "0 questions have the same key in both",
            "peirast test runs/made --json",
        ],
    );
    assert!(!page.contains("<b>") && !page.contains("<i>"));
}

#[test]
fn a_run_beside_itself_has_the_same_trials_and_verdicts() {
    let (one, _, library) = two();
    let first = encoded(&subject(0));
    let target = format!("/compare?a=made&b=made&subject-a={first}&subject-b={first}");
    let page = shown(&one, &library, &target);
    says(
        &page,
        &[
            "Both sides are the same subject of the same run",
            "480 questions have the same key in both",
            "0 of 2 verdicts differ.",
            "0 questions: answered differently",
        ],
    );
}

#[test]
fn two_subjects_of_one_run_are_chosen_if_it_has_two() {
    let (one, _, library) = two();
    let page = shown(&one, &library, "/compare?a=made&b=made");
    says(&page, &["lab/model:0?&lt;i&gt;&amp; / lab/model:1?&lt;i&gt;&amp;"]);
    assert!(!page.contains("Both sides are the same subject"));
    let alone = Made { subjects: 1, ..Made::default() };
    let page = shown(&alone, &alone.library(), "/compare?a=made&b=made");
    says(&page, &["This run has only one subject"]);
}

#[test]
fn other_subjects_can_be_held_against_each_other() {
    let (one, _, library) = two();
    let encoded =
        |number| form_urlencoded::byte_serialize(subject(number).as_bytes()).collect::<String>();
    let target =
        format!("/compare?a=made&b=other&subject-a={}&subject-b={}", encoded(0), encoded(1));
    let page = shown(&one, &library, &target);
    says(
        &page,
        &["lab/model:0?&lt;i&gt;&amp; / lab/model:1?&lt;i&gt;&amp;", "protocol and levels: 240."],
    );
}

#[test]
fn what_is_to_be_compared_is_asked_for() {
    let (one, _, library) = two();
    let page = shown(&one, &library, "/compare");
    says(&page, &["<select name=\"a\"", "value=\"other\""]);
    let unknown = one.show(&library, "/compare?a=made&b=none");
    assert_eq!(unknown.status, 404);
    assert!(unknown.text().contains("the viewer has no run “none”"));
}

/// Two subjects of one run are compared by a command with one path.
#[test]
fn one_run_is_one_path() {
    let (one, _, _) = two();
    let library = one.library();
    let page = shown(&one, &library, "/compare?a=made&b=made");
    let dir = &library.runs[0].dir;
    assert!(page.contains(&format!("peirast compare {dir}")), "{page}");
    assert!(!page.contains(&format!("peirast compare {dir} {dir}")), "{page}");
}

/// A hypothesis of only one of two runs is not a difference between their verdicts.
#[test]
fn what_only_one_run_has_is_told() {
    let (one, _, _) = two();
    let mut library = one.library();
    let other = Made { salt: "other", hypothesis: "H2", ..Made::default() };
    let mut entry = other.library().runs.remove(0);
    (entry.id, entry.path) = ("other".to_owned(), "/there/runs/other".to_owned());
    library.runs.push(entry);
    let page = shown(&one, &library, "/compare?a=made&b=other");
    says(
        &page,
        &[
            "No verdict is in both runs. Only one run has 4 other verdicts.",
            "<span class=\"none\">only in A</span>",
            "<span class=\"none\">only in B</span>",
        ],
    );
    assert!(
        !page
            .split("Verdicts</h2>")
            .nth(1)
            .expect("verdicts")
            .split("<h2>")
            .next()
            .expect("an end")
            .contains("≠ differs")
    );
}

#[test]
fn what_neither_run_has_is_told() {
    let (one, _, library) = two();
    for (filter, label) in [
        ("fate=purple", "Outcome"),
        ("protocol=none", "Protocol"),
        ("subject-a=nobody", "Subject of A"),
        ("subject-b=nobody", "Subject of B"),
    ] {
        let page = shown(&one, &library, &format!("/compare?a=made&b=other&{filter}"));
        let value = filter.split_once('=').expect("a value").1;
        says(&page, &[&format!("{label}: nothing has the value <code>{value}</code>")]);
        says(&page, &["href=\"/compare?a=made&amp;b=other\">Remove this filter"]);
    }
    for known in ["fate=otherwise", "fate=only-a", "protocol=zs+0-%3Ecot"] {
        let page = shown(&one, &library, &format!("/compare?a=made&b=other&{known}"));
        assert!(!page.contains("has the value"), "{known}");
    }
}

/// Returns a text as an address has it.
fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// The page tests as `peirast compare` does: an independent call of the library gives its numbers.
#[test]
fn the_test_is_that_of_the_library() {
    use peirast_compare::{CompareOptions, GradedAnswer, MatchRule, ScoredRun, compare};
    use peirast_record::Treatment;
    let (one, other, library) = two();
    let scored = |made: &Made, name: &str, is_related: bool| {
        let mut run = ScoredRun::new(name);
        run.versions_of = Some(if is_related { "item" } else { "nothing" }.to_owned());
        for row in made.outcomes().rows().iter().filter(|row| row.subject == subject(0)) {
            let problem = row.problem();
            let answer = GradedAnswer {
                problem: &problem,
                item: &row.item,
                factors: &row.factors,
                repeat: row.repeat,
                is_right: row.grade.scored(Treatment::Exclude),
                texts: Default::default(),
            };
            run.add(answer.into_row(|_| true));
        }
        run
    };
    for (by, column) in [("item", None), ("nothing", None), ("f.context", Some("context"))] {
        let runs = [("A", &one), ("B", &other)].map(|(name, of)| scored(of, name, by != "nothing"));
        let options = CompareOptions {
            by: column.map(str::to_owned),
            matching: MatchRule::Id,
            ..CompareOptions::default()
        };
        let found = compare(&runs, &options).expect("a comparison");
        let page = shown(&one, &library, &format!("/compare?a=made&b=other&by={by}"));
        let row = &found.rows[0];
        let sentence = peirast_report::typeset(&peirast_compare::sentence(row, &found));
        says(&page, &[&sentence.replace('&', "&amp;")]);
        // Exact p and mid-p stand side by side where questions are unrelated.
        assert_eq!(row.p_mid.is_some(), by == "nothing");
        if let Some(mid) = row.p_mid {
            says(&page, &[&format!("{}</td>", peirast_report::p_value(Some(mid)))]);
        }
        let command = format!(
            "peirast compare runs/made runs/made{}",
            match column {
                Some(column) => format!(" --by {column}"),
                None => String::new(),
            }
        );
        assert_eq!(page.contains(&format!("{command}<")), by != "nothing", "{by}");
    }
}

#[test]
fn discordant_questions_come_first_and_lead_to_both_answers_side_by_side() {
    let (one, _, library) = two();
    let page = shown(&one, &library, "/compare?a=made&b=other");
    let list = page.split("id=\"answers\"").nth(1).expect("a list");
    let results = |list: &str| -> Vec<String> {
        let rows =
            list.split("<tbody>").nth(1).expect("rows").split("</tbody>").next().expect("an end");
        let rows = rows.split("<tr>").skip(1);
        rows.map(|row| {
            row.split("<td>").nth(1).expect("a result").split('<').next().unwrap().to_owned()
        })
        .collect()
    };
    let first = results(list);
    assert_eq!(first.len(), 50, "{first:?}");
    assert!(first.iter().all(|result| result == "only A right" || result == "only B right"));
    let mut sorted = first.clone();
    sorted.sort();
    assert_eq!(first, sorted, "those that only A answered correctly come first");
    let link =
        links(list).into_iter().find(|link| link.starts_with("/compare/answers?")).expect("one");
    let pair = shown(&one, &library, &link);
    says(
        &pair,
        &["Only A right", "Prompts", "<h3>A: <a href=\"/run/made\">made</a>", "next question"],
    );
    // The next questions of the list, to its end.
    let (mut at, mut steps) = (link, 0);
    while let Some(next) = links(&shown(&one, &library, &at))
        .into_iter()
        .rfind(|link| link.starts_with("/compare/answers?"))
        .filter(|_| steps < 3)
    {
        assert_ne!(next, at);
        (at, steps) = (next, steps + 1);
    }
    assert_eq!(steps, 3);
    for wrong in ["key-a=00&key-b=00", "key-a=1"] {
        let target = format!("/compare/answers?a=made&b=other&{wrong}");
        assert_eq!(one.show(&library, &target).status, 404, "{target}");
    }
}

/// Two runs may have different answers to a question with one key; neither is shown for the other.
#[test]
fn answers_of_one_key_are_those_of_their_runs() {
    let (one, _, library) = two();
    let first = encoded(&subject(0));
    let target =
        format!("/compare?a=made&b=made&fate=both-right&subject-a={first}&subject-b={first}");
    let page = shown(&one, &library, &target);
    let link = links(&page).into_iter().find(|link| link.starts_with("/compare/answers?"));
    let pair = shown(&one, &library, &link.expect("a question"));
    says(&pair, &["Prompt of both", "Both right"]);
    let target = format!("/compare?a=made&b=made&subject-a={}", encoded("nobody"));
    says(&shown(&one, &library, &target), &["nothing has the value"]);
}
