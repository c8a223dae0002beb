//! Translation: a model restates answers that no rule could read.

use crate::error::{Context as _, Result};
use crate::event::SharedSink;
use crate::grade::Answers;
use crate::model_questions::{ModelOptions, ModelQuestions};
use crate::money::SubjectForecast;
use crate::run_dir;
use peirast_fallacy::Notion;
use peirast_record::{Key, Prompt, Sampling};
use peirast_run::{Cancel, Summary};
use peirast_store::Store;
use peirast_task::translation;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Most tokens of a translation, which is one line.
const MOST_TOKENS: u32 = 300;

/// The unread answers of a run directory.
pub struct UntranslatedAnswers {
    /// Prompts, one for each different answer.
    prompts: Vec<Arc<Prompt>>,
    /// Prompts that the translator was not asked yet.
    open: Vec<Arc<Prompt>>,
}

impl UntranslatedAnswers {
    /// Finds the answers of a run directory that no rule could read.
    ///
    /// # Errors
    /// A directory without answers, a translator that cannot be reached as asked.
    pub async fn find(dir: &Path, options: &ModelOptions, events: &SharedSink) -> Result<Self> {
        let (store, kind) = run_dir::open(dir).await?;
        let answers = Answers::load(&store, kind.study(), Notion::RegardlessOfIssues).await?;
        let prompts = prompts(&answers)?;
        let answered = store.answered_keys().await?;
        let open = questions(&prompts).open(&answered, options, events)?.prompts;
        store.close().await;
        Ok(Self { prompts, open })
    }

    /// Returns the number of different answers that no rule could read.
    pub fn answers(&self) -> usize {
        self.prompts.len()
    }

    /// Returns the number of answers that the translator was not asked yet.
    pub fn open(&self) -> usize {
        self.open.len()
    }

    /// Forecasts the cost of translating.
    ///
    /// # Errors
    /// As [`UntranslatedAnswers::find`], and prices that cannot be read.
    pub async fn forecast(
        &self,
        dir: &Path,
        options: &ModelOptions,
        events: &SharedSink,
    ) -> Result<SubjectForecast> {
        let store = Store::open_read_only(dir).await?;
        let forecast = questions(&self.open).forecast(Some(&store), options, events).await?;
        store.close().await;
        Ok(forecast)
    }

    /// Asks the translator about the answers that it was not asked yet.
    ///
    /// # Errors
    /// A budget that cannot be kept, a store that cannot be written.
    pub async fn ask(
        self,
        dir: &Path,
        options: &ModelOptions,
        events: &SharedSink,
        cancel: &Cancel,
    ) -> Result<Summary> {
        let store = Store::open_or_create(dir).await?;
        let asked = async {
            let translator = options.subject(true, events)?;
            run_dir::set_translator(&store, translator.name(), translator.endpoint()).await?;
            questions(&self.prompts).ask(&store, options, events, cancel).await
        };
        let asked = asked.await;
        store.close().await;
        asked
    }
}

/// Returns the prompts as questions to the translator.
fn questions(prompts: &[Arc<Prompt>]) -> ModelQuestions {
    let sampling =
        Sampling { temperature: Some(0.0), max_tokens: Some(MOST_TOKENS), ..Sampling::default() };
    ModelQuestions { prompts: prompts.to_vec(), sampling, repeat: 0 }
}

/// Creates the questions, one for each different answer.
fn prompts(answers: &Answers) -> Result<Vec<Arc<Prompt>>> {
    let prompt =
        |(answered, problem): (&peirast_store::AnsweredTrial, &peirast_record::Problem)| {
            let worded = problem.worded.as_deref();
            let worded = worded.with_context(|| format!("problem {} has no words", problem.id))?;
            let prompt = translation::prompt(&problem.id, &worded.lexicon, &answered.text);
            Ok((prompt.key(), Arc::new(prompt)))
        };
    let prompts: BTreeMap<Key, Arc<Prompt>> =
        answers.untranslated()?.into_iter().map(prompt).collect::<Result<_>>()?;
    Ok(prompts.into_values().collect())
}
