//! The leaderboard: its numbers agree with independent ones, and it does not compare what cannot be
//! compared.

use crate::support::{Made, links, subject};
use peirast_record::{Answer, Conclusion, Grade};
use peirast_view::{Library, LoadState, Need, PageData, Reply, Request, respond};
use serde_json::Value;
use std::collections::BTreeMap;

/// Returns a library of several runs, each with its name.
fn of(runs: &[(&str, &Made)]) -> Library {
    let mut library = Library::default();
    for (name, made) in runs {
        let mut entry = made.library().runs.remove(0);
        entry.id = (*name).to_owned();
        entry.path = format!("/there/runs/{name}");
        library.runs.push(entry);
    }
    library
}

fn json(library: &Library) -> Value {
    let response = Made::default().show(library, "/leaderboard.json");
    assert_eq!(response.header("content-type").as_deref(), Some("application/json"));
    serde_json::from_str(&response.text()).expect("JSON")
}

fn column_ids(board: &Value) -> Vec<&str> {
    board["columns"]
        .as_array()
        .expect("columns")
        .iter()
        .map(|one| one["id"].as_str().expect("an id"))
        .collect()
}

#[test]
fn numbers_are_those_of_the_answers() {
    let made = Made::default();
    let board = json(&of(&[("one", &made)]));
    assert_eq!(column_ids(&board), ["own-problems.1"]);
    let rows = board["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 2);
    for row in rows {
        let model = row["model"].as_str().expect("a model");
        let mut items: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        for one in made.outcomes().rows().iter().filter(|one| one.subject == *model) {
            let (right, all) = items.entry(one.item.to_string()).or_default();
            *right += u64::from(one.grade == Grade::Correct);
            *all += u64::from(one.grade != Grade::Unscored);
        }
        let counts: Vec<(u64, u64)> = items.into_values().collect();
        let expected = peirast_stats::clustered::share(&counts, 0.95).expect("a share");
        let cell = &row["cells"][0];
        assert_eq!(cell["value"].as_f64(), Some(expected.estimate));
        assert_eq!(cell["low"].as_f64(), Some(expected.interval.low));
        assert_eq!(cell["high"].as_f64(), Some(expected.interval.high));
        assert_eq!(cell["n"].as_u64(), Some(expected.n));
        assert!(cell["unanswered"].as_u64().is_some_and(|open| open > 0), "{cell}");
    }
    assert_eq!(json(&of(&[("one", &made)])), board, "the same runs give the same table");
}

#[test]
fn runs_of_other_items_are_other_columns_and_say_so() {
    let (one, more) = (Made::default(), Made { items: 70, salt: "more", ..Made::default() });
    let same = Made { salt: "same", ..Made::default() };
    let library = of(&[("one", &one), ("more", &more), ("same", &same)]);
    let board = json(&library);
    assert_eq!(column_ids(&board), ["own-problems.1", "own-problems.2"]);
    let (first, second) = (&board["columns"][0], &board["columns"][1]);
    assert_eq!(first["runs"], serde_json::json!(["one", "same"]), "{board}");
    assert_eq!(second["runs"], serde_json::json!(["more"]));
    assert_eq!(second["not_comparable_with_set_1"], serde_json::json!(["other items"]));
    assert_eq!(first["not_comparable_with_set_1"], serde_json::json!([]));
    let page = one.show(&library, "/leaderboard").text();
    for part in [
        "Own problems, set 1 of 2",
        "Not comparable with set 1: other items.",
        "Numbers in different columns cannot be compared.",
        "run same",
        "unfinished: ",
    ] {
        assert!(page.contains(part), "no {part} in {page}");
    }
    // Names of models are text.
    assert!(!page.contains("<i>") && page.contains("lab/model:0?&lt;i&gt;&amp;"));
    for link in links(&page).iter().filter(|link| !link.starts_with("/assets")) {
        assert_eq!(one.show(&library, link).status, 200, "{link}");
    }
}

#[test]
fn clusters_of_items_widen_intervals_and_are_named_as_the_difference() {
    let plain = Made::default();
    let clustered = Made { clusters: 12, ..Made::default() };
    let board = json(&of(&[("plain", &plain), ("clustered", &clustered)]));
    let (first, second) = (&board["columns"][0], &board["columns"][1]);
    assert_eq!(first["not_comparable_with_set_1"], serde_json::json!([]), "{board}");
    let told = serde_json::json!(["other clusters of items"]);
    assert_eq!(second["not_comparable_with_set_1"], told);

    let board = json(&of(&[("clustered", &clustered)]));
    let row = &board["rows"][0];
    let mut clusters: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for one in clustered.outcomes().rows().iter().filter(|one| row["model"] == *one.subject) {
        let cluster = peirast_record::cluster_of(&one.item, &one.factors).to_owned();
        let (right, all) = clusters.entry(cluster).or_default();
        *right += u64::from(one.grade == Grade::Correct);
        *all += u64::from(one.grade != Grade::Unscored);
    }
    assert_eq!(clusters.len(), 12);
    let counts: Vec<(u64, u64)> = clusters.into_values().collect();
    let expected = peirast_stats::clustered::share(&counts, 0.95).expect("a share");
    assert_eq!(row["cells"][0]["low"].as_f64(), Some(expected.interval.low));
    assert_eq!(row["cells"][0]["high"].as_f64(), Some(expected.interval.high));
}

#[test]
fn models_are_sorted_by_the_chosen_column() {
    let made = Made { subjects: 5, ..Made::default() };
    let library = of(&[("one", &made)]);
    let order = |target: &str| -> Vec<String> {
        let page = made.show(&library, target).text();
        let rows =
            page.split("<tbody>").nth(1).expect("rows").split("</tbody>").next().expect("an end");
        rows.split("<th scope=\"row\">")
            .skip(1)
            .map(|row| row.split('<').next().expect("a name").to_owned())
            .collect()
    };
    let escaped = |name: &str| name.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let names: Vec<String> = (0..5).map(|number| escaped(&subject(number))).collect();
    assert_eq!(order("/leaderboard?sort=model"), names);
    let board = json(&library);
    let place = |row: &Value| {
        let cell = &row["cells"][0];
        let is_unfinished = cell["unanswered"].as_u64().is_some_and(|open| open > 0);
        let share = cell["value"].as_f64().expect("a share");
        (is_unfinished, share, escaped(row["model"].as_str().expect("a name")))
    };
    let mut places: Vec<(bool, f64, String)> =
        board["rows"].as_array().expect("rows").iter().map(place).collect();
    places.sort_by(|one, other| {
        one.0.cmp(&other.0).then(other.1.total_cmp(&one.1)).then_with(|| one.2.cmp(&other.2))
    });
    let expected: Vec<String> = places.into_iter().map(|(_, _, name)| name).collect();
    assert_eq!(order("/leaderboard"), expected);
    assert_eq!(order("/leaderboard?sort=own-problems.1"), expected);
    assert_eq!(order("/leaderboard?sort=nothing"), expected);
    assert_ne!(expected, names, "the order of names is another one");
}

#[test]
fn runs_that_are_not_read_are_asked_for_and_those_that_cannot_be_are_named() {
    let made = Made::default();
    let mut library = of(&[("one", &made), ("two", &made), ("bad", &made)]);
    library.runs[2].answers = LoadState::Failed("its store is <gone>".to_owned());
    library.runs[1].answers = LoadState::NotLoaded;
    let reply =
        |library: &Library| respond(library, &Request::get("/leaderboard"), &PageData::default());
    assert_eq!(reply(&library), Reply::Needs(Need::Runs(vec!["two".to_owned()])));
    library.runs[1].answers = LoadState::Loading;
    let Reply::Page(page) = reply(&library) else { panic!("one is being read") };
    assert_eq!((page.status, page.header("refresh").as_deref()), (202, Some("1")));
    let text = page.text();
    for part in ["2 of 3 runs were read", "it cannot be read: its store is &lt;gone&gt;"] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    let empty = made.show(&Library::default(), "/leaderboard");
    assert!(empty.text().contains("No run has a measure to show yet."));
}

/// The order in which runs are found does not matter: every model keeps its numbers, and every set its
/// runs and its name.
#[test]
fn the_order_of_runs_does_not_matter() {
    let (one, more) = (Made::default(), Made { items: 70, salt: "more", ..Made::default() });
    let same = Made { salt: "same", subjects: 3, ..Made::default() };
    let runs = [("one", &one), ("more", &more), ("same", &same)];
    let sorted = |board: &Value| -> Vec<String> {
        let mut cells: Vec<String> = board["rows"]
            .as_array()
            .expect("rows")
            .iter()
            .flat_map(|row| {
                let cells = row["cells"].as_array().expect("cells");
                cells.iter().map(move |cell| format!("{} {cell}", row["model"]))
            })
            .collect();
        cells.sort();
        cells
    };
    let first = json(&of(&runs));
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let board = json(&of(&order.map(|at| runs[at])));
        assert_eq!(board["columns"], first["columns"], "{order:?}");
        assert_eq!(sorted(&board), sorted(&first), "{order:?}");
    }
}

/// The pairs of a subject by its answers: both members free of the fallacy, the original alone, the
/// perturbed alone, neither.
fn counts(made: &Made, model: &str) -> [f64; 4] {
    let mut pairs: BTreeMap<(String, String), BTreeMap<String, bool>> = BTreeMap::new();
    for one in made.outcomes().rows().iter().filter(|one| one.subject == *model) {
        let Answer::Conclusion(answer) = one.answer else { continue };
        let of = |factor: &str| one.factors.get(factor).expect("a level").to_owned();
        let members = pairs.entry((one.item.to_string(), of("protocol"))).or_default();
        members.insert(of("context"), answer != Conclusion::Fallacy);
    }
    let mut counts = [0.0; 4];
    for members in pairs.values().filter(|members| members.len() == 2) {
        let at = match (members["relevant"], members["irrelevant"]) {
            (true, true) => 0,
            (true, false) => 1,
            (false, true) => 2,
            (false, false) => 3,
        };
        counts[at] += 1.0;
    }
    counts
}

/// Erotetic reasoning is ranked by the difference that its hypotheses are about, and a subject that gives one
/// answer throughout is marked as in the report, and not first.
#[test]
fn erotetic_reasoning_is_ranked_by_its_hypotheses_and_blind_answers_are_not_first() {
    let made = Made { family: "etr", open: true, subjects: 4, blind: true, ..Made::default() };
    let library = of(&[("one", &made)]);
    let board = json(&library);
    assert_eq!(column_ids(&board), ["erotetic.1"]);
    let rows = board["rows"].as_array().expect("rows");
    let mut sizes = Vec::new();
    for row in rows {
        let model = row["model"].as_str().expect("a model");
        let [n11, n12, n21, n22] = counts(&made, model);
        let cell = &row["cells"][0];
        let value = cell["value"].as_f64().expect("a difference");
        assert!((value - (n21 - n12) / (n11 + n12 + n21 + n22)).abs() < 1e-12, "{model}: {cell}");
        match model == subject(0) {
            true => {
                assert_eq!(value, 0.0, "the smallest difference of all");
                assert_eq!(cell["warning"], "answers that nothing follows 100 % of the time");
            }
            false => {
                assert_eq!(cell["warning"], Value::Null);
                sizes.push(value.abs());
            }
        }
    }
    assert_eq!(rows.last().map(|row| &row["model"]), Some(&Value::from(subject(0))));
    assert_eq!(sizes.len(), 3);
    let page = made.show(&library, "/leaderboard").text();
    for part in [
        "! answers that nothing follows 100\u{a0}% of the time",
        "closest to 0 first (size without sign). Models with a warning (!) come after the others.",
        "It is not sorted by the rate of fallacies",
    ] {
        assert!(page.contains(part), "no {part} in {page}");
    }
}

/// Negative numbers have the sign that they have in a report.
#[test]
fn negative_numbers_have_a_minus_sign() {
    let made = Made { family: "etr", open: true, ..Made::default() };
    let library = of(&[("one", &made)]);
    let is_negative = |row: &Value| row["cells"][0]["low"].as_f64().is_some_and(|low| low < 0.0);
    let board = json(&library);
    assert!(board["rows"].as_array().expect("rows").iter().any(is_negative), "{board}");
    for target in ["/leaderboard", "/run/one/hypothesis/H1"] {
        let page = made.show(&library, target).text();
        let chars: Vec<char> = page.chars().collect();
        let hyphen = chars.windows(3).find(|three| {
            ['>', '[', ' '].contains(&three[0]) && three[1] == '-' && three[2].is_ascii_digit()
        });
        assert_eq!(hyphen, None, "{target}");
        assert!(page.contains("[\u{2212}"), "{target}");
    }
}
