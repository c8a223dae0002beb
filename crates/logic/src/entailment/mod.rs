//! Decides if a conclusion follows.

mod bounded;
mod counting;
mod diagram;
mod effort;
mod ground;
mod herbrand;
mod normal;
mod part;
mod polarity;
mod sat;
mod separate;
mod skeleton;
mod smallest;
mod sums;

use crate::argument::Argument;
use crate::structure::Structure;
pub use effort::Effort;
use ground::Grounder;
use normal::{Node, Normalizer, OuterExistentials};
use polarity::Polarity;
use separate::Separator;
pub use smallest::smallest_countermodel;
use thiserror::Error;

/// A map with the same hashes on every machine.
type Map<K, V> = hashbrown::HashMap<K, V, rustc_hash::FxBuildHasher>;

/// The result of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The conclusion is true in every model of the premises.
    Entailed,
    /// A countermodel: the premises are true and the conclusion is false.
    Refuted(Structure),
    /// Neither could be decided.
    Unknown(Gap),
}

/// The reason why nothing was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Gap {
    /// The problem is too large to write out.
    #[error(
        "the problem written out over its individuals has more than {limit} parts; use fewer \
         variables, constants or places"
    )]
    TooLarge {
        /// The limit: of instances and literals, or of nodes of a decision diagram.
        limit: u64,
    },
    /// The SAT solver stopped.
    #[error("the problem is too hard: the solver gave up after {conflicts} conflicts")]
    TooHard {
        /// The number of conflicts after which it stops.
        conflicts: u64,
    },
    /// The problem is outside the decidable part, and there is no countermodel with up to this many
    /// individuals.
    #[error(
        "outside what can be decided (functions, or relations under nested quantifiers): there is \
         no countermodel of up to {individuals} individuals and no short proof"
    )]
    Undecided {
        /// The size of the largest domain searched.
        individuals: u32,
    },
    /// A countermodel that does not pass the check. This is a bug.
    #[error("a countermodel was found that does not check; please report this problem")]
    Unconfirmed,
}

/// The most parts of a formula in normal form. `↔` inside quantifiers doubles its sides.
const MOST_NODES: u64 = 2_000_000;

/// The most instances of a formula if its variables can be separated instead.
const MANY_INSTANCES: u64 = 1_000_000;
/// The most instances of a formula if individuals can be counted instead.
const SOME_INSTANCES: u64 = 5_000;

/// The largest domain searched outside the decidable part.
const LARGEST_DOMAIN: u32 = 6;
/// The sizes of domains that are searched for a countermodel before anything else.
const SMALL_DOMAINS: std::ops::RangeInclusive<u32> = 1..=2;

/// Decides if the premises entail the conclusion in classical logic with identity and non-empty
/// domains.
///
/// Within the limits on size, the decision is complete for:
/// - arguments whose normal form with the denied conclusion has no existential inside a universal
///   and no function with arguments: constants and outer existentials name all individuals that
///   matter (Herbrand 1930; Bernays and Schönfinkel 1928);
/// - monadic predicates with constants: quantifiers are separated first (Behmann 1922);
/// - monadic predicates with constants and identity: the elimination of quantifiers leaves claims
///   about the number of individuals that meet a condition (Behmann 1922; Ackermann 1954);
/// - any argument with a contradictory part of one of these kinds, such as the premises.
///
/// For all other arguments, it searches for countermodels with up to six individuals and for proofs
/// from three rounds of instantiation, which may not exist. A SAT solver decides the resulting
/// clauses. [`Structure::satisfies`] checks a countermodel before it is returned.
///
/// ```
/// use peirast_logic::{Argument, Signature, Verdict, entails, parse};
///
/// let mut signature = Signature::default();
/// let premises = vec![
///     parse("∀x (Man(x) → Mortal(x))", &mut signature)?,
///     parse("Man(socrates)", &mut signature)?,
/// ];
/// let conclusion = parse("Mortal(socrates)", &mut signature)?;
/// let argument = Argument { signature, premises, conclusion };
/// assert_eq!(entails(&argument), Verdict::Entailed);
///
/// let converse = Argument { premises: argument.premises[1..].to_vec(), ..argument };
/// assert!(matches!(entails(&converse), Verdict::Refuted(_)));
/// # Ok::<(), peirast_logic::ParseError>(())
/// ```
pub fn entails(argument: &Argument) -> Verdict {
    entails_within(argument, &Effort::default())
}

/// The same within this effort. If the whole is not decided, a part may decide it.
fn entails_within(argument: &Argument, effort: &Effort) -> Verdict {
    match verdict_on_whole(argument, effort) {
        unknown @ Verdict::Unknown(_) => Parts::new(argument, &unknown, effort).settle(unknown),
        verdict => verdict,
    }
}

fn verdict_on_whole(argument: &Argument, effort: &Effort) -> Verdict {
    match decide(argument, effort) {
        Ok(None) => Verdict::Entailed,
        Ok(Some(structure)) => match checked(&structure, argument, effort) {
            Some(true) => Verdict::Refuted(structure),
            Some(false) => Verdict::Unknown(Gap::Unconfirmed),
            None => Verdict::Unknown(Gap::TooLarge { limit: effort.steps }),
        },
        Err(gap) => Verdict::Unknown(gap),
    }
}

/// Tests if the premises are true in this structure and the conclusion is false.
pub fn refutes(structure: &Structure, argument: &Argument) -> bool {
    argument.premises.iter().all(|premise| structure.satisfies(premise))
        && !structure.satisfies(&argument.conclusion)
}

/// The same, or `None` if it takes too long.
fn checked(structure: &Structure, argument: &Argument, effort: &Effort) -> Option<bool> {
    let truth = |formula| structure.satisfies_within(formula, effort.steps);
    for premise in &argument.premises {
        if !truth(premise)? {
            return Some(false);
        }
    }
    Some(!truth(&argument.conclusion)?)
}

/// The premises and the denied conclusion in normal form.
fn normalized(
    argument: &Argument,
    outer: OuterExistentials,
) -> Result<(Normalizer, Vec<Node>), Gap> {
    let mut normalizer = Normalizer::new(&argument.signature, outer);
    let mut nodes: Vec<Node> =
        argument.premises.iter().map(|premise| normalizer.node(premise, true)).collect();
    nodes.push(normalizer.node(&argument.conclusion, false));
    if normalizer.size > MOST_NODES {
        return Err(Gap::TooLarge { limit: MOST_NODES });
    }
    nodes.append(&mut normalizer.definitions);
    Ok((normalizer, nodes))
}

/// A countermodel, if there is one.
fn decide(argument: &Argument, effort: &Effort) -> Result<Option<Structure>, Gap> {
    let (mut normalizer, nodes) = normalized(argument, OuterExistentials::Named)?;
    let features = normalizer.features;
    if features.functions || features.nested && features.relations {
        return undecidable(argument, SmallDomains::Open, effort);
    }
    let instances = u64::from(normalizer.individuals.max(1)).checked_pow(normalizer.deepest);
    let more_than = |most: u64| instances.is_none_or(|instances| instances > most);
    if features.identity && !features.relations && (features.nested || more_than(SOME_INSTANCES)) {
        return counted(argument, &normalizer, &nodes, effort);
    }
    let plain = !features.identity && !features.relations;
    let many = plain && more_than(MANY_INSTANCES);
    if !features.nested && !many {
        let numbers = (normalizer.predicates, normalizer.variables);
        match ground(argument, &normalizer, &nodes, numbers, effort) {
            // If each variable can be separated, fewer instances may be needed.
            Err(Gap::TooLarge { .. }) if plain => {}
            Err(Gap::TooLarge { limit }) => {
                return some_way(argument, limit, SmallDomains::Open, effort);
            }
            decided => return decided,
        }
    }
    let (predicates, variables) = (normalizer.predicates, normalizer.variables);
    let mut separator = Separator::new(predicates, variables, effort.diagrams);
    let separated = separator.separated(&nodes, &mut || normalizer.individual())?;
    let numbers = (separator.predicates(), separator.variables());
    ground(argument, &normalizer, &[separated], numbers, effort)
}

/// A countermodel among the named individuals, if there is one.
fn ground(
    argument: &Argument,
    normalizer: &Normalizer,
    nodes: &[Node],
    (predicates, variables): (u32, u32),
    effort: &Effort,
) -> Result<Option<Structure>, Gap> {
    let individuals = normalizer.individuals.max(1);
    let known = argument.signature.count_of_predicates() as u32;
    let arities = argument.signature.predicates().map(|(_, symbol)| symbol.arity);
    let arities = arities.chain((known..predicates).map(|_| 0));
    let merging = normalizer.features.identity;
    let mut grounder = Grounder::new(arities, individuals, variables, merging, effort)?;
    let mut guards = Vec::new();
    for node in nodes {
        grounder.demand(node, &mut guards)?;
    }
    if !grounder.sat.solve(&[])? {
        return Ok(None);
    }
    Ok(Some(read_off(argument, normalizer, &grounder, individuals)))
}

/// Results on countermodels in small domains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SmallDomains {
    /// Not known.
    Open,
    /// There are none.
    RuledOut,
}

/// Searches for small countermodels and short proofs. Neither may exist.
fn undecidable(
    argument: &Argument,
    small: SmallDomains,
    effort: &Effort,
) -> Result<Option<Structure>, Gap> {
    // A small countermodel is found faster than a proof.
    if small == SmallDomains::Open
        && let Ok(Some(found)) = search(argument, SMALL_DOMAINS, effort)
    {
        return Ok(Some(found));
    }
    if part::decides(argument, effort) || herbrand::contradicts(argument, effort) {
        return Ok(None);
    }
    search(argument, SMALL_DOMAINS.end() + 1..=LARGEST_DOMAIN, effort)
}

/// A countermodel found by counting individuals.
fn counted(
    argument: &Argument,
    normalizer: &Normalizer,
    nodes: &[Node],
    effort: &Effort,
) -> Result<Option<Structure>, Gap> {
    // If there are many kinds of individuals, one or two may suffice.
    let small = match search(argument, SMALL_DOMAINS, &smallest::EFFORT) {
        Ok(Some(found)) => return Ok(Some(found)),
        Err(Gap::Undecided { .. }) => SmallDomains::RuledOut,
        _ => SmallDomains::Open,
    };
    // Witnesses without names cannot be confused with one another.
    let (nameless, kept) = normalized(argument, OuterExistentials::Kept)?;
    if let Ok(decided) = counting::countermodel(argument, &nameless, &kept, &smallest::EFFORT) {
        return Ok(decided.map(|counted| counted.structure));
    }
    match counting::countermodel(argument, normalizer, nodes, effort) {
        Err(Gap::TooLarge { limit }) => some_way(argument, limit, small, effort),
        decided => Ok(decided?.map(|counted| counted.structure)),
    }
}

/// Tries a quick way after the complete procedure has met this limit.
fn some_way(
    argument: &Argument,
    limit: u64,
    small: SmallDomains,
    effort: &Effort,
) -> Result<Option<Structure>, Gap> {
    match undecidable(argument, small, effort) {
        Err(Gap::Undecided { .. }) => Err(Gap::TooLarge { limit }),
        found => found,
    }
}

/// A countermodel of one of these sizes.
fn search(
    argument: &Argument,
    sizes: std::ops::RangeInclusive<u32>,
    effort: &Effort,
) -> Result<Option<Structure>, Gap> {
    let individuals = *sizes.end();
    for size in sizes {
        if let Some(found) = bounded::countermodel(argument, size, effort)? {
            return Ok(Some(found));
        }
    }
    Err(Gap::Undecided { individuals })
}

/// The structure of an assignment. Identical individuals become one; so do indistinguishable ones
/// with the same facts.
fn read_off(
    argument: &Argument,
    normalizer: &Normalizer,
    grounder: &Grounder,
    individuals: u32,
) -> Structure {
    let signature = &argument.signature;
    let unary: Vec<u32> = signature
        .predicates()
        .filter(|(_, symbol)| symbol.arity == 1)
        .map(|(predicate, _)| predicate.0)
        .collect();
    let plain = !normalizer.features.identity && !normalizer.features.relations;
    let alike = |a: u32, b: u32| {
        let same = |p: &u32| grounder.holds(*p, &[a]) == grounder.holds(*p, &[b]);
        grounder.identical(a, b) || plain && unary.iter().all(same)
    };
    let mut kept: Vec<u32> = Vec::new();
    let mut place = Vec::with_capacity(individuals as usize);
    for one in 0..individuals {
        let known = kept.iter().position(|other| alike(*other, one));
        place.push(known.unwrap_or_else(|| {
            kept.push(one);
            kept.len() - 1
        }));
    }
    let mut structure = Structure::new(kept.len());
    for (predicate, symbol) in signature.predicates() {
        for of in bounded::tuples(kept.len() as u32, symbol.arity) {
            let individuals: Vec<u32> = of.iter().map(|one| kept[*one as usize]).collect();
            if grounder.holds(predicate.0, &individuals) {
                structure.hold(predicate, of.iter().map(|one| *one as usize).collect());
            }
        }
    }
    for (function, individual) in normalizer.constants() {
        let value = place[*individual as usize];
        structure.set(crate::signature::FunctionId(*function), Vec::new(), value);
    }
    structure
}

/// Results on an argument besides its validity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examination {
    /// The verdict.
    pub verdict: Verdict,
    /// True if the premises contradict each other, so that everything follows. `None` if this is
    /// unknown.
    pub premises_contradict: Option<bool>,
    /// True if the conclusion is valid, so that it follows from anything. `None` if this is
    /// unknown.
    pub conclusion_is_valid: Option<bool>,
}

/// Examines an argument: if the conclusion follows, and if it follows only because the premises are
/// contradictory or the conclusion is valid.
///
/// ```
/// use peirast_logic::{Argument, Signature, Verdict, examine, parse};
///
/// let mut signature = Signature::default();
/// let premises = vec![parse("A ∧ ¬A", &mut signature)?];
/// let conclusion = parse("B", &mut signature)?;
/// let examined = examine(&Argument { signature, premises, conclusion });
/// assert_eq!(examined.verdict, Verdict::Entailed);
/// assert_eq!(examined.premises_contradict, Some(true));
/// # Ok::<(), peirast_logic::ParseError>(())
/// ```
pub fn examine(argument: &Argument) -> Examination {
    examine_within(argument, &Effort::default())
}

/// The same within this effort. Results beyond it are unknown.
pub fn examine_within(argument: &Argument, effort: &Effort) -> Examination {
    let verdict = verdict_on_whole(argument, effort);
    let parts = Parts::new(argument, &verdict, effort);
    let Parts { premises_contradict, conclusion_is_valid } = parts;
    let verdict = match parts.settle(verdict) {
        Verdict::Refuted(found) => Verdict::Refuted(smallest_countermodel(argument, found)),
        other => other,
    };
    Examination { verdict, premises_contradict, conclusion_is_valid }
}

/// Results on premises and conclusion, each alone.
#[derive(Clone, Copy)]
struct Parts {
    premises_contradict: Option<bool>,
    conclusion_is_valid: Option<bool>,
}

impl Parts {
    /// Examines the parts of an argument with this verdict.
    fn new(argument: &Argument, verdict: &Verdict, effort: &Effort) -> Parts {
        // If the premises are true and the conclusion is false, neither part decides anything.
        if matches!(verdict, Verdict::Refuted(_)) {
            return Parts { premises_contradict: Some(false), conclusion_is_valid: Some(false) };
        }
        let follows = |part: Argument| {
            let same = part == *argument;
            let verdict = if same { verdict.clone() } else { verdict_on_whole(&part, effort) };
            match verdict {
                Verdict::Entailed => Some(true),
                Verdict::Refuted(_) => Some(false),
                Verdict::Unknown(_) => None,
            }
        };
        Parts {
            premises_contradict: follows(part::premises_alone(argument)),
            conclusion_is_valid: follows(part::conclusion_alone(argument)),
        }
    }

    /// The verdict on an argument, given the results on its parts.
    fn settle(self, verdict: Verdict) -> Verdict {
        let settled = [self.premises_contradict, self.conclusion_is_valid].contains(&Some(true));
        match verdict {
            Verdict::Unknown(_) if settled => Verdict::Entailed,
            verdict => verdict,
        }
    }
}
