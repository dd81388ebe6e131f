//! What is known of the classes that have been loaded, and the rewriter's view of them.

use parking_lot::Mutex;
use raddle_analysis::{Answer, ClassFacts, ClassTable, FieldFacts, World};
use raddle_events::{Optimisation, Place, SiteId};
use raddle_rewrite::{Declared, Host};
use raddle_session::Config;
use rustc_hash::FxHashMap;

use crate::class_loading::sites::Sites;
use crate::control::Control;
use crate::synchronisation::initialisation;
use crate::synchronisation::rules;

/// The classes that were loaded, and the numbers of those that are initialised.
#[derive(Default)]
pub struct Classes(Mutex<Known>);

#[derive(Default)]
struct Known {
    table: ClassTable,
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
        known.table.add(facts);
    }

    pub fn rewritten(&self) -> u64 {
        self.0.lock().rewritten
    }

    /// The class that declares the field which an instruction takes from `owner`.
    pub fn declaring(&self, owner: &str, name: &str, descriptor: &str) -> Option<String> {
        let known = self.0.lock();
        known
            .table
            .declaring(owner, name, descriptor)
            .map(|(class, _)| class.name.clone())
    }

    /// Whether an interface is initialised with the classes that implement it; so is one that is not known.
    pub fn has_defaults(&self, interface: &str) -> bool {
        let known = self.0.lock();
        known.table.get(interface).is_none_or(|facts| facts.has_defaults)
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

/// The run as one rewriting sees it.
pub struct Loaded<'a> {
    pub classes: &'a Classes,
    pub sites: &'a Sites,
    pub config: &'a Config,
    pub control: Option<&'a Control>,
    /// Some site or class got no number.
    pub overflow: bool,
}

impl Host for Loaded<'_> {
    fn watches_memory(&self) -> bool {
        self.config.watches_memory()
    }

    fn controls(&self) -> bool {
        self.config.control.is_some()
    }

    fn has(&self, optimisation: Optimisation) -> bool {
        self.config.has(optimisation)
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

    fn declared(&self, class: &str) -> Vec<Declared> {
        rules::of_class(&self.config.happens_before, class)
    }

    fn reaches_unchecked(&self, class: &str) -> bool {
        let scope = &self.config.scope;
        self.classes
            .0
            .lock()
            .table
            .any_above(class, &mut |name, facts| match facts {
                _ if raddle_rewrite::is_inert(name) => Answer::No,
                Some(_) if scope.checks(name) => Answer::AskAbove,
                _ => Answer::Yes,
            })
    }
}

impl World for Loaded<'_> {
    fn field(&self, owner: &str, name: &str, descriptor: &str) -> Option<FieldFacts> {
        self.classes.0.lock().table.field(owner, name, descriptor)
    }

    fn has_finalizer(&self, class: &str) -> bool {
        self.classes.0.lock().table.has_finalizer(class)
    }

    fn has_initialiser(&self, class: &str) -> bool {
        self.classes.0.lock().table.has_initialiser(class)
    }

    fn is_pure(&self, owner: &str, name: &str, descriptor: &str) -> bool {
        self.classes.0.lock().table.is_pure(owner, name, descriptor)
    }
}
