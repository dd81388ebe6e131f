//! Dispatch: a thread waits in the kernel, on one word, and the thread that dispatches it sets that.
//!
//! For the JVM it is in native code meanwhile, so collections and safepoints go on. All threads of a schedule run
//! on one processor: handing over is then a matter of microseconds, whatever else the machine does.

use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};

use raddle_schedule::Resumed;

/// How often a thread yields before it sleeps.
const YIELDS: u32 = 4;

#[derive(Default)]
pub struct Turn {
    /// 0: not yet; else why it goes on, plus one.
    word: AtomicU32,
    /// The system's number of the thread, once it runs.
    tid: AtomicI32,
}

impl Turn {
    pub fn grant(&self, resumed: Resumed) {
        self.word.store(encode(resumed), Ordering::Release);
        futex(&self.word, libc::FUTEX_WAKE | libc::FUTEX_PRIVATE_FLAG, 1);
    }

    pub fn wait(&self) -> Resumed {
        loop {
            match self.word.swap(0, Ordering::Acquire) {
                0 => futex(&self.word, libc::FUTEX_WAIT | libc::FUTEX_PRIVATE_FLAG, 0),
                word => return decode(word),
            }
        }
    }

    /// The calling thread is the one whose turns these are. False: that was known.
    pub fn adopt(&self) -> bool {
        if self.tid.load(Ordering::Relaxed) != 0 {
            return false;
        }
        // SAFETY: takes nothing and cannot fail.
        self.tid.store(unsafe { libc::gettid() }, Ordering::Relaxed);
        true
    }

    /// Whether the thread sleeps in the kernel; false if that is not known.
    pub fn is_asleep(&self) -> bool {
        let tid = self.tid.load(Ordering::Relaxed);
        let stat = std::fs::read_to_string(format!("/proc/self/task/{tid}/stat")).unwrap_or_default();
        // After the name, which is in parentheses and may contain anything.
        let state = stat.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next());
        matches!(state, Some('S' | 'D'))
    }
}

fn encode(resumed: Resumed) -> u32 {
    match resumed {
        Resumed::Done => 1,
        Resumed::Interrupted => 2,
        Resumed::Late => 3,
        Resumed::Spurious => 4,
    }
}

fn decode(word: u32) -> Resumed {
    match word {
        2 => Resumed::Interrupted,
        3 => Resumed::Late,
        4 => Resumed::Spurious,
        _ => Resumed::Done,
    }
}

fn futex(word: &AtomicU32, operation: i32, value: u32) {
    // SAFETY: the word lives throughout the call, and the kernel only reads it.
    unsafe {
        libc::syscall(
            libc::SYS_futex,
            word.as_ptr(),
            operation,
            value,
            std::ptr::null::<libc::timespec>(),
        );
    }
}

/// The processor with this number among those that this process may use.
pub fn core(number: u32) -> Option<usize> {
    // SAFETY: plain bits.
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    // SAFETY: the set has the size that is said.
    if unsafe { libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &mut set) } != 0 {
        return None;
    }
    // SAFETY: the numbers are below the size of a set.
    let is_allowed = |&core: &usize| unsafe { libc::CPU_ISSET(core, &set) };
    let allowed: Vec<usize> = (0..libc::CPU_SETSIZE as usize).filter(is_allowed).collect();
    allowed.get(number as usize % allowed.len().max(1)).copied()
}

/// The calling thread, and whatever it starts, runs on this processor only and sleeps as short as it asks for. If the
/// system does not want that, it is only slower.
pub fn settle_on(core: Option<usize>) {
    if let Some(core) = core {
        pin(core);
    }
    // SAFETY: a number that is understood or refused. Else it would be fifty times as long as asked for.
    unsafe { libc::prctl(libc::PR_SET_TIMERSLACK, 1) };
}

fn pin(core: usize) {
    // SAFETY: plain bits.
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    // SAFETY: the number is that of a processor, and the set has the size that is said.
    unsafe {
        libc::CPU_SET(core, &mut set);
        libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &set);
    }
}

/// Lets another thread of this processor run, for the `turn`th time in a row. First by yielding, and then by sleeping
/// for as short as the system's timers go: since Linux 6.18 each yield costs a whole slice, and who yields again and again
/// comes last for seconds.
pub fn give_way(turn: u32) {
    if turn < YIELDS {
        // SAFETY: takes nothing and cannot fail.
        unsafe { libc::sched_yield() };
        return;
    }
    let moment = libc::timespec {
        tv_sec: 0,
        tv_nsec: 1,
    };
    // SAFETY: the time lives throughout the call, and what is left of it is not asked for.
    unsafe { libc::nanosleep(&raw const moment, std::ptr::null_mut()) };
}
