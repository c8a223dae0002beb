//! The paths of sequential tests, which were computed while answers came in.

use super::compared::by_hypothesis;
use super::{SHAPES, paged};
use crate::{Report, ResultRow};
use peirast_figure::{Data, EvidencePath, EvidencePaths, Figure};

/// The evidence of each hypothesis, step by step.
pub fn paths(report: &Report) -> Vec<Figure> {
    let alpha = report.settings.alpha;
    let caption = "The e-value of each comparison after each step, by the discordant pairs seen until then: \
                   the factor by which a bet against equal performance has multiplied its stake. A \
                   comparison that reaches the dashed line is decided and ends.";
    let of = |(id, rows): (&str, Vec<&ResultRow>)| {
        let paths: Vec<EvidencePath> = rows.iter().filter_map(|row| path(row)).collect();
        let data = |paths| Data::EvidencePaths(EvidencePaths { paths, alpha });
        let title = format!("{id}: evidence, step by step");
        paged(&format!("evidence-{id}"), &title, caption, &paths, SHAPES, data)
    };
    by_hypothesis(report).into_iter().flat_map(of).collect()
}

fn path(row: &ResultRow) -> Option<EvidencePath> {
    (!row.path.is_empty()).then(|| EvidencePath {
        name: format!("{}, {}", row.model, row.method),
        steps: row.path.clone(),
        is_rejected: row.reject,
    })
}
