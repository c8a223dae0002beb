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

/// The values of an option, each with its name and its meaning. A name without a meaning is another
/// one of a value that has one.
pub type Choices<T> = &'static [(&'static str, T, &'static str)];

/// The value of this name.
pub fn choice<T: Copy>(choices: Choices<T>, name: &str) -> Option<T> {
    choices.iter().find(|(known, ..)| *known == name).map(|(_, value, _)| *value)
}

/// A parser of one of these values; `--help` says what they mean.
pub fn one_of<T: Copy + Send + Sync>(choices: Choices<T>) -> impl TypedValueParser<Value = T> {
    let value = |(name, _, meaning): &(&'static str, T, &'static str)| {
        let meaning = meaning.trim().trim_end_matches('.');
        PossibleValue::new(*name).help(meaning).hide(meaning.is_empty())
    };
    parser(choices.iter().map(value).collect(), choices)
}

/// A parser of one of these values; `--help` has their names alone.
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

/// The name of a file in a format that is called as the ending is.
pub fn file_name(stem: &str, format: impl ValueEnum) -> String {
    let value = format.to_possible_value();
    format!("{stem}.{}", value.as_ref().map_or("", PossibleValue::get_name))
}

/// Designs of the stimuli.
pub const PROFILES: Choices<Profile> = &[
    (
        "balanced",
        Profile::Balanced,
        "Position, exemplar letter and validity balanced; of `etr`, with coverage and controls",
    ),
    ("default", Profile::Balanced, ""),
    (
        "paper-2024",
        Profile::Paper2024,
        "The published design of the token-bias study, confounds included",
    ),
    ("paper-2025", Profile::Paper2025, "The published design of the family `etr`"),
];

/// Which combinations to ask.
pub const ASKS: Choices<Ask> = &[
    ("needed", Ask::Needed, "Those that some hypothesis compares"),
    ("all", Ask::All, "Every problem under every protocol"),
];

/// What to do when a rate limit asks for more than a minute.
pub const ON_LIMIT: Choices<OnLimit> = &[
    ("wait", OnLimit::Wait, "Wait, and go on"),
    ("stop", OnLimit::Stop, "Ask nothing more of the models that it holds for, and exit with 5"),
];

/// When an open answer counts as predicted by the erotetic theory.
pub const NOTIONS: Choices<Notion> = &[
    (
        "strict",
        Notion::Strict,
        "Accepted when asked about, by exact equality of views, as published",
    ),
    (
        "issue-insensitive",
        Notion::RegardlessOfIssues,
        "The same, whatever is marked as at issue and whatever arbitrary objects are called",
    ),
    ("exact", Notion::Exact, "Only the predicted conclusion itself, marks and names aside"),
    (
        "equivalent",
        Notion::Equivalent,
        "Only what is logically equivalent to the predicted conclusion",
    ),
];

/// What becomes of answers without a verdict.
pub const TREATMENTS: Choices<Treatment> = &[
    ("exclude", Treatment::Exclude, "The pair is lost"),
    ("as-wrong", Treatment::AsWrong, "It counts as wrong"),
];

/// Whose tests are adjusted together.
pub const ADJUST_OVER: Choices<AdjustOver> = &[
    ("one-subject", AdjustOver::OneSubject, "Those of one subject"),
    ("all-subjects", AdjustOver::AllSubjects, "Those of all subjects, as in published tables"),
];

/// Which grader decides.
pub const GRADERS: Choices<Grader> = &[
    ("reader", Grader::Default, "Peirast's deterministic reader"),
    ("default", Grader::Default, ""),
    (
        "published-2024",
        Grader::Published2024,
        "The published rule; where it needed an extraction that was not kept, the recorded grade",
    ),
    (
        "published-2025",
        Grader::Published2025,
        "The substring rule of the syllogism benchmark: \"incorrect\" anywhere, else \"correct\"",
    ),
];

/// How wide a figure is in print.
pub const WIDTHS: Choices<Width> = &[
    ("single", Width::Single, "One column of two: 89 mm"),
    ("double", Width::Double, "A whole page: 183 mm"),
];

/// The form of a log.
pub const LOG_FORMATS: Choices<LogFormat> =
    &[("eval", LogFormat::Eval, "A ZIP archive"), ("json", LogFormat::Json, "One JSON text")];

/// How whoever ran an evaluation stands to the developer of the model.
pub const RELATIONSHIPS: Choices<Relationship> = &[
    ("first-party", Relationship::FirstParty, "The developer ran it"),
    ("third-party", Relationship::ThirdParty, "Somebody else did"),
    ("collaborative", Relationship::Collaborative, "Both together"),
    ("other", Relationship::Other, "None of these"),
];

/// Formats of files of questions.
pub const SHARD_FORMATS: Choices<ShardFormat> = &[
    ("jsonl", ShardFormat::Jsonl, "JSON lines in the form of OpenAI's batches"),
    ("parquet", ShardFormat::Parquet, "Parquet, with the members of such lines as columns"),
];

/// Which recorded views are used.
pub const VIEWS: Choices<Views> = &[
    ("unread", Views::Unread, "Those of answers that are not read here"),
    ("all", Views::All, "All, instead of what is read here"),
];

/// Whose labels count.
pub const LABELS: Choices<Labels> = &[
    ("proved", Labels::Proved, "What is proved; the data set's where a text cannot be read"),
    ("given", Labels::Given, "The data set's"),
];
