//! The server: a thread that accepts connections on this machine.

use crate::connection::Connection;
use crate::exchange::Desk;
use crate::{Config, Stats};
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::thread::JoinHandle;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::oneshot;

/// Number of connections that may wait to be accepted. A thousand clients may connect at once.
const BACKLOG: u32 = 4096;

/// A server that runs until it is dropped. It listens only on 127.0.0.1.
#[derive(Debug)]
pub struct Mock {
    address: SocketAddr,
    desk: Arc<Desk>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Mock {
    /// Starts a server on a free port.
    ///
    /// # Errors
    /// If the system refuses, or the configuration cannot be served.
    pub fn start(config: Config) -> io::Result<Self> {
        Self::start_at(0, config)
    }

    /// Starts a server on this port; 0 means any free port.
    ///
    /// # Errors
    /// As [`Mock::start`].
    pub fn start_at(port: u16, config: Config) -> io::Result<Self> {
        config.check().map_err(|what| io::Error::new(io::ErrorKind::InvalidInput, what))?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let listener = runtime.block_on(async {
            let socket = TcpSocket::new_v4()?;
            socket.set_reuseaddr(true)?;
            socket.bind((Ipv4Addr::LOCALHOST, port).into())?;
            socket.listen(BACKLOG)
        })?;
        let address = listener.local_addr()?;
        let desk = Arc::new(Desk::new(config));
        let (stop, stopped) = oneshot::channel();
        let serving = Arc::clone(&desk);
        let thread = std::thread::Builder::new().name("mock".to_owned()).spawn(move || {
            runtime.block_on(async {
                tokio::select! {
                    () = accept(listener, serving) => {}
                    _ = stopped => {}
                }
            });
        })?;
        Ok(Self { address, desk, stop: Some(stop), thread: Some(thread) })
    }

    /// The address of the server.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The base URL for clients of the OpenAI format.
    ///
    /// ```
    /// # fn main() -> std::io::Result<()> {
    /// let mock = peirast_mock::Mock::start(peirast_mock::Config::default())?;
    /// assert!(mock.base_url().starts_with("http://127.0.0.1:"));
    /// # Ok(()) }
    /// ```
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Its statistics.
    pub fn stats(&self) -> Stats {
        self.desk.stats()
    }

    /// Resets the statistics and the number of times that each question was asked.
    pub fn reset(&self) {
        self.desk.reset();
    }

    /// Changes the configuration for later requests.
    ///
    /// # Errors
    /// If the configuration cannot be served; the old one stays.
    pub fn configure(&self, config: Config) -> io::Result<()> {
        config.check().map_err(|what| io::Error::new(io::ErrorKind::InvalidInput, what))?;
        self.desk.configure(config);
        Ok(())
    }

    /// Serves until the process ends.
    pub fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            // The thread never panics. If it did, there would be nothing to wait for.
            let _ = thread.join();
        }
    }
}

impl Drop for Mock {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

async fn accept(listener: TcpListener, desk: Arc<Desk>) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let connection = Connection::new(stream, Arc::clone(&desk));
                // An error means that the client disconnected, which is normal.
                tokio::spawn(async { connection.serve().await.unwrap_or_default() });
            }
            // No file descriptor is free. Closing connections will free some.
            Err(_) => tokio::time::sleep(std::time::Duration::from_millis(10)).await,
        }
    }
}
