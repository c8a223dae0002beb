//! Provenance of each subject's answers, counted one by one.

use peirast_record::Name;
use peirast_report::SubjectProvenance;
use peirast_store::AnsweredTrial;
use std::collections::BTreeMap;

/// Provenance of the answers by subject.
#[derive(Default)]
pub struct SubjectCounts(BTreeMap<Name, SubjectTotals>);

#[derive(Default)]
struct SubjectTotals {
    provenance: SubjectProvenance,
    first_us: Option<i64>,
    last_us: Option<i64>,
}

impl SubjectCounts {
    pub fn add(&mut self, answered: &AnsweredTrial) {
        let trial = &answered.trial;
        let totals = self.0.entry(trial.subject.clone()).or_default();
        let subject = &mut totals.provenance;
        match trial.is_control() {
            true => subject.controls += 1,
            false => subject.answers += 1,
        }
        subject.attempts += u64::from(answered.attempts);
        // A server may report any text.
        let add = |sum: &mut u64, more: Option<u64>| *sum = sum.saturating_add(more.unwrap_or(0));
        add(&mut subject.input_tokens, answered.usage.input_tokens);
        add(&mut subject.output_tokens, answered.usage.output_tokens);
        if let Some(served) = &answered.model
            && !subject.served_as.iter().any(|known| served == known)
        {
            subject.served_as.push(served.to_string());
        }
        let sent = Some(answered.sent_us).filter(|sent| *sent > 0);
        totals.first_us = [totals.first_us, sent].into_iter().flatten().min();
        totals.last_us = totals.last_us.max(sent);
    }

    /// Returns the provenance of all subjects, by name, with their endpoints.
    pub fn into_list(self, endpoints: &BTreeMap<String, String>) -> Vec<SubjectProvenance> {
        let finished = self.0.into_iter().map(|(model, totals)| {
            let mut subject = totals.provenance;
            subject.endpoint = endpoints.get(model.as_str()).cloned().unwrap_or_default();
            subject.model = model.to_string();
            subject.served_as.sort();
            subject.first_asked = totals.first_us.and_then(utc);
            subject.last_asked = totals.last_us.and_then(utc);
            subject
        });
        finished.collect()
    }
}

/// Renders a time in microseconds since 1970, to the second.
fn utc(microseconds: i64) -> Option<String> {
    let seconds = jiff::Timestamp::from_second(microseconds / 1_000_000).ok()?;
    Some(seconds.to_string())
}
