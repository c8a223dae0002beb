//! A connection: reads requests one after the other, and writes their results.

use crate::exchange::{Act, Desk, End, Work};
use crate::http::{Head, Refusal, response};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::sleep;

/// Number of bytes in each part of a slow body.
const DROP: usize = 16;
/// Number of bytes that may arrive while a request is in progress.
const AHEAD: usize = 1 << 20;

/// One client's connection.
pub(crate) struct Connection {
    stream: TcpStream,
    /// Bytes that arrived and are not yet processed.
    buffer: Vec<u8>,
    desk: Arc<Desk>,
}

/// The state of a connection after a request.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stay {
    Open,
    Closed,
}

impl Connection {
    pub(crate) fn new(stream: TcpStream, desk: Arc<Desk>) -> Self {
        desk.connected();
        Self { stream, buffer: Vec::with_capacity(2048), desk }
    }

    /// Serves the connection to its end.
    pub(crate) async fn serve(mut self) -> io::Result<()> {
        self.stream.set_nodelay(true)?;
        while let Some(head) = self.head().await? {
            let length = head.length + head.body;
            let act = match self.buffer.get(head.length..length) {
                Some(body) => self.desk.take(&head, body),
                None => return Ok(()), // It went away in the middle of a request.
            };
            self.buffer.drain(..length);
            let stay = match act {
                Act::Reply(text) => self.write(&text).await.map(|()| Stay::Open)?,
                Act::Work(work) => self.work(work).await?,
            };
            if head.close || stay == Stay::Closed {
                break;
            }
        }
        Ok(())
    }

    /// The head of the next request, after all of its body is in the buffer. `None` at the end.
    async fn head(&mut self) -> io::Result<Option<Head>> {
        let mut asked_for = false;
        loop {
            match Head::read(&self.buffer) {
                Ok(Some(head)) if self.buffer.len() >= head.length + head.body => {
                    return Ok(Some(head));
                }
                Ok(Some(head)) if head.waits && !asked_for => {
                    asked_for = true;
                    self.write("HTTP/1.1 100 Continue\r\n\r\n").await?;
                }
                Ok(_) => {}
                Err(Refusal(status)) => {
                    self.write(&response(status, None, "{}")).await?;
                    return Ok(None);
                }
            }
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Ok(None);
            }
        }
    }

    async fn work(&mut self, mut work: Work) -> io::Result<Stay> {
        let (question, wait) = (work.question, work.wait);
        if self.goes_away_within(wait).await? {
            self.desk.abandoned();
            return Ok(Stay::Closed);
        }
        // The slot is free before the client gets its answer. Otherwise the client could return too
        // early.
        let end = std::mem::replace(&mut work.end, End::Drop);
        match end {
            End::Answer(text) => {
                drop(work);
                // The answer is counted before it is sent. Otherwise a client could read the counts
                // too early.
                self.desk.answered(question);
                self.write(&text).await.map(|()| Stay::Open)
            }
            End::Drip(text, over) => {
                let (first, last) = text.as_bytes().split_at(text.len().saturating_sub(DROP));
                self.drip(first, over).await?;
                drop(work);
                self.desk.answered(question);
                self.stream.write_all(last).await.map(|()| Stay::Open)
            }
            End::Other(text) => {
                drop(work);
                self.write(&text).await.map(|()| Stay::Open)
            }
            End::Half(text) => {
                drop(work);
                let (half, _) = text.as_bytes().split_at(text.len() - text.len() / 4);
                self.stream.write_all(half).await.map(|()| Stay::Closed)
            }
            End::Drop => Ok(Stay::Closed),
            End::Reset => self.stream.set_zero_linger().map(|()| Stay::Closed),
        }
    }

    /// Returns true if the client closes the connection before this time is over. Bytes that it
    /// sends meanwhile are kept.
    async fn goes_away_within(&mut self, wait: Duration) -> io::Result<bool> {
        if wait.is_zero() {
            return Ok(false);
        }
        let mut over = std::pin::pin!(sleep(wait));
        loop {
            tokio::select! {
                () = &mut over => return Ok(false),
                ready = self.stream.readable(), if self.buffer.len() < AHEAD => ready?,
            }
            match self.stream.try_read_buf(&mut self.buffer) {
                Ok(0) => return Ok(true),
                Ok(_) => {}
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => {}
                Err(e) => return Err(e),
            }
        }
    }

    async fn drip(&mut self, bytes: &[u8], over: Duration) -> io::Result<()> {
        let drops = bytes.len().div_ceil(DROP).max(1);
        let pause = over / u32::try_from(drops).unwrap_or(u32::MAX);
        for drop in bytes.chunks(DROP) {
            self.stream.write_all(drop).await?;
            sleep(pause).await;
        }
        Ok(())
    }

    async fn write(&mut self, text: &str) -> io::Result<()> {
        self.stream.write_all(text.as_bytes()).await
    }
}
