//! Where identity hash codes come from: with `-XX:hashCode=3` the JVM counts, in a variable of its own that has no
//! name for anybody else. It is found by what it does: the one word in the JVM's data that is the last hash code
//! each time.
//!
//! Law: nothing but that one word is ever written. If there are several that it might be, or none, that is a doubt of
//! every schedule.

use std::fs;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

use jvmti_bindings::sys::jni::jclass;

use crate::jvm::{Env, Jvmti};

/// What it means if the counter is not found.
pub const UNKNOWN: &str = "identity hash codes do not begin anew in each schedule (this JVM does not count them, or not \
     where that can be seen)";

/// How many classes there may be: the most references that a frame of the JVM has room for.
const CLASSES: i32 = 1 << 16;

/// How often the words that are left are looked at again.
const ROUNDS: usize = 12;

/// The address of the counter, once it is known; else 0.
static COUNTER: AtomicUsize = AtomicUsize::new(0);

/// The last hash code that the JVM gave.
pub fn last() -> Option<i32> {
    match COUNTER.load(Ordering::Relaxed) {
        0 => None,
        at => Some(word(at)),
    }
}

/// The address of the counter. From now on classes have hash codes by their names.
pub fn counter(jvmti: Jvmti, env: Env) -> Option<usize> {
    let found = find(env);
    // Without a frame for them, there were more references than the JVM has been asked for.
    if found.is_none() || !env.push_frame(CLASSES) {
        env.clear_exception();
        return None;
    }
    COUNTER.store(found.unwrap_or_default(), Ordering::Relaxed);
    for class in jvmti.loaded_classes() {
        give(jvmti, class);
    }
    env.pop_frame(ptr::null_mut());
    found
}

/// Gives a class its hash code, by its name, unless it has one. A class is older than the schedule that first asks for
/// its hash code, or not, as it happens.
pub fn give(jvmti: Jvmti, class: jclass) {
    let at = COUNTER.load(Ordering::Relaxed);
    let Some(name) = jvmti.signature(class).filter(|_| at != 0) else {
        return;
    };
    let before = word(at);
    // The JVM counts up before it gives.
    set_word(at, of_name(&name) - 1);
    let _ = jvmti.hash_code(class);
    set_word(at, before);
}

/// Above 2^28, so that few other objects have the same. Hidden classes have numbers and addresses in their names.
fn of_name(signature: &str) -> i32 {
    let end = signature.find("$$Lambda").or(signature.find('.'));
    let name = &signature[..end.unwrap_or(signature.len())];
    let mix = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    let hash = name.bytes().fold(0x811C_9DC5, mix);
    (hash >> 4 | 1 << 28).cast_signed()
}

fn find(env: Env) -> Option<usize> {
    let first = env.new_hash_code()?;
    if env.new_hash_code()? != first + 1 {
        return None;
    }
    let last = env.new_hash_code()?;
    let mut left: Vec<usize> = data_of_jvm()
        .into_iter()
        .flat_map(|(from, to)| (from..to).step_by(size_of::<i32>()))
        .filter(|&at| word(at) == last)
        .collect();
    for round in 0..ROUNDS {
        let mut last = 0;
        for _ in 0..=round {
            last = env.new_hash_code()?;
        }
        left.retain(|&at| word(at) == last);
    }
    match left[..] {
        [at] => Some(at),
        _ => None,
    }
}

fn word(at: usize) -> i32 {
    // SAFETY: `at` is aligned and in a segment of the JVM's library that is mapped for reading, for good.
    unsafe { (at as *const i32).read_volatile() }
}

fn set_word(at: usize, value: i32) {
    // SAFETY: `at` is the counter, which the JVM itself writes without a lock. Its own threads may ask for a hash code at
    // this moment, and then have one that another object has, too, as they may.
    unsafe { (at as *mut i32).write_volatile(value) };
}

/// The writable segments of the JVM's library, with what follows them without a file: data that begins as zero.
fn data_of_jvm() -> Vec<(usize, usize)> {
    segments(&fs::read_to_string("/proc/self/maps").unwrap_or_default())
}

fn segments(maps: &str) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for line in maps.lines() {
        let mut parts = line.split_whitespace();
        let (Some(range), Some(access)) = (parts.next(), parts.next()) else {
            continue;
        };
        let file = parts.nth(3);
        let Some((from, to)) = range.split_once('-') else {
            continue;
        };
        let number = |text| usize::from_str_radix(text, 16).ok();
        let (Some(from), Some(to)) = (number(from), number(to)) else {
            continue;
        };
        let follows = file.is_none() && found.last().is_some_and(|&(_, end)| end == from);
        let is_of_jvm = file.is_some_and(|file| file.ends_with("/libjvm.so"));
        if access.starts_with("rw") && (is_of_jvm || follows) {
            found.push((from, to));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::segments;

    #[test]
    fn data_is_what_can_be_written_and_what_follows_it() {
        let maps = "\
            1000-2000 r-xp 00000000 08:01 1   /jdk/lib/server/libjvm.so\n\
            2000-3000 rw-p 00001000 08:01 1   /jdk/lib/server/libjvm.so\n\
            3000-4000 rw-p 00000000 00:00 0 \n\
            5000-6000 rw-p 00000000 00:00 0 \n\
            6000-7000 rw-p 00000000 08:01 1   /lib/libc.so.6\n";
        assert_eq!(segments(maps), [(0x2000, 0x3000), (0x3000, 0x4000)]);
    }
}
