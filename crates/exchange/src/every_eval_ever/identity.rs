//! The names of subjects in the data set.

use super::RecordOptions;
use crate::ExchangeError;
use peirast_table::escape_line;
use std::collections::BTreeMap;
use std::str::FromStr;

/// The operator of the servers of a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Host {
    /// The evaluator.
    Own,
    /// A provider.
    Provider,
    /// Unknown.
    #[default]
    Unknown,
}

impl Host {
    /// The type of deployment in the schema.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Own => "self_deployed",
            Self::Provider => "externally_managed",
            Self::Unknown => "unknown",
        }
    }
}

/// The deployment of a subject.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deployment {
    /// The provider at the start of the subject's name.
    pub provider: Option<String>,
    /// The operator of its servers.
    pub host: Host,
}

/// The names of models by subject, as a user gives them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelNames(BTreeMap<String, String>);

impl ModelNames {
    /// Refuses a name for a subject that the run lacks.
    pub(super) fn check<'s>(
        &self,
        subjects: impl Iterator<Item = &'s str> + Clone,
    ) -> Result<(), ExchangeError> {
        let mut named = self.0.keys();
        match named.find(|name| !subjects.clone().any(|subject| subject == *name)) {
            None => Ok(()),
            Some(name) => Err(ExchangeError::Layout(format!(
                "--model {}: the run has no answers of this subject; its subjects are {}",
                escape_line(name),
                subjects.map(escape_line).collect::<Vec<_>>().join(", ")
            ))),
        }
    }
}

impl FromStr for ModelNames {
    type Err = ExchangeError;

    /// Reads `SUBJECT=DEVELOPER/MODEL`.
    ///
    /// ```
    /// use peirast_exchange::every_eval_ever::ModelNames;
    /// assert!("ollama/llama3=meta-llama/Meta-Llama-3-8B".parse::<ModelNames>().is_ok());
    /// assert!("ollama/llama3=llama3".parse::<ModelNames>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, ExchangeError> {
        let parts = text.split_once('=').and_then(|(subject, id)| {
            let (developer, model) = id.split_once('/')?;
            let is_clean = |part: &str| !part.is_empty() && component(part) == part;
            (!subject.is_empty() && is_clean(developer) && model.split('/').all(is_clean))
                .then(|| (subject.to_owned(), id.to_owned()))
        });
        parts.map(|pair| Self(BTreeMap::from([pair]))).ok_or_else(|| {
            ExchangeError::Layout(format!(
                "`{}` is not a name of a model: write SUBJECT=DEVELOPER/MODEL, such as \
                 ollama/llama3=meta-llama/Meta-Llama-3-8B, with letters, digits and `.-_`",
                escape_line(text)
            ))
        })
    }
}

impl FromIterator<Self> for ModelNames {
    fn from_iter<I: IntoIterator<Item = Self>>(names: I) -> Self {
        Self(names.into_iter().flat_map(|one| one.0).collect())
    }
}

/// Providers with models of their own, and the names of these developers in the data set.
const DEVELOPERS: [(&str, &str); 8] = [
    ("openai", "openai"),
    ("openai-responses", "openai"),
    ("anthropic", "anthropic"),
    ("google", "google"),
    ("mistral", "mistralai"),
    ("xai", "xai"),
    ("deepseek", "deepseek-ai"),
    ("cohere", "CohereForAI"),
];
/// The developer of a model if only its name is known.
const UNKNOWN: &str = "unknown";
/// The developer of simulated subjects.
const SIMULATED: &str = "peirast";

/// The identity of a subject in the data set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    /// Developer and model.
    pub id: String,
    /// The subject.
    pub subject: String,
    /// Its deployment.
    pub deployment: Deployment,
}

impl Identity {
    pub(super) fn new(subject: &str, options: &RecordOptions) -> Result<Self, ExchangeError> {
        let is_simulated = peirast_record::is_simulated(subject);
        let deployment = match options.deployments.get(subject) {
            _ if is_simulated => Deployment { provider: None, host: Host::Own },
            known => known.cloned().unwrap_or_default(),
        };
        let id = match options.models.0.get(subject) {
            Some(id) => id.clone(),
            None => id(subject, is_simulated, &deployment),
        };
        Ok(Self { id, subject: subject.to_owned(), deployment })
    }

    /// The developer.
    pub(super) fn developer(&self) -> &str {
        self.id.split_once('/').map_or(UNKNOWN, |(developer, _)| developer)
    }

    /// The folder of the developer, with the model's folder in it.
    pub(super) fn folder(&self) -> String {
        let (developer, model) = self.id.split_once('/').unwrap_or((UNKNOWN, &self.id));
        format!("{developer}/{}", model.replace('/', "_"))
    }
}

fn id(subject: &str, is_simulated: bool, deployment: &Deployment) -> String {
    if is_simulated {
        return format!("{SIMULATED}/{}", component(subject));
    }
    let provider = deployment.provider.as_deref();
    let served = provider
        .and_then(|provider| subject.strip_prefix(provider))
        .and_then(|rest| rest.strip_prefix([':', '/']));
    let name = served.unwrap_or(subject);
    if let Some((developer, model)) = name.split_once('/') {
        let model: Vec<String> = model.split('/').map(component).collect();
        return format!("{}/{}", component(developer), model.join("/"));
    }
    let developer = match deployment.host {
        Host::Provider => DEVELOPERS.iter().find(|(own, _)| Some(*own) == provider),
        Host::Own | Host::Unknown => None,
    };
    format!("{}/{}", developer.map_or(UNKNOWN, |(_, developer)| developer), component(name))
}

/// Turns a text into a name that every file system accepts and the data set does not reserve.
pub(super) fn component(text: &str) -> String {
    /// The most characters of a name.
    const LONGEST: usize = 120;
    /// Names that the data set or a file system reserves.
    const RESERVED: [&str; 5] = ["data", "con", "prn", "aux", "nul"];
    let fine = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    let name: String = text.chars().take(LONGEST).map(|c| if fine(c) { c } else { '-' }).collect();
    let name = name.trim_end_matches('.');
    let first = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_port = (first.starts_with("com") || first.starts_with("lpt"))
        && first.len() == 4
        && first.ends_with(|c: char| c.is_ascii_digit());
    match name {
        "" => "-".to_owned(),
        _ if is_port || RESERVED.contains(&first.as_str()) => format!("-{name}"),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::every_eval_ever::Relationship;

    fn identity(subject: &str, provider: Option<&str>, host: Host) -> Identity {
        let provider = provider.map(str::to_owned);
        let options = RecordOptions {
            organization: "lab".to_owned(),
            relationship: Relationship::ThirdParty,
            models: "ollama/llama3=meta-llama/Meta-Llama-3-8B".parse().unwrap(),
            deployments: BTreeMap::from([(subject.to_owned(), Deployment { provider, host })]),
        };
        Identity::new(subject, &options).unwrap()
    }

    #[test]
    fn subjects_have_developers() {
        for (subject, provider, host, id, folder) in [
            ("openai/gpt-4o", Some("openai"), Host::Provider, "openai/gpt-4o", "openai/gpt-4o"),
            (
                "mistral:large",
                Some("mistral"),
                Host::Provider,
                "mistralai/large",
                "mistralai/large",
            ),
            // A server with the format of a provider may be somebody else's.
            ("openai:llama3", Some("openai"), Host::Own, "unknown/llama3", "unknown/llama3"),
            ("together/a/b", Some("together"), Host::Provider, "a/b", "a/b"),
            ("x/a/b", Some("x"), Host::Unknown, "a/b", "a/b"),
            ("lab/a/b", None, Host::Unknown, "lab/a/b", "lab/a_b"),
            ("gpt-4o", None, Host::Unknown, "unknown/gpt-4o", "unknown/gpt-4o"),
            ("groq/q:8b", Some("groq"), Host::Provider, "unknown/q-8b", "unknown/q-8b"),
            ("../data/..", None, Host::Unknown, "-/-data/-", "-/-data_-"),
            ("sim:flawless", None, Host::Unknown, "peirast/sim-flawless", "peirast/sim-flawless"),
            (
                "ollama/llama3",
                Some("ollama"),
                Host::Own,
                "meta-llama/Meta-Llama-3-8B",
                "meta-llama/Meta-Llama-3-8B",
            ),
        ] {
            let found = identity(subject, provider, host);
            assert_eq!((found.id.as_str(), found.folder().as_str()), (id, folder), "{subject}");
        }
    }

    #[test]
    fn names_are_portable() {
        for (text, wanted) in [
            ("gpt-4o_1.5", "gpt-4o_1.5"),
            ("data", "-data"),
            ("a b:c\\d\n", "a-b-c-d-"),
            ("nul.txt", "-nul.txt"),
            ("COM1", "-COM1"),
            ("end.", "end"),
            ("..", "-"),
            ("", "-"),
        ] {
            assert_eq!(component(text), wanted, "{text:?}");
            assert_eq!(component(wanted), wanted, "a name is one already");
        }
        for text in ["a", "a=b", "=a/b", "a=b/", "a=/b", "a=b/c d", "a=data/x", "a=b/../c"] {
            let why = text.parse::<ModelNames>().unwrap_err().to_string();
            assert!(why.contains("SUBJECT=DEVELOPER/MODEL"), "{why}");
        }
    }
}
