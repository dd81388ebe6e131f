//! Walks over the code of one method and decides what each instruction needs.

use raddle_classfile::{ClassFile, Code, ConstantPool, Insn, Label, MemberRef, Node, access, descriptor, op};
use raddle_events::{AccessKind, Op, Shortcut, SiteId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Role;
use crate::around;
use crate::bulk;
use crate::calls::Call;
use crate::class::{Class, Method};
use crate::contents::Part;
use crate::declared;
use crate::error::Result;
use crate::escape;
use crate::facts::ClassFacts;
use crate::fresh;
use crate::leads_out::is_jdk;
use crate::loops;
use crate::patches::Patch;
use crate::plan::{Act, Lock, Plan, Run};
use crate::quiet::{self, Open, Runs};
use crate::relaxed::Relaxed;
use crate::runs::{self, Late, What};
use crate::simulate::{Simulation, Value, array_depth};
use crate::sites::Sites;
use crate::unlock::Unlock;
use crate::uses::Uses;
use crate::world::World;

/// How many array shadows a method caches in local variables; more array variables than that take turns.
const MAX_CACHES: usize = 12;

/// Plans a method. If not `checked`, only its synchronisation.
pub(crate) fn plan(class: &mut Class<'_>, method: &Method, code: &Code, checked: bool) -> Result<Plan> {
    let mut plan = Plan::default();
    let zero_kept = around::is_zero_kept(code, method);
    around::plan(class, method, zero_kept, &mut plan);
    declared::plan(class, method, code, &mut plan);
    if class.only_patched {
        return Ok(plan);
    }
    let Class {
        file,
        facts,
        role,
        source,
        uses,
        patches,
        world,
        ..
    } = class;
    let sites = Sites::new(&facts.name, method, source.as_deref(), &code.lines);
    let simulated = method.is_init() || code.body.iter().any(|node| needs_simulation(node, checked));
    let memory = world.watches_memory();
    let accesses = checked && memory;
    let confined = match accesses && world.has(Shortcut::Confined) {
        true => escape::confined(code, &file.pool, method.parameter_slots()?)?,
        false => FxHashSet::default(),
    };
    let parameters = method.parameter_slots()?;
    let mut is_loud = match accesses && world.has(Shortcut::Runs) && loops::has_any(code) {
        true => quiet::loud(code, &file.pool, facts, uses, &**world, parameters)?,
        false => Vec::new(),
    };
    let in_runs = match is_loud.is_empty() {
        true => FxHashMap::default(),
        false => {
            let of_this = |field| zero_kept && is_final_of_this(field, method, &file.pool, facts);
            runs::find(code, &file.pool, method.is_init(), of_this, &mut is_loud)?
        }
    };
    let is_marked = accesses && *role == Role::Program && method.is_init() && world.has(Shortcut::Fresh);
    let planner = Planner {
        fresh_until: match is_marked && zero_kept {
            true => fresh::until(code, &file.pool, facts)?,
            false => 0,
        },
        simulation: simulated.then(|| Simulation::new(code, &file.pool, method.is_init())),
        confined,
        uses,
        world: &mut **world,
        relaxed: Relaxed::of(&facts.name, &method.name),
        is_view: memory && *role == Role::Jdk && bulk::is_view_of_array(&facts.name),
        role: *role,
        method,
        code,
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
    uses: &'a mut Uses,
    world: &'a mut dyn World,
    relaxed: Relaxed,
    /// Element accesses of this class of the JDK are those of the program.
    is_view: bool,
    role: Role,
    method: &'a Method,
    code: &'a Code,
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
    in_runs: FxHashMap<usize, Late>,
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
                _ => self.sites.at_entry(self.world, AccessKind::Monitor),
            };
            self.plan.lock = Some((lock, site));
        }
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
                Insn::Simple(op) => self.simple(at, op),
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
            self.plan.acts.extend(act.map(|act| (at, act)));
            if let Some(simulation) = &mut self.simulation {
                simulation.step(at, insn)?;
            }
        }
        let mut plan = self.plan;
        plan.tell = to_tell(self.code, &plan, &self.is_loud);
        plan.caches = match self.world.has(Shortcut::Views) {
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

    /// A constructor fills an object that nobody else has yet. The read of an increment is part of its write.
    fn part(&mut self, at: usize, op: u8, index: u16, part: Part, wide: bool) -> Option<Act> {
        let increments = op == op::GETFIELD
            && matches!(
                self.code.body[..at].last(),
                Some(Node::Insn(Insn::Simple(op::DUP)))
            );
        if self.method.is_init() || increments {
            return None;
        }
        let kind = match op {
            op::GETFIELD => Op::Read,
            _ => Op::Write,
        };
        let access = || AccessKind::Part {
            owner: part.owner.to_owned(),
            part: part.name.to_owned(),
            op: kind,
        };
        let site = self.sites.get(self.world, (op, index), access);
        Some(Act::Part { op: kind, wide, site })
    }

    fn field(
        &mut self,
        at: usize,
        (op, index): (u8, u16),
        pool: &ConstantPool,
        facts: &ClassFacts,
    ) -> Result<Option<Act>> {
        let used = self.uses.field(op, index, pool, facts, self.world)?;
        if self.relaxed.hides_field(op) {
            return Ok(None);
        }
        let field = pool.member_ref(index)?;
        let wide = matches!(field.descriptor, "J" | "D");
        if self.role == Role::Jdk
            && self.memory
            && let Some(part) = used.part(op)
        {
            return Ok(self.part(at, op, index, part, wide));
        }
        if !(if self.accesses { used.checked } else { used.ordered }) {
            return Ok(None);
        }
        let depth = if wide { 2 } else { 1 };
        if op == op::PUTFIELD
            && self
                .simulation
                .as_ref()
                .is_some_and(|s| s.is_uninitialized(depth))
        {
            return Ok(None);
        }
        let kind = || AccessKind::Field {
            owner: field.owner.to_owned(),
            name: field.name.to_owned(),
            descriptor: field.descriptor.to_owned(),
            is_static: matches!(op, op::GETSTATIC | op::PUTSTATIC),
            op: if matches!(op, op::GETSTATIC | op::GETFIELD) {
                Op::Read
            } else {
                Op::Write
            },
        };
        let site = self.sites.get(self.world, (op, index), kind);
        if op == op::PUTFIELD
            && at < self.fresh_until
            && field.owner == facts.name
            && self
                .simulation
                .as_ref()
                .is_some_and(|s| s.value(depth) == Value::Local(0))
            && let Some(mark) = fresh::mark(facts, field.name, field.descriptor)
        {
            return Ok(Some(Act::FreshPut { mark, site }));
        }
        let kind = match op {
            op::GETFIELD => Op::Read,
            _ => Op::Write,
        };
        if let Some(run) = self.run_of(at, op, kind, site) {
            return Ok(Some(Act::RunField(run)));
        }
        Ok(Some(match op {
            op::GETSTATIC => Act::GetStatic { site },
            op::PUTSTATIC => Act::PutStatic { site },
            op::GETFIELD => Act::GetField { wide, site },
            _ => Act::PutField { wide, site },
        }))
    }

    fn simple(&mut self, at: usize, op: u8) -> Option<Act> {
        match op {
            op::MONITORENTER | op::MONITOREXIT => {
                if self.simulation.as_ref().is_some_and(|s| s.is_uninitialized(0)) {
                    self.plan
                        .skipped
                        .push(self.method.skipped("monitor of an object under construction"));
                    return None;
                }
                if op == op::MONITOREXIT {
                    return Some(Act::MonitorExit(Unlock::at(self.code, at)));
                }
                let site = match self.role {
                    Role::Jdk => SiteId::UNKNOWN,
                    _ => self.sites.get(self.world, (op, 0), || AccessKind::Monitor),
                };
                Some(Act::MonitorEnter {
                    site,
                    range: range_after(self.code, at),
                })
            }
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
                    .get(self.world, (op::IALOAD, 0), || AccessKind::Array { op: Op::Read });
                if let Some(run) = self.run_of(at, op, Op::Read, site) {
                    return Some(Act::RunRead(run));
                }
                Some(Act::ArrayRead {
                    cache: self.cache(at, op),
                    site,
                })
            }
            op::IASTORE..=op::SASTORE if self.accesses => {
                let site = self
                    .sites
                    .get(self.world, (op::IASTORE, 0), || AccessKind::Array {
                        op: Op::Write,
                    });
                if let Some(run) = self.run_of(at, op, Op::Write, site) {
                    let store = element_store(op);
                    return Some(Act::RunWrite { run, store });
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

    /// The run of an access, if it is told in one.
    fn run_of(&mut self, at: usize, code: u8, op: Op, site: SiteId) -> Option<usize> {
        let late = *self.in_runs.get(&at)?;
        let is_known = |run: &Run| run.site == site && run.late == late;
        // A field that is accessed twice is told once.
        if let What::Field(_) = late.what
            && let Some(known) = self.plan.runs.iter().position(is_known)
        {
            return Some(known);
        }
        let number = self.plan.runs.len();
        let is_scattered = |what| matches!(what, What::Scattered(_));
        let mapped = self.plan.runs.iter().filter(|run| is_scattered(run.late.what));
        if number == runs::MAX_RUNS || is_scattered(late.what) && mapped.count() == runs::MAX_MAPS {
            return None;
        }
        let cache = match late.what {
            What::Elements(_) => self.cache(at, code),
            What::Scattered(_) | What::Field(_) => 0,
        };
        self.plan.runs.push(Run {
            op,
            site,
            cache,
            late,
        });
        Some(number)
    }

    /// The cache for the array of an element access.
    fn cache(&mut self, at: usize, op: u8) -> u16 {
        let simulation = self.simulation.as_ref();
        let origin = match simulation.zip(array_depth(op)).map(|(s, depth)| s.value(depth)) {
            None | Some(Value::Other) => Value::Made(at),
            Some(known) => known,
        };
        self.caches.of(origin)
    }

    /// A call that leads out, with what it does to arrays on the way.
    fn leads_out_by(&mut self, op: u8, index: u16, called: MemberRef<'_>) -> Result<Act> {
        let MemberRef {
            owner,
            name,
            descriptor,
        } = called;
        let act = self.leads_out((op, index), owner, name, descriptor);
        let Act::Call { site } = act else {
            return Ok(act);
        };
        if !self.memory {
            return Ok(act);
        }
        if owner.starts_with('[') {
            return Ok(if name == "clone" { Act::Clone { site } } else { act });
        }
        let stores = || {
            descriptor::params(descriptor)
                .map(|p| Ok(store_of(p?)))
                .collect::<Result<Vec<u8>>>()
        };
        if owner == "java/lang/invoke/MethodHandle" && matches!(name, "invoke" | "invokeExact") {
            return Ok(Act::Invoke {
                stores: stores()?,
                site,
            });
        }
        let effects = bulk::effects(owner, name, descriptor);
        if effects.is_empty() {
            return Ok(act);
        }
        Ok(Act::Bulk {
            effects,
            stores: stores()?,
            site,
        })
    }

    fn leads_out(&mut self, key: (u8, u16), owner: &str, name: &str, descriptor: &str) -> Act {
        let access = || AccessKind::Call {
            owner: owner.to_owned(),
            name: name.to_owned(),
            descriptor: descriptor.to_owned(),
        };
        Act::Call {
            site: self.sites.get(self.world, key, access),
        }
    }

    /// What a dynamic call does is not known; most make a string of what they are given.
    fn concatenation(&mut self, index: u16) -> Option<Act> {
        Some(self.leads_out((op::INVOKEDYNAMIC, index), "java/lang/String", "valueOf", ""))
    }

    fn new_array(&mut self, insn: &Insn, pool: &ConstantPool) -> Result<Option<Act>> {
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
            .get(self.world, (insn.op(), index), || AccessKind::NewArray {
                descriptor,
            });
        Ok(Some(Act::NewArray { site }))
    }

    /// The end of a constructor call, if the object is still on the stack.
    fn new_object(&mut self, op: u8, index: u16, pool: &ConstantPool) -> Result<Option<Act>> {
        let called = pool.member_ref(index)?;
        let plain = called.owner == "java/lang/Object";
        if !self.checked || op != op::INVOKESPECIAL || called.name != "<init>" {
            return Ok(None);
        }
        let arguments = usize::from(descriptor::param_slots(called.descriptor)?);
        let is_kept = self.simulation.as_ref().is_some_and(|s| {
            let made = s.value(arguments);
            matches!(made, Value::Uninitialized(_)) && s.value(arguments + 1) == made
        });
        if !is_kept || is_jdk(called.owner) && !plain {
            return Ok(None);
        }
        let class = || AccessKind::New {
            class: called.owner.to_owned(),
        };
        let site = self.sites.get(self.world, (op, index), class);
        Ok(Some(Act::New { plain, site }))
    }

    fn call(&mut self, op: u8, index: u16, pool: &ConstantPool, facts: &ClassFacts) -> Result<Option<Act>> {
        if !self.patches.is_empty() {
            let called = pool.member_ref(index)?;
            if let Some(&patch) = self.patches.iter().find(|p| p.calls(called)) {
                self.plan.patches.push(patch);
                return Ok(Some(Act::Before(patch.insert())));
            }
        }
        Ok(match self.uses.call(facts, op, index, pool)? {
            None if self.checked && self.uses.leads_out(index, pool, facts, self.world)? => {
                self.leads_out_by(op, index, pool.member_ref(index)?).map(Some)?
            }
            None => self.new_object(op, index, pool)?,
            Some(Call::Wait(hook)) => Some(Act::Wait(hook)),
            Some(Call::IsAlive) => Some(Act::IsAlive),
            Some(Call::Clone) => {
                let called = pool.member_ref(index)?;
                let call = self
                    .checked
                    .then(|| self.leads_out((op, index), called.owner, called.name, called.descriptor));
                let site = match call {
                    Some(Act::Call { site }) => Some(site),
                    _ => None,
                };
                Some(Act::Copy { site })
            }
            Some(Call::Unsafe(access)) => {
                let Some(access) = self.relaxed.allows(access) else {
                    return Ok(None);
                };
                let parameters = descriptor::params(pool.member_ref(index)?.descriptor).skip(2);
                let stores = parameters.map(|p| Ok(store_of(p?))).collect::<Result<_>>()?;
                Some(Act::Unsafe { access, stores })
            }
        })
    }
}

/// Where the runs of a plan have to be told, and which.
fn to_tell(code: &Code, plan: &Plan, is_loud: &[bool]) -> Vec<(usize, Runs)> {
    if plan.runs.is_empty() {
        return Vec::new();
    }
    let begun = plan.runs.iter().map(|run| Open::Before(run.late.preheader));
    let mut open: Vec<_> = begun.enumerate().map(|(n, open)| (open, 1 << n)).collect();
    for (at, act) in &plan.acts {
        if let Act::RunField(run) | Act::RunRead(run) | Act::RunWrite { run, .. } = act {
            open.push((Open::At(*at), 1 << run));
        }
    }
    quiet::to_tell(code, &open, is_loud)
}

/// The label of the exception ranges that start once a monitor is entered: right after the instruction, or
/// after some that cannot throw and change no local variable.
fn range_after(code: &Code, enter: usize) -> Option<Label> {
    for node in code.body.get(enter + 1..)? {
        match *node {
            Node::Label(label) if code.handlers.iter().any(|h| h.start == label) => return Some(label),
            Node::Label(_) | Node::Insn(Insn::Simple(op::NOP..=op::DCONST_1 | op::POP | op::DUP)) => {}
            _ => return None,
        }
    }
    None
}

/// Whether the reference is to a final field that `this` has had since it was made.
fn is_final_of_this(field: u16, method: &Method, pool: &ConstantPool, facts: &ClassFacts) -> bool {
    let declared = pool.member_ref(field).ok().and_then(|field| {
        let is_own = field.owner == facts.name;
        facts.field(field.name, field.descriptor).filter(|_| is_own)
    });
    !method.is_static() && !method.is_init() && declared.is_some_and(|f| f.is_final && !f.is_static)
}

fn needs_simulation(node: &Node, checked: bool) -> bool {
    match *node {
        Node::Insn(Insn::Simple(op)) => op == op::MONITORENTER || checked && array_depth(op).is_some(),
        Node::Insn(Insn::Type { op: op::NEW, .. }) => checked,
        _ => false,
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

/// The instruction that puts a value of this type into a local variable.
fn store_of(ty: descriptor::Type<'_>) -> u8 {
    match ty {
        descriptor::Type::Long => op::LSTORE,
        descriptor::Type::Float => op::FSTORE,
        descriptor::Type::Double => op::DSTORE,
        descriptor::Type::Object(_) | descriptor::Type::Array(_) => op::ASTORE,
        _ => op::ISTORE,
    }
}

/// Which local variable caches the shadow of which array.
#[derive(Default)]
struct Caches {
    known: FxHashMap<Value, u16>,
}

impl Caches {
    fn of(&mut self, origin: Value) -> u16 {
        let next = (self.known.len() % MAX_CACHES) as u16;
        *self.known.entry(origin).or_insert(next)
    }

    fn count(&self) -> u16 {
        self.known.len().min(MAX_CACHES) as u16
    }
}
