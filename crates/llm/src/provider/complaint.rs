//! Meanings of errors, for errors whose status does not show it.

use crate::wire::Complaint;
use peirast_record::ErrorKind;
use serde::{Deserialize, Serialize};

/// A rule for errors: an error that matches everything in the rule has its meaning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ComplaintRule {
    /// The HTTP status.
    #[serde(default)]
    pub status: Option<u16>,
    /// The server's code. A rule for refusals also finds it inside the error of a proxy.
    #[serde(default)]
    pub code: Option<String>,
    /// Words of the message, in any case.
    #[serde(default)]
    pub says: Option<String>,
    /// Its meaning.
    pub means: Meaning,
}

/// The meaning of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Meaning {
    /// The question was refused for its content: an answer, and no failure.
    Refusal,
    /// The account has no credit left.
    Credit,
    /// The key is missing, wrong or not allowed to do this.
    Auth,
    /// There is no such model.
    NotFound,
    /// Too many requests for now.
    RateLimit,
    /// The server is temporarily unable to answer.
    Overloaded,
    /// The request cannot be answered as it is.
    BadRequest,
}

impl Meaning {
    /// The kind of failure, if it is one.
    pub fn kind(self) -> Option<ErrorKind> {
        match self {
            Self::Refusal => None,
            // Waiting does not add credit.
            Self::Credit | Self::Auth => Some(ErrorKind::Auth),
            Self::NotFound => Some(ErrorKind::NotFound),
            Self::RateLimit => Some(ErrorKind::RateLimit),
            Self::Overloaded => Some(ErrorKind::Server),
            Self::BadRequest => Some(ErrorKind::BadRequest),
        }
    }
}

impl ComplaintRule {
    /// Returns true if an error with this status matches the rule.
    ///
    /// ```
    /// use peirast_llm::wire::Complaint;
    /// use peirast_llm::{ComplaintRule, Meaning};
    /// let rule = ComplaintRule {
    ///     status: Some(400),
    ///     code: None,
    ///     says: Some("content exists risk".to_owned()),
    ///     means: Meaning::Refusal,
    /// };
    /// let complaint = Complaint { message: "Content Exists Risk".to_owned(), ..Complaint::default() };
    /// assert!(rule.fits(400, &complaint));
    /// assert!(!rule.fits(500, &complaint));
    /// ```
    pub fn fits(&self, status: u16, complaint: &Complaint) -> bool {
        let Self { status: of, code, says, means: _ } = self;
        of.is_none_or(|of| of == status)
            && code.as_ref().is_none_or(|code| {
                complaint.code.as_ref() == Some(code) || self.fits_within(code, status, complaint)
            })
            && says.as_ref().is_none_or(|words| {
                complaint.message.to_lowercase().contains(&words.to_lowercase())
            })
    }

    /// Returns true if an error contains a refusal with this code. With a status for limits or the
    /// key it is not the reason, since proxies then repeat why other servers failed.
    fn fits_within(&self, code: &String, status: u16, complaint: &Complaint) -> bool {
        let is_of_account = |status| matches!(status, 401 | 402 | 407 | 429);
        self.means == Meaning::Refusal
            && !is_of_account(status)
            && !complaint.status.is_some_and(is_of_account)
            && complaint.codes.contains(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_refusal_is_found_within_an_error() {
        let rule = |means| ComplaintRule {
            status: None,
            code: Some("content_filter".to_owned()),
            says: None,
            means,
        };
        let within = Complaint { codes: vec!["content_filter".to_owned()], ..Complaint::default() };
        assert!(rule(Meaning::Refusal).fits(400, &within));
        assert!(rule(Meaning::Refusal).fits(500, &within));
        assert!(!rule(Meaning::Auth).fits(400, &within));
        for status in [401, 402, 407, 429] {
            assert!(!rule(Meaning::Refusal).fits(status, &within), "{status}");
            let in_body = Complaint { status: Some(status), ..within.clone() };
            assert!(!rule(Meaning::Refusal).fits(200, &in_body), "{status}");
        }
    }
}
