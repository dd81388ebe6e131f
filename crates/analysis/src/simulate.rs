//! A forward walk over a method's operand stack, to find three things about a value on it.
//!
//! *Where an array comes from*, so that all accesses to one array variable share one cached shadow. This is a guess:
//! the code that uses it checks, and a wrong guess costs time, never correctness. Only `escape` and `access_ranges`
//! rely on it, and only between branches, where it is exact.
//!
//! *Which affine expression of local variables an int is*, for indices; exact between branches.
//!
//! *Whether an object is still uninitialised*, since such a one cannot be given to a hook. This is exact
//! where the code has stack map frames or no branches. Old code with branches has no frames; there, all
//! of a constructor up to its `super(…)` or `this(…)`, found by counting `new`s, counts as uninitialised.
//!
//! The stack is kept in slots: a `long` or `double` is two of them. What lies below what is known (after
//! a branch target of old code) is [`Value::Other`].

use raddle_classfile::{
    Code, Constant, ConstantPool, Frame, Insn, Label, Node, Result, VType, descriptor, op,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::affine::Affine;

/// What is known of one slot. As an array's origin, equal values are taken for the same array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    Other,
    /// The constant.
    Null,
    /// Made by the instruction at this place of the body.
    Made(usize),
    /// Read from a local variable.
    Local(u16),
    /// Read from a field (by pool index) of what a local variable holds.
    Field(u16, u16),
    /// Read from a static field (by pool index).
    Static(u16),
    /// Read from an array, by the number of array and index among all such pairs.
    Element(usize),
    /// An int that is an affine expression of local variables.
    Int(Affine),
    /// The `this` of a constructor, before `super(…)`.
    UninitializedThis,
    /// Made by the `new` at this place of the body, before its constructor was called.
    Uninitialized(usize),
}

impl Value {
    fn is_uninitialized(self) -> bool {
        matches!(self, Value::UninitializedThis | Value::Uninitialized(_))
    }
}

pub struct Simulation<'a> {
    pool: &'a ConstantPool,
    code: &'a Code,
    stack: Vec<Value>,
    popped: Vec<Value>,
    /// Only what is uninitialised; else [`Value::Other`].
    locals: Vec<Value>,
    next_frame: usize,
    /// Where old code joins.
    targets: FxHashSet<Label>,
    /// In a constructor of old code with branches, before `super(…)`: how many `new` objects wait for theirs.
    before_super: Option<u32>,
    /// The `new` at each label that a frame names.
    news: FxHashMap<Label, usize>,
    elements: Elements,
}

/// Pairs of array and index, with their numbers.
#[derive(Default)]
struct Elements {
    numbers: FxHashMap<(Value, Value), usize>,
    pairs: Vec<(Value, Value)>,
}

impl Elements {
    fn number(&mut self, array: Value, index: Value) -> usize {
        *self.numbers.entry((array, index)).or_insert_with(|| {
            self.pairs.push((array, index));
            self.pairs.len() - 1
        })
    }
}

impl<'a> Simulation<'a> {
    pub fn new(code: &'a Code, pool: &'a ConstantPool, is_init: bool) -> Self {
        let targets = if code.frames.is_empty() {
            branch_targets(code)
        } else {
            FxHashSet::default()
        };
        let mut simulation = Simulation {
            pool,
            code,
            stack: Vec::new(),
            popped: Vec::new(),
            locals: vec![Value::Other; usize::from(code.max_locals)],
            next_frame: 0,
            before_super: (is_init && !targets.is_empty()).then_some(0),
            targets,
            news: news(code),
            elements: Elements::default(),
        };
        if is_init && let Some(this) = simulation.locals.first_mut() {
            *this = Value::UninitializedThis;
        }
        simulation
    }

    /// The value that many slots below the top.
    pub fn value(&self, depth: usize) -> Value {
        self.stack
            .len()
            .checked_sub(depth + 1)
            .map_or(Value::Other, |i| self.stack[i])
    }

    /// Array and index of a [`Value::Element`].
    pub fn element(&self, number: usize) -> Option<(Value, Value)> {
        self.elements.pairs.get(number).copied()
    }

    /// What is known of what the last instruction took from the stack; the deepest comes first.
    pub fn popped(&self) -> &[Value] {
        &self.popped
    }

    /// What was known of the stack: from here on, nothing is.
    pub fn forget(&mut self) -> impl Iterator<Item = Value> {
        self.stack.drain(..)
    }

    /// Whether the object that many slots below the top may be uninitialised.
    pub fn is_uninitialized(&self, depth: usize) -> bool {
        self.before_super.is_some() || self.value(depth).is_uninitialized()
    }

    pub fn label(&mut self, label: Label) {
        if let Some((at, frame)) = self.code.frames.get(self.next_frame)
            && *at == label
        {
            self.next_frame += 1;
            self.enter(frame);
        } else if self.targets.contains(&label) {
            self.stack.clear();
        }
    }

    fn enter(&mut self, frame: &Frame) {
        self.stack.clear();
        self.locals.fill(Value::Other);
        let mut slot = 0;
        for &ty in &frame.locals {
            let value = self.typed(ty);
            if let Some(local) = self.locals.get_mut(slot) {
                *local = value;
            }
            slot += width(ty);
        }
        for &ty in &frame.stack {
            let value = self.typed(ty);
            self.stack.extend(std::iter::repeat_n(value, width(ty)));
        }
    }

    fn typed(&self, ty: VType) -> Value {
        match ty {
            VType::UninitializedThis => Value::UninitializedThis,
            VType::Uninitialized(label) => match self.news.get(&label) {
                Some(&at) => Value::Uninitialized(at),
                None => Value::Other,
            },
            _ => Value::Other,
        }
    }

    /// Performs the instruction at that place of the body.
    pub fn step(&mut self, at: usize, insn: &Insn) -> Result<()> {
        self.popped.clear();
        match *insn {
            Insn::Simple(op) => self.simple(op),
            Insn::Bipush(value) => self.push_int(Affine::constant(value.into())),
            Insn::Sipush(value) => self.push_int(Affine::constant(value.into())),
            Insn::Ldc { op: op::LDC2_W, .. } => self.push_many(2),
            Insn::Ldc { index, .. } => match self.pool.entry(index) {
                Ok(Constant::Integer(value)) => self.push_int(Affine::constant(value)),
                Ok(Constant::Dynamic { .. }) => self.push(Value::Made(at)),
                _ => self.push(Value::Other),
            },
            Insn::Local { op, index } => match op {
                op::ALOAD => self.load(index),
                op::ILOAD => self.push_int(Affine::local(index)),
                op::FLOAD => self.push(Value::Other),
                op::LLOAD | op::DLOAD => self.push_many(2),
                op::ASTORE | op::ISTORE | op::FSTORE => self.store(index, 1),
                op::LSTORE | op::DSTORE => self.store(index, 2),
                _ => {}
            },
            Insn::Iinc { index, delta } => {
                for value in &mut self.stack {
                    if let Value::Int(affine) = value {
                        *affine = affine.after(index, delta);
                    }
                }
            }
            Insn::Jump { op, .. } => match op {
                op::IF_ICMPEQ..=op::IF_ACMPNE => self.pop(2),
                op::GOTO => {}
                // What the subroutine leaves is not known.
                op::JSR => self.stack.clear(),
                _ => self.pop(1),
            },
            Insn::TableSwitch { .. } | Insn::LookupSwitch { .. } => self.pop(1),
            Insn::Field { op, index } => self.field(at, op, index)?,
            Insn::Invoke { op, index } => {
                let method = self.pool.member_ref(index)?;
                let arguments = usize::from(descriptor::param_slots(method.descriptor)?);
                if op == op::INVOKESPECIAL && method.name == "<init>" {
                    self.initialize(arguments);
                }
                self.call(at, method.descriptor, arguments, op != op::INVOKESTATIC)?;
            }
            Insn::InvokeInterface { index, .. } => {
                let descriptor = self.pool.member_ref(index)?.descriptor;
                self.call(
                    at,
                    descriptor,
                    usize::from(descriptor::param_slots(descriptor)?),
                    true,
                )?;
            }
            Insn::InvokeDynamic { index } => {
                let (_, descriptor) = self.pool.dynamic_name_and_type(index)?;
                self.call(
                    at,
                    descriptor,
                    usize::from(descriptor::param_slots(descriptor)?),
                    false,
                )?;
            }
            Insn::Type { op, .. } => match op {
                op::NEW => {
                    self.before_super = self.before_super.map(|n| n + 1);
                    self.push(Value::Uninitialized(at));
                }
                op::ANEWARRAY => self.replace(1, Value::Made(at)),
                op::INSTANCEOF => self.replace(1, Value::Other),
                // A cast changes nothing of what is known.
                _ => {}
            },
            Insn::NewArray(_) => self.replace(1, Value::Made(at)),
            Insn::MultiNewArray { dims, .. } => self.replace(usize::from(dims), Value::Made(at)),
        }
        Ok(())
    }

    fn simple(&mut self, op: u8) {
        match op {
            op::ACONST_NULL => self.push(Value::Null),
            op::ALOAD_0..=op::ALOAD_3 => self.load(u16::from(op - op::ALOAD_0)),
            op::ILOAD_0..=op::ILOAD_3 => self.push_int(Affine::local(u16::from(op - op::ILOAD_0))),
            op::ICONST_M1..=op::ICONST_5 => {
                self.push_int(Affine::constant(i32::from(op) - i32::from(op::ICONST_0)));
            }
            op::IADD | op::ISUB => {
                let affine = match (self.value(1), self.value(0)) {
                    (Value::Int(a), Value::Int(b)) if op == op::IADD => a.checked_add(b),
                    (Value::Int(a), Value::Int(b)) => a.checked_subtract(b),
                    _ => None,
                };
                self.replace(2, affine.map_or(Value::Other, Value::Int));
            }
            op::ISTORE_0..=op::ISTORE_3 => self.store(u16::from(op - op::ISTORE_0), 1),
            op::LSTORE_0..=op::LSTORE_3 => self.store(u16::from(op - op::LSTORE_0), 2),
            op::FSTORE_0..=op::FSTORE_3 => self.store(u16::from(op - op::FSTORE_0), 1),
            op::DSTORE_0..=op::DSTORE_3 => self.store(u16::from(op - op::DSTORE_0), 2),
            op::ASTORE_0..=op::ASTORE_3 => self.store(u16::from(op - op::ASTORE_0), 1),
            op::AALOAD => {
                let (array, index) = (self.value(1), self.value(0));
                let value = match array {
                    Value::Other => Value::Other,
                    known => Value::Element(self.elements.number(known, index)),
                };
                self.replace(2, value);
            }
            op::DUP => self.copy(1, 0),
            op::DUP_X1 => self.copy(1, 1),
            op::DUP_X2 => self.copy(1, 2),
            op::DUP2 => self.copy(2, 0),
            op::DUP2_X1 => self.copy(2, 1),
            op::DUP2_X2 => self.copy(2, 2),
            op::SWAP => {
                let (top, below) = (self.value(0), self.value(1));
                self.pop(2);
                self.push(top);
                self.push(below);
            }
            _ => {
                let (pops, pushes) = effect(op);
                self.pop(pops);
                self.push_many(pushes);
            }
        }
    }

    fn field(&mut self, at: usize, op: u8, index: u16) -> Result<()> {
        let ty = self.pool.member_ref(index)?.descriptor;
        let slots = if matches!(ty, "J" | "D") { 2 } else { 1 };
        let is_array = ty.starts_with('[');
        match op {
            op::GETSTATIC if is_array => self.push(Value::Static(index)),
            op::GETSTATIC => self.push_many(slots),
            op::PUTSTATIC => self.pop(slots),
            op::GETFIELD if is_array => {
                let value = match self.value(0) {
                    Value::Local(n) => Value::Field(n, index),
                    _ => Value::Made(at),
                };
                self.replace(1, value);
            }
            op::GETFIELD => {
                self.pop(1);
                self.push_many(slots);
            }
            _ => self.pop(slots + 1),
        }
        Ok(())
    }

    fn call(&mut self, at: usize, descriptor: &str, arguments: usize, has_receiver: bool) -> Result<()> {
        self.pop(arguments + usize::from(has_receiver));
        match descriptor::result(descriptor)? {
            Some(ty) if ty.class_name().is_some() => self.push(Value::Made(at)),
            Some(ty) => self.push_many(usize::from(ty.slots())),
            None => {}
        }
        Ok(())
    }

    /// A constructor is called on what lies below the arguments: all copies of it are objects now.
    fn initialize(&mut self, arguments: usize) {
        self.before_super = match self.before_super {
            Some(0) | None => None,
            Some(n) => Some(n - 1),
        };
        let object = self.value(arguments);
        if object.is_uninitialized() {
            for value in self.stack.iter_mut().chain(&mut self.locals) {
                if *value == object {
                    *value = Value::Other;
                }
            }
        } else if self.before_super.is_none() && !self.targets.is_empty() {
            // Old code: the stack is not known, but this was `super(…)`.
            self.locals
                .iter_mut()
                .filter(|l| **l == Value::UninitializedThis)
                .for_each(|l| *l = Value::Other);
        }
    }

    fn load(&mut self, index: u16) {
        let held = self
            .locals
            .get(usize::from(index))
            .copied()
            .unwrap_or(Value::Other);
        self.push(if held.is_uninitialized() {
            held
        } else {
            Value::Local(index)
        });
    }

    fn store(&mut self, index: u16, slots: usize) {
        let value = if slots == 1 { self.value(0) } else { Value::Other };
        self.pop(slots);
        for i in 0..slots {
            self.stack.iter_mut().for_each(|value| {
                if matches!(value, Value::Int(affine) if affine.names(index.saturating_add(i as u16))) {
                    *value = Value::Other;
                }
            });
            if let Some(local) = self.locals.get_mut(usize::from(index) + i) {
                *local = if value.is_uninitialized() {
                    value
                } else {
                    Value::Other
                };
            }
        }
    }

    /// The `dup` family: copies `many` slots and puts the copy below them and `under` more.
    fn copy(&mut self, many: usize, under: usize) {
        let missing = (many + under).saturating_sub(self.stack.len());
        self.stack.splice(..0, std::iter::repeat_n(Value::Other, missing));
        let top = self.stack.len() - many;
        let copied: Vec<Value> = self.stack[top..].to_vec();
        self.stack.splice(top - under..top - under, copied);
    }

    fn replace(&mut self, pops: usize, value: Value) {
        self.pop(pops);
        self.push(value);
    }

    fn pop(&mut self, slots: usize) {
        let left = self.stack.len().saturating_sub(slots);
        self.popped.extend(self.stack.drain(left..));
    }

    fn push(&mut self, value: Value) {
        self.stack.push(value);
    }

    fn push_int(&mut self, affine: Affine) {
        self.push(Value::Int(affine));
    }

    fn push_many(&mut self, slots: usize) {
        self.stack.extend(std::iter::repeat_n(Value::Other, slots));
    }
}

fn width(ty: VType) -> usize {
    if matches!(ty, VType::Long | VType::Double) {
        2
    } else {
        1
    }
}

/// How many slots below the top an element access finds its array.
pub fn array_depth(op: u8) -> Option<usize> {
    match op {
        op::IALOAD..=op::SALOAD => Some(1),
        op::LASTORE | op::DASTORE => Some(3),
        op::IASTORE..=op::SASTORE => Some(2),
        _ => None,
    }
}

/// All that is jumped to, and all handlers.
pub fn branch_targets(code: &Code) -> FxHashSet<Label> {
    let mut targets: FxHashSet<Label> = code.handlers.iter().map(|h| h.target).collect();
    for node in &code.body {
        match node {
            Node::Insn(Insn::Jump { target, .. }) => {
                targets.insert(*target);
            }
            Node::Insn(Insn::TableSwitch {
                default,
                targets: rows,
                ..
            }) => {
                targets.insert(*default);
                targets.extend(rows);
            }
            Node::Insn(Insn::LookupSwitch { default, pairs }) => {
                targets.insert(*default);
                targets.extend(pairs.iter().map(|&(_, target)| target));
            }
            _ => {}
        }
    }
    targets
}

/// Where the `new` is that each `Uninitialized` of a frame speaks of: the first at or after its label.
fn news(code: &Code) -> FxHashMap<Label, usize> {
    let mut news = FxHashMap::default();
    let types = code
        .frames
        .iter()
        .flat_map(|(_, f)| f.locals.iter().chain(&f.stack));
    for ty in types {
        if let VType::Uninitialized(label) = *ty {
            news.insert(label, usize::MAX);
        }
    }
    if news.is_empty() {
        return news;
    }
    let mut waiting = Vec::new();
    for (at, node) in code.body.iter().enumerate() {
        match node {
            Node::Label(label) if news.contains_key(label) => waiting.push(*label),
            Node::Insn(Insn::Type { op: op::NEW, .. }) => {
                news.extend(waiting.drain(..).map(|label| (label, at)));
            }
            _ => {}
        }
    }
    news
}

/// Slots popped and pushed by an instruction that only computes.
fn effect(op: u8) -> (usize, usize) {
    match op {
        op::NOP | op::RETURN => (0, 0),
        op::LCONST_0 | op::LCONST_1 | op::DCONST_0 | op::DCONST_1 => (0, 2),
        op::FCONST_0..=op::FCONST_2 | op::FLOAD_0..=op::FLOAD_3 => (0, 1),
        op::LLOAD_0..=op::LLOAD_3 | op::DLOAD_0..=op::DLOAD_3 => (0, 2),
        op::LALOAD | op::DALOAD => (2, 2),
        op::IALOAD..=op::SALOAD => (2, 1),
        op::LASTORE | op::DASTORE => (4, 0),
        op::IASTORE..=op::SASTORE => (3, 0),
        op::POP => (1, 0),
        op::POP2 => (2, 0),
        op::LNEG | op::DNEG => (2, 2),
        op::INEG | op::FNEG => (1, 1),
        op::LSHL | op::LSHR | op::LUSHR => (3, 2),
        op::ISHL | op::ISHR | op::IUSHR => (2, 1),
        op::LAND | op::LOR | op::LXOR => (4, 2),
        op::IAND | op::IOR | op::IXOR => (2, 1),
        // Arithmetic comes in fours: int, long, float, double.
        op::IADD..=op::DREM => {
            if (op - op::IADD) % 2 == 1 {
                (4, 2)
            } else {
                (2, 1)
            }
        }
        op::I2L | op::I2D | op::F2L | op::F2D => (1, 2),
        op::L2I | op::L2F | op::D2I | op::D2F => (2, 1),
        op::L2D | op::D2L => (2, 2),
        op::I2F | op::F2I | op::I2B..=op::I2S => (1, 1),
        op::LCMP | op::DCMPL | op::DCMPG => (4, 1),
        op::FCMPL | op::FCMPG => (2, 1),
        op::ARRAYLENGTH => (1, 1),
        op::LRETURN | op::DRETURN => (2, 0),
        op::IRETURN | op::FRETURN | op::ARETURN | op::ATHROW => (1, 0),
        op::MONITORENTER | op::MONITOREXIT => (1, 0),
        _ => (0, 0),
    }
}

#[cfg(test)]
mod tests;
