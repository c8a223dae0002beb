//! The comparisons: the definition of each hypothesis, and one pair as it was asked.

use super::prose::typeset;
use crate::wording::plain_method;
use crate::{Asked, Claim, Example, Report};
use maud::{Markup, html};
use similar::{Algorithm, DiffTag, capture_diff_slices};
use std::ops::RangeInclusive;

/// One pair as it was asked, and every comparison with its definition and an example, folded.
pub(super) fn compared(report: &Report) -> Markup {
    let shown = report.claims.iter().find_map(|claim| Some((claim, example(report, claim)?)));
    html! {
        @if let Some((claim, example)) = shown {
            p {
                "A pair of " strong { (claim.hypothesis) } " (" (claim.title) "): the sentences that differ, with the differing words marked. "
                "Prediction: " (claim.expected()) "."
            }
            (pair(example))
        }
        details.more {
            summary { (all(report.claims.len())) }
            @for claim in &report.claims {
                details {
                    summary { (claim.hypothesis) ": " (claim.title) }
                    (definition(claim))
                    @if let Some(example) = example(report, claim) { (pair(example)) }
                }
            }
        }
    }
}

fn example<'a>(report: &'a Report, claim: &Claim) -> Option<&'a Example> {
    report.examples.iter().find(|one| one.hypothesis == claim.hypothesis)
}

/// The title of all comparisons.
fn all(count: usize) -> String {
    match count {
        1 => "The definition of this comparison".to_owned(),
        _ => format!("The definitions of all {count} comparisons, with a pair of each"),
    }
}

fn definition(claim: &Claim) -> Markup {
    html! {
        dl {
            @for (name, value) in claim.definition.entries() {
                dt { (name) } dd { code { (value) } }
            }
            dt { "expected" } dd { (claim.expected()) }
        }
    }
}

/// The sentences of a pair that differ; folded, both prompts in full.
fn pair(example: &Example) -> Markup {
    let (original, perturbed) = (&example.original, &example.perturbed);
    let [own, other] = differing(&original.text, &perturbed.text);
    let is_all = own == original.text && other == perturbed.text;
    html! {
        p.small { "A pair: item " (example.item) }
        div.pair {
            (excerpt("Original", &own, &other))
            (excerpt("Perturbed", &other, &own))
        }
        @if !is_all || !original.is_prompt || !perturbed.is_prompt { details {
            summary { "The whole prompts" }
            div.pair {
                (member("Original", original, perturbed))
                (member("Perturbed", perturbed, original))
            }
        } }
    }
}

fn excerpt(which: &str, own: &str, other: &str) -> Markup {
    html! {
        div {
            p.small { (which) }
            @if own.trim().is_empty() { p.small { "(This member lacks the sentence.)" } }
            @else { pre { (marked(own, other)) } }
        }
    }
}

fn member(which: &str, asked: &Asked, other: &Asked) -> Markup {
    html! {
        div {
            p.small {
                (which) ": " code { (asked.problem) } " under " (typeset(&plain_method(&asked.protocol)))
                @if !asked.is_prompt { ", the question alone: its prompt was not recorded" }
            }
            pre { (marked(&asked.text, &other.text)) }
        }
    }
}

/// The sign of sentences that are left out.
const GAP: &str = "… ";

/// The most sentences of a text that are compared one by one.
const MOST_SENTENCES: usize = 2_000;

/// The sentences of each text that the other does not have in the same order; longer texts as a whole.
fn differing(one: &str, other: &str) -> [String; 2] {
    let (one_parts, other_parts) = (sentences(one), sentences(other));
    if one_parts.len().max(other_parts.len()) > MOST_SENTENCES {
        return [one.to_owned(), other.to_owned()];
    }
    let bare =
        |parts: &[&'_ str]| parts.iter().map(|part| part.trim().to_owned()).collect::<Vec<_>>();
    if let Some(stretch) = reordered(&bare(&one_parts), &bare(&other_parts)) {
        let shown = |parts: &[&str]| {
            let shown: Vec<bool> = (0..parts.len()).map(|at| stretch.contains(&at)).collect();
            with_gaps(parts, &shown)
        };
        return [shown(&one_parts), shown(&other_parts)];
    }
    let (mut own, mut others) = (vec![false; one_parts.len()], vec![false; other_parts.len()]);
    // A sentence that is earlier in the first text counts as moved, rather than the one that it passed.
    for step in capture_diff_slices(Algorithm::Myers, &bare(&other_parts), &bare(&one_parts)) {
        if step.tag() != DiffTag::Equal {
            own[step.new_range()].fill(true);
            others[step.old_range()].fill(true);
        }
    }
    [with_gaps(&one_parts, &own), with_gaps(&other_parts, &others)]
}

/// The stretch in which the same sentences are in another order, if that is the only difference.
fn reordered(one: &[String], other: &[String]) -> Option<RangeInclusive<usize>> {
    let sorted = |parts: &[String]| {
        let mut parts = parts.to_vec();
        parts.sort();
        parts
    };
    let differs = |at: &usize| one[*at] != other[*at];
    if sorted(one) != sorted(other) {
        return None;
    }
    let first = (0..one.len()).find(differs)?;
    let last = (first..one.len()).rev().find(differs)?;
    Some(first..=last)
}

/// The sentences that are shown, with a sign where others are left out.
fn with_gaps(sentences: &[&str], shown: &[bool]) -> String {
    let mut text = String::new();
    let mut is_gap = false;
    for (sentence, is_shown) in sentences.iter().zip(shown) {
        if *is_shown {
            text.push_str(if is_gap { GAP } else { "" });
            text.push_str(sentence);
        }
        is_gap = !is_shown;
    }
    text.trim_matches('\n').to_owned()
}

/// The sentences and lines of a text, each with the blanks behind it.
fn sentences(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let (mut begin, mut end) = (0, 0);
    for word in text.split_inclusive(char::is_whitespace) {
        end += word.len();
        let ends = word.ends_with('\n') || word.trim_end().ends_with(['.', '?', '!']);
        if ends {
            all.push(&text[begin..end]);
            begin = end;
        }
    }
    if begin < text.len() {
        all.push(&text[begin..]);
    }
    all
}

/// A text with the stretch marked in which another differs from it, word by word.
fn marked(text: &str, other: &str) -> Markup {
    let words = |text| str::split_inclusive(text, char::is_whitespace).collect::<Vec<&str>>();
    let (own, other) = (words(text), words(other));
    let same = |(a, b): &(&&str, &&str)| a == b;
    let before = own.iter().zip(&other).take_while(same).count();
    let after = own[before..].iter().rev().zip(other[before..].iter().rev());
    let end = own.len() - after.take_while(same).count();
    html! {
        (own[..before].concat())
        @if before < end { mark { (own[before..end].concat()) } }
        (own[end..].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_that_both_have_are_left_out() {
        let of = |one, other| differing(one, other);
        assert_eq!(of("A b. C d? E.", "A b. X d? E."), ["… C d? ", "… X d? "]);
        assert_eq!(of("One\ntwo\nthree", "One\nthree"), ["… two", ""]);
        assert_eq!(of("A. B. C. D.", "X. B. C. Y."), ["A. … D.", "X. … Y."]);
        assert_eq!(of("A. B.", "B. A."), ["A. B.", "B. A."], "another order is shown whole");
        assert_eq!(of("I. A. B. C. Z.", "I. C. B. A. Z."), ["… A. B. C. ", "… C. B. A. "]);
        assert_eq!(of("A. B. C.", "B. A. D."), ["A. … C.", "… A. D."], "and a new sentence");
        assert_eq!(of("same", "same"), ["", ""]);
        assert_eq!(of("", "x"), ["", "x"]);
    }

    #[test]
    fn what_differs_is_marked_and_nothing_else() {
        let shown = |a, b| marked(a, b).into_string();
        assert_eq!(shown("a b c d", "a x c d"), "a <mark>b </mark>c d");
        assert_eq!(shown("a b c", "a c"), "a <mark>b </mark>c");
        assert_eq!(shown("a c", "a b c"), "a c");
        assert_eq!(shown("a a", "a a a"), "a a");
        assert_eq!(shown("<b>", "<i>"), "<mark>&lt;b&gt;</mark>");
        assert_eq!(shown("", "x"), "");
    }
}
