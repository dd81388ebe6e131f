//! Hints that follow from the data of a finding alone.

mod waits;

use raddle_findings::{Finding, Kind, Op, Side, Variable};

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
            "a collection was changed while a thread went through it: hold one lock for both, go through a copy, or \
             use a concurrent collection"
        }
        Some("java.lang.IllegalMonitorStateException") => {
            "wait and notify, and the unlocking of a lock, are for the thread that holds it"
        }
        Some("java.lang.NullPointerException") => {
            "was the field written yet? another thread may see an object before it is complete, or after it was taken \
             away"
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

fn locks(first: &Side, second: &Side) -> Option<String> {
    let (a, b) = (first.locks.as_ref()?, second.locks.as_ref()?);
    let shared = a
        .iter()
        .any(|lock| b.iter().any(|other| other.lock.id == lock.lock.id));
    let hint = match (a.is_empty(), b.is_empty()) {
        (true, true) => "neither side holds a lock",
        (false, true) => "only (1) holds a lock; a lock protects only if both sides hold it",
        (true, false) => "only (2) holds a lock; a lock protects only if both sides hold it",
        (false, false) if !shared => "the two sides hold different locks; only a common lock protects",
        (false, false) => return None,
    };
    Some(hint.to_owned())
}

fn array(variable: &Variable) -> Option<String> {
    variable.array.as_ref()?;
    let remedy = match variable.type_name.as_str() {
        "int" => "AtomicIntegerArray",
        "long" => "AtomicLongArray",
        "byte" | "short" | "char" | "boolean" | "float" | "double" => "a VarHandle for array elements",
        _ => "AtomicReferenceArray",
    };
    Some(format!(
        "`volatile` on an array field does not cover the elements; {remedy} or a lock does"
    ))
}
