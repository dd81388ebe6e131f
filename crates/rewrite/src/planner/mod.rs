//! Walks over the code of one method and decides what each instruction needs.
//!
//! Start reading at [`plan`]; each file below decides for one sort of instruction.

mod arrays;
mod calls;
mod fields;
mod late;
mod monitors;

use raddle_analysis::{
    AccessRange, ClassFacts, Fences, Simulation, access_ranges, array_depth, has_loops, method_local,
    racy_caches, synchronising, unescaped_until,
};
use raddle_classfile::{ClassFile, Code, Insn, Node, access, op};
use raddle_events::{AccessKind, Optimisation, SiteId};
use rustc_hash::{FxHashMap, FxHashSet};

use self::arrays::Caches;
use crate::Role;
use crate::around;
use crate::bulk;
use crate::class::{Class, Method};
use crate::control;
use crate::declared;
use crate::error::Result;
use crate::host::Host;
use crate::patches::Patch;
use crate::plan::{Act, Lock, Plan};
use crate::relaxed::Relaxed;
use crate::sites::Sites;
use crate::uses::Uses;

/// Plans a method. If not `checked`, only its synchronisation.
pub(crate) fn plan(class: &mut Class<'_>, method: &Method, code: &Code, checked: bool) -> Result<Plan> {
    let mut plan = Plan::default();
    let zero_kept = around::is_zero_kept(code, method);
    around::plan(class, method, zero_kept, &mut plan);
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
        ..
    } = class;
    let sites = Sites::new(&facts.name, method, source.as_deref(), &code.lines);
    let simulated = method.is_init() || code.body.iter().any(|node| needs_simulation(node, checked));
    let host_controls = host.controls();
    let memory = host.watches_memory();
    let accesses = checked && memory;
    let confined = match accesses && host.has(Optimisation::ThreadConfined) {
        true => method_local(code, &file.pool, method.parameter_slots()?)?,
        false => FxHashSet::default(),
    };
    let parameters = method.parameter_slots()?;
    let mut is_loud = match accesses && host.has(Optimisation::AccessRanges) && has_loops(code) {
        true => synchronising(code, &file.pool, facts, &mut uses.resolved, &**host, parameters)?,
        false => Vec::new(),
    };
    let in_runs = match is_loud.is_empty() {
        true => FxHashMap::default(),
        false => {
            let of_this = |field| zero_kept && fields::is_final_of_this(field, method, &file.pool, facts);
            access_ranges(code, &file.pool, method.is_init(), of_this, &mut is_loud)?
        }
    };
    let is_marked =
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
        fresh_until: match is_marked && zero_kept {
            true => unescaped_until(code, &file.pool, facts)?,
            false => 0,
        },
        simulation: simulated.then(|| Simulation::new(code, &file.pool, method.is_init())),
        confined,
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
        is_loud,
        in_runs,
        patches: patches
            .iter()
            .copied()
            .filter(|p| p.is_at_call() && method.fits(p))
            .collect(),
        plan,
    };
    planner.run(zero_kept, file, facts)
}

struct Planner<'a> {
    /// Fields of the class that may be caches.
    cached: Vec<String>,
    fences: Fences,
    uses: &'a mut Uses,
    host: &'a mut dyn Host,
    relaxed: Relaxed,
    /// Element accesses of this class of the JDK are those of the program.
    is_view: bool,
    role: Role,
    method: &'a Method,
    code: &'a Code,
    /// The schedule is controlled.
    controls: bool,
    /// It is the program's.
    checked: bool,
    /// Accesses to memory matter at all, and in this method.
    memory: bool,
    accesses: bool,
    sites: Sites<'a>,
    simulation: Option<Simulation<'a>>,
    /// Before this place of a constructor, nobody else has its object.
    fresh_until: usize,
    /// The places that deal with arrays of the method's own.
    confined: FxHashSet<usize>,
    caches: Caches,
    /// By place; empty if nothing is told in runs.
    is_loud: Vec<bool>,
    in_runs: FxHashMap<usize, AccessRange>,
    /// Those before calls.
    patches: Vec<&'static Patch>,
    plan: Plan,
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
                _ if self.confined.contains(&at) => None,
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
        plan.tell = late::to_tell(self.code, &plan, &self.is_loud);
        plan.caches = match self.host.has(Optimisation::AccessCaches) {
            true => self.caches.count(),
            false => 0,
        };
        plan.keeps_call |= self.method.may_be_called_back() && plan.acts.iter().any(|(_, act)| act.is_call());
        plan.thread_uses = plan.acts.iter().filter(|(_, act)| act.takes_thread()).count()
            + plan.runs.len() * 2
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
