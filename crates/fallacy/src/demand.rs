//! The demand of a single problem, planned so that the shares over all problems are exact.

use crate::draft::Draft;
use crate::probe::{ProbeDemand, ProbeForm, WantedPrediction};
use crate::profile::{Coverage, Profile};
use crate::stream::Purpose;
use peirast_random::Stream;

/// Number of problems that are planned together, as many as the published corpus has. Over them,
/// all shares are exact.
pub(crate) const BLOCK: usize = 400;

/// The first number of the streams that plan blocks.
const PLANS: u64 = 1 << 63;

/// The number of atoms from which a problem has room for nested quantifiers.
const ROOMY: usize = 6;

/// Problems with fewer atoms are small.
const MIDDLING: usize = 6;

/// The demand of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Demand {
    /// The allowed sizes, one bit for each.
    pub(crate) sizes: u32,
    /// True if the predicted conclusion must not follow.
    pub(crate) fallacy: bool,
    /// The features that it must contain; `None` if any will do.
    pub(crate) features: Option<Features>,
    /// The demand of the conclusion in the closed question.
    pub(crate) probe: Option<ProbeDemand>,
    /// The demands of the conclusions for its controls.
    pub(crate) control_probes: Option<ControlProbes>,
}

/// The demands of the conclusions in closed questions about controls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ControlProbes {
    pub(crate) valid: ProbeDemand,
    pub(crate) blocked: ProbeDemand,
}

/// The features of a problem: these and no others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Features {
    pub(crate) conditional: bool,
    pub(crate) quantified: bool,
    pub(crate) nested: bool,
    pub(crate) marked: bool,
}

impl Features {
    /// The features of these premises.
    pub(crate) fn new<'d>(drafts: impl Iterator<Item = &'d Draft>) -> Features {
        let mut found =
            Features { conditional: false, quantified: false, nested: false, marked: false };
        for draft in drafts {
            found.conditional |= draft.is_conditional();
            found.quantified |= draft.objects() > 0;
            found.nested |= draft.is_nested();
            found.marked |= draft.is_marked();
        }
        found
    }
}

impl Demand {
    pub(crate) fn wants_size(&self, atoms: usize) -> bool {
        atoms < 32 && self.sizes & (1 << atoms) != 0
    }

    /// The largest allowed size.
    pub(crate) fn largest(&self) -> usize {
        self.sizes.checked_ilog2().unwrap_or(0) as usize
    }
}

/// The demands of a block, in the order of its problems.
pub(crate) fn planned(profile: &Profile, seed: u64, block: u64) -> Vec<Demand> {
    let mut stream = Purpose::Problem.stream(seed, PLANS + block);
    let sizes: Vec<usize> = profile.sizes.iter().copied().cycle().take(BLOCK).collect();
    let sizes = shuffled(sizes, &mut stream);
    let fallacies = having(profile.fallacies, &mut stream);
    let features =
        profile.coverage.map(|coverage| features(profile, coverage, &sizes, &mut stream));
    let probes = probes(&sizes, profile.for_people, &mut stream);
    let control_probes = control_probes(&mut stream);
    let demand = |at: usize| Demand {
        sizes: 1 << sizes[at],
        fallacy: fallacies[at],
        features: features.as_ref().map(|features| features[at]),
        probe: profile.probes.then_some(probes[at]),
        control_probes: (profile.probes && profile.for_people).then_some(control_probes[at]),
    };
    (0..BLOCK).map(demand).collect()
}

/// All four combinations of right and predicted in every four problems, so that few problems are
/// balanced too.
///
/// The form does not depend on what is right. Predicted conclusions have each form in turn;
/// conclusions that are not predicted are disjunctions of two. Small problems rarely have a
/// conclusion of two alternatives that is predicted and wrong, or one of a single alternative that
/// is right and not predicted.
fn probes(sizes: &[usize], for_people: bool, stream: &mut Stream) -> Vec<ProbeDemand> {
    let four = [(false, false), (true, false), (false, true), (true, true)];
    let wanted: Vec<(bool, bool)> =
        (0..BLOCK / 4).flat_map(|_| shuffled(four.to_vec(), stream)).collect();
    let mut turns: Vec<usize> = Vec::with_capacity(BLOCK);
    while turns.len() < BLOCK {
        turns.extend(shuffled((0..6).collect(), stream).into_iter().flat_map(|turn| [turn; 4]));
    }
    let demand = |((entailed, is_predicted), (turn, size)): ((bool, bool), (usize, &usize))| {
        let forms = if *size < MIDDLING || for_people { 2 } else { 3 };
        let form = match turn % forms {
            _ if !is_predicted => ProbeForm::Either,
            0 => ProbeForm::One,
            1 => ProbeForm::Both,
            _ => ProbeForm::Either,
        };
        let predicted = if is_predicted { WantedPrediction::Yes } else { WantedPrediction::No };
        ProbeDemand { entailed, predicted, form, otherwise: None }
    };
    wanted.into_iter().zip(turns.into_iter().zip(sizes)).map(demand).collect()
}

/// All four combinations of right answers for the two controls in every four problems. So neither a
/// number nor the other control shows the right answer.
///
/// The first form is the disjunction of two, which half of the fallacies have. So the form shows
/// neither the kind nor the prediction. If there is no such conclusion, the form is one of the
/// others, each equally often.
fn control_probes(stream: &mut Stream) -> Vec<ControlProbes> {
    let all = [(false, false), (false, true), (true, false), (true, true)];
    let mut fours = || -> Vec<(bool, bool)> {
        (0..BLOCK / 4).flat_map(|_| shuffled(all.to_vec(), stream)).collect()
    };
    let (right, single) = (fours(), fours());
    let demand = |entailed, single| ProbeDemand {
        entailed,
        predicted: WantedPrediction::WhatIsRight,
        form: ProbeForm::Either,
        otherwise: Some(if single { ProbeForm::One } else { ProbeForm::Both }),
    };
    let both = |(right, single): ((bool, bool), (bool, bool))| ControlProbes {
        valid: demand(right.0, single.0),
        blocked: demand(right.1, single.1),
    };
    right.into_iter().zip(single).map(both).collect()
}

fn shuffled<T>(mut items: Vec<T>, stream: &mut Stream) -> Vec<T> {
    stream.shuffle(&mut items);
    items
}

/// Random positions for this share of a block.
fn having(share: f64, stream: &mut Stream) -> Vec<bool> {
    let count = count(share);
    shuffled((0..BLOCK).map(|at| at < count).collect(), stream)
}

fn count(share: f64) -> usize {
    (share * BLOCK as f64).round() as usize
}

/// Assigns features. Nested quantifiers go to the larger problems, if there are enough, because two
/// objects leave little room for anything else.
fn features(
    profile: &Profile,
    coverage: Coverage,
    sizes: &[usize],
    stream: &mut Stream,
) -> Vec<Features> {
    let conditional = having(coverage.conditional, stream);
    let marked = having(coverage.marked, stream);
    let mut order = shuffled((0..BLOCK).collect(), stream);
    order.sort_by_key(|at: &usize| sizes[*at] < ROOMY);
    let (nested, quantified) = order.split_at(count(coverage.nested));
    let mut quantified = quantified.to_vec();
    stream.shuffle(&mut quantified);
    if profile.for_people {
        // A sentence about everything that somebody would say is nearly always *every A is B*, a
        // conditional.
        quantified.sort_by_key(|at| !conditional[*at]);
    }
    quantified.truncate(count(coverage.quantified).saturating_sub(nested.len()));
    let of = |at: usize| Features {
        conditional: conditional[at],
        quantified: nested.contains(&at) || quantified.contains(&at),
        nested: nested.contains(&at),
        marked: marked[at],
    };
    (0..BLOCK).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn shares_are_exact_over_a_block() {
        let profile = Profile::named("default").expect("a profile");
        let demands = planned(&profile, 3, 5);
        let count =
            |holds: &dyn Fn(&Demand) -> bool| demands.iter().filter(|one| holds(one)).count();
        let features = |one: &Demand| one.features.expect("features");
        assert_eq!(count(&|one| one.wants_size(11)), 50);
        assert_eq!(count(&|one| features(one).conditional), 160);
        assert_eq!(count(&|one| features(one).quantified), 160);
        assert_eq!(count(&|one| features(one).nested), 60);
        let probe = |one: &Demand| one.probe.expect("a probe");
        assert_eq!(
            count(&|one| probe(one).entailed && probe(one).predicted == WantedPrediction::No),
            100
        );
        for four in demands.chunks(4) {
            let of =
                |one: &Demand| (probe(one).entailed, probe(one).predicted == WantedPrediction::Yes);
            let kinds: BTreeSet<_> = four.iter().map(of).collect();
            assert_eq!(kinds.len(), 4);
        }
        for form in [ProbeForm::One, ProbeForm::Both, ProbeForm::Either] {
            let of = |entailed: bool| {
                count(&|one| probe(one).form == form && probe(one).entailed == entailed)
            };
            assert!(of(true).abs_diff(of(false)) <= 20, "{form:?}");
            assert!(of(true) > 20);
        }
        assert!(demands.iter().all(|one| one.control_probes.is_none()));
        assert_ne!(demands, planned(&profile, 3, 6));
        assert_ne!(demands, planned(&profile, 4, 5));
    }
    #[test]
    fn what_is_right_for_a_control_is_told_neither_by_its_number_nor_by_the_other_control() {
        let profile = Profile::named("short").expect("a profile");
        let demands = planned(&profile, 3, 0);
        let right = |one: &Demand| {
            let ControlProbes { valid, blocked } =
                one.control_probes.expect("of people's problems");
            assert!(
                [valid, blocked].iter().all(|it| it.predicted == WantedPrediction::WhatIsRight)
            );
            (valid.entailed, blocked.entailed)
        };
        for four in demands.chunks(4) {
            assert_eq!(four.iter().map(right).collect::<BTreeSet<_>>().len(), 4);
        }
        let odd = (1..BLOCK).step_by(2).filter(|at| right(&demands[*at]).0).count();
        assert!((70..130).contains(&odd), "{odd} of 200 odd numbers");
    }
}
