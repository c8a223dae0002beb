//! A viewer that runs, as a browser sees it.

use super::Place;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

/// A viewer that ends with the test.
pub struct Viewer {
    pub child: Child,
    pub at: String,
    pub token: Option<String>,
}

/// The answer of a server.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Viewer {
    pub fn start(place: &Place, line: &str) -> Self {
        let line = format!("view --port 0 --json {line}");
        Self::begin(place.command(line.split_whitespace()))
    }

    /// Starts a viewer by a given command, which must print its address as JSON.
    pub fn begin(mut command: std::process::Command) -> Self {
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
        let mut first = String::new();
        let out = child.stdout.take().expect("a pipe");
        BufReader::new(out).read_line(&mut first).expect("an address");
        let said: serde_json::Value = serde_json::from_str(&first).expect("JSON");
        let url = said["url"].as_str().expect("an address").trim_start_matches("http://");
        let (at, rest) = url.split_once('/').expect("a path");
        let token = rest.strip_prefix("?token=").map(str::to_owned);
        Self { child, at: at.to_owned(), token }
    }

    pub fn ask(&self, method: &str, target: &str, headers: &[(&str, &str)]) -> Answer {
        let mut stream = TcpStream::connect(&self.at).expect("it listens");
        let mut text = format!("{method} {target} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        stream.write_all(format!("{text}\r\n").as_bytes()).expect("it listens");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("it answers");
        let answer = String::from_utf8(answer).expect("UTF-8");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).expect("a status").parse().expect("a number");
        Answer { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    pub fn get(&self, target: &str) -> Answer {
        self.ask("GET", target, &[("Host", &self.at)])
    }

    /// Requests a page, again for at most a minute while it says that answers are still being read.
    #[track_caller]
    pub fn page(&self, target: &str) -> String {
        let mut answer = self.get(target);
        for _ in 0..60 {
            if answer.status != 202 {
                break;
            }
            std::thread::sleep(Duration::from_secs(1));
            answer = self.get(target);
        }
        assert_eq!(answer.status, 200, "{target}: {}", answer.body);
        answer.body
    }
}

impl Drop for Viewer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
