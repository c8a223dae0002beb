//! Verdicts on the page: a line for each hypothesis, which unfolds to a table of its subjects.

use super::board::VerdictLinks;
use super::prose::typeset;
use super::summary::{WARNED, compared_answers};
use crate::wording::{abridged, number, plain_method, points};
use crate::{Claim, Finding, Report, STANDINGS, Verdict};
use maud::{Markup, html};
use peirast_decimals::{counted, grouped, percent_decimals};
use peirast_record::{Direction, Event, Standing};

/// More verdicts than this are folded: the table at the top of the page has them all.
const MOST_SHOWN: usize = 48;

/// The verdicts of all subjects on all hypotheses: a line for each confirmatory one, others folded.
pub(super) fn verdicts(report: &Report, links: VerdictLinks<'_>) -> Markup {
    html! {
        @for (standing, heading) in STANDINGS {
            @let own: Vec<&Finding> =
                report.findings.iter().filter(|f| f.standing == standing).collect();
            @if !own.is_empty() {
                h3 { (heading) }
                @if own.iter().any(|finding| finding.verdict() == Verdict::None) { p.small {
                    "○: no test finds a difference. This does not prove that the changed feature has no effect."
                } }
                @if standing == Standing::Confirmatory && own.len() <= MOST_SHOWN {
                    (claims(report, standing, &own, links))
                } @else {
                    details { summary { (summary(&own)) } (claims(report, standing, &own, links)) }
                }
            }
        }
        @if !report.findings.is_empty() {
            @let claims: Vec<&Claim> = report.claims.iter().collect();
            (reading(report, &claims))
        }
    }
}

/// How to read the tables, folded: their columns, and the protocols in words.
fn reading(report: &Report, claims: &[&Claim]) -> Markup {
    html! {
        details.more {
            summary { "How to read these verdicts" }
            ul.small {
                li {
                    "A line unfolds to the numbers of each subject, and a verdict to a sentence. ● all tests find a "
                    "difference, ◐ some do, ○ none does, – too few pairs or clusters to tell."
                }
                li {
                    "Tests: how many of the tests of the hypothesis reject equal performance, and how "
                    "many there are. Each protocol has a test of its own."
                }
                li {
                    "Original and Perturbed: the share of " (compared_answers(claims)) " among these members, over the "
                    "pairs of all protocols, of which Pairs is the number. Difference: Perturbed minus Original, in "
                    "percentage points, with a 95 % interval that takes the item (or cluster) as the unit. If no pair is "
                    "discordant and an item has several pairs, this interval cannot be computed. "
                    "The verdict comes from the tests of the single protocols, not from this interval."
                }
                li { "Lost: pairs of which a member has no verdict." }
                li {
                    "Largest difference: the same for the one protocol that shows the largest one, which is named. If "
                    "some tests reject, it is the largest among those. Its 95 % interval is not adjusted for the number "
                    "of tests, so it may exclude 0 although no test rejects."
                }
                li {
                    "All intervals depend on the shares of both members as well as on the number of pairs (Newcombe's "
                    "method). So two subjects without any discordant pair may have intervals of different widths."
                }
                @if report.findings.iter().any(|finding| finding.against > 0) { li {
                    "Opposite to the prediction: the two-sided p-value of a test, not adjusted, is below the level, and the "
                    "difference has the other sign. The test of the hypothesis is one-sided and cannot find it."
                } }
                @if report.findings.iter().any(|finding| finding.warning.is_some()) { li {
                    "!: the subject gives one answer nearly always, or one letter nearly never."
                } }
            }
            @if !report.method_words.is_empty() {
                p.small { "The protocols:" }
                dl.small { @for (method, words) in &report.method_words {
                    dt { (typeset(&plain_method(method))) } dd { (words) }
                } }
            }
        }
    }
}

/// The number of folded verdicts, and of those that found something.
fn summary(own: &[&Finding]) -> String {
    let found = own.iter().filter(|finding| finding.rejected > 0).count();
    format!(
        "{}; tests find a difference in {}",
        counted(own.len() as u64, "verdict", "verdicts"),
        if found == 0 { "none".to_owned() } else { number(found as u64) }
    )
}

/// A line for each hypothesis; it unfolds to the table of its subjects.
fn claims(
    report: &Report,
    standing: Standing,
    own: &[&Finding],
    links: VerdictLinks<'_>,
) -> Markup {
    html! {
        @for claim in report.claims.iter().filter(|c| c.standing == standing) {
            @let found: Vec<&Finding> =
                own.iter().copied().filter(|f| f.hypothesis == claim.hypothesis).collect();
            @if !found.is_empty() { details.claim {
                summary { (claim.hypothesis) ": " (claim.title) (signs(&found)) }
                @if links.hypothesis.is_some() {
                    p.small { (links.linked(&claim.hypothesis, html! { "Its tests and pairs" })) }
                }
                (about(claim))
                (table(report, claim, &found))
            } }
        }
    }
}

/// The verdicts of a hypothesis in short: each sign that occurs, with its subjects.
fn signs(found: &[&Finding]) -> Markup {
    const MOST_NAMES: usize = 4;
    let named = |finding: &&&Finding| {
        let against = if finding.against > 0 { " (opposite in part)" } else { "" };
        let warned = if finding.warning.is_some() { WARNED } else { "" };
        format!("{}{against}{warned}", finding.model)
    };
    let with = |verdict: Verdict| -> Vec<String> {
        let own = found.iter().filter(|finding| finding.verdict() == verdict);
        own.map(|finding| named(&finding)).collect()
    };
    let all =
        [Verdict::All, Verdict::Part, Verdict::None, Verdict::TooFew, Verdict::TooFewClusters];
    html! { @for (verdict, names) in all.map(|verdict| (verdict, with(verdict))) {
        @if !names.is_empty() {
            " " span class={ "sign " (verdict.class()) } {
                (verdict.mark()) "\u{a0}" (abridged(&names, MOST_NAMES))
            }
        }
    } }
}

/// The event that the numbers of a hypothesis count, and the published finding.
fn about(claim: &Claim) -> Markup {
    let sign = claim.effect_sign();
    let share = (!claim.definition.event.is_default())
        .then(|| format!("Shares are of answers {}.", claim.definition.event.share()));
    let published =
        (!claim.published.is_empty()).then(|| format!("Published finding: {}", claim.published));
    let all: Vec<String> = [(!sign.is_empty()).then(|| sign.to_owned()), share, published]
        .into_iter()
        .flatten()
        .collect();
    html! { @if !all.is_empty() { p.small { (typeset(&all.join(" "))) } } }
}

fn table(report: &Report, claim: &Claim, found: &[&Finding]) -> Markup {
    html! {
        table.verdicts {
            thead {
                tr {
                    th rowspan="2" { "Subject" } th rowspan="2" { "Verdict" }
                    th.number rowspan="2" { "Tests" }
                    th.together colspan="5" scope="colgroup" { "All protocols together" }
                    th.number { "One protocol" }
                }
                tr {
                    th.number { "Pairs" } th.number { "Lost" } th.number { "Original" }
                    th.number { "Perturbed" } th.number { "Difference [95 %]" }
                    th.number { "Largest difference [95 %]" }
                }
            }
            tbody { @for finding in found { (row(report, claim, finding)) } }
        }
    }
}

fn row(report: &Report, claim: &Claim, finding: &Finding) -> Markup {
    let share =
        |share: Option<f64>| share.map_or("–".to_owned(), |s| percent_decimals(s, 1) + " %");
    let lost = match finding.lost.total() {
        0 => "0".to_owned(),
        lost => format!("{} ({})", grouped(lost), finding.lost.causes()),
    };
    let both = finding.accuracy_original.zip(finding.accuracy_perturbed);
    let difference = both
        .map_or("–".to_owned(), |(original, perturbed)| typeset(&points(perturbed - original)));
    let limits = report
        .pooled_interval(finding)
        .map(|limits| typeset(&format!("[{}, {}]", points(limits.low), points(limits.high))));
    let is_whole = finding.lost.total() == 0;
    html! {
        tr {
            td { (finding.model) }
            td.verdict data-label="Verdict" { (verdict(claim, finding)) }
            td.number data-label="Tests" { (finding.rejected) " of " (finding.tests) }
            td.number data-label="Pairs" { (grouped(finding.pairs)) }
            td.lost.zero[is_whole] data-label="Lost" { (lost) }
            td.number data-label="Original" { (share(finding.accuracy_original)) }
            td.number data-label="Perturbed" { (share(finding.accuracy_perturbed)) }
            td.number.difference data-label="Difference" {
                (difference) @if let Some(limits) = &limits { " " span.small { (limits) } }
            }
            td.effect data-label="Largest difference" {
                @if let Some(effect) = &finding.largest {
                    span.number { (typeset(&effect.in_points())) } " " span.small { (typeset(&report.method_in_words(&effect.method))) }
                } @else { "–" }
            }
        }
    }
}

/// The verdict as a word, its sentence folded, and notes against it unfolded.
fn verdict(claim: &Claim, finding: &Finding) -> Markup {
    let verdict = finding.verdict();
    html! {
        details {
            summary { span class=(verdict.class()) { (verdict.mark()) " " (verdict.words(&finding.bias)) } }
            p { (typeset(&finding.sentence)) }
            p { "In plain words: " (plain(claim, finding)) }
        }
        @for note in notes(finding) { p.against { (note) } }
    }
}

/// The finding without the terms of statistics.
fn plain(claim: &Claim, finding: &Finding) -> String {
    let verdict = finding.verdict();
    let effect = finding.largest.as_ref().map_or(0.0, |effect| effect.estimate);
    let better = if effect > 0.0 { "perturbed" } else { "original" };
    let model = &finding.model;
    let does = match finding.event {
        Event::Correct => format!("{model} answers the {better} problem of a pair better"),
        Event::NoFallacy => {
            format!("{model} commits fewer predicted fallacies on the {better} problem of a pair")
        }
    };
    let meaning = match claim.help() {
        None => ", although the difference between the two should not matter.".to_owned(),
        Some(help) => format!(
            ". The two differ in the help that they give: {help}. A subject that needs no such help answers both \
             equally well; this one does not."
        ),
    };
    match verdict {
        Verdict::All => does + &meaning,
        Verdict::Part => format!("under some protocols {does}{meaning}"),
        Verdict::None if finding.against > 0 => format!(
            "the predicted effect was not found. In {} of {}, the difference is opposite to the prediction and larger \
             than chance explains (two-sided p, not adjusted): there {model} answers the {} problem of a pair better.",
            finding.against,
            counted(finding.tests as u64, "test", "tests"),
            match claim.direction {
                Direction::PerturbedBetter => "original",
                _ => "perturbed",
            }
        ),
        Verdict::None => format!(
            "these answers do not show that the difference between the two problems of a pair matters to {model}."
        ),
        Verdict::TooFew => {
            "there are too few pairs to see a difference, however large it is.".to_owned()
        }
        Verdict::TooFewClusters => {
            "there are too few clusters to see a difference, however large it is: items of one cluster may all share \
             a cause. More items of other clusters can tell."
                .to_owned()
        }
    }
}

/// Notes that a reader of the word alone should know.
fn notes(finding: &Finding) -> Vec<String> {
    let counted = |count: usize, what: &str| {
        (count > 0).then(|| format!("{count} of {} {what}", finding.tests))
    };
    [
        finding.warning.clone(),
        finding.opposite(),
        counted(finding.open, "open: lost pairs could decide otherwise"),
        counted(finding.fragile, "depend on how answers without a verdict are counted"),
    ]
    .into_iter()
    .flatten()
    .collect()
}
