//! Reads instances of Every Eval Ever: one JSON line for each answer.

use super::options::ScoreOptions;
use super::texts::{columns, score, text};
use peirast_compare::{BetterScore, ItemId, ItemTexts, ScoreRow, ScoredRun};
use peirast_record::read_json;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The largest size of an aggregate that is read, in bytes.
const LARGEST_AGGREGATE: u64 = 1 << 24;

/// Tests if a JSON object is an instance.
pub(super) fn is_instance(value: &Value) -> bool {
    value["schema_version"].is_string()
        && value["evaluation_name"].is_string()
        && !value["sample_id"].is_null()
        && value["evaluation"].is_object()
}

/// The better directions of the results of aggregates, by the ids of the evaluation and the result. The
/// name of the evaluation takes the place of an id that is missing.
pub(super) type Directions = BTreeMap<(String, String), BetterScore>;

/// The better directions of the metrics of a log, from the aggregates next to it: JSON files whose
/// evaluations are those of the log.
pub(super) fn directions(log: &Path, instances: &[Value]) -> Directions {
    let mut directions = Directions::new();
    let Some(folder) = log.parent() else { return directions };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let named = instances.iter().filter_map(|one| one["evaluation_id"].as_str());
    let mut ids: BTreeSet<String> = named.map(str::to_owned).collect();
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "json"));
    // An aggregate has the name of its log, as far as it goes: in a folder of many runs, no other file
    // is then read.
    let name = log.file_name().unwrap_or_default().to_string_lossy();
    let is_other = |file: &PathBuf| {
        !file.file_stem().is_some_and(|stem| name.starts_with(&*stem.to_string_lossy()))
    };
    files.sort_by_cached_key(|file| (is_other(file), file.clone()));
    for file in files {
        if ids.is_empty() {
            break;
        }
        let is_small = std::fs::metadata(&file).is_ok_and(|data| data.len() <= LARGEST_AGGREGATE);
        let Some(text) = is_small.then(|| std::fs::read_to_string(&file).ok()).flatten() else {
            continue;
        };
        let Ok(aggregate) = read_json::<Value>(&text) else { continue };
        let Some(id) = aggregate["evaluation_id"].as_str().filter(|id| ids.remove(*id)) else {
            continue;
        };
        for result in aggregate["evaluation_results"].as_array().into_iter().flatten() {
            let Some(is_lower) = result["metric_config"]["lower_is_better"].as_bool() else {
                continue;
            };
            let better = if is_lower { BetterScore::Lower } else { BetterScore::Higher };
            directions.insert((id.to_owned(), result_key(result)), better);
        }
    }
    directions
}

/// The key of a result in an aggregate, and of an instance: its id, or the name of the evaluation.
fn result_key(of: &Value) -> String {
    let named = of["evaluation_result_id"].as_str().filter(|id| !id.is_empty());
    named.map_or_else(|| text(&of["evaluation_name"]), str::to_owned)
}

/// The runs by their models. If scores differ from correctness, correctness is a separate metric.
pub(super) fn runs<'r>(
    instances: impl Iterator<Item = &'r Value> + Clone,
    directions: &Directions,
    options: &ScoreOptions,
) -> Vec<(Option<String>, ScoredRun)> {
    let mut runs: BTreeMap<String, ScoredRun> = BTreeMap::new();
    let is_more = |instance: &Value| {
        let evaluation = &instance["evaluation"];
        score(&evaluation["score"]) != score(&evaluation["is_correct"])
    };
    let are_both = instances.clone().any(is_more);
    let evaluations = Evaluations::among(instances.clone());
    for instance in instances {
        let run = runs.entry(text(&instance["model_id"])).or_default();
        let (metric, remark) = match evaluations.result(instance) {
            LineResult::Metric(metric) => (Some(metric), None),
            LineResult::Joined(metric) => {
                let remark = format!(
                    "task {}: lines without a result id count as {metric}, the only result of the task",
                    task(instance, &metric)
                );
                (Some(metric), Some(remark))
            }
            LineResult::Zero(metric) => {
                let remark = format!(
                    "task {}: each score is 0, and no line names a result: if the lines are placeholders for a score \
                     of the whole task, leave the task out with --task",
                    task(instance, &metric)
                );
                (Some(metric), Some(remark))
            }
            LineResult::Placeholder => {
                let remark = format!(
                    "task {}: lines without a result, an answer and a score are placeholders for a score of \
                     the whole task, and are left out",
                    task(instance, &metric(instance))
                );
                (None, Some(remark))
            }
            LineResult::Copy => (None, None),
        };
        run.remarks.extend(remark.filter(|remark| !run.remarks.contains(remark)));
        let Some(metric) = metric else { continue };
        let key = (text(&instance["evaluation_id"]), result_key(instance));
        if let Some(better) = directions.get(&key) {
            run.directions.insert(metric.clone(), *better);
        }
        run.add(row(instance, &metric, are_both, options));
    }
    runs.into_iter().map(|(model, run)| (Some(model), run)).collect()
}

/// The meaning of a line.
enum LineResult {
    /// A score of this metric.
    Metric(String),
    /// A score without a result id, of a task whose other lines all have this metric.
    Joined(String),
    /// A score of this metric in a task without result ids in which each score is 0.
    Zero(String),
    /// No score of an item. Converters write such lines in place of a score for a whole corpus: without
    /// a result id and an answer, and with a score of 0.
    Placeholder,
    /// A placeholder for an item that has a score under a result id.
    Copy,
}

/// The evaluations of a file, by model and name.
struct Evaluations<'r>(BTreeMap<(&'r str, &'r str), Evaluation>);

#[derive(Default)]
struct Evaluation {
    /// The metrics that lines name.
    metrics: BTreeSet<String>,
    /// The items of those lines.
    named: BTreeSet<String>,
    /// True if a line without a result has a score other than 0.
    is_scored: bool,
    /// True if a line without a result has an answer.
    is_answered: bool,
}

impl<'r> Evaluations<'r> {
    fn among(instances: impl Iterator<Item = &'r Value>) -> Self {
        let mut found = Self(BTreeMap::new());
        for one in instances {
            let evaluation = found.0.entry(Self::key(one)).or_default();
            if is_unnamed(one) {
                evaluation.is_scored |= has_score(one);
                evaluation.is_answered = evaluation.is_answered || !answer(one).is_empty();
            } else {
                evaluation.metrics.insert(metric(one));
                evaluation.named.insert(text(&one["sample_id"]));
            }
        }
        found
    }

    fn key(instance: &Value) -> (&str, &str) {
        let of = |name: &str| instance[name].as_str().unwrap_or_default();
        (of("model_id"), of("evaluation_name"))
    }

    fn result(&self, instance: &Value) -> LineResult {
        let own = metric(instance);
        let Some(evaluation) = self.0.get(&Self::key(instance)).filter(|_| is_unnamed(instance))
        else {
            return LineResult::Metric(own);
        };
        let is_named = evaluation.named.contains(&text(&instance["sample_id"]));
        match evaluation.metrics.first() {
            _ if is_named && !has_score(instance) => LineResult::Copy,
            _ if !evaluation.is_scored && !evaluation.is_answered => LineResult::Placeholder,
            Some(only) if evaluation.metrics.len() == 1 => LineResult::Joined(only.clone()),
            None if !evaluation.is_scored => LineResult::Zero(own),
            _ => LineResult::Metric(own),
        }
    }
}

/// True if the line says that it belongs to no result. Older versions have no such field.
fn is_unnamed(instance: &Value) -> bool {
    instance.get("evaluation_result_id").is_some_and(Value::is_null)
}

fn has_score(instance: &Value) -> bool {
    let evaluation = &instance["evaluation"];
    score(&evaluation["score"]).flatten().is_some_and(|score| score != 0.0)
        || evaluation["is_correct"] == true
}

/// The text of the model: its output, or the last message.
fn answer(instance: &Value) -> String {
    match instance["output"]["raw"].is_null() {
        true => instance["messages"]
            .as_array()
            .and_then(|all| all.last())
            .map_or_else(String::new, |last| text(&last["content"])),
        false => text(&instance["output"]["raw"]),
    }
}

fn row(instance: &Value, metric: &str, are_both: bool, options: &ScoreOptions) -> ScoreRow {
    let evaluation = &instance["evaluation"];
    let is_lost = instance["error"].is_string();
    let of = |name: &str| score(&evaluation[name]).flatten().filter(|_| !is_lost);
    let question = text(&instance["input"]["raw"]);
    let content = match instance["sample_hash"].as_str() {
        Some(hash) if !hash.is_empty() => hash.to_owned(),
        _ => question.clone(),
    };
    let mut scores = vec![(metric.to_owned(), of("score"))];
    if are_both {
        scores.push((format!("is_correct,{metric}"), of("is_correct")));
    }
    ScoreRow {
        task: task(instance, metric),
        id: ItemId::written(&text(&instance["sample_id"])),
        pass: epoch(instance),
        content: Some(content).filter(|content| !content.is_empty()),
        texts: options.texts(|| ItemTexts {
            question,
            target: text(&instance["input"]["reference"]),
            answer: answer(instance),
        }),
        columns: options.columns(|| columns(&instance["metadata"])),
        scores,
    }
}

/// The metric of a sample: the id of its result, `METRIC` or `METRIC:FILTER`, as converters of
/// other logs write it.
fn metric(instance: &Value) -> String {
    match instance["evaluation_result_id"].as_str() {
        Some(id) if !is_opaque(id) => id.replacen(':', ",", 1),
        _ => "score".to_owned(),
    }
}

/// Tests if an id is a path, a number or a hash, which two files cannot share.
fn is_opaque(id: &str) -> bool {
    let digits = id.bytes().filter(u8::is_ascii_digit).count();
    id.is_empty() || id.contains('/') || (id.len() >= 8 && digits * 4 > id.len())
}

/// The task: the name of the evaluation without the filter, which is also in the metric.
fn task(instance: &Value, metric: &str) -> String {
    let name = text(&instance["evaluation_name"]);
    let filter = metric.split_once(',').map(|(_, filter)| format!("/{filter}"));
    let bare = filter.and_then(|filter| name.strip_suffix(&filter).map(str::to_owned));
    bare.unwrap_or(name)
}

/// The epoch that converters of Inspect's logs write, from 0.
fn epoch(instance: &Value) -> u32 {
    let epoch = text(&instance["metadata"]["epoch"]);
    epoch.parse::<u32>().unwrap_or(1).saturating_sub(1)
}
