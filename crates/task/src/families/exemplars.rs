//! Solved problems that come before the question.

use super::{Families, Family};
use crate::{Design, MakeError};
use peirast_random::Stream;
use peirast_record::{Problem, Profile};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, OnceLock};

/// The factor that says how a solved exemplar is answered; no level of what is asked without exemplars.
pub const EXEMPLAR_ANSWER: &str = "exemplar-answer";
/// Its level where exemplars are answered as they were published.
pub(crate) const AS_PUBLISHED: &str = "as-published";

/// A solved problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The question as it is asked.
    pub question: String,
    /// The answer that is shown as correct.
    pub answer: String,
    /// Why, for protocols that explain.
    pub reason: String,
}

/// How an exemplar is to be answered.
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
    /// What the item's design asks for.
    pub fn for_problem(problem: &Problem) -> Self {
        match problem.factors.get(EXEMPLAR_ANSWER) {
            Some("a" | "yes") => Self::First,
            Some("b" | "no") => Self::Second,
            _ => Self::Published,
        }
    }

    /// The same, unless the design is the published one.
    pub(super) fn or_published(self, wanted: Self) -> Self {
        if self == Self::Published { Self::Published } else { wanted }
    }
}

/// The solved problems of a family.
///
/// The answer of each says `answer is X`, and the classic and the rephrased problem end in the same
/// question, so that a subject sees one form of question and answer.
pub trait Exemplars: Debug + Sync {
    /// The problem of the literature, solved.
    fn classic(&self, problem: &Problem) -> Solved;

    /// The problem of the literature word for word, but for one name: what follows the famous name
    /// alone follows this.
    fn renamed(&self, problem: &Problem) -> Solved;

    /// A problem of the same form about somebody or something else, solved; or, when not `truly`, with
    /// the fallacious answer called correct.
    fn rephrased(&self, problem: &Problem, design: &Design, truly: bool) -> Solved;

    /// Three solved problems, drawn from the [`pool`](Self::pool) or from elsewhere.
    ///
    /// They are drawn with the study's seed and the item's name ([`few_shot_stream`]), so that matched
    /// versions of an item get the same ones.
    fn few(&self, problem: &Problem, design: &Design, pool: &[Problem]) -> Vec<Solved>;

    /// The problems that are made to draw from; none if nothing is drawn from made problems.
    fn pool(&self) -> Option<Pool> {
        None
    }
}

/// Problems that exemplars are drawn from.
#[derive(Clone, Copy, Debug)]
pub struct Pool {
    /// The family that makes them.
    pub family: &'static Family,
    /// The variants of which there are some.
    pub variants: &'static [&'static str],
    /// How many items of each of these.
    pub per_variant: u32,
}

/// The stream by which the exemplars of an item are drawn.
pub fn few_shot_stream(problem: &Problem, design: &Design) -> Stream {
    Stream::named(design.seed, &["few-shot", &problem.item])
}

/// The pools of all families, made once per design.
#[derive(Clone, Debug)]
pub(crate) struct Pools {
    /// The design of exemplars.
    pub(crate) design: Design,
    families: Families,
    /// Problems by the family that made them. Shared by all who ask in the same design.
    made: Arc<OnceLock<BTreeMap<&'static str, Vec<Problem>>>>,
}

impl Pools {
    /// The pools of a design. They take longer to make than a small study, and are made when they are
    /// needed.
    pub(crate) fn new(design: &Design, families: &Families) -> Self {
        // The design of the year 2025 is one of problems that have no solved ones.
        let profile = match design.profile {
            Profile::Paper2025 => Profile::Balanced,
            own => own,
        };
        let design = Design { profile, ..*design };
        Self { design, families: families.clone(), made: Arc::default() }
    }

    /// Makes the pools now: a generation of their own, under a seed derived from the study's.
    pub(crate) fn make(&self) -> Result<(), MakeError> {
        let made = self.pools()?;
        self.made.get_or_init(|| made);
        Ok(())
    }

    /// The pool of these exemplars. It is empty where it cannot be made, which [`make`](Self::make)
    /// returns as an error.
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
