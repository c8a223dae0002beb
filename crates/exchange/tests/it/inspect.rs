//! Logs of Inspect: their content, and that an import reads all of it back.

use peirast_exchange::brought::KnownProblems;
use peirast_exchange::inspect::{
    Cell, Header, Log, LogImport, PairPlace, RunRecord, Sample, SampleAnswer, SampleNames, Status,
    TestSummary, entries, file_name, model_name, task_id, task_name,
};
use peirast_record::{
    Answer, FinishReason, Grade, Message, Problem, Profile, Prompt, Sampling, Study, Trial, Usage,
};
use peirast_task::{Design, Family, built_in_study};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::sync::Arc;

fn problems() -> Vec<Problem> {
    let design = Design { seed: 1, profile: Profile::Balanced };
    Family::named("conjunction").expect("a family").make(&design, "2", 1).expect("problems")
}

fn study() -> Study {
    built_in_study("token-bias").expect("a study").expect("it parses")
}

/// The question about a problem: these messages, and its text.
fn asked(problem: &Problem, messages: &[Message]) -> Vec<Message> {
    [messages, &[Message::user(problem.text())]].concat()
}

fn trial(problem: &Problem, messages: &[Message]) -> Trial {
    let prompt = Prompt::new(&problem.id, "baseline", asked(problem, messages));
    let sampling = Sampling { temperature: Some(0.7), max_tokens: Some(64), ..Sampling::default() };
    Trial::new(&prompt, "openai:gpt-x", "https://api.lab/v1", &sampling, 0)
}

fn answered(text: &str) -> SampleAnswer {
    let usage = Usage { input_tokens: Some(40), output_tokens: Some(3), ..Usage::default() };
    SampleAnswer {
        text: text.to_owned(),
        finish: FinishReason::Stop,
        usage,
        served_as: Some("gpt-x-2026".to_owned()),
        times: Some(("2026-11-21T01:00:00+00:00".into(), "2026-11-21T01:00:01+00:00".into())),
        seconds: Some(1.0),
        answer: Answer::Choice('a'),
        span: Some("(a)".to_owned()),
        rule: "last-explicit-verdict".to_owned(),
        grade: Grade::Correct,
    }
}

/// A log of these answers to a pair. A missing answer is a failed question.
fn log<'a>(
    carried: &'a RunRecord,
    problems: &'a [Problem],
    trials: &'a [Trial],
    messages: &[Message],
    answers: Vec<Result<SampleAnswer, String>>,
) -> Log<'a> {
    let mut names = SampleNames::default();
    let rows = problems.iter().zip(trials).zip(answers).enumerate();
    let samples = rows.map(|(at, ((problem, trial), answered))| Sample {
        id: names.id(&problem.id, &trial.protocol, None),
        problem,
        trial,
        endpoint: Some("https://api.lab/v1"),
        messages: Arc::new(asked(problem, messages)),
        factors: Arc::new(problem.factors.clone()),
        places: match &answered {
            Ok(_) => vec![PairPlace {
                method: "baseline".to_owned(),
                item: problem.item.to_string(),
                perturbed: at > 0,
                cell: Cell::OnlyOriginal,
                cause: None,
                other: None,
            }],
            Err(_) => Vec::new(),
        },
        answered,
    });
    let task = task_name("token-bias", Some("H1"));
    Log {
        task_id: task_id("hash", "openai:gpt-x", &task),
        task,
        study: "token-bias",
        study_hash: "hash",
        subject: "openai:gpt-x",
        model: model_name("openai:gpt-x"),
        endpoint: Some("https://api.lab/v1"),
        times: Some(("2026-11-21T01:00:00+00:00".into(), "2026-11-21T01:00:01+00:00".into())),
        status: Status::Success,
        sampling: Sampling::default(),
        epochs: 1,
        planned: problems.len() as u64,
        tested: vec![TestSummary {
            method: "baseline".to_owned(),
            b: 1,
            c: 0,
            n: 1,
            p: Some(0.5),
            p_adjusted: Some(f64::NAN),
            rejected: false,
        }],
        about: Map::new(),
        carried,
        samples: samples.collect(),
    }
}

fn carried() -> RunRecord {
    RunRecord { version: "0.1.0".to_owned(), study: Some(Box::new(study())) }
}

/// The import of the entries of an archive.
fn read_back(texts: &[(String, String)]) -> LogImport {
    let find = |name: &str| {
        let (_, text) = texts.iter().find(|(own, _)| own == name).expect("an entry");
        serde_json::from_str::<Value>(text).expect("JSON")
    };
    let header = Header::read(&find("header.json")).expect("a header");
    let mut import = LogImport::new(KnownProblems::default());
    import.begin(&header).expect("one study");
    for (name, text) in texts.iter().filter(|(name, _)| name.starts_with("samples/")) {
        import.take(&serde_json::from_str(text).expect("JSON"), &header, name);
    }
    import
}

#[test]
fn a_small_log() {
    let (carried, problems) = (carried(), problems());
    let messages = [Message::system("Be brief."), Message::user("Which is likelier?")];
    let trials: Vec<Trial> = problems.iter().map(|problem| trial(problem, &messages)).collect();
    let answers = vec![Ok(answered("The answer is (a).")), Err("timeout: no answer".to_owned())];
    let log = log(&carried, &problems[..2], &trials, &messages, answers);
    let mut whole = log.json();
    // The record for imports would be most of it.
    for place in
        ["/eval/metadata/peirast", "/samples/0/metadata/peirast", "/samples/1/metadata/peirast"]
    {
        let text = whole.pointer_mut(place).expect("a record");
        assert!(text.as_str().is_some_and(|text| text.starts_with('{')), "{place}");
        *text = json!("{...}");
    }
    insta::assert_json_snapshot!(whole);
    let names: Vec<String> = entries(&log).map(|(name, _)| name).collect();
    assert_eq!(
        names,
        [
            "_journal/start.json",
            "samples/conjunction-2-00000-context=relevant.baseline_epoch_1.json",
            "samples/conjunction-2-00000-context=irrelevant.baseline_epoch_1.json",
            "_journal/summaries/1.json",
            "summaries.json",
            "header.json",
        ]
    );
    let name = file_name(log.created(), &log.task, log.subject, "t", "eval");
    assert_eq!(
        name,
        format!(
            "2026-11-21T01-00-00-00-00_token-bias-H1_{}_t.eval",
            log.subject.replace([':', '/'], "-")
        )
    );
}

#[test]
fn logs_of_other_layouts_are_refused() {
    for (log, why) in [
        (json!({}), "not a log of Inspect"),
        (json!({"version": 3, "eval": {}}), "the log has version 3"),
        (json!({"version": 2, "eval": {}}), "`eval` has no `task`"),
        (
            json!({"version": 2, "eval": {"task": "t", "model": "m", "metadata": {"peirast": "{"}}}),
            "is not a valid record of a run",
        ),
    ] {
        let error = Header::read(&log).expect_err(why).to_string();
        assert!(error.contains(why), "{error}");
    }
    let header = Header::read(&json!({"version": 2, "eval": {"task": "t", "model": "lab/m"}}));
    let header = header.expect("a header");
    for (sample, why) in [
        (json!({}), "a sample has no `id`"),
        (
            json!({"id": 1, "metadata": {"peirast": "{}"}}),
            "sample 1: the field `peirast` is not a valid record",
        ),
        (json!({"id": 1}), "sample 1: it has no `input`"),
        (json!({"id": 1, "input": [{"role": "tool"}]}), "a message with the role `tool`"),
        (json!({"id": 1, "input": "What?", "output": {}}), "has no problem record of Peirast"),
    ] {
        let mut import = LogImport::new(KnownProblems::default());
        import.take(&sample, &header, "log");
        assert!(import.left_out[0].contains(why), "{:?}", import.left_out);
    }
}

#[test]
fn answers_of_others_are_matched_by_id_and_by_text() {
    let problems = problems();
    let header = json!({"version": 2, "eval": {"task": "t", "model": "lab/m"}});
    let header = Header::read(&header).expect("a header");
    let said = |text: Value| json!({"choices": [{"message": {"content": text}}]});
    let mut import = LogImport::new(KnownProblems::new(problems.clone()));
    let parts = json!([{"type": "reasoning", "reasoning": "x"}, {"type": "text", "text": "(a)"}]);
    for sample in [
        json!({"id": problems[0].id, "input": "?", "output": said(json!("(b)"))}),
        json!({"id": 7, "input": format!("Say:\n{}", problems[1].text()), "output": said(parts)}),
        json!({"id": 8, "input": "?", "metadata": {"problem": problems[0].id},
            "attachments": {"k": "a long answer"}, "output": said(json!("attachment://k"))}),
    ] {
        import.take(&sample, &header, "log");
    }
    assert_eq!(import.left_out, [""; 0]);
    let texts: Vec<&str> =
        import.brought.responses().iter().map(|response| response.text.as_str()).collect();
    assert_eq!(texts, ["(b)", "(a)", "a long answer"]);
    let repeats: Vec<u32> = import.brought.trials().iter().map(|trial| trial.repeat).collect();
    assert_eq!(repeats, [0, 0, 1], "one more answer to a question is a repetition");
}

/// Texts that try to break out of their surroundings.
fn hostile() -> impl Strategy<Value = String> {
    let marks = prop::sample::select(vec![
        "\u{1b}[31m",
        "\u{202e}",
        "</script>",
        "\"",
        "\\",
        "\0",
        "\u{2028}",
        "NaN",
        "{{",
        "🙂",
        "\r\n",
        "attachment://x",
        "=HYPERLINK(1)",
    ]);
    prop::collection::vec(prop_oneof![marks.prop_map(str::to_owned), any::<String>()], 0..6)
        .prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_text_comes_back_as_the_same_answer(
        system in hostile(), question in hostile(), first in hostile(), second in hostile(),
    ) {
        let (carried, problems) = (carried(), problems());
        let messages = [Message::system(system), Message::user(question)];
        let trials: Vec<Trial> = problems.iter().map(|one| trial(one, &messages)).collect();
        let answers = vec![Ok(answered(&first)), Ok(answered(&second))];
        let log = log(&carried, &problems[..2], &trials, &messages, answers);
        let texts: Vec<(String, String)> = entries(&log).collect();
        let import = read_back(&texts);
        prop_assert_eq!(&import.left_out, &Vec::<String>::new());
        let found: Vec<&Trial> = import.own.trials.values().flatten().collect();
        prop_assert_eq!(found, trials.iter().collect::<Vec<_>>());
        for (trial, text) in trials.iter().zip([&first, &second]) {
            let response = &import.own.responses[&trial.key];
            prop_assert_eq!(&response.text, text);
            prop_assert_eq!(response.model.as_deref(), Some("gpt-x-2026"));
        }
        prop_assert_eq!(import.own.study.map(|own| own.hash()), Some(study().hash()));
        // The same log gives the same bytes.
        prop_assert_eq!(texts, entries(&log).collect::<Vec<_>>());
    }

    #[test]
    fn no_json_breaks_an_import(text in hostile(), number in any::<f64>()) {
        let header = Header::read(&json!({"version": 2, "eval": {"task": "t", "model": text.clone()}}));
        let header = header.expect("a header");
        let mut import = LogImport::new(KnownProblems::new(problems()));
        for value in [json!(text), json!(number), json!([text]), json!({ text.clone(): number })] {
            for field in ["id", "input", "output", "messages", "metadata", "scores", "epoch"] {
                let mut sample = json!({"id": "1", "input": "?", "output": {"choices": []}});
                sample[field] = value.clone();
                import.take(&sample, &header, "log");
            }
        }
        prop_assert!(!import.left_out.is_empty());
    }
}
