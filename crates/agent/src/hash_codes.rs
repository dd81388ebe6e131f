//! Where identity hash codes come from: with `-XX:hashCode=3` the JVM counts, in a variable of its own that has no
//! name for anybody else. It is found by what it does: the one word in the JVM's data that is the last hash code
//! each time.
//!
//! Law: nothing but that one word is ever written. If there are several that it might be, or none, that is a doubt of
//! every schedule.

use std::fs;

use crate::jvm::Env;

/// What it means if the counter is not found.
pub const UNKNOWN: &str = "identity hash codes do not begin anew in each schedule (this JVM does not count them, or not \
     where that can be seen)";

/// How often the words that are left are looked at again.
const ROUNDS: usize = 12;

/// The address of the counter.
pub fn counter(env: Env) -> Option<usize> {
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
