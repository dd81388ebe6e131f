//! Arrays: where they are made, their elements, and the variables that cache their views.

use raddle_analysis::{Value, array_depth};
use raddle_classfile::{ConstantPool, Insn, op};
use raddle_events::{AccessKind, Op};
use rustc_hash::FxHashMap;

use super::Planner;
use crate::error::Result;
use crate::plan::Act;

/// How many array shadows a method caches in local variables; more array variables than that take turns.
const MAX_CACHES: usize = 12;

impl Planner<'_> {
    pub(super) fn new_array(&mut self, insn: &Insn, pool: &ConstantPool) -> Result<Option<Act>> {
        if !self.accesses {
            return Ok(None);
        }
        let (index, descriptor) = match *insn {
            Insn::NewArray(element) => {
                let letter = usize::from(element)
                    .checked_sub(4)
                    .and_then(|i| "ZCFDBSIJ".get(i..=i));
                (u16::from(element), format!("[{}", letter.unwrap_or_default()))
            }
            Insn::Type { index, .. } => match pool.class_name(index)? {
                array if array.starts_with('[') => (index, format!("[{array}")),
                class => (index, format!("[L{class};")),
            },
            Insn::MultiNewArray { index, .. } => (index, pool.class_name(index)?.to_owned()),
            _ => return Ok(None),
        };
        let site = self
            .sites
            .get(self.host, (insn.op(), index), || AccessKind::NewArray {
                descriptor,
            });
        Ok(Some(Act::NewArray { site }))
    }

    /// An instruction that may access an element.
    pub(super) fn element(&mut self, at: usize, op: u8) -> Option<Act> {
        match op {
            op::IALOAD..=op::SALOAD if self.is_view => Some(Act::Indexed {
                op: Op::Read,
                store: op::NOP,
            }),
            op::IASTORE..=op::SASTORE if self.is_view => Some(Act::Indexed {
                op: Op::Write,
                store: element_store(op),
            }),
            op::IALOAD..=op::SALOAD if self.accesses => {
                let site = self
                    .sites
                    .get(self.host, (op::IALOAD, 0), || AccessKind::Array { op: Op::Read });
                if let Some(range) = self.range_of(at, op, Op::Read, site) {
                    return Some(Act::RangeRead(range));
                }
                Some(Act::ArrayRead {
                    cache: self.cache(at, op),
                    site,
                })
            }
            op::IASTORE..=op::SASTORE if self.accesses => {
                let site = self.sites.get(self.host, (op::IASTORE, 0), || AccessKind::Array {
                    op: Op::Write,
                });
                if let Some(range) = self.range_of(at, op, Op::Write, site) {
                    let store = element_store(op);
                    return Some(Act::RangeWrite { range, store });
                }
                Some(Act::ArrayWrite {
                    cache: self.cache(at, op),
                    store: element_store(op),
                    site,
                })
            }
            _ => None,
        }
    }

    /// The cache for the array of an element access.
    pub(super) fn cache(&mut self, at: usize, op: u8) -> u16 {
        let simulation = self.simulation.as_ref();
        let origin = match simulation.zip(array_depth(op)).map(|(s, depth)| s.value(depth)) {
            None | Some(Value::Other) => Value::Made(at),
            Some(known) => known,
        };
        self.caches.of(origin)
    }
}

/// The instruction that puts the value of an element store into a local variable.
fn element_store(op: u8) -> u8 {
    match op {
        op::LASTORE => op::LSTORE,
        op::DASTORE => op::DSTORE,
        op::FASTORE => op::FSTORE,
        op::AASTORE => op::ASTORE,
        _ => op::ISTORE,
    }
}

/// Which local variable caches the shadow of which array.
#[derive(Default)]
pub(super) struct Caches {
    known: FxHashMap<Value, u16>,
}

impl Caches {
    fn of(&mut self, origin: Value) -> u16 {
        let next = (self.known.len() % MAX_CACHES) as u16;
        *self.known.entry(origin).or_insert(next)
    }

    pub(super) fn count(&self) -> u16 {
        self.known.len().min(MAX_CACHES) as u16
    }
}
