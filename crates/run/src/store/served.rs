//! Who served the answers, as the servers themselves say.

use super::{Store, StoreError};
use futures::TryStreamExt as _;
use serde::Serialize;
use std::collections::BTreeMap;

const BODIES: &str = "SELECT t.subject, r.model, r.body, r.sent_us FROM response r \
     JOIN trial t ON t.key = r.trial";
/// The name under which servers in OpenAI's manner say how they are configured.
const MARK: &str = "\"system_fingerprint\"";

/// A model that served answers, in one configuration of its server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Served {
    /// The subject.
    pub subject: String,
    /// The model that answered, as its server names it.
    pub model: Option<String>,
    /// How the server was configured, by its own mark. Where it changes within a run, the same seed may
    /// no longer give the same answer.
    pub fingerprint: Option<String>,
    /// Its answers.
    pub answers: u64,
    /// When the first of them was asked, in microseconds since 1970 UTC; 0 for simulated subjects.
    pub first_us: i64,
    /// When the last of them was asked.
    pub last_us: i64,
}

impl Store {
    /// Who served the answers: subjects, models and configurations, in this order. Reads every response.
    ///
    /// # Errors
    /// What the database refuses.
    pub async fn served(&self) -> Result<Vec<Served>, StoreError> {
        let mut all: BTreeMap<(String, Option<String>, Option<String>), Served> = BTreeMap::new();
        let mut rows = self.rows(BODIES, self.values());
        while let Some(row) = rows.try_next().await? {
            let subject = self.text(&row, 0)?;
            let model = row.maybe_text(1).map_err(|e| self.failed(e))?;
            let fingerprint = fingerprint(&self.text(&row, 2)?);
            let sent_us = self.long(&row, 3)?;
            let key = (subject, model, fingerprint);
            let served =
                all.entry(key).or_insert_with_key(|(subject, model, fingerprint)| Served {
                    subject: subject.clone(),
                    model: model.clone(),
                    fingerprint: fingerprint.clone(),
                    answers: 0,
                    first_us: sent_us,
                    last_us: sent_us,
                });
            served.answers += 1;
            served.first_us = served.first_us.min(sent_us);
            served.last_us = served.last_us.max(sent_us);
        }
        Ok(all.into_values().collect())
    }
}

/// The mark of a server's configuration in a body. A million bodies are searched, not parsed: the mark
/// stands outside the answer, whose quotes are escaped.
fn fingerprint(body: &str) -> Option<String> {
    let after = body.rsplit_once(MARK)?.1.trim_start().strip_prefix(':')?.trim_start();
    let (mark, _) = after.strip_prefix('"')?.split_once('"')?;
    (!mark.is_empty() && !mark.contains('\\')).then(|| mark.to_owned())
}

#[cfg(test)]
mod tests {
    use super::fingerprint;

    #[test]
    fn a_configuration_is_found_outside_the_answer() {
        let some = |mark: &str| Some(mark.to_owned());
        assert_eq!(fingerprint(r#"{"system_fingerprint" : "fp_1","choices":[]}"#), some("fp_1"));
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
