//! The studies and recorded analyses that are part of Peirast.

use peirast_record::{Analysis, Study, StudyError};

/// The built-in studies: id and TOML text.
pub const STUDIES: &[(&str, &str)] = &[
    ("token-bias", include_str!("../studies/token-bias.toml")),
    ("token-bias-2024", include_str!("../studies/token-bias-2024.toml")),
    ("token-bias-workshop", include_str!("../studies/token-bias-workshop.toml")),
    ("belief-bias", include_str!("../studies/belief-bias.toml")),
    ("syllogism", include_str!("../studies/syllogism.toml")),
    ("syllogism-2025", include_str!("../studies/syllogism-2025.toml")),
    ("syllogism-published", include_str!("../studies/syllogism-published.toml")),
    ("etr", include_str!("../studies/etr.toml")),
    ("etr-2025", include_str!("../studies/etr-2025.toml")),
    ("etr-questions", include_str!("../studies/etr-questions.toml")),
    ("twenty-five-horses", include_str!("../studies/twenty-five-horses.toml")),
];

/// The analyses of recorded answers: id and TOML text.
const ANALYSES: &[(&str, &str)] = &[
    ("published-2024", include_str!("../studies/published-2024.toml")),
    ("corrected", include_str!("../studies/corrected.toml")),
];

/// Returns the built-in study with this id, if there is one.
///
/// # Errors
/// Its file does not parse: a bug, caught by a test.
pub fn built_in_study(id: &str) -> Option<Result<Study, StudyError>> {
    STUDIES.iter().find(|(name, _)| *name == id).map(|(_, text)| Study::parse(text))
}

/// Returns the analysis of recorded answers with this id, if there is one.
///
/// # Errors
/// Its file does not parse: a bug, caught by a test.
pub fn built_in_analysis(id: &str) -> Option<Result<Analysis, StudyError>> {
    ANALYSES.iter().find(|(name, _)| *name == id).map(|(_, text)| Analysis::parse(text))
}

/// Returns the ids of the built-in analyses.
pub fn analysis_ids() -> impl Iterator<Item = &'static str> {
    ANALYSES.iter().map(|(id, _)| *id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_record::{Direction, Standing};

    /// A control predicts no effect, so it has no direction.
    #[test]
    fn controls_are_tested_in_both_directions() {
        for (id, text) in STUDIES {
            let study = Study::parse(text).expect("a built-in study parses");
            let controls = study.hypotheses.iter().filter(|own| own.standing == Standing::Control);
            for control in controls {
                assert_eq!(control.direction, Direction::Either, "{id}: {}", control.id);
            }
        }
    }
}
