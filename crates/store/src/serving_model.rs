//! Models and servers of the answers, as the servers report them.

use super::common::Common;
use super::database_row::DatabaseRow;
use super::read::{ANSWERED_AS_PLANNED, ANSWERED_BY_PROBLEM, ANSWERED_SORTED};
use super::{AnsweredTrial, Store, StoreError};
use futures::stream::{BoxStream, StreamExt as _};
use peirast_record::{Name, Response};
use serde::Serialize;

/// The field in which OpenAI-compatible servers report their configuration.
const MARK: &str = "\"system_fingerprint\"";

/// A model that gave answers, in one configuration of its server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ServingModel {
    /// The subject.
    pub subject: String,
    /// The model, as its server names it.
    pub model: Option<String>,
    /// The server's fingerprint of its configuration. If it changes within a run, the same seed may
    /// no longer give the same answer.
    pub fingerprint: Option<String>,
    /// Number of its answers.
    pub answers: u64,
    /// Time of the first request, in microseconds since 1970 UTC; 0 for simulated subjects.
    pub first_us: i64,
    /// Time of the last request.
    pub last_us: i64,
}

/// The models that gave answers, counted answer by answer.
#[derive(Clone, Debug, Default)]
pub struct ServingModels(Vec<ServingModel>);

impl ServingModels {
    /// Returns the fingerprint in the response of a server, if there is one.
    pub fn mark(response: &Response) -> Option<Name> {
        fingerprint(&response.body).map(Name::from)
    }

    /// Counts an answer from a server with this fingerprint.
    pub fn add(&mut self, answered: &AnsweredTrial, mark: Option<&Name>) {
        let AnsweredTrial { trial, model, sent_us, .. } = answered;
        let is_its = |one: &ServingModel| {
            one.subject == trial.subject
                && one.model.as_deref() == model.as_deref()
                && one.fingerprint.as_deref() == mark.map(Name::as_str)
        };
        // A million answers come from few servers.
        match self.0.iter_mut().find(|one| is_its(one)) {
            Some(known) => {
                known.answers += 1;
                known.first_us = known.first_us.min(*sent_us);
                known.last_us = known.last_us.max(*sent_us);
            }
            None => self.0.push(ServingModel {
                subject: trial.subject.to_string(),
                model: model.as_ref().map(ToString::to_string),
                fingerprint: mark.map(ToString::to_string),
                answers: 1,
                first_us: *sent_us,
                last_us: *sent_us,
            }),
        }
    }

    /// Returns all of them, by subject, model and configuration.
    pub fn into_list(mut self) -> Vec<ServingModel> {
        fn place(one: &ServingModel) -> (&str, &Option<String>, &Option<String>) {
            (&one.subject, &one.model, &one.fingerprint)
        }
        self.0.sort_by(|one, other| place(one).cmp(&place(other)));
        self.0
    }
}

impl Store {
    /// Returns every answer with its trial, one at a time, in the fastest order, each with the
    /// fingerprint of its server, if there is one.
    pub fn answered_by(&self) -> BoxStream<'_, Result<(AnsweredTrial, Option<Name>), StoreError>> {
        self.marked(
            if self.is_shared() { ANSWERED_SORTED } else { ANSWERED_AS_PLANNED },
            Common::default(),
        )
    }

    /// Returns the same, with answers about one problem adjacent.
    pub fn answered_by_problem(
        &self,
    ) -> BoxStream<'_, Result<(AnsweredTrial, Option<Name>), StoreError>> {
        self.marked(
            if self.is_shared() { ANSWERED_SORTED } else { ANSWERED_BY_PROBLEM },
            Common::by_problem(),
        )
    }

    fn marked(
        &self,
        sql: &'static str,
        mut common: Common,
    ) -> BoxStream<'_, Result<(AnsweredTrial, Option<Name>), StoreError>> {
        let answered = move |row: Result<DatabaseRow, _>| {
            let row = row?;
            let mark = fingerprint(&self.str(&row, 17)?).map(|mark| common.name(mark));
            Ok((self.answered_from(&row, &mut common)?, mark))
        };
        self.rows(self.sql(sql), self.values()).map(answered).boxed()
    }
}

/// Finds the fingerprint in a body. A million bodies are searched, not parsed: the fingerprint is
/// outside the answer, whose quotes are escaped.
fn fingerprint(body: &str) -> Option<&str> {
    let after = body.rsplit_once(MARK)?.1.trim_start().strip_prefix(':')?.trim_start();
    let (mark, _) = after.strip_prefix('"')?.split_once('"')?;
    (!mark.is_empty() && !mark.contains('\\')).then_some(mark)
}

#[cfg(test)]
mod tests {
    use super::fingerprint;

    #[test]
    fn a_configuration_is_found_outside_the_answer() {
        assert_eq!(fingerprint(r#"{"system_fingerprint" : "fp_1","choices":[]}"#), Some("fp_1"));
        for none in [
            "{}",
            r#"{"system_fingerprint":null}"#,
            r#"{"content":"\"system_fingerprint\":\"fp_2\""}"#,
            r#"{"system_fingerprint":"half"#,
        ] {
            assert_eq!(fingerprint(none), None, "{none}");
        }
    }
}
