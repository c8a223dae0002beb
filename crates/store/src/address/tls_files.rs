//! Certificates and keys of an address: checks of their content.
//!
//! The database library reads these files after it has reached the server, ignores a file of roots
//! without a certificate, and does not report the parameter that named the file. So the files are
//! read before a connection is made.

use super::AddressError;
use super::parts::part;
use rustls::RootCertStore;
use rustls::pki_types::pem::{self, PemObject as _};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use sqlx::postgres::PgSslMode;
use std::borrow::Cow;
use std::fs;
use url::Url;

/// The purpose of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Certificates for checking the server's certificate.
    Roots,
    /// The client's own certificate, with its chain.
    Certificate,
    /// The private key of the client's certificate.
    Key,
}

impl Purpose {
    const ALL: [Self; 3] = [Self::Roots, Self::Certificate, Self::Key];

    /// The parameters of an address for such a file, the usual one first.
    pub(super) const fn parameters(self) -> &'static [&'static str] {
        match self {
            Self::Roots => &["sslrootcert", "ssl-root-cert", "ssl-ca"],
            Self::Certificate => &["sslcert", "ssl-cert"],
            Self::Key => &["sslkey", "ssl-key"],
        }
    }

    /// The environment variable for such a file, for addresses without one.
    const fn variable(self) -> &'static str {
        match self {
            Self::Roots => "PGSSLROOTCERT",
            Self::Certificate => "PGSSLCERT",
            Self::Key => "PGSSLKEY",
        }
    }

    /// Returns the required file, in words.
    const fn wanted(self) -> &'static str {
        match self {
            Self::Roots => "a PEM file of the certificates that vouch for the server's",
            Self::Certificate => "a PEM file of the client's certificate",
            Self::Key => "a PEM file of the client's private key, without a passphrase",
        }
    }

    /// Returns true if connections with this kind of encryption always read such a file, if one is
    /// given.
    const fn is_needed(self, mode: PgSslMode) -> bool {
        match (self, mode) {
            (_, PgSslMode::VerifyCa | PgSslMode::VerifyFull) => true,
            (Self::Certificate | Self::Key, PgSslMode::Require) => true,
            (_, PgSslMode::Disable | PgSslMode::Allow | PgSslMode::Prefer | PgSslMode::Require) => {
                false
            }
        }
    }
}

/// A certificate or key as given.
struct Given {
    purpose: Purpose,
    /// The parameter or variable of it.
    place: String,
    /// The path of a file, or PEM text.
    value: String,
    is_in_address: bool,
}

impl Given {
    /// Returns the bytes of the PEM.
    fn read(&self) -> Result<Cow<'_, [u8]>, AddressError> {
        // The same test as in the database library.
        let text = self.value.trim();
        if text.starts_with("-----BEGIN") && text.ends_with("-----") {
            return Ok(Cow::Borrowed(self.value.as_bytes()));
        }
        let bytes = fs::read(&self.value).map_err(|error| {
            part(format!(
                "names a file in {} that cannot be read, {} ({error}): name {}",
                self.place,
                self.shown(),
                self.purpose.wanted()
            ))
        })?;
        Ok(Cow::Owned(bytes))
    }

    /// Returns the name of the file for messages, without the content of a PEM.
    fn shown(&self) -> String {
        match self.value.trim_start().starts_with("-----") {
            true => "the text that begins with `-----`".to_owned(),
            false => self.value.escape_debug().to_string(),
        }
    }

    fn refused(&self, why: &str) -> AddressError {
        let (place, shown, wanted) = (&self.place, self.shown(), self.purpose.wanted());
        part(format!("names {why} in {place}, {shown}: name {wanted}"))
    }
}

/// Returns the certificates and keys of an address: those of its parameters, and those of the
/// environment for missing parameters.
fn given(url: &Url, env: &impl Fn(&str) -> Option<String>) -> Vec<Given> {
    let given = |purpose: Purpose| {
        let parameter = url.query_pairs().find(|(name, _)| purpose.parameters().contains(&&**name));
        match parameter {
            Some((name, value)) => Some(Given {
                purpose,
                place: format!("its parameter `{name}`"),
                value: value.into_owned(),
                is_in_address: true,
            }),
            None => env(purpose.variable()).map(|value| Given {
                purpose,
                place: format!("the variable {}", purpose.variable()),
                value,
                is_in_address: false,
            }),
        }
    };
    Purpose::ALL.into_iter().filter_map(given).collect()
}

/// Checks that no parameter gives a certificate or a key for unencrypted connections.
///
/// # Errors
/// [`AddressError::Part`] for the first that does.
pub(super) fn check_used(
    url: &Url,
    mode: PgSslMode,
    env: impl Fn(&str) -> Option<String>,
) -> Result<(), AddressError> {
    let is_encrypted = !matches!(mode, PgSslMode::Disable);
    match given(url, &env).into_iter().find(|one| one.is_in_address && !is_encrypted) {
        Some(one) => Err(part(format!(
            "names a certificate or a key in {}, and switches encryption off, so that nothing would use it: \
             write sslmode=verify-full, or leave it out",
            one.place
        ))),
        None => Ok(()),
    }
}

/// Checks that a certificate and its key are given together. The environment also serves other
/// programs, so its values count only if the address needs them or gives the other of the two.
///
/// # Errors
/// [`AddressError::Part`] if only one of the two is given.
pub(super) fn check_pair(
    url: &Url,
    mode: PgSslMode,
    env: impl Fn(&str) -> Option<String>,
) -> Result<(), AddressError> {
    let all = given(url, &env);
    let find = |purpose: Purpose| all.iter().find(|one| one.purpose == purpose);
    let (one, missing, what) = match (find(Purpose::Certificate), find(Purpose::Key)) {
        (Some(one), None) => (one, Purpose::Key, "a client's certificate without its private key"),
        (None, Some(one)) => (one, Purpose::Certificate, "a private key without its certificate"),
        (None, None) | (Some(_), Some(_)) => return Ok(()),
    };
    if !one.is_in_address && !one.purpose.is_needed(mode) {
        return Ok(());
    }
    let name = missing.parameters().first().copied().unwrap_or_default();
    Err(part(format!(
        "has {what}, {}: add `{name}` with the file of the other, or leave both out",
        one.place
    )))
}

/// Checks that each file of an address can be read and has the expected content: certificates, or a
/// private key without a passphrase.
///
/// # Errors
/// [`AddressError::Part`] for the first invalid file.
pub(super) fn check(
    url: &Url,
    mode: PgSslMode,
    env: impl Fn(&str) -> Option<String>,
) -> Result<(), AddressError> {
    for one in given(url, &env) {
        if !one.is_in_address && !one.purpose.is_needed(mode) {
            continue;
        }
        let bytes = one.read()?;
        match one.purpose {
            Purpose::Roots | Purpose::Certificate => check_certificates(&one, &bytes)?,
            Purpose::Key => check_key(&one, &bytes)?,
        }
    }
    Ok(())
}

fn check_certificates(given: &Given, bytes: &[u8]) -> Result<(), AddressError> {
    let certificates: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(bytes).collect();
    let certificates = match certificates {
        Ok(certificates) if certificates.is_empty() => {
            return Err(given.refused("a file without any PEM certificate"));
        }
        Ok(certificates) => certificates,
        Err(error) => return Err(given.refused(&format!("a file of broken PEM ({error})"))),
    };
    let mut store = RootCertStore::empty();
    for (at, certificate) in certificates.into_iter().enumerate() {
        if let Err(error) = store.add(certificate) {
            let what = format!("a file whose certificate {} is broken ({error})", at + 1);
            return Err(given.refused(&what));
        }
    }
    Ok(())
}

fn check_key(given: &Given, bytes: &[u8]) -> Result<(), AddressError> {
    let why = match PrivateKeyDer::from_pem_slice(bytes) {
        Ok(key) => match rustls::crypto::ring::sign::any_supported_type(&key) {
            Ok(_) => return Ok(()),
            Err(error) => format!("a private key that cannot be used ({error})"),
        },
        Err(pem::Error::NoItemsFound) => {
            let is_locked = bytes.windows(9).any(|text| text == b"ENCRYPTED");
            match is_locked {
                true => "a private key with a passphrase".to_owned(),
                false => "a file without any PEM private key".to_owned(),
            }
        }
        Err(error) => format!("a file of broken PEM ({error})"),
    };
    Err(given.refused(&why))
}

#[cfg(test)]
mod tests {
    use crate::Address;
    use proptest::prelude::*;
    use std::fs;
    use std::path::Path;

    /// An untrusted certificate, made for this test.
    const CERTIFICATE: &str = "-----BEGIN CERTIFICATE-----\n\
MIIBhDCCASugAwIBAgIUPw4jPd8Y0TXGZ2OPQu5EwtMAabIwCgYIKoZIzj0EAwIw\n\
FzEVMBMGA1UEAwwMcGVpcmFzdC10ZXN0MCAXDTI2MTEyODEyNTUzM1oYDzIxMjYx\n\
MTA0MTI1NTMzWjAXMRUwEwYDVQQDDAxwZWlyYXN0LXRlc3QwWTATBgcqhkjOPQIB\n\
BggqhkjOPQMBBwNCAATH1NfJslX0Bxn/kSX+XSsW94Wfvb38VefZRmUVhHT/9qYw\n\
0vwBj8wlof/pDJHJTgzb+mYgrx6UFk1VL1gigHMqo1MwUTAdBgNVHQ4EFgQU18af\n\
rvQvBOE8F1ERR5y37yo2vyowHwYDVR0jBBgwFoAU18afrvQvBOE8F1ERR5y37yo2\n\
vyowDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiAYvFsKOnNnoBan\n\
LPBrTKqrv33ejHye8oC16kVdVRtD6AIgRL6Pk1YUkYLYcJVSTAALnfRjwhtAGMCK\n\
pQW0envRB+M=\n\
-----END CERTIFICATE-----";
    /// Its private key.
    const KEY: &str = "-----BEGIN PRIVATE KEY-----\n\
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwYQFmrF3hDdB9Cj1\n\
MpEbwX02cs4TdvqfxDLSQ+OqNu2hRANCAATH1NfJslX0Bxn/kSX+XSsW94Wfvb38\n\
VefZRmUVhHT/9qYw0vwBj8wlof/pDJHJTgzb+mYgrx6UFk1VL1gigHMq\n\
-----END PRIVATE KEY-----";

    fn checked(parameters: &str) -> Result<(), String> {
        let text = format!("postgres://u@h/db?run=r&{parameters}");
        let address = Address::parse(&text).map_err(|error| error.to_string())?;
        address.check_files().map_err(|error| error.to_string())
    }

    fn write(dir: &Path, name: &str, text: &str) -> String {
        let path = dir.join(name);
        fs::write(&path, text).expect("a file");
        path.display().to_string()
    }

    #[test]
    fn each_file_is_read_and_refused_by_its_parameter() {
        let dir = tempfile::tempdir().expect("a directory");
        let certificate = write(dir.path(), "client.pem", CERTIFICATE);
        let key = write(dir.path(), "key.pem", KEY);
        let locked = KEY.replace("PRIVATE", "ENCRYPTED PRIVATE");
        let locked = write(dir.path(), "locked.pem", &locked);
        let cut = write(dir.path(), "cut.pem", &CERTIFICATE.replace("END CERT", "END"));
        let lines: Vec<&str> = CERTIFICATE.lines().collect();
        let short = [&lines[..2], &lines[lines.len() - 1..]].concat().join("\n");
        let short = write(dir.path(), "short.pem", &short);
        let empty = write(dir.path(), "empty.pem", "");
        let words = write(dir.path(), "words.pem", "no certificate\n");
        let missing = dir.path().join("none.pem").display().to_string();
        let there = dir.path().display().to_string();

        checked(&format!("sslrootcert={certificate}")).expect("roots");
        checked(&format!("sslcert={certificate}&sslkey={key}")).expect("a client");
        checked(&format!("ssl-cert={certificate}&ssl-key={key}&ssl-ca={certificate}"))
            .expect("all");
        for wrong in [&key, &cut, &short, &empty, &words, &missing, &there] {
            for (name, rest) in [
                ("sslrootcert", String::new()),
                ("ssl-ca", String::new()),
                ("sslcert", format!("&sslkey={key}")),
            ] {
                let error = checked(&format!("{name}={wrong}{rest}")).expect_err(wrong);
                let is_told =
                    error.contains(&format!("`{name}`")) && error.contains("name a PEM file");
                assert!(is_told && error.contains(wrong.as_str()), "{error}");
            }
        }
        for wrong in [&certificate, &locked, &empty, &words, &missing, &there] {
            let error = checked(&format!("sslcert={certificate}&sslkey={wrong}")).expect_err(wrong);
            assert!(error.contains("`sslkey`") && error.contains("name a PEM file"), "{error}");
        }
        let error = checked(&format!("sslcert={certificate}&sslkey={locked}")).expect_err("locked");
        assert!(error.contains("passphrase"), "{error}");
    }

    #[test]
    fn a_certificate_that_is_written_out_is_read() {
        let encode = |text: &str| -> String {
            url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
        };
        let (certificate, key) = (encode(CERTIFICATE), encode(KEY));
        checked(&format!("sslcert={certificate}&sslkey={key}&sslrootcert={certificate}"))
            .expect("a client");
        let half = encode(KEY.trim_end().trim_end_matches('-'));
        let error = checked(&format!("sslcert={certificate}&sslkey={half}")).expect_err("half");
        assert!(error.contains("`sslkey`") && !error.contains("PRIVATE"), "{error}");
    }

    #[test]
    fn a_certificate_and_its_key_come_together() {
        for (alone, missing) in [
            ("sslcert=c.pem", "add `sslkey`"),
            ("ssl-cert=c.pem&sslmode=disable", "add `sslkey`"),
            ("sslkey=k.pem", "add `sslcert`"),
            ("ssl-key=k.pem&sslmode=verify-full", "add `sslcert`"),
        ] {
            let error = Address::parse(&format!("postgres://u@h/db?{alone}")).expect_err(alone);
            let error = error.to_string();
            let name = alone.split('=').next().unwrap_or_default();
            assert!(error.contains(missing) && error.contains(&format!("`{name}`")), "{error}");
        }
    }

    #[test]
    fn the_environment_counts_where_it_is_needed() {
        use super::{PgSslMode, check, check_pair};
        let alone = |name: &str| (name == "PGSSLCERT").then(|| "/no/such".to_owned());
        let plain = url::Url::parse("postgres://u@h/db").expect("a URL");
        let keyed = url::Url::parse("postgres://u@h/db?sslkey=k.pem").expect("a URL");
        for mode in [PgSslMode::Disable, PgSslMode::Allow, PgSslMode::Prefer] {
            assert!(check_pair(&plain, mode, alone).is_ok() && check(&plain, mode, alone).is_ok());
            assert!(check_pair(&keyed, mode, alone).is_ok());
        }
        for mode in [PgSslMode::Require, PgSslMode::VerifyCa, PgSslMode::VerifyFull] {
            let error = check_pair(&plain, mode, alone).expect_err("no key").to_string();
            assert!(error.contains("PGSSLCERT") && error.contains("`sslkey`"), "{error}");
            let error = check(&plain, mode, alone).expect_err("no file").to_string();
            assert!(error.contains("PGSSLCERT"), "{error}");
        }
        let roots = |name: &str| (name == "PGSSLROOTCERT").then(|| "system".to_owned());
        assert!(check(&plain, PgSslMode::Require, roots).is_ok());
        assert!(check(&plain, PgSslMode::VerifyFull, roots).is_err());
    }

    proptest! {
        #[test]
        fn no_file_of_other_text_is_a_certificate(text in "[ -~\n]{0,200}") {
            let dir = tempfile::tempdir().expect("a directory");
            let path = write(dir.path(), "any.pem", &text);
            let refused = checked(&format!("sslrootcert={path}")).is_err();
            prop_assert!(refused);
        }
    }
}
