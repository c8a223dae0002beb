//! Options that have one of a few values.

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use peirast_exchange::etr_eval::Views;
use peirast_exchange::every_eval_ever::Relationship;
use peirast_exchange::inspect::LogFormat;
use peirast_exchange::syllogism_eval::Labels;
use peirast_fallacy::Notion;
use peirast_figure::Width;
use peirast_record::{AdjustOver, Ask, Profile, Treatment};
use peirast_study::batch::ShardFormat;
use peirast_study::grade::Grader;
use peirast_throttle::OnLimit;

/// The values of an option, each with its name and its meaning. A name without a meaning is an alias
/// of another name.
pub type Choices<T> = &'static [(&'static str, T, &'static str)];

/// Returns the value with this name.
pub fn choice<T: Copy>(choices: Choices<T>, name: &str) -> Option<T> {
    choices.iter().find(|(known, ..)| *known == name).map(|(_, value, _)| *value)
}

/// A parser of one of these values; `--help` shows their meanings.
pub fn one_of<T: Copy + Send + Sync>(choices: Choices<T>) -> impl TypedValueParser<Value = T> {
    let value = |(name, _, meaning): &(&'static str, T, &'static str)| {
        let meaning = meaning.trim().trim_end_matches('.');
        PossibleValue::new(*name).help(meaning).hide(meaning.is_empty())
    };
    parser(choices.iter().map(value).collect(), choices)
}

/// A parser of one of these values; `--help` shows only their names.
pub fn one_of_names<T: Copy + Send + Sync>(
    choices: Choices<T>,
) -> impl TypedValueParser<Value = T> {
    parser(choices.iter().map(|(name, ..)| PossibleValue::new(*name)).collect(), choices)
}

fn parser<T: Copy + Send + Sync>(
    values: Vec<PossibleValue>,
    choices: Choices<T>,
) -> impl TypedValueParser<Value = T> {
    let parser = PossibleValuesParser::new(values);
    parser.try_map(move |name| choice(choices, &name).ok_or("there is no such value"))
}

/// The name of a file whose ending is the name of its format.
pub fn file_name(stem: &str, format: impl ValueEnum) -> String {
    let value = format.to_possible_value();
    format!("{stem}.{}", value.as_ref().map_or("", PossibleValue::get_name))
}

/// Designs of the stimuli.
pub const PROFILES: Choices<Profile> = &[
    (
        "balanced",
        Profile::Balanced,
        "Position, exemplar letter and validity balanced; for `etr`, with coverage and controls",
    ),
    ("default", Profile::Balanced, ""),
    (
        "paper-2024",
        Profile::Paper2024,
        "The published design of the token-bias study, confounds included",
    ),
    ("paper-2025", Profile::Paper2025, "The published design of the family `etr`"),
];

/// The combinations of problem and protocol to ask.
pub const ASKS: Choices<Ask> = &[
    ("needed", Ask::Needed, "The combinations that a hypothesis compares"),
    ("all", Ask::All, "Every problem under every protocol"),
];

/// Reactions to a rate limit that asks for a wait of more than a minute.
pub const ON_LIMIT: Choices<OnLimit> = &[
    ("wait", OnLimit::Wait, "Wait, then continue"),
    ("stop", OnLimit::Stop, "Stop asking the models that it concerns, and exit with 5"),
];

/// Conditions under which an open answer counts as predicted by the erotetic theory.
pub const NOTIONS: Choices<Notion> = &[
    (
        "strict",
        Notion::Strict,
        "The theory accepts the answer when asked about it, by exact equality of views, as published",
    ),
    (
        "issue-insensitive",
        Notion::RegardlessOfIssues,
        "As strict, but ignoring marks of issue and the names of arbitrary objects",
    ),
    (
        "exact",
        Notion::Exact,
        "The answer is the predicted conclusion itself, ignoring marks and names",
    ),
    (
        "equivalent",
        Notion::Equivalent,
        "The answer is logically equivalent to the predicted conclusion",
    ),
];

/// Treatments of answers without a verdict.
pub const TREATMENTS: Choices<Treatment> = &[
    ("exclude", Treatment::Exclude, "The pair is lost"),
    ("as-wrong", Treatment::AsWrong, "The answer counts as wrong"),
];

/// Families of tests whose p-values are adjusted together.
pub const ADJUST_OVER: Choices<AdjustOver> = &[
    ("one-subject", AdjustOver::OneSubject, "The tests of one subject"),
    ("all-subjects", AdjustOver::AllSubjects, "The tests of all subjects, as in published tables"),
];

/// Graders.
pub const GRADERS: Choices<Grader> = &[
    ("reader", Grader::Default, "Peirast's deterministic reader"),
    ("default", Grader::Default, ""),
    (
        "published-2024",
        Grader::Published2024,
        "The published rule; the recorded grade where the rule needs an extraction that was not kept",
    ),
    (
        "published-2025",
        Grader::Published2025,
        "The substring rule of the syllogism benchmark: \"incorrect\" anywhere, else \"correct\"",
    ),
];

/// Widths of a figure in print.
pub const WIDTHS: Choices<Width> = &[
    ("single", Width::Single, "A column of a two-column page: 89 mm"),
    ("double", Width::Double, "A whole page: 183 mm"),
];

/// Forms of a log.
pub const LOG_FORMATS: Choices<LogFormat> =
    &[("eval", LogFormat::Eval, "A ZIP archive"), ("json", LogFormat::Json, "One JSON text")];

/// Relationships between the evaluator and the developer of the model.
pub const RELATIONSHIPS: Choices<Relationship> = &[
    ("first-party", Relationship::FirstParty, "The developer ran it"),
    ("third-party", Relationship::ThirdParty, "Somebody else did"),
    ("collaborative", Relationship::Collaborative, "Both together"),
    ("other", Relationship::Other, "None of these"),
];

/// Formats of files of questions.
pub const SHARD_FORMATS: Choices<ShardFormat> = &[
    ("jsonl", ShardFormat::Jsonl, "JSON lines in the format of OpenAI's batches"),
    ("parquet", ShardFormat::Parquet, "Parquet, with the fields of those lines as columns"),
];

/// Choices of recorded views to use.
pub const VIEWS: Choices<Views> = &[
    ("unread", Views::Unread, "Only for answers that Peirast cannot read"),
    ("all", Views::All, "For all answers, in place of Peirast's readings"),
];

/// Sources of the labels that count.
pub const LABELS: Choices<Labels> = &[
    ("proved", Labels::Proved, "The proved labels; the data set's where a text cannot be read"),
    ("given", Labels::Given, "The data set's labels"),
];
