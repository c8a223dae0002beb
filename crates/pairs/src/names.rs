//! Names of families, from the names of files; and names of columns in a form for comparison.

use std::path::Path;

/// The name of the family of the problems of a file: the file's name without its extension, in
/// lower case, with hyphens for characters that the name of a family cannot have. `problems` if
/// nothing is left.
///
/// ```
/// use peirast_pairs::family_name;
/// assert_eq!(family_name("data/My pairs (v2).csv".as_ref()), "my-pairs-v2");
/// assert_eq!(family_name("???.csv".as_ref()), "problems");
/// ```
pub fn family_name(file: &Path) -> String {
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().to_lowercase());
    let words =
        stem.as_deref().unwrap_or_default().split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let name = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-");
    if name.is_empty() { "problems".to_owned() } else { name }
}

/// A name for comparison, without capitals and signs: `answer_key`, `answerKey` and `Answer key`
/// are equal.
pub(crate) fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
