//! A run with the classes that it is shown, all of one loader.

use raddle_analysis::{ClassFacts, ClassTable, FieldFacts, World};
use raddle_classfile::ClassFile;
use raddle_events::{Optimisation, Place, SiteId};
use raddle_rewrite::Host;
use rustc_hash::FxHashMap;

#[derive(Default)]
pub struct KnownClasses {
    classes: ClassTable,
    /// Site n is at n - 1.
    pub sites: Vec<Place>,
    numbers: FxHashMap<String, u32>,
    /// Take no optimisations.
    pub without: bool,
    /// The schedule is controlled.
    pub controls: bool,
}

impl KnownClasses {
    pub fn learn(&mut self, bytes: &[u8]) {
        let facts = ClassFile::parse(bytes)
            .ok()
            .and_then(|file| ClassFacts::of(&file).ok());
        facts.into_iter().for_each(|facts| self.classes.add(facts));
    }
}

impl Host for KnownClasses {
    fn site(&mut self, place: Place) -> SiteId {
        self.sites.push(place);
        SiteId(self.sites.len() as u32)
    }

    fn has(&self, _: Optimisation) -> bool {
        !self.without
    }

    fn controls(&self) -> bool {
        self.controls
    }

    fn class_id(&mut self, class: &str) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(class.to_owned()).or_insert(next)
    }

    fn ancestors_id(&mut self, class: &str) -> u32 {
        self.class_id(&format!("above {class}"))
    }

    fn reaches_unchecked(&self, class: &str) -> bool {
        !class.starts_with("p/")
    }
}

impl World for KnownClasses {
    fn field(&self, owner: &str, name: &str, descriptor: &str) -> Option<FieldFacts> {
        self.classes.field(owner, name, descriptor)
    }

    fn has_finalizer(&self, class: &str) -> bool {
        self.classes.has_finalizer(class)
    }

    fn has_initialiser(&self, class: &str) -> bool {
        self.classes.has_initialiser(class)
    }
}
