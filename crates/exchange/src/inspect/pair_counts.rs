//! Counts pairs by the scores in logs.

use super::files::{LogReader, read_log};
use super::{Header, Joint, SampleScores, ScoreLog, joint, with_level};
use crate::ExchangeError;
use peirast_table::{Cell, CsvWriter, escape_line};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The counts of each scorer's pairs, with the names of the hypothesis and the model.
type NamedCounts = (String, String, Vec<Joint>);

/// Counts pairs of samples with the same value of the field `by`, as CSV. If `members` is
/// `FIELD=ORIGINAL,PERTURBED`, the pairs are within one log. Otherwise they are between two logs,
/// of which the first has the originals.
///
/// # Errors
/// If logs cannot be read, or samples do not form pairs.
pub fn pair_counts(
    files: &[PathBuf],
    by: &str,
    members: Option<&str>,
) -> Result<String, ExchangeError> {
    let logs = files.iter().map(|file| scored_log(file)).collect::<Result<Vec<_>, _>>()?;
    let (hypothesis, model, tables) = match (logs.as_slice(), members) {
        ([one], Some(members)) => within(one, by, members)?,
        ([first, second], None) => between(first, second, by)?,
        (_, Some(_)) => {
            return Err(ExchangeError::layout(
                "--members is for pairs within one log: name one log",
            ));
        }
        ([_], None) => {
            return Err(ExchangeError::layout(
                "in one log, --members FIELD=ORIGINAL,PERTURBED must select the two members of \
                 each pair; or name two logs",
            ));
        }
        _ => {
            return Err(ExchangeError::layout("pairs are counted within one log, or between two"));
        }
    };
    let mut csv = CsvWriter::new(Vec::new());
    let head = ["hypothesis", "model", "method", "n11", "n12", "n21", "n22", "lost"];
    csv.row(head.map(Cell::from))?;
    for Joint { scorer, n11, n12, n21, n22, lost } in tables {
        let names = [&hypothesis, &model, &scorer].map(|name| Cell::from(escape_line(name)));
        csv.row(names.into_iter().chain([n11, n12, n21, n22, lost].map(Cell::from)))?;
    }
    Ok(csv.into_text()?)
}

fn within(log: &ScoreLog, by: &str, members: &str) -> Result<NamedCounts, ExchangeError> {
    let parts = members.split_once('=').and_then(|(field, levels)| {
        let (original, perturbed) = levels.split_once(',')?;
        Some((field.trim(), original.trim(), perturbed.trim()))
    });
    let Some((field, original, perturbed)) = parts else {
        return Err(ExchangeError::Layout(format!(
            "--members {members}: write FIELD=ORIGINAL,PERTURBED, for example variant=original,perturbed"
        )));
    };
    let side = |level: &str| -> Result<Vec<&SampleScores>, ExchangeError> {
        let samples = with_level(&log.samples, field, level);
        match samples.is_empty() {
            true => Err(ExchangeError::Layout(format!(
                "--members {members}: no sample has {field}={level}"
            ))),
            false => Ok(samples),
        }
    };
    let tables = joint(&side(original)?, &side(perturbed)?, by)?;
    let hypothesis = format!("{}: {original} or {perturbed}", log.header.task);
    Ok((hypothesis, log.header.model.clone(), tables))
}

fn between(first: &ScoreLog, second: &ScoreLog, by: &str) -> Result<NamedCounts, ExchangeError> {
    let (one, other): (Vec<_>, Vec<_>) =
        (first.samples.iter().collect(), second.samples.iter().collect());
    let both = |a: &str, b: &str| if a == b { a.to_owned() } else { format!("{a} or {b}") };
    let hypothesis = both(&first.header.task, &second.header.task);
    let model = both(&first.header.model, &second.header.model);
    Ok((hypothesis, model, joint(&one, &other, by)?))
}

/// The scores of a log in progress of reading.
#[derive(Default)]
struct ScoreReader {
    header: Option<Header>,
    samples: Vec<SampleScores>,
    fault: Option<ExchangeError>,
}

impl LogReader for ScoreReader {
    fn header(&mut self, header: &Header) -> Result<(), ExchangeError> {
        self.header = Some(header.clone());
        Ok(())
    }

    fn sample(&mut self, sample: &Value, _: &Header, _: &str) {
        match SampleScores::read(sample) {
            Ok(scored) => self.samples.push(scored),
            Err(error) => self.fault = Some(error),
        }
    }
}

fn scored_log(file: &Path) -> Result<ScoreLog, ExchangeError> {
    let mut reader = ScoreReader::default();
    read_log(file, &mut reader)?;
    if let Some(error) = reader.fault {
        return Err(error.within(format!("reading the log {}", file.display())));
    }
    let lacking = || ExchangeError::Layout(format!("{} has no header", file.display()));
    Ok(ScoreLog { header: reader.header.ok_or_else(lacking)?, samples: reader.samples })
}
