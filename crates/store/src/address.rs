//! Address: where a store on PostgreSQL is, without the password that opens it.

use sqlx::ConnectOptions as _;
use sqlx::postgres::PgConnectOptions;
use std::fmt;
use std::str::FromStr as _;
use thiserror::Error;
use url::Url;

/// What stands before the name of a run in the name of its PostgreSQL schema, so that ours are
/// known among those of others.
const PREFIX: &str = "peirast_";
/// Bytes of a run's name: PostgreSQL cuts longer identifiers off.
const LONGEST: usize = 63 - PREFIX.len();
/// The parameter of the URL that names the run.
const RUN: &str = "run";

/// Where a store on PostgreSQL is: a database, and the name of the run in it. Many runs can live in
/// one database, each in a schema of its own.
///
/// The password comes with the URL, from `PGPASSWORD`, or from `~/.pgpass`. It is never shown and
/// never stored.
///
/// ```
/// use peirast_store::Address;
/// let address = Address::parse("postgres://me:secret@db.lab/peirast?run=token-bias")?;
/// assert_eq!(address.to_string(), "postgres://me@db.lab/peirast?run=token-bias");
/// assert_eq!(address.run(), Some("token-bias"));
/// assert!(!format!("{address:?}").contains("secret"));
/// # Ok::<(), peirast_store::AddressError>(())
/// ```
#[derive(Clone)]
pub struct Address {
    options: PgConnectOptions,
    shown: Url,
    run: Option<String>,
}

/// What is wrong with the address of a store. What was given is not repeated: it may hold a
/// password.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AddressError {
    /// No URL, or one of another kind.
    #[error(
        "a store is named as postgres://USER@HOST:PORT/DATABASE, with ?run=NAME for a run in it: {0}"
    )]
    Url(String),
    /// A name that no schema can have.
    #[error(
        "`{0}` cannot name a run: use 1 to {LONGEST} of a-z, 0-9, `-`, `_` and `.`, as in ?run=my-study"
    )]
    Run(String),
}

impl Address {
    /// Reads `postgres://USER@HOST:PORT/DATABASE?run=NAME`. Everything but the scheme may be left
    /// out and is then what the environment says (`PGHOST`, `PGUSER`, …), as for `psql`.
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        let wrong = |what: String| AddressError::Url(what);
        let mut url = Url::parse(text.trim()).map_err(|e| wrong(e.to_string()))?;
        if !matches!(url.scheme(), "postgres" | "postgresql") {
            return Err(wrong("it begins otherwise".to_owned()));
        }
        let mut run = None;
        let (mut asked, mut shown) = (Vec::new(), Vec::new());
        for (name, value) in url.query_pairs().into_owned() {
            if name == RUN {
                run = Some(value);
                continue;
            }
            if name != "password" {
                shown.push((name.clone(), value.clone()));
            }
            asked.push((name, value));
        }
        set_query(&mut url, &asked);
        let options = PgConnectOptions::from_str(url.as_str())
            .map_err(|_| wrong("its parameters cannot be read".to_owned()))?
            .application_name("peirast")
            .disable_statement_logging();
        // Neither can fail for a URL with a scheme like ours.
        let _ = url.set_password(None);
        set_query(&mut url, &shown);
        let address = Self { options, shown: url, run: None };
        match run {
            Some(name) => address.of_run(&name),
            None => Ok(address),
        }
    }

    /// The run in this database under another name.
    ///
    /// # Errors
    /// A name that no schema can have.
    pub fn of_run(mut self, name: &str) -> Result<Self, AddressError> {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.".contains(c);
        if name.is_empty() || name.len() > LONGEST || !name.chars().all(fits) {
            return Err(AddressError::Run(name.chars().take(80).collect()));
        }
        self.run = Some(name.to_owned());
        let others: Vec<(String, String)> =
            self.shown.query_pairs().into_owned().filter(|(name, _)| name != RUN).collect();
        set_query(&mut self.shown, &others);
        // Written out by hand: the characters that a name may have need no encoding.
        let query = match self.shown.query() {
            Some(rest) => format!("{rest}&{RUN}={name}"),
            None => format!("{RUN}={name}"),
        };
        self.shown.set_query(Some(&query));
        Ok(self)
    }

    /// The name of the run, if the address says which.
    pub fn run(&self) -> Option<&str> {
        self.run.as_deref()
    }

    /// The host that is connected to.
    pub fn host(&self) -> &str {
        self.options.get_host()
    }

    pub(super) fn options(&self) -> &PgConnectOptions {
        &self.options
    }

    /// The schema of the run, as an identifier in quotes: its characters need no escape there.
    pub(super) fn schema(&self) -> Option<String> {
        self.run.as_ref().map(|run| format!("\"{PREFIX}{run}\""))
    }

    /// The run of a schema of ours.
    pub(super) fn run_of(schema: &str) -> Option<&str> {
        schema.strip_prefix(PREFIX)
    }
}

fn set_query(url: &mut Url, pairs: &[(String, String)]) {
    match pairs {
        [] => url.set_query(None),
        pairs => {
            url.query_pairs_mut().clear().extend_pairs(pairs);
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.shown.as_str())
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_way_of_giving_a_password_shows_it() {
        for given in [
            "postgres://me:hunter22@h/d?run=r",
            "postgres://me@h/d?password=hunter22&run=r",
            "postgresql://me:hunter22@h:5433/d?password=hunter22&sslmode=require&run=r",
        ] {
            let address = Address::parse(given).expect("an address");
            let said = format!("{address} {address:?}");
            assert!(!said.contains("hunter22"), "{said}");
            assert_eq!(address.run(), Some("r"));
            let again = Address::parse(&address.to_string()).expect("an address");
            assert_eq!(again.to_string(), address.to_string());
        }
        for wrong in ["postgres://me:hunter22@", "mysql://me:hunter22@h/d", "hunter22", ""] {
            let error = Address::parse(wrong).expect_err(wrong).to_string();
            assert!(!error.contains("hunter22") && error.contains("postgres://USER@"), "{error}");
        }
    }

    #[test]
    fn a_run_is_named_as_a_schema_can_be() {
        let address = Address::parse("postgres://h/d").expect("an address");
        assert_eq!((address.run(), address.schema()), (None, None));
        let named = address.clone().of_run("token-bias").expect("a name");
        assert_eq!(named.schema().as_deref(), Some("\"peirast_token-bias\""));
        assert_eq!(named.to_string(), "postgres://h/d?run=token-bias");
        let other = named.of_run("b").expect("a name");
        assert_eq!(other.to_string(), "postgres://h/d?run=b");
        for wrong in ["", "A", "a\"b", "a b", "é", &"x".repeat(60)] {
            assert!(address.clone().of_run(wrong).is_err(), "{wrong}");
        }
    }
}
