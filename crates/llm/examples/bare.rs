//! A bare client, to measure a lower bound of the cost of a request next to that of a run.
//!
//! It puts every question of a file of JSON lines, `{"text": "...", "target": "a"}`, to a server
//! that speaks OpenAI's chat completions. It uses one thread and a given number of concurrent
//! requests. It reads the letter of each answer and writes questions and answers to a file of JSON
//! lines, without syncing it. It has no plan, no store, no retry and no limit, and stops at the
//! first error. Its time shows the speed of the machine today.
//!
//! ```text
//! cargo run --release -p peirast-llm --example bare -- questions.jsonl http://127.0.0.1:8399/v1 256 answers.jsonl
//! ```

use futures::stream::{self, StreamExt as _};
use serde_json::{Value, json};
use std::error::Error;
use std::fs::File;
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};

type Failure = Box<dyn Error>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [questions, server, concurrency, log] = given.as_slice() else {
        return Err("usage: bare QUESTIONS.jsonl BASE_URL CONCURRENCY LOG.jsonl".into());
    };
    let concurrency: usize = concurrency.parse()?;
    // The client also supports TLS and needs a provider of cryptography, although nothing here uses
    // it. Another one that is already installed is fine.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let questions = BufReader::new(File::open(questions)?).lines();
    let mut log = BufWriter::new(File::create(log)?);
    let (client, url) = (reqwest::Client::new(), format!("{server}/chat/completions"));
    let asked = questions.map(|line| asked(&client, &url, line));
    let mut asked = stream::iter(asked).buffer_unordered(concurrency);
    let (mut right, mut all) = (0_u64, 0_u64);
    while let Some(row) = asked.next().await {
        let row = row?;
        all += 1;
        right += u64::from(row["right"] == true);
        writeln!(log, "{row}")?;
    }
    log.flush()?;
    writeln!(std::io::stdout(), "{right} of {all} right")?;
    Ok(())
}

/// A question, its answer, and true if that is right.
async fn asked(
    client: &reqwest::Client,
    url: &str,
    line: std::io::Result<String>,
) -> Result<Value, Failure> {
    let question: Value = serde_json::from_str(&line?)?;
    let messages = json!([{"role": "user", "content": question["text"]}]);
    let body = json!({"model": "mock", "messages": messages}).to_string();
    let request = client.post(url).header("content-type", "application/json").body(body.clone());
    let response = request.send().await?.error_for_status()?.text().await?;
    let answer: Value = serde_json::from_str(&response)?;
    let text = answer["choices"][0]["message"]["content"].as_str().ok_or("no text")?;
    let letter = text.split_once('(').and_then(|(_, rest)| rest.get(..1));
    let right = letter.is_some() && letter == question["target"].as_str();
    Ok(json!({"id": question["id"], "request": body, "response": response, "right": right}))
}
