//! The parts of the page that the board of the viewer shows too, in the same order and words.

use super::prose::{abstract_of, limitations_of};
use super::summary::{at_a_glance, cannot_say, registered};
use super::verdicts::verdicts;
use crate::limitation::Limitations;
use crate::{Report, limitations};
use maud::{Markup, html};

/// The style sheet of [`board_parts`], for pages other than the report.
///
/// It uses the variables `--ink`, `--paper`, `--line`, `--soft`, `--warn`, `--muted` and `--alarm`.
///
/// ```
/// assert!(peirast_report::BOARD_STYLE.contains(".verdicts"));
/// ```
pub const BOARD_STYLE: &str = include_str!("board.css");

/// Addresses that verdicts link to. A report is a page of its own and has none.
#[derive(Clone, Copy, Default)]
pub struct VerdictLinks<'a> {
    /// Returns the address of a hypothesis by its id.
    pub hypothesis: Option<&'a dyn Fn(&str) -> String>,
}

impl VerdictLinks<'_> {
    /// Renders a text as a link to a hypothesis, if there are links.
    pub(super) fn linked(&self, hypothesis: &str, text: Markup) -> Markup {
        match self.hypothesis {
            Some(address) => html! { a href=(address(hypothesis)) { (text) } },
            None => text,
        }
    }
}

/// The parts of a report that tell its verdicts.
#[derive(Clone, Debug)]
pub struct BoardParts {
    /// Every verdict in one small table, what the run cannot say, and the abstract.
    pub opening: Markup,
    /// The verdicts by standing and hypothesis, with effects and intervals; empty without hypotheses.
    pub verdicts: Markup,
    /// The limitations.
    pub limitations: Markup,
}

/// Renders the parts of a report that tell its verdicts. The report and the board of the viewer are
/// made of them, so that both have the same groups, order and words. Everything that comes from
/// outside is escaped; control characters are left to the caller ([`crate::escape_control`]).
///
/// ```
/// use peirast_report::{Report, VerdictLinks, board_parts};
/// fn board(report: &Report) -> String {
///     let address = |id: &str| format!("/hypothesis/{id}");
///     let parts = board_parts(report, VerdictLinks { hypothesis: Some(&address) });
///     parts.opening.into_string() + &parts.verdicts.into_string()
/// }
/// ```
pub fn board_parts(report: &Report, links: VerdictLinks<'_>) -> BoardParts {
    let limits = limitations(report);
    BoardParts {
        opening: opening(report, &limits, links),
        verdicts: html! {
            @if !report.claims.is_empty() { section #verdicts {
                h2 { "Verdicts" }
                (verdicts(report, links))
            } }
        },
        limitations: html! { section #limitations { (limitations_of(&limits)) } },
    }
}

fn opening(report: &Report, limits: &Limitations, links: VerdictLinks<'_>) -> Markup {
    html! {
        @if report.simulated { (simulated_notice()) }
        (registered(report))
        (at_a_glance(report, links))
        (cannot_say(limits))
        (abstract_of(report))
    }
}

fn simulated_notice() -> Markup {
    html! {
        p.notice role="note" {
            strong { "Simulated subjects. " }
            "Subjects whose name begins with " code { "sim:" } " are programs with known behaviour, "
            "not language models. Their results check the method. They say nothing about any model."
        }
    }
}
