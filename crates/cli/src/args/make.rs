//! Arguments of `peirast make` and `peirast verify`.

use super::{LiveArgs, PROFILES, one_of, share};
use clap::Args;
use peirast_record::Profile;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// Arguments of `make`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast make conjunction --n 100 --seed 7 > problems.jsonl
  peirast make syllogism/all-some-some --n 3
  peirast make categorical/any-form --where form=EIO-2 --where belief=unbelievable --n 20
  peirast make conjunction/2 --n 20 --writer openai/gpt-4o --into written > written.jsonl
  peirast run token-bias --problems written.jsonl
  peirast make etr --profile paper-2025 --n 400 --seed 7 > fallacies.jsonl
  peirast make etr --n 20 --where order=original --where order=reversed --theme cards
  peirast make etr --n 4000 --shard 3/10 > part-3.jsonl
  peirast make etr/choice --n 2 --text")]
pub struct MakeArgs {
    /// A family, or family/variant; `etr` alone means `etr/open`.
    pub family: String,
    /// Items per variant. An item may have several versions; for `etr`, a fallacy and its controls.
    #[arg(long, default_value_t = 10, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    pub n: u32,
    /// Seed.
    #[arg(long, default_value_t = 20240613)]
    pub seed: u64,
    /// Only problems with this level of a factor, for example form=AAI-1; may be repeated. Peirast
    /// draws from the seed until there are enough items. For `etr`, the versions to make: kind, order
    /// (original, reversed, all, or positions such as 2-1-3), inquiry; one factor may have several
    /// levels.
    #[arg(long = "where", value_name = "FACTOR=LEVEL")]
    pub given: Vec<String>,
    /// Design of the stimuli.
    #[arg(long, value_parser = one_of(PROFILES), default_value = "balanced")]
    pub profile: Profile,
    /// Print the texts for people, with the right answers, instead of JSON.
    #[arg(long)]
    pub text: bool,
    /// For `etr`: use only words of this theme, by name or file (TOML); may be repeated.
    #[arg(long = "theme", value_name = "NAME|FILE")]
    pub themes: Vec<String>,
    /// For `etr`: the numbers of atoms in all premises together, for example 4,5,6.
    #[arg(long, value_name = "ATOMS", value_delimiter = ',')]
    pub sizes: Vec<usize>,
    /// For `etr`: the number of premises, for example 2-3.
    #[arg(long, value_name = "LEAST-MOST")]
    pub premises: Option<String>,
    /// For `etr`: the share of problems whose predicted conclusion does not follow. Default: all.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub fallacies: Option<f64>,
    /// For `etr`: also make problems whose predicted conclusion has several alternatives.
    #[arg(long)]
    pub any_conclusion: bool,
    /// For `etr`: report the number of rejected candidates, by reason.
    #[arg(long)]
    pub rejections: bool,
    /// For `etr`: make only this part of the problems, for example 3/10, the third of ten. Together,
    /// the parts are the whole corpus. In the balanced design, two parts may contain a few problems that
    /// differ only in names.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<PartArg>,
    /// Let a model write the added events of conjunction problems. Peirast rejects and reports texts
    /// that do not have the required form.
    #[arg(long, value_name = "MODEL", requires = "into")]
    pub writer: Option<String>,
    /// Directory of the writer's answers, so that none is requested twice.
    #[arg(long, value_name = "DIR")]
    pub into: Option<PathBuf>,
    #[command(flatten)]
    pub live: LiveArgs,
}

/// One of several parts of a corpus: `3/10`.
#[derive(Clone, Copy, Debug)]
pub struct PartArg {
    /// The number of the part, from 1.
    pub index: u64,
    /// The number of parts.
    pub of: u64,
}

impl FromStr for PartArg {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers = text.split_once('/').and_then(|(index, of)| {
            let (index, of): (u64, u64) = (index.trim().parse().ok()?, of.trim().parse().ok()?);
            (1..=of).contains(&index).then_some(Self { index, of })
        });
        numbers.ok_or("write which part of how many, such as 3/10")
    }
}

impl fmt::Display for PartArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}
