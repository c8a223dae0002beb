//! Forecasts: the announced costs, the methods behind them, and the actual costs.

use jiff::civil::date;
use peirast_cost::{
    Amount, AnnouncedCost, Announcement, Budget, BudgetLedger, Counter, Ending, Experience,
    Exposure, Exposures, Forecast, Grant, Group, Kind, Price, PriceTable, Spending, Tariff, Terms,
    TokenCount, Tokens, Usd, forecast,
};
use peirast_record::{ErrorKind, Message, Prompt, Sampling, Trial, Usage};

const EXACT: &str = "openai:gpt-4o";
const OPENAI: &str = "https://api.openai.com/v1";
const CLAUDE: &str = "anthropic/claude-3-haiku-20240307";
const ANTHROPIC: &str = "https://api.anthropic.com/v1";

fn tariff(subject: &str, endpoint: &str) -> Tariff {
    PriceTable::built_in().tariff(subject, endpoint, date(2026, 11, 22))
}

#[allow(clippy::needless_update, reason = "providers report more than this")]
fn usage(input: u64, output: u64) -> Usage {
    Usage { input_tokens: Some(input), output_tokens: Some(output), ..Usage::default() }
}

/// A hundred prompts of 96 tokens of text.
const HUNDRED: TokenCount = TokenCount { text: 9600, messages: 100, prompts: 100 };

fn group(max_tokens: Option<u32>) -> Group {
    Group { protocol: "baseline".to_owned(), counted: HUNDRED, max_tokens }
}

fn of(subject: &str, endpoint: &str, seen: &Experience, limit: Option<u32>, more: u64) -> Forecast {
    forecast(
        Counter::for_subject(subject),
        seen,
        &tariff(subject, endpoint),
        &[group(limit)],
        HUNDRED,
        more,
    )
}

#[test]
fn an_exact_count_with_a_limit_is_bounded_from_above() {
    let forecast = of(EXACT, OPENAI, &Experience::default(), Some(100), 0);
    assert_eq!(forecast.input.kind, Kind::Exact);
    assert_eq!((forecast.input.tokens, forecast.input.high), (10_300, 10_300));
    assert_eq!((forecast.output.expected, forecast.output.most), (10_000, 10_000));
    let cost = forecast.cost.expect("a price");
    assert_eq!(cost.most.to_string(), "0.13 USD");
    assert_eq!(forecast.batch.expect("batches").most, cost.most.share(0.5));
    assert!(forecast.is_limited);
    assert_eq!(forecast.output_from, 0);
    let cited = forecast.price.expect("a row").to_string();
    assert!(cited.starts_with("2.5 / 10 USD per million tokens (https://"), "{cited}");
    assert!(cited.contains("looked up 2026-11-22"), "{cited}");
}

#[test]
fn without_a_limit_the_bound_is_said_to_be_an_assumption() {
    let forecast = of(EXACT, OPENAI, &Experience::default(), None, 0);
    assert_eq!((forecast.output.expected, forecast.output.most), (50_000, 409_600));
    assert!(!forecast.is_limited);
}

#[test]
fn votes_may_call_for_more() {
    let forecast = of(EXACT, OPENAI, &Experience::default(), Some(100), 50);
    assert_eq!((forecast.questions.expected, forecast.questions.most), (100, 150));
    assert_eq!((forecast.output.expected, forecast.output.most), (10_000, 15_000));
    let cost = forecast.cost.expect("a price");
    assert_eq!(cost.most, cost.expected.share(1.5));
}

#[test]
fn answers_correct_an_estimate() {
    let (counter, mut seen) = (Counter::for_subject(CLAUDE), Experience::default());
    let before = of(CLAUDE, ANTHROPIC, &seen, Some(100), 0);
    assert!(matches!(before.input.kind, Kind::Estimated { error } if error == 0.25));
    assert!(before.input.low < before.input.tokens && before.input.tokens < before.input.high);
    let one = TokenCount { text: 96, messages: 1, prompts: 1 };
    for reported in 0..40 {
        seen.add(counter, Some(one), "baseline", None, usage(108 + reported % 5, 20 + reported));
    }
    let after = of(CLAUDE, ANTHROPIC, &seen, Some(100), 0);
    let Kind::Calibrated { ratio } = after.input.kind else { panic!("{:?}", after.input) };
    assert_eq!(ratio.n, 40);
    assert!((after.input.tokens as f64 - 11_000.0).abs() < 100.0, "{:?}", after.input);
    assert!(after.input.high - after.input.low < (before.input.high - before.input.low) / 5);
    assert_eq!((after.output.expected, after.output_from), (3950, 40));
    assert_eq!(after.output.most, 10_000);
    assert!(seen.most_input(counter, one) >= 112);
}

#[test]
fn what_is_announced_at_most_covers_what_is_set_aside_for_each_question() {
    let (subject, endpoint) = ("openai:q", "http://localhost:8611/v1");
    let tariff = Price::given(2.0, 8.0, "given").map(|price| Tariff::Priced(Box::new(price)));
    let mut terms = Terms::new(subject, tariff.expect("a price")).at(endpoint);
    let prompt = |words: usize| terms.counter.count(&[Message::user("word ".repeat(words))]);
    let prompts: Vec<TokenCount> = (1..80).map(prompt).collect();
    // Without answers, and with some that took more tokens than expected.
    for reported in [None, Some(900)] {
        if let Some(input) = reported {
            terms.experience.add(
                terms.counter,
                Some(prompts[9]),
                "baseline",
                None,
                usage(input, 5),
            );
        }
        for some in [&prompts[..1], &prompts[..2], &prompts[..]] {
            let counted = some.iter().fold(TokenCount::default(), |sum, one| sum.plus(*one));
            let group = Group { protocol: "baseline".to_owned(), counted, max_tokens: Some(100) };
            let seen = &terms.experience;
            let told = forecast(terms.counter, seen, &terms.tariff, &[group], counted, 0);
            let aside: Usd =
                some.iter().map(|one| terms.tariff.amount(terms.most(*one, Some(100))).usd).sum();
            let most = told.cost.expect("a cost").most;
            assert!(aside <= most, "{aside} of {} beyond {most}", some.len());
            assert!(most.dollars() < 1.03 * aside.dollars(), "{aside} of {most}");
        }
    }
}

#[test]
fn a_count_that_answers_contradict_is_no_longer_called_exact() {
    let (counter, mut seen) = (Counter::for_subject(EXACT), Experience::default());
    let one = TokenCount { text: 96, messages: 1, prompts: 1 };
    (0..25).for_each(|_| seen.add(counter, Some(one), "baseline", None, usage(103, 1)));
    assert_eq!(of(EXACT, OPENAI, &seen, None, 0).input.kind, Kind::Exact);
    seen.add(counter, Some(one), "baseline", None, usage(110, 1));
    assert!(matches!(of(EXACT, OPENAI, &seen, None, 0).input.kind, Kind::Calibrated { .. }));
}

#[test]
fn a_protocol_with_few_answers_is_taken_for_its_subject() {
    let (counter, mut seen) = (Counter::for_subject(EXACT), Experience::default());
    (0..30).for_each(|_| seen.add(counter, None, "zs-cot", None, usage(9, 200)));
    (0..9).for_each(|_| seen.add(counter, None, "baseline", None, usage(9, 5)));
    assert!(seen.length("baseline", 100, None).expected.mean > 100.0);
    seen.add(counter, None, "baseline", None, usage(9, 5));
    assert_eq!(seen.length("baseline", 100, None).expected.mean, 5.0);
    assert_eq!(seen.length("zs-cot", 100, Some(50)).expected.mean, 50.0, "no more than its limit");
    assert_eq!(seen.length("other", 1, None).most, 4096);
}

#[test]
fn what_has_no_price_is_not_free() {
    let forecast = of("openai:nobody", "https://example.org/v1", &Experience::default(), None, 0);
    assert!(forecast.cost.is_none() && forecast.batch.is_none() && forecast.free.is_none());
    let free = of("openai:llama", "http://localhost:1/v1", &Experience::default(), None, 0);
    assert_eq!(free.cost.map(|cost| cost.most), Some(Usd::ZERO));
    assert!(free.free.is_some());
}

#[test]
fn spending_keeps_apart_what_was_not_reported() {
    let tariff = tariff(EXACT, OPENAI);
    let mut spent = Spending::nothing();
    spent.add(&tariff, usage(1000, 100));
    spent.add(&tariff, Usage { output_tokens: None, ..usage(5, 0) });
    assert_eq!((spent.answers, spent.unreported), (2, 1));
    assert_eq!(spent.cost.map(|cost| cost.to_string()).as_deref(), Some("0.00350 USD"));
    spent.add(&Tariff::Unknown, usage(1, 1));
    assert_eq!((spent.cost, spent.tokens.input), (None, 1001), "a sum with an unknown is unknown");
}

#[test]
fn an_announcement_stays_until_there_are_other_questions() {
    let rest = of(EXACT, OPENAI, &Experience::default(), Some(100), 0);
    let day = |day: &str| AnnouncedCost::new(day.to_owned(), 100, &Spending::nothing(), &rest);
    let mut announcement = Announcement::default();
    announcement.announce(EXACT, day("2026-11-22"));
    announcement.announce(EXACT, day("2026-11-23"));
    assert_eq!(announcement.get(EXACT).map(|one| one.day.as_str()), Some("2026-11-22"));

    let mut before = Spending::nothing();
    before.add(&tariff(EXACT, OPENAI), usage(1_000_000, 0));
    let later = AnnouncedCost::new("2026-11-24".to_owned(), 101, &before, &rest);
    assert_eq!(later.questions, 101);
    assert_eq!(later.cost.map(|cost| cost.expected.to_string()).as_deref(), Some("2.63 USD"));
    announcement.announce(EXACT, later);
    assert_eq!(announcement.get(EXACT).map(|one| one.day.as_str()), Some("2026-11-24"));
    let json = serde_json::to_string(&announcement).expect("JSON");
    let back: Announcement = serde_json::from_str(&json).expect("an announcement");
    assert_eq!(back, announcement);
}

#[test]
fn announcements_of_directories_add_up_in_any_order() {
    let told = |counted: TokenCount, price: f64, day: &str| {
        let price = Price::given(price, 10.0, "given by --price-input").expect("a price");
        let tariff = Tariff::Priced(Box::new(price));
        let group = Group { protocol: "baseline".to_owned(), counted, max_tokens: Some(100) };
        let (counter, seen) = (Counter::for_subject(EXACT), Experience::default());
        let rest = forecast(counter, &seen, &tariff, &[group], counted, 0);
        let announced =
            AnnouncedCost::new(day.into(), counted.prompts, &Spending::nothing(), &rest);
        let mut announcement = Announcement::default();
        announcement.announce(EXACT, announced);
        announcement
    };
    let small = TokenCount { text: 96, messages: 1, prompts: 1 };
    let (one, two) = (told(HUNDRED, 1.0, "2026-11-22"), told(small, 2.0, "2026-11-21"));
    let merged = |all: &[&Announcement]| {
        let mut sum = Announcement::default();
        all.iter().for_each(|one| sum.merge((*one).clone()));
        sum
    };
    let both = merged(&[&one, &two]);
    assert_eq!(both, merged(&[&two, &one]));
    assert_eq!(both, merged(&[&one, &both, &two, &one]), "again and again");
    let sum = both.get(EXACT).expect("an announcement");
    assert_eq!((sum.questions, sum.day.as_str()), (101, "2026-11-21"));
    assert_eq!(sum.price.as_ref().map(|price| price.input), Some(2.0), "the dearer price");
    let each = |of: &Announcement| of.get(EXACT).and_then(|one| one.cost).expect("a cost").most;
    assert_eq!(each(&both), each(&one) + each(&two));
    assert_eq!(merged(&[&one, &one]), one, "the same questions count once");
    let json = serde_json::to_string(&both).expect("JSON");
    assert_eq!(serde_json::from_str::<Announcement>(&json).expect("an announcement"), both);
}

#[test]
fn a_count_is_exact_only_at_its_makers_hosts() {
    let one = TokenCount { text: 96, messages: 1, prompts: 1 };
    for endpoint in [OPENAI, "https://eu.api.openai.com/v1", "https://lab.openai.azure.com/openai"]
    {
        assert!(Counter::for_subject(EXACT).at(endpoint).is_exact(), "{endpoint}");
    }
    for endpoint in ["http://localhost:8000/v1", "https://api.openai.com.example.org/v1", ""] {
        let counter = Counter::for_subject(EXACT).at(endpoint);
        let mut seen = Experience::default();
        assert!(matches!(seen.kind(counter), Kind::Estimated { error } if error > 0.1));
        assert!(seen.most_input(counter, one) > 130, "{endpoint}");
        // One answer shows that the margin is too small.
        seen.add(counter, Some(one), "baseline", None, usage(200, 1));
        assert!(seen.most_input(counter, one) >= 200, "{endpoint}");
    }
}

#[test]
fn a_limit_that_answers_go_beyond_bounds_nothing() {
    let (counter, mut seen) = (Counter::for_subject(EXACT), Experience::default());
    (0..20).for_each(|_| seen.add(counter, None, "baseline", Some(100), usage(9, 100)));
    assert_eq!((seen.beyond(), seen.most_output(Some(100))), (None, 100));
    (0..20).for_each(|_| seen.add(counter, None, "baseline", Some(100), usage(9, 6000)));
    assert_eq!((seen.beyond(), seen.most_output(Some(100))), (Some(6000), 12_000));
    let length = seen.length("baseline", 100, Some(100));
    assert!(length.expected.mean > 3000.0 && !length.is_limited, "{length:?}");
    assert_eq!(length.most, 12_000);
}

#[test]
fn what_costs_more_than_its_bound_raises_those_in_flight() {
    let mut budget_ledger = BudgetLedger::new(Budget { usd: Usd::new(1.0), tokens: None });
    budget_ledger.serve(EXACT, Terms::new(EXACT, tariff(EXACT, OPENAI)));
    let asked = ["Is this sound?", "Is that sound?", "Why is it?"];
    let asked = asked.map(|text| trial(EXACT, OPENAI, text, Some(100)));
    for (prompt, trial) in &asked[..2] {
        assert_eq!(budget_ledger.admit(trial, prompt), Grant::Granted);
    }
    let before = budget_ledger.balance().reserved.usd;
    budget_ledger.settle(&asked[0].1, usage(11, 6000));
    let after = budget_ledger.balance().reserved.usd;
    assert!(before < Usd::new(0.01).expect("it") && after > Usd::new(0.1).expect("it"), "{after}");
    assert_eq!(budget_ledger.beyond().collect::<Vec<_>>(), [(EXACT, 6000)]);
    let (prompt, last) = &asked[2];
    assert_eq!(
        budget_ledger.admit(last, prompt),
        Grant::Granted,
        "there is room, by what is known now"
    );
}

fn trial(subject: &str, endpoint: &str, text: &str, limit: Option<u32>) -> (Prompt, Trial) {
    let prompt = Prompt::new("q1", "baseline", vec![Message::user(text)]);
    let sampling = Sampling { max_tokens: limit, ..Sampling::default() };
    let trial = Trial::new(&prompt, subject, endpoint, &sampling, 0);
    (prompt, trial)
}

#[test]
fn a_purser_counts_every_attempt() {
    let mut budget_ledger = BudgetLedger::new(Budget { usd: Usd::new(0.01), tokens: None });
    budget_ledger.serve(EXACT, Terms::new(EXACT, tariff(EXACT, OPENAI)));
    let (prompt, trial) = trial(EXACT, OPENAI, "Is this sound?", Some(400));
    // 11 tokens and some slack at 2.5, 400 at 10 dollars per million: a little over 0.004.
    assert_eq!(budget_ledger.admit(&trial, &prompt), Grant::Granted);
    budget_ledger.release(&trial, Ending::Failed(ErrorKind::RateLimit, Some(429)));
    assert!(budget_ledger.balance().spent().usd.is_zero(), "what is refused is not charged");
    assert_eq!(budget_ledger.admit(&trial, &prompt), Grant::Granted);
    budget_ledger.release(&trial, Ending::Failed(ErrorKind::Timeout, None));
    assert_eq!(budget_ledger.admit(&trial, &prompt), Grant::Granted);
    budget_ledger.settle(&trial, usage(11, 100));
    let balance = budget_ledger.balance();
    assert_eq!(balance.settled.usd.to_string(), "0.00103 USD");
    assert_eq!(balance.uncertain.usd.to_string(), "0.00407 USD");
    assert!(balance.reserved.usd.is_zero());
    assert_eq!(budget_ledger.admit(&trial, &prompt), Grant::Granted);
    budget_ledger.settle(&trial, usage(11, 400));
    assert!(matches!(budget_ledger.admit(&trial, &prompt), Grant::Refused(_)));
}

#[test]
fn without_a_budget_a_purser_adds_up() {
    let mut budget_ledger = BudgetLedger::new(Budget::default());
    budget_ledger.serve(EXACT, Terms::new(EXACT, tariff(EXACT, OPENAI)));
    let (prompt, trial) = trial(EXACT, OPENAI, "Is this sound?", None);
    for _ in 0..3 {
        assert_eq!(budget_ledger.admit(&trial, &prompt), Grant::Granted);
        budget_ledger.settle(&trial, usage(1000, 0));
    }
    budget_ledger.release(&trial, Ending::Failed(ErrorKind::Timeout, None));
    assert_eq!(budget_ledger.balance().settled.usd.to_string(), "0.00750 USD");
    assert_eq!(budget_ledger.balance().settled.tokens, 3000);
}

#[test]
fn what_is_free_takes_tokens_and_no_money() {
    let (subject, endpoint) = ("openai:llama", "http://localhost:1/v1");
    let (prompt, trial) = trial(subject, endpoint, "Is this sound?", Some(100));
    let budget_ledger = |budget| {
        let mut budget_ledger = BudgetLedger::new(budget);
        budget_ledger.serve(subject, Terms::new(subject, tariff(subject, endpoint)));
        budget_ledger
    };
    let mut in_dollars = budget_ledger(Budget { usd: Usd::new(0.0), tokens: None });
    assert_eq!(in_dollars.admit(&trial, &prompt), Grant::Granted);
    in_dollars.settle(&trial, Usage::default());
    assert!(in_dollars.balance().spent().usd.is_zero());

    let mut in_tokens = budget_ledger(Budget { usd: None, tokens: Some(200) });
    assert_eq!(in_tokens.admit(&trial, &prompt), Grant::Granted);
    in_tokens.settle(&trial, usage(11, 90));
    assert_eq!(in_tokens.balance().settled.tokens, 101);
    assert!(matches!(in_tokens.admit(&trial, &prompt), Grant::Refused(_)), "99 are left");
}

#[test]
fn a_report_of_no_tokens_is_none() {
    let mut budget_ledger = BudgetLedger::new(Budget { usd: Usd::new(0.01), tokens: None });
    budget_ledger.serve(EXACT, Terms::new(EXACT, tariff(EXACT, OPENAI)));
    let (prompt, trial) = trial(EXACT, OPENAI, "Is this sound?", Some(400));
    for _ in 0..2 {
        assert_eq!(budget_ledger.admit(&trial, &prompt), Grant::Granted);
        budget_ledger.settle(&trial, usage(0, 0));
    }
    let balance = budget_ledger.balance();
    assert!(balance.settled.usd.is_zero() && balance.uncertain.usd > Usd::new(0.008).expect("it"));
    assert!(matches!(budget_ledger.admit(&trial, &prompt), Grant::Refused(_)), "the bounds count");

    let (counter, mut seen) = (Counter::for_subject(CLAUDE), Experience::default());
    let one = TokenCount { text: 96, messages: 1, prompts: 1 };
    (0..40).for_each(|_| seen.add(counter, Some(one), "baseline", None, usage(0, 0)));
    assert_eq!(seen.length("", 1, None).expected.n, 0, "and it teaches nothing");
    assert!(matches!(seen.kind(counter), Kind::Estimated { .. }));
    let mut spent = Spending::nothing();
    spent.add(&tariff(EXACT, OPENAI), usage(0, 0));
    assert_eq!((spent.answers, spent.unreported), (1, 1));
}

#[test]
fn what_was_given_up_under_way_is_told_in_tokens() {
    let mut budget_ledger = BudgetLedger::new(Budget::default());
    budget_ledger.serve(EXACT, Terms::new(EXACT, tariff(EXACT, OPENAI)));
    let asked = ["Is this sound?", "Is that sound?", "Why is it?", "How so?"];
    let asked = asked.map(|text| trial(EXACT, OPENAI, text, Some(400)));
    for (prompt, trial) in &asked {
        assert_eq!(budget_ledger.admit(trial, prompt), Grant::Granted, "there is no budget");
    }
    budget_ledger.settle(&asked[0].1, usage(11, 10));
    budget_ledger.release(&asked[1].1, Ending::Failed(ErrorKind::Timeout, None));
    budget_ledger.release(&asked[2].1, Ending::Abandoned);
    budget_ledger.drop_all();
    let abandoned = budget_ledger.abandoned();
    assert_eq!(abandoned.iter().map(|one| one.attempts).sum::<u64>(), 2, "{abandoned:?}");
    let most = |flight: &Exposure| flight.most(|_| tariff(EXACT, OPENAI)).map(|(_, most)| most);
    let worst: Usd = abandoned.iter().filter_map(most).map(|most| most.usd).sum();
    assert!(worst > Usd::new(0.008).expect("an amount"), "{worst}");
    let json = serde_json::to_string(&abandoned).expect("JSON");
    assert_eq!(serde_json::from_str::<Vec<Exposure>>(&json).expect("exposures"), abandoned);
}

#[test]
fn what_is_reported_in_part_counts_no_less_than_that() {
    let usage = |input_tokens, output_tokens| Usage {
        input_tokens,
        output_tokens: Some(output_tokens),
        ..Usage::default()
    };
    let tariff = Tariff::Priced(Box::new(Price::given(1.0, 2.0, "given").expect("a price")));
    let long = Amount { usd: Usd::new(0.006).expect("an amount"), tokens: 3000 };
    let ends: [fn(&mut BudgetLedger, &Trial, Usage); 2] = [
        |budget_ledger, trial, usage| budget_ledger.settle(trial, usage),
        |budget_ledger, trial, usage| budget_ledger.release(trial, Ending::Reported(usage)),
    ];
    for end in ends {
        for input in [None, Some(0), Some(500)] {
            // A report of both input and output is a count, unless the attempt failed.
            let mut budget_ledger = BudgetLedger::new(Budget::default());
            budget_ledger.serve(EXACT, Terms::new(EXACT, tariff.clone()));
            let (prompt, asked) = trial(EXACT, OPENAI, "Is this sound?", Some(100));
            assert_eq!(budget_ledger.admit(&asked, &prompt), Grant::Granted);
            end(&mut budget_ledger, &asked, usage(input, 3000));
            let spent = budget_ledger.balance().spent();
            assert!(spent.usd >= long.usd && spent.tokens >= long.tokens, "{input:?}: {spent:?}");
            // It exceeded its limit, so others may too, and the ledger reports it.
            assert_eq!(budget_ledger.beyond().collect::<Vec<_>>(), [(EXACT, 3000)], "{input:?}");
            assert_eq!(budget_ledger.left(), None, "more was set aside for others");
            let (prompt, next) = trial(EXACT, OPENAI, "Is that sound?", Some(100));
            let before = budget_ledger.balance().reserved;
            assert_eq!(budget_ledger.admit(&next, &prompt), Grant::Granted);
            assert!(budget_ledger.balance().reserved.tokens - before.tokens >= 6000, "{input:?}");
        }
    }
}

#[test]
fn a_budget_bounds_what_is_in_flight_as_long_as_prices_stay() {
    let price = |input, output| Price::given(input, output, "given").expect("a price");
    let tariff = |price: &Price| Tariff::Priced(Box::new(price.clone()));
    let (then, later) = (tariff(&price(1.0, 10.0)), tariff(&price(2.0, 10.0)));
    let flight = |attempts, subject: &str| {
        let each = [(subject.to_owned(), Tokens::new(500, 1000))].into();
        Exposure { attempts, each }
    };
    let whole = Exposures::new(vec![flight(100, "openai:a"), flight(300, "openai:b")]);
    let left = |usd, tokens| Budget { usd: Usd::new(usd).filter(|_| usd > 0.0), tokens };
    let sum = |exposures: &Exposures, tariff: &Tariff| {
        let most = exposures.most(|_| tariff.clone());
        most.into_iter().fold(Amount::default(), |sum, (.., most)| sum + most)
    };
    let usd = |usd| Usd::new(usd).expect("an amount");
    assert_eq!(sum(&whole, &then), Amount { usd: usd(4.2), tokens: 600_000 });
    // A budget with room for all attempts, or no budget, bounds nothing.
    for left in [left(4.2, Some(600_000)), left(0.0, None), left(5.0, None)] {
        assert_eq!(whole.clone().within(left, |_| then.clone()), whole);
    }
    let bound = whole.clone().within(left(2.1, Some(150_000)), |_| then.clone());
    assert_eq!(sum(&bound, &then), Amount { usd: usd(2.1), tokens: 150_000 });
    let each: Vec<_> =
        bound.most(|_| then.clone()).into_iter().map(|(.., most)| most.usd).collect();
    assert_eq!(each, [usd(0.525), usd(1.575)]);
    assert_eq!(sum(&bound, &later), sum(&whole, &later), "at other prices");

    // Earlier versions stored lists.
    for exposures in [&whole, &bound] {
        let json = serde_json::to_string(exposures).expect("JSON");
        assert_eq!(
            serde_json::from_str::<Exposures>(&json).expect("exposures"),
            *exposures,
            "{json}"
        );
    }
    let list = serde_json::to_string(&[flight(100, "openai:a"), flight(300, "openai:b")]);
    let list: Exposures = serde_json::from_str(&list.expect("JSON")).expect("exposures");
    assert_eq!(list, whole);

    let tighter = whole.clone().within(left(1.0, None), |_| then.clone());
    let fewer = Exposures::new(vec![flight(300, "openai:b")]);
    let order = [&fewer, &tighter, &bound, &whole];
    for (at, one) in order.iter().enumerate() {
        for (other_at, other) in order.iter().enumerate() {
            assert_eq!(one.is_more_than(other), at > other_at, "{at} {other_at}");
        }
    }
}
