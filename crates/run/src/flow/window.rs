//! A window: how many attempts may be in flight, found by trying.
//!
//! It opens quickly (each answer lets one more in, so that it doubles in the time of an answer) until
//! the server refuses, and with very many questions to come more quickly still at first, since what is refused
//! meanwhile is a small part of them. Then it opens slowly (a little per round) as long as it is used to the full. A round is
//! what was in flight when the last one ended. When a server refuses more than a twentieth of a round,
//! the window closes to a little less than the server did take, once: refusals of what was in flight
//! at that moment belong to the same episode. It opens again to what the server took, stays there for
//! some rounds, and then tries whether there is more.
//!
//! A few refusals among many answers are noise, and do not close it. Some servers refuse a share of
//! all requests whatever is asked of them; that share shows in rounds of less than the server did take, and is
//! allowed for. When it is known, it may have been the only cause of all that was refused, so the window opens
//! quickly again, once.

use super::cohort::{Cohort, Share};

/// Attempts in flight at first: what an ordinary key of any vendor bears, and few doublings away from
/// a thousand.
pub(crate) const START: usize = 64;
/// So many times as many questions as attempts at first: if all of those are refused, it is a small part.
const QUESTIONS_PER_FIRST: usize = 80;
/// Of all that may be in flight at most, one in so many is at first, however many questions are to come.
const FIRST_OF_MOST: usize = 4;
/// How many times as wide it becomes in the time of an answer as long as that is true of what may be refused then.
const LEAP: usize = 3;
/// The share of a round that may be refused before the window closes.
const REFUSED: f64 = 0.05;
/// What an attempt counts that was too late or whose connection broke, in refusals: either can happen by itself.
const UNCLEAR: f64 = 0.2;
/// Of what a server took when it refused more, this share is asked of it next.
const KEPT: f64 = 0.95;
/// A used round opens the window by one, and by one more for so many.
const STEP_PER: usize = 50;
/// Rounds at what the server took before more is tried.
const REST: u32 = 8;
/// As far as this share of what a server took, refusals are not for the limit's sake.
const CALM: f64 = 0.95;
/// Requests in calm rounds that say as much of the share that is refused as was known before.
const NOISE_MEMORY: f64 = 32.0;
/// The largest share that is noise. A server that refuses more has a limit that no window reaches.
const MOST_NOISE: f64 = 0.6;
/// From this share on, refusals tell little of what a server takes.
const NOISY: f64 = 0.01;
/// A server that asks for a wait, took nothing of what was in flight, and answered so many times as much before has a limit
/// by time.
const BEFORE: usize = 4;
/// How much of a mean the latest makes up.
const LATEST: f64 = 1.0 / 8.0;
/// So many refusals in calm rounds show that a server refuses a share of all requests.
const SHOWN: usize = 6;

/// What the end of an attempt says of how much its server can bear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// It answered.
    Answered,
    /// It refused, because of a limit or because it has too much to do.
    Refused,
    /// It did not answer in time.
    Late,
    /// It ended the connection.
    Broken,
    /// Nothing.
    None,
}

/// How many attempts may be in flight.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    limit: usize,
    most: usize,
    /// Below this it opens quickly.
    sill: usize,
    /// Below this it does so in leaps.
    leaps: usize,
    /// The number of the next attempt.
    next: u64,
    /// Attempts out.
    out: usize,
    round: Round,
    episode: Option<Episode>,
    /// What the server took when it last refused more, and for how many rounds to be content with it.
    rest: Option<(usize, u32)>,
    /// Whether to be content with it for longer.
    content: bool,
    /// Whether it does not open.
    still: bool,
    /// What the server took when it last refused more.
    took: Option<usize>,
    /// Answers since the last episode began.
    answers: usize,
    /// The share of requests that is refused whatever is asked.
    noise: f64,
    /// Refusals in calm rounds, until they are enough to open again.
    calm_refusals: usize,
    /// How many requests are sent between a request and its answer, and between one and its refusal, on average.
    answered_after: Option<f64>,
    refused_after: Option<f64>,
    /// That share where it was found by asking one at a time, and more and more slowly.
    by_chance: f64,
}

/// What a window knows of its server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    limit: usize,
    sill: usize,
    by_chance: f64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Round {
    /// Its first attempt.
    begin: u64,
    /// The first attempt after this round: its answer ends it.
    end: u64,
    /// Whether there was no room for more.
    used: bool,
    /// The most that were held.
    widest: usize,
    answered: usize,
    refused: usize,
    late: usize,
    broken: usize,
}

/// What was in flight when the window closed.
#[derive(Clone, Copy, Debug)]
struct Episode {
    /// The first attempt after it.
    end: u64,
    /// Attempts that the server seems to have taken.
    taken: usize,
    /// One episode does not close the window further than this.
    floor: usize,
    /// The limit when it began, and how many answers came since the one before.
    from: usize,
    answers: usize,
    /// Of the requests of the round that it closed: those that ended.
    cohort: Cohort,
    /// Whether it closed for broken connections alone.
    is_broken: bool,
    /// Whether the server asks for a wait.
    waits: bool,
}

impl Known {
    /// Whether fewer may be in flight than by the other.
    pub(crate) fn is_narrower(self, other: Self) -> bool {
        self.limit < other.limit
    }
}

impl Window {
    /// A window that opens to `most` at most.
    pub(crate) fn new(most: usize) -> Self {
        let most = most.max(1);
        Self {
            limit: START.min(most),
            most,
            sill: most,
            leaps: 0,
            next: 0,
            out: 0,
            round: Round::default(),
            episode: None,
            rest: None,
            content: false,
            still: false,
            took: None,
            answers: 0,
            noise: 0.0,
            calm_refusals: 0,
            answered_after: None,
            refused_after: None,
            by_chance: 0.0,
        }
    }

    /// So many questions are to be asked, of which none was yet.
    pub(crate) fn expect(&mut self, questions: usize) {
        let first = questions / QUESTIONS_PER_FIRST;
        self.leaps = LEAP * first;
        self.limit = self.limit.max(first.min(self.most / FIRST_OF_MOST));
    }

    /// A window that is open and stays so, as long as it is told of nothing but answers.
    pub(crate) fn fixed(most: usize) -> Self {
        let most = most.max(1);
        Self { limit: most, ..Self::new(most) }
    }

    /// How many may be in flight now.
    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// Attempts that went out and did not end.
    pub(crate) fn out(&self) -> usize {
        self.out
    }

    /// The number that the next attempt will have.
    pub(crate) fn next(&self) -> u64 {
        self.next
    }

    /// Whether the refusal of the attempt with this number belongs to an episode.
    pub(crate) fn is_episode(&self, number: u64) -> bool {
        self.episode.is_some_and(|episode| number < episode.end)
    }

    /// The server asks for a wait, and gets it.
    pub(crate) fn waits(&mut self) {
        self.episode.iter_mut().for_each(|episode| episode.waits = true);
    }

    /// An attempt goes out, with which `held` slots are taken; gives its number.
    pub(crate) fn sent(&mut self, held: usize) -> u64 {
        self.out += 1;
        self.next += 1;
        self.round.used |= held >= self.limit;
        self.round.widest = self.round.widest.max(held);
        self.next - 1
    }

    /// An attempt ended; tells whether the window closed because of it.
    pub(crate) fn ended(&mut self, number: u64, sign: Sign) -> bool {
        let out = self.out;
        self.out = out.saturating_sub(1);
        let after = self.next.saturating_sub(number) as f64;
        match sign {
            Sign::Answered => note(&mut self.answered_after, after),
            Sign::Refused => note(&mut self.refused_after, after),
            Sign::Late | Sign::Broken | Sign::None => {}
        }
        match sign {
            Sign::Answered => {
                self.answered(number);
                false
            }
            Sign::Refused | Sign::Late => self.refused(number, sign, out),
            // Where others are answered it may have too much to do; else it is not there.
            Sign::Broken if self.round.answered > 0 || self.is_episode(number) => {
                self.refused(number, sign, out)
            }
            Sign::Broken | Sign::None => false,
        }
    }

    /// Whether to try for no more than the server took when it last refused.
    pub(crate) fn be_content(&mut self, content: bool) {
        self.content = content;
    }

    /// Whether not to open, however much it is used.
    pub(crate) fn be_still(&mut self, still: bool) {
        self.still = still;
    }

    /// Begins with so many at most, and opens quickly from there.
    pub(crate) fn narrow_to(&mut self, limit: usize) {
        self.limit = self.limit.min(limit.max(1));
    }

    /// Forgets what refusals seemed to say, as at the beginning.
    pub(crate) fn begin_anew(&mut self) {
        self.limit = self.limit.max(START.min(self.most));
        self.reopen();
    }

    /// Forgets what refusals seemed to say, since something else was meant: it opens quickly to its bound.
    fn reopen(&mut self) {
        self.sill = self.most;
        (self.episode, self.rest, self.took, self.noise) = (None, None, None, 0.0);
        self.calm_refusals = 0;
        self.begin_round(false);
    }

    /// Allows for a share that is refused however little is asked, and opens again.
    pub(crate) fn allow(&mut self, share: f64) {
        self.by_chance = share;
        self.reopen();
    }

    /// What is known of the server now.
    pub(crate) fn known(&self) -> Known {
        Known { limit: self.limit, sill: self.sill, by_chance: self.by_chance }
    }

    /// Goes back to what was known once, since what was refused later says nothing of what the server bears.
    pub(crate) fn go_back_to(&mut self, known: Known) {
        self.reopen();
        Known { limit: self.limit, sill: self.sill, by_chance: self.by_chance } = known;
        self.still = false;
    }

    /// Begins anew after the server was away: what it bore is not asked of it at once.
    pub(crate) fn restart(&mut self) {
        self.sill = self.sill.max(self.limit);
        self.limit = self.limit.min(START);
        self.episode = None;
        self.begin_round(false);
    }

    fn answered(&mut self, number: u64) {
        self.answers += 1;
        // Was there no room before this one ended?
        let full = self.out + 1 >= self.limit;
        if let Some(episode) = &mut self.episode {
            if number < episode.end {
                episode.cohort.answered += 1;
            } else {
                // The first answer to what was asked since: the episode is over.
                let episode = *episode;
                self.episode = None;
                self.listen(match self.is_sooner() {
                    true => self.round_so_far().all(),
                    false => episode.cohort.ended(),
                });
                if episode.waits && episode.taken == 0 && episode.answers >= BEFORE * episode.from {
                    self.limit = self.limit.max(episode.from);
                }
                if episode.is_broken && episode.taken == 0 {
                    // It was away, which says nothing of what it bears.
                    self.sill = self.sill.max(episode.from);
                }
                self.rest = Some((episode.taken.max(self.limit), REST));
                self.begin_round(full);
            }
            return;
        }
        self.round.answered += 1;
        let quick = self.limit < self.sill;
        if quick && self.round.used && !self.still {
            let step = if self.limit < self.leaps { LEAP - 1 } else { 1 };
            self.limit = (self.limit + step).min(self.most);
        }
        if number >= self.round.end {
            self.listen(self.round_so_far().ended());
            if !quick && self.round.used && !self.still {
                self.open();
            }
            self.begin_round(full);
        }
    }

    /// Opens the window a little.
    fn open(&mut self) {
        let wider = (self.limit + 1 + self.limit / STEP_PER).min(self.most);
        self.limit = match self.rest {
            Some((taken, rounds)) if self.noise < NOISY && wider > taken => {
                let left = if self.content { rounds } else { rounds - 1 };
                self.rest = (left > 0).then_some((taken, left));
                taken.max(self.limit)
            }
            _ => wider,
        };
    }

    /// Takes note of how much is refused of requests that ask for less than what the server took.
    fn listen(&mut self, share: Share) {
        if !share.calm || share.requests == 0 || share.value() > MOST_NOISE {
            return;
        }
        let requests = share.requests as f64;
        self.noise += (share.value() - self.noise) * requests / (requests + NOISE_MEMORY);
        let before = self.calm_refusals;
        self.calm_refusals += share.refused;
        if before < SHOWN && self.calm_refusals >= SHOWN && self.noise >= NOISY {
            (self.sill, self.rest) = (self.most, None);
        }
    }

    /// Whether refusals come sooner than answers.
    fn is_sooner(&self) -> bool {
        let of = self.refused_after.zip(self.answered_after);
        of.is_none_or(|(refused, answered)| refused < answered / 2.0)
    }

    /// What came of the requests of this round so far.
    fn round_so_far(&self) -> Cohort {
        let Round { answered, begin, .. } = self.round;
        let refused = self.round.refused + self.round.broken;
        Cohort { answered, refused, sent: self.next.saturating_sub(begin), calm: self.is_calm() }
    }

    /// Whether less is asked than what the server took when it last refused more.
    fn is_calm(&self) -> bool {
        self.took.is_some_and(|took| self.limit as f64 <= CALM * took as f64)
    }

    /// What may be refused of a round of so many, without closing: that many are refused for each that is answered.
    fn allowed(&self, of: f64) -> f64 {
        let chance = self.noise.max(self.by_chance);
        // Where some are refused by chance, one in a small round says nothing.
        let calm = self.is_calm();
        let besides = if chance >= NOISY || calm { 1.0 } else { 0.0 };
        of * (REFUSED + 2.0 * chance / (1.0 - chance)) + besides
    }

    fn refused(&mut self, number: u64, sign: Sign, out: usize) -> bool {
        if let Some(episode) = self.episode.as_mut().filter(|episode| number < episode.end) {
            episode.taken = episode.taken.saturating_sub(1);
            episode.cohort.refused += usize::from(sign != Sign::Late);
            let episode = *episode;
            self.took = Some(episode.taken);
            self.close(episode);
            return false;
        }
        match sign {
            Sign::Late => self.round.late += 1,
            Sign::Broken => self.round.broken += 1,
            _ => self.round.refused += 1,
        }
        let of = self.limit.min(self.round.widest).max(1) as f64;
        let unclear = self.round.late + self.round.broken;
        let strain = self.round.refused as f64 + unclear as f64 * UNCLEAR;
        if strain <= self.allowed(of) {
            return false;
        }
        self.begin_episode(out);
        true
    }

    fn begin_episode(&mut self, out: usize) {
        let mut cohort = self.round_so_far();
        if self.is_sooner() {
            self.listen(cohort.all());
        } else if let Some(before) = self.episode {
            cohort = cohort.and(before.cohort);
        }
        let (end, taken) = (self.next, out.saturating_sub(1).min(self.limit));
        let (from, answers) = (self.limit, std::mem::take(&mut self.answers));
        // What it was before a leap may be a third of what it is, and half of that one is too many.
        let leapt = self.leaps > 0 && from > START;
        let floor = if leapt { from / (2 * LEAP) } else { from / 2 };
        let is_broken = self.round.refused + self.round.late == 0;
        let episode = Episode { end, taken, floor, from, answers, cohort, is_broken, waits: false };
        (self.episode, self.took) = (Some(episode), Some(taken));
        self.close(episode);
        self.begin_round(false);
        self.round.begin = self.next;
    }

    fn close(&mut self, episode: Episode) {
        let kept = (episode.taken as f64 * KEPT) as usize;
        self.limit = self.limit.min(kept.max(episode.floor).max(1));
        (self.sill, self.leaps) = (self.limit, 0);
    }

    fn begin_round(&mut self, used: bool) {
        let begin = self.next.saturating_sub(self.out as u64);
        self.round = Round { begin, end: self.next, used, widest: self.out, ..Round::default() };
    }
}

/// Takes the latest into a mean.
fn note(mean: &mut Option<f64>, latest: f64) {
    *mean = Some(mean.map_or(latest, |mean| mean + (latest - mean) * LATEST));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Sends until there is no room; gives the numbers.
    fn fill(window: &mut Window) -> Vec<u64> {
        let mut numbers = Vec::new();
        while window.out() < window.limit() {
            let held = window.out() + 1;
            numbers.push(window.sent(held));
        }
        numbers
    }

    fn all(window: &mut Window, numbers: &[u64], sign: Sign) -> usize {
        numbers.iter().filter(|number| window.ended(**number, sign)).count()
    }

    #[test]
    fn it_doubles_in_the_time_of_an_answer() {
        let mut window = Window::new(1000);
        let mut limits = Vec::new();
        for _ in 0..5 {
            let round = fill(&mut window);
            limits.push(round.len());
            all(&mut window, &round, Sign::Answered);
        }
        assert_eq!(limits, [64, 128, 256, 512, 1000]);
    }

    #[test]
    fn with_very_many_questions_to_come_it_opens_in_leaps() {
        let limits = |questions: usize, most: usize| {
            let mut window = Window::new(most);
            window.expect(questions);
            let mut limits = Vec::new();
            while limits.last() != Some(&most) {
                let round = fill(&mut window);
                limits.push(round.len());
                all(&mut window, &round, Sign::Answered);
            }
            limits
        };
        assert_eq!(limits(20_000, 1000), [250, 750, 1000]);
        assert_eq!(limits(20_000, 256), [64, 192, 256]);
        assert_eq!(limits(10_000, 1000), [125, 375, 750, 1000]);
        assert_eq!(limits(2_000, 1000), [64, 134, 268, 536, 1000]);
        assert_eq!(limits(1_000_000, 40), [40]);
    }

    #[test]
    fn it_leaps_no_more_when_something_was_refused() {
        let mut window = Window::new(1000);
        window.expect(20_000);
        let round = fill(&mut window);
        all(&mut window, &round[100..], Sign::Refused);
        all(&mut window, &round[..100], Sign::Answered);
        assert!(window.limit() <= 125, "{}", window.limit());
        window.restart();
        let mut last = window.limit();
        for _ in 0..4 {
            let round = fill(&mut window);
            all(&mut window, &round, Sign::Answered);
            assert!(window.limit() <= 2 * last, "{} after {last}", window.limit());
            last = window.limit();
        }
    }

    #[test]
    fn it_does_not_open_unless_it_is_used() {
        let mut window = Window::new(1000);
        for _ in 0..1000 {
            let number = window.sent(1);
            window.ended(number, Sign::Answered);
        }
        assert_eq!(window.limit(), START);
    }

    #[test]
    fn refusals_in_flight_together_are_one_episode() {
        let mut window = Window::new(1000);
        let round = fill(&mut window);
        all(&mut window, &round, Sign::Answered);
        let round = fill(&mut window);
        assert_eq!(round.len(), 128);
        // It takes a hundred of them.
        assert_eq!(all(&mut window, &round[100..], Sign::Refused), 1, "it closes once");
        assert_eq!(window.limit(), 95);
        all(&mut window, &round[..100], Sign::Answered);
        assert_eq!(window.limit(), 95, "answers from before do not open it");
        let mut limits = Vec::new();
        for _ in 0..16 {
            let round = fill(&mut window);
            all(&mut window, &round, Sign::Answered);
            limits.push(window.limit());
        }
        let resting = limits.iter().filter(|limit| **limit == 100).count();
        assert!(resting >= REST as usize && limits.last() > Some(&100), "{limits:?}");
    }

    #[test]
    fn one_episode_halves_it_at_most() {
        let mut window = Window::new(64);
        let mut limits = Vec::new();
        for _ in 0..8 {
            let round = fill(&mut window);
            all(&mut window, &round, Sign::Refused);
            limits.push(window.limit());
        }
        assert_eq!(limits, [32, 16, 8, 4, 2, 1, 1, 1]);
    }

    #[test]
    fn a_few_refusals_and_fewer_hangs_are_noise() {
        let mut window = Window::new(64);
        let round = fill(&mut window);
        assert_eq!(all(&mut window, &round[..3], Sign::Refused), 0);
        all(&mut window, &round[3..], Sign::Answered);
        let round = fill(&mut window);
        assert_eq!(all(&mut window, &round[..16], Sign::Late), 0);
        assert_eq!(window.limit(), 64);
        assert_eq!(all(&mut window, &round[16..17], Sign::Late), 1, "more than a quarter");
        assert!(window.limit() < 64);
    }

    #[test]
    fn after_an_outage_it_opens_quickly_to_where_it_was() {
        let mut window = Window::new(1000);
        for _ in 0..4 {
            let round = fill(&mut window);
            all(&mut window, &round, Sign::Answered);
        }
        window.restart();
        assert_eq!(window.limit(), START);
        let round = fill(&mut window);
        all(&mut window, &round, Sign::Answered);
        assert_eq!(window.limit(), 2 * START);
    }

    proptest! {
        #[test]
        fn it_stays_in_its_bounds(most in 1_usize..300, signs in prop::collection::vec(0_u8..8, 0..3000)) {
            let mut window = Window::new(most);
            let mut out = Vec::new();
            for (turn, sign) in signs.iter().enumerate() {
                out.extend(fill(&mut window));
                let number = out.swap_remove(turn % out.len());
                let sign = match sign {
                    0 => Sign::Refused,
                    1 => Sign::Late,
                    2 => Sign::None,
                    _ => Sign::Answered,
                };
                window.ended(number, sign);
                prop_assert!((1..=most).contains(&window.limit()));
                prop_assert_eq!(window.out(), out.len());
            }
        }
    }
}
