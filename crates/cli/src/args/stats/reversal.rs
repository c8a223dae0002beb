use clap::Args;
use std::path::PathBuf;

/// Arguments of `stats reversal`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  peirast stats reversal rows.json
  peirast stats reversal rows.json --find --most 400
  peirast stats reversal rows.json --json

The file is CSV with these columns, a JSON array of objects, or one object a line. Each row has `model`
and the counts: `x1` fallacies in the original order, `x2` in the reversed one, of `n` items in either; or
(in JSON) a list `solutions` of such, with N_min and N_max where n is known within bounds only. Where `blocked_pct`, `z` and `p` are
given as printed, they are compared. With --find, counts are searched that would print them.

z and p are those of two independent proportions, pooled, as published. The runs share their items: the
paired p is that of the exact test of McNemar, which counts cannot give without the pairs; shown are the
smallest and the largest that they allow. p_adjusted is after Benjamini and Hochberg, over the models.
Where neither order has a fallacy, or each has nothing else, no difference can be tested: the row says so,
and counts for no other.")]
pub struct StatsReversalArgs {
    /// The rows; stdin unless given.
    pub file: Option<PathBuf>,
    /// Search counts that give what was printed.
    #[arg(long)]
    pub find: bool,
    /// The most items that a search goes up to.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=5000))]
    pub most: u64,
    /// JSON lines.
    #[arg(long)]
    pub json: bool,
}
