//! Reads sample logs of the lm-evaluation-harness.

use super::options::ScoreOptions;
use super::standing::{Answered, Standing};
use super::texts::{columns, first, score, shown, text};
use crate::lines;
use crate::lm_eval::{beside, is_results, model_of_log, results_of};
use crate::{ExchangeError, files};
use peirast_compare::{
    BetterScore, ContentKey, ItemId, ItemTexts, ScoreRow, ScoredAnswer, ScoredRun,
};
use peirast_decimals::counted;
use peirast_record::{canonical_json, read_json};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;
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

/// Tests if a JSON object is a line of a sample log. A document is an object; data sets of bare texts have
/// texts in its place.
pub(super) fn is_line(line: &Value) -> bool {
    let is_answered = !line["resps"].is_null() || !line["filtered_resps"].is_null();
    let is_numbered = !line["doc_id"].is_null() || !line["arguments"].is_null();
    is_answered && (line["doc"].is_object() || line["doc"].is_string() && is_numbered)
}

/// The scores of a log, and its model.
pub(super) fn read(
    file: &Path,
    options: &ScoreOptions,
) -> Result<(Option<String>, ScoredRun), ExchangeError> {
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let task = task_of(name);
    let mut log = SampleLog::new(name, &task, directions(file, &task), options);
    lines::each(file, |text, place| {
        let line: Value = read_json(text).map_err(|error| place.refuse(error))?;
        log.take(line, text, place.number);
        Ok(())
    })?;
    Ok((model_of_log(file), log.finish()))
}

/// True if the harness named the file, which it does after the task, in a folder with the name of the
/// model.
pub(super) fn is_named_by_harness(name: &str) -> bool {
    name.starts_with("samples_")
}

/// True if the place of a log names its model: results next to it, or the folder into which the
/// harness wrote it.
pub(super) fn names_model(log: &Path) -> bool {
    let name = log.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    is_named_by_harness(name) || log.parent().and_then(|folder| beside(log, folder)).is_some()
}

/// A log while it is read.
struct SampleLog<'o> {
    name: &'o str,
    task: &'o str,
    directions: BTreeMap<String, BetterScore>,
    options: &'o ScoreOptions,
    run: ScoredRun,
    unusable: Unusable,
    /// Fields with other values than numbers, of lines that do not list their metrics.
    others: Unusable,
    answered: Answered,
    /// Lines that are equal to an earlier line. The whole log shows what they are.
    equal: Vec<EqualLine>,
    left_out: u64,
}

/// The metrics whose values are not numbers, with the number of lines and the first value.
type Unusable = BTreeMap<String, (u64, String)>;

/// A line that is equal to an earlier line of its item.
struct EqualLine {
    number: i64,
    content: ContentKey,
    standing: Standing,
    scores: Vec<(String, Option<f64>)>,
}

impl<'o> SampleLog<'o> {
    fn new(
        name: &'o str,
        task: &'o str,
        directions: BTreeMap<String, BetterScore>,
        options: &'o ScoreOptions,
    ) -> Self {
        let mut run = ScoredRun::default();
        if !is_named_by_harness(name) {
            run.unnamed_tasks.insert(task.to_owned());
        }
        Self {
            name,
            task,
            directions,
            options,
            run,
            unusable: Unusable::new(),
            others: Unusable::new(),
            answered: Answered::default(),
            equal: Vec::new(),
            left_out: 0,
        }
    }

    fn take(&mut self, mut line: Value, text: &str, place: usize) {
        if !is_line(&line) {
            self.left_out += 1;
            return;
        }
        let number =
            line["doc_id"].as_i64().unwrap_or(i64::try_from(place).unwrap_or(i64::MAX) - 1);
        let standing = self.answered.standing(number, &line, text);
        let filter = filter(&line).map(Cow::Borrowed).or_else(|| standing.filter().map(Cow::Owned));
        let scores = scores(&line, filter.as_deref(), &mut self.unusable, &mut self.others);
        if standing.is_equal {
            let content = ContentKey::of(&canonical_json(line["doc"].take()));
            self.equal.push(EqualLine { number, content, standing, scores });
            return;
        }
        self.add_directions(&scores);
        let texts = self.options.texts(|| texts(&line));
        let columns = self.options.columns(|| columns(&line["doc"]));
        self.run.add(ScoreRow {
            task: self.task.to_owned(),
            id: ItemId::Number(number),
            pass: 0,
            content: Some(canonical_json(line["doc"].take())),
            texts,
            columns,
            scores,
        });
    }

    fn add_directions(&mut self, scores: &[(String, Option<f64>)]) {
        for (metric, _) in scores {
            let bare = metric.split(',').next().unwrap_or_default();
            let better = self.directions.get(bare).filter(|_| !metric.starts_with(LIKELIHOOD));
            if let Some(better) = better.filter(|_| !self.run.directions.contains_key(metric)) {
                self.run.directions.insert(metric.clone(), *better);
            }
        }
    }

    fn finish(mut self) -> ScoredRun {
        self.add_equal();
        let (name, task) = (self.name, self.task);
        if self.left_out > 0 {
            let lines = counted(self.left_out, "line is not a sample", "lines are not samples");
            self.run.remarks.push(format!("{name}: {lines}"));
        }
        // Without a list of metrics, a field of another kind is noteworthy only if there is no score.
        let has_scores = self.run.tasks.get(task).is_some_and(|task| !task.metrics().is_empty());
        if !has_scores {
            self.unusable.append(&mut self.others);
        }
        self.run.remarks.extend(self.unusable.into_iter().map(|(metric, (count, first))| {
            let lines = counted(count, "line", "lines");
            format!(
                "{task}: {metric} is not a number in {lines} (the first: {first}) and is left out"
            )
        }));
        self.run
    }

    /// Adds the lines that are equal to earlier lines, unless the log is a copy of itself.
    fn add_equal(&mut self) {
        let equal = std::mem::take(&mut self.equal);
        if equal.is_empty() {
            return;
        }
        let copies = self.answered.copies();
        let filters = self.answered.filters();
        let mut repeated = 0_u64;
        for line in equal {
            if copies.has(line.standing.at) {
                repeated += 1;
                continue;
            }
            let filter = filters.and_then(|filters| line.standing.filter_among(filters));
            let named = |(metric, score): (String, Option<f64>)| match &filter {
                Some(filter) => (format!("{metric},{filter}"), score),
                None => (metric, score),
            };
            let scores: Vec<(String, Option<f64>)> = line.scores.into_iter().map(named).collect();
            self.add_directions(&scores);
            let of_task = self.run.tasks.entry(self.task.to_owned()).or_default();
            let scores: Vec<(usize, Option<f64>)> = scores
                .iter()
                .map(|(metric, score)| (of_task.metric_or_new(metric), *score))
                .collect();
            let answer = ScoredAnswer {
                id: ItemId::Number(line.number),
                content: Some(line.content),
                pass: 0,
                texts: ItemTexts::default(),
                columns: BTreeMap::new(),
            };
            of_task.add(answer, scores);
        }
        if repeated > 0 {
            let lines =
                counted(repeated, "line occurs twice and counts", "lines occur twice and count");
            self.run.remarks.push(format!("{}: {lines} once", self.name));
        }
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
    unusable: &mut Unusable,
    others: &mut Unusable,
) -> Vec<(String, Option<f64>)> {
    let listed: Option<Vec<&str>> =
        line["metrics"].as_array().map(|names| names.iter().filter_map(Value::as_str).collect());
    let fields = line.as_object().into_iter().flatten();
    let is_metric = |name: &str| match &listed {
        Some(listed) => listed.contains(&name),
        None => !NO_METRICS.contains(&name),
    };
    let mut scores = Vec::new();
    for (name, value) in fields.filter(|(name, _)| is_metric(name)) {
        let full = match (filter, name.as_str(), value.as_f64()) {
            // With this name, the harness logs the log-likelihood, of which more is better.
            (None, "perplexity", Some(value)) if value <= 0.0 => LIKELIHOOD.to_owned(),
            (Some(filter), name, _) => format!("{name},{filter}"),
            (None, name, _) => name.to_owned(),
        };
        match score(value) {
            Some(score) => scores.push((full, score)),
            None => {
                let of = if listed.is_some() { &mut *unusable } else { &mut *others };
                of.entry(full).or_insert_with(|| (0, shown(value))).0 += 1;
            }
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
    let question = question.or(Some(doc)).filter(|question| question.is_string());
    let question = question.map_or(prompt, text);
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
