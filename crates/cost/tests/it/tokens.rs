//! Token counts: equal to those of tiktoken, the same for any number of threads, and fast enough.

use peirast_cost::{Counter, Encoding, TokenCount, count_all};
use peirast_record::{Message, Prompt};
use proptest::prelude::*;
use serde::Deserialize;
use std::sync::Arc;

/// Counted by OpenAI's tiktoken 0.14 with its own patterns.
#[derive(Deserialize)]
struct Golden {
    text: String,
    o200k: u64,
    cl100k: u64,
}

#[test]
fn counts_are_those_of_tiktoken() {
    let mut rows = 0;
    for line in include_str!("../data/tiktoken.jsonl").lines() {
        let golden: Golden = serde_json::from_str(line).expect(line);
        assert_eq!(Encoding::O200k.count(&golden.text), golden.o200k, "o200k of {line}");
        assert_eq!(Encoding::Cl100k.count(&golden.text), golden.cl100k, "cl100k of {line}");
        rows += 1;
    }
    assert!(rows > 400, "{rows}");
}

#[test]
fn a_hostile_text_is_counted_in_time() {
    for text in ["a".repeat(300_000), " ".repeat(300_000), "中".repeat(100_000)] {
        let tokens = Encoding::O200k.count(&text);
        assert!(tokens > 0 && tokens <= text.len() as u64);
    }
}

fn prompts(n: usize) -> Vec<Arc<Prompt>> {
    let text = |i: usize| {
        format!(
            "Linda is {i} years old, single, outspoken, and very bright. Which is more probable?"
        )
    };
    let prompt = |i| Prompt::new(format!("q{i}"), "baseline", vec![Message::user(text(i))]);
    (0..n).map(|i| Arc::new(prompt(i))).collect()
}

#[test]
fn any_number_of_threads_counts_the_same() {
    let prompts = prompts(2_000);
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| count_all(Encoding::O200k, &prompts))
    };
    let one = on(1);
    assert_eq!(one, on(2));
    assert_eq!(one, on(7));
    assert_eq!(one[10].text, Encoding::O200k.count(&prompts[10].messages[0].content));
}

#[test]
fn families_are_found_by_the_names_of_their_models() {
    for (subject, family, exact) in [
        ("openai:gpt-4o", "GPT-4o", true),
        ("openai:gpt-4o-mini-2024-07-18", "GPT-4o", true),
        ("openrouter/openai/gpt-4o", "GPT-4o", true),
        ("openai:gpt-4-turbo", "GPT-4 and GPT-3.5", true),
        ("openai:gpt-3.5-turbo-0125", "GPT-4 and GPT-3.5", true),
        ("openai:gpt-4.1-nano", "GPT-4.1, GPT-5, o-series", false),
        ("openai:gpt-5.4-mini", "GPT-4.1, GPT-5, o-series", false),
        ("openai:o3-mini", "GPT-4.1, GPT-5, o-series", false),
        ("openai:gpt-6-sol", "later models of OpenAI", false),
        ("groq/openai/gpt-oss-20b", "gpt-oss", false),
        ("together/meta-llama/Llama-3.3-70B-Instruct-Turbo", "Llama 3 and 4", false),
        ("openai:llama3.1", "Llama 3 and 4", false),
        ("anthropic/claude-3-haiku-20240307", "Claude before 4.7", false),
        ("anthropic/claude-opus-4-7", "Claude from 4.7", false),
        ("openrouter/anthropic/claude-sonnet-4.5", "Claude before 4.7", false),
        ("google/gemini-2.5-pro", "Gemini and Gemma", false),
        ("deepseek/deepseek-v4-pro", "DeepSeek", false),
        ("openai:nobody-knows-me", "unknown", false),
    ] {
        let counter = Counter::for_subject(subject);
        assert_eq!(counter.family().name, family, "{subject}");
        assert_eq!(counter.is_exact(), exact, "{subject}");
    }
}

#[test]
fn an_estimate_says_by_how_much_it_may_be_off() {
    for subject in ["anthropic/claude-3-opus", "openai:unknown", "google/gemini-2.5-flash"] {
        let counter = Counter::for_subject(subject);
        assert!(counter.family().error > 0.0, "{subject}");
        assert!(counter.most(1000) >= 1100, "{subject}");
    }
}

proptest! {
    #[test]
    fn a_token_is_at_least_a_byte(text in ".{0,80}") {
        for encoding in [Encoding::O200k, Encoding::Cl100k] {
            let tokens = encoding.count(&text);
            prop_assert!(tokens <= text.len() as u64);
            prop_assert_eq!(tokens == 0, text.is_empty());
        }
    }

    #[test]
    fn counts_add_up(parts in prop::collection::vec((0..500u64, 1..4u64), 1..20)) {
        let counter = Counter::for_subject("anthropic/claude-3-opus");
        let counted = |(text, messages): &(u64, u64)| TokenCount { text: *text, messages: *messages, prompts: 1 };
        let sum = parts.iter().map(counted).fold(TokenCount::default(), TokenCount::plus);
        let each: u64 = parts.iter().map(|part| counter.tokens(counted(part))).sum();
        prop_assert!(counter.tokens(sum).abs_diff(each) <= parts.len() as u64);
        prop_assert_eq!(sum.scaled_to(sum.prompts), sum);
    }
}
