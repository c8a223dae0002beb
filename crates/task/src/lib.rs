//! Problem families and prompt protocols: make, vary, ask, check.
//!
//! This crate turns a study into questions. [`Family::make`] makes problems with known truth, in
//! versions that differ in one factor; [`Asker`] renders a problem with a [`Protocol`]; [`Plan`]
//! lists the questions of a study and the comparisons of their answers; [`Simulated`] subjects
//! answer with known behaviour. All of it is pure and seeded: the same study gives the same bytes.
//!
//! ```
//! use peirast_record::Profile;
//! use peirast_task::{Asker, Design, Family, Protocol};
//! let design = Design { seed: 1, profile: Profile::Balanced };
//! let problems = Family::named("syllogism")?.make(&design, "all-some-some", 1)?;
//! let prompt = Asker::new(&design)?.ask(&problems[0], Protocol::named("zs-cot")?);
//! assert!(prompt.messages.last().is_some_and(|m| m.content.contains("Does the conclusion follow")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ask;
mod design;
mod english;
mod families;
mod labels;
mod lexicon;
mod list;
mod plan;
mod posed;
mod protocol;
pub mod published;
mod reasoners;
mod selection;
mod simulate;
mod strategies;
mod studies;
mod temperature;
mod template;
pub mod translation;
mod vary;
mod verified;

pub use ask::Asker;
pub use design::{Cell, Design};
pub use english::{HE, Pronouns, SHE, THEY};
pub use families::{
    Bank, BenchmarkItem, Cue, DataCheck, Draft, Draw, EXEMPLAR_ANSWER, Editor, Erotetic, Exemplars,
    FAMILIES, Factor, Families, Family, Make, MakeError, MakeItem, MakeItems, Making, NotWorkedOut,
    Options, Phrasing, Pool, Rejection, Reply, STEP_BY_STEP, Shown, Solved, TOKEN_BIAS, TermWords,
    Unplain, Variant, WRITING, Wording, WorkOut, WorkedOut, few_shot_stream, fewest_races, segment,
    task_sentence, writing_prompt,
};
pub use labels::{factor_label, family_label, level_label, method_label};
pub use list::DataError;
pub use plan::{Growth, LeftOut, Narrowed, Plan, PlanError, Question, Stretch};
pub use posed::{Posed, PosedError};
pub use protocol::{PROTOCOLS, Protocol, Protocols, UnknownProtocol};
pub use reasoners::{Conclusion, HumanResponses, PremisePair, Sample, Theory, syllogistic_view};
pub use selection::SelectionError;
pub use simulate::{Act, Occasion, SIMULATED, Simulated, SimulatedError};
pub use studies::{STUDIES, analysis_ids, built_in_analysis, built_in_study};
pub use temperature::{TEMPERATURE, temperature_level};
pub use vary::{VaryError, check_versions};
pub use verified::{
    ItemError, Items, LineError, TruthCheck, check_truth, problem_in, verified, verified_by,
};

/// Version of the generated problems and prompts. It changes whenever the same study would give
/// another text, so that stored answers are never used for another text.
pub const GENERATION: u32 = 1;
