//! The price table: every row has a source and a day, and the right row decides.

use jiff::civil::{Date, date};
use peirast_cost::{Price, PriceTable, Tariff, Tokens};

const DAY: Date = date(2026, 11, 22);
const MILLION: Tokens = Tokens::new(1_000_000, 0);
const WRITTEN: Tokens = Tokens::new(0, 1_000_000);

fn dollars(subject: &str, endpoint: &str, day: Date) -> Option<(f64, f64)> {
    let tariff = PriceTable::built_in().tariff(subject, endpoint, day);
    let price = tariff.price()?;
    let rates = price.rates;
    Some(((rates.input * 1_000_000).dollars(), (rates.output * 1_000_000).dollars()))
}

#[test]
fn the_table_is_whole() {
    let table = PriceTable::built_in();
    assert!(table.prices().len() > 200 && table.providers().len() > 10);
    for price in table.prices() {
        let names: Vec<&str> = price.models.iter().map(|name| name.as_str()).collect();
        assert!(price.source.starts_with("https://"), "{names:?}");
        assert!(price.looked_up.is_some(), "{names:?}");
        assert!(!price.rates.output.is_zero(), "{names:?}: what has a price is not free");
        assert!(price.rates.cached.is_none_or(|cached| cached <= price.rates.input), "{names:?}");
        assert!(price.long.is_none_or(|long| long.rates.input >= price.rates.input), "{names:?}");
        assert!(price.since.is_none_or(|since| price.until.is_none_or(|until| since < until)));
    }
}

#[test]
fn known_models_have_their_prices() {
    let openai = "https://api.openai.com/v1";
    let anthropic = "https://api.anthropic.com/v1";
    for (subject, endpoint, price) in [
        ("openai:gpt-4o", openai, (2.5, 10.0)),
        ("openai:gpt-4o-2024-11-20", openai, (2.5, 10.0)),
        ("openai:gpt-4o-2024-05-13", openai, (5.0, 15.0)),
        ("openai:gpt-4o-mini", openai, (0.15, 0.6)),
        ("openai:GPT-4.1-nano", openai, (0.1, 0.4)),
        ("anthropic/claude-3-haiku-20240307", anthropic, (0.25, 1.25)),
        ("anthropic/claude-haiku-4-5-20251001", anthropic, (1.0, 5.0)),
        ("anthropic/claude-opus-4-5", anthropic, (5.0, 25.0)),
        ("anthropic/claude-opus-5-5", anthropic, (4.0, 20.0)),
        ("groq/llama-3.1-8b-instant", "https://api.groq.com/openai/v1", (0.05, 0.08)),
        ("openrouter/openai/gpt-4o", "https://openrouter.ai/api/v1", (2.5, 10.0)),
        (
            "together/meta-llama/Llama-3.3-70B-Instruct-Turbo",
            "https://api.together.xyz/v1",
            (0.88, 0.88),
        ),
    ] {
        assert_eq!(dollars(subject, endpoint, DAY), Some(price), "{subject}");
    }
}

#[test]
fn what_has_no_row_has_no_price() {
    let openai = "https://api.openai.com/v1";
    for (subject, endpoint) in [
        ("openai:gpt-99", openai),
        ("openai:gpt-4o", "https://example.org/v1"),
        ("openai:gpt-4o", "https://api.openai.com.example.org/v1"),
        ("openai:gpt-4o-audio-preview", openai),
    ] {
        let tariff = PriceTable::built_in().tariff(subject, endpoint, DAY);
        assert_eq!(tariff, Tariff::Unknown, "{subject} at {endpoint}");
        assert_eq!(tariff.cost(MILLION), None);
    }
}

#[test]
fn simulated_subjects_and_this_machine_are_free() {
    for (subject, endpoint) in [
        ("sim:flawless", "sim:flawless/1"),
        ("openai:llama3.1", "http://localhost:11434/v1"),
        ("openai:llama3.1", "http://127.0.0.1:8080/v1"),
        ("openai:llama3.1", "http://[::1]:8080/v1"),
    ] {
        let tariff = PriceTable::built_in().tariff(subject, endpoint, DAY);
        assert!(matches!(tariff, Tariff::Free(_)), "{subject} at {endpoint}");
    }
}

#[test]
fn a_row_holds_on_its_days_alone() {
    let endpoint = "https://api.openai.com/v1";
    assert_eq!(dollars("openai:o3", endpoint, date(2025, 6, 9)), Some((10.0, 40.0)));
    assert_eq!(dollars("openai:o3", endpoint, date(2025, 6, 10)), Some((2.0, 8.0)));
}

#[test]
fn long_prompts_have_prices_of_their_own() {
    let tariff = PriceTable::built_in().tariff(
        "google/gemini-2.5-pro",
        "https://generativelanguage.googleapis.com/v1beta",
        DAY,
    );
    let of = |input| tariff.cost(Tokens::new(input, 0)).expect("a price").dollars();
    assert!((of(200_000) - 0.25).abs() < 1e-9 && (of(200_001) - 0.500_002_5).abs() < 1e-9);
}

const OWN: &str = r#"
[[price]]
models = ["gpt-4o*"]
input = 1.0
output = 2.0

[[price]]
provider = "anthropic"
models = ["gpt-4o-mini"]
input = 9.0
output = 9.0

[[provider]]
id = "gateway"
hosts = ["gateway.example.org"]
source = "the contract"
looked_up = 2020-01-31
prices = [{ models = ["*"], input = 0.0, output = 0.5, batch = 0.25 }]
"#;

#[test]
fn a_users_rows_decide_before_the_others() {
    let own = PriceTable::parse("own.toml", OWN).expect("a table");
    let table = PriceTable::built_in().overridden_by(own);
    let of = |subject, endpoint, tokens| table.tariff(subject, endpoint, DAY).cost(tokens);
    let openai = "https://api.openai.com/v1";
    // A less specific pattern of the user precedes a more specific built-in one.
    assert_eq!(of("openai:gpt-4o-mini", openai, MILLION).expect("a price").dollars(), 1.0);
    assert_eq!(of("openai:gpt-4.1", openai, MILLION).expect("a price").dollars(), 2.0);
    // A price of the user also applies to the user's own machine, which may forward requests.
    let local = "http://localhost:4000/v1";
    assert_eq!(of("openai:gpt-4o", local, WRITTEN).expect("a price").dollars(), 2.0);
    assert_eq!(of("openai:llama", local, WRITTEN).expect("free").dollars(), 0.0);
    let gateway = table.tariff("openai:any", "https://gateway.example.org/v1", DAY);
    let price = gateway.price().expect("a price");
    assert_eq!((price.source.as_str(), price.batch), ("the contract", Some(0.25)));
    assert_eq!(price.is_old_on(DAY), Some(2487));
    assert_eq!(price.is_old_on(date(2020, 12, 31)), None);
}

#[test]
fn a_price_given_for_all_goes_before_every_row() {
    let own = PriceTable::parse("own.toml", OWN).expect("a table");
    let given = Price::given(7.0, 8.0, "--price-input").expect("a price");
    let table = PriceTable::built_in().overridden_by(own).all_at(given);
    for endpoint in ["https://api.openai.com/v1", "https://example.org/v1"] {
        let cost = table.tariff("openai:gpt-9", endpoint, DAY).cost(MILLION);
        assert_eq!(cost.expect("a price").dollars(), 7.0);
    }
    assert!(matches!(table.tariff("sim:biased", "sim:biased/1", DAY), Tariff::Free(_)));
}

#[test]
fn a_table_that_cannot_be_read_says_why() {
    for (text, what) in [
        ("[[price]]\nmodels = []\ninput = 1\noutput = 1", "names no models"),
        (
            "[[price]]\nmodels = [\"m\"]\ninput = -1\noutput = 1",
            "-1 for m: a price is a number from 0",
        ),
        (
            "[[provider]]\nid = \"g\"\nhosts = [\"127.0.0.1:9100\"]",
            "127.0.0.1:9100 is not a host of g: write the host alone",
        ),
        (
            "[[provider]]\nid = \"g\"\nhosts = [\"https://g.example/v1\"]",
            "https://g.example/v1 is not a host of g",
        ),
        (
            "[[price]]\nmodels = [\"m\"]\ninput = 1\noutput = 1\nsince = 2026-02-01\nuntil = 2026-01-01",
            "the price of m from 2026-02-01 until 2026-01-01 applies to no day",
        ),
        (
            "[[price]]\nmodels = [\"m\"]\ninput = 1\ncached = 2\noutput = 1",
            "cached = 2 for m is more than input = 1",
        ),
        ("[[price]]\nmodels = [\"m\"]\ninput = 1", "missing field `output`"),
        ("[[price]]\nmodels = [\"m\"]\ninput = nan\noutput = 1", "a price is a number"),
        ("[[price]]\nmodels = [\"m\"]\ninput = 1e308\noutput = 1", "a number from 0 to 1000000"),
        ("[[price]]\nmodels = [\"m\"]\ninput = 1\noutput = 1000001", "a number from 0 to 1000000"),
        (
            "[[price]]\nmodels = [\"*\"]\ninput = 1\noutput = 2\n\
             [[price]]\nmodels = [\"***\"]\ninput = 3\noutput = 4",
            "two rows price `*` on the same days",
        ),
        (
            "[[price]]\nmodels = [\"m\"]\ninput = 1\noutput = 2\nuntil = 2026-02-01\n\
             [[price]]\nmodels = [\"x\", \"M\"]\ninput = 3\noutput = 4\nsince = 2026-01-31",
            "two rows price `m` on the same days, `m` at 1 / 2 USD per million tokens until 2026-02-01 and `m` \
             at 3 / 4 USD per million tokens from 2026-01-31",
        ),
        ("[[price]]\nmodels = [\"m\"]\ninput = 1\noutput = 1\nbatch = 50", "a share of the price"),
        ("[[price]]\nmodels = [\"m\"]\ninput = 1\noutput = 1\nsince = 10:00:00", "is not a day"),
        ("[[price]]\nmodels = [\"m\"]\ninput = 1\noutput = 1\nprise = 2", "unknown field `prise`"),
        ("price = 3", "price"),
    ] {
        let error = PriceTable::parse("own.toml", text).expect_err(text).to_string();
        assert!(error.starts_with("price table own.toml: ") && error.contains(what), "{error}");
    }
}

/// A table of user rows for all days or some, each with a pattern and its days.
fn own(rows: &[(&str, &str)]) -> PriceTable {
    let row = |(number, (pattern, more)): (usize, &(&str, &str))| {
        format!("[[price]]\nmodels = ['{pattern}']\ninput = {number}\noutput = 9\n{more}\n")
    };
    let text: String = rows.iter().enumerate().map(row).collect();
    let own = PriceTable::parse("own.toml", &text).expect("a table");
    PriceTable::built_in().overridden_by(own)
}

const LOCAL: &str = "http://127.0.0.1:9/v1";

#[test]
fn two_rows_tie_where_both_hold_on_a_day_and_nothing_is_more_specific() {
    let tie = |rows: &[(&str, &str)]| own(rows).tie("openai:mock", LOCAL);
    for tied in [
        &[("moc*", ""), ("*ock", "")][..],
        &[("moc*", "until = 2026-07-01"), ("*ock", "since = 2026-06-30")],
        &[("m*", ""), ("moc*", ""), ("#", ""), ("*ock", "")],
        // Only before the most specific row applies.
        &[("moc*", ""), ("*ock", ""), ("mock", "since = 2026-06-30")],
        &[("openai:m*", ""), ("*pen*:mock", "")],
    ] {
        let said = tie(tied).unwrap_or_default();
        assert!(said.contains("openai:mock") && said.contains("equally well"), "{tied:?}: {said}");
    }
    for settled in [
        &[("moc*", ""), ("*oc*", "")][..],
        &[("moc*", "until = 2026-07-01"), ("*ock", "since = 2026-07-01")],
        &[("mock", ""), ("openai:mock", "")],
        &[("moc*", ""), ("*ock", ""), ("mock", "")],
        &[("gpt*", ""), ("*gpt", "")],
        &[("mock", "provider = 'openai'"), ("mock", "")],
    ] {
        assert_eq!(tie(settled), None, "{settled:?}");
    }
    let given = Price::given(7.0, 8.0, "--price-input").expect("a price");
    let both = own(&[("*", "")]).all_at(given);
    assert_eq!(both.tie("openai:mock", LOCAL), None, "a table goes before a price for all");
    assert_eq!(own(&[("*m", ""), ("s*", "")]).tie("sim:m", "sim:m"), None, "simulated");
}

#[test]
fn a_providers_row_goes_before_one_for_any_provider() {
    let openai = "https://api.openai.com/v1";
    for rows in [
        [("gpt-4o", "provider = 'openai'"), ("gpt-4o", "")],
        [("gpt-4o", ""), ("gpt-4o", "provider = 'openai'")],
    ] {
        let table = own(&rows);
        let provided = rows.iter().position(|(_, more)| !more.is_empty()).expect("one") as f64;
        let cost = |tariff: Tariff| tariff.cost(MILLION).expect("a price").dollars();
        assert_eq!(cost(table.tariff("openai:gpt-4o", openai, DAY)), provided);
        let given = table.given("openai:gpt-4o", openai);
        assert_eq!(cost(given.tariff("openai:gpt-4o", DAY).expect("given")), provided);
    }
}

#[test]
fn a_row_is_out_of_date_only_where_no_row_holds() {
    let late = |rows: &[(&str, &str)]| {
        own(rows).given("openai:mock", LOCAL).out_of_date("openai:mock", DAY)
    };
    let (past, future) = ("until = 2026-06-30", "since = 2027-01-01");
    assert_eq!(
        late(&[("*", past), ("mo*", past)]).as_deref(),
        Some("`mo*` at 1 / 9 USD per million tokens until 2026-06-30")
    );
    assert!(late(&[("mock", future)]).is_some_and(|row| row.ends_with("from 2027-01-01")));
    for holds in
        [&[("mock", past), ("*", "")][..], &[("mock", "since = 2026-06-30")], &[("other", past)]]
    {
        assert_eq!(late(holds), None, "{holds:?}");
    }
}
