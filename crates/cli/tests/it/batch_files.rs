//! Batches as files: exported for an engine that executes them, and imported again.

use crate::support::{Place, Wording, json_lines, says};
use peirast_rows::{DataFile, DataFormat, TextParquet};
use serde_json::{Value, json};

fn answers(place: &Place) -> u64 {
    place.counts("r").responses
}

/// The results of an engine for a file of questions.
fn executed(questions: &str) -> String {
    let answer = |line: &Value| {
        let body = json!({
            "object": "chat.completion", "model": "served-2026",
            "choices": [{"message": {"role": "assistant", "content": "(a)"}, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 5, "completion_tokens": 2},
        });
        let response = json!({"status_code": 200, "request_id": "r", "body": body});
        format!(
            "{}\n",
            json!({"id": "x", "custom_id": line["custom_id"], "response": response, "error": null})
        )
    };
    json_lines(questions).iter().map(answer).collect()
}

#[test]
fn a_file_goes_to_an_engine_and_comes_back() {
    let place = Place::with_study();
    place.ok("run small.toml --into r --model vllm/meta-llama/Llama-3.1-8B --plan-only");
    let questions = place.ok("batch export r");
    assert_eq!(questions, place.ok("batch export r"), "the same questions, the same bytes");
    assert_eq!(json_lines(&place.ok("batch export r --most 5")).len(), 5);
    let results = executed(&questions);
    let (first, rest) = results.split_at(results.find('\n').expect("lines") + 1);
    place.write("first.jsonl", first);
    place.ok("batch import r first.jsonl");
    assert_eq!(answers(&place), 1);
    assert_eq!(
        json_lines(&place.ok("batch export r")).len(),
        11,
        "what is answered is not exported"
    );

    place.write(
        "rest.jsonl",
        format!("{rest}\n{first}not JSON\n{{\"custom_id\":\"77\",\"response\":{{}}}}\n"),
    );
    let mut wording = Wording::default();
    wording.fails(&place, 3, "batch import r rest.jsonl");
    assert_eq!((answers(&place), place.counts("r").duplicates), (12, 0));
    wording.fails(&place, 3, "batch import r rest.jsonl");
    assert_eq!((answers(&place), place.counts("r").duplicates), (12, 0));
    insta::assert_snapshot!(wording.text());
    let out = place.ok("run small.toml --into r --model vllm/meta-llama/Llama-3.1-8B");
    says(&out, &["vllm/meta-llama/Llama-3.1-8B"]);
}

/// Sixty-four shards: some are lost with their jobs, some submitted twice, and some cut in the
/// middle of a line. No question is lost or doubled.
#[test]
fn shards_are_asked_once_whatever_becomes_of_their_jobs() {
    let place = Place::with_many();
    place.ok("run many.toml --n 100 --into r --model vllm/meta-llama/Llama-3.1-8B --plan-only");
    place.ok("batch export r --into shards --shards 64");
    let name = |number: usize| format!("questions-{number:02}-of-64.jsonl");
    let shards: Vec<String> =
        (1..=64).map(|number| place.read(&format!("shards/{}", name(number)))).collect();
    let mut keys: Vec<String> = shards
        .iter()
        .flat_map(|shard| json_lines(shard))
        .map(|line| line["custom_id"].to_string())
        .collect();
    assert_eq!(keys.len(), 200);
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), 200, "every question is in one shard");
    assert_eq!(place.ok("batch export r --shard 7/64"), shards[6], "a job can take its own");

    for (at, shard) in shards.iter().enumerate().filter(|(at, _)| at % 5 != 0) {
        let results = executed(shard);
        let cut = results.len() - if at % 7 == 0 { results.len() / 3 } else { 0 };
        place.write(&format!("results/{}", name(at + 1)), &results[..cut]);
    }
    place.run("batch import r results");
    let first = answers(&place);
    assert!((100..200).contains(&first), "{first}");
    place.run("batch import r results");
    assert_eq!((answers(&place), place.counts("r").duplicates), (first, 0));

    // The jobs that were lost are started again, each with what is still open of its part.
    for number in 1..=64 {
        let open = place.ok(&format!("batch export r --shard {number}/64"));
        place.write(&format!("again/{}", name(number)), executed(&open));
    }
    place.ok("batch import r again");
    assert_eq!((answers(&place), place.counts("r").duplicates), (200, 0));
    says(&place.fails(1, "batch export r --into shards --shards 64"), &["is not empty"]);
}

/// The questions of a Parquet file as JSON lines.
fn questions(bytes: &[u8]) -> String {
    // A part of few questions may be empty.
    let rows = DataFile::from_bytes(bytes, DataFormat::Parquet)
        .map_or_else(|_| Vec::new(), |file| file.rows);
    let line = |mut fields: serde_json::Map<String, Value>| {
        let body = fields["body"].as_str().expect("a text of JSON");
        fields["body"] = serde_json::from_str(body).expect("JSON");
        Value::Object(fields).to_string() + "\n"
    };
    rows.into_iter().map(|row| line(row.fields)).collect()
}

/// Results as Parquet, with the response as JSON text.
fn as_parquet(results: &str) -> Vec<u8> {
    let mut file = TextParquet::new(Vec::new(), ["custom_id", "response"]).expect("a file");
    let row = |line: &Value| {
        [line["custom_id"].as_str().expect("a key").to_owned(), line["response"].to_string()]
    };
    let rows: Vec<[String; 2]> = json_lines(results).iter().map(row).collect();
    file.write(&rows).expect("rows");
    file.finish().expect("a whole file")
}

/// The same as Parquet: shards are lost, submitted twice, or cut, and a cut file is unreadable.
#[test]
fn shards_of_parquet_are_asked_once_whatever_becomes_of_their_jobs() {
    let place = Place::with_many();
    place.ok("run many.toml --n 100 --into r --model vllm/meta-llama/Llama-3.1-8B --plan-only");
    place.ok("batch export r --into shards --shards 64 --format parquet");
    let name = |number: usize| format!("questions-{number:02}-of-64.parquet");
    let shards: Vec<Vec<u8>> =
        (1..=64).map(|number| place.bytes(&format!("shards/{}", name(number)))).collect();
    let all: String = shards.iter().map(|shard| questions(shard)).collect();
    let sorted = |text: &str| {
        let mut lines = json_lines(text);
        lines.sort_by_key(|line| line["custom_id"].to_string());
        lines
    };
    assert_eq!(json_lines(&all).len(), 200);
    assert_eq!(sorted(&all), sorted(&place.ok("batch export r")), "the same questions");
    let printed = place
        .command("batch export r --shard 7/64 --format parquet".split_whitespace())
        .output()
        .expect("it runs");
    assert_eq!(printed.stdout, shards[6], "a job can take its own");

    let mut cut = 0;
    for (at, shard) in shards.iter().enumerate().filter(|(at, _)| at % 5 != 0) {
        let mut results = as_parquet(&executed(&questions(shard)));
        if at % 7 == 0 {
            cut += 1;
            results.truncate(results.len() * 2 / 3);
        }
        place.write(&format!("results/{}", name(at + 1)), results);
    }
    let done = place.run("batch import r results");
    assert_eq!(done.code, Some(3), "{}", done.err);
    says(&done.err, &[&format!("{cut} files that cannot be read"), "was it cut off?"]);
    let first = answers(&place);
    assert!((100..200).contains(&first), "{first}");
    place.run("batch import r results");
    assert_eq!((answers(&place), place.counts("r").duplicates), (first, 0));

    // Open questions come back as JSON lines, and all questions once more as Parquet.
    let open = place.ok("batch export r");
    assert_eq!(json_lines(&open).len() as u64, 200 - first);
    place.write("again/all.parquet", as_parquet(&executed(&all)));
    place.write("again/open.jsonl", executed(&open));
    place.ok("batch import r again");
    assert_eq!((answers(&place), place.counts("r").duplicates), (200, 0));
}

#[test]
fn a_damaged_line_is_no_answer_and_a_byte_order_mark_is_no_damage() {
    let place = Place::with_study();
    place.ok("run small.toml --into r --model vllm/meta-llama/Llama-3.1-8B --plan-only");
    let results = executed(&place.ok("batch export r"));
    let mut lines: Vec<Vec<u8>> = results.lines().map(|line| line.as_bytes().to_vec()).collect();
    let at = lines[4].windows(3).position(|three| three == b"(a)").expect("an answer");
    lines[4][at + 1] = 0xff;
    place.write("marked.jsonl", [b"\xef\xbb\xbf".to_vec(), lines.join(&b'\n')].concat());
    let mut wording = Wording::default();
    wording.fails(&place, 3, "batch import r marked.jsonl");
    insta::assert_snapshot!(wording.text());
    assert_eq!(answers(&place), 11);
    assert_eq!(json_lines(&place.ok("batch export r")).len(), 1, "the damaged one can be asked");
}

#[test]
fn an_answer_that_a_run_would_refuse_as_too_large_is_refused_from_a_file() {
    let place = Place::with_study();
    place.ok("run small.toml --into r --model vllm/meta-llama/Llama-3.1-8B --plan-only");
    let results = executed(&place.ok("batch export r"));
    // More than the 16 MiB that a run reads of an answer, and less than a line may have.
    let long = "(a)".to_owned() + &" very".repeat(4 << 20);
    place.write("results.jsonl", results.replacen("(a)", &long, 1));
    let imported = place.run("batch import r results.jsonl");
    assert_eq!(imported.code, Some(3), "{}", imported.err);
    says(&imported.err, &["the response is larger than 16 MiB"]);
    assert_eq!(answers(&place), 11);
    assert_eq!(place.counts("r").failures.values().sum::<u64>(), 1);
}

#[test]
fn files_say_the_same_one_by_one_as_together() {
    let mut wording = Wording::default();
    let mut import = |place: &Place, files: &str| {
        let line = format!("batch import r {files}");
        wording.add(&line, &place.run(&line).err);
    };
    let model = "vllm/meta-llama/Llama-3.1-8B";
    let planned = || {
        let place = Place::with_study();
        place.ok(&format!("run small.toml --into r --model {model} --plan-only"));
        let one = executed(&place.ok("batch export r"));
        place.write("a.jsonl", &one);
        place.write("b.jsonl", one.replacen("(a)", "(b)", 1));
        place
    };
    let held = |place: &Place| {
        let counts = place.counts("r");
        (counts.responses, counts.duplicates)
    };
    let place = planned();
    import(&place, "a.jsonl b.jsonl");
    assert_eq!(held(&place), (12, 1));

    let place = planned();
    place.ok("batch import r a.jsonl");
    let text = place.answered("r").iter().filter(|one| one.text == "(a)").count();
    import(&place, "b.jsonl");
    assert_eq!(held(&place), (12, 1));
    let still = place.answered("r").iter().filter(|one| one.text == "(a)").count();
    assert_eq!(text, still, "the first answer is the answer");
    // A copy of a file adds nothing, even if it was written later.
    std::thread::sleep(std::time::Duration::from_millis(20));
    place.write("c.jsonl", std::fs::read_to_string(place.path("b.jsonl")).expect("a file"));
    import(&place, "c.jsonl a.jsonl");
    assert_eq!(held(&place), (12, 1));
    insta::assert_snapshot!(wording.text());
}

#[test]
fn what_a_file_lacks_is_named_counted_and_stored_once() {
    let place = Place::with_study();
    place.ok("run small.toml --into r --model vllm/meta-llama/Llama-3.1-8B --plan-only");
    let results = executed(&place.ok("batch export r"));
    let mut lines: Vec<String> = results.lines().map(str::to_owned).collect();
    let key = |line: &str| -> Value {
        let line: Value = serde_json::from_str(line).expect("JSON");
        line["custom_id"].clone()
    };
    let refused = json!({"status_code": 400, "body": {"error": {"message": "too long"}}});
    lines[3] = json!({"custom_id": key(&lines[3]), "response": refused}).to_string();
    lines[6] = json!({"custom_id": key(&lines[6]), "error": {"message": "lost"}}).to_string();
    lines.insert(4, "junk".to_owned());
    lines.insert(9, "more junk".to_owned());
    place.write("results.jsonl", lines.join("\n"));
    let mut wording = Wording::default();
    wording.fails(&place, 3, "batch import r results.jsonl");
    assert_eq!(answers(&place), 10);
    let status = place.ok("batch status r --json");
    let status = &json_lines(&status)[0];
    assert_eq!((&status["questions"], &status["tally"]["failed"]), (&json!(12), &json!(2)));

    wording.fails(&place, 3, "batch import r results.jsonl");
    assert_eq!(answers(&place), 10);
    assert_eq!(place.counts("r").failures.values().sum::<u64>(), 2, "stored once");
    assert_eq!(json_lines(&place.ok("batch status r --json")).len(), 1);
    insta::assert_snapshot!(wording.text());
}
