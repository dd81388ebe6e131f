//! Order that a user declares: hooks at the entry or the returns of methods that rules name.
//!
//! A rule has two ends. One hands all that its thread has seen over to a key object, the other takes it
//! from there. The key must be at hand as a reference: where it is not, the method is left alone and the
//! reason kept.

use raddle_classfile::{Code, Insn, Member, Node, VType, access, descriptor, op};

use crate::Skipped;
use crate::class_loading::class::{Class, Method};
use crate::hooks::Hook;
use crate::plan::{Insert, Operand, Plan};

/// One end of a rule, for the methods of one name in the class at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Which rule; the rewriter only passes it on.
    pub rule: usize,
    pub end: RuleEnd,
    pub method: String,
    /// `None`: `this`, or the class if the method is static.
    pub key: Option<RuleKey>,
    /// The other end cannot have this class as its key.
    pub class_is_alone: bool,
    /// The rule in words, for reasons.
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleEnd {
    /// Hands over: at entry, or at the return if the key is the result.
    From,
    /// Takes over, before each return.
    To,
}

/// The object that the two ends of a rule share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleKey {
    This,
    /// Counted from 0, without `this`.
    Argument(u8),
    Result,
    Class,
}

impl Declared {
    fn skipped(&self, method: &Method, why: &str) -> Skipped {
        let text = &self.text;
        method.skipped(&format!("the rule {text} does not apply to it: {why}"))
    }
}

/// Rules that name a method without code.
pub(crate) fn without_code(class: &Class<'_>, member: &Member) -> Vec<Skipped> {
    let why = match member.access {
        flags if flags & access::ACC_NATIVE != 0 => "it is native; name a Java method that calls it",
        flags if flags & access::ACC_ABSTRACT != 0 => "it is abstract; name the class that has its code",
        _ => return Vec::new(),
    };
    let Ok(method) = Method::of(member, &class.file) else {
        return Vec::new();
    };
    let named = class.declared.iter().filter(|d| d.method == method.name);
    named.map(|d| d.skipped(&method, why)).collect()
}

pub(crate) fn plan(class: &Class<'_>, method: &Method, code: &Code, plan: &mut Plan) {
    for declared in class.declared.iter().filter(|d| d.method == method.name) {
        let at_entry = declared.end == RuleEnd::From && declared.key != Some(RuleKey::Result);
        match operand(class, method, code, declared, at_entry) {
            Ok(key) => {
                let hook = match declared.end {
                    RuleEnd::From => Hook::BeforeHandOver,
                    RuleEnd::To => Hook::AfterTakeOver,
                };
                let inserts = if at_entry { &mut plan.entry } else { &mut plan.exit };
                inserts.push(Insert {
                    hook,
                    operands: vec![key],
                });
                plan.declared.push((declared.rule, declared.end));
            }
            Err(why) => plan.skipped.push(declared.skipped(method, why)),
        }
    }
}

/// What holds the key, or why nothing does.
fn operand(
    class: &Class<'_>,
    method: &Method,
    code: &Code,
    declared: &Declared,
    at_entry: bool,
) -> Result<Operand, &'static str> {
    let by_default = if method.is_static() {
        RuleKey::Class
    } else {
        RuleKey::This
    };
    let local = match declared.key.unwrap_or(by_default) {
        RuleKey::This if method.is_static() => return Err("it is static and has no `this`"),
        RuleKey::This if method.is_init() && at_entry => {
            return Err("`this` cannot be handed over before it is constructed");
        }
        RuleKey::This => 0,
        RuleKey::Argument(number) => argument(method, number)?,
        RuleKey::Result => {
            let result = descriptor::result(&method.descriptor).ok().flatten();
            let is_object = result.is_some_and(|ty| ty.class_name().is_some());
            return is_object.then_some(Operand::Copy).ok_or("it returns no object");
        }
        RuleKey::Class if declared.class_is_alone => {
            return Err("its key is its class, which is not that of the other method");
        }
        // Before Java 5 class files have no constant for it.
        RuleKey::Class if class.file.major < 49 => return Err("its class file is too old"),
        RuleKey::Class => return Ok(Operand::Class),
    };
    match at_entry || is_kept(code, local) {
        true => Ok(Operand::Local(local)),
        false => Err("it overwrites the variable that holds its key"),
    }
}

/// The local variable of an argument that is an object.
fn argument(method: &Method, number: u8) -> Result<u16, &'static str> {
    let mut local = u16::from(!method.is_static());
    for (at, ty) in descriptor::params(&method.descriptor).flatten().enumerate() {
        if at == usize::from(number) {
            return ty.class_name().map(|_| local).ok_or("that argument is no object");
        }
        local = local.saturating_add(ty.slots());
    }
    Err("it has no such argument")
}

/// Whether a reference that is in a local variable at entry is there at every return, and known to be.
fn is_kept(code: &Code, local: u16) -> bool {
    let overwrites = |store: u8, index: u16| {
        let wide = matches!(store, op::LSTORE | op::DSTORE);
        index == local || wide && index.checked_add(1) == Some(local)
    };
    let stores = |node: &Node| match *node {
        Node::Insn(Insn::Local { op, index }) => {
            (op::ISTORE..=op::ASTORE).contains(&op) && overwrites(op, index)
        }
        Node::Insn(Insn::Simple(op)) if (op::ISTORE_0..=op::ASTORE_3).contains(&op) => {
            let short = op - op::ISTORE_0;
            overwrites(op::ISTORE + short / 4, u16::from(short % 4))
        }
        _ => false,
    };
    let is_known = |locals: &[VType]| {
        let mut next = 0u32;
        let held = locals.iter().find(|ty| {
            let at = next;
            next += if matches!(ty, VType::Long | VType::Double) {
                2
            } else {
                1
            };
            at == u32::from(local)
        });
        // A constructor does not return before `this` is an object.
        matches!(
            held,
            Some(VType::Object(_) | VType::Argument(_) | VType::UninitializedThis)
        )
    };
    code.frames.iter().all(|(_, frame)| is_known(&frame.locals)) && !code.body.iter().any(stores)
}
