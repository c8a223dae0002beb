//! The part of HTTP/1.1 that clients of a chat API use: requests with a length, one after the other
//! on a connection that stays open.

use std::fmt::Write as _;

/// The most bytes of a request's head.
const HEAD_LIMIT: usize = 64 * 1024;
/// The most bytes of a request's body.
const BODY_LIMIT: usize = 64 * 1024 * 1024;

/// The head of a request: its path, and the position of its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) method: String,
    /// The path without the query.
    pub(crate) path: String,
    /// Number of bytes of the head, with the empty line.
    pub(crate) length: usize,
    /// Number of bytes of the body.
    pub(crate) body: usize,
    /// True if the connection must be closed after the response.
    pub(crate) close: bool,
    /// True if the client waits for permission to send the body.
    pub(crate) waits: bool,
}

/// A request that is not valid, with the status of the response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refusal(pub(crate) u16);

impl Head {
    /// The head at the beginning of `bytes`; `None` while it is incomplete.
    pub(crate) fn read(bytes: &[u8]) -> Result<Option<Self>, Refusal> {
        let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else {
            return if bytes.len() > HEAD_LIMIT { Err(Refusal(431)) } else { Ok(None) };
        };
        let text = bytes.get(..end).and_then(|head| str::from_utf8(head).ok());
        let mut lines = text.ok_or(Refusal(400))?.split("\r\n");
        let mut words = lines.next().unwrap_or_default().split(' ');
        let (Some(method), Some(target), Some(version)) =
            (words.next(), words.next(), words.next())
        else {
            return Err(Refusal(400));
        };
        let mut head = Self {
            method: method.to_owned(),
            path: target.split('?').next().unwrap_or_default().to_owned(),
            length: end + 4,
            body: 0,
            close: version == "HTTP/1.0",
            waits: false,
        };
        for line in lines {
            let (name, value) = line.split_once(':').ok_or(Refusal(400))?;
            head.header(name, value.trim())?;
        }
        Ok(Some(head))
    }

    fn header(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        if name.eq_ignore_ascii_case("content-length") {
            self.body = value.parse().map_err(|_| Refusal(400))?;
            if self.body > BODY_LIMIT {
                return Err(Refusal(413));
            }
        } else if name.eq_ignore_ascii_case("transfer-encoding") {
            return Err(Refusal(411));
        } else if name.eq_ignore_ascii_case("connection") {
            self.close |= value.eq_ignore_ascii_case("close");
        } else if name.eq_ignore_ascii_case("expect") {
            self.waits = true;
        }
        Ok(())
    }
}

/// A complete response.
pub(crate) fn response(status: u16, retry_after: Option<f64>, body: &str) -> String {
    let mut out = String::with_capacity(body.len() + 160);
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "HTTP/1.1 {status} {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n",
        reason(status),
        body.len()
    );
    if let Some(seconds) = retry_after {
        let _ = write!(out, "Retry-After: {seconds}\r\n");
    }
    out.push_str("\r\n");
    out.push_str(body);
    out
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        404 => "Not Found",
        411 => "Length Required",
        413 => "Content Too Large",
        429 => "Too Many Requests",
        431 => "Request Header Fields Too Large",
        500 => "Internal Server Error",
        503 => "Service Unavailable",
        529 => "Overloaded",
        _ => "Other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const POST: &[u8] = b"POST /v1/x?y=1 HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello";

    #[test]
    fn a_head_says_where_the_body_is() {
        let head = Head::read(POST).expect("a request").expect("all of it");
        assert_eq!((head.method.as_str(), head.path.as_str()), ("POST", "/v1/x"));
        assert_eq!(&POST[head.length..head.length + head.body], b"hello");
        assert!(!head.close && !head.waits);
        for end in 0..head.length {
            assert_eq!(Head::read(&POST[..end]), Ok(None), "{end}");
        }
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for (request, status) in [
            ("GET\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nContent-Length: 999999999999\r\n\r\n", 413),
            ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 411),
        ] {
            assert_eq!(Head::read(request.as_bytes()), Err(Refusal(status)), "{request}");
        }
        assert_eq!(Head::read(&[b'x'; HEAD_LIMIT + 1]), Err(Refusal(431)));
    }

    #[test]
    fn a_client_can_ask_for_the_end() {
        let head = |text: &str| Head::read(text.as_bytes()).expect("a request").expect("all");
        assert!(head("GET / HTTP/1.1\r\nConnection: Close\r\n\r\n").close);
        assert!(head("GET / HTTP/1.0\r\n\r\n").close);
        assert!(head("POST / HTTP/1.1\r\nExpect: 100-continue\r\n\r\n").waits);
    }

    #[test]
    fn a_response_has_its_length() {
        let text = response(429, Some(0.5), "{}");
        assert!(text.starts_with("HTTP/1.1 429 Too Many Requests\r\n"));
        assert!(text.contains("Content-Length: 2\r\nRetry-After: 0.5\r\n\r\n{}"), "{text}");
    }

    proptest! {
        #[test]
        fn no_bytes_break_the_reader(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let _ = Head::read(&bytes);
            let _ = Head::read(&[&bytes[..], b"\r\n\r\n"].concat());
        }
    }
}
