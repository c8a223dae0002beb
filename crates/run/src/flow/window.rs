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
//! quickly again, once, and then in larger steps than else until it closes twice at about the same width.

use super::chance::Chance;
use super::cohort::{Cohort, Share};
use super::episode::Episode;
use super::round::Round;
use super::sign::Sign;

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
/// So many refusals more may be by chance in a round, where any are or may be.
const BESIDES: f64 = 2.0;
/// A used round opens the window by one, and by one more for so many.
const STEP_PER: usize = 50;
/// The same where a share is known to be refused by chance, so that what closed it may have been that.
const BOLD_STEP_PER: usize = 8;
/// What it took twice is alike if the one is at most so many times the other.
const ALIKE: f64 = 1.25;
/// So many rounds are waited for what calm ones show of chance.
const DOUBT: u32 = 4;
/// Rounds at what the server took before more is tried.
const REST: u32 = 8;
/// As far as this share of what a server took, refusals are not for the limit's sake.
const CALM: f64 = 0.95;

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
    /// The latest episode, also once it is over: more of its attempts may end later.
    episode: Option<Episode>,
    /// What the server took when it last refused more, and for how many rounds to be content with it.
    rest: Option<(usize, u32)>,
    /// Whether to be content with it for longer.
    content: bool,
    /// Whether it does not open.
    still: bool,
    /// Rounds in which it stayed, to see whether refusals are by chance.
    doubted: u32,
    /// Answers since the last episode began.
    answers: usize,
    chance: Chance,
}

/// What a window knows of its server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    limit: usize,
    sill: usize,
    by_chance: f64,
}

impl Known {
    /// Whether one may be in flight at a time.
    pub(crate) fn is_narrowest(self) -> bool {
        self.limit == 1
    }

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
            doubted: 0,
            answers: 0,
            chance: Chance::default(),
        }
    }

    /// So many questions are to be asked, of which none was yet.
    pub(crate) fn anticipate(&mut self, questions: usize) {
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
        self.episode.is_some_and(|episode| !episode.is_over && episode.has(number))
    }

    /// The server asks for a wait, and gets it.
    pub(crate) fn waits(&mut self) {
        self.episode.iter_mut().for_each(|episode| episode.waits = true);
    }

    /// An attempt goes out, with which `held` slots are taken; gives its number.
    pub(crate) fn sent(&mut self, held: usize) -> u64 {
        self.out += 1;
        self.next += 1;
        self.round.sent(held, self.out, self.limit);
        self.next - 1
    }

    /// An attempt ended; tells whether the window closed because of it.
    pub(crate) fn ended(&mut self, number: u64, sign: Sign) -> bool {
        let out = self.out;
        self.out = out.saturating_sub(1);
        let after = self.next.saturating_sub(number);
        match sign {
            Sign::Answered => {
                self.chance.answered(after);
                self.answered(number);
                false
            }
            Sign::Refused => {
                self.chance.refused(after);
                self.refused(number, sign, out)
            }
            Sign::Late => self.refused(number, sign, out),
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
        (self.episode, self.rest) = (None, None);
        self.chance.forget();
        self.begin_round(false);
    }

    /// Allows for a share that is refused however little is asked, and opens again.
    pub(crate) fn allow(&mut self, share: f64) {
        self.chance.find(share);
        self.reopen();
    }

    /// What is known of the server now.
    pub(crate) fn known(&self) -> Known {
        Known { limit: self.limit, sill: self.sill, by_chance: self.chance.found() }
    }

    /// Goes back to what was known once, since what was refused later says nothing of what the server bears.
    pub(crate) fn go_back_to(&mut self, known: Known) {
        self.reopen();
        (self.limit, self.sill) = (known.limit, known.sill);
        self.chance.find(known.by_chance);
        self.still = false;
    }

    /// Begins anew after the server was away: what it bore is not asked of it at once.
    pub(crate) fn restart(&mut self) {
        self.sill = self.sill.max(self.limit);
        self.limit = self.limit.min(START);
        self.episode.iter_mut().for_each(Episode::let_go);
        self.begin_round(false);
    }

    fn answered(&mut self, number: u64) {
        self.answers += 1;
        // Was there no room before this one ended?
        let full = self.out + 1 >= self.limit;
        match &mut self.episode {
            Some(episode) if episode.has(number) => return episode.answered(),
            // The first answer to what was asked since.
            Some(episode) if !episode.is_over => {
                episode.is_over = true;
                let episode = *episode;
                return self.opens_after(episode, full);
            }
            _ => {}
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
        // A few calm rounds more show whether refusals are by chance.
        if self.is_calm() && self.chance.is_in_doubt() && self.doubted < DOUBT {
            self.doubted += 1;
            return;
        }
        let bold = self.chance.is_shown() && !self.is_found();
        let step_per = if bold { BOLD_STEP_PER } else { STEP_PER };
        let wider = (self.limit + 1 + self.limit / step_per).min(self.most);
        self.limit = match self.rest {
            Some((taken, rounds)) if !self.chance.is_telling() && wider > taken => {
                let left = if self.content { rounds } else { rounds - 1 };
                self.rest = (left > 0).then_some((taken, left));
                taken.max(self.limit)
            }
            _ => wider,
        };
    }

    /// An episode is over.
    fn opens_after(&mut self, episode: Episode, full: bool) {
        let cohort = if self.chance.is_sooner() { self.round_so_far() } else { episode.cohort };
        self.listen(self.chance.share_of(cohort));
        if episode.is_by_time() {
            self.limit = self.limit.max(episode.from);
        }
        if episode.was_away() {
            self.sill = self.sill.max(episode.from);
        }
        self.rest = Some((episode.taken.max(self.limit), REST));
        self.begin_round(full);
    }

    /// Takes note of how much is refused. Once it is shown that some is by chance, it may have been the only cause of all.
    fn listen(&mut self, share: Share) {
        if self.chance.listen(share) {
            (self.sill, self.rest) = (self.most, None);
        }
    }

    /// What came of the requests of this round so far.
    fn round_so_far(&self) -> Cohort {
        self.round.so_far(self.next, self.is_calm())
    }

    /// Whether less is asked than what the server took when it last refused more.
    fn is_calm(&self) -> bool {
        self.episode.is_some_and(|last| self.limit as f64 <= CALM * last.taken as f64)
    }

    /// Whether the server took about as much twice, and would not take much more.
    fn is_found(&self) -> bool {
        let near = |last: Episode| self.limit as f64 <= ALIKE * last.taken as f64;
        self.episode.is_some_and(|last| last.took_alike(ALIKE) && near(last))
    }

    /// How many may be refused of a round of so many, without closing.
    fn allowed(&self, of: f64) -> f64 {
        // Where some are refused by chance, one or two in a small round say nothing.
        let besides = if self.chance.is_any() || self.is_calm() { BESIDES } else { 0.0 };
        of * (REFUSED + self.chance.allowed()) + besides
    }

    fn refused(&mut self, number: u64, sign: Sign, out: usize) -> bool {
        if let Some(episode) = self.episode.as_mut().filter(|episode| episode.has(number)) {
            episode.lost(sign != Sign::Late);
            let episode = *episode;
            // What was learnt when it was over still holds: it may open quickly.
            let sill = (episode.is_over && self.limit < self.sill).then_some(self.sill);
            self.close(episode);
            self.sill = sill.unwrap_or(self.sill);
            return false;
        }
        self.round.lost(sign);
        let of = self.limit.min(self.round.widest).max(1) as f64;
        if self.round.strain() <= self.allowed(of) {
            return false;
        }
        self.begin_episode(out);
        true
    }

    fn begin_episode(&mut self, out: usize) {
        let mut cohort = self.round_so_far();
        if self.chance.is_sooner() {
            self.listen(self.chance.share_of(cohort));
        } else if let Some(before) = self.episode.filter(|before| !before.is_over) {
            cohort = cohort.and(before.cohort);
        }
        let in_flight = out.saturating_sub(1);
        let episode = Episode {
            end: self.next,
            taken: self.round.taken(in_flight).min(self.limit),
            in_flight,
            took_before: self.episode.and_then(Episode::took_before_next),
            floor: self.floor(),
            from: self.limit,
            answers: std::mem::take(&mut self.answers),
            cohort,
            is_broken: self.round.is_broken(),
            waits: false,
            is_over: false,
        };
        self.episode = Some(episode);
        self.close(episode);
        self.begin_round(false);
        self.round.begin = self.next;
    }

    /// One episode does not close the window further than this: to half of what was in flight; or of what there is room
    /// for, if that was not used yet, since few in flight say little.
    fn floor(&self) -> usize {
        let flight = if self.round.used { self.limit.min(self.round.most) } else { self.limit };
        // What it was before a leap may be a third of what it is, and half of that one is too many.
        let leapt = self.leaps > 0 && self.limit > START;
        if leapt { flight / (2 * LEAP) } else { flight / 2 }
    }

    fn close(&mut self, episode: Episode) {
        self.limit = self.limit.min(episode.kept());
        (self.sill, self.leaps, self.doubted) = (self.limit, 0, 0);
    }

    fn begin_round(&mut self, used: bool) {
        self.round = Round::new(self.next, self.out, used);
    }
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
            window.anticipate(questions);
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
        window.anticipate(20_000);
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
    fn old_refusals_do_not_take_back_that_it_opens_quickly() {
        let mut window = Window::new(256);
        let wave = |window: &mut Window, refused: usize, last: usize| {
            let round = fill(window);
            all(window, &round[..refused], Sign::Refused);
            let end = round.len() - last;
            all(window, &round[refused..end], Sign::Answered);
            round[end..].to_vec()
        };
        // Three of a calm round are refused, and of the next more than that allows.
        wave(&mut window, 32, 0);
        wave(&mut window, 3, 0);
        let old = wave(&mut window, 8, 2);
        let round = fill(&mut window);
        all(&mut window, &round[..1], Sign::Answered);
        assert!(window.chance.is_shown(), "an eighth or so is refused whatever is asked");
        all(&mut window, &old, Sign::Refused);
        let limit = window.limit();
        all(&mut window, &round[1..], Sign::Answered);
        let round = fill(&mut window);
        all(&mut window, &round, Sign::Answered);
        assert!(window.limit() > limit + limit / 2, "{} after {limit}", window.limit());
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
