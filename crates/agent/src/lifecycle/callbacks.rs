//! The life of the JVM: the agent is loaded, the JVM starts, classes come in, the JVM ends.

use std::ffi::{CStr, CString, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs};

use jvmti_bindings::sys::jni::{JNI_ERR, JNI_OK, JNIEnv, JavaVM, jclass, jint, jobject};
use jvmti_bindings::sys::jvmti::{
    JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, JVMTI_EVENT_CLASS_LOAD, JVMTI_EVENT_THREAD_START,
    JVMTI_EVENT_VIRTUAL_THREAD_START, JVMTI_EVENT_VM_DEATH, JVMTI_EVENT_VM_INIT, JVMTI_EVENT_VM_START,
    JVMTI_VERSION_11, jvmtiCapabilities, jvmtiEnv, jvmtiEventCallbacks,
};
use raddle_classfile::modified_utf8;
use raddle_findings::Kind;
use raddle_session::record::Line;
use raddle_session::{Config, files};

use crate::class_loading::sites::Sites;
use crate::class_loading::transform;
use crate::control::hash_codes;
use crate::control::{self, Control};
use crate::event_mode::EventMode;
use crate::jvm::{Env, Jvmti};
use crate::lifecycle::{launchers, limits, runtime};
use crate::memory_accesses::MemoryAccesses;
use crate::reporting::completeness::IncompleteReason;
use crate::reporting::record::{Record, complain};
use crate::reporting::reports::{Recorder, Reports};
use crate::synchronisation::clocks::ThreadClocks;
use crate::waits::Waits;
use crate::{AGENT, Agent, agent};

/// What a JVM started by this one shall find in `JAVA_TOOL_OPTIONS`; the command line sets it.
const CHILD_OPTIONS: &str = "RADDLE_CHILD_OPTIONS";

/// A global reference to `java.lang.Raddle`.
static HOOKS: AtomicUsize = AtomicUsize::new(0);

/// The JVM's entry point.
///
/// # Safety
/// Called by the JVM, with a valid VM and option string.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Agent_OnLoad(vm: *mut JavaVM, options: *const c_char, _: *mut c_void) -> jint {
    catch_unwind(AssertUnwindSafe(|| {
        if AGENT.get().is_some() {
            // Named twice: on the command line and in the environment.
            return JNI_OK;
        }
        // SAFETY: the caller's.
        match unsafe { load(vm, options) } {
            Ok(()) => JNI_OK,
            Err(message) => {
                complain(&message);
                JNI_ERR
            }
        }
    }))
    .unwrap_or(JNI_ERR)
}

/// # Safety
/// As for [`Agent_OnLoad`].
unsafe fn load(vm: *mut JavaVM, options: *const c_char) -> Result<(), String> {
    if options.is_null() {
        return Err(
            "the agent needs the run directory as its option; start the program with `raddle check`".into(),
        );
    }
    // SAFETY: the JVM passes a NUL-terminated string.
    let dir = PathBuf::from(unsafe { CStr::from_ptr(options) }.to_string_lossy().into_owned());
    let config = fs::read(dir.join(files::CONFIG))
        .map_err(|error| format!("cannot read {} in {}: {error}", files::CONFIG, dir.display()))?;
    let config: Config = serde_json::from_slice(&config)
        .map_err(|error| format!("{} in {}: {error}", files::CONFIG, dir.display()))?;
    let mut raw: *mut c_void = ptr::null_mut();
    // SAFETY: the VM's table is valid, and GetEnv writes one pointer.
    let code = unsafe { ((**vm).GetEnv)(vm, &mut raw, JVMTI_VERSION_11) };
    if code != JNI_OK || raw.is_null() {
        return Err("this JVM does not offer JVMTI 11: use a HotSpot JVM of version 17 or later".into());
    }
    // SAFETY: GetEnv gave a JVMTI environment, which is never disposed of.
    let jvmti = unsafe { Jvmti::new(raw.cast::<jvmtiEnv>()) };
    let command = jvmti.system_property(c"sun.java.command").unwrap_or_default();
    let java = jvmti.system_property(c"java.vm.version").unwrap_or_default();
    let record =
        Record::create(&dir).map_err(|error| format!("cannot write to {}: {error}", dir.display()))?;
    let left_alone = launchers::launcher(&command).filter(|_| !config.launchers);
    record.write(&Line::Start {
        pid: std::process::id(),
        java,
        command,
        left_alone: left_alone.map(str::to_owned),
    });
    pass_on();
    let watch = left_alone.is_none();
    let limits = config.limits;
    let run_dir = dir.clone();
    let control: Option<&'static Control> =
        Control::new(&config, dir)?.map(|control| &*Box::leak(Box::new(control)));
    // Where no accesses are watched, what locks order is of no interest, and there is but one order.
    let must_order = config.detects(Kind::LockOrder) && config.watches_memory();
    let agent = Agent {
        jvmti,
        reports: Reports::new(
            Box::new(record),
            control.map(|control| control as _),
            config.max_findings as usize,
        ),
        sites: Sites::new(limits::sites(&limits), limits::classes(&limits)),
        classes: Default::default(),
        rewriting: Default::default(),
        registry: Default::default(),
        clocks: ThreadClocks::new(limits::threads(&limits), must_order),
        event_mode: EventMode::new(&config),
        locks: Default::default(),
        lock_order: Default::default(),
        memory: MemoryAccesses::new(limits::reads(&limits)),
        waits: Default::default(),
        control,
        config,
    };
    let _ = agent.waits.dir.set(run_dir);
    let _ = AGENT.set(agent);
    if watch {
        let is_controlled = AGENT.get().is_some_and(|agent| agent.control.is_some());
        enable(jvmti, is_controlled).map_err(|failed| format!("cannot attach: {failed}"))
    } else {
        Ok(())
    }
}

/// A `java` command gets the agent by its arguments; the JVMs that it starts get it by their environment.
fn pass_on() {
    const VARIABLE: &CStr = c"JAVA_TOOL_OPTIONS";
    let Ok(options) = env::var(CHILD_OPTIONS) else {
        return;
    };
    let present = env::var("JAVA_TOOL_OPTIONS").unwrap_or_default();
    if present.contains(&options) {
        return;
    }
    if let Ok(value) = CString::new(format!("{present} {options}").trim()) {
        // SAFETY: the JVM has one thread while it loads agents.
        unsafe { libc::setenv(VARIABLE.as_ptr(), value.as_ptr(), 1) };
    }
}

fn enable(jvmti: Jvmti, is_controlled: bool) -> Result<(), crate::jvm::Failed> {
    let mut wanted = jvmtiCapabilities::default();
    wanted.set_can_generate_all_class_hook_events(true);
    wanted.set_can_generate_early_class_hook_events(true);
    wanted.set_can_generate_early_vmstart(true);
    // Agents that can retransform come last: what others, such as JaCoCo, are shown is the program's own class.
    wanted.set_can_retransform_classes(true);
    wanted.set_can_get_source_file_name(true);
    wanted.set_can_get_line_numbers(true);
    wanted.set_can_tag_objects(true);
    wanted.set_can_get_current_contended_monitor(true);
    wanted.set_can_get_monitor_info(true);
    wanted.set_can_get_bytecodes(true);
    wanted.set_can_get_constant_pool(true);
    jvmti.add_capabilities(&wanted)?;
    let has_virtual_threads = jvmti.potential_capabilities()?.can_support_virtual_threads();
    if has_virtual_threads {
        let mut wanted = jvmtiCapabilities::default();
        wanted.set_can_support_virtual_threads(true);
        jvmti.add_capabilities(&wanted)?;
    }
    let mut callbacks = jvmtiEventCallbacks::default();
    callbacks.VMStart = Some(vm_start);
    callbacks.VMInit = Some(vm_init);
    callbacks.VMDeath = Some(vm_death);
    callbacks.ClassFileLoadHook = Some(class_file_load_hook);
    callbacks.ClassLoad = Some(class_load);
    callbacks.ThreadStart = Some(thread_start);
    callbacks.VirtualThreadStart = Some(thread_start);
    jvmti.set_callbacks(&callbacks)?;
    let events = [
        JVMTI_EVENT_VM_START,
        JVMTI_EVENT_VM_INIT,
        JVMTI_EVENT_VM_DEATH,
        JVMTI_EVENT_CLASS_FILE_LOAD_HOOK,
    ];
    let controlled = [JVMTI_EVENT_CLASS_LOAD, JVMTI_EVENT_THREAD_START];
    let controlled = controlled.into_iter().filter(|_| is_controlled);
    // Of a virtual thread the JVM says so in a way of its own, even if it is one of the system's.
    let virtual_started = (is_controlled && has_virtual_threads).then_some(JVMTI_EVENT_VIRTUAL_THREAD_START);
    events
        .into_iter()
        .chain(controlled)
        .chain(virtual_started)
        .try_for_each(|event| jvmti.enable(event))
}

/// No Java code has run yet. Classes that have been loaded already call hooks, so there is no way back.
unsafe extern "system" fn vm_start(_: *mut jvmtiEnv, jni: *mut JNIEnv) {
    // SAFETY: the JVM passes the current thread's environment.
    let env = unsafe { Env::new(jni) };
    match catch_unwind(AssertUnwindSafe(|| runtime::define(env))) {
        Ok(Ok(hooks)) => HOOKS.store(hooks as usize, Ordering::Release),
        Ok(Err(message)) => env.fatal(&format!("raddle: {message}")),
        Err(_) => env.fatal("raddle: internal error at start"),
    }
}

unsafe extern "system" fn vm_init(_: *mut jvmtiEnv, jni: *mut JNIEnv, _: jobject) {
    // SAFETY: the JVM passes the current thread's environment.
    let env = unsafe { Env::new(jni) };
    let hooks = HOOKS.load(Ordering::Acquire) as jclass;
    let Some(agent) = agent() else { return };
    if let Some(control) = &agent.control {
        control.open_channel(agent, env);
    }
    if !env.call_static(hooks, c"begin") {
        return agent.reports.incomplete(IncompleteReason::Panic);
    }
    if let Some(control) = &agent.control {
        return control.start_watchdog(agent, env);
    }
    if catch_unwind(AssertUnwindSafe(|| Waits::start(agent, env))).is_err() {
        agent.reports.incomplete(IncompleteReason::Waits);
    }
}

unsafe extern "system" fn vm_death(_: *mut jvmtiEnv, jni: *mut JNIEnv) {
    let _ = catch_unwind(|| {
        let Some(agent) = agent() else { return };
        agent.waits.stop(agent);
        // SAFETY: the JVM passes the current thread's environment.
        let env = unsafe { Env::new(jni) };
        agent.memory.values.settle_all(agent, env);
        agent.memory.caches.settle(agent, env);
        agent.report_lock_orders(env);
        if let Some(control) = &agent.control {
            control.stop(agent, env);
        }
        agent.end_record();
    });
}

impl Agent {
    /// The last line of the record.
    pub(crate) fn end_record(&self) {
        let counts = self.reports.end();
        self.reports.write(&Line::End {
            counts,
            classes: self.classes.rewritten(),
            sites: self.sites.len() as u64,
            threads: self.registry.count(),
            coarse: self.clocks.is_coarse(),
            notes: notes(self),
        });
    }
}

/// A thread that is controlled waits for its first turn before it does anything.
unsafe extern "system" fn thread_start(_: *mut jvmtiEnv, jni: *mut JNIEnv, thread: jobject) {
    let _ = catch_unwind(AssertUnwindSafe(|| {
        let Some((agent, control)) = agent().and_then(|agent| Some((agent, agent.control?))) else {
            return;
        };
        // SAFETY: the JVM passes the current thread's environment.
        let env = unsafe { Env::new(jni) };
        if let Some(me) = control::turn_of(env, thread) {
            control.first_dispatch(agent, env, me);
        }
    }));
}

/// There is a new class.
unsafe extern "system" fn class_load(_: *mut jvmtiEnv, _: *mut JNIEnv, _: jobject, class: jclass) {
    let _ = catch_unwind(AssertUnwindSafe(|| {
        if let Some(agent) = agent() {
            hash_codes::give(agent.jvmti, class);
        }
    }));
}

/// What a reader of the report should know, though the run is complete. Without numbers: many JVMs say the same once.
fn notes(agent: &Agent) -> Vec<String> {
    let reused = (agent.clocks.slots_reused() > 0).then(|| {
        "races with threads that ended, or began to wait, long before may be missing: clock slots were used again"
            .to_owned()
    });
    let caches = agent.memory.caches.note();
    reused
        .into_iter()
        .chain(agent.with_run_detector(|detector| detector.incomplete()))
        .chain(caches)
        .collect()
}

unsafe extern "system" fn class_file_load_hook(
    _: *mut jvmtiEnv,
    _: *mut JNIEnv,
    _: jclass,
    loader: jobject,
    name: *const c_char,
    _: jobject,
    length: jint,
    bytes: *const u8,
    new_length: *mut jint,
    new_bytes: *mut *mut u8,
) {
    let Some(agent) = agent() else { return };
    // SAFETY: the JVM passes a NUL-terminated name or none, and `length` bytes.
    let (name, bytes) = unsafe {
        let name = (!name.is_null()).then(|| modified_utf8::shown(CStr::from_ptr(name).to_bytes()));
        (name, std::slice::from_raw_parts(bytes, length as usize))
    };
    let work = || transform::transform(agent, name.as_deref(), loader.is_null(), bytes);
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Some(rewritten)) => {
            if let Ok(copy) = agent.jvmti.allocate_copy(&rewritten) {
                // SAFETY: the JVM passes places for both.
                unsafe {
                    *new_length = rewritten.len() as jint;
                    *new_bytes = copy;
                }
            } else {
                agent.reports.incomplete(IncompleteReason::Panic);
            }
        }
        Ok(None) => {}
        Err(_) => agent.reports.incomplete(IncompleteReason::Panic),
    }
}
