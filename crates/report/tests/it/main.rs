//! Reports, compared with snapshots.

mod explored;
mod support;
mod text;
mod waits;
