//! The search for premises.

use crate::demand::{Demand, Features};
use crate::draft::Draft;
use crate::linked::linked;
use crate::mutation::{Rule, Step, apply, steps};
use crate::natural::check_each_needed;
use crate::profile::{Mutation, Profile};
use crate::published;
use crate::rejection::{Rejection, Rejections, Tried};
use crate::scene::{Candidate, Premise, Scene};
use crate::truth_table::TruthTable;
use peirast_etr::InternedView;
use peirast_random::Stream;
use smallvec::SmallVec;

/// Number of restarts before the search stops.
const RESTARTS: usize = 10;
/// Number of views that are tried each time.
const VIEWS: usize = 10;
/// The numbers of premises and atoms from which a problem has room for a conclusion from several
/// premises next to a fallacy. Smaller problems rarely have both.
const ROOMY_PREMISES: usize = 3;
const ROOMY_ATOMS: usize = 6;
/// In problems for people, one further premise in this many is a changed seed view. The others use
/// the atoms of a premise.
const LINKED: usize = 4;
/// Number of last premises that are tried with the earlier premises of a problem for people.
const LAST_PREMISES: usize = 60;
/// The most literals of disjunctions in the search for conclusions that need several premises.
const LONGEST_CLAUSE: usize = 3;
/// The most changes of a random view.
const CHANGES: usize = 10;
/// The rules that add a feature which a problem may need.
const CONDITIONAL: [Rule; 3] = [Rule::Suppose, Rule::Move, Rule::Unsuppose];
const QUANTIFIED: [Rule; 2] = [Rule::Quantify, Rule::AddVariable];

/// The source of premises for all problems of a profile.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) profile: Profile,
    seeds: Vec<Draft>,
}

impl Source {
    /// Views of the bank that have only one-place predicates.
    pub(crate) fn new(profile: &Profile) -> Source {
        let views = profile.bank.views().into_iter();
        let drafts = views.filter_map(|view| view.parse().ok());
        let fits = |draft: &Draft| !profile.for_people || draft.is_natural();
        let seeds = drafts.filter(fits).collect();
        Source { profile: profile.clone(), seeds }
    }
}

/// The search for the premises of one problem.
pub(crate) struct Search<'s> {
    pub(crate) source: &'s Source,
    pub(crate) demand: Demand,
    pub(crate) scene: Scene,
    pub(crate) stream: Stream,
    pub(crate) rejections: Rejections,
    base: Option<Base>,
    steps: Vec<Step>,
}

/// All premises but the last, and the number of last ones that remain to be tried.
struct Base {
    premises: Vec<Premise>,
    tries: usize,
}

impl<'s> Search<'s> {
    pub(crate) fn new(source: &'s Source, demand: Demand, stream: Stream) -> Search<'s> {
        Search {
            source,
            demand,
            scene: Scene::new(source.profile.reading),
            stream,
            rejections: Rejections::default(),
            base: None,
            steps: Vec::new(),
        }
    }

    /// Tests if this candidate is skipped because it repeats a premise. Call it for candidates that
    /// would be accepted, so that no other problem of a seed changes.
    pub(crate) fn passes_over(&self, candidate: &Candidate) -> bool {
        self.source.profile.distinct && candidate.repeats_itself()
    }

    /// Tests if no closed question about it may give away its answer. This holds for problems for
    /// people that have room for a conclusion from several premises next to the fallacious one.
    pub(crate) fn wants_fair_questions(&self, candidate: &Candidate) -> bool {
        self.source.profile.for_people
            && candidate.premises.len() >= ROOMY_PREMISES
            && candidate.atoms() >= ROOMY_ATOMS
    }

    /// Makes a problem that meets the demand, without controls and probes.
    ///
    /// # Errors
    /// The reason for its rejection; the next attempt may succeed.
    pub(crate) fn candidate(&mut self) -> Tried<Candidate> {
        let profile = &self.source.profile;
        let candidate = self.premises()?;
        self.check_features(candidate.premises.iter().map(|one| &one.draft))?;
        if self.wants_fair_questions(&candidate) {
            self.check_tables(&candidate)?;
        }
        let entailed = self.scene.is_entailed(&candidate.premises, &candidate.conclusion)?;
        if entailed && self.demand.fallacy {
            return Err(Rejection::Entailed);
        }
        if !entailed && !self.demand.fallacy {
            return Err(Rejection::NotEntailed);
        }
        // A conclusion that does not follow is false in some model of the premises.
        if entailed && !profile.contradictions && !self.scene.is_satisfiable(&candidate.premises)? {
            return Err(Rejection::Unsatisfiable);
        }
        self.scene.check(&candidate, profile)?;
        if profile.for_people {
            check_each_needed(&self.scene, &candidate)?;
        }
        Ok(candidate)
    }

    /// Rejects most of the candidates that would be rejected later, if truth tables decide at once.
    fn check_tables(&self, candidate: &Candidate) -> Tried<()> {
        let drafts: Vec<&Draft> = candidate.premises.iter().map(|one| &one.draft).collect();
        let Some(table) = TruthTable::new(drafts.iter().copied()) else { return Ok(()) };
        let conclusion = self.scene.engine.show(&candidate.conclusion);
        let Ok(conclusion) = conclusion.parse::<Draft>() else { return Ok(()) };
        let Some(entailed) = table.entails(&conclusion) else { return Ok(()) };
        match entailed {
            true if self.demand.fallacy => Err(Rejection::Entailed),
            false if !self.demand.fallacy => Err(Rejection::NotEntailed),
            _ if !table.needs_each(&drafts) => Err(Rejection::Redundant),
            // A conclusion of this form from several premises is equivalent to clauses with a
            // literal of each alternative. If each clause followed from one premise, the conclusion
            // would not need several.
            _ if !table.has_joint_clause(conclusion.literals().count().min(LONGEST_CLAUSE)) => {
                Err(Rejection::Telling)
            }
            _ => Ok(()),
        }
    }

    /// Finds premises of a demanded size with a conclusion of the demanded form, one premise after
    /// another.
    ///
    /// As in the published search, there must be a conclusion after each premise but the first, for
    /// which this is not tested. If there are too many atoms, the last premises are dropped.
    fn premises(&mut self) -> Tried<Candidate> {
        for _ in 0..RESTARTS {
            if let Some(candidate) = self.with_a_last_premise()? {
                return Ok(candidate);
            }
            let mut premises = Vec::new();
            match self.first() {
                Ok(first) => premises.push(first),
                Err(Rejection::Unreadable) => return Err(Rejection::Unreadable),
                Err(reason) => {
                    self.rejections.count(reason);
                    continue;
                }
            }
            for _ in 0..VIEWS {
                match self.joined(&mut premises) {
                    Ok(Some(conclusion)) => return Ok(Candidate { premises, conclusion }),
                    Ok(None) => {}
                    Err(Rejection::Unreadable) => return Err(Rejection::Unreadable),
                    Err(reason) => self.rejections.count(reason),
                }
                let Profile { for_people, most_premises, .. } = self.source.profile;
                if for_people && premises.len() + 1 == most_premises {
                    self.base = Some(Base { premises, tries: LAST_PREMISES });
                    break;
                }
                if self.room(&premises) == 0 {
                    break;
                }
            }
        }
        Err(Rejection::Exhausted)
    }

    /// A candidate from the same premises with another last premise.
    fn with_a_last_premise(&mut self) -> Tried<Option<Candidate>> {
        while let Some(base) = &mut self.base
            && base.tries > 0
        {
            base.tries -= 1;
            let mut premises = base.premises.clone();
            match self.joined(&mut premises) {
                Ok(Some(conclusion)) => return Ok(Some(Candidate { premises, conclusion })),
                Ok(None) => self.rejections.count(Rejection::Lacking),
                Err(Rejection::Unreadable) => return Err(Rejection::Unreadable),
                Err(reason) => self.rejections.count(reason),
            }
        }
        Ok(None)
    }

    /// The first premise, to which others are added.
    fn first(&mut self) -> Tried<Premise> {
        let draft = self.draft(&[])?;
        let premise = self.scene.premise(draft)?;
        self.scene.check_premise(&premise, &self.source.profile)?;
        Ok(premise)
    }

    /// The most atoms of a view that can be added to these premises. There is no limit if premises
    /// are dropped when there are too many.
    fn room(&self, premises: &[Premise]) -> usize {
        let profile = &self.source.profile;
        if profile.backtracking > 0 {
            return usize::MAX;
        }
        if premises.len() >= profile.most_premises {
            return 0;
        }
        self.demand.largest().saturating_sub(premises.iter().map(|one| one.atoms).sum())
    }

    /// Adds a view to the premises. Returns the conclusion if the demand is met.
    fn joined(&mut self, premises: &mut Vec<Premise>) -> Tried<Option<InternedView>> {
        let profile = &self.source.profile;
        let draft = self.draft(premises)?;
        let atoms = draft.atoms() + premises.iter().map(|one| one.atoms).sum::<usize>();
        let largest = self.demand.largest();
        if draft.atoms() > self.room(premises) {
            return Err(Rejection::TooLarge);
        }
        let is_last = profile.for_people && premises.len() + 1 == profile.most_premises;
        if is_last && !self.demand.wants_size(atoms) {
            return Err(Rejection::Lacking);
        }
        if profile.distinct && premises.iter().any(|one| one.draft == draft) {
            return Err(Rejection::Repeated);
        }
        let apart = match premises.as_slice() {
            [] => draft.is_plain(),
            [only] => !only.draft.shares_atoms(&draft) && only.draft.is_plain() && draft.is_plain(),
            _ => false,
        };
        let alone = profile.for_people
            && !premises.iter().any(|premise| premise.draft.can_meet(&draft))
            && !premises.is_empty();
        if apart || alone {
            return Err(Rejection::NothingFollows);
        }
        // If nothing more fits, the missing features stay missing.
        if atoms == largest && profile.backtracking == 0 {
            self.check_features(premises.iter().map(|one| &one.draft).chain([&draft]))?;
        }
        let view = self.scene.premise(draft)?;
        let conclusion = self.scene.conclusion(premises, Some(&view))?;
        if conclusion.is_verum() {
            return Err(Rejection::NothingFollows);
        }
        self.scene.check_premise(&view, profile)?;
        premises.push(view);
        let fits = conclusion.states() == 1 || !profile.categorical;
        let count = premises.len();
        let enough = (profile.fewest_premises..=profile.most_premises).contains(&count);
        if fits && enough && self.demand.wants_size(atoms) {
            return Ok(Some(conclusion));
        }
        if atoms > largest {
            premises.truncate(count - profile.backtracking.min(count));
        }
        Ok(None)
    }

    /// A random view to add to the premises so far.
    fn draft(&mut self, premises: &[Premise]) -> Tried<Draft> {
        let Source { profile, seeds } = self.source;
        let draft = match &profile.mutation {
            Mutation::Published => published::random_view(seeds, &mut self.stream)
                .map_err(|_| Rejection::Unreadable)?,
            Mutation::Structural(weights) => self.grown(weights, premises)?,
        };
        if !profile.contradictions && draft.contradicts_itself() {
            return Err(Rejection::Contradiction);
        }
        if profile.for_people && !draft.is_natural() {
            return Err(Rejection::Unnatural);
        }
        Ok(draft)
    }

    /// A seed view changed by the rules of the profile, as often as the published rules change
    /// views.
    fn grown(&mut self, rules: &[(Rule, u32)], premises: &[Premise]) -> Tried<Draft> {
        let (source, features) = (self.source, self.demand.features);
        let marks = features.is_none_or(|features| features.marked);
        let room = self.room(premises);
        let links =
            source.profile.for_people && !premises.is_empty() && self.stream.below(LINKED) > 0;
        if links && let Some(draft) = linked(premises, &mut self.stream) {
            if features.is_some_and(|features| has_more(&draft, features)) {
                return Err(Rejection::Unwanted);
            }
            return Ok(self.completed(draft, premises, marks));
        }
        let Some(seed) = source.seeds.get(self.stream.below(source.seeds.len())) else {
            return Err(Rejection::Unreadable);
        };
        let mut draft = seed.clone();
        if !marks {
            draft.literals_mut().for_each(|literal| literal.marked = false);
        }
        if features.is_some_and(|features| has_more(&draft, features)) {
            return Err(Rejection::Unwanted);
        }
        let weigh = |(rule, weight): &(Rule, u32)| weighed(*rule, *weight, features);
        let weights: SmallVec<[u32; 16]> = rules.iter().map(weigh).collect();
        let most = 1 + self.stream.below(CHANGES);
        for _ in 0..most {
            let Some(rule) = self.stream.weighted(&weights) else { break };
            self.change(&mut draft, rules[rule].0, marks, room);
            let atoms = draft.atoms();
            if atoms >= 2 && self.stream.coin() || atoms >= 3 && self.stream.coin() {
                break;
            }
        }
        Ok(self.completed(draft, premises, marks))
    }

    /// Adds a feature that the problem still lacks: now, if there is hardly room for another view,
    /// otherwise sooner or later.
    fn completed(&mut self, mut draft: Draft, premises: &[Premise], marks: bool) -> Draft {
        let room = self.room(premises);
        let last = room.saturating_sub(draft.atoms()) < 2;
        for rule in self.missing(premises, &draft) {
            if last || self.stream.coin() {
                self.change(&mut draft, rule, marks, room);
            }
        }
        draft
    }

    /// Rules that add a demanded feature which neither the premises nor the draft have yet.
    fn missing(&self, premises: &[Premise], draft: &Draft) -> SmallVec<[Rule; 4]> {
        let Some(wanted) = self.demand.features else { return SmallVec::new() };
        let drafts = || premises.iter().map(|premise| &premise.draft).chain([draft]);
        let found = Features::new(drafts());
        let mut rules = SmallVec::new();
        if wanted.conditional && !found.conditional {
            rules.push(Rule::Suppose);
        }
        if wanted.quantified && !found.quantified {
            rules.push(Rule::Quantify);
        }
        if wanted.nested && !found.nested {
            rules.push(if draft.objects() > 0 { Rule::AddVariable } else { Rule::Quantify });
        }
        if wanted.marked && !found.marked {
            rules.push(Rule::ToggleIssue);
        }
        rules
    }

    /// Applies one change of a rule. No change if the rule allows none, or if the result is not
    /// wanted.
    fn change(&mut self, draft: &mut Draft, rule: Rule, marks: bool, room: usize) {
        let profile = &self.source.profile;
        self.steps.clear();
        steps(rule, draft, marks, &mut self.steps);
        let step = self.stream.choose(&self.steps);
        let Some(changed) = step.and_then(|step| apply(draft, *step)) else { return };
        let odd = !profile.contradictions && changed.contradicts_itself()
            || !profile.tautologies && changed.is_plainly_valid()
            || profile.for_people && !changed.is_natural();
        let more = self.demand.features.is_some_and(|features| has_more(&changed, features));
        if !odd && !more && changed.atoms() <= room.max(draft.atoms()) {
            *draft = changed;
        }
    }

    fn check_features<'d>(&self, drafts: impl Iterator<Item = &'d Draft>) -> Tried<()> {
        let Some(wanted) = self.demand.features else { return Ok(()) };
        if Features::new(drafts) == wanted { Ok(()) } else { Err(Rejection::Lacking) }
    }
}

/// The weight of a rule, given the demanded features.
fn weighed(rule: Rule, weight: u32, features: Option<Features>) -> u32 {
    let Some(features) = features else { return weight };
    let wanted = |wanted: bool, times: u32| if wanted { times * weight } else { 0 };
    match rule {
        _ if CONDITIONAL.contains(&rule) => wanted(features.conditional, 2),
        _ if QUANTIFIED.contains(&rule) => {
            wanted(features.quantified, if features.nested { 6 } else { 2 })
        }
        Rule::ToggleIssue => wanted(features.marked, 1),
        _ => weight,
    }
}

/// Tests if it contains a feature that the problem must not have.
fn has_more(draft: &Draft, features: Features) -> bool {
    draft.is_conditional() && !features.conditional
        || draft.objects() > 0 && !features.quantified
        || draft.is_nested() && !features.nested
        || draft.objects() > 2
}
