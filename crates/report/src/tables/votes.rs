//! The votes on each question.

use super::{Maker, made};
use peirast_measure::Ballot;
use peirast_table::{Cell, Unit};

/// The votes on each question as CSV.
pub fn votes_csv(ballots: &[Ballot]) -> String {
    made("votes", "Votes", "", &columns(), ballots).csv()
}

fn columns<'a>() -> [Maker<'a, Ballot>; 12] {
    use Unit::{Count, Flag, Name};
    [
        ("trial", Name, |ballot| ballot.trial.to_string().into()),
        ("problem", Name, |ballot| ballot.problem.as_str().into()),
        ("item", Name, |ballot| ballot.item.as_str().into()),
        ("model", Name, |ballot| ballot.subject.as_str().into()),
        ("protocol", Name, |ballot| level(ballot, "protocol")),
        ("temperature", Name, |ballot| level(ballot, "temperature")),
        ("for", Count, |ballot| u64::from(ballot.votes.ayes).into()),
        ("against", Count, |ballot| u64::from(ballot.votes.noes).into()),
        ("neither", Count, |ballot| u64::from(ballot.votes.neither).into()),
        ("answer", Name, |ballot| ballot.answer.to_string().into()),
        ("truth", Name, |ballot| ballot.truth.to_string().into()),
        ("complete", Flag, |ballot| ballot.is_complete.into()),
    ]
}

fn level<'a>(ballot: &'a Ballot, factor: &str) -> Cell<'a> {
    ballot.factors.get(factor).into()
}
