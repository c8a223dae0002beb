//! Intervals.

use super::{SCORES, close, one, row, rows, spans};
use crate::support::{Place, Wording, says};

/// Numbers of statsmodels 0.15.0 (proportion_confint, confint_proportions_2indep) and of the exact
/// interval of scipy 1.17.1's binomtest, carried over to odds.
#[test]
fn intervals_of_counts_are_those_of_other_programs() {
    let place = Place::new();
    let all = rows(&place, "interval proportion 8 10");
    let expected = [
        ("wilson", 0.490_162_471_536_641_83, 0.943_317_848_545_624_7),
        ("clopper-pearson", 0.443_904_537_692_358_5, 0.974_789_273_673_166_7),
        ("agresti-coull", 0.479_367_590_566_150_64, 0.954_112_729_516_115_9),
        ("jeffreys", 0.497_225_503_560_006_9, 0.955_940_586_447_369_2),
        ("wald", 0.552_081_987_078_175_4, 1.0),
    ];
    assert_eq!(all.len(), expected.len());
    for (row, (method, low, high)) in all.iter().zip(expected) {
        assert_eq!(row["method"], method);
        spans(row, low, high, method);
    }
    let exact = row(&place, "interval proportion 8 10 --method exact");
    assert_eq!(exact, all[1], "a short name");
    for (line, low, high) in [
        (
            "two-proportions 45 60 30 60 --method newcombe",
            0.076_779_571_434_246_46,
            0.403_460_798_575_329,
        ),
        (
            "two-proportions 45 60 30 60 --method wald",
            0.082_636_212_894_700_52,
            0.417_363_787_105_299_5,
        ),
        ("odds-ratio 4 16 --method exact", 1.290_352_561_156_015, 16.441_658_552_559_996),
        ("odds-ratio 4 16 --method wald", 1.337_284_660_591_735_2, 11.964_543_130_944_28),
    ] {
        spans(&row(&place, &format!("interval {line}")), low, high, line);
    }
    says(
        &place.ok("stats interval paired-difference 50 4 16 30"),
        &["newcombe", "wald", "agresti-min", "tango"],
    );
}

/// Numbers of scipy 1.17.1 (ttest_rel, ttest_1samp, pearsonr).
#[test]
fn intervals_of_columns_are_those_of_other_programs() {
    let place = Place::new();
    place.write("scores.csv", SCORES);
    let of = |line: &str| row(&place, &format!("interval {line}"));
    let paired = of("paired-mean --data scores.csv --columns after,before --method t");
    spans(&paired, 0.931_982_038_059_190_6, 5.068_017_961_940_809, "paired t");
    assert_eq!(paired["lost"], 1);
    let middle = of("paired-mean --data scores.csv --columns after,before --method hodges-lehmann");
    close(one(&middle, "estimate"), 2.75, "the median of the means of two");
    place.write("seven.csv", "x\n1\n2\n3\n4\n5\n6\n7\n");
    spans(
        &of("mean --data seven.csv"),
        2.002_104_839_708_592,
        5.997_895_160_291_408,
        "Student's interval",
    );
    let r = of("pearson --data scores.csv --columns before,after");
    close(one(&r, "estimate"), 0.767_981_717_469_463_4, "r");
    spans(&r, 0.035_392_084_130_550_8, 0.963_699_063_617_613_6, "Fisher");
    let tau = of("kendall --data scores.csv --columns before,after");
    close(one(&tau, "estimate"), 0.619_047_619_047_619_1, "tau");
    let rho = rows(&place, "interval spearman --data scores.csv --columns before,after");
    assert_eq!(rho.len(), 2);
    close(one(&rho[0], "estimate"), 0.785_714_285_714_285_9, "rho");
    let shift = of("shift --data scores.csv --columns after,group");
    close(one(&shift, "estimate"), -4.5, "3, 5, 4 less 9, 7, 13, 8");
}

/// The cluster-robust interval of statsmodels 0.15.0 (OLS on a constant, cov_type cluster, variance
/// times K/(K - 1)) with Student's t at 3 degrees of freedom. The interval of a share stays within
/// 0 and 1: it is Wilson's with the same critical value, for the number of answers with the same
/// information.
#[test]
fn clusters_are_allowed_for() {
    let place = Place::new();
    let answers = [(1, 0), (1, 0), (1, 0), (0, 1), (0, 1), (1, 2), (0, 2), (1, 3), (1, 3), (0, 3)];
    let mut text = "right,item,group,other\n".to_owned();
    for (right, item) in answers {
        text.push_str(&format!("{right},i{item},g{},1\n", item % 2));
    }
    place.write("answers.csv", text);
    let (low, high) = (-0.032_231_760_022_659_15, 1.232_231_760_022_659);
    let robust = |of: &str| {
        let line = format!(
            "interval {of} --data answers.csv --columns right,item --method cluster-robust"
        );
        row(&place, &line)
    };
    spans(&robust("mean"), low, high, "mean");
    let critical = 3.182_446_305_284_263;
    let square = ((high - low) / 2.0 / critical).powi(2);
    let (share, n) = (0.6, (0.6 * 0.4 / square).clamp(1.0, 10.0));
    let per = critical * critical / n;
    let centre = (share + per / 2.0) / (1.0 + per);
    let half = critical * (share * (1.0 - share) / n + per / (4.0 * n)).sqrt() / (1.0 + per);
    spans(&robust("proportion"), centre - half, centre + half, "proportion");
    let methods = |line: &str| -> Vec<String> {
        let all = rows(&place, &format!("interval {line} --data answers.csv"));
        all.iter().map(|row| row["method"].as_str().expect("a method").to_owned()).collect()
    };
    assert_eq!(methods("proportion --columns right,item")[0], "cluster-robust");
    assert_eq!(
        methods("two-proportions --columns right,group,item"),
        ["newcombe-effective", "newcombe", "wald"]
    );
    assert_eq!(methods("paired-difference --columns right,other,item")[0], "cluster-robust");
}

#[test]
fn what_has_no_interval_says_why() {
    let mut wording = Wording::default();
    let place = Place::new();
    place.write("scores.csv", SCORES);
    for (line, why) in [
        ("proportion 0 0", "undefined: no observations"),
        ("paired-difference 0 0 0 0", "undefined: no observations"),
        ("odds-ratio 0 0", "undefined: no discordant pairs"),
        ("odds-ratio 0 3", "undefined: zero discordant cell"),
        ("odds-ratio 0 3", "infinite"),
        ("two-proportions 0 0 1 2", "undefined: a group is empty"),
        ("proportion 1e9 1000000000", "1 to 1"),
        ("odds-ratio 1000000000 1e9", "1  "),
    ] {
        says(&place.ok(&format!("stats interval {line}")), &[why]);
    }
    for (line, complaint) in [
        ("proportion 8", "give 2 counts (successes, trials), not 1"),
        ("proportion 11 10", "11 successes in 10 trials"),
        ("proportion 1.5 10", "`1.5` is not a count"),
        ("proportion 1 2e12", "2000000000000 units are too many: counts go up to 1000000000000"),
        ("odds-ratio 1 18446744073709551615", "units are too many"),
        ("odds-ratio 1 1e40", "units are too many"),
        ("proportion 8 10 --confidence 2", "confidence must be strictly between 0 and 1, not 2"),
        ("proportion 8 10 --confidence NaN", "confidence"),
        ("proportion 8 10 --method best", "there are wilson, clopper-pearson"),
        ("paired-difference 1 2", "give 4 counts"),
        ("two-proportions 3 2 1 2", "3 successes in 2 trials"),
        ("mean 1 2", "mean takes columns"),
        ("proportion 8 10 --data scores.csv", "counts or --data, not both"),
        ("mean --data scores.csv", "name 1 to 2 columns"),
        ("mean --data scores.csv --columns group", "line 2, column `group`: `a` is not a number"),
        ("shift --data scores.csv --columns before,after", "there must be two"),
        ("pearson --data scores.csv --columns before,after --confidence 0", "confidence"),
    ] {
        says(&place.fails(1, &format!("stats interval {line}")), &[complaint]);
    }
    wording.fails(&place, 2, "stats interval median 1 2");
    insta::assert_snapshot!(wording.text());
}

/// Items that both groups answered are not independent: the interval is that of pairs, or close to
/// it.
#[test]
fn groups_that_share_clusters_are_not_independent() {
    let place = Place::new();
    let rows: String = (0..40)
        .map(|item| {
            let (first, second) = (u8::from(item < 28), u8::from(item < 22));
            format!("{first},a,{item},{item}-a\n{second},b,{item},{item}-b\n")
        })
        .collect();
    place.write("rows.csv", format!("right,group,item,row\n{rows}"));
    let width = |by: &str| {
        let line = format!(
            "interval two-proportions --data rows.csv --columns right,group --by {by} --method newcombe-effective"
        );
        let found = row(&place, &line);
        assert_eq!(found["estimate"], 0.15);
        found["interval"]["high"].as_f64().expect("a limit")
            - found["interval"]["low"].as_f64().expect("a limit")
    };
    let (shared, apart) = (width("item"), width("row"));
    assert!(shared < 0.75 * apart, "{shared} {apart}");
}

#[test]
fn the_limits_of_large_counts_are_told_apart() {
    let place = Place::new();
    let told = place.ok("stats interval proportion 500000000000 1000000000000");
    says(&told, &["0.499999 to 0.500001"]);
    assert!(!told.contains("0.5 to 0.5"), "{told}");
    let told = place.ok("stats interval two-proportions 7 10 4 10 --json");
    says(&told, &["\"estimate\":0.3,"]);
}

#[test]
fn intervals_of_a_correlation_end_at_one() {
    let place = Place::new();
    place.write("r.csv", "x,y\n1,1\n2,2.1\n3,2.9\n4,4.4\n5,4.5\n6,6.2\n");
    for line in ["pearson", "spearman"] {
        for method in ["basic", "percentile"] {
            let found = row(
                &place,
                &format!("bootstrap {line} --data r.csv --columns x,y --method {method}"),
            );
            assert!(found["interval"]["high"].as_f64().expect("a limit") <= 1.0, "{found}");
        }
    }
}
