//! Reads sample logs of the lm-evaluation-harness.

use super::options::ScoreOptions;
use super::texts::{columns, first, score, text};
use crate::lines;
use crate::lm_eval::{is_results, model_of_log, results_of};
use crate::{ExchangeError, files};
use peirast_compare::{BetterScore, ItemId, ItemTexts, ScoreRow, ScoredRun};
use peirast_record::{canonical_json, read_json};
use peirast_report::counted;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;

/// Fields of a line that are not metrics.
const NO_METRICS: [&str; 14] = [
    "doc_id",
    "doc",
    "target",
    "arguments",
    "resps",
    "filtered_resps",
    "filter",
    "metrics",
    "doc_hash",
    "prompt_hash",
    "target_hash",
    "task_name",
    "schema_version",
    "doc_index",
];
/// The filter of lines that were not filtered.
const UNFILTERED: &str = "none";

/// Tests if a JSON object is a line of a sample log.
pub(super) fn is_line(line: &Value) -> bool {
    line["doc"].is_object() && (!line["resps"].is_null() || !line["filtered_resps"].is_null())
}

/// The scores of a log, and its model.
pub(super) fn read(
    file: &Path,
    options: &ScoreOptions,
) -> Result<(Option<String>, ScoredRun), ExchangeError> {
    let mut run = ScoredRun::default();
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let task = task_of(name);
    let directions = directions(file, &task);
    let mut unusable: BTreeMap<String, u64> = BTreeMap::new();
    let (mut answered, mut left_out, mut repeated) = (Answered::default(), 0_u64, 0_u64);
    lines::each(file, |text, place| {
        let mut line: Value = read_json(text).map_err(|error| place.refuse(error))?;
        if !is_line(&line) {
            left_out += 1;
            return Ok(());
        }
        let number = line["doc_id"].as_i64().unwrap_or(place.number as i64 - 1);
        let filter = match answered.standing(number, &line, text) {
            Standing::Repeated => {
                repeated += 1;
                return Ok(());
            }
            Standing::New => filter(&line).map(Cow::Borrowed),
            Standing::Filtered(time) => Some(Cow::Owned(format!("filter {time}"))),
        };
        let scores = scores(&line, filter.as_deref(), &mut unusable);
        for (metric, _) in &scores {
            let bare = metric.split(',').next().unwrap_or_default();
            if let Some(better) = directions.get(bare).filter(|_| !metric.starts_with(LIKELIHOOD)) {
                run.directions.insert(metric.clone(), *better);
            }
        }
        let texts = options.texts(|| texts(&line));
        let columns = options.columns(|| columns(&line["doc"]));
        run.add(ScoreRow {
            task: task.clone(),
            id: ItemId::Number(number),
            pass: 0,
            content: Some(canonical_json(line["doc"].take())),
            texts,
            columns,
            scores,
        });
        Ok(())
    })?;
    if left_out > 0 {
        let lines = counted(left_out, "line is not a sample", "lines are not samples");
        run.remarks.push(format!("{name}: {lines}"));
    }
    if repeated > 0 {
        let lines =
            counted(repeated, "line occurs twice and counts", "lines occur twice and count");
        run.remarks.push(format!("{name}: {lines} once"));
    }
    run.remarks.extend(unusable.into_iter().map(|(metric, count)| {
        let lines = counted(count, "line", "lines");
        format!("{task}: {metric} is not a number in {lines} and is left out")
    }));
    Ok((model_of_log(file), run))
}

/// The answers of a log so far: by item and filter, the digests of the lines and of the responses.
#[derive(Default)]
struct Answered {
    seen: BTreeMap<(i64, Option<String>), Vec<AnswerDigests>>,
}

/// The digests of a line and of the response.
type AnswerDigests = (u64, u64);

/// The relation of a line to earlier lines of its item.
enum Standing {
    /// An answer, perhaps not the first.
    New,
    /// The same line again.
    Repeated,
    /// The same answer with another filter, which the line does not name, as in older versions. The
    /// filter gets a number, from 2.
    Filtered(usize),
}

impl Answered {
    fn standing(&mut self, number: i64, line: &Value, text: &str) -> Standing {
        let digest = |of: &dyn Fn(&mut DefaultHasher)| {
            let mut hasher = DefaultHasher::new();
            of(&mut hasher);
            hasher.finish()
        };
        let own = digest(&|hasher| text.hash(hasher));
        let said = digest(&|hasher| line["resps"].hash(hasher));
        let key = (number, line["filter"].as_str().map(str::to_owned));
        let seen = self.seen.entry(key).or_default();
        let is_unnamed = line["filter"].is_null();
        let times = seen.iter().filter(|(_, other)| *other == said).count();
        let standing = match seen.iter().any(|(line, _)| *line == own) {
            true => return Standing::Repeated,
            false if is_unnamed && times > 0 => Standing::Filtered(times + 1),
            false => Standing::New,
        };
        seen.push((own, said));
        standing
    }
}

/// The meaning of per-item values with the name `perplexity`.
const LIKELIHOOD: &str = "log_likelihood";

/// The filter in a line, if the line was filtered.
fn filter(line: &Value) -> Option<&str> {
    line["filter"].as_str().filter(|filter| *filter != UNFILTERED && !filter.is_empty())
}

/// The scores of a line. A metric with a filter is `metric,filter`, as the harness writes it.
fn scores(
    line: &Value,
    filter: Option<&str>,
    unusable: &mut BTreeMap<String, u64>,
) -> Vec<(String, Option<f64>)> {
    let listed: Option<Vec<&str>> =
        line["metrics"].as_array().map(|names| names.iter().filter_map(Value::as_str).collect());
    let fields = line.as_object().into_iter().flatten();
    let is_metric = |name: &str, value: &Value| match &listed {
        Some(listed) => listed.contains(&name),
        None => !NO_METRICS.contains(&name) && score(value).is_some(),
    };
    let mut scores = Vec::new();
    for (name, value) in fields.filter(|(name, value)| is_metric(name, value)) {
        let full = match (filter, name.as_str(), value.as_f64()) {
            // With this name, the harness logs the log-likelihood, of which more is better.
            (None, "perplexity", Some(value)) if value <= 0.0 => LIKELIHOOD.to_owned(),
            (Some(filter), name, _) => format!("{name},{filter}"),
            (None, name, _) => name.to_owned(),
        };
        match score(value) {
            Some(score) => scores.push((full, score)),
            None => *unusable.entry(full).or_default() += 1,
        }
    }
    scores
}

fn texts(line: &Value) -> ItemTexts {
    let doc = &line["doc"];
    let request = &line["arguments"]["gen_args_0"]["arg_0"];
    let prompt = match request.is_null() {
        true => text(&line["arguments"][0][0]),
        false => text(request),
    };
    let question =
        first(doc, &["question", "query", "prompt", "problem", "input", "sentence", "text"]);
    let question = question.filter(|question| question.is_string()).map_or(prompt, text);
    ItemTexts { question, target: text(&line["target"]), answer: answer(line) }
}

/// The answer: the most likely continuation, or the first text.
fn answer(line: &Value) -> String {
    let answers = &line["filtered_resps"];
    let likelihood = |value: &Value| -> Option<f64> {
        let first = value.as_array()?.first()?;
        first.as_f64().or_else(|| first.as_str()?.parse().ok())
    };
    let likelihoods: Option<Vec<f64>> =
        answers.as_array().and_then(|list| list.iter().map(likelihood).collect());
    match likelihoods.filter(|all| !all.is_empty()) {
        Some(all) => {
            let best = (0..all.len()).max_by(|one, other| all[*one].total_cmp(&all[*other]));
            let at = best.unwrap_or_default();
            let continuation = &line["arguments"][format!("gen_args_{at}")]["arg_1"];
            match continuation.as_str() {
                Some(text) => text.trim().to_owned(),
                None => format!("option {}", at + 1),
            }
        }
        None => match &line["resps"][0] {
            Value::Array(texts) => texts.first().map_or_else(String::new, text),
            _ => text(&answers[0]),
        },
    }
}

/// The task of a log from its name: `samples_TASK_TIME.jsonl`.
fn task_of(name: &str) -> String {
    let bare = name.strip_suffix(".gz").unwrap_or(name);
    let bare = [".jsonl", ".json"].iter().find_map(|end| bare.strip_suffix(end)).unwrap_or(bare);
    let bare = bare.strip_prefix("samples_").unwrap_or(bare);
    let is_time = |part: &str| {
        let digits = part.bytes().filter(u8::is_ascii_digit).count();
        digits >= 8 && part.contains('T') && part.contains('-')
    };
    match bare.rsplit_once('_') {
        Some((task, time)) if is_time(time) => task.to_owned(),
        _ => bare.to_owned(),
    }
}

/// The better direction of each metric of the task, from the results next to the log.
fn directions(log: &Path, task: &str) -> BTreeMap<String, BetterScore> {
    let read = || -> Option<BTreeMap<String, BetterScore>> {
        let folder = log.parent()?;
        let same = folder.join(results_of(log.file_name()?.to_str()?)?);
        let results = match same.is_file() {
            true => same,
            false => files::below(folder, is_results).ok()?.into_iter().next()?,
        };
        let results: Value = read_json(&std::fs::read_to_string(results).ok()?).ok()?;
        let of_task = results["higher_is_better"][task].as_object()?;
        let better = |higher: bool| if higher { BetterScore::Higher } else { BetterScore::Lower };
        Some(
            of_task
                .iter()
                .filter_map(|(name, is)| Some((name.clone(), better(is.as_bool()?))))
                .collect(),
        )
    };
    read().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_name_their_tasks() {
        for (name, task) in [
            ("samples_arc_easy.jsonl", "arc_easy"),
            ("samples_gsm8k_2025-01-02T03-04-05.678.jsonl", "gsm8k"),
            ("samples_mmlu_2025-01-02T03-04-05.678901.jsonl.gz", "mmlu"),
            ("samples_mmlu_world_history_2025-01-02T03-04-05.json", "mmlu_world_history"),
            ("other.jsonl", "other"),
        ] {
            assert_eq!(task_of(name), task, "{name}");
        }
    }
}
