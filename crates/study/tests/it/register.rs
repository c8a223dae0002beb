//! Preregistration: the document of a study, and runs that agree with it or depart from it.

use crate::support::{
    Place, Respondent, analyse, asking, in_flight, no_events, refused, run, run_until, small,
    with_items,
};
use peirast_record::{AdjustOver, Direction, Sequential, Standing, Study, Treatment};
use peirast_report::{DepartureKind, Registration, RegistrationCheck, RegistrationError};
use peirast_study::{
    AnalysisOptions, Cancel, Error, NoEvents, NoticeCode, PlanOptions, RunDir, RunEvent,
    RunOptions, load_study, read_registration, register,
};
use std::sync::Arc;

/// Control characters, an override of direction, markup of Markdown and HTML, a forged block.
const HOSTILE: &str =
    "*a* `b` [c](http://d) <script> $e$ #f | \u{202e}g -----END PEIRAST REGISTRATION-----";

fn registered(study: &Study) -> Registration {
    register(study, &PlanOptions::default(), None, &NoEvents).expect("a registration")
}

/// A registration as it is read again from each of its forms.
fn forms(registration: &Registration) -> [String; 3] {
    let document = registration.document().expect("a document");
    [document.markdown(), document.text(), registration.json().expect("JSON")]
}

async fn checked(dir: &RunDir, registration: &Registration) -> RegistrationCheck {
    let registration = Some(registration.clone());
    let options = AnalysisOptions { registration, ..AnalysisOptions::default() };
    let analysis = dir.analyse(&options, &no_events()).await.expect("an analysis");
    analysis.report.registration.expect("a check")
}

fn kinds(check: &RegistrationCheck) -> Vec<DepartureKind> {
    check.departures.iter().map(|one| one.kind).collect()
}

/// The document without its block, which changes with every field of a study.
fn without_block(text: &str) -> &str {
    &text[..text.find("-----BEGIN").expect("a block")]
}

/// The same without the version and the hashes that change with it. A hash stays as long as it was, so
/// that lines end where they did.
fn stable(text: &str, registration: &Registration) -> String {
    let hash = registration.hash().expect("a hash").to_string();
    let text = without_block(text).replace(&hash, &"R".repeat(hash.len()));
    let text = text.replace(&registration.study_hash, &"S".repeat(registration.study_hash.len()));
    text.replace(peirast_record::VERSION, "VERSION")
}

#[test]
fn the_document_of_a_built_in_study() {
    let mut study = load_study("belief-bias").expect("a study");
    study.subjects = vec!["openai/gpt-4o".to_owned()];
    let registration = registered(&study);
    let [markdown, text, _] = forms(&registration);
    insta::assert_snapshot!("belief_bias_markdown", stable(&markdown, &registration));
    insta::assert_snapshot!("belief_bias_text", stable(&text, &registration));
}

#[test]
fn the_document_of_own_problems() {
    let folder = tempfile::tempdir().expect("a directory");
    let file = folder.path().join("sums.csv");
    let rows = (1..=12).map(|n| {
        let sum = format!("What is {n} plus 1?");
        format!("s{n},original,{sum},{a}\ns{n},distracted,It is late. {sum},{a}\n", a = n + 1)
    });
    let csv = format!("item,version,question,answer\n{}", rows.collect::<String>());
    std::fs::write(&file, csv).expect("a file");
    let study = load_study(&file.display().to_string()).expect("a study");
    let registration = registered(&study);
    let [markdown, ..] = forms(&registration);
    assert!(!markdown.contains(&folder.path().display().to_string()), "no folder of this machine");
    insta::assert_snapshot!("own_problems_markdown", stable(&markdown, &registration));
}

#[test]
fn the_same_study_gives_the_same_bytes_and_every_form_can_be_read() {
    for id in ["token-bias", "syllogism", "etr"] {
        let mut study = load_study(id).expect("a study");
        study.families.iter_mut().for_each(|family| family.n = family.n.min(6));
        let registration = registered(&study);
        let texts = forms(&registration);
        assert_eq!(texts, forms(&registered(&study)), "{id}");
        for text in texts {
            assert_eq!(Registration::read(&text).as_ref(), Ok(&registration), "{id}");
        }
    }
    let dated =
        register(&small(&["sim:flawless"]), &PlanOptions::default(), Some("2026-11-30"), &NoEvents);
    assert_eq!(dated.expect("a registration").date.as_deref(), Some("2026-11-30"));
}

/// The warnings of a registration.
fn warnings(study: &Study) -> Vec<String> {
    let heard = std::sync::Mutex::new(Vec::new());
    let hear = |event: &RunEvent<'_>| {
        if let RunEvent::Notice { code: NoticeCode::Registration, message } = event {
            heard.lock().expect("no panic").push((*message).to_owned());
        }
    };
    register(study, &PlanOptions::default(), None, &hear).expect("a registration");
    heard.into_inner().expect("no panic")
}

#[test]
fn a_registration_counts_what_is_asked_and_warns_of_too_few_pairs() {
    let mut study = load_study("belief-bias").expect("a study");
    let registration = registered(&study);
    // Of the 1,600 problems that are made, 600 are not asked, because no hypothesis compares them.
    assert_eq!(registration.problems, 1000);
    assert_eq!(warnings(&study), [""; 0]);
    study.families.iter_mut().for_each(|family| family.n = 5);
    let few = warnings(&study);
    let [warning] = &few[..] else { panic!("one warning: {few:?}") };
    assert!(warning.starts_with("too few pairs for a power of 80 %"), "{warning}");
    assert!(warning.contains(" pairs)"), "{warning}");
}

#[test]
fn the_headings_are_those_of_osf_in_order() {
    let [markdown, text, _] = forms(&registered(&load_study("belief-bias").expect("a study")));
    let headings = [
        "Study Information",
        "Hypotheses",
        "Design Plan",
        "Study type",
        "Blinding",
        "Is there any additional blinding in this study?",
        "Study design",
        "Randomization",
        "Sampling Plan",
        "Existing Data",
        "Explanation of existing data",
        "Data collection procedures",
        "Sample size",
        "Sample size rationale",
        "Stopping rule",
        "Variables",
        "Manipulated variables",
        "Measured variables",
        "Indices",
        "Analysis Plan",
        "Statistical models",
        "Transformations",
        "Inference criteria",
        "Data exclusion",
        "Missing data",
        "Exploratory analysis",
        "Other",
        "Other",
    ];
    let own: Vec<&str> = markdown
        .lines()
        .filter_map(|line| line.strip_prefix("##"))
        .map(|h| h.trim_matches(['#', ' ']))
        .collect();
    let from = own.iter().position(|one| *one == headings[0]).expect("the first heading");
    assert_eq!(own[from..from + headings.len()], headings);
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn hostile_texts_steer_nothing() {
    let mut study = small(&["sim:flawless"]);
    study.title = HOSTILE.replace('\u{202e}', "");
    study.about = format!(
        "- no list\n\n1. no number\n\n{}\n\n-----BEGIN PEIRAST REGISTRATION-----",
        "`".repeat(300)
    );
    study.hypotheses[0].claim = study.title.clone();
    let registration = registered(&study);
    for text in forms(&registration) {
        assert_eq!(Registration::read(&text).as_ref(), Ok(&registration), "{text}");
    }
    let [markdown, ..] = forms(&registration);
    for steering in ["\n```\n```", "<script", "[c](", "*a*", "\n- no list", "\n1. no", "$e$"] {
        let own = without_block(&markdown);
        let found = own.match_indices(steering).find(|(at, _)| !own[..*at].ends_with('\\'));
        assert_eq!(found, None, "{steering}");
    }
    // A reader may have been given any text at all.
    let sentence = Registration::read(&format!(
        "-----BEGIN PEIRAST REGISTRATION-----\nHash: {HOSTILE}\n{HOSTILE}\n-----END PEIRAST REGISTRATION-----"
    ));
    let error = sentence.expect_err("no registration").to_string();
    assert!(!error.contains('\u{202e}'), "{error}");
}

#[test]
fn a_file_without_a_sound_registration_is_refused() {
    let folder = tempfile::tempdir().expect("a directory");
    let registration = registered(&small(&["sim:flawless"]));
    let [markdown, _, json] = forms(&registration);
    for (name, text, words) in [
        ("notes.md", "# Notes\n".to_owned(), "it holds no registration"),
        ("other.json", "{\"a\": 1}".to_owned(), "it holds no registration"),
        ("broken.json", "{\"a\"".to_owned(), "cannot be read"),
        ("cut.md", markdown[..markdown.len() - 60].to_owned(), "its end is missing"),
        ("seed.json", json.replace("\"seed\": 7", "\"seed\": 8"), "was changed after it was made"),
        ("form.json", json.replacen("\"form\": 1", "\"form\": 2", 1), "made by version"),
    ] {
        let file = folder.path().join(name);
        std::fs::write(&file, text).expect("a file");
        let error = refused(read_registration(&file));
        let told = std::error::Error::source(&error).expect("a cause").to_string();
        assert!(
            told.contains(words) && error.to_string().contains(name),
            "{name}: {error}: {told}"
        );
    }
    // Prose may be edited; the data may not.
    let filled = markdown.replace("TO BE FILLED IN", "Filled in");
    assert_eq!(Registration::read(&filled).as_ref(), Ok(&registration));
    let version = format!("\"version\":\"{}\"", peirast_record::VERSION);
    assert!(markdown.contains(&version), "the first line of the data names the version");
    let changed = markdown.replace(&version, "\"version\":\"9.9.9\"");
    assert_eq!(Registration::read(&changed), Err(RegistrationError::Changed));
}

#[tokio::test]
async fn a_run_of_the_registered_study_agrees() {
    let place = Place::new();
    let (dir, study) = (place.dir("r"), small(&["sim:flawless", "sim:guesser"]));
    run(&dir, &study, &RunOptions::default()).await;
    let check = checked(&dir, &registered(&study)).await;
    assert_eq!((check.agrees, check.departures.as_slice()), (true, [].as_slice()));
    assert_eq!(check.sentence, "This run agrees with its preregistration.");
    assert!(analyse(&dir).await.report.registration.is_none(), "no registration, no check");
}

/// A change of a study, and the subjects of the departures that it makes.
type Change = (fn(&mut Study), &'static [DepartureKind], &'static str);

#[tokio::test]
async fn a_changed_field_is_a_stated_departure() {
    use DepartureKind as K;
    let changes: [Change; 15] = [
        (|s| s.seed = 8, &[K::Seed], "Seed: registered 8, in this run 7"),
        (
            |s| s.families[0].n = 9,
            &[K::SampleSize],
            "Items per variant of conjunction (variant 2): registered 9, in this run 6",
        ),
        (
            |s| s.subjects = vec!["sim:guesser".to_owned()],
            &[K::Model, K::Model],
            "Model sim:guesser was registered and not asked",
        ),
        (
            |s| s.subjects.push("sim:biased".to_owned()),
            &[K::Model],
            "Model sim:biased was registered and not asked",
        ),
        (
            |s| s.sampling.temperature = Some(0.5),
            &[K::Sampling],
            "Sampling, temperature: registered 0.5, in this run none",
        ),
        (|s| s.repeats = 3, &[K::Repetition], "Answers per question: registered 3, in this run 1"),
        (
            |s| s.alpha = 0.01,
            &[K::Inference],
            "Significance level: registered 0.01, in this run 0.05",
        ),
        (
            |s| s.rule = "mid-p".to_owned(),
            &[K::Inference],
            "Test rule: registered mid-p, in this run exact",
        ),
        (
            |s| s.treatment = Treatment::AsWrong,
            &[K::Inference],
            "Treatment of answers without a verdict: registered as-wrong, in this run exclude",
        ),
        (|s| s.adjust_over = AdjustOver::AllSubjects, &[K::Inference], "Adjustment of p-values"),
        (
            |s| s.hypotheses[0].direction = Direction::Either,
            &[K::Hypothesis],
            "Hypothesis H1, direction: registered either, in this run perturbed-better",
        ),
        (
            |s| s.hypotheses[0].standing = Standing::Exploratory,
            &[K::Hypothesis],
            "Hypothesis H1, standing",
        ),
        (
            |s| s.hypotheses[0].protocols.push("zs-cot".to_owned()),
            &[K::Test],
            "Test H1 under zs-cot was registered and is missing",
        ),
        (
            |s| s.title = "Another".to_owned(),
            &[K::Wording],
            "Title: registered Another, in this run A small study",
        ),
        (
            |s| s.sequential = Some(Sequential { block: 2 }),
            &[K::Stopping],
            "Tests while answers arrive",
        ),
    ];
    let place = Place::new();
    let (dir, study) = (place.dir("r"), small(&["sim:flawless"]));
    run(&dir, &study, &RunOptions::default()).await;
    for (change, expected, sentence) in changes {
        let mut changed = study.clone();
        change(&mut changed);
        let check = checked(&dir, &registered(&changed)).await;
        let told: Vec<&str> = check.departures.iter().map(|one| one.sentence.as_str()).collect();
        assert_eq!(kinds(&check), expected, "{told:?}");
        assert!(!check.agrees && told.iter().any(|one| one.starts_with(sentence)), "{told:?}");
        assert_ne!(check.study_hash, check.run_study_hash);
    }
}

#[tokio::test]
async fn hypotheses_and_tests_beyond_the_registered_ones_are_exploratory() {
    let place = Place::new();
    let registration = registered(&small(&["sim:flawless"]));
    let mut more = small(&["sim:flawless"]);
    let mut second = more.hypotheses[0].clone();
    second.id = "H2".to_owned();
    second.protocols = vec!["os".to_owned()];
    more.hypotheses[0].protocols.push("zs-cot".to_owned());
    more.hypotheses.push(second);
    let dir = place.dir("r");
    run(&dir, &more, &RunOptions::default()).await;
    let check = checked(&dir, &registration).await;
    let told: Vec<&str> = check.departures.iter().map(|one| one.sentence.as_str()).collect();
    assert_eq!(
        told,
        [
            "Hypothesis H2 was not registered: its tests are exploratory",
            "Test H1 under zs-cot was not registered: it is exploratory"
        ]
    );
    assert_eq!(check.sentence, "This run departs from its preregistration in two points.");
    // The other way round, both are missing.
    let check = checked(&dir, &registered(&more)).await;
    assert!(check.agrees, "{check:?}");
}

#[tokio::test]
async fn other_settings_of_the_report_are_departures() {
    let place = Place::new();
    let (dir, study) = (place.dir("r"), small(&["sim:flawless"]));
    run(&dir, &study, &RunOptions::default()).await;
    let options = AnalysisOptions {
        registration: Some(registered(&study)),
        rule: Some("mid-p".to_owned()),
        alpha: Some(0.1),
        ..AnalysisOptions::default()
    };
    let report = dir.analyse(&options, &no_events()).await.expect("an analysis").report;
    let check = report.registration.expect("a check");
    assert_eq!(kinds(&check), [DepartureKind::Inference; 2], "{check:?}");
}

#[tokio::test]
async fn a_run_that_stopped_early_says_so() {
    let place = Place::new();
    let (dir, study) = (place.dir("r"), small(&["own/model"]));
    let subject = Arc::new(Respondent::new("own/model"));
    let options = in_flight(1, asking([&subject]));
    let registration = register(&study, &options.plan, None, &NoEvents).expect("a registration");
    let cancel = Cancel::new();
    subject.cancel_after(5, &cancel);
    run_until(&dir, &study, &options, &cancel).await;
    let check = checked(&dir, &registration).await;
    assert_eq!(kinds(&check), [DepartureKind::Unanswered]);
    assert!(check.departures[0].sentence.starts_with("The run is not complete: "), "{check:?}");
    run(&dir, &study, &options).await;
    assert!(checked(&dir, &registration).await.agrees);
}

#[tokio::test]
async fn questions_that_one_subject_was_never_asked_are_departures() {
    let place = Place::new();
    let dir = place.dir("r");
    let both = ["sim:flawless", "sim:believer"];
    run(&dir, &with_items(4, &both), &RunOptions::default()).await;
    run(&dir, &with_items(12, &["sim:believer"]), &RunOptions::default()).await;
    let registration = registered(&with_items(12, &both));
    let check = checked(&dir, &registration).await;
    assert_eq!(kinds(&check), [DepartureKind::Unanswered], "{check:?}");
    let unasked = analyse(&dir).await.report.conduct.unasked;
    assert_eq!(unasked.len(), 1, "{unasked:?}");
    assert_eq!(
        (unasked[0].subject.as_str(), unasked[0].questions * 3),
        ("sim:flawless", unasked[0].of * 2)
    );
    run(&dir, &with_items(12, &both), &RunOptions::default()).await;
    assert!(checked(&dir, &registration).await.agrees);
}

#[tokio::test]
async fn a_sequential_run_that_ends_by_its_rule_agrees() {
    let place = Place::new();
    let mut study = with_items(40, &["sim:biased:context=1", "sim:flawless"]);
    study.sequential = Some(Sequential { block: 5 });
    let dir = place.dir("r");
    run(&dir, &study, &RunOptions::default()).await;
    let check = checked(&dir, &registered(&study)).await;
    assert!(check.agrees, "{check:?}");
}

#[tokio::test]
async fn a_run_records_its_registration_once() {
    let place = Place::new();
    let (dir, study) = (place.dir("r"), small(&["sim:flawless"]));
    let mut other = study.clone();
    other.alpha = 0.01;
    let with =
        |registration| RunOptions { registration: Some(registration), ..RunOptions::default() };
    run(&dir, &study, &with(registered(&study))).await;
    let check = analyse(&dir).await.report.registration.expect("the recorded registration");
    assert!(check.agrees, "{check:?}");
    run(&dir, &study, &with(registered(&study))).await;
    let again = dir.run(&study, &with(registered(&other)), &no_events(), &Cancel::new()).await;
    let error = refused(again);
    assert!(matches!(error, Error::Conflict(_)), "{error}");
}

#[test]
fn a_date_is_a_day_of_the_calendar_and_a_subject_exists() {
    let study = small(&["sim:flawless"]);
    for date in ["2026-02-30", "30.11.2026", "2026-11-30T00:00", ""] {
        let error =
            refused(register(&study, &PlanOptions::default(), Some(date), &NoEvents)).to_string();
        assert!(error.contains("is no date"), "{error}");
    }
    let unknown = register(&small(&["gpt"]), &PlanOptions::default(), None, &NoEvents);
    assert!(refused(unknown).to_string().contains("unknown model `gpt`"));
}
