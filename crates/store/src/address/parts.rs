//! Parts of an address that a URL can have and a store cannot.
//!
//! The database library takes several hosts for one name, two slashes more or less for none, and an
//! empty parameter for a given one. What it then cannot reach would be named by nobody.

use super::AddressError;
use super::parameters::{PASSWORD, RUN};
use std::path::Path;
use url::Url;

/// Parameters that name files.
const FILES: [&str; 7] =
    ["sslrootcert", "ssl-root-cert", "ssl-ca", "sslcert", "ssl-cert", "sslkey", "ssl-key"];
/// The beginning of a certificate or a key that is written out in place of its file.
const WRITTEN_OUT: &str = "-----BEGIN";
/// Parameters that may be given with nothing in them.
const MAY_BE_EMPTY: [&str; 2] = [PASSWORD, "options"];

fn part(what: impl Into<String>) -> AddressError {
    AddressError::Part { what: what.into() }
}

/// Checks what stands where in an address that somebody gives.
///
/// # Errors
/// [`AddressError::Part`] for the first part that cannot be as it is.
pub(super) fn check(text: &str) -> Result<(), AddressError> {
    let Some((scheme, behind)) = text.split_once("://") else {
        return Err(part(
            "has no `//` behind its scheme, so that it names no host: write postgres://USER@HOST:PORT/DATABASE",
        ));
    };
    if behind.trim_matches('/').is_empty() {
        return Err(part(format!(
            "is nothing but `{scheme}://`: name at least a host, a database or a run, as in {scheme}://HOST/DATABASE"
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
            "has several parts behind its host: a database is one name, in which %2F is a slash",
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

fn check_host(host: &str, place: &str) -> Result<(), AddressError> {
    // Commas in a path to a socket are part of it.
    match host.contains(',') && !host.contains('/') && !host.to_lowercase().contains("%2f") {
        true => Err(part(format!("names several hosts in {place}: name the one to connect to"))),
        false => Ok(()),
    }
}

fn no_port(place: &str) -> AddressError {
    part(format!("has no port in {place}: ports are 1 to 65535, and 5432 is the usual one"))
}

/// Why the database library cannot read an address: the first part that is none.
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

/// The first part with a `%` that begins no character. The part is not repeated: it may be a password.
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
        "has a {name} with a %-code that stands for no letter: write %25 for a percent sign"
    )))
}

/// Whether each `%` of a text is followed by two hexadecimal digits, and what they stand for is text.
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
    // No name in PostgreSQL has a NUL.
    !decoded.contains(&0) && std::str::from_utf8(&decoded).is_ok()
}

/// Checks that the files of an address can be read.
///
/// # Errors
/// [`AddressError::Part`] for the first that cannot.
pub(super) fn check_files(url: &Url) -> Result<(), AddressError> {
    for (name, value) in url.query_pairs().filter(|(name, _)| FILES.contains(&&**name)) {
        if value.trim_start().starts_with(WRITTEN_OUT) {
            continue;
        }
        if let Err(error) = std::fs::File::open(Path::new(&*value)) {
            return Err(part(format!(
                "names a file in its parameter `{name}` that cannot be read, {}: {error}",
                value.escape_debug()
            )));
        }
    }
    Ok(())
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
            ("postgres://", "nothing but `postgres://`"),
            ("postgresql:///", "nothing but `postgresql://`"),
            ("postgres://u@a,b/db", "several hosts in its host"),
            ("postgres:///db?host=a,b", "several hosts in its parameter `host`"),
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

    #[test]
    fn a_file_that_is_missing_is_named() {
        let dir = tempfile::tempdir().expect("a directory");
        let (there, missing) = (dir.path().join("root.pem"), dir.path().join("none.pem"));
        std::fs::write(&there, "").expect("a file");
        for name in ["sslrootcert", "sslcert", "sslkey"] {
            let check = |path: &std::path::Path| {
                let text = format!("postgres://u@h/db?{name}={}", path.display());
                Address::parse(&text).expect("an address").check_files()
            };
            check(&there).expect("a file");
            let error = check(&missing).expect_err("no file").to_string();
            assert!(error.contains(name) && error.contains("none.pem"), "{error}");
        }
    }
}
