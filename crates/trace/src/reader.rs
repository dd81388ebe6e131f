//! From the lines of a trace to events, one at a time: a file may be larger than memory.
//!
//! Blank lines and those that begin with `#` pass. Locks can be taken again by the thread that has them, and only the
//! outermost time is an event. A lock that is taken without being asked for first was asked for at that moment. An
//! event without a location has its line for one. A lock that is given back and was never taken was taken before the
//! trace began.
//!
//! Memory: the names, and the locks that are held.

use std::borrow::Cow;
use std::io::{BufRead, Read};

use raddle_events::{Action, Event, Mode, SiteId, SyncId, ThreadId};
use rustc_hash::FxHashMap;

use crate::{Error, Expected, Line, Names, Operation};

/// No tool writes names that long: such a file is no trace.
const LONGEST: usize = 1 << 16;

/// An iterator over the events of a trace. After an error there is nothing more.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    buffer: Vec<u8>,
    line: u64,
    names: Names,
    /// How often each thread has each lock.
    depths: FxHashMap<(ThreadId, SyncId), u32>,
    /// What a thread's last event asked for.
    requested: FxHashMap<ThreadId, SyncId>,
    /// The second event of a line.
    second: Option<Event>,
    is_over: bool,
}

impl<R: BufRead> Reader<R> {
    pub fn new(input: R) -> Self {
        Self {
            input,
            buffer: Vec::new(),
            line: 0,
            names: Names::default(),
            depths: FxHashMap::default(),
            requested: FxHashMap::default(),
            second: None,
            is_over: false,
        }
    }

    /// The names so far.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// How many lines have been read.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Reads lines until one has an event.
    fn read_event(&mut self) -> Result<Option<Event>, Error> {
        while self.read_line()? {
            let line = self.line;
            let wrong = |expected| Error::Line { line, expected };
            let buffer = std::mem::take(&mut self.buffer);
            let text = str::from_utf8(&buffer).map_err(|_| wrong(Expected::Text))?;
            // Some editors begin a file with this mark.
            let text = text.trim_start_matches('\u{feff}').trim();
            let event = match text {
                "" => None,
                comment if comment.starts_with('#') => None,
                text => self.event(&Line::parse(text).map_err(wrong)?),
            };
            self.buffer = buffer;
            if event.is_some() {
                return Ok(event);
            }
        }
        Ok(None)
    }

    /// False at the end of the file.
    fn read_line(&mut self) -> Result<bool, Error> {
        self.buffer.clear();
        let line = self.line + 1;
        let mut input = (&mut self.input).take(LONGEST as u64 + 1);
        let read = input
            .read_until(b'\n', &mut self.buffer)
            .map_err(|source| Error::Read { line, source })?;
        if read > LONGEST {
            return Err(Error::Line {
                line,
                expected: Expected::Short { most: LONGEST },
            });
        }
        self.line += u64::from(read > 0);
        Ok(read > 0)
    }

    fn event(&mut self, line: &Line<'_>) -> Option<Event> {
        let thread = self.names.number_thread(line.thread);
        let site = match (line.operation, line.location) {
            (Operation::Read | Operation::Write | Operation::Acquire | Operation::Request, location) => {
                let line = self.line;
                let unnamed = || format!("line {line}").into();
                let name = location.map_or_else(unnamed, Cow::Borrowed);
                self.names.number_location(&name, line)
            }
            _ => SiteId::UNKNOWN,
        };
        let requested = self.requested.remove(&thread);
        let mode = Mode::Exclusive;
        let action = match line.operation {
            Operation::Read => Action::Read {
                var: self.names.number_variable(line.target),
                site,
            },
            Operation::Write => Action::Write {
                var: self.names.number_variable(line.target),
                site,
            },
            Operation::Request => {
                let lock = self.names.number_lock(line.target);
                if self.depths.contains_key(&(thread, lock)) {
                    return None;
                }
                self.requested.insert(thread, lock);
                Action::Request { lock, site, mode }
            }
            Operation::Acquire => {
                let lock = self.names.number_lock(line.target);
                let depth = self.depths.entry((thread, lock)).or_default();
                *depth = depth.saturating_add(1);
                if *depth > 1 {
                    return None;
                }
                let taken = Action::Lock { lock, site, mode };
                if requested == Some(lock) {
                    taken
                } else {
                    self.second = Some(Event {
                        thread,
                        action: taken,
                    });
                    Action::Request { lock, site, mode }
                }
            }
            Operation::Release => {
                let lock = self.names.number_lock(line.target);
                match self.depths.get_mut(&(thread, lock)) {
                    Some(depth) if *depth > 1 => {
                        *depth -= 1;
                        return None;
                    }
                    _ => self.depths.remove(&(thread, lock)),
                };
                Action::Unlock { lock }
            }
            Operation::Fork => Action::Fork {
                child: self.names.number_thread(line.target),
            },
            Operation::Join => Action::Join {
                child: self.names.number_thread(line.target),
            },
            Operation::Other => return None,
        };
        Some(Event { thread, action })
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Event, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(event) = self.second.take() {
            return Some(Ok(event));
        }
        if self.is_over {
            return None;
        }
        let event = self.read_event().transpose();
        self.is_over = !matches!(event, Some(Ok(_)));
        event
    }
}
