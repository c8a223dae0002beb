//! Names of subjects.

/// True if a subject is one of our programs with known behaviour, not a language model: its name
/// begins with `sim:`. Such a subject costs nothing, and its results say nothing about any model.
///
/// ```
/// use peirast_record::is_simulated;
/// assert!(is_simulated("sim:guesser"));
/// assert!(!is_simulated("openai/gpt-4o"));
/// ```
#[must_use]
pub fn is_simulated(subject: &str) -> bool {
    subject.starts_with("sim:")
}
