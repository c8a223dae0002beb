//! The guard: it checks who may see the pages.

use crate::{Request, Response};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use subtle::ConstantTimeEq as _;

/// Admits requests that address this server by its own name and, if others can reach it, contain
/// its token.
///
/// A page of another site can make a browser send a request to any address, also one of this
/// machine. With a name that first leads there and then here (DNS rebinding), that page could read
/// the answer. Such a request carries that name in its `Host` header, and is refused.
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
    /// Creates the guard of a server with this address, port and further `names`. If there is a
    /// token, a request needs it.
    pub fn new(bound: IpAddr, port: u16, names: &[String], token: Option<String>) -> Self {
        let names = names.iter().map(|name| name.to_ascii_lowercase()).collect();
        // Cookies do not distinguish ports: two viewers on one machine would overwrite each
        // other's.
        Self { bound, names, token, cookie: format!("peirast_view_{port}") }
    }

    /// Returns whether the request may pass.
    ///
    /// # Errors
    /// Returns the response to send instead of the page: a refusal, or the cookie if the request
    /// has the right token.
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
                "this server has another name; if that name is yours, start the viewer with --name \
                 NAME\n",
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
            // Also for a request with the cookie: the token would otherwise be part of a copied
            // address.
            Some(own) if is_same(&own, token) => Err(Box::new(self.entered(request, token))),
            _ if has_cookie => Ok(()),
            _ => refused(401, "open the address with the token that `peirast view` printed\n"),
        }
    }

    /// Returns the cookie, and a redirect to the same page at an address that can be shared.
    fn entered(&self, request: &Request, token: &str) -> Response {
        let all = form_urlencoded::parse(request.query.as_bytes());
        let mut rest = form_urlencoded::Serializer::new(String::new());
        rest.extend_pairs(all.filter(|(name, _)| name != "token"));
        let rest = rest.finish();
        // Only one slash: two slashes would lead to another host.
        let path = request.path.trim_start_matches(['/', '\\']);
        let question = if rest.is_empty() { "" } else { "?" };
        // A link on a page of another site may lead here; pages change nothing, so this is safe.
        let cookie = format!("{}={token}; Path=/; HttpOnly; SameSite=Lax", self.cookie);
        Response::redirect(&format!("/{path}{question}{rest}")).with("set-cookie", cookie)
    }

    /// Returns true if a `Host` header names this server. An address cannot be redirected as a name
    /// can; the address of another machine is still refused if the server listens only to this one.
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

/// The host in a `Host` header, without its port.
enum NamedHost {
    Address(IpAddr),
    /// A machine name, in lower case.
    Name(String),
}

impl NamedHost {
    /// Reads a whole header: a name, an IPv4 address, or an IPv6 address in brackets, each alone or
    /// with `:` and a port. `None` for anything else, also if only its beginning is valid.
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

/// Returns true if the text after a name is empty, or `:` and a port number.
fn is_port_or_none(behind: &str) -> bool {
    match behind.strip_prefix(':') {
        None => behind.is_empty(),
        Some(digits) => {
            // The parser of numbers would also accept a sign.
            digits.bytes().all(|byte| byte.is_ascii_digit())
                && digits.parse::<u16>().is_ok_and(|port| port > 0)
        }
    }
}

fn refused(status: u16, why: &str) -> Result<(), Box<Response>> {
    Err(Box::new(Response::plain(status, why)))
}

/// Returns true if two texts are equal, in a time that does not depend on the place of a
/// difference.
fn is_same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}
