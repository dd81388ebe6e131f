//! One class: what is known of it while its methods are rewritten.

use raddle_analysis::{ClassFacts, Opcodes, bytecode, class_literal_caches, is_fence, keeps_state};
use raddle_classfile::{ClassFile, Member, access, descriptor, op};
use raddle_events::is_jdk_class;

use crate::around::{self, Wanted};
use crate::bulk;
use crate::contents;
use crate::control;
use crate::declared::{self, Declared};
use crate::error::{Error, Result};
use crate::hooks::{HOOK_CLASS, HookRefs};
use crate::host::Host;
use crate::patches::{self, At, Patch};
use crate::uses::Uses;
use crate::{Rewritten, Role, Skipped, method, shadow};

pub(crate) struct Class<'w> {
    /// Its methods are taken out while they are worked on.
    pub file: ClassFile,
    pub facts: ClassFacts,
    pub role: Role,
    pub source: Option<String>,
    pub hooks: HookRefs,
    pub uses: Uses,
    pub patches: Vec<&'static Patch>,
    /// What the user's rules want of it.
    pub declared: Vec<Declared>,
    pub host: &'w mut dyn Host,
    pub only_patched: bool,
    /// Its objects have a finalizer, of their own or inherited. Not asked for in a class of the JDK.
    pub is_finalizable: bool,
    number: Option<u32>,
    /// Whether something may be initialised with it that is above it; that is an interface which it names itself.
    pub inherits_initialiser: [bool; 2],
    /// Fields that a compiler has added for class literals.
    pub literals: Vec<String>,
}

/// A method's header.
pub(crate) struct Method {
    pub name: String,
    pub descriptor: String,
    pub access: u16,
}

/// Classes that stay as they are.
fn is_untouchable(name: &str) -> bool {
    // The hooks themselves.
    name.starts_with(HOOK_CLASS)
        // Has no room for fields, and every other class calls its methods.
        || name == "java/lang/Object"
        // The accesses that are hooked where they are called.
        || name == crate::calls::UNSAFE
        // The collector knows its layout and reads its fields behind the program's back.
        || name == "java/lang/ref/Reference"
        // Stands for unused memory: its size is fixed.
        || name == "jdk/internal/vm/FillerObject"
        // Switches stacks: there is no current thread to speak of.
        || name.starts_with("jdk/internal/vm/Continuation")
}

/// Classes that get their patches and nothing else.
fn is_only_patched(name: &str) -> bool {
    // While it mounts and unmounts, `Thread.currentThread()` changes under the hooks; and what its own
    // state orders (start, end, park, interrupt) the patches order already.
    name == "java/lang/VirtualThread"
}

pub(crate) fn rewrite(mut file: ClassFile, role: Role, host: &mut dyn Host) -> Result<Rewritten> {
    let facts = ClassFacts::of(&file)?;
    let mut result = Rewritten {
        keeps_state: keeps_state(&file),
        bytes: None,
        skipped: Vec::new(),
        patches: Vec::new(),
        declared: Vec::new(),
        class: facts.clone(),
    };
    if is_untouchable(&facts.name) || file.access & access::ACC_MODULE != 0 {
        return Ok(result);
    }
    if facts.fields.iter().any(|f| f.name.starts_with(shadow::PREFIX)) {
        return Err(Error::Twice);
    }
    let methods = std::mem::take(&mut file.methods);
    let source = source_file(&file);
    let patches = if role == Role::Jdk {
        patches::of_class(&facts.name, host.controls())
    } else {
        Vec::new()
    };
    let only_patched = is_only_patched(&facts.name);
    let inherits_finalizer = || {
        facts
            .super_name
            .as_deref()
            .is_some_and(|above| host.has_finalizer(above))
    };
    let is_finalizable = role != Role::Jdk && (facts.declares_finalize || inherits_finalizer());
    let is_initialised_with = |above: &str| !is_jdk_class(above) && host.has_initialiser(above);
    let by_interface = role != Role::Jdk && facts.interfaces.iter().any(|i| is_initialised_with(i));
    let by_superclass = role != Role::Jdk && facts.super_name.as_deref().is_some_and(is_initialised_with);
    let inherits_initialiser = [by_interface || by_superclass, by_interface];
    let literals = match role {
        Role::Program => class_literal_caches(&file),
        Role::Library | Role::Jdk => Vec::new(),
    };
    let declared = host.declared(&facts.name);
    let mut class = Class {
        file,
        facts,
        role,
        source,
        hooks: HookRefs::default(),
        uses: Uses::default(),
        patches,
        declared,
        host,
        only_patched,
        is_finalizable,
        number: None,
        inherits_initialiser,
        literals,
    };

    let mut changed = false;
    let mut has_monitor = false;
    let mut rewritten = Vec::with_capacity(methods.len());
    for mut member in methods {
        result.skipped.extend(declared::without_code(&class, &member));
        let glance = class.glance(&member);
        has_monitor |= glance.locks_this;
        if glance.needs_work {
            changed |= method::rewrite(&mut class, &mut member, &mut result)?;
        }
        rewritten.push(member);
    }
    let Class {
        mut file,
        facts,
        host,
        ..
    } = class;
    file.methods = rewritten;
    let memory = host.watches_memory();
    changed |= shadow::add(&mut file, &facts, role, memory, has_monitor, &mut result.skipped)?;
    if changed {
        result.bytes = Some(file.to_bytes()?);
    }
    Ok(result)
}

/// What a look at a method's header and raw code tells.
#[derive(Default)]
struct Glance {
    /// Its objects' monitors may be entered by it.
    locks_this: bool,
    needs_work: bool,
}

impl Class<'_> {
    fn glance(&mut self, member: &Member) -> Glance {
        let is_static = member.access & access::ACC_STATIC != 0;
        let mut glance = Glance::default();
        if member.access & access::ACC_SYNCHRONIZED != 0 && !self.only_patched {
            glance = Glance {
                locks_this: !is_static,
                needs_work: true,
            };
        }
        let pool = &self.file.pool;
        let Some(code) = member.attribute(pool, "Code").and_then(|a| bytecode(&a.data)) else {
            return glance;
        };
        glance.needs_work |= self.is_hooked_around(member);
        if self.only_patched {
            return glance;
        }
        let memory = self.host.watches_memory();
        let checked = self.role == Role::Program;
        let accesses = checked && memory;
        let is_view = memory && self.role == Role::Jdk && bulk::is_view_of_array(&self.facts.name);
        let controls = self.host.controls();
        let patched_calls = self.patches.iter().any(|p| matches!(p.at, At::Call { .. }));
        for (op, index) in Opcodes::new(code) {
            // Nothing more to learn.
            if glance.needs_work && (glance.locks_this || is_static) {
                break;
            }
            if controls && matches!(op, op::INVOKEVIRTUAL..=op::INVOKESTATIC) {
                let called = self.file.pool.member_ref(index);
                glance.needs_work |= called.is_ok_and(|called| {
                    control::replacement(op, called).is_some()
                        || checked && control::question(op, called).is_some()
                });
            }
            // Fields beside it may have to be hooked though nothing else is.
            if memory
                && self.role == Role::Library
                && matches!(op, op::INVOKEVIRTUAL..=op::INVOKEINTERFACE)
                && self.file.pool.member_ref(index).is_ok_and(is_fence)
            {
                glance.needs_work = true;
            }
            match op {
                op::MONITORENTER => {
                    glance = Glance {
                        locks_this: glance.locks_this || !is_static,
                        needs_work: true,
                    };
                }
                op::MONITOREXIT => glance.needs_work = true,
                _ if glance.needs_work => {}
                op::IALOAD..=op::SALOAD | op::IASTORE..=op::SASTORE => {
                    glance.needs_work |= accesses || is_view
                }
                op::NEW => glance.needs_work |= checked,
                op::NEWARRAY | op::ANEWARRAY | op::MULTIANEWARRAY => glance.needs_work |= accesses,
                op::GETSTATIC..=op::PUTFIELD => {
                    let used = self
                        .uses
                        .field(op, index, &self.file.pool, &self.facts, &*self.host);
                    // What cannot be told is looked at more closely, and then gets its reason.
                    let role = if memory { self.role } else { Role::Library };
                    glance.needs_work |= !used.is_ok_and(|u| !u.is_hooked(op, role));
                }
                op::INVOKEVIRTUAL | op::INVOKESPECIAL => {
                    let call = self.uses.call(&self.facts, op, index, &self.file.pool);
                    glance.needs_work |=
                        patched_calls || !matches!(call, Ok(None)) || checked && self.leads_out(index);
                }
                op::INVOKESTATIC | op::INVOKEINTERFACE => {
                    glance.needs_work |= checked && self.leads_out(index)
                }
                op::INVOKEDYNAMIC => glance.needs_work |= checked,
                _ => {}
            }
        }
        glance
    }

    /// What cannot be told is looked at more closely, and then gets its reason.
    fn leads_out(&mut self, index: u16) -> bool {
        self.uses
            .leads_out(index, &self.file.pool, &self.facts, &*self.host)
            .unwrap_or(true)
    }

    /// Whether the header alone calls for hooks at entry or before returns.
    fn is_hooked_around(&self, member: &Member) -> bool {
        let pool = &self.file.pool;
        let (Ok(name), Ok(descriptor)) = (pool.utf8(member.name), pool.utf8(member.descriptor)) else {
            return false;
        };
        let is_static = member.access & access::ACC_STATIC != 0;
        self.role == Role::Jdk
            && (contents::is_internal(&self.facts.name, name)
                || !is_static && around::is_of_contents(&self.facts.name, name, descriptor))
            || Wanted::of(self, name, descriptor, is_static).any()
            || self.patches.iter().any(|p| p.fits(name, descriptor, is_static))
            || self.declared.iter().any(|d| d.method == name)
            || self.host.controls() && control::is_indivisible(&self.facts.name, name, descriptor)
    }

    /// The class's number, which it gets when first needed.
    pub(crate) fn number(&mut self) -> u32 {
        *self
            .number
            .get_or_insert_with(|| self.host.class_id(&self.facts.name))
    }
}

impl Method {
    pub(crate) fn of(member: &Member, file: &ClassFile) -> Result<Self> {
        let text = |index| file.pool.utf8(index).map(str::to_owned);
        Ok(Method {
            name: text(member.name)?,
            descriptor: text(member.descriptor)?,
            access: member.access,
        })
    }

    pub(crate) fn is_static(&self) -> bool {
        self.access & access::ACC_STATIC != 0
    }

    /// How many local variables hold its parameters at entry, `this` among them.
    pub(crate) fn parameter_slots(&self) -> Result<usize> {
        let declared = descriptor::param_slots(&self.descriptor)?;
        Ok(usize::from(declared) + usize::from(!self.is_static()))
    }

    pub(crate) fn is_init(&self) -> bool {
        self.name == "<init>"
    }

    pub(crate) fn is_finalizer(&self) -> bool {
        self.name == "finalize" && self.descriptor == "()V" && !self.is_static()
    }

    /// Private methods are called by their own class, but for the bodies of lambdas.
    pub(crate) fn may_be_called_back(&self) -> bool {
        self.access & access::ACC_PRIVATE == 0 || self.access & access::ACC_SYNTHETIC != 0
    }

    pub(crate) fn is_clinit(&self) -> bool {
        self.name == "<clinit>"
    }

    pub(crate) fn fits(&self, patch: &Patch) -> bool {
        patch.fits(&self.name, &self.descriptor, self.is_static())
    }

    pub(crate) fn skipped(&self, reason: &str) -> Skipped {
        Skipped {
            method: Some(format!("{}{}", self.name, self.descriptor)),
            reason: reason.to_owned(),
        }
    }
}

fn source_file(file: &ClassFile) -> Option<String> {
    let attribute = file.attributes.iter().find(|a| a.is(&file.pool, "SourceFile"))?;
    let index = u16::from_be_bytes(attribute.data.as_slice().try_into().ok()?);
    Some(file.pool.utf8(index).ok()?.to_owned())
}
