//! Measures of answers to syllogisms, and to problems on which a theory of reasoning predicts a
//! fallacy.
//!
//! - A [`Ballot`] counts several answers to one question as votes.
//! - A [`Judgement`] is a syllogism accepted or rejected, made from a ballot or a single answer.
//! - A [`SyllogismReport`] has all measures of judgements, for every subject, strategy and
//!   temperature and pooled over them: accuracy, belief bias, sensitivity, consistency, variants,
//!   ranking, difficulty, fallacies, and comparisons of models with people and theories.
//! - A [`ConclusionReport`] does the same for open answers ([`Concluded`]): fallacies that a theory
//!   predicts, compared with chance, controls, other orders and added questions.
//! - A [`ClosedReport`] does it for offered conclusions ([`Chosen`]).
//!
//! Each measure is a file with its counts, its table and its notes. The whole crate is pure.

mod accuracy;
mod ballot;
mod belief;
mod belief_tests;
mod conclusion;
mod configurations;
mod consistency;
mod content_effect;
mod contest;
mod correlated;
mod difficulty;
mod explanation;
mod external;
mod fallacies;
mod group;
mod judgement;
mod name;
mod noise;
mod over_subjects;
mod people;
mod providers;
mod ranking;
mod selection;
mod sensitivity;
mod settings;
mod shortcut;
mod syllogism;
mod table;
mod tested;
mod tiers;
mod variants;
mod versions;
mod voting;

pub use accuracy::{Accuracy, Confusion, Difference, accuracies};
pub use ballot::{Ballot, Vote, ballots, side};
pub use belief::{Acceptance, Bias, biases};
pub use belief_tests::{BeliefEffect, BeliefTest, belief_tests};
pub use conclusion::{
    Arm, Asked, Bounds, Breakdown, CONTRADICTORY, Capability, ChanceCounts, Chosen, Classes,
    ClosedAcceptance, ClosedAccuracy, ClosedEvent, ClosedLevel, ClosedLevels, ClosedReport,
    CoefficientKind, Comparison, Concluded, ConclusionError, ConclusionReport, Conclusions,
    Controls, Corrected, Curve, DENYING, Differ, Distribution, ErrorShare, EtrShare, Event,
    Expected, ExponentialFit, FallacyRate, Feature, Given, Heterogeneity, Inquiries, Judged, Kind,
    Level, Lost, Lures, Measure, NoCurve, Notion, Null, OVER_CAUTIOUS, Offered, Opened, Options,
    OrderShare, Orders, OverNull, PREDICTED, Paired, Quarter, QuestionType, Readings, Reversal,
    SoundnessClass, Steps, Tally, Translated, UNEXPLAINED, is_translatable, ordered, posed,
};
pub use configurations::{ConfigurationTest, Tested, configuration_tests};
pub use consistency::{Agreement, Consistency, consistencies};
pub use content_effect::{ContentScore, content_scores};
pub use contest::{Contender, Contest, ContestStanding, contests};
pub use correlated::{Coefficient, Correlated};
pub use difficulty::{Difficulty, Sufficiency, difficulties, sufficiencies};
pub use explanation::{ExplainedQuestion, ExplanationError};
pub use external::{BenchmarkError, Benchmarks, External, Matched, Scored, external};
pub use fallacies::{Committed, fallacies};
pub use group::{Group, Placed, groups};
pub use judgement::{Judgement, Variant};
pub use noise::{Control, Noise, noise, noise_table};
pub use over_subjects::{Facet, SubjectCorrelation};
pub use people::{Likeness, Shown, Standard, forms, likenesses};
pub use providers::{Provider, Providers, Spread};
pub use ranking::{Ranked, Tier, rankings};
pub use selection::{NoSuchLevel, Selection};
pub use sensitivity::{Sensitivity, sensitivities};
pub use settings::{Setting, SettingTest, setting_tests};
pub use shortcut::{Shortcut, TellingShortcut, shortcuts, telling_shortcuts};
pub use syllogism::{SyllogismError, SyllogismReport};
pub use tiers::{AtTemperature, TierTemperature, tier_temperatures};
pub use variants::{Effect, VariantCorrelation, Variants, variants};
pub use versions::{VersionAccuracy, VersionAnswer, VersionConsistency, version_tables, versions};
pub use voting::{Queries, SEQUENTIAL, queries};
