//! Fetching from the store what pages show of single answers.

use anyhow::{Context as _, Result, bail};
use peirast_fallacy::Notion;
use peirast_measure::{ExplainedQuestion, Opened, Translated, posed};
use peirast_read::{Context, read};
use peirast_record::{Key, Message, Problem, Task};
use peirast_run::{Exchange, Store};
use peirast_view::{Found, Heard, Hit, Index, Scope, Search, Stored};
use regex::{Regex, RegexBuilder};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long a search may take before it says how far it came.
const SEARCH_TIME: Duration = Duration::from_millis(50);
/// Texts that are fetched at a time.
const BATCH: usize = 200;
/// Characters shown on either side of what was found.
const AROUND: usize = 60;

/// Everything stored on some trials, or why it is not to be had.
pub async fn stored(
    dir: &Path,
    keys: Vec<Key>,
    translated: &BTreeMap<Key, Opened>,
) -> BTreeMap<Key, Result<Stored, String>> {
    let store = match Store::open_read_only(dir).await {
        Ok(store) => store,
        Err(error) => {
            return keys.into_iter().map(|key| (key, Err(error.to_string()))).collect();
        }
    };
    let mut all = BTreeMap::new();
    for key in keys {
        let one =
            one(&store, &key, translated.get(&key)).await.map_err(|error| format!("{error:#}"));
        all.insert(key, one);
    }
    store.close().await;
    all
}

async fn one(store: &Store, key: &Key, translated: Option<&Opened>) -> Result<Stored> {
    let exchange = store.find(&key.text()).await?;
    let id = &exchange.trial.problem;
    let problem = store.load_problem(id).await?;
    let problem = problem.with_context(|| format!("the store holds no problem `{id}`"))?;
    let opened = match translated {
        Some(opened) => Some(opened.clone()),
        None => opened(&exchange, &problem)?,
    };
    // What cannot be explained is shown all the same.
    let explained = exchange.response.as_ref().and_then(|response| {
        let text = Some(response.text.clone());
        let question = ExplainedQuestion::new(problem.clone(), text, response.finish).ok()?;
        question.with_opened(opened.clone()).text(Notion::RegardlessOfIssues).ok()
    });
    let reading =
        exchange.response.as_ref().filter(|_| problem.task != Task::Conclusion).map(|response| {
            read(problem.task, &response.text, &Context::new(&problem.options, response.finish))
        });
    let told = |failure: &peirast_run::FailedAttempt| {
        format!("attempt {}: {}: {}", failure.attempt, failure.kind.as_str(), failure.message)
    };
    Ok(Stored {
        failures: exchange.failures.iter().map(told).collect(),
        endpoint: exchange.endpoint,
        messages: exchange.messages,
        response: exchange.response,
        heard: opened.map(heard),
        trial: exchange.trial,
        problem,
        reading,
        explained,
    })
}

/// What became of an answer to an open question that nobody translated.
fn opened(exchange: &Exchange, problem: &Problem) -> Result<Option<Opened>> {
    let asked = exchange.response.as_ref().filter(|_| problem.task == Task::Conclusion);
    let Some(response) = asked else { return Ok(None) };
    let (posed, by, notion) = (posed(problem)?, Translated::default(), Notion::RegardlessOfIssues);
    Ok(Some(Opened::new(&posed, &response.text, response.finish, by, notion)))
}

fn heard(opened: Opened) -> Heard {
    Heard {
        view: opened.read.map(|(view, _)| view),
        rule: opened.rule,
        translation: opened.translation,
    }
}

/// Looks for a text in those of some rows, until enough are found or the time is up.
pub async fn search(dir: &Path, index: &Index, wanted: &Search) -> Found {
    let mut found = Found { looked: wanted.from, ..Found::default() };
    if let Err(trouble) = looked_through(dir, index, wanted, &mut found).await {
        found.trouble = Some(format!("{trouble:#}"));
    }
    found
}

/// The letters that are looked for at most: what is longer takes the matcher long, text by text.
const MOST_SOUGHT: usize = 1000;

async fn looked_through(
    dir: &Path,
    index: &Index,
    wanted: &Search,
    found: &mut Found,
) -> Result<()> {
    let begun = Instant::now();
    if wanted.text.len() > MOST_SOUGHT {
        bail!("it looks for at most {MOST_SOUGHT} letters, and these are {}", wanted.text.len());
    }
    let pattern = RegexBuilder::new(&regex::escape(&wanted.text)).case_insensitive(true).build()?;
    let store = Store::open_read_only(dir).await?;
    let rest = wanted.rows.get(wanted.from..).unwrap_or_default();
    'rows: for batch in rest.chunks(BATCH) {
        let keys: Vec<(u32, Key)> =
            batch.iter().filter_map(|row| Some((*row, index.key(*row)?))).collect();
        let texts = texts(&store, &keys, wanted.scope).await?;
        for (row, key) in keys {
            found.looked += 1;
            let text = texts.get(&key);
            found.hits.extend(text.and_then(|text| hit(row, text, &pattern)));
            if found.hits.len() >= wanted.most || begun.elapsed() > SEARCH_TIME {
                break 'rows;
            }
        }
    }
    store.close().await;
    Ok(())
}

/// The texts of some trials: what was answered, or what was asked.
async fn texts(store: &Store, keys: &[(u32, Key)], scope: Scope) -> Result<BTreeMap<Key, String>> {
    let keys = keys.iter().map(|(_, key)| key);
    Ok(match scope {
        Scope::Answers => store.answer_texts(keys).await?,
        Scope::Prompts => store
            .prompts_of(keys)
            .await?
            .into_iter()
            .map(|(key, messages)| (key, joined(&messages)))
            .collect(),
    })
}

fn joined(messages: &[Message]) -> String {
    messages.iter().map(|one| one.content.as_str()).collect::<Vec<_>>().join("\n\n")
}

/// The first place in a text that holds what is looked for.
fn hit(row: u32, text: &str, pattern: &Regex) -> Option<Hit> {
    let found = pattern.find(text)?;
    let before: Vec<char> = text[..found.start()].chars().rev().take(AROUND).collect();
    Some(Hit {
        row,
        before: before.into_iter().rev().collect(),
        text: found.as_str().to_owned(),
        after: text[found.end()..].chars().take(AROUND).collect(),
    })
}
