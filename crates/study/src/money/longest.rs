//! The longest prompt of a study: by it is known what an attempt in flight may cost at most.

use crate::error::Result;
use peirast_record::{Message, Prompt};
use peirast_store::Store;
use std::sync::Arc;

/// Under which name a directory holds its messages. They may be written down before the prompt is stored.
const NAME: &str = "longest_prompt";

/// The longest of some prompts.
pub fn longest<'p>(prompts: impl Iterator<Item = &'p Arc<Prompt>>) -> Option<&'p Arc<Prompt>> {
    prompts.max_by_key(|prompt| length(prompt))
}

/// How long a prompt is, in bytes.
pub fn length(prompt: &Prompt) -> usize {
    prompt.messages.iter().map(|message| message.content.len()).sum()
}

/// The longest of those that a directory plans, if that was written down.
pub async fn noted(store: &Store) -> Result<Option<Arc<Prompt>>> {
    let messages = store.meta(NAME).await?;
    // What nobody can read is not known.
    let messages = messages.and_then(|text| serde_json::from_str::<Vec<Message>>(&text).ok());
    Ok(messages.map(|messages| Arc::new(Prompt::new("", "", messages))))
}

/// Writes down the longest of the prompts that a run plans, unless a longer one is known.
pub async fn note(store: &Store, prompt: &Prompt) -> Result<()> {
    match noted(store).await? {
        Some(known) if length(&known) >= length(prompt) => Ok(()),
        _ => Ok(store.set_meta(NAME, &serde_json::to_string(&prompt.messages)?).await?),
    }
}

/// Takes over what is known in `source`. Where one of the two does not know, nobody does.
pub async fn join(target: &Store, source: &Store) -> Result<()> {
    match (noted(target).await?, noted(source).await?) {
        (Some(_), Some(other)) => note(target, &other).await,
        (Some(_), None) => Ok(target.remove_meta(NAME).await?),
        (None, _) => Ok(()),
    }
}
