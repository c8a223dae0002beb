//! Terms: the settings that a provider takes for one of its models.

use super::address::{base_url, filled, holds_key};
use super::{ComplaintRule, Provider, Thinking};
use crate::wire::{Complaint, Knobs};
use crate::{Secret, SetupError};
use peirast_record::{Effort, Key, Sampling, Setting};
use serde_json::Value;

/// The settings that a provider takes for one of its models.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    provider: Provider,
    model: String,
    /// True if the user gave fields for the body.
    own_body: bool,
    complaints: Vec<ComplaintRule>,
}

/// The settings of a sampling that a model does not take, and those that it lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fit {
    /// The settings that cannot be sent.
    pub unsent: Vec<UnsentSetting>,
    /// The required settings that have no value.
    pub missing: Vec<Setting>,
}

impl Fit {
    /// The sampling, reduced to the settings that can be sent.
    #[must_use]
    pub fn sendable(&self, sampling: &Sampling) -> Sampling {
        let unsent: Vec<Setting> = self.unsent.iter().map(|unsent| unsent.setting).collect();
        sampling.without(&unsent)
    }
}

/// A setting that cannot be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsentSetting {
    /// The setting.
    pub setting: Setting,
    /// The reason, for example `openai takes no temperature for o3`.
    pub why: String,
}

impl Terms {
    pub(super) fn new(
        provider: Provider,
        model: &str,
        own_body: bool,
        common: &[ComplaintRule],
    ) -> Self {
        // The provider's own rules come first.
        let complaints = provider.complaints.iter().chain(common).cloned().collect();
        Self { provider, model: model.to_owned(), own_body, complaints }
    }

    /// The provider, with the values for this model.
    pub fn provider(&self) -> &Provider {
        &self.provider
    }

    /// The model, as the provider names it.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// The settings that are sent, and their places.
    pub fn knobs(&self) -> Knobs {
        Knobs {
            takes: self.provider.takes.clone(),
            places: self.provider.places.clone(),
            efforts: self.provider.effort_body.clone(),
            system: self.provider.system,
            body: self.provider.body.clone(),
        }
    }

    /// The base URL, with the variables in it filled in.
    ///
    /// # Errors
    /// The first variable without a value; or a URL that contains a key of the provider.
    pub fn url(&self, variable: &dyn Fn(&str) -> Option<String>) -> Result<String, SetupError> {
        self.url_at(None, &self.provider.keys, variable)
    }

    /// The base URL, or `instead` if it is given. The key may be in one of the variables `keys`.
    pub fn url_at(
        &self,
        instead: Option<&str>,
        keys: &[String],
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<String, SetupError> {
        let keys: Vec<Secret> =
            keys.iter().filter_map(|name| variable(name)).map(Secret::new).collect();
        let without_key = |url: String| match keys.iter().any(|key| key.is_in(&url)) {
            true => Err(holds_key()),
            false => Ok(url),
        };
        // The unfilled URL, since the error about a variable shows it.
        let written = without_key(instead.unwrap_or(&self.provider.url).to_owned())?;
        match instead {
            Some(_) => Ok(written),
            None => without_key(filled(&written, &self.provider.url_defaults, variable)?),
        }
    }

    /// Checks that a model can be asked at this URL.
    ///
    /// ```
    /// use peirast_llm::Providers;
    /// let terms = Providers::built_in()?.terms("vllm/m")?;
    /// assert!(terms.check_url("http://localhost:8000/v1").is_ok());
    /// let error = terms.check_url("http://localhost:8000/v1/chat/completions").unwrap_err();
    /// assert!(error.to_string().contains("leave out /chat/completions"), "{error}");
    /// # Ok::<(), peirast_llm::SetupError>(())
    /// ```
    pub fn check_url(&self, url: &str) -> Result<(), SetupError> {
        base_url(url, self.provider.wire).map(|_| ())
    }

    /// The base URL in a form that may be shown: filled in, or unfilled if a variable has no value
    /// or would insert a key. A URL that contains a key itself is not shown.
    ///
    /// ```
    /// use peirast_llm::Providers;
    /// let row = "[[provider]]\nname = \"mine\"\nurl = \"http://localhost/{TOKEN}/v1\"\nkeys = [\"KEY\"]";
    /// let terms = Providers::built_in()?.with("mine", row)?.terms("mine/m")?;
    /// let set = |name: &str| Some(if name == "KEY" { "sk-0123456789" } else { "team" }.to_owned());
    /// assert_eq!(terms.shown_url(&set), "http://localhost/team/v1");
    /// assert_eq!(terms.shown_url(&|_| Some("sk-0123456789".to_owned())), "http://localhost/{TOKEN}/v1");
    /// # Ok::<(), peirast_llm::SetupError>(())
    /// ```
    pub fn shown_url(&self, variable: &dyn Fn(&str) -> Option<String>) -> String {
        let written = self.url_at(Some(&self.provider.url), &self.provider.keys, variable);
        let shown = self.url(variable).or(written);
        shown.unwrap_or_else(|_| "***".to_owned())
    }

    /// A suffix of the endpoint for requests with the user's own fields, which are no part of the
    /// trial: a hash of these fields. It keeps their answers apart.
    pub(crate) fn mark(&self) -> String {
        match self.own_body && !self.provider.body.is_empty() {
            true => {
                let body = Value::Object(self.provider.body.clone());
                format!("#{}", &Key::from_json("body", body).text()[..12])
            }
            false => String::new(),
        }
    }

    /// The meaning of an error, if a rule gives one.
    pub(crate) fn meaning(&self, status: u16, complaint: &Complaint) -> Option<super::Meaning> {
        let rule = self.complaints.iter().find(|rule| rule.fits(status, complaint));
        rule.map(|rule| rule.means)
    }

    /// Checks a sampling against these terms.
    pub fn fit(&self, sampling: &Sampling) -> Fit {
        let unsent = sampling.set().into_iter().filter_map(|setting| {
            let why = self.objection(setting, sampling)?;
            Some(UnsentSetting { setting, why })
        });
        let needs = self.provider.needs.iter().copied();
        Fit {
            unsent: unsent.collect(),
            missing: needs.filter(|setting| !sampling.has(*setting)).collect(),
        }
    }

    /// The reason why a setting cannot be sent, if there is one.
    fn objection(&self, setting: Setting, sampling: &Sampling) -> Option<String> {
        let Provider { name, takes, most, least, excludes, .. } = &self.provider;
        let model = &self.model;
        if !takes.contains(&setting) {
            return Some(format!("{name} takes no {setting} for {model}"));
        }
        let value = sampling.value(setting).and_then(|value| value.as_f64());
        if let (Some(value), Some(most)) = (value, most.get(&setting))
            && value > *most
        {
            return Some(format!("{name} takes {setting} up to {most} for {model}"));
        }
        if let (Some(value), Some(least)) = (value, least.get(&setting))
            && value < *least
        {
            return Some(format!("{name} takes {setting} from {least} up for {model}"));
        }
        self.unknown_effort(setting, sampling)
            .or_else(|| self.ineffective(setting, sampling))
            .or_else(|| {
                let with = |(other, not): (&Setting, &std::collections::BTreeSet<Setting>)| {
                    (sampling.has(*other) && not.contains(&setting)).then_some(*other)
                };
                let other = excludes.iter().find_map(with)?;
                Some(format!("{name} takes no {setting} together with {other} for {model}"))
            })
    }

    fn unknown_effort(&self, setting: Setting, sampling: &Sampling) -> Option<String> {
        let Provider { name, efforts, .. } = &self.provider;
        let effort = sampling.reasoning_effort.filter(|_| setting == Setting::ReasoningEffort)?;
        if efforts.is_empty() || efforts.contains(&effort) {
            return None;
        }
        let known: Vec<&str> = efforts.iter().map(|effort| effort.as_str()).collect();
        Some(format!(
            "{name} knows no effort {} for {}, only {}",
            effort.as_str(),
            self.model,
            known.join(", ")
        ))
    }

    /// The reason why a setting would have no effect, if there is one.
    fn ineffective(&self, setting: Setting, sampling: &Sampling) -> Option<String> {
        let Provider { name, thinks, silent_while_thinking, .. } = &self.provider;
        if !silent_while_thinking.contains(&setting) {
            return None;
        }
        let model = &self.model;
        let thinks_as_asked = match (sampling.reasoning_effort, sampling.thinking_budget) {
            (Some(effort), _) => Some(effort != Effort::None),
            (None, Some(budget)) => Some(budget > 0),
            (None, None) => None,
        };
        match (thinks_as_asked, thinks) {
            (Some(false), _) | (None, Thinking::IfAsked) => None,
            (Some(true), _) => Some(format!("{name} takes no {setting} while {model} thinks")),
            (None, Thinking::UnlessTold) => Some(format!(
                "{name} takes no {setting} while {model} thinks, which it does unless \
                 reasoning-effort is none"
            )),
        }
    }
}
