//! A connection with one deadline, however many pieces come or go: who sends or takes a byte now and then is cut off.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

pub(super) struct Timed<'s> {
    stream: &'s TcpStream,
    end: Instant,
}

impl<'s> Timed<'s> {
    /// What is read and written has this long from now.
    pub(super) fn new(stream: &'s TcpStream, most: Duration) -> Self {
        Self { stream, end: Instant::now() + most }
    }

    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(Some(left)) }
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(bytes)
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
