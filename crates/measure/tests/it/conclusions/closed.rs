//! Closed answers of known behaviour.

use super::near;
use peirast_fallacy::Surface;
use peirast_measure::{
    Chosen, ClosedAcceptance, ClosedEvent, ClosedReport, Lost, Lures, Offered, Options,
    QuestionType,
};
use peirast_record::{Answer, Problem, Profile, Task};
use peirast_stats::SplitMix64;
use peirast_task::{Design, Family};
use rayon::prelude::*;
use std::sync::LazyLock;

/// Problems with closed questions of both types, and their controls.
static PROBLEMS: LazyLock<Vec<Problem>> = LazyLock::new(|| {
    let design = Design { seed: 11, profile: Profile::Balanced };
    let of = |variant| Family::named("etr").unwrap().make(&design, variant, 240).unwrap();
    [of("yes-no"), of("choice")].concat()
});

/// The conclusion that a subject accepts among those offered.
type Way = fn(&[Offered], Option<usize>, &mut SplitMix64) -> Option<usize>;

fn below(stream: &mut SplitMix64, bound: usize) -> usize {
    let mut place = [0];
    stream.fill_below(bound, &mut place);
    place[0]
}

fn flawless(_: &[Offered], right: Option<usize>, _: &mut SplitMix64) -> Option<usize> {
    right
}

fn guesser(offered: &[Offered], _: Option<usize>, stream: &mut SplitMix64) -> Option<usize> {
    let at = below(stream, offered.len() + 1);
    Some(at).filter(|at| *at < offered.len())
}

fn erotetic(offered: &[Offered], _: Option<usize>, _: &mut SplitMix64) -> Option<usize> {
    offered.iter().position(Offered::is_lure).or_else(|| offered.iter().position(|o| o.predicted))
}

fn sometimes_erotetic(
    offered: &[Offered],
    right: Option<usize>,
    stream: &mut SplitMix64,
) -> Option<usize> {
    if stream.chance(0.4) { erotetic(offered, right, stream) } else { right }
}

fn reading_off(offered: &[Offered], least: Surface, stream: &mut SplitMix64) -> Option<usize> {
    let places = (0..offered.len()).filter(|at| offered[*at].surface >= least);
    let places: Vec<usize> = places.collect();
    (!places.is_empty()).then(|| places[below(stream, places.len())])
}

fn matching(offered: &[Offered], _: Option<usize>, stream: &mut SplitMix64) -> Option<usize> {
    reading_off(offered, Surface::Scattered, stream)
}

fn parts(offered: &[Offered], _: Option<usize>, stream: &mut SplitMix64) -> Option<usize> {
    reading_off(offered, Surface::Together, stream)
}

fn yes(offered: &[Offered], _: Option<usize>, stream: &mut SplitMix64) -> Option<usize> {
    Some(below(stream, offered.len()))
}

/// The offers of each problem, which take a moment to judge.
static OFFERS: LazyLock<Vec<Chosen>> = LazyLock::new(|| {
    let no = Some(Answer::YesNo(false));
    let offer = |problem: &Problem| {
        let levels = problem.factors.with("protocol", "plain");
        Chosen::new(problem, "s", 0, &levels, no).unwrap().unwrap()
    };
    PROBLEMS.par_iter().map(offer).collect()
});

fn answers(way: Way, seed: u64) -> Vec<Chosen> {
    let mut stream = SplitMix64::numbered(seed, 5);
    let given = |offer: &Chosen| Chosen {
        accepted: Ok(way(&offer.offered, offer.right, &mut stream)),
        ..offer.clone()
    };
    OFFERS.iter().map(given).collect()
}

fn measured(rows: &[Chosen]) -> (ClosedAcceptance, Lures, ClosedReport) {
    let report = ClosedReport::new(rows, &Options::default()).unwrap();
    let acceptance = report.acceptance.iter().find(|row| row.group.is_subject()).unwrap().clone();
    let lures = report.lures.iter().find(|row| row.group.is_subject()).unwrap().clone();
    (acceptance, lures, report)
}

#[test]
fn only_who_follows_the_theory_accepts_what_it_predicts_at_the_same_surface() {
    for (name, way, follows) in [
        ("flawless", flawless as Way, false),
        ("guesser", guesser, false),
        ("matching", matching, false),
        ("parts", parts, false),
        ("yes", yes, false),
        ("erotetic", erotetic, true),
        ("sometimes", sometimes_erotetic, true),
    ] {
        let (acceptance, lures, _) = measured(&answers(way, 1));
        let matched = acceptance.matched.unwrap();
        let p = acceptance.test.map_or(1.0, |test| test.p);
        println!("{name}: {matched:?} {p} {:?} {}", lures.beyond, lures.telling);
        assert_eq!(p < 0.001, follows, "{name}: {p}");
        assert_eq!(matched.interval.low > 0.0, follows, "{name}: {matched:?}");
        let beyond = lures.beyond.map_or(1.0, |over| over.p);
        assert_eq!(beyond < 0.01, follows, "{name}: {beyond}");
    }
}

#[test]
fn matching_shows_in_the_raw_difference_and_not_in_the_matched_one() {
    let (acceptance, lures, _) = measured(&answers(matching, 2));
    assert!(acceptance.theory.unwrap().interval.low > 0.2, "{:?}", acceptance.theory);
    near(acceptance.matched.unwrap().value, 0.0);
    // Options are balanced against it: what shows in the raw difference is little, and more than is
    // left.
    let [chance, matched] = [lures.over_chance.unwrap(), lures.over_matching.unwrap()];
    assert!(chance.difference > matched.difference + 0.05, "{chance:?} {matched:?}");
    assert!(matched.p > 0.01, "{matched:?}");
    // Where the lure is all that can be read off, the choice tells nothing.
    assert!(lures.telling > lures.wrong / 4 && lures.telling < lures.wrong, "{lures:?}");
}

/// A subject that answers at random has no effect, and is seldom found to have one.
#[test]
fn the_matched_difference_of_a_guesser_is_none() {
    let report = |seed| {
        let rows: Vec<Chosen> = answers(guesser, seed)
            .into_iter()
            .filter(|row| row.question == QuestionType::YesNo)
            .collect();
        let report = ClosedReport::new(&rows, &Options::default()).unwrap();
        report.acceptance.into_iter().find(|row| row.group.is_subject()).unwrap()
    };
    let found: Vec<ClosedAcceptance> = (0..60).map(report).collect();
    let holds = found.iter().filter(|row| row.matched.unwrap().interval.contains(0.0)).count();
    let small = found.iter().filter(|row| row.test.unwrap().p <= 0.05).count();
    assert!(holds >= 53 && small <= 7, "{holds} of 60 intervals, {small} small p-values");
}

#[test]
fn shares_are_those_of_the_behaviour() {
    let (acceptance, lures, report) = measured(&answers(erotetic, 1));
    let value = |share: Option<peirast_stats::shares::Share>| share.unwrap().value;
    assert_eq!(value(acceptance.false_predicted), 1.0);
    assert_eq!(value(acceptance.false_other), 0.0);
    near(acceptance.matched.unwrap().value, 1.0);
    assert_eq!((value(lures.share), lures.none), (1.0, 0));
    near(lures.guessed_of_wrong.unwrap(), 1.0 / 3.0);
    let row = |question| {
        let own = |row: &&peirast_measure::ClosedAccuracy| {
            row.group.is_subject() && row.question == question && row.kind.is_none()
        };
        report.accuracy.iter().find(own).unwrap().clone()
    };
    near(row(QuestionType::YesNo).guessing, 0.5);
    near(row(QuestionType::Choice).guessing, 0.25);
    let (_, _, report) = measured(&answers(yes, 1));
    let own = report.accuracy.iter().find(|row| row.question == QuestionType::YesNo).unwrap();
    let bias = own.bias.unwrap();
    near(own.accepts.unwrap().value, 1.0);
    near(bias.difference, 1.0 - own.accepts_rightly.unwrap());
    assert!(bias.p < 1e-10 && bias.interval.unwrap().low > 0.3);
    let (_, _, report) = measured(&answers(flawless, 1));
    assert!(report.accuracy.iter().all(|row| row.accuracy.unwrap().value == 1.0));
    assert!(report.accuracy.iter().all(|row| row.bias.unwrap().difference == 0.0));
}

#[test]
fn lost_answers_are_bounded_and_no_answer_is_lost() {
    let mut rows = answers(erotetic, 1);
    let before = measured(&rows);
    for one in rows.iter_mut().step_by(4) {
        one.accepted = Err(Lost::Unread);
    }
    let (acceptance, lures, report) = measured(&rows);
    let range = acceptance.false_predicted_range.unwrap();
    assert!(range.low < 1.0);
    assert_eq!(range.high, 1.0);
    assert!(acceptance.lost > 0);
    let range = lures.range.unwrap();
    assert!(range.low < 1.0);
    assert_eq!(range.high, 1.0);
    let own = &report.accuracy[0];
    assert!(own.lost[0] > 0 && own.range.unwrap().low < own.accuracy.unwrap().value);
    assert_eq!(before.2.accuracy[0].lost, [0; 5]);
    let problem = &PROBLEMS[0];
    let of = |answer| Chosen::new(problem, "s", 0, &problem.factors, answer).unwrap().unwrap();
    assert_eq!(of(None).accepted, Err(Lost::Unanswered));
    assert_eq!(of(Some(Answer::Refused)).accepted, Err(Lost::Refused));
    assert_eq!(of(Some(Answer::Tied)).accepted, Err(Lost::Unread));
    assert_eq!(of(Some(Answer::YesNo(true))).accepted, Ok(Some(0)));
    let choice = PROBLEMS.iter().find(|problem| problem.task == Task::Choice).unwrap();
    let of = |letter| {
        let answer = Some(Answer::Choice(letter));
        Chosen::new(choice, "s", 0, &choice.factors, answer).unwrap().unwrap().accepted
    };
    assert_eq!((of('b'), of('d'), of('x')), (Ok(Some(1)), Ok(None), Err(Lost::Unread)));
    let bare = Problem { accepts: None, worded: None, ..problem.clone() };
    assert_eq!(Chosen::new(&bare, "s", 0, &bare.factors, None).unwrap(), None);
}

#[test]
fn thinking_is_compared_in_pairs() {
    let mut rows = answers(erotetic, 1);
    rows.extend(answers(flawless, 1).into_iter().map(|row| Chosen {
        strategy: "steps".to_owned(),
        is_stepwise: true,
        ..row
    }));
    let report = ClosedReport::new(&rows, &Options::default()).unwrap();
    for question in QuestionType::ALL {
        for event in ClosedEvent::ALL {
            let own = report.steps.iter().find(|row| {
                row.group.is_subject() && row.question == question && row.event == event
            });
            let paired = own.unwrap().paired;
            assert!(paired.p < 1e-6, "{question:?} {event:?}: {paired:?}");
            assert_eq!(paired.lost, 0, "{question:?} {event:?}: {paired:?}");
            match event {
                ClosedEvent::Right => assert_eq!(paired.second, paired.pairs),
                ClosedEvent::Fallacy => {
                    assert_eq!((paired.first, paired.second), (paired.pairs, 0))
                }
            }
        }
    }
    // Within one strategy there is nothing to compare.
    assert!(report.steps.iter().all(|row| row.group.strategy.is_none()));
}

#[test]
fn the_order_of_answers_changes_nothing() {
    let rows = answers(sometimes_erotetic, 3);
    let mut turned = rows.clone();
    turned.reverse();
    let report = |rows: &[Chosen]| ClosedReport::new(rows, &Options::default()).unwrap();
    assert_eq!(report(&rows).tables(), report(&turned).tables());
    assert!(ClosedReport::new(&[], &Options::default()).unwrap().tables().is_empty());
    let wrong = Options { level: 1.0, ..Options::default() };
    assert!(ClosedReport::new(&rows, &wrong).is_err());
}
