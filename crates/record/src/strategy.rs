//! Strategies: prompt templates that a study writes out.

use crate::{StudyError, Task};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A way to put a problem to a subject, written as templates. Each strategy of a study puts every
/// problem.
///
/// All templates can use `{problem}`, the text of the problem. If the text consists of labelled
/// lines, they can also use `{premise_1}`, `{premise_2}` and `{conclusion}`. For problems of the
/// family `etr`, they can use `{preamble}` and `{premises}`, `{conclusion}` if the question is
/// about one, and `{options}` if there are options. For a choice from a data file, they can use
/// `{question}` and `{options}`. The template `user` can also use `{examples}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Strategy {
    /// Name of the strategy, for example `zero_shot`: the level of the factor `protocol`.
    pub name: String,
    /// The kind of question that this strategy puts. Default: all kinds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<Task>,
    /// The system message; none if empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub system: String,
    /// The user message.
    pub user: String,
    /// The template of one solved example; can also use `{answer}`, `{reason}` and `{number}`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub example: String,
    /// True if the prompt tells the subject to think step by step.
    #[serde(default)]
    pub cot: bool,
    /// The order of the examples.
    #[serde(default)]
    pub order: ExampleOrder,
    /// The solved examples.
    #[serde(default, rename = "show", skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<SolvedExample>,
}

/// Returns the words for the name of a usual strategy; `None` for any other name.
///
/// ```
/// use peirast_record::strategy_words;
/// assert_eq!(strategy_words("zero_shot_cot"), Some("no example, step by step"));
/// assert_eq!(strategy_words("mine"), None);
/// ```
pub fn strategy_words(name: &str) -> Option<&'static str> {
    Some(match name {
        "zero_shot" => "no example",
        "one_shot" => "one example",
        "few_shot" => "several examples",
        "zero_shot_cot" => "no example, step by step",
        _ => return None,
    })
}

/// The order in which a strategy shows its examples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ExampleOrder {
    /// As listed, for every problem.
    #[default]
    Listed,
    /// A different order for each item, drawn with the seed of the study; all versions of an item
    /// get the same order. No answer is then the last one more often than another.
    Drawn,
}

/// A solved problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SolvedExample {
    /// The text of the problem.
    pub problem: String,
    /// The answer that the example shows.
    pub answer: String,
    /// The reason for the answer, for templates that use it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

/// Number of answers per question at a temperature above 0, and the rule by which they are counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Voting {
    /// `published-2025`: stop at `first` unanimous votes, otherwise at `most`; `sequential`: stop
    /// when the posterior odds of the majority reach `odds`, at the latest at `most`; `single`.
    pub rule: String,
    /// For `published-2025`. Default: 5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<u32>,
    /// The most answers per question. Default: 10.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u32>,
    /// For `sequential`. Default: 19.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<f64>,
}

/// Placeholders that templates may contain, by template.
const ANYWHERE: [&str; 7] =
    ["problem", "premise_1", "premise_2", "conclusion", "preamble", "premises", "options"];
const IN_EXAMPLES: [&str; 3] = ["answer", "reason", "number"];

impl Strategy {
    /// Checks the templates: known names only, the problem shown, examples shown if there are any.
    ///
    /// # Errors
    /// The first violated rule.
    pub fn check(&self) -> Result<(), StudyError> {
        let wrong = |field: &str, what: String| {
            Err(StudyError::Value { field: format!("strategy `{}`, {field}", self.name), what })
        };
        let fine = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        if self.name.is_empty() || !self.name.chars().all(fine) {
            return wrong("name", "must be made of letters, digits and -_.".to_owned());
        }
        if self.name == "all" {
            return wrong("name", "`all` means pooled results: take another".to_owned());
        }
        let known = |more: &[&'static str]| [&ANYWHERE, more].concat();
        for (field, text, known) in [
            ("system", &self.system, Vec::new()),
            ("user", &self.user, known(&["examples"])),
            ("example", &self.example, known(&IN_EXAMPLES)),
        ] {
            if let Some(name) = placeholders(text).find(|name| !known.contains(name)) {
                let known: Vec<String> = known.iter().map(|name| format!("{{{name}}}")).collect();
                let known = if known.is_empty() { "nothing".to_owned() } else { known.join(", ") };
                return wrong(field, format!("knows no {{{name}}}, only {known}"));
            }
        }
        if !shows_problem(&self.user) {
            return wrong(
                "user",
                "must contain {problem}, or its premises and conclusion".to_owned(),
            );
        }
        let (lists, shows) = (!self.examples.is_empty(), self.user.contains("{examples}"));
        if lists && !(shows && shows_problem(&self.example) && self.example.contains("{answer}")) {
            return wrong(
                "examples",
                "are shown in place of {examples} in `user`, each by the template `example`, with \
                 {problem} and {answer}"
                    .to_owned(),
            );
        }
        if shows && !lists {
            return wrong(
                "user",
                "contains {examples}, but no [[strategy.show]] lists any".to_owned(),
            );
        }
        Ok(())
    }
}

fn shows_problem(template: &str) -> bool {
    let has = |name: &str| placeholders(template).any(|one| one == name);
    has("problem") || has("premises") || ANYWHERE[1..4].iter().all(|name| has(name))
}

/// The names in braces. Other braces are text.
fn placeholders(template: &str) -> impl Iterator<Item = &str> {
    let after = template.split('{').skip(1);
    let names = after.filter_map(|rest| rest.split_once('}')).map(|(name, _)| name);
    names.filter(|name| {
        !name.is_empty()
            && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_' || b.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strategy(user: &str, example: &str, shown: usize) -> Strategy {
        let one = SolvedExample {
            problem: "All A are B.".to_owned(),
            answer: "correct".to_owned(),
            reason: String::new(),
        };
        Strategy {
            name: "mine".to_owned(),
            task: None,
            system: String::new(),
            user: user.to_owned(),
            example: example.to_owned(),
            cot: false,
            order: ExampleOrder::Listed,
            examples: vec![one; shown],
        }
    }

    #[test]
    fn templates_are_checked() {
        for (user, example, shown, complaint) in [
            ("{problem}", "", 0, ""),
            ("{premise_1} {premise_2} {conclusion}", "", 0, ""),
            ("{examples}\n{problem}", "{problem}: {answer}", 2, ""),
            (r"{problem} Answer in \boxed{}, as {A} or {B c}.", "", 0, ""),
            ("Is it so?", "", 0, "must contain {problem}"),
            ("{premise_1} {conclusion}", "", 0, "must contain {problem}"),
            ("{problem} {premise_3}", "", 0, "knows no {premise_3}"),
            ("{problem}", "{problem}: {answer}", 1, "are shown in place of"),
            ("{examples} {problem}", "{problem}", 1, "are shown in place of"),
            ("{examples} {problem}", "", 0, "lists any"),
        ] {
            let found = strategy(user, example, shown).check();
            match complaint {
                "" => assert_eq!(found, Ok(()), "{user}"),
                _ => assert!(found.unwrap_err().to_string().contains(complaint), "{user}"),
            }
        }
        let nameless = Strategy { name: "a b".to_owned(), ..strategy("{problem}", "", 0) };
        assert!(nameless.check().is_err());
    }
}
