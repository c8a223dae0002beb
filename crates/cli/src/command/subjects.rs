//! `peirast subjects`.

use crate::args::JsonArgs;
use crate::console;
use anyhow::Result;
use peirast_task::SIMULATED;
use std::process::ExitCode;

const LIVE: [(&str, &str); 2] = [
    ("PROVIDER/NAME", "a live model behind a provider that `peirast models` lists"),
    (
        "openai/NAME",
        "a live model behind OpenAI's chat API or an imitation of it; --base-url names the server",
    ),
];

/// Lists the simulated subjects and how to name live ones.
pub fn subjects(args: &JsonArgs) -> Result<ExitCode> {
    let all = SIMULATED.iter().chain(&LIVE);
    let text: String = if args.json {
        all.map(|(name, about)| {
            serde_json::json!({"name": name, "about": about}).to_string() + "\n"
        })
        .collect()
    } else {
        all.map(|(name, about)| format!("{name:<18} {about}\n")).collect()
    };
    console::finish(&text)
}
