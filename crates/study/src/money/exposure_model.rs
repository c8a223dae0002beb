//! The model of the attempts that a run may have in flight, and of their cost.

use peirast_cost::{Budget, Exposure, Exposures, Tariff, Terms};
use peirast_llm::Subject;
use peirast_record::{Key, Prompt, is_simulated};
use peirast_throttle::Limits;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A subject that a run asks, with the limits of its exposure.
pub struct SubjectExposure<'a> {
    pub name: &'a str,
    pub endpoint: &'a str,
    /// Account whose limits apply to it.
    pub account: &'a str,
    /// Most attempts in flight, if the subject has its own limit.
    pub width: Option<usize>,
    pub tariff: Tariff,
    /// Most questions that it may still be asked; each has at most one attempt in flight.
    pub open: u64,
}

impl<'a> SubjectExposure<'a> {
    /// Creates the exposure of a subject at a price, with `open` questions.
    pub fn new(subject: &'a dyn Subject, tariff: Tariff, open: u64) -> Self {
        Self {
            name: subject.name(),
            endpoint: subject.endpoint(),
            account: subject.account(),
            width: subject.max_in_flight(),
            tariff,
            open,
        }
    }
}

/// The questions of a run, as the budget needs to know them.
pub struct ExposureRequest<'a> {
    pub prompts: &'a BTreeMap<Key, Arc<Prompt>>,
    /// The longest of the prompts.
    pub longest: Option<&'a Arc<Prompt>>,
    pub subjects: Vec<SubjectExposure<'a>>,
    /// Output limit sent with each question, in tokens.
    pub max_tokens: Option<u32>,
    /// Most attempts in flight at each account.
    pub concurrency: u64,
}

impl ExposureRequest<'_> {
    /// Returns the terms of the subjects that are not simulated.
    pub fn terms(&self) -> BTreeMap<String, Terms> {
        let live = self.subjects.iter().filter(|one| !is_simulated(one.name));
        let terms =
            |one: &SubjectExposure<'_>| Terms::new(one.name, one.tariff.clone()).at(one.endpoint);
        live.map(|one| (one.name.to_owned(), terms(one))).collect()
    }

    /// Returns the model of the attempts that may be in flight.
    pub fn model(&self, terms: BTreeMap<String, Terms>) -> ExposureModel {
        let mut accounts: BTreeMap<&str, AccountExposure> = BTreeMap::new();
        for one in self.subjects.iter().filter(|one| one.open > 0 && terms.contains_key(one.name)) {
            let width = one.width.map_or(self.concurrency, |width| width as u64);
            let unstored = self.unstored(&one.tariff);
            let account = accounts.entry(one.account).or_default();
            account.unstored = account.unstored.max(unstored);
            let attempts = width.saturating_add(unstored).min(one.open);
            let most = self.concurrency.saturating_add(account.unstored);
            account.attempts = account.attempts.saturating_add(attempts).min(most);
            account.open = account.open.saturating_add(one.open);
            account.subjects.push(one.name.to_owned());
        }
        let accounts = accounts.into_values().collect();
        ExposureModel { accounts, terms, max_tokens: self.max_tokens }
    }

    /// Returns the number of answers at such a price that may wait for the disk.
    fn unstored(&self, tariff: &Tariff) -> u64 {
        let concurrency = usize::try_from(self.concurrency).unwrap_or(usize::MAX);
        match tariff {
            Tariff::Free(_) => {
                Limits { concurrency, ..Limits::default() }.max_unstored_answers() as u64
            }
            Tariff::Priced(_) | Tariff::Unknown => 0,
        }
    }
}

/// Model of the attempts that may be in flight, or answered and not stored. Each account may have
/// as many as its limit and its open questions allow, each put to any of its subjects.
pub struct ExposureModel {
    accounts: Vec<AccountExposure>,
    pub terms: BTreeMap<String, Terms>,
    max_tokens: Option<u32>,
}

/// The attempts that one account may have in flight, and its subjects.
#[derive(Default)]
pub(super) struct AccountExposure {
    /// The most.
    pub(super) attempts: u64,
    /// Questions that its subjects may still be asked.
    pub(super) open: u64,
    /// Answers that may wait for the disk.
    unstored: u64,
    pub(super) subjects: Vec<String>,
}

impl ExposureModel {
    /// Returns the accounts, in the order of exposures.
    pub(super) fn accounts(&self) -> &[AccountExposure] {
        &self.accounts
    }

    /// Returns these exposures, bounded by the rest of a budget.
    pub fn within(&self, exposures: &[Exposure], left: Budget) -> Exposures {
        let tariff = |subject: &str| self.terms.get(subject).map(|one| one.tariff.clone());
        let exposures = Exposures::new(exposures.to_vec());
        exposures.within(left, |subject| tariff(subject).unwrap_or(Tariff::Unknown))
    }

    /// Returns all exposures without a budget, each attempt with the longest prompt.
    pub fn exposures(&self, longest: &Prompt) -> Vec<Exposure> {
        let most = |subject: &String| {
            let terms = self.terms.get(subject)?;
            let counted = terms.counter.count(&longest.messages);
            Some((subject.clone(), terms.most(counted, self.max_tokens)))
        };
        let exposure = |account: &AccountExposure| Exposure {
            attempts: account.attempts,
            each: account.subjects.iter().filter_map(most).collect(),
        };
        self.accounts.iter().map(exposure).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_cost::Price;
    use peirast_record::Message;

    #[test]
    fn every_account_may_have_as_many_in_flight() {
        let prompt = Arc::new(Prompt::new("q", "baseline", vec![Message::user("Is this sound?")]));
        let prompts = [(prompt.key(), Arc::clone(&prompt))].into();
        let price = Price::given(1.0, 10.0, "given").expect("a price");
        let tariff = Tariff::Priced(Box::new(price));
        let asked = |name, account, width, open| {
            let tariff = tariff.clone();
            SubjectExposure { name, endpoint: account, account, width, tariff, open }
        };
        let subjects = vec![
            asked("openai:a", "one", None, 9),
            asked("openai:b", "one", None, 9),
            asked("openai:c", "two", None, 9),
            asked("openai:d", "three", Some(1), 9),
            asked("sim:logic", "here", None, 9),
            // Never more than the open questions of all subjects of an account together.
            asked("openai:e", "four", None, 2),
            asked("openai:f", "four", None, 1),
            asked("openai:g", "five", None, 0),
        ];
        let request = ExposureRequest {
            prompts: &prompts,
            longest: Some(&prompt),
            subjects,
            max_tokens: Some(100),
            concurrency: 4,
        };
        let exposures = request.model(request.terms()).exposures(&prompt);
        let attempts: Vec<u64> = exposures.iter().map(|exposure| exposure.attempts).collect();
        assert_eq!(attempts, [3, 4, 1, 4], "four, one, three, two; simulated ones are free");
        assert_eq!(exposures[1].each.len(), 2, "any of its subjects");
        let asked = |tariff| {
            let (name, endpoint, account) = ("local:a", "one", "one");
            let one = SubjectExposure { name, endpoint, account, width: None, tariff, open: 9999 };
            let (subjects, max_tokens) = (vec![one], None);
            let request = ExposureRequest {
                prompts: &prompts,
                longest: Some(&prompt),
                subjects,
                max_tokens,
                concurrency: 1000,
            };
            request.model(request.terms()).exposures(&prompt)[0].attempts
        };
        assert_eq!(asked(Tariff::Free("one's own".to_owned())), 1744, "with what is not stored");
        assert_eq!((asked(Tariff::Unknown), asked(tariff)), (1000, 1000));
        assert!(exposures[1].tokens() > 400, "100 tokens of answers each, and their prompts");
    }
}
