//! Native memory that rewritten code reads by address: tables that are reserved whole and filled page
//! by page as they are touched.

use std::ptr;

/// Reserves `bytes` of zeroed memory. Pages cost nothing before they are touched. Never given back.
pub fn reserve(bytes: usize) -> *mut u8 {
    // SAFETY: an anonymous private mapping touches no other memory.
    let at = unsafe {
        libc::mmap(
            ptr::null_mut(),
            bytes,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
            -1,
            0,
        )
    };
    assert!(at != libc::MAP_FAILED, "no address space left for {bytes} bytes");
    at.cast()
}
