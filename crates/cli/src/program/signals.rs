//! Raddle outlives the signals that end its child, so that it can still report.
//!
//! Ctrl-C and Ctrl-\ reach the child from the terminal by themselves; what a process sends to Raddle
//! alone (`kill`, a CI runner) is passed on. A signal that was ignored when Raddle started stays
//! ignored, for the child too (`nohup`): handlers do not survive `exec`, dispositions do.

#[cfg(unix)]
mod unix {
    use std::mem;
    use std::ptr;
    use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};

    const FROM_TERMINAL: [i32; 2] = [libc::SIGINT, libc::SIGQUIT];
    const FROM_PROCESSES: [i32; 2] = [libc::SIGTERM, libc::SIGHUP];

    /// The children, or 0. Only ever set before the wait for one and cleared after.
    static CHILDREN: [AtomicI32; super::MOST] = [const { AtomicI32::new(0) }; super::MOST];
    /// The last signal that came, or 0.
    static RECEIVED: AtomicI32 = AtomicI32::new(0);
    static TIMES: AtomicU32 = AtomicU32::new(0);
    /// A signal that came before there was a child to pass it on to, or 0.
    static PENDING: AtomicI32 = AtomicI32::new(0);

    extern "C" fn pass_on(signal: i32, info: *mut libc::siginfo_t, _context: *mut libc::c_void) {
        RECEIVED.store(signal, Ordering::SeqCst);
        TIMES.fetch_add(1, Ordering::SeqCst);
        // SAFETY: the kernel passes a valid `info` to a handler that was set with SA_SIGINFO.
        let by_process = unsafe { (*info).si_code } <= 0;
        if FROM_TERMINAL.contains(&signal) && !by_process {
            return;
        }
        let mut passed_on = false;
        for child in &CHILDREN {
            let child = child.load(Ordering::SeqCst);
            if child != 0 {
                passed_on = true;
                // SAFETY: `kill` may be called in a signal handler.
                unsafe { libc::kill(child, signal) };
            }
        }
        if !passed_on {
            PENDING.store(signal, Ordering::SeqCst);
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

    pub fn set_child(room: usize, pid: u32) {
        let Ok(pid) = i32::try_from(pid) else { return };
        CHILDREN[room].store(pid, Ordering::SeqCst);
        let pending = PENDING.swap(0, Ordering::SeqCst);
        if pending != 0 {
            // SAFETY: a plain system call; the child has not been waited for, so its id is its own.
            unsafe { libc::kill(pid, pending) };
        }
    }

    pub fn clear_child(room: usize) {
        CHILDREN[room].store(0, Ordering::SeqCst);
    }

    pub fn received() -> Option<i32> {
        Some(RECEIVED.load(Ordering::SeqCst)).filter(|signal| *signal != 0)
    }

    pub fn times() -> u32 {
        TIMES.load(Ordering::SeqCst)
    }

    pub fn kill(pid: u32) {
        send(pid, libc::SIGKILL);
    }

    pub fn end(child: &mut std::process::Child, at_once: bool) {
        send(child.id(), if at_once { libc::SIGKILL } else { libc::SIGTERM });
    }

    pub fn send(pid: u32, signal: i32) {
        if let Some(pid) = i32::try_from(pid).ok().filter(|&pid| pid > 0) {
            // SAFETY: a plain system call.
            unsafe { libc::kill(pid, signal) };
        }
    }

    /// The kernel ends the child when this process ends without having done so: it may be killed.
    pub fn tie(command: &mut std::process::Command) {
        use std::os::unix::process::CommandExt;
        #[cfg(target_os = "linux")]
        {
            let parent = std::process::id();
            let tie = move || {
                // SAFETY: plain system calls, which may be made between `fork` and `exec`.
                let is_orphan = unsafe {
                    libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
                    u32::try_from(libc::getppid()) != Ok(parent)
                };
                match is_orphan {
                    true => Err(std::io::Error::from_raw_os_error(libc::ESRCH)),
                    false => Ok(()),
                }
            };
            // SAFETY: the closure makes system calls and nothing else.
            unsafe { command.pre_exec(tie) };
        }
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
    pub fn set_child(_room: usize, _pid: u32) {}
    pub fn clear_child(_room: usize) {}
    pub fn received() -> Option<i32> {
        None
    }
    pub fn times() -> u32 {
        0
    }
    pub fn kill(_pid: u32) {}
    pub fn end(child: &mut std::process::Child, _at_once: bool) {
        let _ = child.kill();
    }
    pub fn send(_pid: u32, _signal: i32) {}
    pub fn tie(_command: &mut std::process::Command) {}
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

/// So many children may run at the same time.
pub const MOST: usize = 64;

/// While this lives, signals are passed on to a child.
#[derive(Debug)]
pub struct Forwarding {
    room: usize,
}

impl Forwarding {
    /// Of several children that run at the same time, each has a room of its own, below [`MOST`].
    pub fn to(room: usize, pid: u32) -> Forwarding {
        let room = room % MOST;
        system::set_child(room, pid);
        Forwarding { room }
    }
}

impl Drop for Forwarding {
    fn drop(&mut self) {
        system::clear_child(self.room);
    }
}

/// A signal that would have ended Raddle, if one has come.
pub fn received() -> Option<i32> {
    system::received()
}

/// How many such signals have come.
pub fn times() -> u32 {
    system::times()
}

/// Ends a process by force.
pub fn kill(pid: u32) {
    system::kill(pid);
}

/// Asks a child to end, or ends it.
pub fn end(child: &mut std::process::Child, at_once: bool) {
    system::end(child, at_once);
}

/// Sends a signal to a process.
pub fn send(pid: u32, signal: i32) {
    system::send(pid, signal);
}

/// The command is to end with this process, even if that is killed. The thread that starts it must outlive it.
pub fn tie(command: &mut std::process::Command) {
    system::tie(command);
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
