//! The configuration of the task.

use super::{TaskForm, TaskLabels, TaskName};
use peirast_record::Task;

/// The version of the task, which the harness writes into its results.
const VERSION: &str = "1.0";

/// Characters after a label: "C++" and "1.5" are not labels.
const LABEL_ENDS: &str = r"(?!\w|[+#]|[.,]\d)";

/// The file `NAME.yaml`. `import` is the source name with which `peirast import` reads its answers.
pub fn configuration(name: &TaskName, form: TaskForm, max_gen_toks: u32, import: &str) -> String {
    let name = name.as_str();
    let metric = match form.task {
        Task::YesNo => closed(r"(?i)answer\W*(yes|no)\b"),
        Task::Choice => {
            // A minus before a number changes the number.
            let label = match form.labels {
                TaskLabels::Letters => r"\W*([a-z])",
                TaskLabels::Numbers => r"[^\w-]*(\d+)",
                TaskLabels::Both => r"[^\w-]*([a-z]|\d+)",
            };
            let pattern = format!("(?i)answer{label}{LABEL_ENDS}");
            if form.has_several_right { scored(name, &pattern) } else { closed(&pattern) }
        }
        Task::Validity => closed(r"(?i)answer\W*(correct|incorrect)\b"),
        Task::Number => scored(name, r"(?i)answer\W*?(-?[\d.,/]*\d)"),
        Task::Text => scored(name, r"(?i)\banswer\b[\s:*_]*([^\r\n]+)"),
        Task::Conclusion => OPEN.to_owned(),
    };
    format!(
        "# Written by peirast {version}. Run it with
#   lm_eval --tasks {name} --include_path THIS_FOLDER --log_samples --output_path OUT --model ...
# and read the answers by
#   peirast import {import} OUT --into RUN
task: {name}
dataset_path: json
dataset_kwargs:
  data_files:
    test: !function {name}.DATA
test_split: test
output_type: generate_until
doc_to_text: \"{{{{question}}}}\"
doc_to_target: \"{{{{target}}}}\"
generation_kwargs:
  until:
    - \"Done.\"
    - \"\\n\\nQuestion:\"
    - \"\\n\\nQ:\"
    - \"<|im_end|>\"
  do_sample: false
  temperature: 0.2
  max_gen_toks: {max_gen_toks}
{metric}metadata:
  version: {VERSION}
",
        version = peirast_record::VERSION
    )
}

/// The harness compares the text after the last *Answer:*.
fn closed(pattern: &str) -> String {
    format!("{}    ignore_case: true\n", filtered(pattern))
}

/// The task's own function scores the text after the last *Answer:*.
fn scored(name: &str, pattern: &str) -> String {
    format!("process_results: !function {name}.score\n{}", filtered(pattern))
}

fn filtered(pattern: &str) -> String {
    format!(
        "filter_list:
  - name: answer
    filter:
      - function: regex
        regex_pattern: '{pattern}'
        group_select: -1
      - function: take_first
metric_list:
  - metric: exact_match
    aggregation: mean
    higher_is_better: true
"
    )
}

/// Peirast scores open answers.
const OPEN: &str = "metric_list:
  - metric: bypass
    aggregation: bypass
    higher_is_better: true
";

/// The file `NAME.py`. The harness resolves relative paths from its working directory, so this file
/// tells it the task's own folder. If several answers are right, the file also scores them.
pub fn script(name: &TaskName, form: TaskForm) -> String {
    let name = name.as_str();
    let (imports, score) = match form.task {
        Task::Number => ("import json\nfrom fractions import Fraction\n", NUMBER_SCORE),
        Task::Text => ("import json\nimport re\n", TEXT_SCORE),
        Task::Choice if form.has_several_right => ("import json\n", CHOICE_SCORE),
        Task::YesNo | Task::Choice | Task::Validity | Task::Conclusion => ("", ""),
    };
    format!(
        "\"\"\"Where the documents of the task {name} are: beside this file.\"\"\"

{imports}from pathlib import Path

DATA = str(Path(__file__).resolve().with_name(\"{name}.jsonl\"))
{score}"
    )
}

/// A number is right within the tolerance of its problem.
const NUMBER_SCORE: &str = r#"

def score(doc, results):
    """1 for the right number, or one within the tolerance of the problem; else 0."""
    try:
        said = Fraction(results[0].replace(",", ""))
    except (ValueError, ZeroDivisionError):
        return {"exact_match": 0.0}
    problem = json.loads(doc["peirast"])["problem"]
    right = Fraction(doc["target"])
    bound = Fraction(0)
    for kind, size in ((problem.get("accepts") or {}).get("tolerance") or {}).items():
        bound = abs(Fraction(size) * (right if kind == "relative" else 1))
    return {"exact_match": float(abs(said - right) <= bound)}
"#;

/// A choice is right if it is the label of any right option.
const CHOICE_SCORE: &str = r#"

def score(doc, results):
    """1 for the label of a right option, else 0."""
    problem = json.loads(doc["peirast"])["problem"]
    right = [problem["truth"]["answer"]["value"]]
    right += (problem.get("accepts") or {}).get("options", [])
    if problem.get("labels") == "numbers":
        right = [str(ord(letter) - ord("a") + 1) for letter in right]
    return {"exact_match": float(results[0].lower() in right)}
"#;

/// A text is right if the problem accepts it, or if it matches one of the problem's patterns.
const TEXT_SCORE: &str = r#"

def words(text):
    """A text in small letters, without articles and signs, but for those of C++, C# and -5."""
    found = re.findall(r"(?:(?<![^\W_])-(?=\d))?[^\W_]+[+#]*", text.lower())
    return [word for word in found if word not in ("a", "an", "the")]


def score(doc, results):
    """1 for a text that the problem accepts, else 0."""
    said = results[0].strip(" \t*_`\"'.,;:!")
    accepts = json.loads(doc["peirast"])["problem"]["accepts"]["texts"]
    right = any(
        re.fullmatch(one["pattern"], said, re.IGNORECASE)
        if "pattern" in one
        else words(one["text"]) == words(said)
        for one in accepts
    )
    return {"exact_match": float(right)}
"#;
