//! Exports: rows and outcomes as CSV and JSON lines.

use crate::outcome_columns::{OUTCOME_COLUMNS, OutcomeColumn, OutcomeRow};
use crate::{Outcomes, Provenance, ResultRow, RowBounds, csv_cell, escape_control, escape_json};
use peirast_measure::Ballot;
use peirast_record::Factors;
use peirast_stats::Verdict;
use peirast_table::Cell;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io;

/// Each row as one JSON object on a line of its own.
pub fn json_lines<T: Serialize>(rows: &[T]) -> String {
    // Rows hold only finite numbers, strings and maps with string keys, so they serialise.
    let lines = rows.iter().filter_map(|row| serde_json::to_string(row).ok());
    lines.map(|line| escape_json(&line) + "\n").collect()
}

/// The votes on each question as CSV.
///
/// # Errors
/// None in practice: writing to memory.
pub fn votes_csv(ballots: &[Ballot]) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record([
        "trial",
        "problem",
        "item",
        "model",
        "protocol",
        "temperature",
        "for",
        "against",
        "neither",
        "answer",
        "truth",
        "complete",
    ])?;
    for ballot in ballots {
        let level = |name: &str| csv_cell(ballot.factors.get(name).unwrap_or_default());
        let votes = ballot.votes;
        writer.write_record([
            ballot.trial.to_string(),
            csv_cell(&ballot.problem),
            csv_cell(&ballot.item),
            csv_cell(&ballot.subject),
            level("protocol"),
            level("temperature"),
            votes.ayes.to_string(),
            votes.noes.to_string(),
            votes.neither.to_string(),
            ballot.answer.to_string(),
            ballot.truth.to_string(),
            ballot.is_complete.to_string(),
        ])?;
    }
    Ok(String::from_utf8_lossy(&writer.into_inner().unwrap_or_default()).into_owned())
}

/// Result rows as CSV; the provenance stands in the last columns of every row, so that it cannot
/// be separated from the numbers.
///
/// # Errors
/// None in practice: writing to memory.
pub fn rows_csv(rows: &[ResultRow], provenance: &Provenance) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record([
        "hypothesis",
        "model",
        "method",
        "factor",
        "n",
        "n11",
        "n12",
        "n21",
        "n22",
        "n_discordant",
        "z",
        "p",
        "p_adjusted",
        "reject",
        "alternative",
        "method_used",
        "p_two_sided",
        "odds_ratio",
        "odds_ratio_low",
        "odds_ratio_high",
        "difference",
        "difference_low",
        "difference_high",
        "test_family",
        "family_size",
        "lost_unanswered",
        "lost_refused",
        "lost_empty",
        "lost_truncated",
        "lost_unread",
        "lost_split",
        "known_neither",
        "known_original_right",
        "known_original_wrong",
        "known_perturbed_right",
        "known_perturbed_wrong",
        "p_low",
        "p_high",
        "p_verdict",
        "p_adjusted_low",
        "p_adjusted_high",
        "verdict",
        "recorded_grades",
        "study",
        "study_hash",
        "seed",
        "version",
        "rule",
    ])?;
    for row in rows {
        let number = |x: Option<f64>| x.map_or(String::new(), |x| x.to_string());
        let odds = row.odds_ratio;
        let record: Vec<String> = vec![
            csv_cell(&row.hypothesis),
            csv_cell(&row.model),
            csv_cell(&row.method),
            csv_cell(&row.factor),
            row.n.to_string(),
            row.n11.to_string(),
            row.n12.to_string(),
            row.n21.to_string(),
            row.n22.to_string(),
            row.n_discordant.to_string(),
            row.z.to_string(),
            number(row.p),
            number(row.p_adjusted),
            row.reject.to_string(),
            row.alternative.to_string(),
            row.method_used.map_or(String::new(), |method| method.to_string()),
            number(row.p_two_sided),
            number(odds.ratio.value()),
            number(odds.low.value()),
            number(odds.high.value()),
            number(row.difference.map(|d| d.estimate)),
            number(row.difference.map(|d| d.interval.low)),
            number(row.difference.map(|d| d.interval.high)),
            csv_cell(&row.test_family),
            row.family_size.to_string(),
            row.lost.unanswered.to_string(),
            row.lost.refused.to_string(),
            row.lost.empty.to_string(),
            row.lost.truncated.to_string(),
            row.lost.unread.to_string(),
            row.lost.split.to_string(),
        ];
        let origin = [
            row.recorded_grades.to_string(),
            csv_cell(&provenance.study),
            provenance.study_hash.clone(),
            provenance.seed.map_or(String::new(), |s| s.to_string()),
            provenance.version.clone(),
            provenance.rule.clone(),
        ];
        writer.write_record(record.into_iter().chain(bounds_columns(row)).chain(origin))?;
    }
    finish(writer)
}

/// The bounds of a row; empty where its family lost no pair.
fn bounds_columns(row: &ResultRow) -> [String; 11] {
    let Some(RowBounds { known, p, p_verdict, p_adjusted, verdict }) = row.bounds else {
        return std::array::from_fn(|_| String::new());
    };
    let number = |x: Option<f64>| x.map_or(String::new(), |x| x.to_string());
    [
        known.neither.to_string(),
        known.original_right.to_string(),
        known.original_wrong.to_string(),
        known.perturbed_right.to_string(),
        known.perturbed_wrong.to_string(),
        p.low.to_string(),
        p.high.to_string(),
        verdict_name(Some(p_verdict)).to_owned(),
        number(p_adjusted.map(|p| p.low)),
        number(p_adjusted.map(|p| p.high)),
        verdict_name(verdict).to_owned(),
    ]
}

fn verdict_name(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        None => "",
        Some(Verdict::Rejected) => "rejected",
        Some(Verdict::NotRejected) => "not-rejected",
        Some(Verdict::Open) => "open",
    }
}

/// The counts alone, in the form that `peirast test --counts` reads. Rows without a pair are no
/// tests, and are left out.
///
/// # Errors
/// None in practice: writing to memory.
pub fn counts_csv(rows: &[ResultRow]) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["table", "hypothesis", "model", "method", "n12", "n21", "alternative"])?;
    for row in rows.iter().filter(|row| row.is_tested()) {
        let (n12, n21) = (row.n12.to_string(), row.n21.to_string());
        let alternative = row.alternative.to_string();
        let texts =
            [&row.test_family, &row.hypothesis, &row.model, &row.method].map(|t| csv_cell(t));
        writer.write_record(texts.iter().chain([&n12, &n21, &alternative]))?;
    }
    finish(writer)
}

/// Writes every outcome with every factor as a column: the tidy table that pandas and R open. Questions
/// without an answer stand below, with the grade `unanswered`.
///
/// # Errors
/// What cannot be written to.
pub fn write_outcomes(outcomes: &Outcomes, to: impl io::Write) -> io::Result<()> {
    write_outcome_columns(OUTCOME_COLUMNS, outcomes, to)
}

/// The same with these columns before those of factors.
///
/// # Errors
/// What cannot be written to.
pub fn write_outcome_columns(
    columns: &[OutcomeColumn],
    outcomes: &Outcomes,
    to: impl io::Write,
) -> io::Result<()> {
    let all = outcomes.combinations();
    let factors: BTreeSet<&str> =
        all.flat_map(|levels| levels.iter().map(|(name, _)| name)).collect();
    let mut writer = csv::Writer::from_writer(to);
    let names = columns.iter().map(|column| column.name.to_owned());
    writer.write_record(names.chain(factors.iter().map(|factor| csv_cell(factor))))?;
    for row in OutcomeRow::all(outcomes) {
        for column in columns {
            write_cell(&mut writer, column, row)?;
        }
        write_levels(&mut writer, &factors, row.factors())?;
    }
    writer.flush()
}

fn write_cell(
    writer: &mut csv::Writer<impl io::Write>,
    column: &OutcomeColumn,
    row: OutcomeRow<'_>,
) -> io::Result<()> {
    match (column.cell)(row) {
        // Numbers stay numbers, also those below zero.
        Cell::Text(text) if column.is_answer => writer.write_field(&*visible(&text))?,
        Cell::Text(text) => writer.write_field(&*cell(&text))?,
        Cell::Flag(flag) => writer.write_field(flag.to_string())?,
        Cell::Count(count) => writer.write_field(count.to_string())?,
        Cell::Number(number) => writer.write_field(number.to_string())?,
        Cell::Missing => writer.write_field("")?,
    }
    Ok(())
}

/// Ends a row with the levels of all `factors`, which stand in the order of `own`.
fn write_levels(
    writer: &mut csv::Writer<impl io::Write>,
    factors: &BTreeSet<&str>,
    own: &Factors,
) -> io::Result<()> {
    let mut own = own.iter().peekable();
    for factor in factors {
        while own.next_if(|(name, _)| name < factor).is_some() {}
        let level = own.next_if(|(name, _)| name == factor).map_or("", |(_, level)| level);
        writer.write_field(&*cell(level))?;
    }
    writer.write_record(None::<&[u8]>)?;
    Ok(())
}

/// The same as [`escape_control`]; most texts stay as they are.
fn visible(text: &str) -> Cow<'_, str> {
    match text.bytes().all(is_plain) {
        true => Cow::Borrowed(text),
        false => Cow::Owned(escape_control(text)),
    }
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_graphic() || byte == b' '
}

/// The same as [`csv_cell`]; most texts stay as they are.
fn cell(text: &str) -> Cow<'_, str> {
    match text.bytes().all(is_plain) && !text.starts_with(['=', '+', '-', '@']) {
        true => Cow::Borrowed(text),
        false => Cow::Owned(csv_cell(text)),
    }
}

fn finish(writer: csv::Writer<Vec<u8>>) -> Result<String, csv::Error> {
    let bytes = writer.into_inner().map_err(|e| csv::Error::from(e.into_error()))?;
    // What was written is text; only what is not would be copied.
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned()))
}
