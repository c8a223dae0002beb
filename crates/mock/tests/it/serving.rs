//! The server from the client's side.

use peirast_mock::{Config, Mock, Stats};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// A connection that stays open.
struct Client(BufReader<TcpStream>);

/// A reply that was received completely.
#[derive(Debug, PartialEq)]
struct Reply {
    status: u16,
    retry_after: Option<f64>,
    body: String,
}

impl Client {
    fn to(mock: &Mock) -> Self {
        let stream = TcpStream::connect(mock.address()).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        Self(BufReader::new(stream))
    }

    /// Sends a request without waiting.
    fn send(&mut self, line: &str, body: &str) {
        let head = format!("{line} HTTP/1.1\r\nContent-Length: {}\r\n\r\n", body.len());
        self.0.get_mut().write_all((head + body).as_bytes()).expect("sent");
    }

    /// Reads a response. An error if the connection ends first.
    fn receive(&mut self) -> std::io::Result<Reply> {
        let (mut line, mut length, mut retry_after) = (String::new(), 0, None);
        self.0.read_line(&mut line)?;
        let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or(std::io::ErrorKind::UnexpectedEof)?;
        loop {
            line.clear();
            self.0.read_line(&mut line)?;
            let Some((name, value)) = line.trim_end().split_once(": ") else { break };
            match name {
                "Content-Length" => length = value.parse().expect("a length"),
                "Retry-After" => retry_after = value.parse().ok(),
                _ => {}
            }
        }
        let mut body = vec![0; length];
        self.0.read_exact(&mut body)?;
        Ok(Reply { status, retry_after, body: String::from_utf8(body).expect("UTF-8") })
    }

    fn ask(&mut self, question: &str) -> std::io::Result<Reply> {
        self.send("POST /v1/chat/completions", &body(question));
        self.receive()
    }
}

fn body(question: &str) -> String {
    format!(r#"{{"model":"mock","messages":[{{"role":"user","content":"{question}"}}]}}"#)
}

fn start(json: &str) -> Mock {
    Mock::start(Config::default().with(json).expect("a configuration")).expect("a server")
}

/// One question to a server with this configuration.
fn once(json: &str) -> (std::io::Result<Reply>, Stats) {
    let mock = start(json);
    let reply = Client::to(&mock).ask("Is this sound?");
    (reply, mock.stats())
}

#[test]
fn the_same_question_has_the_same_answer_on_a_connection_that_stays_open() {
    let mock = start("{}");
    let mut client = Client::to(&mock);
    let first = client.ask("Is this sound?").expect("an answer");
    assert_eq!((first.status, first.retry_after), (200, None));
    assert_eq!(client.ask("Is this sound?").expect("an answer"), first);
    let ask = |n| client.ask(&format!("{n}?")).expect("an answer").body;
    let others: Vec<String> = (0..20).map(ask).collect();
    assert!(["(a).", "(b)."].iter().all(|end| others.iter().any(|body| body.contains(end))));
    let stats = mock.stats();
    assert_eq!((stats.requests, stats.questions), (22, 21));
    assert_eq!((stats.answered, stats.answered_again, stats.connections), (22, 1, 1));
}

#[test]
fn requests_may_come_in_one_piece_or_many() {
    let mock = start("{}");
    let mut client = Client::to(&mock);
    client.send("POST /v1/chat/completions", &body("one"));
    client.send("POST /v1/chat/completions", &body("two"));
    assert_eq!(client.receive().expect("the first").status, 200);
    assert_eq!(client.receive().expect("the second").status, 200);
    let text = body("three");
    let head = format!("POST /chat/completions HTTP/1.1\r\ncontent-length: {}\r\n\r\n", text.len());
    for byte in (head + &text).as_bytes() {
        client.0.get_mut().write_all(&[*byte]).expect("sent");
    }
    assert_eq!(client.receive().expect("the third").status, 200);
}

#[test]
fn every_fault_is_what_it_is_called() {
    for (json, status, wait) in [
        (r#"{"limited": 1, "retry_after": 7}"#, 429, Some(7.0)),
        (r#"{"limited_bare": 1}"#, 429, None),
        (r#"{"failing": 1}"#, 500, None),
        (r#"{"unavailable": 1}"#, 503, Some(1.0)),
        (r#"{"overloaded": 1}"#, 529, None),
    ] {
        let (reply, stats) = once(json);
        let reply = reply.expect(json);
        assert_eq!((reply.status, reply.retry_after), (status, wait), "{json}");
        assert!(reply.body.starts_with(r#"{"error":{"#), "{}", reply.body);
        assert_eq!((stats.answered, stats.faults.values().sum()), (0, 1), "{json}");
    }
    for json in [r#"{"hanging": 1, "hang_ms": 50}"#, r#"{"reset": 1}"#, r#"{"broken": 1}"#] {
        let (reply, stats) = once(json);
        assert!(reply.is_err(), "{json}: {reply:?}");
        assert_eq!(stats.answered, 0, "{json}");
    }
    for json in [r#"{"truncated": 1}"#, r#"{"wrong_json": 1}"#] {
        let (reply, stats) = once(json);
        let reply = reply.expect(json);
        assert_eq!(reply.status, 200, "{}", reply.body);
        assert!(!reply.body.contains("The answer"), "{}", reply.body);
        assert_eq!(stats.answered, 0, "{json}");
    }
    let begun = Instant::now();
    let (reply, stats) = once(r#"{"slow": 1, "slow_ms": 200}"#);
    assert!(reply.expect("an answer").body.contains("The answer"));
    assert!(begun.elapsed() >= Duration::from_millis(150), "{:?}", begun.elapsed());
    assert_eq!((stats.answered, stats.faults["slow"]), (1, 1));
}

/// The statuses of thirty questions, asked in this order, three times each; 0 means none.
fn fates(mock: &Mock, order: impl Iterator<Item = usize>) -> Vec<(usize, Vec<u16>)> {
    let ask = |n: usize| {
        let reply = Client::to(mock).ask(&format!("{n}?"));
        reply.map_or(0, |reply| reply.status)
    };
    let mut fates: Vec<_> = order.map(|n| (n, (0..3).map(|_| ask(n)).collect())).collect();
    fates.sort();
    fates
}

#[test]
fn faults_follow_from_seed_question_and_times_asked() {
    let mock = start(r#"{"faults": 0.5, "hang_ms": 5, "slow_ms": 5}"#);
    let first = fates(&mock, 0..30);
    let failed = first.iter().flat_map(|(_, fates)| fates).filter(|status| **status != 200);
    assert!((15..60).contains(&failed.count()), "about half of 90: {first:?}");
    assert!(first.iter().any(|(_, fates)| fates[0] != fates[1]), "another time, another fate");
    mock.reset();
    assert_eq!(fates(&mock, (0..30).rev()), first, "whatever the order");
    mock.reset();
    let other = r#"{"faults": 0.5, "hang_ms": 5, "slow_ms": 5, "seed": 1}"#;
    mock.configure(Config::default().with(other).expect("a configuration")).expect("set");
    assert_ne!(fates(&mock, 0..30), first);
}

#[test]
fn a_full_server_says_so() {
    let mock = start(r#"{"latency_ms": 150, "max_inflight": 3, "retry_after": 0.5}"#);
    let mut clients: Vec<Client> = (0..5).map(|_| Client::to(&mock)).collect();
    for (n, client) in clients.iter_mut().enumerate() {
        client.send("POST /v1/chat/completions", &body(&format!("{n}?")));
    }
    let replies = clients.iter_mut().map(|client| client.receive().expect("a response"));
    let (served, refused): (Vec<_>, Vec<_>) = replies.partition(|reply| reply.status == 200);
    assert_eq!((served.len(), refused.len()), (3, 2));
    assert!(refused.iter().all(|r| r.status == 429 && r.retry_after == Some(0.5)), "{refused:?}");
    let stats = mock.stats();
    assert_eq!((stats.full, stats.in_flight_max, stats.in_flight), (2, 3, 0));
    assert_eq!(clients[0].ask("again?").expect("an answer").status, 200);
}

#[test]
fn a_rate_limit_says_how_long_to_wait() {
    let mock = start(r#"{"rps": 4}"#);
    let mut client = Client::to(&mock);
    let mut ask = |n: usize| client.ask(&format!("{n}?")).expect("one");
    assert!((0..4).all(|n| ask(n).status == 200), "four in one second");
    // On a busy machine, some more are answered before the first is refused.
    let refused: Vec<_> = (4..).map(ask).filter(|reply| reply.status == 429).take(2).collect();
    let wait = refused[1].retry_after.expect("a wait");
    assert!(wait > 0.0 && wait <= 0.25, "{wait}");
    std::thread::sleep(Duration::from_secs_f64(wait));
    assert_eq!(client.ask("again?").expect("an answer").status, 200);
    assert_eq!(mock.stats().too_fast, 2);
}

#[test]
fn a_client_that_goes_away_is_not_answered() {
    let mock = start(r#"{"latency_ms": 5000}"#);
    let mut client = Client::to(&mock);
    client.send("POST /v1/chat/completions", &body("Hm?"));
    until(|| mock.stats().in_flight == 1);
    client.0.get_ref().shutdown(Shutdown::Both).expect("closed");
    until(|| mock.stats().abandoned == 1);
    let stats = mock.stats();
    assert_eq!((stats.answered, stats.in_flight), (0, 0));
}

fn until(holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(60), "it did not come to hold");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn it_can_be_changed_and_looked_at_while_it_serves() {
    let mock = start("{}");
    let mut client = Client::to(&mock);
    let mut say = |line: &str, body: &str| {
        client.send(line, body);
        client.receive().expect(line)
    };
    let told = say("POST /config", r#"{"answers": ["Yes."]}"#);
    assert_eq!(told.status, 200, "{}", told.body);
    assert!(told.body.contains(r#""answers":["Yes."]"#), "{}", told.body);
    assert!(say("POST /v1/chat/completions", &body("Hm?")).body.contains(r#""content":"Yes.""#));
    assert!(say("GET /stats", "").body.contains(r#""answered":1"#));
    assert!(say("POST /reset", "").body.contains(r#""answered":0"#));
    let refused = say("POST /config", r#"{"latency": 1}"#);
    assert_eq!(refused.status, 400, "{}", refused.body);
    assert!(refused.body.contains("unknown field"), "{}", refused.body);
    assert_eq!(say("GET /v1/models", "").status, 200);
    assert_eq!(say("GET /nothing", "").status, 404);
    assert_eq!(say("POST /v1/chat/completions", "{").status, 400);
    assert_eq!(mock.stats().bad_requests, 2);
}
