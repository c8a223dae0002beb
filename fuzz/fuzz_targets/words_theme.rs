//! Any text is a theme or is refused, at a line that it has; words of a theme can be given to names.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peirast_words::{FEWEST, Theme};

fuzz_target!(|text: &str| match Theme::read("fuzzed.toml", text) {
    Ok(theme) => {
        assert!(theme.objects.len() >= FEWEST && theme.predicates.len() >= FEWEST);
        let view = "{P(a())Q(b()),~P(b())}".parse().expect("a view");
        let vocabulary = theme.vocabulary(&[view], 1).expect("words enough");
        assert_eq!(vocabulary.entries().count(), 4);
    }
    Err(error) => {
        assert_eq!(error.file, "fuzzed.toml");
        assert!(error.place.is_none_or(|place| place.line <= text.matches('\n').count() + 1));
    }
});
