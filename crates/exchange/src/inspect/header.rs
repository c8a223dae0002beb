//! Reads the header of a log.

use super::VERSION;
use super::recalled::RunRecord;
use crate::ExchangeError;
use serde_json::Value;

/// The header of a log: everything but its samples.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// The name of the task.
    pub task: String,
    /// The model.
    pub model: String,
    /// True if every request had the same seed and a temperature above 0. Random effects are then
    /// shared by items, which are not independent.
    pub has_one_seed: bool,
    /// The status of a run that did not end with success, such as `cancelled`.
    pub unfinished: Option<String>,
    /// The run record in a log of Peirast.
    pub carried: Option<RunRecord>,
}

impl Header {
    /// Reads the header from `header.json` or from a whole log.
    ///
    /// ```
    /// use peirast_exchange::inspect::Header;
    /// use serde_json::json;
    /// let eval = json!({"task": "t", "model": "lab/m", "metadata": {}});
    /// let header = Header::read(&json!({"version": 2, "status": "success", "eval": eval}))?;
    /// assert_eq!((header.task.as_str(), header.model.as_str()), ("t", "lab/m"));
    /// assert!(Header::read(&json!({"version": 3, "eval": {}})).is_err());
    /// # Ok::<(), peirast_exchange::ExchangeError>(())
    /// ```
    ///
    /// # Errors
    /// If the value is not a log, or a log of another version.
    pub fn read(log: &Value) -> Result<Self, ExchangeError> {
        let version = log["version"].as_u64().ok_or_else(|| {
            ExchangeError::layout("it is not a log of Inspect: it has no `version`")
        })?;
        if version != VERSION {
            return Err(ExchangeError::Layout(format!(
                "the log has version {version}, but Peirast reads version {VERSION}: convert it \
                 with `inspect log convert`"
            )));
        }
        let eval = &log["eval"];
        let text = |name: &str| -> Result<String, ExchangeError> {
            let lacking = || ExchangeError::Layout(format!("`eval` has no `{name}`"));
            Ok(eval[name].as_str().ok_or_else(lacking)?.to_owned())
        };
        let carried = match eval["metadata"]["peirast"].as_str() {
            Some(text) => Some(serde_json::from_str(text).map_err(ExchangeError::CarriedRun)?),
            None => None,
        };
        let config = &eval["model_generate_config"];
        let has_one_seed =
            config["seed"].is_number() && config["temperature"].as_f64() != Some(0.0);
        let status = log["status"].as_str().filter(|status| *status != "success");
        let unfinished = status.map(str::to_owned);
        let (task, model) = (text("task")?, text("model")?);
        Ok(Self { task, model, has_one_seed, unfinished, carried })
    }
}
