//! Names of logs, tasks, samples and models in Inspect's form.

use peirast_record::Key;
use serde_json::json;
use std::collections::BTreeMap;

/// The most characters of a name. Longer names are cut and get a number.
const LONGEST: usize = 120;

/// The most characters of a subject in a file name, for which file systems allow 255.
const SHORT: usize = 60;

/// A text of letters, digits and a few marks, which file systems, archives and addresses accept.
fn plain(text: &str, marks: &str) -> String {
    let fine = |c: char| c.is_ascii_alphanumeric() || marks.contains(c);
    text.chars().take(LONGEST).map(|c| if fine(c) { c } else { '-' }).collect()
}

/// The name of a task: the name of a study, with the name of its hypothesis.
///
/// ```
/// use peirast_exchange::inspect::task_name;
/// assert_eq!(task_name("token-bias", Some("H5a")), "token-bias-H5a");
/// assert_eq!(task_name("my study", None), "my-study");
/// ```
pub fn task_name(study: &str, hypothesis: Option<&str>) -> String {
    let study = plain(study, "-.");
    hypothesis.map_or(study.clone(), |hypothesis| format!("{study}-{}", plain(hypothesis, "-.")))
}

/// The id of a task. Inspect takes two logs with one id for attempts at one task. So each subject,
/// study and hypothesis has its own id, which is the same in every export.
pub fn task_id(study_hash: &str, subject: &str, task: &str) -> String {
    Key::from_json("inspect-task", json!([study_hash, subject, task])).to_string()
}

/// The name of a log: time, task, subject and id. Inspect splits it at `_`.
///
/// ```
/// use peirast_exchange::inspect::file_name;
/// let name = file_name("2026-11-21T01:00:00+00:00", "my_study-H1", "openai:gpt-4o", "t0", "eval");
/// assert_eq!(name, "2026-11-21T01-00-00-00-00_my-study-H1_openai-gpt-4o_t0.eval");
/// ```
pub fn file_name(created: &str, task: &str, subject: &str, id: &str, ending: &str) -> String {
    let [task, subject] = [task, subject].map(|name| plain(name, "-."));
    let short: String = subject.chars().take(SHORT).collect();
    format!("{}_{task}_{short}_{}.{ending}", plain(created, "-"), plain(id, "-"))
}

/// A subject in Inspect's form of model names: `provider/model`. Simulated subjects have the
/// provider `none`, which sends no requests.
///
/// ```
/// use peirast_exchange::inspect::model_name;
/// assert_eq!(model_name("openai:gpt-4o"), "openai/gpt-4o");
/// assert_eq!(model_name("sim:flawless"), "none/sim-flawless");
/// assert_eq!(model_name("lab/model"), "lab/model");
/// ```
pub fn model_name(subject: &str) -> String {
    match subject.split_once(':') {
        Some(("sim", name)) => format!("none/sim-{name}"),
        Some((provider, name)) if !provider.contains('/') => format!("{provider}/{name}"),
        _ if subject.contains('/') => subject.to_owned(),
        _ => format!("none/{subject}"),
    }
}

/// Gives every question of a log a unique and readable id.
#[derive(Debug, Default)]
pub struct SampleNames(BTreeMap<String, (String, String, Option<u64>)>);

impl SampleNames {
    /// The id of a question: the problem, the protocol, and the temperature if it is a factor.
    ///
    /// ```
    /// use peirast_exchange::inspect::SampleNames;
    /// let mut names = SampleNames::default();
    /// assert_eq!(names.id("conjunction/2/00017", "os", None), "conjunction-2-00017.os");
    /// assert_eq!(names.id("conjunction-2-00017", "os", None), "conjunction-2-00017.os-2");
    /// assert_eq!(names.id("conjunction/2/00017", "os", None), "conjunction-2-00017.os");
    /// assert_eq!(names.id("a", "os", Some(0.5)), "a.os.t0.5");
    /// ```
    pub fn id(&mut self, problem: &str, protocol: &str, temperature: Option<f64>) -> String {
        let marks = "=._-";
        let mut name = format!("{}.{}", plain(problem, marks), plain(protocol, marks));
        if let Some(temperature) = temperature {
            name.push_str(&format!(".t{temperature}"));
        }
        let question = (problem.to_owned(), protocol.to_owned(), temperature.map(f64::to_bits));
        let mut free = name.clone();
        let mut number = 1_u64;
        while self.0.get(&free).is_some_and(|taken| *taken != question) {
            number += 1;
            free = format!("{name}-{number}");
        }
        self.0.entry(free.clone()).or_insert(question);
        free
    }
}
