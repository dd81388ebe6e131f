//! Hooks at a method's entry and before its returns: those that its header asks for, and patches.

use raddle_classfile::{Code, Insn, MemberRef, Node, VType, op};

use raddle_events::{AccessKind, Op, Place};

use crate::Role;
use crate::class_loading::class::{Class, Method};
use crate::hooks::Hook;
use crate::memory_accesses::collections::{self, Part};
use crate::patches::{Argument, At, Patch};
use crate::plan::{Insert, Operand, Plan};

/// What a method's header asks for, by its name, descriptor and whether it is static.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    class_initialized: bool,
    class_used: bool,
    ancestors_used: bool,
    constructed: bool,
    finalizing: bool,
}

impl Wanted {
    pub(crate) fn of(class: &Class<'_>, name: &str, descriptor: &str, is_static: bool) -> Wanted {
        if class.role == Role::Jdk {
            return Wanted::default();
        }
        let (is_init, is_clinit) = (name == "<init>", name == "<clinit>");
        let initialises = is_clinit || is_static || is_init;
        // A superclass's constructor sees to its own, and an initialiser has what was initialised before it.
        let ancestors = match is_init {
            _ if class.facts.is_interface || class.facts.has_clinit && !is_clinit => false,
            true => class.inherits_initialiser[1],
            false => class.inherits_initialiser[0],
        };
        Wanted {
            class_initialized: is_clinit,
            class_used: class.facts.has_clinit && initialises && !is_clinit,
            ancestors_used: ancestors && initialises,
            constructed: is_init && class.is_finalizable,
            finalizing: class.facts.declares_finalize
                && name == "finalize"
                && descriptor == "()V"
                && !is_static,
        }
    }

    pub(crate) fn any(self) -> bool {
        self != Wanted::default()
    }
}

pub(crate) fn plan(class: &mut Class<'_>, method: &Method, zero_kept: bool, plan: &mut Plan) {
    let wanted = Wanted::of(class, &method.name, &method.descriptor, method.is_static());
    let insert = |hook, operands| Insert { hook, operands };
    if wanted.class_initialized {
        let number = Operand::Int(class.number().cast_signed());
        plan.exit.push(insert(Hook::ClassInitialized, vec![number]));
    }
    if wanted.class_used {
        let number = Operand::Int(class.number().cast_signed());
        plan.entry
            .push(insert(Hook::ClassUsed, vec![Operand::Thread, number]));
    }
    if wanted.ancestors_used {
        let number = class.host.ancestors_id(&class.facts.name);
        let number = Operand::Int(number.cast_signed());
        plan.entry
            .push(insert(Hook::ClassUsed, vec![Operand::Thread, number]));
    }
    if wanted.constructed {
        plan.exit.push(insert(Hook::Constructed, vec![Operand::Zero]));
    }
    if wanted.finalizing {
        plan.entry.push(insert(Hook::BeforeFinalize, vec![Operand::Zero]));
    }
    for &patch in class.patches.iter().filter(|p| method.fits(p)) {
        match patch.at {
            At::Entry => plan.entry.push(patch.insert()),
            At::Return => plan.exit.push(patch.insert()),
            At::Call { .. } => continue,
        }
        plan.patches.push(patch);
    }
    if class.role == Role::Jdk
        && !class.only_patched
        && collections::is_internal(&class.facts.name, &method.name)
    {
        plan.keeps_call = true;
        plan.entry.push(insert(
            Hook::BeforeUncheckedCall,
            vec![Operand::Thread, Operand::Int(0)],
        ));
    }
    let memory = class.host.watches_memory();
    if class.role == Role::Jdk && memory && !method.is_static() && !method.is_init() {
        collection(class, method, plan);
    }
    if !zero_kept {
        drop_zero(method, plan);
    }
}

pub(crate) fn is_of_collection(class: &str, name: &str, descriptor: &str) -> bool {
    collections::method(class, name).is_some()
        || collections::list_method(class, name, descriptor).is_some()
        || collections::list_reader(class, name, descriptor).is_some()
}

/// Methods that stand for accesses of a part of their object.
fn collection(class: &mut Class<'_>, method: &Method, plan: &mut Plan) {
    let name = class.facts.name.clone();
    let site = |class: &mut Class<'_>, part: Part, op| {
        let site = class.host.site(Place {
            class: name.clone(),
            method: method.name.clone(),
            descriptor: method.descriptor.clone(),
            file: class.source.clone(),
            line: None,
            access: AccessKind::Part {
                owner: part.owner.to_owned(),
                part: part.name.to_owned(),
                op,
            },
        });
        Operand::Int(site.0.cast_signed())
    };
    if let Some((part, op)) = collections::method(&name, &method.name) {
        let site = site(class, part, op);
        let hook = match op {
            Op::Read => Hook::BeforePseudoFieldRead,
            Op::Write => Hook::BeforePseudoFieldWrite,
        };
        plan.entry.push(Insert {
            hook,
            operands: vec![Operand::Zero, site],
        });
    }
    if let Some((part, op)) = collections::list_method(&name, &method.name, &method.descriptor) {
        let site = site(class, part, op);
        let hook = match op {
            Op::Read => Hook::BeforeListElementRead,
            Op::Write => Hook::BeforeListElementWrite,
        };
        plan.entry.push(Insert {
            hook,
            operands: vec![Operand::Zero, Operand::Index, site],
        });
    }
    if let Some((part, elements)) = collections::list_reader(&name, &method.name, &method.descriptor) {
        let site = site(class, part, Op::Read);
        plan.entry.push(Insert {
            hook: Hook::BeforeListRead,
            operands: vec![Operand::Zero, Operand::Int(elements.code()), site],
        });
    }
}

/// Takes out what must know local variable 0 at a return, in a method that loses it.
fn drop_zero(method: &Method, plan: &mut Plan) {
    let lost = plan
        .exit
        .extract_if(.., |insert| insert.operands.contains(&Operand::Zero));
    for Insert { hook, .. } in lost {
        plan.patches.retain(|p| p.hook != hook || p.at != At::Return);
        plan.skipped
            .push(method.skipped(&format!("no {}: it overwrites its `this`", hook.name())));
    }
}

/// Whether local variable 0 holds at every return what it held at entry.
pub(crate) fn is_zero_kept(code: &Code, method: &Method) -> bool {
    let is_zero = |ty: Option<&VType>| {
        let kept = ty.copied() == code.entry.first().copied();
        // In a constructor `this` changes its type once.
        kept || method.is_init() && matches!(ty, Some(VType::Object(_)))
    };
    let stores_zero = |node: &Node| match *node {
        Node::Insn(Insn::Local {
            op: op::ISTORE..=op::ASTORE,
            index: 0,
        }) => true,
        Node::Insn(Insn::Simple(op)) => {
            (op::ISTORE_0..=op::ASTORE_3).contains(&op) && (op - op::ISTORE_0).is_multiple_of(4)
        }
        _ => false,
    };
    code.frames.iter().all(|(_, frame)| is_zero(frame.locals.first())) && !code.body.iter().any(stores_zero)
}

impl Patch {
    pub(crate) fn is_at_call(&self) -> bool {
        matches!(self.at, At::Call { .. })
    }

    pub(crate) fn calls(&self, method: MemberRef<'_>) -> bool {
        let At::Call {
            owner,
            name,
            descriptor,
        } = self.at
        else {
            return false;
        };
        method
            == MemberRef {
                owner,
                name,
                descriptor,
            }
    }

    pub(crate) fn insert(&self) -> Insert {
        let operand = |argument: &Argument| match argument {
            Argument::This | Argument::First => Operand::Zero,
            Argument::Number => Operand::Number,
            Argument::Parameter => Operand::One,
            Argument::Second => Operand::Index,
            Argument::Top if self.hook.descriptor().starts_with("(J") => Operand::CopyWide,
            Argument::Top => Operand::Copy,
            Argument::Result => Operand::Top,
        };
        Insert {
            hook: self.hook,
            operands: self.arguments.iter().map(operand).collect(),
        }
    }
}
