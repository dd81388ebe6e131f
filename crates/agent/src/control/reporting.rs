//! What reports ask of schedules.

use raddle_events::ThreadId;
use raddle_findings::Finding;
use raddle_schedule::Hint;

use super::Control;
use crate::reporting::naming::ScheduleNumbers;
use crate::reporting::reports::Exploration;

impl Exploration for Control {
    fn found(&self, finding: &mut Finding, is_new: bool) -> Option<u64> {
        Control::found(self, finding, is_new)
    }

    fn suspect(&self, hint: &Hint) {
        Control::suspect(self, hint);
    }
}

impl ScheduleNumbers for Control {
    fn number_of(&self, thread: ThreadId) -> Option<ThreadId> {
        Control::number_of(self, thread)
    }
}
