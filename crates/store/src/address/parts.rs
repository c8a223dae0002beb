//! Parts of an address that a URL can have and a store cannot.
//!
//! The database library treats several hosts as one name, extra or missing slashes as none, and an
//! empty parameter as given. Its error messages would then not show the cause.

use super::AddressError;
use super::parameters::{PASSWORD, RUN};
use url::Url;

/// Parameters that may be empty.
const MAY_BE_EMPTY: [&str; 2] = [PASSWORD, "options"];

pub(super) fn part(what: impl Into<String>) -> AddressError {
    AddressError::Part { what: what.into() }
}

/// Checks the parts of an address that the user gives.
///
/// # Errors
/// [`AddressError::Part`] for the first invalid part.
pub(super) fn check(text: &str) -> Result<(), AddressError> {
    let Some((scheme, behind)) = text.split_once("://") else {
        return Err(part(
            "has no `//` after its scheme, so it names no host: write \
             postgres://USER@HOST:PORT/DATABASE",
        ));
    };
    if behind.trim_matches('/').is_empty() {
        return Err(part(format!(
            "is only `{scheme}://`: name at least a host, a database or a run, as in \
             {scheme}://HOST/DATABASE"
        )));
    }
    let Ok(url) = Url::parse(text) else { return Ok(()) };
    if let Some(broken) = broken_escape(&url) {
        return Err(broken);
    }
    check_host(url.host_str().unwrap_or_default(), "its host")?;
    if url.port() == Some(0) {
        return Err(no_port("its port"));
    }
    if url.path().get(1..).is_some_and(|path| path.contains('/')) {
        return Err(part(
            "has several parts after its host: a database is one name, in which %2F is a slash",
        ));
    }
    for (name, value) in url.query_pairs() {
        let place = format!("its parameter `{name}`");
        match &*name {
            _ if value.is_empty() && name != RUN && !MAY_BE_EMPTY.contains(&&*name) => {
                return Err(part(format!("has nothing in {place}: give a value, or leave it out")));
            }
            "host" | "hostaddr" => check_host(&value, &place)?,
            "port" if value.parse::<u16>().is_ok_and(|port| port == 0) => {
                return Err(no_port(&place));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Checks that a URL names one host. A URL with several hosts and ports cannot be parsed as one.
///
/// # Errors
/// [`AddressError::Part`] for several.
pub(super) fn check_one_host(text: &str) -> Result<(), AddressError> {
    let behind = text.split_once("://").map_or("", |(_, behind)| behind);
    let (authority, rest) = behind.split_at(behind.find(['/', '?', '#']).unwrap_or(behind.len()));
    let hosts = match authority.rsplit_once('@') {
        Some((_, hosts)) => hosts,
        // The apparent hosts are the beginning of a password.
        None if rest.contains('@') => return Ok(()),
        None => authority,
    };
    match hosts.contains(',') && hosts.split(',').all(is_host_and_port) {
        true => Err(several_hosts("its host")),
        false => Ok(()),
    }
}

/// Returns true if a text is a host or empty, with or without a port.
fn is_host_and_port(text: &str) -> bool {
    let (host, port) = match text.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, port),
        _ => (text, ""),
    };
    let is_bracketed = host.starts_with('[') && host.ends_with(']');
    (is_bracketed || !host.contains([':', '[', ']'])) && port.chars().all(|c| c.is_ascii_digit())
}

fn several_hosts(place: &str) -> AddressError {
    part(format!("names several hosts in {place}: name the one to connect to"))
}

fn check_host(host: &str, place: &str) -> Result<(), AddressError> {
    // Commas in a path to a socket are part of it.
    match host.contains(',') && !host.contains('/') && !host.to_lowercase().contains("%2f") {
        true => Err(several_hosts(place)),
        false => Ok(()),
    }
}

fn no_port(place: &str) -> AddressError {
    part(format!("has no port in {place}: ports are 1 to 65535, and 5432 is the usual one"))
}

/// Returns the reason why the database library cannot read an address: the first invalid part.
pub(super) fn unreadable(url: &Url) -> AddressError {
    for (name, value) in url.query_pairs() {
        match &*name {
            "port" if value.parse::<u16>().is_err() => return no_port("its parameter `port`"),
            "statement-cache-capacity" if value.parse::<usize>().is_err() => {
                return part("has no whole number in its parameter `statement-cache-capacity`");
            }
            _ => {}
        }
    }
    let unknown = "has a part that cannot be read: write postgres://USER@HOST:PORT/DATABASE";
    broken_escape(url).unwrap_or_else(|| part(unknown))
}

/// Returns the first part with an incomplete `%` encoding. The part is not repeated: it may be a
/// password.
fn broken_escape(url: &Url) -> Option<AddressError> {
    let parts = [
        ("user", url.username()),
        ("password", url.password().unwrap_or_default()),
        ("host", url.host_str().unwrap_or_default()),
        ("database", url.path()),
        ("parameter", url.query().unwrap_or_default()),
    ];
    let (name, _) = parts.into_iter().find(|(_, text)| !is_decodable(text))?;
    Some(part(format!(
        "has a {name} with a %-code that is not a letter: write %25 for a percent sign"
    )))
}

/// Returns true if each `%` of a text is followed by two hexadecimal digits, and their bytes are
/// text.
fn is_decodable(text: &str) -> bool {
    let mut bytes = text.bytes();
    let mut decoded = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            decoded.push(byte);
            continue;
        }
        let mut digit = || bytes.next().and_then(|byte| char::from(byte).to_digit(16));
        let (Some(high), Some(low)) = (digit(), digit()) else { return false };
        decoded.extend(u8::try_from(16 * high + low));
    }
    // No name in PostgreSQL contains NUL.
    !decoded.contains(&0) && std::str::from_utf8(&decoded).is_ok()
}

#[cfg(test)]
mod tests {
    use crate::Address;

    fn refusal(text: &str) -> String {
        Address::parse(text).expect_err(text).to_string()
    }

    #[test]
    fn a_part_that_cannot_be_is_refused_by_its_name() {
        for (text, named) in [
            ("postgres:/u@h/db", "no `//`"),
            ("postgres:u@h/db", "no `//`"),
            ("postgres://", "is only `postgres://`"),
            ("postgresql:///", "is only `postgresql://`"),
            ("postgres://u@a,b/db", "several hosts in its host"),
            ("postgres:///db?host=a,b", "several hosts in its parameter `host`"),
            ("postgres://h:1,h:2", "several hosts in its host"),
            ("postgres://u@h:1,h:2/db?run=r", "several hosts in its host"),
            ("postgres://u:p,w@h,h:2/db", "several hosts in its host"),
            ("postgresql://u@h:1,h/db", "several hosts in its host"),
            ("postgres://h:,h:2?run=r", "several hosts in its host"),
            ("postgres://[::1]:1,[::2]:2/db", "several hosts in its host"),
            ("postgres://[::1],127.0.0.1/db", "several hosts in its host"),
            ("postgres://u:1,2/3@h:x/db", "invalid port"),
            ("postgres://u@h:0/db", "no port in its port"),
            ("postgres://u@h/db?port=0", "no port in its parameter `port`"),
            ("postgres://u@h/db?port=x", "no port in its parameter `port`"),
            ("postgres://u@h/db?port=70000", "no port in its parameter `port`"),
            ("postgres://u@h/a/b", "several parts"),
            ("postgres://u@h/db/", "several parts"),
            ("postgres://u@h/db?sslkey=", "nothing in its parameter `sslkey`"),
            ("postgres://u@h/db?sslrootcert=&run=r", "nothing in its parameter `sslrootcert`"),
            ("postgres://h/db?user=", "nothing in its parameter `user`"),
            ("postgres://h/db?statement-cache-capacity=x", "`statement-cache-capacity`"),
            ("postgres://%ff@h/db", "a user with a %-code"),
            ("postgres://me:p%ZZ@h/db", "a password with a %-code"),
            ("postgres://me:p%4@h/db", "a password with a %-code"),
            ("postgres://me:p%@h/db", "a password with a %-code"),
            ("postgres://me:%00@h/db", "a password with a %-code"),
            ("postgres://u@h/d%g0", "a database with a %-code"),
            ("postgres://u@h/db?application_name=5%+of", "a parameter with a %-code"),
        ] {
            let error = refusal(text);
            assert!(error.contains(named), "{text}: {error}");
        }
        for fine in [
            "postgres://u@h/db",
            "postgres://h",
            "postgres:///db",
            "postgres://?run=r",
            "postgres://u@h:5433/a%2Fb?run=r",
            "postgres://me:100%25%c3%A9@h/db?application_name=5%25",
            "postgres:///db?host=/tmp/a,b",
            "postgres://u:1,2@h/db",
            "postgres://u@h/db?options=",
        ] {
            Address::parse(fine).expect(fine);
        }
    }

    #[test]
    fn an_address_that_an_earlier_version_stored_is_read() {
        for text in ["postgres://u@h/a/b?run=r", "postgres://u@h/db?sslkey=&run=r"] {
            Address::parse_stored(text).expect(text);
        }
    }
}
