//! Files of problems of the theory and of answers to them.

mod files;
mod model;

use super::text;
use anyhow::Result;
use peirast_exchange::etr_eval::{Collected, Import, Origin};
use std::path::PathBuf;

/// Reads files, and the files of lines in folders. `model` names the model of all answers.
///
/// # Errors
/// A file that cannot be read; what cannot be understood in it is left out.
pub fn collect(paths: &[PathBuf], model: Option<&str>) -> Result<Collected> {
    let files = files::files(paths)?;
    let mut import = Import::default();
    for (number, file) in files.iter().enumerate() {
        let own = model.map(str::to_owned).or_else(|| model::of_log(file));
        text::each(file, |line, at| {
            import.take(
                line,
                &Origin {
                    file: number,
                    place: &text::place(file, at),
                    number: at as u64 - 1,
                    model: own.as_deref(),
                    is_given: model.is_some(),
                },
            );
            Ok(())
        })?;
    }
    Ok(import.finish(files.len()))
}
