//! Hints that follow from the data of a finding alone.

mod waits;

use raddle_events::is_jdk_class;
use raddle_findings::{Finding, HeldLock, Kind, Op, Side, Variable};

/// What a reader may otherwise overlook.
pub fn hints(finding: &Finding) -> Vec<String> {
    let locks = match finding.sides.as_slice() {
        [first, second] => locks(first, second),
        _ => None,
    };
    match finding.kind {
        Kind::DataRace => construction(finding)
            .into_iter()
            .chain(locks)
            .chain(finding.variable.as_ref().and_then(array))
            .collect(),
        Kind::LockDiscipline => locks.into_iter().chain([discipline()]).collect(),
        Kind::Deadlock => waits::deadlock(finding),
        Kind::LockOrder => waits::order(finding),
        Kind::Stuck => waits::stuck(finding),
        Kind::UncaughtException => exception(finding),
        Kind::Livelock => vec![LIVELOCK.to_owned()],
        _ => Vec::new(),
    }
}

fn discipline() -> String {
    "if nothing else orders the accesses, another schedule may race: hold one lock at every access".to_owned()
}

const LIVELOCK: &str = "wait for what you need (a lock, a condition, a latch) instead of asking for it in a loop; where \
                        threads give way to each other, let one of them be the first";

/// Some exceptions tell by their class what the threads did to each other.
fn exception(finding: &Finding) -> Vec<String> {
    let class = finding.sides.first().and_then(|side| side.call.as_deref());
    let hint = match class {
        Some("java.util.ConcurrentModificationException") => {
            "a collection was changed while a thread went through it, by another thread or by the loop itself"
        }
        Some("java.lang.IllegalMonitorStateException") => {
            "wait and notify, and the unlocking of a lock, are for the thread that holds it"
        }
        _ => return Vec::new(),
    };
    vec![hint.to_owned()]
}

/// Who could have the object while its constructor ran?
fn construction(finding: &Finding) -> Option<String> {
    let (writes, reads) = (finding.constructing(Op::Write), finding.constructing(Op::Read));
    match (writes.as_slice(), reads.as_slice()) {
        ([1], _) => Some(
            "at (1) the object was still being constructed: it was published without order, or `this` escaped \
             from the constructor"
                .to_owned(),
        ),
        ([2], _) => Some(
            "at (2) the object was still being constructed, and (1) had it already: `this` escaped from the \
             constructor"
                .to_owned(),
        ),
        ([], [side]) => Some(format!(
            "({side}) is in a constructor: unless it reads another object, `this` escaped from there"
        )),
        _ => None,
    }
}

/// The JDK's own locks, which it takes outside all calls of the program, such as that of a pool's worker, protect
/// nothing of the program's.
fn is_the_jdks(held: &&HeldLock) -> bool {
    let class = held.lock.class.replace('.', "/");
    held.acquired_at.is_none() && is_jdk_class(&class) && !class.starts_with("java/util/concurrent/locks/")
}

fn locks(first: &Side, second: &Side) -> Option<String> {
    let (first, second) = (first.locks.as_ref()?, second.locks.as_ref()?);
    let of = |side: &[HeldLock]| -> Vec<HeldLock> {
        let of_program = side.iter().filter(|held| !is_the_jdks(held));
        of_program.cloned().collect()
    };
    let (a, b) = (of(first), of(second));
    let shared = a
        .iter()
        .any(|lock| b.iter().any(|other| lock.lock.id == other.lock.id));
    let only = "a lock protects only if both sides hold it";
    Some(match (a.is_empty(), b.is_empty()) {
        (true, true) if first.is_empty() && second.is_empty() => "neither side holds a lock".to_owned(),
        (true, true) => {
            "neither side holds a lock of the program; those of the JDK protect only the JDK".to_owned()
        }
        (false, true) => format!("only (1) holds a lock{}; {only}", of_program(second)),
        (true, false) => format!("only (2) holds a lock{}; {only}", of_program(first)),
        (false, false) if !shared => {
            "the two sides hold different locks; only a common lock protects".to_owned()
        }
        (false, false) => return None,
    })
}

/// The other side holds none: or only one of the JDK, which the report shows too.
fn of_program(other: &[HeldLock]) -> &'static str {
    if other.is_empty() { "" } else { " of the program" }
}

fn array(variable: &Variable) -> Option<String> {
    variable.array.as_ref()?;
    let remedy = match variable.type_name.as_str() {
        "int" => "AtomicIntegerArray",
        "long" => "AtomicLongArray",
        "byte" | "short" | "char" | "boolean" | "float" | "double" => "a VarHandle for array elements",
        _ => "AtomicReferenceArray",
    };
    Some(format!("{remedy} or a lock orders accesses to elements"))
}
