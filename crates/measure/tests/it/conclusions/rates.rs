//! Small tables, counted by hand.

use super::{
    chance, error, fallacy, incorrect, joint, measured, near, of, predicted, rate, read_off, row,
    says, shares,
};
use peirast_measure::{
    ChanceCounts, Concluded, ConclusionReport, FallacyRate, Feature, Judged, Kind, Lost, Notion,
    Options, SoundnessClass,
};

/// Four fallacies, six other errors, five informative answers, two restatements, three times nothing,
/// four lost, one undecided.
fn twenty_five() -> Vec<Concluded> {
    let mut answers = vec![fallacy(); 4];
    answers.extend(vec![error(); 6]);
    answers.extend(vec![joint(); 5]);
    answers.extend(vec![says(SoundnessClass::Restating); 2]);
    answers.extend(vec![says(SoundnessClass::Nothing); 3]);
    answers.extend([Lost::Unread, Lost::Unread, Lost::Refused, Lost::Truncated].map(Err));
    answers.push(Ok(Judged { regardless: true, ..Judged::new(SoundnessClass::Undecided) }));
    answers.into_iter().enumerate().map(|(item, answer)| row("s", item, answer)).collect()
}

#[test]
fn rates_and_what_lost_answers_could_change() {
    let report = measured(&twenty_five());
    let row = rate(&report, "s");
    let tally = row.tally;
    assert_eq!((tally.answers(), tally.lost, tally.undecided, tally.incorrect()), (25, 4, 1, 10));
    let found = row.rate.unwrap();
    assert_eq!((found.count, found.of, found.value), (4, 10, 0.4));
    // Wilson's limits of 4/10 for 9 answers, with 2.262 157 163 for z: Student's t of 9 degrees.
    near(found.interval.low, 0.139_077_346_929_161);
    near(found.interval.high, 0.733_420_015_623_725);
    near(row.correct.unwrap().value, 10.0 / 20.0);
    near(row.informative.unwrap().value, 5.0 / 25.0);
    near(row.non_trivial.unwrap().value, 7.0 / 25.0);
    near(row.absolute.unwrap().value, 4.0 / 20.0);
    let range = row.range().unwrap();
    near(range.low, 4.0 / 15.0);
    near(range.high, 9.0 / 15.0);
    let absolute = tally.absolute_range().unwrap();
    assert_eq!((absolute.low, absolute.high), (4.0 / 25.0, 9.0 / 25.0));
    let informative = tally.informative_range().unwrap();
    assert_eq!((informative.low, informative.high), (5.0 / 25.0, 10.0 / 25.0));
}

#[test]
fn rates_stand_beside_both_nulls() {
    let report = measured(&twenty_five());
    let over = rate(&report, "s").over_chance.unwrap();
    assert_eq!((over.answers, over.is_exact), (10, true));
    near(over.null, 0.125);
    near(over.difference, 0.275);
    // All chances are one eighth: scipy.stats.binom.sf(3, 10, 1/8), scipy 1.17.1.
    near(over.p, 0.027_464_050_799_608_23);
    assert_eq!(over.p_adjusted, Some(over.p), "one subject is one test");
    assert!(over.interval.low < 0.275 && over.interval.high > 0.275);
    // A conclusion read off the premises is predicted in one of four cases: scipy.stats.binom.sf(3,
    // 10, 1/4).
    let over = rate(&report, "s").over_matching.unwrap();
    assert_eq!((over.answers, over.is_exact), (10, true));
    near(over.null, 0.25);
    near(over.difference, 0.15);
    near(over.p, 0.224_124_908_447_265_62);
    assert_eq!(over.p_adjusted, Some(over.p));
    // The null is the same for all, so that the interval is that of the rate.
    near(over.interval.low, -0.110_922_653_070_839);
    near(over.interval.high, 0.483_420_015_623_725);
    // Only the notions that the nulls were counted for have them.
    let exact = Options { notion: Notion::Exact, ..Options::default() };
    let exact = ConclusionReport::new(&twenty_five(), &exact).unwrap();
    assert_eq!(rate(&exact, "s").over_chance, None);
    assert_eq!(rate(&exact, "s").over_matching, None);
    assert!(exact.etr_shares.is_empty());
}

#[test]
fn several_answers_to_an_item_are_no_more_than_one() {
    // Every answer given four times over: the rate is as sure as before, and the test no surer.
    let once = twenty_five();
    let repeated = |repeat: u32| once.iter().map(move |row| Concluded { repeat, ..row.clone() });
    let often: Vec<Concluded> = (0..4).flat_map(repeated).collect();
    let report = measured(&often);
    let row = rate(&report, "s");
    let found = row.rate.unwrap();
    assert_eq!((found.count, found.of), (16, 40));
    // The effective number of answers, from the differences between ten items.
    near(found.effective, 9.0);
    let over = row.over_chance.unwrap();
    assert!(!over.is_exact);
    // z = (4 - 10/8)/sqrt(10 * 7/64): scipy.stats.norm.sf, scipy 1.17.1.
    near(over.p, 0.004_275_489_618_562_665);
    // z = (4 - 10/4)/sqrt(10 * 3/16).
    near(row.over_matching.unwrap().p, 0.136_660_839_146_149_07);
    for (often, once) in shares(&report, "s").iter().zip(shares(&measured(&once), "s")) {
        near(often.share, once.share);
        assert!((often.interval.low - once.interval.low).abs() < 0.02);
    }
}

#[test]
fn classes_add_up() {
    let report = measured(&twenty_five());
    let row = of(&report.classes, |row| &row.group, "s");
    let counts = [
        row.nothing,
        row.tautology,
        row.restating,
        row.joint,
        row.fallacies,
        row.other_errors,
        row.undecided,
        row.lost,
    ];
    assert_eq!(counts, [3, 0, 2, 5, 4, 6, 1, 4]);
    assert_eq!(counts.iter().sum::<u64>(), row.answers);
    assert_eq!(row.published(), Some(0.5));
    assert_eq!((row.informative(), row.non_trivial()), (Some(0.2), Some(0.28)));
    let reading = of(&report.readings, |row| &row.group, "s");
    // Items 0 and 11 were translated; item 22 too, and lost.
    assert_eq!((reading.by_rule, reading.translated, reading.lost_translated), (19, 2, 1));
    assert_eq!(reading.lost, [2, 1, 0, 1, 0]);
    assert_eq!(reading.undecided, 1);
}

#[test]
fn the_share_that_follows_the_theory_has_its_closed_form() {
    // With one p for all, s = (F - W p/(1 - p))/n; F = 4, W = 6, n = 20, p = 1/8 by chance and 1/4
    // where answers are read off.
    let report = measured(&twenty_five());
    let row = of(&report.etr_shares, |row| &row.group, "s");
    assert_eq!((row.answers, row.fallacies), (20, 4));
    let [matching, chance] = shares(&report, "s");
    near(matching.share, (4.0 - 6.0 / 3.0) / 20.0);
    near(matching.other_wrong.unwrap(), (6.0 / 20.0) / (3.0 / 4.0) / (1.0 - matching.share));
    near(chance.share, (4.0 - 6.0 / 7.0) / 20.0);
    near(chance.other_wrong.unwrap(), (6.0 / 20.0) / (7.0 / 8.0) / (1.0 - chance.share));
    assert_eq!((matching.imputed, chance.imputed), (0, 0));
    assert!(chance.interval.low < 0.1 && chance.interval.high > 0.3);
    assert_eq!(matching.interval.low, 0.0);
    assert!(matching.interval.high < chance.interval.high);
}

/// If no wrong conclusion can be read off the premises, the null is 0, and the test falls back on
/// chance.
#[test]
fn nulls_differ_between_answers() {
    let none = ChanceCounts::default();
    let wrong = [(true, read_off(2)), (true, read_off(1)), (true, none)];
    let wrong =
        wrong.into_iter().chain([(false, read_off(1)), (false, read_off(1)), (false, none)]);
    let answer = |(is_fallacy, shown)| {
        let counts = (chance(1), shown);
        Ok(if is_fallacy { predicted(counts) } else { incorrect(counts) })
    };
    let answers = wrong.map(answer).chain(vec![joint(); 4]);
    let rows: Vec<Concluded> =
        answers.enumerate().map(|(item, answer)| row("s", item, answer)).collect();
    let report = measured(&rows);
    let over = rate(&report, "s").over_matching.unwrap();
    assert_eq!((over.answers, over.is_exact), (6, true));
    near(over.null, 1.25 / 6.0);
    // Wilson of 1/2 for five answers by Student's t of 5 degrees, and Student of the six nulls, by
    // variance estimates recovery.
    near(over.interval.low, -0.134_149_661_065_189);
    near(over.interval.high, 0.717_482_994_398_522);
    // The Poisson-binomial tail for 1/2, three times 1/4 and twice 1/8, by convolution.
    near(over.p, 0.158_447_265_625);
    // The likelihood maximised by scipy.optimize, and its drop by chi2.ppf(0.95, 1)/2 where ten
    // answers tell as much as nine.
    let [matching, _] = shares(&report, "s");
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-7, "{found}");
    near(matching.share, 0.193_575_34);
    near(matching.other_wrong.unwrap(), 0.406_424_66 / (1.0 - 0.193_575_34));
    assert_eq!(matching.interval.low, 0.0);
    near(matching.interval.high, 0.566_061_822_6);
}

#[test]
fn p_values_are_adjusted_for_each_null_by_itself() {
    let mut rows = twenty_five();
    let second = twenty_five().into_iter().enumerate().map(|(item, row)| Concluded {
        subject: "t".to_owned(),
        answer: if item < 8 { fallacy() } else { row.answer },
        ..row
    });
    rows.extend(second);
    let report = measured(&rows);
    let of = |subject| rate(&report, subject);
    for over in [|row: &FallacyRate| row.over_matching, |row: &FallacyRate| row.over_chance] {
        let (one, other) = (over(of("s")).unwrap(), over(of("t")).unwrap());
        assert!(other.p < one.p);
        near(one.p_adjusted.unwrap(), one.p);
        near(other.p_adjusted.unwrap(), 2.0 * other.p);
    }
}

#[test]
fn levels_are_told_apart() {
    // On cards all errors are fallacies, elsewhere none are.
    let rows: Vec<Concluded> = (0..60)
        .map(|item| row("s", item, if item % 3 == 0 { fallacy() } else { error() }))
        .collect();
    let report = measured(&rows);
    let own = report.breakdowns.iter().filter(|row| row.group.is_subject());
    let themes = own.clone().find(|row| row.by == Feature::Theme).unwrap();
    let rates: Vec<(&str, f64)> =
        themes.levels.iter().map(|l| (l.name.as_str(), l.rate.unwrap().value)).collect();
    assert_eq!(rates, [("animals", 0.0), ("cards", 1.0), ("physics", 0.0)]);
    let test = themes.rate_test.unwrap();
    // The chi-square of this table is 60; times 59/60.
    near(test.h, 59.0);
    assert_eq!((test.df, test.items), (2.0, 60));
    assert_eq!(themes.correct_test, None, "nothing is ever correct");
    let sizes = own.clone().find(|row| row.by == Feature::Size).unwrap();
    let names: Vec<&str> = sizes.levels.iter().map(|level| level.name.as_str()).collect();
    assert_eq!(names, ["4", "5", "6", "7", "8"]);
    assert!(sizes.rate_test.unwrap().p > 0.5);
    // Four features of one subject are one family.
    assert!(test.p_adjusted.unwrap() >= test.p);
}

#[test]
fn errors_are_taken_apart() {
    let labelled = |labels: &[&str]| {
        let missteps = labels.iter().map(|label| (*label).to_owned()).collect();
        Ok(Judged { missteps, ..Judged::new(SoundnessClass::Incorrect) })
    };
    let denying = Judged { denies_premises: true, ..Judged::new(SoundnessClass::Incorrect) };
    let cautious = Judged { over_cautious: true, ..Judged::new(SoundnessClass::Nothing) };
    let answers = [
        fallacy(),
        labelled(&["matching"]),
        labelled(&["matching", "illicit conversion"]),
        Ok(denying),
        error(),
        Ok(cautious),
        joint(),
    ];
    let rows: Vec<Concluded> =
        answers.into_iter().enumerate().map(|(item, answer)| row("s", item, answer)).collect();
    let report = measured(&rows);
    let own = report.errors.iter().filter(|row| row.group.is_subject());
    let counts: Vec<(&str, u64, u64)> =
        own.map(|row| (row.error.as_str(), row.share.count, row.share.of)).collect();
    let expected = [
        ("predicted", 1, 5),
        ("illicit conversion", 1, 5),
        ("matching", 2, 5),
        ("denies premises", 1, 5),
        ("contradictory", 0, 5),
        ("unexplained", 1, 5),
        ("over-cautious", 1, 2),
    ];
    assert_eq!(counts, expected);
    let matching = report.errors.iter().find(|row| row.error == "matching").unwrap();
    assert_eq!(matching.beyond.unwrap().of, 4);
}

#[test]
fn other_kinds_orders_and_questions_stay_out_of_the_headline() {
    let mut rows = twenty_five();
    let plain = rate(&measured(&rows), "s").clone();
    let mut others = Vec::new();
    for one in &rows {
        others.push(Concluded { kind: Kind::ControlValid, ..one.clone() });
        others.push(Concluded { order: "reversed".to_owned(), ..one.clone() });
        others.push(Concluded { inquiry: "curing".to_owned(), ..one.clone() });
    }
    rows.extend(others);
    assert_eq!(*rate(&measured(&rows), "s"), plain);
}

#[test]
fn draws_of_none_leave_room() {
    let mut counts = chance(0);
    counts.is_drawn = true;
    let with = |counts| {
        let judged = Judged { chance: Some(counts), ..fallacy().unwrap() };
        measured(&[row("s", 0, Ok(judged.clone())), row("s", 1, Ok(judged))])
    };
    near(rate(&with(counts), "s").over_chance.unwrap().p, (1.0_f64 / 9.0).powi(2));
    let matching = |counts| {
        let judged = Judged { matching: Some(counts), chance: None, ..fallacy().unwrap() };
        measured(&[row("s", 0, Ok(judged.clone())), row("s", 1, Ok(judged))])
    };
    near(rate(&matching(counts), "s").over_matching.unwrap().p, (1.0_f64 / 9.0).powi(2));
    assert_eq!(rate(&matching(ChanceCounts::default()), "s").over_matching.unwrap().p, 0.0);
    assert_eq!(rate(&with(chance(0)), "s").over_chance.unwrap().p, 0.0);
}

#[test]
fn what_nobody_could_read_informs_nobody_to_an_unknown_degree() {
    let all = |answer: fn() -> Result<Judged, Lost>| {
        let rows: Vec<_> = (0..40).map(|item| row("m", item, answer())).collect();
        ConclusionReport::new(&rows, &Options::default()).expect("a report")
    };
    let lost: [fn() -> Result<Judged, Lost>; 2] = [|| Err(Lost::Unread), || Err(Lost::Truncated)];
    for unread in lost {
        let report = all(unread);
        for one in &report.fallacies {
            assert!(one.informative.is_none() && one.non_trivial.is_none());
        }
        for one in &report.classes {
            assert!(one.informative().is_none() && one.non_trivial().is_none());
        }
        for level in report.breakdowns.iter().flat_map(|one| &one.levels) {
            assert!(level.informative.is_none());
        }
    }
    // Answers that were read and inform of nothing are none that inform.
    let nothing = all(|| says(SoundnessClass::Nothing));
    let share = |one: &FallacyRate| one.informative.map(|share| share.value);
    assert!(!nothing.fallacies.is_empty());
    assert!(nothing.fallacies.iter().all(|one| share(one) == Some(0.0)));
}
