//! Names of models in files.

/// Returns the fault in the name of a model, if there is one.
pub(crate) fn fault(name: &str) -> Option<String> {
    if name.trim().is_empty() || name == "all" {
        let why = match name {
            "" => "the answers have no name of a model: give it with --model".to_owned(),
            _ => format!("`{name}` is no name of a model: `all` stands for what is pooled"),
        };
        return Some(why);
    }
    let strange = name.chars().find(|c| peirast_record::steers(*c))?;
    Some(format!(
        "the name of the model holds the character U+{:04X}, which steers what shows it: give another \
         with --model",
        u32::from(strange)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_steer_are_refused() {
        assert_eq!(fault("openai/gpt-x"), None);
        for (name, why) in [("", "no name"), ("all", "no name"), ("a\u{1b}[31m", "U+001B")] {
            assert!(fault(name).is_some_and(|fault| fault.contains(why)), "{name}");
        }
    }
}
