//! Strategies and temperatures compared, and belief bias over subjects.
//!
//! Figures of rank and t-tests, of Friedman's and of Kruskal and Wallis's are by scipy 1.x:
//! `friedmanchisquare`, `kruskal`, `ttest_rel`, `wilcoxon(method="exact")`, `shapiro`,
//! `false_discovery_control`.

use peirast_measure::{
    AtTemperature, Judgement, Providers, Setting, SettingTest, SyllogismReport, Tested, Tier,
    TierTemperature, Variant, setting_tests,
};
use peirast_stats::{Undefined, result};

/// One judgement.
pub fn judgement(subject: &str, [strategy, temperature]: [&str; 2], item: String) -> Judgement {
    Judgement {
        subject: subject.to_owned(),
        strategy: strategy.to_owned(),
        temperature: temperature.to_owned(),
        item,
        variant: Variant::N,
        form: None,
        major_first: None,
        valid: true,
        believable: None,
        accepted: None,
        votes: None,
        is_voted: false,
    }
}

/// Numbers of right answers to sixteen items, by subject and level; the first items are right.
const RIGHT: [[usize; 3]; 4] = [[16, 12, 8], [15, 13, 9], [14, 12, 7], [10, 11, 4]];

fn judged(place: impl Fn(&'static str) -> [&'static str; 2]) -> Vec<Judgement> {
    let mut judgements = Vec::new();
    for (subject, row) in ["p", "q", "r", "s"].into_iter().zip(RIGHT) {
        for (level, right) in ["a", "b", "c"].into_iter().zip(row) {
            for item in 0..16 {
                let accepted = Some(item < right);
                let one = judgement(subject, place(level), format!("{item:02}"));
                judgements.push(Judgement { accepted, ..one });
            }
        }
    }
    judgements
}

/// The row of a test, of a pair if any, over all subjects.
fn over_all<'a>(rows: &'a [SettingTest], test: &str, pair: Option<[&str; 2]>) -> &'a SettingTest {
    let pair = pair.map(|pair| pair.map(str::to_owned));
    let is_wanted = |row: &&SettingTest| {
        row.subject.is_none() && row.result.test.contains(test) && row.pair == pair
    };
    rows.iter().find(is_wanted).unwrap()
}

pub fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
}

#[test]
fn strategies_are_compared_pair_by_pair_and_together() {
    let rows = setting_tests(&judged(|level| [level, "0.0"]), Setting::Strategy).unwrap();
    // For each pair: four subjects, items as clusters, chi-square, Wilcoxon, t; and Friedman.
    assert_eq!(rows.len(), 3 * 8 + 1);
    let ab = Some(["a", "b"]);

    // Four items lost and none gained: 2/2^4.
    let own = rows.iter().find(|row| row.subject.as_deref() == Some("p")).unwrap();
    assert_eq!((own.result.p, own.difference), (Ok(0.125), Some(-0.25)));
    assert_eq!(own.other.as_deref(), Some("0.0"));

    // The items' sums are +1, -1, -2, -2, -3: of 32 choices of signs three have at most 1 above 0.
    let clustered = over_all(&rows, "clusters", ab);
    near(clustered.result.p.unwrap(), 6.0 / 32.0);
    near(clustered.difference.unwrap(), -7.0 / 64.0);
    assert_eq!(clustered.discordant, Some([8, 1]));

    let t = over_all(&rows, "paired t", ab);
    near(t.result.statistic.value.unwrap(), -1.697_749_375_254_331);
    near(t.result.p.unwrap(), 0.188_120_404_374_187_3);
    near(t.result.effect.as_ref().unwrap().value.unwrap(), -0.848_874_687_627_165_4);
    near(t.difference.unwrap(), -0.109_375);
    let t = over_all(&rows, "paired t", Some(["b", "c"]));
    near(t.result.p.unwrap(), 0.005_815_647_592_906_197);
    near(t.holm.unwrap(), 2.0 * 0.005_815_647_592_906_197);
    near(t.benjamini_hochberg.unwrap(), 1.5 * 0.005_815_647_592_906_197);

    near(over_all(&rows, "signed-rank", ab).result.p.unwrap(), 0.25);
    near(over_all(&rows, "signed-rank", Some(["a", "c"])).result.p.unwrap(), 0.125);

    // scipy's chi-square is 6.5: W = 6.5/8 and F = 3 W/(1 - W), with 2 and 6 degrees of freedom.
    let friedman = &over_all(&rows, "Friedman", None).result;
    near(friedman.statistic.value.unwrap(), 13.0);
    near(friedman.effect.as_ref().unwrap().value.unwrap(), 0.8125);
    near(friedman.p.unwrap(), 0.006_591_796_875);
    assert_eq!(friedman.n_used, 4);
}

#[test]
fn strategies_are_compared_by_chi_square_as_published() {
    let published = |rows: &[SettingTest], other: Option<&str>| -> Vec<SettingTest> {
        let is_own = |row: &&SettingTest| {
            row.subject.is_none()
                && row.result.test == "McNemar's test"
                && row.other.as_deref() == other
        };
        rows.iter().filter(is_own).cloned().collect()
    };
    let rows = setting_tests(&judged(|level| [level, "0.0"]), Setting::Strategy).unwrap();
    let own = published(&rows, None);
    // (|8 - 1| - 1)^2/9, (27 - 1)^2/27, (20 - 1)^2/20.
    let counts: Vec<_> = own.iter().map(|row| row.discordant.unwrap()).collect();
    assert_eq!(counts, [[8, 1], [27, 0], [20, 0]]);
    for (row, chi_square) in own.iter().zip([4.0, 676.0 / 27.0, 18.05]) {
        assert_eq!(row.result.statistic.name, "chi-square");
        near(row.result.statistic.value.unwrap(), chi_square);
        assert_eq!(row.result.df, [1.0]);
    }
    near(own[0].result.p.unwrap(), 0.045_500_263_896_358_42);
    // The largest of three p-values is its own adjusted one: tests of subjects are another family.
    near(own[0].holm.unwrap(), 0.045_500_263_896_358_42);

    // At two temperatures there are rows for each, and each is a family.
    let mut both = judged(|level| [level, "0.0"]);
    both.extend(judged(|level| [level, "1.0"]));
    let rows = setting_tests(&both, Setting::Strategy).unwrap();
    assert_eq!(published(&rows, None)[0].discordant, Some([16, 2]));
    for temperature in ["0.0", "1.0"] {
        let own = published(&rows, Some(temperature));
        assert_eq!((own.len(), own[0].discordant), (3, Some([8, 1])));
        near(own[0].holm.unwrap(), 0.045_500_263_896_358_42);
    }
}

#[test]
fn configurations_are_tested_as_published() {
    let report = |judgements: &[Judgement]| {
        SyllogismReport::new(judgements, None, &Providers::new(), None).unwrap().configurations
    };
    let rows = report(&judged(|level| [level, "0.0"]));
    // Normality over all strategies and of each; agreement with believability. No made-up words.
    let of: Vec<_> = rows.iter().map(|row| (row.of, row.strategy.as_deref())).collect();
    let accuracy = |strategy| (Tested::Accuracy, strategy);
    let each = [None, Some("a"), Some("b"), Some("c")].map(accuracy);
    assert_eq!(of, [&each[..], &[(Tested::Believability, None)]].concat());
    for (at, row) in rows[1..4].iter().enumerate() {
        let values = RIGHT.map(|right| right[at] as f64 / 16.0);
        assert_eq!(row.result, result::shapiro_wilk(&values).unwrap());
        near(row.first, values.iter().sum::<f64>() / 4.0);
    }
    assert_eq!(rows[0].result.n_used, 12);

    // Right ones of ten, with real words and with made-up ones.
    let mut judgements = Vec::new();
    for (name, made_up) in ["p", "q", "r"].into_iter().zip([7, 8, 9]) {
        for (variant, right) in
            [(Variant::N, 5), (Variant::O, 7), (Variant::X, made_up), (Variant::OX, made_up)]
        {
            judgements.extend((0..10).map(|item| {
                let one = judgement(name, ["zero_shot", "0.0"], format!("{item}"));
                Judgement { variant, accepted: Some(item < right), ..one }
            }));
        }
    }
    let rows = report(&judgements);
    let [_, content, believability] = &rows[..] else { panic!("{rows:?}") };
    // Gains of 0.1, 0.2 and 0.3: t = 0.2 sqrt(3)/0.1, with 2 degrees of freedom.
    assert_eq!((content.of, content.first), (Tested::Content, 0.6));
    near(content.second.unwrap(), 0.8);
    near(content.result.statistic.value.unwrap(), 12.0_f64.sqrt());
    near(content.result.p.unwrap(), 1.0 - (12.0_f64 / 14.0).sqrt());
    // All are valid and none is believed: 0.65, 0.7 and 0.75 against 0.35, 0.3 and 0.25.
    near(believability.first, 0.7);
    near(believability.second.unwrap(), 0.3);
    near(believability.result.statistic.value.unwrap(), 9.0);
    near(believability.result.p.unwrap(), 0.1);

    judgements.retain(|one| one.subject == "p");
    assert_eq!(report(&judgements), []);
}

#[test]
fn temperatures_are_also_tested_as_independent_samples() {
    let rows = setting_tests(&judged(|level| ["zero_shot", level]), Setting::Temperature).unwrap();
    assert_eq!(rows.len(), 3 * 8 + 2);
    let kruskal = &over_all(&rows, "Kruskal", None).result;
    near(kruskal.statistic.value.unwrap(), 8.028_070_175_438_597);
    near(kruskal.p.unwrap(), 0.018_060_372_821_376_538);
    near(over_all(&rows, "Friedman", None).result.p.unwrap(), 0.006_591_796_875);
}

#[test]
fn what_cannot_be_tested_says_why_and_one_level_is_not_compared() {
    let all = judged(|level| [level, "0.0"]);
    assert_eq!(setting_tests(&all, Setting::Temperature).unwrap(), []);
    let of = |subject: &str, levels: &[&str]| -> Vec<Judgement> {
        let is_kept =
            |one: &&Judgement| one.subject == subject && levels.contains(&one.strategy.as_str());
        all.iter().filter(is_kept).cloned().collect()
    };
    let rows = setting_tests(&of("p", &["a", "b"]), Setting::Strategy).unwrap();
    let why = |test| over_all(&rows, test, Some(["a", "b"])).result.p;
    assert_eq!(why("paired t"), Err(Undefined::TooFew));
    let together = &over_all(&rows, "Friedman", None).result;
    assert_eq!(together.p, Err(Undefined::TooFewTreatments));
    let rows = setting_tests(&of("p", &["a", "b", "c"]), Setting::Strategy).unwrap();
    assert_eq!(over_all(&rows, "Friedman", None).result.p, Err(Undefined::OneBlock));
}

#[test]
fn a_judgement_without_a_verdict_is_a_lost_pair() {
    let mut judgements = judged(|level| [level, "0.0"]);
    judgements[0].accepted = None;
    let rows = setting_tests(&judgements, Setting::Strategy).unwrap();
    let own = rows.iter().find(|row| row.subject.as_deref() == Some("p")).unwrap();
    assert_eq!((own.result.n_used, own.result.n_lost), (15, 1));
    assert_eq!(over_all(&rows, "clusters", Some(["a", "b"])).result.n_lost, 1);
}

#[test]
fn belief_bias_is_tested_over_subjects() {
    // Right ones of a hundred items of each kind, where logic and belief agree and where they do
    // not.
    let subjects = [(95, 90), (90, 80), (85, 83), (80, 60), (75, 74), (70, 55)];
    let mut judgements = Vec::new();
    for (name, (congruent, incongruent)) in ["a", "b", "c", "d", "e", "f"].iter().zip(subjects) {
        for (valid, believable) in [(true, true), (true, false), (false, true), (false, false)] {
            let right = if valid == believable { congruent } else { incongruent };
            for item in 0..100 {
                let place = format!("{valid}-{believable}-{item}");
                let one = judgement(name, ["zero_shot", "0.0"], place);
                let accepted = Some((item < right) == valid);
                judgements.push(Judgement { valid, believable: Some(believable), accepted, ..one });
            }
        }
    }
    let report = SyllogismReport::new(&judgements, None, &Providers::new(), None).unwrap();
    let rows = &report.belief_tests;
    // With real words alone and as many items of each kind, both effects are the same.
    assert_eq!(rows.len(), 8);
    for rows in rows.chunks(4) {
        let p: Vec<f64> = rows.iter().map(|row| row.result.p.unwrap()).collect();
        // The p of Shapiro and Wilk follows from an approximation.
        assert!((p[0] - 0.557_750_607_986_187_6).abs() < 1e-6, "{}", p[0]);
        near(p[1], 0.035_541_979_142_346_33);
        near(p[2], 0.031_25);
        // Above the median accuracy 5, 10 and 2 points, below it 20, 1 and 15: U = 3, and 7 of 20
        // choices have at most that.
        near(rows[3].result.statistic.value.unwrap(), 3.0);
        near(p[3], 0.7);
        near(rows[0].mean, 0.53 / 6.0);
        let interval = rows[0].interval.unwrap();
        // The mean plus or minus 1.96 of its standard error would reach from 0.033 to 0.144.
        assert!((0.02..0.05).contains(&interval.low), "{interval:?}");
        assert!((0.12..0.16).contains(&interval.high), "{interval:?}");
    }

    judgements.retain(|one| one.subject == "a");
    let alone = SyllogismReport::new(&judgements, None, &Providers::new(), None).unwrap();
    // Normality, t, Wilcoxon (of one difference, which may have either sign), Mann and Whitney.
    let p: Vec<_> = alone.belief_tests[..4].iter().map(|row| row.result.p).collect();
    let [few, empty] = [Undefined::TooFew, Undefined::EmptyGroup];
    assert_eq!(p, [Err(few), Err(few), Ok(1.0), Err(empty)]);
    assert!(alone.belief_tests.iter().all(|row| row.interval.is_none()));
}

/// The accuracy of subjects p to s is 36, 37, 33 and 25 of 48: p and q are in the middle tier.
#[test]
fn temperatures_are_compared_within_tiers() {
    let judgements = judged(|level| ["zero_shot", level]);
    let rows = SyllogismReport::new(&judgements, None, &Providers::new(), None).unwrap().tiers;
    let cells = |row: &TierTemperature| (row.tier, row.subjects, row.blocks);
    let (middle, lower) = (Some(Tier::Middle), Some(Tier::Lower));
    let expected = [(middle, 2, 2), (lower, 2, 2), (None, 4, 4)].map(|row| [row; 4]).concat();
    assert_eq!(rows.iter().map(cells).collect::<Vec<_>>(), expected);

    // 16 and 15 of 16 at the first temperature, 12 and 13, 8 and 9.
    for (row, right) in rows[..3].iter().zip([15.5, 12.5, 8.5]) {
        let AtTemperature::One { mean, sd, .. } = &row.at else { panic!("{row:?}") };
        near(*mean, right / 16.0);
        near(sd.unwrap(), 0.5_f64.sqrt() / 16.0);
    }
    let AtTemperature::All { mean, sd, .. } = &rows[3].at else { panic!("{:?}", rows[3]) };
    near(*mean, 36.5 / 48.0);
    // The means are 3.333, 0.333 and -3.667 off 12.167, of 16.
    near(sd.unwrap(), (12.0 + 1.0 / 3.0_f64).sqrt() / 16.0);

    let AtTemperature::All { test, .. } = &rows[11].at else { panic!("{:?}", rows[11]) };
    near(test.p.unwrap(), 0.006_591_796_875);
}

#[test]
fn one_temperature_has_no_tiers() {
    let judgements = judged(|level| [level, "0.0"]);
    assert_eq!(SyllogismReport::new(&judgements, None, &Providers::new(), None).unwrap().tiers, []);
}
