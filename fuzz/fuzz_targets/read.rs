//! Any response is read without a panic, and the span lies inside it. Any line is a row or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peirast_read::{Context, Row, read};
use peirast_record::{FinishReason, Task};

fuzz_target!(|text: &str| {
    let options = [('a', "Ada sings.".to_owned()), ('b', "Ada sings and paints.".to_owned())];
    for task in [Task::Choice, Task::YesNo, Task::Number, Task::Validity, Task::Text] {
        for finish in [FinishReason::Stop, FinishReason::Length] {
            let context = Context::new(&options, finish).asked("Which of the two is more likely?");
            for context in [context, context.numbered()] {
                let reading = read(task, text, &context);
                if let Some(span) = reading.span {
                    assert!(text.get(span.start..span.end).is_some());
                }
            }
        }
    }
    if let Ok(row) = Row::parse(text.as_bytes()) {
        let _ = row.read();
        let _ = row.check();
    }
});
