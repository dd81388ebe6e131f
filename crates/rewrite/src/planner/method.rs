//! Walks over the code of one method and decides what each instruction needs.
//!
//! Start reading at [`plan`]; each file below decides for one sort of instruction.

use raddle_analysis::{
    AccessRange, ClassFacts, Fences, Generated, Simulation, access_ranges, array_depth, generated_arrays,
    has_loops, method_local, racy_caches, synchronising, unescaped_until,
};
use raddle_classfile::{ClassFile, Code, Insn, Node, access, op};
use raddle_events::{AccessKind, Optimisation, SiteId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::arrays::Caches;
use super::{fields, ranges};
use crate::Role;
use crate::class_loading::class::{Class, Method};
use crate::class_loading::entry_and_return;
use crate::class_loading::pool_uses::Uses;
use crate::class_loading::sites::Sites;
use crate::control;
use crate::error::Result;
use crate::host::Host;
use crate::memory_accesses::bulk;
use crate::patches::Patch;
use crate::plan::{Act, Lock, Plan};
use crate::synchronisation::declared;
use crate::synchronisation::relaxed::Relaxed;

/// Plans a method. If not `checked`, only its synchronisation.
pub(crate) fn plan(class: &mut Class<'_>, method: &Method, code: &Code, checked: bool) -> Result<Plan> {
    let mut plan = Plan::default();
    let zero_kept = entry_and_return::is_zero_kept(code, method);
    entry_and_return::plan(class, method, zero_kept, &mut plan);
    declared::plan(class, method, code, &mut plan);
    if class.only_patched {
        patched_calls(class, method, code, &mut plan)?;
        return Ok(plan);
    }
    let Class {
        file,
        facts,
        role,
        source,
        uses,
        patches,
        host,
        literals,
        generated,
        ..
    } = class;
    let sites = Sites::new(&facts.name, method, source.as_deref(), &code.lines);
    let simulated = method.is_init() || code.body.iter().any(|node| needs_simulation(node, checked));
    let host_controls = host.controls();
    let memory = host.watches_memory();
    let accesses = checked && memory;
    let parameters = method.parameter_slots()?;
    let mut unshared_places = match accesses && host.has(Optimisation::ThreadConfined) {
        true => method_local(code, &file.pool, parameters)?,
        false => FxHashSet::default(),
    };
    if accesses {
        let places = generated_arrays(code, &file.pool, parameters, generated)?;
        // Getting one is a call or a constant, which is what it is.
        unshared_places.extend(places.into_iter().filter(|&at| is_element_access(&code.body[at])));
    }
    let mut synchronises = match accesses && host.has(Optimisation::AccessRanges) && has_loops(code) {
        true => synchronising(code, &file.pool, facts, &mut uses.resolved, &**host, parameters)?,
        false => Vec::new(),
    };
    let in_ranges = match synchronises.is_empty() {
        true => FxHashMap::default(),
        false => {
            let of_this = |field| zero_kept && fields::is_final_of_this(field, method, &file.pool, facts);
            access_ranges(code, &file.pool, method.is_init(), of_this, &mut synchronises)?
        }
    };
    let has_unescaped_puts =
        accesses && *role == Role::Program && method.is_init() && host.has(Optimisation::Unescaped);
    let mut cached = match accesses {
        true => racy_caches(code, &file.pool, facts)?,
        false => Vec::new(),
    };
    cached.extend(literals.iter().cloned());
    let planner = Planner {
        cached,
        fences: match memory && *role != Role::Jdk {
            true => Fences::of(code, &file.pool)?,
            false => Fences::default(),
        },
        unescaped_until: match has_unescaped_puts && zero_kept {
            true => unescaped_until(code, &file.pool, facts)?,
            false => 0,
        },
        simulation: simulated.then(|| Simulation::new(code, &file.pool, method.is_init())),
        unshared_places,
        generated,
        uses,
        host: &mut **host,
        relaxed: Relaxed::of(&facts.name, &method.name),
        is_view: memory && *role == Role::Jdk && bulk::is_view_of_array(&facts.name),
        role: *role,
        method,
        code,
        controls: host_controls,
        checked,
        memory,
        accesses,
        sites,
        caches: Caches::default(),
        synchronises,
        in_ranges,
        patches: patches
            .iter()
            .copied()
            .filter(|p| p.is_at_call() && method.fits(p))
            .collect(),
        plan,
    };
    planner.run(zero_kept, file, facts)
}

fn is_element_access(node: &Node) -> bool {
    matches!(node, Node::Insn(Insn::Simple(_)))
}

pub(super) struct Planner<'a> {
    /// Fields of the class that may be caches.
    pub(super) cached: Vec<String>,
    pub(super) fences: Fences,
    pub(super) uses: &'a mut Uses,
    pub(super) host: &'a mut dyn Host,
    pub(super) relaxed: Relaxed,
    /// Element accesses of this class of the JDK are those of the program.
    pub(super) is_view: bool,
    pub(super) role: Role,
    pub(super) method: &'a Method,
    pub(super) code: &'a Code,
    /// The schedule is controlled.
    pub(super) controls: bool,
    /// It is the program's.
    pub(super) checked: bool,
    /// Accesses to memory matter at all, and in this method.
    pub(super) memory: bool,
    pub(super) accesses: bool,
    pub(super) sites: Sites<'a>,
    pub(super) simulation: Option<Simulation<'a>>,
    /// Before this place of a constructor, its object is unescaped.
    pub(super) unescaped_until: usize,
    /// The places that deal with arrays of the method's own, or of generated code.
    pub(super) unshared_places: FxHashSet<usize>,
    pub(super) generated: &'a Generated,
    pub(super) caches: Caches,
    /// By place; empty if no access is deferred.
    pub(super) synchronises: Vec<bool>,
    pub(super) in_ranges: FxHashMap<usize, AccessRange>,
    /// Those before calls.
    pub(super) patches: Vec<&'static Patch>,
    pub(super) plan: Plan,
}

impl Planner<'_> {
    fn run(mut self, zero_kept: bool, file: &ClassFile, facts: &ClassFacts) -> Result<Plan> {
        let pool = &file.pool;
        if self.method.access & access::ACC_SYNCHRONIZED != 0 && !self.method.is_clinit() {
            let lock = match (self.method.is_static(), zero_kept) {
                (false, true) => Lock::This,
                (false, false) => Lock::Kept,
                (true, _) if file.major >= 49 => Lock::Class,
                (true, _) => Lock::Named,
            };
            let site = match self.role {
                Role::Jdk => SiteId::UNKNOWN,
                _ => self.sites.at_entry(self.host, AccessKind::Monitor),
            };
            self.plan.lock = Some((lock, site));
        } else if self.controls
            && control::is_indivisible(&facts.name, &self.method.name, &self.method.descriptor)
        {
            self.plan.lock = Some((Lock::Turn, SiteId::UNKNOWN));
        }
        self.plan.controls = self.controls;
        for (at, node) in self.code.body.iter().enumerate() {
            let insn = match node {
                Node::Label(label) => {
                    self.sites.label(*label);
                    self.simulation.iter_mut().for_each(|s| s.label(*label));
                    continue;
                }
                Node::Insn(insn) => insn,
            };
            let act = match *insn {
                _ if self.unshared_places.contains(&at) => None,
                Insn::Field { op, index } => self.field(at, (op, index), pool, facts)?,
                Insn::Simple(op @ (op::MONITORENTER | op::MONITOREXIT)) => self.monitor(at, op),
                Insn::Simple(op) => self.element(at, op),
                Insn::NewArray(_)
                | Insn::MultiNewArray { .. }
                | Insn::Type {
                    op: op::ANEWARRAY, ..
                } => self.new_array(insn, pool)?,
                Insn::Invoke { op, index } => self.call(op, index, pool, facts)?,
                Insn::InvokeInterface { index, .. } => self.call(op::INVOKEINTERFACE, index, pool, facts)?,
                Insn::InvokeDynamic { index } if self.checked => self.concatenation(index),
                _ => None,
            };
            if self.controls
                && let Some(act) = &act
            {
                let orders = match *insn {
                    Insn::Field { op, index } => self.uses.field(op, index, pool, facts, self.host)?.ordered,
                    _ => false,
                };
                let touch = control::touch(act, insn, self.role, orders);
                self.plan.touches.extend(touch.map(|touch| (at, touch)));
            }
            self.plan.acts.extend(act.map(|act| (at, act)));
            if let Some(simulation) = &mut self.simulation {
                simulation.step(at, insn)?;
            }
        }
        let mut plan = self.plan;
        plan.due = ranges::due(self.code, &plan, &self.synchronises);
        plan.caches = match self.host.has(Optimisation::AccessCaches) {
            true => self.caches.count(),
            false => 0,
        };
        plan.keeps_call |= self.method.may_be_called_back() && plan.acts.iter().any(|(_, act)| act.is_call());
        plan.thread_uses = plan.acts.iter().filter(|(_, act)| act.takes_thread()).count()
            + plan.ranges.len() * 2
            + plan.entry.iter().filter(|insert| insert.takes_thread()).count()
            + usize::from(plan.keeps_call);
        Ok(plan)
    }
}

/// The patches before calls, in a class that gets nothing else.
fn patched_calls(class: &Class<'_>, method: &Method, code: &Code, plan: &mut Plan) -> Result<()> {
    let patches: Vec<_> = class
        .patches
        .iter()
        .filter(|p| p.is_at_call() && method.fits(p))
        .collect();
    if patches.is_empty() {
        return Ok(());
    }
    for (at, node) in code.body.iter().enumerate() {
        let Node::Insn(Insn::Invoke { index, .. }) = *node else {
            continue;
        };
        let called = class.file.pool.member_ref(index)?;
        if let Some(&&patch) = patches.iter().find(|p| p.calls(called)) {
            plan.patches.push(patch);
            plan.acts.push((at, Act::Before(patch.insert())));
        }
    }
    Ok(())
}

fn needs_simulation(node: &Node, checked: bool) -> bool {
    match *node {
        Node::Insn(Insn::Simple(op)) => op == op::MONITORENTER || checked && array_depth(op).is_some(),
        Node::Insn(Insn::Type { op: op::NEW, .. }) => checked,
        _ => false,
    }
}
