//! The top of the page: every verdict in one table, and what the run cannot say.

use super::board::VerdictLinks;
use super::prose::typeset;
use crate::figures::sheet::{Line, Sheet};
use crate::limitation::{Check, Limitation, Limitations};
use crate::wording::{in_points, points};
use crate::{Claim, Finding, Report, Verdict};
use maud::{Markup, html};
use peirast_figure::Estimate;
use peirast_record::Standing;
use peirast_words::capitalised;

/// More subjects than this are rows of the table instead of columns.
const MOST_COLUMNS: usize = 5;

/// The checks whose findings limit what a reader may conclude at all.
const DECISIVE: [Check; 11] = [
    Check::OneAnswer,
    Check::RarelyChosen,
    Check::OneClass,
    Check::Unbalanced,
    Check::Shortcuts,
    Check::FewItems,
    Check::FewPairs,
    Check::FewDiscordant,
    Check::NoRoom,
    Check::OpenDecisions,
    Check::WrongPrompt,
];

/// The checks for what is missing. They limit the conclusions if much is missing.
const MISSING: [Check; 6] = [
    Check::Refused,
    Check::Empty,
    Check::Truncated,
    Check::Unread,
    Check::Unanswered,
    Check::LostPairs,
];

/// From this share on, much is missing.
const MUCH: f64 = 0.1;

/// The comparison of the run with its preregistration: the verdict, and each departure.
pub(super) fn registered(report: &Report) -> Markup {
    html! {
        @if let Some(check) = &report.registration {
            section class=(if check.agrees { "registered" } else { "notice" }) aria-label="Preregistration" {
                p { strong { (check.sentence) } }
                @if !check.agrees { ul { @for one in &check.departures { li { (one.sentence) "." } } } }
                p.small { (check.identity()) }
            }
        }
    }
}

/// A row of the table at the top: a hypothesis or a measure, and a cell for each subject.
struct GlanceRow {
    /// Its name; on its own, and short where it is the head of a column.
    name: Markup,
    short: Markup,
    title: String,
    label: String,
    cells: Vec<GlanceCell>,
}

/// The verdict of every confirmatory hypothesis and subject, and the main measures, in one small table.
pub(super) fn at_a_glance(report: &Report, links: VerdictLinks<'_>) -> Markup {
    let is_confirmatory = |claim: &&Claim| claim.standing == Standing::Confirmatory;
    let own = |claim: &&Claim| report.findings.iter().any(|f| f.hypothesis == claim.hypothesis);
    let claims: Vec<&Claim> = report.claims.iter().filter(is_confirmatory).filter(own).collect();
    let measures: Vec<&GlanceMeasure> = MEASURES.iter().filter(|one| one.is_in(report)).collect();
    let of_measures =
        measures.iter().flat_map(|one| one.lines(report)).map(|line| line.text("subject"));
    let subjects = crate::group::once_each(
        report.findings.iter().map(|f| f.model.as_str()).chain(of_measures),
    );
    let rows: Vec<GlanceRow> = claims
        .iter()
        .map(|claim| claim_row(report, claim, &subjects, links))
        .chain(measures.iter().map(|one| one.row(report, &subjects)))
        .collect();
    html! {
        @if !rows.is_empty() {
            h2 #at-a-glance { "At a glance" }
            div.wide tabindex="0" { table.glance {
                @if subjects.len() <= MOST_COLUMNS {
                    thead { tr {
                        th { (if claims.is_empty() { "Measure" } else { "Hypothesis" }) }
                        @for subject in &subjects { th { (subject) } }
                    } }
                    tbody { @for row in &rows { tr {
                        th scope="row" { (row.name) }
                        @for (subject, cell) in subjects.iter().zip(&row.cells) { (cell.under(subject)) }
                    } } }
                } @else {
                    thead { tr { th { "Subject" } @for row in &rows { th title=(row.title) { (row.short) } } } }
                    tbody { @for (at, subject) in subjects.iter().enumerate() { tr {
                        th scope="row" { (subject) }
                        @for row in &rows { @if let Some(cell) = row.cells.get(at) { (cell.under(&row.label)) } }
                    } } }
                }
            } }
            (legend(report, &claims, &measures, &subjects))
        }
    }
}

/// The meanings of the signs that occur, in a sentence.
fn signs(verdicts: &[Verdict]) -> String {
    const MEANINGS: [(Verdict, &str); 5] = [
        (Verdict::All, "all tests find a difference (bold)"),
        (Verdict::Part, "some tests find a difference (bold)"),
        (Verdict::None, "no test finds a difference"),
        (Verdict::TooFew, "too few pairs to tell"),
        (Verdict::TooFewClusters, "too few clusters to tell"),
    ];
    let shown = MEANINGS.iter().filter(|(verdict, _)| verdicts.contains(verdict));
    let all: Vec<String> =
        shown.map(|(verdict, words)| format!("{} {words}", verdict.mark())).collect();
    format!("{}.", all.join(", "))
}

/// The meaning of the signs and numbers.
fn legend(
    report: &Report,
    claims: &[&Claim],
    measures: &[&GlanceMeasure],
    subjects: &[&str],
) -> Markup {
    let warned = report.findings.iter().any(|finding| finding.warning.is_some())
        || report.subjects.iter().any(|subject| subject.warning().is_some());
    let of_claims =
        |finding: &&Finding| claims.iter().any(|claim| claim.hypothesis == finding.hypothesis);
    let verdicts: Vec<Verdict> =
        report.findings.iter().filter(of_claims).map(Finding::verdict).collect();
    let has_intervals =
        report.findings.iter().filter(of_claims).any(|one| report.pooled_interval(one).is_some());
    html! { p.small {
        @if !claims.is_empty() {
            (signs(&verdicts))
            @if verdicts.iter().any(|verdict| verdict.lack().is_none()) {
                " The number is the difference over all protocols: " (compared_answers(claims))
                " to the perturbed member minus those to the original, in percentage points. Numbers of pairs"
                @if has_intervals { " and 95 % intervals" }
                " are in the tables of the verdicts."
            }
            @if subjects.len() > MOST_COLUMNS {
                @for claim in claims { " " strong { (claim.hypothesis) } ": " (claim.title) "." }
            }
        }
        @if !measures.is_empty() {
            " Measures have their 95 % intervals, in percentage points. They are bold if the interval excludes 0."
        }
        @for one in measures.iter().filter(|one| one.is_missing(report, subjects)) {
            " " (one.name) ": – means that " (one.missing) "."
        }
        @if warned { " ! gives one answer nearly always, or one letter nearly never: no sign of reasoning." }
    } }
}

/// A cell of the table at the top.
struct GlanceCell {
    class: &'static str,
    title: String,
    text: String,
}

impl GlanceCell {
    fn new(class: &'static str, title: String, text: &str) -> Self {
        Self { class, title, text: text.to_owned() }
    }

    /// The cell. On a narrow screen, where the table has no head, `head` is next to it.
    fn under(&self, head: &str) -> Markup {
        html! {
            td class=(self.class) data-label=(head) title=[(!self.title.is_empty()).then_some(&self.title)] {
                (self.text)
            }
        }
    }
}

fn claim_row(
    report: &Report,
    claim: &Claim,
    subjects: &[&str],
    links: VerdictLinks<'_>,
) -> GlanceRow {
    let id = claim.hypothesis.as_str();
    let cell = |subject: &&str| {
        let is_it = |f: &&Finding| f.hypothesis == id && f.model == *subject;
        verdict_cell(report.findings.iter().find(is_it))
    };
    GlanceRow {
        name: links.linked(id, named(claim)),
        short: links.linked(id, html! { (id) }),
        title: claim.title.clone(),
        label: id.to_owned(),
        cells: subjects.iter().map(cell).collect(),
    }
}

/// A verdict with the difference over all protocols.
fn verdict_cell(finding: Option<&Finding>) -> GlanceCell {
    let Some(finding) = finding else { return GlanceCell::new("none", String::new(), "–") };
    let verdict = finding.verdict();
    let mut text = verdict.mark().to_owned();
    let both = finding.accuracy_original.zip(finding.accuracy_perturbed);
    if let (true, Some((original, perturbed))) = (verdict.lack().is_none(), both) {
        text.push_str(&format!("\u{a0}{}", typeset(&points(perturbed - original))));
    }
    if finding.warning.is_some() {
        text.push_str(WARNED);
    }
    GlanceCell::new(verdict.class(), verdict.words(&finding.bias), &text)
}

/// The sign of a subject that answers blindly.
pub(super) const WARNED: &str = "\u{a0}!";

/// A measure at the top of the page: an effect with its interval.
struct GlanceMeasure {
    table: &'static str,
    column: &'static str,
    ends: (&'static str, &'static str),
    name: &'static str,
    /// The reason if a subject has no value.
    missing: &'static str,
}

const MEASURES: [GlanceMeasure; 2] = [
    GlanceMeasure {
        table: "fallacy-rates",
        column: "beyond",
        ends: ("beyond_low", "beyond_high"),
        name: "Predicted fallacies beyond chance and copying from the premises (points)",
        missing: "no conclusion of the subject was wrong, so there is no share of fallacies among its errors",
    },
    GlanceMeasure {
        table: "belief-bias",
        column: "belief",
        ends: ("low", "high"),
        name: "Effect of belief",
        missing: "a kind of conclusion has no verdict of the subject",
    },
];

impl GlanceMeasure {
    fn lines<'a>(&self, report: &'a Report) -> Vec<Line<'a>> {
        Sheet::find(report, self.table).into_iter().flat_map(Sheet::subjects).collect()
    }

    /// True if any subject has the measure.
    fn is_in(&self, report: &Report) -> bool {
        self.lines(report).iter().any(|line| line.number(self.column).is_some())
    }

    /// The value of a subject, if it has one.
    fn value(&self, report: &Report, subject: &str) -> Option<Estimate> {
        let line = self.lines(report).into_iter().find(|line| line.text("subject") == subject)?;
        line.estimate(self.column, self.ends.0, self.ends.1)
    }

    /// True if some subject has no value.
    fn is_missing(&self, report: &Report, subjects: &[&str]) -> bool {
        subjects.iter().any(|subject| self.value(report, subject).is_none())
    }

    fn row(&self, report: &Report, subjects: &[&str]) -> GlanceRow {
        let cell =
            |subject: &&str| measure_cell(self.value(report, subject), is_warned(report, subject));
        GlanceRow {
            name: html! { (self.name) },
            short: html! { (self.name) },
            title: String::new(),
            label: self.name.to_owned(),
            cells: subjects.iter().map(cell).collect(),
        }
    }
}

fn measure_cell(found: Option<Estimate>, is_warned: bool) -> GlanceCell {
    let Some(found) = found else { return GlanceCell::new("none", String::new(), "–") };
    let (class, mut text) = match found.interval {
        Some((low, high)) => (
            if low > 0.0 || high < 0.0 { "found measure" } else { "none measure" },
            typeset(&in_points(found.value, low, high)),
        ),
        None => ("none measure", typeset(&points(found.value))),
    };
    text.push_str(if is_warned { WARNED } else { "" });
    GlanceCell::new(class, String::new(), &text)
}

fn is_warned(report: &Report, subject: &str) -> bool {
    report.subjects.iter().any(|own| own.model == subject && own.warning().is_some())
}

/// The answers that effects count: right ones, unless a hypothesis compares something else.
pub(super) fn compared_answers(claims: &[&Claim]) -> String {
    let others = claims.iter().map(|claim| claim.definition.event).filter(|own| !own.is_default());
    let others: Vec<&str> = crate::group::once_each(others.map(|event| event.share()));
    match others.as_slice() {
        [] => "right answers".to_owned(),
        others if claims.iter().all(|claim| !claim.definition.event.is_default()) => {
            format!("answers {}", others.join(" or "))
        }
        others => {
            format!("right answers (where Verdicts say so, answers {})", others.join(" or "))
        }
    }
}

/// The id and the title of a hypothesis; the title alone if it begins with the id.
fn named(claim: &Claim) -> Markup {
    html! { @match claim.title.strip_prefix(&claim.hypothesis) {
        Some(rest) if rest.starts_with(' ') => { (claim.hypothesis) span.title { (rest) } },
        _ => { (claim.hypothesis) " " span.title { (claim.title) } },
    } }
}

/// The conclusions that a reader must not draw from the run: the decisive limitations, a line each.
pub(super) fn cannot_say(all: &Limitations) -> Markup {
    let is_much = |one: &Limitation| {
        one.cases.iter().any(|case| case.share().is_some_and(|share| share >= MUCH))
    };
    let is_decisive = |one: &&Limitation| {
        DECISIVE.contains(&one.check) || (MISSING.contains(&one.check) && is_much(one))
    };
    let found: Vec<&Limitation> = all.found.iter().filter(is_decisive).collect();
    html! {
        @if !found.is_empty() {
            section.notice aria-label="What this run cannot say" {
                h2 { "What this run cannot say" }
                ul { @for one in found {
                    li { strong { (capitalised(one.check.title())) ": " } (super::prose::typeset(&one.brief())) "." }
                } }
                p.small { "What each of these means: " a href="#limitations" { "Limitations" } "." }
            }
        }
    }
}
