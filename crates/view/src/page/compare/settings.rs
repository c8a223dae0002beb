//! The settings of two runs.

use super::Both;
use crate::page::labels::{sampling, treatment};
use crate::page::shown::head;
use maud::{Markup, html};
use peirast_decimals::counted;
use peirast_report::Provenance;

/// Renders all settings that may differ, and marks those that do.
pub(super) fn settings(both: &Both<'_>) -> Markup {
    let [a, b] = [&both.a, &both.b].map(|side| entries(&side.run.report.provenance));
    let differing = a.iter().zip(&b).filter(|(one, other)| one != other).count();
    html! {
        p { @if both.is_one_design() {
            "The runs have the same study. "
        } @else { "The runs have different studies. " }
            (counted(differing as u64, "setting differs", "settings differ")) "." }
        div.wide tabindex="0" { table.rows {
            (head(&["Setting", "A", "B", "Same"]))
            tbody { @for ((name, one), (_, other)) in a.iter().zip(&b) { tr {
                th scope="row" { (name) }
                td { (one) } td { (other) }
                td.same { @if one == other { span.none { "= same" } } @else { strong { "≠ differs" } } }
            } } }
        } }
    }
}

fn entries(of: &Provenance) -> Vec<(&'static str, String)> {
    let seed = of.seed.map(|seed| seed.to_string()).unwrap_or_default();
    let endpoints = of.subjects.iter().map(|one| format!("{}: {}", one.model, one.endpoint));
    [
        ("study", of.study.clone()),
        ("hash of the study", of.study_hash.clone()),
        ("seed", seed),
        ("profile", of.profile.clone().unwrap_or_default()),
        ("sampling", sampling(&of.sampling)),
        ("test rule", of.rule.clone()),
        ("correction", of.correction.clone()),
        ("level", of.alpha.clone()),
        ("answers without a verdict", treatment(&of.treatment).to_owned()),
        ("grader", of.grader.clone()),
        ("subjects", endpoints.collect::<Vec<_>>().join("; ")),
        ("version", of.version.clone()),
    ]
    .into_iter()
    .map(|(name, value)| (name, if value.is_empty() { "–".to_owned() } else { value }))
    .collect()
}

impl Both<'_> {
    /// Returns true if the studies are the same document.
    pub(super) fn is_one_design(&self) -> bool {
        self.a.run.report.provenance.study_hash == self.b.run.report.provenance.study_hash
    }

    /// Returns true if a problem's name means the same text in both: texts follow from seed and
    /// profile, and recorded texts from their study.
    pub(super) fn share_problems(&self) -> bool {
        let [a, b] = [&self.a, &self.b].map(|side| &side.run.report.provenance);
        match (a.seed, b.seed) {
            (None, None) => a.study == b.study,
            _ => a.seed == b.seed && a.profile == b.profile,
        }
    }
}
