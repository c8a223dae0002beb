//! Parameters of an address: the known ones, and the reasons for refusing others.
//!
//! The database library ignores unknown parameters. A misspelt `sslmode` would then connect without
//! encryption, so every name is checked before a connection is made.

use super::AddressError;
use super::tls_files::Purpose;
use sqlx::postgres::PgSslMode;
use std::str::FromStr as _;
use url::Url;

/// The parameter of the URL for the name of the run.
pub(super) const RUN: &str = "run";
/// The parameter that holds the password. It is never displayed.
pub(super) const PASSWORD: &str = "password";
/// The environment variable for the encryption of connections whose address has none.
pub(super) const SSLMODE_VARIABLE: &str = "PGSSLMODE";

/// The parameters of an address, each with its other spellings. All names in one row have one
/// meaning, so an address has at most one of them.
const KNOWN: [&[&str]; 13] = [
    &[RUN],
    &["sslmode", "ssl-mode"],
    Purpose::Roots.parameters(),
    Purpose::Certificate.parameters(),
    Purpose::Key.parameters(),
    &["host", "hostaddr"],
    &["port"],
    &["dbname"],
    &["user"],
    &[PASSWORD],
    &["application_name"],
    &["options"],
    &["statement-cache-capacity"],
];

/// Parameters of `psql` that neither select nor protect a connection. A run directory of an earlier
/// version may have them; they never had an effect.
const WITHOUT_EFFECT: [&str; 9] = [
    "connect_timeout",
    "client_encoding",
    "fallback_application_name",
    "keepalives",
    "keepalives_idle",
    "keepalives_interval",
    "keepalives_count",
    "tcp_user_timeout",
    "load_balance_hosts",
];

/// Parameters of `psql` that select or protect a connection in unsupported ways.
const UNSUPPORTED: [&str; 19] = [
    "channel_binding",
    "gssdelegation",
    "gssencmode",
    "gsslib",
    "krbsrvname",
    "passfile",
    "replication",
    "require_auth",
    "requirepeer",
    "service",
    "ssl",
    "ssl_max_protocol_version",
    "ssl_min_protocol_version",
    "sslcertmode",
    "sslcrl",
    "sslnegotiation",
    "sslpassword",
    "sslsni",
    "target_session_attrs",
];

/// Returns true if a parameter never had an effect, so that a stored address can be read without
/// it.
pub(super) fn has_no_effect(name: &str) -> bool {
    WITHOUT_EFFECT.contains(&name)
}

/// Returns the parts that a URL sets before its parameters, by the names of the equivalent
/// parameters.
fn set_before(url: &Url) -> Vec<&'static str> {
    [
        ("host", url.host_str().is_some_and(|host| !host.is_empty())),
        ("port", url.port().is_some()),
        ("user", !url.username().is_empty()),
        (PASSWORD, url.password().is_some()),
        ("dbname", !url.path().trim_start_matches('/').is_empty()),
    ]
    .into_iter()
    .filter_map(|(name, is_set)| is_set.then_some(name))
    .collect()
}

/// Checks the parameters of an address.
///
/// # Errors
/// Refuses the first parameter that is unknown, repeats a meaning, or has an invalid value. A name
/// is repeated only if it cannot be part of a password.
pub(super) fn check(url: &Url, parameters: &[(String, String)]) -> Result<(), AddressError> {
    let before = set_before(url);
    let mut set: Vec<(&str, &str)> = Vec::new();
    let mut may_hold_password = false;
    for (at, (name, value)) in parameters.iter().enumerate() {
        let Some(what) = what_it_sets(name) else {
            return Err(unknown(name, at + 1, may_hold_password || value.is_empty()));
        };
        // A password with `&` continues in an apparent parameter.
        may_hold_password |= what == PASSWORD;
        if let Some((_, first)) = set.iter().find(|(other, _)| *other == what) {
            let (first, second) = ((*first).to_owned(), name.clone());
            return Err(AddressError::Doubled { first, second });
        }
        if before.contains(&what) {
            return Err(AddressError::Again(name.clone()));
        }
        if what == "sslmode" {
            check_sslmode("`sslmode`", value)?;
        }
        set.push((what, name));
    }
    Ok(())
}

/// Checks a value for the encryption of connections.
pub(super) fn check_sslmode(place: &'static str, value: &str) -> Result<(), AddressError> {
    match PgSslMode::from_str(value) {
        Ok(_) => Ok(()),
        Err(_) => Err(AddressError::SslMode(place)),
    }
}

/// Returns the meaning of a parameter, as the first name of its row; `None` for an unknown one.
fn what_it_sets(name: &str) -> Option<&str> {
    if name.starts_with("options[") && name.ends_with(']') {
        return Some(name); // Each sets something of its own.
    }
    KNOWN.iter().find(|row| row.contains(&name)).and_then(|row| row.first().copied())
}

fn unknown(name: &str, number: usize, may_be_secret: bool) -> AddressError {
    if has_no_effect(name) || UNSUPPORTED.contains(&name) {
        return AddressError::Unsupported(name.to_owned());
    }
    let nearest = nearest(name);
    // A misspelling of a known name is not part of a password.
    let name = match may_be_secret && nearest.is_none() {
        true => format!("number {number}"),
        false => format!("`{}`", name.chars().take(40).collect::<String>().escape_debug()),
    };
    AddressError::Unknown { name, nearest }
}

/// Returns the name that was probably meant by an unknown one.
fn nearest(name: &str) -> Option<&'static str> {
    let plain = |name: &str| name.to_lowercase().replace(['-', '_', '.', ' '], "");
    let given = plain(name);
    let mut near: Vec<(usize, &'static str)> = Vec::new();
    for (row, name) in KNOWN.iter().flat_map(|row| row.iter().map(move |name| (row, *name))) {
        let slips = strsim::damerau_levenshtein(&given, &plain(name));
        if slips <= name.len().div_ceil(4) {
            near.extend(row.first().map(|first| (slips, *first)));
        }
    }
    near.into_iter().min().map(|(_, name)| name)
}

/// Returns the names of all parameters, in words.
pub(super) fn list() -> String {
    let names: Vec<&str> = KNOWN.iter().filter_map(|row| row.first().copied()).collect();
    names.join(", ")
}
