use peirast_stats::power::asymptotic;
use peirast_stats::{Alternative, Design, Discordance, Error, Formula, Rule};
use serde_json::Value;

use super::{close, count, float, parsed, rows};

const NUMBERS: &str = include_str!("../../../golden/power.json");

fn supposed(row: &Value) -> Discordance {
    Discordance::new(float(&row["p12"]), float(&row["p21"])).expect("valid")
}

fn design(rule: Rule, alternative: Alternative) -> Design {
    Design::new(rule, alternative, 0.05).expect("a level")
}

#[test]
fn exact_sum() {
    for row in rows(NUMBERS, Some("exact")) {
        let (rule, side) = (parsed(&row["rule"]), parsed(&row["alternative"]));
        let design = Design::new(rule, side, float(&row["alpha"])).expect("a level");
        let power = design.power(count(&row["n"]), &supposed(&row));
        assert!((power - float(&row["power"])).abs() < 1e-12, "{power} in {row}");
    }
}

#[test]
fn conditional() {
    for row in rows(NUMBERS, Some("conditional")) {
        let design = design(Rule::Exact, parsed(&row["alternative"]));
        let power = design.conditional_power(count(&row["m"]), float(&row["share"]));
        close(power.expect("a share"), &row["power"], 1e-11, &row);
    }
}

#[test]
fn formulas() {
    for row in rows(NUMBERS, Some("formula")) {
        let design = design(Rule::Normal, parsed(&row["alternative"]));
        for formula in Formula::ALL {
            let (target, supposed) = (float(&row["target"]), supposed(&row));
            let pairs = asymptotic::pairs_needed(*formula, &design, target, &supposed);
            let pairs = pairs.expect("an effect");
            close(pairs, &row["pairs"][formula.name()], 1e-10, &row);
            // The two formulas are each other's inverse.
            let power = asymptotic::power(*formula, &design, pairs.ceil() as u64, &supposed);
            assert!((target..target + 0.02).contains(&power), "{power} in {row}");
        }
    }
}

#[test]
fn sample_size_is_where_power_crosses() {
    for alternative in [Alternative::TwoSided, Alternative::Greater] {
        let (design, supposed) =
            (design(Rule::Exact, alternative), Discordance::new(0.05, 0.15).expect("valid"));
        let size = design.pairs_needed(0.8, &supposed).expect("reachable");
        assert_eq!(size.power, design.power(size.pairs, &supposed));
        assert!(design.power(size.pairs - 1, &supposed) < 0.8);
        assert!((0..=8).all(|more| design.power(size.pairs + more, &supposed) >= 0.8));
        let rough = asymptotic::pairs_needed(Formula::Connor, &design, 0.8, &supposed);
        let rough = rough.expect("an effect");
        assert!((size.pairs as f64 / rough - 1.0).abs() < 0.2, "{size:?} {rough}");
    }
}

#[test]
fn detectable_difference_inverts_power() {
    let upwards = design(Rule::MidP, Alternative::Greater).detectable(150, 0.1, 0.9).expect("fits");
    assert!((0.1..0.2).contains(&upwards), "{upwards}");
    let downwards = design(Rule::MidP, Alternative::Less).detectable(150, 0.3, 0.9).expect("fits");
    assert!((-0.3..-0.1).contains(&downwards), "{downwards}");
    for (side, p12, delta) in
        [(Alternative::Greater, 0.1, upwards), (Alternative::Less, 0.3, downwards)]
    {
        let supposed = Discordance::new(p12, p12 + delta).expect("valid");
        assert!((design(Rule::MidP, side).power(150, &supposed) - 0.9).abs() < 1e-7);
    }
}

/// Original and perturbed may be exchanged: a two-sided test is symmetric.
#[test]
fn two_sided_questions_have_the_same_answer_from_both_sides() {
    for rule in [Rule::Exact, Rule::MidP, Rule::Normal] {
        let design = design(rule, Alternative::TwoSided);
        for (a, b) in [(0.02, 0.12), (0.05, 0.15), (0.1, 0.3), (0.0, 0.08), (0.2, 0.7)] {
            let (one, other) = (Discordance::new(a, b), Discordance::new(b, a));
            let (one, other) = (one.expect("valid"), other.expect("valid"));
            for pairs in [1, 17, 100, 400] {
                let (up, down) = (design.power(pairs, &one), design.power(pairs, &other));
                assert!((up - down).abs() < 1e-12, "{rule} {a} {b} {pairs}: {up} {down}");
            }
            let needed = |supposed| design.pairs_needed(0.9, supposed).expect("reachable");
            assert_eq!(needed(&one).pairs, needed(&other).pairs, "{rule} {a} {b}");
        }
    }
}

#[test]
fn two_sided_detection_looks_both_ways() {
    for rule in [Rule::Exact, Rule::MidP, Rule::Normal] {
        let design = design(rule, Alternative::TwoSided);
        for (pairs, p12) in [(100, 0.3), (200, 0.1), (400, 0.45)] {
            // A gain that starts at the far end of a loss leads back.
            let loss = design.detectable_loss(pairs, p12, 0.8).expect("reachable");
            assert!(-p12 <= loss && loss < 0.0, "{loss}");
            let gain = design.detectable_gain(pairs, p12 + loss, 0.8).expect("reachable");
            assert!((gain + loss).abs() < 1e-8, "{rule} {pairs} {p12}: {gain} {loss}");
            let found = design.detectable(pairs, p12, 0.8).expect("reachable");
            let either = design.detectable_gain(pairs, p12, 0.8).unwrap_or(1.0).min(-loss);
            assert_eq!(found.abs(), either, "the nearer one");
            let supposed = Discordance::new(p12, p12 + found).expect("valid");
            assert!((design.power(pairs, &supposed) - 0.8).abs() < 1e-7, "{rule} {pairs} {p12}");
        }
        // If 90 % of the pairs favour the original, at most 10 % can favour the perturbed version.
        let loss = design.detectable(100, 0.9, 0.8).expect("reachable");
        assert!((loss + 0.8).abs() < 1e-8, "{loss}");
        // Without pairs in favour of the original nothing can be lost.
        assert!(design.detectable_loss(100, 0.0, 0.8).is_err());
        assert!(design.detectable(100, 0.0, 0.8).expect("reachable") > 0.0);
    }
}

/// Benjamini-Hochberg rejects everything that Bonferroni rejects, so that a plan at Bonferroni's
/// level has at least the planned power.
#[test]
fn a_corrected_test_is_planned_at_the_level_of_bonferroni() {
    let supposed = Discordance::new(0.02, 0.12).expect("valid");
    let at = |alpha| Design::new(Rule::Exact, Alternative::TwoSided, alpha).expect("a level");
    let (alone, among) = (at(0.05), at(0.05).one_of(14));
    assert_eq!(among.power(100, &supposed), at(0.05 / 14.0).power(100, &supposed));
    assert!(among.power(100, &supposed) < alone.power(100, &supposed));
    let needed = |design: Design| design.pairs_needed(0.9, &supposed).expect("reachable").pairs;
    assert!(needed(among) > needed(alone));
}

#[test]
fn impossible_questions() {
    assert!(matches!(Discordance::new(0.7, 0.4), Err(Error::ImpossibleCells { .. })));
    assert!(matches!(Discordance::new(f64::NAN, 0.4), Err(Error::OutOfRange { .. })));
    let design = design(Rule::Exact, Alternative::Greater);
    let wrong_way = Discordance::new(0.2, 0.1).expect("valid");
    assert!(matches!(design.pairs_needed(0.8, &wrong_way), Err(Error::NoEffect { .. })));
    let tiny = Discordance::new(0.1, 0.1001).expect("valid");
    assert!(matches!(design.pairs_needed(0.8, &tiny), Err(Error::Unreachable { .. })));
    assert!(matches!(design.detectable(3, 0.1, 0.8), Err(Error::TooSmall { .. })));
    assert!(matches!(design.detectable(300, 0.9, 0.8), Err(Error::TooSmall { .. })));
    assert!(design.conditional_power(3, 1.5).is_err());
    assert!(design.pairs_needed(1.0, &tiny).is_err());
}

#[test]
fn nothing_discordant_has_no_power() {
    let never = Discordance::new(0.0, 0.0).expect("valid");
    let design = design(Rule::Exact, Alternative::TwoSided);
    assert_eq!(design.power(1000, &never), 0.0);
    assert_eq!(asymptotic::power(Formula::Connor, &design, 1000, &never), 0.0);
    assert_eq!(design.power(0, &Discordance::new(0.3, 0.2).expect("valid")), 0.0);
}

/// A rule whose form, and with it the critical counts, changes with n* is compared with itself:
/// power must be the sum over its rejections.
#[test]
fn published_rules_have_power_too() {
    let share = 0.7;
    for rule in [Rule::Published2024, Rule::PublishedIcml] {
        for (side, m) in Alternative::ALL.iter().flat_map(|a| (0..40).map(move |m| (*a, m))) {
            let power = design(rule, side).conditional_power(m, share).expect("a share");
            let sum: f64 = (0..=m)
                .filter(|c| rule.test(m - c, *c, side).p <= 0.05)
                .map(|c| peirast_stats::dist::binomial_pmf(c, m, share))
                .sum();
            assert!((power - sum).abs() < 1e-13, "{rule} {side} {m}: {power} {sum}");
        }
    }
}
