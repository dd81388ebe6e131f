//! Raddle outlives the signals that end its child, so that it can still report.
//!
//! Ctrl-C and Ctrl-\ reach the child from the terminal by themselves; what a process sends to Raddle
//! alone (`kill`, a CI runner) is passed on. A signal that was ignored when Raddle started stays
//! ignored, for the child too (`nohup`): handlers do not survive `exec`, dispositions do.

#[cfg(unix)]
mod unix {
    use std::mem;
    use std::ptr;
    use std::sync::atomic::{AtomicI32, Ordering};

    const FROM_TERMINAL: [i32; 2] = [libc::SIGINT, libc::SIGQUIT];
    const FROM_PROCESSES: [i32; 2] = [libc::SIGTERM, libc::SIGHUP];

    /// The child, or 0. Only ever set before the wait for it and cleared after.
    static CHILD: AtomicI32 = AtomicI32::new(0);
    /// A signal that came before there was a child to pass it on to, or 0.
    static PENDING: AtomicI32 = AtomicI32::new(0);

    extern "C" fn pass_on(signal: i32, info: *mut libc::siginfo_t, _context: *mut libc::c_void) {
        // SAFETY: the kernel passes a valid `info` to a handler that was set with SA_SIGINFO.
        let by_process = unsafe { (*info).si_code } <= 0;
        if FROM_TERMINAL.contains(&signal) && !by_process {
            return;
        }
        match CHILD.load(Ordering::SeqCst) {
            0 => PENDING.store(signal, Ordering::SeqCst),
            // SAFETY: `kill` may be called in a signal handler.
            child => unsafe {
                libc::kill(child, signal);
            },
        }
    }

    pub fn survive() {
        for signal in FROM_TERMINAL.into_iter().chain(FROM_PROCESSES) {
            // SAFETY: both structs are plain data for which all zeroes is a valid value; the handler
            // only loads and stores atomics and calls `kill`.
            unsafe {
                let mut old: libc::sigaction = mem::zeroed();
                if libc::sigaction(signal, ptr::null(), &mut old) != 0 || old.sa_sigaction == libc::SIG_IGN {
                    continue;
                }
                let mut new: libc::sigaction = mem::zeroed();
                new.sa_sigaction = pass_on as *const () as usize;
                new.sa_flags = libc::SA_SIGINFO | libc::SA_RESTART;
                libc::sigaction(signal, &new, ptr::null_mut());
            }
        }
    }

    pub fn set_child(pid: u32) {
        let Ok(pid) = i32::try_from(pid) else { return };
        CHILD.store(pid, Ordering::SeqCst);
        let pending = PENDING.swap(0, Ordering::SeqCst);
        if pending != 0 {
            // SAFETY: a plain system call; the child has not been waited for, so its id is its own.
            unsafe { libc::kill(pid, pending) };
        }
    }

    pub fn clear_child() {
        CHILD.store(0, Ordering::SeqCst);
    }

    pub fn is_alive(pid: u32) -> bool {
        // A zombie answers to `kill` but writes no more.
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let zombie = stat
            .rsplit_once(')')
            .is_some_and(|(_, rest)| rest.trim_start().starts_with('Z'));
        // SAFETY: signal 0 only asks whether the process is there.
        !zombie && i32::try_from(pid).is_ok_and(|pid| pid > 0 && unsafe { libc::kill(pid, 0) } == 0)
    }
}

#[cfg(not(unix))]
mod other {
    pub fn survive() {}
    pub fn set_child(_pid: u32) {}
    pub fn clear_child() {}
    pub fn is_alive(_pid: u32) -> bool {
        false
    }
}

#[cfg(not(unix))]
use other as system;
#[cfg(unix)]
use unix as system;

/// From now on the signals that end a program no longer end Raddle.
pub fn survive() {
    system::survive();
}

/// While this lives, signals are passed on to the child.
#[derive(Debug)]
pub struct Forwarding(());

impl Forwarding {
    pub fn to(pid: u32) -> Forwarding {
        system::set_child(pid);
        Forwarding(())
    }
}

impl Drop for Forwarding {
    fn drop(&mut self) {
        system::clear_child();
    }
}

/// Whether a process is still running.
pub fn is_alive(pid: u32) -> bool {
    system::is_alive(pid)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_living_and_the_dead() {
        assert!(is_alive(std::process::id()));
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let pid = child.id();
        child.wait().unwrap();
        assert!(!is_alive(pid));
        assert!(!is_alive(0) && !is_alive(u32::MAX));
    }
}
