//! What is known of the classes that have been loaded, and the rewriter's view of them.

use parking_lot::Mutex;
use raddle_events::{Place, Shortcut, SiteId};
use raddle_findings::{Config, Scope};
use raddle_rewrite::{ClassFacts, Declared, FieldFacts, World};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::class_loading::sites::Sites;
use crate::control::Control;
use crate::synchronisation::initialisation;
use crate::synchronisation::rules;

/// Classes by name. Two classes of one name (in two loaders) that differ are not answered for.
#[derive(Default)]
pub struct Classes(Mutex<Known>);

#[derive(Default)]
struct Known {
    facts: FxHashMap<String, ClassFacts>,
    ambiguous: FxHashSet<String>,
    /// The number of each class with a static initialiser: one per name, so that classes of one name
    /// share their edges. That orders too much rather than too little.
    numbers: FxHashMap<String, u32>,
    /// The same for the initialisers above a class: what the word of such a number leads to is in
    /// `initialisation.rs`.
    ancestors: FxHashMap<String, u32>,
    rewritten: u64,
}

impl Classes {
    pub fn add(&self, facts: ClassFacts, rewritten: bool) {
        let mut known = self.0.lock();
        known.rewritten += u64::from(rewritten);
        match known.facts.get(&facts.name) {
            Some(other) if *other != facts => {
                known.facts.remove(&facts.name);
                known.ambiguous.insert(facts.name);
            }
            Some(_) => {}
            None if known.ambiguous.contains(&facts.name) => {}
            None => {
                known.facts.insert(facts.name.clone(), facts);
            }
        }
    }

    pub fn rewritten(&self) -> u64 {
        self.0.lock().rewritten
    }

    /// The class that declares the field which an instruction takes from `owner`.
    pub fn declaring(&self, owner: &str, name: &str, descriptor: &str) -> Option<String> {
        let known = self.0.lock();
        known
            .lookup(owner, name, descriptor)
            .map(|(class, _)| class.name.clone())
    }

    /// Whether an interface is initialised with the classes that implement it; so is one that is not known.
    pub fn has_defaults(&self, interface: &str) -> bool {
        let known = self.0.lock();
        known.facts.get(interface).is_none_or(|facts| facts.has_defaults)
    }

    /// The number for the initialisers above a class, made if there is none yet; 0 if there are too many.
    pub fn ancestors(&self, class: &str, sites: &Sites) -> u32 {
        let mut known = self.0.lock();
        if let Some(&number) = known.ancestors.get(class) {
            return number;
        }
        let number = sites.add_class();
        sites.set_class(number, initialisation::NOT_LOOKED_UP);
        known.ancestors.insert(class.to_owned(), number);
        number
    }

    /// The number of a class with a static initialiser, if it was rewritten.
    pub fn number(&self, class: &str) -> Option<u32> {
        self.0.lock().numbers.get(class).copied()
    }
}

impl Known {
    /// As the JVM resolves a field: the class, its interfaces, its superclass.
    fn lookup(&self, owner: &str, name: &str, descriptor: &str) -> Option<(&ClassFacts, FieldFacts)> {
        let class = self.facts.get(owner)?;
        if let Some(found) = class.field(name, descriptor) {
            return Some((class, found));
        }
        let above = class.interfaces.iter().chain(&class.super_name);
        above.into_iter().find_map(|c| self.lookup(c, name, descriptor))
    }
}

impl Known {
    /// As the JVM resolves a static method, in classes that have no initialiser.
    fn is_formula(&self, owner: &str, name: &str, descriptor: &str) -> bool {
        let mut declared = None;
        let mut next = owner;
        while next != "java/lang/Object" {
            let facts = self.facts.get(next);
            let Some(facts) = facts.filter(|c| !c.has_clinit && c.interfaces.is_empty()) else {
                return false;
            };
            declared = declared.or(facts.static_method(name, descriptor));
            next = facts.super_name.as_deref().unwrap_or("java/lang/Object");
        }
        declared.is_some_and(|method| method.is_formula)
    }

    fn has_initialiser(&self, class: &str) -> bool {
        if raddle_rewrite::is_jdk(class) {
            return false;
        }
        let Some(facts) = self.facts.get(class) else {
            return true;
        };
        let mut above = facts.super_name.iter().chain(&facts.interfaces);
        facts.has_clinit && (!facts.is_interface || facts.has_defaults)
            || above.any(|class| self.has_initialiser(class))
    }

    fn leads_out(&self, class: &str, scope: &Scope) -> bool {
        if raddle_rewrite::is_inert(class) {
            return false;
        }
        let Some(facts) = self.facts.get(class).filter(|_| scope.checks(class)) else {
            return true;
        };
        let mut above = facts.super_name.iter().chain(&facts.interfaces);
        above.any(|class| self.leads_out(class, scope))
    }
}

/// The world as one rewriting sees it.
pub struct Loaded<'a> {
    pub classes: &'a Classes,
    pub sites: &'a Sites,
    pub config: &'a Config,
    pub control: Option<&'a Control>,
    /// Some site or class got no number.
    pub overflow: bool,
}

impl World for Loaded<'_> {
    fn watches_memory(&self) -> bool {
        self.config.watches_memory()
    }

    fn controls(&self) -> bool {
        self.config.control.is_some()
    }

    fn has(&self, shortcut: Shortcut) -> bool {
        self.config.has(shortcut)
    }

    fn site(&mut self, place: Place) -> SiteId {
        let site = match self.control {
            None => self.sites.add(place),
            Some(control) => {
                let site = self.sites.add(place.clone());
                control.asked.added(site, &place);
                site
            }
        };
        self.overflow |= site == SiteId::UNKNOWN;
        site
    }

    fn class_id(&mut self, class: &str) -> u32 {
        let mut known = self.classes.0.lock();
        if let Some(&number) = known.numbers.get(class) {
            return number;
        }
        let number = self.sites.add_class();
        self.overflow |= number == 0;
        known.numbers.insert(class.to_owned(), number);
        number
    }

    fn ancestors_id(&mut self, class: &str) -> u32 {
        let number = self.classes.ancestors(class, self.sites);
        self.overflow |= number == 0;
        number
    }

    fn may_be_cache(&mut self, site: SiteId) {
        self.sites.add_cache(site);
    }

    fn is_beside_fence(&mut self, site: SiteId) {
        self.sites.add_fenced(site);
    }

    fn has_initialiser(&self, class: &str) -> bool {
        self.classes.0.lock().has_initialiser(class)
    }

    fn field(&self, owner: &str, name: &str, descriptor: &str) -> Option<FieldFacts> {
        self.classes
            .0
            .lock()
            .lookup(owner, name, descriptor)
            .map(|(_, facts)| facts)
    }

    fn is_formula(&self, owner: &str, name: &str, descriptor: &str) -> bool {
        self.classes.0.lock().is_formula(owner, name, descriptor)
    }

    fn finalizable(&self, class: &str) -> bool {
        let known = self.classes.0.lock();
        let mut next = Some(class);
        while let Some(facts) = next.and_then(|name| known.facts.get(name)) {
            if facts.name == "java/lang/Object" {
                return false;
            }
            if facts.declares_finalize {
                return true;
            }
            next = facts.super_name.as_deref();
        }
        false
    }

    fn declared(&self, class: &str) -> Vec<Declared> {
        rules::of_class(&self.config.happens_before, class)
    }

    fn leads_out(&self, class: &str) -> bool {
        self.classes.0.lock().leads_out(class, &self.config.scope)
    }
}
