//! Names of models in files.

/// Returns the fault in the name of a model, if there is one.
pub(crate) fn fault(name: &str) -> Option<String> {
    if name.trim().is_empty() || name == "all" {
        let why = match name {
            "" => "the answers do not name their model: pass --model".to_owned(),
            _ => format!("`{name}` cannot be the name of a model: `all` means all models together"),
        };
        return Some(why);
    }
    let strange = name.chars().find(|c| peirast_record::steers(*c))?;
    Some(format!(
        "the name of the model contains the control character U+{:04X}: pass another name with \
         --model",
        u32::from(strange)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_steer_are_refused() {
        assert_eq!(fault("openai/gpt-x"), None);
        for (name, why) in
            [("", "pass --model"), ("all", "cannot be the name"), ("a\u{1b}[31m", "U+001B")]
        {
            assert!(fault(name).is_some_and(|fault| fault.contains(why)), "{name}");
        }
    }
}
