//! The outlook of a run: what is still to be asked, and what it will cost.

use super::{Past, Prices};
use peirast_cost::{
    Announced, Counted, Counter, Encoding, Experience, Forecast, Group, Spending, Tariff, Terms,
    count_all, forecast,
};
use peirast_record::{Key, Prompt, Trial};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The token counts of prompts, by the encodings that their subjects need.
pub struct Counts(BTreeMap<Encoding, BTreeMap<Key, Counted>>);

impl Counts {
    /// Counts every prompt once for each encoding, on all cores.
    pub fn of<'a>(
        prompts: &BTreeMap<Key, Arc<Prompt>>,
        subjects: impl Iterator<Item = &'a str>,
    ) -> Self {
        let live = subjects.filter(|subject| !peirast_cost::is_simulated(subject));
        let encodings: BTreeSet<Encoding> =
            live.map(|subject| Counter::of(subject).encoding()).collect();
        let texts: Vec<&Arc<Prompt>> = prompts.values().collect();
        let counted = |encoding: Encoding| {
            let counts = count_all(encoding, &texts);
            (encoding, prompts.keys().cloned().zip(counts).collect())
        };
        Self(encodings.into_iter().map(counted).collect())
    }

    /// What was counted of a prompt.
    pub fn get(&self, counter: Counter, prompt: &Key) -> Option<Counted> {
        self.0.get(&counter.encoding())?.get(prompt).copied()
    }
}

/// What a subject is asked, and what is known of it.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    /// The subject.
    pub subject: &'a str,
    /// Where it answers.
    pub endpoint: &'a str,
    /// Its trials.
    pub trials: &'a [Trial],
    /// What votes call for besides.
    pub called: &'a [Trial],
    /// How many answers votes called for that are there.
    pub voted: u64,
    /// How many more votes may call for.
    pub more: u64,
    /// How many answers would be taken over from other directories.
    pub taken_over: u64,
    /// What is in batches under way: nobody else asks it.
    pub handed_in: Option<&'a BTreeSet<Key>>,
}

impl<'a> Seen<'a> {
    /// A subject that is asked this, and nothing by votes.
    pub fn new(subject: &'a str, endpoint: &'a str, trials: &'a [Trial]) -> Self {
        let (called, handed_in): (&[Trial], _) = (&[], None);
        Self { subject, endpoint, trials, called, voted: 0, more: 0, taken_over: 0, handed_in }
    }
}

/// What one subject is still to be asked, and what that will cost.
pub struct Outlook {
    /// The subject.
    pub subject: String,
    /// Where it answers.
    pub endpoint: String,
    /// Its trials, and those that votes called for so far.
    pub trials: u64,
    /// Those that are answered, here or where answers would be taken over from.
    pub answered: u64,
    /// Those of them that would be taken over.
    pub taken_over: u64,
    /// Those that are in batches under way; they are not among the questions of the forecast.
    pub handed_in: u64,
    /// What its answers so far cost.
    pub spent: Spending,
    /// What its tokens cost.
    pub tariff: Tariff,
    /// What the others will cost.
    pub forecast: Forecast,
    /// Its trials without those that votes called for.
    first: u64,
    /// What its answers have taught.
    experience: Experience,
}

impl Outlook {
    /// The outlook of a subject, of whose trials some are answered.
    pub fn new(
        seen: &Seen<'_>,
        answered: &dyn Fn(&Key) -> bool,
        past: Option<&Past>,
        counts: &Counts,
        prices: &Prices,
    ) -> Self {
        let tariff = prices.tariff(seen.subject, seen.endpoint);
        let counter = Counter::of(seen.subject).at(seen.endpoint);
        let mut groups: BTreeMap<(&str, Option<u32>), Counted> = BTreeMap::new();
        let (mut whole, mut done, mut handed_in) = (Counted::default(), 0, 0);
        for trial in seen.trials.iter().chain(seen.called) {
            let counted = counts.get(counter, &trial.prompt);
            let counted = counted.unwrap_or(Counted { prompts: 1, ..Counted::default() });
            whole = whole.plus(counted);
            if answered(&trial.key) {
                done += 1;
                continue;
            }
            if seen.handed_in.is_some_and(|keys| keys.contains(&trial.key)) {
                handed_in += 1;
                continue;
            }
            let group = (trial.protocol.as_str(), trial.sampling.max_tokens);
            let sum = groups.entry(group).or_default();
            *sum = sum.plus(counted);
        }
        let groups: Vec<Group> = groups
            .into_iter()
            .map(|((protocol, max_tokens), counted)| Group {
                protocol: protocol.to_owned(),
                counted,
                max_tokens,
            })
            .collect();
        let none = Experience::default();
        let experience = past.map_or(&none, |past| &past.experience);
        Self {
            subject: seen.subject.to_owned(),
            endpoint: seen.endpoint.to_owned(),
            trials: (seen.trials.len() + seen.called.len()) as u64 + seen.voted,
            answered: done + seen.voted,
            taken_over: seen.taken_over,
            handed_in,
            first: seen.trials.len() as u64,
            spent: past.map_or_else(Spending::nothing, |past| past.spent),
            forecast: forecast(counter, experience, &tariff, &groups, whole, seen.more),
            tariff,
            experience: experience.clone(),
        }
    }

    /// On which terms it would be asked; none of a simulated subject.
    pub fn terms(&self) -> Option<Terms> {
        let terms = Terms::new(&self.subject, self.tariff.clone()).at(&self.endpoint);
        let is_live = !peirast_cost::is_simulated(&self.subject);
        is_live.then(|| Terms { experience: self.experience.clone(), ..terms })
    }

    /// What is announced of it.
    pub fn announced(&self, prices: &Prices) -> Announced {
        Announced::new(prices.today().to_string(), self.first, &self.spent, &self.forecast)
    }
}
