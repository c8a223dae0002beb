//! Any response is read without a panic, and the span lies inside it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peirast_read::{Context, read};
use peirast_record::{FinishReason, Task};

fuzz_target!(|text: &str| {
    let options = [('a', "Ada sings.".to_owned()), ('b', "Ada sings and paints.".to_owned())];
    for task in [Task::Choice, Task::YesNo, Task::Number, Task::Validity] {
        for finish in [FinishReason::Stop, FinishReason::Length] {
            let reading = read(task, text, &Context::new(&options, finish));
            if let Some(span) = reading.span {
                assert!(text.get(span.start..span.end).is_some());
            }
        }
    }
});
