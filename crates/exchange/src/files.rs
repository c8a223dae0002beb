//! Finding and reading files.

use crate::ExchangeError;
use std::path::{Path, PathBuf};

/// The path itself if it is not a folder. Otherwise the wanted files below it, sorted by name.
///
/// Links to folders are not followed, because they may form a circle.
pub(crate) fn below(
    path: &Path,
    is_wanted: impl Fn(&str) -> bool,
) -> Result<Vec<PathBuf>, ExchangeError> {
    let mut files = Vec::new();
    if path.is_dir() {
        walk(path, &is_wanted, &mut files)?;
        files.sort();
    } else {
        files.push(path.to_owned());
    }
    Ok(files)
}

/// The files below several paths, in their order. `none` is the error if there is no file.
pub(crate) fn all_below(
    paths: &[PathBuf],
    is_wanted: impl Fn(&str) -> bool,
    none: &str,
) -> Result<Vec<PathBuf>, ExchangeError> {
    let mut files = Vec::new();
    for path in paths {
        files.extend(below(path, &is_wanted)?);
    }
    if files.is_empty() { Err(ExchangeError::layout(none)) } else { Ok(files) }
}

fn walk(
    folder: &Path,
    is_wanted: &impl Fn(&str) -> bool,
    files: &mut Vec<PathBuf>,
) -> Result<(), ExchangeError> {
    let error = || ExchangeError::io("cannot list", folder);
    for entry in std::fs::read_dir(folder).map_err(error())? {
        let path = entry.map_err(error())?.path();
        let is_link = std::fs::symlink_metadata(&path).is_ok_and(|meta| meta.is_symlink());
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() {
            if !is_link {
                walk(&path, is_wanted, files)?;
            }
        } else if is_wanted(name) {
            files.push(path);
        }
    }
    Ok(())
}

/// The text of a file. An error names `what`, the activity, such as `reading the answers in`.
pub(crate) fn text(path: &Path, what: &str) -> Result<String, ExchangeError> {
    std::fs::read_to_string(path).map_err(ExchangeError::io(what, path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_searched_and_files_taken_as_they_are() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("a");
        std::fs::create_dir(&folder).unwrap();
        for name in ["2.json", "1.json", "other.txt"] {
            std::fs::write(folder.join(name), "").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(place.path(), folder.join("back")).unwrap();
        let is_json = |name: &str| name.ends_with(".json");
        let found = below(place.path(), is_json).unwrap();
        assert_eq!(found, [folder.join("1.json"), folder.join("2.json")]);
        let other = folder.join("other.txt");
        assert_eq!(below(&other, is_json).unwrap(), [other]);
    }
}
