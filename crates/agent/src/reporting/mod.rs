//! From numbers to what reports say, and the record that the findings are written to.

pub mod completeness;
pub mod finding_log;
pub mod names;
pub mod naming;
pub mod record;
pub mod reports;
