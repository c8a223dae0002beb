//! Two versions of an item: controls, orders, questions.

use super::{error, fallacy, joint, measured, near, of, row, says};
use peirast_measure::{
    Comparison, Concluded, ConclusionReport, Event, Judged, Kind, Lost, Reversal, SoundnessClass,
};

fn in_order(order: &str, one: Concluded) -> Concluded {
    let problem = format!("{}/{order}", one.item);
    Concluded { order: order.to_owned(), problem, ..one }
}

/// Pairs of answers: fallacies in both orders, in the first alone, in the second alone, in none.
fn both_orders(counts: [usize; 4]) -> Vec<Concluded> {
    let kinds = [(true, true), (true, false), (false, true), (false, false)];
    let pairs = kinds.into_iter().zip(counts).flat_map(|(kind, count)| vec![kind; count]);
    let answer = |is: bool| if is { fallacy() } else { joint() };
    pairs
        .enumerate()
        .flat_map(|(item, (first, second))| {
            let reversed = in_order("reversed", row("s", item, answer(second)));
            [row("s", item, answer(first)), reversed]
        })
        .collect()
}

fn reversal(report: &ConclusionReport) -> &Reversal {
    of(&report.reversals, |row| &row.group, "s")
}

#[test]
fn published_tests_of_reversal_come_out() {
    // o1-mini: 2 to 1 of 383, printed z 0.58 and p 5.63e-1; mistral-7b-v0.1: 6 to 2. To more digits by
    // statsmodels 0.15.0, `proportions_ztest`.
    let cases = [
        ([0, 2, 1, 380], 0.578_484_182_430_987_9, 0.562_937_273_451_473_9),
        ([2, 4, 0, 377], 1.421_656_843_060_07, 0.155_125_894_412_435_24),
    ];
    for (counts, z, p) in cases {
        let report = measured(&both_orders(counts));
        let found = reversal(&report);
        near(found.z.unwrap(), z);
        near(found.p_published.unwrap(), p);
    }
}

#[test]
fn gross_and_net_are_told_apart() {
    let report = measured(&both_orders([3, 6, 5, 30]));
    let found = reversal(&report);
    let paired = &found.paired;
    assert_eq!((paired.pairs, paired.first, paired.second), (44, 9, 8));
    assert_eq!((paired.only_first, paired.only_second), (6, 5));
    near(found.blocked.unwrap().value, 6.0 / 9.0);
    // A ninth is what is published as blocked.
    near(found.net.unwrap(), 1.0 / 9.0);
    // Exact McNemar: twice the chance of at most 5 of 11, which is one.
    assert_eq!((paired.p, paired.mcnemar), (1.0, 1.0));
    near(paired.difference, -1.0 / 44.0);
    assert!(paired.interval.unwrap().contains(0.0));
    assert_eq!(found.noise, None, "nothing was asked twice");
}

#[test]
fn one_sided_change_is_found() {
    let report = measured(&both_orders([3, 10, 0, 30]));
    // scipy.stats.binomtest(0, 10).pvalue is 2/1024.
    near(reversal(&report).paired.p, 2.0 / 1024.0);
    assert_eq!(reversal(&report).paired.p_adjusted, Some(2.0 / 1024.0));
}

#[test]
fn lost_pairs_are_counted_and_left_out() {
    let mut rows = both_orders([3, 10, 0, 30]);
    rows.push(row("s", 900, fallacy()));
    rows.push(in_order("reversed", row("s", 900, Err(Lost::Unread))));
    rows.push(row("s", 901, fallacy()));
    let report = measured(&rows);
    let paired = &reversal(&report).paired;
    assert_eq!((paired.pairs, paired.lost), (43, 1));
}

/// Two answers in each order to forty items; `is` says which are fallacies.
fn repeated(is: impl Fn(usize, bool, u32) -> bool) -> Vec<Concluded> {
    let mut rows = Vec::new();
    for item in 0..40 {
        for repeat in 0..2 {
            for reversed in [false, true] {
                let answer = if is(item, reversed, repeat) { fallacy() } else { joint() };
                let one = Concluded { repeat, ..row("s", item, answer) };
                rows.push(if reversed { in_order("2-1", one) } else { one });
            }
        }
    }
    rows
}

#[test]
fn noise_of_repetitions_is_no_effect_of_order() {
    // Each order once a fallacy and once none, on every item.
    let report = measured(&repeated(|_, reversed, repeat| reversed == (repeat == 0)));
    let found = reversal(&report);
    let noise = found.noise.unwrap();
    assert_eq!((noise.units, noise.between, noise.within), (40, 0.5, 1.0));
    assert_eq!(noise.test.unwrap().p, 1.0);
    assert_eq!((found.paired.only_first, found.paired.only_second), (40, 40));
    assert_eq!(found.paired.p, 1.0);
}

#[test]
fn effects_both_ways_are_more_than_noise() {
    // Reversal makes half of the items right and the others wrong: no net effect, and no noise
    // either.
    let report = measured(&repeated(|item, reversed, _| reversed == item.is_multiple_of(2)));
    let found = reversal(&report);
    assert_eq!((found.net, found.paired.p), (Some(0.0), 1.0));
    let noise = found.noise.unwrap();
    assert_eq!((noise.between, noise.within), (1.0, 0.0));
    // Of the six ways to label each item's answers two are as far apart.
    assert!(noise.test.unwrap().p < 1e-18);
    assert_eq!(found.noise_p_adjusted, noise.test.map(|test| test.p));
}

#[test]
fn fallacies_go_where_the_theory_has_them_go() {
    // Twenty original fallacies; the theory keeps half of them in the reversed order, and so does the
    // subject, but for one of each.
    let mut rows = Vec::new();
    for item in 0..20 {
        let keeps = item < 10;
        let is = keeps != (item == 0 || item == 19);
        rows.push(row("s", item, fallacy()));
        let answer = if is { fallacy() } else { joint() };
        let mut second = in_order("reversed", row("s", item, answer));
        second.predicts_fallacy = Some(keeps);
        rows.push(second);
    }
    let report = measured(&rows);
    let found = reversal(&report).theory.unwrap();
    let cells = [found.kept_kept, found.kept_blocked, found.blocked_kept, found.blocked_blocked];
    assert_eq!(cells, [9, 1, 1, 9]);
    // scipy.stats.fisher_exact([[9, 1], [1, 9]]), scipy 1.17.1.
    near(found.test.unwrap().p, 0.001_093_333_910_671_372);
}

#[test]
fn orders_are_compared_within_items() {
    // Six orders of three premises; a fallacy in two of them, always the same, where the theory
    // predicts one.
    let names = ["1-2-3", "1-3-2", "2-1-3", "2-3-1", "3-1-2", "3-2-1"];
    let mut rows = Vec::new();
    for item in 0..12 {
        for (at, order) in names.into_iter().enumerate() {
            let is = at < 2 && item < 8;
            let mut one = in_order(order, row("s", item, if is { fallacy() } else { joint() }));
            one.premises = 3;
            one.predicts_fallacy = Some(at < 2);
            rows.push(one);
        }
    }
    let report = measured(&rows);
    let found = of(&report.orders, |row| &row.group, "s");
    assert_eq!((found.premises, found.items, found.sets, found.varying), (3, 12, 12, 8));
    let orders: Vec<&str> = found.orders.iter().map(|one| one.order.as_str()).collect();
    assert_eq!(orders, ["1-3-2", "2-1-3", "2-3-1", "3-1-2", "original", "reversed"]);
    // Eight items agree in 7 of 15 pairs of orders, four in all.
    near(found.agreement.unwrap(), (8.0 * 7.0 + 4.0 * 15.0) / (12.0 * 15.0));
    // statsmodels 0.15.0, `cochrans_q`: 40 with 5 degrees of freedom.
    let test = found.test.unwrap();
    near(test.q, 40.0);
    assert_eq!((test.df, test.items), (5.0, 12));
    near(test.p, 1.493_367_900_050_393e-7);
    near(found.predicting.unwrap().value, 8.0 / 12.0);
    near(found.silent.unwrap().value, 0.0);
    // Of the fifteen ways to choose two of six orders in each of eight items, one is as extreme.
    assert!(found.theory.unwrap().p < 1e-8);
    // Items in two orders only are a matter of reversal.
    assert!(measured(&both_orders([3, 6, 5, 30])).orders.is_empty());
}

fn change<'a>(rows: &'a [Comparison], second: &str, event: Event) -> &'a Comparison {
    let fits = |row: &&Comparison| {
        row.group.is_subject() && row.second == second && row.event == event && row.first != "idle"
    };
    rows.iter().find(fits).unwrap()
}

#[test]
fn controls_show_errors_that_come_with_the_fallacy() {
    let mut rows = Vec::new();
    for item in 0..30 {
        let wrong = item < 12;
        rows.push(row("s", item, if wrong { fallacy() } else { joint() }));
        for kind in [Kind::ControlValid, Kind::ControlBlocked] {
            // Two of the items that went well go wrong as blocked controls, in another way.
            let slips = kind == Kind::ControlBlocked && item >= 28;
            let answer = if slips { error() } else { joint() };
            rows.push(Concluded {
                kind,
                problem: format!("{kind:?}-{item}"),
                ..row("s", item, answer)
            });
        }
    }
    let report = measured(&rows);
    let kinds: Vec<(&str, f64)> = report
        .controls
        .kinds
        .iter()
        .filter(|row| row.group.is_subject())
        .map(|row| (row.version, row.incorrect.unwrap().value))
        .collect();
    assert_eq!(kinds, [("fallacy", 0.4), ("valid control", 0.0), ("blocked control", 2.0 / 30.0)]);
    let valid = change(&report.controls.changes, "valid control", Event::Incorrect);
    // Twelve to nothing: scipy.stats.binomtest(0, 12).pvalue.
    near(valid.paired.p, 2.0 / 4096.0);
    let blocked = change(&report.controls.changes, "blocked control", Event::Incorrect);
    assert_eq!((blocked.paired.only_first, blocked.paired.only_second), (12, 2));
    // scipy.stats.binomtest(2, 14).pvalue, scipy 1.17.1.
    near(blocked.paired.p, 0.012_939_453_125);
    let fallacies = change(&report.controls.changes, "blocked control", Event::Fallacy);
    assert_eq!(fallacies.paired.only_second, 0, "an error of another kind is no fallacy");
}

#[test]
fn questions_are_compared_with_none_and_with_idle_ones() {
    let mut rows = Vec::new();
    for item in 0..20 {
        for (inquiry, until) in [("none", 16), ("idle", 14), ("curing", 2)] {
            let answer = if item < until { fallacy() } else { joint() };
            let mut one = row("s", item, answer);
            one.inquiry = inquiry.to_owned();
            rows.push(one);
        }
    }
    let report = measured(&rows);
    let changes = &report.inquiries.changes;
    let curing = change(changes, "curing", Event::Fallacy);
    near(curing.paired.difference, -0.7);
    near(curing.paired.p, 2.0 / 16_384.0);
    let idle = change(changes, "idle", Event::Fallacy);
    near(idle.paired.p, 0.5);
    let beyond = changes
        .iter()
        .find(|r| r.group.is_subject() && r.first == "idle" && r.event == Event::Fallacy)
        .unwrap();
    assert_eq!((beyond.paired.first, beyond.paired.second), (14, 2));
    assert!(measured(&both_orders([1, 1, 1, 1])).inquiries.questions.is_empty());
}

#[test]
fn what_is_said_decides_whether_conclusions_agree() {
    let saying = |text: &str| {
        let judged = Judged::new(SoundnessClass::Joint);
        Ok(Judged { says: Some(text.to_owned()), ..judged })
    };
    let mut rows = Vec::new();
    for (order, text) in [("original", "A"), ("2-1-3", "A"), ("reversed", "B")] {
        let mut one = in_order(order, row("s", 1, saying(text)));
        one.premises = 3;
        rows.push(one);
    }
    let report = measured(&rows);
    near(of(&report.orders, |row| &row.group, "s").agreement.unwrap(), 1.0 / 3.0);
    // Without words, the class of an answer has to do.
    for one in &mut rows {
        one.answer = says(SoundnessClass::Joint);
    }
    let report = measured(&rows);
    near(of(&report.orders, |row| &row.group, "s").agreement.unwrap(), 1.0);
}
