//! The longest prompt of a plan, which bounds the cost of an attempt in flight.

use crate::error::Result;
use peirast_cost::Encoding;
use peirast_record::{Key, Message, Prompt};
use peirast_store::Store;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Metadata name of the longest prompt's messages, which may be stored before the prompt.
const NAME: &str = "longest_prompt";

/// Returns the longest of some prompts by [`length`]; `None` without prompts. Counts on all cores.
pub fn longest(prompts: &BTreeMap<Key, Arc<Prompt>>) -> Option<&Arc<Prompt>> {
    // The key decides between equally long prompts, so that the number of cores does not matter.
    let lengths = prompts.par_iter().map(|(key, prompt)| ((length(prompt), key), prompt));
    lengths.max_by_key(|(order, _)| *order).map(|(_, prompt)| prompt)
}

/// Returns the length of a prompt's messages in tokens, for which providers charge, unlike bytes.
pub fn length(prompt: &Prompt) -> u64 {
    prompt.messages.iter().map(|message| Encoding::O200k.count(&message.content)).sum()
}

/// Returns the stored longest prompt of a directory's plan, if one is stored and can be read.
pub async fn noted(store: &Store) -> Result<Option<Arc<Prompt>>> {
    let messages = store.meta(NAME).await?;
    // An unreadable record counts as unknown.
    let messages = messages.and_then(|text| serde_json::from_str::<Vec<Message>>(&text).ok());
    Ok(messages.map(|messages| Arc::new(Prompt::new("", "", messages))))
}

/// Stores a prompt as the longest, unless a longer one is stored.
pub async fn note(store: &Store, prompt: &Prompt) -> Result<()> {
    match noted(store).await? {
        Some(known) if length(&known) >= length(prompt) => Ok(()),
        _ => Ok(store.set_meta(NAME, &serde_json::to_string(&prompt.messages)?).await?),
    }
}

/// Merges the longest prompt of `source` into `target`; unknown if either is unknown.
pub async fn join(target: &Store, source: &Store) -> Result<()> {
    match (noted(target).await?, noted(source).await?) {
        (Some(_), Some(other)) => note(target, &other).await,
        (Some(_), None) => Ok(target.remove_meta(NAME).await?),
        (None, _) => Ok(()),
    }
}
