//! Traces as one reads them: `t1 wr x; t1 rel m; t2 acq m; t2 rd x`.
//!
//! An event is a thread, a verb (`rd wr lock unlock acq rel fork join end`) and what it is about. Names
//! become numbers as they come. An event's site is its position, from 1.

use raddle_detect::{Access, DataRaces, Detector, Race};
use raddle_events::{Action, Event, Op, SiteId, SyncId, ThreadId, VarId};

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

/// The races of a trace, in the order found, such as `x: t1 wr 1, t2 rd 4`; after a side, the monitors
/// held and where each was entered: `t2 rd 4 {m 3}`.
pub fn races(trace: &str) -> Vec<String> {
    let (mut threads, mut syncs, mut vars) = (Names::default(), Names::default(), Names::default());
    let mut detector = DataRaces::default();
    let mut found = vec![];
    for (position, text) in trace.split(';').enumerate() {
        let words: Vec<&str> = text.split_whitespace().collect();
        let site = SiteId(position as u32 + 1);
        let mut var = |name| VarId(vars.number(name).into());
        let mut sync = |name| SyncId(syncs.number(name).into());
        let thread = ThreadId(threads.number(words[0]));
        let action = match words[1..] {
            ["rd", name] => Action::Read { var: var(name), site },
            ["wr", name] => Action::Write { var: var(name), site },
            ["lock", name] => Action::Lock {
                lock: sync(name),
                site,
            },
            ["unlock", name] => Action::Unlock { lock: sync(name) },
            ["acq", name] => Action::Acquire { sync: sync(name) },
            ["rel", name] => Action::Release { sync: sync(name) },
            ["fork", name] => Action::Fork {
                child: ThreadId(threads.number(name)),
            },
            ["join", name] => Action::Join {
                child: ThreadId(threads.number(name)),
            },
            ["end"] => Action::End,
            _ => panic!("not an event: {text}"),
        };
        detector.event(&Event { thread, action }, &mut |race| found.push(race));
    }
    let side = |access: &Access| {
        let op = match access.op {
            Op::Read => "rd",
            Op::Write => "wr",
        };
        let lock = |&(lock, site): &(SyncId, SiteId)| format!(" {{{} {}}}", syncs.0[lock.0 as usize], site.0);
        let locks: String = access.locks.iter().map(lock).collect();
        format!(
            "{} {op} {}{locks}",
            threads.0[access.thread.0 as usize], access.site.0
        )
    };
    let line = |race: &Race| {
        format!(
            "{}: {}, {}",
            vars.0[race.var.0 as usize],
            side(&race.first),
            side(&race.second)
        )
    };
    found.iter().map(line).collect()
}
