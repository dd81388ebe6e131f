//! What explains why a program is stuck beside the threads that keep it alive: daemons that wait, and threads that
//! ended by an exception, which may be those that should have woken the others. One line each.

use std::collections::VecDeque;

use parking_lot::Mutex;
use raddle_findings::{Frame, Side, ThreadInfo};

/// Threads of either sort that are described; of those that ended, the last.
const SHOWN: usize = 8;
/// Places of the program in the stack of an exception.
const PLACES: usize = 3;

/// The threads that ended by an exception which nothing caught.
#[derive(Default)]
pub struct Deaths(Mutex<(VecDeque<String>, usize)>);

impl Deaths {
    pub fn add(&self, thread: &ThreadInfo, exception: &str, message: Option<&str>, stack: &[Frame]) {
        let message = message.map(|text| format!(": {text}")).unwrap_or_default();
        let inner = stack.first().filter(|frame| frame.is_jdk());
        let own = stack.iter().filter(|frame| !frame.is_jdk()).take(PLACES);
        let places: Vec<String> = inner.into_iter().chain(own).map(Frame::to_string).collect();
        let at = match places.is_empty() {
            true => String::new(),
            false => format!(", at {}", places.join(", ")),
        };
        let text = format!(
            "{} ended by {exception}{message}{at}{}",
            named(thread),
            started(thread)
        );
        let mut deaths = self.0.lock();
        if deaths.0.len() == SHOWN {
            deaths.0.pop_front();
        }
        deaths.0.push_back(text);
        deaths.1 += 1;
    }

    pub fn notes(&self) -> Vec<String> {
        let deaths = self.0.lock();
        let more = deaths.1 - deaths.0.len();
        let more = (more > 0).then(|| format!("{more} threads before them ended by exceptions"));
        deaths.0.iter().cloned().chain(more).collect()
    }
}

/// Notes on daemons that wait, in the order of their numbers.
pub fn daemons(mut sides: Vec<Side>) -> Vec<String> {
    sides.retain(|side| side.stack.iter().any(|frame| !frame.is_jdk()));
    sides.sort_by_key(|side| side.thread.id);
    let more = sides.len().saturating_sub(SHOWN);
    let note = |side: &Side| {
        let at = side.site_index().map(|index| {
            let call = index.checked_sub(1).map(|index| &side.stack[index]);
            let call = call.map(|frame| format!(", in {}.{}", simple(&frame.class), frame.method));
            format!(" at {}{}", side.stack[index], call.unwrap_or_default())
        });
        let (at, started) = (at.unwrap_or_default(), started(&side.thread));
        format!("daemon {} waits{at}{started}", named(&side.thread))
    };
    let mut notes: Vec<String> = sides.iter().take(SHOWN).map(note).collect();
    if more > 0 {
        notes.push(format!("{more} more daemon threads wait"));
    }
    notes
}

fn named(thread: &ThreadInfo) -> String {
    format!("thread {} \"{}\"", thread.id, thread.name)
}

fn started(thread: &ThreadInfo) -> String {
    let frame = thread.created_at.iter().find(|frame| !frame.is_jdk());
    frame.map_or_else(String::new, |frame| format!("; started at {frame}"))
}

fn simple(class: &str) -> &str {
    class.rsplit('.').next().unwrap_or(class)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(class: &str, line: u32) -> Frame {
        Frame {
            class: class.to_owned(),
            method: "run".to_owned(),
            file: Some("A.java".to_owned()),
            line: Some(line),
        }
    }

    fn thread(id: u32) -> ThreadInfo {
        ThreadInfo {
            name: "worker".to_owned(),
            id,
            created_at: vec![
                frame("java.util.concurrent.ThreadPoolExecutor", 1),
                frame("a.Main", 2),
            ],
        }
    }

    #[test]
    fn the_last_deaths_are_described() {
        let deaths = Deaths::default();
        assert!(deaths.notes().is_empty());
        for id in 0..10 {
            let stack = [
                frame("java.lang.String", 3),
                frame("java.lang.String", 4),
                frame("a.B", 5),
            ];
            deaths.add(&thread(id), "a.Oops", Some("why"), &stack);
        }
        let notes = deaths.notes();
        assert_eq!(notes.len(), SHOWN + 1);
        assert_eq!(
            notes[0],
            "thread 2 \"worker\" ended by a.Oops: why, at java.lang.String.run(A.java:3), a.B.run(A.java:5); \
             started at a.Main.run(A.java:2)"
        );
        assert_eq!(notes[SHOWN], "2 threads before them ended by exceptions");
    }
}
