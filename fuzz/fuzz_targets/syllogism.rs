//! Any three sentences are read as a syllogism or refused without a panic, and what is read does not
//! depend on the order of the premises.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peirast_logic::categorical::Sentence;
use peirast_logic::syllogism::Reading;

fuzz_target!(|text: &str| {
    let _ = Sentence::read(text);
    let mut lines = text.lines();
    let mut line = || lines.next().unwrap_or_default();
    let (first, second, conclusion) = (line(), line(), line());
    let one = Reading::new(first, second, conclusion);
    let other = Reading::new(second, first, conclusion);
    if let (Ok(one), Ok(other)) = (&one, &other) {
        assert_eq!((one.form, one.major_first), (other.form, !other.major_first));
    }
    assert_eq!(one.is_ok(), other.is_ok());
});
