//! The threads, for reports: number, name, and where each was started. Little is kept of each,
//! since a program may have millions.

use std::collections::VecDeque;

use jvmti_bindings::sys::jni::jobject;
use parking_lot::Mutex;
use raddle_events::ThreadId;
use rustc_hash::FxHashMap;

use crate::jvm::{Env, RawFrame};

/// Threads remembered; of older ones only the number is known.
const REMEMBERED: usize = 1 << 20;
/// Different stacks of `Thread.start` remembered.
const STACKS: usize = 1 << 16;

#[derive(Default)]
pub struct ThreadRegistry(Mutex<Known>);

#[derive(Default)]
struct Known {
    /// The number of the first one in `threads`.
    first: u32,
    threads: VecDeque<ThreadInfo>,
    /// Weak global references to those that have begun and not ended, and whether each is a virtual thread.
    objects: FxHashMap<u32, (usize, bool)>,
    /// From 1 on; 0 stands for a stack that is not known.
    stacks: FxHashMap<Box<[RawFrame]>, u32>,
    by_number: Vec<Box<[RawFrame]>>,
}

#[derive(Default)]
struct ThreadInfo {
    /// The last name of one that has ended; the empty one of a platform thread is not kept.
    name: Option<Box<str>>,
    stack: u32,
    /// Its number in its schedule, by which tables name it.
    number: Option<ThreadId>,
    /// It has ended, and the JVM has waited for that or will.
    was_awaited: bool,
}

impl ThreadRegistry {
    /// A new thread, started by a call with this stack.
    pub fn add(&self, stack: Vec<RawFrame>) -> ThreadId {
        let mut known = self.0.lock();
        let stack = known.intern(stack);
        if known.threads.len() >= REMEMBERED {
            known.threads.pop_front();
            known.first += 1;
        }
        known.threads.push_back(ThreadInfo {
            stack,
            ..ThreadInfo::default()
        });
        ThreadId(known.first + known.threads.len() as u32 - 1)
    }

    /// The thread runs, or will; `object` makes a weak global reference to it, unless there is one, and says
    /// whether it is virtual.
    pub fn begin(&self, id: ThreadId, object: impl FnOnce() -> (usize, bool)) {
        self.0.lock().objects.entry(id.0).or_insert_with(object);
    }

    /// The thread has this number in the schedule that it belongs to.
    pub fn set_number(&self, id: ThreadId, number: ThreadId) {
        if let Some(thread) = self.0.lock().thread(id) {
            thread.number = Some(number);
        }
    }

    /// The number by which reports name a thread.
    pub fn number(&self, id: ThreadId) -> ThreadId {
        let mut known = self.0.lock();
        known.thread(id).and_then(|thread| thread.number).unwrap_or(id)
    }

    /// Local references to the virtual threads that have not ended.
    pub fn virtual_threads(&self, env: Env) -> Vec<jobject> {
        let known = self.0.lock();
        let objects = known.objects.values().filter(|(_, is_virtual)| *is_virtual);
        objects
            .filter_map(|&(object, _)| env.new_local(object as jobject))
            .collect()
    }

    /// The thread has ended. Gives back the weak global reference.
    pub fn end(&self, id: ThreadId, name: Option<String>, is_daemon: bool) -> Option<usize> {
        let mut known = self.0.lock();
        let (object, is_virtual) = known.objects.remove(&id.0).unzip();
        if let Some(thread) = known.thread(id) {
            let is_known = |name: &String| is_virtual == Some(true) || !name.is_empty();
            thread.name = name.filter(is_known).map(Into::into);
            thread.was_awaited = !is_daemon;
        }
        object
    }

    /// A weak global reference to the thread and whether it is virtual, if it runs; else what it was called.
    pub fn object_or_name(&self, id: ThreadId) -> Result<(usize, bool), String> {
        let mut known = self.0.lock();
        match known.objects.get(&id.0) {
            Some(&object) => Ok(object),
            None => Err(known
                .thread(id)
                .and_then(|thread| thread.name.as_deref())
                .map_or_else(String::new, |name| called(name, id, name.is_empty()))),
        }
    }

    pub fn is_virtual(&self, id: ThreadId) -> bool {
        self.0
            .lock()
            .objects
            .get(&id.0)
            .is_some_and(|&(_, is_virtual)| is_virtual)
    }

    /// The stack of the call that started the thread.
    pub fn stack(&self, id: ThreadId) -> Vec<RawFrame> {
        let mut known = self.0.lock();
        let stack = known.thread(id).map_or(0, |thread| thread.stack);
        let index = (stack as usize).checked_sub(1);
        index
            .and_then(|index| known.by_number.get(index))
            .map_or_else(Vec::new, |stack| stack.to_vec())
    }

    /// The ended threads that the JVM waits for before it shuts down, as far as they are remembered.
    pub fn awaited(&self) -> Vec<ThreadId> {
        let known = self.0.lock();
        let awaited = (known.first..).zip(&known.threads).filter(|(_, p)| p.was_awaited);
        awaited.map(|(id, _)| ThreadId(id)).collect()
    }

    pub fn count(&self) -> u64 {
        let known = self.0.lock();
        u64::from(known.first) + known.threads.len() as u64
    }
}

/// A name for reports: most virtual threads have none of their own.
pub fn called(name: &str, id: ThreadId, is_virtual: bool) -> String {
    match is_virtual && name.is_empty() {
        true => format!("virtual thread {}, unnamed", id.0),
        false => name.to_owned(),
    }
}

impl Known {
    fn thread(&mut self, id: ThreadId) -> Option<&mut ThreadInfo> {
        self.threads.get_mut(id.0.checked_sub(self.first)? as usize)
    }

    fn intern(&mut self, stack: Vec<RawFrame>) -> u32 {
        if let Some(&number) = self.stacks.get(stack.as_slice()) {
            return number;
        }
        if stack.is_empty() || self.by_number.len() >= STACKS {
            return 0;
        }
        let stack = stack.into_boxed_slice();
        self.by_number.push(stack.clone());
        let number = self.by_number.len() as u32;
        self.stacks.insert(stack, number);
        number
    }
}
