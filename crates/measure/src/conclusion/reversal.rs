//! Reversal: the effect of reversing the premises on fallacies.

use super::concluded::{NO_INQUIRY, ORIGINAL, REVERSED};
use super::grouped::{Groups, adjust, only};
use super::paired::{Paired, Unit, pairs, unit};
use super::{Concluded, Kind, Notion, Options};
use crate::accuracy::{ratio, share_at};
use crate::table::{Record, table};
use crate::{Group, Placed};
use peirast_stats::exchange::{self, Permuted, within_strata};
use peirast_stats::noise::{self, Noise, Repeated};
use peirast_stats::shares::Share;
use peirast_stats::{Alternative, Pooling, TwoProportions};
use peirast_table::Table;
use serde::Serialize;
use std::collections::BTreeMap;

/// Fallacies with premises in original and reversed order, over answers known in both.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reversal {
    /// The group.
    pub group: Group,
    /// Pairs of answers: `first` in the original order, `second` reversed.
    pub paired: Paired,
    /// The share of fallacies in each order, the original one first, over these pairs with items as
    /// the unit.
    pub shares: [Option<Share>; 2],
    /// The published z: two pooled proportions, as if the answers were to different problems.
    /// `None` if there is no fallacy.
    pub z: Option<f64>,
    /// Its two-sided p, erfc(|z|/sqrt 2).
    pub p_published: Option<f64>,
    /// `p_published`, adjusted for the number of subjects.
    pub p_published_adjusted: Option<f64>,
    /// The share of fallacies in the original order that are absent in the reversed one.
    pub blocked: Option<Share>,
    /// (original - reversed)/original, published as the share blocked. Fallacies that occur only in
    /// the reversed order reduce it.
    pub net: Option<f64>,
    /// Changes between orders compared with those between repetitions, if there are any.
    pub noise: Option<Noise>,
    /// The p of `noise`, adjusted for the number of subjects.
    pub noise_p_adjusted: Option<f64>,
    /// The blocked fallacies compared with those that the theory blocks.
    pub theory: Option<Expected>,
}

/// Fallacies of the original order, by prediction and answer in the reversed order.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Expected {
    /// Kept by the theory, kept by the subject.
    pub kept_kept: u64,
    /// Kept by the theory, blocked by the subject.
    pub kept_blocked: u64,
    /// Blocked by the theory, kept by the subject.
    pub blocked_kept: u64,
    /// Blocked by the theory, blocked by the subject.
    pub blocked_blocked: u64,
    /// Test for a difference in blocking between fallacies that the theory blocks and those that it
    /// keeps: labels exchanged over items; with one answer per item, Fisher's exact test.
    pub test: Option<Permuted>,
}

fn is_first(answer: &Concluded) -> bool {
    answer.order() == ORIGINAL
}

fn is_second(answer: &Concluded) -> bool {
    answer.order() == REVERSED
}

/// The reversals of every group that was asked in both orders.
pub(crate) fn reversals(groups: &Groups<'_>, options: &Options<'_>) -> Vec<Reversal> {
    let measure = |(group, answers): &(Group, Vec<&Concluded>)| {
        let asked = |a: &Concluded| a.kind == Kind::Fallacy && a.inquiry == NO_INQUIRY;
        reversal(group, &only(answers, asked), options)
    };
    let mut rows: Vec<Reversal> = groups.iter().filter_map(measure).collect();
    adjust(&mut rows, |row| Some((&row.group, row.paired.p, &mut row.paired.p_adjusted)));
    adjust(&mut rows, |row| Some((&row.group, row.p_published?, &mut row.p_published_adjusted)));
    adjust(&mut rows, |row| Some((&row.group, row.noise?.test?.p, &mut row.noise_p_adjusted)));
    rows
}

fn reversal(group: &Group, answers: &[&Concluded], options: &Options<'_>) -> Option<Reversal> {
    let notion = options.notion;
    let both = pairs(answers, is_first, is_second);
    let paired = Paired::new(&both, |answer| answer.is_fallacy(notion), options.level)?;
    let (x1, x2, n) = (paired.first, paired.second, paired.pairs);
    let published = TwoProportions::new(x1, n, x2, n).ok();
    let shares = order_shares(&both, options);
    let committed: Vec<(&Concluded, &Concluded)> =
        both.into_iter().filter(|(first, _)| first.is_fallacy(notion) == Some(true)).collect();
    Some(Reversal {
        group: group.clone(),
        shares,
        z: published.and_then(|two| two.z(Pooling::Pooled).ok()),
        p_published: published.and_then(|two| two.p(Pooling::Pooled, Alternative::TwoSided).ok()),
        p_published_adjusted: None,
        blocked: blocked(&committed, options),
        net: (x1 > 0).then(|| (x1 as f64 - x2 as f64) / x1 as f64),
        noise: noise::beyond(&repetitions(answers, notion)),
        noise_p_adjusted: None,
        theory: expected(&committed, notion),
        paired,
    })
}

/// The share of fallacies among the first and among the second members of the pairs that are known in
/// both.
fn order_shares(pairs: &[(&Concluded, &Concluded)], options: &Options<'_>) -> [Option<Share>; 2] {
    let is_fallacy = |answer: &Concluded| answer.is_fallacy(options.notion);
    let known = || {
        let is_known = |answer: &Concluded| is_fallacy(answer).is_some();
        pairs.iter().copied().filter(move |(first, second)| is_known(first) && is_known(second))
    };
    let firsts: Vec<&Concluded> = known().map(|(first, _)| first).collect();
    let seconds: Vec<&Concluded> = known().map(|(_, second)| second).collect();
    [firsts, seconds].map(|answers| share_at(options.level, &answers, is_fallacy))
}

/// The share of these fallacies that are absent in the reversed order.
fn blocked(committed: &[(&Concluded, &Concluded)], options: &Options<'_>) -> Option<Share> {
    let seconds: Vec<&Concluded> = committed.iter().map(|(_, second)| *second).collect();
    share_at(options.level, &seconds, |a| a.is_fallacy(options.notion).map(|is| !is))
}

/// Fallacies and answers in both orders, for each item in each setting.
fn repetitions(answers: &[&Concluded], notion: Notion) -> Vec<Repeated> {
    let mut units: BTreeMap<Unit<'_>, Repeated> = BTreeMap::new();
    for answer in answers {
        let Some(is) = answer.is_fallacy(notion) else { continue };
        let repeated = units.entry(unit(answer)).or_default();
        let (yes, of) = match answer.order() {
            ORIGINAL => &mut repeated.first,
            REVERSED => &mut repeated.second,
            _ => continue,
        };
        *yes += u64::from(is);
        *of += 1;
    }
    units.into_values().collect()
}

/// The factor that turns a share into a whole score; exact up to six answers per item.
const PARTS: u64 = 60;

/// A share as a score in parts.
pub(crate) fn score(count: u64, of: u64) -> u32 {
    (count as f64 / of as f64 * PARTS as f64).round() as u32
}

fn expected(committed: &[(&Concluded, &Concluded)], notion: Notion) -> Option<Expected> {
    // By item and by the prediction of the theory: blocked fallacies, and all.
    let mut items: BTreeMap<(&str, bool), (u64, u64)> = BTreeMap::new();
    for (first, second) in committed {
        let (Some(keeps), Some(is)) = (second.predicts_fallacy, second.is_fallacy(notion)) else {
            continue;
        };
        let (blocked, all) = items.entry((first.item(), keeps)).or_default();
        *blocked += u64::from(!is);
        *all += 1;
    }
    if items.is_empty() {
        return None;
    }
    let sum = |keeps: bool| {
        let such = items.iter().filter(|((_, kept), _)| *kept == keeps);
        such.fold((0, 0), |(b, n), (_, (blocked, all))| (b + blocked, n + all))
    };
    let ((kept_blocked, kept), (blocked_blocked, blocked)) = (sum(true), sum(false));
    let unit = |((_, keeps), (blocked, all)): (&(&str, bool), &(u64, u64))| exchange::Unit {
        score: score(*blocked, *all),
        is_marked: !keeps,
    };
    Some(Expected {
        kept_kept: kept - kept_blocked,
        kept_blocked,
        blocked_kept: blocked - blocked_blocked,
        blocked_blocked,
        test: within_strata(&[items.iter().map(unit).collect()]),
    })
}

/// The note on noise, for questions that were asked several times.
const NOISE_NOTE: &str = " Between_repeats: how often two answers to one order differ; \
                          between_orders: the same for two answers to different orders; p_noise: \
                          one-sided test that orders differ more, labels of orders exchanged \
                          within items.";

/// The table of reversals.
pub(crate) fn reversal_table(rows: &[Reversal], notion: Notion) -> Table<'static> {
    let noise = match rows.iter().any(|row| row.noise.is_some()) {
        true => NOISE_NOTE,
        false => "",
    };
    let note = format!(
        "The numbers of fallacies (notion: {}) with premises in original and in reversed order, over \
         pairs of answers that are both known. The column original_minus_reversed is the difference of these \
         numbers as a share of the pairs; its sign is that of the test of the hypothesis: above 0, there are fewer \
         fallacies after reversal. p: signs of \
         whole items flipped; with one pair per item this is McNemar's exact test. Published (in \
         the files): a test of two independent proportions, which these are not. Blocked: the \
         share of original fallacies that are absent in the reversed order. New: fallacies in the \
         reversed order only. Net (the published measure): blocked minus new fallacies, divided by \
         the original fallacies, in percentage points.{noise} If the study states a hypothesis about the order (E1-order of the study etr), that \
         test is the primary one: its adjusted p is in the table of tests. In the files, p_adjusted is \
         the p of this table adjusted over subjects (Benjamini-Hochberg).",
        notion.name()
    );
    let record = |row: &Reversal| {
        let noise = row.noise;
        Record::for_group(&row.group)
            .paired(
                ["fallacies_original_order", "fallacies_reversed_order", "original_minus_reversed"],
                &row.paired.first_less_second(),
            )
            .p("+p_adjusted", row.paired.p_adjusted)
            .count("blocked", row.paired.only_first)
            .estimate(["blocked_share", "blocked_share_low", "blocked_share_high"], row.blocked)
            .count("new", row.paired.only_second)
            .points("net", row.net)
            .share("between_orders", noise.map(|noise| noise.between))
            .share("between_repeats", noise.map(|noise| noise.within))
            .p("p_noise", noise.and_then(|noise| noise.test).map(|test| test.p))
            .p("p_noise_adjusted", row.noise_p_adjusted)
            .number("+z_published", row.z)
            .p("+p_published", row.p_published)
            .p("+p_published_adjusted", row.p_published_adjusted)
            .ends(["+original_low", "+original_high"], row.shares[0])
            .ends(["+reversed_low", "+reversed_high"], row.shares[1])
            .paired_details(&row.paired)
    };
    table("reversal", "Premises reversed", &note, rows.iter().map(record))
}

/// The table of the theory's predictions for reversal.
pub(crate) fn expected_table(rows: &[Reversal]) -> Table<'static> {
    let record = |(group, found): (&Group, Expected)| {
        let kept = found.kept_kept + found.kept_blocked;
        let blocked = found.blocked_kept + found.blocked_blocked;
        Record::for_group(group)
            .count("theory_keeps", kept)
            .count("theory_keeps_subject_blocks", found.kept_blocked)
            .share("blocked_share_of_kept", ratio(found.kept_blocked, kept))
            .count("theory_blocks", blocked)
            .count("theory_blocks_subject_blocks", found.blocked_blocked)
            .share("blocked_share_of_blocked", ratio(found.blocked_blocked, blocked))
            .p("p", found.test.map(|test| test.p))
    };
    table(
        "reversal-expected",
        "Fallacies that the theory blocks when premises are reversed",
        "Fallacies in the original order, in two groups: those that the theory keeps (it predicts a \
         fallacy in the reversed order too), and those that it blocks (it predicts none). For each \
         group: how many of them the subject blocks (commits no fallacy in the reversed order). A \
         subject that follows the theory blocks none of the first group and all of the second. The p-value exchanges labels over items; with one answer per item it \
         is Fisher's exact test.",
        rows.iter().filter_map(|row| Some((&row.group, row.theory?))).map(record),
    )
}
