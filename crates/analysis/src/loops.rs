//! Loops, and what stays the same or goes in steps from one iteration to the next.
//!
//! A loop is a place that is jumped back to, with all instructions from which such a jump can be reached
//! without leaving its range: what leaves it (a `return`, a `throw`) is not part of it. Iterations begin at
//! that place, the start.
//!
//! Claim: if [`Loop::is_once`] holds for a place, each iteration that does not leave the loop goes through it
//! exactly once, and of two such places through the earlier one first. No jump in the loop leads from before
//! the place to the start or to behind it, so it cannot be passed by; and none from behind it to before it
//! other than to the start, so it cannot be met again.

use std::collections::BTreeMap;

use raddle_classfile::{Code, ConstantPool, Insn, Label, Node, op};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::affine::Affine;

pub struct Loops(Vec<Loop>);

pub struct Loop {
    /// The label before which code runs once, when the loop is entered.
    pub preheader: usize,
    start: usize,
    /// By place from `start` on.
    body: Vec<bool>,
    /// No instruction may synchronise.
    is_sync_free: bool,
    /// The only way in is from the instruction before.
    has_preheader: bool,
    /// Jumps in the body, from where and to where.
    jumps: Vec<(usize, usize)>,
    /// The instructions that may be followed by something outside.
    exits: FxHashSet<usize>,
    changes: Changes,
}

/// What a loop changes.
#[derive(Default)]
struct Changes {
    stored: FxHashSet<u16>,
    counted: FxHashMap<u16, Vec<(usize, i16)>>,
    /// Names and descriptors.
    put: FxHashSet<(String, String)>,
    /// An element that is a reference.
    elements: bool,
}

/// How an index moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// By how much, in each iteration.
    pub step: i32,
    /// By how much from the start of an iteration to the place that was asked about.
    pub before: i32,
}

impl Loops {
    /// `synchronises`, by place: whether the instruction may synchronise, see [`crate::synchronising`]. Code with
    /// subroutines has no loops.
    pub fn find(code: &Code, pool: &ConstantPool, synchronises: &[bool]) -> Self {
        let places = places(code);
        let mut ends = BTreeMap::new();
        for (at, insn) in insns(code) {
            if matches!(insn.op(), op::JSR | op::RET) {
                return Self(Vec::new());
            }
            for to in targets(insn, &places).filter(|&to| to <= at) {
                ends.insert(to, at);
            }
        }
        let found = ends
            .into_iter()
            .map(|(start, end)| Loop::new(code, pool, &places, synchronises, start, end));
        Self(found.collect())
    }

    /// The innermost loop around this place, if its accesses can be deferred.
    pub fn innermost(&self, at: usize) -> Option<&Loop> {
        let all = self.0.iter().filter(|l| l.has(at));
        all.min_by_key(|l| l.body.len()).filter(|l| l.can_defer())
    }

    /// The outermost loop around this place whose accesses can be deferred, and that suits the caller.
    pub fn outermost(&self, at: usize, suits: impl Fn(&Loop) -> bool) -> Option<&Loop> {
        let fit = self.0.iter().filter(|l| l.has(at) && l.can_defer() && suits(l));
        fit.max_by_key(|l| l.body.len())
    }

    /// Makes loops synchronising, and with them those around, unless they end.
    pub fn mark_endless(&mut self, synchronises: &mut [bool], ends: impl Fn(&Loop) -> bool) {
        for endless in self.0.iter().filter(|l| l.is_sync_free && !ends(l)) {
            synchronises[endless.start] = true;
        }
        for l in &mut self.0 {
            let places = (l.start..).zip(&l.body);
            l.is_sync_free &= !places.into_iter().any(|(at, &inside)| inside && synchronises[at]);
        }
    }

    pub fn any_sync_free(&self) -> bool {
        self.0.iter().any(|l| l.is_sync_free)
    }
}

impl Loop {
    fn new(
        code: &Code,
        pool: &ConstantPool,
        places: &FxHashMap<Label, usize>,
        synchronises: &[bool],
        start: usize,
        end: usize,
    ) -> Self {
        let labels = code.body[..start].iter().rev();
        let mut found = Loop {
            preheader: start - labels.take_while(|node| matches!(node, Node::Label(_))).count(),
            start,
            body: body(code, places, start, end),
            is_sync_free: true,
            has_preheader: true,
            jumps: Vec::new(),
            exits: FxHashSet::default(),
            changes: Changes::default(),
        };
        let before = code.body[..found.preheader].last();
        found.has_preheader = !matches!(before, Some(Node::Insn(insn)) if insn.ends_flow());
        for (at, insn) in insns(code) {
            let inside = found.has(at);
            let into: Vec<_> = targets(insn, places).filter(|&to| found.has(to)).collect();
            found.has_preheader &= inside || into.is_empty();
            if inside {
                let ways = insn.targets().count() + usize::from(!insn.ends_flow());
                let stay = into.len() + usize::from(!insn.ends_flow() && found.has(at + 1));
                if stay < ways {
                    found.exits.insert(at);
                }
                found.jumps.extend(into.into_iter().map(|to| (at, to)));
                found.is_sync_free &= !synchronises.get(at).copied().unwrap_or(true);
                found.changes.note(at, insn, pool);
            }
        }
        let mut caught = code.handlers.iter().filter_map(|h| places.get(&h.target));
        found.has_preheader &= !caught.any(|&at| found.has(at));
        found
    }

    fn can_defer(&self) -> bool {
        self.is_sync_free && self.has_preheader
    }

    fn has(&self, at: usize) -> bool {
        let place = at.checked_sub(self.start);
        place.is_some_and(|i| self.body.get(i).copied().unwrap_or(false))
    }

    /// Whether the instruction at this place is followed by something outside.
    pub fn may_leave(&self, at: usize) -> bool {
        self.exits.contains(&at)
    }

    /// Whether each iteration goes through this place exactly once, unless it leaves the loop.
    pub fn is_once(&self, at: usize) -> bool {
        self.jumps.iter().all(|&(from, to)| match from < at {
            true => to > self.start && to <= at,
            false => to == self.start || to > at,
        })
    }

    /// How an affine expression moves, as seen from a place; `None` if not by the same step each time.
    pub fn pace(&self, affine: Affine, at: usize) -> Option<Pace> {
        let mut pace = Pace { step: 0, before: 0 };
        let mut moves = false;
        for local in affine.locals() {
            if self.changes.stored.contains(&local) {
                return None;
            }
            for &(place, delta) in self.changes.counted.get(&local).into_iter().flatten() {
                moves = true;
                pace.step += i32::from(delta);
                pace.before += if place < at { i32::from(delta) } else { 0 };
                if !self.is_once(place) {
                    return None;
                }
            }
        }
        (!moves || pace.step != 0).then_some(pace)
    }

    pub fn keeps_local(&self, local: u16) -> bool {
        !self.changes.stored.contains(&local) && !self.changes.counted.contains_key(&local)
    }

    /// Whether the loop itself leaves such fields alone, in all objects.
    pub fn keeps_field(&self, name: &str, descriptor: &str) -> bool {
        let field = (name.to_owned(), descriptor.to_owned());
        !self.changes.put.contains(&field)
    }

    /// Whether the loop itself leaves references in arrays alone.
    pub fn keeps_elements(&self) -> bool {
        !self.changes.elements
    }
}

impl Changes {
    fn note(&mut self, at: usize, insn: &Insn, pool: &ConstantPool) {
        match *insn {
            Insn::Iinc { index, delta } => self.counted.entry(index).or_default().push((at, delta)),
            Insn::Field {
                op: op::PUTFIELD | op::PUTSTATIC,
                index,
            } => {
                let field = pool.member_ref(index).ok();
                self.put
                    .extend(field.map(|f| (f.name.to_owned(), f.descriptor.to_owned())));
            }
            Insn::Simple(op::AASTORE) => self.elements = true,
            _ => self.stored.extend(stored(insn)),
        }
    }
}

/// The local variables that an instruction stores to. Counting one up is not meant.
pub fn stored(insn: &Insn) -> impl Iterator<Item = u16> {
    let (kind, index) = match *insn {
        Insn::Local {
            op: op @ op::ISTORE..=op::ASTORE,
            index,
        } => (op - op::ISTORE, index),
        Insn::Simple(op @ op::ISTORE_0..=op::ASTORE_3) => {
            let short = op - op::ISTORE_0;
            (short / 4, u16::from(short % 4))
        }
        _ => return None.into_iter().chain(None),
    };
    let is_wide = matches!(op::ISTORE + kind, op::LSTORE | op::DSTORE);
    let second = is_wide.then(|| index.saturating_add(1));
    Some(index).into_iter().chain(second)
}

/// The places from `start` on from which a jump to it can be reached without leaving the range.
fn body(code: &Code, places: &FxHashMap<Label, usize>, start: usize, end: usize) -> Vec<bool> {
    let mut reaches = vec![false; end + 1 - start];
    let mut changed = true;
    while changed {
        changed = false;
        for at in (start..=end).rev() {
            let next = reaches.get(at + 1 - start).copied().unwrap_or(false);
            let known = |&to: &usize| {
                let place = to.checked_sub(start);
                place.is_some_and(|i| i == 0 || reaches.get(i).copied().unwrap_or(false))
            };
            let now = match &code.body[at] {
                Node::Label(_) => next,
                Node::Insn(insn) => !insn.ends_flow() && next || targets(insn, places).any(|to| known(&to)),
            };
            changed |= now && !reaches[at - start];
            reaches[at - start] |= now;
        }
    }
    reaches
}

fn insns(code: &Code) -> impl Iterator<Item = (usize, &Insn)> {
    code.body.iter().enumerate().filter_map(|(at, node)| match node {
        Node::Insn(insn) => Some((at, insn)),
        Node::Label(_) => None,
    })
}

fn targets(insn: &Insn, places: &FxHashMap<Label, usize>) -> impl Iterator<Item = usize> {
    insn.targets().filter_map(|label| places.get(&label).copied())
}

/// Whether anything jumps back.
pub fn has_loops(code: &Code) -> bool {
    let mut passed = FxHashSet::default();
    code.body.iter().any(|node| match node {
        Node::Label(label) => {
            passed.insert(*label);
            false
        }
        Node::Insn(insn) => insn.targets().any(|label| passed.contains(&label)),
    })
}

/// The instruction that each label stands before.
pub fn places(code: &Code) -> FxHashMap<Label, usize> {
    let mut places = FxHashMap::default();
    let mut next = code.body.len();
    for (at, node) in code.body.iter().enumerate().rev() {
        match node {
            Node::Insn(_) => next = at,
            Node::Label(label) => {
                places.insert(*label, next);
            }
        }
    }
    places
}
