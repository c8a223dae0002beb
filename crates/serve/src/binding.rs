//! The address of the server, and the permission to connect.

use crate::{RunLoader, Viewer, http};
use peirast_view::Guard;
use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use thiserror::Error;
use tokio::net::TcpListener;

/// Default port; another one is taken if it is in use.
const PORT: u16 = 7878;

/// The reason why the server cannot start.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BindingError {
    /// The requested port is in use, or not allowed.
    #[error("cannot listen to {address} port {port}: leave --port out for a free one")]
    Port {
        /// The address.
        address: IpAddr,
        /// The port.
        port: u16,
        /// The error of the system.
        source: io::Error,
    },
    /// The address does not belong to this machine.
    #[error("cannot listen to {address}: --bind takes an address of this machine")]
    Address {
        /// The address.
        address: IpAddr,
        /// The error of the system.
        source: io::Error,
    },
    /// The system does not report the bound port.
    #[error("asking for the own address")]
    LocalAddress(#[source] io::Error),
    /// The system gives no random numbers for a token.
    #[error("the system gives no random numbers: {0}")]
    Random(getrandom::Error),
}

/// A bound port. If other machines can reach it, only a browser with the token may connect.
#[derive(Debug)]
pub struct Binding {
    listener: TcpListener,
    address: SocketAddr,
    token: Option<String>,
}

impl Binding {
    /// Binds an address. Without a port, it uses the default one, or a free one if that is in use.
    ///
    /// # Errors
    /// An address or a port that cannot be bound.
    pub async fn new(address: IpAddr, port: Option<u16>) -> Result<Self, BindingError> {
        let bind = async |port| TcpListener::bind(SocketAddr::new(address, port)).await;
        let listener = match port {
            Some(port) => {
                let bound = bind(port).await;
                bound.map_err(|source| BindingError::Port { address, port, source })?
            }
            None => match bind(PORT).await {
                Ok(listener) => listener,
                Err(_) => {
                    let bound = bind(0).await;
                    bound.map_err(|source| BindingError::Address { address, source })?
                }
            },
        };
        let address = listener.local_addr().map_err(BindingError::LocalAddress)?;
        let token = if address.ip().is_loopback() { None } else { Some(token()?) };
        Ok(Self { listener, address, token })
    }

    /// Returns the URL for a browser on this machine, with the token.
    pub fn url(&self) -> String {
        url(self.address, self.token.as_deref())
    }

    /// Returns the guard of this server, which other machines reach by these names.
    pub fn guard(&self, names: &[String]) -> Guard {
        Guard::new(self.address.ip(), self.address.port(), names, self.token.clone())
    }

    /// Answers requests until `shutdown` is ready, and returns its result.
    pub async fn serve<L: RunLoader, E>(
        self,
        viewer: Viewer<L>,
        shutdown: impl Future<Output = Result<(), E>>,
    ) -> Result<(), E> {
        http::serve(self.listener, viewer, shutdown).await
    }
}

/// A random token.
fn token() -> Result<String, BindingError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(BindingError::Random)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Returns the URL for a browser on this machine.
fn url(bound: SocketAddr, token: Option<&str>) -> String {
    let reached = match bound.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    let token = token.map(|token| format!("?token={token}")).unwrap_or_default();
    format!("http://{}/{token}", SocketAddr::new(reached, bound.port()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_leads_to_this_machine() {
        assert_eq!(url(([0, 0, 0, 0], 80).into(), Some("ab")), "http://127.0.0.1:80/?token=ab");
        assert_eq!(url((Ipv6Addr::UNSPECIFIED, 80).into(), None), "http://[::1]:80/");
    }

    #[tokio::test]
    async fn only_other_machines_need_a_token() {
        let local = Binding::new([127, 0, 0, 1].into(), Some(0)).await.unwrap();
        assert!(!local.url().contains("token"));
        let open = Binding::new([0, 0, 0, 0].into(), Some(0)).await.unwrap();
        assert!(open.url().contains("?token="));
    }
}
