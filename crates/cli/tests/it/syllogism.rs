//! The belief-bias benchmark: strategies, temperatures, votes, and measures.

use crate::support::chat::Chat;
use crate::support::{Place, Wording, column, holds, says};
use serde_json::Value;

/// The tables next to a report.
const TABLES: [&str; 23] = [
    "accuracy",
    "accuracy-consistency",
    "belief-bias",
    "belief-bias-tests",
    "consistency",
    "content-effect",
    "contest",
    "fallacies",
    "forms",
    "items",
    "people",
    "ranking",
    "sensitivity",
    "shortcuts",
    "strategies",
    "subject-correlations",
    "sufficiency",
    "temperature-tiers",
    "temperatures",
    "variant-correlations",
    "variants",
    "voting",
    "voting-rules",
];

#[test]
fn the_whole_study_runs_and_says_what_is_known_of_its_subjects() {
    let mut wording = Wording::default();
    let place = Place::new();
    let text = place.ok("run syllogism --into run");
    says(&text, &["Accuracy", "Belief bias", "Consistency", "sim:flawless", "100.0 %", "57.5 %"]);
    for table in TABLES {
        let csv = place.read(&format!("run/tables/{table}.csv"));
        assert!(csv.lines().count() > 1 && csv.contains("study_hash"), "{table}");
    }
    let accuracy = place.read("run/tables/accuracy.csv");
    // Five subjects and all, four strategies and all, three temperatures and all.
    assert_eq!(accuracy.lines().count() - 1, 6 * 5 * 4);
    let of = |subject: &str| {
        let pooled = [("subject", subject), ("strategy", "all"), ("temperature", "all")];
        column(&accuracy, "accuracy", &pooled)
    };
    assert_eq!(of("sim:flawless"), ["1"]);
    assert_eq!(of("sim:atmosphere"), ["0.575"]);
    let bias = place.read("run/tables/belief-bias.csv");
    assert_eq!(
        column(
            &bias,
            "belief",
            &[("subject", "sim:believer"), ("temperature", "all"), ("strategy", "all")]
        ),
        ["1"]
    );
    let content = place.read("run/tables/content-effect.csv");
    let of = |subject: &str, name: &str| column(&content, name, &[("subject", subject)]);
    assert_eq!(of("sim:flawless", "score"), ["100"]);
    // Judged by plausibility alone: half is right, and cells differ as far as they can.
    assert_eq!(of("sim:believer", "content_effect"), ["1"]);
    let voting = place.read("run/tables/voting.csv");
    let each =
        column(&voting, "answers_each", &[("subject", "sim:flawless"), ("temperature", "0.5")]);
    assert_eq!(each, ["5"; 4], "all alike, so that five are enough");
    let page = place.read("run/report.html");
    says(
        &page,
        &[
            "Belief bias",
            "Subjects compared with people and theories",
            "predict the same",
            "For sim:atmosphere, atmosphere fits best",
            "tables/accuracy.csv",
        ],
    );
    assert!(!page.contains("<script"));

    // Nothing is asked twice, and the same study makes the same bytes.
    let again = place.run("run syllogism --into run");
    wording.add("run syllogism --into run", &again.err);
    place.ok("run syllogism --into other");
    for file in ["report.html", "outcomes.csv", "tables/belief-bias.csv", "tables/people.csv"] {
        assert_eq!(
            place.bytes(&format!("run/{file}")),
            place.bytes(&format!("other/{file}")),
            "{file}"
        );
    }
    insta::assert_snapshot!(wording.text());
}

#[test]
fn measures_are_printed_by_name_as_text_csv_and_json() {
    let mut wording = Wording::default();
    let place = Place::new();
    place.ok("run syllogism --into run --n 8 --strategy zero_shot --temperature 0,1 --model sim:matching");
    says(&place.ok("measure run"), &["Accuracy", "Voting rules compared", "More tables: "]);
    let full = place.ok("measure run accuracy --full");
    says(&full, &["zero_shot", "0.0", "1.0"]);
    let csv = place.ok("measure run fallacies --csv");
    assert_eq!(column(&csv, "subject", &[])[0], "sim:matching");
    let json: Value = serde_json::from_str(&place.ok("measure run people --json")).expect("JSON");
    assert_eq!(json[0]["name"], "people");
    // Theories that cannot be told apart are said so in the terminal, in JSON and in the report.
    says(json[0]["note"].as_str().expect("a note"), &["For sim:matching, ", " fits best on "]);
    says(&place.ok("measure run people"), &["For sim:matching, ", "fits best"]);
    let contest = place.ok("measure run contest --csv");
    let theories = column(&contest, "theory", &[("subject", "sim:matching")]);
    assert_eq!((theories.len(), theories.contains(&"erotetic".to_owned())), (11, true));
    let scores = "model,lmarena_rank,mmlu\nsim:matching,3,0.5\nmatching,4,0.6\n";
    place.write("scores.csv", scores);
    says(
        &place.ok("measure run benchmarks --benchmarks scores.csv"),
        &["lmarena_rank", "kendall", "mmlu"],
    );
    let warm = place.ok("measure run accuracy --csv --temperature 1");
    let levels = column(&warm, "temperature", &[("subject", "sim:matching")]);
    assert!(levels.iter().all(|level| level == "all" || level == "1.0"), "{warm}");
    let whole = [("subject", "sim:matching"), ("strategy", "all"), ("temperature", "all")];
    let judged = |csv: &str| -> u64 {
        let cells = ["true_positives", "false_negatives", "false_positives", "true_negatives"];
        let count = |cell: &&str| column(csv, cell, &whole)[0].parse::<u64>().expect("a count");
        cells.iter().map(count).sum()
    };
    // Eight items in four versions, at one temperature of two.
    assert_eq!(judged(&warm), 32);
    assert_eq!(judged(&place.ok("measure run accuracy --csv --strategy zero_shot")), 64);
    wording.fails(&place, 1, "measure run --temperature 0.7");
    wording.fails(&place, 1, "measure run --strategy few_shot");
    wording.fails(&place, 1, "measure run benchmarks");
    wording.fails(&place, 1, "measure run feelings");
    wording.fails(&place, 1, "measure run --csv");
    wording.fails(&place, 1, "measure run --benchmarks none.csv");
    place.write("scores.csv", "model,mmlu\na,good\nb,0.5\n");
    wording.fails(&place, 1, "measure run --benchmarks scores.csv");
    place.write("scores.csv", "model,provider,mmlu\na,x,\nb,x,good\n");
    wording.fails(&place, 1, "measure run benchmarks --benchmarks scores.csv");
    wording.fails(&place, 1, "test run --benchmarks scores.csv");
    let small = Place::with_study();
    small.ok("run small.toml --into run");
    says(&small.fails(1, "measure run"), &["has nothing that `peirast measure` measures"]);
    insta::assert_snapshot!(wording.text());
}

#[test]
fn votes_are_asked_for_until_the_rule_is_satisfied() {
    let mut wording = Wording::default();
    let (place, server) = (Place::new(), Chat::start());
    let line = |rule: &str| {
        let model = server.model("wavering");
        format!(
            "run syllogism --n 1 --strategy zero_shot --temperature 0,0.5 {model} --voting {rule}"
        )
    };
    let told = place.run(&format!("{} --into published", line("published-2025")));
    wording.add("votes are asked for until the rule is satisfied", &told.err);
    assert_eq!(server.requests(), 44, "four questions once, and four of them ten times");
    let again = place.run(&format!("{} --into published", line("published-2025")));
    wording.add("votes are asked for until the rule is satisfied", &again.err);
    let votes = place.ok("measure published voting --csv");
    assert_eq!(column(&votes, "answers_each", &[]), ["10"]);
    let single = place.run(&format!("{} --into single", line("single")));
    wording.add("votes are asked for until the rule is satisfied", &single.err);
    wording.fails(&place, 1, "measure published --voting majority");
    let key = place
        .read("published/votes.csv")
        .lines()
        .find(|line| line.contains(",0.5,"))
        .and_then(|line| line.split(',').next().map(str::to_owned))
        .expect("a ballot");
    says(
        &place.ok(&format!("show published {key}")),
        &["answer 1 to the question", "of 10 counted"],
    );
    // Another rule of the same directory pays only for what it lacks: nothing, here.
    let asked = server.requests();
    let sequential = place.run(&format!("{} --into published", line("sequential")));
    wording.add("votes are asked for until the rule is satisfied", &sequential.err);
    assert_eq!(server.requests(), asked);
    insta::assert_snapshot!(wording.text());
}

#[test]
fn a_rule_that_asks_for_less_heeds_less() {
    let place = Place::new();
    let line = |rule: &str, dir: &str| {
        format!("run syllogism --n 8 --model sim:guesser --voting {rule} --into {dir}")
    };
    place.ok(&line("published-2025", "all"));
    for rule in ["single", "sequential"] {
        place.ok(&line(rule, rule));
        let own = place.ok(&format!("measure {rule} accuracy --csv"));
        let recounted = place.ok(&format!("measure all accuracy --csv --voting {rule}"));
        let accuracy = |csv: &str| column(csv, "accuracy", &[]);
        if rule == "single" {
            assert_eq!(accuracy(&recounted), accuracy(&own));
        }
        // With the answers that lack, the same as a run of its own.
        place.ok(&line(rule, "all"));
        assert_eq!(accuracy(&place.ok("measure all accuracy --csv")), accuracy(&own), "{rule}");
    }
}

#[test]
fn a_dry_run_says_how_much_the_voting_may_ask() {
    let place = Place::new();
    let text = place.ok("run syllogism --dry-run --model sim:guesser");
    // 640 questions once at 0, five to ten times at the two others.
    says(&text, &["7,040-13,440", "the voting asks again", "Nothing was asked"]);
    place.ok("run syllogism --model sim:flawless --n 2");
    let done = place.ok("run syllogism --model sim:flawless --n 2 --dry-run");
    assert!(!done.contains("asks again"), "{done}");
}

#[test]
fn a_dry_run_of_votes_that_were_stopped_counts_the_round_under_way() {
    let mut wording = Wording::default();
    let (place, server) = (Place::new(), Chat::start());
    let of = "run syllogism --n 2 --strategy zero_shot --voting published-2025 --max-tokens 50";
    let line = format!("{of} --into run {}", server.model("wavering"));
    let dry = |place: &Place| -> Value {
        serde_json::from_str(&place.ok(&format!("{line} --dry-run --json"))).expect("JSON")
    };
    let first = dry(&place)["trials"].as_u64().expect("a count");
    // An answer takes 12 tokens: there is room for the first round and for some of the second.
    let budget = 12 * first + 250;
    let done = place.run(&format!("{line} --concurrency 1 --budget-tokens {budget}"));
    assert_eq!(done.code, Some(4), "{}", done.err);
    wording.add("a dry run of votes that were stopped counts the round under way", &done.err);
    let counts = place.counts("run");
    assert!(first < counts.responses && counts.responses < counts.trials, "{counts:?}");

    let stopped = dry(&place);
    assert_eq!(stopped["trials"], counts.trials, "{stopped}");
    assert_eq!(stopped["answered"], counts.responses, "{stopped}");
    let (cost, forecast) = (place.ok("cost run --json"), &stopped["forecast"]);
    let cost: Value = serde_json::from_str(&cost).expect("JSON");
    let open = &cost["open"]["openai:wavering"];
    assert_eq!(forecast["questions"]["expected"], counts.trials - counts.responses, "{stopped}");
    for field in ["input", "output_from", "is_limited"] {
        assert_eq!(forecast[field], open[field], "{field}: {stopped}");
    }
    let most = forecast["questions"]["most"].as_u64().expect("a count");
    assert_eq!(forecast["output"]["most"], 50 * most, "{stopped}");
    let text = place.ok(&format!("{line} --dry-run"));
    says(&text, &["expected length from stored answers", "at most 50 (max_tokens)"]);
    insta::assert_snapshot!(wording.text());
}

#[test]
fn the_published_procedure_reads_and_counts_as_published() {
    let place = Place::new();
    let (line, server) =
        ("run syllogism-published --into run --n 4 --temperature 0", Chat::start());
    place.ok(&format!("{line} {}", server.model("others")));
    // "No." holds neither word: unclear, and so counted as incorrect.
    let published = place.ok("measure run accuracy --csv");
    assert_eq!(
        column(&published, "no_verdict", &[("strategy", "all"), ("subject", "openai:others")])[0],
        "0"
    );
    let ours = place.ok("measure run accuracy --csv --grader reader");
    assert_eq!(
        column(&ours, "no_verdict", &[("strategy", "all"), ("subject", "openai:others")])[0],
        "0"
    );
    let asked = server.contents().join("\n");
    says(
        &asked,
        &[
            "Determine whether the following syllogism is correct or incorrect.",
            "Let's think step by step.",
            "All things that are smoked are bad for your health.",
            "Respond with one word: 'correct' or 'incorrect'.",
        ],
    );
    assert!(!asked.contains("You are an expert"), "the system message was never sent");
}

#[test]
fn what_a_study_writes_wrongly_is_named() {
    let mut wording = Wording::default();
    let place = Place::new();
    let study = place.ok("study show syllogism");
    for (from, to, complaint) in [
        ("rule = \"published-2025\"", "rule = \"majority\"", "there is no rule `majority`"),
        ("first = 5\n", "first = 50\n", "first must be from 1"),
        ("first = 5\n", "odds = 9.0\n", "`odds` is not a setting of the rule"),
        ("repeats = 1", "repeats = 2", "must be 1 with [voting]"),
        ("temperatures = [0.0, 0.5, 1.0]", "temperatures = [0.0, 0.0]", "listed twice"),
        ("temperatures = [0.0, 0.5, 1.0]", "temperatures = [-1.0]", "temperatures: -1"),
        ("name = \"one_shot\"", "name = \"zero_shot\"", "defined twice"),
        ("{premise_2}", "{premise_3}", "knows no {premise_3}"),
        ("{examples}", "no examples", "are shown in place of {examples} in `user`"),
        ("ask = \"needed\"", "ask = \"needed\"\nreader = \"mine\"", "no such reader"),
    ] {
        assert!(study.contains(from), "{from}");
        place.write("mine.toml", study.replacen(from, to, 1));
        says(&place.fails(1, "run mine.toml --into run --n 1"), &[complaint]);
    }
    // An example that gives an item away.
    let problems = place.ok("make categorical/benchmark --n 1");
    let problem: Value = serde_json::from_str(problems.lines().next().expect("one")).expect("JSON");
    let segments = problem["segments"].as_array().expect("segments").iter();
    let text: String = segments.filter_map(|segment| segment["text"].as_str()).collect();
    let (shown, rest) = study.split_once("[[strategy.show]]").expect("an example");
    let leak = format!(
        "{shown}[[strategy.show]]\nproblem = {text:?}\nanswer = \"incorrect\"\n\n[[strategy.show]]{rest}"
    );
    place.write("mine.toml", leak);
    wording.fails(&place, 1, "run mine.toml --into run");
    wording.fails(&place, 1, "run syllogism --strategy many_shot");
    wording.fails(&place, 1, "run token-bias --strategy os");
    wording.fails(&place, 1, "run token-bias --n 1 --voting sequential");
    insta::assert_snapshot!(wording.text());
}

#[test]
fn hostile_answers_steer_no_table() {
    let (place, server) = (Place::new(), Chat::start());
    place
        .ok(&format!("run syllogism --into run --n 1 --temperature 0 {}", server.model("hostile")));
    for file in ["run/report.html", "run/tables/accuracy.csv", "run/report.json"] {
        let bytes = place.bytes(file);
        assert!(!holds(&bytes, "\u{1b}") && !holds(&bytes, "<script"), "{file}");
    }
}
