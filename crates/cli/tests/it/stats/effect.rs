//! Effect sizes.

use super::{SCORES, close, one, row, rows, spans};
use crate::support::{Place, says};

/// Numbers of numpy and scipy 1.17.1 (means, standard deviations, normal quantiles, the exact interval
/// of binomtest) and statsmodels 0.15.0 (proportion_effectsize).
#[test]
fn effects_are_those_of_other_programs() {
    let place = Place::new();
    place.write("scores.csv", SCORES);
    for (line, name, expected) in [
        ("cohens-h 0.75 0.5", "Cohen's h", 0.523_598_775_598_298_2),
        ("cohens-g 4 16", "Cohen's g", 0.3),
        ("odds-ratio 4 16", "odds ratio", 4.0),
        ("d-prime 18 20 12 20", "d'", 0.938_720_723_725_834_4),
        ("cohens-d --data scores.csv --columns after,group", "Cohen's d", -2.461_237_962_427_101),
        ("cliffs-delta --data scores.csv --columns after,group", "Cliff's delta", -1.0),
        ("paired-d --data scores.csv --columns after,before", "d_z", 1.341_640_786_499_873_8),
        (
            "rank-biserial --data scores.csv --columns before,after",
            "rank-biserial correlation",
            -1.0,
        ),
    ] {
        let found = rows(&place, &format!("effect {line}"));
        assert_eq!(found[0]["effect"], name);
        close(one(&found[0], "value"), expected, line);
    }
    let g = row(&place, "effect cohens-g 4 16");
    spans(&g, 0.063_385_997_003_331_4, 0.442_666_002_949_976, "Cohen's g");
    spans(
        &row(&place, "effect odds-ratio 4 16"),
        1.290_352_561_156_015,
        16.441_658_552_559_996,
        "odds",
    );
    let second = |line: &str| one(&rows(&place, &format!("effect {line}"))[1], "value");
    close(second("d-prime 18 20 12 20"), -0.710_400_755_748_944, "c");
    let average = second("paired-d --data scores.csv --columns after,before");
    close(average, 1.076_060_019_300_496_6, "d_av");
    // Two columns of different lengths are two samples.
    place.write("wide.csv", "a,b\n3,9\n5,7\n4,13\n,8\n");
    let wide = rows(&place, "effect cohens-d --data wide.csv --wide");
    close(one(&wide[0], "value"), -2.461_237_962_427_101, "wide");
}

#[test]
fn what_has_no_effect_size_says_why() {
    let place = Place::new();
    place.write("scores.csv", SCORES);
    place.write("same.csv", "x,y\n1,1\n2,2\n");
    for (line, why) in [
        ("cohens-g 0 0", "undefined: no discordant pairs"),
        ("odds-ratio 0 0", "undefined: no discordant pairs"),
        ("d-prime 0 0 1 2", "undefined: no observations"),
        ("rank-biserial --data same.csv", "undefined: no nonzero difference"),
        ("paired-d --data same.csv", "undefined: zero variance"),
        ("cohens-g 1e9 1e9", "value       0"),
    ] {
        says(&place.ok(&format!("stats effect {line}")), &[why]);
    }
    for (line, complaint) in [
        ("cohens-h 0.5", "give 2 numbers (p1, p2), not 1"),
        ("cohens-h 0.5 1.5", "p2 must be between 0 and 1"),
        ("cohens-h a 1", "`a` is not a number"),
        ("cohens-g 4", "give 2 counts"),
        ("cohens-g 18446744073709551615 1", "units are too many"),
        ("d-prime 21 20 1 2", "21 successes in 20 trials"),
        ("cohens-g 4 16 --confidence 2", "confidence must be"),
        ("cohens-h 0.5 0.5 --data scores.csv", "takes numbers, not a file"),
        ("cohens-d 1 2", "counts or --data, not both"),
        ("cohens-d", "takes columns: --data FILE"),
        (
            "cohens-d --data scores.csv --columns after,before",
            "with --wide, each column is a group",
        ),
        ("paired-d --data scores.csv --columns after,group", "column `group`: `a` is not a number"),
        ("paired-d --data scores.csv --columns after,before --wide", "--wide is for two groups"),
    ] {
        let told = place.fails(1, &format!("stats effect {line}"));
        says(&told, &[complaint]);
    }
}
