//! Speed of reading answers. 100,000 of them should take a small part of ten seconds.

use divan::{Bencher, counter::BytesCount};
use peirast_read::{Context, read};
use peirast_record::{FinishReason, Task};

fn main() {
    divan::main();
}

fn options() -> [(char, String); 2] {
    [
        ('a', "Ada is a chemist at a small laboratory.".to_owned()),
        ('b', "Ada is a chemist at a small laboratory and sings in a choir.".to_owned()),
    ]
}

/// About one kilobyte of reasoning with a verdict at its end.
fn reasoning() -> String {
    let step = "Option (b) adds a detail to option (a): that Ada sings in a choir. It may seem \
                more likely because it fits the story, but two things together cannot be more \
                probable than one of them alone. ";
    format!("Let's think step by step.\n\n{}\n\nThe correct answer is (a).", step.repeat(5))
}

#[divan::bench]
fn choice_of_one_kilobyte(bencher: Bencher<'_, '_>) {
    let (options, text) = (options(), reasoning());
    let context = Context::new(&options, FinishReason::Stop);
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| read(Task::Choice, divan::black_box(&text), &context));
}

/// Typical short answers of models. The aim is 200,000 a second on one core.
#[divan::bench]
fn ten_short_answers(bencher: Bencher<'_, '_>) {
    let options = options();
    let context = Context::new(&options, FinishReason::Stop);
    let answers = [
        "(a)",
        "The answer is (b).",
        "Answer: A",
        "b",
        "**B**",
        "I would choose (a), since it is more general.",
        "(a) is more likely.",
        "Option B",
        "{\"answer\": \"a\"}",
        "(a) No\n(b) Yes",
    ];
    bencher
        .counter(divan::counter::ItemsCount::new(answers.len()))
        .bench(|| answers.map(|text| read(Task::Choice, divan::black_box(text), &context).answer));
}

#[divan::bench]
fn yes_no_of_one_kilobyte(bencher: Bencher<'_, '_>) {
    let text = format!("{}No, the argument is not sound.", reasoning());
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| read(Task::YesNo, divan::black_box(&text), &Context::default()));
}

#[divan::bench]
fn number_of_one_kilobyte(bencher: Bencher<'_, '_>) {
    let text = format!("{}You need 7 races.", reasoning());
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| read(Task::Number, divan::black_box(&text), &Context::default()));
}

#[divan::bench(sample_count = 3)]
fn hostile_megabyte(bencher: Bencher<'_, '_>) {
    let (options, text) = (options(), "(a)".repeat(350_000));
    let context = Context::new(&options, FinishReason::Stop);
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| read(Task::Choice, divan::black_box(&text), &context));
}
