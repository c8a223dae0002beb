//! The configuration of the task.

use super::TaskName;
use peirast_record::Task;

/// The version of the task, which the harness puts beside its results.
const VERSION: &str = "1.0";

/// The file `NAME.yaml`.
/// `import` is the source that `peirast import` reads its answers by.
pub fn configuration(name: &TaskName, task: Task, max_gen_toks: u32, import: &str) -> String {
    let name = name.as_str();
    let metric = match task {
        Task::YesNo => closed(r"(?i)answer\W*(yes|no)\b"),
        Task::Choice => closed(r"(?i)answer\W*([a-z])\b"),
        Task::Validity => closed(r"(?i)answer\W*(correct|incorrect)\b"),
        Task::Number => closed(r"(?i)answer\W*?(-?\d+(?:\.\d+)?)\b"),
        Task::Text => closed(r"(?i)answer\W*(.+)"),
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

/// What stands behind the last *Answer:* is compared.
fn closed(pattern: &str) -> String {
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
    ignore_case: true
"
    )
}

/// Open answers are scored by us.
const OPEN: &str = "metric_list:
  - metric: bypass
    aggregation: bypass
    higher_is_better: true
";

/// The file `NAME.py`: the harness takes relative paths as relative to where it was started, and this
/// is how a task says where its own folder is.
pub fn location(name: &TaskName) -> String {
    let name = name.as_str();
    format!(
        "\"\"\"Where the documents of the task {name} are: beside this file.\"\"\"

from pathlib import Path

DATA = str(Path(__file__).resolve().with_name(\"{name}.jsonl\"))
"
    )
}
