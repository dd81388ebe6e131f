//! One run of a command, measured: wall time, processor time and the largest resident set, with whatever
//! processes it started and waited for.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// What one run took.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    pub wall_s: f64,
    /// User and system time.
    pub cpu_s: f64,
    pub rss_mb: f64,
}

pub struct Measured {
    pub sample: Sample,
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
}

/// Runs `command`; one that takes longer than `limit` is killed, with all that it started.
pub fn run(command: &mut Command, limit: Duration) -> io::Result<Measured> {
    let mut stdout = tempfile::tempfile()?;
    let mut stderr = tempfile::tempfile()?;
    command
        .stdin(Stdio::null())
        .stdout(stdout.try_clone()?)
        .stderr(stderr.try_clone()?)
        .process_group(0);

    let start = Instant::now();
    let child = command.spawn()?;
    let pid = i32::try_from(child.id()).map_err(io::Error::other)?;
    let (ended, watch) = mpsc::channel::<()>();
    let (status, usage) = thread::scope(|scope| {
        scope.spawn(move || {
            if watch.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                // SAFETY: a plain system call; the group is our own child's, who is not yet waited for
                // or has been a moment ago.
                unsafe { libc::kill(-pid, libc::SIGKILL) };
            }
        });
        let result = wait(pid);
        drop(ended);
        result
    })?;
    let wall = start.elapsed();

    let kilobytes = if cfg!(target_os = "macos") {
        usage.ru_maxrss / 1024
    } else {
        usage.ru_maxrss
    };
    let sample = Sample {
        wall_s: wall.as_secs_f64(),
        cpu_s: seconds(usage.ru_utime) + seconds(usage.ru_stime),
        rss_mb: kilobytes as f64 / 1024.0,
    };
    Ok(Measured {
        sample,
        status,
        stdout: text(&mut stdout)?,
        stderr: text(&mut stderr)?,
    })
}

/// The standard library's `wait` does not tell what the child has used.
fn wait(pid: i32) -> io::Result<(ExitStatus, libc::rusage)> {
    loop {
        let mut status = 0;
        // SAFETY: all fields of `rusage` are integers, for which zero is a value.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        // SAFETY: both pointers are to live variables of the types that the call fills in.
        if unsafe { libc::wait4(pid, &raw mut status, 0, &raw mut usage) } == pid {
            return Ok((ExitStatus::from_raw(status), usage));
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

fn seconds(time: libc::timeval) -> f64 {
    time.tv_sec as f64 + time.tv_usec as f64 / 1e6
}

fn text(file: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> Measured {
        run(Command::new("sh").args(["-c", script]), limit).unwrap()
    }

    #[test]
    fn grandchildren_count() {
        let idle = shell("sleep 0.2", Duration::from_secs(20));
        assert!(
            idle.sample.wall_s >= 0.2 && idle.sample.cpu_s < 0.2,
            "{:?}",
            idle.sample
        );
        let busy = shell(
            "sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done'; echo out; echo err >&2; exit 3",
            Duration::from_secs(60),
        );
        assert!(
            busy.sample.cpu_s > 0.05 && busy.sample.rss_mb > 0.1,
            "{:?}",
            busy.sample
        );
        assert_eq!(
            (busy.status.code(), busy.stdout.as_str(), busy.stderr.as_str()),
            (Some(3), "out\n", "err\n")
        );
    }

    #[test]
    fn what_takes_too_long_is_killed() {
        let killed = shell("sleep 30 & sleep 30", Duration::from_millis(100));
        assert_eq!(killed.status.signal(), Some(libc::SIGKILL));
        assert!(killed.sample.wall_s < 10.0);
    }
}
