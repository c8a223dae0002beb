//! Solved problems that come before the question.

use super::{Families, Family};
use crate::{Design, MakeError};
use peirast_random::Stream;
use peirast_record::{Problem, Profile};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, OnceLock};

/// The factor for the answer of a solved exemplar; without a level if there are no exemplars.
pub const EXEMPLAR_ANSWER: &str = "exemplar-answer";
/// Its level if exemplars have their published answers.
pub(crate) const AS_PUBLISHED: &str = "as-published";

/// A solved problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The question as it is asked.
    pub question: String,
    /// The answer that is shown as correct.
    pub answer: String,
    /// The reason, for protocols that explain.
    pub reason: String,
}

/// The answer of an exemplar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// As in the publication.
    Published,
    /// Right option first, or a valid syllogism.
    First,
    /// Right option second, or an invalid syllogism.
    Second,
}

impl Shown {
    /// Returns the answer that the item's design requires.
    pub fn for_problem(problem: &Problem) -> Self {
        match problem.factors.get(EXEMPLAR_ANSWER) {
            Some("a" | "yes") => Self::First,
            Some("b" | "no") => Self::Second,
            _ => Self::Published,
        }
    }

    /// Returns the same, except in the published design.
    pub(super) fn or_published(self, wanted: Self) -> Self {
        if self == Self::Published { Self::Published } else { wanted }
    }
}

/// The solved problems of a family.
///
/// The answer of each has the form `answer is X`, and the classic and the rephrased problem end in
/// the same question, so that a subject sees one form of question and answer.
pub trait Exemplars: Debug + Sync {
    /// Returns the problem of the literature, solved.
    fn classic(&self, problem: &Problem) -> Solved;

    /// Returns the problem of the literature with only the name replaced: it shows the effect of
    /// the famous name alone.
    fn renamed(&self, problem: &Problem) -> Solved;

    /// Returns a problem of the same form about another person or thing, solved; if not `truly`,
    /// the fallacious answer is called correct.
    fn rephrased(&self, problem: &Problem, design: &Design, truly: bool) -> Solved;

    /// Three solved problems, drawn from the [`pool`](Self::pool) or from elsewhere.
    ///
    /// They are drawn with the study's seed and the item's name ([`few_shot_stream`]), so that matched
    /// versions of an item get the same ones.
    fn few(&self, problem: &Problem, design: &Design, pool: &[Problem]) -> Vec<Solved>;

    /// Returns the made problems to draw from; `None` if exemplars have another source.
    fn pool(&self) -> Option<Pool> {
        None
    }
}

/// Problems that exemplars are drawn from.
#[derive(Clone, Copy, Debug)]
pub struct Pool {
    /// The family that makes them.
    pub family: &'static Family,
    /// The variants in the pool.
    pub variants: &'static [&'static str],
    /// The number of items of each variant.
    pub per_variant: u32,
}

/// Returns the stream that draws the exemplars of an item.
pub fn few_shot_stream(problem: &Problem, design: &Design) -> Stream {
    Stream::named(design.seed, &["few-shot", &problem.item])
}

/// The pools of all families, made once per design.
#[derive(Clone, Debug)]
pub(crate) struct Pools {
    /// The design of exemplars.
    pub(crate) design: Design,
    families: Families,
    /// Problems by their family. All askers of one design share them.
    made: Arc<OnceLock<BTreeMap<&'static str, Vec<Problem>>>>,
}

impl Pools {
    /// The pools of a design. They take longer to make than a small study, and are made on demand.
    pub(crate) fn new(design: &Design, families: &Families) -> Self {
        // The design of 2025 has only problems without solved ones.
        let profile = match design.profile {
            Profile::Paper2025 => Profile::Balanced,
            own => own,
        };
        let design = Design { profile, ..*design };
        Self { design, families: families.clone(), made: Arc::default() }
    }

    /// Makes the pools now: a separate generation, with a seed derived from the study's.
    pub(crate) fn make(&self) -> Result<(), MakeError> {
        let made = self.pools()?;
        self.made.get_or_init(|| made);
        Ok(())
    }

    /// Returns the pool of these exemplars. It is empty if it cannot be made, which
    /// [`make`](Self::make) returns as an error.
    pub(crate) fn drawn_for(&self, exemplars: &dyn Exemplars) -> &[Problem] {
        let Some(pool) = exemplars.pool() else { return &[] };
        let made = self.made.get_or_init(|| self.pools().unwrap_or_default());
        made.get(pool.family.name).map_or(&[], Vec::as_slice)
    }

    fn pools(&self) -> Result<BTreeMap<&'static str, Vec<Problem>>, MakeError> {
        let mut pools = BTreeMap::new();
        for pool in self.families.iter().filter_map(|family| family.exemplars?.pool()) {
            if !pools.contains_key(pool.family.name) {
                pools.insert(pool.family.name, pool.make(&self.design)?);
            }
        }
        Ok(pools)
    }
}

impl Pool {
    fn make(self, design: &Design) -> Result<Vec<Problem>, MakeError> {
        let seed = Stream::named(design.seed, &["exemplar pool"]).below(u32::MAX as usize) as u64;
        let mut problems = Vec::new();
        for variant in self.variants {
            let design = Design { seed, ..*design };
            problems.extend(self.family.make(&design, variant, self.per_variant)?);
        }
        Ok(problems)
    }
}
