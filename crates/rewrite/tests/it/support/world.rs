//! A world made of the classes it is shown, all of one loader.

use raddle_classfile::ClassFile;
use raddle_events::{Place, Shortcut, SiteId};
use raddle_rewrite::{ClassFacts, FieldFacts, World};
use rustc_hash::FxHashMap;

#[derive(Default)]
pub struct KnownClasses {
    classes: FxHashMap<String, ClassFacts>,
    /// Site n is at n - 1.
    pub sites: Vec<Place>,
    numbers: FxHashMap<String, u32>,
    /// Take no shortcuts.
    pub without: bool,
    /// The schedule is controlled.
    pub controls: bool,
}

impl KnownClasses {
    pub fn learn(&mut self, bytes: &[u8]) {
        let facts = ClassFile::parse(bytes)
            .ok()
            .and_then(|file| ClassFacts::of(&file).ok());
        self.classes.extend(facts.map(|f| (f.name.clone(), f)));
    }

    fn supers<'a>(&'a self, class: &'a str) -> impl Iterator<Item = &'a ClassFacts> {
        let above = |c: &&ClassFacts| self.classes.get(c.super_name.as_deref()?);
        // A cycle of superclasses is no class file's business to exclude.
        std::iter::successors(self.classes.get(class), above).take(1000)
    }
}

impl World for KnownClasses {
    fn site(&mut self, place: Place) -> SiteId {
        self.sites.push(place);
        SiteId(self.sites.len() as u32)
    }

    fn has(&self, _: Shortcut) -> bool {
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

    fn has_initialiser(&self, class: &str) -> bool {
        let known = self.classes.get(class);
        known.is_none_or(|c| c.has_clinit && (!c.is_interface || c.has_defaults))
            || self.supers(class).skip(1).any(|c| c.has_clinit)
    }

    fn field(&self, owner: &str, name: &str, descriptor: &str) -> Option<FieldFacts> {
        self.supers(owner).find_map(|c| c.field(name, descriptor))
    }

    fn leads_out(&self, class: &str) -> bool {
        !class.starts_with("p/")
    }

    fn finalizable(&self, class: &str) -> bool {
        self.supers(class).any(|c| c.declares_finalize)
    }
}
