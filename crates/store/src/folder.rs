//! Making folders.

use crate::StoreError;
use crate::error::file_on;
use std::fs;
use std::path::Path;

/// Makes a folder with the folders above it, unless it exists.
///
/// ```
/// let place = tempfile::tempdir()?;
/// let file = place.path().join("one.csv");
/// std::fs::write(&file, "a,b\n")?;
/// let refused = peirast_store::make_folder(&file).expect_err("a file");
/// let said = "one.csv is a file, not a folder; give a folder that does not exist yet";
/// assert!(refused.to_string().ends_with(said));
/// peirast_store::make_folder(&place.path().join("runs/new"))?;
/// assert!(place.path().join("runs/new").is_dir());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`StoreError::FileInTheWay`] if a part of the path is a file; errors of the file system.
pub fn make_folder(path: &Path) -> Result<(), StoreError> {
    fs::create_dir_all(path).map_err(|error| match file_on(path) {
        Some(file) => StoreError::FileInTheWay(file.to_owned()),
        None => StoreError::io(path, error),
    })
}
