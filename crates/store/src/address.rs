//! Address of a store on PostgreSQL, without the password.

mod parameters;
mod parts;
mod tls_files;

use parameters::{PASSWORD, RUN, SSLMODE_VARIABLE};
use sqlx::ConnectOptions as _;
use sqlx::postgres::PgConnectOptions;
use std::fmt;
use std::str::FromStr as _;
use thiserror::Error;
use url::Url;

/// Prefix of a run's name in the name of its PostgreSQL schema, which distinguishes Peirast's
/// schemas from others.
const PREFIX: &str = "peirast_";
/// Most bytes of a run's name: PostgreSQL truncates longer identifiers.
const LONGEST: usize = 63 - PREFIX.len();

/// The address of a store on PostgreSQL: a database, and the name of the run in it. One database
/// can have many runs, each in its own schema.
///
/// The password comes from the URL, from `PGPASSWORD`, or from `~/.pgpass`. It is never displayed
/// and never stored.
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

/// An error in the address of a store. The given text is not repeated: it may contain a password.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AddressError {
    /// Not a URL, or a URL of another kind.
    #[error(
        "a store is named as postgres://USER@HOST:PORT/DATABASE, with ?run=NAME for a run in it: {0}"
    )]
    Url(String),
    /// A name that no schema can have.
    #[error(
        "`{0}` cannot name a run: use 1 to {LONGEST} of a-z, 0-9, `-`, `_` and `.`, as in ?run=my-study"
    )]
    Run(String),
    /// An unknown parameter.
    #[error(
        "the store's address has an unknown parameter, {name}{}: correct it or leave it out; there are {}",
        hint(.nearest),
        parameters::list()
    )]
    Unknown {
        /// Its name in quotes; its number among the parameters if the name may be part of a
        /// password.
        name: String,
        /// The parameter that was probably meant.
        nearest: Option<&'static str>,
    },
    /// A parameter of `psql` that a store does not support.
    #[error(
        "the store's address has the parameter `{0}`, which psql knows and Peirast does not: leave it out"
    )]
    Unsupported(String),
    /// Two parameters with the same meaning.
    #[error("the store's address {}: keep one of them", twice(.first, .second))]
    Doubled {
        /// The name of the first.
        first: String,
        /// The name of the second.
        second: String,
    },
    /// A parameter for a part that also precedes the parameters.
    #[error(
        "the store's address sets by its parameter `{0}` a part that is already before the `?`: \
         keep one of them"
    )]
    Again(String),
    /// An unknown encryption of connections.
    #[error(
        "{0} of a store is disable, allow, prefer, require, verify-ca or verify-full, and not what is given"
    )]
    SslMode(&'static str),
    /// An invalid part.
    #[error("the store's address {what}")]
    Part {
        /// The part, with the error and the correct form.
        what: String,
    },
    /// A part after `#`.
    #[error(
        "the store's address continues after a `#`, which is ignored: write %23 for a `#` within a \
         value"
    )]
    Fragment,
}

fn hint(nearest: &Option<&'static str>) -> String {
    nearest.map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}

fn twice(first: &str, second: &str) -> String {
    match first == second {
        true => format!("has the parameter `{first}` twice"),
        false => format!("has the parameters `{first}` and `{second}`, which set the same"),
    }
}

impl Address {
    /// Reads `postgres://USER@HOST:PORT/DATABASE?run=NAME`. Everything except the scheme is
    /// optional; the default is the environment (`PGHOST`, `PGUSER`, …), as for `psql`.
    ///
    /// # Errors
    /// Not such a URL; a parameter that is unknown or repeated; an invalid `sslmode`, also in
    /// `PGSSLMODE`; several hosts or databases; an invalid port; an empty parameter; a client's
    /// certificate without its key, or the reverse; a certificate or a key for unencrypted
    /// connections.
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        parts::check_one_host(text.trim())?;
        let address = Self::read(text, |_| true, from_environment)?;
        parts::check(text.trim())?;
        let mode = address.options.get_ssl_mode();
        tls_files::check_pair(&address.shown, mode, from_environment)?;
        tls_files::check_used(&address.shown, mode, from_environment)?;
        Ok(address)
    }

    /// Reads an address stored in a run directory. Parameters of `psql` that never had an effect
    /// are ignored: earlier versions stored them.
    pub(super) fn parse_stored(text: &str) -> Result<Self, AddressError> {
        let counts = |name: &str| !parameters::has_no_effect(name);
        Self::read(text, counts, from_environment)
    }

    /// Reads an address with its effective parameters, in an environment.
    fn read(
        text: &str,
        counts: impl Fn(&str) -> bool,
        env: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, AddressError> {
        let wrong = |what: String| AddressError::Url(what);
        let mut url = Url::parse(text.trim()).map_err(|e| wrong(e.to_string()))?;
        if !matches!(url.scheme(), "postgres" | "postgresql") {
            return Err(wrong("it begins otherwise".to_owned()));
        }
        if url.fragment().is_some() {
            return Err(AddressError::Fragment);
        }
        let given: Vec<(String, String)> =
            url.query_pairs().into_owned().filter(|(name, _)| counts(name)).collect();
        parameters::check(&url, &given)?;
        let says_sslmode = given.iter().any(|(name, _)| matches!(&**name, "sslmode" | "ssl-mode"));
        if let (false, Some(value)) = (says_sslmode, env(SSLMODE_VARIABLE)) {
            parameters::check_sslmode(SSLMODE_VARIABLE, &value)?;
        }
        let has_name = given.iter().any(|(name, _)| name == "application_name");
        let mut run = None;
        let (mut asked, mut shown) = (Vec::new(), Vec::new());
        for (name, value) in given {
            if name == RUN {
                run = Some(value);
                continue;
            }
            if name != PASSWORD {
                shown.push((name.clone(), value.clone()));
            }
            asked.push((name, value));
        }
        set_query(&mut url, &asked);
        let bracketed = match url.host() {
            Some(url::Host::Ipv6(address)) => Some(address.to_string()),
            _ => None,
        };
        let mut options = PgConnectOptions::from_str(url.as_str())
            .map_err(|_| parts::unreadable(&url))?
            .disable_statement_logging();
        // The library treats the brackets as part of the name.
        if let Some(address) = bracketed.filter(|_| options.get_host().starts_with('[')) {
            options = options.host(&address);
        }
        if !has_name {
            options = options.application_name("peirast");
        }
        // Neither can fail for a URL with this scheme.
        let _ = url.set_password(None);
        set_query(&mut url, &shown);
        let address = Self { options, shown: url, run: None };
        match run {
            Some(name) => address.of_run(&name),
            None => Ok(address),
        }
    }

    /// Returns the run in this database under another name.
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
        // Written without an encoder: the characters that a name may have need no encoding.
        let query = match self.shown.query() {
            Some(rest) => format!("{rest}&{RUN}={name}"),
            None => format!("{RUN}={name}"),
        };
        self.shown.set_query(Some(&query));
        Ok(self)
    }

    /// Returns the name of the run, if the address has one.
    pub fn run(&self) -> Option<&str> {
        self.run.as_deref()
    }

    /// Returns the host of the connection.
    pub fn host(&self) -> &str {
        self.options.get_host()
    }

    /// Checks that the certificates and keys of the address can be read and are valid.
    ///
    /// # Errors
    /// [`AddressError::Part`] for the first invalid one.
    pub(super) fn check_files(&self) -> Result<(), AddressError> {
        tls_files::check(&self.shown, self.options.get_ssl_mode(), from_environment)
    }

    pub(super) fn options(&self) -> &PgConnectOptions {
        &self.options
    }

    /// Returns the schema of the run, as an identifier in quotes: its characters need no escape.
    pub(super) fn schema(&self) -> Option<String> {
        self.run.as_ref().map(|run| format!("\"{PREFIX}{run}\""))
    }

    /// Returns the run of a Peirast schema.
    pub(super) fn run_of(schema: &str) -> Option<&str> {
        schema.strip_prefix(PREFIX)
    }
}

fn from_environment(name: &str) -> Option<String> {
    std::env::var(name).ok()
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
            "postgresql://me@h:5433/d?password=hunter22&sslmode=require&run=r",
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

    /// Returns the reason why an address is refused in an environment without variables.
    fn refusal(text: &str) -> String {
        let read = Address::read(text, |_| true, |_| None);
        read.expect_err(text).to_string()
    }

    #[test]
    fn a_parameter_that_is_unknown_is_refused_with_the_near_name() {
        for (slip, meant) in [
            ("sslmod", "sslmode"),
            ("sslmdoe", "sslmode"),
            ("SSLMODE", "sslmode"),
            ("ssl_mode", "sslmode"),
            ("sslrootcrt", "sslrootcert"),
            ("pasword", "password"),
            ("Run", "run"),
            ("prot", "port"),
        ] {
            let error = refusal(&format!("postgres://me@h/d?{slip}=verify-full&run=r"));
            assert!(error.contains(&format!("`{slip}`")), "{error}");
            assert!(error.contains(&format!("did you mean `{meant}`?")), "{error}");
        }
        let error = refusal("postgres://me@h/d?colour=blue");
        assert!(error.contains("`colour`") && !error.contains("did you mean"), "{error}");
        for of_psql in ["channel_binding=require", "connect_timeout=5", "sslcrl=x", "service=a"] {
            let error = refusal(&format!("postgres://me@h/d?{of_psql}"));
            assert!(error.contains("psql knows"), "{error}");
        }
        assert!(refusal("postgres://me@h/d?run=a#sslmode=require").contains('#'));
    }

    #[test]
    fn a_parameter_sets_something_once() {
        for twice in [
            "postgres://me@h/d?sslmode=verify-full&sslmode=disable",
            "postgres://me@h/d?sslmode=verify-full&ssl-mode=disable",
            "postgres://me@h/d?run=a&run=b",
            "postgres:///d?host=a&hostaddr=127.0.0.1",
            "postgres://me@h/d?host=other",
            "postgres://me@h:5432/d?port=5433",
            "postgres://me@h/d?user=you",
            "postgres://me@h/d?dbname=e",
            "postgres://me:hunter22@h/d?password=hunter23",
        ] {
            let error = refusal(twice);
            assert!(error.contains("keep one of them"), "{twice}: {error}");
            assert!(!error.contains("hunter"), "{error}");
        }
        let once =
            "postgres:///?host=/tmp&user=me&dbname=d&port=5433&options[a]=1&application_name=x";
        Address::parse(once).expect("an address");
    }

    #[test]
    fn an_impossible_encryption_is_refused_wherever_it_is_said() {
        for wrong in ["verify_full", "", "on", "hunter22"] {
            let error = refusal(&format!("postgres://me@h/d?sslmode={wrong}"));
            assert!(error.contains("verify-full") && !error.contains("hunter"), "{error}");
        }
        let env = |value: &'static str| {
            move |name: &str| (name == SSLMODE_VARIABLE).then(|| value.to_owned())
        };
        let read = |text, value| Address::read(text, |_| true, env(value));
        let error = read("postgres://me@h/d", "verify-ful").expect_err("a slip").to_string();
        assert!(error.contains(SSLMODE_VARIABLE), "{error}");
        assert!(read("postgres://me@h/d", "verify-full").is_ok());
        assert!(read("postgres://me@h/d?sslmode=require", "verify-ful").is_ok(), "not read");
    }

    #[test]
    fn a_certificate_for_what_is_not_encrypted_is_refused() {
        for parameter in ["sslrootcert=/c.pem", "sslcert=/c.pem&sslkey=/k.pem", "ssl-ca=/c.pem"] {
            for address in [
                format!("postgres://me@h/d?sslmode=disable&{parameter}"),
                format!("postgres://me@h/d?{parameter}&ssl-mode=disable&run=r"),
            ] {
                let error = Address::parse(&address).expect_err(&address).to_string();
                let name = parameter.split('=').next().unwrap_or_default();
                assert!(error.contains(&format!("`{name}`")), "{error}");
                assert!(error.contains("verify-full"), "{error}");
            }
            let verified = format!("postgres://me@h/d?sslmode=verify-full&{parameter}");
            Address::parse(&verified).expect("an address");
        }
        Address::parse("postgres://me@h/d?sslmode=disable").expect("an address");
    }

    #[test]
    fn no_piece_of_a_password_is_repeated() {
        for text in [
            "postgres://me@h/d?password=secret&hunter22",
            "postgres://me@h/d?password=secret&hunter22=x&run=r",
            "postgres://me@h/d?hunter22",
            "postgres://me@h/d?passwrd=hunter22",
            "postgres://me@h/d?PASSWORD=hunter22",
            "postgres://me:hun?ter22@h/d",
            "postgres://me:hun#ter22@h/d",
        ] {
            let error = refusal(text);
            assert!(!error.contains("hun") && !error.contains("ter22"), "{error}");
        }
    }

    #[test]
    fn a_stored_address_of_an_earlier_version_is_read() {
        let stored = "postgres://me@h/d?connect_timeout=5&sslmode=require&run=r";
        let address = Address::parse_stored(stored).expect("an address");
        assert_eq!(address.to_string(), "postgres://me@h/d?sslmode=require&run=r");
        assert!(Address::parse_stored("postgres://me@h/d?sslmod=require&run=r").is_err());
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
