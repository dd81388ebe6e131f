//! Accesses of a loop that can be reported when the loop is over, as one access range for each instruction.
//!
//! *Elements* that an instruction goes through, if in the innermost loop around it nothing can synchronise,
//! the array is the same all along, the index moves by the same step, and each iteration performs it once. Then
//! the elements are known by where the index was when the loop was entered, and where at the last access; no
//! iteration has anything to decide. The bounds are exact: a range ends with the last access that did not throw.
//! Elements cannot wrap around: each has been accessed, so is no less than zero, and a step is less than 2^31.
//!
//! *Scattered* elements, at any index, of an array that is certain to be the same in the outermost such loop: each
//! access is to be entered in a map of the array.
//!
//! *Fields* of an object that stays in its variable, in the outermost such loop: whether it was accessed at all
//! is what the range keeps.
//!
//! An array in a field, or a row of another one, is the same as long as the loop itself leaves those alone and
//! no other thread changes them. Such a change is a race on the field or the row; the user of a range compares
//! the arrays ([`Array::Anywhere`]) and then reports nothing of their elements.
//!
//! A loop that may go on for ever (`while (!stop)`) counts as synchronising: what it accesses has to be reported
//! before the loop is over. A loop ends if it has a test on something that it counts, or goes through an array.

use raddle_classfile::{Code, ConstantPool, Insn, Node, Result, VType, op};
use rustc_hash::FxHashMap;

use crate::affine::Affine;
use crate::loops::{Loop, Loops, Pace, places};
use crate::simulate::{Simulation, Value, array_depth, branch_targets};

/// What one instruction accesses in a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccessRange {
    /// The label before which the range begins.
    pub preheader: usize,
    pub accessed: Accessed,
}

impl AccessRange {
    /// Where its array is; `None` if it is not of elements.
    pub fn array(&self) -> Option<Array> {
        match self.accessed {
            Accessed::Elements(Elements { array, .. }) | Accessed::Scattered(array) => Some(array),
            Accessed::Field(_) => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accessed {
    Elements(Elements),
    /// Any elements.
    Scattered(Array),
    /// A field of the object in this local variable.
    Field(u16),
}

/// Where the array of a range is, as the loop begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Array {
    Local(u16),
    /// In a final field of `this`, by the reference to that.
    OfThis(u16),
    /// In a place that others could change meanwhile.
    Anywhere,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elements {
    pub array: Array,
    pub index: Affine,
    pub pace: Pace,
}

impl Elements {
    /// The step of the range. If the index does not move, any will do.
    pub fn range_step(&self) -> i32 {
        match self.pace.step {
            0 => 1,
            step => step,
        }
    }
}

/// The ranges of a method, by the place of their access. Loops that may not end become synchronising. `is_fixed`:
/// the field that this reference names never changes in `this`.
pub fn access_ranges(
    code: &Code,
    pool: &ConstantPool,
    is_init: bool,
    is_fixed: impl Fn(u16) -> bool,
    synchronises: &mut [bool],
) -> Result<FxHashMap<usize, AccessRange>> {
    let mut loops = Loops::find(code, pool, synchronises);
    if !loops.any_sync_free() {
        return Ok(FxHashMap::default());
    }
    let initialised = match is_init {
        true => initialised_from(code),
        false => 0,
    };
    let targets = branch_targets(code);
    let mut simulation = Simulation::new(code, pool, false);
    let mut seen = Vec::new();
    for (at, node) in code.body.iter().enumerate() {
        match node {
            Node::Label(label) if targets.contains(label) => drop(simulation.forget()),
            Node::Label(_) => {}
            Node::Insn(insn) => {
                if let Some(known) = Seen::of(insn, &simulation, pool) {
                    seen.push((at, known));
                }
                simulation.step(at, insn)?;
            }
        }
    }
    loops.mark_endless(synchronises, |l| {
        seen.iter().any(|&(at, known)| known.ends(l, at))
    });
    let range = |&(at, known): &(usize, Seen)| {
        let range = known.range(&loops, &simulation, pool, &is_fixed, at)?;
        (range.preheader >= initialised).then_some((at, range))
    };
    Ok(seen.iter().filter_map(range).collect())
}

/// What is known of an instruction when the walk comes to it.
#[derive(Clone, Copy)]
enum Seen {
    Element { array: Value, index: Option<Affine> },
    Field { object: u16 },
    Test { compared: [Option<Affine>; 2] },
}

impl Seen {
    fn of(insn: &Insn, simulation: &Simulation<'_>, pool: &ConstantPool) -> Option<Seen> {
        let int = |depth| match simulation.value(depth) {
            Value::Int(affine) => Some(affine),
            _ => None,
        };
        match *insn {
            Insn::Simple(op) => {
                let depth = array_depth(op)?;
                Some(Seen::Element {
                    array: simulation.value(depth),
                    index: int(depth - 1),
                })
            }
            Insn::Field { op, index } => {
                let depth = match (op, pool.member_ref(index).ok()?.descriptor) {
                    (op::GETFIELD, _) => 0,
                    (op::PUTFIELD, "J" | "D") => 2,
                    (op::PUTFIELD, _) => 1,
                    _ => return None,
                };
                match simulation.value(depth) {
                    Value::Local(object) => Some(Seen::Field { object }),
                    _ => None,
                }
            }
            Insn::Jump {
                op: op::IFEQ..=op::IFLE,
                ..
            } => Some(Seen::Test {
                compared: [int(0), None],
            }),
            Insn::Jump {
                op: op::IF_ICMPEQ..=op::IF_ICMPLE,
                ..
            } => Some(Seen::Test {
                compared: [int(0), int(1)],
            }),
            _ => None,
        }
    }

    /// Whether a loop with this instruction ends: a test may leave it that depends on what it counts, or there
    /// is no next element at some time.
    fn ends(self, around: &Loop, at: usize) -> bool {
        let moves = |affine| around.pace(affine, at).is_some_and(|pace| pace.step != 0);
        around.is_once(at)
            && match self {
                Seen::Element { index, .. } => index.is_some_and(moves),
                Seen::Field { .. } => false,
                Seen::Test { compared } => around.may_leave(at) && compared.into_iter().flatten().any(moves),
            }
    }

    fn range(
        self,
        loops: &Loops,
        simulation: &Simulation<'_>,
        pool: &ConstantPool,
        is_fixed: impl Fn(u16) -> bool,
        at: usize,
    ) -> Option<AccessRange> {
        match self {
            Seen::Element { array, index } => {
                let found = match array {
                    Value::Local(local) => Array::Local(local),
                    Value::Field(0, field) if is_fixed(field) => Array::OfThis(field),
                    _ => Array::Anywhere,
                };
                let is_kept = |around: &Loop| keeps(around, simulation, pool, array);
                let in_order = || {
                    let around = loops.innermost(at).filter(|l| l.is_once(at) && is_kept(l))?;
                    let elements = Elements {
                        array: found,
                        index: index?,
                        pace: around.pace(index?, at)?,
                    };
                    Some((around, Accessed::Elements(elements)))
                };
                let anyhow = || {
                    let around = loops
                        .outermost(at, is_kept)
                        .filter(|_| found != Array::Anywhere)?;
                    Some((around, Accessed::Scattered(found)))
                };
                let (around, accessed) = in_order().or_else(anyhow)?;
                Some(AccessRange {
                    preheader: around.preheader,
                    accessed,
                })
            }
            Seen::Field { object } => {
                let around = loops.outermost(at, |l| l.keeps_local(object))?;
                Some(AccessRange {
                    preheader: around.preheader,
                    accessed: Accessed::Field(object),
                })
            }
            Seen::Test { .. } => None,
        }
    }
}

/// Whether a loop leaves alone what a value comes from.
fn keeps(around: &Loop, simulation: &Simulation<'_>, pool: &ConstantPool, value: Value) -> bool {
    match value {
        Value::Local(local) => around.keeps_local(local),
        Value::Int(affine) => affine.locals().all(|local| around.keeps_local(local)),
        Value::Field(local, field) => {
            around.keeps_local(local)
                && pool
                    .member_ref(field)
                    .is_ok_and(|f| around.keeps_field(f.name, f.descriptor))
        }
        // Final: others synchronise.
        Value::Static(_) => true,
        Value::Element(number) => {
            around.keeps_elements()
                && simulation.element(number).is_some_and(|(array, index)| {
                    keeps(around, simulation, pool, array) && keeps(around, simulation, pool, index)
                })
        }
        _ => false,
    }
}

/// From here on the `this` of a constructor is an object, in code that says so.
fn initialised_from(code: &Code) -> usize {
    if !code.has_frames {
        return usize::MAX;
    }
    let places = places(code);
    let uninitialised = code
        .frames
        .iter()
        .filter(|(_, frame)| frame.locals.contains(&VType::UninitializedThis));
    let last = uninitialised.filter_map(|(label, _)| places.get(label)).max();
    last.map_or(0, |at| at + 1)
}

#[cfg(test)]
mod tests;
