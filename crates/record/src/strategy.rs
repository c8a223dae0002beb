//! A strategy: a way to put a problem that a study writes out.

use crate::{StudyError, Task};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A way to put a problem, written out as templates. Every problem of a study is put by each of its
/// strategies.
///
/// The templates know `{problem}`, the text of the problem; where that consists of labelled lines
/// also `{premise_1}`, `{premise_2}` and `{conclusion}`; and where it is a problem of the family
/// `etr` also `{preamble}`, `{premises}`, `{conclusion}` if one is asked about, and `{options}` if
/// there are some. Of a choice of one's own they know `{question}` and `{options}`. `user` knows
/// `{examples}` as well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Strategy {
    /// Its name, for example `zero_shot`: the level of the factor `protocol`.
    pub name: String,
    /// The kind of question that is put so; all if not set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<Task>,
    /// The system message; none if empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub system: String,
    /// The user message.
    pub user: String,
    /// How one solved example is written; knows `{answer}`, `{reason}` and `{number}` too.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub example: String,
    /// True if the subject is told to think step by step.
    #[serde(default)]
    pub cot: bool,
    /// The order of the examples.
    #[serde(default)]
    pub order: ExampleOrder,
    /// The solved examples.
    #[serde(default, rename = "show", skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<SolvedExample>,
}

/// The order in which the examples of a strategy are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ExampleOrder {
    /// As they are listed, for every problem.
    #[default]
    Listed,
    /// Another order for each item, drawn with the seed of the study; all versions of an item get
    /// the same one. So no answer is the last one more often than another.
    Drawn,
}

/// A solved problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SolvedExample {
    /// The text of the problem.
    pub problem: String,
    /// The answer that is shown.
    pub answer: String,
    /// Why, for templates that say so.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

/// How often one question is asked of one subject at a temperature above 0, and how its answers
/// are counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Voting {
    /// `published-2025`: stop at `first` unanimous votes, otherwise at `most`; `sequential`: stop
    /// when the posterior odds of the majority reach `odds`, at the latest at `most`; `single`.
    pub rule: String,
    /// For `published-2025`; 5 unless set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<u32>,
    /// 10 unless set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u32>,
    /// For `sequential`; 19 unless set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<f64>,
}

/// Names that templates may hold in braces, and in which of them.
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
            return wrong("name", "`all` stands for what is pooled: take another".to_owned());
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
            return wrong("user", "must hold {problem}, or its premises and conclusion".to_owned());
        }
        let (lists, shows) = (!self.examples.is_empty(), self.user.contains("{examples}"));
        if lists && !(shows && shows_problem(&self.example) && self.example.contains("{answer}")) {
            return wrong(
                "examples",
                "are shown where `user` holds {examples}, each as `example` says, with {problem} and \
                 {answer}"
                    .to_owned(),
            );
        }
        if shows && !lists {
            return wrong(
                "user",
                "holds {examples}, but no [[strategy.show]] lists any".to_owned(),
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
            ("Is it so?", "", 0, "must hold {problem}"),
            ("{premise_1} {conclusion}", "", 0, "must hold {problem}"),
            ("{problem} {premise_3}", "", 0, "knows no {premise_3}"),
            ("{problem}", "{problem}: {answer}", 1, "are shown where"),
            ("{examples} {problem}", "{problem}", 1, "are shown where"),
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
