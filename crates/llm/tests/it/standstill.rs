//! Deadlines when this process is suspended.

use peirast_llm::{Auth, Http, HttpRequest, Timeouts};
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::time::Duration;

/// A process that was stopped and continued, or overloaded, may resume long after the deadline.
#[tokio::test]
async fn an_answer_that_lies_ready_after_a_standstill_is_read() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/v1", listener.local_addr().expect("an address"));
    let (tell, mut asked) = tokio::sync::mpsc::unbounded_channel();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let mut request = [0; 65536];
            let _ = stream.read(&mut request);
            let _ = tell.send(());
            std::thread::sleep(Duration::from_millis(100));
            let head = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 3";
            let _ = stream.write_all(format!("{head}\r\n\r\nyes").as_bytes());
        }
    });
    let url = reqwest::Url::parse(&url).expect("a URL");
    let total = Duration::from_secs(2);
    let http = Http::new(&url, Timeouts { connect: total, total }).expect("a sender");
    let auth = Auth::default();
    let mut standstill = async || {
        asked.recv().await.expect("a server");
        std::thread::sleep(total + Duration::from_millis(500));
    };
    let request = HttpRequest::new(&url, &auth);
    let (posted, ()) = tokio::join!(http.post(request, "{}"), standstill());
    assert_eq!(posted.expect("an answer").body, "yes");
    let (got, ()) = tokio::join!(http.get(request), standstill());
    assert_eq!(got.expect("an answer").body, "yes");
}
