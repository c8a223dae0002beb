//! The command line of `peirast etr`.

use super::operation::OperationCommand;
use crate::args::one_of_names;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{Args, Subcommand};
use peirast_calc::etr::{SourceFormat, TargetFormat, TraceFormat};
use peirast_etr::{Conditional, Reading};
use std::path::PathBuf;

const EXAMPLES: &str = "A view is a text such as '{King()Ace(), Queen()Jack()}': alternatives between \
braces, separated by commas, each a row of atoms. '{Wet()}^{Rain()}' supposes rain; 'Ax {Mortal(x*)}' \
speaks of all x, 'Ex' of some; a star marks what is at issue, '~' denies, '0.3=*' weighs, '{0}' says \
nothing and '{}' is absurd. English and formulas are read wherever views are: 'Mary has an ace.', \
'p -> q'; it is said what they are understood as.

Examples:
  peirast etr infer '{King()Ace(), Queen()Jack()}' '{King()}'
  peirast etr infer 'Mary has an ace and a king, or else a queen and a jack. Mary has an ace.'
  peirast etr follows --target '{Ace()}' '{King()Ace(), Queen()Jack()}' '{King()}'
  peirast etr update '{Rain(), Sun()}' '{Wet()Rain()}^{Rain()}'
  peirast etr trace infer '{King()Ace(), Queen()Jack()}' '{King()}'
  peirast etr case e1

With --json, the answer to a procedure or an operation is a row that `peirast etr batch` reads again.";

/// Arguments of `etr`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct EtrArgs {
    #[command(flatten)]
    pub options: EtrOptions,
    /// The call.
    #[command(subcommand)]
    pub command: EtrCommand,
}

/// Options of every `etr` command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options of every etr command")]
pub struct EtrOptions {
    /// Variant of the theory, for cases in which its sources differ. Default: sound.
    #[arg(long, global = true, value_name = "READING", value_parser = reading())]
    pub reading: Option<Reading>,
    /// The most states of a result. Default: one million.
    #[arg(long, global = true, value_name = "N")]
    pub max_states: Option<usize>,
    /// The most elementary steps of an operation. Default: one thousand million.
    #[arg(long, global = true, value_name = "N")]
    pub max_steps: Option<u64>,
    /// Evaluate terms with this function; may be repeated.
    #[arg(long = "function", global = true, value_name = "NAME",
          value_parser = PossibleValuesParser::new(["div", "power", "log"]))]
    pub functions: Vec<String>,
    /// Repair views that are nearly in the notation, and report the changes.
    #[arg(long, global = true)]
    pub tolerant: bool,
    /// How to hear `if A then B` and `A -> B` in what is no view: as {AB}^{A}, the book's
    /// reading and the default, or as the bare {B}^{A}, the default under pyetr-1.0.0. Formulas of
    /// logic are bare unless this is given.
    #[arg(long, global = true, value_name = "READING", value_parser = conditional())]
    pub conditional: Option<Conditional>,
    /// Print JSON, one object per line.
    #[arg(long, global = true)]
    pub json: bool,
}

fn reading() -> impl clap::builder::TypedValueParser<Value = Reading> {
    PossibleValuesParser::new(Reading::ALL.map(|reading| reading.name))
        .try_map(|name| Reading::named(&name).ok_or("no such reading"))
}

fn conditional() -> impl clap::builder::TypedValueParser<Value = Conditional> {
    PossibleValuesParser::new(Conditional::ALL.map(Conditional::name))
        .try_map(|name| Conditional::named(&name).ok_or("no such reading"))
}

/// Calls to the theory.
#[derive(Debug, Subcommand)]
pub enum EtrCommand {
    #[command(flatten)]
    Procedure(ProcedureCommand),
    /// Show every step that leads to an answer.
    Trace(TraceArgs),
    /// Explain in words how people reach their conclusion, and what they drop on the way.
    #[command(after_help = "Example:
  peirast etr explain '{King()Ace(), Queen()Jack()}' '{King()}'")]
    Explain(InferArgs),
    /// Find the questions that, if asked, keep people from their conclusion.
    Equilibrium(EquilibriumArgs),
    /// Read a view, and write it in the same format or another.
    Parse(ParseArgs),
    /// Show what each reading of `if A then B` predicts for modus ponens, modus tollens, affirming
    /// the consequent and denying the antecedent.
    #[command(
        after_help = "`accepted` says whether people, when asked, say that the target follows; `valid` says whether \
it does follow.

Examples:
  peirast etr conditionals
  peirast etr conditionals --conditional book --reading pyetr-1.0.0 --json"
    )]
    Conditionals,
    /// List the worked examples of the theory.
    #[command(after_help = "Examples:
  peirast etr cases
  peirast etr cases --json")]
    Cases,
    /// Run a worked example, and show its purpose, its calls, the expected results and the actual
    /// ones.
    Case(CaseArgs),
    /// Answer calls given as JSON lines, or check recorded answers.
    Batch(BatchArgs),
    #[command(flatten)]
    Operation(OperationCommand),
}

/// Calls that run a whole procedure.
#[derive(Debug, Subcommand)]
pub enum ProcedureCommand {
    /// Predict what people conclude from these premises, in this order.
    #[command(aliases = ["default-inference-procedure", "default_inference_procedure"])]
    Infer(InferArgs),
    /// Predict whether people accept that the target follows from these premises.
    #[command(aliases = ["default-procedure-does-it-follow", "default_procedure_does_it_follow"])]
    Follows(FollowsArgs),
    /// Predict how probable people find something, given these premises.
    #[command(aliases = ["default-procedure-what-is-prob", "default_procedure_what_is_prob"])]
    Probability(ProbabilityArgs),
    /// Predict what people decide to do.
    #[command(aliases = ["default-decision", "default_decision"])]
    Decide(DecideArgs),
}

/// Arguments of `etr infer`.
#[derive(Debug, Args)]
#[command(after_help = "The answer {0} says that people draw no new conclusion.

Example:
  peirast etr infer '{King()Ace(), Queen()Jack()}' '{King()}'
prints {Ace()}: people jump from the king to the ace, a fallacy.")]
pub struct InferArgs {
    /// The premises, in the order in which people receive them.
    #[arg(value_name = "VIEW", required = true)]
    pub premises: Vec<String>,
}

/// Arguments of `etr equilibrium`.
#[derive(Debug, Args)]
#[command(
    after_help = "After the first premise, Peirast raises every question about an atom of the \
premises, then every pair of questions, and so on. It reports all smallest sets, of one size, that remove \
the conclusion. If no set removes it, the conclusion is in erotetic equilibrium with respect to \
these questions.

Example:
  peirast etr equilibrium '{King()Ace(), Queen()Jack()}' '{King()}'
finds that people who ask whether there is a king no longer conclude that there is an ace."
)]
pub struct EquilibriumArgs {
    /// The premises, in the order in which people receive them.
    #[arg(value_name = "VIEW", required = true)]
    pub premises: Vec<String>,
    /// The most questions asked together.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..))]
    pub questions: u8,
    /// The most sets of questions tried.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub sets: usize,
}

/// Arguments of `etr follows`.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  peirast etr follows --target 'Ax {B(x)A(x)}^{B(x)}' 'Ax {A(x)B(x)}^{A(x)}'
prints yes: from all A are B to all B are A, a fallacy.")]
pub struct FollowsArgs {
    /// The premises, in the order in which people receive them.
    #[arg(value_name = "VIEW", required = true)]
    pub premises: Vec<String>,
    /// The conclusion in question.
    #[arg(long, value_name = "VIEW")]
    pub target: String,
    /// Require the target itself, including the names of its arbitrary objects.
    #[arg(long, conflicts_with = "regardless_of_issues")]
    pub strict: bool,
    /// Also accept a result that differs from the target only in marks of issue.
    #[arg(long)]
    pub regardless_of_issues: bool,
}

/// Arguments of `etr probability`.
#[derive(Debug, Args)]
#[command(
    after_help = "Weights are percentages. Alternatives without a weight share the rest of the hundred \
percent. The answer is the query with its weight. The potential, which is the probability itself, is \
printed on stderr, and is the field `potential` in JSON.

Example:
  peirast etr probability --of '{Red()}' '{Red(), Green()}' '{60=* Green()}^{Green()}'"
)]
pub struct ProbabilityArgs {
    /// The premises, in the order in which people receive them.
    #[arg(value_name = "VIEW", required = true)]
    pub premises: Vec<String>,
    /// The view whose probability is asked for.
    #[arg(long, value_name = "VIEW")]
    pub of: String,
}

/// Arguments of `etr decide`.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  peirast etr decide '{do(Buy()), ~do(Buy())}' --consequence '{Fun()}^{do(Buy())}' \\
    --priority '{1=+ 0}^{Fun()}'
prints {do(Buy())}: the consequences of buying count, and other uses of the money do not.")]
pub struct DecideArgs {
    /// The options, one alternative per option.
    #[arg(value_name = "QUESTION")]
    pub question: String,
    /// A consequence of an option: '{C()}^{do(A())}'; may be repeated.
    #[arg(long = "consequence", value_name = "VIEW")]
    pub consequences: Vec<String>,
    /// A priority with its weight: '{2=+ 0}^{C()}'; may be repeated.
    #[arg(long = "priority", value_name = "VIEW")]
    pub priorities: Vec<String>,
    /// States that are absurd without a visible contradiction; may be repeated.
    #[arg(long = "absurd", value_name = "VIEW")]
    pub absurd: Vec<String>,
}

/// Arguments of `etr trace`.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  peirast etr trace --format mermaid infer '{King()Ace(), Queen()Jack()}' '{King()}'")]
pub struct TraceArgs {
    /// Format of the steps.
    #[arg(long, global = true, value_name = "FORMAT", default_value = "text",
          value_parser = one_of_names(TraceFormat::CHOICES))]
    pub format: TraceFormat,
    /// The call.
    #[command(subcommand)]
    pub command: TraceCommand,
}

/// Commands that leave a trace.
#[derive(Debug, Subcommand)]
pub enum TraceCommand {
    #[command(flatten)]
    Procedure(ProcedureCommand),
    #[command(flatten)]
    Operation(OperationCommand),
}

/// Arguments of `etr parse`.
#[derive(Debug, Args)]
#[command(
    after_help = "Formats: `view`, as everywhere here; `fol`, first-order logic; `smt-lib`, a \
script for solvers; `json`; `english`, sentences; `base`, each part of the view by itself, which \
cannot be read.

Examples:
  peirast etr parse 'Ax Ey {Loves(x,y)}^{Person(x)}' --to english
  peirast etr parse '∀x (Man(x) → Mortal(x*))' --from fol --to smt-lib
  peirast etr parse 'Every man is mortal. Socrates is a man.'
  echo '{Rain(), Sun()}' | peirast etr parse - --to json"
)]
pub struct ParseArgs {
    /// The view; `-` reads it from stdin.
    #[arg(value_name = "VIEW", allow_hyphen_values = true)]
    pub view: String,
    /// Format to write.
    #[arg(long, value_name = "FORMAT", default_value = "view",
          value_parser = one_of_names(TargetFormat::CHOICES))]
    pub to: TargetFormat,
    /// Format to read.
    #[arg(long, value_name = "FORMAT", default_value = "auto",
          value_parser = one_of_names(SourceFormat::CHOICES))]
    pub from: SourceFormat,
    /// For an SMT-LIB script: print one view per assertion instead of one for all.
    #[arg(long)]
    pub each: bool,
    /// In English: the words for a symbol; may be repeated.
    #[arg(long = "say", value_name = "SYMBOL=WORDS")]
    pub say: Vec<String>,
}

/// Arguments of `etr case`.
#[derive(Debug, Args)]
#[command(after_help = "Exits with 1 if an answer differs from the recorded one.

Examples:
  peirast etr case e1
  peirast etr case e33 --reading pyetr-1.0.0")]
pub struct CaseArgs {
    /// The case, by its name in `peirast etr cases` or its number: `e28`, `E28` or `28`.
    #[arg(value_name = "ID")]
    pub id: String,
}

/// Arguments of `etr batch`.
#[derive(Debug, Args)]
#[command(
    after_help = "A row is {\"op\": ..., \"args\": [...], \"kwargs\": {...}, \"id\": ...}; its \
answer is {\"id\": ..., \"out\": ...}, in the order of the rows. If a call fails, `out` is \
{\"error\": CLASS, \"message\": ...}. This is an answer too: the exit code is 1 only if a line is not \
a row. Operations have the names of these commands, or their names in PyETR. A `reading` in a row \
overrides --reading. Named arguments are `target`, `prob_of`, `cv`, `pr`, `absurd_states`, `inherited`, `keep`, \
`name_mappings` and `custom_functions`.

Examples:
  echo '{\"op\": \"update\", \"args\": [\"{A(),B()}\", \"{A()}\"]}' | peirast etr batch
  peirast etr case e1 --json | peirast etr batch --check
  peirast etr infer '{A(),B()}' '{A()}' --json | peirast etr batch --time --jobs 2"
)]
pub struct BatchArgs {
    /// Files of rows; stdin if none is given, or for `-`.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Compare with the recorded answers, print the number that agree, and exit with 1 if any does
    /// not. The recorded answers count as those of PyETR 1.0.0 unless the row gives a `reading`.
    #[arg(long, conflicts_with_all = ["keep", "time"])]
    pub check: bool,
    /// With --check, show every row that differs, not only twenty.
    #[arg(long, requires = "check")]
    pub all: bool,
    /// Copy the other fields of a row to its answer.
    #[arg(long)]
    pub keep: bool,
    /// Add `ns`, the median time of the operation alone, in nanoseconds.
    #[arg(long)]
    pub time: bool,
    /// Number of rows answered in parallel.
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: u16,
}
