//! The configuration of the server: latency, capacity, rate, faults, answers.

use crate::Fault;
use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The configuration of the server. Every field is a command-line option, and a member of the JSON
/// object for `POST /config`.
#[derive(Clone, Debug, PartialEq, Args, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Milliseconds from a request to its answer.
    #[arg(long, default_value_t = 0.0, value_name = "MS", help_heading = "Time")]
    pub latency_ms: f64,
    /// Milliseconds by which the latency varies in both directions, uniformly.
    #[arg(long, default_value_t = 0.0, value_name = "MS", help_heading = "Time")]
    pub jitter_ms: f64,
    /// Milliseconds of a hang before the connection is dropped.
    #[arg(long, default_value_t = 20_000.0, value_name = "MS", help_heading = "Time")]
    pub hang_ms: f64,
    /// Milliseconds over which a slow body is sent.
    #[arg(long, default_value_t = 2_000.0, value_name = "MS", help_heading = "Time")]
    pub slow_ms: f64,

    /// Most requests in progress; further ones get a 429. 0 means no limit.
    #[arg(long, default_value_t = 0, value_name = "N", help_heading = "Limits")]
    pub max_inflight: u64,
    /// Requests per second, with a reserve of one second; further ones get a 429 with the
    /// sufficient wait. 0 means no limit.
    #[arg(long, default_value_t = 0.0, value_name = "N", help_heading = "Limits")]
    pub rps: f64,
    /// Seconds in the `Retry-After` of a 429 or 503, if no limit determines them.
    #[arg(long, default_value_t = 1.0, value_name = "S", help_heading = "Limits")]
    pub retry_after: f64,
    /// Leave `Retry-After` out of the 429 of a full server.
    #[arg(long, help_heading = "Limits")]
    pub no_hint: bool,

    /// Share of requests with a fault, spread evenly over all kinds. The options below add to a
    /// kind.
    #[arg(long, default_value_t = 0.0, value_name = "P", help_heading = "Faults, in shares of 1")]
    pub faults: f64,
    /// 429 with `Retry-After`.
    #[arg(long, default_value_t = 0.0, value_name = "P", help_heading = "Faults, in shares of 1")]
    pub limited: f64,
    /// 429 without `Retry-After`.
    #[arg(long, default_value_t = 0.0, value_name = "P", help_heading = "Faults, in shares of 1")]
    pub limited_bare: f64,
    /// 500.
    #[arg(long, default_value_t = 0.0, value_name = "P", help_heading = "Faults, in shares of 1")]
    pub failing: f64,
    /// 503 with `Retry-After`.
    #[arg(long, default_value_t = 0.0, value_name = "P", help_heading = "Faults, in shares of 1")]
    pub unavailable: f64,
    /// 529, which some providers send if they are overloaded.
    #[arg(long, default_value_t = 0.0, value_name = "P", help_heading = "Faults, in shares of 1")]
    pub overloaded: f64,
    /// No answer for `--hang-ms`, then the connection is dropped.
    #[arg(long, default_value_t = 0.0, value_name = "P", help_heading = "Faults, in shares of 1")]
    pub hanging: f64,
    /// The connection is reset instead of an answer.
    #[arg(long, default_value_t = 0.0, value_name = "P", help_heading = "Faults, in shares of 1")]
    pub reset: f64,
    /// The connection closes in the middle of the body.
    #[arg(long, default_value_t = 0.0, value_name = "P", help_heading = "Faults, in shares of 1")]
    pub broken: f64,
    /// A whole response whose JSON is cut off.
    #[arg(long, default_value_t = 0.0, value_name = "P", help_heading = "Faults, in shares of 1")]
    pub truncated: f64,
    /// Complete JSON that is not an answer.
    #[arg(long, default_value_t = 0.0, value_name = "P", help_heading = "Faults, in shares of 1")]
    pub wrong_json: f64,
    /// The right answer, a few bytes at a time over `--slow-ms`.
    #[arg(long, default_value_t = 0.0, value_name = "P", help_heading = "Faults, in shares of 1")]
    pub slow: f64,
    /// Seed of the faults and the jitter. They also depend on the question and on the number of
    /// times that it was asked.
    #[arg(long, default_value_t = 0, value_name = "N", help_heading = "Faults, in shares of 1")]
    pub seed: u64,

    /// An answer. If several are given, the question chooses among them.
    #[arg(
        long = "answer", value_name = "TEXT", help_heading = "Answers",
        default_values = ["The answer is (a).", "The answer is (b)."]
    )]
    pub answers: Vec<String>,
    /// The fewest characters of an answer. Filler words are put before a shorter one.
    #[arg(long, default_value_t = 0, value_name = "N", help_heading = "Answers")]
    pub length: usize,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            latency_ms: 0.0,
            jitter_ms: 0.0,
            hang_ms: 20_000.0,
            slow_ms: 2_000.0,
            max_inflight: 0,
            rps: 0.0,
            retry_after: 1.0,
            no_hint: false,
            faults: 0.0,
            limited: 0.0,
            limited_bare: 0.0,
            failing: 0.0,
            unavailable: 0.0,
            overloaded: 0.0,
            hanging: 0.0,
            reset: 0.0,
            broken: 0.0,
            truncated: 0.0,
            wrong_json: 0.0,
            slow: 0.0,
            seed: 0,
            answers: vec!["The answer is (a).".to_owned(), "The answer is (b).".to_owned()],
            length: 0,
        }
    }
}

impl Config {
    /// The same configuration with the members of a JSON object as new values.
    ///
    /// ```
    /// use peirast_mock::Config;
    /// let config = Config::default().with(r#"{"latency_ms": 50, "faults": 0.1}"#).unwrap();
    /// assert_eq!((config.latency_ms, config.faults), (50.0, 0.1));
    /// assert!(config.with(r#"{"fault": 0.1}"#).unwrap_err().contains("unknown field"));
    /// ```
    ///
    /// # Errors
    /// If the text is invalid, with the reason for its sender.
    pub fn with(&self, json: &str) -> Result<Self, String> {
        let said = |e: serde_json::Error| e.to_string();
        let mut all = serde_json::to_value(self).map_err(said)?;
        let more: Value = serde_json::from_str(json).map_err(said)?;
        match (&mut all, more) {
            (Value::Object(all), Value::Object(more)) => all.extend(more),
            _ => return Err("a configuration is a JSON object".to_owned()),
        }
        let config: Self = serde_json::from_value(all).map_err(said)?;
        config.check().map(|()| config)
    }

    /// Checks that the configuration can be served.
    ///
    /// # Errors
    /// If a setting is out of range, with its range.
    pub fn check(&self) -> Result<(), String> {
        let times = [
            ("latency_ms", self.latency_ms),
            ("jitter_ms", self.jitter_ms),
            ("hang_ms", self.hang_ms),
            ("slow_ms", self.slow_ms),
            ("rps", self.rps),
            ("retry_after", self.retry_after),
        ];
        let day = 86_400_000.0;
        if let Some((name, value)) = times.iter().find(|(_, v)| !(0.0..=day).contains(v)) {
            return Err(format!("{name} is {value}: it must be between 0 and {day}"));
        }
        let shares = Fault::ALL.iter().map(|fault| (fault.name(), fault.share(self)));
        for (name, share) in shares.chain([("faults", self.faults)]) {
            if !(0.0..=1.0).contains(&share) {
                return Err(format!("{name} comes to {share}: a share is between 0 and 1"));
            }
        }
        let total: f64 = Fault::ALL.iter().map(|fault| fault.share(self)).sum();
        if total > 1.0 + 1e-9 {
            return Err(format!(
                "the shares of all faults come to {total}: they must stay below 1"
            ));
        }
        if self.answers.is_empty() {
            return Err("answers is empty: give at least one".to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_served_is_refused() {
        for (json, says) in [
            (r#"{"latency_ms": -1}"#, "latency_ms is -1"),
            (r#"{"slow": 1.5}"#, "slow comes to 1.5"),
            (r#"{"slow": 0.7, "reset": 0.7}"#, "come to 1.4"),
            (r#"{"answers": []}"#, "answers is empty"),
            ("[]", "a JSON object"),
            ("{", "EOF"),
        ] {
            let error = Config::default().with(json).expect_err(json);
            assert!(error.contains(says), "{json}: {error}");
        }
    }

    #[test]
    fn the_command_line_has_the_same_defaults() {
        #[derive(clap::Parser)]
        struct Arguments {
            #[command(flatten)]
            config: Config,
        }
        let line = <Arguments as clap::Parser>::try_parse_from(["mock"]).expect("no arguments");
        assert_eq!(line.config, Config::default());
    }
}
