//! A POSIX shell splits the copied text into the intended words.
#![cfg(unix)]

use peirast_record::shell_line;
use proptest::prelude::*;
use std::process::Command;

/// The words into which `sh` splits a line, separated by a byte that no argument can contain.
fn taken_apart(line: &str) -> Vec<String> {
    let script = format!("set -- {line}; for word do printf '%s\\000' \"$word\"; done");
    let done = Command::new("sh").arg("-c").arg(script).env_clear().output().unwrap();
    let text = String::from_utf8(done.stdout).unwrap();
    text.split_terminator('\0').map(str::to_owned).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn words_come_back(words in prop::collection::vec("[a-z \\n\\t\\x1b'\"\\\\$`!%#~*\u{200b}\u{202e}\u{feff}é(){}-]{0,12}", 1..4)) {
        let line = shell_line(words.iter().map(String::as_str));
        prop_assert_eq!(taken_apart(&line), words, "{}", line);
        prop_assert!(line.chars().all(|c| c == '\n' || !peirast_record::steers(c) && !peirast_record::hides(c)));
    }
}

#[test]
fn line_ends_at_the_end_stay() {
    let words = ["a\n\n", "\n", "%d\u{1b}", "-n\u{200b}", ""];
    assert_eq!(taken_apart(&shell_line(words)), words);
}
