//! Examples: a matched pair of each hypothesis, with the texts of its prompts.

use super::setup::AnalysisSetup;
use crate::error::Result;
use crate::grade::missing;
use peirast_record::{Message, Outcome};
use peirast_report::{Asked, Claim, Example, Outcomes, example_pair};
use peirast_store::{Store, TrialDetails};

/// Returns a matched pair of each hypothesis, as it was asked.
pub(crate) async fn examples(
    store: &Store,
    analysis: &AnalysisSetup,
    outcomes: &Outcomes,
) -> Result<Vec<Example>> {
    let mut examples = Vec::new();
    for Claim { hypothesis, .. } in &analysis.claims {
        let pair = example_pair(hypothesis, &analysis.contrasts, outcomes);
        if let Some((original, perturbed)) = pair {
            examples.push(Example {
                hypothesis: hypothesis.clone(),
                item: original.item.to_string(),
                original: asked(store, original).await?,
                perturbed: asked(store, perturbed).await?,
            });
        }
    }
    Ok(examples)
}

/// Returns the text of a prompt, or the bare question if no prompt was recorded.
async fn asked(store: &Store, outcome: &Outcome) -> Result<Asked> {
    let TrialDetails { trial, messages, .. } = store.find(&outcome.trial.text()).await?;
    let text = match messages.as_slice() {
        [] => {
            let problem = store.load_problem(&outcome.problem()).await?;
            problem.ok_or_else(|| missing(&outcome.problem()))?.text()
        }
        [only] => only.content.clone(),
        several => several.iter().map(headed).collect::<Vec<_>>().join("\n\n"),
    };
    Ok(Asked {
        problem: outcome.problem().into_owned(),
        protocol: trial.protocol.to_string(),
        is_prompt: !messages.is_empty(),
        text,
    })
}

/// Renders a message below its role.
fn headed(message: &Message) -> String {
    format!("[{}]\n{}", format!("{:?}", message.role).to_lowercase(), message.content)
}
