//! From numbers to what reports say: threads, locks, stacks.
//!
//! Detectors know [`Naming`] alone. [`Names`] is what it is in a JVM: the registry of threads, the numbers of locks and
//! the sites are the agent's own; what only the JVM can say is behind [`JvmNames`].

use jvmti_bindings::sys::jni::jobject;
use raddle_events::{SiteId, ThreadId};
use raddle_findings::{Frame, HeldLock, LockInfo, ThreadInfo};

use crate::class_loading::sites::Sites;
use crate::jvm::{Env, Jvmti, NamedFrame, RawFrame};
use crate::lifecycle::runtime;
use crate::locks::log::Held;
use crate::locks::numbers::{LockId, Locks};
use crate::reporting::names::dotted;
use crate::threads::registry::{ThreadRegistry, called};

const CREATION_DEPTH: usize = 16;

/// A thread that ended too long ago to be known.
pub const FORGOTTEN: ThreadId = ThreadId(u32::MAX);

/// The names of what detectors have numbers of.
pub trait Naming {
    fn thread(&self, thread: ThreadId) -> ThreadInfo;

    /// A thread that has no number yet, and gets one.
    fn new_thread(&self, name: &str) -> ThreadInfo;

    fn lock(&self, lock: LockId) -> LockInfo;

    /// The place of a site.
    fn place(&self, site: SiteId) -> Option<Frame>;

    /// A stack by names, without Raddle's own frames.
    fn stack(&self, raw: &[RawFrame]) -> Vec<Frame>;

    /// Each lock once, where it was first taken.
    fn held(&self, locks: &[Held]) -> Vec<HeldLock> {
        let mut named: Vec<HeldLock> = Vec::new();
        for held in locks {
            if named.iter().all(|known| known.lock.id != u64::from(held.lock.0)) {
                named.push(HeldLock {
                    lock: self.lock(held.lock),
                    mode: held.mode(),
                    acquired_at: self.place(held.site()),
                });
            }
        }
        named
    }
}

/// What only the JVM can say.
pub trait JvmNames {
    fn frame(&self, frame: RawFrame) -> Option<NamedFrame>;

    /// The name of a running thread, by a weak global reference; `None`: it is gone.
    fn thread_name(&self, reference: usize) -> Option<String>;
}

/// The calling thread's view of the JVM.
#[derive(Clone, Copy)]
pub struct Jvm {
    pub jvmti: Jvmti,
    pub env: Env,
}

impl JvmNames for Jvm {
    fn frame(&self, frame: RawFrame) -> Option<NamedFrame> {
        self.jvmti.resolve(self.env, frame)
    }

    fn thread_name(&self, reference: usize) -> Option<String> {
        let object = self.env.new_local(reference as jobject)?;
        let info = self.jvmti.thread_info(self.env, object);
        self.env.delete_local(object);
        Some(info.unwrap_or_default().0)
    }
}

/// The number that a thread has in the schedule that it belongs to.
pub trait ScheduleNumbers: Sync {
    fn number_of(&self, thread: ThreadId) -> Option<ThreadId>;
}

pub struct Names<'a, J> {
    pub registry: &'a ThreadRegistry,
    pub locks: &'a Locks,
    pub sites: &'a Sites,
    pub schedule: Option<&'a dyn ScheduleNumbers>,
    pub jvm: J,
}

impl<J: JvmNames> Naming for Names<'_, J> {
    fn thread(&self, thread: ThreadId) -> ThreadInfo {
        let scheduled = self.schedule.and_then(|schedule| schedule.number_of(thread));
        ThreadInfo {
            name: self.name(thread),
            id: scheduled.unwrap_or_else(|| self.registry.number(thread)).0,
            created_at: self.creation_stack(thread),
        }
    }

    fn new_thread(&self, name: &str) -> ThreadInfo {
        ThreadInfo {
            name: name.to_owned(),
            id: self.registry.add(Vec::new()).0,
            created_at: Vec::new(),
        }
    }

    fn lock(&self, lock: LockId) -> LockInfo {
        let (class, allocated_at) = self.locks.get(lock);
        LockInfo {
            class,
            id: u64::from(lock.0),
            created_at: self.place(allocated_at),
        }
    }

    fn place(&self, site: SiteId) -> Option<Frame> {
        self.sites.frame(site)
    }

    fn stack(&self, raw: &[RawFrame]) -> Vec<Frame> {
        raw.iter().filter_map(|&frame| self.frame(frame)).collect()
    }
}

impl<J: JvmNames> Names<'_, J> {
    /// A thread may have been renamed since it began.
    fn name(&self, thread: ThreadId) -> String {
        if thread == FORGOTTEN {
            return "ended long ago".to_owned();
        }
        match self.registry.object_or_name(thread) {
            Err(name) => name,
            Ok((object, is_virtual)) => {
                let name = self.jvm.thread_name(object);
                name.map_or_else(String::new, |name| called(&name, thread, is_virtual))
            }
        }
    }

    fn frame(&self, frame: RawFrame) -> Option<Frame> {
        let named = self.jvm.frame(frame)?;
        if runtime::is_ours(&named.class) {
            return None;
        }
        Some(Frame {
            class: dotted(&named.class),
            method: named.method,
            file: named.file,
            line: named.line,
        })
    }

    /// The stack of the call that started a thread, without Raddle and without `Thread.start` itself.
    fn creation_stack(&self, thread: ThreadId) -> Vec<Frame> {
        let frames = self.stack(&self.registry.stack(thread)).into_iter();
        let own = |frame: &Frame| {
            matches!(
                frame.class.as_str(),
                "java.lang.Thread" | "java.lang.VirtualThread"
            )
        };
        frames.skip_while(own).take(CREATION_DEPTH).collect()
    }
}

/// The stack of a `Thread.start` call as it is, with more frames than a report shows.
pub fn raw_creation_stack(jvmti: Jvmti) -> Vec<RawFrame> {
    jvmti.stack(CREATION_DEPTH + 6)
}

#[cfg(test)]
mod tests {
    use raddle_events::{AccessKind, Mode, Place};

    use super::*;

    /// Methods by their numbers, and one running thread.
    struct Fake;

    const CLASSES: [&str; 5] = [
        "java/lang/Raddle",
        "java/lang/Thread",
        "java/lang/VirtualThread",
        "a/Main",
        "java/lang/invoke/RaddleHandles",
    ];
    const RUNNING: usize = 77;

    impl JvmNames for Fake {
        fn frame(&self, frame: RawFrame) -> Option<NamedFrame> {
            Some(NamedFrame {
                class: (*CLASSES.get(frame.method as usize)?).to_owned(),
                method: "m".to_owned(),
                file: None,
                line: Some(frame.location as u32),
            })
        }

        fn thread_name(&self, reference: usize) -> Option<String> {
            (reference == RUNNING).then(|| "renamed".to_owned())
        }
    }

    struct Third;

    impl ScheduleNumbers for Third {
        fn number_of(&self, thread: ThreadId) -> Option<ThreadId> {
            (thread == ThreadId(1)).then_some(ThreadId(3))
        }
    }

    struct Parts {
        registry: ThreadRegistry,
        locks: Locks,
        sites: Sites,
    }

    impl Parts {
        fn new() -> Self {
            Self {
                registry: ThreadRegistry::default(),
                locks: Locks::default(),
                sites: Sites::new(16, 16),
            }
        }

        fn names(&self) -> Names<'_, Fake> {
            Names {
                registry: &self.registry,
                locks: &self.locks,
                sites: &self.sites,
                schedule: None,
                jvm: Fake,
            }
        }
    }

    fn raw(method: usize, location: i64) -> RawFrame {
        RawFrame {
            method: method as _,
            location,
        }
    }

    fn lines(stack: &[Frame]) -> Vec<u32> {
        stack.iter().filter_map(|frame| frame.line).collect()
    }

    #[test]
    fn stacks_have_no_frames_of_raddle_and_none_that_are_gone() {
        let parts = Parts::new();
        let names = parts.names();
        let stack = names.stack(&[raw(0, 1), raw(4, 2), raw(1, 3), raw(9, 4), raw(3, 5)]);
        assert_eq!(lines(&stack), [3, 5]);
        assert_eq!(stack[1].class, "a.Main");
    }

    #[test]
    fn a_thread_was_created_where_start_was_called() {
        let parts = Parts::new();
        let mut stack = vec![raw(0, 1), raw(2, 2), raw(1, 3)];
        stack.extend((10..40).map(|line| raw(3, line)));
        stack.insert(5, raw(1, 99));
        let id = parts.registry.add(stack);
        let created_at = parts.names().thread(id).created_at;
        assert_eq!(created_at.len(), CREATION_DEPTH);
        assert_eq!(lines(&created_at)[..4], [10, 11, 99, 12]);
    }

    #[test]
    fn a_thread_has_the_name_of_now_or_its_last_one() {
        let parts = Parts::new();
        let names = parts.names();
        let name = |id| names.thread(id).name;
        let [runs, gone, ends] = [(); 3].map(|()| parts.registry.add(Vec::new()));
        parts.registry.begin(runs, || (RUNNING, false));
        parts.registry.begin(gone, || (RUNNING + 1, false));
        parts.registry.begin(ends, || (RUNNING, true));
        assert_eq!((name(runs).as_str(), name(gone).as_str()), ("renamed", ""));
        parts.registry.end(ends, Some(String::new()), false);
        assert_eq!(name(ends), "virtual thread 2, unnamed");
        assert_eq!(name(FORGOTTEN), "ended long ago");
        assert_eq!(names.new_thread("met").id, 3);
    }

    #[test]
    fn the_number_in_the_schedule_comes_first() {
        let parts = Parts::new();
        let [_, second] = [(); 2].map(|()| parts.registry.add(Vec::new()));
        parts.registry.set_number(second, ThreadId(9));
        assert_eq!(parts.names().thread(second).id, 9);
        let scheduled = Names {
            schedule: Some(&Third),
            ..parts.names()
        };
        assert_eq!(scheduled.thread(second).id, 3);
    }

    #[test]
    fn a_lock_is_listed_once_where_it_was_first_taken() {
        let parts = Parts::new();
        let place = |line| Place {
            class: "a/Main".to_owned(),
            method: "m".to_owned(),
            descriptor: "()V".to_owned(),
            file: None,
            line: Some(line),
            access: AccessKind::Monitor,
        };
        let sites = [4, 5, 6].map(|line| parts.sites.add(place(line)));
        let locks = [0, 1].map(|n| parts.locks.add("a.Lock".to_owned(), sites[n]));
        let hold = |lock: usize, site: usize| Held::new(locks[lock], sites[site], Mode::Exclusive);
        let held = parts.names().held(&[hold(1, 2), hold(0, 1), hold(1, 0)]);
        let line = |frame: &Option<Frame>| frame.as_ref().and_then(|frame| frame.line);
        let shown: Vec<_> = held
            .iter()
            .map(|held| (held.lock.id, line(&held.lock.created_at), line(&held.acquired_at)))
            .collect();
        let [first, second] = locks.map(|lock| u64::from(lock.0));
        assert_eq!(shown, [(second, Some(5), Some(6)), (first, Some(4), Some(5))]);
        assert_eq!(held[0].lock.class, "a.Lock");
    }
}
