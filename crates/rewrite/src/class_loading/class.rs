//! One class: what is known of it while its methods are rewritten.

use raddle_analysis::{ClassFacts, Generated, class_literal_caches, keeps_state};
use raddle_classfile::{ClassFile, Member, access, descriptor};
use raddle_events::is_jdk_class;

use crate::class_loading::pool_uses::Uses;
use crate::class_loading::{added_fields, method};
use crate::error::{Error, Result};
use crate::hooks::{HOOK_CLASS, HookRefs};
use crate::host::Host;
use crate::patches::{self, Patch};
use crate::synchronisation::declared::{self, Declared};
use crate::{Rewritten, Role, Skipped};

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
    /// Arrays that are not the program's.
    pub generated: Generated,
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
        || name == crate::synchronisation::calls::UNSAFE
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
    if facts
        .fields
        .iter()
        .any(|f| f.name.starts_with(added_fields::PREFIX))
    {
        return Err(Error::Twice);
    }
    // What cannot be read there has nothing of that sort.
    let generated = match role {
        Role::Program => Generated::of(&file).unwrap_or_default(),
        Role::Library | Role::Jdk => Generated::default(),
    };
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
        generated,
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
    changed |= added_fields::add(&mut file, &facts, role, memory, has_monitor, &mut result.skipped)?;
    if changed {
        result.bytes = Some(file.to_bytes()?);
    }
    Ok(result)
}

impl Class<'_> {
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
