//! Refusals of requests because of their form.

use peirast_record::Setting;
use std::fmt;

/// The complaint of a refusal about the form of a request, independent of the question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormRefusal {
    /// The model takes the setting under another name. Later requests use that name, so the same
    /// question may be answered.
    Renamed {
        /// Name under which it was sent.
        from: &'static str,
        /// Name under which it is sent from now on.
        to: &'static str,
        /// True if this refusal was the first with this complaint. Others may have been in flight.
        is_first: bool,
    },
    /// The model does not take a setting, or not with this value. It answers no request with it.
    NotTaken(Setting),
}

impl FormRefusal {
    /// True if the question can be asked again in another form, with all of its settings.
    pub fn may_ask_again(&self) -> bool {
        matches!(self, Self::Renamed { .. })
    }
}

impl fmt::Display for FormRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Renamed { from, to, .. } => {
                write!(
                    f,
                    "{from} is sent as {to} from now on; to set this in advance, use `places` in a \
                     row of --providers"
                )
            }
            Self::NotTaken(setting) => write!(
                f,
                "leave out {setting} or give another value; if `takes` in a row of --providers has \
                 no {setting}, --allow-unsent leaves it out and records that"
            ),
        }
    }
}
