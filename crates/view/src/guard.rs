//! Who may look: the door before all pages.

use crate::{Request, Response};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use subtle::ConstantTimeEq as _;

/// Lets in who asks for this server by its own name, and, where others can reach it, knows its token.
///
/// A page of another site can make a browser ask any address, also one of this machine, and by a name that
/// first leads there and then here (DNS rebinding) it could read the answer. Such a request carries that
/// name in its `Host` header, and is refused.
///
/// ```
/// use peirast_view::{Guard, Request};
/// let guard = Guard::new("127.0.0.1".parse()?, 7878, &[], None);
/// let mut request = Request::get("/");
/// assert!(guard.check(&request).is_ok());
/// request.host = Some("evil.example:7878".to_owned());
/// assert_eq!(guard.check(&request).unwrap_err().status, 421);
/// # Ok::<(), std::net::AddrParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Guard {
    bound: IpAddr,
    names: Vec<String>,
    token: Option<String>,
    cookie: String,
}

impl Guard {
    /// The guard of a server that is bound to an address and a port, is also known by `names`, and lets
    /// in only who knows the token, if there is one.
    pub fn new(bound: IpAddr, port: u16, names: &[String], token: Option<String>) -> Self {
        let names = names.iter().map(|name| name.to_ascii_lowercase()).collect();
        // Cookies do not tell ports apart: two viewers on one machine would overwrite each other's.
        Self { bound, names, token, cookie: format!("peirast_view_{port}") }
    }

    /// Returns whether the request may pass.
    ///
    /// # Errors
    /// What is to be answered instead: a refusal, or the cookie for who came with the right token.
    pub fn check(&self, request: &Request) -> Result<(), Box<Response>> {
        if !matches!(request.method.as_str(), "GET" | "HEAD") {
            let refusal = Response::plain(405, "this server only shows: GET and HEAD\n");
            return Err(Box::new(refusal.with("allow", "GET, HEAD")));
        }
        let Some(host) = &request.host else {
            return refused(400, "the request names no host, or several\n");
        };
        if !self.is_own(host) {
            return refused(
                421,
                "this server does not go by that name; if it is yours, start the viewer with --name NAME\n",
            );
        }
        match &self.token {
            None => Ok(()),
            Some(token) => self.check_token(request, token),
        }
    }

    fn check_token(&self, request: &Request, token: &str) -> Result<(), Box<Response>> {
        let has_cookie = request.cookie(&self.cookie).is_some_and(|own| is_same(own, token));
        match request.parameter("token") {
            // Also for who has the cookie: in an address that is copied the token would go along.
            Some(own) if is_same(&own, token) => Err(Box::new(self.entered(request, token))),
            _ if has_cookie => Ok(()),
            _ => refused(401, "open the address with the token that `peirast view` printed\n"),
        }
    }

    /// The cookie, and the same page by an address that can be shown around.
    fn entered(&self, request: &Request, token: &str) -> Response {
        let all = form_urlencoded::parse(request.query.as_bytes());
        let mut rest = form_urlencoded::Serializer::new(String::new());
        rest.extend_pairs(all.filter(|(name, _)| name != "token"));
        let rest = rest.finish();
        // One slash: two would lead to another host.
        let path = request.path.trim_start_matches(['/', '\\']);
        let question = if rest.is_empty() { "" } else { "?" };
        // A link on a page of another site must lead in; as nothing can be changed here, no more is lost by that.
        let cookie = format!("{}={token}; Path=/; HttpOnly; SameSite=Lax", self.cookie);
        Response::redirect(&format!("/{path}{question}{rest}")).with("set-cookie", cookie)
    }

    /// Returns true if a `Host` header names this server. An address is no name that can be led
    /// elsewhere; that of another machine is still refused where only this one is listened to.
    fn is_own(&self, host: &str) -> bool {
        match NamedHost::parse(host) {
            Some(NamedHost::Address(address)) => {
                address.is_loopback() || address == self.bound || !self.bound.is_loopback()
            }
            Some(NamedHost::Name(name)) => name == "localhost" || self.names.contains(&name),
            None => false,
        }
    }
}

/// What a `Host` header names, without its port.
enum NamedHost {
    Address(IpAddr),
    /// A name of a machine, in small letters.
    Name(String),
}

impl NamedHost {
    /// Reads a whole header: a name, an IPv4 address, or an IPv6 address in brackets, each alone or
    /// with `:` and a port. `None` for anything else, also for one that only begins so.
    fn parse(host: &str) -> Option<Self> {
        if let Some(rest) = host.strip_prefix('[') {
            let (address, port) = rest.split_once(']')?;
            let address: Ipv6Addr = address.parse().ok()?;
            return is_port_or_none(port).then_some(Self::Address(address.into()));
        }
        let end = host.find(':').unwrap_or(host.len());
        let (name, port) = host.split_at(end);
        if !is_port_or_none(port) {
            return None;
        }
        match name.parse::<Ipv4Addr>() {
            Ok(address) => Some(Self::Address(address.into())),
            Err(_) => Some(Self::Name(name.to_ascii_lowercase())),
        }
    }
}

/// Returns true if what follows a name is nothing, or `:` and the number of a port.
fn is_port_or_none(behind: &str) -> bool {
    match behind.strip_prefix(':') {
        None => behind.is_empty(),
        Some(digits) => {
            // A number alone would also be read with a sign.
            digits.bytes().all(|byte| byte.is_ascii_digit())
                && digits.parse::<u16>().is_ok_and(|port| port > 0)
        }
    }
}

fn refused(status: u16, why: &str) -> Result<(), Box<Response>> {
    Err(Box::new(Response::plain(status, why)))
}

/// Returns true if two texts are the same, found out in a time that does not tell where they
/// differ.
fn is_same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}
