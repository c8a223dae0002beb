//! Dependencies that a verdict may and may not have.

use crate::support::chat::Chat;
use crate::support::{Place, Wording, json_lines, says};
use serde_json::Value;

fn of_biased(place: &Place, dir: &str) -> Vec<Value> {
    let mut rows = place.rows(dir);
    rows.retain(|row| row["model"] == "sim:biased:0.5");
    for row in &mut rows {
        // The p over the tests of all subjects is reported, and decides nothing.
        let told = row.as_object_mut().and_then(|row| row.remove("p_adjusted_all"));
        assert!(told.is_some_and(|p| p.is_number()));
    }
    rows
}

#[test]
fn a_verdict_does_not_depend_on_who_else_was_asked() {
    let place = Place::with_study();
    place.ok("run small.toml --n 30 --into alone --model sim:biased:0.5");
    place.ok("run small.toml --n 30 --into together --model sim:biased:0.5 --model sim:flawless");
    let alone = of_biased(&place, "alone");
    assert!(!alone.is_empty());
    assert_eq!(alone, of_biased(&place, "together"));
}

#[test]
fn a_study_says_whose_tests_are_adjusted_together() {
    let place = Place::with_study();
    let study = place.read("small.toml");
    place.write("all.toml", format!("adjust_over = \"all-subjects\"\n{study}"));
    for name in ["small", "all"] {
        place.ok(&format!(
            "run {name}.toml --n 30 --into {name} --model sim:biased:0.5 --model sim:guesser"
        ));
    }
    let decided_by = |rows: &[Value], column: &str| {
        rows.iter().all(|row| row["p_adjusted"].is_number() && row["p_adjusted"] == row[column])
    };
    let (own, all) = (place.rows("small"), place.rows("all"));
    assert!(decided_by(&own, "p_adjusted_own") && !decided_by(&own, "p_adjusted_all"));
    assert!(decided_by(&all, "p_adjusted_all") && !decided_by(&all, "p_adjusted_own"));
    // Each study can be tested by the other's family, and is then the other's result.
    assert_eq!(json_lines(&place.ok("test small --adjust-over all-subjects --json")), all);
    assert_eq!(json_lines(&place.ok("test all --adjust-over one-subject --json")), own);
    for (dir, whose, tests) in [
        ("small", "of one subject", "subject by subject"),
        ("all", "of all subjects", "all subjects together"),
    ] {
        let page = place.read(&format!("{dir}/report.html"));
        let tests = format!("over the tests of one family, {tests}");
        says(&page, &[&format!("over all methods, {whose}"), &tests]);
    }
    place.write("counts.csv", "hypothesis,model,method,n12,n21\nH1,m,os,1,9\n");
    let error = place.fails(1, "test --counts counts.csv --adjust-over all-subjects");
    says(&error, &["--adjust-over"]);
}

#[test]
fn controls_show_the_noise_of_a_subject_and_change_nothing_else() {
    let mut wording = Wording::default();
    let place = Place::with_study();
    let models = "--n 30 --model sim:biased:0.5 --model sim:guesser --model sim:flawless";
    place.ok(&format!("run small.toml --into without {models}"));
    let text = place.ok(&format!("run small.toml --into with --aa 0.5 {models}"));
    says(&text, &["A/A controls", "Flip rate"]);
    assert_eq!(place.rows("without"), place.rows("with"), "controls take part in no test");
    let table = place.read("with/tables/aa.csv");
    let rate = |model: &str| -> f64 {
        let row = table.lines().find(|line| line.starts_with(model)).expect("a row");
        row.split(',').nth(7).and_then(|cell| cell.parse().ok()).expect("a rate")
    };
    assert!(rate("sim:flawless").abs() < 1e-12, "{table}");
    assert!((0.3..0.7).contains(&rate("sim:guesser")), "{table}");
    says(&place.ok("test with"), &["A/A controls"]);
    says(&place.read("with/report.html"), &["A/A controls"]);
    says(&place.read("with/study.toml"), &["aa = 0.5"]);
    let manifest: Value = serde_json::from_str(&place.read("with/manifest.json")).expect("JSON");
    for one in manifest["subjects"].as_array().expect("subjects") {
        let (answers, controls) = (one["answers"].as_u64(), one["controls"].as_u64());
        assert_eq!(controls.zip(answers).map(|(c, a)| 2 * c == a), Some(true), "{one}");
        assert_eq!(one["attempts"].as_u64(), answers.zip(controls).map(|(a, c)| a + c), "{one}");
    }
    wording.fails(&place, 1, "run small.toml --aa 0.5 --sequential --into early");
    place.fails(2, "run small.toml --aa 1.5 --into none");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn hypotheses_are_pooled_on_demand() {
    let place = Place::with_study();
    place.write(
        "small.toml",
        place.read("small.toml").replace(
            "protocols = [\"baseline\"]\ndirection = \"perturbed-better\"",
            "protocols = [\"baseline\", \"zs-cot\"]\ndirection = \"perturbed-better\"",
        ),
    );
    place.ok("run small.toml --n 30 --into r --model sim:biased:0.5 --model sim:guesser");
    let text = place.ok("test r --pooled");
    says(&text, &["SE ratio", "all 2 subjects", "item and subject", "H1, all 2 subjects: "]);
    assert!(!place.ok("test r").contains("SE ratio"), "not without the flag");
    let rows = json_lines(&place.ok("test r --pooled --json"));
    assert_eq!(rows.len(), 6, "two hypotheses, two subjects and both together");
    let pairs = |row: &Value| row["n"].as_u64();
    assert_eq!(
        (rows[0]["methods"].as_u64(), pairs(&rows[0]), pairs(&rows[2])),
        (Some(2), Some(60), Some(120))
    );
    says(
        &place.ok("test r --pooled --csv"),
        &["clustered_se", "design_effect", "item and subject"],
    );
    says(&place.read("r/report.html"), &["Pooled over methods"]);
    says(&place.ok("test r --pooled --mixed"), &["Mixed logistic regression (Wald, two-sided)"]);
    place.fails(2, "test r --mixed");
    says(&place.read("r/pooled.csv"), &["clustered_se"]);
    place.write("counts.csv", "hypothesis,model,method,n12,n21\nH1,m,b,1,2\n");
    place.fails(2, "test --counts counts.csv --pooled");
}

#[test]
fn a_directory_reports_everyone_it_has_asked() {
    let place = Place::with_study();
    place.ok("run small.toml --into run --model sim:flawless");
    place.ok("run small.toml --into run --model sim:guesser");
    says(&place.read("run/study.toml"), &["sim:flawless", "sim:guesser"]);
    says(&place.read("run/results.csv"), &["sim:flawless", "sim:guesser"]);
}

#[test]
fn too_few_pairs_are_no_evidence_of_anything() {
    let place = Place::with_study();
    let printed = place.ok("run small.toml --n 2 --model sim:flawless");
    says(&printed, &["too few pairs"]);
    assert!(!printed.contains("none found"), "{printed}");
}

#[test]
fn a_live_report_says_who_answered_and_where() {
    let place = Place::with_study().env("OPENAI_API_KEY", "sk-PLANTED-0123456789");
    let server = crate::support::chat::Chat::start();
    place.ok(&format!("run small.toml --into run {}", server.model("good")));
    let address = server.at().trim_start_matches("--base-url ").to_owned();
    let page = place.read("run/report.html");
    says(&page, &[&address, "served-2024", "openai:good"]);
    assert!(!page.contains("PLANTED"));
}

/// The rows of a live model, by hypothesis: pairs, and pairs that were never answered.
fn pairs_and_unanswered(place: &Place) -> Vec<(u64, u64)> {
    let count = |value: &Value| value.as_u64().expect("a count");
    let rows = place.rows("r");
    rows.iter().map(|row| (count(&row["n"]), count(&row["lost"]["unanswered"]))).collect()
}

#[test]
fn pairs_that_failed_are_lost_and_not_forgotten() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let line = format!("run small.toml --into r --attempts 1 {}", chat.model("moody"));
    place.fails(3, &format!("{line} --concurrency 1"));
    assert_eq!(pairs_and_unanswered(&place).iter().map(|(n, lost)| n + lost).sum::<u64>(), 6);
    assert!(pairs_and_unanswered(&place).iter().any(|(_, lost)| *lost > 0));
    place.ok(&line);
    assert_eq!(pairs_and_unanswered(&place), [(4, 0), (2, 0)]);
}

#[test]
fn a_model_that_never_answered_has_rows_without_pairs() {
    let mut wording = Wording::default();
    let (place, chat) = (Place::with_study(), Chat::start());
    let line = format!("run small.toml --into r {}", chat.model("nobody"));
    place.fails(1, &line);
    assert_eq!(pairs_and_unanswered(&place), [(0, 4), (0, 2)]);
    let done = place.run("test r");
    wording.add("test r", &done.err);
    says(&done.out, &["4 (4 unanswered)", "too few"]);
    // Asked together with one that answers, it changes nothing for that one.
    place.fails(3, &format!("{line} --model sim:flawless"));
    let tested = place.rows("r");
    let tested = tested.iter().filter(|row| row["model"] == "sim:flawless");
    assert_eq!(tested.clone().count(), 2);
    assert!(tested.clone().all(|row| row["p"] == 1.0));
    assert!(!place.run("test r").err.contains("no matched pair"));
    insta::assert_snapshot!(wording.text());
}

/// Some rows can be shown alone; their numbers are the same as among all rows.
#[test]
fn rows_can_be_shown_alone() {
    let mut wording = Wording::default();
    let place = Place::with_study();
    place.ok("run small.toml --n 30 --into r --model sim:biased:0.5 --model sim:guesser");
    let all = json_lines(&place.ok("test r --json"));
    let first = &all[0];
    let named = |name: &str| first[name].as_str().expect("a name").to_owned();
    let (hypothesis, model, method) = (named("hypothesis"), named("model"), named("method"));
    let only = format!("--hypothesis {hypothesis} --subject {model} --method {method}");
    assert_eq!(json_lines(&place.ok(&format!("test r --json {only}"))), all[..1]);
    for (option, name) in [("--hypothesis", "hypothesis"), ("--subject", "model")] {
        let value = named(name);
        let rows = json_lines(&place.ok(&format!("test r --json {option} {value}")));
        let expected: Vec<Value> = all.iter().filter(|row| row[name] == value).cloned().collect();
        assert!(rows.len() < all.len(), "{option}");
        assert_eq!(rows, expected, "{option}");
    }
    let text = place.ok(&format!("test r --subject {model}"));
    assert!(text.contains(&model) && !text.contains("sim:guesser"), "{text}");
    let pooled =
        json_lines(&place.ok(&format!("test r --pooled --json --hypothesis {hypothesis}")));
    assert!(
        !pooled.is_empty() && pooled.iter().all(|row| row["hypothesis"] == hypothesis.as_str())
    );
    wording.fails(&place, 1, "test r --hypothesis H99");
    place.fails(2, "test --counts counts.csv --hypothesis H1");
    insta::assert_snapshot!(wording.text());
}
