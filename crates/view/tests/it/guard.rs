//! The guard: the requests that it admits, and those that it refuses.

use peirast_view::{Guard, Request};
use proptest::prelude::*;
use proptest::sample::select;
use std::net::IpAddr;

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

fn asked(host: &str) -> Request {
    Request { host: Some(host.to_owned()), ..Request::get("/run/a?page=2") }
}

fn status(guard: &Guard, request: &Request) -> u16 {
    guard.check(request).map_or_else(|refusal| refusal.status, |()| 200)
}

#[test]
fn names_of_this_machine_pass_and_no_others() {
    let guard = Guard::new("127.0.0.1".parse().unwrap(), 7878, &[], None);
    for own in
        ["localhost", "LOCALHOST:7878", "127.0.0.1:7878", "127.0.0.1", "[::1]:7878", "localhost:9"]
    {
        assert_eq!(status(&guard, &asked(own)), 200, "{own}");
    }
    let others = [
        "evil.example",
        "evil.example:7878",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "",
        ":7878",
        "192.168.0.7:7878",
        "[fe80::1]",
        "localhost@evil.example",
        "localhost:8000 evil",
        "localhost evil",
        "localhost:80:80",
        "localhost:",
        "localhost:0",
        "localhost:+80",
        "localhost:65536",
        "localhost:80/evil",
        "127.0.0.1:80.evil.example",
        "127.0.0.1:evil",
        "127.0.0.1.evil.com",
        "[::1]evil.example",
        "[::1]:80:80",
        "[::1",
        "::1",
        "[127.0.0.1]",
        "[localhost]",
    ];
    for other in others {
        assert_eq!(status(&guard, &asked(other)), 421, "{other}");
    }
    assert_eq!(status(&guard, &Request { host: None, ..asked("") }), 400);
}

#[test]
fn a_server_for_others_takes_addresses_and_the_names_it_was_told() {
    let names = ["Lab.Example".to_owned()];
    let guard = Guard::new("0.0.0.0".parse().unwrap(), 7878, &names, Some(TOKEN.to_owned()));
    for own in ["192.168.0.7:7878", "lab.example:7878", "localhost"] {
        assert_eq!(status(&guard, &asked(own)), 401, "{own}");
    }
    for other in ["other.example", "lab.example:80:80", "lab.example:80 x", "192.168.0.7:x"] {
        assert_eq!(status(&guard, &asked(other)), 421, "{other}");
    }
}

proptest! {
    /// A name of this machine must be followed by a port or nothing.
    #[test]
    fn what_follows_a_name_is_a_port_or_nothing(
        name in select(vec!["localhost", "[::1]", "lab.example"]),
        behind in "(:[0-9]{0,6})?[!-~ ]{0,6}",
    ) {
        let guard = Guard::new(IpAddr::from([127, 0, 0, 1]), 7878, &["lab.example".to_owned()], None);
        let port = behind.strip_prefix(':').filter(|port| port.bytes().all(|b| b.is_ascii_digit()));
        let is_port = port.is_some_and(|port| port.parse::<u16>().is_ok_and(|port| port > 0));
        let passes = status(&guard, &asked(&format!("{name}{behind}"))) == 200;
        prop_assert_eq!(passes, behind.is_empty() || is_port);
    }
}

#[test]
fn the_token_becomes_a_cookie_and_leaves_the_address() {
    let guard = Guard::new("0.0.0.0".parse().unwrap(), 7878, &[], Some(TOKEN.to_owned()));
    let request = Request {
        host: Some("192.168.0.7".to_owned()),
        ..Request::get(&format!("//evil.example/run/a?page=2&token={TOKEN}"))
    };
    let entered = guard.check(&request).unwrap_err();
    assert_eq!(entered.status, 303);
    assert_eq!(entered.header("location").as_deref(), Some("/evil.example/run/a?page=2"));
    let cookie = entered.header("set-cookie").unwrap();
    assert!(cookie.ends_with("; Path=/; HttpOnly; SameSite=Lax"), "{cookie}");
    let value = cookie.split(';').next().unwrap().to_owned();
    let mut again = Request { cookies: format!("other=1; {value}"), ..asked("192.168.0.7") };
    assert_eq!(status(&guard, &again), 200);
    let linked = Request {
        host: Some("192.168.0.7".to_owned()),
        cookies: again.cookies.clone(),
        ..Request::get(&format!("/run/a?token={TOKEN}"))
    };
    assert_eq!(guard.check(&linked).unwrap_err().header("location").as_deref(), Some("/run/a"));
    again.cookies.pop();
    assert_eq!(status(&guard, &again), 401);
}

#[test]
fn a_wrong_token_opens_nothing() {
    let guard = Guard::new("0.0.0.0".parse().unwrap(), 7878, &[], Some(TOKEN.to_owned()));
    for wrong in ["", "0", &TOKEN[1..], &format!("{TOKEN}0"), &TOKEN.to_uppercase()] {
        let request = Request {
            host: Some("10.0.0.1".to_owned()),
            ..Request::get(&format!("/?token={wrong}"))
        };
        let refusal = guard.check(&request).unwrap_err();
        assert_eq!(refusal.status, 401, "{wrong}");
        assert!(!refusal.text().contains(TOKEN));
    }
}

#[test]
fn nothing_but_looking_is_allowed() {
    let guard = Guard::new("127.0.0.1".parse().unwrap(), 7878, &[], None);
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT"] {
        let request = Request { method: method.to_owned(), ..asked("localhost") };
        assert_eq!(status(&guard, &request), 405, "{method}");
    }
    assert_eq!(status(&guard, &Request { method: "HEAD".to_owned(), ..asked("localhost") }), 200);
}
