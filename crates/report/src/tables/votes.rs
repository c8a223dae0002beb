//! The votes on each question: a row for each answer.

use super::{Maker, made};
use peirast_measure::{Ballot, Vote, side};
use peirast_table::{Cell, Unit};

/// An answer, with the ballot that it belongs to, and its place there from 1.
struct Cast<'a> {
    ballot: &'a Ballot,
    vote: &'a Vote,
    place: u64,
}

/// The answers to each question as CSV, with what they decide. An answer that was asked for another rule
/// is not counted, and says so.
pub fn votes_csv(ballots: &[Ballot]) -> String {
    let all: Vec<Cast<'_>> = ballots.iter().flat_map(cast).collect();
    made("votes", "Votes", "", &columns(), &all).csv()
}

fn cast(ballot: &Ballot) -> impl Iterator<Item = Cast<'_>> {
    let votes = ballot.cast.iter().zip(1..);
    votes.map(move |(vote, place)| Cast { ballot, vote, place })
}

fn columns<'a>() -> [Maker<'a, Cast<'a>>; 16] {
    use Unit::{Count, Flag, Name};
    [
        ("trial", Name, |own| own.vote.trial.to_string().into()),
        ("question", Name, |own| own.ballot.trial.to_string().into()),
        ("problem", Name, |own| own.ballot.problem.as_str().into()),
        ("item", Name, |own| own.ballot.item.as_str().into()),
        ("model", Name, |own| own.ballot.subject.as_str().into()),
        ("protocol", Name, |own| level(own.ballot, "protocol")),
        ("temperature", Name, |own| level(own.ballot, "temperature")),
        ("vote", Count, |own| own.place.into()),
        ("answer", Name, |own| own.vote.answer.to_string().into()),
        ("side", Name, |own| own.side().into()),
        ("counted", Flag, |own| own.is_counted().into()),
        ("votes_for", Count, |own| u64::from(own.ballot.votes.ayes).into()),
        ("votes_against", Count, |own| u64::from(own.ballot.votes.noes).into()),
        ("votes_neither", Count, |own| u64::from(own.ballot.votes.neither).into()),
        ("decision", Name, |own| own.ballot.answer.to_string().into()),
        ("truth", Name, |own| own.ballot.truth.to_string().into()),
    ]
}

impl Cast<'_> {
    fn side(&self) -> &'static str {
        match side(self.vote.answer) {
            Some(true) => "for",
            Some(false) => "against",
            None => "neither",
        }
    }

    fn is_counted(&self) -> bool {
        self.place <= u64::from(self.ballot.votes.total())
    }
}

fn level<'a>(ballot: &'a Ballot, factor: &str) -> Cell<'a> {
    ballot.factors.get(factor).into()
}
