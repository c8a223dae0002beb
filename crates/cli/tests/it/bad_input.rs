//! Bad input: exit codes, and no partial output. The messages name the place and the fix; their
//! wording is in the snapshots, one per command.

use crate::support::chat::Chat;
use crate::support::{Done, Place, SMALL, Wording, says};

/// Runs a command whose arguments may be empty or contain spaces.
fn run_words(place: &Place, words: &[&str]) -> Done {
    place.command(words).output().expect("it runs").into()
}

/// Changes of the small study that are refused: the case, the replaced text, and its replacement.
const STUDIES: [(&str, &str, &str); 40] = [
    ("no TOML", "[[family]]", "[[family]"),
    ("misspelt field", "direction = \"perturbed-better\"", "directoin = \"perturbed-better\""),
    ("seed of the wrong type", "seed = 7", "seed = \"7\""),
    ("negative seed", "seed = 7", "seed = -7"),
    ("missing field", "factor = \"context\"\n", ""),
    ("two hypotheses of one id", "id = \"H4\"", "id = \"H1\""),
    ("id: empty", "id = \"small\"", "id = \"\""),
    ("id: another directory", "id = \"small\"", "id = \"../up\""),
    ("id: hidden", "id = \"small\"", "id = \".hidden\""),
    ("id: a space", "id = \"small\"", "id = \"a b\""),
    ("unknown protocol", "protocols = [\"baseline\"]", "protocols = [\"basline\"]"),
    (
        "protocol twice",
        "protocols = [\"baseline\"]",
        "protocols = [\"baseline\", \"zs-cot\", \"baseline\"]",
    ),
    (
        "variant twice",
        "over = [\"conjunction/2\"]",
        "over = [\"conjunction/2\", \"conjunction/2\"]",
    ),
    (
        "family and variant",
        "over = [\"conjunction/2\"]",
        "over = [\"conjunction\", \"conjunction/2\"]",
    ),
    (
        "a family in two entries",
        "[[family]]\nname = \"conjunction\"",
        "[[family]]\nname = \"conjunction\"\nn = 1\n\n[[family]]\nname = \"conjunction\"",
    ),
    ("an empty test family", "id = \"H1\"", "id = \"H1\"\ntest_family = \" \""),
    ("subject twice", "[\"sim:flawless\"]", "[\"sim:flawless\", \"sim:flawless\"]"),
    ("id that hides", "id = \"H4\"", "id = \"H4\\u202e\""),
    ("subject that rings", "sim:flawless", "sim:\\u0007"),
    ("title that steers", "title = \"A small study\"", "title = \"small\\u001b[2J\""),
    ("more items than fit", "n = 4", "n = 4000000000"),
    (
        "unknown level",
        "original = { context = \"relevant\" }",
        "original = { context = \"relevent\" }",
    ),
    ("unknown level of where", "source = \"none\"", "source = \"non\""),
    (
        "levels that do not occur together",
        "where = { source = \"none\" }",
        "where = { source = \"reputable\" }",
    ),
    (
        "two factors",
        "perturbed = { context = \"irrelevant\" }",
        "perturbed = { context = \"irrelevant\", position = \"a\" }",
    ),
    ("variant that is not generated", "over = [\"conjunction/2\"]", "over = [\"conjunction/3\"]"),
    ("unknown family", "name = \"conjunction\"", "name = \"conjuncton\""),
    ("unknown variant", "variants = [\"2\"]", "variants = [\"9\"]"),
    ("no item", "n = 4", "n = 0"),
    ("alpha above 1", "seed = 7", "seed = 7\nalpha = 2"),
    ("alpha of 0", "seed = 7", "seed = 7\nalpha = 0"),
    ("negative alpha", "seed = 7", "seed = 7\nalpha = -0.1"),
    ("alpha that is no number", "seed = 7", "seed = 7\nalpha = nan"),
    ("no repeat", "seed = 7", "seed = 7\nrepeats = 0"),
    ("too many repeats", "seed = 7", "seed = 7\nrepeats = 10001"),
    ("the most repeats of 32 bits", "seed = 7", "seed = 7\nrepeats = 4294967295"),
    ("temperature that is no number", "seed = 7", "seed = 7\nsampling = { temperature = nan }"),
    ("unknown rule", "seed = 7", "seed = 7\nrule = \"exat\""),
    ("unknown simulated subject", "sim:flawless", "sim:flawles"),
    ("model without a provider", "sim:flawless", "gpt-4o"),
];

#[test]
fn a_refused_study_leaves_nothing_behind() {
    let mut wording = Wording::default();
    for (case, from, to) in STUDIES {
        let place = Place::new();
        assert!(SMALL.contains(from), "the study has no `{from}`");
        place.write("study.toml", SMALL.replacen(from, to, 1));
        let checked = place.fails(1, "study check study.toml");
        let cause = checked.trim_start_matches("error: ");
        let run = place.fails(1, "run study.toml --into r");
        assert!(run.ends_with(cause), "{case}: {run}, and not {cause}");
        assert!(!place.path("r").exists(), "{case}");
        wording.error(case, &checked);
    }
    insta::assert_snapshot!("study", wording.text());
}

#[test]
fn a_study_that_is_not_there_or_no_text() {
    let place = Place::new();
    let mut wording = Wording::default();
    place.write("binary.toml", [0xff, 0xfe, 0x00]);
    for line in ["run nowhere.toml", "run token-bais", "study show token-bais", "run binary.toml"] {
        wording.fails(&place, 1, line);
    }
    insta::assert_snapshot!("study-file", wording.text());
}

#[test]
fn more_than_fits_in_memory() {
    let begun = std::time::Instant::now();
    let place = Place::with_study();
    let mut wording = Wording::default();
    wording.fails(&place, 1, "make conjunction --n 4000000000");
    wording.fails(&place, 1, "run small.toml --n 4000000000 --dry-run");
    let repeated =
        SMALL.replace("seed = 7", "seed = 7\nrepeats = 10000").replace("n = 4", "n = 4000");
    place.write("many.toml", repeated);
    wording.fails(&place, 1, "run many.toml --into r");
    insta::assert_snapshot!("too-many", wording.text());
    // Not a matter of speed: what is refused late would take hours.
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

#[test]
fn impossible_options_of_a_run() {
    let place = Place::with_study();
    let mut wording = Wording::default();
    for option in [
        "--n 0",
        "--temperature -1",
        "--temperature nan",
        "--model sim:guesser --model sim:guesser",
        "--model sim:nobody",
        "--model sim:biased:context=3",
        "--model sim:biased:colour=0.3",
        "--model anthropic:claude-sonnet-4-5",
        "--model openai:gpt-4o",
        "--model openai:gpt-4o --key-env MY_KEY",
    ] {
        wording.fails(&place, 1, &format!("run small.toml --into r {option}"));
    }
    for option in [
        "--n many",
        "--concurrency 0",
        "--timeout 0",
        "--nn 4",
        "--price-input=nan",
        "--price-input=inf",
        "--price-input=-1",
        "--price-input=cheap",
    ] {
        wording.fails(&place, 2, &format!("run small.toml --into r {option}"));
    }
    assert!(!place.path("r").exists());
    insta::assert_snapshot!("run", wording.text());
}

#[test]
fn unknown_models() {
    let place = Place::with_study();
    let mut wording = Wording::default();
    for model in ["gpt-4o", "", "openai:", "openai/", "openai: ", "antropic/claude"] {
        let done = run_words(&place, &["run", "small.toml", "--model", model]);
        assert_eq!(done.code, Some(1), "{model}: {}", done.err);
        wording.error(&format!("--model '{model}'"), &done.err);
    }
    // The known provider of the same command is still described.
    let done = place.run("models groq antropic");
    assert_eq!(done.code, Some(1), "{}", done.err);
    says(&done.out, &["GROQ_API_KEY"]);
    wording.add("models groq antropic", &done.err);
    insta::assert_snapshot!("models", wording.text());
}

#[test]
fn bad_base_urls() {
    let place = Place::with_study();
    let mut wording = Wording::default();
    for url in [
        "localhost:8080/v1",
        "http://",
        "http://host/v1?version=1",
        "http://host/v1/chat/completions",
        "http://me:hunter2@host/v1",
    ] {
        let err = place.fails(1, &format!("run small.toml --model openai:m --base-url {url}"));
        assert!(!err.contains("hunter2"), "{err}");
        wording.error(url, &err);
    }
    insta::assert_snapshot!("base-url", wording.text());
}

#[test]
fn a_directory_of_another_design() {
    let place = Place::with_study();
    let mut wording = Wording::default();
    place.ok("run small.toml --into r");
    let before = place.read("r/report.json");
    for line in [
        "run twenty-five-horses --n 2 --seed 7 --into r",
        "run small.toml --into r --seed 8",
        "run small.toml --into r --profile paper-2024",
        "run small.toml --into r --max-tokens 9",
        "run small.toml --into r --temperature 0,0.5",
    ] {
        wording.fails(&place, 1, line);
    }
    assert_eq!(place.read("r/report.json"), before);
    assert!(place.read("r/study.toml").contains("small"));
    place.ok("run small.toml --into r");

    place.ok("run small.toml --into warm --temperature 0,0.5");
    wording.fails(&place, 1, "run small.toml --into warm");
    place.ok("run small.toml --into warm --temperature 0,0.5,1");
    place.ok("test warm");

    let make = "make conjunction/2 --n 1 --writer openai:m --base-url http://127.0.0.1:9/v1";
    wording.fails(&place, 1, &format!("{make} --into r"));
    place.ok("test r");
    insta::assert_snapshot!("other-design", wording.text());
}

#[test]
fn a_corrupt_store() {
    let place = Place::with_study();
    let mut wording = Wording::default();
    place.write("r/store.sqlite", [0x5a; 9000]);
    for line in ["run small.toml --into r", "test r", "report r", "show r 00"] {
        wording.fails(&place, 1, line);
    }
    assert_eq!(place.bytes("r/store.sqlite"), [0x5a; 9000], "it is left as it was");
    insta::assert_snapshot!("corrupt-store", wording.text());
}

#[test]
#[cfg(unix)]
fn a_directory_that_cannot_be_written_to() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::with_study();
    place.write("r/note", "");
    let read_only = std::fs::Permissions::from_mode(0o555);
    std::fs::set_permissions(place.path("r"), read_only).expect("permissions");
    if std::fs::write(place.path("r/probe"), "").is_ok() {
        return; // Root writes everywhere.
    }
    says(&place.fails(1, "run small.toml --into r"), &["r"]);
}

#[test]
fn a_place_without_a_run() {
    let place = Place::with_study();
    let mut wording = Wording::default();
    std::fs::create_dir(place.path("empty")).expect("a directory");
    for line in [
        "run small.toml --into small.toml",
        "test small.toml",
        "test empty",
        "report empty",
        "show empty 00",
        "test nowhere",
    ] {
        wording.fails(&place, 1, line);
    }
    for line in ["test", "test empty --counts c.csv"] {
        wording.fails(&place, 2, line);
    }
    insta::assert_snapshot!("no-run", wording.text());
}

#[test]
fn what_a_run_does_not_hold() {
    let place = Place::with_study();
    let mut wording = Wording::default();
    place.ok("run small.toml --into r");
    wording.fails(&place, 1, "show r zz");
    let all = run_words(&place, &["show", "r", ""]);
    assert_eq!(all.code, Some(1));
    wording.error("show r ''", &all.err);
    for line in ["test r --rule exat", "test r --alpha 2", "test r --profile corrected"] {
        wording.fails(&place, 1, line);
    }
    wording.fails(&place, 2, "test r --treatment drop");
    insta::assert_snapshot!("test", wording.text());
}

#[test]
fn power_with_impossible_probabilities() {
    let place = Place::new();
    let mut wording = Wording::default();
    for options in [
        "--n 9 --p12 0.7 --p21 0.6",
        "--n 9 --p12 -0.1 --p21 0.6",
        "--n 9 --p12 nan --p21 0.6",
        "--n 9 --p12 0.1",
        "--p12 0.1 --p21 0.1 --power 0.9",
        "--p12 0.1 --p21 0.3 --power 1.5",
        "--n 9 --p12 0.1 --p21 0.2 --alpha 0",
        "--n 9 --p12 0.1 --p21 0.2 --rule exat",
        "--n 9 --p12 0.1 --p21 0.2 --alternative up",
    ] {
        wording.fails(&place, 1, &format!("power {options}"));
    }
    for options in ["--n 0 --p12 0.1 --p21 0.2", "--n 99999999999 --p12 0.1 --p21 0.2", "--n 9"] {
        wording.fails(&place, 2, &format!("power {options}"));
    }
    wording.fails(&place, 2, "make conjunction --n 0");
    insta::assert_snapshot!("power", wording.text());
}

#[test]
fn a_name_of_any_length_is_shown() {
    let (place, chat) = (Place::with_study(), Chat::start());
    let name = "plain".repeat(15_000);
    let line = format!("run small.toml --into r {}", chat.model(&name));
    says(&place.ok(&format!("{line} --dry-run")), &["plainplain"]);
    says(&place.ok(&line), &["H1"]);
    for command in ["test r", "cost r", "report r --text"] {
        says(&place.ok(command), &["plainplain"]);
    }
}
