//! Power of planned tests.

use super::{close, one, row};
use crate::support::{Place, says};

/// Noether's and Fleiss' formulas by numpy and scipy 1.17.1 (norm), and the size by Cohen's h of
/// statsmodels 0.15.0 (NormalIndPower; its other tail is below 1e-7).
#[test]
fn sizes_are_those_of_the_formulas() {
    let place = Place::new();
    let of = |line: &str| row(&place, &format!("power {line}"));
    let power = of("two-proportions --p1 0.6 --p2 0.5 --n 100");
    close(one(&power, "power_by_formula"), 0.294_127_326_910_698_43, "power of two proportions");
    assert_eq!(power["method"], "exact sum");
    assert!((one(&power, "power") - 0.294).abs() < 0.03, "{power}");
    let size = of("two-proportions --p1 0.6 --p2 0.5 --power 0.8");
    close(one(&size, "n_unrounded"), 387.338_516_699_035_55, "size");
    assert!((one(&size, "n_by_cohens_h_unrounded") - 387.167_75).abs() < 1e-3, "{size}");
    assert_eq!(one(&size, "n_by_formula"), 388.0);
    assert!((one(&size, "n_of_each_group") - 388.0).abs() < 12.0, "{size}");
    assert!(one(&size, "power_with_this_n") >= 0.8, "{size}");
    let found = of("two-proportions --p2 0.5 --n 388 --power 0.8");
    assert!((one(&found, "smallest_p1_found") - 0.6).abs() < 2e-3, "{found}");
    let large = of("two-proportions --p1 0.51 --p2 0.5 --power 0.8");
    assert_eq!(large["method"], "large-sample formula");
    assert_eq!(large["n_of_each_group"], large["n_by_formula"]);
    let wilcoxon = of("wilcoxon --shift 0.5 --n 30");
    close(one(&wilcoxon, "effect"), 0.760_249_938_906_523_4, "effect of a shift");
    let formula = one(&wilcoxon, "power_by_formula");
    close(formula, 0.694_618_181_928_994_8, "power of Wilcoxon's test");
    close(
        one(&of("wilcoxon --shift 0.5 --power 0.8"), "n_unrounded"),
        38.628_260_133_805_43,
        "pairs",
    );
    for n in [60, 400] {
        let found = of(&format!("mann-whitney --n {n} --power 0.8"));
        let detectable = one(&found, "smallest_effect_found");
        let back = of(&format!("mann-whitney --effect {detectable} --n {n}"));
        assert!((one(&back, "power") - 0.8).abs() < 2e-3, "{back}");
        assert_eq!(back["method"], found["method"]);
    }
}

/// With three against three, no outcome has a p of 0.05; with four against four, one in 35 has.
#[test]
fn small_samples_have_no_power_that_their_test_cannot_have() {
    let place = Place::new();
    let of = |line: &str| row(&place, &format!("power {line}"));
    let found = of("mann-whitney --shift 3 --power 0.5");
    assert_eq!((found["n"].as_u64(), found["n_by_formula"].as_f64()), (Some(8), Some(6.0)));
    assert_eq!(found["method"], "simulation of normal data");
    assert!(one(&found, "power_with_this_n") >= 0.5 && one(&found, "standard_error") < 0.01);
    assert_eq!(one(&of("mann-whitney --shift 3 --n 6"), "power"), 0.0);
    assert_eq!(one(&of("wilcoxon --shift 9 --n 5"), "power"), 0.0);
    assert_eq!(one(&of("wilcoxon --shift 9 --n 6"), "power"), 1.0);
    assert_eq!(one(&of("wilcoxon --effect 0.999 --power 0.9"), "n"), 6.0);
    assert_eq!(of("wilcoxon --effect 0.55 --power 0.9")["method"], "large-sample formula");
}

/// With twenty pairs, 15 and more or 5 and fewer reject two-sided: P by scipy 1.17.1 (binom).
#[test]
fn discordant_pairs_have_a_power_of_their_own() {
    let place = Place::new();
    let found = row(&place, "power discordant --n 20 --share 0.8");
    close(one(&found, "power"), 0.804_207_965_735_946_9, "power");
    for (line, complaint) in [
        ("--n 20 --share 2", "share must be"),
        ("--n 20 --share 0.5 --alpha 0", "alpha must be"),
        ("--n 20 --share 0.5 --rule chi", "unknown rule"),
    ] {
        says(&place.fails(1, &format!("stats power discordant {line}")), &[complaint]);
    }
}

#[test]
fn simulations_agree_with_formulas_and_with_themselves() {
    let place = Place::new();
    let line = "power wilcoxon --shift 0.5 --n 30 --simulate 1000 --seed 3";
    let found = row(&place, line);
    assert!((one(&found, "power") - 0.74).abs() < 0.06, "{found}");
    assert_eq!(row(&place, line), found);
    // A size by simulation, and the smallest effect: the power of what was found is near the target.
    for test in ["wilcoxon", "mann-whitney"] {
        let size = row(&place, &format!("power {test} --shift 0.9 --power 0.8 --simulate 2000"));
        let n = one(&size, "n");
        let back = row(&place, &format!("power {test} --shift 0.9 --n {n} --simulate 2000"));
        assert_eq!(one(&back, "power"), one(&size, "power_with_this_n"));
        assert!((0.8..0.88).contains(&one(&back, "power")), "{back}");
        let effect = row(&place, &format!("power {test} --n {n} --power 0.8 --simulate 2000"));
        assert!((one(&effect, "smallest_shift_found") - 0.9).abs() < 0.1, "{effect}");
    }
    let null = row(&place, "power sequential --p12 0.1 --p21 0.1 --n 200 --simulate 500");
    assert!(one(&null, "power") < 0.05, "{null}");
    let early = row(&place, "power sequential --p12 0.02 --p21 0.3 --n 500 --simulate 500");
    assert!(one(&early, "power") > 0.99 && one(&early, "mean_pairs_asked") < 100.0, "{early}");
}

#[test]
fn what_cannot_be_planned_is_named() {
    let place = Place::new();
    for (code, line, complaint) in [
        (1, "two-proportions --p2 0.5", "give two of"),
        (1, "two-proportions --p1 0.6 --p2 0.5 --n 9 --power 0.8", "give two of"),
        (1, "two-proportions --p1 0.5 --p2 0.5 --power 0.8", "no effect"),
        (1, "two-proportions --p1 1.5 --p2 0.5 --n 10", "p1 must be"),
        (1, "two-proportions --p1 0.6 --p2 0.5 --power 2", "target must be"),
        (1, "two-proportions --p1 0.6 --p2 0.5 --n 10 --alpha 2", "alpha must be"),
        (1, "two-proportions --p1 0.6 --p2 0.5 --power 0.8 --alternative less", "no effect"),
        (1, "two-proportions --p2 0.99 --n 3 --power 0.8", "cannot be reached"),
        (2, "two-proportions --p1 0.6 --p2 0.5 --n 0", "0 is not in"),
        (1, "wilcoxon --power 0.8", "give two of"),
        (1, "wilcoxon --shift 0.5 --n 30 --first 0.3", "--first is for mann-whitney"),
        (1, "wilcoxon --effect 2 --n 30", "effect must be"),
        (1, "wilcoxon --shift NaN --n 30", "shift"),
        (1, "mann-whitney --effect 0.7 --n 30 --first 1", "first must be"),
        (1, "wilcoxon --shift 0.5 --n 1000000000 --simulate 1000", "take too long"),
        (1, "wilcoxon --shift 0.6 --simulate 10", "give two of"),
        (2, "wilcoxon --effect 0.6 --shift 1 --n 30", "cannot be used with"),
        (1, "sequential --p12 0.6 --p21 0.6 --n 10", "add up to more than 1"),
        (1, "sequential --p12 0.1 --p21 0.2 --n 10 --alpha 0", "is not a level"),
        (1, "sequential --p12 0.1 --p21 0.2 --n 1000000 --simulate 1000000", "take too long"),
    ] {
        says(&place.fails(code, &format!("stats power {line}")), &[complaint]);
    }
    says(
        &place.ok("stats power two-proportions --p1 0.6 --p2 0.5 --n 1000000000"),
        &["power             1", "method            large-sample formula"],
    );
}

/// A search by simulation begins at the formula's size and tries few others; above its limit it is
/// refused, with a possible alternative.
#[test]
fn a_search_by_simulation_is_bounded() {
    let place = Place::new();
    let found = row(&place, "power mann-whitney --shift 0.3 --power 0.8 --simulate 500");
    let (n, formula) =
        (found["n"].as_f64().expect("a size"), found["n_by_formula"].as_f64().expect("a size"));
    assert!((n / formula - 1.0).abs() < 0.15, "{found}");
    assert!(found["power_with_this_n"].as_f64().expect("a power") >= 0.8, "{found}");
    let told = place.fails(1, "stats power mann-whitney --shift 0.01 --power 0.8 --simulate 3000");
    says(&told, &["take too long", "leave out --simulate"]);
    let told = place.fails(1, "stats power mann-whitney --shift 0.1 --n 200000 --simulate 3000");
    says(&told, &["--simulate 750 at most"]);
    let told = place.fails(1, "stats power wilcoxon --n 5 --power 0.8");
    says(&told, &["5 pairs cannot give a p of 0.05 or less"]);
}
