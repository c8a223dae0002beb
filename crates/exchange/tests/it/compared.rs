//! Comparisons of other tools' samples with the problems whose ids they have.

use peirast_exchange::brought::KnownProblems;
use peirast_exchange::inspect::{Header, LogImport};
use peirast_exchange::lm_eval::{Answers, Documents, LogLine, read_logs};
use peirast_record::{Problem, Profile};
use peirast_task::{Design, Family};
use serde_json::{Value, json};

fn problems(family: &str, variant: &str) -> Vec<Problem> {
    let design = Design { seed: 1, profile: Profile::Balanced };
    Family::named(family).expect("a family").make(&design, variant, 1).expect("problems")
}

/// The question of a problem without its options.
fn question(problem: &Problem) -> String {
    let text = problem.text();
    text.split_once("(a) ").map_or(text.clone(), |(question, _)| question.to_owned())
}

fn header() -> Header {
    let header = json!({"version": 2, "eval": {"task": "t", "model": "lab/m"}});
    Header::read(&header).expect("a header")
}

/// A sample as the solver `multiple_choice` of Inspect writes it, with these options.
fn choice_sample(problem: &Problem, options: [&str; 2], target: &str, said: &str) -> Value {
    let [first, second] = options;
    let asked = format!(
        "Answer the following multiple choice question. The entire content of your response should be \
         of the following format: 'ANSWER: $LETTER' (without quotes) where LETTER is one of A,B.\n\n\
         {}\n\nA) {first}\nB) {second}",
        question(problem)
    );
    json!({
        "id": problem.id, "input": "attachment://q", "choices": options, "target": target,
        "messages": [
            {"role": "user", "content": asked, "source": "input"},
            {"role": "assistant", "content": said, "source": "generate"},
        ],
        "output": {"choices": [{"message": {"content": said}, "stop_reason": "stop"}]},
        "attachments": {"q": question(problem)},
    })
}

#[test]
fn logs_of_inspect_with_other_orders_are_mapped() {
    let problems = problems("conjunction", "2");
    let mut import = LogImport::new(KnownProblems::new(problems.clone()));
    let problem = &problems[0];
    let [first, second] = [0, 1].map(|at| problem.options[at].1.as_str());
    let right = problem.truth.answer.to_string();
    let [own, swapped] = if right == "(a)" { ["A", "B"] } else { ["B", "A"] };
    for sample in [
        choice_sample(problem, [first, second], own, "ANSWER: A"),
        choice_sample(problem, [second, first], swapped, "ANSWER: A"),
        choice_sample(problem, [second, first], own, "I cannot say."),
        choice_sample(problem, [first, "Rome."], own, "ANSWER: A"),
    ] {
        import.take(&sample, &header(), "log");
    }
    let found = import.brought.responses().iter();
    let found: Vec<(&str, &str)> =
        found.map(|one| (one.text.as_str(), one.body.as_str())).collect();
    assert_eq!(found, [("ANSWER: A", ""), ("Answer: (b)", "ANSWER: A"), ("I cannot say.", "")]);
    let mut renamed = choice_sample(problem, [second, first], swapped, "ANSWER: B");
    renamed["id"] = json!(1);
    import.take(&renamed, &header(), "log");
    let last = import.brought.responses().last().expect("an answer");
    assert_eq!(last.text, "Answer: (a)", "matched by its question and its options");
    assert_eq!(import.check.reordered.count, 2);
    let check = &import.check;
    let counts = [&check.reordered, &check.other_question, &check.other_target];
    assert_eq!(counts.map(|ids| ids.count), [2, 1, 1]);
    assert!(counts.iter().all(|ids| ids.first == [problem.id.to_string()]));
    assert_eq!(check.notes().len(), 3);
    assert!(check.notes()[1].contains(problem.id.as_str()), "{:?}", check.notes());
    assert!(
        import.left_out[0].contains("its question differs from that of problem"),
        "{:?}",
        import.left_out
    );
}

#[test]
fn another_question_under_a_known_id_is_left_out() {
    let problems = problems("conjunction", "2");
    let mut import = LogImport::new(KnownProblems::new(problems.clone()));
    for problem in &problems {
        let sample = json!({
            "id": problem.id, "input": "What is the capital of France? (a) Paris (b) Rome",
            "output": {"choices": [{"message": {"content": "(a)"}}]},
        });
        import.take(&sample, &header(), "log");
    }
    assert_eq!(import.brought.trials().len(), 0);
    assert_eq!(import.check.other_question.count, problems.len());
    assert!(import.left_out[0].contains("capital of France"), "{:?}", import.left_out);
}

fn documents(problems: &[Problem]) -> Vec<Value> {
    Documents::new(problems, false).expect("documents").docs
}

fn taken(lines: &[Value]) -> Answers {
    let mut answers = Answers::new(KnownProblems::default());
    for (at, line) in lines.iter().enumerate() {
        let place = format!("line {}", at + 1);
        let line_of = LogLine { file: at, place: &place, model: Some("lab/m") };
        answers.take(&line.to_string(), &line_of);
    }
    answers
}

fn texts(answers: &Answers) -> Vec<&str> {
    answers.brought.responses().iter().map(|one| one.text.as_str()).collect()
}

#[test]
fn prompts_of_the_harness_are_held_against_their_documents() {
    let problems = problems("conjunction", "2");
    let doc = &documents(&problems)[0];
    let [first, second] = [0, 1].map(|at| problems[0].options[at].1.as_str());
    let line = |prompt: Value| {
        json!({"doc_id": 0, "doc": doc, "resps": [["Answer: (a)"]], "filter": "answer",
            "arguments": {"gen_args_0": {"arg_0": prompt, "arg_1": {"until": ["\n"]}}}})
    };
    let swapped = format!("{}\n(a) {second}\n(b) {first}", question(&problems[0]));
    let chat = json!([{"role": "user", "content": swapped}]).to_string();
    let answers = taken(&[
        line(doc["question"].clone()),
        line(json!(swapped)),
        line(json!([chat])),
        line(json!("What is the capital of France?")),
    ]);
    assert_eq!(texts(&answers), ["Answer: (a)", "Answer: (b)", "Answer: (b)"]);
    assert_eq!((answers.check.reordered.count, answers.check.other_question.count), (2, 1));
    let mut wrong = line(doc["question"].clone());
    wrong["target"] = json!(if doc["target"] == "a" { 1 } else { 0 });
    let answers = taken(&[wrong]);
    assert_eq!((texts(&answers).len(), answers.check.other_target.count), (1, 1));
}

#[test]
fn log_likelihoods_are_answers_where_their_continuations_are_named() {
    let problems = problems("syllogism", "all-some-some");
    let doc = &documents(&problems)[0];
    let line = |resps: Value, continuations: [&str; 2]| {
        let [first, second] =
            continuations.map(|one| json!({"arg_0": doc["question"], "arg_1": one}));
        json!({"doc_id": 0, "doc": doc, "resps": resps, "filter": "none",
            "arguments": {"gen_args_0": first, "gen_args_1": second}})
    };
    let pairs = json!([[["-2.64", "False"]], [["-2.39", "True"]]]);
    let answers = taken(&[
        line(pairs.clone(), [" Yes", " No"]),
        line(json!([[[-0.5, true]], [[-2.0, false]]]), [" Yes", " No"]),
        line(json!(["('-1.2', 'False')", "('-0.2', 'True')"]), [" no", " yes"]),
    ]);
    assert_eq!(answers.left_out, [""; 0]);
    assert_eq!(texts(&answers), ["Answer: No", "Answer: Yes", "Answer: Yes"]);
    assert!(answers.brought.responses()[0].body.contains("-2.39"), "the values are kept");
    let mut unnamed = line(pairs.clone(), ["", ""]);
    unnamed["arguments"] = json!({"gen_args_0": {"arg_0": doc["question"], "arg_1": {}}});
    let mut filtered = unnamed.clone();
    filtered["resps"] = Value::Null;
    filtered["filtered_resps"] = pairs.clone();
    let tied = json!([[[-0.5, true]], [[-0.5, true]]]);
    for (line, why) in [
        (unnamed, "does not name their continuations (2 log-likelihoods, 0 continuations)"),
        (filtered, "log-likelihoods in `filtered_resps`"),
        (line(tied, [" Yes", " No"]), "no continuation is the most likely one"),
        (line(pairs.clone(), [" Yes", " Perhaps"]), "`Perhaps`, which is not an answer"),
        (line(json!([[["nan", "True"]], [[-1.0, true]]]), ["Yes", "No"]), "is not a number"),
        (line(json!([[-1.5], [-2.5]]), ["Yes", "No"]), "which is not text"),
    ] {
        let answers = taken(&[line]);
        assert_eq!(texts(&answers), [""; 0], "{why}");
        assert!(answers.left_out[0].contains(why), "{:?}", answers.left_out);
    }
}

#[test]
fn the_options_of_log_likelihoods_are_mapped() {
    let problems = problems("conjunction", "2");
    let doc = &documents(&problems)[0];
    let [first, second] = [0, 1].map(|at| problems[0].options[at].1.as_str());
    let swapped = format!("{}\nA. {second}\nB. {first}\nAnswer:", question(&problems[0]));
    for continuations in [[" A", " B"], [second, first]] {
        let request = |at: usize| json!([swapped, continuations[at]]);
        let line = json!({"doc": doc, "resps": [[[-0.1, true]], [[-3.0, false]]], "filter": "none",
            "arguments": [request(0), request(1)]});
        let answers = taken(&[line]);
        assert_eq!(answers.left_out, [""; 0]);
        assert_eq!(texts(&answers), ["Answer: (b)"]);
    }
}

#[test]
fn arrays_of_samples_and_numbers_of_python_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let docs = documents(&problems("conjunction", "2"));
    let samples: Vec<Value> = docs
        .iter()
        .map(|doc| json!({"doc": doc, "resps": [["Answer: (a)"]], "exact_match": "NUMBER"}))
        .collect();
    let array = serde_json::to_string_pretty(&samples).expect("JSON").replace("\"NUMBER\"", "NaN");
    let lines: Vec<String> = samples.iter().map(ToString::to_string).collect();
    let lines = lines.join("\n").replace("\"NUMBER\"", "-Infinity");
    for (name, text) in [
        ("samples_array.json", array.clone()),
        ("mark.jsonl", format!("\u{feff}{array}")),
        ("lines.jsonl", lines),
    ] {
        let file = folder.path().join(name);
        std::fs::write(&file, text).expect("a file");
        let answers = read_logs(&[file], Some("lab/m"), KnownProblems::default()).expect(name);
        assert_eq!((texts(&answers).len(), answers.left_out.len()), (docs.len(), 0), "{name}");
    }
    let all = read_logs(&[folder.path().to_owned()], Some("lab/m"), KnownProblems::default());
    assert_eq!(texts(&all.expect("a folder")).len(), 3 * docs.len(), "arrays in folders count");
}
