//! When two findings are the same: equal kind, equal variable, equal innermost sites; and, of threads that
//! wait, equal places where they took what they hold in the cycle; of an exception, its class.
//!
//! A fingerprint goes into baselines and suppressions, so it holds nothing that changes from run to
//! run (process ids, thread names, array indices, counts, the order of the two sides, the numbers in
//! the names of hidden classes) and its hash, 64-bit FNV-1a, is fixed here and not the library's.

use crate::{Act, Frame, Kind, Side, Variable};

/// The fingerprint of a finding: 16 hexadecimal digits.
pub fn fingerprint(kind: Kind, variable: Option<&Variable>, sides: &[Side]) -> String {
    let mut parts = vec![kind.name().to_owned()];
    if let Some(variable) = variable {
        parts.push(stable_class(&variable.class).to_owned());
        parts.push(variable.field.clone().unwrap_or_default());
        let allocated = variable
            .array
            .as_ref()
            .and_then(|array| array.allocated_at.as_ref());
        parts.push(allocated.map(site).unwrap_or_default());
    }
    let mut sites: Vec<_> = sides
        .iter()
        .enumerate()
        .map(|(index, side)| {
            let mut places = vec![side.site().map(|frame| place(side, frame)).unwrap_or_default()];
            places.extend(wanted_by_others(index, sides));
            let thrown = side.call.iter().filter(|_| side.op == Act::Throw);
            places.extend(thrown.map(|class| stable_class(class).to_owned()));
            places.join(" ")
        })
        .collect();
    sites.sort();
    parts.extend(sites);
    format!("{:016x}", fnv1a(parts.join("\n").as_bytes()))
}

/// The fingerprint of a command that ends with a status, of which no more is known.
pub fn of_status(status: i32) -> String {
    let text = format!("{}\nstatus {status}", Kind::BadExit.name());
    format!("{:016x}", fnv1a(text.as_bytes()))
}

/// Where a side took the locks that other sides wait for.
fn wanted_by_others(index: usize, sides: &[Side]) -> Vec<String> {
    let waits = sides.iter().filter_map(|side| side.wait.as_ref());
    let wanted: Vec<u64> = waits
        .filter(|wait| wait.held_by.contains(&(index + 1)))
        .filter_map(|wait| wait.object.as_ref().map(|lock| lock.id))
        .collect();
    let held = sides[index].locks.iter().flatten();
    let mut places: Vec<String> = held
        .filter(|held| wanted.contains(&held.lock.id))
        .map(|held| held.acquired_at.as_ref().map(site).unwrap_or_default())
        .collect();
    places.sort();
    places
}

/// The place of a side. Where a thread waits that has no frame of the program, the line tells the release of
/// the JDK, which is no part of the error.
fn place(side: &Side, frame: &Frame) -> String {
    match side.wait {
        Some(_) if frame.is_jdk() => format!("{}.{}", stable_class(&frame.class), frame.method),
        _ => site(frame),
    }
}

fn site(frame: &Frame) -> String {
    let line = frame.line.map(|line| line.to_string()).unwrap_or_default();
    format!("{}.{}:{line}", stable_class(&frame.class), frame.method)
}

/// A class name without what the JVM appends to hidden classes: `Main$$Lambda$14/0x00007f` and
/// `Main$$Lambda/0x00007f` are both `Main$$Lambda`.
fn stable_class(class: &str) -> &str {
    let class = class.split(['/', '+']).next().unwrap_or(class);
    let lambda = "$$Lambda";
    class.find(lambda).map_or(class, |at| &class[..at + lambda.len()])
}

fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ArrayElement, HeldLock, LockInfo, Mode, ThreadInfo, Wait, WaitKind};

    fn side(thread: &str, class: &str, line: u32) -> Side {
        Side {
            thread: ThreadInfo {
                name: thread.to_owned(),
                id: 1,
                created_at: Vec::new(),
            },
            op: Act::Write,
            call: None,
            stack: vec![Frame {
                class: class.to_owned(),
                method: "m".to_owned(),
                file: None,
                line: Some(line),
            }],
            stack_complete: false,
            locks: None,
            wait: None,
        }
    }

    fn field(name: &str) -> Variable {
        Variable {
            class: "A".to_owned(),
            field: Some(name.to_owned()),
            type_name: "int".to_owned(),
            is_static: false,
            array: None,
        }
    }

    fn of(variable: &Variable, sides: [Side; 2]) -> String {
        fingerprint(Kind::DataRace, Some(variable), &sides)
    }

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn what_changes_from_run_to_run_does_not_count() {
        let x = of(&field("x"), [side("t1", "A", 1), side("t2", "B", 2)]);
        assert_eq!(x, of(&field("x"), [side("t9", "B", 2), side("t7", "A", 1)]));
        let element = |index| {
            let mut array = field("x");
            array.field = None;
            array.array = Some(ArrayElement {
                index,
                allocated_at: None,
            });
            of(&array, [side("t", "A", 1), side("t", "A", 2)])
        };
        assert_eq!(element(1), element(99));
        let lambda = |class| of(&field("x"), [side("t", class, 1), side("t", "A", 2)]);
        assert_eq!(lambda("M$$Lambda$14/0x00007f00"), lambda("M$$Lambda/0x1"));
        assert_eq!(lambda("Script/0x00007f00"), lambda("Script/0x1"));
    }

    #[test]
    fn another_variable_or_place_is_another_finding() {
        let x = of(&field("x"), [side("t", "A", 1), side("t", "A", 2)]);
        assert_ne!(x, of(&field("y"), [side("t", "A", 1), side("t", "A", 2)]));
        assert_ne!(x, of(&field("x"), [side("t", "A", 1), side("t", "A", 3)]));
        assert_ne!(x, of(&field("x"), [side("t", "A", 1), side("t", "B", 2)]));
    }

    /// A thread that waits for the lock of the next one, and holds its own.
    fn waiting(index: usize, of: usize, line: u32, taken: u32) -> Side {
        let lock = |id: usize| LockInfo {
            class: "A".to_owned(),
            id: id as u64 + 70,
            created_at: None,
        };
        let next = (index + 1) % of;
        let at = |class: &str, line| Frame {
            class: class.to_owned(),
            method: "m".to_owned(),
            file: None,
            line: Some(line),
        };
        Side {
            op: Act::Lock,
            stack: vec![at("java.util.concurrent.locks.LockSupport", 211), at("A", line)],
            locks: Some(vec![HeldLock {
                lock: lock(index),
                mode: Mode::Exclusive,
                acquired_at: Some(at("A", taken)),
            }]),
            wait: Some(Wait {
                kind: WaitKind::Lock,
                object: Some(lock(next)),
                thread: None,
                held_by: vec![next + 1],
            }),
            ..side("t", "A", line)
        }
    }

    #[test]
    fn a_cycle_is_known_by_where_it_waits_and_where_it_took_what_others_want() {
        let of = |sides: &[Side]| fingerprint(Kind::Deadlock, None, sides);
        let cycle = [waiting(0, 2, 10, 9), waiting(1, 2, 20, 19)];
        let turned = [waiting(0, 2, 20, 19), waiting(1, 2, 10, 9)];
        assert_eq!(of(&cycle), of(&turned));
        assert_ne!(of(&cycle), of(&[waiting(0, 2, 10, 8), waiting(1, 2, 20, 19)]));
        assert_ne!(of(&cycle), of(&[waiting(0, 2, 11, 9), waiting(1, 2, 20, 19)]));
        let mut other_jdk = cycle.clone();
        other_jdk[0].stack[0].line = Some(371);
        assert_eq!(of(&cycle), of(&other_jdk));
    }

    #[test]
    fn a_thread_inside_the_jdk_alone_has_a_place_without_line() {
        let of = |sides: &[Side]| fingerprint(Kind::Stuck, None, sides);
        let idle = |line| {
            let mut side = waiting(0, 1, 10, 9);
            side.stack.truncate(1);
            side.stack[0].line = Some(line);
            side
        };
        assert_eq!(of(&[idle(211)]), of(&[idle(371)]));
        assert_ne!(of(&[idle(211)]), of(&[waiting(0, 1, 10, 9)]));
    }

    #[test]
    fn another_exception_is_another_finding() {
        let of = |class: &str, line| {
            let mut side = side("t", "A", line);
            (side.op, side.call) = (Act::Throw, Some(class.to_owned()));
            fingerprint(Kind::UncaughtException, None, &[side])
        };
        assert_eq!(of("E", 1), of("E", 1));
        assert_ne!(of("E", 1), of("F", 1));
        assert_ne!(of("E", 1), of("E", 2));
    }

    #[test]
    fn frames_of_the_instrumentation_are_passed_over() {
        let mut late = side("t", "A", 2);
        let hook = Frame {
            class: "java.lang.Raddle".to_owned(),
            method: "w".to_owned(),
            file: None,
            line: Some(7),
        };
        late.stack.insert(0, hook);
        let plain = of(&field("x"), [side("t", "A", 1), side("t", "A", 2)]);
        assert_eq!(plain, of(&field("x"), [side("t", "A", 1), late]));
    }
}
