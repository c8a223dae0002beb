//! Built-in studies, for their strategies and texts.

use crate::ExchangeError;
use peirast_record::Study;

/// The built-in study with this id.
pub(crate) fn study(id: &str) -> Result<Study, ExchangeError> {
    let study = peirast_task::built_in_study(id);
    let missing = || ExchangeError::Layout(format!("there is no built-in study `{id}`"));
    Ok(study.ok_or_else(missing)??)
}
