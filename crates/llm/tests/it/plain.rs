//! Answers of a server in every form of HTTP/1.1.

use peirast_llm::{
    Auth, AuthForm, Failure, FailureStage, Http, HttpRequest, HttpResponse, Secret, Timeouts,
};
use peirast_record::ErrorKind;
use proptest::prelude::*;
use reqwest::Url;
use std::io::{BufRead as _, BufReader, ErrorKind as Kind, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The pieces that a server sends after a request, in order.
#[derive(Clone)]
struct Script {
    pieces: Vec<Vec<u8>>,
    /// True if the connection ends then.
    closes: bool,
}

impl Script {
    fn whole(text: &str) -> Self {
        Self { pieces: vec![text.as_bytes().to_vec()], closes: false }
    }

    fn in_pieces(bytes: &[u8], length: usize) -> Self {
        Self { pieces: bytes.chunks(length).map(<[u8]>::to_vec).collect(), closes: false }
    }

    fn and_closes(self) -> Self {
        Self { closes: true, ..self }
    }
}

/// A server with the same script for every request, the requests that it received, and its
/// connections.
struct Server {
    url: Url,
    heard: Arc<Mutex<Vec<String>>>,
    connections: Arc<AtomicUsize>,
}

impl Server {
    fn new(script: Script) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let heard = Arc::<Mutex<Vec<String>>>::default();
        let connections = Arc::<AtomicUsize>::default();
        let server = Self {
            url: Url::parse(&format!("http://{address}/v1/chat?x=1")).expect("a URL"),
            heard: Arc::clone(&heard),
            connections: Arc::clone(&connections),
        };
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                connections.fetch_add(1, Ordering::SeqCst);
                let (script, heard) = (script.clone(), Arc::clone(&heard));
                std::thread::spawn(move || serve(&stream, &script, &heard));
            }
        });
        server
    }

    fn http(&self, seconds: u64) -> Http {
        let (connect, total) = (Duration::from_secs(60), Duration::from_secs(seconds));
        Http::new(&self.url, Timeouts { connect, total }).expect("a sender")
    }

    async fn ask(&self, http: &Http, body: &str) -> Result<HttpResponse, Failure> {
        let auth = Auth::default();
        let request =
            HttpRequest { headers: &[("x-own", "1")], ..HttpRequest::new(&self.url, &auth) };
        http.post(request, body).await
    }

    fn heard(&self) -> Vec<String> {
        self.heard.lock().expect("a lock").clone()
    }

    fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }
}

/// Serves one connection until it ends.
fn serve(stream: &TcpStream, script: &Script, heard: &Mutex<Vec<String>>) {
    stream.set_nodelay(true).expect("an option");
    let mut reader = BufReader::new(stream.try_clone().expect("a stream"));
    while let Some(request) = request(&mut reader) {
        heard.lock().expect("a lock").push(request);
        for piece in &script.pieces {
            if (&*stream).write_all(piece).is_err() {
                return;
            }
            if script.pieces.len() > 1 {
                std::thread::sleep(Duration::from_micros(300));
            }
        }
        if script.closes {
            let _ = stream.shutdown(Shutdown::Both);
            return;
        }
    }
}

/// The next request, all of it.
fn request(reader: &mut BufReader<TcpStream>) -> Option<String> {
    let (mut text, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 {
            return None;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().expect("a length");
        }
        text += &line;
        if line == "\r\n" {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(text + &String::from_utf8(body).expect("text"))
}

#[tokio::test]
async fn a_request_says_what_it_has_to_and_nothing_else() {
    let server = Server::new(Script::whole("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"));
    let auth = Auth::new(&AuthForm::Bearer, &Secret::new("sk-1")).expect("a key");
    let http = server.http(60);
    let request =
        HttpRequest { headers: &[("x-own", "1")], ..HttpRequest::new(&server.url, &auth) };
    let got = http.post(request, "{\"é\":1}").await.expect("ok");
    assert_eq!((got.status, got.body.as_str()), (200, "ok"));
    let heard = server.heard().join("");
    let (head, body) = heard.split_once("\r\n\r\n").expect("a head");
    let mut lines: Vec<&str> = head.lines().collect();
    lines[1..].sort_unstable();
    let host = format!("host: {}", server.url.authority());
    let agent = format!("user-agent: peirast/{}", env!("CARGO_PKG_VERSION"));
    let wanted = [
        "POST /v1/chat?x=1 HTTP/1.1",
        "accept: */*",
        "authorization: Bearer sk-1",
        "content-length: 8",
        "content-type: application/json",
        &host,
        &agent,
        "x-own: 1",
    ];
    assert_eq!((lines, body), (wanted.to_vec(), "{\"é\":1}"));
}

/// Every form of a complete answer is read in the same way, and its connection is reused or not.
#[tokio::test]
async fn every_form_of_an_answer_is_read() {
    let long = "x".repeat(70_000);
    let of_length = format!("HTTP/1.1 200 OK\r\ncontent-length: 70000\r\n\r\n{long}");
    let in_chunks = format!(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nxxxxx\r\n{:x}\r\n{}\r\n0\r\nx-end: 1\r\n\r\n",
        long.len() - 5,
        &long[5..]
    );
    let until_closed = format!("HTTP/1.1 200 OK\r\n\r\n{long}");
    let old = format!("HTTP/1.0 200 OK\r\ncontent-length: 70000\r\n\r\n{long}");
    let announced = format!(
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n{of_length}"
    );
    let says_close = of_length.replacen("\r\n", "\r\nConnection: close\r\n", 1);
    let longer_than_said = format!("{of_length}more");
    for (name, text, is_kept) in [
        ("of a length", &of_length, true),
        ("in chunks", &in_chunks, true),
        ("announced", &announced, true),
        ("until closed", &until_closed, false),
        ("of HTTP/1.0", &old, false),
        ("to be closed", &says_close, false),
        ("with more behind it", &longer_than_said, false),
    ] {
        for piece in [usize::MAX, 16 * 1024, 1000] {
            let script = Script::in_pieces(text.as_bytes(), piece);
            let server = Server::new(if is_kept { script } else { script.and_closes() });
            let http = server.http(60);
            for turn in 0..3 {
                let got = server.ask(&http, "{}").await.expect(name);
                assert_eq!((got.status, got.body.len()), (200, 70_000), "{name}, {piece}, {turn}");
                assert_eq!(got.body, long, "{name}");
            }
            assert_eq!(server.connections(), if is_kept { 1 } else { 3 }, "{name}, {piece}");
        }
    }
}

#[tokio::test]
async fn what_has_no_body_is_read_to_its_end() {
    for text in [
        "HTTP/1.1 204 No Content\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    ] {
        let server = Server::new(Script::whole(text));
        let http = server.http(60);
        for _ in 0..3 {
            assert_eq!(server.ask(&http, "{}").await.expect(text).body, "", "{text}");
        }
        assert_eq!(server.connections(), 1, "{text}");
    }
    let moved = "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:9/\r\ncontent-length: 0\r\n\r\n";
    let server = Server::new(Script::whole(moved));
    let got = server.ask(&server.http(60), "{}").await.expect("a response");
    assert_eq!(got.status, 302, "it is not followed");
}

#[tokio::test]
async fn what_ends_too_soon_is_no_answer() {
    for (text, words) in [
        ("", "broke before an answer: "),
        ("HTTP/1.1 200 OK\r\ncontent-le", "broke before an answer: "),
        ("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n", "broke off after 0 of 10 bytes: "),
        ("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc", "broke off after 3 of 10 bytes: "),
        (
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nabc",
            "broke off after 3 bytes: ",
        ),
        (
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n",
            "broke off after 3 bytes: ",
        ),
        (
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n",
            "broke off after 3 bytes: ",
        ),
    ] {
        let server = Server::new(Script::whole(text).and_closes());
        let failure = server.ask(&server.http(60), "{}").await.expect_err(text);
        assert_eq!((failure.kind, failure.was_sent()), (ErrorKind::Network, true), "{text}");
        assert!(failure.message.contains(words), "{text}: {}", failure.message);
    }
}

#[tokio::test]
async fn what_is_no_response_is_no_answer() {
    let endless = format!("HTTP/1.1 200 OK\r\nx: {}", "y".repeat(500_000));
    let trailers = format!(
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{{}}\r\n0\r\n{}",
        "x-more: yes\r\n".repeat(50_000)
    );
    let unsized_chunk =
        format!("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n{}", "1".repeat(500_000));
    for text in [
        "garbage\r\n\r\n",
        "HTTP/3.7 200 OK\r\n\r\n",
        "HTTP/1.1 007 Bond\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: ten\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
        "HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\na",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabcdef\r\n",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\nabc\n0\n\n",
        "HTTP/1.0 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        &trailers,
        &endless,
        &unsized_chunk,
    ] {
        let server = Server::new(Script::whole(text));
        let shown: String = text.chars().take(90).collect();
        let failure = server.ask(&server.http(60), "{}").await.expect_err(&shown);
        assert_eq!(failure.kind, ErrorKind::Network, "{shown}: {}", failure.message);
    }
}

#[tokio::test]
async fn a_server_that_stops_in_the_middle_is_not_waited_for_longer_than_asked() {
    let announcements = "HTTP/1.1 102 Processing\r\n\r\n".repeat(20_000);
    for text in [
        "",
        "HTTP/1.1 200 OK\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc",
        &announcements,
    ] {
        let server = Server::new(Script::whole(text));
        let failure = server.ask(&server.http(1), "{}").await.expect_err(text);
        assert_eq!(failure.kind, ErrorKind::Timeout, "{text}: {}", failure.message);
    }
}

/// A request that is larger than the buffers of the system, and a server that does not read it.
#[tokio::test]
async fn a_refusal_is_heard_before_all_of_a_request_is_sent() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/v1", listener.local_addr().expect("an address"));
    let url = Url::parse(&url).expect("a URL");
    std::thread::spawn(move || {
        let mut kept = Vec::new();
        for stream in listener.incoming().map_while(Result::ok) {
            let mut some = [0; 100];
            (&stream).read_exact(&mut some).expect("a beginning");
            let text = "HTTP/1.1 413 Too Large\r\ncontent-length: 4\r\n\r\nlong";
            (&stream).write_all(text.as_bytes()).expect("written");
            kept.push(stream);
        }
    });
    let (connect, total) = (Duration::from_secs(60), Duration::from_secs(60));
    let http = Http::new(&url, Timeouts { connect, total }).expect("a sender");
    let body = "x".repeat(64 << 20);
    for _ in 0..2 {
        let got =
            http.post(HttpRequest::new(&url, &Auth::default()), &body).await.expect("a response");
        assert_eq!((got.status, got.body.as_str()), (413, "long"));
    }
}

#[tokio::test]
async fn a_large_request_is_sent_whole() {
    let server = Server::new(Script::whole("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"));
    let http = server.http(60);
    let body = "é".repeat(4 << 20);
    assert_eq!(server.ask(&http, &body).await.expect("an answer").body, "ok");
    assert!(server.heard()[0].ends_with(&body));
}

/// The connection was closed during a wait: the next request uses another, and nothing fails.
#[tokio::test]
async fn a_connection_that_was_closed_meanwhile_is_not_used() {
    let whole = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
    let server = Server::new(Script::whole(whole).and_closes());
    let http = server.http(60);
    for turn in 1..=5 {
        assert_eq!(server.ask(&http, "{}").await.expect("an answer").body, "ok");
        assert_eq!(server.connections(), turn);
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
    assert_eq!(server.heard().len(), 5, "nothing is sent twice");
}

/// The connection was closed while idle: the client closes it as well.
#[tokio::test]
async fn a_connection_that_was_closed_is_let_go() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/v1", listener.local_addr().expect("an address"));
    let url = Url::parse(&url).expect("a URL");
    let served = std::thread::spawn(move || {
        let stream = listener.accept().expect("a connection").0;
        request(&mut BufReader::new(stream.try_clone().expect("a stream"))).expect("a request");
        let text = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
        (&stream).write_all(text.as_bytes()).expect("written");
        std::thread::sleep(Duration::from_millis(100));
        stream.shutdown(Shutdown::Write).expect("closed");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("an option");
        (&stream).read(&mut [0]).expect("the client closes too")
    });
    let http = Http::new(&url, Timeouts::default()).expect("a sender");
    let got = http.post(HttpRequest::new(&url, &Auth::default()), "{}").await.expect("an answer");
    assert_eq!(got.body, "ok");
    while !served.is_finished() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(served.join().expect("no crash"), 0);
}

/// A key may have letters beyond ASCII: they are sent unchanged.
#[tokio::test]
async fn any_key_is_sent() {
    let server = Server::new(Script::whole("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"));
    let http = server.http(60);
    for key in ["sk-plant\u{e9}d", "sk with a space", &"k".repeat(20_000)] {
        let auth = Auth::new(&AuthForm::Bearer, &Secret::new(key)).expect("a key");
        http.post(HttpRequest::new(&server.url, &auth), "{}").await.expect("an answer");
        let heard = server.heard().pop().expect("a request");
        assert!(heard.contains(&format!("\r\nauthorization: Bearer {key}\r\n")), "{heard}");
    }
}

/// An endless stream of available data is read no longer than the timeout.
#[tokio::test]
async fn a_flood_ends_in_time() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/v1", listener.local_addr().expect("an address"));
    let url = Url::parse(&url).expect("a URL");
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            std::thread::spawn(move || {
                let head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
                // An answer before its question would be refused.
                let _ = (&stream).read(&mut [0; 1024]);
                let _ = (&stream).write_all(head.as_bytes());
                // Much overhead for little content: within all bounds for a long time.
                while (&stream).write_all(&b"1\r\nx\r\n".repeat(100)).is_ok() {}
            });
        }
    });
    let (connect, total) = (Duration::from_secs(5), Duration::from_millis(300));
    let http = Http::new(&url, Timeouts { connect, total }).expect("a sender");
    let begun = Instant::now();
    let failure =
        http.post(HttpRequest::new(&url, &Auth::default()), "{}").await.expect_err("it never ends");
    assert!(matches!(failure.kind, ErrorKind::Timeout | ErrorKind::Malformed), "{failure:?}");
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[tokio::test]
async fn nobody_listens() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    drop(listener);
    let refused = TcpStream::connect(address).expect_err("nobody listens");
    assert_eq!(refused.kind(), Kind::ConnectionRefused);
    let url = Url::parse(&format!("http://{address}/v1")).expect("a URL");
    let http = Http::new(&url, Timeouts::default()).expect("a sender");
    let failure = http
        .post(HttpRequest::new(&url, &Auth::default()), "{}")
        .await
        .expect_err("nobody listens");
    assert_eq!(failure.stage, FailureStage::Connecting, "{}", failure.message);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Any bytes of a server, after which it closes, give an answer or an error, and soon.
    #[test]
    fn any_bytes_end_in_an_answer_or_an_error(
        head in prop::sample::select(vec![
            "", "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\n",
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", "HTTP/1.1 ",
            "HTTP/1.1 100 Continue\r\n\r\n",
        ]),
        rest in prop::collection::vec(prop_oneof![
            any::<u8>(), prop::sample::select(b"\r\n:;0123456789abcdef ".to_vec()),
        ], 0..60),
        piece in 1_usize..40,
    ) {
        let bytes = [head.as_bytes(), &rest].concat();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(async {
            let server = Server::new(Script::in_pieces(&bytes, piece).and_closes());
            match server.ask(&server.http(60), "{}").await {
                Ok(got) => assert!(got.body.len() <= bytes.len()),
                Err(failure) => assert!(matches!(failure.kind, ErrorKind::Network | ErrorKind::Malformed)),
            }
        });
    }
}

/// Answers of 12 MiB, of which a few fit into memory together, are all read, a few at a time; and
/// one that had to wait for its turn is not late.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn large_answers_wait_for_each_other_and_small_ones_do_not() {
    const MANY: usize = 24;
    const MOST: usize = 8;
    const OK: &str = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
    let body = "x".repeat(12 << 20);
    let told = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    let chunked = format!(
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n{:x}\r\n{body}\r\n0\r\n\r\n",
        body.len()
    );
    for answer in [told, chunked] {
        let (large, small) = (Server::new(Script::whole(&answer)), Server::new(Script::whole(OK)));
        // All of them together take longer than the timeout of one.
        let (http, quick) = (large.http(1), small.http(60));
        let (held, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let ask = async || {
            let response = large.ask(&http, "{}").await.expect("an answer");
            most.fetch_max(held.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            assert_eq!(response.body.len(), body.len());
            tokio::time::sleep(Duration::from_millis(400)).await;
            held.fetch_sub(1, Ordering::SeqCst);
            drop(response);
        };
        let all = futures::future::join_all((0..MANY).map(|_| ask()));
        let beside = async {
            tokio::time::sleep(Duration::from_millis(300)).await;
            let begun = Instant::now();
            small.ask(&quick, "{}").await.expect("a small answer");
            assert!(begun.elapsed() < Duration::from_millis(500), "it waited for large ones");
        };
        tokio::join!(all, beside);
        let most = most.load(Ordering::SeqCst);
        assert!((1..=MOST).contains(&most), "{most} at a time");
    }
}
