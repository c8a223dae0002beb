//! The table of providers: the built-in ones, with the user's additions and changes.

use super::{ComplaintRule, Provider, Terms};
use crate::wire::Knobs;
use peirast_record::Sampling;
use reqwest::Url;
use reqwest::header::HeaderName;
use serde::Deserialize;
use serde_json::{Map, Value};
use thiserror::Error;

/// The built-in providers.
const BUILT_IN: &str = include_str!("../../data/providers.toml");

/// Largest number of different letters of a possible misspelling.
const SLIPS: usize = 2;

/// The providers by name.
///
/// ```
/// use peirast_llm::Providers;
/// let providers = Providers::built_in()?.with(
///     "my-providers.toml",
///     r#"
///     [[provider]]
///     name = "laboratory"
///     url = "https://models.example.org/v1"
///     keys = ["LABORATORY_KEY"]
///     "#,
/// )?;
/// let terms = providers.terms("laboratory/llama-3:8b")?;
/// assert_eq!(terms.model(), "llama-3:8b");
/// let error = providers.terms("antropic/claude").unwrap_err().to_string();
/// assert!(error.contains("anthropic"), "{error}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Providers {
    rows: Vec<Map<String, Value>>,
    parsed: Vec<Provider>,
    /// Names of rows to which the user gave fields for the body.
    own_body: Vec<String>,
    complaints: Vec<ComplaintRule>,
}

/// A file of providers that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// Not TOML, or not of this form.
    #[error("{source_name}: {what}")]
    Form {
        /// The file.
        source_name: String,
        /// The fault.
        what: String,
    },
    /// A row that contradicts itself.
    #[error("{source_name}: provider `{provider}`: {what}")]
    Row {
        /// The file.
        source_name: String,
        /// The row.
        provider: String,
        /// The fault, and the correct form.
        what: String,
    },
}

/// A model whose provider is not in the table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "there is no provider `{name}`{}; `peirast models` lists all providers, and --providers FILE \
     adds others",
    hint(.nearest)
)]
pub struct UnknownProvider {
    /// The name.
    pub name: String,
    /// Similar names that may have been meant.
    pub nearest: Vec<String>,
}

fn hint(nearest: &[String]) -> String {
    match nearest {
        [] => String::new(),
        names => format!(" (did you mean {}?)", names.join(" or ")),
    }
}

/// The content of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default, rename = "provider")]
    providers: Vec<Map<String, Value>>,
    #[serde(default, rename = "complaint")]
    complaints: Vec<ComplaintRule>,
}

impl Providers {
    /// The built-in providers.
    ///
    /// # Errors
    /// None, unless this crate was built with a table that fails its tests.
    pub fn built_in() -> Result<Self, TableError> {
        let mut table = Self::default().with("built-in providers", BUILT_IN)?;
        table.own_body.clear();
        Ok(table)
    }

    /// Adds the rows of a file to the table. A row with an existing name replaces only the fields
    /// that it has.
    ///
    /// # Errors
    /// The fault of the file, by name and place.
    pub fn with(mut self, source_name: &str, text: &str) -> Result<Self, TableError> {
        let form = |what: String| TableError::Form { source_name: source_name.to_owned(), what };
        let file: File = toml::from_str(text).map_err(|e| form(e.to_string()))?;
        self.complaints.extend(file.complaints);
        for row in file.providers {
            let Some(name) = row.get("name").and_then(Value::as_str).map(str::to_owned) else {
                return Err(form("a provider without a name: give it one".to_owned()));
            };
            let in_row = |what: String| TableError::Row {
                source_name: source_name.to_owned(),
                provider: name.clone(),
                what,
            };
            if has_body(&row) {
                self.own_body.push(name.clone());
            }
            let known = self.parsed.iter().position(|other| other.name == name);
            let mut whole = known.map(|at| self.rows[at].clone()).unwrap_or_default();
            whole.extend(row);
            let parsed = checked(&whole).map_err(in_row)?;
            match known {
                Some(at) => (self.rows[at], self.parsed[at]) = (whole, parsed),
                None => {
                    self.rows.push(whole);
                    self.parsed.push(parsed);
                }
            }
        }
        Ok(self)
    }

    /// All providers, in the order of the table.
    pub fn all(&self) -> &[Provider] {
        &self.parsed
    }

    /// The provider of this name.
    ///
    /// # Errors
    /// There is no such provider; the error lists the most similar names.
    pub fn named(&self, name: &str) -> Result<&Provider, UnknownProvider> {
        let found = self.parsed.iter().find(|provider| provider.name == name);
        found.ok_or_else(|| UnknownProvider { name: name.to_owned(), nearest: self.nearest(name) })
    }

    /// The terms of a model, named `provider/model` or, in the older form, `provider:model`.
    pub fn terms(&self, name: &str) -> Result<Terms, UnknownProvider> {
        let (provider, model) = name.split_once(['/', ':']).unwrap_or((name, ""));
        self.terms_of(provider, model)
    }

    /// The terms of a model of a provider.
    pub fn terms_of(&self, provider: &str, model: &str) -> Result<Terms, UnknownProvider> {
        let row = self.named(provider)?;
        let mut rows = self.rows.iter().zip(&self.parsed);
        let whole = rows.find(|(_, parsed)| parsed.name == provider);
        let merged = whole.map(|(row, _)| for_model(row, model));
        // Every combination was checked when the table was read.
        let merged = merged.and_then(|merged| checked(&merged).ok()).unwrap_or_else(|| row.clone());
        let own_body = self.own_body.iter().any(|name| name == provider);
        Ok(Terms::new(merged, model, own_body, &self.complaints))
    }

    /// The terms of a model of a provider at a base URL of the user. If the URL leads to another
    /// server, they may be those of another row.
    pub fn terms_at(
        &self,
        provider: &str,
        model: &str,
        base_url: Option<&str>,
    ) -> Result<Terms, UnknownProvider> {
        let row = self.named(provider)?;
        let host = |url: &str| Url::parse(url.trim()).ok()?.host_str().map(str::to_owned);
        match (&row.elsewhere, base_url) {
            (Some(other), Some(url)) if host(url) != host(&row.url) => self.terms_of(other, model),
            _ => self.terms_of(provider, model),
        }
    }

    /// Names that differ from this one by a misspelling, or begin with it.
    fn nearest(&self, name: &str) -> Vec<String> {
        let lower = name.to_lowercase();
        let distance = |other: &str| match other.starts_with(&lower) || lower.starts_with(other) {
            true if !lower.is_empty() => 1,
            _ => strsim::levenshtein(&lower, other),
        };
        let names = self.parsed.iter().map(|provider| (distance(&provider.name), &provider.name));
        let mut near: Vec<_> = names.filter(|(distance, _)| *distance <= SLIPS).collect();
        near.sort();
        near.into_iter().map(|(_, name)| name.clone()).take(3).collect()
    }
}

/// Returns true if a row, or one of its rules for some models, has fields for the body.
fn has_body(row: &Map<String, Value>) -> bool {
    let rules = row.get("models").and_then(Value::as_array);
    let in_rule = |rule: &Value| rule.get("body").is_some();
    row.contains_key("body") || rules.is_some_and(|rules| rules.iter().any(in_rule))
}

/// The row as it applies to a model.
fn for_model(row: &Map<String, Value>, model: &str) -> Map<String, Value> {
    let mut merged = row.clone();
    let rules = row.get("models").and_then(Value::as_array);
    // Names match in any case.
    let model = model.to_lowercase();
    for rule in rules.into_iter().flatten().filter_map(Value::as_object) {
        let patterns = rule.get("match").and_then(Value::as_array);
        let mut patterns = patterns.into_iter().flatten().filter_map(Value::as_str);
        if patterns.any(|pattern| fits(&pattern.to_lowercase(), &model)) {
            apply(&mut merged, rule);
        }
    }
    merged.remove("models");
    merged
}

/// Replaces fields of a row by those of a rule for some models.
fn apply(row: &mut Map<String, Value>, rule: &Map<String, Value>) {
    row.extend(rule.clone());
    row.remove("match");
}

/// Returns true if a name matches a pattern, in which `*` matches any text.
fn fits(pattern: &str, name: &str) -> bool {
    let Some((first, others)) = pattern.split_once('*') else { return pattern == name };
    let Some(rest) = name.strip_prefix(first) else { return false };
    (0..=rest.len()).any(|at| rest.get(at..).is_some_and(|rest| fits(others, rest)))
}

/// Reads a row and checks that it and all of its rules are possible.
fn checked(row: &Map<String, Value>) -> Result<Provider, String> {
    let provider = read(row)?;
    check(&provider)?;
    for rule in &provider.models {
        let patterns = rule.get("match").and_then(Value::as_array);
        if !patterns.is_some_and(|p| !p.is_empty() && p.iter().all(Value::is_string)) {
            return Err("models: give each rule a list `match` of patterns, such as \"o3*\"".into());
        }
        for fixed in ["name", "url", "keys", "auth", "wire", "models"] {
            if rule.contains_key(fixed) {
                return Err(format!("models: `{fixed}` is the same for all models of a provider"));
            }
        }
        let mut merged = row.clone();
        merged.remove("models");
        apply(&mut merged, rule);
        check(&read(&merged)?)?;
    }
    Ok(provider)
}

fn read(row: &Map<String, Value>) -> Result<Provider, String> {
    serde_json::from_value(Value::Object(row.clone())).map_err(|e| e.to_string())
}

fn check(provider: &Provider) -> Result<(), String> {
    let plain =
        |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_' | '.');
    if provider.name.is_empty() || !provider.name.chars().all(plain) || provider.name == "sim" {
        return Err("a name has small letters, digits, -, _ and . alone, and is not `sim`".into());
    }
    if let super::AuthForm::Header(name) = &provider.auth
        && HeaderName::from_bytes(name.as_bytes()).is_err()
    {
        return Err(format!("auth: `{name}` is neither `bearer` nor the name of a header"));
    }
    if provider.path.as_ref().is_some_and(|path| !path.starts_with('/')) {
        return Err("path: must start with /".into());
    }
    let knobs = Knobs {
        takes: provider.takes.clone(),
        places: provider.places.clone(),
        ..Knobs::default()
    };
    let efforts = provider.efforts.first().copied().unwrap_or(peirast_record::Effort::Low);
    let all = Sampling {
        temperature: Some(0.0),
        top_p: Some(1.0),
        seed: Some(0),
        max_tokens: Some(3000),
        reasoning_effort: Some(efforts),
        thinking_budget: Some(2400),
        logprobs: Some(0),
    };
    let built = provider.wire.build("", &[], &all, &knobs);
    match built.not_sent.iter().find(|setting| provider.takes.contains(setting)) {
        None => Ok(()),
        Some(setting) => Err(format!(
            "takes: {setting} has no place in the format `{}`: give its place, for example places \
             = {{ {setting} = \"name.of.field\" }}",
            provider.wire
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(text: &str) -> Result<Providers, String> {
        let table = Providers::built_in().expect("ours").with("mine.toml", text);
        table.map_err(|e| e.to_string())
    }

    #[test]
    fn patterns_are_names_with_gaps() {
        for (pattern, name, does) in [
            ("gpt-5", "gpt-5", true),
            ("gpt-5", "gpt-5-mini", false),
            ("gpt-5*", "gpt-5-mini", true),
            ("*claude*", "us.anthropic.claude-3:0", true),
            ("*-chat-*", "gpt-5-chat-latest", true),
            ("*-chat", "gpt-5-chat-latest", false),
            ("a*a", "a", false),
            ("*", "", true),
        ] {
            assert_eq!(fits(pattern, name), does, "{pattern} {name}");
        }
    }

    #[test]
    fn the_case_of_a_model_does_not_count() {
        let table = Providers::built_in().expect("ours");
        let takes = |name: &str| table.terms(name).expect(name).provider().takes.clone();
        assert_eq!(takes("openai/GPT-5-Mini"), takes("openai/gpt-5-mini"));
        assert_ne!(takes("openai/gpt-5-mini"), takes("openai/gpt-4o"));
    }

    #[test]
    fn a_row_of_the_user_replaces_the_fields_that_it_has() {
        let table = with("[[provider]]\nname = \"openai\"\nurl = \"https://proxy.example/v1\"\n");
        let table = table.expect("a table");
        let openai = table.named("openai").expect("a row");
        assert_eq!(openai.url, "https://proxy.example/v1");
        assert_eq!(openai.keys, ["OPENAI_API_KEY"]);
        assert_eq!(table.all().len(), Providers::built_in().expect("ours").all().len());
    }

    #[test]
    fn a_wrong_file_is_explained() {
        for (text, words) in [
            ("[[provider]", "mine.toml: TOML parse error"),
            ("[[provider]]\nurl = \"https://a\"", "without a name"),
            ("[[provider]]\nname = \"x\"", "missing field `url`"),
            ("[[provider]]\nname = \"x\"\nurl = \"https://a\"\nkye = 1", "unknown field `kye`"),
            (
                "[[provider]]\nname = \"x\"\nurl = \"https://a\"\nwire = \"openai\"",
                "unknown variant",
            ),
            ("[[provider]]\nname = \"X y\"\nurl = \"https://a\"", "small letters"),
            ("[[provider]]\nname = \"sim\"\nurl = \"https://a\"", "not `sim`"),
            ("[[provider]]\nname = \"x\"\nurl = \"https://a\"\nauth = \"a b\"", "name of a header"),
            ("[[provider]]\nname = \"x\"\nurl = \"https://a\"\npath = \"chat\"", "start with /"),
            (
                "[[provider]]\nname = \"x\"\nurl = \"https://a\"\ntakes = [\"thinking-budget\"]",
                "thinking-budget has no place in the format `openai-chat`",
            ),
            (
                "[[provider]]\nname = \"x\"\nurl = \"https://a\"\nmodels = [{ takes = [] }]",
                "a list `match`",
            ),
            (
                "[[provider]]\nname = \"x\"\nurl = \"https://a\"\nmodels = [{ match = [\"a\"], url = \"b\" }]",
                "the same for all models",
            ),
        ] {
            let error = with(text).expect_err(text);
            assert!(error.contains(words), "{error}");
        }
    }

    #[test]
    fn a_slip_is_pointed_out() {
        let table = Providers::built_in().expect("ours");
        let nearest = |name: &str| table.named(name).expect_err(name).nearest;
        assert_eq!(nearest("antropic"), ["anthropic"]);
        assert_eq!(nearest("OpenRouter")[0], "openrouter");
        assert!(nearest("openai-resp").contains(&"openai-responses".to_owned()));
        assert!(nearest("wonderland").is_empty());
    }

    #[test]
    fn names_may_have_slashes_and_colons() {
        let table = Providers::built_in().expect("ours");
        for (name, provider, model) in [
            ("openai:gpt-4o", "openai", "gpt-4o"),
            ("openai/gpt-4o", "openai", "gpt-4o"),
            ("openai:ft:gpt-4o/x", "openai", "ft:gpt-4o/x"),
            ("ollama/llama3:8b", "ollama", "llama3:8b"),
            (
                "openrouter/meta-llama/llama-3.1-8b-instruct:free",
                "openrouter",
                "meta-llama/llama-3.1-8b-instruct:free",
            ),
        ] {
            let terms = table.terms(name).expect(name);
            assert_eq!((terms.provider().name.as_str(), terms.model()), (provider, model));
        }
    }
}
