//! Traces as one reads them: `t1 wr x; t1 rel m; t2 acq m; t2 rd x`.
//!
//! An event is a thread, a verb and what it is about. Verbs are `rd wr lock unlock acq rel fork join end`; `lock` is
//! `req`, then `take`, and the two are different; `take` alone is a try that worked. `rlock`, `rreq` and `rtake` share
//! the lock. Names become numbers as they come. An event's site is its position, from 1.

use raddle_detect::Hold;
use raddle_events::{Action, Event, Mode, SiteId, SyncId, ThreadId, VarId};

#[derive(Default)]
struct Names(Vec<String>);

impl Names {
    fn number(&mut self, name: &str) -> u32 {
        let known = self.0.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.0.push(name.to_owned());
            self.0.len() - 1
        }) as u32
    }
}

#[derive(Default)]
pub struct Trace {
    pub events: Vec<Event>,
    threads: Names,
    syncs: Names,
    vars: Names,
}

impl Trace {
    pub fn parse(text: &str) -> Self {
        let mut trace = Trace::default();
        for (position, text) in text.split(';').enumerate() {
            let words: Vec<&str> = text.split_whitespace().collect();
            let thread = ThreadId(trace.threads.number(words[0]));
            for action in trace.actions(&words[1..], SiteId(position as u32 + 1)) {
                trace.events.push(Event { thread, action });
            }
        }
        trace
    }

    fn actions(&mut self, words: &[&str], site: SiteId) -> Vec<Action> {
        let [verb, name] = match *words {
            [verb] => [verb, ""],
            [verb, name] => [verb, name],
            _ => panic!("not an event: {words:?}"),
        };
        if let Some((verb, mode)) = match verb {
            "lock" | "req" | "take" => Some((verb, Mode::Exclusive)),
            "rlock" | "rreq" | "rtake" => Some((&verb[1..], Mode::Shared)),
            _ => None,
        } {
            let lock = SyncId(self.syncs.number(name).into());
            let request = Action::Request { lock, site, mode };
            let take = Action::Lock { lock, site, mode };
            return match verb {
                "req" => vec![request],
                "take" => vec![take],
                _ => vec![request, take],
            };
        }
        let mut var = || VarId(self.vars.number(name).into());
        let mut sync = || SyncId(self.syncs.number(name).into());
        let mut child = || ThreadId(self.threads.number(name));
        vec![match verb {
            "rd" => Action::Read { var: var(), site },
            "wr" => Action::Write { var: var(), site },
            "unlock" => Action::Unlock { lock: sync() },
            "acq" => Action::Acquire { sync: sync() },
            "rel" => Action::Release { sync: sync() },
            "fork" => Action::Fork { child: child() },
            "join" => Action::Join { child: child() },
            "end" => Action::End,
            _ => panic!("not an event: {words:?}"),
        }]
    }

    pub fn thread(&self, thread: ThreadId) -> &str {
        &self.threads.0[thread.0 as usize]
    }

    /// A lock and where it was taken, `m 3`; or `m 3 shared`.
    pub fn hold(&self, hold: &Hold) -> String {
        let shared = if hold.mode.is_exclusive() { "" } else { " shared" };
        format!("{} {}{shared}", self.syncs.0[hold.lock.0 as usize], hold.site.0)
    }

    /// `{m 3} {n 4}`, each after a space.
    pub fn holds(&self, holds: &[Hold]) -> String {
        holds
            .iter()
            .map(|hold| format!(" {{{}}}", self.hold(hold)))
            .collect()
    }
}
