//! Bad input: every message names the place and the mend, and nothing is left half done.

use crate::support::chat::Chat;
use crate::support::{Place, SMALL, says};

/// Asserts that a command fails with an error whose message has every part.
fn refused(place: &Place, line: &str, parts: &[&str]) {
    let err = place.fails(1, line);
    assert!(err.starts_with("error: "), "{err}");
    says(&err, parts);
}

/// Asserts that the command line itself is refused.
fn misused(line: &str, parts: &[&str]) {
    let err = Place::new().fails(2, line);
    says(&err, parts);
}

/// Asserts that the small study with one change is refused, when checked and when run.
fn refused_study(from: &str, to: &str, parts: &[&str]) {
    let place = Place::new();
    assert!(SMALL.contains(from), "the study has no `{from}`");
    place.write("study.toml", SMALL.replacen(from, to, 1));
    refused(&place, "study check study.toml", parts);
    refused(&place, "run study.toml --into r", parts);
    assert!(!place.path("r").exists(), "a refused study leaves nothing behind");
}

#[test]
fn a_missing_study_file() {
    refused(&Place::new(), "run nowhere.toml", &["study file nowhere.toml", "No such file"]);
}

#[test]
fn an_unknown_study() {
    let built_in = ["no study `token-bais`", "token-bias", "twenty-five-horses", "study file"];
    refused(&Place::new(), "run token-bais", &built_in);
    refused(&Place::new(), "study show token-bais", &built_in[..3]);
}

#[test]
fn a_study_that_is_no_toml() {
    refused_study("[[family]]", "[[family]", &["study.toml", "line 6"]);
    let place = Place::new();
    place.write("study.toml", [0xff, 0xfe, 0x00]);
    refused(&place, "run study.toml", &["study.toml", "UTF-8"]);
}

#[test]
fn a_misspelt_field() {
    refused_study(
        "direction = \"perturbed-better\"",
        "directoin = \"perturbed-better\"",
        &["study.toml", "line 24", "unknown field `directoin`", "`direction`"],
    );
}

#[test]
fn a_field_of_the_wrong_type() {
    refused_study("seed = 7", "seed = \"7\"", &["line 3", "invalid type", "expected u64"]);
    refused_study("seed = 7", "seed = -7", &["line 3", "integer `-7`"]);
}

#[test]
fn a_missing_field() {
    refused_study("factor = \"context\"\n", "", &["study.toml", "missing field `factor`"]);
}

#[test]
fn two_hypotheses_of_one_id() {
    refused_study("id = \"H4\"", "id = \"H1\"", &["`H1` is defined twice", "its own id"]);
}

#[test]
fn an_id_that_is_no_directory_name() {
    for id in ["", "../up", ".hidden", "a b"] {
        refused_study("id = \"small\"", &format!("id = \"{id}\""), &["run directory", "letters"]);
    }
}

#[test]
fn an_unknown_protocol() {
    refused_study(
        "protocols = [\"baseline\"]",
        "protocols = [\"basline\"]",
        &["`H1`", "no protocol `basline`", "baseline", "os-bob-cot"],
    );
}

#[test]
fn an_unknown_protocol_is_named_once() {
    let place = Place::new();
    place.write("study.toml", SMALL.replacen("[\"baseline\"]", "[\"basline\"]", 1));
    let err = place.fails(1, "study check study.toml");
    assert_eq!(err.matches("no protocol `basline`").count(), 1, "{err}");
}

#[test]
fn what_is_listed_twice() {
    refused_study(
        "protocols = [\"baseline\"]",
        "protocols = [\"baseline\", \"zs-cot\", \"baseline\"]",
        &["`H1`, protocols", "`baseline` is listed twice"],
    );
    refused_study(
        "over = [\"conjunction/2\"]",
        "over = [\"conjunction/2\", \"conjunction/2\"]",
        &["`H1`, over", "`conjunction/2` is listed twice"],
    );
    refused_study(
        "over = [\"conjunction/2\"]",
        "over = [\"conjunction\", \"conjunction/2\"]",
        &["`H1`, over", "`conjunction/2` is listed twice"],
    );
    refused_study(
        "[\"sim:flawless\"]",
        "[\"sim:flawless\", \"sim:flawless\"]",
        &["subjects", "`sim:flawless` is named twice"],
    );
    let place = Place::with_study();
    let twice = "run small.toml --into r --model sim:guesser --model sim:guesser";
    refused(&place, twice, &["`sim:guesser` is named twice"]);
}

#[test]
fn characters_that_steer_a_terminal() {
    let bad_title = "title = \"small\\u001b[2J\"\nseed";
    let title = SMALL.lines().find(|line| line.starts_with("title")).expect("a title");
    refused_study(&format!("{title}\nseed"), bad_title, &["title", "U+001B", "take it out"]);
    refused_study("id = \"H4\"", "id = \"H4\\u202e\"", &["hypothesis 2, id", "U+202E"]);
    refused_study("sim:flawless", "sim:\\u0007", &["subjects 1", "U+0007"]);
}

#[test]
fn more_than_fits_in_memory() {
    let begun = std::time::Instant::now();
    refused_study("n = 4", "n = 4000000000", &["4000000002 items", "at most 2000000", "lower n"]);
    let place = Place::with_study();
    refused(&place, "make conjunction --n 4000000000", &["at most 2000000"]);
    refused(&place, "run small.toml --n 4000000000 --dry-run", &["at most 2000000"]);
    let repeated =
        SMALL.replace("seed = 7", "seed = 7\nrepeats = 10000").replace("n = 4", "n = 4000");
    place.write("many.toml", repeated);
    refused(&place, "run many.toml --into r", &["10000 times of 1 subjects", "lower n or repeats"]);
    // Not a matter of speed: what is refused late would take hours.
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

#[test]
fn an_unknown_factor_level() {
    refused_study(
        "original = { context = \"relevant\" }",
        "original = { context = \"relevent\" }",
        &["`H1`", "context=relevent", "irrelevant, relevant"],
    );
    refused_study("source = \"none\"", "source = \"non\"", &["`H4`, where", "source = \"non\""]);
}

#[test]
fn levels_that_do_not_occur_together() {
    refused_study(
        "where = { source = \"none\" }",
        "where = { source = \"reputable\" }",
        &["`H4`", "what it has is quantifier=classic, source=none; quantifier=paraphrased"],
    );
}

#[test]
fn prices_that_are_none() {
    for price in ["nan", "inf", "-1", "cheap"] {
        misused(
            &format!("run small --dry-run --price-input={price}"),
            &["from 0, for example 2.5"],
        );
    }
}

#[test]
fn a_directory_of_another_study() {
    let place = Place::with_study();
    place.ok("run small.toml --into r");
    let err = place.fails(1, "run twenty-five-horses --n 2 --seed 7 --into r");
    says(&err, &["the study `small`, not to `twenty-five-horses`", "--into"]);
    assert!(place.read("r/study.toml").contains("small"));
}

#[test]
fn a_hypothesis_that_varies_two_factors() {
    refused_study(
        "perturbed = { context = \"irrelevant\" }",
        "perturbed = { context = \"irrelevant\", position = \"a\" }",
        &["`H1`", "2 factors", "`context`", "`position`", "exactly the declared factor"],
    );
}

#[test]
fn a_hypothesis_over_what_is_not_generated() {
    refused_study(
        "over = [\"conjunction/2\"]",
        "over = [\"conjunction/3\"]",
        &["`H1`", "`conjunction/3`", "[[family]]"],
    );
}

#[test]
fn an_unknown_family_or_variant() {
    refused_study("name = \"conjunction\"", "name = \"conjuncton\"", &["`conjuncton`", "horses"]);
    refused_study("variants = [\"2\"]", "variants = [\"9\"]", &["no variant `9`", "1, 2, 3"]);
}

#[test]
fn impossible_numbers_in_a_study() {
    refused_study("n = 4", "n = 0", &["family `conjunction`", "at least 1"]);
    for alpha in ["2", "0", "-0.1", "nan"] {
        let with_alpha = format!("seed = 7\nalpha = {alpha}");
        let alpha_needs = ["alpha"];
        refused_study("seed = 7", &with_alpha, &alpha_needs);
    }
    for repeats in ["0", "10001", "4294967295"] {
        let with_repeats = format!("seed = 7\nrepeats = {repeats}");
        refused_study("seed = 7", &with_repeats, &["repeats", "between 1 and 10000"]);
    }
    refused_study(
        "seed = 7",
        "seed = 7\nsampling = { temperature = nan }",
        &["temperature", "for example 0.7"],
    );
}

#[test]
fn an_unknown_rule_or_subject_in_a_study() {
    refused_study("seed = 7", "seed = 7\nrule = \"exat\"", &["`small`", "`exat`", "mid-p"]);
    refused_study("sim:flawless", "sim:flawles", &["`sim:flawles`", "sim:flawless"]);
    refused_study("sim:flawless", "gpt-4o", &["unknown model `gpt-4o`", "provider/name"]);
}

#[test]
fn impossible_numbers_on_the_command_line() {
    let place = Place::with_study();
    refused(&place, "run small.toml --n 0", &["n must be at least 1"]);
    refused(&place, "run small.toml --temperature -1", &["temperature -1", "0.7"]);
    refused(&place, "run small.toml --temperature nan", &["temperature NaN"]);
    misused("run small.toml --n many", &["'many'", "--n"]);
    misused("make conjunction --n 0", &["--n", "1.."]);
    misused("run small.toml --concurrency 0", &["--concurrency", "1..=4096"]);
    misused("run small.toml --timeout 0", &["--timeout"]);
    misused("run small.toml --nn 4", &["'--nn'", "--help"]);
}

#[test]
fn unknown_models() {
    let place = Place::with_study();
    for (model, words) in [
        ("gpt-4o", "`gpt-4o`"),
        ("", "``"),
        ("openai:", "a provider and no model"),
        ("openai/", "a provider and no model"),
        ("openai: ", "a provider and no model"),
        ("antropic/claude", "there is no provider `antropic` (did you mean anthropic?)"),
    ] {
        let args = ["run", "small.toml", "--model", model];
        let done: crate::support::Done = place.command(args).output().expect("it runs").into();
        assert_eq!(done.code, Some(1), "{model}: {}", done.err);
        says(&done.err, &["unknown model", "peirast subjects", "peirast models", words]);
    }
    // What is known beside it is told all the same.
    let done: crate::support::Done =
        place.command(["models", "groq", "antropic"]).output().expect("it runs").into();
    assert_eq!(done.code, Some(1), "{}", done.err);
    says(&done.out, &["GROQ_API_KEY"]);
    says(&done.err, &["antropic"]);
    let colon = "run small.toml --model anthropic:claude-sonnet-4-5";
    refused(&place, colon, &["write anthropic/claude-sonnet-4-5"]);
    refused(&place, "run small.toml --model sim:nobody", &["`sim:nobody`", "sim:biased"]);
    refused(
        &place,
        "run small.toml --model sim:biased:context=3",
        &["context=3", "between 0 and 1"],
    );
    refused(&place, "run small.toml --model sim:biased:colour=0.3", &["colour", "context"]);
    let twice = "run small.toml --model sim:guesser --model sim:guesser";
    refused(&place, twice, &["`sim:guesser` is named twice"]);
}

#[test]
fn a_missing_key() {
    let place = Place::with_study();
    let says_how = ["`openai:gpt-4o`", "OPENAI_API_KEY", "--key-env", "--base-url"];
    refused(&place, "run small.toml --into r --model openai:gpt-4o", &says_how);
    let other = "run small.toml --into r --model openai:gpt-4o --key-env MY_KEY";
    refused(&place, other, &["environment variable MY_KEY"]);
    assert!(!place.path("r").exists());
}

#[test]
fn bad_base_urls() {
    for (url, why) in [
        ("localhost:8080/v1", "must start with https://"),
        ("http://", "empty host"),
        ("http://host/v1?version=1", "leave out what follows ?"),
        ("http://host/v1/chat/completions", "leave out /chat/completions"),
        ("http://me:hunter2@host/v1", "no user name or password"),
    ] {
        let place = Place::with_study();
        let err = place.fails(1, &format!("run small.toml --model openai:m --base-url {url}"));
        says(&err, &["openai:m", "base URL", why]);
        assert!(!err.contains("hunter2"), "{err}");
    }
}

#[test]
fn a_directory_of_another_design() {
    let place = Place::with_study();
    place.ok("run small.toml --into r");
    let before = place.read("r/report.json");
    let seed = "run small.toml --into r --seed 8";
    refused(&place, seed, &["r holds answers to another design", "seed 7", "seed 8", "--into"]);
    let profile = "run small.toml --into r --profile paper-2024";
    refused(&place, profile, &["balanced", "paper-2024", "--into"]);
    refused(&place, "run small.toml --into r --max-tokens 9", &["another design", "--into"]);
    let warm = "run small.toml --into r --temperature 0,0.5";
    refused(&place, warm, &["r holds answers at no", "at several temperatures (0, 0.5)", "--into"]);
    assert_eq!(place.read("r/report.json"), before);
    place.ok("run small.toml --into r");
}

#[test]
fn a_directory_at_several_temperatures() {
    let place = Place::with_study();
    place.ok("run small.toml --into r --temperature 0,0.5");
    let cold = "run small.toml --into r";
    refused(&place, cold, &["r holds answers at several temperatures (0, 0.5)", "at no", "--into"]);
    place.ok("run small.toml --into r --temperature 0,0.5,1");
    place.ok("test r");
}

#[test]
fn a_directory_that_holds_something_else() {
    let place = Place::with_study();
    place.ok("run small.toml --into answers");
    let make = "make conjunction/2 --n 1 --writer openai:m --base-url http://127.0.0.1:9/v1";
    refused(&place, &format!("{make} --into answers"), &["answers holds a study", "--into"]);
    place.ok("test answers");
}

#[test]
fn a_corrupt_store() {
    let place = Place::with_study();
    place.write("r/store.sqlite", [0x5a; 9000]);
    for line in ["run small.toml --into r", "test r", "report r", "show r 00"] {
        refused(&place, line, &["r/store.sqlite is not a store", "move the file away"]);
    }
    assert_eq!(place.bytes("r/store.sqlite"), [0x5a; 9000], "it is left as it was");
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
    refused(&place, "run small.toml --into r", &["r", "cannot be written to", "permissions"]);
}

#[test]
fn a_file_in_place_of_a_directory() {
    let place = Place::with_study();
    refused(&place, "run small.toml --into small.toml", &["small.toml", "check the path"]);
    refused(&place, "test small.toml", &["small.toml"]);
}

#[test]
fn an_empty_directory() {
    let place = Place::new();
    std::fs::create_dir(place.path("empty")).expect("a directory");
    for line in ["test empty", "report empty", "show empty 00", "test nowhere"] {
        refused(&place, line, &["no store in", "run a study there first"]);
    }
    misused("test", &["<DIR>"]);
    misused("test empty --counts c.csv", &["cannot be used with"]);
}

#[test]
fn an_answer_that_is_not_there() {
    let place = Place::with_study();
    place.ok("run small.toml --into r");
    refused(&place, "show r zz", &["no trial", "`zz`"]);
    let args = ["show", "r", ""];
    let all: crate::support::Done = place.command(args).output().expect("it runs").into();
    assert_eq!(all.code, Some(1));
    says(&all.err, &["several trials", "give more digits"]);
}

#[test]
fn settings_of_a_test_that_do_not_exist() {
    let place = Place::with_study();
    place.ok("run small.toml --into r");
    refused(&place, "test r --rule exat", &["`exat`", "exact, mid-p, normal"]);
    refused(&place, "test r --alpha 2", &["alpha", "between 0 and 1"]);
    refused(&place, "test r --profile corrected", &["r holds answers to a study of its own"]);
    misused("test r --treatment drop", &["'drop'", "as-wrong"]);
}

#[test]
fn power_with_impossible_probabilities() {
    let place = Place::new();
    refused(&place, "power --n 9 --p12 0.7 --p21 0.6", &["add up to more than 1"]);
    refused(&place, "power --n 9 --p12 -0.1 --p21 0.6", &["p12", "-0.1", "between 0 and 1"]);
    refused(&place, "power --n 9 --p12 nan --p21 0.6", &["p12", "NaN"]);
    refused(&place, "power --n 9 --p12 0.1", &["give two of --n, --p21 and --power"]);
    refused(&place, "power --p12 0.1 --p21 0.1 --power 0.9", &["no effect"]);
    refused(&place, "power --p12 0.1 --p21 0.3 --power 1.5", &["power", "1.5"]);
    refused(&place, "power --n 9 --p12 0.1 --p21 0.2 --alpha 0", &["alpha"]);
    refused(&place, "power --n 9 --p12 0.1 --p21 0.2 --rule exat", &["`exat`"]);
    refused(&place, "power --n 9 --p12 0.1 --p21 0.2 --alternative up", &["`up`", "greater"]);
    misused("power --n 0 --p12 0.1 --p21 0.2", &["--n", "1..="]);
    misused("power --n 99999999999 --p12 0.1 --p21 0.2", &["--n", "1..="]);
    misused("power --n 9", &["--p12"]);
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
