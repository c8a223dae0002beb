//! Reads the files of the study: answers as JSON lines, or the original repository's folders.

use super::{OUTPUT_NAME, OutputFile, TokenBiasAnswers, TokenBiasImport};
use crate::{ExchangeError, files, lines};
use std::path::{Path, PathBuf};

/// Reads files of questions, then files of answers and output folders.
///
/// # Errors
/// If a file cannot be read, or a line is not a question or an answer.
pub fn read_files(
    answers: &[PathBuf],
    questions: &[PathBuf],
) -> Result<TokenBiasAnswers, ExchangeError> {
    let mut import = TokenBiasImport::default();
    for file in questions {
        lines::each(file, |line, place| {
            import.question(line).map_err(|error| error.within(place.to_string()))
        })?;
    }
    for file in answers {
        if file.is_dir() {
            read_folder(file, &mut import)?;
        } else {
            lines::each(file, |line, place| {
                import.answer(line).map_err(|error| error.within(place.to_string()))
            })?;
        }
    }
    import.finish()
}

/// Reads every output file below a folder.
fn read_folder(folder: &Path, import: &mut TokenBiasImport) -> Result<(), ExchangeError> {
    let found = files::below(folder, |name| OutputFile::is_one(Path::new(name)))?;
    if found.is_empty() {
        return Err(ExchangeError::Layout(format!(
            "{} holds no file named {OUTPUT_NAME}: name an output folder of the original repository",
            folder.display()
        )));
    }
    for path in found {
        let place = path.display().to_string();
        let expected = || format!("{place}: expected MODEL/GROUP/{OUTPUT_NAME}");
        let file = OutputFile::at(&path).ok_or_else(|| ExchangeError::Layout(expected()))?;
        let text = files::text(&path, "cannot read")?;
        import.outputs(&file, &text).map_err(|error| error.within(&*place))?;
    }
    Ok(())
}
