//! A connection: bytes to a server, and bytes from it.

use std::future::poll_fn;
use std::io::{Error, ErrorKind};
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead as _, AsyncWrite as _, ReadBuf};
use tokio::net::TcpStream;

/// The most bytes that are read at once. The room for them is nobody's own: where a thousand connections
/// wait, each would hold it for nothing.
const ROOM: usize = 16 * 1024;

/// A connection that stands, as far as is known.
#[derive(Debug)]
pub(super) struct Connection {
    stream: TcpStream,
    /// What came, and is not understood yet.
    pub(super) unread: Vec<u8>,
    /// Whether nothing more can be sent: the end of a message is missing.
    pub(super) is_spoilt: bool,
}

/// What became of a message.
#[derive(Debug)]
pub(super) enum Sent {
    /// All of it went out.
    All,
    /// The server spoke, or closed, before all of it had: what it says is to be read.
    Part,
    /// Not a byte went out.
    Nothing(Error),
    /// The connection broke in the middle.
    Broken(Error),
}

impl Connection {
    /// A new connection.
    pub(super) async fn open(host: &str, port: u16) -> Result<Self, Error> {
        let stream = TcpStream::connect((host, port)).await?;
        // A request goes out at once, and is small.
        let _ = stream.set_nodelay(true);
        Ok(Self { stream, unread: Vec::new(), is_spoilt: false })
    }

    /// Whether it can take another message: the server neither closed it nor said anything.
    pub(super) fn stands(&self) -> bool {
        let is_quiet = |read: Result<usize, Error>| {
            read.is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
        };
        !self.is_spoilt && self.unread.is_empty() && is_quiet(self.stream.try_read(&mut [0]))
    }

    /// Sends a message. While the server does not take it, its words are heard: it may have refused already.
    pub(super) async fn send(&mut self, message: &[u8]) -> Sent {
        let mut left = message;
        let sent = poll_fn(|context| {
            while !left.is_empty() {
                match Pin::new(&mut self.stream).poll_write(context, left) {
                    Poll::Ready(Ok(0)) => return Poll::Ready(Err(ErrorKind::WriteZero.into())),
                    Poll::Ready(Ok(some)) => left = left.get(some..).unwrap_or_default(),
                    Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                    Poll::Pending => return self.poll_receive(context).map_ok(|_| ()),
                }
            }
            Poll::Ready(Ok(()))
        });
        let sent = sent.await;
        self.is_spoilt = !left.is_empty();
        match sent {
            Ok(()) if left.is_empty() => Sent::All,
            Ok(()) => Sent::Part,
            Err(error) if left.len() == message.len() => Sent::Nothing(error),
            // Whoever closes before all of a message has come may have said why.
            Err(error) if is_closed(&error) => Sent::Part,
            Err(error) => Sent::Broken(error),
        }
    }

    /// Waits for some bytes more; none are the end.
    pub(super) async fn receive(&mut self) -> Result<usize, Error> {
        poll_fn(|context| self.poll_receive(context)).await
    }

    fn poll_receive(&mut self, context: &mut Context<'_>) -> Poll<Result<usize, Error>> {
        let mut room = [const { MaybeUninit::uninit() }; ROOM];
        let mut room = ReadBuf::uninit(&mut room);
        ready!(Pin::new(&mut self.stream).poll_read(context, &mut room))?;
        self.unread.extend_from_slice(room.filled());
        Poll::Ready(Ok(room.filled().len()))
    }
}

/// Whether the other side no longer reads.
fn is_closed(error: &Error) -> bool {
    use ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset};
    matches!(error.kind(), BrokenPipe | ConnectionAborted | ConnectionReset)
}
