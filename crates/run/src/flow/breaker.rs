//! A circuit breaker: leaves a server alone that answers nothing, and tries it now and then.

use std::time::Duration;
use tokio::time::Instant;

/// Failed attempts in a row, at least, that open the circuit.
const FAILURES: u32 = 5;
/// So many, at most, break among others that are in flight before it opens.
const BESIDE: usize = 32;
/// The first wait before a probe; it doubles with each probe that fails.
const FIRST_WAIT: Duration = Duration::from_secs(1);
/// The longest wait before a probe, unless the server asks for more.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// How long a probe is waited for at least before another is made beside it.
const PROBE_HANGS: Duration = Duration::from_secs(10);
/// How long to hope for a server that has not answered once: whoever started it wants to know.
const PATIENCE_AT_FIRST: Duration = Duration::from_secs(30);
/// How long to hope for a server that was there: it may be starting again.
const PATIENCE: Duration = Duration::from_secs(15 * 60);
/// How long to wait for a limit: one by the day is over after a day.
const PATIENCE_WITH_LIMITS: Duration = Duration::from_secs(24 * 60 * 60);

/// Whether an account may be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Circuit {
    /// It may.
    Closed,
    /// Not before this moment.
    Open(Instant),
    /// One attempt may be made, and is not under way.
    Probe,
    /// One attempt is under way, and the others wait for it; but not for longer than this.
    Probing(Instant),
}

/// What a failure did to the circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trip {
    /// Nothing.
    None,
    /// It opened, or stays open, for this long.
    Opened(Duration),
    /// There is no more hope: so many attempts failed in this time.
    Hopeless { attempts: u32, over: Duration },
}

/// By what an attempt failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A limit refused it.
    Limit,
    /// The server refused it, having too much to do.
    Busy,
    /// The server took it, and did not answer in time.
    Late,
    /// Nobody took it.
    Absent,
    /// Anything else.
    Broken,
}

impl Fault {
    /// Whether the server refused, and so is there and could answer.
    fn is_refusal(self) -> bool {
        matches!(self, Self::Limit | Self::Busy)
    }

    /// Whether it shows that the server is there.
    fn shows_server(self) -> bool {
        self.is_refusal() || self == Self::Late
    }
}

/// Where an attempt that ended stood among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flight {
    /// Its number.
    pub(crate) number: u64,
    /// The number of the next attempt.
    pub(crate) next: u64,
    /// Attempts still in flight.
    pub(crate) out: usize,
}

/// A circuit breaker for one account.
///
/// The circuit opens when nothing but failures came for a while: at least five, one of them of an
/// attempt that was made after the first had failed, so that requests in flight that fail together do
/// not open it. Of attempts that the server took, more have to fail than others are in flight from before, up
/// to 32, since those may be served. Refusals open it only when nothing is left of those, and as many attempts
/// that were made later were refused as are in flight.
/// Whoever refuses is there: for a server that is not, hope ends sooner.
#[derive(Clone, Debug)]
pub(crate) struct Breaker {
    state: State,
    streak: Option<Streak>,
    /// Whether there ever was an answer.
    answered: bool,
    /// Whether the server ever was there: it answered, refused, or took a request.
    there: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Closed,
    Open {
        until: Instant,
        wait: Duration,
    },
    /// The next probe may be made at `until` if this one hangs: the next may be of another question or model.
    Probing {
        number: u64,
        until: Option<Instant>,
        wait: Duration,
    },
}

/// Failures since the last answer.
#[derive(Clone, Copy, Debug)]
struct Streak {
    since: Instant,
    /// The number of the next attempt when the first of them failed.
    next: u64,
    /// Attempts from before then that did not end yet.
    before: usize,
    /// Failures of attempts from then on.
    after: u32,
    /// Refusals by a limit, and by a server that has too much to do.
    limited: u32,
    busy: u32,
    /// Other failures, those of them where nobody was there, and since when there is nothing but those.
    broken: u32,
    absent: u32,
    broken_since: Option<Instant>,
}

impl Streak {
    /// One that begins with the end of this attempt, which is not counted yet.
    fn new(flight: Flight, now: Instant) -> Self {
        Self {
            since: now,
            next: flight.next,
            before: flight.out + 1,
            after: 0,
            limited: 0,
            busy: 0,
            broken: 0,
            absent: 0,
            broken_since: None,
        }
    }

    /// An attempt failed by this fault.
    fn note(&mut self, number: u64, fault: Fault, now: Instant) {
        let add = |count: &mut u32, one: bool| *count = count.saturating_add(u32::from(one));
        add(&mut self.after, number >= self.next);
        add(&mut self.limited, fault == Fault::Limit);
        add(&mut self.busy, fault == Fault::Busy);
        add(&mut self.broken, !fault.is_refusal());
        add(&mut self.absent, fault == Fault::Absent);
        let broken_since = self.broken_since.or(Some(now));
        self.broken_since = broken_since.filter(|_| !fault.is_refusal());
    }

    fn failures(&self) -> u32 {
        self.limited.saturating_add(self.busy).saturating_add(self.broken)
    }

    /// Whether there is more to it than requests that failed together, or by chance while so many others are in flight.
    fn is_long(&self, out: usize) -> bool {
        let nobody_served = self.before == 0 && self.failures() >= FAILURES;
        let most_break = self.broken >= FAILURES && self.broken as usize > self.before.min(BESIDE);
        let nobody_there = self.absent >= FAILURES;
        let is_over = nobody_served && self.after as usize >= out;
        self.after > 0 && (is_over || most_break || nobody_there)
    }
}

impl Breaker {
    /// A closed circuit.
    pub(crate) fn new() -> Self {
        Self { state: State::Closed, streak: None, answered: false, there: false }
    }

    /// A closed circuit to a server that `answered` before, or at least `refused`.
    pub(crate) fn to_one_known(answered: bool, refused: bool) -> Self {
        Self { answered, there: answered || refused, ..Self::new() }
    }

    /// Whether the account may be asked.
    pub(crate) fn circuit(&self, now: Instant) -> Circuit {
        match self.state {
            State::Closed => Circuit::Closed,
            State::Open { until, .. } if now < until => Circuit::Open(until),
            State::Open { .. } => Circuit::Probe,
            State::Probing { until: Some(until), .. } if now < until => Circuit::Probing(until),
            State::Probing { .. } => Circuit::Probe,
        }
    }

    /// An attempt goes out. With an open circuit it is the probe; tells whether.
    pub(crate) fn sent(&mut self, number: u64, now: Instant) -> bool {
        let wait = match self.state {
            State::Closed => return false,
            State::Open { wait, .. } => wait,
            State::Probing { wait, .. } => (wait * 2).min(LONGEST_WAIT),
        };
        let until = now.checked_add(wait.max(PROBE_HANGS));
        self.state = State::Probing { number, until, wait };
        true
    }

    /// Whether this attempt is the probe.
    pub(crate) fn is_probe(&self, number: u64) -> bool {
        matches!(self.state, State::Probing { number: probe, .. } if probe == number)
    }

    /// An attempt was abandoned. If it was the probe, another may be made.
    pub(crate) fn abandoned(&mut self, number: u64, now: Instant) {
        self.left(number);
        if let State::Probing { number: probe, wait, .. } = self.state
            && probe == number
        {
            self.state = State::Open { until: now, wait };
        }
    }

    /// An attempt was answered; tells whether that closed the circuit.
    pub(crate) fn answered(&mut self) -> bool {
        (self.answered, self.there) = (true, true);
        self.streak = None;
        let was_open = self.state != State::Closed;
        self.state = State::Closed;
        was_open
    }

    /// An attempt failed by this fault; with a wish of the server to be left alone for `asked`.
    pub(crate) fn failed(
        &mut self,
        flight: Flight,
        fault: Fault,
        asked: Option<Duration>,
        now: Instant,
    ) -> Trip {
        let Flight { number, out, .. } = flight;
        self.streak.get_or_insert_with(|| Streak::new(flight, now)).note(number, fault, now);
        self.there |= fault.shows_server();
        self.left(number);
        let Some(streak) = self.streak else { return Trip::None };
        let wait = match self.state {
            State::Closed if streak.is_long(out) => FIRST_WAIT,
            State::Probing { number: probe, wait, .. } if probe == number => {
                (wait * 2).min(LONGEST_WAIT)
            }
            // One that was in flight when the circuit opened says nothing new.
            _ => return Trip::None,
        };
        let over = now.saturating_duration_since(streak.since);
        if self.is_hopeless(streak, now) {
            return Trip::Hopeless { attempts: streak.failures(), over };
        }
        let pause = wait.max(asked.unwrap_or_default());
        self.state = State::Open { until: now + pause, wait };
        Trip::Opened(pause)
    }

    /// An attempt is no longer in flight.
    fn left(&mut self, number: u64) {
        if let Some(streak) = self.streak.as_mut().filter(|streak| number < streak.next) {
            streak.before = streak.before.saturating_sub(1);
        }
    }

    /// Failures since the last answer.
    pub(crate) fn failures(&self) -> u32 {
        self.streak.map_or(0, |streak| streak.failures())
    }

    /// Whether so many failed since the last answer, before this attempt which was made later, that it would be open if
    /// older ones were not in flight.
    pub(crate) fn is_row(&self, number: u64) -> bool {
        let streak = self.streak.filter(|streak| number >= streak.next && streak.before > 0);
        streak.is_some_and(|streak| streak.failures() >= FAILURES)
    }

    /// Since when nothing is answered.
    pub(crate) fn failing_since(&self) -> Option<Instant> {
        self.streak.map(|streak| streak.since)
    }

    /// How many of them were refusals, if the latest was one and so were most.
    pub(crate) fn refusals(&self) -> Option<u32> {
        let streak = self.streak.filter(|streak| streak.broken_since.is_none())?;
        let refused = streak.failures() - streak.broken;
        (refused > streak.broken).then_some(refused)
    }

    fn is_hopeless(&self, streak: Streak, now: Instant) -> bool {
        let over = |since: Instant| now.saturating_duration_since(since);
        // Whoever says from the start that it is busy, and nothing else, may be starting.
        let is_starting = !self.answered && streak.limited == 0;
        let patience = if is_starting { PATIENCE } else { PATIENCE_WITH_LIMITS };
        let if_broken = if self.there { PATIENCE } else { PATIENCE_AT_FIRST };
        over(streak.since) >= patience
            || streak.broken_since.is_some_and(|since| over(since) >= if_broken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A breaker whose attempts are made and fail one after the other.
    struct Row {
        breaker: Breaker,
        number: u64,
        now: Instant,
        fault: Fault,
    }

    impl Row {
        fn new(limit: bool) -> Self {
            let fault = if limit { Fault::Limit } else { Fault::Broken };
            Self { breaker: Breaker::new(), number: 0, now: Instant::now(), fault }
        }

        fn send(&mut self) -> u64 {
            self.breaker.sent(self.number, self.now);
            self.number += 1;
            self.number - 1
        }

        fn fail(&mut self) -> Trip {
            let number = self.send();
            let flight = Flight { number, next: self.number, out: 0 };
            self.breaker.failed(flight, self.fault, None, self.now)
        }

        /// Waits until a probe may be made, and lets it fail.
        fn probe(&mut self) -> Trip {
            if let Circuit::Open(until) = self.breaker.circuit(self.now) {
                self.now = until;
            }
            assert_eq!(self.breaker.circuit(self.now), Circuit::Probe);
            self.fail()
        }

        fn waits(&mut self) -> (Vec<u64>, Duration) {
            let begun = self.now;
            let mut waits = Vec::new();
            loop {
                let trip = if waits.is_empty() { self.fail() } else { self.probe() };
                match trip {
                    Trip::None => {}
                    Trip::Opened(wait) => waits.push(wait.as_secs()),
                    Trip::Hopeless { over, .. } => {
                        assert_eq!(over, self.now - begun);
                        return (waits, over);
                    }
                }
            }
        }
    }

    #[test]
    fn a_server_that_never_answered_is_given_half_a_minute() {
        assert_eq!(Row::new(false).waits(), (vec![1, 2, 4, 8, 16], Duration::from_secs(31)));
    }

    #[test]
    fn a_server_that_was_there_is_given_a_quarter_of_an_hour() {
        let mut row = Row::new(false);
        row.send();
        assert!(!row.breaker.answered());
        let (waits, over) = row.waits();
        assert_eq!(waits[..8], [1, 2, 4, 8, 16, 32, 60, 60]);
        assert!(over >= PATIENCE && over < PATIENCE + LONGEST_WAIT, "{over:?}");
    }

    #[test]
    fn a_limit_is_waited_out_for_a_day() {
        let (waits, over) = Row::new(true).waits();
        assert!(waits.len() > 1000 && over >= PATIENCE_WITH_LIMITS, "{over:?}");
    }

    fn flight(number: u64, next: u64, out: usize) -> Flight {
        Flight { number, next, out }
    }

    #[test]
    fn requests_that_fail_together_do_not_open_it() {
        let now = Instant::now();
        let mut breaker = Breaker::new();
        for number in 0..99 {
            let flight = flight(number, 100, 99 - number as usize);
            assert_eq!(breaker.failed(flight, Fault::Broken, None, now), Trip::None);
        }
        let next = breaker.failed(flight(100, 101, 1), Fault::Broken, None, now);
        assert_eq!(next, Trip::Opened(FIRST_WAIT), "what is asked then fails as well");
    }

    #[test]
    fn refusals_do_not_open_it_while_anything_may_be_served() {
        let now = Instant::now();
        let mut breaker = Breaker::new();
        for number in 100..150 {
            // A hundred older attempts are in flight all the while.
            assert_eq!(
                breaker.failed(flight(number, number + 1, 100), Fault::Limit, None, now),
                Trip::None
            );
        }
        for number in 0..99 {
            assert_eq!(breaker.failed(flight(number, 150, 0), Fault::Limit, None, now), Trip::None);
        }
        let last = breaker.failed(flight(99, 150, 0), Fault::Limit, None, now);
        assert_eq!(last, Trip::Opened(FIRST_WAIT));
    }

    #[test]
    fn the_end_of_a_wave_of_answers_does_not_open_it() {
        let now = Instant::now();
        let mut breaker = Breaker::new();
        // The last six of a wave of 64 are refused, and then the first of the next.
        let wave = (58..64).map(|number| flight(number, 64, 63 - number as usize));
        for flight in wave.chain([flight(64, 128, 63)]) {
            assert_eq!(breaker.failed(flight, Fault::Limit, None, now), Trip::None);
        }
    }

    #[test]
    fn as_many_as_may_be_served_have_to_break() {
        let now = Instant::now();
        let mut breaker = Breaker::new();
        // Forty older attempts are in flight all the while.
        let mut fail =
            |number| breaker.failed(flight(number, number + 1, 40), Fault::Broken, None, now);
        assert!((100..132).all(|number| fail(number) == Trip::None));
        assert_eq!(fail(132), Trip::Opened(FIRST_WAIT));
    }

    #[test]
    fn one_probe_at_a_time_and_an_answer_closes_it() {
        let mut row = Row::new(false);
        while row.fail() == Trip::None {}
        assert!(matches!(row.breaker.circuit(row.now), Circuit::Open(_)));
        row.now += FIRST_WAIT;
        assert_eq!(row.breaker.circuit(row.now), Circuit::Probe);
        let probe = row.send();
        assert!(matches!(row.breaker.circuit(row.now), Circuit::Probing(_)));
        let old = row.breaker.failed(flight(0, 9, 1), Fault::Broken, None, row.now);
        assert_eq!(old, Trip::None, "an old one");
        assert!(matches!(row.breaker.circuit(row.now), Circuit::Probing(_)));
        row.breaker.abandoned(probe, row.now);
        assert_eq!(row.breaker.circuit(row.now), Circuit::Probe);
        row.send();
        assert!(row.breaker.answered());
        assert_eq!(row.breaker.circuit(row.now), Circuit::Closed);
    }

    #[test]
    fn beside_a_probe_that_hangs_others_are_made_more_and_more_seldom() {
        let mut row = Row::new(false);
        while row.fail() == Trip::None {}
        row.now += FIRST_WAIT;
        row.send();
        let mut waits = Vec::new();
        for _ in 0..8 {
            let Circuit::Probing(until) = row.breaker.circuit(row.now) else { panic!("no probe") };
            waits.push((until - row.now).as_secs());
            row.now = until;
            assert_eq!(row.breaker.circuit(row.now), Circuit::Probe);
            row.send();
        }
        assert_eq!(waits, [10, 10, 10, 10, 16, 32, 60, 60]);
        assert!(row.breaker.answered());
    }

    #[test]
    fn a_probe_waits_as_long_as_the_server_asks() {
        let mut row = Row::new(true);
        while row.fail() == Trip::None {}
        row.now += FIRST_WAIT;
        let probe = row.send();
        let asked = Some(Duration::from_secs(200));
        let trip = row.breaker.failed(flight(probe, row.number, 0), Fault::Limit, asked, row.now);
        assert_eq!(trip, Trip::Opened(Duration::from_secs(200)));
    }
}
