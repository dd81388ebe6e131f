//! What a JVM, or a command, of an exploration has come to, and how its lane goes on: a pure function of how it ended and
//! of what it left behind.
//!
//! A JVM that runs a `main` again and again may end before its lane does: threads were left over, the program
//! called `System.exit`, a schedule hung. Its record says with which schedule the next JVM goes on. A process runs one
//! schedule, and its exit status may be a failure.
//!
//! Start reading at [`account`].

use raddle_events::schedule::Bound;
use raddle_findings::{Exploration, Finding, Suppression};
use raddle_session::Records;

use super::shards::Lane;
use crate::program::Ended;
use crate::program::gather::{add_exit, explored};

/// How long a schedule that has begun in time may take beyond it, in seconds.
pub const LATE: u64 = 60;

/// What holds for the whole exploration.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a> {
    /// Each schedule has a process of its own.
    pub each_process: bool,
    /// A failure does not end the exploration.
    pub keep_going: bool,
    pub suppressions: &'a [Suppression],
}

/// How a JVM, or a command, has ended.
#[derive(Debug)]
pub struct Part {
    pub ended: Ended,
    /// It was ended since it took far too long.
    pub late: bool,
    pub records: Records,
    /// It has left what the next JVM needs, if that needs anything.
    pub goes_on: bool,
    /// There is time for more.
    pub in_time: bool,
}

/// What follows from it.
#[derive(Debug)]
pub struct Account {
    /// With what went wrong among their problems, and a finding for a bad status.
    pub records: Records,
    pub explored: Exploration,
    /// Where the lane goes on.
    pub lane: Lane,
    /// Why it does not.
    pub over: Option<Over>,
    /// No lane goes on.
    pub stops_all: bool,
}

/// The end of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// There are no more schedules, within this bound.
    Exhausted(Bound),
    /// It is given up, or it is done.
    Ended,
}

/// Adds up what a part has done, and decides how its lane goes on.
pub fn account(rules: Rules<'_>, mut lane: Lane, part: Part) -> Account {
    let Part {
        ended,
        late,
        mut records,
        goes_on,
        in_time,
    } = part;
    let first = lane.next;
    let bad_exit = rules.each_process && !ended.stopped && add_exit(&mut records, ended.status, first);
    let mut did = Exploration::default();
    explored(&records).for_each(|jvm| did.add(&jvm.as_part()));
    let broken = explored(&records).find_map(|jvm| jvm.problem.clone());
    let exhausted = explored(&records).find_map(|jvm| jvm.exhausted);
    let next = explored(&records).map(|jvm| jvm.next).max().unwrap_or(first);
    let found = || records.jvms.iter().flat_map(|jvm| &jvm.findings);
    let failed = found().any(|finding| finding.kind.is_failure());
    let fails = found().any(|finding| rules.counts(finding));
    let none_ran = did.schedules == 0 && exhausted.is_none();

    let mut is_over = ended.stopped || !in_time;
    let mut problem = late.then(|| format!("schedule {next} did not end: it was given {LATE} seconds"));
    match rules.each_process {
        _ if ended.stopped => {}
        _ if broken.is_some() => problem = broken.clone(),
        true => {
            // All JVMs of a process have run in one schedule.
            did.distinct = did.distinct.min(1);
            did.schedules = did.schedules.min(1);
            did.failed = did.failed.min(1).max(u64::from(bad_exit));
            did.cut_off = did.cut_off.min(1);
            if none_ran {
                is_over = true;
                problem = Some(format!(
                    "no JVM was controlled in schedule {first}; the command ended with status {}",
                    ended.status
                ));
            }
            lane.skip();
        }
        false => {
            if none_ran && in_time {
                is_over = true;
                problem = Some(format!(
                    "the JVM that should have run schedule {first} ended with status {} before it did",
                    ended.status
                ));
            } else if ended.status != 0 && !failed {
                problem = Some(format!(
                    "the JVM that ran schedules from {first} on ended with status {}",
                    ended.status
                ));
            }
            let all_ended = records.jvms.iter().all(|jvm| jvm.is_finished());
            is_over |= !all_ended || !lane.go_on_with(next);
            let is_done = lane.left() == 0 || exhausted.is_some() || fails && !rules.keep_going;
            if !goes_on && in_time && !is_done {
                is_over = true;
                problem = problem.or(Some(format!(
                    "the search ended before schedule {next}: a JVM did not leave what the next one needs to go on"
                )));
            }
        }
    }
    records.problems.extend(problem);
    let stops_all = broken.is_some() || fails && !rules.keep_going;
    let over = match exhausted {
        Some(bound) => Some(Over::Exhausted(bound)),
        None => (is_over || stops_all).then_some(Over::Ended),
    };
    Account {
        records,
        explored: did,
        lane,
        over,
        stops_all,
    }
}

impl Rules<'_> {
    /// Whether a finding is a failure that no suppression accepts.
    fn counts(&self, finding: &Finding) -> bool {
        finding.kind.is_failure() && !self.suppressions.iter().any(|entry| entry.covers(finding))
    }
}

#[cfg(test)]
mod tests {
    use raddle_findings::{Kind, suppress};
    use raddle_session::read::read_record;
    use raddle_session::{Explored, JvmRecord};

    use super::*;

    const MAIN: Rules<'_> = Rules {
        each_process: false,
        keep_going: false,
        suppressions: &[],
    };
    const PROCESS: Rules<'_> = Rules {
        each_process: true,
        ..MAIN
    };
    const ON: Rules<'_> = Rules {
        keep_going: true,
        ..MAIN
    };
    /// Schedules 1, 4, 7 and 10.
    const LANE: Lane = Lane {
        next: 1,
        stride: 3,
        end: 11,
    };

    fn jvm(schedules: u64, next: u64) -> JvmRecord {
        let mut records = Records::default();
        let text = "{\"line\":\"start\",\"pid\":1,\"java\":\"17\",\"command\":\"Main\"}\n\
                    {\"line\":\"end\",\"counts\":{},\"classes\":1,\"sites\":1,\"threads\":1}\n";
        read_record("jvm-1.jsonl", text, &mut records);
        let explored = Explored {
            schedules,
            distinct: schedules,
            steps: 10 * schedules,
            next,
            ..Explored::default()
        };
        JvmRecord {
            explored: Some(explored),
            ..records.jvms.remove(0)
        }
    }

    fn exhausted(mut jvm: JvmRecord, bound: Bound) -> JvmRecord {
        jvm.explored.as_mut().unwrap().exhausted = Some(bound);
        jvm
    }

    fn finding(kind: Kind) -> Finding {
        Finding::new(kind, "m".to_owned(), None, Vec::new())
    }

    fn with(mut jvm: JvmRecord, kind: Kind) -> JvmRecord {
        jvm.findings.push(finding(kind));
        jvm
    }

    fn part(status: i32, jvms: Vec<JvmRecord>) -> Part {
        Part {
            ended: Ended {
                status,
                stopped: false,
            },
            late: false,
            records: Records {
                jvms,
                problems: Vec::new(),
            },
            goes_on: true,
            in_time: true,
        }
    }

    /// The lane's next schedule, why it is over, whether all are, and the beginning of the problem.
    #[track_caller]
    fn check(rules: Rules<'_>, part: Part, next: u64, over: Option<Over>, stops_all: bool, problem: &str) {
        let account = account(rules, LANE, part);
        assert_eq!(
            (account.lane.next, account.over, account.stops_all),
            (next, over, stops_all)
        );
        match account.records.problems.as_slice() {
            [] => assert_eq!(problem, ""),
            [only] => assert!(!problem.is_empty() && only.starts_with(problem), "{only}"),
            more => panic!("{more:?}"),
        }
    }

    const ENDED: Option<Over> = Some(Over::Ended);

    #[test]
    fn a_lane_goes_on_where_its_jvm_says() {
        check(MAIN, part(0, vec![jvm(2, 7)]), 7, None, false, "");
        check(MAIN, part(0, vec![jvm(4, 13)]), 13, None, false, "");
        let all = account(MAIN, LANE, part(0, vec![jvm(4, 13)]));
        assert_eq!((all.lane.left(), all.explored.steps), (0, 40));
        assert_eq!((all.explored.schedules, all.explored.jvms), (4, 1));
    }

    #[test]
    fn a_lane_ends_where_its_jvm_makes_no_progress_or_leaves_the_lane() {
        for next in [0, 1, 5] {
            check(MAIN, part(0, vec![jvm(2, next)]), 1, ENDED, false, "");
        }
        let mut killed = jvm(2, 7);
        killed.end = None;
        check(
            MAIN,
            part(137, vec![killed]),
            1,
            ENDED,
            false,
            "the JVM that ran schedules from 1 on ended with status 137",
        );
    }

    #[test]
    fn a_jvm_that_ran_nothing_is_a_problem_while_there_is_time() {
        let why = "the JVM that should have run schedule 1 ended with status 1 before it did";
        check(MAIN, part(1, vec![jvm(0, 1)]), 1, ENDED, false, why);
        check(MAIN, part(1, Vec::new()), 1, ENDED, false, why);
        let too_late = Part {
            in_time: false,
            ..part(0, vec![jvm(0, 1)])
        };
        check(MAIN, too_late, 1, ENDED, false, "");
    }

    #[test]
    fn a_bad_status_is_explained_by_a_failure_alone() {
        let why = "the JVM that ran schedules from 1 on ended with status 1";
        check(MAIN, part(1, vec![jvm(1, 4)]), 4, None, false, why);
        check(
            MAIN,
            part(1, vec![with(jvm(1, 4), Kind::DataRace)]),
            4,
            None,
            false,
            why,
        );
        check(
            ON,
            part(1, vec![with(jvm(1, 4), Kind::Deadlock)]),
            4,
            None,
            false,
            "",
        );
    }

    #[test]
    fn a_failure_ends_all_lanes_unless_it_is_accepted_or_all_are_wanted() {
        let deadlock = || part(66, vec![with(jvm(1, 4), Kind::Deadlock)]);
        check(MAIN, deadlock(), 4, ENDED, true, "");
        check(ON, deadlock(), 4, None, false, "");
        let digits = finding(Kind::Deadlock).fingerprint;
        let entries = suppress::parse("f", &format!("deadlock:fingerprint:{digits}  # known")).unwrap();
        let accepting = Rules {
            suppressions: &entries,
            ..MAIN
        };
        check(accepting, deadlock(), 4, None, false, "");
        let stuck = part(66, vec![with(jvm(1, 4), Kind::Stuck)]);
        check(accepting, stuck, 4, ENDED, true, "");
        check(
            MAIN,
            part(0, vec![with(jvm(1, 4), Kind::DataRace)]),
            4,
            None,
            false,
            "",
        );
    }

    #[test]
    fn what_is_exhausted_has_no_more_schedules() {
        let all = Bound::Preemptions(2);
        let over = Some(Over::Exhausted(all));
        check(MAIN, part(0, vec![exhausted(jvm(1, 4), all)]), 4, over, false, "");
        check(MAIN, part(0, vec![exhausted(jvm(0, 1), all)]), 1, over, false, "");
        let failing = with(exhausted(jvm(1, 4), all), Kind::Deadlock);
        check(MAIN, part(66, vec![failing]), 4, over, true, "");
    }

    #[test]
    fn what_breaks_in_a_jvm_ends_all_lanes_with_its_reason() {
        let mut broken = jvm(1, 4);
        broken.explored.as_mut().unwrap().problem = Some("no such strategy".to_owned());
        check(ON, part(1, vec![broken]), 1, ENDED, true, "no such strategy");
    }

    #[test]
    fn a_search_needs_what_the_last_jvm_left() {
        let lost = |jvm| Part {
            goes_on: false,
            ..part(0, vec![jvm])
        };
        let why = "the search ended before schedule 4";
        check(MAIN, lost(jvm(1, 4)), 4, ENDED, false, why);
        check(MAIN, lost(jvm(4, 13)), 13, None, false, "");
        check(MAIN, lost(with(jvm(1, 4), Kind::Deadlock)), 4, ENDED, true, "");
        check(ON, lost(with(jvm(1, 4), Kind::Deadlock)), 4, ENDED, false, why);
        let over = Some(Over::Exhausted(Bound::None));
        check(MAIN, lost(exhausted(jvm(1, 4), Bound::None)), 4, over, false, "");
        let too_late = Part {
            in_time: false,
            ..lost(jvm(1, 4))
        };
        check(MAIN, too_late, 4, ENDED, false, "");
    }

    #[test]
    fn what_was_stopped_is_over_and_no_failure() {
        for rules in [MAIN, PROCESS] {
            let mut stopped = part(143, vec![jvm(1, 4)]);
            stopped.ended.stopped = true;
            let account = account(rules, LANE, stopped);
            assert_eq!((account.over, account.stops_all), (ENDED, false));
            assert_eq!(account.records.problems, [""; 0]);
            assert_eq!(account.records.jvms[0].findings, []);
            assert_eq!(account.explored.schedules, 1, "what it did counts");
        }
        let mut late = part(137, vec![jvm(1, 4)]);
        late.ended.stopped = true;
        late.late = true;
        check(MAIN, late, 1, ENDED, false, "schedule 4 did not end");
    }

    #[test]
    fn a_process_is_one_schedule_however_many_jvms_it_had() {
        let two = account(PROCESS, LANE, part(0, vec![jvm(1, 2), jvm(1, 2)]));
        let did = &two.explored;
        assert_eq!((did.schedules, did.distinct, did.failed, did.jvms), (1, 1, 0, 2));
        assert_eq!((two.lane.next, two.over), (4, None));
    }

    #[test]
    fn the_status_of_a_process_is_a_failure() {
        let bad = account(PROCESS, LANE, part(3, vec![jvm(1, 2)]));
        assert_eq!(bad.records.jvms[0].findings[0].kind, Kind::BadExit);
        assert_eq!((bad.explored.failed, bad.over, bad.stops_all), (1, ENDED, true));
        check(
            PROCESS,
            part(3, Vec::new()),
            4,
            ENDED,
            false,
            "no JVM was controlled in schedule 1; the command ended with status 3",
        );
        let main = account(MAIN, LANE, part(3, vec![jvm(1, 4)]));
        assert_eq!(main.records.jvms[0].findings, [], "of a JVM it is a problem");
    }
}
