//! What becomes of findings: merged, confirmed by others, suppressed.

mod confirm;
mod suppress;
